"""Ratings: how much stronger a bot is, and how sure that is.

:func:`summary` adds up the rows of a match; :class:`Sprt` stops a match as soon as its rows are
conclusive; :func:`bradley_terry` rates many players. All of them are based on
:class:`PairCounts`, the scores of pairs of games.
"""

from __future__ import annotations

from wonders_duel import unpickle
from wonders_duel.ratings.elo import elo_of, score_of
from wonders_duel.ratings.pairs import Interval, Model, PairCounts
from wonders_duel.ratings.results import BotResults, PairingResults, Summary
from wonders_duel.ratings.running import RunningSummary, summary
from wonders_duel.ratings.sprt import Hypothesis, Sprt
from wonders_duel.ratings.strengths import Rating, Ratings, bradley_terry

__all__ = [
    "BotResults",
    "Hypothesis",
    "Interval",
    "Model",
    "PairCounts",
    "PairingResults",
    "Rating",
    "Ratings",
    "RunningSummary",
    "Sprt",
    "Summary",
    "bradley_terry",
    "elo_of",
    "score_of",
    "summary",
]

unpickle.pickle_by_name(__name__, globals().values())
