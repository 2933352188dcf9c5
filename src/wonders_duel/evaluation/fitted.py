"""The weights that come with the library, fitted to games that its search played against itself."""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from importlib.resources import files
from types import FrameType
from typing import Final
from warnings import warn

from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.evaluation.linear import LinearEvaluation
from wonders_duel.evaluation.net import NetEvaluation
from wonders_duel.features.layout import Feature, player_layout_of

__all__ = ["UnfittedWarning", "fitted"]

_FOLDER: Final = files("wonders_duel.evaluation") / "fits"


class UnfittedWarning(UserWarning):
    """The cards have no fitted weights and are rated by what can be counted.

    >>> issubclass(UnfittedWarning, UserWarning)
    True
    """


def fitted(catalogue: Catalogue | None = None) -> LinearEvaluation:
    """Return the evaluation that comes with the library.

    For the base game, it has weights for each card, fitted to games of a search against itself.
    Cards of your own have no such weights. For other catalogues, the evaluation has weights only
    for what can be counted: coins, points, symbols, cards of each colour, what a city produces,
    and so on. You get a warning then, once for each catalogue.

    Args:
        catalogue: the cards of the games; those of the base game if left out.

    Returns:
        A :class:`NetEvaluation` for the base game, and one without hidden units for other cards.

    Warns:
        UnfittedWarning: the catalogue is not that of the base game.

    Raises:
        WrongTypeError: the argument is not a catalogue.

    >>> from wonders_duel import Game
    >>> round(fitted().probability(Game(seed=3).state), 1)
    0.5
    """
    return _fitted(as_catalogue(catalogue))


@lru_cache(maxsize=8)
def _fitted(catalogue: Catalogue) -> LinearEvaluation:
    if catalogue.is_base:
        return _read("base.json")
    warn(
        f"there are no fitted weights for the cards of {catalogue.name}: they are rated by what "
        "can be counted, such as points and coins",
        UnfittedWarning,
        stacklevel=_level(),
    )
    given = _read("counts.json")
    base = {feature.name: feature for feature in player_layout_of(given.catalogue)}
    layout = [one for one in player_layout_of(catalogue) if one.name in base]
    return LinearEvaluation(
        [
            {
                feature.name: _fitting(table[feature.name], base[feature.name], feature)
                for feature in layout
                if feature.name in table
            }
            for table in given.weights
        ],
        catalogue,
        origin=given.origin,
    )


def _level() -> int:
    """Return how many frames above its caller the code is that uses this package."""
    package = __name__.partition(".")[0]
    level = 1
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - as the module warnings does
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == package:
        frame = frame.f_back
        level += 1
    return level


@cache
def _read(name: str) -> NetEvaluation:
    text = (_FOLDER / name).read_text(encoding="utf-8")
    return NetEvaluation.from_json(text)


def _fitting(weights: tuple[float, ...], here: Feature, there: Feature) -> list[float]:
    """Return the weights of a feature for the values that it has with other cards."""
    return [
        weights[max(here.low, min(value, here.high)) - here.low]
        for value in range(there.low, there.high + 1)
    ]
