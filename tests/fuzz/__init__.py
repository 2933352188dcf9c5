"""Fuzzing of everything that reads what comes from outside.

``python -m tests.fuzz TARGET FILE`` tries one input, ``nox -s fuzz`` looks for bad ones.
"""
