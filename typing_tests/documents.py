"""JSON: documents are read as the requested type."""

from __future__ import annotations

import json
from gzip import GzipFile
from pathlib import Path
from typing import assert_type

from wonders_duel import (
    Catalogue,
    ChanceOutcome,
    Deal,
    Game,
    Limits,
    Move,
    Options,
    PaymentPlan,
    Record,
    Result,
    Rules,
    Score,
    State,
    Step,
    TakeToken,
    catalogue,
    serialization,
)
from wonders_duel.events import Event, Paid
from wonders_duel.languages import language
from wonders_duel.reasons import TooExpensive
from wonders_duel.serialization import FORMATS, Document, Json, schema

game = Game(seed=1)
text = serialization.dumps(game.state, indent=2)
assert_type(text, str)

# The result has the requested class or union; without a request it can be anything.
assert_type(serialization.loads(text, State), State)
assert_type(serialization.loads(text, Deal), Deal)
assert_type(serialization.loads(text, Record), Record)
assert_type(serialization.loads(text, Rules), Rules)
assert_type(serialization.loads(text, Score), Score)
assert_type(serialization.loads(text, Result), Result)
assert_type(serialization.loads(text, PaymentPlan), PaymentPlan)
assert_type(serialization.loads(text, TakeToken), TakeToken)
assert_type(serialization.loads(text, Step), Step)
assert_type(serialization.loads(text, Paid), Paid)
assert_type(serialization.loads(text, Event), Event)
assert_type(serialization.loads(text), Document)
assert_type(serialization.loads(text, Move), Move)
assert_type(serialization.loads(text, ChanceOutcome), ChanceOutcome)
assert_type(serialization.loads(text, Result | Score), Result | Score)
assert_type(serialization.loads(text, Document), Document)
assert_type(game.play(serialization.loads(text, Move)), State)
assert_type(game.resolve(serialization.loads(text, kind=ChanceOutcome)), State)
assert_type(serialization.from_document(json.loads(text), State), State)
assert_type(serialization.from_document(json.loads(text), Move), Move)
assert_type(serialization.from_document(json.loads(text), ChanceOutcome), ChanceOutcome)
assert_type(serialization.from_document({"format": "wonders-duel/state"}), Document)
with Path("state.json").open("rb") as file:
    assert_type(serialization.load(file, State, limits=Limits(depth=8)), State)
    assert_type(serialization.load(file, Move), Move)
    assert_type(serialization.load(file, ChanceOutcome), ChanceOutcome)
    assert_type(serialization.load(file), Document)
with GzipFile("state.json.gz") as packed:
    assert_type(serialization.load(packed, State), State)
    assert_type(serialization.load(packed), Document)


def read_as(kind: type[State]) -> State:
    """Read a document as a class that is held in a variable."""
    return serialization.loads(text, kind)


with Path("state.json").open("w", encoding="utf-8") as out:
    serialization.dump(game.score(), out)

read = serialization.loads(text)
if isinstance(read, State):
    assert_type(read.pawn, int)

assert_type(serialization.loads(text, Options), Options)
assert_type(serialization.loads(text, Catalogue, catalogue=catalogue), Catalogue)
assert_type(serialization.loads(text, TooExpensive), TooExpensive)
assert_type(serialization.to_document(catalogue, language="fr"), dict[str, Json])
assert_type(serialization.dumps(catalogue, language=language("fi"), indent=1), str)
reasons: list[Document] = [*game.why_not("build palace"), game.options(), catalogue]
assert_type(catalogue.moves.digest, str)

document = serialization.to_document(game.state)
assert_type(document, dict[str, Json])
value = document["pawn"]
assert_type(value, Json)
if isinstance(value, int):
    assert_type(value + 1, int)
assert_type(schema("move"), dict[str, Json])
assert_type(FORMATS, tuple[str, ...])

outcomes: list[ChanceOutcome] = [*game.setup]
every: list[Document] = [game.state, *game.legal_moves, game.score(), *outcomes, game.record()]
for step in game.history:
    every += [step, *step.events]
for thing in every:
    assert_type(serialization.kind_of(thing), str)
    assert_type(json.dumps(serialization.to_document(thing)), str)
