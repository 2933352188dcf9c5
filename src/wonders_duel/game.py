"""The ``Game`` class, the main entry point: a state, the hidden deal and the history."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Mapping
from contextlib import suppress
from copy import copy
from random import Random
from typing import TYPE_CHECKING, Self

from wonders_duel.bots.base import Bot, expect_bot, play_out
from wonders_duel.build import later
from wonders_duel.catalogues import Catalogue
from wonders_duel.chance.node import Chance
from wonders_duel.chance.outcomes import ChanceOutcome
from wonders_duel.deal import Deal
from wonders_duel.engine.moves import Move
from wonders_duel.engine.options import Options
from wonders_duel.engine.payment import PaymentPlan
from wonders_duel.engine.scoring import Result, Score
from wonders_duel.enums import Player, seat
from wonders_duel.errors import ChanceError, DealError, IllegalMoveError, NoMoverError, UndoError
from wonders_duel.history.game_history import History
from wonders_duel.history.remarks import Participant, Tags, as_participants
from wonders_duel.history.resignation import Resignation
from wonders_duel.history.step import Step
from wonders_duel.languages import Language
from wonders_duel.limits import Limits
from wonders_duel.messages import Message
from wonders_duel.notation import parse_move
from wonders_duel.reasons import GameOver, Reason
from wonders_duel.record import Record, Turn
from wonders_duel.rules import Rules, as_rules
from wonders_duel.seeds import Seed, builtin_seed, expect_seed, generator
from wonders_duel.state import State
from wonders_duel.support.arguments import expect

if TYPE_CHECKING:
    from wonders_duel.render.themes import Theme
    from wonders_duel.search.analysis import Analysis
    from wonders_duel.text.summary import Row
else:
    Analysis = later("wonders_duel.search.analysis", "Analysis")
    Row = later("wonders_duel.text.summary", "Row")
    Theme = later("wonders_duel.render.themes", "Theme")

__all__ = ["Game"]


class Game:
    """A game in progress: the current state, the hidden deal and the history.

    Args:
        seed: an int, float, str or bytes that makes the game reproducible; if left out,
            each game is different. ``Game(seed=7)`` has the deal ``Deal.random(7)``. Bots
            with the same seed draw independently of it. A small number can be guessed, so
            leave the seed out if the hidden cards must stay secret.
        first_player: the player who drafts the first wonder and begins Age I, or ``"random"``.
        rules: a ``Rules`` object, its options as a mapping, or the name of a wonder setup.
        catalogue: the catalogue; the base game by default.

    Raises:
        RuleOptionError: a rule option is unknown.
        UnknownNameError: the first player is unknown.
        WrongTypeError: the seed, the rules or the catalogue have another type.

    >>> game = Game(seed=2015)
    >>> while not game.is_over:
    ...     state = game.play(game.legal_moves[0])
    >>> print(game.result)
    Player two wins the civilian victory, 56 to 36.
    """

    def __init__(
        self,
        seed: Seed = None,
        *,
        first_player: Player | int | str = Player.ONE,
        rules: Rules | Mapping[str, str] | str | None = None,
        catalogue: Catalogue | None = None,
    ) -> None:
        """Deal a game and resolve chance up to the first decision."""
        chosen = as_rules(rules)
        expect_seed(seed)
        deal = Deal.random(seed, catalogue)
        if first_player == "random":
            first_player = int(generator("first player", seed).random() * len(Player))
        first = seat(first_player)
        self._begin(State.start(first_player=first, rules=chosen, catalogue=deal.catalogue), deal)
        if isinstance(seed, (int, str)):
            with suppress(ValueError):  # only an annotation: not every seed is a valid tag
                self._tags = Tags({"seed": str(builtin_seed(seed))})

    def _begin(self, state: State, deal: Deal | None) -> None:
        self._players = (Participant(), Participant())
        self._tags = Tags()
        self._resigned: Player | None = None
        self._deal = deal
        self._history = History.of(state, deal)

    @classmethod
    def from_deal(
        cls,
        deal: Deal,
        *,
        first_player: Player | int | str = Player.ONE,
        rules: Rules | Mapping[str, str] | str | None = None,
    ) -> Self:
        """Start a game with a given deal.

        Args:
            deal: the deal, which gives every chance outcome.
            first_player: the player who drafts the first wonder and begins Age I.
            rules: a ``Rules`` object, its options as a mapping, or the name of a wonder setup.

        Raises:
            RuleOptionError: a rule option is unknown.
            UnknownNameError: the first player is unknown.
            WrongTypeError: the deal is not a ``Deal``.

        >>> deal = Deal.random(Random(5))
        >>> Game.from_deal(deal).state == Game.from_deal(deal).state
        True
        """
        expect(deal, Deal, "a Deal")
        game = object.__new__(cls)
        game._begin(
            State.start(
                first_player=seat(first_player), rules=as_rules(rules), catalogue=deal.catalogue
            ),
            deal,
        )
        return game

    @classmethod
    def from_state(cls, state: State, deal: Deal | None = None, rng: Random | None = None) -> Self:
        """Start a game from a state.

        With a deal, or with a random number generator that deals the unknown cards,
        chance is resolved automatically. With neither, the game waits at every chance
        node until :meth:`resolve` gives it the outcome, as in a companion app.

        Args:
            state: the state to start from.
            deal: the deal, which gives every chance outcome.
            rng: a random number generator that deals the unknown cards, uniformly.

        Raises:
            DealError: the deal contradicts the state; the error lists every conflict.
            ChanceError: both a deal and a generator are given.
            WrongTypeError: an argument has another type.

        >>> start = State.start()
        >>> game = Game.from_state(start)
        >>> game.state.phase
        <Phase.DEAL_TOKENS: 'deal-tokens'>
        >>> game.resolve(game.chance.sample(Random(1))).phase
        <Phase.DEAL_WONDERS: 'deal-wonders'>
        """
        expect(state, State, "a State")
        if deal is not None:
            expect(deal, Deal, "a Deal")
        if deal is not None and rng is not None:
            message = "expected a deal or a generator, got both"
            raise ChanceError(message)
        if rng is not None:
            deal = Deal.consistent_with(state, rng)
        elif deal is not None:
            problems = deal.conflicts(state)
            if problems:
                raise DealError(problems)
        game = object.__new__(cls)
        game._begin(state, deal)
        return game

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Continue a recorded game, with its history, names and tags.

        Chance is resolved from the deal of the record, if it has one; otherwise the game
        waits for chance outcomes. A resigned game stays resigned until :meth:`resume`.

        Args:
            record: the record, which is replayed and checked.

        Raises:
            RecordError: the record contradicts the rules; the error says where.
            WrongTypeError: the argument is not a record.

        >>> game = Game(seed=3)
        >>> state = game.play(game.legal_moves[1])
        >>> Game.from_record(game.record()).state == game.state
        True
        """
        expect(record, Record, "a Record")
        game = object.__new__(cls)
        game._deal = record.deal
        setup, state = record.opening()
        steps = tuple(record.replay())
        game._history = History(record.start, setup, steps, steps[-1].after if steps else state)
        game._players = record.players
        game._tags = record.tags
        result = record.result
        game._resigned = result.player if isinstance(result, Resignation) else None
        return game

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        catalogue: Catalogue | None = None,
        limits: Limits | None = None,
    ) -> Self:
        """Continue a saved game.

        Args:
            path: the path of a file with one record, as text or JSON.
            catalogue: the catalogue of the game; the base game by default.
            limits: the limits on size; the default ones if left out.

        Raises:
            FormatError: the file does not have exactly one valid record.
            LimitError: the record is larger than the limits allow.
            RecordError: the record contradicts the rules.
            OSError: the file cannot be read.
            WrongTypeError: an argument has another type.
        """
        from wonders_duel.records import load  # noqa: PLC0415 - a thin method

        return cls.from_record(load(path, catalogue=catalogue, limits=limits))

    def summary(self) -> Row:
        """Return the game so far as one flat table row, with the same columns for every game.

        :data:`wonders_duel.records.COLUMNS` lists the columns. Points are counted as if
        the game ended now.

        Returns:
            A mapping of each column, in order, to a string, a number, a boolean or ``None``.

        >>> row = Game(seed=1, rules="first-game").summary()
        >>> row["seed"], row["decisions"], row["victory"], row["one_points_coins"]
        ('1', 0, None, 2)
        >>> row["one_wonders_drafted"]
        'the-great-lighthouse the-pyramids the-statue-of-zeus the-temple-of-artemis'
        """
        from wonders_duel.text.summary import summary_of  # noqa: PLC0415 - a thin method

        return summary_of(self)

    # -- records and annotations --------------------------------------------------------------

    def record(self, *, public: bool = False) -> Record:
        """Return the game so far as a record.

        Args:
            public: whether to leave out the deal and the seed.

        >>> game = Game(seed=1)
        >>> game.players = ("Ann", "Ben")
        >>> game.resign("two")
        >>> print(game.record().result)
        Player two resigns, and Player one wins.
        """
        tags = {key: value for key, value in self._tags.items() if not (public and key == "seed")}
        return Record(
            start=self.initial_state,
            deal=None if public else self._deal,
            setup=self.setup,
            turns=[
                Turn(step.move, step.player, step.outcomes, step.comment, step.clock)
                for step in self.history
            ],
            result=self.result,
            players=self._players,
            tags=tags,
        )

    def save(self, path: str | os.PathLike[str], *, public: bool = False) -> None:
        """Write the game to a file atomically.

        If writing fails, an existing file keeps its contents.

        Args:
            path: the path of the file; a name that ends in ``.json`` selects JSON, any other text.
            public: whether to leave out the deal and the seed.

        Raises:
            OSError: the file cannot be written; an existing file is unchanged.
            WrongTypeError: the path has another type.
        """
        self.record(public=public).save(path)

    def animate(
        self,
        *,
        theme: Theme | str = "auto",
        language: Language | str = "en",
        title: str | None = None,
        analyses: Iterable[Analysis] | None = None,
    ) -> str:
        """Return an HTML page that steps through the game so far.

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
            UnknownNameError: the theme or the language is unknown.
            WrongTypeError: another argument has the wrong type.

        >>> Game(seed=1).animate().startswith("<!DOCTYPE html>")
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
        """Return the course of the game so far as an SVG document: points, coins and the conflict pawn.

        See :func:`wonders_duel.render.chart`.

        Args:
            theme: ``light``, ``dark`` or a custom theme.
            language: the language of the labels.
            title: the title, for screen readers and tooltips; generated if left out.
            analyses: analyses of the decisions, such as those of
                :func:`wonders_duel.search.review`; the win probability is then drawn, too.

        Raises:
            UnknownNameError: the theme or the language is unknown.
            WrongTypeError: another argument has the wrong type.

        >>> Game(seed=1).chart().startswith("<svg ")
        True
        """
        from wonders_duel.render import chart  # noqa: PLC0415 - a thin method

        return chart(self, theme=theme, language=language, title=title, analyses=analyses)

    def resign(self, player: Player | int | str) -> None:
        """End the game by a resignation: the other player wins.

        Args:
            player: the player who resigns.

        Raises:
            UnknownNameError: the player is unknown.
            UndoError: the game is already over.

        >>> game = Game(seed=1)
        >>> game.resign("one")
        >>> game.is_over, game.result, game.resigned
        (True, Resignation(player=<Player.ONE: 0>), <Player.ONE: 0>)
        """
        resigning = seat(player)
        if self.is_over:
            raise UndoError(f"player {resigning} cannot resign: the game is over")
        self._resigned = resigning

    def resume(self) -> None:
        """Undo a resignation and continue the game.

        Raises:
            UndoError: neither player has resigned.
        """
        if self._resigned is None:
            raise UndoError("neither player has resigned")
        self._resigned = None

    @property
    def resigned(self) -> Player | None:
        """The player who resigned, or ``None``."""
        return self._resigned

    @property
    def players(self) -> tuple[Participant, Participant]:
        """The players. Can be set to participants or names: ``game.players = ("Ann", "Ben")``."""
        return self._players

    @players.setter
    def players(self, players: Iterable[Participant | str]) -> None:
        self._players = as_participants(players)

    @property
    def tags(self) -> Tags:
        """The tags of the game. Can be set to a mapping: ``game.tags = {"event": "Friday"}``."""
        return self._tags

    @tags.setter
    def tags(self, tags: Mapping[str, str]) -> None:
        self._tags = Tags(tags)

    def annotate(
        self, number: int | None = None, *, comment: str | None = None, clock: int | None = None
    ) -> None:
        """Set the comment or the clock of a move.

        Args:
            number: the number of the move, from 1; the last move if left out.
            comment: the new comment, at most 10,000 characters; ``None`` keeps the old one.
            clock: the new clock in milliseconds, 0 to 3,600,000,000; ``None`` keeps the old one.

        Raises:
            UndoError: there is no move with this number.
            FormatError: the comment or the clock is invalid.
            WrongTypeError: an argument has another type.

        >>> game = Game(seed=1)
        >>> state = game.play(game.legal_moves[0], clock=590_000)
        >>> game.annotate(comment="a strong start")
        >>> game.history[0].comment, game.history[0].clock
        ('a strong start', 590000)
        """
        self._history.annotate(number, comment, clock)

    # -- the current state --------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The current state, which has public information only."""
        return self._history.state

    @property
    def deal(self) -> Deal | None:
        """The hidden deal; ``None`` in a game that gets its chance outcomes from :meth:`resolve`."""
        return self._deal

    @property
    def history(self) -> tuple[Step, ...]:
        """The steps so far: every move with the chance outcomes after it."""
        return tuple(self._history.steps)

    @property
    def setup(self) -> tuple[ChanceOutcome, ...]:
        """The chance outcomes before the first move."""
        return self._history.setup

    @property
    def initial_state(self) -> State:
        """The state that the game started from, before any chance outcome."""
        return self._history.initial

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves; empty if the game is over or waits for a chance outcome."""
        return () if self._resigned is not None else self.state.legal_moves

    @property
    def to_move(self) -> Player | None:
        """The player to move; ``None`` if the game is over or waits for a chance outcome."""
        return None if self._resigned is not None else self.state.to_move

    @property
    def mover(self) -> Player:
        """The player to move, for use when there must be one; never ``None``.

        Raises:
            NoMoverError: the game is over or waits for a chance outcome; the message says which.

        >>> game = Game(seed=1)
        >>> game.mover
        <Player.ONE: 0>
        >>> game.resign("one")
        >>> game.mover
        Traceback (most recent call last):
            ...
        wonders_duel.errors.NoMoverError: nobody is to move: player one has resigned; call resume() to continue
        """
        if self._resigned is not None:
            raise NoMoverError(
                Message(
                    "nobody is to move: player {player} has resigned; call resume() to continue",
                    player=self._resigned,
                )
            )
        return self.state.mover

    @property
    def chance(self) -> Chance | None:
        """The chance node that the game waits at; ``None`` if it does not wait for an outcome."""
        return None if self._resigned is not None else self.state.chance

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or by a resignation."""
        return self.state.is_over or self._resigned is not None

    @property
    def result(self) -> Result | Resignation | None:
        """The result, by the rules or by a resignation; ``None`` while the game is not over.

        >>> game = Game(seed=1)
        >>> game.resign("two")
        >>> print(game.result)
        Player two resigns, and Player one wins.
        >>> game.state.result is None
        True
        """
        return self.state.result if self._resigned is None else Resignation(self._resigned)

    def share(self, player: Player | int | str) -> float:
        """Return a player's share of the victory.

        Args:
            player: the player.

        Returns:
            1.0 for the winner, 0.0 for the loser or the player who resigned, 0.5
            for both players of a shared victory (R84).

        Raises:
            UnfinishedError: the game is not over.
            UnknownNameError: the player is unknown.

        >>> game = Game(seed=1)
        >>> game.resign("two")
        >>> game.share("one"), game.share("two")
        (1.0, 0.0)
        """
        result = self.result
        return self.state.share(player) if result is None else result.share(player)

    def score(self) -> Score:
        """Return the points of both cities as if the game ended now."""
        return self.state.score()

    @property
    def totals(self) -> tuple[int, int]:
        """The totals of players one and two as if the game ended now; faster than :meth:`score`.

        >>> Game(seed=1, rules="first-game").totals
        (2, 2)
        """
        return self.state.totals

    def payment(self, move: Move | str) -> PaymentPlan | None:
        """Return the payment plan of a move, which explains its price.

        Args:
            move: a move or its text.

        Returns:
            The plan; ``None`` for a move that has no price.

        Raises:
            NotationError: the text is not a move.
            WrongTypeError: the argument is neither a move nor a text.
        """
        return self.state.payment(self._read(move))

    def options(self) -> Options:
        """Return the options of the player to move, legal or not; see :meth:`State.options`.

        Empty after a resignation.

        >>> game = Game(seed=2015)
        >>> print(game.options())
        draft the-great-library
        draft the-great-lighthouse
        draft the-hanging-gardens
        draft piraeus
        """
        return self.state.options() if self._resigned is None else Options()

    def why_not(self, move: Move | str) -> tuple[Reason, ...]:
        """Return the reasons why a move is illegal.

        Args:
            move: a move or its text.

        Returns:
            Every reason; empty if the move is legal. After a resignation, the game is over.

        Raises:
            NotationError: the text is not a move.
            WrongTypeError: the argument is neither a move nor a text.
        """
        reasons = self.state.why_not(self._read(move))
        return reasons if self._resigned is None else (GameOver(),)

    # -- playing ------------------------------------------------------------------------------

    def play(
        self, move: Move | str, *, comment: str | None = None, clock: int | None = None
    ) -> State:
        """Play a move, and resolve chance from the deal, if there is one.

        If an error is raised, the game is unchanged.

        Args:
            move: a move, or its text, such as ``build lumber-yard``.
            comment: a comment on the move, at most 10,000 characters.
            clock: the milliseconds left on the player's clock after the move, 0 to 3,600,000,000.

        Returns:
            The new state.

        Raises:
            IllegalMoveError: the move is not legal.
            NotationError: the text is not a move.
            FormatError: the comment or the clock is invalid.
            WrongTypeError: an argument has another type.
        """
        read = self._read(move)
        if self._resigned is not None:
            raise IllegalMoveError(read, self.why_not(read))
        self._history.play(read, self._deal, comment, clock)
        return self.state

    def resolve(self, outcome: ChanceOutcome) -> State:
        """Apply a chance outcome, such as a card revealed at a real table.

        Args:
            outcome: an outcome of the kind that ``chance`` awaits.

        Returns:
            The new state.

        Raises:
            ChanceError: the outcome is impossible or not awaited; the game is unchanged.
        """
        if self._resigned is not None:
            raise ChanceError(
                Message(
                    "player {player} has resigned; call resume() to continue", player=self._resigned
                )
            )
        self._history.resolve(outcome)
        return self.state

    def undo(self, *, over_reveals: bool = True) -> Move:
        """Undo the last move and every chance outcome after it.

        The move that ends a game can be undone too. A service for two people should
        check ``is_over`` first, so that the loser cannot continue the game.

        Args:
            over_reveals: whether to undo the move even if chance outcomes followed it.

        Returns:
            The move that was undone.

        Raises:
            UndoError: there is no move to undo, a player has resigned, or chance outcomes
                followed the move and ``over_reveals`` is false; the game is unchanged.
        """
        if self._resigned is not None and self._history.steps:
            raise UndoError(f"player {self._resigned} has resigned; call resume() first")
        return self._history.undo(over_reveals=over_reveals)

    def undo_outcome(self) -> ChanceOutcome:
        """Undo the last chance outcome given to :meth:`resolve`, in order to correct it.

        Returns:
            The outcome that was undone; the game waits for it again.

        Raises:
            UndoError: no outcome was given since the last move, a player has resigned, or
                the game has a deal, which resolves chance automatically; the game is
                unchanged.

        >>> game = Game.from_state(State.start())
        >>> first = game.resolve(game.chance.sample(Random(1)))
        >>> outcome = game.undo_outcome()
        >>> game.state.phase
        <Phase.DEAL_TOKENS: 'deal-tokens'>
        """
        if self._deal is not None:
            raise UndoError(
                "the game has a deal, which resolves chance automatically; use undo() to undo a move"
            )
        if self._resigned is not None:
            raise UndoError(f"player {self._resigned} has resigned; call resume() first")
        return self._history.undo_outcome()

    def play_out(self, first: Bot, second: Bot) -> Result:
        """Play the game to its end with two bots.

        If an error is raised, the game keeps the moves before it.

        Args:
            first: the bot of player one.
            second: the bot of player two.

        Returns:
            The result.

        Raises:
            IllegalMoveError: a bot chose an illegal move.
            Exception: any exception of a bot, with a note that says which bot raised it.
            ChanceError: the game has no deal and waits for a chance outcome.
            UndoError: a player has resigned.
            NotationError: a bot chose a text that is not a move.
            WrongTypeError: an argument is not a bot, or a bot chose what is not a move.

        >>> from wonders_duel.bots import RandomBot
        >>> print(Game(seed=1).play_out(RandomBot(seed=1), RandomBot(seed=1)))
        Player two wins the civilian victory, 45 to 32.
        """
        bots = (first, second)
        for bot in bots:
            expect_bot(bot)
        if self._resigned is not None:
            raise UndoError(f"player {self._resigned} has resigned; call resume() to continue")
        play_out(self, bots)
        result = self.state.result
        assert result is not None  # the game is over
        return result

    def _repr_svg_(self) -> str:
        """Return the state as an SVG picture with the last move marked, for notebooks."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        """Return the picture by media type, for notebooks."""
        from wonders_duel.render.notebooks import mimebundle  # noqa: PLC0415 - a thin method

        return mimebundle(self, include, exclude)

    # -- internals ----------------------------------------------------------------------------

    def _read(self, move: Move | str) -> Move:
        if isinstance(move, str):
            return parse_move(move, self.state.catalogue, self.legal_moves)
        return move

    def __copy__(self) -> Self:
        """Return an independent copy of the game."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        copied._history = copy(self._history)
        return copied

    def __repr__(self) -> str:
        """Return the number of moves and the state, without the deal."""
        resigned = "" if self._resigned is None else f", {self._resigned} resigned"
        return f"<Game after {len(self._history.steps)} moves{resigned}: {self.state!r}>"

    def __str__(self) -> str:
        """Return the game as plain text in 80 columns, with the names of the players."""
        from wonders_duel.render import text  # noqa: PLC0415 - a thin method

        return text(self, colour=False)
