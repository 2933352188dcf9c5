"""What the document of a catalogue holds: all that a program in another language needs to draw the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Final, get_args

import attrs

from wonders_duel import effects
from wonders_duel.cards import Cost
from wonders_duel.effects import Effect, Tally
from wonders_duel.enums import Age, Back, Colour

__all__ = ["CARD_SHAPES", "EFFECTS", "EFFECT_TAGS", "TALLIES", "CatalogueShape", "shape_of"]


@attrs.frozen(kw_only=True)
class BuildingShape:
    """A building. ``free_with`` is the id of the building whose chain symbol makes it free."""

    id: str
    name: str
    age: Age
    colour: Colour
    back: Back
    cost: Cost
    effects: tuple[Effect, ...]
    sentences: tuple[str, ...]
    chain_symbol: str | None
    free_with: str | None


@attrs.frozen(kw_only=True)
class WonderShape:
    """A wonder."""

    id: str
    name: str
    cost: Cost
    effects: tuple[Effect, ...]
    sentences: tuple[str, ...]


@attrs.frozen(kw_only=True)
class TokenShape:
    """A progress token."""

    id: str
    name: str
    effects: tuple[Effect, ...]
    sentences: tuple[str, ...]


@attrs.frozen(kw_only=True)
class SlotShape:
    """A place for a card: its row, from the far one, its column in half cards, and the slots that lie on it."""

    row: int
    column: int
    face_up: bool
    covered_by: tuple[int, ...]


@attrs.frozen(kw_only=True)
class StructureShape:
    """The structure of an age: its slots in the order of their numbers."""

    age: Age
    slots: tuple[SlotShape, ...]


@attrs.frozen(kw_only=True)
class TrackTokenShape:
    """A military token: how far from the middle it lies, and the coins that are lost."""

    distance: int
    coins: int
    sentences: tuple[str, ...]


@attrs.frozen(kw_only=True)
class TrackShape:
    """The military track: one side of it, since both are alike.

    ``points`` has the points for a conflict pawn that is so many spaces from the middle.
    """

    capital: int
    points: tuple[int, ...]
    tokens: tuple[TrackTokenShape, ...]


@attrs.frozen(kw_only=True)
class MovesShape:
    """How many moves there are, and a digest of their texts in the order of their numbers."""

    count: int
    digest: str


@attrs.frozen(kw_only=True)
class WordsShape:
    """The words of the game in the language, by their values in documents."""

    age: dict[str, str]
    back: dict[str, str]
    chain_symbol: dict[str, str]
    colour: dict[str, str]
    phase: dict[str, str]
    player: dict[str, str]
    resource: dict[str, str]
    symbol: dict[str, str]
    victory: dict[str, str]


@attrs.frozen(kw_only=True)
class CatalogueShape:
    """The cards of a game, with their names and everything else that is read in a language."""

    name: str
    digest: str = attrs.field(metadata={"pattern": "^[0-9a-f]{16}$"})
    language: str
    buildings: tuple[BuildingShape, ...]
    wonders: tuple[WonderShape, ...]
    tokens: tuple[TokenShape, ...]
    first_game: tuple[tuple[str, ...], ...]
    structures: tuple[StructureShape, ...]
    track: TrackShape
    moves: MovesShape
    words: WordsShape
    terms: dict[str, str]


@attrs.frozen
class OtherEffect:
    """An effect of a class of one's own; the sentences of the card say what it does."""

    name: str


@attrs.frozen
class OtherTally:
    """Something else that is counted."""

    name: str


def _shapes(base: type, other: type) -> dict[type, type]:
    """Make a shape for each class of the library, with the same fields.

    The classes themselves cannot serve: some are made with other arguments than
    their fields.
    """
    made: dict[type, type] = {}
    for name in effects.__all__:
        kind = getattr(effects, name)
        if issubclass(kind, base) and kind is not base:
            fields = attrs.fields(attrs.resolve_types(kind))
            shape = attrs.make_class(
                name, {field.name: attrs.field(type=field.type) for field in fields}, frozen=True
            )
            shape.__doc__ = kind.__doc__
            made[kind] = shape
    return {**made, base: other}


_TALLY_SHAPES: Final = _shapes(Tally, OtherTally)
_EFFECT_SHAPES: Final = _shapes(Effect, OtherEffect)

EFFECTS: Final = reduce(or_, _EFFECT_SHAPES.values())
"""The effects that stand in a document: a union."""
TALLIES: Final = reduce(or_, _TALLY_SHAPES.values())
"""What is counted by effects in a document: a union."""


def _tag(kind: type) -> str:
    """Return the name of a class in lower case with hyphens."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


EFFECT_TAGS: Final[Mapping[type, str]] = {
    kind: _tag(kind) for kind in (*get_args(EFFECTS), *get_args(TALLIES))
}
"""The value of the key ``type`` for each of them."""

CARD_SHAPES: Final = (
    BuildingShape,
    WonderShape,
    TokenShape,
    SlotShape,
    StructureShape,
    TrackTokenShape,
    TrackShape,
    MovesShape,
    WordsShape,
    CatalogueShape,
    Cost,
)
"""The classes that are written key by key."""


def shape_of(thing: Effect | Tally) -> object:
    """Return an effect, or what it counts, as documents have it.

    Args:
        thing: of a class of the library, or of one's own, of which only the name is told.
    """
    shapes = _EFFECT_SHAPES if isinstance(thing, Effect) else _TALLY_SHAPES
    shape = shapes.get(type(thing))
    if shape is None:
        other = OtherEffect if isinstance(thing, Effect) else OtherTally
        return other(type(thing).__name__)
    return shape(*(getattr(thing, field.name) for field in attrs.fields(shape)))
