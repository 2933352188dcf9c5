"""``solve``: exact probabilities and the best move, where the whole rest of a game can be searched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.build import later
from wonders_duel.engine.moves import Move
from wonders_duel.enums import Player, seat
from wonders_duel.errors import NoMoverError
from wonders_duel.messages import Message
from wonders_duel.search.collector import without_full_collections
from wonders_duel.search.endgame import Endgame, OutOfNodesError
from wonders_duel.search.findings import ExactValues
from wonders_duel.state import State, Whole
from wonders_duel.support.arguments import expect, expect_number

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction
else:
    Fraction = later("fractions", "Fraction")

__all__ = ["Solution", "SolvedMove", "Solving", "best_moves", "solve"]

NODES: Final = 1_000_000
_PART: Final = 20_000
"""The states of a part of a search that goes on: some hundredths of a second, tenths in the pure build.

Getting back to where the part before has stopped takes some hundred.
"""


@attrs.frozen
class _Exact:
    """Exact probabilities of the three ends of a game."""

    win: Fraction
    """The probability that player one wins."""
    shared: Fraction
    """The probability that the victory is shared (R84)."""
    loss: Fraction
    """The probability that player two wins."""

    def share(self, player: Player | int | str) -> Fraction:
        """Return the share of the victory that a player can expect.

        Args:
            player: the player.

        Returns:
            The probability of a win plus half the probability of a shared victory.

        Raises:
            UnknownNameError: there is no such player.
        """
        return (self.loss if seat(player) is Player.TWO else self.win) + self.shared / 2

    def _numbers(self) -> dict[str, str]:
        return {"win": str(self.win), "shared": str(self.shared), "loss": str(self.loss)}

    def _words(self) -> str:
        return f"win {self.win}, shared {self.shared}, loss {self.loss}"


@attrs.frozen
class SolvedMove(_Exact):
    """A legal move with the exact probabilities after it.

    Attributes:
        win: the probability that player one wins.
        shared: the probability that the victory is shared (R84).
        loss: the probability that player two wins.
        move: the move.

    >>> from wonders_duel import Age, Position
    >>> solution = solve(Position(age=Age.III, structure={0: "academy"}).state())
    >>> print(solution.moves[0])
    discard academy: win 1, shared 0, loss 0
    """

    move: Move

    def __str__(self) -> str:
        """Return the move with the probabilities after it."""
        return f"{self.move}: {self._words()}"


@attrs.frozen
class Solution(_Exact):
    """The exact probabilities of the ends of a game, if both players play their best.

    Attributes:
        win: the probability that player one wins.
        shared: the probability that the victory is shared (R84).
        loss: the probability that player two wins.
        moves: the legal moves, the best one first; moves of equal value are in the order of
            ``legal_moves``. Empty if the state waits for chance.
        nodes: the number of states that the search made.

    >>> from wonders_duel import Age, Position
    >>> solution = solve(Position(age=Age.III, structure={0: "academy"}).state())
    >>> solution.share("one"), solution.best
    (Fraction(1, 1), DiscardBuilding('academy'))
    >>> print(solution)
    win 1, shared 0, loss 0; best move: discard academy
    """

    moves: tuple[SolvedMove, ...]
    nodes: int

    @property
    def best(self) -> Move | None:
        """The best move; ``None`` if the state waits for chance."""
        return self.moves[0].move if self.moves else None

    def __str__(self) -> str:
        """Return the probabilities and the best move in one line."""
        return self._words() + (f"; best move: {self.best}" if self.moves else "")

    def to_dict(self) -> dict[str, object]:
        """Return the contents for JSON: fractions such as ``"3/7"``, and moves as text."""
        moves = [{"move": str(one.move), **one._numbers()} for one in self.moves]  # noqa: SLF001
        return {**self._numbers(), "moves": moves, "nodes": self.nodes}


def solve(state: State, *, nodes: Whole = NODES) -> Solution | None:
    """Return exact probabilities and the best move, if the whole rest of the game can be searched.

    Both players take the move with the highest expected share of the victory: 1 for a win, 1/2 for a
    shared victory. Of several such moves, they take the one with fewer shared victories, so with
    more wins. Chance outcomes have their exact probabilities, from what both players see.

    Args:
        state: a state in which the game is not over: a player is to move, or it waits for chance.
        nodes: the most states to make, from 1. Half of the states with six cards of Age III left
            need fewer than 2,500, with ten cards fewer than 500,000; a few need many times as many.

    Returns:
        The solution; ``None`` if it needs more nodes, or if an age is to be dealt, which has too
        many outcomes.

    Raises:
        NoMoverError: the game is over.
        WrongTypeError: an argument has another type, or the number of nodes is too small.

    >>> from wonders_duel import Age, CityPosition, Position
    >>> state = Position(
    ...     age=Age.III,
    ...     structure={0: "palace", 2: "age-iii", 5: "senate"},
    ...     cities=(CityPosition(coins=8), CityPosition(coins=12)),
    ... ).state()
    >>> solution = solve(state)
    >>> print(solution.best, solution.win, solution.shared, solution.loss)
    discard senate 5/6 1/18 1/9
    """
    expect(state, State, "a State")
    expect_number(nodes, 1, "nodes")
    if state.is_over:
        raise NoMoverError(Message("there is nothing to analyse: the game is over"))
    from fractions import Fraction  # noqa: PLC0415 - slow to import

    moves = list(state.legal_moves)
    endgame = Endgame(state, nodes, _pause)
    values = _values(endgame, moves)
    if values is None:
        return None
    sign = -1 if state.player and moves else 1
    order = sorted(
        range(len(values)), key=lambda place: (-sign * values[place][0], values[place][1])
    )
    exact = []
    for place in order:
        share, shared, scale = values[place]
        tie = Fraction(shared, scale)
        win = Fraction(share, scale) - tie / 2
        exact.append((win, tie, 1 - win - tie))
    found = [
        SolvedMove(*numbers, moves[place])
        for numbers, place in zip(exact, order, strict=True)
        if moves
    ]
    return Solution(*exact[0], tuple(found), endgame.nodes)


def best_moves(
    state: State, nodes: int, pause: Callable[[], None]
) -> tuple[list[Move], float] | None:
    """Return moves that are exactly the best, one or more of them, and what they are worth.

    Args:
        state: a state in which a player is to move.
        nodes: the most states to make, from 1.
        pause: called every few milliseconds; it may raise an ``OutOfNodesError``.

    Returns:
        The moves, and the share of the victory that the player can expect; ``None`` if the rest of
        the game cannot be searched through.
    """
    with without_full_collections():
        try:
            return Endgame(state, nodes, pause).best()
        except OutOfNodesError:
            return None


class Solving:
    """Finds the exact values of all moves of a state bit by bit.

    Of a state that waits for chance, it finds the value of that.

    Attributes:
        values: the values; ``None`` before the end, and if the rest of the game cannot be searched
            through.
    """

    def __init__(self, state: State, nodes: int, pause: Callable[[], None]) -> None:
        """Prepare the search.

        Args:
            state: a state in which the game is not over.
            nodes: the most states to make, from 1.
            pause: called every few milliseconds; it may raise an ``OutOfNodesError``.
        """
        self.values: ExactValues | None = None
        self._most = nodes
        self._endgame = Endgame(state, nodes, pause)
        self._moves = list(state.legal_moves)

    def goes_on(self) -> bool:
        """Search for a while, and return whether it goes on.

        The next call begins at the first move again, but with the values of all states that have
        been searched through, so that it soon is where this one stopped.
        """
        endgame = self._endgame
        endgame.limit = min(endgame.nodes + _PART, self._most)
        found = _values(endgame, self._moves)
        if found is None:
            return endgame.limit < min(endgame.nodes, self._most)
        self.values = _exact_values(endgame.state, self._moves, found)
        return False


def _exact_values(
    state: State, moves: list[Move], found: list[tuple[int, int, int]]
) -> ExactValues:
    """Return the values of the moves of a state, or that of a state without moves."""
    scale = found[0][2]  # that of all of them
    if not moves:
        return ExactValues({0: found[0][0] / scale}, ())
    numbers = [move.spec.index for move in moves]
    # Whole numbers, since different values can be the same as floats.
    rated = [(scale - share if state.player else share, -shared) for share, shared, _ in found]
    best = max(rated)
    return ExactValues(
        {number: share / scale for number, (share, _) in zip(numbers, rated, strict=True)},
        tuple(number for number, one in zip(numbers, rated, strict=True) if one == best),
    )


def _values(endgame: Endgame, moves: list[Move]) -> list[tuple[int, int, int]] | None:
    """Return the values of moves, or of the state if there are none; ``None`` if that is too much."""
    with without_full_collections():
        try:
            return endgame.values(moves) if moves else [endgame.value()]
        except OutOfNodesError:
            return None


def _pause() -> None:
    """Let other threads run and signals arrive, which happens whenever interpreted code is called."""
