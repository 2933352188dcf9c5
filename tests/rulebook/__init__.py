"""The worked examples of the rules as tests: a function, or a family of them, for each case."""
