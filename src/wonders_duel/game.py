"""The facade that people start with: a state, the deal behind it, and the history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Self

import attrs

from wonders_duel.bots import Bot, expect_bot
from wonders_duel.chance import Chance, ChanceOutcome
from wonders_duel.deal import Deal
from wonders_duel.enums import Player, seat
from wonders_duel.errors import (
    ChanceError,
    DealError,
    IllegalMoveError,
    NoMoverError,
    UndoError,
    expect,
    shown,
)
from wonders_duel.moves import Move
from wonders_duel.notation import parse_move
from wonders_duel.options import Options
from wonders_duel.reasons import GameOver
from wonders_duel.remarks import (
    Participant,
    Tags,
    as_participants,
    checked_clock,
    checked_comment,
)
from wonders_duel.rules import Rules, as_rules
from wonders_duel.seeds import Seed, expect_seed, generator
from wonders_duel.state import State

if TYPE_CHECKING:
    from pathlib import Path

    from wonders_duel.catalogues import Catalogue
    from wonders_duel.events import Event
    from wonders_duel.languages import Language
    from wonders_duel.limits import Limits
    from wonders_duel.payment import PaymentPlan
    from wonders_duel.reasons import Reason
    from wonders_duel.record import Record, Resignation
    from wonders_duel.render.themes import Theme
    from wonders_duel.scoring import Result, Score
    from wonders_duel.summary import Row

__all__ = ["Game", "Step"]


@attrs.frozen
class Step:
    """One move of a game and the chance outcomes after it.

    Attributes:
        move: the move.
        player: who made it.
        before: the state in which it was made.
        outcomes: the chance outcomes after it, in order.
        after: the state that followed, once chance was resolved; while a game
            waits for an outcome from the table, the state that waits.
        comment: what somebody remarked about it, if anything.
        clock: the milliseconds that the player had left after it, if there was a clock.

    >>> game = Game(seed=2015, rules="first-game")
    >>> state = game.play("build wood-reserve")
    >>> step = game.history[0]
    >>> step.player, step.move
    (<Player.ONE: 0>, ConstructBuilding('wood-reserve'))
    >>> step.before.cities[0].coins, step.after.cities[0].coins
    (7, 4)
    """

    move: Move
    player: Player
    before: State
    outcomes: tuple[ChanceOutcome, ...]
    after: State
    comment: str | None = None
    clock: int | None = None

    @property
    def catalogue(self) -> Catalogue:
        """The cards of the game."""
        return self.before.catalogue

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, one event for each thing, in the order of a turn (R22).

        While a game waits for an outcome from the table, there are those so far; an outcome adds to
        them at the end. The tuple is made anew each time: keep it if you need it twice.

        >>> game = Game(seed=2015, rules="first-game")
        >>> state = game.play("build wood-reserve")
        >>> for event in game.history[0].events:
        ...     print(event)
        player one pays 3 coins for Wood Reserve
        player one constructs Wood Reserve
        """
        from wonders_duel.events import replayed  # noqa: PLC0415 - a thin method

        return tuple(replayed(self.before, self.move, self.outcomes))


