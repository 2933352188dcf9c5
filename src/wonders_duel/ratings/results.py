"""``Summary``: the results of a match, in numbers."""

from __future__ import annotations

from math import isinf

import attrs

from wonders_duel.enums import Player, Victory, as_victory, seat
from wonders_duel.ratings.pairs import Interval, PairCounts
from wonders_duel.ratings.strengths import Ratings, bradley_terry
from wonders_duel.ratings.tables import summary_lines
from wonders_duel.support.arguments import expect_number

__all__ = ["BotResults", "PairingResults", "Summary"]

_NONE = (0, 0)
LEAST_WIDTH = 40
"""The fewest columns for which texts are laid out."""


@attrs.frozen(kw_only=True)
class BotResults:
    """The results of one bot against all others. The pairs of numbers are those of seats one and two.

    Attributes:
        name: the name of the bot.
        military: the games won by military supremacy.
        scientific: the games won by scientific supremacy.
        civilian: the games won by points, ties broken by blue buildings included (R83).
        by_fault: the games won because the opponent committed a fault.
        shared: the shared victories (R84).
        lost: the games lost, faults included.
        faults: the faults of the bot.
        seconds: the time in seconds that the bot took in the games in which it was measured.
        timed_moves: the moves of the bot in these games.

    >>> bot = BotResults(
    ...     name="mine", military=(3, 4), civilian=(10, 2), shared=(1, 0), lost=(2, 10)
    ... )
    >>> bot.games, bot.wins(), bot.wins("military"), bot.wins(seat="one"), round(bot.score(), 3)
    (32, 19, 7, 13, 0.609)
    """

    name: str
    military: tuple[int, int] = _NONE
    scientific: tuple[int, int] = _NONE
    civilian: tuple[int, int] = _NONE
    by_fault: tuple[int, int] = _NONE
    shared: tuple[int, int] = _NONE
    lost: tuple[int, int] = _NONE
    faults: int = 0
    seconds: float = 0.0
    timed_moves: int = 0

    def wins(
        self, victory: Victory | str | None = None, seat: Player | int | str | None = None
    ) -> int:
        """Return the number of games that the bot won alone.

        Args:
            victory: the kind of victory; all kinds and those by a fault if left out.
            seat: the seat of the bot; both if left out.

        Raises:
            UnknownNameError: the seat or the kind of victory is unknown.
        """
        kinds = {
            Victory.MILITARY: self.military,
            Victory.SCIENTIFIC: self.scientific,
            Victory.CIVILIAN: self.civilian,
        }
        counted = (
            [*kinds.values(), self.by_fault] if victory is None else [kinds[as_victory(victory)]]
        )
        return sum(_of(wins, seat) for wins in counted)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins() + sum(self.shared) + sum(self.lost)

    def score(self, seat: Player | int | str | None = None) -> float:
        """Return the mean score of a game; a shared victory counts half.

        Args:
            seat: the seat of the bot; both if left out.

        Returns:
            The score, 0.0 to 1.0; 0.5 if there are no games.

        Raises:
            UnknownNameError: the seat is unknown.
        """
        wins, shared = self.wins(seat=seat), _of(self.shared, seat)
        games = wins + shared + _of(self.lost, seat)
        return (wins + shared / 2) / games if games else 0.5

    @property
    def seconds_per_move(self) -> float | None:
        """The mean time of a move in seconds; ``None`` if no time was measured."""
        return self.seconds / self.timed_moves if self.timed_moves else None


def _of(numbers: tuple[int, int], place: Player | int | str | None) -> int:
    return sum(numbers) if place is None else numbers[seat(place)]


@attrs.frozen
class PairingResults:
    """The results of two bots against each other.

    Attributes:
        bots: the names of the two bots.
        counts: how often the first one reached each score over a pair of games.

    >>> PairingResults(("mine", "greedy"), PairCounts([0, 1, 2, 4, 3])).counts.score
    0.725
    """

    bots: tuple[str, str]
    counts: PairCounts


