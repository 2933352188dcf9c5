"""``MatchRow``: what came of one task of a match, as a value and as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, Self

import attrs

from wonders_duel.enums import Player, Victory
from wonders_duel.enums import seat as as_seat
from wonders_duel.errors import FormatError
from wonders_duel.support.arguments import expect, is_finite
from wonders_duel.support.json_keys import repeated
from wonders_duel.support.phrases import shown

__all__ = ["FAULT_TAG", "BotFault", "MatchGame", "MatchRow", "in_one_line"]

FAULT_TAG: Final = "fault"
"""The tag of a record of a game that was decided by a fault; its value is the error."""
_LONGEST_TAG: Final = 1000

_DRAWN = 1
_WON = 2


@attrs.frozen
class BotFault:
    """What a bot did wrong in a game, which it lost by it.

    Attributes:
        seat: the seat of the bot.
        error: the error in one line: what the bot raised, or why its move is illegal. Addresses of
            objects are left out.
        traceback: the places in the code of the bot, the last one last; empty for an illegal
            move. Folders are left out, so that the text is the same on every machine.

    >>> print(BotFault(Player.ONE, "chose discard baths, which is illegal: baths is covered"))
    chose discard baths, which is illegal: baths is covered
    """

    seat: Player
    error: str
    traceback: str = ""

    def __str__(self) -> str:
        """Return the error, with its traceback on the lines after it."""
        return f"{self.error}\n{self.traceback}" if self.traceback else self.error


@attrs.frozen
class MatchGame:
    """One game of a row.

    Attributes:
        winner: the seat that won; ``None`` for a shared victory (R84).
        victory: the kind of victory; ``None`` if a fault of a bot decided the game.
        points: the points of seats one and two at the end; for information only after a
            supremacy (R85).
        moves: the numbers of the moves: ``catalogue.moves[number]``.
        decisions: how many of the moves the bots in seats one and two made.
        fault: what the loser did wrong, if that decided the game.
        seconds: the wall-clock time in seconds that the bots in seats one and two took to choose;
            ``None`` if it was not measured. It does not count in comparisons.

    >>> from wonders_duel.match import Match
    >>> game = Match(["greedy", "random"], seed=1).play(0).games[0]
    >>> game.winner, len(game.moves) > 50
    (<Player.ONE: 0>, True)
    """

    winner: Player | None
    victory: Victory | None
    points: tuple[int, int]
    moves: tuple[int, ...] = attrs.field(repr=False)
    decisions: tuple[int, int] = attrs.field(default=(0, 0), kw_only=True)
    fault: BotFault | None = None
    seconds: tuple[float, float] | None = attrs.field(default=None, eq=False)

    def quarters(self, seat: Player | int | str) -> int:
        """Return what a game counts for a seat, in quarters of the score of a pair.

        Args:
            seat: the seat.

        Returns:
            2 for a win, 1 for a shared victory (R84), 0 for a loss.

        Raises:
            UnknownNameError: there is no such seat.
        """
        player = as_seat(seat)
        if self.winner is None:
            return _DRAWN
        return _WON if self.winner is player else 0


@attrs.frozen
class MatchRow:
    """What came of one task: a deal played twice with the seats swapped.

    Attributes:
        task: the number of the task, from 0.
        deal: the number of the deal, from 0.
        bots: the numbers of the two bots in ``match.bots``.
        games: the two games. In the first one, the first of the two bots has seat one, in the
            second one seat two.

    >>> from wonders_duel.match import Match
    >>> row = Match(["greedy", "random"], seed=1).play(0)
    >>> row.task, row.bots, row.quarters
    (0, (0, 1), 4)
    """

    task: int
    deal: int
    bots: tuple[int, int]
    games: tuple[MatchGame, MatchGame]

    @property
    def quarters(self) -> int:
        """The score of the first bot over the pair of games in quarters, 0 to 4."""
        first, second = self.games
        return first.quarters(Player.ONE) + second.quarters(Player.TWO)

    @property
    def has_fault(self) -> bool:
        """Whether a fault of a bot decided one of the games."""
        return any(game.fault is not None for game in self.games)

    def to_json(self, *, times: bool = False) -> str:
        """Return the row as one line of JSON, the same for equal rows.

        Args:
            times: whether to write the times that were measured, in seconds.

        >>> row = MatchRow(
        ...     7, 7, (0, 1), (MatchGame(Player.ONE, Victory.CIVILIAN, (51, 40), (3,)),) * 2
        ... )
        >>> row.to_json()[:50]
        '{"task":7,"deal":7,"bots":[0,1],"games":[{"winner"'
        >>> MatchRow.from_json(row.to_json()) == row
        True
        """
        games = [_written(game, times=times) for game in self.games]
        document = {"task": self.task, "deal": self.deal, "bots": self.bots, "games": games}
        return json.dumps(document, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str | bytes) -> Self:
        """Read a row that :meth:`to_json` wrote.

        The values are not checked against the rules: :meth:`Match.games` does that.

        Args:
            line: the line; bytes are UTF-8.

        Returns:
            A row that is equal to the one that was written.

        Raises:
            FormatError: the line is not such a row, or has a key twice.
            WrongTypeError: it is neither a string nor bytes.
        """
        expect(line, (str, bytes), "a line of JSON")
        try:
            document = json.loads(line, object_pairs_hook=_object)
            task, deal = _numbers((document["task"], document["deal"]))
            one, two = document["games"]
            first, second = _numbers(document["bots"])
            return cls(task, deal, (first, second), (_read(one), _read(two)))
        except FormatError:  # of a duplicate key
            raise
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
            message = (
                f"expected the row of a match, as MatchRow.to_json() writes it, got {shown(line)}"
            )
            raise FormatError([message]) from None


def in_one_line(text: str) -> str:
    r"""Return a text as the value of a tag, which has no control characters.

    Args:
        text: the text.

    >>> print(in_one_line("no\nidea"))
    no\nidea
    """
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)[:_LONGEST_TAG]


_SEATS = {str(player): player for player in Player}
_VICTORIES = {str(kind): kind for kind in Victory}


def _written(game: MatchGame, *, times: bool) -> dict[str, object]:
    made: dict[str, object] = {
        "winner": None if game.winner is None else str(game.winner),
        "victory": game.victory,
        "points": game.points,
        "moves": game.moves,
        "decisions": game.decisions,
    }
    if game.fault is not None:
        fault = game.fault
        made["fault"] = {
            "seat": str(fault.seat),
            "error": fault.error,
            "traceback": fault.traceback,
        }
    if times and game.seconds is not None:
        made["seconds"] = [round(seconds, 6) for seconds in game.seconds]
    return made


def _read(game: Mapping[str, Any]) -> MatchGame:
    winner, victory, fault = game["winner"], game["victory"], game.get("fault")
    one, two = _numbers(game["points"])
    first, second = _numbers(game["decisions"])
    seconds = game.get("seconds")
    return MatchGame(
        None if winner is None else _SEATS[winner],
        None if victory is None else _VICTORIES[victory],
        (one, two),
        _numbers(game["moves"]),
        None if fault is None else _fault(**fault),
        None if seconds is None else _times(*seconds),
        decisions=(first, second),
    )


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise FormatError([f"the row of a match has a duplicate key {shown(repeated(pairs)[0])}"])
    return found


def _fault(seat: str, error: object, traceback: object) -> BotFault:
    if not (isinstance(error, str) and isinstance(traceback, str)):
        raise TypeError
    return BotFault(_SEATS[seat], error, traceback)


def _times(one: object, two: object) -> tuple[float, float]:
    if not (is_finite(one) and is_finite(two)):
        raise TypeError
    return one, two


def _numbers(values: Iterable[int]) -> tuple[int, ...]:
    """Return whole numbers as a tuple, or raise ``TypeError`` if one is something else."""
    numbers = tuple(values)
    if not {int}.issuperset(map(type, numbers)):
        raise TypeError
    return numbers
