"""``Analysis``: what a search has found out about a state, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from types import MappingProxyType, UnionType
from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.build import later
from wonders_duel.catalogues import Catalogue
from wonders_duel.chance.outcomes import ChanceOutcome
from wonders_duel.engine.moves import BaseMove, Move
from wonders_duel.engine.tally import Tally
from wonders_duel.enums import Player, seat
from wonders_duel.errors import WrongTypeError
from wonders_duel.limits import Limits
from wonders_duel.state import State
from wonders_duel.support.arguments import expect, is_finite, is_within
from wonders_duel.support.phrases import counted, shown

if TYPE_CHECKING:
    from wonders_duel.languages import Language
else:
    Language = later("wonders_duel.languages", "Language")

__all__ = [
    "MOST_REPLIES",
    "MOST_VISITS",
    "Analysis",
    "LineStep",
    "Mark",
    "MoveAnalysis",
    "Outlook",
    "Reply",
]

MOST_VISITS: Final = 10**12
MOST_REPLIES: Final = 1000
"""The most chance outcomes that are kept of one move."""


class Mark(StrEnum):
    """How much a move loses against the best one, in win probability.

    >>> Mark.of(0.12), Mark.of(0.01)
    (<Mark.MISTAKE: 'mistake'>, None)
    """

    INACCURACY = "inaccuracy"
    """From 0.05."""
    MISTAKE = "mistake"
    """From 0.10."""
    BLUNDER = "blunder"
    """From 0.20."""

    @classmethod
    def of(cls, loss: float) -> Mark | None:
        """Return the mark of a move; ``None`` if it loses less than 0.05.

        Args:
            loss: how much it loses in win probability, usually from 0 to 1.

        Raises:
            WrongTypeError: it is not a finite number.
        """
        if not is_finite(loss):
            raise WrongTypeError(f"expected a finite number as loss, got {shown(loss)}")
        found = None
        for mark, least in zip(cls, _LEAST, strict=True):
            if loss >= least - _ROUNDED:
                found = mark
        return found


_LEAST: Final = (0.05, 0.10, 0.20)
_ROUNDED: Final = 1e-9
"""How much too small the difference of two probabilities can be: 1.0 - 0.8 is less than 0.2."""


def _is_probability(_: object, attribute: attrs.Attribute[float], value: float) -> None:
    if not (is_finite(value) and 0 <= value <= 1):
        raise WrongTypeError(f"{attribute.name} must be from 0 to 1, not {shown(value)}")


def _may_be_known(one: object, attribute: attrs.Attribute[float], value: float | None) -> None:
    if value is not None:
        _is_probability(one, attribute, value)


def _is_count(_: object, attribute: attrs.Attribute[int], value: int) -> None:
    if not is_within(value, 0, MOST_VISITS):
        raise WrongTypeError(f"{attribute.name} must be a whole number from 0, not {shown(value)}")


def _is_error(_: object, attribute: attrs.Attribute[float], value: float | None) -> None:
    if value is not None and not (is_finite(value) and value >= 0):
        raise WrongTypeError(f"{attribute.name} must be a finite number from 0, not {shown(value)}")


def _is_tally(_: object, __: attrs.Attribute[Tally], value: Tally) -> None:
    expect(value, Tally, "a Tally")


# Type checkers take a function that makes a field for a default, so each field is written out.
_FROM_0_TO_1: Final = MappingProxyType({"minimum": 0, "maximum": 1})
_COUNTED: Final = MappingProxyType({"minimum": 0, "maximum": MOST_VISITS})


def _expect_tuple(value: object, kind: type | UnionType, what: str) -> None:
    """Raise `WrongTypeError` unless a value is a tuple of objects of a class."""
    if not isinstance(value, tuple) or not all(isinstance(one, kind) for one in value):
        raise WrongTypeError(f"expected a tuple of {what}, got {shown(value)}")


def _expect_step(player: object, move: object, outcomes: object) -> None:
    """Raise `WrongTypeError` unless these are a player, a move and chance outcomes."""
    expect(player, Player, "a Player")
    expect(move, BaseMove, "a Move")
    _expect_tuple(outcomes, ChanceOutcome, "chance outcomes")


@attrs.frozen(kw_only=True)
class LineStep:
    """One move of a line, and the chance outcomes after it.

    Attributes:
        player: who makes the move.
        move: the move.
        outcomes: the chance outcomes after it in this line. There may be many
            others: these lead to a value close to the mean.

    Raises:
        WrongTypeError: a field has another type.

    >>> from wonders_duel import parse_move
    >>> print(LineStep(player=Player.ONE, move=parse_move("build baths"), outcomes=()))
    one: build baths
    """

    player: Player
    move: Move
    outcomes: tuple[ChanceOutcome, ...]

    def __attrs_post_init__(self) -> None:
        """Check the types."""
        _expect_step(self.player, self.move, self.outcomes)

    def __str__(self) -> str:
        """Return the move with its player, and the chance outcomes in brackets."""
        after = f" ({'; '.join(map(str, self.outcomes))})" if self.outcomes else ""
        return f"{self.player}: {self.move}{after}"


@attrs.frozen(kw_only=True)
class Reply:
    """The best move after some chance outcomes.

    Attributes:
        outcomes: the chance outcomes.
        probability: their probability, 0.0 to 1.0; ``None`` after the deal of an age.
        visits: how many simulations went through them, 0 to 10^12.
        player: who decides after them.
        move: the best move of that player.
        win_probability: after them, for the player of the analysis, 0.0 to 1.0.

    Raises:
        WrongTypeError: a field has another type, or a number is out of range.

    >>> from wonders_duel import CardRevealed, catalogue, parse_move
    >>> reply = Reply(
    ...     outcomes=(CardRevealed(13, catalogue.buildings["press"]),),
    ...     probability=0.125,
    ...     visits=40,
    ...     player=Player.TWO,
    ...     move=parse_move("build press"),
    ...     win_probability=0.4,
    ... )
    >>> print(reply)
    revealed: Press (12.5 %): build press
    """

    outcomes: tuple[ChanceOutcome, ...]
    probability: float | None = attrs.field(validator=_may_be_known, metadata=_FROM_0_TO_1)
    visits: int = attrs.field(validator=_is_count, metadata=_COUNTED)
    player: Player
    move: Move
    win_probability: float = attrs.field(validator=_is_probability, metadata=_FROM_0_TO_1)

    def __attrs_post_init__(self) -> None:
        """Check the types."""
        _expect_step(self.player, self.move, self.outcomes)

    def __str__(self) -> str:
        """Return the outcomes with their probability, and the move."""
        chance = "" if self.probability is None else f" ({100 * self.probability:.1f} %)"
        return f"{'; '.join(map(str, self.outcomes))}{chance}: {self.move}"


@attrs.frozen(kw_only=True)
class Outlook:
    """How games go on, from samples that were played to their ends.

    Attributes:
        tally: the kinds of victory, and the points by source.
        margin_error: the standard error of :attr:`margin` in points, from 0; ``None`` with fewer
            than two games.

    Raises:
        WrongTypeError: the tally has another type, or the error is not a finite number from 0.

    >>> outlook = Outlook(tally=State.start().play_outs(100, seed=1), margin_error=2.5)
    >>> outlook.games, round(outlook.victories("one")["civilian"], 2)
    (100, 0.51)
    >>> outlook.margin == outlook.points("one") - outlook.points("two")
    True
    """

    tally: Tally = attrs.field(validator=_is_tally)
    margin_error: float | None = attrs.field(validator=_is_error, metadata={"minimum": 0})

    @property
    def games(self) -> int:
        """The number of games."""
        return self.tally.games

    @property
    def margin(self) -> float:
        """The mean lead of player one in points; points count in every game, however it ended."""
        return self.points(Player.ONE) - self.points(Player.TWO)

    def points(self, player: Player | int | str) -> float:
        """Return the mean points of a player at the end, however the games ended.

        Args:
            player: the player.

        Raises:
            UnknownNameError: the player is unknown.
        """
        return self.tally.mean_points(player).get("total", 0.0)

    def victories(self, player: Player | int | str) -> dict[str, float]:
        """Return the share of the games that a player wins by each kind of victory.

        Args:
            player: the player.

        Returns:
            Shares from 0.0 to 1.0 for ``military``, ``scientific`` and ``civilian``.

        Raises:
            UnknownNameError: the player is unknown.
        """
        kinds = ("military", "scientific", "civilian")
        return {kind: self.tally.wins(player, kind) / max(1, self.games) for kind in kinds}


class _Estimated:
    """What has a win probability and a reply for each chance outcome."""

    __slots__ = ()
    low: float
    high: float
    replies: tuple[Reply, ...]

    @property
    def is_exact(self) -> bool:
        """Whether the probability is exact: the rest of the game has been solved, or the game is over.

        The interval has no width then.
        """
        return self.low == self.high

    @property
    def usual_reply(self) -> Move | None:
        """The reply that is most likely to be the best; ``None`` if there are no replies."""
        weights = _by_move(self.replies)
        return max(weights, key=lambda move: weights[move]) if weights else None

    @property
    def changes(self) -> tuple[Reply, ...]:
        """The chance outcomes after which another reply is best, in the order they were drawn."""
        usual = self.usual_reply
        return tuple(reply for reply in self.replies if reply.move != usual)

    @property
    def change_probability(self) -> float:
        """How likely another reply is best, among the chance outcomes that were drawn."""
        weights = _by_move(self.replies)
        every = 0.0
        for weight in weights.values():
            every += weight
        return 1.0 - max(weights.values()) / every if every else 0.0


def _expect_estimate(one: MoveAnalysis | Analysis) -> None:
    """Raise `WrongTypeError` for wrong types, or a probability outside its interval."""
    _expect_tuple(one.line, LineStep, "steps of a line")
    _expect_tuple(one.replies, Reply, "replies")
    expect(one.outlook, Outlook | None, "an Outlook or None")
    if not one.low <= one.win_probability <= one.high:
        raise WrongTypeError(
            f"win_probability must be from low to high, not {one.win_probability} "
            f"with low {one.low} and high {one.high}"
        )


def _by_move(replies: Sequence[Reply]) -> dict[Move, float]:
    """Return the weight of each reply."""
    weights: dict[Move, float] = {}
    for reply in replies:
        weight = float(reply.visits) if reply.probability is None else reply.probability
        weights[reply.move] = weights.get(reply.move, 0.0) + weight
    return weights


@attrs.frozen(kw_only=True)
class MoveAnalysis(_Estimated):
    """What a search has found out about a move. Probabilities are those of the player who makes it.

    Attributes:
        move: the move.
        visits: how many simulations began with it, 0 to 10^12. A move without any has the value of
            the evaluation, and an interval from 0 to 1, unless it is exact.
        win_probability: the estimate of the search, 0.0 to 1.0; a shared victory counts half (R84).
        low: the lower end of the 95 % interval.
        high: the upper end.
        line: the principal variation, which begins with the move.
        replies: if chance follows the move, the best reply after each outcome that was drawn.
        outlook: how games go on after the move; ``None`` if none were played.
        was_played: whether this is the move that was played in the game.

    Raises:
        WrongTypeError: a field has another type, a number is out of range, or the estimate is outside
            its interval.

    >>> from wonders_duel import Game
    >>> from wonders_duel.evaluation import LinearEvaluation
    >>> from wonders_duel.search import analyse
    >>> evaluation = LinearEvaluation({"blue points": 0.1, "coins": 0.02})
    >>> state = Game(seed=3, rules="first-game").state
    >>> best = analyse(state, simulations=100, seed=1, evaluation=evaluation).best
    >>> print(best)
    build altar: 57.1 % (53.4 to 60.8 %), 50 visits
    """

    move: Move
    visits: int = attrs.field(validator=_is_count, metadata=_COUNTED)
    win_probability: float = attrs.field(validator=_is_probability, metadata=_FROM_0_TO_1)
    low: float = attrs.field(validator=_is_probability, metadata=_FROM_0_TO_1)
    high: float = attrs.field(validator=_is_probability, metadata=_FROM_0_TO_1)
    line: tuple[LineStep, ...]
    replies: tuple[Reply, ...]
    outlook: Outlook | None
    was_played: bool = False

    def __attrs_post_init__(self) -> None:
        """Check the types and the interval."""
        expect(self.move, BaseMove, "a Move")
        _expect_estimate(self)
        expect(self.was_played, bool, "True or False as was_played")

    def __str__(self) -> str:
        """Return the move with its win probability, the interval, and the visits."""
        value, low, high = (100 * one for one in (self.win_probability, self.low, self.high))
        visits = counted(self.visits, "visit")
        return f"{self.move}: {value:.1f} % ({low:.1f} to {high:.1f} %), {visits}"


@attrs.frozen(kw_only=True)
class Analysis(_Estimated):
    """What a search has found out about a state: see :func:`analyse`.

    Attributes:
        state: the state.
        simulations: the number of simulations, 0 to 10^12.
        player: whose probabilities these are: the player to move, or player one if the state
            waits for chance.
        win_probability: that of the best move, 0.0 to 1.0; for a state that waits for chance, the
            mean over the outcomes. A shared victory counts half (R84).
        low: the lower end of the 95 % interval.
        high: the upper end. If the best move is exact and others are not, it is the highest upper end
            of all moves, since another one may be better.
        moves: the legal moves, the best one first; empty if the state waits for chance.
        outcomes: for a state that waits for chance, the outcomes that ``line`` begins with.
        line: the principal variation.
        replies: for a state that waits for chance, the best move after each outcome that was drawn.
        outlook: how games go on after the best move, or after chance; ``None`` if none were
            played.

    Raises:
        WrongTypeError: a field has another type, a number is out of range, the estimate is outside its
            interval, the moves or the player are not those of the state, or several moves are marked
            as the one that was played.

    >>> from wonders_duel import Game
    >>> from wonders_duel.evaluation import LinearEvaluation
    >>> from wonders_duel.search import analyse
    >>> evaluation = LinearEvaluation({"blue points": 0.1, "coins": 0.02})
    >>> state = Game(seed=3, rules="first-game").state
    >>> analysis = analyse(state, simulations=100, seed=1, evaluation=evaluation)
    >>> print(analysis.best.move, analysis.simulations)
    build altar 100
    >>> Analysis.from_json(analysis.to_json()) == analysis
    True
    """

    state: State
    simulations: int = attrs.field(validator=_is_count, metadata=_COUNTED)
    player: Player
    win_probability: float = attrs.field(validator=_is_probability, metadata=_FROM_0_TO_1)
    low: float = attrs.field(validator=_is_probability, metadata=_FROM_0_TO_1)
    high: float = attrs.field(validator=_is_probability, metadata=_FROM_0_TO_1)
    moves: tuple[MoveAnalysis, ...]
    outcomes: tuple[ChanceOutcome, ...]
    line: tuple[LineStep, ...]
    replies: tuple[Reply, ...]
    outlook: Outlook | None

    def __attrs_post_init__(self) -> None:
        """Check the types and the interval, and that the moves are those of the state."""
        expect(self.state, State, "a State")
        expect(self.player, Player, "a Player")
        _expect_estimate(self)
        _expect_tuple(self.moves, MoveAnalysis, "analyses of moves")
        _expect_tuple(self.outcomes, ChanceOutcome, "chance outcomes")
        moves = {one.move for one in self.moves}
        if moves != set(self.state.legal_moves) or len(moves) < len(self.moves):
            raise WrongTypeError("the moves of an analysis must be the legal moves of its state")
        if self.player is not (self.state.to_move or Player.ONE):
            raise WrongTypeError(
                "the player of an analysis must be the one to move, or player one before chance"
            )
        if sum(one.was_played for one in self.moves) > 1:
            raise WrongTypeError("only one move of an analysis can be the one that was played")

    @property
    def catalogue(self) -> Catalogue:
        """The cards of the game."""
        return self.state.catalogue

    @property
    def best(self) -> MoveAnalysis:
        """The best move; of several that are exactly the best, the one that was played.

        Raises:
            NoMoverError: the state waits for chance.
        """
        if not self.moves:
            _ = self.state.mover  # raises the error
        return self.moves[0]

    @property
    def played(self) -> MoveAnalysis | None:
        """The move that was played in the game; ``None`` if it was not given."""
        return next((one for one in self.moves if one.was_played), None)

    @property
    def loss(self) -> float:
        """How much the move that was played loses against the best one, in win probability.

        0 if it is the best one, or if none was given.
        """
        played = self.played
        if played is None:
            return 0.0
        return max(0.0, self.best.win_probability - played.win_probability)

    @property
    def mark(self) -> Mark | None:
        """The mark of the move that was played; ``None`` if it loses little."""
        return Mark.of(self.loss)

    def win_probability_of(self, player: Player | int | str) -> float:
        """Return the win probability of a player, 0.0 to 1.0.

        Args:
            player: the player.

        Raises:
            UnknownNameError: the player is unknown.
        """
        value = self.win_probability
        return value if seat(player) is self.player else 1.0 - value

    def interval_of(self, player: Player | int | str) -> tuple[float, float]:
        """Return the 95 % interval of the win probability of a player.

        Args:
            player: the player.

        Returns:
            The lower and the upper end.

        Raises:
            UnknownNameError: the player is unknown.
        """
        if seat(player) is self.player:
            return self.low, self.high
        return 1.0 - self.high, 1.0 - self.low

    def sentences(
        self, language: str | Language = "en", names: tuple[str, str] | None = None
    ) -> tuple[str, ...]:
        """Return the analysis in words.

        Args:
            language: the language or its code.
            names: the names of players one and two; "one" and "two" if left out.

        Raises:
            UnknownNameError: there is no such language.
            WrongTypeError: the language is not a text or a language, or the names are not two texts.
        """
        from wonders_duel.render.analyses import analysis_sentences  # noqa: PLC0415 - a thin method

        return analysis_sentences(self, language, names)

    def to_text(self, language: str | Language = "en", names: tuple[str, str] | None = None) -> str:
        """Return the analysis as a table with a line for each move, and in words below it.

        Args:
            language: the language or its code.
            names: the names of players one and two; "one" and "two" if left out.

        Raises:
            UnknownNameError: there is no such language.
            WrongTypeError: the language is not a text or a language, or the names are not two texts.
        """
        from wonders_duel.render.analyses import analysis_text  # noqa: PLC0415 - a thin method

        return analysis_text(self, language, names)

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the analysis as a JSON document.

        Args:
            indent: the number of spaces for each level, 0 to 100; everything on one line if left out.

        Raises:
            WrongTypeError: the indent is not a number in that range.
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.dumps(self, indent=indent)

    @classmethod
    def from_json(
        cls, text: str | bytes, *, catalogue: Catalogue | None = None, limits: Limits | None = None
    ) -> Analysis:
        """Read an analysis from a JSON document.

        Args:
            text: the document; bytes are UTF-8.
            catalogue: the cards of the state; the base game by default.
            limits: the limits on size; the default ones if left out. They may be too small for an
                analysis of the last decision of an age with more than some 100,000 simulations,
                which has up to 1,000 deals of the next age for each move.

        Raises:
            FormatError: the text is not the document of an analysis; the error lists every fault
                with its JSON path.
            LimitError: it is larger than the limits allow.
            WrongTypeError: an argument has the wrong type.
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.loads(text, Analysis, catalogue=catalogue, limits=limits)

    def __str__(self) -> str:
        """Return the table in English."""
        return self.to_text()
