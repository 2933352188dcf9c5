"""Tests that need a real browser; ``nox -s browser`` runs them."""
