"""What the writers of logs share: a record as the moves of a game with the usual rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from wonders_duel.deal import Deal
from wonders_duel.engine.moves import (
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.enums import Phase
from wonders_duel.errors import FormatError
from wonders_duel.history.step import Step
from wonders_duel.importers.logs import Entry, EntryKind
from wonders_duel.record import Record
from wonders_duel.rules import Rules
from wonders_duel.support.arguments import expect

__all__ = ["Exported", "exported", "moves_of"]

_KINDS: Final[dict[type, tuple[EntryKind, str]]] = {
    DraftWonder: ("draft", "wonder"),
    ConstructBuilding: ("build", "building"),
    DiscardBuilding: ("discard", "building"),
    ConstructWonder: ("wonder", "wonder"),
    TakeToken: ("token", "token"),
    DestroyBuilding: ("destroy", "building"),
    ReviveBuilding: ("revive", "building"),
    ChooseCard: ("choose", "card"),
}
"""For each kind of move, ours of logs, and the name of its card."""


@attrs.frozen(kw_only=True)
class Exported:
    """A game that a site can hold.

    Attributes:
        names: the names of the players, the first player before the other; they differ.
        first: the number of the first player.
        deal: the deal.
        steps: the moves.
    """

    names: tuple[str, str]
    first: int
    deal: Deal
    steps: tuple[Step, ...]


def exported(record: Record, site: str, *, needs_deal: bool) -> Exported:
    """Return the game of a record, if a site can hold it.

    Args:
        record: the record.
        site: the name of the site.
        needs_deal: whether the log of the site has the hidden cards.

    Raises:
        FormatError: the site cannot hold the game.
        RecordError: the record contradicts the rules.
    """
    expect(record, Record, "a Record, as returned by game.record()")
    if not record.is_new_game:
        raise FormatError([f"{site} cannot hold a game that starts from a position"])
    if record.start.rules != Rules():
        raise FormatError(
            [f"{site} cannot hold a game with other rule options than the default ones"]
        )
    if needs_deal and record.deal is None:
        raise FormatError([f"a log of {site} has all hidden cards; the record has no deal"])
    game = record.game()
    first = int(record.start.first_player)
    players = [record.players[first].name, record.players[1 - first].name]
    one, two = (name or default for name, default in zip(players, ("one", "two"), strict=True))
    return Exported(
        names=(one, two if two != one else f"{two} 2"),
        first=first,
        deal=game.deal or Deal.random(0, record.catalogue),
        steps=game.history,
    )


def moves_of(game: Exported) -> Iterator[tuple[Entry, bool]]:
    """Yield the moves, with the seats from the first player on.

    Args:
        game: the game.

    Returns:
        For each move its entry, and whether it takes a token that the Great Library has drawn.
    """
    for step in game.steps:
        move = step.move
        seat = int(step.player) ^ game.first
        if isinstance(move, ChooseBeginner):
            yield Entry(kind="begin", seat=seat, card=str(int(move.player) ^ game.first)), False
            continue
        kind, name = _KINDS[type(move)]
        under = move.building.id if isinstance(move, ConstructWonder) else ""
        entry = Entry(kind=kind, seat=seat, card=getattr(move, name).id, under=under)
        yield entry, step.before.phase is Phase.LIBRARY_TOKEN
