"""Evaluations: numbers that rate states, even while they wait for chance.

:class:`LinearEvaluation` adds up weights of :mod:`wonders_duel.features`; :class:`NetEvaluation` has
hidden units, too; :func:`fitted` has weights that come with the library.
"""

from __future__ import annotations

from wonders_duel import unpickle
from wonders_duel.evaluation.fitted import UnfittedWarning, fitted
from wonders_duel.evaluation.linear import WON, LinearEvaluation
from wonders_duel.evaluation.net import NetEvaluation, Unit
from wonders_duel.evaluation.weights import Weights

__all__ = [
    "WON",
    "LinearEvaluation",
    "NetEvaluation",
    "UnfittedWarning",
    "Unit",
    "Weights",
    "fitted",
]

unpickle.pickle_by_name(__name__, globals().values())
