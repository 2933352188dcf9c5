"""Chance: what a state waits for, how it is drawn, and what nobody has seen yet."""
