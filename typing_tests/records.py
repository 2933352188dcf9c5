"""Games as records: reading, writing, replaying, and checking files."""

from __future__ import annotations

from collections.abc import Iterator
from csv import DictWriter
from gzip import GzipFile
from pathlib import Path
from typing import assert_type
from zipfile import ZipFile

from wonders_duel import (
    ChanceOutcome,
    Deal,
    Fault,
    FormatError,
    Game,
    LimitError,
    Limits,
    Move,
    Participant,
    Player,
    Record,
    RecordError,
    Resignation,
    Result,
    State,
    Step,
    Tags,
    Turn,
    Victory,
    WondersDuelError,
)
from wonders_duel import records as files
from wonders_duel.render.narration import Narrator
from wonders_duel.validation import Finding, validate

game = Game(seed=1)
record = game.record()
assert_type(record.start, State)
assert_type(record.deal, Deal | None)
assert_type(record.setup, tuple[ChanceOutcome, ...])
assert_type(record.turns, tuple[Turn, ...])
assert_type(record.result, Result | Resignation | None)
assert_type(record.players, tuple[Participant, Participant])
assert_type(record.tags, Tags)
assert_type(record.replay(), Iterator[Step])
assert_type(record.check(), State)
assert_type(record.game(), Game)
assert_type(record.without_deal(), Record)
assert_type(record.summary(), dict[str, str | int | float | None])
assert_type(game.summary(), files.Row)
rows: list[files.Row] = [one.summary() for one in files.read("games.txt")]
with Path("games.csv").open("w", encoding="utf-8", newline="") as table:
    writer = DictWriter(table, files.COLUMNS)
    assert_type(writer, DictWriter[str])
    writer.writerows(rows)
for turn in record.turns:
    assert_type(turn.move, Move)
    assert_type(turn.player, Player | None)
    assert_type(turn.outcomes, tuple[ChanceOutcome, ...])
    assert_type(turn.comment, str | None)
    assert_type(turn.clock, int | None)
match record.result:
    case Result(victory=victory):
        assert_type(victory, Victory)
    case Resignation(player):
        assert_type(player, Player)
        assert_type(record.result.share(player), float)
    case None:
        pass

by_hand = Record(
    start=State.start(),
    turns=[Turn(game.legal_moves[0], player="one", comment="well")],
    result=Resignation("two"),
    players=["first", Participant("second")],
    tags={"event": "a friendly game"},
)
assert_type(Record.from_text(by_hand.to_text(), limits=Limits(moves=200)), Record)
assert_type(Record.from_json(by_hand.to_json(indent=1).encode()), Record)

by_hand.save("game.json")
files.save(by_hand, Path("game.txt"))
assert_type(files.dumps(record, "json", indent=2), str)
assert_type(files.loads(b"..."), Record)
with Path("games.txt").open("w", encoding="utf-8") as out:
    files.dump(record, out, form="text")
with Path("games.txt").open("rb") as file:
    assert_type(files.load(file), Record)
with GzipFile("games.txt.gz") as packed, ZipFile("games.zip") as several:
    assert_type(files.read(packed), Iterator[Record])
    with several.open("game.txt") as one:
        assert_type(files.load(one), Record)
assert_type(files.read("games.txt"), Iterator[Record])

assert_type(Narrator(("first", "second")).record(record, to=12), Iterator[str])

for finding in validate(Path("games.txt")):
    assert_type(finding, Finding)
    assert_type(finding.line, int)
    assert_type(finding.kind, str)
    assert_type(finding.faults, tuple[str, ...])

try:
    record.check()
except FormatError as error:
    assert_type(error.faults, tuple[Fault, ...])
    assert_type(error.problems, tuple[str, ...])
    assert_type(error.faults[0].start, int | None)
except (LimitError, RecordError, WondersDuelError) as error:
    print(error)

form: files.Form = "json"
assert_type(files.dumps(record, form), str)
