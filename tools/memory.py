"""The peak memory of this process."""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["peak_memory"]

_STATUS = Path("/proc/self/status")


def peak_memory() -> int:
    """Return the peak memory of this process in bytes, or 0 if the system does not report it."""
    if _STATUS.exists():
        # The other way includes the memory of the parent process.
        for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return 1024 * int(line.split()[1])
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
