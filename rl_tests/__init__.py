"""Tests of the environments with libraries that train players, which need torch: ``nox -s rl``."""
