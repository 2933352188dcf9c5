"""The rules as they are played: what a move does, which moves are legal, and what they cost."""
