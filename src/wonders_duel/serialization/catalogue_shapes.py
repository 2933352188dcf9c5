"""The classes of a catalogue's document, for programs in other languages that draw the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Final, get_args

import attrs

from wonders_duel import effects
from wonders_duel.cards import Cost
from wonders_duel.effects import CardChoice, CoinsPaid, Effect, Gain, Tally, Trigger
from wonders_duel.enums import Age, Back, Colour

__all__ = [
    "CARD_SHAPES",
    "EFFECTS",
    "EFFECT_TAGS",
    "GAINS",
    "TALLIES",
    "TRIGGERS",
    "CatalogueShape",
    "shape_of",
]


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
    """A slot: its row from the far row, its column in half cards, and the slots that cover it."""

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
    """A military token: its distance from the centre, and the coins that are lost."""

    distance: int
    coins: int
    sentences: tuple[str, ...]


@attrs.frozen(kw_only=True)
class TrackShape:
    """One side of the military track; both sides are equal.

    ``points`` has the victory points for each distance of the conflict pawn from the centre.
    """

    capital: int
    points: tuple[int, ...]
    tokens: tuple[TrackTokenShape, ...]


@attrs.frozen(kw_only=True)
class MovesShape:
    """The number of moves, and a digest of their texts in the order of their numbers."""

    count: int
    digest: str


@attrs.frozen(kw_only=True)
class WordsShape:
    """The words of the game in a language, by their values in documents."""

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
    """The cards of a game, with their names and other texts in a language."""

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
    """An effect of a custom class; the sentences of the card describe it."""

    name: str


@attrs.frozen
class OtherTally:
    """A tally of a custom class."""

    name: str


def _shapes(base: type, other: type | None = None) -> dict[type, type]:
    """Create a document class for each class of the library, with the same fields.

    The classes themselves cannot be used, since some have other arguments than fields.
    """
    made: dict[type, type] = {}
    for name in effects.__all__:
        kind = getattr(effects, name)
        if issubclass(kind, base) and kind not in (base, CardChoice):
            fields = attrs.fields(attrs.resolve_types(kind))
            shape = attrs.make_class(
                name, {field.name: attrs.field(type=field.type) for field in fields}, frozen=True
            )
            shape.__doc__ = kind.__doc__
            made[kind] = shape
    return {**made, base: other} if other is not None else made


_TALLY_SHAPES: Final = _shapes(Tally, OtherTally)
_EFFECT_SHAPES: Final = _shapes(Effect, OtherEffect)
_TRIGGER_SHAPES: Final = _shapes(Trigger)

EFFECTS: Final = reduce(or_, _EFFECT_SHAPES.values())
"""The union of the effects in documents."""
TALLIES: Final = reduce(or_, _TALLY_SHAPES.values())
"""The union of the tallies of effects in documents."""
TRIGGERS: Final = reduce(or_, _TRIGGER_SHAPES.values())
"""The union of the triggers of effects in documents."""
GAINS: Final = Gain | CoinsPaid
"""The union of what a trigger gives in documents."""


def _tag(kind: type) -> str:
    """Return the name of a class in lower case with hyphens."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


EFFECT_TAGS: Final[Mapping[type, str]] = {
    kind: _tag(kind) for union in (EFFECTS, TALLIES, TRIGGERS, GAINS) for kind in get_args(union)
}
"""The value of the key ``type`` for each effect, tally, trigger and gain."""

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
"""The classes that are written as objects with a key for each field."""


def shape_of(thing: Effect | Tally | Trigger) -> object:
    """Return the document form of an effect, a tally or a trigger.

    Args:
        thing: the effect, tally or trigger; for a custom class, only its name is written.
    """
    if isinstance(thing, Trigger):
        shapes = _TRIGGER_SHAPES
    else:
        shapes = _EFFECT_SHAPES if isinstance(thing, Effect) else _TALLY_SHAPES
    other = OtherEffect if isinstance(thing, Effect) else OtherTally
    shape = shapes.get(type(thing), other)
    if shape is other:  # also for a plain Effect, which does nothing
        return other(type(thing).__name__)
    return shape(*(getattr(thing, field.name) for field in attrs.fields(shape)))
