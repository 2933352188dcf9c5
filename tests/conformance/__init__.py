"""Recorded games of an independent engine, replayed."""
