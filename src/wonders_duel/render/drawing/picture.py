"""Pictures that are drawn once and used many times, and the sheet on which they are put together."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2s
from math import floor
from typing import Final, Literal

import attrs

from wonders_duel.render.drawing.lettering import FONT, WIDEST, text_width
from wonders_duel.render.drawing.markup import clean, element, number

__all__ = ["Picture", "Scene", "Sheet"]

Anchor = Literal["start", "middle", "end"]
MIDDLE: Final = 0.36
"""How far below its middle the base line of a text lies, in parts of its size."""


@attrs.frozen(eq=False, repr=False)
class Picture:
    """A part that is drawn once, as a definition, and used wherever it is seen.

    Its id is made from what is drawn, so that pictures with the same id look the
    same, in whichever documents they stand side by side.
    """

    id: str
    """Begins with ``w`` and is the digest of the markup."""
    markup: str
    """The definition."""
    width: float
    """How wide it is."""
    height: float
    """How high it is."""
    parts: tuple[Picture, ...]
    """The pictures that it uses."""


@attrs.frozen(kw_only=True)
class Scene:
    """A whole drawing before it becomes a document: definitions, and a body that uses them."""

    width: float
    """How wide the body is, in its own units."""
    height: float
    """How high the body is."""
    definitions: dict[str, str]
    """The definitions by their ids: whatever the body uses, directly or not."""
    body: str
    """What is drawn."""
    title: str
    """What it shows, in a few words."""
    description: str
    """What it shows, in sentences."""
    pixels: float
    """How wide it is shown, if nothing else is asked for."""


class Sheet:
    """Something to draw on: elements one above the other, and the pictures that they use."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._elements: list[str] = []
        self._used: dict[str, Picture] = {}

    def add(self, markup: str) -> None:
        """Add an element.

        Args:
            markup: it, as XML.
        """
        self._elements.append(markup)

    def merge(self, other: Sheet) -> None:
        """Put everything from another sheet on top.

        Args:
            other: the other sheet.
        """
        self._elements += other._elements
        self._used.update(other._used)

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str, **more: str | float
    ) -> None:
        """Add a rectangle.

        Args:
            x: its left side.
            y: its upper side.
            width: how wide it is.
            height: how high it is.
            fill: its colour.
            **more: other attributes.
        """
        self.add(element("rect", x=x, y=y, width=width, height=height, fill=fill, **more))

    def circle(self, x: float, y: float, radius: float, fill: str, **more: str | float) -> None:
        """Add a circle.

        Args:
            x: its middle.
            y: its middle.
            radius: its radius.
            fill: its colour.
            **more: other attributes.
        """
        self.add(element("circle", cx=x, cy=y, r=radius, fill=fill, **more))

    def path(self, d: str, fill: str = "none", **more: str | float) -> None:
        """Add a path.

        Args:
            d: its commands.
            fill: its colour.
            **more: other attributes.
        """
        self.add(element("path", d=d, fill=fill, **more))

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        fill: str,
        *,
        anchor: Anchor = "start",
        bold: bool = False,
        room: float | None = None,
    ) -> None:
        """Add a line of text.

        Args:
            text: the text.
            x: where it starts, has its middle or ends.
            y: its middle, from above.
            size: of the font.
            fill: its colour.
            anchor: what ``x`` is.
            bold: whether it is bold.
            room: how wide it can be; kept in any font.
        """
        more = "" if anchor == "start" else f' text-anchor="{anchor}"'
        if bold:
            more += ' font-weight="bold"'
        if room is not None and (wide := text_width(text, size, bold=bold)) * WIDEST > room:
            more += f' textLength="{number(min(wide, room))}" lengthAdjust="spacingAndGlyphs"'
        place = f'x="{number(x)}" y="{number(y + MIDDLE * size)}" font-size="{number(size)}"'
        self.add(f'<text {place} fill="{fill}"{more}>{clean(text)}</text>')

    def put(self, picture: Picture, x: float, y: float, scale: float = 1.0) -> None:
        """Use a picture.

        Args:
            picture: the picture.
            x: its left side.
            y: its upper side.
            scale: how large it is, 1 being its own size.
        """
        self._used[picture.id] = picture
        if scale == 1:
            self.add(f'<use href="#{picture.id}" x="{number(x)}" y="{number(y)}"/>')
        else:
            move = f"translate({number(x)} {number(y)}) scale({number(scale)})"
            self.add(f'<use href="#{picture.id}" transform="{move}"/>')

    def row(
        self,
        pictures: Iterable[Picture],
        x: float,
        y: float,
        width: float,
        *,
        gap: float = 2,
        anchor: Anchor = "start",
        height: float = 1000.0,
        largest: float = 1.0,
    ) -> float:
        """Use pictures side by side, made smaller where there is no room for them.

        Args:
            pictures: the pictures.
            x: the left side of the room for them.
            y: the middle of all of them.
            width: the room for them.
            gap: between two of them.
            anchor: where in the room they stand.
            height: how high they can be.
            largest: how much larger they can be made where there is room.

        Returns:
            The right side of the last one.
        """
        row = list(pictures)
        whole = sum(picture.width for picture in row) + gap * (len(row) - 1)
        tall = max((picture.height for picture in row), default=1)
        scale = floor(100 * min(largest, width / max(whole, 1), height / tall)) / 100
        room = width - whole * scale
        x += {"start": 0.0, "middle": room / 2, "end": room}[anchor]
        for picture in row:
            self.put(picture, x, y - picture.height * scale / 2, scale)
            x += (picture.width + gap) * scale
        return x - gap * scale if row else x

    def picture(self, width: float, height: float, title: str = "") -> Picture:
        """Make a picture of what has been drawn.

        Args:
            width: how wide it is.
            height: how high it is.
            title: what is shown when somebody points at it.
        """
        content = "".join(self._elements)
        if title:
            content = f"<title>{clean(title)}</title>{content}"
        name = "w" + blake2s(content.encode(), digest_size=6).hexdigest()
        markup = f'<g id="{name}">{content}</g>'
        return Picture(name, markup, width, height, tuple(self._used.values()))

    def scene(
        self, width: float, height: float, title: str, description: str, pixels: float
    ) -> Scene:
        """Make a whole drawing of what has been drawn.

        Args:
            width: how wide it is.
            height: how high it is.
            title: what it shows, in a few words.
            description: what it shows, in sentences.
            pixels: how wide it is shown, if nothing else is asked for.
        """
        definitions: dict[str, str] = {}
        for picture in self._used.values():
            _define(picture, definitions)
        return Scene(
            width=width,
            height=height,
            definitions=definitions,
            body=f'<g font-family="{FONT}">{"".join(self._elements)}</g>',
            title=title,
            description=description,
            pixels=pixels,
        )


def _define(picture: Picture, definitions: dict[str, str]) -> None:
    """Collect the definitions of a picture and of those that it uses, the latter first."""
    if picture.id not in definitions:
        for part in picture.parts:
            _define(part, definitions)
        definitions[picture.id] = picture.markup
