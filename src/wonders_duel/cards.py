"""Buildings, wonders, progress tokens, military tokens and structures as plain data (R1)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar, Final, Literal, Self

import attrs

from wonders_duel import unpickle
from wonders_duel.effects import Effect
from wonders_duel.enums import AGE_BACKS, Age, Back, Colour, Resource, as_age, as_colour
from wonders_duel.errors import CatalogueError
from wonders_duel.languages import language
from wonders_duel.rules import MOST_CARD_COINS, MOST_UNITS
from wonders_duel.support.arguments import is_within, whole_number
from wonders_duel.support.phrases import shown
from wonders_duel.support.rich_repr import print_as_repr

__all__ = [
    "CAPITAL",
    "MILITARY_TOKENS",
    "Building",
    "BuiltWonder",
    "Card",
    "CardKind",
    "Cost",
    "MilitaryToken",
    "ProgressToken",
    "StructureLayout",
    "Wonder",
    "military_points",
]

CAPITAL: Final = 9
"""The number of spaces from the centre space of the track to a capital (R75)."""


def _checked_cost(_: object, attribute: attrs.Attribute[Cost], value: object) -> None:
    if not isinstance(value, Cost):
        raise CatalogueError(
            f"{attribute.name} must be a Cost, such as Cost(wood=1), not {shown(value)}"
        )


def _checked_effects(
    _: object, attribute: attrs.Attribute[tuple[Effect, ...]], value: object
) -> None:
    if not isinstance(value, tuple) or not all(isinstance(one, Effect) for one in value):
        raise CatalogueError(
            f"{attribute.name} must be a tuple of Effect objects, not {shown(value)}"
        )


@attrs.frozen
class Cost:
    """The printed cost of a building or a wonder (R24, R25).

    Args:
        coins: the coin part, 0 to 100,000.
        clay: units of clay, 0 to 20; the same for the other four resources.
        wood: units of wood.
        stone: units of stone.
        glass: units of glass.
        papyrus: units of papyrus.

    Raises:
        CatalogueError: a number is not whole, or out of range.

    >>> print(Cost(coins=2, glass=1, papyrus=1))
    2 coins, 1 glass, 1 papyrus
    >>> print(Cost())
    free
    """

    coins: int = attrs.field(default=0, validator=whole_number(0, MOST_CARD_COINS))
    clay: int = attrs.field(default=0, validator=whole_number(0, MOST_UNITS))
    wood: int = attrs.field(default=0, validator=whole_number(0, MOST_UNITS))
    stone: int = attrs.field(default=0, validator=whole_number(0, MOST_UNITS))
    glass: int = attrs.field(default=0, validator=whole_number(0, MOST_UNITS))
    papyrus: int = attrs.field(default=0, validator=whole_number(0, MOST_UNITS))

    @property
    def resources(self) -> dict[Resource, int]:
        """The required resources, with the number of units of each.

        >>> Cost(wood=2, glass=1).resources
        {<Resource.WOOD: 'wood'>: 2, <Resource.GLASS: 'glass'>: 1}
        """
        every = ((resource, int(getattr(self, resource.value))) for resource in Resource)
        return {resource: units for resource, units in every if units}

    @property
    def is_free(self) -> bool:
        """Whether it costs neither coins nor resources."""
        return not self.coins and not self.resources

    def __str__(self) -> str:
        """Return the cost as text."""
        parts = [f"{units} {resource}" for resource, units in self.resources.items()]
        if self.coins:
            parts.insert(0, f"{self.coins} coin{'s' if self.coins > 1 else ''}")
        return ", ".join(parts) or "free"


FREE = Cost()


class _Interned:
    """The base class of cards, with what they share; copies and unpickled cards are those of a catalogue.

    Copying a card returns the card itself. Unpickling returns the equal card of a
    live catalogue, if there is one.
    """

    __slots__ = ()

    id: str
    name: str

    def __str__(self) -> str:
        """Return the printed name."""
        return self.name

    def _repr_svg_(self) -> str:
        """Return the card as an SVG picture, for notebooks."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)  # type: ignore[arg-type]  # the subclasses are the kinds of cards

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        """Return the picture by media type, for notebooks."""
        from wonders_duel.render.notebooks import mimebundle  # noqa: PLC0415 - a thin method

        return mimebundle(self, include, exclude)  # type: ignore[arg-type]  # the subclasses are the kinds of cards

    def __repr__(self) -> str:
        """Return the class and the id."""
        return f"<{type(self).__name__} {self.id}>"

    def __copy__(self) -> Self:
        """Return the card itself, which is immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the card itself, which is immutable."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the class and the attributes."""
        kind = type(self)
        names = [field.name for field in attrs.fields(kind)]  # type: ignore[arg-type]  # the subclasses are made by attrs
        values = {name: getattr(self, name) for name in names}
        return (unpickle.card, (unpickle.named(kind), values))


