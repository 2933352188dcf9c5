"""The enums of the library. Their values are stable and are used in every format."""

from __future__ import annotations

import re
from contextlib import suppress
from enum import Enum, IntEnum, StrEnum
from typing import NoReturn, Self, TypeVar

from wonders_duel.errors import UnknownNameError
from wonders_duel.support.phrases import nearest, one_of, shown

__all__ = [
    "Age",
    "Back",
    "Colour",
    "Phase",
    "Player",
    "Resource",
    "ScienceSymbol",
    "Victory",
]

_E = TypeVar("_E", bound=Enum)


def _refuse(kind: type[Enum], value: object) -> NoReturn:
    """Raise ``UnknownNameError``, listing the valid values."""
    words = [str(member) for member in kind]
    what = re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()
    hint = nearest(value, words) if isinstance(value, str) else ""
    raise UnknownNameError(f"unknown {what} {shown(value)}; expected {one_of(words)}{hint}")


def _member(kind: type[_E], value: object) -> _E:
    """Return the member of an enum for a value; booleans are not numbers.

    Args:
        kind: the enum.
        value: any value.

    Raises:
        UnknownNameError: the value does not stand for a member. A call of the enum itself raises
            errors of Python for some values, such as a number too large to show or an array.
    """
    if not isinstance(value, bool):
        with suppress(ArithmeticError, TypeError, ValueError):
            return kind(value)
    _refuse(kind, value)


class _Word(StrEnum):
    """A string enum that accepts values in any case, and aliases."""

    @classmethod
    def _missing_(cls, value: object) -> Self:
        if isinstance(value, str):
            word = value.strip().lower()
            word = _ALIASES.get(word, word)
            for member in cls:
                if member.value == word:
                    return member
        _refuse(cls, value)


_ALIASES = {"brick": "clay", "bricks": "clay", "paper": "papyrus", "gray": "grey", "gold": "yellow"}
"""Alternative words for resources and colours."""


class _Number(IntEnum):
    """An integer enum that also accepts the string form of its members."""

    @classmethod
    def _missing_(cls, value: object) -> Self:
        if isinstance(value, str):
            for member in cls:
                if str(member).lower() == value.strip().lower():
                    return member
        _refuse(cls, value)


class Player(_Number):
    """A seat at the table, which is also the index of the player's city in ``state.cities``.

    Both members are true in a condition, so ``if result.winner:`` tests whether there
    is a winner.

    >>> Player.ONE.opponent
    <Player.TWO: 1>
    >>> bool(Player.ONE)
    True
    >>> str(Player.TWO), Player("one")
    ('two', <Player.ONE: 0>)
    """

    ONE = 0
    """Player one; the conflict pawn's position is negative near this player's capital."""
    TWO = 1
    """Player two; the conflict pawn's position is positive near this player's capital."""

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player(1 - self.value)

    def __bool__(self) -> bool:
        """Return ``True`` for both players."""
        return True

    def __str__(self) -> str:
        """Return ``one`` or ``two``, as in texts."""
        return self.name.lower()


SEATS = {"one": Player.ONE, "two": Player.TWO}
"""The players by the words ``one`` and ``two``."""


def seat(value: Player | int | str) -> Player:
    """Convert a value to a ``Player``.

    Args:
        value: a ``Player``, its number (0 or 1), or ``one`` or ``two``.

    Raises:
        UnknownNameError: the value is none of these.

    >>> seat("two")
    <Player.TWO: 1>
    """
    if isinstance(value, Player):
        return value
    return _member(Player, value)


class Age(_Number):
    """One of the three ages.

    >>> Age.II
    <Age.II: 2>
    >>> str(Age.III)
    'III'
    """

    I = 1  # noqa: E741 - the numeral the game prints
    """Age I."""
    II = 2
    """Age II."""
    III = 3
    """Age III, whose cards include three guilds."""

    def __str__(self) -> str:
        """Return the Roman numeral."""
        return self.name


class Resource(_Word):
    """A resource: clay, wood and stone are raw materials, glass and papyrus manufactured goods.

    >>> Resource("Brick")
    <Resource.CLAY: 'clay'>
    >>> Resource("stonn")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UnknownNameError: unknown resource 'stonn'; expected one of clay, wood, stone, glass, papyrus; did you mean stone?
    """

    CLAY = "clay"
    """A raw material."""
    WOOD = "wood"
    """A raw material."""
    STONE = "stone"
    """A raw material."""
    GLASS = "glass"
    """A manufactured good."""
    PAPYRUS = "papyrus"
    """A manufactured good."""

    @property
    def letter(self) -> str:
        """The capital letter that stands for it in costs on boards drawn as text, such as ``W``.

        >>> "".join(resource.letter for resource in Resource)
        'CWSGP'
        """
        return self.value[0].upper()


class Colour(_Word):
    """The colour of a building, which says what kind of building it is.

    >>> Colour("brown"), Colour.BROWN.kind
    (<Colour.BROWN: 'brown'>, 'raw material')
    """

    BROWN = "brown"
    """Raw materials."""
    GREY = "grey"
    """Manufactured goods."""
    BLUE = "blue"
    """Civilian buildings."""
    GREEN = "green"
    """Scientific buildings."""
    YELLOW = "yellow"
    """Commercial buildings."""
    RED = "red"
    """Military buildings."""
    PURPLE = "purple"
    """Guilds."""

    @property
    def kind(self) -> str:
        """The rulebook's name for buildings of this colour.

        >>> Colour.GREY.kind
        'manufactured good'
        """
        return _KINDS[self]


