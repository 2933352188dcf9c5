"""The mutable copy of a state that the engine changes.

To make the next state, the engine *thaws* a state into a ``StateDraft`` and *freezes* that without
another copy. In the pure build, freezing assigns the frozen class, which has the same slots, to the
draft. In the compiled build, the draft is a ``State`` from the start: it is frozen for Python code,
but compiled code that treats it as a ``StateDraft`` can still store its fields. Cities work in the
same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import attr

from wonders_duel.build import is_compiled, later, mypyc_attr
from wonders_duel.engine.bitfields import WORD, halves
from wonders_duel.engine.city import City, CityDraft
from wonders_duel.engine.phases import BEGIN, TURN
from wonders_duel.engine.slots import GONE, NOTHING_UNCOVERED, Uncovered
from wonders_duel.engine.tables import Tables
from wonders_duel.enums import Player
from wonders_duel.rules import Rules

if TYPE_CHECKING:
    # Compiled code creates states without importing the class.
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.state import State

globals()["Catalogue"] = later("wonders_duel.catalogues", "Catalogue")
globals()["State"] = later("wonders_duel.state", "State")

__all__ = ["StateDraft"]

frozen_class: type | None = None
"""The class ``State``, which is defined above this module and sets itself here; for the pure build."""

_COMPILED: Final = is_compiled
_PLAYERS: Final = tuple(Player)
_ONE: Final = 0b01
_TWO: Final = 0b10
TO_CITIES: Final = 0b11
# The other bits of ``opened`` say which slots have to be emptied in ``faces``, which is done when a
# draft is frozen, since play-outs never look at these slots: whether cards have left several slots;
# or, above that, the number of the only card that has left one, plus 1. In the pure build, noting
# this takes as long as emptying a slot, so it is done at once if a card is taken.
SEVERAL_TAKEN: Final = 0b100
TAKEN_SHIFT: Final = 3


@mypyc_attr(acyclic=True, free_list_len=1)
@attr.s(
    auto_attribs=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class StateDraft:
    """A mutable state for the engine; ``State`` is the frozen class with the same fields.

    The methods that list all fields are generated from this list: ``python -m tools.fields``.
    """

    # -- constant during a game -------------------------------------------------------------------

    tables: Tables
    """The lookup tables of the catalogue."""
    rules: Rules
    """The rule options."""
    first_seat: int
    """The number of the first player of the game."""

    # -- contents ---------------------------------------------------------------------------------
    # Equality compares them in this order: first those that differ most often.

    faces: bytes
    """A byte for each slot: the number of a building, or a code for a back or an empty slot.

    Empty when no card is left.
    """
    phase_number: int
    """The phase, as a number."""
    player: int
    """The seat whose turn it is, even while the state waits for chance; 0 when the game is over."""
    pawn: int
    """The position of the conflict pawn, -9 to 9; positive if player one leads."""
    discard_low: int
    """The first 62 buildings of the catalogue in the discard pile, as bits."""
    discard_high: int
    """The other buildings in the discard pile, as bits."""
    one: CityDraft
    """The city of player one."""
    two: CityDraft
    """The city of player two."""
    age_number: int
    """The age, 1 to 3; 0 before Age I is dealt."""
    military_mask: int
    """The military tokens left: bits 0 and 1 on player one's side, 2 and 3 on player two's."""
    board_mask: int
    """The progress tokens on the board, as bits."""
    offer_mask: int
    """The wonders or the drawn progress tokens on offer, as bits."""
    pending_codes: tuple[int, ...]
    """The choices that remain in this turn, in the order of R22."""
    extra_turn: bool
    """Whether the player has an extra turn, as fixed when the wonder was built (R54, R56)."""

    # -- computed from the contents ---------------------------------------------------------------

    opened: int
    """The cities that may be changed, as bits, and the slots to empty: 0 in a state."""
    uncovered: Uncovered
    """The slots that have a card, and those of them that are uncovered; computed from ``faces``."""

    # [[[cog fields.thaw("State") ]]]
    def thaw(self) -> StateDraft:
        """Return a copy that the engine may change."""
        if _COMPILED:
            return State(
                self.tables,
                self.rules,
                self.first_seat,
                self.faces,
                self.phase_number,
                self.player,
                self.pawn,
                self.discard_low,
                self.discard_high,
                self.one,
                self.two,
                self.age_number,
                self.military_mask,
                self.board_mask,
                self.offer_mask,
                self.pending_codes,
                self.extra_turn,
                self.opened,
                self.uncovered,
            )
        draft = StateDraft()
        draft.tables = self.tables
        draft.rules = self.rules
        draft.first_seat = self.first_seat
        draft.faces = self.faces
        draft.phase_number = self.phase_number
        draft.player = self.player
        draft.pawn = self.pawn
        draft.discard_low = self.discard_low
        draft.discard_high = self.discard_high
        draft.one = self.one
        draft.two = self.two
        draft.age_number = self.age_number
        draft.military_mask = self.military_mask
        draft.board_mask = self.board_mask
        draft.offer_mask = self.offer_mask
        draft.pending_codes = self.pending_codes
        draft.extra_turn = self.extra_turn
        draft.opened = self.opened
        draft.uncovered = self.uncovered
        return draft

    # [[[end]]]

    # [[[cog fields.of("State", "StateDraft") ]]]
    @classmethod
    def of(
        cls,
        catalogue: Catalogue,
        rules: Rules,
        first_player: Player,
        faces: bytes,
        phase_number: int,
        player: int,
        pawn: int,
        discard_mask: int,
        cities: tuple[City, City],
        age_number: int,
        military_mask: int,
        board_mask: int,
        offer_mask: int,
        pending_codes: tuple[int, ...],
        extra_turn: bool,  # noqa: FBT001 - one of the fields
    ) -> StateDraft:
        """Return a draft with these fields, and compute the others.

        Args:
            catalogue: the cards of the game.
            rules: the rule options.
            first_player: the first player of the game.
            faces: a byte for each slot.
            phase_number: the phase, as a number.
            player: the seat whose turn it is, even while the state waits for chance.
            pawn: the position of the conflict pawn, -9 to 9.
            discard_mask: the discard pile, as bits.
            cities: the cities of players one and two.
            age_number: the age, 1 to 3.
            military_mask: the military tokens left.
            board_mask: the progress tokens on the board, as bits.
            offer_mask: the wonders or the drawn progress tokens on offer, as bits.
            pending_codes: the choices that remain in this turn.
            extra_turn: whether the player has an extra turn.
        """
        draft = StateDraft()
        draft.tables = catalogue.tables
        draft.rules = rules
        draft.first_seat = first_player.value
        draft.faces = faces
        draft.phase_number = phase_number
        draft.player = player
        draft.pawn = pawn
        draft.discard_low, draft.discard_high = halves(discard_mask)
        draft.one, draft.two = cities
        draft.age_number = age_number
        draft.military_mask = military_mask
        draft.board_mask = board_mask
        draft.offer_mask = offer_mask
        draft.pending_codes = pending_codes
        draft.extra_turn = extra_turn
        # [[[end]]]
        left = sum(1 << slot for slot, face in enumerate(faces) if face != GONE)
        draft.uncovered = NOTHING_UNCOVERED
        if left:
            draft.uncovered = draft.tables.structures[age_number - 1].uncovered(left)
        draft.opened = 0
        return draft

    def city(self, seat: int) -> CityDraft:
        """Return the city of a player to change it; the first time, it is copied.

        Args:
            seat: the number of the player.
        """
        opened = self.opened
        if seat:
            if not opened & _TWO:
                self.opened = opened | _TWO
                self.two = self.two.thaw()
            return self.two
        if not opened & _ONE:
            self.opened = opened | _ONE
            self.one = self.one.thaw()
        return self.one

    @property
    def first_player(self) -> Player:
        """The first player of the game."""
        return _PLAYERS[self.first_seat]

    @property
    def left(self) -> int:
        """The slots that have a card, as bits."""
        return self.uncovered.left

    @property
    def discard_mask(self) -> int:
        """The discard pile, as bits."""
        return self.discard_low | self.discard_high << WORD

    @property
    def cities(self) -> tuple[City, City]:
        """The cities of players one and two."""
        return cast("City", self.one), cast("City", self.two)

    def freeze(self) -> State:
        """Turn this draft and its cities into the frozen state."""
        changed = self.opened
        if changed:
            # Compiled, the cities are frozen from the start.
            if not _COMPILED and changed & _ONE:
                self.one = self.one.freeze()
            if not _COMPILED and changed & _TWO:
                self.two = self.two.freeze()
            if changed & SEVERAL_TAKEN:
                self._empty_slots()
            elif _COMPILED and changed > TO_CITIES:  # compiled only
                # A building is in at most one slot.
                removal = self.tables.removals[(changed >> TAKEN_SHIFT) - 1]
                self.faces = self.faces.translate(removal)
            self.opened = 0
        if _COMPILED:
            if not isinstance(self, State):  # a new one, or one that interpreted code made
                return cast("State", self.thaw())
            return self
        self.__class__ = frozen_class  # type: ignore[assignment] # the same slots
        return self  # type: ignore[return-value] # without a call

    def _empty_slots(self) -> None:
        """Empty the slots of all cards that have been taken."""
        left = self.left
        self.faces = bytes(
            [face if left >> slot & 1 else GONE for slot, face in enumerate(self.faces)]
        )

    def seen(self, phase_number: int | None = None) -> State:
        """Return a frozen copy to pass to the effects of cards.

        Args:
            phase_number: the phase of the copy; that of this draft if left out.
        """
        copy = self.thaw()
        if self.opened:
            copy.one = self.one.thaw().freeze()
            copy.two = self.two.thaw().freeze()
            copy.opened &= ~TO_CITIES
        if phase_number is not None:
            copy.phase_number = phase_number
        elif TURN < copy.phase_number < BEGIN and not self._awaits_choice():
            copy.phase_number = TURN  # the choice of this phase is being carried out
        return copy.freeze()

    def _awaits_choice(self) -> bool:
        """Return whether the first pending choice is one of the phase."""
        pending = self.pending_codes
        return (
            len(pending) > 0 and self.tables.pending[pending[0]].phase_number == self.phase_number
        )