print_as_repr(_Interned)


@attrs.frozen(kw_only=True, repr=False)
class Building(_Interned):
    """A building card.

    Args:
        id: the stable identifier in texts and documents, such as ``lumber-yard``.
        name: the printed name.
        age: the age in whose structure it is dealt; guilds belong to Age III.
        colour: the colour; purple cards are guilds and have the guild back (R11).
        cost: the cost of constructing it; nothing by default.
        effects: the effects; none by default.
        chain_symbol: the symbol by which it makes a later building free, or ``None``.
        free_with: the id of the building that makes this one free (R41), or ``None``.

    Raises:
        CatalogueError: the cost is not a ``Cost``, or the effects are not a tuple of ``Effect`` objects.
        UnknownNameError: the age or the colour is unknown.

    >>> from wonders_duel import catalogue
    >>> baths = catalogue.buildings["baths"]
    >>> baths.name, baths.age, str(baths.cost)
    ('Baths', <Age.I: 1>, '1 stone')
    >>> baths.sentences
    ('Worth 3 victory points.', 'Chain symbol drop: lets you construct Aqueduct for free.')
    """

    kind: ClassVar[Literal["building"]] = "building"
    """What kind of card it is."""

    id: str
    name: str
    age: Age = attrs.field(converter=as_age)
    colour: Colour = attrs.field(converter=as_colour)
    cost: Cost = attrs.field(default=FREE, validator=_checked_cost)
    effects: tuple[Effect, ...] = attrs.field(default=(), validator=_checked_effects)
    chain_symbol: str | None = None
    free_with: str | None = None

    @property
    def back(self) -> Back:
        """The back of the card.

        >>> from wonders_duel import catalogue
        >>> catalogue.buildings["builders-guild"].back
        <Back.GUILD: 'guild'>
        """
        return Back.GUILD if self.colour is Colour.PURPLE else AGE_BACKS[self.age - 1]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The effects and the chains (R41) as English sentences.

        See :meth:`.Language.sentences` for other languages.
        """
        return _sentences(self)

    def __hash__(self) -> int:  # attrs would not inherit it
        """Hash by the id, since effects need not be hashable."""
        return hash(self.id)


@attrs.frozen(kw_only=True, repr=False)
class Wonder(_Interned):
    """A wonder.

    Args:
        id: the stable identifier in texts and documents, such as ``the-sphinx``.
        name: the printed name.
        cost: the cost of constructing it; nothing by default.
        effects: the effects; none by default.

    Raises:
        CatalogueError: the cost is not a ``Cost``, or the effects are not a tuple of ``Effect`` objects.

    >>> from wonders_duel import catalogue
    >>> for text in catalogue.wonders["the-colossus"].sentences:
    ...     print(text)
    Has 2 shields: moves the conflict pawn 2 spaces towards the opponent's capital.
    Worth 3 victory points.
    """

    kind: ClassVar[Literal["wonder"]] = "wonder"
    """What kind of card it is."""

    id: str
    name: str
    cost: Cost = attrs.field(default=FREE, validator=_checked_cost)
    effects: tuple[Effect, ...] = attrs.field(default=(), validator=_checked_effects)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The effects as English sentences; see :meth:`.Language.sentences` for other languages."""
        return _sentences(self)

    def __hash__(self) -> int:  # attrs would not inherit it
        """Hash by the id, since effects need not be hashable."""
        return hash(self.id)


