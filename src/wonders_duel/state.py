"""The public state: everything both players can see, and nothing else (DESIGN D1).

The frozen state is the engine's own representation: small ints, masks and
tuples, with properties that decode them for a reader. To make the next state
the engine *thaws* a state into its mutable twin, changes that, and *freezes* it
by giving it the frozen class: both have the same slots, and no constructor with
sixteen arguments has to run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, cast

import attr
import attrs

from wonders_duel import engine, legality, payment, scoring
from wonders_duel.cards import MILITARY_TOKENS, Building, MilitaryToken, ProgressToken, Wonder
from wonders_duel.chance import Chance, answer
from wonders_duel.enums import Age, Colour, Phase, Player, ScienceSymbol
from wonders_duel.stages import DEAL_TOKENS, OVER, PHASES, pending_phase
from wonders_duel.structure import Slot, Structure
from wonders_duel.tables import BACK_OF, COUNT_MASK, COUNT_SHIFT, SYMBOLS, Entry, bits

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.chance import ChanceOutcome
    from wonders_duel.deal import Deal
    from wonders_duel.moves import Move
    from wonders_duel.payment import PaymentPlan
    from wonders_duel.reasons import Reason
    from wonders_duel.rules import Rules
    from wonders_duel.scoring import Outcome, Score

__all__ = ["BuiltWonder", "City", "CityDraft", "State", "StateDraft"]

_PLAYERS = tuple(Player)


@attrs.frozen
class BuiltWonder:
    """A constructed wonder and the card that lies under it (R52)."""

    wonder: Wonder
    """The wonder."""
    card: Building
    """The card under it: public, since it was taken face up (R21)."""


@attr.s(
    auto_attribs=True, frozen=True, init=False, eq=False, repr=False, slots=True, weakref_slot=False
)
class City:
    """What one player has. The first six fields tell two cities apart; the rest follows from them.

    The masks have a bit for each number of the catalogue; the properties decode them.

    >>> from wonders_duel import Game
    >>> city = Game(seed=1, rules="first-game").state.cities[0]
    >>> city.coins, [wonder.id for wonder in city.unbuilt][:2]
    (7, ['the-great-lighthouse', 'the-pyramids'])
    """

    catalogue: Catalogue
    coins: int
    building_mask: int
    """The buildings, as bits."""
    token_mask: int
    """The progress tokens, as bits."""
    unbuilt_numbers: tuple[int, ...]
    """The unbuilt wonders, ascending."""
    built_codes: tuple[int, ...]
    """The constructed wonders, ascending: wonder times the number of buildings, plus the card under it."""
    production: int
    """What is produced, with choices, fixed prices and rebates, packed."""
    supply: int
    """Brown and grey symbols (R28), packed."""
    counts: int
    """Buildings by colour, packed."""
    science: int
    """Symbols and pairs, as bits."""
    perks: int
    """What changes later constructions, packed."""

    def thaw(self) -> CityDraft:
        """Give a mutable copy."""
        draft = CityDraft()
        draft.catalogue = self.catalogue
        draft.coins = self.coins
        draft.building_mask = self.building_mask
        draft.token_mask = self.token_mask
        draft.unbuilt_numbers = self.unbuilt_numbers
        draft.built_codes = self.built_codes
        draft.production = self.production
        draft.supply = self.supply
        draft.counts = self.counts
        draft.science = self.science
        draft.perks = self.perks
        return draft

    @classmethod
    def of(
        cls,
        catalogue: Catalogue,
        coins: int,
        building_mask: int = 0,
        token_mask: int = 0,
        unbuilt_numbers: tuple[int, ...] = (),
        built_codes: tuple[int, ...] = (),
    ) -> City:
        """Make a city out of what tells it apart from others.

        Args:
            catalogue: the cards.
            coins: from 0.
            building_mask: the buildings, as bits.
            token_mask: the progress tokens, as bits.
            unbuilt_numbers: the unbuilt wonders, ascending.
            built_codes: the constructed wonders, ascending.
        """
        tables = catalogue.tables
        draft = CityDraft()
        draft.catalogue = catalogue
        draft.coins = coins
        draft.building_mask = building_mask
        draft.token_mask = token_mask
        draft.unbuilt_numbers = unbuilt_numbers
        draft.built_codes = built_codes
        draft.production = draft.supply = draft.counts = draft.science = draft.perks = 0
        under = len(tables.buildings)
        entries = [tables.buildings[number] for number in bits(building_mask)]
        entries += [tables.wonders[code // under] for code in built_codes]
        entries += [tables.tokens[number] for number in bits(token_mask)]
        for entry in entries:
            draft.receive(entry)
        return draft.freeze()

    def _key(self) -> tuple[object, ...]:
        return (
            self.coins,
            self.building_mask,
            self.token_mask,
            self.unbuilt_numbers,
            self.built_codes,
        )

    def __eq__(self, other: object) -> bool:
        """Say whether the other holds the same."""
        if self is other:
            return True
        if not isinstance(other, City):
            return NotImplemented
        return (
            self.coins == other.coins
            and self.building_mask == other.building_mask
            and self.built_codes == other.built_codes
            and self.unbuilt_numbers == other.unbuilt_numbers
            and self.token_mask == other.token_mask
            and self.catalogue == other.catalogue
        )

    def __hash__(self) -> int:
        """Hash what tells cities apart."""
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by what tells cities apart."""
        return (City.of, (self.catalogue, *self._key()))

    def __copy__(self) -> Self:
        """Frozen: a copy is the city itself."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Frozen: a copy is the city itself."""
        return self

    @property
    def buildings(self) -> tuple[Building, ...]:
        """The buildings, in the order of the catalogue."""
        known = self.catalogue.building_list
        return tuple(known[number] for number in bits(self.building_mask))

    @property
    def tokens(self) -> tuple[ProgressToken, ...]:
        """The progress tokens, in the order of the catalogue."""
        known = self.catalogue.token_list
        return tuple(known[number] for number in bits(self.token_mask))

    @property
    def unbuilt(self) -> tuple[Wonder, ...]:
        """The wonders that can still be constructed."""
        known = self.catalogue.wonder_list
        return tuple(known[number] for number in self.unbuilt_numbers)

    @property
    def built(self) -> tuple[BuiltWonder, ...]:
        """The constructed wonders, each with the card under it."""
        buildings = self.catalogue.building_list
        wonders = self.catalogue.wonder_list
        pairs = (divmod(code, len(buildings)) for code in self.built_codes)
        return tuple(BuiltWonder(wonders[wonder], buildings[card]) for wonder, card in pairs)

    @property
    def buried_mask(self) -> int:
        """The cards under the constructed wonders, as bits."""
        buildings = len(self.catalogue.building_list)
        return sum(1 << code % buildings for code in self.built_codes)

    @property
    def symbols(self) -> tuple[ScienceSymbol, ...]:
        """The different scientific symbols (R67, R68)."""
        return tuple(symbol for number, symbol in enumerate(SYMBOLS) if self.science >> number & 1)

    def count(self, colour: Colour) -> int:
        """Count the buildings of a colour.

        Args:
            colour: the colour.

        Returns:
            How many there are, from 0.
        """
        return self.counts >> COUNT_SHIFT[colour] & COUNT_MASK

    def __repr__(self) -> str:
        """Give what the city holds, by ids."""
        parts = [f"coins={self.coins}"]
        for name, ids in (
            ("buildings", [card.id for card in self.buildings]),
            ("tokens", [card.id for card in self.tokens]),
            ("built", [f"{one.wonder.id} with {one.card.id}" for one in self.built]),
            ("unbuilt", [card.id for card in self.unbuilt]),
        ):
            if ids:
                parts.append(f"{name}={', '.join(ids)}")
        return f"<City {'; '.join(parts)}>"


