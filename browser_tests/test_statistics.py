"""The page of a report: it fits phones, follows light and dark, and its tables can be scrolled."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from browser_tests.drawn import wait_until_drawn
from wonders_duel.match import Match
from wonders_duel.render import DARK, LIGHT
from wonders_duel.statistics import TABLES, Report


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of a few games."""
    match = Match(["random", "random"], deals=10, seed="page")
    rows = [match.play(task) for task in range(len(match))]
    made = tmp_path_factory.mktemp("report") / "report.html"
    made.write_text(Report.of_match(match, rows, reference="random").to_html(), encoding="utf-8")
    return made


@pytest.mark.parametrize("width", [320, 360, 800, 1280])
def test_the_page_never_scrolls_sideways(page: Page, path: Path, width: int) -> None:
    """The page is as wide as the window; wide tables scroll in a box of their own."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(path.as_uri())
    wait_until_drawn(page)

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("section").count() == len(TABLES)
    wide = page.locator("#buildings .table")
    assert wide.evaluate("box => box.scrollWidth > box.clientWidth")
    wide.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(500)  # it scrolls smoothly
    assert wide.evaluate("box => box.scrollLeft") > 0


@pytest.mark.parametrize("width", [717, 740], ids=["A4", "letter"])
def test_paper_has_all_columns(page: Page, path: Path, width: int) -> None:
    """On paper, which cannot scroll, no table is wider than the page, and no range is divided."""
    page.set_viewport_size({"width": width, "height": 1000})
    page.emulate_media(media="print")
    page.goto(path.as_uri())

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    lines = page.eval_on_selector_all(
        ".range", "all => all.map(one => one.getClientRects().length)"
    )
    assert set(lines) == {1}
    tall = page.eval_on_selector_all(".parts > figure", "all => all.map(one => one.clientHeight)")
    assert max(tall) < 820  # of the 980 pixels of a page


def test_the_letters_of_charts_are_readable_on_a_phone(page: Page, path: Path) -> None:
    """On a window 360 pixels wide, the labels of charts are at least 10 pixels high."""
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(path.as_uri())

    heights = page.eval_on_selector_all(
        "figure text", "texts => texts.map(text => text.getBoundingClientRect().height)"
    )
    assert min(heights) >= 10


def test_labels_end_before_the_axis(page: Page, path: Path) -> None:
    """No label of a chart runs into the figures."""
    page.goto(path.as_uri())

    over = page.evaluate(
        """() => [...document.querySelectorAll('figure > svg')].flatMap(svg => {
          const axis = svg.querySelector('.grid').getBoundingClientRect().left;
          return [...svg.querySelectorAll('.label')]
            .filter(label => label.getBoundingClientRect().right > axis + 1)
            .map(label => label.textContent);
        })"""
    )
    assert over == []


def test_the_page_follows_light_and_dark(page: Page, path: Path) -> None:
    """The background and the letters change with the setting of the reader."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.goto(path.as_uri())
        found.append(
            page.evaluate(
                "[getComputedStyle(document.body).backgroundColor,"
                " getComputedStyle(document.querySelector('figure .label')).fill]"
            )
        )

    assert found == [[_rgb(theme.page), _rgb(theme.text)] for theme in (LIGHT, DARK)]


def _rgb(colour: str) -> str:
    """Return a colour of a theme as the browser writes it."""
    return f"rgb({', '.join(map(str, bytes.fromhex(colour.removeprefix('#'))))})"
