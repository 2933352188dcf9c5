"""``Chooser``: the random choices of play-outs, exactly uniform, from bytes drawn in advance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from wonders_duel.build import i64, is_compiled

__all__ = ["Chooser"]

_COMPILED: Final = is_compiled

DRAWN: Final = 512
"""The bytes that are drawn at once."""
_BYTE: Final = 256
_LARGE: Final = 1 << 32
_LEAST: Final = 1e-280
_MOST: Final = 1e280
"""Between these, sums of weights are as exact as any float; others are computed from scaled weights."""


class Chooser:
    """Chooses at random, for play-outs.

    Drawing many bytes at once takes a fraction of the time of a call for each choice. Each build of
    the library makes the same choices from the same bytes.
    """

    def __init__(self, rng: Random, weights: list[float] | None = None) -> None:
        """Start with no bytes.

        Args:
            rng: the random number generator; only its ``randbytes()`` is called.
            weights: a weight for each kind of move; equal weights for all moves if left out.
        """
        self._rng = rng
        # Compiled, bytes are read by their places, else by an iterator.
        self._bytes: bytes = b""
        self._place: i64 = 0  # compiled only
        self._end: i64 = 0  # compiled only
        self._rest: Iterator[int] = iter(self._bytes)
        self.weights: list[float] | None = weights
        """A weight for each kind of move; ``None`` for equal weights."""

    def below(self, number: i64) -> i64:
        """Return a random whole number from 0 to below another one, each equally likely.

        Args:
            number: the number, from 1.
        """
        if _COMPILED:
            if number == 1:
                return 0
            if number > _BYTE:
                return self._large(number)
            while True:
                if self._place == self._end:
                    self._draw()
                drawn = self._bytes[self._place]
                self._place += 1
                lot = _lot(drawn, number)
                if lot >= 0:
                    return lot
        try:
            lots = _LOTS[number] or _note_lots(number)
        except IndexError:
            return self._large(number)
        if number == 1:
            return 0
        while True:
            for drawn in self._rest:
                if lots[drawn] >= 0:
                    return lots[drawn]
            self._rest = iter(self._rng.randbytes(DRAWN))

    def _large(self, number: i64) -> i64:
        while True:
            drawn: i64 = 0
            for _ in range(4):
                drawn = drawn << 8 | self.below(_BYTE)
            product = drawn * number
            low = product & 0xFFFFFFFF
            if low >= number or low >= _LARGE % number:
                return product >> 32

    def between(self, kinds: list[int], counts: list[int]) -> int:
        """Return the place of a kind of move, which is as likely as the weights of its moves together.

        If the weights of all moves are 0, each move is equally likely.

        Args:
            kinds: the kinds of moves.
            counts: for each of them, the number of legal moves; at least one is above 0.
        """
        weights = self.weights
        assert weights is not None  # otherwise all moves are counted together
        heavy = [weights[kind] * float(count) for kind, count in zip(kinds, counts, strict=True)]
        total = sum(heavy)
        if not _LEAST < total < _MOST:
            heavy = _scaled([weights[kind] for kind in kinds], counts)
            total = sum(heavy)
        # The fraction is so far below 1 that no rounding error leaves a rest.
        rest = total * self._fraction()
        place = 0
        while rest >= heavy[place]:
            rest -= heavy[place]
            place += 1
        return place

    def _fraction(self) -> float:
        """Return a random number from 0 to below 1."""
        drawn = 0.0
        for _ in range(6):
            drawn = (drawn + float(self.below(_BYTE))) / 256.0
        return drawn

    def _draw(self) -> None:  # compiled only
        self._bytes = self._rng.randbytes(DRAWN)
        self._place = 0
        self._end = DRAWN


def _scaled(weights: list[float], counts: list[int]) -> list[float]:
    """Return the weights of all moves of each kind, of which the largest is that of one move, 1.

    Args:
        weights: the weight of a move of each kind.
        counts: the number of moves of each kind; at least one is above 0.
    """
    largest = max([weight for weight, count in zip(weights, counts, strict=True) if count])
    if not largest:
        return [float(count) for count in counts]
    return [
        weight / largest * float(count) if count else 0.0
        for weight, count in zip(weights, counts, strict=True)
    ]


def _lot(drawn: i64, number: i64) -> i64:
    """Return the whole number below another one that a byte stands for; -1 for none."""
    # Multiply and shift, but reject the few products that would make some numbers likelier.
    product = drawn * number
    low = product & 0xFF
    return product >> 8 if low >= number or low >= _BYTE % number else -1


_LOTS: Final[list[list[int] | None]] = [None] * (_BYTE + 1)
"""For each number below which something was drawn, the results for all bytes, for the pure build."""


def _note_lots(number: int) -> list[int]:
    found = _LOTS[number] = [_lot(drawn, number) for drawn in range(_BYTE)]
    return found