class CityDraft:
    """The mutable twin of a city: the same slots."""

    __slots__ = tuple(field.name for field in attr.fields(City))

    catalogue: Catalogue
    coins: int
    building_mask: int
    token_mask: int
    unbuilt_numbers: tuple[int, ...]
    built_codes: tuple[int, ...]
    production: int
    supply: int
    counts: int
    science: int
    perks: int

    def receive(self, entry: Entry) -> int:
        """Add what a card contributes as long as it lies here; not the card itself.

        Args:
            entry: the card.

        Returns:
            How many pairs of scientific symbols it completes (R63, R65).
        """
        self.production += entry.production
        self.supply += entry.supply
        self.counts += entry.counts
        self.perks += entry.perks
        symbols = entry.symbols
        if not symbols:
            return 0
        pairs = symbols & self.science & ~(self.science >> len(SYMBOLS))
        self.science |= symbols | pairs << len(SYMBOLS)
        return pairs.bit_count()

    def lose(self, entry: Entry) -> None:
        """Take away a building and what it contributed (R31).

        Args:
            entry: a building of this city.
        """
        self.building_mask ^= entry.bit
        self.production -= entry.production
        self.supply -= entry.supply
        self.counts -= entry.counts
        self.perks -= entry.perks
        if entry.symbols:
            kept = City.of(
                self.catalogue,
                self.coins,
                self.building_mask,
                self.token_mask,
                self.unbuilt_numbers,
                self.built_codes,
            )
            self.science = kept.science

    def freeze(self) -> City:
        """Become the frozen city; the draft is not to be used any more."""
        self.__class__ = City  # type: ignore[assignment]  # the same slots
        return cast("City", self)


