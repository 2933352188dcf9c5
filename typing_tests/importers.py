"""Importers: the games of logs, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from gzip import GzipFile
from pathlib import Path
from typing import assert_never, assert_type

from wonders_duel import Game, Limits, Record
from wonders_duel.importers import Disagreement, Imported, bga, sevenee, sevenwd_io

assert_type(sevenwd_io.read("games"), Iterator[Imported])
assert_type(sevenee.loads(b"{}", limits=Limits(depth=8)), Iterator[Imported])
assert_type(bga.dumps(Game(seed=1).record()), str)
with Path("log.json").open("rb") as file, Path("log.json").open(encoding="utf-8") as text:
    bga.read(file)
    bga.read(text)
with GzipFile("log.json.gz") as packed:
    bga.read(packed)

# Documents, as json.loads or a program makes them.
sevenwd_io.read({"moves": []})
sevenwd_io.read([{"move": {"id": 1}}])
sevenwd_io.read(({"move": {"id": 1}},))


def told(imported: Imported) -> str:
    """Match every ending, and every kind of disagreement."""
    assert_type(imported.record, Record | None)
    assert_type(imported.disagreements, tuple[Disagreement, ...])
    for one in imported.disagreements:
        match one.kind:
            case "move" | "player" | "structure" | "price" | "coins":
                pass
            case "pawn" | "score" | "points" | "result":
                pass
            case _:
                assert_never(one.kind)
    match imported.ending:
        case "finished" | "resigned":
            return "over"
        case "unfinished" | "stopped":
            return imported.fault
        case _:
            assert_never(imported.ending)
