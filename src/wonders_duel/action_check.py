"""Checks what goes on in a position: a choice that cards can bring, an extra turn within a turn, one win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.cards import CAPITAL
from wonders_duel.effects import CoinsPer, GuildMajority
from wonders_duel.enums import Phase, Player
from wonders_duel.rules import SYMBOLS_TO_WIN
from wonders_duel.tables import (
    COLOURS,
    PEND_DESTROY,
    PEND_DRAW,
    PEND_REVIVE,
    PEND_TOKEN,
    SHIELD_MASK,
    SYMBOL_MASK,
    Entry,
    Tables,
)

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
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


# -- what cards can do -----------------------------------------------------------------------------


@attrs.frozen
class Powers:
    """What the cards of a catalogue can do, as far as positions are checked for it.

    Attributes:
        choices: the numbers of the choices that a card can bring, the token for a pair included.
        wins_twice: whether one card can bring shields and a symbol (R87).
    """

    choices: frozenset[int]
    wins_twice: bool


def powers_of(catalogue: Catalogue) -> Powers:
    """Return what the cards of a catalogue can do, worked out once.

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
        choices=frozenset({PEND_TOKEN}.union(*(entry.pending for entry in entries))),
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


# -- an action that goes on ------------------------------------------------------------------------


def is_untouched(draft: StateDraft) -> bool:
    """Say whether all cards of an age lie where they were dealt.

    Args:
        draft: the position.
    """
    age = draft.age_number
    return bool(age) and draft.left == draft.tables.structures[age - 1].full


def check_action(sketch: Sketch, draft: StateDraft, phase: Phase) -> None:
    """Note a choice that no card of the catalogue brings, and an extra turn where no turn goes on.

    Args:
        sketch: takes the problems.
        draft: the position.
        phase: what it waits for.
    """
    brought = powers_of(sketch.catalogue).choices
    for code in dict.fromkeys(draft.pending_codes):
        if code not in brought:
            sketch.note(f"{_choice(code)} is pending, but no card brings that", "pending")
    if draft.extra_turn and phase not in _IN_AN_ACTION:
        message = (
            f"player {Player(draft.player)} plays again after this turn, but no turn goes on in the phase {phase}: "
            "an extra turn is used up as it begins, and lost at the end of an age (R54, R55)"
        )
        sketch.note(message, "extra_turn")


def _choice(code: int) -> str:
    """Say what is to be chosen; the token for a pair is not asked for: every game has it."""
    if code >= PEND_DESTROY:
        return f"the destruction of a {COLOURS[code - PEND_DESTROY]} building"
    return {
        PEND_DRAW: "a token from the box",
        PEND_REVIVE: "a building from the discard pile",
    }[code]


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
    conqueror = {CAPITAL: Player.ONE, -CAPITAL: Player.TWO}.get(draft.pawn)
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
