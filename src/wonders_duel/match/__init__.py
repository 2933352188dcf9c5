"""Matches between bots as values: who plays, which deals, and what came of each task.

A :class:`Match` holds everything that decides what its games are. It says what task number *n*
is, and plays it: ``match.play(n)``. :func:`wonders_duel.arena.run` plays all tasks, in one process
or many.
"""

from __future__ import annotations

from wonders_duel import unpickle
from wonders_duel.match.matches import Match, OnFault, Pairing, Task
from wonders_duel.match.rows import BotFault, MatchGame, MatchRow
from wonders_duel.match.specs import BotSpec, Setting, Settings

__all__ = [
    "BotFault",
    "BotSpec",
    "Match",
    "MatchGame",
    "MatchRow",
    "OnFault",
    "Pairing",
    "Setting",
    "Settings",
    "Task",
]

unpickle.pickle_by_name(__name__, globals().values())
