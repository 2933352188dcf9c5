"""Reads the weights of a linear evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from typing_extensions import TypeIs

from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import UnknownNameError, WrongTypeError
from wonders_duel.features.layout import PERIODS, Feature, player_layout_of
from wonders_duel.support.phrases import nearest, shown

__all__ = ["Table", "Weights", "is_number", "read", "read_table"]

Weights = Mapping[str, float | Sequence[float]]
"""Weights by name of feature: one that is multiplied by the value, or one for each value."""
Table = Mapping[str, tuple[float, ...]]
"""For the features that have a weight, the weight of each value."""
_LARGEST = 1e300


def read(weights: Weights | Sequence[Weights], catalogue: Catalogue) -> tuple[Table, ...]:
    """Return the weights of each period.

    Args:
        weights: weights for all periods, or for each of them.
        catalogue: the cards.

    Raises:
        UnknownNameError: there is no such feature.
        WrongTypeError: an argument has another type, a number is not finite or beyond ±1e300,
            or there are too many or too few of them.
    """
    given: object = weights
    if isinstance(given, Mapping):
        return (read_table(given, catalogue),) * len(PERIODS)
    of_periods: list[object] = list(given) if isinstance(given, list | tuple) else []
    if len(of_periods) != len(PERIODS):
        raise WrongTypeError(
            f"expected weights by name of feature, or {len(PERIODS)} of these, one for each of "
            f"features.PERIODS; got {shown(weights)}"
        )
    return tuple(read_table(one, catalogue) for one in of_periods)


def read_table(weights: object, catalogue: Catalogue) -> Table:
    """Return weights of features as one for each value.

    Args:
        weights: the weights by name of feature.
        catalogue: the cards.

    Raises:
        UnknownNameError: there is no such feature.
        WrongTypeError: an argument has another type, or a number is not finite or beyond ±1e300.
    """
    if not isinstance(weights, Mapping):
        raise WrongTypeError(f"expected weights by name of feature, got {shown(weights)}")
    items: Iterable[tuple[object, object]] = weights.items()
    known = {feature.name: feature for feature in player_layout_of(catalogue)}
    found = {}
    for name, weight in items:
        if not isinstance(name, str):
            raise WrongTypeError(f"expected the name of a feature, got {shown(name)}")
        feature = known.get(name)
        if feature is None:
            raise UnknownNameError(f"unknown feature {shown(name)}{nearest(name, known)}")
        table = _values(feature, weight)
        if any(table):
            found[feature.name] = table
    return found


def _values(feature: Feature, weight: object) -> tuple[float, ...]:
    """Return the weight of each value of a feature."""
    values = range(feature.low, feature.high + 1)
    got, where = weight, ""
    if is_number(weight):
        found = tuple([float(weight * value) for value in values])
        too_large = [place for place, one in enumerate(found) if abs(one) > _LARGEST]
        if not too_large:
            return found
        where = f", which is {found[too_large[0]]} for the value {values[too_large[0]]}"
    elif isinstance(weight, list | tuple) and len(weight) == len(values):
        wrong = [place for place, one in enumerate(weight) if not is_number(one)]
        if not wrong:
            return tuple([float(one) for one in weight])
        # A long list is not shown, so the message names the weight.
        got, where = weight[wrong[0]], f" for the value {values[wrong[0]]}"
    raise WrongTypeError(
        f"expected a number from -1e300 to 1e300 as weight of {feature.name!r}, or a list of "
        f"{len(values)} such numbers, one for each value from {feature.low} to {feature.high}; "
        f"got {shown(got)}{where}"
    )


def is_number(value: object) -> TypeIs[float]:
    """Return whether a value is a finite number that is not too large."""
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and -_LARGEST <= value <= _LARGEST
    )
