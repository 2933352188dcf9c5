"""Properties of seats, hidden cards, coins, prices and points, for states of every kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.amounts import examples
from tests.property.ledger import coins_after
from tests.property.redeal import redealt
from tests.property.reference import Reference, Setup
from wonders_duel import (
    Age,
    CityPosition,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    Game,
    Move,
    Player,
    Position,
    Score,
    State,
    catalogue,
)
from wonders_duel.engine.counting import SOURCES
from wonders_duel.render import sheet as render
from wonders_duel.render import svg, text
from wonders_duel.testing import played_states, states
from wonders_duel.testing.invariants import form_breaches, state_breaches
from wonders_duel.testing.mirror import mirrored, mirrored_move
from wonders_duel.testing.walks import opening, walk

SEEDS = st.integers(min_value=0, max_value=100_000)
MANY = examples(200)
SOME = examples(60)

# -- the forms of a state --------------------------------------------------------------------------


@MANY
@given(states())
def test_every_state_is_valid_and_survives_every_form(state: State) -> None:
    """States from play and from positions keep the invariants and survive every form."""
    assert list(state_breaches(state)) == []
    assert list(form_breaches(state)) == []


# -- the seats -------------------------------------------------------------------------------------


def _turned(score: Score) -> tuple[object, object]:
    return score.two, score.one


@MANY
@given(states(), st.data())
def test_swapping_the_players_mirrors_everything(state: State, data: st.DataObject) -> None:
    """With the seats exchanged, moves, prices, points, chance and the next states are mirrored."""
    other = mirrored(state)

    assert mirrored(other) == state
    assert (other.to_move is None) == (state.to_move is None)
    assert other.to_move is None or other.to_move is not state.to_move
    assert _turned(other.score()) == (state.score().one, state.score().two)
    assert set(other.legal_moves) == {mirrored_move(move) for move in state.legal_moves}
    for move in state.legal_moves:
        plan, turned = state.payment(move), other.payment(mirrored_move(move))
        assert (plan is None) == (turned is None)
        if plan is not None and turned is not None:
            assert attrs.evolve(turned, player=plan.player) == plan
            assert turned.player is plan.player.opponent
    if state.result is not None:
        assert other.result is not None
        winner = state.result.winner
        assert other.result.winner is (None if winner is None else winner.opponent)
        assert other.result.victory is state.result.victory
    elif state.chance is not None:
        assert other.chance is not None
        assert other.chance.count == state.chance.count
        outcome = state.chance.sample(Random(data.draw(SEEDS)))
        assert mirrored(state.resolve(outcome)) == other.resolve(outcome)
    else:
        move = data.draw(st.sampled_from(state.legal_moves))
        assert mirrored(state.apply(move)) == other.apply(mirrored_move(move))


# -- hidden cards ----------------------------------------------------------------------------------


def _plans(state: State) -> object:
    return [state.payment(move) for move in state.legal_moves]


def _refusals(state: State) -> object:
    return [state.why_not(move) for move in catalogue.moves[::40]]


def _outcomes(state: State) -> object:
    chance = state.chance
    if chance is None or chance.count > 100:
        return repr(chance)
    return list(chance.outcomes()), chance.sample(Random(1))


VIEWS: Sequence[Callable[[State], object]] = (
    lambda state: state,
    hash,
    repr,
    str,
    State.to_text,
    State.to_json,
    lambda state: state.legal_moves,
    State.score,
    lambda state: state.result,
    lambda state: render.score_sheet(state.score()),
    lambda state: [text(state, width=width, colour=False) for width in (40, 120)],
    lambda state: svg(state, legal_moves=True),
    lambda state: [str(slot) for slot in state.structure],
    Position.of,
    lambda state: Deal.consistent_with(state, Random(1)),
    lambda state: Game.from_state(state).record(public=True).to_text(),
    _plans,
    _refusals,
    _outcomes,
)
"""Every way to look at a state; hidden cards must not affect any of them."""


def _played(seed: int, number: int, deal: Deal) -> tuple[list[State], list[Move]]:
    """Play some random moves; return every state and the moves."""
    rng = Random(seed)
    reached = [opening(seed, catalogue)]
    moves: list[Move] = []
    while not reached[-1].is_over:
        state = reached[-1]
        if state.chance is not None:
            reached.append(state.resolve(deal.outcome(state)))
        elif len(moves) == number:
            break
        else:
            moves.append(state.legal_moves[int(rng.random() * len(state.legal_moves))])
            reached.append(state.apply(moves[-1]))
    return reached, moves


def _replayed(seed: int, moves: Sequence[Move], deal: Deal) -> list[State]:
    """Play the same moves with another deal; return every state."""
    reached = [opening(seed, catalogue)]
    to_play = iter(moves)
    while True:
        state = reached[-1]
        if state.chance is not None:
            reached.append(state.resolve(deal.outcome(state)))
        elif (move := next(to_play, None)) is not None:
            reached.append(state.apply(move))
        else:
            return reached


@SOME
@given(SEEDS, st.integers(min_value=0, max_value=75), SEEDS)
def test_dealing_hidden_cards_again_changes_nothing_visible(
    seed: int, number: int, other_seed: int
) -> None:
    """With other hidden cards a game looks the same until one of them is revealed (R21, R90)."""
    deal = Deal.random(Random(seed))
    states_before, moves = _played(seed, number, deal)
    other = redealt(deal, states_before[-1], Random(other_seed))
    states_after = _replayed(seed, moves, other)

    assert states_before == states_after
    for before, after in zip(states_before[-2:], states_after[-2:], strict=True):
        for view in VIEWS:
            assert view(before) == view(after)


def test_a_redeal_changes_the_hidden_cards() -> None:
    """A redeal really changes hidden cards, so the test above is meaningful."""
    state = next(one for one in walk(3, catalogue) if one.age is Age.II and one.left == 2**20 - 1)
    deal = Deal.consistent_with(state, Random(1))
    other = redealt(deal, state, Random(2))

    assert deal.ages[0] == other.ages[0]
    assert deal.ages[1] != other.ages[1]
    assert deal.ages[2] != other.ages[2]
    assert Counter(deal.ages[1]) != Counter(other.ages[1])


@SOME
@given(played_states(), SEEDS)
def test_a_consistent_deal_fits_and_plays_to_the_end(state: State, seed: int) -> None:
    """A consistent deal agrees with everything visible, and leads only to valid states."""
    rng = Random(seed)
    deal = Deal.consistent_with(state, rng)

    assert deal.conflicts(state) == ()
    while state.chance is not None:
        state = state.resolve(deal.outcome(state))
    while moves := state.legal_moves:
        state = state.play(moves[int(rng.random() * len(moves))], deal)
        assert deal.conflicts(state) == ()
    assert list(state_breaches(state)) == []
    assert state.is_over


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))]
)
def test_consistent_deals_are_uniform_over_all_ways(seed: int) -> None:
    """Consistent deals are uniform over all arrangements of two hidden cards and the box.

    Whole arrangements are counted, so the chi-squared test also covers the independence of cards.
    """
    deck = [card.id for card in catalogue.buildings.values() if card.back == "age-ii"]
    shown = dict(zip((0, 1, 2, 11), deck, strict=False))
    position = Position(
        age=Age.II,
        structure={**shown, 6: "age-ii", 7: "age-ii"},
        discard_pile=deck[4:18],
        board_tokens=["law", "economy", "masonry", "strategy", "theology"],
        cities=(CityPosition(unbuilt=["the-great-library"]), CityPosition()),
    )
    state = position.state()
    rng = Random(seed)
    draws = 12_000
    found = Counter(
        (deal.ages[1][6], deal.ages[1][7], frozenset(deal.great_library))
        for deal in (Deal.consistent_with(state, rng) for _ in range(draws))
    )
    unseen = len(deck) - 18
    ways = unseen * (unseen - 1) * 10

    assert len(found) == ways
    expected = draws / ways
    chi_squared = sum((number - expected) ** 2 / expected for number in found.values())
    # The 0.9999 quantile of chi-squared, by the Wilson-Hilferty approximation.
    freedom = ways - 1
    spread = 2 / (9 * freedom)
    assert chi_squared < freedom * (1 - spread + 3.72 * spread**0.5) ** 3


# -- coins and prices ------------------------------------------------------------------------------


@SOME
@given(SEEDS)
def test_every_coin_is_accounted_for(seed: int) -> None:
    """After each move, both players' coins follow from prices, card effects and losses."""
    before = None
    moved: Move | None = None
    for state in _game(seed):
        if isinstance(state, State):
            if before is not None and moved is not None:
                assert [city.coins for city in state.cities] == coins_after(before, moved, state)
            before, moved = state, None
        else:
            moved = state


