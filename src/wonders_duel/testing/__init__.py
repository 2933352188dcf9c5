"""Tools for testing bots, custom cards, and programs that use the library.

:func:`check_bot` and :func:`check_catalogue` need no other package. The strategies
(:func:`states`, :func:`deals`, :func:`moves`, :func:`records` and more) require
`hypothesis`: ``pip install "wonders-duel[testing]"``.

>>> from wonders_duel.bots import RandomBot
>>> check_bot(RandomBot(seed=1), games=0).decisions
42
"""

from typing import TYPE_CHECKING

from wonders_duel import unpickle
from wonders_duel.errors import ExtraError
from wonders_duel.testing.bot_check import BotReport, check_bot
from wonders_duel.testing.catalogue_check import CatalogueReport, check_catalogue

try:
    from wonders_duel.testing.strategies import (
        clocks,
        comments,
        deals,
        games,
        moves,
        participants,
        played_states,
        positions,
        records,
        rules,
        states,
        tags,
        texts,
    )
except ModuleNotFoundError as _missing:
    if _missing.name != "hypothesis":
        raise

    if not TYPE_CHECKING:  # a type checker would accept any name

        def __getattr__(name: str) -> object:
            """Raise an error that says which package the strategies require."""
            if name in _STRATEGIES:
                message = f'{name} requires hypothesis: pip install "wonders-duel[testing]"'
                raise ExtraError(message)
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "BotReport",
    "CatalogueReport",
    "check_bot",
    "check_catalogue",
    "clocks",
    "comments",
    "deals",
    "games",
    "moves",
    "participants",
    "played_states",
    "positions",
    "records",
    "rules",
    "states",
    "tags",
    "texts",
]

# The names for ``import *`` if hypothesis is missing.
_STRATEGIES = tuple(name for name in __all__ if name not in globals())
if _STRATEGIES and not TYPE_CHECKING:
    __all__ = [name for name in __all__ if name in globals()]

unpickle.pickle_by_name(__name__, globals().values())
