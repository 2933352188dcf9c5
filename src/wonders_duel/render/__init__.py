"""Positions and games for people."""
