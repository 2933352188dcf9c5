"""Deals, determinizations and samples draw uniformly from every pool, by chi-squared tests.

Each pool is examined card by card, by pairs of places and as a set. This detects cards that never
occur, places that depend on each other, and sets that are too frequent.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest

from tests.builders import EXTENDED, city
from wonders_duel import (
    Age,
    AgeDealt,
    Back,
    CardRevealed,
    Deal,
    Game,
    Phase,
    Position,
    State,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
    catalogue,
)
from wonders_duel.chance.randomness import deal_cards, draw
from wonders_duel.testing.walks import walk

DRAWS = 2_400

TOKENS = [token.id for token in catalogue.token_list]
WONDERS = [wonder.id for wonder in catalogue.wonder_list]


def of_back(back: Back) -> list[str]:
    """Return the ids of the buildings with a back."""
    return [card.id for card in catalogue.building_list if card.back is back]


DECKS = {Age.I: of_back(Back.AGE_I), Age.II: of_back(Back.AGE_II), Age.III: of_back(Back.AGE_III)}
GUILDS = of_back(Back.GUILD)


def is_uniform(found: Iterable[Hashable], ways: int) -> bool:
    """Return whether results are equally frequent, within 7 standard deviations of chi-squared."""
    counts = Counter(found)
    assert len(counts) <= ways, "more ways than there can be"
    expected = sum(counts.values()) / ways
    statistic = sum((count - expected) ** 2 for count in counts.values()) / expected
    statistic += (ways - len(counts)) * expected
    return statistic < (ways - 1) + 7 * math.sqrt(2 * (ways - 1))


def check_places(drawn: Sequence[Sequence[str]], pool: Sequence[str]) -> None:
    """Check places that are filled from a pool without replacement.

    Args:
        drawn: the contents of each place, for each draw.
        pool: the cards to draw from.
    """
    size = len(pool)
    number = len(drawn[0])
    assert all(len(set(row)) == number and set(row) <= set(pool) for row in drawn)
    for place in range(number):
        assert is_uniform((row[place] for row in drawn), size), (place, pool)
    everything = Counter(card for row in drawn for card in row)
    assert set(everything) == set(pool)
    # Check adjacent places, and the first and the last, by pairs of cards.
    for one, other in {(0, number - 1), *zip(range(number - 1), range(1, number), strict=True)}:
        if one != other:
            assert is_uniform(((row[one], row[other]) for row in drawn), size * (size - 1))
    # Small sets are counted whole; for larger ones the remaining cards are paired.
    if 1 < math.comb(size, number) <= DRAWS // 5:
        assert is_uniform((frozenset(row) for row in drawn), math.comb(size, number))
    if size - number >= 2 and size < 25:
        left = (tuple(card for card in pool if card not in row) for row in drawn)
        pairs = [pair for row in left for pair in combinations(row, 2)]
        expected = len(pairs) / math.comb(size, 2)
        counts = Counter(pairs)
        assert len(counts) == math.comb(size, 2)
        assert max(abs(count - expected) for count in counts.values()) < 6 * math.sqrt(expected)


def check_ages(deals: Sequence[Deal], age: Age, pool: Sequence[str], guilds: Sequence[str]) -> None:
    """Check the cards, slots and removed cards of an age of which no card was seen (R8)."""
    cards = [[card.id for card in deal.ages[age - 1]] for deal in deals]
    if not guilds:
        check_places(cards, pool)
        return
    check_places([[card for card in row if card not in guilds] for row in cards], pool)
    check_places([[card for card in row if card in guilds] for row in cards], guilds)
    slots = [[slot for slot, card in enumerate(row) if card in guilds] for row in cards]
    check_places(
        [[f"{slot:02}" for slot in draw(Random(number), row)] for number, row in enumerate(slots)],
        [f"{n:02}" for n in range(20)],
    )


@cache
def deals_of(name: str) -> tuple[State, list[Deal]]:
    """Return deals that are consistent with a state."""
    state = STATES[name]()
    rng = Random(f"draws {name}")
    return state, [Deal.consistent_with(state, rng) for _ in range(DRAWS)]


def reached(phase: Phase, age: Age | None = None, cards_left: int | None = None) -> State:
    """Return the first state of a phase in some random games."""
    return next(
        state
        for number in range(500)
        for state in walk(number, catalogue, catalogue.wonders)
        if state.phase is phase and state.age is age and cards_left in (None, state.cards_left)
    )


STATES: dict[str, Callable[[], State]] = {
    "nothing is dealt": State.start,
    "wonders are to be dealt": lambda: reached(Phase.DEAL_WONDERS),
    "the first wonders are dealt": lambda: Game(seed=1).state,
    "four wonders are picked": lambda: next(
        state
        for state in walk(0, catalogue)
        if state.phase is Phase.DEAL_WONDERS and state.cities[0].unbuilt
    ),
    "the second wonders are dealt": lambda: next(
        state
        for state in walk(0, catalogue)
        if state.phase is Phase.DRAFT and len(state.cities[0].unbuilt) == 2
    ),
    "age I is to be dealt": lambda: reached(Phase.DEAL_AGE, None),
    "age I": lambda: reached(Phase.TURN, Age.I, 20),
    "age I goes on": lambda: reached(Phase.TURN, Age.I, 11),
    "a card is to be revealed": lambda: reached(Phase.REVEAL, Age.I),
    "age II is to be dealt": lambda: reached(Phase.DEAL_AGE, Age.I),
    "age II": lambda: reached(Phase.TURN, Age.II, 20),
    "age II goes on": lambda: reached(Phase.TURN, Age.II, 9),
    "age III is to be dealt": lambda: reached(Phase.DEAL_AGE, Age.II),
    "age III": lambda: reached(Phase.TURN, Age.III, 20),
    "age III goes on": lambda: reached(Phase.TURN, Age.III, 12),
    "tokens are to be drawn": lambda: reached(Phase.DRAW_TOKENS, Age.II),
}


@cache
def random_deals() -> list[Deal]:
    """Return the deals of new games."""
    rng = Random("draws")
    return [Deal.random(rng) for _ in range(DRAWS)]


def test_random_deals_are_uniform_over_every_pool() -> None:
    """Draft groups, board, library, the cards of each age, removed cards and guilds are uniform."""
    deals = random_deals()

    check_places([[one.id for group in deal.draft for one in group] for deal in deals], WONDERS)
    check_places(
        [[one.id for one in (*deal.board_tokens, *deal.great_library)] for deal in deals], TOKENS
    )
    for age in Age:
        check_ages(deals, age, DECKS[age], GUILDS if age is Age.III else ())


@pytest.mark.parametrize(
    "name",
    # A quarter of the states is enough for a quick look.
    [
        one if not i % 4 else pytest.param(one, marks=pytest.mark.slow)
        for i, one in enumerate(STATES)
    ],
)
def test_a_determinization_is_uniform_over_what_is_unseen(name: str) -> None:
    """A determinization is uniform over every open pool, and keeps what was seen."""
    state, deals = deals_of(name)

    _check_draft(state, deals)
    _check_tokens(state, deals)
    for age in Age:
        if state.age is None or age >= state.age:
            _check_age(state, deals, age)


def _check_draft(state: State, deals: Sequence[Deal]) -> None:
    """Check the groups of the draft: what is unknown of them is uniform, what is known is there."""
    if state.age is not None:
        return
    groups = [[[one.id for one in group] for group in deal.draft] for deal in deals]
    held = {one.id for one in _wonders(state)}
    if not held:
        check_places([[*first, *second] for first, second in groups], WONDERS)
    elif len(held) == 4:
        assert all(set(first) == held for first, _ in groups)
        check_places([second for _, second in groups], [one for one in WONDERS if one not in held])
    else:
        offered = {one.id for one in state.offered_wonders}
        assert all(offered <= set(second) and held <= {*first, *second} for first, second in groups)


def _check_tokens(state: State, deals: Sequence[Deal]) -> None:
    """Check that the tokens are uniform: all of them before they are dealt, then those in the box."""
    library = [[one.id for one in deal.great_library] for deal in deals]
    if state.phase is Phase.DEAL_TOKENS:
        boards = [[one.id for one in deal.board_tokens] for deal in deals]
        check_places([[*one, *two] for one, two in zip(boards, library, strict=True)], TOKENS)
    else:
        check_places(library, [one.id for one in state.box_tokens])


def _check_age(state: State, deals: Sequence[Deal], age: Age) -> None:
    """Check that the cards of an age to come, or those that are face down, are uniform."""
    seen = _seen(state)
    pool = [card for card in DECKS[age] if card not in seen]
    guilds = [card for card in GUILDS if card not in seen] if age is Age.III else []
    if age is not state.age:
        check_ages(deals, age, pool, guilds)
        return
    for is_guild, cards in ((False, pool), (True, guilds)):
        slots = [
            slot.index
            for slot in state.structure
            if slot.back is not None and (slot.back is Back.GUILD) is is_guild
        ]
        if slots:
            check_places([[deal.ages[age - 1][slot].id for slot in slots] for deal in deals], cards)


def _wonders(state: State) -> list[Any]:
    return [
        *state.offered_wonders,
        *(one for each in state.cities for one in each.unbuilt),
        *(one.wonder for each in state.cities for one in each.built),
    ]


def _seen(state: State) -> set[str]:
    """Return the ids of the buildings that are face up or under a wonder."""
    seen = {card.id for card in state.discard_pile}
    seen |= {slot.building.id for slot in state.structure if slot.building is not None}
    for each in state.cities:
        seen |= {card.id for card in each.buildings} | {one.card.id for one in each.built}
    return seen


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in STATES
        if "to be" in name or name in {"nothing is dealt", "four wonders are picked"}
    ],
)
def test_a_sample_is_uniform_over_the_outcomes(name: str) -> None:
    """A sample of a chance node is uniform, like the outcome of a determinization."""
    state, deals = deals_of(name)
    chance = state.chance
    assert chance is not None
    rng = Random(f"samples {name}")
    samples = [chance.sample(rng) for _ in range(DRAWS)]
    for outcomes in (samples, [deal.outcome(state) for deal in deals]):
        first = outcomes[0]
        if isinstance(first, AgeDealt):
            _check_fronts(state, outcomes)
            continue
        if chance.count <= DRAWS // 5:
            assert is_uniform(map(str, outcomes), chance.count)
        drawn = [_ids(outcome) for outcome in outcomes]
        pool = sorted(set().union(*drawn))
        expected = {
            TokensDealt: set(TOKENS),
            WondersDealt: set(WONDERS) - {one.id for one in _wonders(state)},
            TokensDrawn: {one.id for one in state.box_tokens},
            CardRevealed: {card.id for card in state.unseen(chance.back)} if chance.back else set(),
        }
        assert set(pool) == expected[type(first)]
        assert is_uniform((card for row in drawn for card in row), len(pool))


def _ids(outcome: Any) -> list[str]:
    if isinstance(outcome, CardRevealed):
        return [outcome.building.id]
    cards = outcome.wonders if isinstance(outcome, WondersDealt) else outcome.tokens
    return sorted(card.id for card in cards)


def _check_fronts(state: State, outcomes: Sequence[Any]) -> None:
    """Check the faces of an age that is dealt: the places of face-up cards and guilds."""
    age = outcomes[0].age
    seen = _seen(state)
    ids = [[card if isinstance(card, Back) else card.id for card in one.slots] for one in outcomes]
    up = [slot for slot, card in enumerate(ids[0]) if not isinstance(card, Back)]
    down = [slot for slot in range(20) if slot not in up]
    every = [card for card in DECKS[age] if card not in seen]
    if age is not Age.III:
        check_places([[row[slot] for slot in up] for row in ids], every)
        return
    guilds = [sum(row[slot] in GUILDS for slot in up) for row in ids]
    backs = [[slot for slot in down if row[slot] is Back.GUILD] for row in ids]
    assert all(shown + len(hidden) == 3 for shown, hidden in zip(guilds, backs, strict=True))
    places = [
        slot
        for row, hidden in zip(ids, backs, strict=True)
        for slot in (*hidden, *(slot for slot in up if row[slot] in GUILDS))
    ]
    assert is_uniform(places, 20)
    assert is_uniform((row[slot] for row in ids for slot in up if row[slot] in GUILDS), len(GUILDS))
    assert is_uniform(
        (row[slot] for row in ids for slot in up if row[slot] not in GUILDS), len(every)
    )


# -- the draws ------------------------------------------------------------------------------------


class Scripted(Random):
    """A generator that returns the given numbers and counts them."""

    def __init__(self, *numbers: float) -> None:
        """Store the numbers."""
        super().__init__()
        self.numbers = list(numbers)

    def random(self) -> float:
        """Return the next number."""
        return self.numbers.pop(0)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 11, 12, 23])
def test_each_part_of_the_range_draws_its_card(size: int) -> None:
    """The range 0 to 1 is split into equal parts, to nine digits, for the first and second card."""
    items = list(range(size))
    for number in range(size):
        low, high = number / size + 1e-9, (number + 1) / size - 1e-9
        assert [draw(Scripted(where), items, 1) for where in (low, high)] == [[number]] * 2
    # After the first card of the pool, the second is one of those left.
    for number in range(size - 1):
        low, high = number / (size - 1) + 1e-9, (number + 1) / (size - 1) - 1e-9
        for where in (low, high):
            assert draw(Scripted(0.0, where), items, 2) == [0, number + 1]


def test_as_many_numbers_are_drawn_as_cards() -> None:
    """Each card takes exactly one random number, so a stream can be reproduced."""
    for number in range(6):
        script = Scripted(*[0.0] * 9)
        assert draw(script, range(6), number) == list(range(number))
        assert len(script.numbers) == 9 - number
    script = Scripted(*[0.0] * 60)
    assert deal_cards(script, range(20), range(20, 27), 20) == [20, 21, 22, *range(17)]
    assert len(script.numbers) == 60 - 3 - 17 - 20


def test_a_draw_does_not_change_the_pool() -> None:
    """Drawing does not change the caller's pool."""
    pool = [1, 2, 3]
    draw(Random(1), pool)

    assert pool == [1, 2, 3]


