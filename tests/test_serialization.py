"""JSON documents: round trips, schemas, and faults with their path."""

from __future__ import annotations

import copy
import json
import sys
import time
import tracemalloc
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any, get_args

import attrs
import pytest
from cattrs.errors import ForbiddenExtraKeysError
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.amounts import examples
from tests.builders import EXTENDED
from tests.played import FINISHED, play
from tests.wording import Wording
from tools import goldens
from tools.digest import states as states_of_a_game
from wonders_duel import (
    Age,
    CardRevealed,
    Catalogue,
    CatalogueError,
    ChanceOutcome,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    FormatError,
    Game,
    LimitError,
    Limits,
    Move,
    PaymentPlan,
    Player,
    Record,
    RecordError,
    Result,
    Rules,
    Score,
    State,
    TokensDealt,
    TokensDrawn,
    Turn,
    WrongTypeError,
    catalogue,
    serialization,
)
from wonders_duel.engine.moves import BaseMove
from wonders_duel.events import AgeOver, Event, Gained
from wonders_duel.limits import MOST_FAULTS
from wonders_duel.serialization import versions
from wonders_duel.serialization.converter import converter_for
from wonders_duel.serialization.layout import SHAPES
from wonders_duel.serialization.strict_json import read_json
from wonders_duel.testing import deals, moves, records, rules, states

VALIDATORS = {
    name: Draft202012Validator(serialization.schema(name)) for name in serialization.FORMATS
}
DOCUMENTS = {
    **{name: serialization.to_document(thing) for name, thing in goldens.documents().items()},
    **{f"record-{name}": serialization.to_document(one) for name, one in goldens.records().items()},
}
STATE = DOCUMENTS["state"]
EVENTS: Any = DOCUMENTS["step"]["events"]
OVER = serialization.to_document(FINISHED.check())
del OVER["format"], OVER["version"]


def comes_back(thing: serialization.Document, cards: Any = None) -> None:
    """Check that an object matches its schema and survives a round trip."""
    document = serialization.to_document(thing, cards)
    text = serialization.dumps(thing, catalogue=cards)

    assert document == json.loads(text)
    assert thing == serialization.loads(text, catalogue=cards)
    assert thing == serialization.loads(text.encode(), type(thing), catalogue=cards)
    assert thing == serialization.from_document(document, catalogue=cards)
    name = str(document["format"]).removeprefix("wonders-duel/")
    VALIDATORS[name].validate(document)


@examples(80)
@given(states())
def test_states_survive_a_round_trip(state: State) -> None:
    """States survive a round trip, with scores, results, chance nodes, prices and options."""
    comes_back(state)
    comes_back(state.options())
    comes_back(state.score())
    if state.result is not None:
        comes_back(state.result)
    if state.chance is not None:
        comes_back(state.chance.sample(Random(1)))
    for move in state.legal_moves:
        plan = state.payment(move)
        if plan is not None:
            comes_back(plan)


@examples(100)
@given(moves(), rules(), deals())
def test_moves_rules_and_deals_survive_a_round_trip(move: Any, options: Rules, deal: Deal) -> None:
    """Moves, rules and deals survive a round trip, and a move is the same object."""
    comes_back(move)
    comes_back(options)
    comes_back(deal)
    assert serialization.loads(serialization.dumps(move)) is move


@examples(45)
@given(records())
def test_records_survive_a_round_trip(record: Record) -> None:
    """Records of every kind survive a round trip."""
    comes_back(record)


@pytest.mark.parametrize("cards", [catalogue, EXTENDED], ids=["base game", "own cards"])
def test_steps_and_events_survive_a_round_trip(cards: Catalogue) -> None:
    """Steps of some games, annotations included, and events of every kind survive a round trip."""
    events: dict[type[Event], Event] = {}
    for seed in range(2):
        steps = play(seed, 200, catalogue=cards).history
        comes_back(attrs.evolve(steps[-1], comment="so it ends\nat last", clock=1_500), cards)
        for step in steps[seed::4]:
            comes_back(step, cards)
        events |= {type(event): event for step in steps for event in step.events}
    for event in events.values():
        comes_back(event, cards)

    assert len(events) > 15


def test_a_waiting_step_survives_a_round_trip() -> None:
    """A step that waits for chance survives a round trip with its events and outcomes so far."""
    step = next(step for step in play(2015, 60).history if len(step.outcomes) > 1)
    state = step.before.apply(step.move)
    waits = attrs.evolve(step, outcomes=(), after=state)

    assert waits.events == step.events[: len(waits.events)]
    comes_back(waits)
    assert serialization.to_document(waits)["outcomes"] == []


def test_an_outcome_of_chance_keeps_its_format(wording: Wording) -> None:
    """A chance outcome is an event with the same format, and both are read as events."""
    outcome = serialization.dumps(TokensDrawn(catalogue.token_list[:3]))
    over = serialization.dumps(AgeOver(Age.I))

    assert serialization.kind_of(serialization.loads(outcome)) == "outcome"
    assert serialization.kind_of(serialization.loads(over)) == "event"
    assert serialization.loads(over, Event) == AgeOver(Age.I)
    assert serialization.loads(outcome, Event) == TokensDrawn(catalogue.token_list[:3])
    with wording.raises(FormatError):
        serialization.loads(over, ChanceOutcome)
    # The schema of an event has no chance outcomes, that of a step has both.
    tags = {one["properties"]["type"]["const"] for one in serialization.schema("event")["oneOf"]}  # type: ignore[index,union-attr,call-overload]
    assert tags == {SHAPES[one].tag for one in get_args(Event)} - {
        SHAPES[one].tag for one in get_args(ChanceOutcome)
    }
    assert VALIDATORS["step"].is_valid(DOCUMENTS["step"])


def test_every_move_survives_a_round_trip() -> None:
    """Every move of both codecs survives a round trip."""
    for cards in (catalogue, EXTENDED):
        for move in cards.moves:
            document = serialization.to_document(move)
            assert serialization.from_document(document, catalogue=cards) is move


def test_the_order_of_keys_is_irrelevant() -> None:
    """The order of keys is irrelevant, also for moves, which have their own parser."""
    for move in catalogue.moves[::50]:
        document = serialization.to_document(move)
        turned = dict(reversed(document.items()))
        assert list(turned) != list(document)
        assert serialization.from_document(turned) is move
    for document in DOCUMENTS.values():
        turned = dict(reversed(document.items()))
        assert serialization.from_document(turned) == serialization.from_document(document)


