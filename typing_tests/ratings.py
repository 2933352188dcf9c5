"""Ratings: counts of pairs, sequential tests, ratings of many bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_type

from wonders_duel import Player, Victory
from wonders_duel.match import Match, MatchRow
from wonders_duel.ratings import (
    BotResults,
    Hypothesis,
    Interval,
    Model,
    PairCounts,
    PairingResults,
    Rating,
    Ratings,
    RunningSummary,
    Sprt,
    Summary,
    bradley_terry,
    elo_of,
    score_of,
    summary,
)

match = Match(["greedy", "random"], deals=3)
rows: Iterable[MatchRow] = [match.play(0)]

counts = PairCounts([1, 2, 3, 4, 5])
assert_type(PairCounts((1, 2, 3, 4, 5)).counts, tuple[int, int, int, int, int])
assert_type(PairCounts.of(rows, bots=(0, 1)) + counts.reversed(), PairCounts)
assert_type(counts.score + counts.elo + counts.nelo + counts.los + counts.variance, float)
assert_type(counts.pairs + counts.games, int)
bounds: Interval = counts.elo_interval(0.9)
model: Model = "logistic"
assert_type(counts.llr(0, 5, model) + counts.quick_llr(0, 5.0), float)
assert_type(elo_of(0.5) + score_of(100), float)

sprt = Sprt(0, 20, alpha=0.01, model=model, bots=(0, 1))
accepted: Hypothesis | None = sprt.add(match.play(0))
accepted = sprt.skip(1)
assert_type(sprt.counts, PairCounts)

running = RunningSummary(["greedy", "random"])
running.add(match.play(1))
assert_type(running.counts(0, 1), PairCounts)
assert_type(summary(rows, names=[bot.name for bot in match.bots]), Summary)
found = running.summary()
assert_type(found.bots, tuple[BotResults, ...])
assert_type(found.pairings, tuple[PairingResults, ...])
assert_type(found.bots[0].wins(Victory.MILITARY, seat="one"), int)
assert_type(found.bots[0].score(Player.ONE), float)
assert_type(found.bots[0].seconds_per_move, float | None)
assert_type(found.to_dict(), dict[str, object])

ratings = bradley_terry({("greedy", "random"): counts}, anchor="random", anchor_elo=1000)
assert_type(ratings, Ratings)
assert_type(ratings["greedy"], Rating)
assert_type(ratings.players[0].elo, float | None)
assert_type(ratings.error("greedy", "random") + ratings.los("greedy", "random"), float)
assert_type(found.ratings(confidence=0.99), Ratings)
