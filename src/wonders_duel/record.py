"""Game records: the start of a game, its moves and chance outcomes, and its result.

A record is not checked against the rules until it is replayed.
:meth:`Record.replay` yields each step and raises ``RecordError`` at the first
contradiction.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping  # noqa: F401 - a converter names Mapping
from typing import TYPE_CHECKING, Final, Self, assert_never, get_args

import attrs

from wonders_duel.build import later
from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.catalogues import Catalogue
from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.deal import Deal
from wonders_duel.engine.moves import BaseMove, Move
from wonders_duel.engine.scoring import Result
from wonders_duel.enums import Back, Player, seat_or_none
from wonders_duel.errors import (
    FormatError,
    WrongTypeError,
)
from wonders_duel.history.remarks import (
    Participant,
    Tags,
    as_participants,
    checked_clock,
    checked_comment,
)
from wonders_duel.history.replay import opening, steps
from wonders_duel.history.resignation import GameResult, Resignation
from wonders_duel.history.step import Step
from wonders_duel.languages import Language
from wonders_duel.limits import TOO_LARGE, Limits
from wonders_duel.state import State
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.game import Game
    from wonders_duel.render.themes import Theme
    from wonders_duel.search.analysis import Analysis
    from wonders_duel.text.summary import Row
else:
    Analysis = later("wonders_duel.search.analysis", "Analysis")
    Game = later("wonders_duel.game", "Game")
    Row = later("wonders_duel.text.summary", "Row")
    Theme = later("wonders_duel.render.themes", "Theme")

__all__ = ["Record", "Turn"]

_OUTCOMES: tuple[type, ...] = get_args(ChanceOutcome)


MOST_OUTCOMES: Final = 300
"""The most chance outcomes after one move, far more than a game needs."""


def _outcomes(outcomes: Iterable[ChanceOutcome]) -> tuple[ChanceOutcome, ...]:
    expect(outcomes, Iterable, "a list of chance outcomes")
    made = tuple(outcomes)
    if len(made) > MOST_OUTCOMES:
        message = f"a move has {len(made)} chance outcomes; expected at most {MOST_OUTCOMES}"
        raise FormatError([message])
    for one in made:
        expect(one, _OUTCOMES, "a chance outcome, such as CardRevealed")
        if not _is_whole(one):
            raise WrongTypeError(f"expected a chance outcome made of cards, got {shown(one)}")
    return made


def _is_whole(outcome: ChanceOutcome) -> bool:
    """Return whether an outcome's fields have the right types, which its class does not check."""
    match outcome:
        case CardRevealed(slot, building):
            return type(slot) is int and abs(slot) < TOO_LARGE and isinstance(building, Building)
        case WondersDealt(wonders):
            return all(isinstance(one, Wonder) for one in wonders)
        case AgeDealt(_, slots):
            named = all(isinstance(one, (Building, Back)) for one in slots)
            return named and len(slots) <= MOST_OUTCOMES
        case TokensDealt(tokens) | TokensDrawn(tokens):
            return all(isinstance(one, ProgressToken) for one in tokens)
        case _:
            assert_never(outcome)


def _move(move: Move) -> Move:
    expect(move, BaseMove, "a move")
    return move


@attrs.frozen
class Turn:
    """One move of a record with its annotations.

    Attributes:
        move: the move.
        player: the player who made it; ``None`` if not recorded.
        outcomes: the chance outcomes after it, in order. They may be left out in a
            record with a deal.
        comment: a comment on the move of at most 10,000 characters, or ``None``.
        clock: the milliseconds left on the player's clock after the move, 0 to 3,600,000,000, or
            ``None``.

    Raises:
        FormatError: the comment is too long or has invalid characters, or the clock is out of range.
        WrongTypeError: a value has the wrong type.
        UnknownNameError: there is no such player.

    >>> from wonders_duel import parse_move
    >>> Turn(parse_move("build tavern"), player="one", comment="coins first").player
    <Player.ONE: 0>
    """

    move: Move = attrs.field(converter=_move)
    player: Player | None = attrs.field(default=None, converter=seat_or_none)
    outcomes: tuple[ChanceOutcome, ...] = attrs.field(default=(), converter=_outcomes)
    comment: str | None = attrs.field(default=None, converter=checked_comment)
    clock: int | None = attrs.field(default=None, converter=checked_clock)


