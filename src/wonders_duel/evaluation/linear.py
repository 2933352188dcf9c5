"""``LinearEvaluation``: the sum of weights of the features of both players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from types import MappingProxyType
from typing import Final, Self

from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.engine.phases import OVER
from wonders_duel.enums import Player, seat
from wonders_duel.errors import CatalogueError, FormatError, UnknownNameError, WrongTypeError
from wonders_duel.evaluation import files, rating
from wonders_duel.evaluation.periods import LinearSums
from wonders_duel.evaluation.rating import Rating
from wonders_duel.evaluation.sums import PeriodSums
from wonders_duel.evaluation.weights import Table, Weights, read
from wonders_duel.features.layout import player_layout_of
from wonders_duel.features.numbers import period_of, player_numbers
from wonders_duel.state import State
from wonders_duel.support.arguments import expect
from wonders_duel.support.remaking import kept_of, remake

__all__ = ["WON", "LinearEvaluation"]

WON: Final[float] = rating.WON
"""The value of a won game, for the winner."""


class LinearEvaluation:
    """An evaluation that adds up weights of the features of both players.

    The value of a state for a player is the sum of the weights of that player's features minus the
    sum of those of the opponent's. With weights from a logistic regression, it is the logarithm of
    the odds of winning. States that wait for chance have a value too, so a search need not
    enumerate the chance outcomes; the feature ``next to move`` says who decides after them.

    Args:
        weights: by name of feature (see :func:`wonders_duel.features.player_layout`), either one
            number, which is multiplied by the value of the feature, or one number for each value
            from ``low`` to ``high``. Values outside this range have the weight of the nearest one.
            Features that are left out have no weight. A list has one such mapping for each
            period in :data:`wonders_duel.features.PERIODS`.
        catalogue: the cards of the games; those of the base game if left out.
        origin: where the weights come from, as values for JSON, such as the games that they were
            fitted to.

    Raises:
        UnknownNameError: there is no such feature.
        WrongTypeError: an argument has another type, a number is not finite or beyond ±1e300, there
            are too many or too few of them, or JSON has no such values as ``origin``.

    The object can be passed to a bot, used in several threads, and pickled.

    >>> from wonders_duel import Game
    >>> from wonders_duel.bots import GreedyBot
    >>> evaluation = LinearEvaluation({"coins": 0.1, "symbols": [0, 0, 0.5, 1, 2, 4, 9]})
    >>> state = Game(seed=2015, rules="first-game").play("discard altar")
    >>> round(evaluation.log_odds(state), 3), round(evaluation.probability(state, "two"), 3)
    (0.2, 0.45)
    >>> {name: round(value, 3) for name, value in evaluation.terms(state).items()}
    {'coins': 0.2}
    >>> print(GreedyBot(seed=1, judge=evaluation).choose(state))
    discard theater
    """

    __slots__ = ("_catalogue", "_origin", "_periods", "_sums", "_tables")

    def __init__(
        self,
        weights: Weights | Sequence[Weights],
        catalogue: Catalogue | None = None,
        origin: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        """Read the weights."""
        self._catalogue = as_catalogue(catalogue)
        self._origin = files.as_origin(origin)
        self._tables = self._catalogue.tables
        self._periods: tuple[Table, ...] = read(weights, self._catalogue)
        names = [feature.name for feature in player_layout_of(self._catalogue)]
        made: dict[int, PeriodSums] = {}
        for table in self._periods:
            if id(table) not in made:
                rows = [list(table.get(name, ())) for name in names]
                made[id(table)] = PeriodSums(self._tables, rows)
        self._sums: Rating = LinearSums([made[id(table)] for table in self._periods])

    @property
    def catalogue(self) -> Catalogue:
        """The cards of the games."""
        return self._catalogue

    @property
    def weights(self) -> tuple[dict[str, tuple[float, ...]], ...]:
        """For each period, the features that have a weight, with one for each value."""
        return tuple(dict(table) for table in self._periods)

    @property
    def origin(self) -> Mapping[str, object]:
        """Where the weights come from, as values for JSON; empty if not given."""
        return MappingProxyType(self._origin)

    @property
    def rating(self) -> Rating:
        """What a search reads; for states with the cards of :attr:`catalogue` only."""
        return self._sums

    def log_odds(self, state: State) -> float:
        """Return the value of a state for player one.

        Args:
            state: any state, even one that waits for chance.

        Returns:
            The value; ``WON`` if player one has won, ``-WON`` if player two has, and 0 after a
            shared victory.

        Raises:
            CatalogueError: the state has other cards than the weights.
            WrongTypeError: the argument is not a state.
        """
        if type(state) is not State or state.tables is not self._tables:
            self._expect(state)
        return self._sums.log_odds(state)

    def __call__(self, state: State, player: Player | int | str = Player.ONE) -> float:
        """Return the value of a state for a player, as a bot needs it; see :meth:`log_odds`.

        Args:
            state: any state, even one that waits for chance.
            player: the player; player one by default.

        Raises:
            CatalogueError: the state has other cards than the weights.
            UnknownNameError: there is no such player.
            WrongTypeError: the first argument is not a state.
        """
        value = self.log_odds(state)
        return value if seat(player) is Player.ONE else -value

    def probability(self, state: State, player: Player | int | str = Player.ONE) -> float:
        """Return the win probability, if the value is the logarithm of the odds.

        Args:
            state: any state, even one that waits for chance.
            player: the player.

        Returns:
            The probability, 0.0 to 1.0; for a game that is over, the player's share of the victory.

        Raises:
            CatalogueError: the state has other cards than the weights.
            UnknownNameError: there is no such player.
            WrongTypeError: the first argument is not a state.
        """
        value = max(-_LARGEST, min(self(state, player), _LARGEST))
        return 1.0 / (1.0 + exp(-value))

    def terms(self, state: State, player: Player | int | str = Player.ONE) -> dict[str, float]:
        """Return what each feature contributes to the value of a state, the largest amounts first.

        Args:
            state: any state, even one that waits for chance.
            player: the player.

        Returns:
            The contributions by name of feature, without those that are 0. Their sum is the value.
            Empty if the game is over.

        Raises:
            CatalogueError: the state has other cards than the weights.
            UnknownNameError: there is no such player.
            WrongTypeError: the first argument is not a state.
        """
        self._expect(state)
        asked = seat(player)
        if state.phase_number == OVER:
            return {}
        table = self._periods[period_of(state)]
        mine = player_numbers(state, asked.value)
        theirs = player_numbers(state, asked.opponent.value)
        found = {}
        for feature, own, other in zip(
            player_layout_of(self._catalogue), mine, theirs, strict=True
        ):
            weights = table.get(feature.name)
            if weights is not None:
                own_weight, other_weight = (
                    weights[max(0, min(value, feature.high) - feature.low)]
                    for value in (own, other)
                )
                if own_weight != other_weight:
                    found[feature.name] = own_weight - other_weight
        return dict(sorted(found.items(), key=lambda one: -abs(one[1])))

    def to_json(self) -> str:
        """Return the weights as text, with a line for each feature and period.

        >>> evaluation = LinearEvaluation({"coins": 0.1}, origin={"games": 0})
        >>> again = LinearEvaluation.from_json(evaluation.to_json())
        >>> again.weights == evaluation.weights, dict(again.origin)
        (True, {'games': 0})
        """
        return files.to_text(self._periods, self._catalogue, self._origin)

    @classmethod
    def from_json(cls, text: str | bytes, *, catalogue: Catalogue | None = None) -> Self:
        """Read weights that :meth:`to_json` wrote.

        Args:
            text: the text; bytes are UTF-8.
            catalogue: the cards of the games; those of the base game if left out.

        Returns:
            An evaluation of this class, with the weights that were written.

        Raises:
            CatalogueError: the weights are for other cards.
            FormatError: the text is not one of weights, is of another version, has hidden units,
                which only :class:`NetEvaluation` reads, or a weight is invalid.
            WrongTypeError: an argument has the wrong type.
        """
        expect(text, (str, bytes), "a text")
        cards = as_catalogue(catalogue)
        periods, origin, units = files.from_text(text, cards)
        try:
            return cls._made(periods, units, cards, origin)
        except (UnknownNameError, WrongTypeError) as error:
            raise FormatError([f"weights: {error}"]) from None

    @classmethod
    def _made(
        cls,
        periods: Sequence[Weights],
        units: Sequence[object],
        cards: Catalogue,
        origin: Mapping[str, object],
    ) -> Self:
        """Return the evaluation that a file has."""
        if units:
            raise FormatError(["weights: expected none of hidden units; NetEvaluation reads them"])
        return cls(periods, cards, origin=origin)

    def _expect(self, state: State) -> None:
        expect(state, State, "a State")
        if state.catalogue != self._catalogue:
            raise CatalogueError(
                f"the weights are for the catalogue {self._catalogue.name}, the state is of "
                f"{state.catalogue.name}"
            )

    def __getstate__(self) -> dict[str, object]:
        """Return the arguments, and what a derived class has added."""
        return kept_of(self, self._arguments(), _MADE)

    def _arguments(self) -> dict[str, object]:
        """Return the arguments by name."""
        return {
            "weights": list(self.weights),
            "catalogue": self._catalogue,
            "origin": self._origin,
        }

    def __setstate__(self, kept: dict[str, object]) -> None:
        """Start again with the same arguments."""
        remake(self, kept, LinearEvaluation.__init__)

    def __repr__(self) -> str:
        """Return the number of weights and the catalogue."""
        number = len({name for table in self._periods for name in table})
        return f"<LinearEvaluation of {number} features of {self._catalogue.name}>"


_LARGEST: Final = 700.0
"""Beyond this value, ``exp`` would overflow."""
_MADE: Final = frozenset(LinearEvaluation.__slots__)
"""The attributes that the arguments make."""
