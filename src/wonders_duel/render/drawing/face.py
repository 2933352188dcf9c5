"""The sizes of cards and other things in the two layouts of a table."""

from __future__ import annotations

from typing import Final

import attrs

__all__ = ["ALONE", "GAP", "TALL", "TALL_LARGE", "WIDE", "Face"]

GAP: Final = 6
"""The gap between two cards of a city."""


@attrs.frozen(kw_only=True)
class Face:
    """The sizes of everything in a layout, in user units.

    The tall layout is as wide as a phone, and none of its letters is smaller than 10 of its pixels.
    """

    key: str
    """What tells pictures of this size from others in the cache of a pen."""
    card: tuple[float, float]
    """The width and height of a building."""
    column: float
    """The distance between two columns of a structure, which are half cards."""
    band: float
    """The height of the coloured band at the top of a building."""
    number: tuple[float, float]
    """The top and the height of the number of a slot, which is between the effects and the name."""
    name: float
    """The vertical middle of the name of a building."""
    lines: int
    """The most lines of that name."""
    cost: float | None
    """The vertical middle of the cost; ``None`` for a column at the upper left."""
    strip: tuple[float, float]
    """The width and height of a building in a city."""
    tucked: float
    """The height of the visible part of the card under a wonder."""
    strips: int
    """The number of strips side by side in a city."""
    wonder: tuple[float, float]
    """The width and height of a wonder."""
    token: tuple[float, float]
    """The width and height of a progress token with its name."""
    space: float
    """The width of a space of the military track."""
    padding: float
    """The padding of the panel of a city."""
    sizes: tuple[float, ...]
    """The font sizes of names, largest first."""
    symbols: float
    """The smallest scale of effects on one row of a building, from 0 to 1; else there are two."""
    effects: float
    """The height of effects on a strip."""
    share: float
    """The part of the width of a strip that its effects may take, from 0 to 1."""
    margin: float
    """The space at both ends of the military track."""
    is_cropped: bool
    """Whether a structure takes only the width of its own cards."""

    @property
    def city(self) -> float:
        """The width of the content of a city."""
        return self.strips * self.strip[0] + (self.strips - 1) * GAP


WIDE: Final = Face(
    key="",
    card=(88, 106),
    column=46,
    band=33,
    number=(25, 15),
    name=59,
    lines=1,
    cost=None,
    strip=(140, 26),
    tucked=22,
    strips=2,
    wonder=(140, 90),
    token=(68, 74),
    space=28,
    padding=10,
    sizes=(10.5, 10, 9.5, 9, 8.5),
    symbols=0,
    effects=19,
    share=0.43,
    margin=8,
    is_cropped=False,
)
"""The wide layout."""

ALONE: Final = attrs.evolve(WIDE, strips=4)
"""A city that is drawn alone."""

TALL: Final = Face(
    key="tall",
    card=(61, 122),
    column=32,
    band=44,
    number=(34, 12),
    name=57,
    lines=2,
    cost=79,
    strip=(183, 27),
    tucked=25,
    strips=2,
    wonder=(183, 90),
    token=(74, 77),
    space=19.6,
    padding=4,
    sizes=(11, 10.6, 10.3),
    symbols=10.3 / 11,
    effects=20,
    share=0.5,
    margin=0,
    is_cropped=True,
)
"""The tall layout."""

TALL_LARGE: Final = attrs.evolve(
    TALL,
    key="tall-large",
    card=(92, 110),
    column=48,
    band=29,
    number=(19, 12),
    name=37,
    lines=1,
    cost=54,
)
"""The tall layout for a structure that is at most four cards wide, as that of Age III."""
