"""Helpers that know nothing of the game: checks of arguments, parts of messages, plugins."""
