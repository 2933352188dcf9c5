"""Where the packets of games are in a document of Board Game Arena, and which of them are one game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wonders_duel.importers.bga_short import is_short
from wonders_duel.importers.reading import ANY
from wonders_duel.importers.tolerance import clean, items, mapping

__all__ = ["games_of", "is_game", "packets_of", "part_of", "table_of"]

_DEEPEST: Final = 4
"""How deep packets may be in a document."""
_WIDEST: Final = 100
"""So many objects of a level are looked into."""
_ROWS: Final = ("payload", "extra")
"""Where a line of a file has its packets, if it is neither a packet nor a game."""
_TABLE: Final = re.compile(r"/table/t(\d+)")


def _is_packet(document: object) -> bool:
    packet = mapping(document)
    return ("packet_id" in packet or "move_id" in packet) and "move" not in packet


def _lists(document: object) -> list[tuple[str, list[object]]]:
    """Return the lists of packets in an object, those that are the least deep.

    Each comes with the last key on the way to it that can be the number of a table, or an empty text.
    """
    level = [("", mapping(document))]
    for _ in range(_DEEPEST):
        inside = [
            (key if isinstance(key, str) and key.isdecimal() else table, value)  # type: ignore[redundant-expr]  # a dictionary may have other keys than a JSON object
            for table, found in level
            for key, value in found.items()
        ]
        lists = [
            (table, packets)
            for table, value in inside
            if any(map(_is_packet, packets := items(value)))
        ]
        if lists:
            return lists
        level = [(table, found) for table, value in inside if (found := mapping(value))][:_WIDEST]
    return []


def packets_of(document: object) -> list[object]:
    """Return the packets of a game.

    Args:
        document: a list of them, or an object that has them somewhere.
    """
    if isinstance(document, list):
        return document
    found = _lists(document)
    return found[0][1] if found else []


def table_of(document: object) -> str:
    """Return the number of the table of a packet or a game; an empty text if it does not say.

    Args:
        document: the packet or game.
    """
    found = mapping(document)
    channel = _TABLE.match(clean(found.get("channel")))
    return clean(found.get("table_id")) or (channel[1] if channel else "")


def is_game(document: object) -> bool:
    """Return whether a document has packets, or is a game in the short form.

    Args:
        document: the document.
    """
    if isinstance(document, list):
        return any(_is_packet(one) or _row(one) for one in document)
    return is_short(mapping(document)) or bool(_lists(document))


def _row(document: object) -> list[object]:
    """Return the packets of a line that is neither a packet nor a whole game."""
    row = mapping(document)
    if _is_packet(row):
        return []
    for key in _ROWS:
        inside = row.get(key)
        found = items(inside) if isinstance(inside, list) else packets_of(mapping(inside))
        if any(map(_is_packet, found)):
            return found
    return []


def games_of(document: object) -> Iterator[object]:
    """Yield the games of a document, those of several tables one by one.

    Args:
        document: the document.
    """
    if isinstance(document, list):
        if is_game(document):
            yield from _tables(document)
        else:
            for one in document:
                yield from [one] if isinstance(one, list) else games_of(one)
        return
    found = [] if is_short(mapping(document)) else _lists(document)
    by_table = [(table, packets) for table, packets in found if table]
    if not by_table:
        yield document
    for table, packets in by_table:
        yield {"table_id": table, "packets": packets}


def _tables(document: list[object]) -> Iterator[dict[str, object]]:
    """Yield the packets of each table."""
    tables: dict[str, list[object]] = {}
    table = ""
    for one in document:
        packets = _row(one)
        table = table_of(one) or table
        for packet in packets or [one]:
            table = table_of(packet) or table
            tables.setdefault(table, []).append(packet)
    without = tables.pop("", []) if len(tables) > 1 else []
    for number, (table, packets) in enumerate(tables.items()):
        yield {"table_id": table, "packets": packets if number else [*without, *packets]}


def part_of(document: object) -> str:
    """Return the table of the packets on a line; anything else but a game belongs to the game at hand.

    Args:
        document: what is on the line.
    """
    packets = [document] if _is_packet(document) else _row(document)
    if packets:
        return table_of(document) or table_of(packets[0]) or ANY
    return "" if is_game(document) or isinstance(document, list) else ANY
