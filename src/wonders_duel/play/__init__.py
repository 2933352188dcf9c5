"""Playing in a terminal, against a bot or with two people at one keyboard."""
