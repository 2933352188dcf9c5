"""Bots by strength, from a look one move ahead to a search of ten seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from wonders_duel.errors import WrongTypeError
from wonders_duel.search.bot import SearchBot
from wonders_duel.search.limits import expect_workers
from wonders_duel.search.one_ply import OnePlyBot
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.bots import Bot
    from wonders_duel.seeds import Seed

__all__ = ["LEVELS"]

EASY_NOISE: Final = 0.3
MEDIUM_SIMULATIONS: Final = 100
HARD_SECONDS: Final = 1.0
EXPERT_SECONDS: Final = 10.0


def _easy(seed: Seed, workers: int) -> Bot:
    if expect_workers(workers) != 1:
        raise WrongTypeError(
            f"the level easy does not search; expected 1 worker, got {shown(workers)}"
        )
    return OnePlyBot(seed, noise=EASY_NOISE)


def _medium(seed: Seed, workers: int) -> Bot:
    return SearchBot(seed, simulations=MEDIUM_SIMULATIONS, workers=workers)


def _hard(seed: Seed, workers: int) -> Bot:
    return SearchBot(seed, seconds=HARD_SECONDS, workers=workers)


def _expert(seed: Seed, workers: int) -> Bot:
    return SearchBot(seed, seconds=EXPERT_SECONDS, workers=workers)


LEVELS: Final[Mapping[str, Callable[[Seed, int], Bot]]] = MappingProxyType(
    {"easy": _easy, "medium": _medium, "hard": _hard, "expert": _expert}
)
"""The factories of the levels, the weakest first."""