def test_documents_of_a_custom_catalogue(wording: Wording) -> None:
    """Documents of a custom catalogue have its name and digest, and are read with it."""
    game = play(12, 60, catalogue=EXTENDED)
    for thing in (game.state, game.deal, game.record(), game.history[0].move, game.history[-1]):
        assert thing is not None
        document = serialization.to_document(thing)
        assert document["catalogue"] == {"name": "Towers & more", "digest": EXTENDED.digest}
        comes_back(thing, EXTENDED)
        with wording.raises(FormatError):
            serialization.from_document(document)
        del document["catalogue"]
        with wording.raises(FormatError):
            serialization.from_document(document, catalogue=EXTENDED)
    comes_back(TokensDrawn([EXTENDED.tokens["banking"]]), EXTENDED)
    comes_back(Gained(Player.ONE, 9, EXTENDED.buildings["bank"]), EXTENDED)


@pytest.mark.parametrize(
    ("thing", "cards"),
    [
        (CardRevealed(3, EXTENDED.buildings["bank"]), None),
        (
            CardRevealed(3, EXTENDED.buildings["bank"]),
            catalogue.edited("no walls", remove=["walls"]),
        ),
        (TokensDrawn([EXTENDED.tokens["banking"]]), None),
        (TokensDealt([EXTENDED.tokens["banking"], *catalogue.token_list[:4]]), None),
        (Gained(Player.ONE, 9, EXTENDED.buildings["bank"]), None),
    ],
    ids=["a building", "another catalogue", "a set", "a tuple", "a card of any kind"],
)
def test_a_card_of_another_catalogue_is_not_written(
    thing: Any, cards: Catalogue | None, wording: Wording
) -> None:
    """Nobody could read the document, so the error says at once what is missing."""
    with wording.raises(CatalogueError):
        serialization.dumps(thing, catalogue=cards)


@pytest.mark.slow
def test_every_plan_of_some_games_survives_a_round_trip() -> None:
    """Plans with production, rebates, fixed prices, chains and Economy survive a round trip."""
    seen = set()
    for seed in range(12):
        for state in states_of_a_game(seed):
            player = state.to_move
            if player is None or not state.accessible:
                continue
            under = state.accessible[0]
            tried: list[Move] = [ConstructBuilding(one) for one in state.accessible]
            tried += [ConstructWonder(one, under) for one in state.cities[player].unbuilt]
            for move in tried:
                plan = state.payment(move)
                assert plan is not None
                seen |= {type(line).__name__ for line in plan.lines}
                seen |= {"free"} if plan.free_by else set()
                seen |= (
                    {"fixed"}
                    if any(getattr(one, "fixed_by", None) for one in plan.lines)
                    else set()
                )
                comes_back(plan)

    assert seen == {"Produced", "Rebated", "Bought", "free", "fixed"}


# -- golden files, versions, schemas --------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(path.name for path in goldens.FOLDER.iterdir()))
def test_documents_match_the_golden_files(name: str) -> None:
    """Documents match the golden files; ``python -m tools.goldens`` rewrites them for review."""
    assert goldens.files()[name] == (goldens.FOLDER / name).read_text(encoding="utf-8")
    assert sorted(goldens.files()) == sorted(path.name for path in goldens.FOLDER.iterdir())


@pytest.mark.parametrize("name", sorted(goldens.schemas()))
def test_the_schemas_match_the_classes(name: str) -> None:
    """The shipped schemas are generated from the classes and are valid."""
    shipped = (goldens.SCHEMAS / name).read_text(encoding="utf-8")

    is_same = goldens.schemas()[name] == shipped
    assert is_same, "python -m tools.goldens brings the schemas up to date"
    Draft202012Validator.check_schema(json.loads(shipped))


