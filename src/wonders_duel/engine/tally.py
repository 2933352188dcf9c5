"""``Tally``: the results of many games, added up."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Self

import attrs

from wonders_duel.engine.counting import SOURCES
from wonders_duel.engine.play_out import POINTS_OF_ONE, POINTS_OF_TWO, SHARED
from wonders_duel.engine.scoring import CityScore, Score
from wonders_duel.enums import Player, Victory, as_victory, seat
from wonders_duel.errors import WrongTypeError
from wonders_duel.support.arguments import expect, expect_number
from wonders_duel.support.phrases import counted, shown

__all__ = ["Tally"]

_NO_WINS = (0, 0)
_NO_POINTS = Score(CityScore(), CityScore())


def _is_count(_: object, attribute: attrs.Attribute[int], value: int) -> None:
    expect_number(value, 0, attribute.name)


def _are_wins(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, tuple) or len(value) != len(_NO_WINS):
        raise WrongTypeError(
            f"{attribute.name} must be the wins of players one and two, such as (3, 4), "
            f"not {shown(value)}"
        )
    for wins in value:
        expect_number(wins, 0, f"each number of {attribute.name}")


def _are_points(_: object, __: attrs.Attribute[Score], value: Score) -> None:
    expect(value, Score, "a Score as points")


def _wins() -> tuple[int, int]:
    each = {"type": "integer", "minimum": 0}
    return attrs.field(default=_NO_WINS, validator=_are_wins, metadata={"items": each})


@attrs.frozen(kw_only=True)
class Tally:
    """The results of many games, added up: ``state.play_outs(1000, seed=1)``.

    Tallies of different games can be added with ``+``.

    Attributes:
        military: the military victories of players one and two.
        scientific: the scientific victories of players one and two.
        civilian: the civilian victories of players one and two, ties broken by blue buildings
            included (R83).
        shared: the shared victories (R84).
        points: the sums of the points of both cities by source, over all games.

    Raises:
        WrongTypeError: an argument has another type, or a number of games is below 0.

    >>> from wonders_duel import State
    >>> tally = State.start().play_outs(100, seed=1)
    >>> tally.games, sum(tally.wins("one", kind) for kind in Victory) == tally.wins("one")
    (100, True)
    """

    military: tuple[int, int] = _wins()
    scientific: tuple[int, int] = _wins()
    civilian: tuple[int, int] = _wins()
    shared: int = attrs.field(default=0, validator=_is_count, metadata={"minimum": 0})
    points: Score = attrs.field(default=_NO_POINTS, validator=_are_points)

    @classmethod
    def of(cls, sums: Sequence[int]) -> Self:
        """Return the tally of the sums of ends.

        Args:
            sums: the sums, as ``play_out.add_end`` adds them up.
        """
        one, two = (
            CityScore(**dict(zip(SOURCES, sums[first : first + len(SOURCES)], strict=True)))
            for first in (POINTS_OF_ONE, POINTS_OF_TWO)
        )
        return cls(
            military=(sums[0], sums[1]),
            scientific=(sums[2], sums[3]),
            civilian=(sums[4], sums[5]),
            shared=sums[SHARED],
            points=Score(one, two),
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.military) + sum(self.scientific) + sum(self.civilian) + self.shared

    def wins(self, player: Player | int | str, victory: Victory | str | None = None) -> int:
        """Return the number of games that a player won alone.

        Args:
            player: the player.
            victory: the kind of victory; all kinds if left out.

        Raises:
            UnknownNameError: the player or the kind of victory is unknown.
        """
        place = seat(player)
        kinds = {
            Victory.MILITARY: self.military,
            Victory.SCIENTIFIC: self.scientific,
            Victory.CIVILIAN: self.civilian,
        }
        if victory is None:
            return sum(wins[place] for wins in kinds.values())
        return kinds[as_victory(victory)][place]

    def share(self, player: Player | int | str) -> float:
        """Return a player's mean share of the victories: a shared one counts half (R84).

        Args:
            player: the player.

        Returns:
            The share, 0.0 to 1.0; 0.5 if there are no games.

        Raises:
            UnknownNameError: the player is unknown.
        """
        return (self.wins(player) + self.shared / 2) / self.games if self.games else 0.5

    def standard_error(self, player: Player | int | str) -> float:
        """Return the standard error of a player's share.

        Args:
            player: the player.

        Returns:
            The standard error; 0.5 with fewer than two games.

        Raises:
            UnknownNameError: the player is unknown.

        >>> round(Tally(civilian=(60, 40)).standard_error("one"), 4)
        0.0492
        """
        mean, games = self.share(player), self.games
        if games <= 1:
            return 0.5
        squares = self.wins(player) + self.shared / 4
        return sqrt(max(0.0, squares - games * mean * mean) / (games - 1) / games)

    def mean_points(self, player: Player | int | str) -> dict[str, float]:
        """Return the mean points of a player by source, in the order of the score sheet.

        Args:
            player: the player.

        Returns:
            The points with the names of the sources as keys, and their "total"; empty if there are no games.

        Raises:
            UnknownNameError: the player is unknown.
        """
        sums = self.points[seat(player)]
        if not self.games:
            return {}
        return {name: getattr(sums, name) / self.games for name in (*SOURCES, "total")}

    def __add__(self, other: Tally) -> Tally:
        """Return the tally of both sets of games."""
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally.of([one + two for one, two in zip(self._sums, other._sums, strict=True)])

    @property
    def _sums(self) -> list[int]:
        return [
            *self.military,
            *self.scientific,
            *self.civilian,
            self.shared,
            *attrs.astuple(self.points.one),
            *attrs.astuple(self.points.two),
        ]

    def __str__(self) -> str:
        """Return the numbers of wins as English text, with a line for each player.

        >>> print(Tally(military=(3, 4), civilian=(10, 2), shared=1))
        20 games, 1 of them shared
        player one: 13 wins (3 military, 0 scientific, 10 civilian), share 0.675
        player two: 6 wins (4 military, 0 scientific, 2 civilian), share 0.325
        """
        games, shared = self.games, self.shared
        lines = [f"{counted(games, 'game')}, {shared:,} of them shared"]
        for player in Player:
            wins = self.wins(player)
            kinds = ", ".join(f"{self.wins(player, kind):,} {kind}" for kind in Victory)
            lines.append(
                f"player {player}: {counted(wins, 'win')} ({kinds}), share {self.share(player):.3f}"
            )
        return "\n".join(lines)
