"""What ``rich.print`` shows of objects: the same as ``repr``, not the internal fields."""

from __future__ import annotations

import pytest
from rich.pretty import pretty_repr

from wonders_duel import Deal, Game, State, catalogue
from wonders_duel.languages import language
from wonders_duel.support.rich_repr import _Words

GAME = Game(seed=1, rules="first-game")
WIDE = 10_000


@pytest.mark.parametrize(
    "one",
    [
        State.start(),
        State.start().chance,
        GAME.state,
        GAME.state.cities[0],
        *GAME.legal_moves[:3],
        catalogue.moves[-1],
        catalogue.building_list[0],
        catalogue.wonder_list[0],
        catalogue.token_list[0],
        Deal.random(1),
        language("fi"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_rich_prints_objects_as_repr_does(one: object) -> None:
    """A line is as long as it has to be; in lists, objects are shown in the same way."""
    assert pretty_repr(one, max_width=WIDE) == repr(one)
    assert pretty_repr([one], max_width=WIDE) == f"[{one!r}]"


def test_moves_of_other_cards_are_shown_by_their_arguments() -> None:
    """What rich shows between parentheses are the arguments, whatever the catalogue."""
    mine = catalogue.extended("mine")
    move = mine.moves[0]
    assert repr(move) == f"<{catalogue.moves[0]!r} of 'mine'>"
    assert pretty_repr(move) == repr(catalogue.moves[0])


def test_records_are_shown_without_internal_fields() -> None:
    """A record is still shown field by field, but its moves and cards are short."""
    game = Game(seed=1, rules="first-game")
    for _ in range(4):
        game.play(game.legal_moves[0])
    shown = pretty_repr(game.record(public=True))
    assert "spec=" not in shown
    assert "<Building " in shown
    assert f"move={game.history[0].move!r}" in shown


def test_words_are_shown_without_quotation_marks() -> None:
    """Other texts keep theirs."""
    assert repr(_Words("a b")) == "a b"
