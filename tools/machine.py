"""The machine that something is measured on."""

from __future__ import annotations

import platform
from os import cpu_count
from pathlib import Path

__all__ = ["machine"]

_INFORMATION = Path("/proc/cpuinfo")


def machine() -> str:
    """Return the system, the number of cores and the processor, such as ``Linux, 2 x AMD EPYC``."""
    processor = platform.processor() or platform.machine()
    if _INFORMATION.exists():
        for line in _INFORMATION.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    return f"{platform.system()}, {cpu_count()} x {processor}"
