"""Fuzzing of every parser of external input.

``python -m tools.fuzz TARGET FILE`` tries one input; ``nox -s fuzz`` searches for faults.
"""
