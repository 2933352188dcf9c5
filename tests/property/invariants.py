"""Invariants of states, checked without the engine's own shortcuts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from wonders_duel import (
    Age,
    Back,
    Deal,
    Move,
    Player,
    State,
    catalogue,
)
from wonders_duel.engine.prices import price
from wonders_duel.engine.slots import FIRST_BACK, HIDDEN
from wonders_duel.testing.invariants import (
    form_breaches,
    move_breaches,
    option_breaches,
    plan_breaches,
    state_breaches,
    step_breaches,
)


def random_game(rng: Random, **options: object) -> Iterator[tuple[State, Move, Deal]]:
    """Play a random game and yield each state with its move."""
    deal = Deal.random(rng)
    state = State.dealt(deal, **options)  # type: ignore[arg-type]
    while moves := state.legal_moves:
        move = moves[int(rng.random() * len(moves))]
        yield state, move, deal
        state = state.play(move, deal)


_DECKS = [
    sum(1 << n for n, card in enumerate(catalogue.building_list) if card.age == age) for age in Age
]
_GUILDS = sum(1 << n for n, card in enumerate(catalogue.building_list) if card.back is Back.GUILD)


def check_state(state: State) -> None:
    """Check the invariants of a state of the base game."""
    one, two = state.cities
    assert -9 <= state.pawn <= 9
    assert one.coins >= 0
    assert two.coins >= 0
    assert len(one.built_codes) + len(two.built_codes) <= 7
    assert len(one.built_codes) + len(one.unbuilt_numbers) <= 4
    assert len(two.built_codes) + len(two.unbuilt_numbers) <= 4
    assert one.token_mask & two.token_mask == 0
    assert state.board_mask & (one.token_mask | two.token_mask) == 0
    _check_places(state)
    _check_prices(state)


def _check_places(state: State) -> None:
    """Check that every card is in one place, and each age has 20, with three guilds in the last."""
    one, two = state.cities
    faces = [face for face in state.faces if face < FIRST_BACK]
    outside = 0
    for mask in (
        one.building_mask,
        two.building_mask,
        one.buried_mask,
        two.buried_mask,
        state.discard_mask,
    ):
        assert outside & mask == 0
        outside |= mask
    laid_out = sum(1 << face for face in faces)
    assert laid_out.bit_count() == len(faces)
    assert laid_out & outside == 0
    everything = laid_out | outside
    for age, deck in enumerate(_DECKS, start=1):
        number = (everything & deck).bit_count()
        if age == state.age_number:
            assert number + state.left.bit_count() - len(faces) == 20
        else:
            assert number == (20 if age < state.age_number else 0)
    guild_back = HIDDEN[Back.GUILD]
    if state.age_number == 3:
        assert (everything & _GUILDS).bit_count() + state.faces.count(guild_back) == 3


def _check_prices(state: State) -> None:
    """Check that no price is negative."""
    tables = state.catalogue.tables
    for player in Player:
        payers = state.cities[player], state.cities[player.opponent]
        for face in state.faces:
            assert face >= FIRST_BACK or price(tables, *payers, tables.buildings[face]) >= 0
        for number in state.cities[player].unbuilt_numbers:
            assert price(tables, *payers, tables.wonders[number]) >= 0


def check_meaning(state: State) -> None:
    """Check that the numbers of a state follow from its cards, and its repr."""
    assert list(state_breaches(state)) == []


def check_plans(state: State) -> None:
    """Check that every legal construction costs what its plan says, never less than 0."""
    assert list(plan_breaches(state)) == []


def check_moves(state: State) -> None:
    """Check that the legal moves are exactly those of the codec that ``apply`` accepts."""
    assert list(move_breaches(state)) == []


def check_options(state: State) -> None:
    """Check that the options agree with the legal moves, the reasons and the prices."""
    assert list(option_breaches(state)) == []


def check_fused(state: State, move: Move, deal: Deal) -> None:
    """Check that ``play`` agrees with ``apply`` and ``resolve``, and probabilities sum to 1."""
    assert list(step_breaches(state, move, deal)) == []


def check_forms(state: State) -> None:
    """Check that text, JSON, pickle, copy and ``Position`` give the state again."""
    assert list(form_breaches(state)) == []
