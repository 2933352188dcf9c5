"""The symbols that effects give for pictures: their names, their texts, and what draws them."""

from __future__ import annotations

import pytest

from tests.wording import Wording
from wonders_duel import CatalogueError, Colour, Resource
from wonders_duel.glyphs import GLYPHS, Glyph, repeated
from wonders_duel.render.drawing.effects import drawn


@pytest.mark.parametrize("name", GLYPHS)
def test_every_symbol_can_be_drawn(name: str) -> None:
    """The drawing knows every name, with and without a text."""
    text = "red" if name == "destroy" else "3"

    assert drawn(Glyph(name, text)).width > 0


def test_no_two_symbols_have_the_same_name() -> None:
    """Resources, colours and scientific symbols are named by their members."""
    assert len(set(GLYPHS)) == len(GLYPHS)
    assert Glyph(Resource.CLAY) == Glyph("clay")
    assert Glyph("destroy", Colour.BROWN) == Glyph("destroy", "brown")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("shields", ""),
        ("coin", "x" * 13),
        ("coin", "1\n2"),
        ("destroy", ""),
        ("destroy", "pink"),
    ],
)
def test_a_symbol_that_cannot_be_drawn_is_refused(name: str, text: str, wording: Wording) -> None:
    """The error names the symbol, and what would do."""
    with wording.raises(CatalogueError):
        Glyph(name, text)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 20])
def test_up_to_three_equal_symbols_are_drawn_side_by_side(number: int) -> None:
    """More than three are a number and one symbol."""
    shield = Glyph("shield")
    expected = (shield,) * number if number <= 3 else (Glyph("times", str(number)), shield)

    assert repeated(shield, number) == expected
