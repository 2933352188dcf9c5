"""Importers: games that people played, from the logs of the sites where they played them.

:mod:`~wonders_duel.importers.bga`, :mod:`~wonders_duel.importers.sevenwd_io` and
:mod:`~wonders_duel.importers.sevenee` each have ``read(source)``, which yields an :class:`Imported` for each
game, and ``dumps(record)``, which writes a record in the form of the site.
"""

from __future__ import annotations

from wonders_duel import unpickle
from wonders_duel.importers.imported import Disagreement, Imported

__all__ = ["Disagreement", "Imported"]

unpickle.pickle_by_name(__name__, [Disagreement, Imported])