def _parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Return a schema and all schemas of values in it."""
    yield schema
    named = (*schema.get("properties", {}).values(), *schema.get("$defs", {}).values())
    others = (schema.get(key) for key in ("items", "additionalProperties"))
    for one in (*named, *schema.get("oneOf", ()), *others):
        if isinstance(one, dict):
            yield from _parts(one)


@pytest.mark.parametrize("name", serialization.FORMATS)
def test_strict_validators_accept_the_schemas(name: str) -> None:
    """Each bound is in the schema of its type, and a value has one type, as ajv requires if it is strict."""
    bounds = {
        "integer": {"minimum", "maximum"},
        "number": {"minimum", "maximum"},
        "string": {"pattern", "minLength", "maxLength"},
        "array": {"items", "minItems", "maxItems", "uniqueItems"},
        "object": {"properties", "required", "additionalProperties", "propertyNames", "maxProperties"},
    }  # fmt: skip
    known = {
        "type",
        "oneOf",
        "enum",
        "const",
        "description",
        "title",
        "$ref",
        "$defs",
        "$id",
        "$schema",
    }

    whole: Any = serialization.schema(name)
    for part in _parts(whole):
        assert part.keys() <= known | bounds.get(part.get("type", ""), set()), part


OLD = sorted((Path(__file__).parent / "golden" / "documents").glob("v*/*.json"))


def _without_sentences(document: Any) -> Any:
    """Return a document without the sentences of its cards and tokens."""
    if isinstance(document, dict):
        kept = {key: one for key, one in document.items() if key != "sentences"}
        return {key: _without_sentences(one) for key, one in kept.items()}
    if isinstance(document, list):
        return [_without_sentences(one) for one in document]
    return document


@pytest.mark.parametrize("path", OLD, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_documents_of_every_version_stay_readable(path: Path) -> None:
    """Stored documents of every version can be read, and records replay to their result."""
    thing = serialization.loads(path.read_bytes())
    document = json.loads(path.read_bytes())

    assert f"v{document['version']}" == path.parent.name
    if isinstance(thing, Record):
        thing.check()
    again = serialization.to_document(thing)
    if isinstance(thing, Catalogue):  # its sentences may be reworded
        document, again = _without_sentences(document), _without_sentences(again)
    if document["version"] == versions.CURRENT[document["format"].removeprefix("wonders-duel/")]:
        assert document == again


def test_there_is_a_stored_document_of_every_format() -> None:
    """Every format has a stored document of each of its versions."""
    stored = {(path.parent.name, json.loads(path.read_bytes())["format"]) for path in OLD}
    due = {
        (f"v{version}", f"wonders-duel/{name}")
        for name, current in versions.CURRENT.items()
        for version in range(1, current + 1)
    }

    assert due == stored


def test_an_older_version_is_upgraded(monkeypatch: pytest.MonkeyPatch) -> None:
    """An older version is upgraded step by step through ``UPGRADES``."""

    def renamed(document: dict[str, Any]) -> dict[str, Any]:
        made = {**document, "first_player": document["starter"]}
        del made["starter"]
        return made

    def mirrored(document: dict[str, Any]) -> dict[str, Any]:
        return {**document, "pawn": -document["pawn"]}

    monkeypatch.setitem(versions.CURRENT, "state", 3)
    monkeypatch.setitem(versions.UPGRADES, ("state", 1), renamed)
    monkeypatch.setitem(versions.UPGRADES, ("state", 2), mirrored)
    old = copy.deepcopy(STATE)
    old["starter"] = old.pop("first_player")
    old["pawn"] = 2
    kept = copy.deepcopy(old)
    state = serialization.from_document(old, State)

    assert state.pawn == -2
    assert old == kept
    assert serialization.to_document(state)["version"] == 3


# -- faults ---------------------------------------------------------------------------------------


def put(document: Any, path: str | int, value: object) -> Any:
    """Return a document with the value at a path such as ``cities.0.coins`` replaced.

    ``...`` removes the value.
    """
    made = copy.deepcopy(document)
    *steps, last = [path] if isinstance(path, int) else path.split(".")
    place = made
    for step in steps:
        place = place[int(step) if isinstance(place, list) else step]
    key: Any = int(last) if isinstance(place, list) else last
    if value is ...:
        del place[key]
    else:
        place[key] = value
    return made


FAULTS = [
    ("state", "pawn", "3", "$.pawn"),
    ("state", "pawn", True, "$.pawn"),
    ("state", "pawn", 1.5, "$.pawn"),
    ("state", "pawn", None, "$.pawn"),
    ("state", "pawn", 12, "$.pawn"),
    ("state", "pawn", ..., "$.pawn"),
    ("state", "paw n", 1, "$['paw n']"),
    ("state", "phase", "TURN", "$.phase"),
    ("state", "phase", "deal-age", "$.phase"),
    ("state", "phase", ["turn"], "$.phase"),
    ("state", "turn_of", "three", "$.turn_of"),
    ("state", "turn_of", 0, "$.turn_of"),
    ("state", "turn_of", None, "$.turn_of"),
    ("state", "extra_turn", 0, "$.extra_turn"),
    ("state", "age", "I", "$.age"),
    ("state", "age", True, "$.age"),
    ("state", "rules", "draft", "$.rules"),
    ("state", "rules.reveal_timing", "never", "$.rules.reveal_timing"),
    ("state", "structure", {}, "$.structure"),
    ("state", "structure", "baths", "$.structure"),
    ("state", "structure", [{}] * 400, "$.structure"),
    ("state", "structure.3", {"type": "gone"}, "$.structure[3].type"),
    ("state", "structure.3", {}, "$.structure[3].type"),
    ("state", "structure.3", {"type": "empty", "why": 1}, "$.structure[3].why"),
    ("state", "structure.3", {"type": "face-up"}, "$.structure[3].building"),
    ("state", "structure.3", {"type": "face-up", "building": "senate"}, "$.structure[3]"),
    ("state", "structure.3", {"type": "face-up", "building": 5}, "$.structure[3].building"),
    ("state", "structure.3", {"type": "face-up", "building": "Baths"}, "$.structure[3].building"),
    ("state", "structure.3", None, "$.structure[3]"),
    ("state", "cities", [], "$.cities"),
    ("state", "cities.1", "Rome", "$.cities[1]"),
    ("state", "cities.1.coins", -1, "$.cities[1].coins"),
    ("state", "cities.0.unbuilt.0", "the-spinx", "$.cities[0].unbuilt[0]"),
    ("state", "cities.0.tokens", ["law", "law"], "$.cities[0].tokens[1]"),
    ("state", "cities.0.built", [{"wonder": "the-sphinx", "card": "baths"}] * 2, "$.cities[0].built"),
    ("options", "options", {}, "$.options"),
    ("options", "options.0.slot", "14", "$.options[0].slot"),
    ("options", "options.0.slot", ..., "$.options[0].slot"),
    ("options", "options.0.move", None, "$.options[0].move"),
    ("options", "options.0.move.building", "bathes", "$.options[0].move.building"),
    ("options", "options.0.payment.total", 99, "$.options[0].payment.total"),
    ("options", "options.0.is_legal", True, "$.options[0].is_legal"),
    ("options", "options.0.reasons", [{"type": "too-dear"}], "$.options[0].reasons[0].type"),
    ("options", "options.0.reasons", [{"type": "too-expensive", "price": 9, "coins": 7, "short": 3}], "$.options[0].reasons[0].short"),
    ("reason-covered", "by", [10, "eleven"], "$.by[1]"),
    ("reason-covered", "type", "under", "$.type"),
    ("reason-covered", "building", "law", "$.building"),
    ("reason-facedown", "suggestion", ..., "$.suggestion"),
    ("reason-notoffered", "card", {"type": "building", "id": "baths"}, "$.card.type"),
    ("reason-notoffered", "offered.1.id", "lwa", "$.offered[1].id"),
    ("reason-tooexpensive", "short", ..., "$.short"),
    ("reason-wrongphase", "needed.0", "dinner", "$.needed[0]"),
    ("catalogue", "digest", "0" * 16, "$.digest"),
    ("catalogue", "name", "other", "$.digest"),
    ("catalogue", "catalogue", {"name": "x", "digest": "y"}, "$.catalogue"),
    ("catalogue", "buildings.3.cost", {"coins": 1}, "$.buildings[3].cost.clay"),
    ("catalogue", "buildings.3.cost.wood", "1", "$.buildings[3].cost.wood"),
    ("catalogue", "buildings.3.colour", "teal", "$.buildings[3].colour"),
    ("catalogue", "buildings.3.effects.0.type", "bless", "$.buildings[3].effects[0].type"),
    ("catalogue", "buildings.3.effects.0.units", ..., "$.buildings[3].effects[0].units"),
    ("catalogue", "buildings.3.sentences", ["so", 5], "$.buildings[3].sentences[1]"),
    ("catalogue", "structures.0.slots.2.face_up", 0, "$.structures[0].slots[2].face_up"),
    ("catalogue", "words.colour", "blue", "$.words.colour"),
    ("catalogue", "words.colour.blue", 3, "$.words.colour.blue"),
    ("catalogue", "terms.civilian (blue)", None, "$.terms['civilian (blue)']"),
    ("state", "military_tokens", [[2]], "$.military_tokens"),
    ("state", "military_tokens.1", [3], "$.military_tokens[1][0]"),
    ("state", "pending", [{"phase": "destroy"}], "$.pending[0]"),
    ("state", "pending", [{"phase": "turn"}], "$.pending[0]"),
    ("state", "offered_wonders", ["the-sphinx"], "$.offered_wonders"),
    ("state", "offered_tokens", ["law"], "$.offered_tokens"),
    ("state", "format", "wonders-duel/stat", "$.format"),
    ("state", "format", 5, "$.format"),
    ("state", "format", ..., "$.format"),
    ("state", "version", ..., "$.version"),
    ("state", "version", 99, "$.version"),
    ("state", "version", "1", "$.version"),
    ("state", "catalogue", None, "$.catalogue"),
    ("state", "catalogue", {"name": "x", "digest": "a" * 10_000}, "$.catalogue"),
    ("state", "pawn", 10**5_000, "$.pawn"),
    ("state", "version", 10**5_000, "$.version"),
    ("state", 5, 5, "$"),
    ("record-finished", "tags", {1: "x"}, "$.tags['1']"),
    ("score", "one.total", True, "$.one.total"),
    ("record-finished", "result.totals", [1, 2, 3], "$.result.totals"),
    ("state", "catalogue", {"name": "x"}, "$.catalogue"),
    ("state", "catalogue", {"name": "x", "digest": "y"}, "$.catalogue"),
    ("move-build", "type", "make", "$.type"),
    ("move-build", "type", ..., "$.type"),
    ("move-build", "type", {}, "$.type"),
    ("move-build", "building", "the-sphinx", "$.building"),
    ("move-build", "wonder", "the-sphinx", "$.wonder"),
    ("move-build", "building", [], "$.building"),
    ("payment", "total", 11, "$.total"),
    ("payment", "total", ..., "$.total"),
    ("payment", "lines.0.price", None, "$.lines[0].price"),
    ("payment", "lines.0.fixed_by", {"type": "law"}, "$.lines[0].fixed_by"),
    ("payment", "lines.0.fixed_by", {"type": "law", "id": "law"}, "$.lines[0].fixed_by.type"),
    ("payment", "lines.0.fixed_by", {"type": "token", "id": "lore"}, "$.lines[0].fixed_by.id"),
    ("payment", "card", {"type": "token", "id": "law"}, "$.card.type"),
    ("score", "one.blue", ..., "$.one.blue"),
    ("score", "one.total", 0, "$.one.total"),
    ("result", "victory", "luck", "$.victory"),
    ("result", "by_blue", ..., "$.by_blue"),
    ("payment", "total", 10.5, "$.total"),
    ("result", "totals", [1], "$.totals"),
    ("outcome-cardrevealed", "slot", "3", "$.slot"),
    ("outcome-tokensdealt", "tokens", ["law", "law"], "$.tokens"),
    ("outcome-agedealt", "slots.0", {"type": "empty"}, "$.slots[0].type"),
    ("deal", "ages.0.3", "senate", "$"),
    ("deal", "draft", [[], []], "$"),
    ("rules", "wonder_setup", "second-game", "$.wonder_setup"),
    ("rules", "colour", "blue", "$.colour"),
    ("record-finished", "players", [], "$.players"),
    ("record-finished", "players.0.name", 5, "$.players[0].name"),
    ("record-finished", "players.0.name", "a\x00", "$.players[0].name"),
    ("record-finished", "players.0.name", "a\u2029", "$.players[0].name"),
    ("record-finished", "players.0.name", "a\u202e", "$.players[0].name"),
    ("record-finished", "tags.event", "a\u2067", "$.tags.event"),
    ("record-finished", "turns.5.comment", "a\u2066", "$.turns[5].comment"),
    ("record-finished", "tags", [], "$.tags"),
    ("record-finished", "tags.Event", "x", "$.tags.Event"),
    ("record-finished", "tags.event", 5, "$.tags.event"),
    ("record-finished", "start.type", "old-game", "$.start.type"),
    ("record-finished", "start.rules", ..., "$.start.rules"),
    ("record-from-a-position", "start.state.pawn", 10, "$.start.state.pawn"),
    ("record-finished", "deal.great_library", [], "$.deal"),
    ("record-finished", "turns.5", {}, "$.turns[5].move"),
    ("record-finished", "turns.5.move.type", "x", "$.turns[5].move.type"),
    ("record-finished", "turns.5.clock", -1, "$.turns[5].clock"),
    ("record-finished", "turns.5.comment", "\ud800", "$.turns[5].comment"),
    ("record-finished", "turns.9.outcomes", [{"type": "card-revealed", "slot": 1}], "$.turns[9].outcomes[0].building"),
    ("record-finished", "result", {"type": "luck"}, "$.result.type"),
    ("record-finished", "result", "one", "$.result"),
    ("step", "move", ..., "$.move"),
    ("step", "before", ..., "$.before"),
    ("step", "before.pawn", 12, "$.before.pawn"),
    ("step", "after.pawn", "x", "$.after.pawn"),
    ("step", "after.cities.0.coins", 90, "$.after.cities[0].coins"),
    ("step", "move", {"type": "build", "building": "senate"}, "$.move"),
    ("step", "player", "three", "$.player"),
    ("step", "player", "two", "$.player"),
    ("step", "before.turn_of", "two", "$.player"),
    ("event-paid", "card", {"type": "token", "id": "law"}, "$.card.type"),
    ("step", "events", [], "$.events[0]"),
    ("step", "events.0.coins", 50, "$.events[0].coins"),
    ("step", "events.1.bought", [], "$.events[1].bought"),
    ("step", "events.2", EVENTS[3], "$.events[2]"),
    ("step", "events.3.slot", 8, "$.events[3].slot"),
    ("step", "after.structure.7.building", "temple", "$.after.structure[7].building"),
    ("step", "after.discard_pile", ["stable"], "$.after.discard_pile"),
    ("step", "after.cities.1.buildings", [], "$.after.cities[1].buildings"),
    ("step", "events.0.coins", 5.5, "$.events[0].coins"),
    ("step", "events.0.type", "pays", "$.events[0].type"),
    ("step", "events.0.bought", ..., "$.events[0].bought"),
    ("step", "outcomes", [], "$.after.phase"),
    ("step", "events", [*EVENTS, {"type": "age-over", "age": 2}], "$.events[5]"),
    ("step", "before", OVER, "$.player"),
    ("step", "outcomes.0.slot", 1, "$.outcomes[0]"),
    ("step", "clock", -1, "$.clock"),
    ("step", "comment", 5, "$.comment"),
    ("event-looted", "token", 3, "$.token"),
    ("event-looted", "token", "2", "$.token"),
    ("event-looted", "player", None, "$.player"),
    ("event-gained", "source", "baths", "$.source"),
    ("event-paid", "to", "bank", "$.to"),
    ("event-token-taken", "from_board", 1, "$.from_board"),
    ("event-symbol-gained", "symbol", "star", "$.symbol"),
    ("event-game-ended", "result", {}, "$.result.by_blue"),
    ("event-age-over", "type", "age-dealt", "$.type"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "path", "value", "place"), FAULTS)
def test_a_fault_has_its_path(
    name: str, path: str, value: Any, place: str, wording: Wording
) -> None:
    """A fault gives its path, what was wrong and what was expected."""
    document = put(DOCUMENTS[name], path, value)
    with wording.raises(FormatError) as caught:
        serialization.from_document(document)

    assert place in [fault.place for fault in caught.value.faults]
    assert len(str(caught.value)) < 3_000


ITSELF: list[Any] = [None]
ITSELF.append(ITSELF)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ([None, True, ["x", "None", "it's True"]], """[null, true, ['x', 'None', "it's True"]]"""),
        ({"pawn": {"to": False}}, "{'pawn': {'to': false}}"),
        ([False, "None " * 100], "[false, '" + "None " * 46 + "N…"),
        ({str(number): 1 for number in range(16)}, "an object of 16 keys"),
        ([0] * 16, "a list of 16"),
        (ITSELF, "[null, [...]]"),
    ],
    ids=["list", "object", "long", "large object", "large list", "itself"],
)
def test_a_wrong_value_is_shown_in_words_of_json(value: object, shown: str) -> None:
    """A program in another language has no `None`, `True` or dictionaries."""
    with pytest.raises(FormatError) as caught:
        serialization.from_document(put(STATE, "pawn", value))

    assert caught.value.faults[0].message == f"expected a whole number, got {shown}"


def test_tokens_are_on_offer_in_an_age_only(wording: Wording) -> None:
    """Tokens on offer before Age I are refused, since the draft offers wonders."""
    document = {**serialization.to_document(State.start()), "offered_tokens": ["law"]}
    with wording.raises(FormatError) as caught:
        serialization.from_document(document)

    assert [fault.place for fault in caught.value.faults] == ["$.offered_tokens"]


def test_consequences_of_a_fault_are_not_reported() -> None:
    """A wrong structure, age or choice is one fault without consequences."""
    for path, value in (("structure", STATE["structure"][:-1]), ("pending", [{"phase": "turn"}])):  # type: ignore[index]
        with pytest.raises(FormatError) as caught:
            serialization.from_document(put(STATE, path, value))
        assert len(caught.value.faults) == 1


def test_every_fault_is_reported() -> None:
    """Faults of keys and of nested values are all reported at once."""
    document = put(STATE, "pawn", "x")
    document = put(document, "cities.0.coins", 1.5)
    document = put(document, "cities.1.buildings", ["nonsense", "baths", 7])
    document = put(document, "more", 1)
    with pytest.raises(FormatError) as caught:
        serialization.from_document(document)

    assert {"$.pawn", "$.cities[0].coins", "$.cities[1].buildings[0]", "$.cities[1].buildings[2]", "$.more"} == {
        fault.place for fault in caught.value.faults
    }  # fmt: skip


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return the path of everything in a document."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _paths(one, (*path, key))
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from _paths(one, (*path, index))


PATHS = {name: list(_paths(document)) for name, document in DOCUMENTS.items()}
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**9), 10**9), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5), st.sampled_from(["baths", "law", "the-sphinx", "one", "turn", "empty"]),
    st.lists(st.integers(), max_size=2), st.dictionaries(st.text(max_size=3), st.none(), max_size=2),
)  # fmt: skip


@examples(400)
@given(st.data())
def test_a_changed_document_is_read_or_refused(data: st.DataObject) -> None:
    """A mutated document is read or refused by a library error, in agreement with the schema."""
    name = data.draw(st.sampled_from(sorted(DOCUMENTS)))
    document = copy.deepcopy(DOCUMENTS[name])
    # With few examples, perhaps none of the changed ones can be read.
    assert _is_valid(document)
    for _ in range(data.draw(st.integers(1, 2))):
        paths = PATHS[name]
        path = data.draw(st.sampled_from(paths))
        place: Any = document
        try:
            for step in path[:-1]:
                place = place[step]
            match data.draw(st.integers(0, 2)):
                case 0:
                    del place[path[-1]]
                case 1:
                    place[path[-1]] = data.draw(VALUES)
                case _ if isinstance(place, dict):
                    place[data.draw(st.text(max_size=4))] = data.draw(VALUES)
        except (IndexError, KeyError, TypeError):
            continue  # the first change removed it
    try:
        thing = serialization.from_document(document)
        if isinstance(thing, Record):
            thing.check()
    except (FormatError, RecordError):
        return
    assert _is_valid(document)


def _is_valid(document: dict[str, Any]) -> bool:
    """Return whether a document agrees with the schema of its format."""
    return VALIDATORS[str(document.get("format", "")).removeprefix("wonders-duel/")].is_valid(
        document
    )


# -- untrusted input ------------------------------------------------------------------------------

TEXTS = [
    "",
    "{",
    "[1]",
    "null",
    '"x"',
    '{"a": 1, "a": 2}',
    '{"a": NaN}',
    '{"a": -Infinity}',
    '{"a": 1e999}',
    '{"a": ' + "9" * 5000 + "}",
    '{"a": ' + "9" * 19 + "}",
    '{"a": ' + "9" * 18 + "}",
    '["]",' * 40 + "1" + ',"["]' * 40,
    "[" * 33 + "]" * 33,
    "[" * 32 + "]" * 32,
    '["' + "[" * 50 + '"]',
    "[" * 100_000,
    '{"a":' * 100_000,
    '["' + "[" * 100_000,
    json.dumps(STATE)[:-20],
    json.dumps(STATE) + "}",
    "x" * 1_000_001,
]


@pytest.mark.parametrize(
    ("written", "pawn"),
    [("2.0", 2), ("-0.2e1", -2), ("3.5", None), ("1e999", None), ("1e-3", None)],
)
def test_a_number_is_whole_in_any_notation(written: str, pawn: int | None) -> None:
    """A whole number may have a point or an exponent; fractions are refused."""
    text = json.dumps({**STATE, "pawn": 0}).replace('"pawn": 0', f'"pawn": {written}')

    if pawn is None:
        with pytest.raises(FormatError):
            serialization.loads(text)
    else:
        assert serialization.loads(text, State).pawn == pawn


def _with_points(value: Any) -> Any:
    """Return a document with a float for every whole number."""
    if isinstance(value, dict):
        return {key: _with_points(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_points(one) for one in value]
    return float(value) if type(value) is int else value


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_may_have_floats_that_are_whole(name: str) -> None:
    """They are whole numbers for other readers of JSON, too, and for JSON Schema."""
    expected = serialization.from_document(DOCUMENTS[name])
    found = serialization.from_document(_with_points(DOCUMENTS[name]))

    assert found == expected
    assert serialization.dumps(found) == serialization.dumps(expected)


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [(int, 3, "3"), (int, 0, False), (bool, True, 1), (str, "3", 3), (str, "", None)],
)
def test_no_value_is_converted_to_another_type(
    kind: type, right: object, wrong: object, wording: Wording
) -> None:
    """Values of the wrong type are refused in every plain field, which cattrs would convert."""
    converter = converter_for(catalogue)

    assert converter.structure(right, kind) is right
    with wording.raises(ValueError):
        converter.structure(wrong, kind)


NAMED_BOTS: Any = [{"source": "easy", "settings": {"a": "?"}, "name": ""}] * 2


@pytest.mark.parametrize(
    ("kind", "content", "place"),
    [
        (
            "event",
            {"type": "card-chosen", "player": "one", "choice": "?", "card": {"type": "building", "id": "baths"}},
            "$.choice",
        ),
        ("reason", {"type": "not-in-this-game", "id": "?", "cards": "base"}, "$.id"),
        ("reason", {"type": "not-in-this-game", "id": "baths", "cards": "?"}, "$.cards"),
        ("match", {**DOCUMENTS["match"], "bots": NAMED_BOTS}, "$.bots[0].settings"),
    ],
)  # fmt: skip
def test_half_a_surrogate_pair_is_refused(
    kind: str, content: dict[str, Any], place: str, wording: Wording
) -> None:
    """A text that could not be written as UTF-8 again is refused wherever any text can be."""
    text = json.dumps({"format": f"wonders-duel/{kind}", "version": 1, **content})

    assert serialization.loads(text.replace('"?"', '"x"'))
    with wording.raises(FormatError) as caught:
        serialization.loads(text.replace('"?"', r'"\ud800"'))
    assert caught.value.faults[0].place == place


@pytest.mark.parametrize("text", TEXTS)
def test_an_invalid_text_is_refused(text: str, wording: Wording) -> None:
    """An invalid text is refused with one clear error, as text and as bytes."""
    for given_text in (text, text.encode()):
        with wording.raises(FormatError) as caught:
            serialization.loads(given_text)
        assert len(str(caught.value)) < 1_000


def test_every_wrong_number_and_duplicate_key_has_its_path(wording: Wording) -> None:
    """All of them are reported at once; of other faults, those of the text or its depth come first."""
    text = """{"pawn": NaN, "cities": [{}, {"coins": 7, "coins": [0, 1e99], "a b": 1, "a b": 2}], "pawn": 3,
        "age": 1234567890123456789, "pawn": Infinity}"""
    with wording.raises(FormatError) as caught:
        serialization.loads(text)
    assert len(caught.value.faults) == len({fault.place for fault in caught.value.faults}) + 2

    with wording.raises(FormatError):
        serialization.loads("-Infinity")
    with wording.raises(FormatError):
        serialization.loads(text[:-1])
    with wording.raises(LimitError):
        serialization.loads('{"a": [[NaN]]}', limits=Limits(depth=2))
    with pytest.raises(FormatError, match=r"\$\.a\[0\]\[0\]: NaN"):
        serialization.loads('{"a": [[NaN]]}', limits=Limits(depth=3))
    with pytest.raises(FormatError) as caught:
        serialization.loads(f"[{'NaN, ' * 100}0]")
    assert len(caught.value.faults) == MOST_FAULTS


def test_bytes_have_to_be_utf_8(wording: Wording) -> None:
    """Bytes have to be UTF-8, with or without a byte order mark."""
    content = json.dumps(STATE).encode()

    assert serialization.loads(b"\xef\xbb\xbf" + content) == serialization.loads(content)
    for wrong in (
        content.decode().encode("utf-16"),
        b"\xff" + content,
        content.replace(b"one", b"\xe9ne"),
    ):
        with wording.raises(FormatError):
            serialization.loads(wrong)


def test_a_caller_can_raise_the_limits(wording: Wording) -> None:
    """Callers can raise the limits of size, depth and moves."""
    record = Record(turns=[Turn(catalogue.moves[12], comment="x" * 2_000)] * 1_500)
    text = record.to_json()
    with wording.raises(LimitError):
        Record.from_json(text)
    with wording.raises(LimitError):
        Record.from_json(text, limits=Limits(size=10**8))

    assert record == Record.from_json(text, limits=Limits(size=10**8, moves=2_000))
    deep = '{"format": ' + "[" * 500 + "]" * 500 + "}"
    with wording.raises(FormatError):
        serialization.loads(deep, limits=Limits(depth=600))
    with wording.raises(LimitError):
        serialization.loads("[" * 10**6, limits=Limits(size=10**7, depth=10**6))


@pytest.fixture
def in_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the depth of documents as in a browser, where it is done before they are read."""
    monkeypatch.setattr(sys, "platform", "emscripten")


