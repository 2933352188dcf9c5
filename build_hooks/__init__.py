"""Hatchling hooks that are used to build this project."""
