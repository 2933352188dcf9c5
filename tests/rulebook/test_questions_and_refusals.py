"""Every decision has a question, and says why a move that is not open to it is refused."""

from __future__ import annotations

import pytest

from wonders_duel import (
    Age,
    CityPosition,
    Colour,
    DestroyBuilding,
    Pending,
    Phase,
    Position,
    ReviveBuilding,
    Rules,
    State,
    TakeToken,
    catalogue,
)
from wonders_duel.languages import ENGLISH
from wonders_duel.reasons import NotADestructionTarget, NotInDiscardPile, NotOffered, Reason
from wonders_duel.render.wording import standing

NAMES = ("Ann", "Ben")


def _state(*pending: Pending | Phase, rules: Rules | None = None) -> State:
    """Return a position with something to take from every place."""
    cities = (
        CityPosition(
            buildings=["scriptorium", "library"],
            built={"the-statue-of-zeus": "altar", "the-mausoleum": "baths"},
        ),
        CityPosition(buildings=["sawmill"]),
    )
    return Position(
        age=Age.II,
        structure={0: "walls"},
        cities=cities,
        discard_pile=["tavern"],
        board_tokens=["law"],
        pending=list(pending),
        rules=rules or Rules(),
    ).state()


@pytest.mark.parametrize(
    ("state", "question", "move", "reason"),
    [
        (
            _state(Phase.BOARD_TOKEN),
            "Ann's turn: take a progress token from the board.",
            TakeToken("economy"),
            NotOffered(catalogue.tokens["economy"], (catalogue.tokens["law"],)),
        ),
        (
            _state(Phase.BOARD_TOKEN, rules=Rules(pair_token="may")),
            "Ann's turn: take a progress token from the board, or decline it.",
            TakeToken("economy"),
            NotOffered(catalogue.tokens["economy"], (catalogue.tokens["law"],)),
        ),
        (
            _state(Phase.REVIVE),
            "Ann's turn: build a card from the discard pile for free.",
            ReviveBuilding("forum"),
            NotInDiscardPile(catalogue.buildings["forum"]),
        ),
        (
            _state(Pending("destroy", "brown")),
            "Ann's turn: destroy one of Ben's brown cards.",
            DestroyBuilding("forum"),
            NotADestructionTarget(catalogue.buildings["forum"], Colour.BROWN),
        ),
    ],
    ids=["token", "optional token", "revive", "destroy"],
)
def test_a_choice_asks_and_refuses(
    state: State, question: str, move: TakeToken | ReviveBuilding | DestroyBuilding, reason: Reason
) -> None:
    """A choice is put as a question, and a target elsewhere is refused with the reason (R58 to R63)."""
    assert standing(ENGLISH, state, NAMES).startswith(question)
    assert state.why_not(move) == (reason,)
