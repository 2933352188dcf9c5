"""Interactive discovery: ``dir()``, completion and ``help()``."""

from __future__ import annotations

import inspect
import pydoc
import re
from importlib import import_module
from pathlib import Path

import attrs
import jedi
import pytest

import wonders_duel
from tests.test_reference import MODULES
from wonders_duel import City, Deal, Game, State, state
from wonders_duel.engine import city
from wonders_duel.engine.city import CityDraft
from wonders_duel.engine.state_draft import StateDraft

STATE = [
    *("accessible", "age", "age_number", "apply", "board_tokens", "box_tokens", "cards_left"),
    *("catalogue", "chance", "cities", "dealt", "discard_pile", "extra_turn", "first_player"),
    *(
        "from_json",
        "from_text",
        "is_over",
        "legal_moves",
        "military_tokens",
        "mover",
        "next_to_move",
    ),
    *("offered_tokens", "offered_wonders", "options", "pawn", "payment", "pending"),
    *("phase", "play", "play_out", "play_outs", "price", "resolve", "result", "rules", "score"),
    *("share", "start", "structure"),
    *("to_json", "to_move", "to_text", "totals", "track", "turn_of", "unseen", "why_not"),
]
CITY = [
    *("buildings", "built", "catalogue", "coins", "count", "discard_income", "symbols"),
    *("tokens", "unbuilt"),
]
GAME = [
    *("animate", "annotate", "chance", "chart", "deal", "from_deal", "from_record", "from_state"),
    *("history", "initial_state", "is_over", "legal_moves", "load", "mover", "options"),
    *("payment", "play", "play_out", "players", "record", "resign", "resigned", "resolve"),
    *("result", "resume", "save", "score", "setup", "share", "state", "summary", "tags"),
    *("to_move", "totals", "undo", "undo_outcome", "why_not"),
]
DEAL = [
    *("ages", "board_tokens", "catalogue", "conflicts", "consistent_with", "draft"),
    *("from_json", "great_library", "outcome", "random", "to_json"),
]
MOVE = ["arguments", "building", "catalogue", "index", "phases"]

_GAME = Game(seed=1, rules="first-game")
_NOW = _GAME.state


@pytest.mark.parametrize(
    ("thing", "names"),
    [
        (_NOW, STATE),
        (_NOW.cities[0], CITY),
        (_GAME, GAME),
        (_GAME.deal, DEAL),
        (_GAME.legal_moves[0], MOVE),
    ],
    ids=lambda thing: None if isinstance(thing, list) else type(thing).__name__,
)
def test_dir_lists_the_useful_names(thing: object, names: list[str]) -> None:
    """``dir()`` lists exactly the useful names, and each of them can be read."""
    assert [name for name in dir(thing) if not name.startswith("_")] == names
    assert all(hasattr(thing, name) for name in names)

    completed = jedi.Interpreter("thing.", [{"thing": thing}]).complete()
    assert [one.name for one in completed if not one.name.startswith("_")] == names


def test_the_package_lists_its_public_names() -> None:
    """``dir()`` of the package lists its public names but no modules, which stay importable."""
    assert dir(wonders_duel) == sorted(wonders_duel.__all__)
    assert inspect.ismodule(wonders_duel.engine.turn)


@pytest.mark.parametrize(
    ("kind", "draft", "hidden"),
    [(State, StateDraft, state.MACHINE_PARTS), (City, CityDraft, city.MACHINE_PARTS)],
)
def test_machine_parts_are_unlisted_but_accessible(
    kind: type, draft: type, hidden: frozenset[str]
) -> None:
    """Machine parts are missing from ``dir()`` but accessible; no field is forgotten."""
    thing = _NOW if kind is State else _NOW.cities[0]
    listed = {name for name in dir(thing) if not name.startswith("_")}
    there = {name for name in vars(kind).keys() | vars(draft).keys() if not name.startswith("_")}

    assert all(hasattr(thing, name) for name in hidden)
    assert not listed & hidden
    assert {field.name for field in attrs.fields(kind)} <= listed | hidden
    assert there == listed | hidden


def test_the_page_lists_the_internal_attributes() -> None:
    """Every unlisted internal attribute is in a table of the reference."""
    page = Path(__file__).parents[1] / "docs" / "reference" / "state.md"
    _, _, text = page.read_text(encoding="utf-8").partition("\n## Internal attributes\n")
    of_state, of_city = (
        {
            name
            for line in table.splitlines()[2:]
            for name in re.findall(r"`(\w+)`", line.split("|")[1])
        }
        for table in text.strip().split("\n\n")[1:]
    )

    assert of_state == state.MACHINE_PARTS
    assert of_city == city.MACHINE_PARTS


def test_the_package_docstring_is_an_introduction() -> None:
    """``python -m pydoc wonders_duel`` starts with an example, the classes and the modules."""
    first, _, _ = pydoc.plain(pydoc.text.document(wonders_duel)).partition("PACKAGE CONTENTS")

    assert first.startswith(
        "NAME\n    wonders_duel - The rules engine for the board game 7 Wonders"
    )
    assert first.index(">>> game = Game(seed=2015)") < first.index("``State``")
    for name in ("Game", "State", "Deal", "Position", "catalogue", "Record"):
        assert f"``{name}``" in first
        assert name in wonders_duel.__all__
    assert "wonders-duel --help" in first


def test_the_package_lists_the_modules_of_the_reference() -> None:
    """The package docstring lists exactly the modules of the reference, all importable."""
    text = pydoc.getdoc(wonders_duel)
    named = set(re.findall(r"``(wonders_duel\.\w+)``", text))

    assert named == {*MODULES} - {"wonders_duel"}
    assert all(import_module(name).__all__ for name in named)


def test_a_deal_hides_its_numbers() -> None:
    """A deal does not list the engine's numbers, but they are readable."""
    deal = _GAME.deal

    assert isinstance(deal, Deal)
    assert "numbers" not in dir(deal)
    assert deal.numbers is not None
