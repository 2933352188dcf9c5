"""The notifications in the packets of a game of Board Game Arena, each once and in their order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final

import attrs

from wonders_duel.importers.tolerance import Map, clean, items, mapping, optional_number

__all__ = ["MOVES", "Notification", "in_order", "is_revival", "mover", "name_in", "notifications"]

MOVES: Final = {
    "wonderSelected",
    "constructBuilding",
    "discardBuilding",
    "constructWonder",
    "opponentDiscardBuilding",
    "progressTokenChosen",
}
"""The notifications of moves."""
_CARDS: Final = ("buildingId", "wonderId", "progressTokenId")
"""The arguments that name the card of a move."""
_MARKED_NAME: Final = re.compile(
    r"\s*<!--PNS-->\s*<span\b[^>]*>([^<>]*)</span>\s*<!--PNE-->\s*", re.IGNORECASE
)
"""A name as a page of Board Game Arena shows it."""


@attrs.frozen
class Notification:
    """A notification, with its place: the move of its packet, or the packet if no move has a number."""

    place: str
    kind: str
    args: Map


def in_order(packets: Iterable[object]) -> list[Map]:
    """Return packets in the order of their numbers.

    Args:
        packets: the packets; what is none is left out.
    """
    found = [packet for packet in map(mapping, packets) if packet]
    numbers = [optional_number(packet.get("packet_id")) for packet in found]
    if not any(number is not None for number in numbers):
        numbers = [optional_number(packet.get("move_id")) for packet in found]
    at = 0
    placed: list[tuple[int, int, Map]] = []
    for place, (number, packet) in enumerate(zip(numbers, found, strict=True)):
        at = at if number is None else number  # without a number, it stays behind the one before
        placed.append((at, place, packet))
    return [packet for _, _, packet in sorted(placed, key=lambda one: one[:2])]


def notifications(packets: list[Map]) -> Iterator[Notification]:
    """Yield the notifications, each once; a packet without a move belongs to the one before.

    The site sends a notification again when a page is loaded again, with its type as an argument, and to
    both the table and a player: then only the move is the same.

    Args:
        packets: the packets of a game, in their order.
    """
    has_moves = any(clean(packet.get("move_id")) for packet in packets)
    key, word = ("move_id", "move") if has_moves else ("packet_id", "packet")
    place = ""
    seen: set[str] = set()
    for packet in packets:
        number = clean(packet.get(key))
        place = f"{word} {number}" if number else place
        for one in map(mapping, items(packet.get("data"))):
            args = dict(mapping(one.get("args")))
            kind = clean(one.get("type"))
            kind = clean(args.pop("originalType", None)) or kind
            content: list[object] = [place, kind, args]
            if kind in MOVES:  # one copy may have more to show
                content[2] = [mover(args), *(clean(args.get(name)) for name in _CARDS)]
                if not has_moves:  # the same move comes once in a game, but for a revival
                    content[0] = is_revival(args)
            told = _told(content)
            if told not in seen:
                seen.add(told)
                yield Notification(place, kind, args)


def is_revival(args: Map) -> bool:
    """Return whether a construction is one from the discard pile.

    Args:
        args: the arguments of its notification.
    """
    card = mapping(args.get("payment")).get("discardedCard")
    return card not in (None, False, 0, "", "0", [], {})


def _told(content: object) -> str:
    """Return a text that equal notifications have in common, also if they are not from JSON."""
    try:
        return json.dumps(content, sort_keys=True, default=repr)
    except TypeError:  # the keys of an object are of several types
        return repr(content)


def mover(args: Map) -> str:
    """Return the player of a move; an empty text if it does not say.

    Args:
        args: the arguments of its notification.
    """
    return clean(args.get("playerId")) or clean(args.get("player_id"))


def name_in(given: object) -> str:
    """Return the name of a player, without what a page of Board Game Arena puts around it.

    The page does so in the notifications themselves, so that a log from there has it, too.

    Args:
        given: the name; anything but a text or a number gives an empty text.
    """
    marked = _MARKED_NAME.fullmatch(given) if isinstance(given, str) else None
    return clean(unescape(marked[1]) if marked else given)
