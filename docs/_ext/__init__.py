"""What the documentation makes out of the code when it is built."""
