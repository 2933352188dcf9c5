"""The layout of an observation: named blocks of columns, with their meaning and range."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from math import prod
from typing import Final

import attrs

from wonders_duel.cards import CAPITAL, MILITARY_TOKENS
from wonders_duel.catalogues import Catalogue, per_catalogue
from wonders_duel.engine.bitfields import COLOURS, RESOURCES, SYMBOLS
from wonders_duel.enums import Age, Phase
from wonders_duel.errors import UnknownNameError
from wonders_duel.learn.rows import BYTE, MOST, RULE_OPTIONS, RowPlan
from wonders_duel.support.arguments import is_name
from wonders_duel.support.phrases import nearest, shown

__all__ = ["Block", "Layout", "layout_of", "plan_of"]

VERSION: Final = 1
"""The version of the layout: it changes with the meaning of any column."""


@attrs.frozen
class Block:
    """Adjacent columns of an observation that belong together.

    >>> from wonders_duel.learn import Encoder
    >>> block = Encoder().layout["pawn"]
    >>> block.size, block.low, block.high
    (19, 0, 1)
    """

    name: str
    """The name, which is unique in the layout."""
    start: int
    """The first column."""
    shape: tuple[int, ...]
    """The shape of its columns, of which the last index changes fastest."""
    low: int
    """The lowest value of a column."""
    high: int
    """The highest value of a column."""
    meaning: str
    """What the columns say, as a noun phrase; "I" am the player who sees the state."""

    @property
    def size(self) -> int:
        """The number of columns."""
        return prod(self.shape)

    @property
    def columns(self) -> slice:
        """The columns, to take them from a row: ``row[block.columns]``."""
        return slice(self.start, self.start + self.size)


@attrs.frozen
class Layout:
    """The columns of an observation: first bits, which are 0 or 1, then counts from 0 to 127.

    Columns that belong to no block are always 0: they fill a group of blocks up to whole bytes.

    >>> from wonders_duel.learn import Encoder
    >>> layout = Encoder().layout
    >>> layout.size, layout.bits, layout.counts, layout.packed_size
    (2662, 2544, 118, 436)
    >>> [block.name for block in layout][:3]
    ['my buildings', 'their buildings', 'discarded']
    """

    blocks: tuple[Block, ...]
    """The blocks, in the order of their columns."""
    bits: int
    """The number of columns with bits."""
    counts: int
    """The number of columns with counts."""
    version: int
    """The version of the layout: it changes with the meaning of any column."""
    digest: str
    """A fingerprint of the version, the blocks and the moves, 16 hexadecimal digits: to be stored
    with a trained network, which reads only rows of the same layout. The moves name the cards, so that
    another order of cards has another digest; what cards cost and do is not part of it."""

    @property
    def size(self) -> int:
        """The number of columns."""
        return self.bits + self.counts

    @property
    def packed_size(self) -> int:
        """The number of bytes of a packed row: eight bits to a byte, then a byte for each count."""
        return self.bits // BYTE + self.counts

    def __getitem__(self, name: str) -> Block:
        """Return the block with a name.

        Args:
            name: the name, such as ``my buildings``.

        Raises:
            UnknownNameError: there is no such block.
        """
        for block in self.blocks:
            if is_name(name, block.name):
                return block
        hint = nearest(str(name), [block.name for block in self.blocks])
        raise UnknownNameError(f"unknown block {shown(name)} of the layout{hint}")

    def __iter__(self) -> Iterator[Block]:
        """Iterate over the blocks in the order of their columns."""
        return iter(self.blocks)

    def __len__(self) -> int:
        """Return the number of blocks."""
        return len(self.blocks)


@per_catalogue
def plan_of(catalogue: Catalogue) -> RowPlan:
    """Return what the functions of ``rows`` have to know of a catalogue.

    Args:
        catalogue: the cards of the game.
    """
    return RowPlan(catalogue.tables)


@per_catalogue
def layout_of(catalogue: Catalogue) -> Layout:
    """Return the layout of the observations of a catalogue, in the order of ``rows``.

    Args:
        catalogue: the cards of the game.
    """
    plan = plan_of(catalogue)
    cards, wonders, tokens = plan.cards, plan.wonders, plan.tokens
    options = sum(len(kind) for _, kind in RULE_OPTIONS)
    columns = _Columns()
    for name, meaning in (
        ("my buildings", "the buildings of my city"),
        ("their buildings", "the buildings of the opponent's city"),
        ("discarded", "the buildings in the discard pile"),
        ("under my wonders", "the cards under my wonders"),
        ("under their wonders", "the cards under the opponent's wonders"),
        ("face up", "the face-up cards of the structure"),
        ("accessible", "the accessible cards of the structure"),
        ("unseen", "the buildings that have not been seen: face down, of a later age, or removed"),
    ):
        columns.add(name, (cards,), meaning)
        columns.fill_byte()
    columns.add("my unbuilt wonders", (wonders,), "the wonders that I have yet to construct")
    columns.add("their unbuilt wonders", (wonders,), "those that the opponent has yet to construct")
    columns.add("my built wonders", (wonders,), "the wonders that I have constructed")
    columns.add("their built wonders", (wonders,), "those that the opponent has constructed")
    columns.add("offered wonders", (wonders,), "the wonders on offer in the draft")
    columns.add(
        "unseen wonders",
        (wonders,),
        "the wonders that have not been seen in the draft; once seven are constructed, also the "
        "eighth, which has left the game",
    )
    columns.fill_byte()
    columns.add(
        "cards under wonders",
        (wonders, BYTE),
        "for each wonder, the number of the card under it plus 1 in binary, lowest bit first; "
        "0 if it has not been constructed",
    )
    columns.add("my tokens", (tokens,), "my progress tokens")
    columns.add("their tokens", (tokens,), "the opponent's progress tokens")
    columns.add("board tokens", (tokens,), "the progress tokens on the board")
    columns.add("drawn tokens", (tokens,), "the progress tokens drawn from the box to choose from")
    columns.add("box tokens", (tokens,), "the other progress tokens in the box")
    columns.fill_byte()
    symbols, sides = len(SYMBOLS), len(MILITARY_TOKENS)
    columns.add("my symbols", (symbols,), "my scientific symbols")
    columns.add("my pairs", (symbols,), "the symbols of which I have had a pair")
    columns.add("their symbols", (symbols,), "the opponent's scientific symbols")
    columns.add("their pairs", (symbols,), "the symbols of which the opponent has had a pair")
    columns.add("my military tokens", (sides,), "the military tokens on my side of the track")
    columns.add("their military tokens", (sides,), "those on the opponent's side")
    columns.fill_byte()
    spaces = 2 * CAPITAL + 1
    columns.add("pawn", (spaces,), "the space of the conflict pawn, from my capital on")
    columns.add("phase", (len(Phase),), "the phase, in the order of the enum Phase")
    columns.add("age", (1 + len(Age),), "the age; the first column before Age I is dealt")
    columns.add("extra turn", (1,), "whether the same player has another turn after this one")
    columns.add("my turn", (1,), "whether it is my turn")
    columns.add("first player", (1,), "whether I am the first player of the game")
    columns.add("rules", (options,), "the rule options: a column for each value of each option")
    columns.fill_byte()
    columns.add(
        "slots",
        (plan.slots, BYTE * plan.slot_bytes),
        "for each slot of the structure, a column for each building, then one for each back, then "
        "whether it is accessible; columns after that are always 0",
    )
    bits = columns.place
    columns.highest = MOST
    kinds = len(RESOURCES)
    columns.add("coins", (2,), "my coins, then the opponent's")
    columns.add("discard income", (2,), "the coins that each player gets for a discard")
    columns.add("cards left", (1,), "the cards in the structure")
    columns.add("wonders left", (1,), "the wonders that can still be constructed in the game")
    columns.add("production", (2, kinds), "the units of each resource that each player produces")
    columns.add(
        "choices",
        (2, len(plan.choices)),
        "the producers that choose from each group of resources, of each player",
    )
    columns.add("unit prices", (2, kinds), "what a unit of each resource costs each player")
    columns.add("colours", (2, len(COLOURS)), "the buildings of each colour, of each player")
    columns.add(
        "pending",
        (plan.pending,),
        "how often each choice remains in this turn: a token of the board, of the box, a revival, "
        "a destruction for each colour, then the choices of custom cards",
    )
    columns.add(
        "card prices",
        (2, plan.slots),
        "what the card of each slot costs each player; 0 if it is free or not face up",
    )
    columns.add(
        "wonder prices",
        (2, wonders),
        "what each wonder costs each player; 0 if it is free or the player cannot construct it",
    )
    return columns.layout(bits, catalogue)


class _Columns:
    """Adds up columns."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.place = 0
        self.highest = 1

    def add(self, name: str, shape: tuple[int, ...], meaning: str) -> None:
        block = Block(name, self.place, shape, 0, self.highest, meaning)
        self.blocks.append(block)
        self.place += block.size

    def fill_byte(self) -> None:
        self.place += -self.place % BYTE

    def layout(self, bits: int, catalogue: Catalogue) -> Layout:
        told = [str(VERSION), catalogue.moves.digest]
        told += [f"{one.name} {one.start} {one.shape}" for one in self.blocks]
        digest = sha256("\n".join(told).encode()).hexdigest()[:16]
        return Layout(tuple(self.blocks), bits, self.place - bits, VERSION, digest)
