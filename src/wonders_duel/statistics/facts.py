"""The facts of one game, noted move by move, and the sums of those of many games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.counting import BY_BLUE as TIE_BROKEN
from wonders_duel.engine.counting import CIVILIAN, NOBODY, judge, points
from wonders_duel.engine.moves import (
    KIND_CHOOSE,
    KIND_CONSTRUCT,
    KIND_DECLINE,
    KIND_DESTROY,
    KIND_DISCARD,
    KIND_DRAFT,
    KIND_REVIVE,
    KIND_TOKEN,
    KIND_WONDER,
)
from wonders_duel.engine.phases import DRAFT, LIBRARY_TOKEN
from wonders_duel.statistics import layout as places
from wonders_duel.statistics.layout import ACTIONS, AGES, ENDINGS, PER_ROLE, ROLES, WAYS, Layout

if TYPE_CHECKING:
    from wonders_duel.engine.city import City
    from wonders_duel.engine.move_specs import MoveSpec
    from wonders_duel.state import State

__all__ = ["Facts", "Sums", "Totals"]

SHARED: Final = ENDINGS.index("shared")
RESIGNATION: Final = ENDINGS.index("resignation")
FAULT: Final = ENDINGS.index("fault")

_CONSTRUCTED, _BY_CHAIN, _DISCARDED, _WONDERS, _TOKENS = range(len(ACTIONS))
_WAY_OF: Final = [WAYS.index(ending) for ending in ENDINGS[:SHARED]]
_WINNER, _LOSER, _FIRST, _SECOND = range(len(ROLES))
_HALVES: Final = {0: (2, 0), 1: (0, 2), NOBODY: (1, 1)}
"""The halves of a victory for each seat, by the winner."""


Totals = tuple[
    tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[tuple[int, int, int, int, int], ...]
]
"""Sums that do not change: the counters of games, the uses of cards, the halves, the numbers."""


class Facts:
    """The facts of one game.

    Call :meth:`see` with each move, then :meth:`finish`. A use of a card is noted as
    ``2 * place + seat``.
    """

    __slots__ = (
        "_chosen",
        "_has_hands",
        "_layout",
        "age",
        "declined",
        "doings",
        "ending",
        "first",
        "first_age",
        "moves",
        "points",
        "uses",
        "winner",
    )

    def __init__(self, layout: Layout, opening: State) -> None:
        """Start a game.

        Args:
            layout: the places of the counters.
            opening: the state at the first decision.
        """
        self._layout = layout
        self._chosen: State | None = None
        self._has_hands = False
        self.first: int = opening.first_seat
        self.first_age: int = opening.age_number
        """The age of the opening; 0 in the draft."""
        self.age: int = 0
        self.moves: int = 0
        self.declined: int = 0
        self.winner: int = NOBODY
        self.ending: int = FAULT
        self.points: tuple[list[int], list[int]] | None = None
        """The points of a game that was played to its end."""
        self.uses: list[int] = [
            2 * (layout.on_board + number) for number in bits(opening.board_mask)
        ]
        self.doings: list[list[int]] = [[0] * len(ACTIONS) for _ in AGES]
        """The number of actions in each age."""
        drafted = opening.one.unbuilt_mask | opening.two.unbuilt_mask
        if opening.phase_number == DRAFT and not drafted:
            seat = opening.player
            self.uses += [
                2 * (layout.offered + number) + seat for number in bits(opening.offer_mask)
            ]

    def see(self, state: State, move: MoveSpec) -> None:
        """Note a move.

        Args:
            state: the state before it.
            move: the move, which is legal.
        """
        if self._chosen is not None:
            self._compare(state)
        layout = self._layout
        kind = move.kind
        seat: int = state.player
        self.moves += 1
        if kind == KIND_DRAFT:
            pick = (state.one.unbuilt_mask | state.two.unbuilt_mask).bit_count()
            self.uses.append(2 * (layout.picked[pick] + move.entry.number) + seat)
            return
        if not self._has_hands:
            self._hands(state)
        doings = self.doings[state.age_number - 1]
        if kind == KIND_CONSTRUCT:
            city = state.two if seat else state.one
            place = layout.paid
            if move.entry.chain & city.counts:
                place = layout.by_chain
                doings[_BY_CHAIN] += 1
            doings[_CONSTRUCTED] += 1
            self.uses.append(2 * (place + move.card) + seat)
        elif kind == KIND_DISCARD:
            doings[_DISCARDED] += 1
            self.uses.append(2 * (layout.discarded + move.card) + seat)
        elif kind == KIND_WONDER:
            doings[_WONDERS] += 1
            built = layout.built[state.age_number - 1] + move.entry.number
            self.uses.append(2 * built + seat)
            self.uses.append(2 * (layout.buried + move.card) + seat)
        elif kind == KIND_TOKEN:
            doings[_TOKENS] += 1
            place = layout.from_board
            if state.phase_number == LIBRARY_TOKEN:
                place = layout.from_box
                self.uses += [
                    2 * (layout.drawn + number) + seat for number in bits(state.offer_mask)
                ]
            self.uses.append(2 * (place + move.entry.number) + seat)
        elif kind == KIND_REVIVE:
            self.uses.append(2 * (layout.revived + move.entry.number) + seat)
        elif kind == KIND_DESTROY:
            self.uses.append(2 * (layout.destroyed + move.entry.number) + 1 - seat)
        elif kind == KIND_DECLINE:
            self.declined += 1
        elif kind == KIND_CHOOSE:
            self._chosen = state  # the card decides what happens: compare the states

    def finish(self, end: State, loser: int | None = None, *, is_fault: bool = False) -> None:
        """Note the end of the game.

        Args:
            end: the last state.
            loser: the seat that resigned or that lost by a fault; ``None`` if the game was
                played to its end.
            is_fault: whether the game was decided by a fault of a bot.
        """
        if self._chosen is not None:
            self._compare(end)
        if not self._has_hands:
            self._hands(end)
        self.age = end.age_number
        if loser is not None:
            self.winner = 1 - loser
            self.ending = FAULT if is_fault else RESIGNATION
            return
        one, two = points(end, 0), points(end, 1)
        self.points = (one, two)
        self.winner, self.ending = judge(end, one, two)

    def _hands(self, state: State) -> None:
        """Note the wonders of the players, which one of them may later lose to the bank (R53)."""
        self._has_hands = True
        under = len(state.tables.buildings)
        hand = self._layout.hand
        for seat, city in enumerate((state.one, state.two)):
            numbers = [*bits(city.unbuilt_mask), *[code // under for code in city.built_codes]]
            self.uses += [2 * (hand + number) + seat for number in numbers]

    def _compare(self, after: State) -> None:
        """Note what the custom choice of a card has changed."""
        before = self._chosen
        assert before is not None  # the caller's condition
        self._chosen = None
        layout, uses = self._layout, self.uses
        doings = self.doings[before.age_number - 1]
        lost = 0
        pairs: list[tuple[City, City]] = list(zip(before.cities, after.cities, strict=True))
        for seat, (old, new) in enumerate(pairs):
            for number in bits(new.building_mask & ~old.building_mask):
                uses.append(2 * (layout.by_card + number) + seat)
                if number in before.faces:
                    uses.append(2 * (layout.taken_by_card + number) + seat)
            gone = old.building_mask & ~new.building_mask
            lost |= gone
            uses += [2 * (layout.destroyed + number) + seat for number in bits(gone)]
            tokens = bits(new.token_mask & ~old.token_mask)
            doings[_TOKENS] += len(tokens)
            uses += [2 * (layout.token_by_card + number) + seat for number in tokens]
        seat = before.player
        for number in bits(after.discard_mask & ~before.discard_mask & ~lost):
            doings[_DISCARDED] += 1
            uses.append(2 * (layout.discarded + number) + seat)


class Sums:
    """The sums of the facts of many games."""

    __slots__ = ("games", "halves", "numbers", "uses")

    def __init__(self, size: int) -> None:
        """Start with no games.

        Args:
            size: the number of counters of cards.
        """
        self.games: list[int] = [0] * places.GAMES
        """The counters of games."""
        self.uses: list[int] = [0] * size
        """How often each card was used in each way."""
        self.halves: list[int] = [0] * size
        """The halves of victories of the players who used it."""
        self.numbers: list[list[int]] = [[0, 0, 0, 0, 0] for _ in range(places.NUMBERS)]
        """For each number: how often it was noted, its sum, that of its squares, least and most."""

    def add(self, facts: Facts) -> None:
        """Add a game.

        Args:
            facts: a finished game.
        """
        halves, uses = self.halves, self.uses
        gained = _HALVES[facts.winner]
        for use in facts.uses:
            place = use >> 1
            uses[place] += 1
            halves[place] += gained[use & 1]
        games = self.games
        games[places.DECLINED] += facts.declined
        ending = facts.ending
        if ending == TIE_BROKEN:
            games[places.BY_BLUE] += 1
            ending = CIVILIAN
        is_shared = facts.winner == NOBODY
        by = places.BY_FIRST if is_shared or facts.winner == facts.first else places.BY_SECOND
        games[by + (SHARED if is_shared else ending)] += 1
        if facts.points is not None:
            self._add_whole(facts, ending, facts.points)

    def _add_whole(self, facts: Facts, ending: int, scored: tuple[list[int], list[int]]) -> None:
        """Add the numbers of a game that was played to its end."""
        numbers = self.numbers
        self.games[places.ENDED + facts.age - 1] += 1
        _note(numbers[places.LENGTHS], facts.moves)
        _note(numbers[places.LENGTHS + _WAY_OF[ending]], facts.moves)
        for age, doings in zip(AGES, facts.doings, strict=True):
            if facts.first_age <= age <= facts.age:
                self.games[places.REACHED + age - 1] += 1
                place = places.IN_AGES + (age - 1) * len(ACTIONS)
                for number in doings:
                    _note(numbers[place], number)
                    place += 1
        if ending != CIVILIAN:  # its points decide nothing (R85)
            return
        winner, first = facts.winner, facts.first
        if winner != NOBODY:
            self._points(_WINNER, scored[winner])
            self._points(_LOSER, scored[1 - winner])
            _note(numbers[places.MARGIN], sum(scored[winner]) - sum(scored[1 - winner]))
        self._points(_FIRST, scored[first])
        self._points(_SECOND, scored[1 - first])

    def _points(self, role: int, scored: list[int]) -> None:
        place = places.POINTS + role * PER_ROLE
        for number in scored:
            _note(self.numbers[place], number)
            place += 1
        _note(self.numbers[place], sum(scored))

    @classmethod
    def of(cls, parts: Totals) -> Self:
        """Return sums from their parts.

        Args:
            parts: as :meth:`parts` returns them.
        """
        made = cls(0)
        games, uses, halves, numbers = parts
        made.games, made.uses, made.halves = list(games), list(uses), list(halves)
        made.numbers = [list(number) for number in numbers]
        return made

    def parts(self) -> Totals:
        """Return the sums as tuples."""
        numbers = tuple(
            [(n, total, squares, low, high) for n, total, squares, low, high in self.numbers]
        )
        return tuple(self.games), tuple(self.uses), tuple(self.halves), numbers

    def merge(self, other: Sums) -> None:
        """Add the sums of other games.

        Args:
            other: sums of the same size.
        """
        self.games = [a + b for a, b in zip(self.games, other.games, strict=True)]
        self.uses = [a + b for a, b in zip(self.uses, other.uses, strict=True)]
        self.halves = [a + b for a, b in zip(self.halves, other.halves, strict=True)]
        for mine, theirs in zip(self.numbers, other.numbers, strict=True):
            if theirs[0]:
                mine[3] = min(mine[3], theirs[3]) if mine[0] else theirs[3]
                mine[4] = max(mine[4], theirs[4]) if mine[0] else theirs[4]
                for part in range(3):
                    mine[part] += theirs[part]


def _note(sums: list[int], number: int) -> None:
    """Add a number to its sums."""
    if not sums[0]:
        sums[3] = sums[4] = number
    elif number < sums[3]:
        sums[3] = number
    elif number > sums[4]:
        sums[4] = number
    sums[0] += 1
    sums[1] += number
    sums[2] += number * number