@attrs.frozen
class BuiltWonder:
    """A constructed wonder and the card under it (R52).

    >>> from wonders_duel import CityPosition, Position
    >>> owner = CityPosition(built={"the-sphinx": "baths"})
    >>> state = Position(age=1, structure={0: "altar"}, cities=(owner, CityPosition())).state()
    >>> (built,) = state.cities[0].built
    >>> built.wonder, built.card
    (<Wonder the-sphinx>, <Building baths>)
    """

    wonder: Wonder
    """The wonder."""
    card: Building
    """The card under it, which is public since it was taken face up (R21)."""

    def _repr_svg_(self) -> str:
        """Return the card as an SVG picture, for notebooks."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        """Return the picture by media type, for notebooks."""
        from wonders_duel.render.notebooks import mimebundle  # noqa: PLC0415 - a thin method

        return mimebundle(self, include, exclude)


@attrs.frozen(kw_only=True, repr=False)
class ProgressToken(_Interned):
    """A progress token.

    Args:
        id: the stable identifier in texts and documents, such as ``law``.
        name: the printed name.
        effects: the effects for its owner; none by default.

    Raises:
        CatalogueError: the effects are not a tuple of ``Effect`` objects.

    >>> from wonders_duel import catalogue
    >>> print(*catalogue.tokens["philosophy"].sentences)
    Worth 7 victory points.
    """

    kind: ClassVar[Literal["progress token"]] = "progress token"
    """What kind of card it is."""

    id: str
    name: str
    effects: tuple[Effect, ...] = attrs.field(default=(), validator=_checked_effects)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The effects as English sentences; see :meth:`.Language.sentences` for other languages."""
        return _sentences(self)

    def __hash__(self) -> int:  # attrs would not inherit it
        """Hash by the id, since effects need not be hashable."""
        return hash(self.id)


Card = Building | Wonder | ProgressToken
"""A building, a wonder or a progress token."""
CardKind = Literal["building", "wonder", "progress token"]
"""The name of a kind of card."""


def _sentences(card: Card | MilitaryToken) -> tuple[str, ...]:
    """Return the effects of a card as English sentences."""
    return language("en").sentences(card)


