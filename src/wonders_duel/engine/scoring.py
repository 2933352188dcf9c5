"""Scores by source, and results of games (R78 to R85)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

import attrs

from wonders_duel.engine.counting import (
    BY_BLUE,
    CIVILIAN,
    MILITARY,
    NOBODY,
    SCIENTIFIC,
    judge,
    points,
)
from wonders_duel.enums import Player, Victory, as_victory, seat, seat_or_none
from wonders_duel.errors import WrongTypeError
from wonders_duel.languages import ENGLISH
from wonders_duel.languages.seats import seats
from wonders_duel.support.arguments import expect
from wonders_duel.support.making import maker
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.state import State

__all__ = ["CityScore", "Result", "Score", "result", "score", "share"]

_PLAYERS = tuple(Player)
_VICTORIES = {
    MILITARY: Victory.MILITARY,
    SCIENTIFIC: Victory.SCIENTIFIC,
    CIVILIAN: Victory.CIVILIAN,
    BY_BLUE: Victory.CIVILIAN,
}


@attrs.frozen(kw_only=True)
class CityScore:
    """The points of one city by source.

    Attributes:
        blue: the points of civilian buildings.
        green: the points of scientific buildings.
        yellow: the points of commercial buildings.
        guilds: the points of guilds (R74).
        wonders: the points of constructed wonders.
        tokens: the points of progress tokens (R81).
        coins: one point for every three coins (R82).
        military: the points of the conflict pawn (R79); 0 at a capital.
        other: the points of brown, grey and red buildings; 0 without custom cards (R80).

    >>> from wonders_duel import CityPosition, Position
    >>> owner = CityPosition(coins=10, buildings=["baths", "altar"])
    >>> score = (
    ...     Position(age=1, structure={0: "press"}, cities=(owner, CityPosition())).state().score()
    ... )
    >>> score[0].blue, score[0].coins, score[0].total
    (6, 3, 9)
    """

    blue: int = 0
    green: int = 0
    yellow: int = 0
    guilds: int = 0
    wonders: int = 0
    tokens: int = 0
    coins: int = 0
    military: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """The sum of all points."""
        return (
            self.blue
            + self.green
            + self.yellow
            + self.guilds
            + self.wonders
            + self.tokens
            + self.coins
            + self.military
            + self.other
        )


@attrs.frozen
class Score:
    """The points of both cities.

    >>> from wonders_duel import Game, Player
    >>> score = Game(seed=1).score()
    >>> score[Player.ONE].coins, score.totals
    (2, (2, 2))
    """

    one: CityScore
    """The points of player one."""
    two: CityScore
    """The points of player two."""

    def __getitem__(self, player: Player | int) -> CityScore:
        """Return the points of a player."""
        return (self.one, self.two)[player]

    @property
    def totals(self) -> tuple[int, int]:
        """The totals of players one and two."""
        return self.one.total, self.two.total

    def _repr_svg_(self) -> str:
        """Return the score sheet as an SVG picture, for notebooks."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        """Return the picture by media type, for notebooks."""
        from wonders_duel.render.notebooks import mimebundle  # noqa: PLC0415 - a thin method

        return mimebundle(self, include, exclude)

    def __str__(self) -> str:
        """Return the score sheet as English text."""
        from wonders_duel.render.sheet import score_sheet  # noqa: PLC0415 - a thin method

        return score_sheet(self)


def _totals(totals: Iterable[int]) -> tuple[int, int]:
    expect(totals, Iterable, "the points of both players")
    made = tuple(totals)
    if len(made) != len(Player) or not all(isinstance(points, int) for points in made):
        raise WrongTypeError(
            f"expected the points of two players as whole numbers, got {shown(made)}"
        )
    one, two = made
    return one, two


def _truth(value: bool) -> bool:  # noqa: FBT001 - the field's converter
    return bool(value)


@attrs.frozen(kw_only=True)
class Result:
    """The result of a game.

    Attributes:
        victory: the kind of victory.
        winner: the winner; ``None`` for a shared victory (R84).
        by_blue: whether the points of blue buildings broke a tie (R83).
        totals: the points of players one and two; for information only after a supremacy (R85).

    Raises:
        UnknownNameError: the kind of victory or the winner is unknown.
        WrongTypeError: the points are not two whole numbers.

    >>> print(Result(victory=Victory.CIVILIAN, winner=Player.ONE, totals=(60, 52)))
    Player one wins the civilian victory, 60 to 52.
    """

    victory: Victory = attrs.field(converter=as_victory)
    winner: Player | None = attrs.field(converter=seat_or_none)
    by_blue: bool = attrs.field(default=False, converter=_truth)
    totals: tuple[int, int] = attrs.field(default=(0, 0), converter=_totals)

    @property
    def is_shared(self) -> bool:
        """Whether both players share the victory."""
        return self.winner is None

    def share(self, player: Player | int | str) -> float:
        """Return a player's share of the victory.

        Args:
            player: the player.

        Returns:
            1.0 for the winner, 0.0 for the loser, 0.5 for both players of a shared victory (R84).

        Raises:
            UnknownNameError: the player is unknown.

        >>> won = Result(victory=Victory.MILITARY, winner=Player.TWO)
        >>> won.share(Player.ONE), won.share(Player.TWO)
        (0.0, 1.0)
        >>> Result(victory=Victory.CIVILIAN, winner=None, totals=(41, 41)).share("one")
        0.5
        """
        return share(self.winner, player)

    def __str__(self) -> str:
        """Return the result as an English sentence."""
        from wonders_duel.render.wording import decided  # noqa: PLC0415 - a thin method

        return decided(ENGLISH, self, seats(ENGLISH))


def share(winner: Player | None, player: Player | int | str) -> float:
    """Return a player's share of a victory.

    Args:
        winner: the winner; ``None`` for a shared victory.
        player: the player.

    Raises:
        UnknownNameError: the player is unknown.
    """
    asked = seat(player)
    return 0.5 if winner is None else float(winner is asked)


_make_city_score = maker(CityScore)
_make_score = maker(Score)
_make_result = maker(Result)


def score(state: State) -> Score:
    """Return the points of both cities as if the game ended now.

    Args:
        state: any state.
    """
    return _make_score(_make_city_score(*points(state, 0)), _make_city_score(*points(state, 1)))


def result(state: State) -> Result:
    """Return the result of a finished game.

    Args:
        state: a state whose game is over.
    """
    one, two = points(state, 0), points(state, 1)
    winner, kind = judge(state, one, two)
    return _make_result(
        _VICTORIES[kind],
        None if winner == NOBODY else _PLAYERS[winner],
        kind == BY_BLUE,
        (sum(one), sum(two)),
    )
