"""Packed rows back into states, which shows that a row has everything that both players can see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from wonders_duel.cards import CAPITAL, MILITARY_TOKENS, Building
from wonders_duel.engine.bitfields import bits
from wonders_duel.enums import Age, Back, Phase, Player
from wonders_duel.errors import LearningError
from wonders_duel.learn.rows import BYTE, RULE_OPTIONS
from wonders_duel.position import CityPosition, Position, pending_of
from wonders_duel.rules import Rules, as_rules

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.learn.layout import Layout
    from wonders_duel.state import State

__all__ = ["decoded"]

_BACKS = tuple(Back)
_T = TypeVar("_T")


class _Row:
    """The columns of a packed row by block."""

    def __init__(self, packed: bytes, layout: Layout) -> None:
        self._bits = int.from_bytes(packed[: layout.bits // BYTE], "little")
        self._counts = packed[layout.bits // BYTE :]
        self._layout = layout

    def mask(self, name: str) -> int:
        """Return the bits of a block as one number."""
        block = self._layout[name]
        return self._bits >> block.start & (1 << block.size) - 1

    def numbers(self, name: str) -> list[int]:
        """Return the places of the bits of a block that are set."""
        return bits(self.mask(name))

    def place(self, name: str) -> int:
        """Return the place of the only bit of a block."""
        found = self.numbers(name)
        if len(found) != 1:
            raise LearningError(
                f"the block {name} of the row has {len(found)} columns that are 1; expected one"
            )
        return found[0]

    def counts(self, name: str) -> bytes:
        """Return the counts of a block."""
        block = self._layout[name]
        start = block.start - self._layout.bits
        return self._counts[start : start + block.size]


def decoded(packed: bytes, layout: Layout, catalogue: Catalogue, seat: Player) -> State:
    """Return the state of a packed row.

    Args:
        packed: the packed row, of the size that the layout gives.
        layout: its layout.
        catalogue: the cards of the game.
        seat: the player who saw the state.

    Raises:
        LearningError: two columns contradict each other.
        PositionError: the row is not a position of the game.
    """
    row = _Row(packed, layout)
    other = seat.opponent
    age = row.place("age")
    phase = tuple(Phase)[row.place("phase")]
    own, theirs = (_city(row, catalogue, side) for side in (0, 1))
    tokens = [
        [MILITARY_TOKENS[number].coins for number in row.numbers(f"{whose} military tokens")]
        for whose in ("my", "their")
    ]
    pawn = row.place("pawn") - CAPITAL
    wonders = _taken(catalogue.wonder_list, row.numbers("offered wonders"))
    mine = seat is Player.ONE
    to_move = seat if row.mask("my turn") else other
    if phase is Phase.OVER:
        to_move = Player.ONE
    return Position(
        cities=(own, theirs) if mine else (theirs, own),
        to_move=to_move,
        age=Age(age) if age else None,
        structure=_structure(row, catalogue, layout, age) if age else (),
        pawn=pawn if mine else -pawn,
        military_tokens=(tokens[0], tokens[1]) if mine else (tokens[1], tokens[0]),
        discard_pile=_taken(catalogue.building_list, row.numbers("discarded")),
        board_tokens=_taken(catalogue.token_list, row.numbers("board tokens")),
        offer=_taken(catalogue.token_list, row.numbers("drawn tokens")) if age else wonders,
        phase=phase,
        pending=[
            pending_of(catalogue.tables.pending[code])
            for code, number in enumerate(row.counts("pending"))
            for _ in range(number)
        ],
        extra_turn=bool(row.mask("extra turn")),
        first_player=seat if row.mask("first player") else other,
        rules=_rules(row),
        catalogue=catalogue,
    ).state()


def _taken(known: Sequence[_T], numbers: list[int]) -> list[_T]:
    return [known[number] for number in numbers]


def _city(row: _Row, catalogue: Catalogue, side: int) -> CityPosition:
    """Return the city of the player who saw the state (0), or of the other one (1)."""
    whose = ("my", "their")[side]
    under = row.mask("cards under wonders")
    built = {}
    for number in row.numbers(f"{whose} built wonders"):
        card = under >> BYTE * number & 0xFF
        if not 1 <= card <= len(catalogue.building_list):
            raise LearningError(f"no card lies under {catalogue.wonder_list[number].id} in the row")
        built[catalogue.wonder_list[number].id] = catalogue.building_list[card - 1]
    return CityPosition(
        coins=row.counts("coins")[side],
        buildings=_taken(catalogue.building_list, row.numbers(f"{whose} buildings")),
        tokens=_taken(catalogue.token_list, row.numbers(f"{whose} tokens")),
        unbuilt=_taken(catalogue.wonder_list, row.numbers(f"{whose} unbuilt wonders")),
        built=built,
    )


def _structure(
    row: _Row, catalogue: Catalogue, layout: Layout, age: int
) -> list[Building | Back | None]:
    """Return what each slot of the structure of an age holds."""
    slots, width = layout["slots"].shape
    every = row.mask("slots")
    cards = len(catalogue.building_list)
    contents: list[Building | Back | None] = []
    size = catalogue.structures[age - 1].size
    for slot in range(slots):
        shown = bits(every >> slot * width & (1 << cards + len(_BACKS)) - 1)
        if len(shown) > 1:
            raise LearningError(f"slot {slot} of the row holds {len(shown)} cards; expected one")
        number = shown[0] if shown else None
        if slot >= size:
            if number is not None:
                raise LearningError(
                    f"slot {slot} of the row holds a card; Age {age} has {size} slots"
                )
        elif number is None:
            contents.append(None)
        elif number < cards:
            contents.append(catalogue.building_list[number])
        else:
            contents.append(_BACKS[number - cards])
    return contents


def _rules(row: _Row) -> Rules:
    """Return the rule options."""
    chosen = row.mask("rules")
    values = {}
    for name, kind in RULE_OPTIONS:
        found = [value for number, value in enumerate(kind) if chosen >> number & 1]
        if len(found) != 1:
            raise LearningError(f"the row has {len(found)} values of the rule option {name}")
        values[name] = str(found[0])
        chosen >>= len(kind)
    return as_rules(values)
