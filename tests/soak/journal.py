"""Keeps what a soak has done so far, so that it can be stopped at any moment and gone on with.

A folder holds one journal of JSON lines, each written in one piece and flushed:
what the run is, when somebody went on with it, and each part that was played. A
line that broke off, as when the machine stopped, is left out.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

import attrs
from filelock import FileLock, Timeout

import wonders_duel
from tests.soak.figures import Figures
from tests.soak.games import Finding, Part, Plan

__all__ = ["Journal", "OtherRunError", "code_digest"]

_TESTS: Final = Path(__file__).parent.parent
_SOURCES: Final = (
    (Path(wonders_duel.__file__).parent, "**/*.py"),
    (Path(wonders_duel.__file__).parent, "**/*.so"),
    (Path(wonders_duel.__file__).parent, "**/*.pyd"),
    (_TESTS / "soak", "*.py"),
    (_TESTS / "property", "*.py"),
    (_TESTS, "digest.py"),
)
"""The files that what comes of a soak depends on."""
_NAME: Final = "journal.jsonl"


class OtherRunError(Exception):
    """The folder is about other games, or in use."""


def code_digest() -> str:
    """Return a digest of the code that is soaked and of what checks it."""
    whole = sha256()
    for folder, pattern in _SOURCES:
        for path in sorted(folder.glob(pattern)):
            whole.update(f"{path.relative_to(folder.parent)}\n".encode())
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def _what_runs(plan: Plan) -> dict[str, object]:
    """Return what two runs have to share to be one."""
    return {
        **attrs.asdict(plan),
        "code": code_digest(),
        "python": platform.python_version(),
        "implementation": sys.implementation.name,
    }


class Journal:
    """What is known of a run, in memory and in its folder.

    Attributes:
        parts: the parts that were played, by number.
    """

    def __init__(self, folder: Path, plan: Plan, *, fresh: bool = False) -> None:
        """Open the journal of a folder, or begin one.

        Args:
            folder: where it is kept.
            plan: what is to be played.
            fresh: whether to throw away what is there.

        Raises:
            OtherRunError: it is about other games or other code, or another process writes it.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.parts: dict[int, Part] = {}
        self._sessions: list[float] = []
        """When each session began."""
        self._spans: dict[int, float] = {}
        """How long each session lasted, up to its last part."""
        self._path = folder / _NAME
        self._lock = FileLock(folder / "lock")
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise OtherRunError(f"another soak is running in {folder}") from None
        try:
            self._open(plan, fresh=fresh)
        except BaseException:
            self._lock.release()
            raise

    def _open(self, plan: Plan, *, fresh: bool) -> None:
        if fresh:
            for path in (self._path, *self.folder.glob("finding-*.txt")):
                path.unlink(missing_ok=True)
        wanted = _what_runs(plan)
        known = self._read()
        if known is None:
            self._write({"run": wanted})
        elif known != wanted:
            differ = ", ".join(
                f"{key} {known.get(key)} instead of {wanted.get(key)}"
                for key in {**wanted, **known}
                if known.get(key) != wanted.get(key)
            )
            raise OtherRunError(
                f"{self.folder} holds another run: {differ}; --fresh throws it away, "
                "--folder keeps this one elsewhere"
            )
        self._session = len(self._sessions)
        self._sessions.append(time.time())
        self._write({"session": {"number": self._session, "started": self._sessions[-1]}})

    def _read(self) -> dict[str, object] | None:
        """Read the journal; what broke off at its end is cut off."""
        if not self._path.exists():
            return None
        content = self._path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            with self._path.open("r+b") as file:
                file.truncate(whole)
        known: dict[str, object] | None = None
        for line in content[:whole].splitlines():
            ((kind, found),) = json.loads(line).items()
            if kind == "run":
                known = found
            elif kind == "session":
                self._sessions.append(found["started"])
            else:
                self._add(_part(found["part"]), found["session"], found["at"])
        return known

    def _add(self, part: Part, session: int, at: float) -> None:
        self.parts[part.number] = part
        self._spans[session] = max(self._spans.get(session, 0.0), at - self._sessions[session])

    def _write(self, line: dict[str, object]) -> None:
        """Append a line in one piece."""
        data = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            os.write(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)

    def keep(self, part: Part) -> None:
        """Keep a part that was played, and its findings as files to read.

        Args:
            part: what came of it.
        """
        at = time.time()
        self._write({"part": {"session": self._session, "at": at, "part": attrs.asdict(part)}})
        self._add(part, self._session, at)
        for finding in part.findings:
            path = self.folder / f"finding-{finding.game}.txt"
            path.write_text(story(finding), encoding="utf-8")

    def missing(self, plan: Plan) -> list[int]:
        """Return the numbers of the parts that are still to be played.

        Args:
            plan: what is to be played.
        """
        return [number for number in range(plan.parts) if number not in self.parts]

    @property
    def seconds(self) -> float:
        """How long the sessions lasted together."""
        return sum(self._spans.values())

    @property
    def sessions(self) -> int:
        """How often somebody began or went on."""
        return len(self._sessions)

    def close(self) -> None:
        """Let others use the folder."""
        self._lock.release()

    def __enter__(self) -> Self:
        """Use the folder for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let others use it."""
        self.close()


def _part(found: dict[str, object]) -> Part:
    """Make a part of what a line says."""
    findings = found["findings"]
    extremes = found["extremes"]
    assert isinstance(findings, Iterable)
    assert isinstance(extremes, dict)
    made = {
        **found,
        "findings": [Finding(**one) for one in findings],
        "extremes": {name: tuple(value) for name, value in extremes.items()},
        "figures": Figures(**found["figures"]),  # type: ignore[arg-type]  # as it was written
    }
    return Part(**made)  # type: ignore[arg-type]  # as above


def story(finding: Finding) -> str:
    """Return a finding to read.

    Args:
        finding: what went wrong.
    """
    return (
        f"game {finding.game}, decision {finding.decision}: {finding.check}\n"
        f"{finding.rules}\n{finding.position}\nmove: {finding.move}\n\n{finding.error}"
    )
