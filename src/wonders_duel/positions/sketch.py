"""An unvalidated position as plain numbers, and the checks that turn it into a state (DESIGN D9).

The readers (``reading`` for ``Position``, ``text.state_parser`` for texts) fill a
``Sketch`` with numbers and note the values that they could not read.
:meth:`Sketch.draft` then checks that everything is consistent: the structure,
duplicates, the number of cards of each age, and the phase. Each problem has the path of
its field, so that a reader can report its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from wonders_duel.catalogues import Catalogue
from wonders_duel.engine.bitfields import bits, mask_of, present
from wonders_duel.engine.city import City
from wonders_duel.engine.phases import DRAFT
from wonders_duel.engine.slots import BACK_OF, FIRST_BACK, GONE, HIDDEN
from wonders_duel.engine.state_draft import StateDraft
from wonders_duel.engine.tables import Tables
from wonders_duel.enums import AGE_BACKS, Age, Back, Phase, Player
from wonders_duel.positions.count_check import check_counts
from wonders_duel.positions.phase_check import check_phase
from wonders_duel.rules import (
    BOARD_TOKENS,
    DEFAULT_RULES,
    DRAFT_GROUP,
    WONDER_LIMIT,
)
from wonders_duel.support.phrases import listed

__all__ = ["CitySketch", "FieldPath", "Problem", "Sketch"]

_PLAYERS = tuple(Player)

_MOST_PLACES: Final = 5
"""The maximum number of places that a message names."""

FieldPath = tuple[str | int, ...]
"""The path of a value in a position: names of fields and indexes."""


@attrs.frozen
class Problem:
    """An error message, and the path of the field that is wrong."""

    message: str
    path: FieldPath


class CitySketch:
    """The cards of a city as catalogue numbers; ``None`` for a card that could not be read."""

    def __init__(self) -> None:
        """Start empty."""
        self.coins = 0
        self.buildings: list[int | None] = []
        self.tokens: list[int | None] = []
        self.unbuilt: list[int | None] = []
        self.built: list[int | None] = []
        self.under: list[int | None] = []
        """The building card under each wonder in ``built``."""


class Sketch:
    """The numbers of an unvalidated position, and the problems found in it."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Start with the default values of a position."""
        self.catalogue = catalogue
        self.tables: Tables = catalogue.tables
        self.problems: list[Problem] = []
        self.has_unresolved_cards = False
        """Whether a value could not be read, so that checks which need every card are skipped."""
        self.rules = DEFAULT_RULES
        self.first_player = Player.ONE
        self.player = 0
        self.phase: Phase | None = None
        """The phase; derived from the rest if it is ``None``."""
        self.pending: list[int] = []
        self.extra_turn = False
        self.age_number = 0
        self.faces: list[int] = []
        """The face in each slot, as in a state; empty if no card is left."""
        self.pawn = 0
        self.military_mask = 0b1111
        self.discard: list[int | None] = []
        self.board: list[int | None] = []
        self.offer: list[int | None] = []
        """Wonders before Age I, progress tokens from then on."""
        self.cities: tuple[CitySketch, CitySketch] = (CitySketch(), CitySketch())

    def note(self, message: str, *path: str | int) -> None:
        """Note a problem.

        Args:
            message: a description of the problem.
            path: the path of the field that is wrong.
        """
        self.problems.append(Problem(message, path))

    def draft(self) -> StateDraft:
        """Check everything and return the state, ready to be frozen if there is no problem."""
        one, two = self.cities
        draft = StateDraft.of(
            catalogue=self.catalogue,
            rules=self.rules,
            first_player=self.first_player,
            faces=self._faces(),
            phase_number=DRAFT,  # until it is checked below
            player=self.player,
            pawn=self.pawn,
            discard_mask=mask_of(self.discard),
            cities=(self._city(0, one), self._city(1, two)),
            age_number=self.age_number,
            military_mask=self.military_mask,
            board_mask=mask_of(self.board),
            offer_mask=mask_of(self.offer),
            pending_codes=tuple(self.pending),
            extra_turn=self.extra_turn,
        )
        self._check_wonders(draft)
        self._check_structure(draft.left)
        if len(self.board) > BOARD_TOKENS:
            message = (
                f"{len(self.board)} progress tokens on the board; expected at most {BOARD_TOKENS}"
            )
            self.note(message, "board_tokens")
        self._check_duplicates()
        if not self.has_unresolved_cards:
            check_counts(self, draft)
        check_phase(self, draft)
        return draft

    # -- the cities and the structure ---------------------------------------------------------

    def _city(self, number: int, city: CitySketch) -> City:
        buildings = len(self.tables.buildings)
        codes = [
            wonder * buildings + card
            for wonder, card in zip(city.built, city.under, strict=True)
            if wonder is not None and card is not None
        ]
        unbuilt = sorted(set(present(city.unbuilt)))
        wonders = len(city.unbuilt) + len(city.built)
        if wonders > DRAFT_GROUP:
            player = _PLAYERS[number]
            message = f"player {player} has {wonders} wonders; expected at most {DRAFT_GROUP}"
            self.note(message, "cities", number, "unbuilt" if city.unbuilt else "built")
        return City.of(
            self.catalogue,
            city.coins,
            mask_of(city.buildings),
            mask_of(city.tokens),
            tuple(unbuilt),
            tuple(sorted(codes)),
        )

    def _check_wonders(self, draft: StateDraft) -> None:
        one, two = draft.cities
        built = len(one.built_codes) + len(two.built_codes)
        if built > WONDER_LIMIT:
            message = f"{built} wonders are constructed; expected at most {WONDER_LIMIT}"
            self.note(message, "cities", 1, "built")
        elif built == WONDER_LIMIT and (one.unbuilt_numbers or two.unbuilt_numbers):
            message = f"{WONDER_LIMIT} wonders are constructed, so the unbuilt one has left the game (R53)"
            self.note(message, "cities", 0 if one.unbuilt_numbers else 1, "unbuilt")

    def _faces(self) -> bytes:
        """Return the faces as in a state: empty if no card is left."""
        if not self.age_number or all(face == GONE for face in self.faces):
            return b""
        return bytes(self.faces)

    def _check_structure(self, left: int) -> None:
        faces = self.faces
        if not self.age_number or not faces:
            return
        table = self.tables.structures[self.age_number - 1]
        known = self.tables.buildings
        own = HIDDEN[AGE_BACKS[self.age_number - 1]]
        guild = HIDDEN[Back.GUILD] if self.age_number == Age.III else own
        for slot, (face, over, up) in enumerate(
            zip(faces, table.covers, table.face_up, strict=True)
        ):
            if face == GONE:
                # A custom choice may take a covered card.
                if left & over and not self.has_unresolved_cards and not self.tables.card_choices:
                    above = bits(left & over)
                    covers = "slot {} still covers" if len(above) == 1 else "slots {} still cover"
                    message = f"slot {slot} is empty, but {covers.format(listed(above))} it"
                    self.note(message, "structure", slot)
                continue
            back = face if face >= FIRST_BACK else known[face].back_code
            if back not in (own, guild):
                self._note_wrong_age(slot, face)
            if face >= FIRST_BACK:
                if up:
                    message = f"slot {slot} shows its back, but it is dealt face up"
                    self.note(message, "structure", slot)
            elif not up and left & over:
                message = f"slot {slot} is face up, but it is dealt face down and still covered"
                self.note(message, "structure", slot)

    def _note_wrong_age(self, slot: int, face: int) -> None:
        """Note a card or a back that does not belong to the age."""
        age = Age(self.age_number)
        if face >= FIRST_BACK:
            message = f"slot {slot} shows the back {BACK_OF[face]} in age {age}"
        else:
            card = self.catalogue.building_list[face]
            message = f"{card.id} in slot {slot} is a card of age {card.age}, not of age {age}"
        self.note(message, "structure", slot)

    # -- duplicates ---------------------------------------------------------------------------

    def _check_duplicates(self) -> None:
        """Note cards that are in several places; a fast count shows if there are any."""
        one, two = self.cities
        wonders = [*one.unbuilt, *one.built, *two.unbuilt, *two.built]
        tokens = [*one.tokens, *two.tokens, *self.board]
        if self.age_number:
            tokens += self.offer
        else:
            wonders += self.offer
        buildings: list[int | None] = [
            *(face for face in self.faces if face < FIRST_BACK),
            *self.discard,
            *(*one.buildings, *one.under, *two.buildings, *two.under),
        ]
        for numbers in (buildings, wonders, tokens):
            there = present(numbers)
            if len(set(there)) < len(there):
                self._note_duplicates()
                return

    def _note_duplicates(self) -> None:
        found: dict[str, list[tuple[str, FieldPath]]] = {}
        for card, place, path in self.places():
            found.setdefault(card, []).append((place, path))
        for card, places in found.items():
            if len(places) > 1:
                where = " and ".join(place for place, _ in places[:_MOST_PLACES])
                if len(places) > _MOST_PLACES:
                    where += f" and {len(places) - _MOST_PLACES} more"
                self.note(f"duplicate {card}: {where}", *places[-1][1])

    def places(self) -> Iterator[tuple[str, str, FieldPath]]:
        """Yield the id of every placed card, its place in words, and its path."""
        buildings = self.catalogue.building_list
        wonders = self.catalogue.wonder_list
        tokens = self.catalogue.token_list
        for number, city in enumerate(self.cities):
            player = _PLAYERS[number]
            where = f"in the city of player {player}"
            for cards, numbers, field, place in (
                (buildings, city.buildings, "buildings", where),
                (tokens, city.tokens, "tokens", where),
                (wonders, city.unbuilt, "unbuilt", f"{where}, unbuilt"),
                (wonders, city.built, "built", f"{where}, built"),
                (buildings, city.under, "built", f"under a wonder of player {player}"),
            ):
                for index, card in enumerate(numbers):
                    if card is not None:
                        yield cards[card].id, place, ("cities", number, field, index)
        for slot, face in enumerate(self.faces):
            if face < FIRST_BACK:
                yield buildings[face].id, f"in slot {slot}", ("structure", slot)
        for cards, numbers, field, place in (
            (buildings, self.discard, "discard_pile", "in the discard pile"),
            (tokens, self.board, "board_tokens", "on the board"),
            (tokens if self.age_number else wonders, self.offer, "offer", "on offer"),
        ):
            for index, card in enumerate(numbers):
                if card is not None:
                    yield cards[card].id, place, (field, index)
