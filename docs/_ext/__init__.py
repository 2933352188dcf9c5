"""Sphinx extensions that generate parts of the documentation from the code."""
