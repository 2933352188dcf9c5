"""Training: weights for the search, fitted to games that the search plays against itself.

``python -m tools.train`` plays and fits round after round; the same command resumes. A round is a
match, whose journal keeps the games. numpy and scipy do the fitting; the library needs neither.
"""
