"""Statistics: the types of collectors, reports, shares and references."""

from __future__ import annotations

from typing import assert_type

from wonders_duel import BadGameError, Game, records
from wonders_duel.match import Match
from wonders_duel.search import review
from wonders_duel.statistics import (
    REFERENCES,
    TABLES,
    BadGame,
    Collector,
    DecisionCount,
    Decisions,
    Mean,
    Reference,
    ReferenceFigure,
    Report,
    Share,
)

report = Report.of([Game(seed=1), Game(seed=2).record()], skip_bad=True, reference="random")
assert_type(report, Report)
assert_type(report.rows("wonders"), list[records.Row])
assert_type(report.tables, tuple[str, ...])
assert_type(TABLES, tuple[str, ...])
assert_type(report.to_dict(), dict[str, object])
assert_type(report.to_html(title="Games"), str)
assert_type(report.to_csv("ages"), str)
assert_type(report.to_markdown("ages", "points"), str)
assert_type(report.to_json(indent=1), str)
assert_type(report.bad_games, tuple[BadGame, ...])
assert_type(report.reference, Reference | None)

match = Match(["greedy", "random"], deals=1)
assert_type(Report.of_match(match, [match.play(0)]), Report)
assert_type(Report.of_files(["games.txt"]), Report)

collector = Collector()
collector.add(Game(seed=1), source="here")
collector += Collector()
assert_type(collector.games, int)
assert_type(collector.report(reference=REFERENCES["people"], confidence=0.9), Report)

assert_type(Share(1, 3).share, float | None)
assert_type(Share(1, 3).low, float)
assert_type(Mean(3, 6, 14, 1, 3).mean, float | None)
Reference("club", "Our games.", {"first player wins": ReferenceFigure(0.5, 10, "our club")})
assert_type(BadGameError(1, "", "it is truncated").number, int)

decisions = Decisions()
for analysis in review(Game(seed=1).record(), simulations=10):
    decisions.add(analysis, names=("North", "South"))
assert_type(dict(decisions.by_player()), dict[str, DecisionCount])
assert_type(dict(decisions.by_kind()), dict[str, DecisionCount])
count = DecisionCount()
assert_type(count.best_share + count.mean_loss + count.lost, float)
assert_type(count.best + count.inaccuracies + count.mistakes + count.blunders, int)