_KINDS = {
    Colour.BROWN: "raw material",
    Colour.GREY: "manufactured good",
    Colour.BLUE: "civilian",
    Colour.GREEN: "scientific",
    Colour.YELLOW: "commercial",
    Colour.RED: "military",
    Colour.PURPLE: "guild",
}


class ScienceSymbol(_Word):
    """One of the seven scientific symbols; six different ones win the game (R68).

    >>> [symbol.value for symbol in ScienceSymbol]
    ['globe', 'tablet', 'mortar', 'set-square', 'quill', 'wheel', 'scales']
    """

    GLOBE = "globe"
    """On University and Observatory."""
    TABLET = "tablet"
    """On Academy and Study."""
    MORTAR = "mortar"
    """On Pharmacist and Dispensary."""
    SET_SQUARE = "set-square"
    """On Workshop and Laboratory."""
    QUILL = "quill"
    """On Scriptorium and Library."""
    WHEEL = "wheel"
    """On Apothecary and School."""
    SCALES = "scales"
    """On the Law token only (R67)."""


class Back(_Word):
    """The back of a face-down card; guilds have a different back (R11).

    >>> Back.GUILD
    <Back.GUILD: 'guild'>
    """

    AGE_I = "age-i"
    """A card of Age I."""
    AGE_II = "age-ii"
    """A card of Age II."""
    AGE_III = "age-iii"
    """A card of Age III that is not a guild."""
    GUILD = "guild"
    """A guild."""


AGE_BACKS = (Back.AGE_I, Back.AGE_II, Back.AGE_III)
"""The back of each age's ordinary cards, from Age I to Age III."""


def backs_of(age: Age) -> tuple[Back, ...]:
    """Return the backs of the cards of an age, guilds last (R11).

    Args:
        age: the age.
    """
    own = AGE_BACKS[age - 1]
    return (own, Back.GUILD) if age is Age.III else (own,)


class Phase(_Word):
    """What the game is waiting for: a player's decision or a chance outcome, or ``OVER``.

    >>> from wonders_duel import Game
    >>> Game(seed=1).state.phase
    <Phase.DRAFT: 'draft'>
    >>> Phase.REVEAL.is_chance
    True
    """

    DRAFT = "draft"
    """A player drafts a wonder (R6)."""
    TURN = "turn"
    """A player takes an accessible card (R14)."""
    BOARD_TOKEN = "board-token"
    """A player takes a progress token from the board, for a pair of symbols or by a card (R63)."""
    LIBRARY_TOKEN = "library-token"
    """A player takes one of the progress tokens drawn from the box (R60)."""
    REVIVE = "revive"
    """A player constructs a building from the discard pile (R59)."""
    DESTROY = "destroy"
    """A player puts one of the opponent's buildings in the discard pile (R58)."""
    CHOICE = "choice"
    """A player makes a choice that a custom card brings."""
    BEGIN = "begin"
    """A player chooses who begins the age (R76, R77)."""
    DEAL_TOKENS = "deal-tokens"
    """Chance: the progress tokens on the board (R4)."""
    DEAL_WONDERS = "deal-wonders"
    """Chance: the next four wonders of the draft (R6)."""
    DEAL_AGE = "deal-age"
    """Chance: the structure of the next age (R8, R20)."""
    REVEAL = "reveal"
    """Chance: an uncovered card is revealed (R16, R17)."""
    DRAW_TOKENS = "draw-tokens"
    """Chance: the progress tokens drawn from the box (R60)."""
    OVER = "over"
    """The game has ended."""

    @property
    def is_chance(self) -> bool:
        """Whether the game waits for a chance outcome in this phase.

        >>> Phase.REVEAL.is_chance, Phase.TURN.is_chance
        (True, False)
        """
        return self in _CHANCE


_CHANCE = frozenset(
    {Phase.DEAL_TOKENS, Phase.DEAL_WONDERS, Phase.DEAL_AGE, Phase.REVEAL, Phase.DRAW_TOKENS}
)


class Victory(_Word):
    """The kind of victory.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015)
    >>> while not game.is_over:
    ...     state = game.play(game.legal_moves[0])
    >>> game.result.victory
    <Victory.CIVILIAN: 'civilian'>
    """

    MILITARY = "military"
    """The conflict pawn reached a capital (R75)."""
    SCIENTIFIC = "scientific"
    """Six different scientific symbols (R68)."""
    CIVILIAN = "civilian"
    """More points at the end of Age III (R78, R83, R84)."""


# Converters of attrs fields. With the enum class itself as a converter, pyright would
# accept any argument.
def as_age(value: Age | int | str) -> Age:
    """Convert a value to an ``Age``."""
    return _member(Age, value)


def as_colour(value: Colour | str) -> Colour:
    """Convert a value to a ``Colour``."""
    return _member(Colour, value)


def as_back(value: Back | str) -> Back:
    """Convert a value to a ``Back``."""
    return _member(Back, value)


def as_colour_or_none(value: Colour | str | None) -> Colour | None:
    """Convert a value to a ``Colour``, except ``None``."""
    return None if value is None else _member(Colour, value)


def as_phase(value: Phase | str) -> Phase:
    """Convert a value to a ``Phase``."""
    return _member(Phase, value)


def as_resource(value: Resource | str) -> Resource:
    """Convert a value to a ``Resource``."""
    return _member(Resource, value)


def as_symbol(value: ScienceSymbol | str) -> ScienceSymbol:
    """Convert a value to a ``ScienceSymbol``."""
    return _member(ScienceSymbol, value)


def as_victory(value: Victory | str) -> Victory:
    """Convert a value to a ``Victory``."""
    return _member(Victory, value)


def seat_or_none(value: Player | int | str | None) -> Player | None:
    """Convert a value to a ``Player``, except ``None``."""
    return None if value is None else seat(value)
