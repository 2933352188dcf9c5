"""Points by source, and who wins, as numbers (R78 to R85); ``scoring`` makes objects of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.build import i64, is_compiled
from wonders_duel.cards import CAPITAL, military_points
from wonders_duel.effects.answers import scored
from wonders_duel.engine.bitfields import COLOURS, SYMBOL_MASK, WORD
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.enums import Colour, Player
from wonders_duel.rules import MOST_SCORED, SYMBOLS_TO_WIN

if TYPE_CHECKING:
    from wonders_duel.engine.city import CityDraft
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.engine.tables import FixedKey, FixedPoints, Tables

__all__ = [
    "BY_BLUE",
    "CIVILIAN",
    "COINS_PER_POINT",
    "MILITARY",
    "NOBODY",
    "SCIENTIFIC",
    "SOURCES",
    "count",
    "fixed",
    "has_varying",
    "judge",
    "points",
    "totals",
]

COINS_PER_POINT: Final = 3
"""The number of coins that are worth a point at the end (R82)."""

SOURCES: Final = (
    "blue",
    "green",
    "yellow",
    "guilds",
    "wonders",
    "tokens",
    "coins",
    "military",
    "other",
)
"""The sources of points, in the order of the score sheet."""

# The places of the sources; literals because mypyc inlines only literals.
_BLUE: Final = 0
_GREEN: Final = 1
_YELLOW: Final = 2
_GUILDS: Final = 3
_OTHER: Final = 8

# The score sheet has no heading for brown, grey and red buildings, which have no points in the base game.
_HEADINGS = {
    Colour.BLUE: _BLUE,
    Colour.GREEN: _GREEN,
    Colour.YELLOW: _YELLOW,
    Colour.PURPLE: _GUILDS,
}
_HEADING_OF: Final = bytes([_HEADINGS.get(colour, _OTHER) for colour in COLOURS])
_MILITARY_POINTS: Final = [military_points(lead) for lead in range(CAPITAL + 1)]
"""The points of the conflict pawn by its distance from the centre (R79)."""
_PLAYERS: Final = tuple(Player)

_COMPILED: Final = is_compiled
_KEPT: Final = 20_000
"""The most cities whose fixed points the pure build keeps."""

NOBODY: Final = -1
"""In place of the seat of the winner, for a shared victory (R84)."""
MILITARY: Final = 0
SCIENTIFIC: Final = 1
CIVILIAN: Final = 2
BY_BLUE: Final = 3
"""A civilian victory in which the points of blue buildings broke a tie (R83)."""


def points(state: StateDraft, seat: int) -> list[int]:
    """Return the points of a city by source, as if the game ended now.

    Args:
        state: any state.
        seat: the number of the player.

    Returns:
        The points in the order of :data:`SOURCES`.
    """
    blue, green, yellow, guilds, wonders, tokens, coins, military, other, _ = count(state, seat)
    return [blue, green, yellow, guilds, wonders, tokens, coins, military, other]


def count(state: StateDraft, seat: int) -> tuple[i64, i64, i64, i64, i64, i64, i64, i64, i64, i64]:
    """Return the points of a city by source; compiled, without an object.

    Args:
        state: any state.
        seat: the number of the player.

    Returns:
        The points in the order of :data:`SOURCES`, and those of the cards whose points depend on
        the position, which are among them.
    """
    mine, theirs = (state.two, state.one) if seat else (state.one, state.two)
    tables = state.tables
    blue, green, yellow, guilds, wonders, tokens, other = fixed(mine)
    varying: i64 = 0
    worth: i64 = 0
    buildings = tables.buildings
    first = 0
    rest = mine.buildings_low & tables.varying_low
    while True:
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            entry = buildings[first + lowest.bit_length() - 1]
            worth = _worth(state, seat, mine, theirs, entry)
            varying += worth
            heading = _HEADING_OF[entry.colour]
            if heading == _GUILDS:
                guilds += worth
            elif heading == _BLUE:
                blue += worth
            elif heading == _GREEN:
                green += worth
            elif heading == _YELLOW:
                yellow += worth
            else:
                other += worth
        if first:
            break
        first = WORD
        rest = mine.buildings_high & tables.varying_high
    if tables.has_varying_wonders:
        under = len(buildings)
        for code in mine.built_codes:
            entry = tables.wonders[code // under]
            if entry.varies:
                worth = _worth(state, seat, mine, theirs, entry)
                varying += worth
                wonders += worth
    rest = mine.token_mask & tables.varying_tokens
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        entry = tables.tokens[lowest.bit_length() - 1]
        worth = _worth(state, seat, mine, theirs, entry)
        varying += worth
        tokens += worth
    coins: i64 = mine.coins // COINS_PER_POINT
    lead = -state.pawn if seat else state.pawn
    military: i64 = 0
    if lead > 0:
        military = _MILITARY_POINTS[lead]
    return blue, green, yellow, guilds, wonders, tokens, coins, military, other, varying


def has_varying(city: CityDraft) -> bool:
    """Return whether a city has a card whose points depend on the position."""
    tables = city.tables
    return (
        city.buildings_high & tables.varying_high != 0
        or city.token_mask & tables.varying_tokens != 0
        or city.buildings_low & tables.varying_low != 0
        or tables.has_varying_wonders
    )


def fixed(city: CityDraft) -> tuple[i64, i64, i64, i64, i64, i64, i64]:
    """Return the points of a city that do not depend on the position.

    Args:
        city: the city.

    Returns:
        The points of blue, green, yellow and purple buildings, of wonders, of tokens, and of all
        other buildings, without those of coins.
    """
    tables = city.tables
    low = city.buildings_low & tables.fixed_low
    high = city.buildings_high & tables.fixed_high
    if _COMPILED:  # compiled only
        return _fixed(tables, low, high, city)
    key = (low, high, city.built_codes, city.token_mask)
    return tables.known_points.get(key) or _keep(tables, key, city)


def _keep(tables: Tables, key: FixedKey, city: CityDraft) -> FixedPoints:
    """Return the points that never change, and keep them: in a search, most cities come again."""
    if len(tables.known_points) >= _KEPT:
        tables.known_points.clear()
    found = tables.known_points[key] = _fixed(tables, key[0], key[1], city)
    return found


def _fixed(
    tables: Tables, low: int, high: int, city: CityDraft
) -> tuple[i64, i64, i64, i64, i64, i64, i64]:
    """Count these points; see :func:`fixed`, which says which buildings have them."""
    blue: i64 = 0
    green: i64 = 0
    yellow: i64 = 0
    guilds: i64 = 0
    wonders: i64 = 0
    tokens: i64 = 0
    other: i64 = 0
    buildings = tables.buildings
    first = 0
    rest = low
    while True:
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            entry = buildings[first + lowest.bit_length() - 1]
            heading = _HEADING_OF[entry.colour]
            if heading == _BLUE:
                blue += entry.points
            elif heading == _GREEN:
                green += entry.points
            elif heading == _YELLOW:
                yellow += entry.points
            elif heading == _GUILDS:
                guilds += entry.points
            else:
                other += entry.points
        if first:
            break
        first = WORD
        rest = high
    under = len(buildings)
    for code in city.built_codes:
        entry = tables.wonders[code // under]
        if not entry.varies:
            wonders += entry.points
    rest = city.token_mask & ~tables.varying_tokens
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        tokens += tables.tokens[lowest.bit_length() - 1].points
    return blue, green, yellow, guilds, wonders, tokens, other


def _total(state: StateDraft, seat: int) -> int:
    """Return the sum of the points of a city."""
    blue, green, yellow, guilds, wonders, tokens, coins, military, other, _ = count(state, seat)
    return blue + green + yellow + guilds + wonders + tokens + coins + military + other


def _worth(
    state: StateDraft, seat: int, mine: CityDraft, theirs: CityDraft, entry: CompiledCard
) -> int:
    """Return the points of a card."""
    worth = entry.points
    for tallied in entry.tallied:
        worth += min(tallied.points * tallied.number(mine, theirs), MOST_SCORED)
    if entry.scorers:
        seen = state.seen()
        for effect in entry.scorers:
            worth += scored(effect, seen, _PLAYERS[seat])
    return worth


def totals(state: StateDraft) -> tuple[int, int]:
    """Return the totals of both cities, as if the game ended now.

    Args:
        state: any state.
    """
    return _total(state, 0), _total(state, 1)


def judge(state: StateDraft, one: list[int], two: list[int]) -> tuple[int, int]:
    """Return who wins a game that is over.

    Args:
        state: a state in which the game is over.
        one: the points of player one by source.
        two: the points of player two by source.

    Returns:
        The seat of the winner, or ``NOBODY``; and ``MILITARY``, ``SCIENTIFIC``, ``CIVILIAN`` or
        ``BY_BLUE``.
    """
    if abs(state.pawn) == CAPITAL:
        return (0 if state.pawn > 0 else 1), MILITARY
    if (state.one.science & SYMBOL_MASK).bit_count() >= SYMBOLS_TO_WIN:
        return 0, SCIENTIFIC
    if (state.two.science & SYMBOL_MASK).bit_count() >= SYMBOLS_TO_WIN:
        return 1, SCIENTIFIC
    lead = sum(one) - sum(two)
    if lead:
        return (0 if lead > 0 else 1), CIVILIAN
    lead = one[_BLUE] - two[_BLUE]
    if lead:
        return (0 if lead > 0 else 1), BY_BLUE
    return NOBODY, CIVILIAN
