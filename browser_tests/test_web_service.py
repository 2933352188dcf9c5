"""The web service as its players see it: a page for each of them, with live updates."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser_tests.axe import violations
from examples import web_service
from wonders_duel import Game, Record

LEGAL = ".wp-board [data-moves]"
STATUS = ".wp-status"
OVER = re.compile("wins|share the victory")
SIZES = {"Ann": (1280, 900), "Ben": (390, 844), "Spectators": (1024, 800)}
PATIENCE = 30_000
Open = Callable[[str], Page]
expect.set_options(timeout=PATIENCE)


@contextmanager
def _serving(path: Path, port: int = 0) -> Iterator[int]:
    """Run a server while the context is open; yields its port."""
    with web_service.server(path, port) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Return a function that opens a page as somebody, in a browser of their own."""
    contexts: list[BrowserContext] = []

    def open_(name: str) -> Page:
        width, height = SIZES[name]
        contexts.append(
            browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
        )
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        return page

    yield open_
    for context in contexts:
        context.close()


def _links(page: Page, port: int) -> dict[str, str]:
    """Start a game, and return the links that the page shows."""
    page.goto(f"http://127.0.0.1:{port}/")
    page.get_by_role("button", name="New game").click()
    found = {}
    for name, part in (("Ann", "one"), ("Ben", "two"), ("Spectators", "spectators")):
        found[name] = page.locator(f"#link-{part}").get_attribute("href") or ""
    return found


def _connected(page: Page) -> None:
    page.wait_for_selector("html[data-connected=true]", state="attached")
    page.wait_for_selector(".wp-board svg")


def _play_one(ann: Page, ben: Page) -> bool:
    """Let the player to move play the first move that they can click; return whether there was one."""
    for page in (ann, ben):
        page.wait_for_function(
            "([status, texts]) => texts.includes(document.querySelector(status)?.textContent.trim())",
            arg=[STATUS, [ann.locator(STATUS).inner_text(), ben.locator(STATUS).inner_text()]],
        )
    mover = ann if ann.locator(LEGAL).count() else ben
    other = ben if mover is ann else ann
    if not mover.locator(LEGAL).count():
        return False
    assert other.locator(LEGAL).count() == 0
    before = other.locator(".wp-list .wp-number").count()
    mover.locator(LEGAL).first.click()
    mover.locator(".wp-card .wp-action:enabled").first.click()
    for page in (mover, other):
        page.wait_for_function(
            "before => document.querySelectorAll('.wp-list .wp-number').length > before", arg=before
        )
    return True


def test_a_whole_game_in_two_browsers(opened: Open, tmp_path: Path) -> None:
    """Two people play a game to its end, each with a link of their own, while somebody watches."""
    complaints: list[str] = []
    with _serving(tmp_path / "games.sqlite") as port:
        ann = opened("Ann")
        links = _links(ann, port)
        pages = {"Ann": ann, "Ben": opened("Ben"), "Spectators": opened("Spectators")}
        for name, page in pages.items():
            page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(links[name])
            _connected(page)
            assert violations(page) == []
        ben, spectators = pages["Ben"], pages["Spectators"]
        number = 0
        while _play_one(ann, ben):
            number += 1
            assert spectators.locator(LEGAL).count() == 0
        assert ann.title() == f"Ann: {ann.locator(STATUS).inner_text()}"
        assert spectators.title() == spectators.locator(STATUS).inner_text()
        for page in pages.values():
            expect(page.locator(STATUS)).to_have_text(OVER)
            assert page.locator(".wp-list .wp-number").count() == number
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= page.evaluate("innerWidth")
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database:
        (text,) = database.execute("SELECT record FROM games").fetchone()
    game = Game.from_record(Record.from_text(text))
    assert game.is_over
    assert number == len(game.history) > 30
    assert [one for one in complaints if "favicon" not in one] == []


def test_a_page_survives_a_restart_of_the_server(opened: Open, tmp_path: Path) -> None:
    """A page says that the connection is lost, connects again, and has missed nothing."""
    with _serving(tmp_path / "games.sqlite") as port:
        ann, ben = opened("Ann"), opened("Ben")
        links = _links(ann, port)
        for page, name in ((ann, "Ann"), (ben, "Ben")):
            page.goto(links[name])
            _connected(page)
        for _ in range(3):
            assert _play_one(ann, ben)
    for page in (ann, ben):
        expect(page.locator("#offline")).to_be_visible()
    with _serving(tmp_path / "games.sqlite", port):
        for page in (ann, ben):
            expect(page.locator("#offline")).to_be_hidden()
            assert page.locator(".wp-list .wp-number").count() == 3
        assert _play_one(ann, ben)


def test_a_player_resigns(opened: Open, tmp_path: Path) -> None:
    """Each player can resign at any time, after a question, and the other one wins."""
    with _serving(tmp_path / "games.sqlite") as port:
        ann, ben, spectators = (opened(name) for name in ("Ann", "Ben", "Spectators"))
        links = _links(ann, port)
        for page, name in ((ann, "Ann"), (ben, "Ben"), (spectators, "Spectators")):
            page.goto(links[name])
            _connected(page)
        resign = ben.get_by_role("button", name="Resign")
        assert spectators.get_by_role("button", name="Resign").count() == 0
        resign.click()
        assert violations(ben) == []
        ben.get_by_role("button", name="Play on").click()
        expect(resign).to_be_focused()
        assert _play_one(ann, ben)
        resign.click()
        expect(resign).to_be_focused()
        resign.click()
        for page in (ann, ben, spectators):
            expect(page.locator(STATUS)).to_have_text(re.compile("Ann.* wins|Player one wins"))
            assert page.get_by_role("button", name="Resign").count() == 0


def test_a_wrong_link(opened: Open, tmp_path: Path) -> None:
    """A link with a wrong key shows an error, and no table."""
    with _serving(tmp_path / "games.sqlite") as port:
        ann = opened("Ann")
        link = _links(ann, port)["Ann"]
        ann.goto(f"{link}x")
        expect(ann.get_by_role("alert")).to_contain_text("not a key of this game")
        assert ann.locator(".wp-board svg").count() == 0