@pytest.mark.usefixtures("in_browser")
def test_deep_documents_are_refused_unread_in_a_browser(wording: Wording) -> None:
    """In a browser, nothing that is nested too deeply reaches the reader."""
    for text in ('["[[[[", [[{"]": "\\"[["}]]]', '"[[[[[["', '"[[[[[[', "[] " * 40):
        with pytest.raises(FormatError):
            serialization.loads(text, limits=Limits(depth=4))
    for text in ('["", [[{"]": [""]}]]]', '{"": ' * 10**5, "[" * 5 + "]" * 5):
        with pytest.raises(LimitError, match="more than 4 levels"):
            serialization.loads(text, limits=Limits(depth=4))
    for text in ("[" * 10**6, "[" * 1_001 + "]" * 1_001):
        with wording.raises(LimitError):
            serialization.loads(text, limits=Limits(size=10**7, depth=10**6))


HOSTILE = {
    "brackets": "[" * 999_999,
    "braces": '{"":' * 249_999,
    "strings of brackets": '["' + '[\\"' * 300_000,
    "quotes": '"' * 999_999,
    "a list of nothing": put(STATE, "discard_pile", [0] * 299) and json.dumps({**STATE, "discard_pile": [0] * 300_000}),
    "lists of lists": json.dumps({**STATE, "military_tokens": [[0] * 290] * 290}),
    "keys": json.dumps({**STATE, **{f"k{n}": n for n in range(60_000)}}),
    "a key twice": "{" + ",".join(f'"{n}":0' for n in range(99_000)) + ',"z":0,"z":0}',
    "no numbers": f"[{'NaN, ' * 199_000}0]",
    "no number in lists": "[" * 900 + "NaN," * 200_000 + "0" + "]" * 900,
    "two draws of one card": json.dumps({**STATE, "discard_pile": ["baths"] * 300}),
    "one key": json.dumps({**STATE, "x" * 900_000: 1}),
    "one text": json.dumps({**STATE, "phase": "x" * 900_000}),
    "turns of nothing": json.dumps({**DOCUMENTS["record-finished"], "turns": [{}] * 1_000}),
    "turns of junk": json.dumps({**DOCUMENTS["record-finished"], "turns": [{"move": {}, "outcomes": [1] * 299}] * 900}),
    "a million turns": json.dumps({**DOCUMENTS["record-finished"], "turns": [0] * 300_000}),
    "tags": json.dumps({**DOCUMENTS["record-finished"], "tags": {f"k{n}": 1 for n in range(60_000)}}),
    "numbers": '{"a": [' + "1," * 480_000 + "1]}",
}  # fmt: skip


