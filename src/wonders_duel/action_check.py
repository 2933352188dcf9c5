"""Checks what goes on in a position: a choice, an extra turn and a win have to come from a card that is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.cards import CAPITAL, Card
from wonders_duel.effects import CoinsPer, GuildMajority
from wonders_duel.enums import Phase, Player
from wonders_duel.rules import SYMBOLS_TO_WIN
from wonders_duel.tables import (
    COLOURS,
    PEND_DESTROY,
    PEND_DRAW,
    PEND_REVIVE,
    PEND_TOKEN,
    PERK_AGAIN,
    SHIELD_MASK,
    SYMBOL_BITS,
    SYMBOL_MASK,
    Entry,
    Tables,
    bits,
)

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.city import City
    from wonders_duel.sketch import Sketch
    from wonders_duel.state import StateDraft

__all__ = ["Powers", "check_action", "check_victory", "is_untouched", "powers_of"]

_IN_AN_ACTION: Final = frozenset(
    {
        Phase.BOARD_TOKEN,
        Phase.LIBRARY_TOKEN,
        Phase.REVIVE,
        Phase.DESTROY,
        Phase.REVEAL,
        Phase.DRAW_TOKENS,
    }
)
"""The phases between the taking of a card and the end of that turn."""

_COINS_ALONE: Final = (CoinsPer, GuildMajority)
"""The effects that look at the position and bring nothing but coins."""

_MOST_NAMED: Final = 3
"""Cards that a message names."""


# -- what cards can do -----------------------------------------------------------------------------


@attrs.frozen
class Powers:
    """What the cards of a catalogue can do, as far as positions are checked for it.

    Attributes:
        most_symbols: the most different symbols that one card carries.
        wins_twice: whether one card can bring shields and a symbol (R87).
    """

    most_symbols: int
    wins_twice: bool


def powers_of(catalogue: Catalogue) -> Powers:
    """Give what the cards of a catalogue can do, worked out once.

    Args:
        catalogue: the cards.
    """
    found = catalogue.kept.get("powers")
    if not isinstance(found, Powers):
        found = catalogue.kept["powers"] = _powers(catalogue.tables)
    return found


def _powers(tables: Tables) -> Powers:
    entries = (*tables.buildings, *tables.wonders, *tables.tokens)
    extra = [entry.perks for entry in entries]
    return Powers(
        most_symbols=max(entry.symbols.bit_count() for entry in entries),
        wins_twice=any(
            entry.symbols
            and (
                entry.shields
                or _is_open(entry)
                or (
                    entry.colour >= 0
                    and any(perks >> entry.shield_shift & SHIELD_MASK for perks in extra)
                )
            )
            for entry in entries
        ),
    )


def _is_open(entry: Entry) -> bool:
    """Say whether a card has an effect that may bring anything when it comes into play."""
    return any(type(effect) not in _COINS_ALONE for effect in entry.gains)


def _entries(city: City) -> Iterator[Entry]:
    """Give everything that a city has in play."""
    tables = city.tables
    under = len(tables.buildings)
    yield from (tables.buildings[number] for number in bits(city.building_mask))
    yield from (tables.wonders[code // under] for code in city.built_codes)
    yield from (tables.tokens[number] for number in bits(city.token_mask))


# -- an action that goes on ------------------------------------------------------------------------


def is_untouched(draft: StateDraft) -> bool:
    """Say whether all cards of an age lie where they were dealt.

    Args:
        draft: the position.
    """
    age = draft.age_number
    return bool(age) and draft.left == draft.tables.structures[age - 1].full


def check_action(sketch: Sketch, draft: StateDraft, phase: Phase) -> None:
    """Note what goes on without a card that has brought it.

    Args:
        sketch: takes the problems.
        draft: the position.
        phase: what it waits for.
    """
    city = draft.cities[draft.player]
    player = Player(draft.player)
    if phase in _IN_AN_ACTION and is_untouched(draft):
        message = f"the phase is {phase}, but no card of the age has been taken yet"
        sketch.note(message, "structure")
    if draft.pending_codes:
        _check_pending(sketch, draft, city)
    if not draft.extra_turn:
        return
    if phase not in _IN_AN_ACTION:
        message = (
            f"player {player} plays again after this turn, but no turn goes on in the phase {phase}: "
            "an extra turn is used up as it begins, and lost at the end of an age (R54, R55)"
        )
        sketch.note(message, "extra_turn")
    elif not _plays_again(city):
        message = (
            f"player {player} plays again after this turn, but has built no wonder that brings that"
        )
        sketch.note(message, "extra_turn")


def _plays_again(city: City) -> bool:
    """Say whether something in a city can have brought an extra turn (R54, R56)."""
    if city.built_codes and city.perks & PERK_AGAIN:
        return True
    return any(entry.play_again or _is_open(entry) for entry in _entries(city))


def _check_pending(sketch: Sketch, draft: StateDraft, city: City) -> None:
    """Note each choice that is pending more often than the city brings it."""
    brought: Counter[int] = Counter()
    for entry in _entries(city):
        brought.update(entry.pending)
    brought[PEND_TOKEN] += (city.science >> SYMBOL_BITS).bit_count()
    for code, number in Counter(draft.pending_codes).items():
        there = brought[code]
        if number <= there:
            continue
        what = _choice(code)
        where = f"the city of player {Player(draft.player)}"
        if there:
            message = f"{what} is pending {number} times; {where} brings {there} of them"
        else:
            message = f"{what} is pending, but nothing in {where} brings that{_hint(sketch, code)}"
        sketch.note(message, "pending")


def _choice(code: int) -> str:
    """Say what is to be chosen."""
    if code >= PEND_DESTROY:
        return f"the destruction of a {COLOURS[code - PEND_DESTROY]} building"
    return {
        PEND_TOKEN: "a token from the board",
        PEND_DRAW: "a token from the box",
        PEND_REVIVE: "a building from the discard pile",
    }[code]


def _hint(sketch: Sketch, code: int) -> str:
    """Say what would bring a choice."""
    if code == PEND_TOKEN:
        return ": a pair of symbols does (R63)"
    tables, cards = sketch.tables, sketch.catalogue
    known: tuple[Card, ...] = (*cards.building_list, *cards.wonder_list, *cards.token_list)
    entries = (*tables.buildings, *tables.wonders, *tables.tokens)
    names = [card.id for card, entry in zip(known, entries, strict=True) if code in entry.pending]
    return f": {' or '.join(names[:_MOST_NAMED])} does" if names else ", nor does any card"


# -- a win -----------------------------------------------------------------------------------------


def check_victory(sketch: Sketch, draft: StateDraft) -> None:
    """Note a supremacy after the game has ended with another, or before it began (R68, R75, R86, R87).

    Args:
        sketch: takes the problems.
        draft: the position.
    """
    powers = powers_of(sketch.catalogue)
    symbols = [(city.science & SYMBOL_MASK).bit_count() for city in draft.cities]
    learned = [player for player in Player if symbols[player] >= SYMBOLS_TO_WIN]
    conqueror = None
    if abs(draft.pawn) == CAPITAL:
        conqueror = Player.ONE if draft.pawn > 0 else Player.TWO
    if len(learned) > 1:
        message = f"both players have {SYMBOLS_TO_WIN} symbols, but the first to have them wins"
        sketch.note(message, "cities", 1, "buildings")
    for player in learned:
        if conqueror is not None and not (player is conqueror and powers.wins_twice):
            message = (
                f"player {player} has {symbols[player]} symbols and the conflict pawn is in a capital, "
                "but the game ends with one of them"
            )
            sketch.note(message, "pawn")
        if symbols[player] - powers.most_symbols >= SYMBOLS_TO_WIN:
            message = (
                f"player {player} has {symbols[player]} different symbols, "
                f"but the game ends with {SYMBOLS_TO_WIN}"
            )
            sketch.note(message, "cities", player.value, "buildings")
