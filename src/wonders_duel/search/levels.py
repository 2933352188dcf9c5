"""Bots by strength, from a look one move ahead to a search of ten seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from wonders_duel.search.bot import SearchBot
from wonders_duel.search.one_ply import OnePlyBot

if TYPE_CHECKING:
    from wonders_duel.bots import Bot
    from wonders_duel.seeds import Seed

__all__ = ["LEVELS"]

EASY_NOISE: Final = 0.3
MEDIUM_SIMULATIONS: Final = 100
HARD_SECONDS: Final = 1.0
EXPERT_SECONDS: Final = 10.0


def _easy(seed: Seed = None) -> Bot:
    return OnePlyBot(seed, noise=EASY_NOISE)


def _medium(seed: Seed = None) -> Bot:
    return SearchBot(seed, simulations=MEDIUM_SIMULATIONS)


def _hard(seed: Seed = None) -> Bot:
    return SearchBot(seed, seconds=HARD_SECONDS)


def _expert(seed: Seed = None) -> Bot:
    return SearchBot(seed, seconds=EXPERT_SECONDS)


LEVELS: Final[Mapping[str, Callable[[Seed], Bot]]] = MappingProxyType(
    {"easy": _easy, "medium": _medium, "hard": _hard, "expert": _expert}
)
"""The factories of the levels, the weakest first."""
