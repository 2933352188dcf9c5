"""Pictures as other programs draw them, with the installed fonts."""

from __future__ import annotations

import io
from random import Random

import cairosvg
import pytest
from PIL import Image
from playwright.sync_api import Page

from wonders_duel import Building, Game, MilitaryToken, ProgressToken, Wonder, catalogue
from wonders_duel.cards import MILITARY_TOKENS
from wonders_duel.languages import LANGUAGES
from wonders_duel.render import svg

OUTSIDE = """
() => [...document.querySelectorAll("svg")].flatMap(svg => {
    const width = Number(svg.getAttribute("viewBox").split(" ")[2]);
    const names = [...svg.querySelectorAll("text")].filter(text => text.textContent.length > 3);
    return names.filter(text => {
        const box = text.getBBox();
        return box.x < 0 || box.x + box.width > width;
    }).map(text => text.textContent);
})
"""
"""Returns the names that extend beyond their cards; numbers and signs belong to symbols."""
OVERLAPPING = """
() => [...document.querySelectorAll("svg")].flatMap(svg => {
    const texts = [...svg.querySelectorAll(":scope > g > text")];
    const boxes = texts.map(text => text.getBBox());
    const height = Number(svg.getAttribute("viewBox").split(" ")[3]);
    return texts.filter((text, number) => {
        const box = boxes[number];
        const on = boxes.slice(0, number).some(other =>
            box.x < other.x + other.width && other.x < box.x + box.width &&
            box.y + 2.5 < other.y + other.height && other.y + 2.5 < box.y + box.height);
        return on || box.y < 0 || box.y + box.height > height;
    }).map(text => text.textContent);
})
"""
"""Returns the overlapping lines; descenders of letters are ignored."""


def _game(moves: int) -> Game:
    game, rng = Game(seed=2015), Random(1)
    for _ in range(moves):
        if not game.is_over:
            game.play(rng.choice(list(game.legal_moves)))
    return game


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_name_stays_on_its_card(page: Page, code: str) -> None:
    """Every name stays on its card, in the browser's font."""
    cards: list[Building | Wonder | ProgressToken] = []
    cards += [*catalogue.building_list, *catalogue.wonder_list, *catalogue.token_list]
    page.set_content("".join(svg(card, language=code) for card in cards))

    assert page.locator("svg").count() == len(cards)
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_stays_in_its_place(page: Page, code: str, theme: str) -> None:
    """Every sentence stays beside its card, and every label in its place on a score sheet."""
    cards: list[Building | Wonder | ProgressToken | MilitaryToken] = []
    cards += [*catalogue.building_list, *catalogue.wonder_list, *catalogue.token_list]
    cards += MILITARY_TOKENS
    told = [svg(card, sentences=True, language=code, theme=theme) for card in cards]
    sheet = svg(_game(200).score(), language=code, theme=theme, names=("Hippolyta", "M" * 12))
    page.set_content("".join([*told, sheet]))

    assert page.locator("svg").count() == len(cards) + 1
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(OVERLAPPING) == []


def test_a_picture_keeps_its_proportions(page: Page) -> None:
    """A picture keeps its proportions in a narrower space."""
    picture = svg(_game(40))
    page.set_content(f'<div style="width: 610px">{picture}</div>')
    box = page.locator("svg").bounding_box()
    own = cairosvg.svg2png(bytestring=picture.encode())
    wide, tall = Image.open(io.BytesIO(own)).size

    assert box is not None
    assert box["width"] == 610
    assert box["height"] == pytest.approx(610 * tall / wide, abs=2)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("moves", [0, 40, 100])
def test_cairosvg_draws_every_picture(moves: int, theme: str) -> None:
    """CairoSVG draws everything in the requested size, as the page on pictures says."""
    game = _game(moves)
    drawn = cairosvg.svg2png(bytestring=svg(game, theme=theme).encode(), output_width=1600)
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    colours = image.getcolors(maxcolors=1 << 24)
    assert colours is not None
    counts = sorted((number for number, _ in colours), reverse=True)

    assert image.width == 1600
    assert len(counts) > 1000
    assert counts[0] < 0.8 * image.width * image.height
