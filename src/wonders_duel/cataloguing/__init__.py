"""What a catalogue needs: names that are looked up, edited cards, a digest, and checks."""
