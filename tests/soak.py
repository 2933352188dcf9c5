"""Plays many random games and compares their figures with those of an independent engine.

``nox -s soak`` runs it; ``python -m tests.soak --games 20000`` does the same.
The reference is 2,000,000 games of random play.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from math import sqrt
from random import Random
from statistics import fmean, stdev

from tests.property.invariants import check_state
from wonders_duel import Deal, Outcome, Player, State, Victory

DECISIONS = 71.59
DECISIONS_DEVIATION = 1.97
SHARES = {
    "first player wins": 0.532,
    "shared": 0.0013,
    "military": 0.034,
    "scientific": 0.0011,
}
MEANS = {"civilian points, first": 38.3, "civilian points, second": 37.2}
LIMIT = 4.0
"""How many standard errors a figure may be off; rounding of the reference comes on top."""


def play(rng: Random) -> tuple[int, State]:
    """Play a random game and give its number of decisions and its end."""
    deal = Deal.random(rng)
    state = State.dealt(deal)
    decisions = 0
    while moves := state.legal_moves:
        state = state.play(moves[int(rng.random() * len(moves))], deal)
        decisions += 1
    return decisions, state


def main() -> int:
    """Play, print the figures beside the reference, and give 1 if one is off."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = Random(options.seed)
    lengths: list[float] = []
    outcomes: list[Outcome] = []
    for _ in range(options.games):
        decisions, state = play(rng)
        check_state(state)
        lengths.append(decisions)
        outcome = state.outcome
        assert outcome is not None
        outcomes.append(outcome)
    rows = [("decisions a game", DECISIONS, fmean(lengths), DECISIONS_DEVIATION, 0.005)]
    shares = {
        "first player wins": [one.winner is Player.ONE for one in outcomes],
        "shared": [one.is_shared for one in outcomes],
        "military": [one.victory is Victory.MILITARY for one in outcomes],
        "scientific": [one.victory is Victory.SCIENTIFIC for one in outcomes],
    }
    for name, expected in SHARES.items():
        rounding = 0.0005 if expected > 0.01 else 0.00005
        deviation = sqrt(expected * (1 - expected))
        rows.append((name, expected, fmean(shares[name]), deviation, rounding))
    civilian = [one.totals for one in outcomes if one.victory is Victory.CIVILIAN]
    for player, (name, expected) in enumerate(MEANS.items()):
        points = [float(totals[player]) for totals in civilian]
        rows.append((name, expected, fmean(points), stdev(points), 0.05))
    failed = 0
    print(f"{options.games} random games, seed {options.seed}")
    print(f"{'':26}{'reference':>12}{'here':>12}{'off by':>12}")
    for name, expected, found, deviation, rounding in rows:
        beyond = max(0.0, abs(found - expected) - rounding)
        errors = beyond / (deviation / sqrt(options.games))
        failed += errors > LIMIT
        print(f"{name:26}{expected:>12.4f}{found:>12.4f}{errors:>9.2f} se")
    spread = stdev(lengths)
    errors = max(0.0, abs(spread - DECISIONS_DEVIATION) - 0.005) / _error_of_spread(lengths)
    failed += errors > LIMIT
    print(
        f"{'deviation of decisions':26}{DECISIONS_DEVIATION:>12.4f}{spread:>12.4f}{errors:>9.2f} se"
    )
    return 1 if failed else 0


def _error_of_spread(values: list[float]) -> float:
    """Give the standard error of a standard deviation; early ends make the tails heavy."""
    mean = fmean(values)
    spread = stdev(values)
    kurtosis = fmean(((value - mean) / spread) ** 4 for value in values)
    return spread / 2 * sqrt((kurtosis - 1) / len(values))


if __name__ == "__main__":
    sys.exit(main())
