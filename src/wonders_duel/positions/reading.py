"""Reads a ``Position`` into a draft, and checks names, types and ranges (DESIGN D9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, cast

from wonders_duel.cards import CAPITAL, MILITARY_TOKENS, CardKind
from wonders_duel.catalogues import Catalogue
from wonders_duel.engine.slots import GONE, HIDDEN
from wonders_duel.enums import Age, Back, Colour, Phase, Player, seat
from wonders_duel.errors import NotationError, RuleOptionError, UnknownNameError
from wonders_duel.positions.sketch import CitySketch, Sketch
from wonders_duel.rules import MOST_COINS, as_rules
from wonders_duel.support.arguments import expect, is_within
from wonders_duel.support.phrases import counted, one_of, shown

if TYPE_CHECKING:
    from wonders_duel.position import Pending, Position

__all__ = ["read_position"]

_CITY_FIELDS = ("coins", "buildings", "tokens", "unbuilt", "built")


def read_position(position: Position) -> Sketch:
    """Read a position and note the problems of its fields.

    Args:
        position: the position.

    Returns:
        The draft, not yet checked as a whole.

    Raises:
        WrongTypeError: the catalogue of the position is not a catalogue.
    """
    expect(position.catalogue, Catalogue, "a Catalogue")
    return _Reader(position).sketch


def is_list(value: object) -> bool:
    """Return whether a value can be iterated repeatedly, and is not a text.

    An iterator would be exhausted by ``problems()`` and empty for ``state()``.
    """
    return isinstance(value, Iterable) and not isinstance(value, (str, Iterator))


def _named(value: object) -> int:
    """Return a value if it can name an enum member; ``True`` and 1.0 cannot."""
    is_name = isinstance(value, (int, str)) and not isinstance(value, bool)
    return cast("int", value if is_name else "")  # the look-up accepts words too


class _Reader:
    """Reads a position field by field."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.catalogue = position.catalogue
        self.sketch = Sketch(position.catalogue)
        self._plain_fields()
        self._cities()
        self._structure()
        self.sketch.discard = self._numbers(
            position.discard_pile, "building", "in the discard pile", "discard_pile"
        )
        self.sketch.board = self._numbers(
            position.board_tokens, "progress token", "on the board", "board_tokens"
        )
        kind: CardKind = "progress token" if self.sketch.age_number else "wonder"
        self.sketch.offer = self._numbers(position.offer, kind, "on offer", "offer")
        self._phase()

    def _number(self, thing: object, kind: CardKind, place: str, *path: str | int) -> int | None:
        name = thing if isinstance(thing, str) else getattr(thing, "id", None)
        if isinstance(name, str):
            try:
                return self.catalogue.find_number(kind, name)
            except NotationError as error:
                problem = str(error)
        else:
            problem = f"expected a {kind.split()[-1]} or its id, got {shown(thing)}"
        self.sketch.note(f"{place}: {problem}", *path)
        self.sketch.has_unresolved_cards = True
        return None

    def _numbers(
        self, things: Iterable[object], kind: CardKind, place: str, *path: str | int
    ) -> list[int | None]:
        if not is_list(things):
            self.sketch.note(f"{place}: expected a list, got {shown(things)}", *path)
            self.sketch.has_unresolved_cards = True
            return []
        return [
            self._number(thing, kind, place, *path, index) for index, thing in enumerate(things)
        ]

    def _player(self, value: object, what: str) -> Player:
        try:
            return seat(_named(value))
        except UnknownNameError:
            message = f"{what} is {shown(value)}; expected Player.ONE or Player.TWO"
            self.sketch.note(message, what)
            return Player.ONE

    def _plain_fields(self) -> None:
        position, sketch = self.position, self.sketch
        try:
            sketch.rules = as_rules(position.rules)
        except RuleOptionError as error:
            sketch.note(str(error), "rules")
        sketch.first_player = self._player(position.first_player, "first_player")
        sketch.player = self._player(position.to_move, "to_move").value
        if isinstance(position.extra_turn, bool):
            sketch.extra_turn = position.extra_turn
        else:
            message = f"extra_turn is {shown(position.extra_turn)}; expected True or False"
            sketch.note(message, "extra_turn")
        if is_within(position.pawn, -CAPITAL, CAPITAL):
            sketch.pawn = position.pawn
        else:
            pawn = shown(position.pawn)
            message = f"the conflict pawn is at {pawn}; expected -{CAPITAL} to {CAPITAL}"
            sketch.note(message, "pawn")
        self._military_tokens()
        try:
            sketch.age_number = 0 if position.age is None else Age(_named(position.age)).value
        except ValueError:
            sketch.note(f"the age is {shown(position.age)}; expected 1, 2, 3 or None", "age")
            sketch.has_unresolved_cards = True

    def _military_tokens(self) -> None:
        given, note = self.position.military_tokens, self.sketch.note
        mask = 0
        coins_of = [token.coins for token in MILITARY_TOKENS]
        sides = tuple(given) if is_list(given) else ()
        if len(sides) != len(Player):
            message = f"military_tokens has {counted(len(sides), 'side')}; expected {len(Player)}"
            note(message, "military_tokens")
            sides = ((), ())
        for player, side in zip(Player, sides, strict=True):
            path = ("military_tokens", player.value)
            if not is_list(side):
                note(f"military_tokens: expected a list, got {shown(side)}", *path)
                continue
            for index, coins in enumerate(side):
                if not is_within(coins, min(coins_of), max(coins_of)) or coins not in coins_of:
                    message = f"unknown military token of {shown(coins)} coins; expected 2 or 5"
                    note(message, *path, index)
                    continue
                bit = 1 << (len(MILITARY_TOKENS) * player + coins_of.index(coins))
                if mask & bit:
                    message = f"duplicate military token of {coins} coins for player {player}"
                    note(message, *path, index)
                mask |= bit
        self.sketch.military_mask = mask

    def _cities(self) -> None:
        cities = self.position.cities
        given = tuple(cities) if is_list(cities) else ()
        if len(given) != len(Player) or not all(hasattr(c, f) for c in given for f in _CITY_FIELDS):
            self.sketch.note(
                f"cities: expected a pair of CityPosition, got {shown(cities)}", "cities"
            )
            self.sketch.has_unresolved_cards = True
            return
        for player, city, made in zip(Player, given, self.sketch.cities, strict=True):
            where = f"in the city of player {player}"
            path = ("cities", player.value)
            if is_within(city.coins, 0, MOST_COINS):
                made.coins = city.coins
            else:
                coins = shown(city.coins)
                message = f"player {player} has {coins} coins; expected 0 to {MOST_COINS}"
                self.sketch.note(message, *path, "coins")
            made.buildings = self._numbers(city.buildings, "building", where, *path, "buildings")
            made.tokens = self._numbers(city.tokens, "progress token", where, *path, "tokens")
            unbuilt = f"{where}, unbuilt"
            made.unbuilt = self._numbers(city.unbuilt, "wonder", unbuilt, *path, "unbuilt")
            self._built(player, made, city.built)

    def _built(self, player: Player, city: CitySketch, built: object) -> None:
        where = f"in the city of player {player}, built"
        path = ("cities", player.value, "built")
        if not isinstance(built, Mapping):
            self.sketch.note(f"{where}: expected a mapping of wonders to cards", *path)
            self.sketch.has_unresolved_cards = True
            return
        for index, (wonder, card) in enumerate(built.items()):
            city.built.append(self._number(wonder, "wonder", where, *path, index))
            under = f"under a wonder of player {player}"
            city.under.append(self._number(card, "building", under, *path, index))

    def _structure(self) -> None:
        sketch = self.sketch
        if not sketch.age_number:
            if self.position.structure:
                sketch.note("a structure is given, but no age", "structure")
            return
        size = self.catalogue.tables.structures[sketch.age_number - 1].size
        sketch.faces = [self._face(slot, card) for slot, card in enumerate(self._slots(size))]

    def _slots(self, size: int) -> list[object]:
        given, note = self.position.structure, self.sketch.note
        empty: list[object] = [None] * size
        if isinstance(given, Mapping):
            slots = list(empty)
            for slot, card in given.items():
                if is_within(slot, 0, size - 1):
                    slots[slot] = card
                else:
                    note(f"unknown slot {shown(slot)}; expected 0 to {size - 1}", "structure")
            return slots
        if not is_list(given):
            note(f"structure: expected a list, got {shown(given)}", "structure")
            self.sketch.has_unresolved_cards = True
            return empty
        slots = list(given)
        if slots and len(slots) != size:
            message = f"the structure has {counted(len(slots), 'slot')}; expected {size}"
            note(message, "structure")
            self.sketch.has_unresolved_cards = True
            return empty
        return slots or empty

    def _face(self, slot: int, card: object) -> int:
        if card is None:
            return GONE
        if isinstance(card, Back) or (
            isinstance(card, str) and card in {*Back} and card not in self.catalogue.buildings
        ):
            return HIDDEN[Back(card)]
        number = self._number(card, "building", f"in slot {slot}", "structure", slot)
        return GONE if number is None else number

    def _phase(self) -> None:
        pending, given = self.position.pending, self.position.phase
        if not is_list(pending):
            self.sketch.note(f"pending: expected a list, got {shown(pending)}", "pending")
            self.sketch.has_unresolved_cards = True
            pending = ()
        for index, choice in enumerate(pending):
            code = self._pending_code(choice, index)
            if code is None:
                self.sketch.has_unresolved_cards = True
            else:
                self.sketch.pending.append(code)
        if given is not None:
            try:
                self.sketch.phase = Phase(given)
            except ValueError:
                message = f"unknown phase {shown(given)}; expected {one_of(Phase)}"
                self.sketch.note(message, "phase")

    def _custom_choice(self, word: object, index: int) -> int | None:
        """Return the code of a choice that a custom card brings."""
        for code, one in enumerate(self.sketch.tables.pending):
            if one.phase == Phase.CHOICE and one.word == word:
                return code
        words = one_of(self.sketch.tables.card_choices)
        message = (
            f"unknown choice {shown(word)}; expected {words}: Pending(Phase.CHOICE, choice=...)"
        )
        self.sketch.note(message, "pending", index)
        return None

    def _pending_code(self, choice: Pending | Phase, index: int) -> int | None:
        phase = choice if isinstance(choice, str) else getattr(choice, "phase", choice)
        colour = getattr(choice, "colour", None)
        note = self.sketch.note
        choices = self.sketch.tables.pending
        phases = list(dict.fromkeys(one.phase for one in choices))
        if not isinstance(phase, str) or phase not in phases:
            given = phase if isinstance(phase, Phase) else shown(phase)
            message = f"unknown pending choice {given}; expected {one_of(phases)}"
            note(message, "pending", index)
            return None
        if phase == Phase.CHOICE:
            return self._custom_choice(getattr(choice, "choice", None), index)
        if phase != Phase.DESTROY:
            colour = None
        elif not isinstance(colour, Colour):
            message = "missing colour of a destruction: Pending(Phase.DESTROY, Colour.BROWN)"
            note(message, "pending", index)
            return None
        return next(
            code for code, one in enumerate(choices) if one.phase == phase and one.colour is colour
        )
