"""The tests of other projects on our environments; they need their packages."""
