"""A trial of one input with one target."""

from __future__ import annotations

import sys
import time
import traceback
from hashlib import sha256
from pathlib import Path
from typing import Final

import attrs

from tools.fuzz.targets import LARGEST, LONGEST_MESSAGE, Target
from wonders_duel import WondersDuelError

__all__ = ["SECONDS", "Finding", "Verdict", "bound_memory", "judge", "slowness"]

SECONDS: Final = 1.0
"""The processor time for such an input; larger ones may take more in proportion."""
TRACED: Final = 10.0
"""The factor on that time while a tool traces every line, as for coverage."""
LOOP: Final = 0.007
"""The processor time of the loop of ``slowness`` on a machine of the usual speed."""
TRIES: Final = 3
"""How often a slow input is tried; the fastest trial counts."""

MEMORY: Final = 1 << 29
"""The additional memory in bytes that reading may take; beyond it Python raises ``MemoryError``."""


@attrs.frozen
class Finding:
    """Unexpected behaviour.

    Attributes:
        key: equal for findings that are probably the same fault.
        story: a description.
    """

    key: str
    story: str

    @property
    def name(self) -> str:
        """The name for its files."""
        return sha256(self.key.encode()).hexdigest()[:12]


@attrs.frozen
class Verdict:
    """The result of a trial.

    Attributes:
        is_read: whether it was accepted rather than refused by a library error.
        seconds: the processor time.
        finding: the finding, if any.
    """

    is_read: bool
    seconds: float
    finding: Finding | None = None


def judge(target: Target, data: bytes) -> Verdict:
    """Run a target on an input.

    Args:
        target: the parser.
        data: the input.
    """
    verdict = _judge(target, data)
    if verdict.seconds > allowed(data) and verdict.finding is None:
        # The first trial may have filled caches, or other processes may have slowed it down.
        verdict = min((_unhurried(target, data) for _ in range(TRIES)), key=lambda one: one.seconds)
        if verdict.seconds > allowed(data):
            story = f"{len(data):,} bytes took {verdict.seconds:.1f} s\n"
            return attrs.evolve(verdict, finding=Finding("slow", story))
    return verdict


def _unhurried(target: Target, data: bytes) -> Verdict:
    """Run a target on an input, and return the time that it would take on a usual machine."""
    before = slowness()
    verdict = _judge(target, data)
    return attrs.evolve(verdict, seconds=verdict.seconds / max(before, slowness()))


def allowed(data: bytes) -> float:
    """Return the processor time allowed for an input, longer while lines are traced."""
    traced = TRACED if sys.gettrace() is not None else 1.0
    return SECONDS * traced * max(1.0, len(data) / LARGEST)


def slowness() -> float:
    """Return how many times slower than usual the machine is at present; 1 if it is faster."""
    started = time.process_time()
    for one in range(10_000):
        words = f"{one} cards, {one + 1} coins".split()
        _Word(words[0], tuple(words[1:]))
    return max(1.0, (time.process_time() - started) / LOOP)


class _Word:
    """Something to make, as a parser makes objects."""

    def __init__(self, first: str, rest: tuple[str, ...]) -> None:
        """Store the words."""
        self.first = first
        self.rest = rest


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
    """Return the place where an error was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


def bound_memory() -> None:
    """Limit the additional memory of this process, on Linux only."""
    pages = Path("/proc/self/statm")
    if sys.platform == "linux" and pages.exists():
        import resource  # noqa: PLC0415 - not everywhere

        now = int(pages.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, hard))
