"""The page that steps through a record, operated as by a user."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_tests.axe import violations
from browser_tests.drawn import wait_until_drawn
from wonders_duel import Game, Player, Record
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.render import DARK, LIGHT, animate
from wonders_duel.search import review


def _finished() -> Game:
    game = Game(seed=2015)
    game.players = ("Ann", "Ben")
    game.play_out(GreedyBot(seed=1), RandomBot(seed=2))
    return game


GAME = _finished()
MOVES = len(GAME.history)


def _open(page: Page, tmp_path: Path, game: Game | Record, fragment: str = "") -> None:
    page.goto(f"{_written(tmp_path, game)}{fragment}")
    wait_until_drawn(page)


def _written(tmp_path: Path, game: Game | Record) -> str:
    path = tmp_path / "game.html"
    path.write_text(animate(game), encoding="utf-8")
    return path.as_uri()


def _at(page: Page, number: int, moves: int = MOVES) -> None:
    """Check that the page shows the position after a move in all its parts."""
    expect(page.locator("#count")).to_have_text(f"{number} / {moves}")
    expect(page.locator("#slider")).to_have_value(str(number))
    current = page.locator("#moves [aria-selected=true]")
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
        box = page.locator("#wide g").first.bounding_box()
        frame = page.locator("#wide").bounding_box()

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
    page.locator("#moves [role=option]").nth(20).click()
    _at(page, 20)
    page.locator("#slider").fill("33")
    _at(page, 33)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    _at(page, 34)


def test_it_plays_by_itself(page: Page, tmp_path: Path) -> None:
    """The space bar starts and stops the replay; it stops at the end, and then restarts."""
    _open(page, tmp_path, GAME)
    page.clock.install(time=0)
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
    box = page.locator("#board").bounding_box()
    assert box is not None
    assert box["y"] < 450


def test_a_phone_shows_the_tall_layout(page: Page, tmp_path: Path) -> None:
    """Where there is little room, the tall layout replaces the wide one, at its natural size."""
    _open(page, tmp_path, GAME, "#30")
    expect(page.locator("#wide")).to_be_visible()
    expect(page.locator("#tall")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 800})
    expect(page.locator("#tall")).to_be_visible()
    expect(page.locator("#wide")).to_be_hidden()
    box = page.locator("#tall").bounding_box()
    assert box is not None
    assert 365 <= box["width"] <= 390
    # In landscape, the board takes the width instead of shrinking to the height.
    page.set_viewport_size({"width": 844, "height": 390})
    wide = page.locator("#wide").bounding_box()
    assert wide is not None
    assert wide["width"] > 800


@pytest.mark.parametrize("width", [390, 1400])
def test_nothing_moves_between_positions(page: Page, tmp_path: Path, width: int) -> None:
    """The controls stay where they are while the game is stepped through."""
    page.set_viewport_size({"width": width, "height": 900})
    _open(page, tmp_path, GAME)
    places = set()
    for number in range(0, MOVES + 1, 6):
        page.evaluate(f"location.hash = '#{number}'")
        _at(page, number)
        box = page.locator("#board").bounding_box()
        assert box is not None
        places.add((box["y"], box["height"]))
    assert len(places) == 1


def test_the_page_follows_the_colour_scheme(page: Page, tmp_path: Path) -> None:
    """Page and drawings have the colours that the reader prefers, and change with them."""
    _open(page, tmp_path, GAME, "#30")
    colours = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        ground = page.locator("#wide rect").first
        colours.append(ground.evaluate("one => getComputedStyle(one).fill"))
    assert colours == [_rgb(LIGHT.page), _rgb(DARK.page)]


def _rgb(colour: str) -> str:
    parts = [str(int(colour[start : start + 2], 16)) for start in (1, 3, 5)]
    return f"rgb({', '.join(parts)})"


def test_a_click_in_the_chart_jumps(page: Page, tmp_path: Path) -> None:
    """A click in the chart leads to the position there; the legend shows values and hides lines."""
    _open(page, tmp_path, GAME)
    box = page.locator("#chart").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    _at(page, round(MOVES / 2))
    points = page.locator("#legend button.points.one")
    after = GAME.history[round(MOVES / 2) - 1].after
    expect(points.locator("output")).to_have_text(str(after.totals[0]))
    points.click()
    expect(points).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#chart .points.one")).to_be_hidden()
    points.click()
    expect(page.locator("#chart .points.one")).to_be_visible()


def test_page_keys_lead_to_the_ages(page: Page, tmp_path: Path) -> None:
    """Page Down and Page Up lead to the beginnings of the ages, the other arrows to neighbours."""
    _open(page, tmp_path, GAME)
    _at(page, 0)
    starts = [
        number
        for number, step in enumerate(GAME.history, start=1)
        if step.after.age is not None and step.after.age != step.before.age
    ]
    assert len(starts) == 3
    for number in (*starts, MOVES):
        page.keyboard.press("PageDown")
        _at(page, number)
    page.keyboard.press("PageUp")
    _at(page, starts[2])
    page.keyboard.press("ArrowUp")
    _at(page, starts[2] - 1)
    page.keyboard.press("ArrowDown")
    _at(page, starts[2])
    page.locator("#moves").focus()
    page.keyboard.press("ArrowDown")
    _at(page, starts[2] + 1)


def test_the_speed_can_be_chosen(page: Page, tmp_path: Path) -> None:
    """At four times the speed, a position is shown for a quarter of the time."""
    _open(page, tmp_path, GAME)
    _at(page, 0)
    page.clock.install(time=0)
    page.clock.pause_at(3_600_000)
    page.locator("#speed").select_option("4")
    page.locator("#play").click()
    page.clock.run_for(4 * 375 + 50)
    _at(page, 4)


def test_a_swipe_leads_to_the_next_position(browser: Browser, tmp_path: Path) -> None:
    """A swipe to the left leads to the next position, one to the right to the previous one."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    page = context.new_page()
    _open(page, tmp_path, GAME, "#20")
    _at(page, 20)
    swipe = """([from, to]) => {
        const board = document.getElementById("board");
        const touch = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 200 });
        for (const [type, x] of [["touchstart", from], ["touchend", to]]) {
            board.dispatchEvent(new TouchEvent(type, { changedTouches: [touch(x)], bubbles: true }));
        }
    }"""
    page.evaluate(swipe, [300, 100])
    _at(page, 21)
    page.evaluate(swipe, [100, 300])
    _at(page, 20)
    page.evaluate(swipe, [100, 120])
    _at(page, 20)
    context.close()