@attrs.frozen(kw_only=True)
class Summary:
    """The results of a match: of each bot and of each pairing.

    Attributes:
        bots: the results of each bot, in the order of the match.
        pairings: the results of each pairing that has been played, in the order of the bots.
        moves: the number of moves of all games.

    ``str(summary)`` is a table; :meth:`to_text` fits it to a terminal.

    >>> from wonders_duel.match import Match
    >>> from wonders_duel.ratings import summary
    >>> match = Match(["greedy", "random"], deals=3, seed="example")
    >>> found = summary(map(match.play, range(3)), names=[bot.name for bot in match.bots])
    >>> found.games, found.pairings[0].bots, found.pairings[0].counts
    (6, ('greedy', 'random'), PairCounts(counts=(0, 0, 0, 0, 3)))
    """

    bots: tuple[BotResults, ...]
    pairings: tuple[PairingResults, ...]
    moves: int

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(pairing.counts.games for pairing in self.pairings)

    @property
    def shared(self) -> int:
        """The number of shared victories."""
        return sum(bot.shared[0] for bot in self.bots)

    @property
    def seat_one(self) -> float:
        """The mean score of seat one, 0.0 to 1.0; 0.5 if there are no games."""
        wins = sum(bot.wins(seat=Player.ONE) for bot in self.bots)
        return (wins + self.shared / 2) / self.games if self.games else 0.5

    @property
    def mean_moves(self) -> float:
        """The mean number of moves of a game; 0.0 if there are no games."""
        return self.moves / self.games if self.games else 0.0

    def ratings(
        self, *, anchor: str | None = None, anchor_elo: float = 0.0, confidence: float = 0.95
    ) -> Ratings:
        """Return the ratings of all bots; see :func:`bradley_terry`.

        Args:
            anchor: the name of the bot whose rating is fixed; the first one of the largest group
                of comparable bots if left out.
            anchor_elo: the rating of this bot, -2000 to 2000.
            confidence: the probability that an interval contains the true value, between 0
                and 1.

        Raises:
            MatchError: there are no games.
            UnknownNameError: there are no games of the anchor.
            WrongTypeError: an argument has the wrong type, or is out of range.
        """
        results = {pairing.bots: pairing.counts for pairing in self.pairings}
        return bradley_terry(results, anchor=anchor, anchor_elo=anchor_elo, confidence=confidence)

    def to_dict(self) -> dict[str, object]:
        """Return all numbers as an object for JSON.

        Returns:
            Dictionaries, lists, strings and numbers. Infinite numbers are ``None``, since JSON has
            none.
        """
        made: dict[str, object] = {
            "games": self.games,
            "shared": self.shared,
            "seat_one": self.seat_one,
            "mean_moves": self.mean_moves,
            "bots": [_bot(bot) for bot in self.bots],
            "pairings": [_pairing(pairing) for pairing in self.pairings],
        }
        if self.pairings:
            ratings = self.ratings()
            made["anchor"] = ratings.anchor
            made["ratings"] = [
                {
                    "name": one.name,
                    "elo": None if one.elo is None else _finite(one.elo),
                    "interval": _interval(one.interval),
                }
                for one in ratings.players
            ]
        return made

    def to_text(self, *, width: int | None = None) -> str:
        """Return the summary as text.

        Args:
            width: the columns of the terminal, from 40. The tables then fit into them: long names
                are cut, and figures that have no room are written below. If left out, lines are
                as long as the names need.

        Raises:
            WrongTypeError: the width is not a whole number of at least 40.
        """
        if width is not None:
            expect_number(width, LEAST_WIDTH, "the width")
        return "\n".join(summary_lines(self, width))

    def __str__(self) -> str:
        """Return the summary as text, with all names in full."""
        return self.to_text()


def _finite(value: float) -> float | None:
    return None if isinf(value) else value


def _interval(interval: Interval) -> list[float | None]:
    return [_finite(bound) for bound in interval]


def _bot(bot: BotResults) -> dict[str, object]:
    seats = {
        name: list(getattr(bot, name))
        for name in ("military", "scientific", "civilian", "by_fault", "shared", "lost")
    }
    return {
        "name": bot.name,
        "games": bot.games,
        "score": bot.score(),
        **seats,
        "faults": bot.faults,
        "seconds_per_move": bot.seconds_per_move,
    }


def _pairing(pairing: PairingResults) -> dict[str, object]:
    counts = pairing.counts
    return {
        "bots": list(pairing.bots),
        "counts": list(counts.counts),
        "score": counts.score,
        "score_interval": _interval(counts.score_interval()),
        "elo": _finite(counts.elo),
        "elo_interval": _interval(counts.elo_interval()),
        "nelo": _finite(counts.nelo),
        "nelo_interval": _interval(counts.nelo_interval()),
        "los": counts.los,
    }
