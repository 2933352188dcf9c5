"""The end of a game searched through: exact values by expectimax with bounds and transpositions.

The value of a state is the share of the victory that player one can expect, if both play their best
(1 for a win, 1/2 for a shared victory), and the probability that the victory is shared. A player
takes the move with the highest share, of several such moves one with the fewest shared
victories. So both numbers depend on nothing but the state.

All values are whole numbers of a ``scale``, which the numbers of chance outcomes on every line
divide. Moves that cannot change the choice are cut off by bounds: a state is searched for its exact
value only if it is between ``floor`` and ``ceiling``, and a chance node is left as soon as the
outcomes that remain cannot bring its mean between them.

Different moves often lead to positions that differ in nothing that still counts: these share their
values.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, lcm
from typing import TYPE_CHECKING, Final

from wonders_duel.build import mypyc_attr
from wonders_duel.chance.unseen import unseen_behind
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.consequences import box_tokens, slots_to_reveal, tokens_to_draw
from wonders_duel.engine.counting import NOBODY, judge, points
from wonders_duel.engine.decision import decision_of
from wonders_duel.engine.moves import KIND_WONDER
from wonders_duel.engine.phases import (
    DEAL_TOKENS,
    DRAW_TOKENS,
    OVER,
    PEND_DRAW,
    REVEAL,
    TURN,
)
from wonders_duel.engine.slots import FIRST_BACK, GONE
from wonders_duel.engine.turn import apply, resolve
from wonders_duel.rules import LIBRARY_DRAW
from wonders_duel.search.transpositions import Keys

if TYPE_CHECKING:
    from wonders_duel.engine.compiled_cards import CompiledCard
    from wonders_duel.engine.moves import Move
    from wonders_duel.state import State

__all__ = ["Endgame", "OutOfNodesError"]

_PAUSE: Final = 512
"""The nodes between two calls of ``pause``: about a millisecond, some 7 in the pure build."""
_MOST_DEPTH: Final = 150
"""The most moves and chance outcomes on a line, so that Python's limit on calls is not reached; 20
cards with everything that they bring are some 50."""
_OPEN: Final = -1
"""In place of the probability of a shared victory: the value is known by its bounds only."""


class OutOfNodesError(Exception):
    """The rest of the game cannot be searched through within the limit of nodes."""


class _CoarseError(Exception):
    """The scale has to be a multiple of a number."""

    def __init__(self, number: int) -> None:
        """Store the number."""
        super().__init__()
        self.number = number


@mypyc_attr(acyclic=True)
class _Bounds:
    """What is known of the value of a state."""

    def __init__(self, low: int, high: int, shared: int) -> None:
        """Store the bounds of the share, and the probability of a shared victory if it is known."""
        self.low: int = low
        self.high: int = high
        self.shared: int = shared


class Endgame:
    """Solves states of one game."""

    def __init__(self, state: State, nodes: int, pause: Callable[[], None]) -> None:
        """Start without values.

        Args:
            state: the state from which the game is searched through.
            nodes: the most states to make.
            pause: called now and then: it may raise an exception to stop the search.
        """
        self.state: State = state
        self.limit: int = nodes
        self.pause: Callable[[], None] = pause
        self.next_pause: int = _PAUSE
        self.depth: int = 0
        """The moves and chance outcomes on the current line."""
        self.most_depth: int = _MOST_DEPTH
        """The most of them."""
        self.nodes: int = 0
        """The states that have been made."""
        self.scale: int = scale_of(state)
        self.known: dict[tuple[object, ...], _Bounds] = {}
        self.keys: Keys = Keys(state.tables)

    def value(self) -> tuple[int, int, int]:
        """Return the exact value of the state.

        Returns:
            The share of player one and the probability of a shared victory, both in parts of a
            number, and that number.

        Raises:
            OutOfNodesError: there are too many states.
        """
        while True:
            try:
                return self._exact(self.state)
            except _CoarseError as coarse:
                self._refine(coarse.number)

    def values(self, moves: list[Move]) -> list[tuple[int, int, int]]:
        """Return the exact values of the states after some moves, as :meth:`value` does.

        Args:
            moves: legal moves of the state.

        Raises:
            OutOfNodesError: there are too many states.
        """
        while True:
            try:
                self._count(len(moves))
                return [self._exact(apply(self.state, move, None).freeze()) for move in moves]
            except _CoarseError as coarse:
                self._refine(coarse.number)

    def best(self) -> tuple[list[Move], float]:
        """Return moves of the state that are exactly the best, one or more, and what they are worth.

        Once one is known, the others are searched only until it is clear that they are not better.

        Returns:
            The moves, and the share of the victory that the player who decides can expect.

        Raises:
            OutOfNodesError: there are too many states.
        """
        while True:
            try:
                return self._best(_in_order(self.state))
            except _CoarseError as coarse:
                self._refine(coarse.number)

    def lead(self, state: State, nodes: int) -> float:
        """Return the exact value of a state for player one, from -1 to 1.

        Args:
            state: a state of the same game, which can follow the one from which it is searched.
            nodes: the most states to make.

        Raises:
            OutOfNodesError: there are too many states.
        """
        self.limit = self.nodes + nodes
        while True:
            try:
                share, _, scale = self._exact(state)
            except _CoarseError as coarse:
                self._refine(coarse.number)
            else:
                return 2.0 * (share / scale) - 1.0

    def known_best(self, state: State) -> Move | None:
        """Return the first of the best moves of a state, without a search.

        Args:
            state: a state whose value has been asked for by :meth:`lead`, in which a player decides.

        Returns:
            The move; ``None`` if the values that are kept do not tell it.
        """
        unseen = _unseen(state)
        best = self._known_value(state, unseen)
        if best is None:
            return None
        moves = _in_order(state)
        values = [self._known_value(apply(state, move, None).freeze(), unseen) for move in moves]
        return moves[values.index(best)] if best in values else None

    def _known_value(self, state: State, unseen: int) -> tuple[int, int] | None:
        """Return the share of player one and the probability of a shared victory, if both are known."""
        if state.phase_number == OVER:
            share, _, shared = self._result(state)
            return share, shared
        known = self.known.get(self.keys.of(state, unseen))
        return None if known is None or known.shared == _OPEN else (known.low, known.shared)

    def _exact(self, state: State) -> tuple[int, int, int]:
        self.depth = 0
        low, _, shared = self._search(state, _unseen(state), -1, self.scale + 1)
        return low, shared, self.scale

    def _best(self, moves: list[Move]) -> tuple[list[Move], float]:
        state = self.state
        unseen = _unseen(state)
        player = state.player
        ceiling = self.scale + 1
        best = -1
        best_shared = 0
        chosen: list[Move] = []
        self.depth = 0
        self._count(len(moves))
        for move in moves:
            after = apply(state, move, None).freeze()
            least = _enough(best, best_shared)
            found, _, shared = self._search_for(player, after, unseen, least, ceiling)
            if shared == _OPEN:
                continue
            if _is_better(found, shared, best, best_shared):
                best = found
                best_shared = shared
                chosen = [move]
            elif found == best and shared == best_shared:
                chosen.append(move)
        return chosen, best / self.scale

    def _refine(self, number: int) -> None:
        """Start again with a finer scale, which only cards of your own can make necessary."""
        self.scale *= number
        self.known = {}

    def _count(self, number: int) -> None:
        """Count nodes that are about to be made."""
        self.nodes += number
        if self.nodes > self.limit:
            raise OutOfNodesError
        if self.nodes >= self.next_pause:
            self.next_pause = self.nodes + _PAUSE
            self.pause()

    # -- values ------------------------------------------------------------------------------------

    def _search(self, state: State, unseen: int, floor: int, ceiling: int) -> tuple[int, int, int]:
        """Return the value of a state.

        Args:
            state: any state.
            unseen: the buildings that nobody has seen yet, as bits.
            floor: the largest value for which a bound from above is enough.
            ceiling: the smallest value for which a bound from below is enough; above ``floor``.

        Returns:
            Bounds of the share of player one, and the probability of a shared victory. If the
            latter is ``_OPEN``, the value is at most ``floor`` or at least ``ceiling``.
        """
        if state.phase_number == OVER:
            return self._result(state)
        key = self.keys.of(state, unseen)
        known = self.known.get(key)
        if known is None:
            known = _Bounds(0, self.scale, _OPEN)
        elif known.shared >= 0 or known.high <= floor or known.low >= ceiling:
            return known.low, known.high, known.shared
        self.depth += 1
        if self.depth > self.most_depth:
            raise OutOfNodesError
        if state.phase_number >= DEAL_TOKENS:
            low, high, shared = self._chance(state, unseen, floor, ceiling)
        elif state.player:
            most = self.scale
            low, high, shared = self._decision(state, unseen, most - ceiling, most - floor)
            low, high = most - high, most - low
        else:
            low, high, shared = self._decision(state, unseen, floor, ceiling)
        self.depth -= 1
        if shared == _OPEN:
            low = max(low, known.low)
            high = min(high, known.high)
            if not high or low == self.scale:
                shared = 0  # certain
        bounds = _Bounds(low, high, shared)
        self.known[key] = bounds
        return low, high, shared

    def _search_for(
        self, player: int, state: State, unseen: int, floor: int, ceiling: int
    ) -> tuple[int, int, int]:
        """Return the value of a state for a player, as :meth:`_search` does for player one."""
        if not player:
            return self._search(state, unseen, floor, ceiling)
        most = self.scale
        low, high, shared = self._search(state, unseen, most - ceiling, most - floor)
        return most - high, most - low, shared

    def _result(self, state: State) -> tuple[int, int, int]:
        """Return the value of a game that is over."""
        winner, _ = judge(state, points(state, 0), points(state, 1))
        if winner == NOBODY:
            half = self.scale // 2
            return half, half, self.scale
        share = 0 if winner else self.scale
        return share, share, 0

    def _decision(
        self, state: State, unseen: int, floor: int, ceiling: int
    ) -> tuple[int, int, int]:
        """Return the value of a state in which a player decides, for that player."""
        player = state.player
        most = self.scale
        best = -1
        best_shared = 0
        low = high = 0
        unsure = -1  # the most that a move of unknown value can be worth
        moves = _in_order(state)
        for move in moves:
            self._count(1)
            after = apply(state, move, None).freeze()
            least = floor
            if best > floor:
                least = _enough(best, best_shared)
            found, bound, shared = self._search_for(player, after, unseen, least, ceiling)
            low = max(low, found)
            high = max(high, bound)
            if shared == _OPEN:
                unsure = max(unsure, bound)
            elif _is_better(found, shared, best, best_shared):
                best = found
                best_shared = shared
            if low >= ceiling or low == most:
                if low == most:
                    return most, most, 0
                return low, most, _OPEN
        if best > unsure or (best == unsure and not best_shared):
            return best, best, best_shared
        return low, high, _OPEN

    # -- chance ------------------------------------------------------------------------------------

    def _chance(self, state: State, unseen: int, floor: int, ceiling: int) -> tuple[int, int, int]:
        """Return the value of a state that waits for chance, the mean of its outcomes."""
        made: list[State] = []
        left: list[int] = []  # the unseen buildings after each outcome
        if state.phase_number == REVEAL:
            code = state.faces[slots_to_reveal(state)[0]]
            cards = bits(unseen & state.tables.back_masks[code])
            self._count(len(cards))
            for card in cards:
                made.append(resolve(state, card, b"").freeze())
                left.append(unseen & ~(1 << card))
        elif state.phase_number == DRAW_TOKENS:
            box = box_tokens(state)
            size = tokens_to_draw(state)
            self._count(comb(box.bit_count(), size))
            for tokens in _subsets(box, size):
                made.append(resolve(state, tokens, b"").freeze())
                left.append(unseen)
        else:
            raise OutOfNodesError
        number = len(made)
        # The sums of the bounds and of the shared victories.
        lows: list[int] = []
        highs: list[int] = []
        low_sum = 0
        high_sum = 0
        for place in range(number):
            low, high = self._bounds(made[place], left[place])
            lows.append(low)
            highs.append(high)
            low_sum += low
            high_sum += high
        shared_sum = 0
        for place in range(number):
            if high_sum <= number * floor or low_sum >= number * ceiling:
                return low_sum // number, -(-high_sum // number), _OPEN
            low_sum -= lows[place]
            high_sum -= highs[place]
            low, high, shared = self._search(
                made[place],
                left[place],
                max(number * floor - high_sum, -1),
                min(number * ceiling - low_sum, self.scale + 1),
            )
            low_sum += low
            high_sum += high
            shared_sum += shared
            if shared == _OPEN:
                return low_sum // number, -(-high_sum // number), _OPEN
        if low_sum % number or shared_sum % number:
            raise _CoarseError(number)
        return low_sum // number, low_sum // number, shared_sum // number

    def _bounds(self, state: State, unseen: int) -> tuple[int, int]:
        """Return what is known of the share of player one without a search."""
        known = self.known.get(self.keys.of(state, unseen))
        if known is None:
            return 0, self.scale
        return known.low, known.high


def _enough(best: int, shared: int) -> int:
    """Return the largest value of a move that cannot replace the best one, however rarely shared."""
    return best - 1 if shared else best


def _is_better(found: int, shared: int, best: int, best_shared: int) -> bool:
    """Return whether a move is better than another, or as good with fewer shared victories."""
    return found > best or (found == best and shared < best_shared)


def _in_order(state: State) -> list[Move]:
    """Return the legal moves, promising ones first: wonders before other cards, discards last."""
    if state.phase_number != TURN:
        decision = state.tables.by_phase[state.phase_number] or decision_of(state)
        assert decision is not None  # by the phase
        return decision.moves(state)
    moves = state.tables.taking.moves(state)
    first = len(moves)
    while first and moves[first - 1].spec.kind == KIND_WONDER:
        first -= 1
    return moves[first:] + moves[:first]


def scale_of(state: State) -> int:
    """Return a number that the numbers of chance outcomes divide on every line of a game.

    Args:
        state: the state from which the lines begin.
    """
    scale = 2  # for a shared victory
    for code in set(state.faces):
        if FIRST_BACK <= code < GONE:
            number = len(unseen_behind(state, code))
            for place in range(state.faces.count(code)):
                scale *= number - place
    one, two = state.cities
    tables = state.tables
    coming: list[CompiledCard] = tables.wonders_of(one.unbuilt_mask | two.unbuilt_mask)
    seen = one.building_mask | two.building_mask
    coming = coming + [card for card in tables.buildings if not seen & card.bit]
    seen = one.token_mask | two.token_mask
    coming = coming + [card for card in tables.tokens if not seen & card.bit]
    draws = state.pending_codes.count(PEND_DRAW)
    for card in coming:
        draws += card.pending.count(PEND_DRAW)
    tokens = box_tokens(state).bit_count()
    each = lcm(*[comb(number, min(number, LIBRARY_DRAW)) for number in range(1, tokens + 1)])
    for _ in range(draws):
        scale *= each
    return scale


def _unseen(state: State) -> int:
    """Return the unseen buildings that can be in the structure, as bits."""
    unseen = 0
    for code in set(state.faces):
        if FIRST_BACK <= code < GONE:
            for card in unseen_behind(state, code):
                unseen |= 1 << card
    return unseen


def _subsets(mask: int, number: int) -> list[int]:
    """Return the sets of some bits, in the order of the catalogue.

    Args:
        mask: the bits.
        number: the number of bits in a set.
    """
    if not number:
        return [0]
    found: list[int] = []
    rest = mask
    while rest.bit_count() >= number:
        lowest = rest & -rest
        rest ^= lowest
        found += [lowest | others for others in _subsets(rest, number - 1)]
    return found
