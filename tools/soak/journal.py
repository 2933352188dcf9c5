"""Store the progress of a soak, so that it can be stopped at any moment and resumed.

A folder holds one journal of JSON lines, each written in one piece and flushed: the settings of
the run, each resumption, and each finished part. An incomplete line, for example after a crash of
the machine, is ignored.
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
from tools.soak.figures import Figures
from tools.soak.games import Finding, Part, Plan

__all__ = ["Journal", "OtherRunError", "code_digest"]

_ROOT: Final = Path(__file__).parents[2]
_SOURCES: Final = (
    (Path(wonders_duel.__file__).parent, "**/*.py"),
    (Path(wonders_duel.__file__).parent, "**/*.so"),
    (Path(wonders_duel.__file__).parent, "**/*.pyd"),
    (_ROOT / "tools" / "soak", "*.py"),
    (_ROOT / "tests" / "property", "*.py"),
    (_ROOT / "tools", "digest.py"),
)
"""The files that determine the results of a soak."""
_NAME: Final = "journal.jsonl"


class OtherRunError(Exception):
    """The folder belongs to another run, or is in use."""


def code_digest() -> str:
    """Return a digest of the tested code and of the checks."""
    whole = sha256()
    for folder, pattern in _SOURCES:
        for path in sorted(folder.glob(pattern)):
            whole.update(f"{path.relative_to(folder.parent)}\n".encode())
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def _what_runs(plan: Plan) -> dict[str, object]:
    """Return the settings that two runs have to share to be the same run."""
    return {
        **attrs.asdict(plan),
        "code": code_digest(),
        "python": platform.python_version(),
        "implementation": sys.implementation.name,
    }


class Journal:
    """The state of a run, in memory and in its folder.

    Attributes:
        parts: the finished parts, by number.
    """

    def __init__(self, folder: Path, plan: Plan, *, fresh: bool = False) -> None:
        """Open the journal of a folder, or create one.

        Args:
            folder: its folder.
            plan: the games to play.
            fresh: whether to discard existing results.

        Raises:
            OtherRunError: it is of other games or other code, or in use by another process.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.parts: dict[int, Part] = {}
        self._sessions: list[float] = []
        """The start of each session."""
        self._spans: dict[int, float] = {}
        """The duration of each session, up to its last part."""
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
        """Read the journal and remove an incomplete last line."""
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
        """Store a finished part, and its findings as files to read.

        Args:
            part: its results.
        """
        at = time.time()
        self._write({"part": {"session": self._session, "at": at, "part": attrs.asdict(part)}})
        self._add(part, self._session, at)
        for finding in part.findings:
            path = self.folder / f"finding-{finding.game}.txt"
            path.write_text(story(finding), encoding="utf-8")

    def missing(self, plan: Plan) -> list[int]:
        """Return the numbers of the unfinished parts.

        Args:
            plan: the games to play.
        """
        return [number for number in range(plan.parts) if number not in self.parts]

    @property
    def seconds(self) -> float:
        """The total duration of the sessions."""
        return sum(self._spans.values())

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        return len(self._sessions)

    def close(self) -> None:
        """Release the folder."""
        self._lock.release()

    def __enter__(self) -> Self:
        """Return the journal, to be closed on exit."""
        return self

    def __exit__(self, *_: object) -> None:
        """Release the folder."""
        self.close()


def _part(found: dict[str, object]) -> Part:
    """Return the part of a line."""
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
    """Return a finding as text.

    Args:
        finding: the failure.
    """
    return (
        f"game {finding.game}, decision {finding.decision}: {finding.check}\n"
        f"{finding.rules}\n{finding.position}\nmove: {finding.move}\n\n{finding.error}"
    )
