"""The public state: everything both players can see, and nothing else (DESIGN D1).

A state consists of small ints, masks and tuples, with properties that decode them. The fields
are those of ``StateDraft``, the mutable copy from which the engine makes the next state.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import IntEnum, StrEnum
from random import Random
from typing import TYPE_CHECKING, Final, Self

import attr

from wonders_duel import unpickle
from wonders_duel.build import is_compiled, later, mypyc_attr
from wonders_duel.cards import MILITARY_TOKENS, Building, MilitaryToken, ProgressToken, Wonder
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.chance import opening, unseen
from wonders_duel.chance.deal_numbers import numbers_of
from wonders_duel.chance.node import Chance
from wonders_duel.chance.outcome_check import outcome_numbers
from wonders_duel.chance.outcomes import ChanceOutcome
from wonders_duel.chance.play_outs import Policy, play_out, play_outs
from wonders_duel.engine import counting, legality, options, payment, scoring, state_draft, turn
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.city import CityDraft
from wonders_duel.engine.consequences import box_tokens, next_seat, resume
from wonders_duel.engine.decision import decision_of
from wonders_duel.engine.moves import Move
from wonders_duel.engine.options import Options
from wonders_duel.engine.payment import PaymentPlan
from wonders_duel.engine.phases import DEAL_TOKENS, OVER, PHASES, TURN
from wonders_duel.engine.scoring import Result, Score
from wonders_duel.engine.slots import BACK_OF, FIRST_BACK, Uncovered
from wonders_duel.engine.state_draft import StateDraft
from wonders_duel.engine.structure import Slot, Structure
from wonders_duel.engine.tables import Tables
from wonders_duel.engine.tally import Tally
from wonders_duel.engine.track import Track
from wonders_duel.enums import Age, Back, Phase, Player, as_back
from wonders_duel.errors import NoMoverError, UnfinishedError
from wonders_duel.limits import Limits
from wonders_duel.messages import Message
from wonders_duel.reasons import Reason
from wonders_duel.rules import Rules
from wonders_duel.seeds import Seed
from wonders_duel.support.rich_repr import print_as_repr
from wonders_duel.support.sealed import seal

if TYPE_CHECKING:
    from wonders_duel.deal import Deal

globals()["Deal"] = later("wonders_duel.deal", "Deal")

__all__ = ["State"]

Text = str | StrEnum
"""Any text. With a plain ``str``, compiled code would raise its own, less helpful error."""
Whole = int | IntEnum
"""A whole number; not a plain ``int`` for the same reason as :data:`Text`."""
Indent = int | IntEnum | None
"""A number of spaces, or ``None``; not a plain ``int`` for the same reason as :data:`Text`."""

_PLAYERS: Final = tuple(Player)

MACHINE_PARTS: Final = frozenset(
    {
        "board_mask",
        "box_token_mask",
        "city",
        "discard_high",
        "discard_low",
        "discard_mask",
        "faces",
        "first_seat",
        "freeze",
        "left",
        "military_mask",
        "of",
        "offer_mask",
        "one",
        "opened",
        "pending_codes",
        "phase_number",
        "player",
        "seen",
        "tables",
        "thaw",
        "two",
        "uncovered",
    }
)
"""Attributes for the engine; ``dir()``, and therefore completion, leaves them out."""


@mypyc_attr(acyclic=True, free_list_len=1)
@attr.s(
    auto_attribs=True,
    frozen=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class State(StateDraft):
    """The state of a game: everything that both players can see, immutable and hashable.

    States with equal contents are equal, so a state can be a key of a transposition
    table. Get one from :meth:`start`, a ``Game`` or a ``Position``. A move or a chance
    outcome returns the next state and leaves this one unchanged. To change anything
    else, edit ``Position.of(state)``; ``attrs.evolve`` raises an error.

    >>> from wonders_duel import Game
    >>> state = Game(seed=2015).state
    >>> state.phase, state.to_move, len(state.legal_moves)
    (<Phase.DRAFT: 'draft'>, <Player.ONE: 0>, 4)
    >>> after = state.apply(state.legal_moves[0])
    >>> after.to_move, state.to_move
    (<Player.TWO: 1>, <Player.ONE: 0>)
    """

    # [[[cog fields.constructor("State") ]]]
    def __init__(  # compiled only
        self,
        tables: Tables,
        rules: Rules,
        first_seat: int,
        faces: bytes,
        phase_number: int,
        player: int,
        pawn: int,
        discard_low: int,
        discard_high: int,
        one: CityDraft,
        two: CityDraft,
        age_number: int,
        military_mask: int,
        board_mask: int,
        offer_mask: int,
        pending_codes: tuple[int, ...],
        extra_turn: bool,  # noqa: FBT001 - one of the fields
        opened: int,
        uncovered: Uncovered,
    ) -> None:
        """Store the fields; only compiled code calls this."""
        # Compiled, these lines are plain stores.
        object.__setattr__(self, "tables", tables)
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "first_seat", first_seat)
        object.__setattr__(self, "faces", faces)
        object.__setattr__(self, "phase_number", phase_number)
        object.__setattr__(self, "player", player)
        object.__setattr__(self, "pawn", pawn)
        object.__setattr__(self, "discard_low", discard_low)
        object.__setattr__(self, "discard_high", discard_high)
        object.__setattr__(self, "one", one)
        object.__setattr__(self, "two", two)
        object.__setattr__(self, "age_number", age_number)
        object.__setattr__(self, "military_mask", military_mask)
        object.__setattr__(self, "board_mask", board_mask)
        object.__setattr__(self, "offer_mask", offer_mask)
        object.__setattr__(self, "pending_codes", pending_codes)
        object.__setattr__(self, "extra_turn", extra_turn)
        object.__setattr__(self, "opened", opened)
        object.__setattr__(self, "uncovered", uncovered)

    # [[[end]]]

    # -- making states ------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        *,
        first_player: Player | int | str = Player.ONE,
        rules: Rules | Mapping[str, str] | str | None = None,
        catalogue: Catalogue | None = None,
    ) -> State:
        """Return the initial state, which waits for the progress tokens to be dealt.

        Args:
            first_player: the player who picks the first wonder and begins Age I (R2, R12).
            rules: a ``Rules`` object, its options as a mapping, or a wonder setup as text.
            catalogue: the cards of the game; the base game if left out.

        Raises:
            RuleOptionError: a rule option is unknown, or the setup is ``first-game``, but the
                catalogue lists no wonders for a first game.
            UnknownNameError: the first player is unknown.
            WrongTypeError: the catalogue is not one.

        >>> State.start().phase
        <Phase.DEAL_TOKENS: 'deal-tokens'>
        """
        return opening.initial(as_catalogue(catalogue), rules, first_player).freeze()

    @classmethod
    def dealt(
        cls,
        deal: Deal,
        *,
        first_player: Player | int | str = Player.ONE,
        rules: Rules | Mapping[str, str] | str | None = None,
    ) -> State:
        """Return the state of a dealt game at the first decision, for play-outs.

        This is faster than resolving :meth:`start` with the outcomes of the deal.

        Args:
            deal: the source of the chance outcomes.
            first_player: the player who picks the first wonder and begins Age I.
            rules: a ``Rules`` object, its options as a mapping, or a wonder setup as text.

        Raises:
            RuleOptionError: a rule option is unknown, or the setup is ``first-game``, but the
                catalogue lists no wonders for a first game.
            UnknownNameError: the first player is unknown.
            WrongTypeError: the deal is not a ``Deal``.

        >>> from random import Random
        >>> from wonders_duel import Deal, Game
        >>> deal = Deal.random(Random(1))
        >>> State.dealt(deal) == Game.from_deal(deal).state
        True
        """
        numbers = numbers_of(deal)
        draft = opening.initial(deal.catalogue, rules, first_player)
        resume(draft, numbers)
        return draft.freeze()

    @classmethod
    def from_text(
        cls, text: Text, catalogue: Catalogue | None = None, limits: Limits | None = None
    ) -> State:
        """Read a state from one line of text, as returned by :meth:`to_text`.

        Args:
            text: the line; its fields may be in any order.
            catalogue: the cards of the game; the base game if left out.
            limits: the largest allowed input; the default limits if left out.

        Raises:
            PositionError: the text is not a position, or the position is impossible. The
                error lists every fault with its place.
            LimitError: the text is too long.
            WrongTypeError: an argument has another type.

        >>> state = State.start()
        >>> State.from_text(state.to_text()) == state
        True
        """
        from wonders_duel.text.state_parser import parse_state  # noqa: PLC0415 - a thin method

        return parse_state(text, catalogue, limits)

    def to_text(self) -> str:
        """Return the state as one line of text, equal for equal states.

        The documentation has a page on the grammar. Unlike ``hash(state)``, the line is
        the same in every process, so it can be stored as a key.

        >>> State.start().to_text()
        'wd1 turn=one phase=deal-tokens pawn=0 military=2,5/2,5 one.coins=7 two.coins=7 end'
        """
        from wonders_duel.text.state_text import state_text  # noqa: PLC0415 - a thin method

        return state_text(self)

    @classmethod
    def from_json(
        cls, text: Text | bytes, catalogue: Catalogue | None = None, limits: Limits | None = None
    ) -> State:
        """Read a state from a JSON document, as returned by :meth:`to_json`.

        Args:
            text: the document; bytes are read as UTF-8.
            catalogue: the cards of the game; the base game if left out.
            limits: the largest and deepest allowed input; the default limits if left out.

        Raises:
            FormatError: the document is not a state, or the position is impossible. The
                error lists every fault with its JSON path.
            LimitError: the document is too large or nested too deep.
            WrongTypeError: an argument has another type.
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.loads(text, State, catalogue=catalogue, limits=limits)

    def to_json(self, *, indent: Indent = None) -> str:
        """Return the state as a JSON document.

        Args:
            indent: the spaces for each level, 0 to 100; everything on one line if left out.

        Raises:
            WrongTypeError: the indent is not such a number.

        >>> State.from_json(State.start().to_json()) == State.start()
        True
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.dumps(self, indent=indent)

    # -- playing -----------------------------------------------------------------------------

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, in the same order for equal states (R14).

        In a turn: constructions by slot, then discards, then wonders. Empty while the
        state waits for chance and when the game is over. The tuple is computed on each
        access, so store it if you need it twice.
        """
        # A call less than legal_moves(self), for the sake of the pure build.
        if self.phase_number == TURN:
            return tuple(self.tables.taking.moves(self))
        decision = self.tables.by_phase[self.phase_number] or decision_of(self)
        return tuple(decision.moves(self)) if decision is not None else ()

    def apply(self, move: Move) -> State:
        """Play a move.

        Args:
            move: a legal move.

        Returns:
            The next state, which may wait for chance. This state does not change.

        Raises:
            IllegalMoveError: the move is illegal; the error lists every reason.
            WrongTypeError: the argument is not a move.
        """
        return turn.apply(self, move, None).freeze()

    def play(self, move: Move, deal: Deal) -> State:
        """Play a move and resolve chance from a deal, for play-outs.

        This is faster than :meth:`apply` followed by :meth:`resolve`, because the outcomes
        are not checked: the deal must be consistent with the state
        (``deal.conflicts(state)`` is empty).

        Args:
            move: a legal move.
            deal: the source of the chance outcomes: the deal of the game, or one from
                ``Deal.consistent_with`` for this state or an earlier one.

        Returns:
            The next state in which a player is to move or the game is over.

        Raises:
            IllegalMoveError: the move is illegal; the error lists every reason.
            WrongTypeError: an argument has another type.
        """
        numbers = numbers_of(deal)
        return turn.apply(self, move, numbers).freeze()

    def play_out(
        self,
        rng: Random | None = None,
        *,
        deal: Deal | None = None,
        policy: Policy | None = None,
    ) -> State:
        """Return the end of a game that goes on from this state with random moves.

        This takes a fraction of the time of a loop over :meth:`legal_moves` and :meth:`play`.

        Args:
            rng: the random number generator, of which only ``randbytes()`` is called; a new one
                if left out.
            deal: the source of the chance outcomes, which has to be consistent with the state.
                Without it, each outcome is drawn with its probability.
            policy: how moves are chosen. By default, every legal move is equally likely. A mapping
                gives weights, from 0, by class of move: ``{DiscardBuilding: 0.1}`` makes each
                discard a tenth as likely as each other move; classes left out have the weight 1, and
                a move of weight 0 is chosen only if there is no other. A function takes a state and
                returns a legal move, which is slower.

        Raises:
            DealError: the deal is of another catalogue, or contradicts the state so that a game
                cannot go on.
            IllegalMoveError: the function returned an illegal move.
            WrongTypeError: an argument has another type, or a weight is negative.
            Exception: any exception of the function.

        >>> from random import Random
        >>> end = State.start().play_out(Random(1))
        >>> print(end.result)
        Player one wins the civilian victory, 51 to 37.
        """
        return play_out(self, rng, deal, policy)

    def play_outs(
        self,
        number: Whole,
        seed: Seed | StrEnum = None,
        *,
        deal: Deal | None = None,
        policy: Policy | None = None,
        threads: Whole = 1,
    ) -> Tally:
        """Play many games on from this state with random moves, and return who won and the points.

        No state is made on the way. The tally depends on the seed, but not on the number of threads,
        the build or the Python version.

        Args:
            number: the number of games, from 0.
            seed: makes the games reproducible; without it, they differ each time.
            deal: the source of the chance outcomes of every game, which has to be consistent with
                the state. Without it, each outcome is drawn with its probability.
            policy: how moves are chosen, as for :meth:`play_out`.
            threads: the number of threads, from 1. They save time only on a Python without the
                global interpreter lock. In a browser, which has none, all games are played in
                turn.

        Raises:
            DealError: the deal is of another catalogue, or contradicts the state so that a game
                cannot go on.
            IllegalMoveError: the function of the policy returned an illegal move.
            WrongTypeError: an argument has another type, or a number is too small.
            Exception: any exception of the function of the policy.

        >>> print(State.start().play_outs(1000, seed=1))
        1,000 games, 1 of them shared
        player one: 543 wins (22 military, 0 scientific, 521 civilian), share 0.543
        player two: 456 wins (20 military, 1 scientific, 435 civilian), share 0.457
        """
        return play_outs(self, number, seed, deal, policy, threads)

    def resolve(self, outcome: ChanceOutcome) -> State:
        """Apply a chance outcome.

        Args:
            outcome: one of the outcomes of :attr:`chance`.

        Returns:
            The next state, which may wait for chance again. This state does not change.

        Raises:
            ChanceError: the state does not wait for chance, or not for this outcome.
        """
        number, faces = outcome_numbers(self, outcome)
        return turn.resolve(self, number, faces).freeze()

    def why_not(self, move: Move) -> tuple[Reason, ...]:
        """Return the reasons why a move is illegal.

        Args:
            move: any move.

        Returns:
            Every reason; empty if the move is legal.

        Raises:
            WrongTypeError: the argument is not a move.
        """
        return legality.why_not(self, move)

    def payment(self, move: Move, player: Player | int | str | None = None) -> PaymentPlan | None:
        """Return the payment plan of a construction, which explains its price (R24 to R46).

        Args:
            move: any move.
            player: the player who would pay; if left out, the player whose turn it is.

        Returns:
            The plan, even if the card is too expensive or not accessible; ``None`` for a
            move that has no price.

        Raises:
            UnknownNameError: the move has cards that are not in this game, or the player is unknown.
            WrongTypeError: the argument is not a move.
        """
        return payment.plan(self, move, player)

    def price(self, move: Move, player: Player | int | str | None = None) -> int | None:
        """Return the price of a construction, which :meth:`payment` explains.

        Args:
            move: any move.
            player: the player who would pay; if left out, the player whose turn it is.

        Returns:
            The price in coins, even if the card is too expensive or not accessible; 0 if it is free
            through a chain; ``None`` for a move that has no price.

        Raises:
            UnknownNameError: the move has cards that are not in this game, or the player is unknown.
            WrongTypeError: the argument is not a move.

        >>> from wonders_duel import Game
        >>> state = Game(seed=2015, rules="first-game").state
        >>> [state.price(move) for move in state.legal_moves[:7]]
        [0, 3, 2, 0, 0, 1, None]
        """
        return payment.price_of(self, move, player)

    def options(self) -> Options:
        """Return the options of the player to move, including those that are too expensive.

        A user interface can show them as buttons.

        Returns:
            In a turn, the options to construct each accessible card, to discard it, and to construct
            each unbuilt wonder of the player with it. In any other phase, one option for each
            legal move. The legal options are in the order of
            :attr:`legal_moves`. Empty while the state waits for chance and when the game is over.

        >>> from wonders_duel import Game
        >>> game = Game(seed=2015, rules="first-game")
        >>> options = game.state.options()
        >>> len(options), sum(option.is_legal for option in options)
        (36, 12)
        >>> print(next(option for option in options if not option.is_legal))
        wonder the-great-lighthouse with altar: 8 coins; not legal: it costs 8 coins and there are 7: 1 short
        """
        return options.options(self)

    def score(self) -> Score:
        """Return the points of both cities as if the game ended now (R79 to R82)."""
        return scoring.score(self)

    def share(self, player: Player | int | str) -> float:
        """Return a player's share of the victory, for search algorithms.

        This is ``result.share(player)`` for a state in which the game is over.

        Args:
            player: the player.

        Returns:
            1.0 for the winner, 0.0 for the loser, 0.5 for both players of a shared victory (R84).

        Raises:
            UnfinishedError: the game is not over.
            UnknownNameError: there is no such player.

        >>> from random import Random
        >>> from wonders_duel import Deal
        >>> rng = Random(1)
        >>> deal = Deal.random(rng)
        >>> state = State.dealt(deal)
        >>> while not state.is_over:
        ...     state = state.play(rng.choice(state.legal_moves), deal)
        >>> state.share("one"), state.share("two")
        (1.0, 0.0)
        """
        if self.phase_number != OVER:
            raise UnfinishedError(
                f"nobody has won yet: the game is not over ({self.phase}); check is_over first"
            )
        return scoring.result(self).share(player)

    # -- contents -----------------------------------------------------------------------------

    @property
    def catalogue(self) -> Catalogue:
        """The cards of the game."""
        return self.tables.catalogue

    @property
    def phase(self) -> Phase:
        """The phase, which is the decision or the chance outcome that the game waits for."""
        return PHASES[self.phase_number]

    @property
    def to_move(self) -> Player | None:
        """The player to move; ``None`` if the state waits for chance or the game is over."""
        return _PLAYERS[self.player] if self.phase_number < DEAL_TOKENS else None

    @property
    def mover(self) -> Player:
        """The player to move, for states in which there is one, such as those passed to bots.

        In other states it raises an error, while :attr:`to_move` is ``None``.

        Raises:
            NoMoverError: a chance outcome comes first, or the game is over.

        >>> from wonders_duel import Game
        >>> state = Game(seed=2015).state
        >>> state.mover, state.mover.opponent
        (<Player.ONE: 0>, <Player.TWO: 1>)
        """
        if self.phase_number < DEAL_TOKENS:
            return _PLAYERS[self.player]
        if self.phase_number == OVER:
            raise NoMoverError(
                Message("nobody is to move: the game is over; see result for the winner")
            )
        raise NoMoverError(
            Message(
                "nobody is to move: a chance outcome comes first ({phase}); pass an outcome of state.chance to resolve()",
                phase=self.phase,
            )
        )

    @property
    def next_to_move(self) -> Player | None:
        """The player who makes the next decision, even while the state waits for chance.

        This is :attr:`to_move` if a player is to move. After a move that reveals a card, it is
        the player who moves when the card is face up: usually the opponent, but the same player
        after an extra turn (R54), or with a choice to make. Between two ages, it is the player who
        begins the next one or chooses who does (R76, R77). ``None`` if the game is over.

        With the rule option ``on-take``, a custom choice can be pending while a card is revealed. It
        counts if it has a target already, since nobody knows the card that may become one.

        An evaluation of states that wait for chance needs it.

        >>> state = State.start()  # the progress tokens have not been dealt yet
        >>> state.to_move, state.next_to_move
        (None, <Player.ONE: 0>)
        """
        return _PLAYERS[next_seat(self)] if self.phase_number != OVER else None

    @property
    def turn_of(self) -> Player | None:
        """The player whose turn it is, even while waiting for chance; ``None`` if the game is over."""
        return _PLAYERS[self.player] if self.phase_number != OVER else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase_number == OVER

    @property
    def result(self) -> Result | None:
        """The result of the game; ``None`` while it is not over."""
        return scoring.result(self) if self.phase_number == OVER else None

    @property
    def chance(self) -> Chance | None:
        """The chance node; ``None`` if a player is to move and when the game is over."""
        return Chance(self) if DEAL_TOKENS <= self.phase_number < OVER else None

    @property
    def age(self) -> Age | None:
        """The age, or ``None`` before Age I is dealt."""
        return Age(self.age_number) if self.age_number else None

    @property
    def structure(self) -> Structure:
        """The structure of the age."""
        if not self.faces:
            return Structure(self.age, ())
        layout = self.catalogue.structures[self.age_number - 1]
        known = self.catalogue.building_list
        return Structure(
            self.age,
            tuple(
                Slot(
                    index=index,
                    row=row,
                    column=column,
                    building=known[face] if face < FIRST_BACK else None,
                    back=BACK_OF.get(face),
                    covered_by=tuple(over for over in covered_by if self.left >> over & 1),
                )
                for index, ((row, column), covered_by, face) in enumerate(
                    zip(layout.places, layout.covered_by, self.faces, strict=True)
                )
            ),
        )

    @property
    def cards_left(self) -> int:
        """The number of cards in the structure, 0 to 20.

        >>> from wonders_duel import Game
        >>> game = Game(seed=2015, rules="first-game")
        >>> game.state.cards_left, game.play("build altar").cards_left
        (20, 19)
        """
        return self.left.bit_count()

    @property
    def accessible(self) -> tuple[Building, ...]:
        """The accessible buildings (R15), by slot."""
        known = self.catalogue.building_list
        faces = [self.faces[slot] for slot in self.uncovered.slots]
        return tuple(known[face] for face in faces if face < FIRST_BACK)

    @property
    def discard_pile(self) -> tuple[Building, ...]:
        """The discard pile, which is public (R51), in the order of the catalogue."""
        known = self.catalogue.building_list
        return tuple(known[number] for number in bits(self.discard_mask))

    @property
    def board_tokens(self) -> tuple[ProgressToken, ...]:
        """The progress tokens on the board."""
        known = self.catalogue.token_list
        return tuple(known[number] for number in bits(self.board_mask))

    @property
    def box_tokens(self) -> tuple[ProgressToken, ...]:
        """The progress tokens in the box, in the order of the catalogue (R4).

        They are public: every token that is neither on the board nor in a city is in the
        box. Tokens drawn for the Great Library still count as in the box.

        >>> from wonders_duel import Game
        >>> state = Game(seed=2015).state
        >>> len(state.board_tokens), len(state.box_tokens)
        (5, 5)
        """
        known = self.catalogue.token_list
        return tuple(known[number] for number in bits(box_tokens(self)))

    @property
    def box_token_mask(self) -> int:
        """The progress tokens in the box, as bits; :attr:`box_tokens` decodes them."""
        return box_tokens(self)

    def unseen(self, back: Back | str) -> tuple[Building, ...]:
        """Return the buildings with a back that have not been seen (R21).

        Some of them are in the structure of this or a later age; the others were removed
        from the game. Which ones is hidden.

        Args:
            back: a ``Back``, or its text: ``age-i``, ``age-ii``, ``age-iii`` or ``guild``.

        Returns:
            The buildings that have not been revealed, in the order of the catalogue.

        Raises:
            UnknownNameError: the back is unknown.

        >>> from wonders_duel import Game
        >>> state = Game(seed=2015, rules="first-game").state
        >>> len(state.unseen("age-i")), len(state.unseen("guild"))
        (11, 7)
        >>> print(*state.unseen("age-i"), sep=", ")
        Logging Camp, Clay Pool, Quarry, Press, Workshop, Apothecary, Stone Reserve, Clay Reserve, Stable, Palisade, Baths
        """
        known = self.catalogue.building_list
        return tuple(known[number] for number in unseen.unseen_buildings(self, as_back(back)))

    @property
    def totals(self) -> tuple[int, int]:
        """The points of players one and two as if the game ended now (R79 to R82).

        This is ``score().totals`` in half the time, and in a tenth of it in the compiled build, for
        bots that evaluate many positions.

        >>> from wonders_duel import Game
        >>> state = Game(seed=1).state
        >>> state.totals == state.score().totals
        True
        """
        return counting.totals(self)

    @property
    def offered_wonders(self) -> tuple[Wonder, ...]:
        """The wonders on offer in the draft."""
        if self.age_number:
            return ()
        known = self.catalogue.wonder_list
        return tuple(known[number] for number in bits(self.offer_mask))

    @property
    def offered_tokens(self) -> tuple[ProgressToken, ...]:
        """The progress tokens drawn from the box, until one is chosen (R60)."""
        if not self.age_number:
            return ()
        known = self.catalogue.token_list
        return tuple(known[number] for number in bits(self.offer_mask))

    @property
    def military_tokens(self) -> tuple[tuple[MilitaryToken, ...], tuple[MilitaryToken, ...]]:
        """The military tokens left on the sides of player one and player two."""
        one, two = (
            tuple(
                token
                for number, token in enumerate(MILITARY_TOKENS)
                if self.military_mask >> (2 * side + number) & 1
            )
            for side in _PLAYERS
        )
        return one, two

    @property
    def track(self) -> Track:
        """The conflict pawn and the military tokens."""
        return Track(self.pawn, self.military_tokens)

    @property
    def pending(self) -> tuple[Phase, ...]:
        """The choices that remain in this turn, including the present one, in order."""
        return tuple(self.tables.pending[code].phase for code in self.pending_codes)

    def _repr_svg_(self) -> str:
        """Return an SVG picture of the whole table for notebooks."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        """Return the picture by media type, for notebooks."""
        from wonders_duel.render.notebooks import mimebundle  # noqa: PLC0415 - a thin method

        return mimebundle(self, include, exclude)

    # -- comparison and text ------------------------------------------------------------------

    # [[[cog fields.comparison("State") ]]]
    def __eq__(self, other: object) -> bool:
        """Whether the other state has the same contents."""
        if self is other:
            return True
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.faces == other.faces
            and self.phase_number == other.phase_number
            and self.player == other.player
            and self.pawn == other.pawn
            and self.discard_low == other.discard_low
            and self.discard_high == other.discard_high
            and self.one == other.one
            and self.two == other.two
            and self.age_number == other.age_number
            and self.military_mask == other.military_mask
            and self.board_mask == other.board_mask
            and self.offer_mask == other.offer_mask
            and self.pending_codes == other.pending_codes
            and self.extra_turn == other.extra_turn
            and self.rules == other.rules
            and self.first_seat == other.first_seat
        )

    def __hash__(self) -> int:
        """Hash the contents."""
        one, two = self.one, self.two
        return hash(
            (
                self.faces,
                self.phase_number,
                self.player,
                self.pawn,
                self.discard_low,
                self.discard_high,
                self.age_number,
                self.military_mask,
                self.board_mask,
                self.offer_mask,
                self.pending_codes,
                self.extra_turn,
                one.coins,
                one.buildings_low,
                one.buildings_high,
                one.token_mask,
                one.unbuilt_mask,
                one.built_codes,
                two.coins,
                two.buildings_low,
                two.buildings_high,
                two.token_mask,
                two.unbuilt_mask,
                two.built_codes,
            )
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the fields from which the others are computed."""
        return (
            unpickle.state,
            (
                self.catalogue,
                self.rules,
                self.first_seat,
                self.faces,
                self.phase_number,
                self.player,
                self.pawn,
                self.discard_mask,
                self.cities,
                self.age_number,
                self.military_mask,
                self.board_mask,
                self.offer_mask,
                self.pending_codes,
                self.extra_turn,
            ),
        )

    # [[[end]]]

    def __copy__(self) -> Self:
        """Return the state itself, which is immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the state itself, which is immutable."""
        return self

    def __dir__(self) -> list[str]:
        """List the public attributes, without those for the engine, which can still be read."""
        return [name for name in object.__dir__(self) if name not in MACHINE_PARTS]

    def __repr__(self) -> str:
        """Return a short summary, without computing moves."""
        parts = [str(self.phase)]
        if self.age is not None:
            left = self.cards_left
            parts.append(f"age {self.age}, {left} card{'' if left == 1 else 's'} left")
        if self.turn_of is not None:
            parts.append(f"player {self.turn_of}")
        one, two = self.cities
        parts += [
            f"pawn {self.pawn:+d}" if self.pawn else "pawn 0",
            f"coins {one.coins}-{two.coins}",
        ]
        return f"<State {'; '.join(parts)}>"

    def __str__(self) -> str:
        """Return a plain-text drawing, 80 columns wide."""
        from wonders_duel.render.board import plain_text  # noqa: PLC0415 - a thin method

        return plain_text(self)


print_as_repr(State)
seal(
    State,
    "get one from State.start, a Game or a move; to change one, take "
    "position = Position.of(state), change that, and call position.state()",
)
state_draft.frozen_class = State