@pytest.mark.usefixtures("in_browser")
@pytest.mark.parametrize("name", ["brackets", "braces", "strings of brackets", "quotes", "numbers"])
def test_hostile_texts_are_cheap_in_a_browser(name: str) -> None:
    """Hostile texts are refused within seconds in a browser, too."""
    started = time.process_time()
    with pytest.raises(FormatError):
        serialization.loads(HOSTILE[name])
    assert time.process_time() - started < 10


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_cheap(name: str) -> None:
    """Hostile texts are refused within seconds, with little memory and few faults."""
    text = HOSTILE[name]
    assert len(text) <= 1_000_000
    tracemalloc.start()
    started = time.process_time()
    with pytest.raises(FormatError) as caught:
        serialization.loads(text)
    seconds = time.process_time() - started
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert seconds < 20  # tracing makes everything several times slower
    assert peak < 120_000_000
    assert len(caught.value.faults) <= MOST_FAULTS
    assert len(str(caught.value)) < 10_000


@pytest.mark.parametrize("value", [10**18, -(10**18), 10**400, 1e18, float("inf"), float("nan")])
@pytest.mark.parametrize(
    ("name", "path", "place"),
    [
        ("payment", "held", "$.held"),
        ("result", "totals.1", "$.totals[1]"),
        ("analysis", "win_probability", "$.win_probability"),
    ],
)
def test_a_number_that_no_text_may_have_is_refused(
    name: str, path: str, place: str, value: float
) -> None:
    """A document of Python objects has the limit of its text, so that what is read can be stored."""
    with pytest.raises(FormatError) as caught:
        serialization.from_document(put(DOCUMENTS[name], path, value))

    assert [fault.place for fault in caught.value.faults] == [place]


