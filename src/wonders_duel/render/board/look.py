"""The language, characters and player names of a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final
from unicodedata import combining, normalize

import attrs

from wonders_duel.enums import Player, Resource
from wonders_duel.languages import Language, Named
from wonders_duel.languages.seats import seats
from wonders_duel.render.board.spans import Line, Span, cut, flow, line, pad, plain, tidy
from wonders_duel.support.arguments import expect, expect_names
from wonders_duel.support.columns import columns

__all__ = ["TextStyle", "text_style"]

LONGEST_NAME: Final = 24
"""The maximum width of a player's name, in columns."""

LABEL: Final = 9
"""The width of the labels at the left, in columns."""
ROOM_FOR_LABELS: Final = 50
"""The smallest width at which labels have a separate column."""

_GUILLEMETS: Final = re.compile("« ?| ?»")
"""French quotation marks, with the space inside them."""
_ASCII: Final = str.maketrans(
    {
        "…": "...",
        "·": "-",
        "\N{EN DASH}": "-",
        "\N{MINUS SIGN}": "-",
        "—": "-",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "“": '"',
        "”": '"',
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "ø": "o",
        "Ø": "O",
        "ß": "ss",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "Đ": "D",
        "þ": "th",
        "Þ": "Th",
        "ð": "d",
        "Ð": "D",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
    }
)


@attrs.frozen(kw_only=True)
class TextStyle:
    """The language, the character set and the names of the players."""

    language: Language
    ascii: bool = False
    """Whether to use ASCII only."""
    names: tuple[str, str] = ("", "")
    """The names of the players."""

    # -- texts --------------------------------------------------------------------------------

    def clean(self, text: str) -> str:
        """Return a text without control characters, and in ASCII if requested.

        Args:
            text: a name or a message.
        """
        text = tidy(text)
        return in_ascii(text) if self.ascii else text

    def say(self, message: str, **values: object) -> str:
        """Return a translated message."""
        return self.clean(self.language.say(message, **values))

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """Return a translated message in the singular or plural."""
        return self.clean(self.language.count(one, many, number, **values))

    def name(self, card: Named) -> str:
        """Return the name of a card."""
        return self.clean(self.language.name(card))

    def word(self, word: Enum) -> str:
        """Return a word of the game."""
        return self.clean(self.language.word(word))

    def units(self, resource: Resource, number: int) -> str:
        """Return a number of units of a resource."""
        return self.clean(self.language.units(resource, number))

    def player(self, player: Player) -> str:
        """Return the name of a player."""
        return self.names[player]

    # -- characters ---------------------------------------------------------------------------

    @property
    def colon(self) -> str:
        """The colon after a label."""
        return self.say("{label}:", label="")

    @property
    def more(self) -> str:
        """The mark at the end of truncated text."""
        return "." if self.ascii else "…"

    @property
    def rule(self) -> str:
        """The character of horizontal lines."""
        return "-" if self.ascii else "─"

    @property
    def dot(self) -> str:
        """The separator in headings, and a space of the military track."""
        return "." if self.ascii else "·"

    @property
    def pawn(self) -> str:
        """The conflict pawn."""
        return "@" if self.ascii else "◆"

    @property
    def bar(self) -> str:
        """The border between two zones of the military track."""
        return "|" if self.ascii else "│"

    @property
    def capital(self) -> str:
        """The wall of a capital."""
        return "#" if self.ascii else "█"

    @property
    def shade(self) -> str:
        """The filling of card backs."""
        return ":" if self.ascii else "░"

    @property
    def built(self) -> str:
        """The mark of a constructed wonder."""
        return "[x]" if self.ascii else "[■]"

    @property
    def unbuilt(self) -> str:
        """The mark of an unbuilt wonder."""
        return "[ ]"

    @property
    def arrow(self) -> str:
        """The mark of the player to move."""
        return ">" if self.ascii else "▶"

    @property
    def too_expensive(self) -> str:
        """The mark of a price that the player cannot pay."""
        return "x" if self.ascii else "✗"

    # -- lines --------------------------------------------------------------------------------

    def cut(self, spans: Line, width: int) -> Line:
        """Return a line, truncated to a width."""
        return cut(spans, width, self.more)

    def labelled(self, label: str, items: Sequence[Line], width: int) -> list[Line]:
        """Return a label followed by items.

        Args:
            label: the label.
            items: the items.
            width: the available columns.
        """
        if width < ROOM_FOR_LABELS:
            first = line(f"{label}{self.colon}", "dim")
            return flow(items, width, first=first, indent=2)
        first = pad(line(label, "dim"), (), LABEL, self.more)
        return flow(items, width, first=first, indent=LABEL + 1)

    def ruler(self, title: Line, width: int) -> Line:
        """Return a heading: a title in a horizontal line.

        Args:
            title: the title.
            width: the available columns.
        """
        title = self.cut(title, width - 5)
        rest = width - columns(plain(title)) - 4
        return (Span(f"{self.rule * 2} ", "dim"), *title, Span(f" {self.rule * rest}", "dim"))

    def letters(self, resources: dict[Resource, int]) -> Line:
        """Return resources as letters."""
        return line("".join(one.letter * units for one, units in resources.items()))


def in_ascii(text: str) -> str:
    """Return a text in ASCII: letters without accents, other characters escaped.

    Args:
        text: any text.

    >>> in_ascii("pöytä…"), in_ascii("tapez « help »")
    ('poyta...', 'tapez "help"')
    """
    if text.isascii():
        return text
    text = _GUILLEMETS.sub('"', text)
    bare = normalize("NFKD", text.translate(_ASCII))
    bare = "".join(character for character in bare if not combining(character))
    return bare.encode("ascii", "backslashreplace").decode("ascii")


def text_style(language: Language, *, ascii: bool, names: object) -> TextStyle:  # noqa: A002 - the usual name of the option
    """Return the text style of a board.

    Args:
        language: the language.
        ascii: whether to use ASCII only.
        names: the names of the players; ``None`` for the default names in the language.

    Raises:
        WrongTypeError: ``names`` is not a pair of texts, or ``ascii`` is not a boolean.
    """
    expect(ascii, bool, "True or False for ASCII")
    look = TextStyle(language=language, ascii=ascii)
    defaults = [look.clean(name) for name in seats(language)]
    given = ("", "") if names is None else expect_names(names)
    one, two = (
        plain(look.cut(line(look.clean(name).strip()), LONGEST_NAME)) or default
        for name, default in zip(given, defaults, strict=True)
    )
    return attrs.evolve(look, names=(one, two))
