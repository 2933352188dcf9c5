"""How much memory this process has had."""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["peak_memory"]

_STATUS = Path("/proc/self/status")


def peak_memory() -> int:
    """Return the most bytes of memory that this process has had; 0 where no one says."""
    if _STATUS.exists():
        # The other way counts what the process that began this one had.
        for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return 1024 * int(line.split()[1])
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
