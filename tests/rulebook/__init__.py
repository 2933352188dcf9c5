"""The worked examples of the rules as tests, one or more functions for each case."""
