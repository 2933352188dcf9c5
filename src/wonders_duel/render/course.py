"""The course of a game in numbers: points, coins, the conflict pawn, and win probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.cards import CAPITAL
from wonders_duel.enums import Player
from wonders_duel.errors import WrongTypeError
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.languages import Language
    from wonders_duel.search.analysis import Analysis
    from wonders_duel.state import State

__all__ = ["Series", "age_starts", "course", "shown_value", "win_shares"]

_SEATS: Final = ("one", "two")


@attrs.frozen
class Series:
    """A line of a chart."""

    key: str
    """What it shows, and whose, such as ``points one``."""
    label: str
    """The same in words."""
    values: tuple[float | None, ...]
    """A value for each position; ``None`` where there is none."""
    low: float
    """The value at the lower edge."""
    high: float
    """The value at the upper edge."""


def win_shares(
    states: Sequence[State], analyses: Iterable[Analysis] | None
) -> tuple[float | None, ...] | None:
    """Return the win probability of player one in each position, where it is known.

    Args:
        states: the positions.
        analyses: analyses of some of them.

    Returns:
        The probabilities, 0.0 to 1.0; ``None`` without analyses.

    Raises:
        WrongTypeError: these are no analyses.
    """
    if analyses is None:
        return None
    expect(analyses, Iterable, "a list of analyses")
    given = list(analyses)
    if not given:
        return None
    for one in given:
        if not hasattr(one, "win_probability_of"):  # importing the class here would be slow
            raise WrongTypeError(f"expected analyses, got {shown(one)} among them")
    known = {one.state: one.win_probability_of(Player.ONE) for one in given}
    found = []
    for state in states:
        result = state.result
        found.append(known.get(state) if result is None else result.share(Player.ONE))
    return tuple(found)


def age_starts(states: Sequence[State]) -> list[int]:
    """Return the places at which an age begins.

    Args:
        states: the positions.
    """
    return [
        place
        for place in range(1, len(states))
        if states[place].age_number > states[place - 1].age_number
    ]


def course(
    states: Sequence[State],
    names: tuple[str, str],
    to: Language,
    shares: tuple[float | None, ...] | None,
) -> list[Series]:
    """Return the lines of a chart.

    Args:
        states: the positions.
        names: the names of the players.
        to: the language of the labels.
        shares: the win probability of player one in each position, if it is to be shown.
    """
    lines = []
    if shares is not None:
        label = to.say("Win probability of {player}", player=names[0])
        percents = tuple(None if share is None else round(100 * share, 1) for share in shares)
        lines.append(Series("win", label, percents, 0, 100))
    points = [state.totals for state in states]
    most = max(1, *(max(pair) for pair in points))
    least = min(0, *(min(pair) for pair in points))  # custom cards can cost points
    coins = [tuple(city.coins for city in state.cities) for state in states]
    richest = max(1, *(max(pair) for pair in coins))
    for player in Player:
        label = to.say("Points of {player}", player=names[player])
        values = tuple(float(pair[player]) for pair in points)
        lines.append(Series(f"points {_SEATS[player]}", label, values, least, most))
    for player in Player:
        label = to.say("Coins of {player}", player=names[player])
        values = tuple(float(pair[player]) for pair in coins)
        lines.append(Series(f"coins {_SEATS[player]}", label, values, 0, richest))
    pawns = tuple(float(state.pawn) for state in states)
    lines.append(Series("pawn", to.say("Conflict pawn"), pawns, -CAPITAL, CAPITAL))
    return lines


def shown_value(value: float, to: Language) -> str:
    """Return a value of a line with all its digits: a whole number, or a percentage with a decimal.

    Args:
        value: the value.
        to: the language.
    """
    return to.number(value, 0 if value == round(value) else 1)