def test_two_fingers_zoom(browser: Browser, tmp_path: Path) -> None:
    """Two fingers enlarge the board, and do not lead to another position."""
    context = browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    _open(page, tmp_path, GAME, "#20")
    _at(page, 20)
    assert page.evaluate("visualViewport.scale") == 1
    fingers = context.new_cdp_session(page)
    for apart in range(30, 180, 10):
        kind = "touchStart" if apart == 30 else "touchMove"
        points = [{"x": 195 + side * apart, "y": 300, "id": side + 1} for side in (-1, 1)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(20)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    page.wait_for_function("visualViewport.scale > 1.5")
    _at(page, 20)
    context.close()


def test_it_plays_in_a_frame_without_an_address(page: Page, tmp_path: Path) -> None:
    """A page can be the ``srcdoc`` of a frame, whose address cannot have the number of a move."""
    path = tmp_path / "frame.html"
    path.write_text(
        f'<title>A game</title><iframe title="Game" srcdoc="{escape(animate(GAME))}"></iframe>',
        encoding="utf-8",
    )
    page.goto(path.as_uri())
    inside = page.frame_locator("iframe")
    count = inside.locator("#count")
    expect(count).to_have_text(f"0 / {MOVES}")

    inside.locator("#speed").select_option("4")
    inside.locator("#play").dispatch_event("click")
    expect(count).to_have_text(f"3 / {MOVES}")


def test_the_position_can_be_copied(browser: Browser, tmp_path: Path) -> None:
    """The position is copied as text, or shown where the clipboard is not available."""
    expected = GAME.history[11].after.to_text()
    for permissions in (["clipboard-read", "clipboard-write"], []):
        context = browser.new_context(permissions=permissions)
        page = context.new_page()
        if not permissions:
            page.add_init_script("delete Navigator.prototype.clipboard")
        _open(page, tmp_path, GAME, "#12")
        _at(page, 12)
        page.locator("#copy").click()
        if permissions:
            expect(page.locator("#copy")).to_have_text("Copied")
            assert page.evaluate("navigator.clipboard.readText()") == expected
        else:
            expect(page.locator("#told")).to_have_text(expected)
        context.close()


def test_win_probabilities_are_a_line_of_the_chart(page: Page, tmp_path: Path) -> None:
    """With analyses, the chart has a line of the win probability of the first player."""
    record = GAME.record()
    analyses = list(review(record, simulations=10, seed=1))
    path = tmp_path / "game.html"
    path.write_text(animate(record, analyses=analyses), encoding="utf-8")
    page.goto(f"{path.as_uri()}#10")
    shown = page.locator("#legend button.win output")
    share = 100 * analyses[10].win_probability_of(Player.ONE)
    expect(shown).to_have_text(f"{share:.1f}".removesuffix(".0"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_is_accessible(page: Page, tmp_path: Path, width: int, scheme: str) -> None:
    """Axe-core finds nothing wrong, in both layouts and colour schemes."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    _open(page, tmp_path, GAME, "#30")
    _at(page, 30)
    assert violations(page) == []


def test_without_scripts_the_first_position_is_shown(browser: Browser, tmp_path: Path) -> None:
    """Without scripts the first position is shown, with a sentence about what is missing."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(_written(tmp_path, GAME))

    expect(page.locator("#wide use").first).to_be_attached()
    expect(page.locator("noscript p")).to_contain_text("Enable JavaScript to step")
    expect(page.locator("#controls")).to_be_hidden()
    context.close()


def test_a_card_that_is_taken_glides_to_its_place(browser: Browser, tmp_path: Path) -> None:
    """A step forward lets the card glide from the structure; a jump, or less motion, does not."""
    taken = next(number for number, step in enumerate(GAME.history) if "build" in str(step.move))
    for motion, expected in (("no-preference", 1), ("reduce", 0)):
        with browser.new_context(reduced_motion=motion) as context:  # type: ignore[arg-type]
            page = context.new_page()
            _open(page, tmp_path, GAME, f"#{taken}")
            _at(page, taken)
            page.evaluate("Element.prototype.animate = function () { return {}; }")  # it stays
            page.keyboard.press("ArrowRight")
            _at(page, taken + 1)
            expect(page.locator(".moving")).to_have_count(expected)
            page.keyboard.press("Home")
            expect(page.locator(".moving")).to_have_count(0)


def test_a_card_that_has_arrived_is_gone(page: Page, tmp_path: Path) -> None:
    """When the card has arrived, only the one at its place is left."""
    taken = next(number for number, step in enumerate(GAME.history) if "build" in str(step.move))
    _open(page, tmp_path, GAME, f"#{taken}")
    page.keyboard.press("ArrowRight")
    _at(page, taken + 1)
    expect(page.locator(".moving")).to_have_count(0)
