"""Play-outs follow the same rules as moves played one by one, and choose each move as often."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import cast

import attrs
import pytest
from typing_extensions import override

from tests.amounts import part
from tests.builders import BASE_PHASES, EXTENDED, sparse
from tests.own_cards import OWN
from tests.property.catalogues import Maker
from tests.property.playing_on import as_text, mutated, picked
from wonders_duel import (
    Age,
    Building,
    City,
    CityPosition,
    Colour,
    ConstructBuilding,
    DeclineToken,
    DiscardBuilding,
    Move,
    Phase,
    Player,
    PositionError,
    Resource,
    State,
    catalogue,
)
from wonders_duel.chance.random_source import RandomSource
from wonders_duel.effects import Cards, FixedPrice, GuildMajority, PointsPerToken
from wonders_duel.engine import turn
from wonders_duel.engine.chooser import Chooser
from wonders_duel.engine.consequences import resume
from wonders_duel.engine.decision import decision_of
from wonders_duel.engine.play_out import play_on
from wonders_duel.testing.walks import walk

CATALOGUES = [catalogue, EXTENDED, OWN]


class Fixed(Random):
    """A generator whose bytes are all the same."""

    def __init__(self, byte: int) -> None:
        """Store the byte."""
        super().__init__(0)
        self.byte = byte

    @override
    def randbytes(self, n: int) -> bytes:
        """Return the bytes."""
        return bytes([self.byte]) * n


def choosing(lot: int, number: int) -> Chooser:
    """Return a chooser that chooses a given one of a number of things."""
    for byte in range(256):
        product = byte * number
        if product >> 8 == lot and product & 0xFF >= (256 - number) % number:
            return Chooser(Fixed(byte))
    raise AssertionError("no byte chooses it")


def states(seed: int) -> Iterator[State]:
    """Yield the states of a random game; the cards and the rule options depend on the seed."""
    yield from walk(seed // 3, CATALOGUES[seed % 3])


def stepwise(state: State, seed: int) -> State:
    """Play a game out by applying moves to frozen states, with the same choices as a play-out."""
    chooser = Chooser(Random(seed))
    source = RandomSource(state, chooser)
    source.begin()
    draft = state.thaw()
    resume(draft, source)
    now = draft.freeze()
    while (decision := decision_of(now)) is not None:
        legal = now.legal_moves
        move = now.catalogue.moves[decision.draw(now, chooser).index]
        while move not in legal:
            assert now.why_not(move)
            move = now.catalogue.moves[decision.draw(now, chooser).index]
        now = turn.apply(now, move, source).freeze()
    return now


def play_out(state: State, seed: int) -> State:
    """Play a game out on one draft."""
    chooser = Chooser(Random(seed))
    source = RandomSource(state, chooser)
    source.begin()
    draft = state.thaw()
    play_on(draft, source, chooser)
    return draft.freeze()


def check_games(numbers: range) -> Counter[Phase]:
    """Compare play-outs that begin anywhere in random games with moves played one by one."""
    begun: Counter[Phase] = Counter()
    for number in numbers:
        seen = list(states(number))
        start = seen[Random(number).randrange(len(seen))]
        one, two = play_out(start, number), stepwise(start, number)
        assert one == two
        assert one.to_text() == two.to_text()
        assert one.is_over
        begun[start.phase] += 1
    return begun


def test_a_play_out_is_the_same_as_its_moves_one_by_one() -> None:
    """A play-out ends as the moves that it chooses do, from states of every phase."""
    begun = check_games(range(450))

    assert len(begun) >= len(Phase) - 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_play_outs_are_the_same_as_their_moves(part: int) -> None:
    """The same for more games: 10,000, or as many as the variable ``PLAY_OUTS`` says."""
    number = int(os.environ.get("PLAY_OUTS", "10000")) // 10

    check_games(range(450 + part * number, 450 + (part + 1) * number))


def check_choices(state: State) -> None:
    """Check that each legal move is chosen by exactly one of equally likely lots."""
    decision = decision_of(state)
    if decision is None:
        return
    legal = state.legal_moves
    for lot in range(len(legal)):
        picked = decision.pick(state, choosing(lot, len(legal)))
        assert state.catalogue.moves[picked.index] is legal[lot]
    if state.phase is not Phase.TURN:
        return
    slots = state.uncovered.slots
    unbuilt = state.cities[cast("int", state.to_move)].unbuilt
    number = len(slots) * (2 + len(unbuilt))
    drawn = [
        state.catalogue.moves[decision.draw(state, choosing(lot, number)).index]
        for lot in range(number)
    ]
    assert len(set(drawn)) == number
    assert sorted(move.index for move in drawn if move in legal) == sorted(
        move.index for move in legal
    )


def test_every_legal_move_is_chosen_by_as_many_lots() -> None:
    """A lot chooses the move with its number in the list, and drawing until legal leaves none out."""
    for number in range(part(45, at_least=21)):
        for state in states(number):
            check_choices(state)


def test_mutated_positions_are_played_out_the_same() -> None:
    """Positions that no game leads to are played out the same, too."""
    rng = Random(15)
    played = 0
    for phase in list(BASE_PHASES) * 30:
        try:
            state = State.from_text(as_text(mutated(rng, picked(rng, phase))))
        except PositionError:
            continue
        check_choices(state)
        assert play_out(state, played) == stepwise(state, played)
        played += 1

    assert played > 100


@pytest.mark.parametrize("seed", range(8))
def test_random_catalogues_are_played_out_the_same(seed: int) -> None:
    """Games with effects, triggers and choices of every kind are played out the same."""
    cards = Maker(Random(seed)).catalogue()
    for number, state in enumerate(walk(seed, cards, {card.id for card in cards.wonder_list})):
        check_choices(state)
        if number % 6 == 0:
            assert play_out(state, number) == stepwise(state, number)


def test_the_helper_chooses_what_it_says() -> None:
    """The helper above makes a chooser that chooses a given lot."""
    assert [choosing(lot, 7).below(7) for lot in range(7)] == list(range(7))


# -- what the engine counts in numbers, and what it has to ask for ---------------------------------


@attrs.frozen(init=False)
class _TwiceAsMany(Cards):
    """A tally of the library that a user has changed."""

    @override
    def count(self, city: City) -> int:
        return 2 * super().count(city)


@attrs.frozen
class _Generous(GuildMajority):
    """An effect of the library that a user has changed."""

    @override
    def score(self, state: State, player: Player) -> int:
        return 100


@attrs.frozen
class _Flat(PointsPerToken):
    """Another one, without regard to the tokens."""

    @override
    def score(self, state: State, player: Player) -> int:
        return 7


def test_changed_effects_and_tallies_are_asked() -> None:
    """Methods of users are called, also in classes derived from those of the library (R71)."""
    guild = Building(
        id="the-guild",
        name="The Guild",
        age=Age.III,
        colour=Colour.PURPLE,
        effects=(
            _Generous(Cards(Colour.BLUE), points=1),
            _Flat(1),
            GuildMajority(_TwiceAsMany(Colour.BLUE), points=1),
            PointsPerToken(5),
        ),
    )
    cards = catalogue.extended("changed", buildings=[guild])
    owner = CityPosition(coins=0, buildings=["the-guild", "baths", "altar"], tokens=["law"])
    now = sparse(cards, Age.III, {0: "palace"}, owner, CityPosition(coins=0))

    assert now.score().one.guilds == 100 + 7 + 4 + 5
    assert PointsPerToken(5).score(now, Player.ONE) == 5


def test_weighted_play_outs_follow_the_rules() -> None:
    """With weights, too, only legal moves are made, and tokens are declined where that is allowed (R63)."""
    start = State.start(rules={"pair_token": "may"})
    weights: dict[type[Move], float] = {DeclineToken: 9.0, DiscardBuilding: 0.1}
    declining = start.play_outs(150, seed=1, policy=weights)
    plain = start.play_outs(150, seed=1, policy={DiscardBuilding: 0.1})

    assert declining.games == plain.games == 150
    assert declining.mean_points("one")["tokens"] < plain.mean_points("one")["tokens"]


def test_numbers_beyond_a_machine_word_have_the_same_prices() -> None:
    """A fixed price of 100,000 takes the general way, with the prices that R33 and R36 demand."""
    bazaar = Building(
        id="bazaar",
        name="Bazaar",
        age=Age.I,
        colour=Colour.YELLOW,
        effects=(FixedPrice(Resource.WOOD, price=100_000),),
    )
    cards = catalogue.extended("bazaar", buildings=[bazaar])
    assert not cards.tables.layout.is_narrow
    for owner, expected in (
        (CityPosition(buildings=["bazaar"]), 100_000),
        (CityPosition(), 2),
        (CityPosition(buildings=["bazaar", "lumber-yard"]), 0),
    ):
        now = sparse(cards, Age.I, {0: "stable"}, owner)
        assert now.price(ConstructBuilding("stable", cards)) == expected
