"""Logs of sites: the games in ``games`` were played by people, and have no names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wonders_duel import Game
from wonders_duel.bots import Bot, GreedyBot, RandomBot

__all__ = ["GAMES", "log", "played"]

GAMES = Path(__file__).parent / "games"


def log(name: str) -> Any:
    """Return a game of the folder as Python values."""
    return json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))


def played(seed: int) -> Game:
    """Return a whole game of bots, with names, and either player first."""
    game = Game(seed=seed, first_player="two" if seed % 2 else "one")
    game.players = ("Ann", "Ben")
    one: Bot = GreedyBot(seed) if seed % 3 else RandomBot(seed)
    game.play_out(one, RandomBot(seed + 1))
    return game
