"""Statistics of many games: victories, first player, points, and how cards are used and win.

:class:`Report` makes tables and charts of games, records or the rows of a match.
:class:`Collector` adds up games one at a time, in any number of processes. :class:`Decisions` counts how
often the best move was found.
"""

from __future__ import annotations

from wonders_duel import unpickle
from wonders_duel.statistics.collector import BadGame, Collector
from wonders_duel.statistics.decisions import DecisionCount, Decisions
from wonders_duel.statistics.intervals import Mean, Share
from wonders_duel.statistics.references import REFERENCES, Reference, ReferenceFigure
from wonders_duel.statistics.report import TABLES, Report

__all__ = [
    "REFERENCES",
    "TABLES",
    "BadGame",
    "Collector",
    "DecisionCount",
    "Decisions",
    "Mean",
    "Reference",
    "ReferenceFigure",
    "Report",
    "Share",
]

unpickle.pickle_by_name(__name__, globals().values())
