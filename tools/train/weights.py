"""Files of weights, and the same weights with a style."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from wonders_duel import features
from wonders_duel.evaluation import LinearEvaluation, NetEvaluation

__all__ = ["Style", "read", "rounded", "styled"]

Style = Mapping[str, float | Sequence[float]]
"""What is added to the weights in every period, by name of feature."""
_DIGITS: Final = 3
"""The decimals that are kept: a thousandth is far below the errors of a fit."""


@lru_cache(maxsize=32)
def read(path: Path) -> LinearEvaluation:
    """Read weights from a file.

    Args:
        path: the file.
    """
    return NetEvaluation.from_json(path.read_text(encoding="utf-8"))


def rounded(values: Sequence[float], digits: int = _DIGITS) -> tuple[float, ...]:
    """Return weights as they are written.

    Args:
        values: the weights of a feature.
        digits: the decimals that are kept.
    """
    return tuple([round(float(value), digits) + 0.0 for value in values])


def styled(evaluation: LinearEvaluation, style: Style) -> LinearEvaluation:
    """Return weights to which a style is added.

    Args:
        evaluation: the weights.
        style: the style.
    """
    units = evaluation.units if isinstance(evaluation, NetEvaluation) else ()
    return NetEvaluation([_added(table, style) for table in evaluation.weights], units)


def _added(table: Mapping[str, Sequence[float]], style: Style) -> dict[str, list[float]]:
    made = {name: list(weights) for name, weights in table.items()}
    layout = features.player_layout()
    for name, more in style.items():
        feature = layout[features.index(name)]
        values = range(feature.low, feature.high + 1)
        added = [more * value for value in values] if isinstance(more, int | float) else more
        before = made.get(name, [0.0] * len(values))
        made[name] = [one + other for one, other in zip(before, added, strict=True)]
    return made