@lru_cache(maxsize=16)
def _covered_by(rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return the slots that cover each slot; cached, since every access to a structure needs it."""
    places = [(row, column) for row, columns in enumerate(rows) for column in columns]
    return tuple(
        tuple(
            over
            for over, (over_row, over_column) in enumerate(places)
            if over_row == row + 1 and abs(over_column - column) == 1
        )
        for row, column in places
    )


MOST_COLUMN: Final = 199
"""The largest column number of a structure."""
_CARD_WIDTH: Final = 2


def _rows(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the rows of a structure as tuples, or raise ``CatalogueError`` if they are invalid."""
    given: object = rows
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise CatalogueError(
            "expected the rows of a structure as lists of columns, "
            f"such as ((5, 7), (4, 6, 8)), got {shown(given)}"
        )
    made = []
    problems = []
    for number, row in enumerate(given):
        if not isinstance(row, Iterable):
            problems.append(
                f"row {number} of a structure: expected a list of columns, got {shown(row)}"
            )
            continue
        columns = tuple(row)
        made.append(columns)
        wrong = [column for column in columns if not is_within(column, 0, MOST_COLUMN)]
        if wrong:
            problems.append(
                f"row {number} of a structure: expected columns from 0 to {MOST_COLUMN}, "
                f"got {shown(wrong[0])}"
            )
        elif any(right - left < _CARD_WIDTH for left, right in pairwise(columns)):
            problems.append(
                f"row {number} of a structure: expected columns that ascend by at least {_CARD_WIDTH}, "
                f"the width of a card, got {shown(columns)}"
            )
    if problems:
        raise CatalogueError("; ".join(problems))
    return tuple(made)


@attrs.frozen
class StructureLayout:
    """The layout of the cards of an age (R10).

    Slots are numbered in reading order from the far row, which covers nothing.
    A card is covered by the cards of the next row that lie half a card to its
    left and right. Even rows are dealt face up, odd rows face down.

    Args:
        rows: for each row, from the far one, the columns of its cards on a grid of half cards:
            0 to 199, ascending by 2 or more. In a catalogue, every row must have a card, and
            every card of an odd row must be covered.

    Raises:
        CatalogueError: invalid rows or columns; the error lists every problem.

    >>> layout = StructureLayout(((5, 7), (4, 6, 8)))
    >>> layout.covered_by
    ((2, 3), (3, 4), (), (), ())
    >>> layout.face_up
    (True, True, False, False, False)
    """

    rows: tuple[tuple[int, ...], ...] = attrs.field(converter=_rows)

    @property
    def size(self) -> int:
        """The number of slots."""
        return sum(len(row) for row in self.rows)

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The row and the column of each slot."""
        return tuple((row, column) for row, columns in enumerate(self.rows) for column in columns)

    @property
    def covered_by(self) -> tuple[tuple[int, ...], ...]:
        """For each slot, the slots that cover it."""
        return _covered_by(self.rows)

    @property
    def face_up(self) -> tuple[bool, ...]:
        """For each slot, whether it is dealt face up."""
        return tuple(row % 2 == 0 for row, _ in self.places)

    def __iter__(self) -> Iterator[int]:
        """Iterate over the slot numbers."""
        return iter(range(self.size))


@attrs.frozen
class MilitaryToken:
    """A military token beside the track (R5, R70).

    Args:
        distance: the number of spaces from the centre at which the pawn triggers it.
        coins: the coins that the player on its side loses; all coins if they have fewer.

    >>> from wonders_duel import Game
    >>> state = Game(seed=1).state
    >>> state.military_tokens[0]
    (MilitaryToken(distance=3, coins=2), MilitaryToken(distance=6, coins=5))
    """

    distance: int
    coins: int

    @property
    def sentences(self) -> tuple[str, ...]:
        """The effects as English sentences; see :meth:`.Language.sentences` for other languages.

        >>> print(MILITARY_TOKENS[0].sentences[1])
        The opponent loses 2 coins to the bank, or all if they have fewer.
        """
        return _sentences(self)

    def _repr_svg_(self) -> str:
        """Return the card as an SVG picture, for notebooks."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        """Return the picture by media type, for notebooks."""
        from wonders_duel.render.notebooks import mimebundle  # noqa: PLC0415 - a thin method

        return mimebundle(self, include, exclude)


MILITARY_TOKENS = (MilitaryToken(distance=3, coins=2), MilitaryToken(distance=6, coins=5))
"""The two military tokens on each side, from the centre outwards."""

_MILITARY_POINTS = (0, 2, 2, 5, 5, 5, 10, 10, 10, 0)


def military_points(distance: int) -> int:
    """Return the points for a conflict pawn on the opponent's side (R79).

    Args:
        distance: the number of spaces from the centre, 0 to 9.

    Returns:
        0, 2, 5 or 10; 0 at the capital, where the game ends without counting points.

    >>> [military_points(distance) for distance in range(10)]
    [0, 2, 2, 5, 5, 5, 10, 10, 10, 0]
    """
    return _MILITARY_POINTS[distance]
