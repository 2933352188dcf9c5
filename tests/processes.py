"""Processes that tests start."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["is_alive"]


def is_alive(process: int) -> bool:
    """Return whether a process runs; one that has ended and is still listed does not.

    Args:
        process: its number.
    """
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