# -- every draw -----------------------------------------------------------------------------------


def every_draw(*pools: tuple[int, int], then: int = 0) -> Iterator[Scripted]:
    """Yield a generator for each way to draw from some pools, one after the other.

    Args:
        pools: the size of each pool, and the number of cards that are drawn from it.
        then: the number of draws after these, which are always the same.
    """
    sizes = [size - drawn for size, number in pools for drawn in range(number)]
    for lots in product(*map(range, sizes)):
        numbers = [(lot + 0.5) / size for lot, size in zip(lots, sizes, strict=True)]
        yield Scripted(*numbers, *[0.0] * then)


def face_down(state: State, *, guilds: bool) -> list[int]:
    """Return the slots that show the back of a guild, or those that show another one."""
    return [
        slot.index
        for slot in state.structure
        if slot.back is not None and (slot.back is Back.GUILD) is guilds
    ]


@pytest.mark.parametrize(
    ("age", "cards", "guilds", "later"),
    [(Age.I, 1, 0, 20 + 40), (Age.II, 2, 0, 40), (Age.III, 2, 0, 0), (Age.III, 1, 1, 0)],
)
def test_each_way_to_draw_gives_a_deal_equally_often(
    age: Age, cards: int, guilds: int, later: int
) -> None:
    """Over all draws, each library and each choice of cards for the hidden slots is equally frequent.

    Nothing else is drawn but the ages to come.
    """
    state, slots = next(
        (state, (plain, special))
        for number in range(100)
        for state in walk(number, catalogue)
        if state.age is age
        for plain, special in [(face_down(state, guilds=False), face_down(state, guilds=True))]
        if (len(plain), len(special)) == (cards, guilds)
    )
    seen = _seen(state)
    pools = [[card for card in deck if card not in seen] for deck in (DECKS[age], GUILDS)]
    if not guilds:
        pools[1] = []
    box = [token.id for token in state.box_tokens]
    found = Counter[Hashable]()
    for script in every_draw(
        (len(box), len(box)), *zip(map(len, pools), (cards, guilds), strict=True), then=later
    ):
        deal = Deal.consistent_with(state, script)
        assert not script.numbers
        found[
            tuple(token.id for token in deal.great_library),
            *(tuple(deal.ages[age - 1][slot].id for slot in each) for each in slots),
        ] += 1

    assert set(found) == set(
        product(permutations(box, 3), permutations(pools[0], cards), permutations(pools[1], guilds))
    )
    assert len(set(found.values())) == 1


