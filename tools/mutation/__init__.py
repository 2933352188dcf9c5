"""Mutation testing: check that a test fails whenever a line of the core is changed."""
