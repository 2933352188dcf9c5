"""Every accepted catalogue can be played to the end with every state stored."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.property.catalogues import Maker
from wonders_duel import (
    Catalogue,
    CatalogueError,
    Deal,
    Game,
    Record,
    State,
    WrongTypeError,
)
from wonders_duel.bots import RandomBot
from wonders_duel.testing import check_catalogue
from wonders_duel.testing.walks import walk

WHY = re.compile(
    r"(must be|expected) .*\d|needs a card|is empty|guilds belong|unknown wonder"
    r"|(True or False|dict|list|\d times)"
)
"""The part of a message that says what would be right."""


def _play(cards: Catalogue, seed: int) -> int:
    """Play a game, read every state back, and return the number of states."""
    number = 0
    for state in walk(seed, cards, {card.id for card in cards.wonder_list}):
        assert State.from_text(state.to_text(), cards) == state
        assert State.from_json(state.to_json(), cards) == state
        assert Deal.consistent_with(state, Random(seed)).conflicts(state) == ()
        number += 1
    assert state.result is not None
    game = Game(seed, catalogue=cards)
    game.play_out(RandomBot(1), RandomBot(2))
    record = game.record()
    assert Record.from_text(record.to_text(), cards).check() == game.state
    assert Record.from_json(record.to_json(), cards) == record
    return number


SEEDS = [*range(2), *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 100))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_catalogue_is_played_to_the_end(seed: int) -> None:
    """A catalogue with numbers from their whole ranges is accepted and played to the end."""
    cards = Maker(Random(seed)).catalogue()

    for number in range(2):
        assert _play(cards, 10 * seed + number) >= 10
    check_catalogue(cards, games=1, seed=seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_catalogue_beyond_the_ranges_is_refused_or_played(seed: int) -> None:
    """A catalogue beyond the ranges is refused with a reason, or playable like any other."""
    rng = Random(-1 - seed)
    refused: list[str] = []
    for wild in (0.001, 0.003, 0.01, 0.03, 0.1, 0.3):
        cards = None
        try:
            cards = Maker(rng, wild).catalogue()
        except (CatalogueError, WrongTypeError) as error:
            refused.append(str(error))
        if cards is not None:
            _play(cards, seed)
            check_catalogue(cards, games=1, seed=seed)
    assert len(refused) >= 3
    for message in refused:
        assert all(WHY.search(problem) for problem in message.split("; the effect")), message
