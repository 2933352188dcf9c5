"""One input and one target: whether anything is found, and what."""

from __future__ import annotations

import sys
import time
import traceback
from hashlib import sha256
from pathlib import Path
from typing import Final

import attrs

from tests.fuzz.targets import LARGEST, LONGEST_MESSAGE, Target
from wonders_duel import WondersDuelError

__all__ = ["SECONDS", "Finding", "Verdict", "bound_memory", "judge"]

SECONDS: Final = 1.0
"""Processor time that reading such an input may take; more of larger ones in proportion."""
TRACED: Final = 10.0
"""How many times as long it may take while a tool traces every line, as coverage does."""
TRIES: Final = 3
"""How often a slow input is tried again before it counts as slow; the quickest counts."""

MEMORY: Final = 1 << 29
"""Bytes that reading may take, on top of what the process has; Python refuses to go on after that."""


@attrs.frozen
class Finding:
    """Something that should not be.

    Attributes:
        key: the same for findings that are probably one fault.
        story: what happened, to read.
    """

    key: str
    story: str

    @property
    def name(self) -> str:
        """A name for files about it."""
        return sha256(self.key.encode()).hexdigest()[:12]


@attrs.frozen
class Verdict:
    """What came of an input.

    Attributes:
        is_read: it was read; otherwise it was refused with an error of the library.
        seconds: the processor time.
        finding: what should not be, if anything.
    """

    is_read: bool
    seconds: float
    finding: Finding | None = None


def judge(target: Target, data: bytes) -> Verdict:
    """Let a target read an input.

    Args:
        target: the reader.
        data: what it reads.
    """
    verdict = _judge(target, data)
    if verdict.seconds > allowed(data) and verdict.finding is None:
        # It may have been the first to fill some cache, or others may have been at the caches
        # of the processor meanwhile.
        again = min((_judge(target, data) for _ in range(TRIES)), key=lambda one: one.seconds)
        if again.seconds > allowed(data):
            story = f"{len(data):,} bytes took {again.seconds:.1f} s\n"
            return attrs.evolve(again, finding=Finding("slow", story))
    return verdict


def allowed(data: bytes) -> float:
    """Return the processor time that an input may take; more while something traces every line."""
    traced = TRACED if sys.gettrace() is not None else 1.0
    return SECONDS * traced * max(1.0, len(data) / LARGEST)


def _judge(target: Target, data: bytes) -> Verdict:
    started = time.process_time()
    is_read, finding = True, None
    try:
        target.run(data)
    except WondersDuelError as error:
        is_read = False
        length = len(str(error))
        if length > LONGEST_MESSAGE:
            story = f"the message of {type(error).__name__} has {length:,} characters\n"
            finding = Finding(f"message of {type(error).__name__} {_place(error)}", story)
    except Exception as error:  # noqa: BLE001 - every other error is what is looked for
        is_read = False
        story = "".join(traceback.format_exception(error))
        finding = Finding(f"{type(error).__name__} {_place(error)}", story)
    return Verdict(is_read, time.process_time() - started, finding)


def _place(error: BaseException) -> str:
    """Say where an error comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


def bound_memory() -> None:
    """Let this process have only so much more memory; does nothing on systems other than Linux."""
    pages = Path("/proc/self/statm")
    if sys.platform == "linux" and pages.exists():
        import resource  # noqa: PLC0415 - not everywhere

        now = int(pages.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, hard))
