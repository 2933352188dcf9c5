"""Search: good moves, found by trying them out in a tree of states.

:class:`SearchBot` looks ahead with an evaluation at the leaves of its tree and draws chance outcomes
as it meets them. It uses only what both players see. :class:`OnePlyBot` looks one move ahead.
:func:`analyse` returns what such a search finds out about a state, and :func:`review` does it for all
decisions of a game. :func:`solve` searches the whole rest of a game, where that is possible, and
returns exact probabilities.
"""

from __future__ import annotations

from wonders_duel import unpickle
from wonders_duel.search.analysis import Analysis, LineStep, Mark, MoveAnalysis, Outlook, Reply
from wonders_duel.search.bot import SearchBot
from wonders_duel.search.limits import CLOCKS
from wonders_duel.search.one_ply import OnePlyBot
from wonders_duel.search.parts import BatchEvaluation, Evaluation, Prior, Puct, Selection, Softmax
from wonders_duel.search.running import Stop, analyse, analysing, review
from wonders_duel.search.solution import Solution, SolvedMove, solve

__all__ = [
    "CLOCKS",
    "Analysis",
    "BatchEvaluation",
    "Evaluation",
    "LineStep",
    "Mark",
    "MoveAnalysis",
    "OnePlyBot",
    "Outlook",
    "Prior",
    "Puct",
    "Reply",
    "SearchBot",
    "Selection",
    "Softmax",
    "Solution",
    "SolvedMove",
    "Stop",
    "analyse",
    "analysing",
    "review",
    "solve",
]

unpickle.pickle_by_name(__name__, globals().values())
