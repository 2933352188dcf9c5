"""A short form of games of Board Game Arena: lists of picks and moves, without names and packets.

A pick is ``[player, wonder]``, a move ``[place, player, kind, card or cards, details, coins, points]``, where the
players are two letters, and the cards have the ids of the site.
"""

from __future__ import annotations

from typing import Final

from wonders_duel.errors import FormatError
from wonders_duel.importers.bga_packets import SITE
from wonders_duel.importers.ids import Kind, card_id
from wonders_duel.importers.logs import CATEGORIES, Claims, End, Entry, EntryKind, Log
from wonders_duel.importers.tolerance import Map, clean, items, mapping, optional_number, pair
from wonders_duel.support.phrases import counted, shown

__all__ = ["is_short", "short_log"]

_KINDS: Final[dict[str, tuple[EntryKind, Kind]]] = {
    "build": ("build", "building"),
    "discard": ("discard", "building"),
    "wonder": ("wonder", "wonder"),
    "token": ("token", "token"),
    "destroy": ("destroy", "building"),
    "revive": ("revive", "building"),
}
_PICK: Final = 2
_MOVE: Final = 4
"""The least values of a pick, and of a move."""


def is_short(game: Map) -> bool:
    """Return whether an object is a game of this form.

    Args:
        game: the object.
    """
    return "draft" in game and "moves" in game


def short_log(game: Map, source: str) -> Log:
    """Return a game of this form.

    Args:
        game: the object.
        source: the file and the place in it.

    Raises:
        FormatError: it is damaged.
    """
    picks, moves = map(items, items(game.get("draft"))), map(items, items(game.get("moves")))
    first = ""
    known: list[str] = []
    entries: list[Entry] = []
    for place, pick in enumerate(picks, start=1):
        if len(pick) < _PICK:
            raise FormatError([f"pick {place} of the draft is not a player and a wonder"])
        first = first or clean(pick[0])
        if clean(pick[0]) not in known:
            known.append(clean(pick[0]))
        wonder = card_id("bga", "wonder", pick[1])
        seat = _seat(pick[0], first)
        entries.append(Entry(kind="draft", seat=seat, card=wonder, where=f"pick {place}"))
    if len(known) != _PICK:
        raise FormatError([f"the draft has picks of {counted(len(known), 'player')}; expected 2"])
    entries += [_entry(move, known, place) for place, move in enumerate(moves, start=1)]
    table = clean(game.get("table"))
    return Log(
        site=SITE,
        source=source,
        draft=tuple(entry.card for entry in entries if entry.kind == "draft"),
        entries=tuple(entries),
        end=_end(mapping(game.get("result")), known),
        tags={"table": table} if table else {},
    )


def _seat(player: object, first: str) -> int | None:
    """Return the seat of a player; ``None`` if there is no player."""
    return None if player is None else int(clean(player) != first)


def _entry(move: list[object], known: list[str], place: int) -> Entry:
    if len(move) < _MOVE:
        raise FormatError([f"move {place} has {len(move)} values; expected at least {_MOVE}"])
    at, player, given, card, *more = move
    kind = clean(given)
    details, coins, points = [*more, None, None, None][:3]
    first, where = known[0], f"move {clean(at) or place}"
    chooser = card if kind == "begin" else player
    if chooser is not None and clean(chooser) not in known:
        raise FormatError([f"{where}: {shown(chooser)} is not one of the players"])
    claims = Claims(
        price=optional_number(mapping(details).get("cost")),
        coins=_seated(pair(coins), first),
        pawn=_pawn(mapping(details).get("pawn")),
        score=_seated(pair(points), first),
    )
    seat = _seat(player, first)
    if kind == "begin":
        if card is None:
            raise FormatError([f"{where}: it does not say who begins"])
        chosen = str(int(clean(card) != first))
        return Entry(kind="begin", seat=seat, card=chosen, where=where, claims=claims)
    if kind not in _KINDS:
        raise FormatError([f"{where}: unknown kind of move {shown(given)}"])
    ours, what = _KINDS[kind]
    ids = items(card) if kind == "wonder" else [card]
    if not ids or (kind == "wonder" and len(ids) < _PICK):
        raise FormatError([f"{where}: expected the wonder and the building under it"])
    return Entry(
        kind=ours,
        seat=seat,
        card=card_id("bga", what, ids[0]),
        under=card_id("bga", "building", ids[1]) if kind == "wonder" else "",
        where=where,
        claims=claims,
    )


def _seated(values: tuple[int, int] | None, first: str) -> tuple[int, int] | None:
    """Return values of the players a and b in the order of the seats."""
    return values[::-1] if values is not None and first == "b" else values


def _pawn(given: object) -> int | None:
    places = pair(given)
    return None if places is None else places[1]


def _end(result: Map, known: list[str]) -> End:
    first = known[0]
    victory = clean(result.get("victory"))
    winner = clean(result.get("winner"))
    seat = known.index(winner) if winner in known else None
    found = [mapping(one) for one in items(result.get("categories"))]
    points = [
        {
            category: value
            for category in CATEGORIES
            if (value := optional_number(one.get(_NAMES.get(category, category)))) is not None
        }
        for one in (found[::-1] if first == "b" else found)
    ]
    return End(
        victory=_VICTORIES.get(victory),
        winner=-1 if winner == "draw" else seat,
        totals=_seated(pair(result.get("score")), first),
        categories=(points[0], points[1]) if len(points) == _PICK else None,
    )


_VICTORIES: Final = {
    "science": "scientific",
    "scientific": "scientific",
    "military": "military",
    "civilian": "civilian",
}
"""The words for victories, with ours."""
_NAMES: Final = {"guilds": "purple"}
"""The names of categories, where they differ from ours."""
