"""Fuzzing of every parser of external input.

``python -m tests.fuzz TARGET FILE`` tries one input; ``nox -s fuzz`` searches for faults.
"""
