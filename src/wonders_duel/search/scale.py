"""Values on a scale: logarithms of odds as whole steps, with the same tables on every machine.

Functions such as ``exp`` differ in their last digit between systems, and with them the choices of a
search. The tables of this module are made by additions, multiplications and divisions only, which
are exact to the last digit everywhere.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from wonders_duel.build import i64
from wonders_duel.evaluation.rating import WON

__all__ = [
    "MOST_STEPS",
    "STEPS",
    "TEMPERATURE",
    "likelihoods",
    "make_tables",
    "steps_of",
    "values",
]

STEPS: Final = 512
"""The steps in which log-odds are counted, for each unit."""
MOST_STEPS: Final = 12 * STEPS
"""The most steps: the value of a won game."""
_LARGEST: Final = 12.0
_TERMS: Final = 24
_SMALL: Final = 0.5
TEMPERATURE: Final = 0.6
"""The difference in log-odds that makes a move e times as likely to be tried."""
_UNLIKELY: Final = 300.0
"""The power of e that is not exceeded, since floats end soon after it."""


def steps_of(log_odds: float) -> i64:
    """Return log-odds as whole steps.

    Args:
        log_odds: the log-odds.

    Returns:
        ``MOST_STEPS`` for a won game, ``-MOST_STEPS`` for a lost one; less for all others.
    """
    if log_odds >= _LARGEST:
        return MOST_STEPS if log_odds >= WON else MOST_STEPS - 1
    if log_odds <= -_LARGEST:
        return -MOST_STEPS if log_odds <= -WON else 1 - MOST_STEPS
    # Rounded down, after moving the range above 0.
    return i64((log_odds + _LARGEST) * float(STEPS) + 0.5) - MOST_STEPS


@cache
def values() -> list[float]:
    """Return the value of each number of steps from ``-MOST_STEPS``: 2 * probability - 1."""
    found = []
    for step in range(-MOST_STEPS, MOST_STEPS + 1):
        power = _exp(abs(step) / STEPS)
        value = (power - 1.0) / (power + 1.0)
        found.append(-value if step < 0 else value)
    # The value of a game that is over.
    found[0] = -1.0
    found[-1] = 1.0
    return found


@lru_cache(maxsize=8)  # whoever tunes the temperature tries thousands of them
def likelihoods(temperature: float = TEMPERATURE) -> list[float]:
    """Return how likely a move is tried, by its steps behind the best one, up to ``2 * MOST_STEPS``.

    Args:
        temperature: the difference in log-odds that makes a move e times as likely, above 0.
    """
    return [
        1.0 / _exp(min(steps / STEPS / temperature, _UNLIKELY))
        for steps in range(2 * MOST_STEPS + 1)
    ]


def make_tables(temperature: float = TEMPERATURE) -> None:
    """Make the tables of this module that a search needs, since some searches take less time.

    Args:
        temperature: as for :func:`likelihoods`.
    """
    values()
    likelihoods(temperature)


def _exp(exponent: float) -> float:
    """Return a power of e: by the series for a small part, and squares."""
    halvings = 0
    while exponent > _SMALL:
        exponent /= 2.0
        halvings += 1
    total = term = 1.0
    for number in range(1, _TERMS):
        term = term * exponent / number
        total += term
    for _ in range(halvings):
        total *= total
    return total
