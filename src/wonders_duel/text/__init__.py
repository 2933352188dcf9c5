"""States, chance outcomes and records as text, and files of them."""
