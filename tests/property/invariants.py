"""What must always hold in a state, checked without the engine's own shortcuts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from wonders_duel import (
    Age,
    Back,
    City,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    IllegalMoveError,
    Move,
    Player,
    Position,
    State,
    catalogue,
)
from wonders_duel.tables import FIRST_BACK, HIDDEN


def random_game(rng: Random, **options: object) -> Iterator[tuple[State, Move, Deal]]:
    """Play a random game and give each state with the move that is played in it."""
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
    """Check what must hold in every state of a game of the base game."""
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
    """Every card is in exactly one place, and each age has 20, three of them guilds in the last."""
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
    """No price is less than nothing."""
    tables = state.catalogue.tables
    for player in Player:
        row = state.tables.prices.row(
            state.cities[player].production + state.cities[player.opponent].supply
        )
        for face in state.faces:
            assert face >= FIRST_BACK or row.price(tables, tables.buildings[face]) >= 0
        for number in state.cities[player].unbuilt_numbers:
            assert row.price(tables, tables.wonders[number]) >= 0


def check_meaning(state: State) -> None:
    """Check that the numbers a state keeps follow from the cards, and what it says of itself."""
    for city in state.cities:
        again = City.of(
            city.catalogue,
            city.coins,
            city.building_mask,
            city.token_mask,
            city.unbuilt_numbers,
            city.built_codes,
        )
        for derived in ("production", "supply", "counts", "science", "perks"):
            assert getattr(again, derived) == getattr(city, derived), derived
        assert len(city.buildings) == sum(city.count(colour) for colour in Colour)
    assert state.left == sum(1 << slot.index for slot in state.structure if not slot.is_empty)
    assert all(slot.building is not None for slot in state.structure.accessible) or (
        state.phase.is_chance or state.pending or state.is_over
    )
    if state.is_over:
        assert state.to_move is None
        assert state.outcome is not None
    else:
        assert state.outcome is None
        assert (state.to_move is None) == (state.chance is not None)


def check_plans(state: State) -> None:
    """Every legal construction costs what its plan says, never less than nothing."""
    player = state.to_move
    assert player is not None
    for move in state.legal_moves:
        plan = state.payment(move)
        if not isinstance(move, ConstructBuilding | ConstructWonder):
            assert plan is None
            continue
        assert plan is not None
        assert 0 <= plan.total <= state.cities[player].coins
        assert plan.to_bank >= 0
        assert plan.to_opponent in {0, plan.trade}
        if plan.free_by is None:
            assert len(plan.lines) == sum(plan.card.cost.resources.values())
        else:
            assert plan.total == 0


def check_moves(state: State) -> None:
    """The legal moves are exactly those of the codec that ``apply`` accepts."""
    legal = state.legal_moves
    assert len(set(legal)) == len(legal)
    accepted = set()
    for move in state.catalogue.moves:
        refusal = _refusal(state, move)
        if refusal is None:
            accepted.add(move)
            assert state.why_not(move) == ()
        else:
            assert refusal.move is move
            assert refusal.reasons
    assert accepted == set(legal)


def _refusal(state: State, move: Move) -> IllegalMoveError | None:
    try:
        state.apply(move)
    except IllegalMoveError as error:
        return error
    return None


def check_fused(state: State, move: Move, deal: Deal) -> None:
    """One call with a deal gives what apply and resolve give, and chance adds up on the way."""
    separate = state.apply(move)
    while separate.chance is not None:
        chance = separate.chance
        answer = deal.resolve(separate)
        if chance.count <= 1000:
            outcomes = list(chance.outcomes())
            assert len(outcomes) == chance.count
            assert sum(probability for _, probability in outcomes) == Fraction(1)
            assert answer in [outcome for outcome, _ in outcomes]
        check_state(separate)
        check_meaning(separate)
        separate = separate.resolve(answer)
    fused = state.play(move, deal)
    assert fused == separate
    assert hash(fused) == hash(separate)


def check_position(state: State) -> None:
    """Typed in by hand, the state is found without a problem and comes out the same."""
    position = Position.of(state)
    assert position.problems() == ()
    assert position.state() == state
