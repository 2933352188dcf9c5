"""Seeds: draws for one purpose are independent of draws for another."""

from __future__ import annotations

import math
import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from itertools import combinations
from random import Random
from typing import get_args

import pytest
from typing_extensions import override

from tests.wording import Wording
from wonders_duel import Deal, Game, Player, State, WrongTypeError, catalogue
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.seeds import Seed, generator
from wonders_duel.testing import walks

GAMES = 3_000
CELLS = 6
"""Number of bins for draws from 0 to 1."""


def chi_squared(pairs: Sequence[tuple[object, object]]) -> tuple[float, int]:
    """Return chi-squared of a table of pairs against independence, and its degrees of freedom."""
    both = Counter(pairs)
    rows = Counter(row for row, _ in pairs)
    columns = Counter(column for _, column in pairs)
    total = 0.0
    for row, of_row in rows.items():
        for column, of_column in columns.items():
            expected = of_row * of_column / len(pairs)
            total += (both[row, column] - expected) ** 2 / expected
    return total, (len(rows) - 1) * (len(columns) - 1)


def is_plausible(pairs: Sequence[tuple[object, object]]) -> bool:
    """Return whether a table is within five standard deviations of independence."""
    found, freedom = chi_squared(pairs)
    return found < freedom + 5 * math.sqrt(2 * freedom)


@cache
def opened(seed: int) -> Game:
    """Deal a game."""
    return Game(seed=seed)


def first_pick(bot: Callable[[Seed], RandomBot | GreedyBot], seed: int) -> int:
    """Return which of the four wonders a bot with the seed of the game picks."""
    state = opened(seed).state
    return state.legal_moves.index(bot(seed).choose(state))


def level(_: State, __: Player) -> float:
    """Evaluate all positions alike, so that a greedy bot draws its move."""
    return 0.0


def drawn_greedily(seed: Seed) -> GreedyBot:
    """Return a greedy bot that draws its moves."""
    return GreedyBot(seed, judge=level)


@pytest.mark.parametrize("bot", [RandomBot, drawn_greedily], ids=["random", "greedy"])
def test_a_bot_draws_independently_of_the_game_with_its_seed(
    bot: Callable[[Seed], RandomBot | GreedyBot],
) -> None:
    """A bot's pick is independent of the first wonder dealt with the same seed."""
    table = []
    for seed in range(GAMES):
        deal = opened(seed).deal
        assert deal is not None
        table.append((deal.draft[0][0].id, first_pick(bot, seed)))

    assert len({row for row, _ in table}) == 12
    assert {column for _, column in table} == {0, 1, 2, 3}
    assert is_plausible(table), chi_squared(table)


def test_the_table_would_show_dependence() -> None:
    """The test detects dependence: a game and a bot that share ``Random(seed)`` fail it."""
    table = []
    for seed in range(GAMES):
        deal = Deal.random(Random(seed))
        table.append((deal.draft[0][0].id, int(Random(seed).random() * 4)))

    assert not is_plausible(table)


def _draws(seed: int) -> dict[str, float]:
    """Return the first draw of everything in the library that takes a seed."""
    state, deal = opened(seed).state, opened(seed).deal
    assert deal is not None
    other = state.apply(state.legal_moves[0])
    return {
        "game": catalogue.number_of_wonder(deal.draft[0][0].id) / 12,
        "first player": Game(seed, first_player="random").state.first_player / 2,
        "random bot": first_pick(RandomBot, seed) / 4,
        "greedy bot": first_pick(drawn_greedily, seed) / 4,
        "random bot, other seat": other.legal_moves.index(RandomBot(seed).choose(other)) / 3,
        "a user's bot": Random(seed).random(),
        "a user's purpose": generator("match", seed).random(),
        "another purpose": generator("match 2", seed).random(),
        "a text": generator("match", str(seed)).random(),
        "the seed after": generator("match", seed + 1).random(),
    }


def test_equal_seeds_draw_independently_for_each_purpose() -> None:
    """Everything that takes a seed draws independently, also with adjacent seeds."""
    draws = [_draws(seed) for seed in range(GAMES)]
    cells = [{what: int(one * CELLS) for what, one in seen.items()} for seen in draws]

    for one, other in combinations(cells[0], 2):
        table = [(seen[one], seen[other]) for seen in cells]
        assert is_plausible(table), (one, other, chi_squared(table))


def test_a_bot_in_both_seats_draws_independently() -> None:
    """Two equal bots draw independently in their seats, regardless of the order of calls."""
    picks: Counter[tuple[int, int]] = Counter()
    for seed in range(300):
        state = opened(seed).state
        other = state.apply(state.legal_moves[0])
        assert other.to_move is Player.TWO
        one, two = RandomBot(seed), RandomBot(seed)
        first = (one.choose(state), two.choose(other))
        again = RandomBot(seed)
        assert (again.choose(other), again.choose(state)) == first[::-1]
        picks[state.legal_moves.index(first[0]), other.legal_moves.index(first[1])] += 1

    assert len(picks) == 12