@pytest.mark.parametrize(
    ("name", "pool", "number"),
    [
        ("four wonders are picked", 8, 4),
        ("a card is to be revealed", 0, 1),
        ("tokens are to be drawn", 5, 3),
    ],
)
def test_each_way_to_draw_gives_an_outcome_equally_often(name: str, pool: int, number: int) -> None:
    """Over all draws, a sample of a chance node is each of its outcomes equally often.

    One card is drawn for a reveal, however many are hidden.
    """
    state = STATES[name]()
    chance = state.chance
    assert chance is not None
    found = Counter[Hashable]()
    for script in every_draw((pool or chance.count, number)):
        found[chance.sample(script)] += 1
        assert not script.numbers

    assert set(found) == {outcome for outcome, _ in chance.outcomes()}
    assert len(set(found.values())) == 1


# -- the past -------------------------------------------------------------------------------------


def test_the_past_is_filled_in_by_a_fixed_order() -> None:
    """The past is filled in by a fixed order: visible cards first, then the rest as catalogued."""
    state = Position(
        age=Age.II,
        structure={0: "walls", 1: "aqueduct"},
        cities=(city(3, "tavern", "altar"), city(3, "statue", "quarry")),
        discard_pile=["lumber-yard", "barracks"],
    ).state()
    for seed in range(20):
        deal = Deal.consistent_with(state, Random(seed))
        known = {
            Age.I: {"tavern", "altar", "quarry", "lumber-yard"},
            Age.II: {"statue", "barracks"},
        }
        for age in (Age.I, Age.II):
            order = [card for card in DECKS[age] if card not in {"walls", "aqueduct"}]
            expected = [card for card in order if card in known[age]]
            expected += [card for card in order if card not in known[age]]
            filled = [
                card.id
                for slot, card in enumerate(deal.ages[age - 1])
                if age is Age.I or slot not in {0, 1}
            ]
            assert filled == expected[: len(filled)]
        assert [deal.ages[1][0].id, deal.ages[1][1].id] == ["walls", "aqueduct"]


def test_a_game_of_other_cards_has_another_deal() -> None:
    """Deals with the same numbers in two catalogues are different."""
    other = catalogue.extended("the same cards under another name")
    mine, theirs = Deal.random(Random(5)), Deal.random(Random(5), other)

    assert [card.id for card in mine.ages[0]] == [card.id for card in theirs.ages[0]]
    assert mine != theirs
    assert theirs != mine
    assert Deal.random(5, EXTENDED) != Deal.random(5)