def test_the_largest_number_comes_back() -> None:
    """Numbers of 18 digits are read from Python objects and from texts."""
    document: Any = {**DOCUMENTS["payment"], "held": 10**18 - 1}

    thing: Any = serialization.from_document(document)
    assert thing.held == 10**18 - 1
    assert serialization.loads(serialization.dumps(thing)) == thing


def test_keys_that_are_not_strings_are_refused() -> None:
    """Dicts with keys that are not strings, which JSON cannot have, are refused at any depth."""
    for path in ("start", "deal", "players.0", "turns.3", "turns.3.move", "result"):
        document = put(DOCUMENTS["record-finished"], f"{path}.more", 1)
        place: Any = document
        for step in path.split("."):
            place = place[int(step) if isinstance(place, list) else step]
        place[5] = place.pop("more")
        # The message depends on the version of cattrs.
        with pytest.raises(
            FormatError, match=r"\$\.\S*\['?5'?\]: (expected a text as key|unknown key)"
        ):
            serialization.from_document(document)


@pytest.mark.parametrize("path", ["start", "turns.3", "turns.3.move"])
def test_keys_that_are_not_strings_are_refused_if_cattrs_fails(
    wording: Wording, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such keys are refused even by older versions of cattrs, whose message fails on them."""

    def join(
        error: ForbiddenExtraKeysError, message: str | None, cls: type, keys: set[str]
    ) -> None:
        error.message, error.cl, error.extra_fields = message, cls, keys
        Exception.__init__(error, ", ".join(keys))

    monkeypatch.setattr(ForbiddenExtraKeysError, "__init__", join)
    document = put(DOCUMENTS["record-finished"], f"{path}.more", 1)
    with wording.raises(FormatError):
        serialization.from_document(document)
    place: Any = document
    for step in path.split("."):
        place = place[int(step) if isinstance(place, list) else step]
    place[5] = place.pop("more")

    with wording.raises(FormatError):
        serialization.from_document(document)


@pytest.mark.parametrize("path", ["start", "turns.3", "turns.3.move"])
def test_an_internal_error_is_not_a_fault_of_the_document(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An internal error of the library is not reported as a fault of the document."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ForbiddenExtraKeysError, "__init__", fail)
    document = put(DOCUMENTS["record-finished"], f"{path}.more", 1)

    with pytest.raises((ZeroDivisionError, BaseExceptionGroup)) as caught:
        serialization.from_document(document)
    assert not isinstance(caught.value, FormatError)


@pytest.mark.needs("stack that Python checks")
def test_endless_nesting_is_refused() -> None:
    """Lists nested without an end, which JSON cannot have, are refused."""
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for document in (deep, {"format": deep}, {**STATE, "pawn": deep}, {**STATE, "structure": deep}):
        with pytest.raises(FormatError) as caught:
            serialization.from_document(document)
        assert len(str(caught.value)) < 2_000
    while deep:  # the garbage collector would recurse as deep
        deep = deep[0]


def test_the_size_counts_characters() -> None:
    """The size limit counts characters in text and in bytes."""
    record = Record(turns=[Turn(catalogue.moves[12], comment="\N{CASTLE}" * 9_000)] * 100)

    assert record == Record.from_json(record.to_json().encode())
    with pytest.raises(LimitError):
        Record.from_json(record.to_json().encode(), limits=Limits(size=500_000))
    with pytest.raises(LimitError):
        Record.from_json(b" " * 5_000_000)


# -- calls ----------------------------------------------------------------------------------------


def test_a_class_can_be_required(wording: Wording) -> None:
    """A caller can require a class; other documents and classes without a format are refused."""
    text = json.dumps(STATE)

    assert isinstance(serialization.loads(text, State), State)
    assert isinstance(
        serialization.loads(serialization.dumps(catalogue.moves[12]), ConstructBuilding),
        ConstructBuilding,
    )
    with wording.raises(FormatError):
        serialization.loads(text, Deal)
    for wrong in (int, Game):
        with wording.raises(WrongTypeError):
            serialization.loads(text, wrong)
    with wording.raises(WrongTypeError):
        serialization.loads(text, "state")  # type: ignore[call-overload]


def test_the_sentence_of_a_reason_from_elsewhere_is_safe_to_show() -> None:
    """Texts of a document are shown on one line, shortened and without control characters."""
    named = {"type": "not-in-this-game", "id": "\x1b[2J\nbaths", "cards": "\u202e" + "x" * 100}
    document = {"format": "wonders-duel/reason", "version": 1, **named}

    told = str(serialization.from_document(document))
    assert told == (rf"the catalogue '\u202e{'x' * 54}…' of this game has no \x1b[2J baths")


def test_the_sentence_of_an_event_from_elsewhere_is_safe_to_show() -> None:
    """The word of a choice, which may be any text in a document, is shown like texts of reasons."""
    chosen = {"type": "card-chosen", "player": "one", "choice": "\x1b[2J\n" + "x" * 100}
    card = {"type": "building", "id": "baths"}
    document = {"format": "wonders-duel/event", "version": 1, **chosen, "card": card}

    told = str(serialization.from_document(document))
    assert told == rf"player one chooses Baths (\x1b[2J {'x' * 52}…)"


@pytest.mark.parametrize(
    "reason",
    [
        {"type": "wrong-phase", "phase": "turn", "needed": []},
        {"type": "covered", "building": "tavern", "slot": 3, "by": []},
    ],
)
def test_a_reason_without_what_it_lists_is_refused(
    reason: dict[str, object], wording: Wording
) -> None:
    """A reason whose sentence lists phases or slots has at least one, also by the schema."""
    document = {"format": "wonders-duel/reason", "version": 1, **reason}

    with wording.raises(FormatError):
        serialization.from_document(document)
    assert not VALIDATORS["reason"].is_valid(document)


def test_a_move_of_another_class_is_refused(wording: Wording) -> None:
    """A move is refused if it is not of the required class."""
    text = serialization.dumps(catalogue.moves[12])

    assert serialization.loads(text, BaseMove) is catalogue.moves[12]
    assert serialization.loads(text, Move) is catalogue.moves[12]
    assert serialization.loads(text, Move | Deal) is catalogue.moves[12]
    with wording.raises(FormatError):
        serialization.loads(json.dumps(STATE), Move)
    with wording.raises(WrongTypeError):
        serialization.loads(text, int | str)
    with wording.raises(FormatError):
        serialization.loads(text, ConstructWonder)


def test_files_hold_documents(wording: Wording) -> None:
    """``dump`` writes text files, and ``load`` reads text or binary files."""
    file = StringIO()
    serialization.dump(FINISHED, file, indent=2)

    assert serialization.load(StringIO(file.getvalue()), Record) == FINISHED
    assert serialization.load(BytesIO(file.getvalue().encode())) == FINISHED
    with pytest.raises(LimitError):
        serialization.load(StringIO(file.getvalue()), limits=Limits(size=500))
    with wording.raises(FormatError):
        serialization.load(TextIOWrapper(BytesIO(b'{"a\xff": 1}'), encoding="utf-8"))


@pytest.mark.parametrize(
    "call",
    [
        lambda z: z.dumps(5),
        lambda z: z.to_document(Game),
        lambda z: z.to_document((1, 2)),
        lambda z: z.loads(5),
        lambda z: z.dumps(Rules(), indent="  "),
        lambda z: z.load(5),
        lambda z: z.dump(Rules(), "rules.json"),
        lambda z: z.dump(Rules(), BytesIO()),
        lambda z: z.loads(json.dumps(STATE), catalogue=5),
        lambda z: z.loads("{}", limits=5),
        lambda z: z.from_document({}, catalogue=5),
        lambda z: z.schema("game"),
        lambda _: read_json(5, Limits()),  # type: ignore[arg-type]
    ],
)
def test_wrong_arguments_are_refused(call: Any, wording: Wording) -> None:
    """Wrong arguments are refused with what was expected."""
    with wording.raises(WrongTypeError):
        call(serialization)


def test_the_methods_agree_with_the_functions(wording: Wording) -> None:
    """The methods of states, deals and records agree with the functions."""
    game = play(2, 40)
    deal = game.deal
    assert deal is not None

    assert State.from_json(game.state.to_json(indent=2)) == game.state
    assert Deal.from_json(deal.to_json()) == deal
    assert game.state.to_json() == serialization.dumps(game.state)
    assert isinstance(serialization.loads(serialization.dumps(game.score())), Score)
    with wording.raises(FormatError):
        State.from_json(deal.to_json())
    assert {type(one) for one in goldens.documents().values()} >= {PaymentPlan, Result, Rules}
