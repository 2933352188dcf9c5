"""Exact expected values over one and two revealed cards, compared with sampling.

Run it with ``python examples/expectation.py``. In a hand-made position, one move
uncovers a single card and another move uncovers two. A chance node lists its
outcomes with exact probabilities, so an expected value is a short recursion that
returns a fraction. Sampling gives approximately the same value, but takes longer.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random
from statistics import mean, stdev

from wonders_duel import Age, Back, CityPosition, Player, Position, State, parse_move

DOWN = Back.AGE_I
# Near the end of Age I: slot 8 covers slot 4, and slot 6 covers slots 2 and 3.
POSITION = Position(
    age=Age.I,
    structure={0: "stable", 1: "tavern", 2: DOWN, 3: DOWN, 4: DOWN, 6: "palisade", 8: "clay pool"},
    pawn=2,
    cities=(
        CityPosition(coins=4, buildings=["lumber yard", "guard tower", "scriptorium"]),
        CityPosition(coins=6, buildings=["quarry", "clay pit", "press", "workshop", "garrison"]),
    ),
)

Value = Callable[[State], int]
"""A function from a state to an integer; for a probability, it returns 0 or 1."""


def expectation(state: State, value: Value) -> Fraction:
    """Return the exact mean of a value over all cards that have yet to be revealed."""
    if state.chance is None:
        return Fraction(value(state))
    total = Fraction(0)
    for outcome, probability in state.chance.outcomes():
        total += probability * expectation(state.resolve(outcome), value)
    return total


def estimate(state: State, value: Value, rng: Random, number: int) -> tuple[float, float]:
    """Return the mean over random samples, and its standard error."""
    values = []
    for _ in range(number):
        sampled = state
        while sampled.chance is not None:
            sampled = sampled.resolve(sampled.chance.sample(rng))
        values.append(value(sampled))
    return mean(values), stdev(values) / sqrt(number)


def best_reply(state: State) -> int:
    """Return the largest lead in points that player two can reach with the next move."""
    leads = []
    for move in state.legal_moves:
        one, two = state.apply(move).totals
        leads.append(two - one)
    return max(leads)


def green_for_two(state: State) -> int:
    """Return 1 if a green card is accessible to player two, otherwise 0."""
    return int(any(card.colour == "green" for card in state.accessible))


def main() -> None:
    """Print both values for both moves, exactly and by sampling."""
    state = POSITION.state()  # validates the position
    assert state.mover is Player.ONE
    rng = Random(1)
    for text in ("discard clay pool", "discard palisade"):
        after = state.apply(parse_move(text))
        chance = after.chance
        assert chance is not None
        print(f"{text}: {chance.count} possible cards in slot {chance.slot}")
        for name, value in (("a green card", green_for_two), ("best lead", best_reply)):
            exact = expectation(after, value)
            sampled, error = estimate(after, value, rng, 1000)
            print(f"  {name:12}  exact {exact} = {float(exact):.3f}", end="")
            print(f", 1000 samples {sampled:.3f} ± {1.96 * error:.3f}")
            assert abs(sampled - float(exact)) < 5 * error


if __name__ == "__main__":
    main()
