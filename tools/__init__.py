"""Programs and generators for developers of the library; no tests."""
