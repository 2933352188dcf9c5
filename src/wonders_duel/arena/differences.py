"""What the match of a journal and another one differ in, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.rules import Rules

if TYPE_CHECKING:
    from wonders_duel.match import Match
    from wonders_duel.match.specs import BotSpec

__all__ = ["difference"]

_NAMES: Final = {
    "deals": "the number of deals",
    "seed": "the seed",
    "pairing": "the pairing",
    "on_fault": "on_fault",
    "times": "times",
}
"""The values of a match by what messages call them, in the order in which they are compared."""


def difference(there: Match, here: Match) -> str:
    """Return in words what two matches differ in, and what to do about it.

    Args:
        there: the match of a journal.
        here: the match that is to be played.
    """
    parts = []
    if there.bots != here.bots:
        one, other = _told(there.bots, here.bots), _told(here.bots, there.bots)
        parts.append(f"the bots are {one} in the journal, and {other} in this match")
    for name, what in _NAMES.items():
        old, new = getattr(there, name), getattr(here, name)
        if old != new:
            parts.append(f"{what} is {old} in the journal, and {new} in this match")
    for rule in attrs.fields(Rules):
        old, new = getattr(there.rules, rule.name), getattr(here.rules, rule.name)
        if old != new:
            parts.append(
                f"the rule option {rule.name} is {old} in the journal, and {new} in this match"
            )
    if there.starts != here.starts:
        parts.append("the starts are different ones")
    text = "; ".join(parts)
    if attrs.evolve(there, deals=here.deals) == here:
        return (
            f"{text}; a journal cannot be extended: for more games, play a match with another "
            "seed and another journal"
        )
    return f"{text}; choose another file, or pass the same match"


def _told(bots: tuple[BotSpec, ...], others: tuple[BotSpec, ...]) -> str:
    """Return the names of bots, with the settings of those that differ only in these."""
    same = {one.name for one in others if one not in bots}
    return ", ".join(
        f"{one.name} ({','.join(filter(None, (one.source, str(one.settings))))})"
        if one.name in same and one not in others
        else one.name
        for one in bots
    )
