"""Exact chance: what to expect when one card is turned up, and when two are, without sampling.

Run it with ``python examples/expectation.py``. In a position that is typed in, one
move uncovers a single card and another one two cards. A state that waits on chance
lists its outcomes with exact probabilities, so an expectation is a short recursion
and comes out as a fraction. Sampling gives the same, but slower and with an error.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random
from statistics import mean, stdev

from wonders_duel import Age, Back, CityPosition, Player, Position, State, parse_move

DOWN = Back.AGE_I
# Age I has nearly ended: slot 8 covers slot 4, slot 6 covers the slots 2 and 3.
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
"""Anything that can be said of a state as a whole number; for a probability, 0 or 1."""


def expectation(state: State, value: Value) -> Fraction:
    """Return the exact mean of a value over everything that is still to be turned up."""
    if state.chance is None:
        return Fraction(value(state))
    total = Fraction(0)
    for outcome, probability in state.chance.outcomes():
        total += probability * expectation(state.resolve(outcome), value)
    return total


def estimate(state: State, value: Value, rng: Random, number: int) -> tuple[float, float]:
    """Return the mean of samples instead, and its standard error."""
    values = []
    for _ in range(number):
        sampled = state
        while sampled.chance is not None:
            sampled = sampled.resolve(sampled.chance.sample(rng))
        values.append(value(sampled))
    return mean(values), stdev(values) / sqrt(number)


def best_reply(state: State) -> int:
    """Return the lead in points that player two can get with the next move."""
    leads = []
    for move in state.legal_moves:
        one, two = state.apply(move).totals
        leads.append(two - one)
    return max(leads)


def green_for_two(state: State) -> int:
    """Say whether player two finds a green card: 1 for yes."""
    return int(any(card.colour == "green" for card in state.accessible))


def main() -> None:
    """Ask both questions of both moves, exactly and by sampling."""
    state = POSITION.state()  # or an error with every problem in it
    assert state.mover is Player.ONE
    rng = Random(1)
    for text in ("discard clay pool", "discard palisade"):
        after = state.apply(parse_move(text))
        waits = after.chance
        assert waits is not None
        print(f"{text}: {waits.count} cards can lie in slot {waits.slot}")
        for question, value in (("a green card", green_for_two), ("lead of two", best_reply)):
            exact = expectation(after, value)
            sampled, error = estimate(after, value, rng, 1000)
            print(f"  {question:12}  exactly {exact} = {float(exact):.3f}", end="")
            print(f", by 1000 samples {sampled:.3f} ± {1.96 * error:.3f}")
            assert abs(sampled - float(exact)) < 5 * error


if __name__ == "__main__":
    main()
