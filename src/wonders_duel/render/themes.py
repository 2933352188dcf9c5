"""Colours of pictures."""

from __future__ import annotations

import re
from typing import Final

import attrs

from wonders_duel.enums import Back, Colour, Resource
from wonders_duel.errors import UnknownNameError, WrongTypeError
from wonders_duel.support.phrases import nearest, one_of, shown

__all__ = ["DARK", "LIGHT", "Theme", "as_theme"]


_COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")


def _colour(_: object, attribute: attrs.Attribute[str], value: object) -> None:
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        raise WrongTypeError(
            f"{attribute.name} must be a colour such as '#e6dcc3', not {shown(value)}"
        )


def _checked(_: type, fields: list[attrs.Attribute[str]]) -> list[attrs.Attribute[str]]:
    """Add the validator to each field."""
    return [field.evolve(validator=_colour) for field in fields]


@attrs.frozen(kw_only=True, field_transformer=_checked)
class Theme:
    """The colours that differ between a light and a dark picture, as ``#rrggbb``.

    Cards are light with dark text in every theme. To create a custom theme, use
    ``attrs.evolve(LIGHT, page="#ffffff")``.

    Raises:
        WrongTypeError: a value is not a colour.

    >>> LIGHT.page, DARK.page
    ('#e6dcc3', '#1d1a17')
    """

    page: str
    """The background of the picture."""
    panel: str
    """The background of the cities, the track and the structure."""
    line: str
    """Borders of panels, and lines between their parts."""
    text: str
    """Text on a panel."""
    quiet: str
    """Secondary text on a panel."""
    paper: str
    """The background of cards."""
    built: str
    """The background of constructed wonders."""
    veil: str
    """A transparent layer over covered cards."""
    legal: str
    """Marks of legal moves."""
    last: str
    """Marks of the last move."""
    one: str = "#1f5f8b"
    """Player one: the name, the panel and the side of the track."""
    two: str = "#a2402c"
    """Player two."""

    @property
    def seats(self) -> tuple[str, str]:
        """The colours of the players."""
        return self.one, self.two


LIGHT: Final = Theme(
    page="#e6dcc3",
    panel="#f3ecda",
    line="#c3b594",
    text="#2a2520",
    quiet="#5d5344",
    paper="#fffdf6",
    built="#f3d98b",
    veil="#4a3312",
    legal="#1b7f3b",
    last="#c44a08",
)
"""Dark text on a light background."""

DARK: Final = Theme(
    page="#1d1a17",
    panel="#2a2622",
    line="#544c42",
    text="#f0ece2",
    quiet="#b3aea3",
    paper="#e6e0d1",
    built="#dcbb62",
    veil="#0d0b09",
    legal="#2f9e58",
    last="#ff9447",
    one="#6fb1de",
    two="#f0937c",
)
"""Light text on a dark background."""

_THEMES = {"light": LIGHT, "dark": DARK}

INK: Final = "#2a2520"
"""Lines and text on cards, in every theme."""
FAINT: Final = "#675e52"
"""Secondary text on cards."""
WHITE: Final = "#ffffff"
GOLD: Final = "#f0c04a"
"""Coins."""
VICTORY_GREEN: Final = "#2f5d50"
"""Victory points."""
MILITARY_RED: Final = "#b3302b"
"""Shields, the conflict pawn and losses."""

COLOURS: Final = {
    Colour.BROWN: "#7d4f2c",
    Colour.GREY: "#7f8890",
    Colour.BLUE: "#2f62ab",
    Colour.GREEN: "#2c7a4b",
    Colour.YELLOW: "#dca524",
    Colour.RED: "#b3302b",
    Colour.PURPLE: "#6b3f97",
}
"""The bands of buildings."""

RESOURCES: Final = {
    Resource.CLAY: "#cf6a42",
    Resource.WOOD: "#a4723e",
    Resource.STONE: "#aab2b8",
    Resource.GLASS: "#7cc6d6",
    Resource.PAPYRUS: "#f4e4b4",
}
"""The fill colours of resources."""

BACKS: Final = {
    Back.AGE_I: "#8a5f38",
    Back.AGE_II: "#3d6183",
    Back.AGE_III: "#7a3449",
    Back.GUILD: "#573580",
}
"""The backs of face-down cards."""


def as_theme(theme: Theme | str, *others: str) -> Theme:
    """Return a theme, by name or unchanged.

    Args:
        theme: ``light``, ``dark`` or a theme.
        others: names that the caller accepts as well, for the message.

    Raises:
        UnknownNameError: there is no such theme.
        WrongTypeError: ``theme`` is neither a theme nor a text.

    >>> as_theme("dark") is DARK
    True
    """
    if isinstance(theme, Theme):
        return theme
    if not isinstance(theme, str):
        raise WrongTypeError(f"expected a Theme or its name, got {shown(theme)}")
    found = _THEMES.get(theme.strip().lower())
    if found is None:
        names = *others, *_THEMES
        hint = nearest(theme, names)
        raise UnknownNameError(f"unknown theme {shown(theme)}; expected {one_of(names)}{hint}")
    return found
