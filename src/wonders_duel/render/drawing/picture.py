"""Reusable pictures, the sheets on which they are composed, and scenes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2s
from math import floor
from typing import Final, Literal

import attrs

from wonders_duel.render.drawing.lettering import FONT, WIDEST, text_width
from wonders_duel.render.drawing.markup import clean, element, number

__all__ = ["Picture", "Scene", "Sheet"]

Anchor = Literal["start", "middle", "end"]
MIDDLE: Final = 0.36
"""The distance of the baseline below the middle of a text, in font sizes."""


@attrs.frozen(eq=False, repr=False)
class Picture:
    """A picture that is defined once and referenced wherever it is used.

    Its id is a digest of its markup, so pictures with the same id are identical, even if
    several documents are in one page.
    """

    id: str
    """``w`` and a digest of the markup."""
    markup: str
    """The definition."""
    width: float
    """The width."""
    height: float
    """The height."""
    parts: tuple[Picture, ...]
    """The pictures that this one uses."""


@attrs.frozen(kw_only=True)
class Scene:
    """A complete drawing before it becomes a document: definitions, and a body that uses them."""

    width: float
    """The width of the body, in user units."""
    height: float
    """The height of the body, in user units."""
    definitions: dict[str, str]
    """All definitions that the body uses, directly or indirectly, by id."""
    elements: tuple[str, ...]
    """The markup of the body, in stacking order; a group begins and ends in elements of its own."""
    title: str
    """The title."""
    description: str
    """The description in sentences, for screen readers."""
    pixels: float
    """The default width in pixels."""

    @property
    def body(self) -> str:
        """The markup of the body."""
        return f'<g font-family="{FONT}">{"".join(self.elements)}</g>'


class Sheet:
    """A drawing surface: elements in stacking order, and the pictures that they use."""

    def __init__(self) -> None:
        """Create an empty sheet."""
        self._elements: list[str] = []
        self._used: dict[str, Picture] = {}

    def add(self, markup: str) -> None:
        """Add an element.

        Args:
            markup: the element, as XML.
        """
        self._elements.append(markup)

    def merge(self, other: Sheet) -> None:
        """Add everything from another sheet on top.

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
            x: the left edge.
            y: the top edge.
            width: the width.
            height: the height.
            fill: the colour.
            **more: further attributes.
        """
        self.add(element("rect", x=x, y=y, width=width, height=height, fill=fill, **more))

    def circle(self, x: float, y: float, radius: float, fill: str, **more: str | float) -> None:
        """Add a circle.

        Args:
            x: the centre.
            y: the centre.
            radius: the radius.
            fill: the colour.
            **more: further attributes.
        """
        self.add(element("circle", cx=x, cy=y, r=radius, fill=fill, **more))

    def path(self, d: str, fill: str = "none", **more: str | float) -> None:
        """Add a path.

        Args:
            d: the path commands.
            fill: the colour.
            **more: further attributes.
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
            x: the start, middle or end of the text, depending on ``anchor``.
            y: the vertical middle.
            size: the font size.
            fill: the colour.
            anchor: the meaning of ``x``.
            bold: whether the text is bold.
            room: the maximum width, enforced in any font.
        """
        more = "" if anchor == "start" else f' text-anchor="{anchor}"'
        if bold:
            more += ' font-weight="bold"'
        if room is not None and (wide := text_width(text, size, bold=bold)) * WIDEST > room:
            more += f' textLength="{number(min(wide, room))}" lengthAdjust="spacingAndGlyphs"'
        place = f'x="{number(x)}" y="{number(y + MIDDLE * size)}" font-size="{number(size)}"'
        self.add(f'<text {place} fill="{fill}"{more}>{clean(text)}</text>')

    def put(
        self, picture: Picture, x: float, y: float, scale: float = 1.0, *, more: str = ""
    ) -> None:
        """Add a picture.

        Args:
            picture: the picture.
            x: the left edge.
            y: the top edge.
            scale: the scale; 1 is the original size.
            more: further attributes, as XML, each after a space.
        """
        self._used[picture.id] = picture
        if scale == 1:
            self.add(f'<use href="#{picture.id}" x="{number(x)}" y="{number(y)}"{more}/>')
        else:
            move = f"translate({number(x)} {number(y)}) scale({number(scale)})"
            self.add(f'<use href="#{picture.id}" transform="{move}"{more}/>')

    @contextmanager
    def group(self, attributes: str) -> Iterator[None]:
        """Put everything that is added meanwhile into a group.

        Args:
            attributes: the attributes of the group, as XML; without any, there is no group.
        """
        if not attributes:
            yield
            return
        self.add(f"<g {attributes}>")
        yield
        self.add("</g>")

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
        """Add pictures side by side, scaled down if there is too little space.

        Args:
            pictures: the pictures.
            x: the left side of the available space.
            y: the vertical middle of the row.
            width: the available width.
            gap: the gap between two pictures.
            anchor: the alignment in the available width.
            height: the available height.
            largest: the maximum scale.

        Returns:
            The right edge of the last picture.
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
        """Return the content as a picture.

        Args:
            width: the width.
            height: the height.
            title: the tooltip.
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
        """Return the content as a scene.

        Args:
            width: the width.
            height: the height.
            title: the title.
            description: the description in sentences.
            pixels: the default width in pixels.
        """
        definitions: dict[str, str] = {}
        for picture in self._used.values():
            _define(picture, definitions)
        return Scene(
            width=width,
            height=height,
            definitions=definitions,
            elements=tuple(self._elements),
            title=title,
            description=description,
            pixels=pixels,
        )


def _define(picture: Picture, definitions: dict[str, str]) -> None:
    """Collect the definition of a picture, after those of the pictures that it uses."""
    if picture.id not in definitions:
        for part in picture.parts:
            _define(part, definitions)
        definitions[picture.id] = picture.markup
