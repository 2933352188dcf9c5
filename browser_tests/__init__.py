"""What only a real browser can show; ``nox -s browser`` runs it."""
