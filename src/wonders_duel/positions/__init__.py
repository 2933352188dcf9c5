"""The readers of positions from outside, and the checks that make a state of them."""
