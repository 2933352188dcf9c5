"""The tests; ``rulebook/`` has a test for each worked example of the rules."""
