"""Learning: states as numbers, moves as actions, and environments for the usual frameworks.

:class:`Encoder` and :class:`ActionCodec` need no other package, except where they return arrays of numpy.
The environments are modules with an extra each: ``wonders_duel.learn.pettingzoo``,
``wonders_duel.learn.gymnasium`` and ``wonders_duel.learn.openspiel``.
"""

from __future__ import annotations

from wonders_duel import unpickle
from wonders_duel.learn.actions import ActionCodec
from wonders_duel.learn.encoder import Encoder
from wonders_duel.learn.layout import Block, Layout
from wonders_duel.learn.places import Places

__all__ = ["ActionCodec", "Block", "Encoder", "Layout", "Places"]

unpickle.pickle_by_name(__name__, globals().values())