@pytest.mark.parametrize(
    "seed",
    [0, 7, -7, 10**5000, 1.5, "seven", "\ud800é", b"\x00\xff", True],
    ids=lambda seed: type(seed).__name__,
)
def test_a_seed_is_reproducible(seed: Seed) -> None:
    """Every kind of seed gives the same deal and choices in any process."""
    assert generator("deal", seed).random() == generator("deal", seed).random()
    assert Deal.random(seed) == Deal.random(seed) == Game(seed).deal
    state = Game(seed).state
    assert RandomBot(seed).choose(state) is RandomBot(seed).choose(state)


class _Kind(str, Enum):  # noqa: UP042 - str() of a StrEnum would be its value
    SEVEN = "seven"


class _Level(int, Enum):
    SEVEN = 7


class _Number(float):
    @override
    def __repr__(self) -> str:
        return f"_Number at {id(self)}"


class _Bytes(bytes):
    @override
    def __repr__(self) -> str:
        return f"_Bytes at {id(self)}"


@pytest.mark.parametrize(
    ("seed", "same"),
    [(_Kind.SEVEN, "seven"), (_Level.SEVEN, 7), (_Number(1.5), 1.5), (_Bytes(b"x"), b"x")],
    ids=["text", "int", "float", "bytes"],
)
def test_a_value_of_a_subclass_draws_like_its_equal(seed: Seed, same: Seed) -> None:
    """Floats and texts of numpy, members of enums and the like are seeds like the values they equal."""
    assert generator("deal", seed).random() == generator("deal", same).random()
    assert Game(seed).deal == Game(same).deal
    assert Game(seed).tags == Game(same).tags
    assert generator(_Kind.SEVEN, 7).random() == generator("seven", 7).random()


def test_different_seeds_draw_differently() -> None:
    """Seeds that differ only in sign or type give different draws."""
    seeds: list[Seed] = [7, -7, 8, 7.5, "7", b"7", "b'7'", "0x7", 0x77]

    assert len({generator("deal", seed).random() for seed in seeds}) == len(seeds)
    assert len({generator(purpose, 7).random() for purpose in ("a", "b", "a 0x7", "")}) == 4


def test_the_draws_of_a_seed_are_the_same_everywhere() -> None:
    """The draws of a seed are fixed numbers, the same in all versions and on all systems."""
    assert [generator("deal", seed).random() for seed in (7, "seven", 1.5, b"x", "é")] == [
        0.12754140440864148,
        0.6431460617206312,
        0.3184823281273247,
        0.30996897517804467,
        0.21910278680865614,
    ]


def test_without_a_seed_draws_are_random() -> None:
    """Without a seed, games, deals, bots and generators are different each time."""
    assert generator("deal").random() != generator("deal").random()
    assert Deal.random() != Deal.random()
    assert Game().deal != Game().deal
    state = opened(1).state
    assert len({RandomBot().choose(state) for _ in range(100)}) == 4


def test_a_pickled_bot_continues_its_draws() -> None:
    """An unpickled bot continues with the draws that the original would make."""
    state = opened(1).state
    bot = RandomBot(3)
    for _ in range(5):
        bot.choose(state)
    again: RandomBot = pickle.loads(pickle.dumps(bot))  # noqa: S301 - our own bytes

    assert [again.choose(state) for _ in range(9)] == [bot.choose(state) for _ in range(9)]


@pytest.mark.parametrize("seed", [[1], {}, object(), Random(1), (1, 2)])
def test_an_invalid_seed_is_refused(wording: Wording, seed: object) -> None:
    """Everything that takes a seed refuses other types with the same error."""
    for take in (Game, RandomBot, GreedyBot, lambda one: generator("deal", one)):
        with wording.raises(WrongTypeError):
            take(seed)  # type: ignore[arg-type]
    if not isinstance(seed, Random):
        with wording.raises(WrongTypeError):
            Deal.random(seed)  # type: ignore[arg-type]


def test_a_purpose_is_a_string(wording: Wording) -> None:
    """A purpose has to be a string."""
    for purpose in (7, None, b"deal"):
        with wording.raises(WrongTypeError):
            generator(purpose, 7)  # type: ignore[arg-type]


def test_the_deal_of_a_walk_is_the_deal_of_its_number() -> None:
    """The moves of a walk are drawn independently of its cards."""
    for number in range(20):
        deal = Deal.random(number)
        assert not any(deal.conflicts(state) for state in walks.walk(number, catalogue))


def test_the_type_of_a_seed_names_whole_numbers() -> None:
    """Tools that use types at run time keep 7: as a float it would be another seed."""
    assert get_args(Seed)[:2] == (int, float)
    assert Game(seed=7).state != Game(seed=7.0).state