def _game(seed: int) -> list[State | Move]:
    """Yield the states and the moves of a random game."""
    told: list[State | Move] = []
    previous: State | None = None
    for state in walk(seed, catalogue, catalogue.wonders):
        if previous is not None and previous.to_move is not None:
            told.append(
                next(move for move in previous.legal_moves if previous.apply(move) == state)
            )
        told.append(state)
        previous = state
    return told


def _reference(state: State) -> Reference:
    """Return the reference engine with the cities of a state, for prices and points."""
    game = Reference(
        Setup(draft=[[], []], board_tokens=[], great_library=[], ages=[[], [], []]),
        first_player=0,
        centre_pawn_start="last-player-chooses",
        pair_token="must",
        reveal_timing="end-of-action",
        wonder_setup="draft",
    )
    game.pawn = state.pawn
    for plain, city in zip(game.cities, state.cities, strict=True):
        plain.coins = city.coins
        plain.buildings = {card.name for card in city.buildings}
        plain.tokens = {token.name for token in city.tokens}
        plain.unbuilt = {wonder.name for wonder in city.unbuilt}
        plain.built = {built.wonder.name: built.card.name for built in city.built}
    return game


@SOME
@given(states())
def test_prices_are_the_lowest_of_all_payments(state: State) -> None:
    """The price of everything for both players is the minimum over all possible payments (R36)."""
    plain = _reference(state)
    spare = catalogue.building_list[0]
    for player in Player:
        for building in catalogue.building_list:
            plan = state.payment(ConstructBuilding(building), player)
            price = plain.building_price(player, building.name)
            assert plan is not None
            assert (plan.total, plan.coins) == (price.total, price.coins)
            assert (plan.free_by is not None) == price.chained
        for wonder in catalogue.wonder_list:
            plan = state.payment(ConstructWonder(wonder, spare), player)
            assert plan is not None
            assert plan.total == plain.wonder_price(player, wonder.name).total


# -- points ----------------------------------------------------------------------------------------


@MANY
@given(states())
def test_the_score_adds_up_by_source(state: State) -> None:
    """The total is the sum of the sources, and each source follows the facts (R79, R80, R81, R82)."""
    plain = _reference(state)
    score = state.score()
    for player in Player:
        sheet = score[player]
        by_source = {source: getattr(sheet, source) for source in SOURCES}

        assert sheet.total == sum(by_source.values())
        assert by_source.pop("other") == 0
        assert by_source == plain.points(player)