@attr.s(
    auto_attribs=True, frozen=True, init=False, eq=False, repr=False, slots=True, weakref_slot=False
)
class State:
    """A position: frozen, hashable, and the same for both players.

    Two positions that look the same are equal, so a state is its own key for a
    transposition table. It is made by :meth:`start`, by a ``Game``, by a
    ``Position`` typed in by hand, or from another state; moves and answers of
    chance give the next one and leave this one as it is.

    >>> from wonders_duel import Game
    >>> state = Game(seed=2015).state
    >>> state.phase, state.to_move, len(state.legal_moves)
    (<Phase.DRAFT: 'draft'>, <Player.ONE: 0>, 4)
    >>> after = state.apply(state.legal_moves[0])
    >>> after.to_move, state.to_move
    (<Player.TWO: 1>, <Player.ONE: 0>)
    """

    catalogue: Catalogue
    """The cards of the game."""
    rules: Rules
    """The rule options."""
    first_player: Player
    """Who began the game."""
    player: int
    """The seat that acts or whose action goes on; 0 when the game is over."""
    stage: int
    """The phase, as a number."""
    pending_codes: tuple[int, ...]
    """The choices still to be made this turn, in the order of R22."""
    extra_turn: bool
    """Whether the player plays again after this turn, as fixed when the wonder was built (R54, R56)."""
    age_number: int
    """The age, 1 to 3; 0 before Age I is dealt."""
    faces: tuple[int, ...]
    """What lies in each slot: the number of a building, or a code for a back or for nothing. Empty when all are gone."""
    left: int
    """The slots that hold a card, as bits; follows from ``faces``."""
    pawn: int
    """The conflict pawn, -9 to 9: positive on player two's side, so that player one leads."""
    military_mask: int
    """The military tokens still there: bits 0 and 1 on player one's side, 2 and 3 on player two's."""
    discard_mask: int
    """The discard pile, as bits."""
    offer_mask: int
    """The wonders, or the drawn progress tokens, to choose from, as bits."""
    board_mask: int
    """The progress tokens on the board, as bits."""
    cities: tuple[City, City]
    """The cities of players one and two."""

    # -- making states ------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        *,
        first_player: Player = Player.ONE,
        rules: Rules | None = None,
        catalogue: Catalogue | None = None,
    ) -> State:
        """Give the state before anything is dealt: it waits on the progress tokens.

        Args:
            first_player: who picks the first wonder and begins Age I (R2, R12).
            rules: the rule options; the defaults if left out.
            catalogue: the cards; the base game if left out.

        >>> State.start().phase
        <Phase.DEAL_TOKENS: 'deal-tokens'>
        """
        from wonders_duel.base_game import BASE_GAME  # noqa: PLC0415 - knows nothing of states
        from wonders_duel.rules import DEFAULT_RULES, STARTING_COINS  # noqa: PLC0415

        draft = StateDraft()
        draft.catalogue = catalogue or BASE_GAME
        draft.rules = rules or DEFAULT_RULES
        draft.first_player = Player(first_player)
        draft.player = draft.first_player.value
        draft.stage = DEAL_TOKENS
        draft.pending_codes = draft.faces = ()
        draft.extra_turn = False
        draft.age_number = draft.left = draft.pawn = 0
        draft.discard_mask = draft.offer_mask = draft.board_mask = 0
        draft.military_mask = 0b1111
        city = City.of(draft.catalogue, STARTING_COINS)
        draft.cities = (city, city)
        return draft.freeze()

    @classmethod
    def dealt(
        cls,
        deal: Deal,
        *,
        first_player: Player = Player.ONE,
        rules: Rules | None = None,
    ) -> State:
        """Give the first decision of a dealt game: where play-outs begin.

        The same as :meth:`start`, resolved by the deal, but faster.

        Args:
            deal: answers chance.
            first_player: who picks the first wonder and begins Age I.
            rules: the rule options; the defaults if left out.

        >>> from random import Random
        >>> from wonders_duel import Deal, Game
        >>> deal = Deal.random(Random(1))
        >>> State.dealt(deal) == Game.from_deal(deal).state
        True
        """
        draft = cls.start(first_player=first_player, rules=rules, catalogue=deal.catalogue).thaw()
        engine.set_up(draft, deal)
        return draft.freeze()

    def thaw(self) -> StateDraft:
        """Give a mutable copy, for the engine."""
        draft = StateDraft()
        draft.catalogue = self.catalogue
        draft.rules = self.rules
        draft.first_player = self.first_player
        draft.player = self.player
        draft.stage = self.stage
        draft.pending_codes = self.pending_codes
        draft.extra_turn = self.extra_turn
        draft.age_number = self.age_number
        draft.faces = self.faces
        draft.left = self.left
        draft.pawn = self.pawn
        draft.military_mask = self.military_mask
        draft.discard_mask = self.discard_mask
        draft.offer_mask = self.offer_mask
        draft.board_mask = self.board_mask
        draft.cities = self.cities
        return draft

    # -- what to do ---------------------------------------------------------------------------

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that the rules allow, in an order that depends on the position alone (R14).

        In a turn: constructions by slot, then discards, then wonders. None while
        the state waits on chance, and none when the game is over. The tuple is
        made anew each time: keep it if you need it twice.
        """
        return tuple(engine.legal_moves(self))

    def apply(self, move: Move) -> State:
        """Play a move.

        Args:
            move: a legal move.

        Returns:
            The state after it, which may wait on chance. This one stays as it is.

        Raises:
            IllegalMoveError: the move is not legal; the error carries every reason.
        """
        return engine.apply(self, move, None).freeze()

    def play(self, move: Move, deal: Deal) -> State:
        """Play a move and let a deal answer chance: what play-outs call.

        The same as :meth:`apply` followed by :meth:`resolve` with the deal's
        answers as long as the state waits on chance, but faster.

        Args:
            move: a legal move.
            deal: answers chance.

        Returns:
            The next state in which someone is to move, or the end.

        Raises:
            IllegalMoveError: the move is not legal; the error carries every reason.
        """
        return engine.apply(self, move, deal).freeze()

    def resolve(self, outcome: ChanceOutcome) -> State:
        """Let chance answer.

        Args:
            outcome: an answer of the kind that ``chance`` awaits.

        Returns:
            The state after it, which may wait on chance again.

        Raises:
            ChanceError: the state does not wait on chance, or not on this answer.
        """
        number, faces = answer(self, outcome)
        return engine.resolve(self, number, faces).freeze()

    def why_not(self, move: Move) -> tuple[Reason, ...]:
        """Say why a move is not legal.

        Args:
            move: any move.

        Returns:
            Every reason, each with its numbers; none if the move is legal.
        """
        return legality.why_not(self, move)

    def payment(self, move: Move, player: Player | None = None) -> PaymentPlan | None:
        """Say what a construction costs and why (R24 to R46).

        Args:
            move: any move.
            player: who would pay; the player to move if left out, or while
                nobody is to move the one whose turn it is.

        Returns:
            The plan, also for what cannot be afforded or is not accessible;
            ``None`` for a move that has no price.

        Raises:
            UnknownNameError: the move has cards that are not in this game.
        """
        return payment.plan(self, move, Player(self.player if player is None else player))

    def score(self) -> Score:
        """Count the points of both cities as if the game ended here (R79 to R82)."""
        return scoring.score(self)

    # -- what is seen -------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return PHASES[self.stage]

    @property
    def to_move(self) -> Player | None:
        """Who decides; ``None`` while the state waits on chance and when the game is over."""
        return _PLAYERS[self.player] if self.stage < DEAL_TOKENS else None

    @property
    def turn_of(self) -> Player | None:
        """Whose action goes on, also while chance is awaited; ``None`` when the game is over."""
        return _PLAYERS[self.player] if self.stage != OVER else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.stage == OVER

    @property
    def outcome(self) -> Outcome | None:
        """How the game was decided; ``None`` while it goes on."""
        return scoring.outcome(self) if self.stage == OVER else None

    @property
    def chance(self) -> Chance | None:
        """What chance has to answer; ``None`` where a player is to move and at the end."""
        return Chance(self) if DEAL_TOKENS <= self.stage < OVER else None

    @property
    def age(self) -> Age | None:
        """The age, or ``None`` before Age I is dealt."""
        return Age(self.age_number) if self.age_number else None

    @property
    def structure(self) -> Structure:
        """The cards that are laid out."""
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
                    building=known[face] if face >= 0 else None,
                    back=BACK_OF.get(face),
                    covered_by=tuple(over for over in covered_by if self.left >> over & 1),
                )
                for index, ((row, column), covered_by, face) in enumerate(
                    zip(layout.places, layout.covered_by, self.faces, strict=True)
                )
            ),
        )

    @property
    def accessible(self) -> tuple[Building, ...]:
        """The face-up cards that can be taken (R15), by slot."""
        if not self.faces:
            return ()
        table = self.catalogue.tables.structures[self.age_number - 1]
        known = self.catalogue.building_list
        faces = [self.faces[slot] for slot in table.accessible(self.left)]
        return tuple(known[face] for face in faces if face >= 0)

    @property
    def discard_pile(self) -> tuple[Building, ...]:
        """The discard pile, which everyone may look through (R51), in the order of the catalogue."""
        known = self.catalogue.building_list
        return tuple(known[number] for number in bits(self.discard_mask))

    @property
    def board_tokens(self) -> tuple[ProgressToken, ...]:
        """The progress tokens on the board."""
        known = self.catalogue.token_list
        return tuple(known[number] for number in bits(self.board_mask))

    @property
    def box_token_mask(self) -> int:
        """The progress tokens in the box, as bits: public by elimination (R4)."""
        one, two = self.cities
        seen = self.board_mask | one.token_mask | two.token_mask
        return self.catalogue.tables.all_tokens & ~seen

    @property
    def offered_wonders(self) -> tuple[Wonder, ...]:
        """The wonders to pick from in the draft."""
        if self.age_number:
            return ()
        known = self.catalogue.wonder_list
        return tuple(known[number] for number in bits(self.offer_mask))

    @property
    def offered_tokens(self) -> tuple[ProgressToken, ...]:
        """The progress tokens that were drawn from the box to choose from; forgotten afterwards (R60)."""
        if not self.age_number:
            return ()
        known = self.catalogue.token_list
        return tuple(known[number] for number in bits(self.offer_mask))

    @property
    def military_tokens(self) -> tuple[tuple[MilitaryToken, ...], tuple[MilitaryToken, ...]]:
        """The military tokens still there, on player one's and on player two's side."""
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
    def pending(self) -> tuple[Phase, ...]:
        """The choices still to be made this turn, the present one included, in their order."""
        return tuple(pending_phase(code) for code in self.pending_codes)

    # -- being a value ------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Say whether the other position looks the same."""
        if self is other:
            return True
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.faces == other.faces
            and self.stage == other.stage
            and self.player == other.player
            and self.pawn == other.pawn
            and self.discard_mask == other.discard_mask
            and self.cities == other.cities
            and self.age_number == other.age_number
            and self.military_mask == other.military_mask
            and self.board_mask == other.board_mask
            and self.offer_mask == other.offer_mask
            and self.pending_codes == other.pending_codes
            and self.extra_turn == other.extra_turn
            and self.first_player == other.first_player
            and self.rules == other.rules
            and self.catalogue == other.catalogue
        )

    def __hash__(self) -> int:
        """Hash what tells positions apart; leaves out what a game never changes."""
        one, two = self.cities
        return hash(
            (
                self.faces,
                self.stage,
                self.player,
                self.pawn,
                self.military_mask,
                self.discard_mask,
                self.offer_mask,
                self.board_mask,
                self.pending_codes,
                self.extra_turn,
                self.age_number,
                one.coins,
                one.building_mask,
                one.token_mask,
                one.unbuilt_numbers,
                one.built_codes,
                two.coins,
                two.building_mask,
                two.token_mask,
                two.unbuilt_numbers,
                two.built_codes,
            )
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the fields."""
        values = tuple(getattr(self, name) for name in StateDraft.__slots__)
        return (_state, values)

    def __copy__(self) -> Self:
        """Frozen: a copy is the state itself."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Frozen: a copy is the state itself."""
        return self

    def __repr__(self) -> str:
        """Give a short summary; it never computes moves."""
        parts = [str(self.phase)]
        if self.age is not None:
            parts.append(f"age {self.age}, {self.left.bit_count()} cards left")
        if self.turn_of is not None:
            parts.append(f"player {self.turn_of}")
        one, two = self.cities
        parts += [
            f"pawn {self.pawn:+d}" if self.pawn else "pawn 0",
            f"coins {one.coins}-{two.coins}",
        ]
        return f"<State {'; '.join(parts)}>"


class StateDraft:
    """The mutable twin of a state: the same slots."""

    __slots__ = tuple(field.name for field in attr.fields(State))

    catalogue: Catalogue
    rules: Rules
    first_player: Player
    player: int
    stage: int
    pending_codes: tuple[int, ...]
    extra_turn: bool
    age_number: int
    faces: tuple[int, ...]
    left: int
    pawn: int
    military_mask: int
    discard_mask: int
    offer_mask: int
    board_mask: int
    cities: tuple[City, City]

    def freeze(self) -> State:
        """Become the frozen state; the draft is not to be used any more."""
        self.__class__ = State  # type: ignore[assignment]  # the same slots
        return cast("State", self)

    def seen(self, mine: CityDraft, theirs: City) -> State:
        """Give a frozen copy for an effect to look at.

        Args:
            mine: the city of the player who acts.
            theirs: the other city.
        """
        copy = State.thaw(cast("State", self))
        own = City.thaw(cast("City", mine)).freeze()
        copy.cities = (theirs, own) if self.player else (own, theirs)
        return copy.freeze()


def _state(*values: object) -> State:
    """Unpickle."""
    draft = StateDraft()
    for name, value in zip(StateDraft.__slots__, values, strict=True):
        setattr(draft, name, value)
    return draft.freeze()
