"""Games as self-contained web pages."""
