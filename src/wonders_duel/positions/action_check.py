"""Checks the pending choices, the extra turn and the victory of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.cards import CAPITAL
from wonders_duel.catalogues import Catalogue, per_catalogue
from wonders_duel.effects import CoinsPer, GuildMajority
from wonders_duel.effects.triggers import BY_CHAIN
from wonders_duel.engine.bitfields import SHIELD_MASK, SYMBOL_MASK
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.phases import BEGIN, DRAW_TOKENS, PEND_TOKEN, REVEAL, TURN
from wonders_duel.enums import Phase, Player
from wonders_duel.rules import SYMBOLS_TO_WIN

if TYPE_CHECKING:
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.positions.sketch import Sketch

__all__ = ["Powers", "check_action", "check_victory", "is_untouched", "powers_of"]

_COINS_ALONE: Final = (CoinsPer, GuildMajority)
"""The effects that depend on the position and gain only coins."""


# -- the effects of cards --------------------------------------------------------------------------


@attrs.frozen
class Powers:
    """The effects of a catalogue's cards, as far as positions are checked for them.

    Attributes:
        choices: the codes of the choices that a card can cause, including the token for a pair.
        wins_twice: whether one card can give both shields and a symbol (R87).
    """

    choices: frozenset[int]
    wins_twice: bool


@per_catalogue
def powers_of(catalogue: Catalogue) -> Powers:
    """Return the effects of a catalogue's cards, which are computed once.

    Args:
        catalogue: the cards.
    """
    tables = catalogue.tables
    entries = (*tables.buildings, *tables.wonders, *tables.tokens)
    extra = [entry.modifiers for entry in entries]
    return Powers(
        choices=frozenset({PEND_TOKEN}.union(*(entry.pending for entry in entries))),
        wins_twice=any(
            entry.symbols
            and (
                entry.shields
                or _is_open(entry)
                or (
                    entry.colour >= 0
                    and any(modifiers >> entry.shield_shift & SHIELD_MASK for modifiers in extra)
                )
                or any(
                    tables.layout.reward(modifiers, entry.occasions | BY_CHAIN).shields
                    for modifiers in extra
                )
            )
            for entry in entries
        ),
    )


def _is_open(entry: CompiledCard) -> bool:
    """Return whether a card has an effect that may gain anything when it enters play."""
    return any(type(effect) not in _COINS_ALONE for effect in entry.gains)


# -- an action in progress -------------------------------------------------------------------------


def is_untouched(draft: StateDraft) -> bool:
    """Return whether no card of the current structure has been taken.

    Args:
        draft: the position.
    """
    age = draft.age_number
    return bool(age) and draft.left == draft.tables.structures[age - 1].full


def check_action(sketch: Sketch, draft: StateDraft, phase: Phase) -> None:
    """Note choices that no card of the catalogue causes, and an extra turn outside of a turn.

    Args:
        sketch: receives the problems.
        draft: the position.
        phase: its phase.
    """
    caused = powers_of(sketch.catalogue).choices
    for code in dict.fromkeys(draft.pending_codes):
        if code not in caused:
            sketch.note(
                f"{draft.tables.pending[code].noun} is pending, but no card causes that", "pending"
            )
    if draft.extra_turn and not _is_in_an_action(draft):
        message = (
            f"player {Player(draft.player)} has an extra turn, but the phase is {phase}: an extra "
            "turn is used up when it begins, and lost at the end of an age (R54, R55)"
        )
        sketch.note(message, "extra_turn")


def _is_in_an_action(draft: StateDraft) -> bool:
    """Return whether the phase comes between the taking of a card and the end of that turn."""
    phase_number = draft.phase_number
    return TURN < phase_number < BEGIN or phase_number in {REVEAL, DRAW_TOKENS}


# -- a victory -------------------------------------------------------------------------------------


def check_victory(sketch: Sketch, draft: StateDraft) -> None:
    """Note a second supremacy after the game has ended with the first (R68, R75, R86, R87).

    Args:
        sketch: receives the problems.
        draft: the position.
    """
    powers = powers_of(sketch.catalogue)
    symbols = [(city.science & SYMBOL_MASK).bit_count() for city in draft.cities]
    scientists = [player for player in Player if symbols[player] >= SYMBOLS_TO_WIN]
    conqueror = {CAPITAL: Player.ONE, -CAPITAL: Player.TWO}.get(draft.pawn)
    if len(scientists) > 1:
        message = f"both players have {SYMBOLS_TO_WIN} symbols, but the first to have them wins"
        sketch.note(message, "cities", 1, "buildings")
    for player in scientists:
        if conqueror is not None and not (player is conqueror and powers.wins_twice):
            message = (
                f"player {player} has {symbols[player]} symbols and the conflict pawn is in a "
                "capital, but the game ends with the first supremacy"
            )
            sketch.note(message, "pawn")
