"""Mutation testing: does some test notice when a line of the core is changed?"""
