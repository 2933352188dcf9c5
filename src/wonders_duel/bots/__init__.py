"""The bot protocol, and the built-in bots by name."""

from __future__ import annotations

from wonders_duel import unpickle
from wonders_duel.bots.base import Bot
from wonders_duel.bots.names import BOTS, LEVELS, bot, bot_names, level, load_bot
from wonders_duel.bots.players import GreedyBot, RandomBot

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "GreedyBot",
    "RandomBot",
    "bot",
    "bot_names",
    "level",
    "load_bot",
]

unpickle.pickle_by_name(__name__, globals().values())