class Game:
    """A game that is played: the state, the hidden deal, and everything that happened.

    Args:
        seed: makes the game repeatable: an int, or a float, str or bytes; a fresh game
            if left out. ``Game(seed=7)`` has the deal ``Deal.random(7)``. Bots with the
            same seed draw independently of it. A small number can be found by trying all:
            leave it out where somebody must not learn what is hidden.
        first_player: who picks the first wonder and begins Age I; ``"random"`` draws it.
        rules: a ``Rules`` object, its options as a mapping, or a wonder setup as text.
        catalogue: the cards; the base game by default.

    Raises:
        RuleOptionError: a rule option that does not exist.
        UnknownNameError: a seat that does not exist.

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
        """Deal a game and lay it out up to the first decision."""
        chosen = as_rules(rules)
        expect_seed(seed)
        deal = Deal.random(seed, catalogue)
        if first_player == "random":
            first_player = int(generator("first player", seed).random() * len(Player))
        first = seat(first_player)
        self._begin(State.start(first_player=first, rules=chosen, catalogue=deal.catalogue), deal)
        if isinstance(seed, (int, str)):
            with suppress(ValueError):  # a remark only: not every number and text can be one
                self._tags = Tags({"seed": str(seed)})

    def _begin(self, state: State, deal: Deal | None) -> None:
        self._players = (Participant(), Participant())
        self._tags = Tags()
        self._resigned: Player | None = None
        self._deal = deal
        self._setup: list[ChanceOutcome] = []
        self._initial = state
        self._history: list[Step] = []
        self._state = self._resolved(state, self._setup)

    @classmethod
    def from_deal(
        cls,
        deal: Deal,
        *,
        first_player: Player | int | str = Player.ONE,
        rules: Rules | Mapping[str, str] | str | None = None,
    ) -> Self:
        """Play a given deal.

        Args:
            deal: everything that chance decides.
            first_player: who picks the first wonder and begins Age I.
            rules: as for a new game.

        Raises:
            RuleOptionError: a rule option that does not exist.
            UnknownNameError: a seat that does not exist.
            WrongTypeError: what is given is no deal.

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
        """Go on from a state.

        With a deal, or with a generator that deals what is still unknown, chance
        is resolved from it. With neither, the game waits at every chance until
        :meth:`resolve` tells it what the table showed, as a companion app does.

        Args:
            state: where to start.
            deal: supplies the chance outcomes.
            rng: deals what is still unknown, uniformly.

        Raises:
            DealError: the deal does not fit the state; the error says where.
            ChanceError: both a deal and a generator are given.

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
            message = "give a deal or a generator, not both"
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
        """Go on with a game that was recorded, with its history, names and tags.

        A record with a deal goes on with it; one without waits for the table
        where chance has to be resolved. A game that was given up stays so until
        :meth:`resume`.

        Args:
            record: the record; it is replayed and checked.

        Raises:
            RecordError: something in it contradicts the rules; the error says where.

        >>> game = Game(seed=3)
        >>> state = game.play(game.legal_moves[1])
        >>> Game.from_record(game.record()).state == game.state
        True
        """
        from wonders_duel.record import Record, Resignation  # noqa: PLC0415 - records know of games

        expect(record, Record, "a Record")
        game = object.__new__(cls)
        game._begin(record.start, None)
        setup, game._state = record.opening()
        game._setup = list(setup)
        for step in record.replay():
            game._history.append(step)
            game._state = step.after
        game._deal = record.deal
        game._players = record.players
        game._tags = record.tags
        if isinstance(record.result, Resignation):
            game._resigned = record.result.player
        return game

    @classmethod
    def load(
        cls,
        path: str | Path,
        *,
        catalogue: Catalogue | None = None,
        limits: Limits | None = None,
    ) -> Self:
        """Go on with a game that was saved.

        Args:
            path: the file, in either form of a record.
            catalogue: the cards that it is about; the base game by default.
            limits: how large it may be.

        Raises:
            FormatError: the file holds no record, or more than one.
            LimitError: it is larger than the limits allow.
            RecordError: the record contradicts the rules.
            OSError: the file cannot be read.
        """
        from wonders_duel.records import load  # noqa: PLC0415 - records know of games

        return cls.from_record(load(path, catalogue=catalogue, limits=limits))

    def summary(self) -> Row:
        """Return the game so far as one flat row for a table, the same columns for every game.

        :data:`wonders_duel.records.COLUMNS` names the columns; a list of rows is a
        table. Nothing is replayed. Points are counted as if the game ended here.

        Returns:
            A text, a number, a truth value or ``None`` for each column, in order.

        >>> row = Game(seed=1, rules="first-game").summary()
        >>> row["seed"], row["decisions"], row["victory"], row["one_points_coins"]
        ('1', 0, None, 2)
        >>> row["one_wonders_drafted"]
        'the-great-lighthouse the-pyramids the-statue-of-zeus the-temple-of-artemis'
        """
        from wonders_duel.summary import summary_of  # noqa: PLC0415 - summaries know of games

        return summary_of(self)

    # -- keeping it ---------------------------------------------------------------------------

    def record(self, *, public: bool = False) -> Record:
        """Return the game so far as a record.

        Args:
            public: leave out the deal and the seed: only what was on the table.

        >>> game = Game(seed=1)
        >>> game.players = ("Ann", "Ben")
        >>> game.resign("two")
        >>> print(game.record().result)
        Player two resigns, and player one wins.
        """
        from wonders_duel.record import Record, Turn  # noqa: PLC0415 - see above

        tags = {key: value for key, value in self._tags.items() if not (public and key == "seed")}
        return Record(
            start=self._initial,
            deal=None if public else self._deal,
            setup=self._setup,
            turns=[
                Turn(step.move, step.player, step.outcomes, step.comment, step.clock)
                for step in self._history
            ],
            result=self.result,
            players=self._players,
            tags=tags,
        )

    def save(self, path: str | Path, *, public: bool = False) -> None:
        """Write the game to a file, whole or not at all.

        Whatever happens meanwhile, the file holds either what it held before or
        the whole game.

        Args:
            path: where; a name that ends in ``.json`` gets the JSON form, any other the text.
            public: leave out the deal and the seed: only what was on the table.

        Raises:
            OSError: it cannot be written; a file that was there is as it was.
        """
        self.record(public=public).save(path)

    def animate(
        self,
        *,
        theme: Theme | str = "light",
        language: Language | str = "en",
        title: str | None = None,
    ) -> str:
        """Return the game so far as a page for a browser that steps through it.

        See :func:`wonders_duel.render.animate`.

        Args:
            theme: ``light``, ``dark``, or a theme of your own.
            language: of names and sentences.
            title: of the page; the names of the players if left out.

        Returns:
            An HTML document that needs nothing else.

        Raises:
            UnknownNameError: there is no such theme or language.

        >>> Game(seed=1).animate().startswith("<!DOCTYPE html>")
        True
        """
        from wonders_duel.render import animate  # noqa: PLC0415 - a thin method

        return animate(self, theme=theme, language=language, title=title)

    def resign(self, player: Player | int | str) -> None:
        """Return the game up: it is over, and the other player wins.

        Args:
            player: who gives up.

        Raises:
            UnknownNameError: there is no such player.
            UndoError: the game is over already; nothing has changed.

        >>> game = Game(seed=1)
        >>> game.resign("one")
        >>> game.is_over, game.result, game.resigned
        (True, None, <Player.ONE: 0>)
        """
        gives_up = seat(player)
        if self.is_over:
            raise UndoError(f"player {gives_up} cannot resign: the game is over")
        self._resigned = gives_up

    def resume(self) -> None:
        """Take a resignation back, to play on.

        Raises:
            UndoError: nobody has given the game up.
        """
        if self._resigned is None:
            raise UndoError("nobody has resigned, so there is nothing to take back")
        self._resigned = None

    @property
    def resigned(self) -> Player | None:
        """Who gave the game up, if anybody did."""
        return self._resigned

    @property
    def players(self) -> tuple[Participant, Participant]:
        """Who plays; names can be set: ``game.players = ("Ann", "Ben")``."""
        return self._players

    @players.setter
    def players(self, players: Iterable[Participant | str]) -> None:
        self._players = as_participants(players)

    @property
    def tags(self) -> Tags:
        """What is noted about the game; a mapping can be set: ``game.tags = {"event": "Friday"}``."""
        return self._tags

    @tags.setter
    def tags(self, tags: Mapping[str, str]) -> None:
        self._tags = Tags(tags)

    def annotate(
        self, number: int | None = None, *, comment: str | None = None, clock: int | None = None
    ) -> None:
        """Note something about a move that was made.

        Args:
            number: the move, from 1; the last one if left out.
            comment: replaces its comment; ``None`` leaves it as it is.
            clock: replaces its clock, in milliseconds; ``None`` leaves it as it is.

        Raises:
            UndoError: there is no such move.
            FormatError: a comment or a clock that cannot be.

        >>> game = Game(seed=1)
        >>> state = game.play(game.legal_moves[0], clock=590_000)
        >>> game.annotate(comment="a strong start")
        >>> game.history[0].comment, game.history[0].clock
        ('a strong start', 590000)
        """
        count = len(self._history)
        index = count if number is None else number
        expect(index, int, "the number of a move")
        if not 1 <= index <= count:
            raise UndoError(f"there is no move {shown(number)}: {count} have been made")
        step = self._history[index - 1]
        self._history[index - 1] = attrs.evolve(
            step,
            comment=step.comment if comment is None else checked_comment(comment),
            clock=step.clock if clock is None else checked_clock(clock),
        )

    # -- where it stands ----------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position now: public, nothing of the deal is in it."""
        return self._state

    @property
    def deal(self) -> Deal | None:
        """The hidden deal; ``None`` in a game that is told what the table shows."""
        return self._deal

    @property
    def history(self) -> tuple[Step, ...]:
        """Every move so far with the chance outcomes after it."""
        return tuple(self._history)

    @property
    def setup(self) -> tuple[ChanceOutcome, ...]:
        """The chance outcomes before the first move."""
        return tuple(self._setup)

    @property
    def initial_state(self) -> State:
        """The state that the game started from, before any chance outcome."""
        return self._initial

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves now; none when the game is over or waits on chance."""
        return () if self._resigned is not None else self._state.legal_moves

    @property
    def to_move(self) -> Player | None:
        """Who decides; ``None`` when the game is over or waits on chance."""
        return None if self._resigned is not None else self._state.to_move

    @property
    def mover(self) -> Player:
        """Who decides, in a game of which you know that somebody does; never ``None``.

        Raises:
            NoMoverError: the game waits on chance or is over; the message says which.

        >>> game = Game(seed=1)
        >>> game.mover
        <Player.ONE: 0>
        >>> game.resign("one")
        >>> game.mover
        Traceback (most recent call last):
            ...
        wonders_duel.errors.NoMoverError: nobody is to move: player one has resigned; resume() takes that back
        """
        if self._resigned is not None:
            raise NoMoverError(
                f"nobody is to move: player {self._resigned} has resigned; resume() takes that back"
            )
        return self._state.mover

    @property
    def chance(self) -> Chance | None:
        """What the table has to show; ``None`` where nothing is awaited."""
        return None if self._resigned is not None else self._state.chance

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or because somebody resigned."""
        return self._state.is_over or self._resigned is not None

    @property
    def result(self) -> Result | Resignation | None:
        """How the game ended: by the rules, or because a player resigned; ``None`` while it goes on.

        >>> game = Game(seed=1)
        >>> game.resign("two")
        >>> print(game.result)
        Player two resigns, and player one wins.
        >>> game.state.result is None
        True
        """
        from wonders_duel.record import Resignation  # noqa: PLC0415 - records know of games

        return self._state.result if self._resigned is None else Resignation(self._resigned)

    def share(self, player: Player | int | str) -> float:
        """Return the share of the victory that a player has, in any game that is over.

        Args:
            player: whose share.

        Returns:
            1.0 for the winner, 0.0 for the loser or the player who resigned, 0.5
            for both players of a shared victory (R84).

        Raises:
            UnfinishedError: the game is not over.
            UnknownNameError: there is no such player.

        >>> game = Game(seed=1)
        >>> game.resign("two")
        >>> game.share("one"), game.share("two")
        (1.0, 0.0)
        """
        result = self.result
        return self._state.share(player) if result is None else result.share(player)

    def score(self) -> Score:
        """Count the points of both cities as if the game ended here."""
        return self._state.score()

    @property
    def totals(self) -> tuple[int, int]:
        """The points of players one and two as if the game ended here; quicker than a score sheet.

        >>> Game(seed=1, rules="first-game").totals
        (2, 2)
        """
        return self._state.totals

    def payment(self, move: Move | str) -> PaymentPlan | None:
        """Say what a construction costs and why.

        Args:
            move: a move or its text.

        Returns:
            The plan; ``None`` for a move without a price.

        Raises:
            NotationError: the text is no move.
        """
        return self._state.payment(self._read(move))

    def options(self) -> Options:
        """List what the player to move could do, legal or not; see :meth:`State.options`.

        Empty once somebody has resigned.

        >>> game = Game(seed=2015)
        >>> print(game.options())
        draft the-great-library
        draft the-great-lighthouse
        draft the-hanging-gardens
        draft piraeus
        """
        return self._state.options() if self._resigned is None else Options()

    def why_not(self, move: Move | str) -> tuple[Reason, ...]:
        """Say why a move is not legal.

        Args:
            move: a move or its text.

        Returns:
            Every reason; none if it is legal.

        Raises:
            NotationError: the text is no move.
        """
        return self._state.why_not(self._read(move))

    # -- going on -----------------------------------------------------------------------------

    def play(
        self, move: Move | str, *, comment: str | None = None, clock: int | None = None
    ) -> State:
        """Play a move; chance is resolved from the deal, if there is one.

        Args:
            move: a move, or its text such as ``build lumber-yard``.
            comment: a remark to keep with it.
            clock: the milliseconds that the player has left after it.

        Returns:
            The state that follows.

        Raises:
            IllegalMoveError: the move is not legal; nothing has changed.
            NotationError: the text is no move; nothing has changed.
            FormatError: a comment or a clock that cannot be; nothing has changed.
        """
        before = self._state
        read = self._read(move)
        if self._resigned is not None:
            raise IllegalMoveError(read, (GameOver(),))
        comment, clock = checked_comment(comment), checked_clock(clock)
        after = before.apply(read)
        outcomes: list[ChanceOutcome] = []
        after = self._resolved(after, outcomes)
        self._history.append(
            Step(read, before.mover, before, tuple(outcomes), after, comment, clock)
        )
        self._state = after
        return after

    def resolve(self, outcome: ChanceOutcome) -> State:
        """Tell the game what the table showed.

        Args:
            outcome: an outcome of the kind that ``chance`` awaits.

        Returns:
            The state that follows.

        Raises:
            ChanceError: nothing is awaited, or not this; nothing has changed.
        """
        if self._resigned is not None:
            raise ChanceError(f"player {self._resigned} has resigned: resume() takes that back")
        after = self._state.resolve(outcome)
        if self._history:
            last = self._history[-1]
            self._history[-1] = attrs.evolve(last, outcomes=(*last.outcomes, outcome), after=after)
        else:
            self._setup.append(outcome)
        self._state = after
        return after

    def undo(self, *, over_reveals: bool = True) -> Move:
        """Take back the last move with every chance outcome after it.

        The move that ends a game can be taken back too. A service for two people
        checks ``is_over`` first, so that the loser cannot go on.

        Args:
            over_reveals: whether to do so where chance turned something up.

        Returns:
            The move that was taken back.

        Raises:
            UndoError: there is no move, or chance was resolved to it and
                ``over_reveals`` is false; nothing has changed.
        """
        if not self._history:
            message = "there is no move to take back"
            raise UndoError(message)
        if self._resigned is not None:
            raise UndoError(f"player {self._resigned} has resigned: resume() takes that back first")
        last = self._history[-1]
        if last.outcomes and not over_reveals:
            message = (
                f"{last.move} cannot be taken back: after it, "
                f"{'; '.join(str(outcome) for outcome in last.outcomes)}"
            )
            raise UndoError(message)
        del self._history[-1]
        self._state = last.before
        return last.move

    def undo_outcome(self) -> ChanceOutcome:
        """Take back the last outcome that :meth:`resolve` was told, to tell it right.

        Returns:
            The outcome that was taken back; the game waits for it again.

        Raises:
            UndoError: nothing was told since the last move, or the game has a
                deal, which resolves chance by itself; nothing has changed.

        >>> game = Game.from_state(State.start())
        >>> first = game.resolve(game.chance.sample(Random(1)))
        >>> outcome = game.undo_outcome()
        >>> game.state.phase
        <Phase.DEAL_TOKENS: 'deal-tokens'>
        """
        if self._deal is not None:
            raise UndoError(
                "the game has a deal, which resolves chance by itself: undo() takes back a move"
            )
        outcomes = list(self._history[-1].outcomes) if self._history else self._setup
        if not outcomes:
            raise UndoError("nothing was told since the last move")
        last = self._history[-1] if self._history else None
        state = last.before.apply(last.move) if last else self._initial
        for outcome in outcomes[:-1]:
            state = state.resolve(outcome)
        taken = outcomes[-1]
        if last:
            kept = tuple(outcomes[:-1])
            self._history[-1] = attrs.evolve(last, outcomes=kept, after=state)
        else:
            self._setup = outcomes[:-1]
        self._state = state
        return taken

    def play_out(self, first: Bot, second: Bot) -> Result:
        """Let two bots play the game to its end.

        Args:
            first: chooses for player one.
            second: chooses for player two.

        Returns:
            How the game was decided.

        Raises:
            IllegalMoveError: a bot chose a move that is not legal.
            Exception: whatever a bot raises, with a note that says which one it was.
            ChanceError: the game has no deal and waits for the table.
            UndoError: a player has resigned.

        >>> from wonders_duel.bots import RandomBot
        >>> print(Game(seed=1).play_out(RandomBot(seed=1), RandomBot(seed=1)))
        Player two wins the civilian victory, 45 to 32.
        """
        bots = (first, second)
        for bot in bots:
            expect_bot(bot)
        if self._resigned is not None:
            raise UndoError(f"player {self._resigned} has resigned: resume() takes that back")
        while not self.is_over:
            player = self.to_move
            if player is None:
                message = (
                    f"the game waits for the table ({self._state.phase}) and has no deal: "
                    "start it with Game.from_state(state, rng=...) to play it out"
                )
                raise ChanceError(message)
            done = "raised"
            try:
                move = bots[player].choose(self._state)
                done = "chosen"
                self.play(move)
            except Exception as error:
                error.add_note(f"{done} by the bot of player {player}, {shown(bots[player])}")
                raise
        result = self._state.result
        assert result is not None  # the game is over
        return result

    def _repr_svg_(self) -> str:
        """Return the picture of the table, with the last move marked, for a notebook."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    # -- inside -------------------------------------------------------------------------------

    def _resolved(self, state: State, outcomes: list[ChanceOutcome]) -> State:
        """Let the deal resolve chance until someone is to move, noting its outcomes."""
        while self._deal is not None and state.chance is not None:
            outcome = self._deal.outcome(state)
            state = state.resolve(outcome)
            outcomes.append(outcome)
        return state

    def _read(self, move: Move | str) -> Move:
        if isinstance(move, str):
            return parse_move(move, self._state.catalogue, self._state.legal_moves)
        return move

    def __copy__(self) -> Self:
        """Return a game that goes on by itself from here."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        copied._setup = list(self._setup)
        copied._history = list(self._history)
        return copied

    def __repr__(self) -> str:
        """Return the number of moves and the position; nothing of the deal."""
        return f"<Game after {len(self._history)} moves: {self._state!r}>"

    def __str__(self) -> str:
        """Draw the position as plain text in 80 columns, with the names of the players."""
        from wonders_duel.render import text  # noqa: PLC0415 - a thin method

        one, two = self._players
        drawn = text(self._state, colour=False, names=(one.name, two.name))
        return drawn if self._resigned is None else f"{drawn}\n{self.result}"
