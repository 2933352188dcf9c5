"""The exit codes of programs, as shells use them; 0 is success."""

from __future__ import annotations

from typing import Final

__all__ = ["FAILED", "INTERRUPTED", "TERMINATED", "USAGE_ERROR"]

FAILED: Final = 1
"""A failure despite valid arguments."""
USAGE_ERROR: Final = 2
"""Wrong arguments."""
INTERRUPTED: Final = 130
"""Ctrl-C."""
TERMINATED: Final = 143
"""SIGTERM."""
