"""How far an import is, in a file beside its records, so that it can resume."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO, Final

from wonders_duel.errors import FormatError
from wonders_duel.importers.tolerance import items, mapping, optional_number
from wonders_duel.limits import Limits
from wonders_duel.serialization.strict_json import read_json
from wonders_duel.support.phrases import shown_name
from wonders_duel.text.files import write_whole

__all__ = ["ImportProgress"]

_EVERY: Final = 1.0
"""The seconds between two notes."""
_FORMAT: Final = "wonders-duel/import"


class ImportProgress:
    """The games of each file that are done, and the length of the records then.

    Args:
        out: the file of records.
        site: the site.
        resumes: whether to go on after the games that are noted; without it, nothing is done yet.

    Raises:
        FormatError: the note is damaged, or of an import of another site.
        OSError: the note cannot be read.
    """

    def __init__(self, out: str, site: str, *, resumes: bool) -> None:
        """Read the note, if there is one."""
        self._path = Path(f"{out}.import")
        self._site = site
        self._length = 0
        self.done: dict[str, int] = {}
        self.finished: set[str] = set()
        self.counts: dict[str, int] = {}
        self._noted = monotonic()
        if resumes:
            with suppress(FileNotFoundError):
                self._read(self._path.read_text(encoding="utf-8"))

    def _read(self, text: str) -> None:
        found = mapping(read_json(text, Limits(size=100_000_000)))
        if found.get("format") != _FORMAT or found.get("site") != self._site:
            name = shown_name(self._path.name)
            raise FormatError([f"{name} is not the note of an import of {self._site}"])
        self._length = optional_number(found.get("length")) or 0
        numbers = [self._length, *mapping(found.get("done")).values()]
        if any((optional_number(number) or 0) < 0 for number in numbers):
            raise FormatError([f"{shown_name(self._path.name)} is damaged: a number is negative"])
        self.done = {
            name: optional_number(games) or 0 for name, games in mapping(found.get("done")).items()
        }
        self.finished = {str(name) for name in items(found.get("finished"))}
        self.counts = {
            name: optional_number(count) or 0
            for name, count in mapping(found.get("counts")).items()
        }

    def cut(self, file: IO[bytes]) -> None:
        """Cut off what was written after the note.

        Args:
            file: the file of records.

        Raises:
            FormatError: it is shorter than it was.
        """
        if file.seek(0, os.SEEK_END) < self._length:
            message = f"the file of records is shorter than {shown_name(self._path.name)} says"
            raise FormatError([message])
        file.truncate(self._length)
        file.seek(self._length)

    def note(self, file: IO[bytes], *, now: bool = False) -> None:
        """Write the note, unless the last one is less than a second old.

        Args:
            file: the file of records.
            now: whether to write it in any case.
        """
        if not now and monotonic() < self._noted + _EVERY:
            return
        file.flush()
        os.fsync(file.fileno())
        self._length = file.tell()
        content = {
            "format": _FORMAT,
            "site": self._site,
            "length": self._length,
            "done": self.done,
            "finished": sorted(self.finished),
            "counts": self.counts,
        }
        write_whole(self._path, json.dumps(content))
        self._noted = monotonic()

    def end(self) -> None:
        """Remove the note of an import that is complete."""
        self._path.unlink(missing_ok=True)
