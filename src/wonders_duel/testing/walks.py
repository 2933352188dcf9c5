"""Random games with all rule options: the source of states for the checks and strategies."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import product

from wonders_duel.catalogues import Catalogue
from wonders_duel.deal import Deal
from wonders_duel.engine.moves import (
    ConstructBuilding,
    ConstructWonder,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.enums import Player
from wonders_duel.rules import CentrePawnStart, PairToken, RevealTiming, Rules, WonderSetup
from wonders_duel.seeds import generator
from wonders_duel.state import State

__all__ = ["every_rules", "opening", "walk"]


def every_rules(catalogue: Catalogue) -> list[Rules]:
    """Return all combinations of rule options that a catalogue supports.

    Args:
        catalogue: the cards.
    """
    return [
        Rules(centre_pawn_start=start, pair_token=token, reveal_timing=timing, wonder_setup=setup)
        for token, start, timing, setup in product(
            PairToken, CentrePawnStart, RevealTiming, WonderSetup
        )
        if catalogue.first_game or setup is WonderSetup.DRAFT
    ]


def opening(seed: int, catalogue: Catalogue) -> State:
    """Return the start of a numbered game; rule options and first player depend on the number.

    Args:
        seed: the number of the game, from 0.
        catalogue: the cards.
    """
    options = every_rules(catalogue)
    return State.start(
        catalogue=catalogue,
        first_player=Player(seed // len(options) % 2),
        rules=options[seed % len(options)],
    )


def walk(seed: int, catalogue: Catalogue, preferred: Container[str] = ()) -> Iterator[State]:
    """Yield the states of a random game, including those that wait for a chance outcome.

    Args:
        seed: the number of the game, from 0.
        catalogue: the cards.
        preferred: ids of cards that are constructed or taken whenever possible.
    """
    rng = generator("a walk through a game", seed)
    deal = Deal.random(seed, catalogue)
    state = opening(seed, catalogue)
    yield state
    while not state.is_over:
        if state.to_move is None:
            state = state.resolve(deal.outcome(state))
        else:
            moves = state.legal_moves
            choices = [move for move in moves if gained_card(move) in preferred] or moves
            state = state.apply(choices[int(rng.random() * len(choices))])
        yield state


def gained_card(move: Move) -> str:
    """Return the id of the card that a player gains by a move; an empty text if there is none.

    Args:
        move: any move.
    """
    if isinstance(move, ConstructBuilding | ReviveBuilding):
        return move.building.id
    if isinstance(move, ConstructWonder | DraftWonder):
        return move.wonder.id
    return move.token.id if isinstance(move, TakeToken) else ""