def _turns(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    expect(turns, Iterable, "a list of turns")
    made = tuple(turns)
    for one in made:
        expect(one, Turn, "a Turn")
    return made


def _start(state: State) -> State:
    expect(state, State, "a State")
    return state


def _deal(deal: Deal | None) -> Deal | None:
    if deal is not None:
        expect(deal, Deal, "a Deal")
    return deal


def _result(result: GameResult | None) -> GameResult | None:
    if result is not None:
        expect(result, (Result, Resignation), "a Result or a Resignation")
    return result


@attrs.frozen(kw_only=True)
class Record:
    """The immutable record of a game.

    Attributes:
        start: the state before any chance outcome; that of a new game by default.
        deal: the deal, which is secret until the game is over; ``None`` if only the
            public information is known.
        setup: the chance outcomes before the first move.
        turns: the moves, each with the chance outcomes after it.
        result: the result; ``None`` if the game is not over, or if it is not recorded.
        players: the players; names are converted to participants.
        tags: other information, such as the event and the date.

    Raises:
        WrongTypeError: a value has the wrong type.
        FormatError: a name or a tag is invalid.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015)
    >>> state = game.play(game.legal_moves[0])
    >>> record = game.record()
    >>> [str(step.move) for step in record.replay()]
    ['draft the-great-library']
    """

    start: State = attrs.field(factory=State.start, converter=_start)
    deal: Deal | None = attrs.field(default=None, converter=_deal)
    setup: tuple[ChanceOutcome, ...] = attrs.field(default=(), converter=_outcomes)
    turns: tuple[Turn, ...] = attrs.field(default=(), converter=_turns)
    result: GameResult | None = attrs.field(default=None, converter=_result)
    players: tuple[Participant, Participant] = attrs.field(
        default=(Participant(), Participant()), converter=as_participants
    )
    tags: Tags = attrs.field(default=Tags(), converter=Tags)

    def __attrs_post_init__(self) -> None:
        """Raise ``FormatError`` if the deal or a move uses another catalogue than the start."""
        cards = self.start.catalogue
        parts = [("the deal", self.deal.catalogue)] if self.deal is not None else []
        parts += [
            (f"turn {number}", turn.move.catalogue)
            for number, turn in enumerate(self.turns, start=1)
            if turn.move.catalogue is not cards
        ]
        for where, other in parts:
            if other != cards:
                message = f"{where} uses the catalogue {other.name!r}, the start {cards.name!r}"
                raise FormatError([message])

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the game."""
        return self.start.catalogue

    @property
    def is_new_game(self) -> bool:
        """Whether it starts with a new game rather than a position."""
        start = self.start
        return start == State.start(
            first_player=start.first_player, rules=start.rules, catalogue=start.catalogue
        )

    def replay(self) -> Iterator[Step]:
        """Replay the record move by move, and check it against the rules.

        Returns:
            An iterator over the steps; after the last one, the result is checked.

        Raises:
            RecordError: a move, a player, a chance outcome or the result contradicts
                the rules or the deal; ``turn`` says where.
        """
        return steps(self)

    def check(self) -> State:
        """Replay the whole record and return the final state.

        Raises:
            RecordError: as for :meth:`replay`.

        >>> from wonders_duel import Game
        >>> game = Game(seed=2015)
        >>> game.record().check() == game.state
        True
        """
        end: State | None = None
        for step in self.replay():
            end = step.after
        return opening(self)[1] if end is None else end

    def opening(self) -> tuple[tuple[ChanceOutcome, ...], State]:
        """Return the chance outcomes before the first move, and the state after them.

        Raises:
            RecordError: an outcome is impossible, or the deal contradicts the start.
        """
        return opening(self)

    def game(self) -> Game:
        """Return a game that continues after the last move.

        Raises:
            RecordError: as for :meth:`replay`.
        """
        from wonders_duel.game import Game  # noqa: PLC0415 - a thin method

        return Game.from_record(self)

    def summary(self) -> Row:
        """Return the game as one flat table row, with the same columns for every game.

        Replays the record; see :meth:`wonders_duel.Game.summary`.

        Raises:
            RecordError: as for :meth:`replay`.

        >>> from wonders_duel import Game
        >>> game = Game(seed=1)
        >>> game.record().summary() == game.summary()
        True
        """
        return self.game().summary()

    def without_deal(self) -> Self:
        """Return a copy with public information only.

        The tag ``seed`` is removed too, since the seed reveals the deal.

        Raises:
            RecordError: as for :meth:`replay`, which gives the chance outcomes.

        >>> from wonders_duel import Game
        >>> Game(seed=1).record().without_deal().deal is None
        True
        """
        setup, _ = self.opening()
        turns = tuple(
            attrs.evolve(turn, outcomes=step.outcomes)
            for turn, step in zip(self.turns, list(self.replay()), strict=True)
        )
        tags = {key: value for key, value in self.tags.items() if key != "seed"}
        return attrs.evolve(self, deal=None, setup=setup, turns=turns, tags=tags)

    def animate(
        self,
        *,
        theme: Theme | str = "auto",
        language: Language | str = "en",
        title: str | None = None,
        analyses: Iterable[Analysis] | None = None,
    ) -> str:
        """Return an HTML page that steps through the record.

        See :func:`wonders_duel.render.animate`.

        Args:
            theme: ``auto`` for the colour scheme of the reader, ``light``, ``dark`` or a custom
                theme.
            language: the language of names and sentences.
            title: the title of the page; the names of the players if left out.
            analyses: analyses of the decisions, such as those of
                :func:`wonders_duel.search.review`; the chart then shows the win probability.

        Returns:
            A self-contained HTML document.

        Raises:
            RecordError: as for :meth:`replay`.
            UnknownNameError: the theme or the language is unknown.
            WrongTypeError: another argument has the wrong type.

        >>> from wonders_duel import Game
        >>> Game(seed=1).record().animate().startswith("<!DOCTYPE html>")
        True
        """
        from wonders_duel.render import animate  # noqa: PLC0415 - a thin method

        return animate(self, theme=theme, language=language, title=title, analyses=analyses)

    def chart(
        self,
        *,
        theme: Theme | str = "light",
        language: Language | str = "en",
        title: str | None = None,
        analyses: Iterable[Analysis] | None = None,
    ) -> str:
        """Return the course of the record as an SVG document: points, coins and the conflict pawn.

        See :func:`wonders_duel.render.chart`.

        Args:
            theme: ``light``, ``dark`` or a custom theme.
            language: the language of the labels.
            title: the title, for screen readers and tooltips; generated if left out.
            analyses: analyses of the decisions, such as those of
                :func:`wonders_duel.search.review`; the win probability is then drawn, too.

        Raises:
            RecordError: as for :meth:`replay`.
            UnknownNameError: the theme or the language is unknown.
            WrongTypeError: another argument has the wrong type.

        >>> from wonders_duel import Game
        >>> Game(seed=1).record().chart().startswith("<svg ")
        True
        """
        from wonders_duel.render import chart  # noqa: PLC0415 - a thin method

        return chart(self, theme=theme, language=language, title=title, analyses=analyses)

    # -- formats ------------------------------------------------------------------------------

    def to_text(self) -> str:
        """Return the record as text, which people can read and edit."""
        from wonders_duel.text.record_text import record_text  # noqa: PLC0415 - a thin method

        return record_text(self)

    @classmethod
    def from_text(
        cls, text: str, catalogue: Catalogue | None = None, limits: Limits | None = None
    ) -> Record:
        """Read a record from text, as written by :meth:`to_text`, without replaying it.

        Args:
            text: the text of one record.
            catalogue: the catalogue of the record; the base game if left out.
            limits: the limits on size; the default ones if left out.

        Raises:
            FormatError: the text is not a valid record; the error lists every fault with its line.
            LimitError: it is too large.
            WrongTypeError: an argument has another type.
        """
        from wonders_duel.text.record_parser import parse_record  # noqa: PLC0415 - a thin method

        return parse_record(text, catalogue, limits)

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the record as a JSON document.

        Args:
            indent: the number of spaces for each level, 0 to 100; everything on one line if left out.

        Raises:
            WrongTypeError: the indent is not a number in that range.
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.dumps(self, indent=indent)

    @classmethod
    def from_json(
        cls,
        text: str | bytes,
        catalogue: Catalogue | None = None,
        limits: Limits | None = None,
    ) -> Record:
        """Read a record from a JSON document, without replaying it.

        Args:
            text: the document; bytes are decoded as UTF-8.
            catalogue: the catalogue of the record; the base game if left out.
            limits: the limits on size and depth; the default ones if left out.

        Raises:
            FormatError: the document is not a valid record; the error lists every fault with
                its JSON path.
            LimitError: it is too large or too deep.
            WrongTypeError: an argument has another type.
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.loads(text, Record, catalogue=catalogue, limits=limits)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file atomically.

        Args:
            path: the path of the file; a name that ends in ``.json`` selects JSON, any other text.

        Raises:
            OSError: the file cannot be written; an existing file is unchanged.
            WrongTypeError: the path has another type.
        """
        from wonders_duel.records import save  # noqa: PLC0415 - a thin method

        save(self, path)
