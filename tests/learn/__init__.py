"""Observations and actions for learning programs."""
