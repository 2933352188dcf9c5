"""The page of an analysed game: on a screen and on paper, it shows all columns."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from wonders_duel import Game
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.languages import language
from wonders_duel.render.pages.review import review_page
from wonders_duel.search import review

LONG = "Wolfeschlegelsteinhausenbergerdorff"


@pytest.mark.parametrize("width", [717, 740], ids=["A4", "letter"])
@pytest.mark.parametrize("code", ["en", "fi", "fr"])
def test_paper_has_all_columns(page: Page, tmp_path: Path, code: str, width: int) -> None:
    """No column is off the paper, and only a name that is too long for a line is divided."""
    game = Game(seed=2015)
    game.play_out(GreedyBot(seed=1), RandomBot(seed=2))
    analyses = list(review(game.record(), simulations=10, seed=1))
    path = tmp_path / "review.html"
    path.write_text(review_page(analyses, ("random", LONG), language(code)), encoding="utf-8")
    page.set_viewport_size({"width": width, "height": 1000})
    page.emulate_media(media="print")
    page.goto(path.as_uri())

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    divided = page.evaluate(
        """() => [...document.querySelectorAll('td.text')].flatMap(cell =>
          [...cell.textContent.matchAll(/[^\\s-]+/g)].filter(word => {
            const range = document.createRange();
            range.setStart(cell.firstChild, word.index);
            range.setEnd(cell.firstChild, word.index + word[0].length);
            return new Set([...range.getClientRects()].map(box => box.top)).size > 1;
          }).map(word => word[0]))"""
    )
    assert set(divided) == {LONG}
