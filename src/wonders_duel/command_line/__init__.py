"""The arguments of the command line, and its commands."""
