"""A game to play in a terminal: against a bot, or two people at one keyboard."""
