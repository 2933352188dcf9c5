"""A recorded game as a page for a browser: one file, with nothing to fetch."""
