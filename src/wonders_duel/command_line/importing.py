"""The command ``import``: records from the logs of sites."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final

from wonders_duel.catalogues import Catalogue
from wonders_duel.command_line.cards_option import catalogue_of
from wonders_duel.command_line.output import (
    FailedError,
    expect_apart,
    expect_new,
    showable,
    write_error,
    written_to,
)
from wonders_duel.command_line.progress import Progress, progress
from wonders_duel.command_line.reading import unreadable
from wonders_duel.errors import FormatError, WrongTypeError
from wonders_duel.importers import Imported, bga, sevenee, sevenwd_io
from wonders_duel.importers.imported import ENDINGS, KINDS
from wonders_duel.importers.progress import ImportProgress
from wonders_duel.importers.reading import Format, imported_from
from wonders_duel.importers.sources import DEFAULT_LIMITS, Source, files_of
from wonders_duel.limits import Limits
from wonders_duel.records import dumps
from wonders_duel.support.phrases import counted, listed, shown_name

__all__ = ["SITES", "run_import"]

SITES: Final[dict[str, Format]] = {
    one.site: one for one in (bga.FORMAT, sevenwd_io.FORMAT, sevenee.FORMAT)
}
"""The sites by the names of the command."""

_GAMES: Final = (
    "games",
    "agree",
    "disagree",
    "lack cards",
    "unreadable",
    "refused files",
    "written",
)
"""The counts that are always printed; the last one only with a file of records."""


def run_import(options: Namespace) -> int:
    """Import logs, and print counts.

    Args:
        options: the parsed options.

    Returns:
        The exit code: 1 if a file or a game could not be read.
    """
    out: str | None = options.out
    if out is None and (options.resume or options.force):
        raise WrongTypeError("--resume and --force are only valid with --out FILE")
    inputs = [str(path) for name in options.files if name != "-" for path in files_of(name)]
    if not inputs and "-" not in options.files:
        folders = ", ".join(map(shown_name, options.files))
        raise FailedError(f"there are no files in {folders}; expected the logs of games")
    expect_apart({"--out": out}, [] if options.resume else inputs)
    expect_new(out, force=options.force or options.resume)
    catalogue = catalogue_of(options)
    with ExitStack() as stack:
        noted = file = None
        if out is not None:
            with written_to(out):
                noted = ImportProgress(out, options.site, resumes=options.resume)
                file = stack.enter_context(Path(out).open("r+b" if Path(out).exists() else "w+b"))
                noted.cut(file)
        code = _Import(options, catalogue, noted, file).run()
    if out is not None:
        with written_to(out):
            # A file without a record would only be in the way of the next import.
            if not Path(out).stat().st_size:
                Path(out).unlink()
    return code


class _Import:
    """One run of the command."""

    def __init__(
        self,
        options: Namespace,
        catalogue: Catalogue | None,
        noted: ImportProgress | None,
        file: IO[bytes] | None,
    ) -> None:
        self._options = options
        self._form = SITES[options.site]
        self._catalogue = catalogue
        self._noted = noted
        self._file = file
        self._counts = Counter({} if noted is None else noted.counts)
        self._left_out = 0
        self._lacking: set[str] = set()
        out = options.out
        self._own = set() if out is None else {Path(out).resolve(), Path(f"{out}.import").resolve()}

    def run(self) -> int:
        """Import all files, and print the counts."""
        with progress("games", None) as shown_progress:
            for name, source in self._sources():
                if self._noted is not None and name in self._noted.finished:
                    continue
                self._import(name, source, shown_progress)
        if self._noted is not None and self._file is not None:
            with written_to(self._options.out):
                self._file.flush()
                self._noted.end()
        self._print()
        if self._left_out:
            one = self._left_out == 1
            number = counted(self._left_out, "game")
            lacking = listed(sorted(self._lacking))
            if self._file is None:
                said = f"{number} {'stops' if one else 'stop'} early"
            else:
                said = f"{number} {'is' if one else 'are'} not written"
            message = f"{said}, because the catalogue lacks {lacking}"
            write_error(f"wonders-duel: {message}; pass one that has them with --catalogue\n")
        return int(self._counts["unreadable"] + self._counts["refused files"] > 0)

    def _sources(self) -> Iterator[tuple[str, Source]]:
        """Yield the files, those of folders one by one."""
        for name in self._options.files:
            if name == "-":
                if sys.stdin is not None:
                    yield "standard input", getattr(sys.stdin, "buffer", sys.stdin)
                continue
            for path in files_of(name):
                if path.resolve() not in self._own:
                    yield str(path), path

    def _import(self, name: str, source: Source, shown_progress: Progress) -> None:
        """Import the games of a file."""
        done = 0 if self._noted is None else self._noted.done.get(name, 0)
        try:
            limits = Limits(size=self._options.size, depth=DEFAULT_LIMITS.depth)
            found = imported_from(
                source, self._form, self._catalogue, limits, skipped=done, name=name
            )
            for imported in found:
                done += 1
                self._add(imported)
                shown_progress.show(self._counts["games"])
                self._note(name, done)
        except BrokenPipeError:
            raise  # nobody reads the report any more
        except OSError as error:
            self._fail(str(unreadable(name, error)))
            return  # it is tried again when the import resumes
        except FormatError as error:
            self._fail("; ".join(error.problems))
        self._note(name, done, is_finished=True)

    def _note(self, name: str, done: int, *, is_finished: bool = False) -> None:
        """Note how far the import is."""
        if self._noted is None or self._file is None:
            return
        if is_finished:
            self._noted.done.pop(name, None)
            self._noted.finished.add(name)
        else:
            self._noted.done[name] = done
        self._noted.counts = dict(self._counts)
        with written_to(self._options.out):
            self._noted.note(self._file)

    def _add(self, imported: Imported) -> None:
        """Count a game, and write its record."""
        counts = self._counts
        counts["games"] += 1
        if imported.missing:
            counts["lack cards"] += 1
        if imported.fault:
            if not imported.missing:
                counts["unreadable"] += 1
            write_error(f"{imported.source}: {imported.fault}\n")
        if imported.record is not None:
            counts["disagree" if imported.disagreements else "agree"] += 1
            counts[imported.ending] += 1
        kinds = Counter(one.kind for one in imported.disagreements)
        for kind, number in kinds.items():
            counts[f"{kind} in games"] += 1
            counts[f"{kind} in all"] += number
        if self._options.report:
            for one in imported.disagreements:
                print(showable(f"{imported.source}: {one}"))
            for card in imported.missing:
                print(showable(f"{imported.source}: lacks {card}"))
        self._write(imported)

    def _write(self, imported: Imported) -> None:
        """Write a record, unless its cards are not those that a reader of the file has."""
        record = imported.record
        if record is None:
            return
        if imported.missing:
            self._left_out += 1
            self._lacking |= {*imported.missing}
            return
        if self._file is None:
            return
        with written_to(self._options.out):
            self._file.write(dumps(record).encode())
        self._counts["written"] += 1

    def _fail(self, message: str) -> None:
        self._counts["refused files"] += 1
        write_error(f"wonders-duel: {message}\n")

    def _print(self) -> None:
        """Print the counts."""
        counts = self._counts
        shown_rows = _GAMES if self._file is not None else _GAMES[:-1]
        for name in shown_rows:
            print(f"{name:14}{counts[name]:>9,}")
        if not self._options.report:
            return
        print()
        for name in ENDINGS:
            print(f"{name:14}{counts[name]:>9,}")
        print(f"\n{'disagreements':14}{'games':>9}{'in all':>9}")
        for kind in KINDS:
            games, every = counts[f"{kind} in games"], counts[f"{kind} in all"]
            print(f"{kind:14}{games:>9,}{every:>9,}")
