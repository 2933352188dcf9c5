"""The page that steps through a record, operated as by a user."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from wonders_duel import Game, Record
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.render import animate


def _finished() -> Game:
    game = Game(seed=2015)
    game.players = ("Ann", "Ben")
    game.play_out(GreedyBot(seed=1), RandomBot(seed=2))
    return game


GAME = _finished()
MOVES = len(GAME.history)


def _open(page: Page, tmp_path: Path, game: Game | Record, fragment: str = "") -> None:
    path = tmp_path / "game.html"
    path.write_text(animate(game), encoding="utf-8")
    page.goto(f"{path.as_uri()}{fragment}")


def _at(page: Page, number: int, moves: int = MOVES) -> None:
    """Check that the page shows the position after a move in all its parts."""
    expect(page.locator("#count")).to_have_text(f"{number} / {moves}")
    expect(page.locator("#slider")).to_have_value(str(number))
    current = page.locator("#moves button[aria-current]")
    expect(current).to_have_count(1)
    if number:
        expect(current).to_have_text(re.compile(rf"^{number}\. "))
    expect(page.locator("#table-title")).to_have_text(current.inner_text())


def test_the_arrow_keys_step_through_the_game(page: Page, tmp_path: Path) -> None:
    """The arrow keys, Home and End step through the game, and stop at both ends."""
    _open(page, tmp_path, GAME)
    _at(page, 0)

    page.keyboard.press("ArrowLeft")
    _at(page, 0)
    for number in range(1, MOVES + 1):
        page.keyboard.press("ArrowRight")
        _at(page, number)
    page.keyboard.press("ArrowRight")
    _at(page, MOVES)
    page.keyboard.press("ArrowLeft")
    _at(page, MOVES - 1)
    page.keyboard.press("End")
    _at(page, MOVES)
    expect(page.locator("#told")).to_contain_text("wins")
    page.keyboard.press("Home")
    _at(page, 0)
    page.keyboard.press("Shift+ArrowRight")
    _at(page, 0)


def test_every_position_is_drawn(page: Page, tmp_path: Path) -> None:
    """Every position is drawn within its frame, with unique definitions."""
    _open(page, tmp_path, GAME)

    for number in range(MOVES + 1):
        _at(page, number)
        missing = page.evaluate(
            """[...document.querySelectorAll("use")].map((use) => use.getAttribute("href"))
            .filter((href) => document.querySelectorAll(href).length !== 1)"""
        )
        box = page.locator("#stage").bounding_box()
        frame = page.locator("#drawing").bounding_box()

        assert missing == []
        assert box is not None
        assert frame is not None
        assert box["width"] > 0.8 * frame["width"] > 300
        assert frame["height"] >= box["height"] > 200
        page.keyboard.press("ArrowRight")


def test_buttons_slider_and_list_lead_there_too(page: Page, tmp_path: Path) -> None:
    """Buttons, slider and list lead to their positions, and are disabled where they do nothing."""
    _open(page, tmp_path, GAME)

    expect(page.locator("#first")).to_be_disabled()
    expect(page.locator("#back")).to_be_disabled()
    page.locator("#next").click()
    _at(page, 1)
    page.locator("#last").click()
    _at(page, MOVES)
    expect(page.locator("#next")).to_be_disabled()
    expect(page.locator("#last")).to_be_disabled()
    page.locator("#back").click()
    _at(page, MOVES - 1)
    page.locator("#first").click()
    _at(page, 0)
    page.locator("#moves button").nth(20).click()
    _at(page, 20)
    page.locator("#slider").fill("33")
    _at(page, 33)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    _at(page, 34)


def test_it_plays_by_itself(page: Page, tmp_path: Path) -> None:
    """The space bar starts and stops the replay; it stops at the end, and then restarts."""
    page.clock.install(time=0)
    _open(page, tmp_path, GAME)
    page.clock.pause_at(3_600_000)  # from here on only the test advances the clock
    play = page.locator("#play")

    page.keyboard.press(" ")
    expect(play).to_have_attribute("aria-label", "Pause")
    page.clock.run_for(3 * 1500 + 50)
    _at(page, 3)
    page.keyboard.press(" ")
    expect(play).to_have_attribute("aria-label", "Play")
    page.clock.run_for(10_000)
    _at(page, 3)
    play.click()
    page.clock.run_for(1550)
    _at(page, 4)
    page.keyboard.press("ArrowLeft")
    expect(play).to_have_attribute("aria-label", "Play")
    page.keyboard.press("End")
    play.focus()
    page.keyboard.press(" ")
    _at(page, 0)
    page.clock.run_for(1500 * (MOVES + 2))
    _at(page, MOVES)
    expect(play).to_have_attribute("aria-label", "Play")


@pytest.mark.parametrize(
    ("fragment", "number"),
    [("#12", 12), ("#0", 0), ("#9999", MOVES), ("#-4", 0), ("#nonsense", 0), ("", 0)],
)
def test_the_address_leads_to_a_position(
    page: Page, tmp_path: Path, fragment: str, number: int
) -> None:
    """The fragment of the address selects a move; an invalid one leads to the start."""
    _open(page, tmp_path, GAME, fragment)

    _at(page, number)
    page.evaluate("location.hash = '#7'")
    _at(page, 7)


def test_user_text_stays_text(page: Page, tmp_path: Path) -> None:
    """Names, tags and comments of a record cannot become elements or scripts of the page."""
    wicked = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;'\""
    game = Game(seed=1)
    game.players = (wicked, "${title} $title <!-- ")
    game.tags = {"event": wicked}
    game.play(game.legal_moves[0], comment=f"{wicked}\u2028")
    _open(page, tmp_path, game)
    _at(page, 0, 1)

    page.keyboard.press("ArrowRight")
    _at(page, 1, 1)
    expect(page.locator("#told")).to_contain_text("<img src=x onerror=alert(2)>")
    expect(page.locator("img")).to_have_count(0)
    expect(page.locator("script")).to_have_count(2)
    expect(page.locator("h1")).to_contain_text("${title} $title <!--")


def test_a_game_without_a_move_is_a_page_too(page: Page, tmp_path: Path) -> None:
    """A game without moves has a page with its controls disabled."""
    _open(page, tmp_path, Game(seed=1))

    _at(page, 0, 0)
    page.keyboard.press("ArrowRight")
    _at(page, 0, 0)
    expect(page.locator("#last")).to_be_disabled()


def test_it_fits_a_phone(page: Page, tmp_path: Path) -> None:
    """A narrow screen needs no horizontal scrolling."""
    page.set_viewport_size({"width": 390, "height": 800})
    _open(page, tmp_path, GAME, "#40")

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator("#next")).to_be_in_viewport()


@pytest.mark.parametrize("width", [390, 1280])
def test_long_words_and_comments_leave_room_for_the_table(
    page: Page, tmp_path: Path, width: int
) -> None:
    """Long words and comments are wrapped and scrolled separately, so the table keeps its room."""
    game = Game(seed=3)
    game.players = ("A" * 3000, "Ben")
    game.play(game.legal_moves[0], comment="x" * 5000 + " and more" * 500)
    page.set_viewport_size({"width": width, "height": 900})
    _open(page, tmp_path, game, "#1")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("#told").evaluate("told => told.scrollWidth <= told.clientWidth")
    box = page.locator("#drawing").bounding_box()
    assert box is not None
    assert box["y"] < 450


def test_without_scripts_the_first_position_is_shown(browser: Browser, tmp_path: Path) -> None:
    """Without scripts the first position is shown, with a sentence about what is missing."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    _open(page, tmp_path, GAME)

    expect(page.locator("#stage use").first).to_be_attached()
    expect(page.locator("noscript p")).to_contain_text("Enable JavaScript to step")
    expect(page.locator("#controls")).to_be_hidden()
    context.close()
