"""Where the packets of games are in a document of Board Game Arena, and which of them are one game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs

from wonders_duel.errors import FormatError
from wonders_duel.importers.bga_short import is_short
from wonders_duel.importers.reading import ANY
from wonders_duel.importers.tolerance import Map, clean, items, mapping
from wonders_duel.support.phrases import shown

__all__ = ["games_of", "is_game", "packets_of", "page_of", "part_of", "table_of", "why_not"]

_DEEPEST: Final = 4
"""How deep packets may be in a document."""
_ROWS: Final = ("payload", "extra")
"""Where a line of a file has its packets, if it is neither a packet nor a game."""
_TABLE: Final = re.compile(r"/table/t(\d+)")


def _is_packet(document: object) -> bool:
    packet = mapping(document)
    return ("packet_id" in packet or "move_id" in packet) and "move" not in packet


@attrs.frozen
class _Found:
    """A list of packets in an object.

    Attributes:
        table: the last key on the way to it that can be the number of a table, or an empty text.
        tables: the object with this key.
        packets: the packets.
        holder: the object that has the list.
    """

    table: str
    tables: Map
    packets: list[object]
    holder: Map


def _lists(document: object) -> list[_Found]:
    """Return the lists of packets in an object.

    They are those that are the least deep, and deeper ones of other tables.
    """
    found: list[_Found] = []
    nothing: Map = {}
    level = [("", nothing, mapping(document))]
    seen: set[int] = set()
    for _ in range(_DEEPEST):
        deeper: list[tuple[str, Map, Map]] = []
        here: list[_Found] = []
        for table, tables, holder in level:
            for key, value in holder.items():
                last = (str(key), holder) if str(key).isdecimal() else (table, tables)
                packets = items(value)
                if any(map(_is_packet, packets)):
                    here.append(_Found(*last, packets, holder))
                elif isinstance(value, dict) and id(value) not in seen:
                    seen.add(id(value))  # values of Python may be in several places
                    deeper.append((*last, value))
        found += here
        level = [one for one in deeper if one[0]] if found else deeper
    return found


def packets_of(document: object) -> list[object]:
    """Return the packets of a game.

    Args:
        document: a list of them, or an object that has them somewhere.

    Raises:
        FormatError: the object has several lists of them, and nobody knows which are one game.
    """
    if isinstance(document, list):
        return document
    found = _lists(document)
    if len(found) > 1:
        message = f"it has {len(found)} lists of packets, and not all of them have a table number"
        raise FormatError(
            [f"{message}; expected one list, or lists by the numbers of their tables"]
        )
    return found[0].packets if found else []


def page_of(document: object) -> Map:
    """Return the state when the page of a game was loaded, as far as it is beside the packets.

    Args:
        document: the game.
    """
    game = mapping(document)
    return mapping(game.get("gamedatas")) or mapping(mapping(game.get("data")).get("gamedatas"))


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
        if isinstance(inside, list):
            found = inside
        else:
            found = [packet for one in _lists(inside) for packet in one.packets]
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
    entries = {
        str(key): mapping(entry)
        for objects in _once(found)
        for key, entry in objects.items()
        if str(key).isdecimal()
    }
    tables: dict[str, list[_Found]] = {table: [] for table in entries}
    for one in found:
        tables.setdefault(one.table or _table_of_any(one.packets), []).append(one)
    is_plain = len(found) < 2 and not any(one.table for one in found)  # noqa: PLR2004 - one list
    if is_plain or "" in tables:
        yield document
        return
    for table, lists in tables.items():
        if not lists:
            yield {"table_id": table, "error": entries[table].get("error")}
            continue
        yield {
            "table_id": table,
            "packets": [packet for one in lists for packet in one.packets],
            "players": [player for one in lists for player in items(one.holder.get("players"))],
            "gamedatas": _page(table, lists),
        }


def _page(table: str, lists: list[_Found]) -> Map:
    """Return the state of the page of a table."""
    places = (place for one in lists for place in (one.holder, one.tables.get(table)))
    return next((page for place in places if (page := page_of(place))), {})


def _once(found: list[_Found]) -> Iterator[Map]:
    """Yield the objects whose keys are the numbers of tables, each once."""
    yield from {id(one.tables): one.tables for one in found}.values()


def why_not(document: object) -> str:
    """Return why a document has no game, as far as the site says.

    Args:
        document: an answer of the site, or what is there for a table.
    """
    found = mapping(document[0] if isinstance(document, list) and document else document)
    table, error = table_of(found), found.get("error")
    told = [f"table {table} has no packets"] if table else []
    told += [f"the site says {shown(error)}"] if isinstance(error, str) and error else []
    return "; ".join(told)


def _table_of_any(packets: list[object]) -> str:
    """Return the number of the first table that packets have; an empty text if they have none."""
    return next((table for one in packets if (table := table_of(one))), "")


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
