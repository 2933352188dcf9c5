"""The game on a full screen: the actions of the dialogue by single keys, redrawn in place."""
