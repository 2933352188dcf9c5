"""The page Play and analyse, operated as by its users, with the library that runs in the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from browser_tests.axe import violations
from browser_tests.conftest import BUILT
from wonders_duel import Game, Record
from wonders_duel.bots import RandomBot
from wonders_duel.render import DARK

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
LOADED = 60_000
"""The most milliseconds until the library has been loaded, on a busy machine."""
PAGE = "#wonders-duel"
TABLE = ".wp-board [data-choice]"
LEGAL = ".wp-board [data-moves]"
OVER = "wins|share the victory"
LATE = """const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message, ...more) {
  setTimeout(() => postMessage.call(this, message, ...more), message.name === "text" ? 1000 : 0);
};"""
"""A script with which texts of the game, as the browser keeps them, come late."""
Open = Callable[..., Page]
expect.set_options(timeout=30_000)


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Open]:
    """Return a function that opens the page in a window of a size; nothing may go wrong in it."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(
        size: str = "desktop",
        *,
        scheme: str = "light",
        fragment: str = "",
        setting: str = "",
        fails: str = "",
    ) -> Page:
        width, height = SIZES[size]
        dark = scheme == "dark"
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale="en-GB",
            reduced_motion="reduce",  # no colours on the way to others
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LOADED)
        page.add_init_script(setting)
        page.on(
            "console",
            lambda said: (
                None
                if said.type == "log"  # only an example of the documentation logs
                else complaints.append(f"{said.type}: {said.text} {said.location['url']}")
            ),
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((site, "data:", "blob:"))
                else complaints.append(f"it asked for {asked.url}")
            ),
        )
        if fails:  # a line of the program raises an error instead
            program = (BUILT / "play" / "app" / "table.py").read_text(encoding="utf-8")
            assert fails in program
            broken = program.replace(fails, 'raise MemoryError("no memory")')
            context.route("**/app/table.py", lambda route: route.fulfill(body=broken))
        page.goto(f"{site}/play/index.html{fragment}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [one for one in complaints if "favicon" not in one] == []


def _start(page: Page, mode: str = "bot", *, setup: str = "first-game", seed: str = "7") -> None:
    """Fill in the form and start a game."""
    page.locator(f"input[name=mode][value={mode}]").check()
    if mode == "bot":
        page.locator("input[name=level][value=easy]").check()
    page.locator("select[name=setup]").select_option(setup)
    if mode != "table":
        page.locator(".wp-more summary").click()
        page.locator("input[name=seed]").fill(seed)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".wp-board svg")


def _ready(page: Page) -> str:
    """Wait until a person may act or the game is over, and return what the page says."""
    status = page.locator(".wp-status")
    page.wait_for_function(
        """([legal, over]) => !document.querySelector(".wp-thinking")
        && (document.querySelector(legal) || document.querySelector(".wp-status")?.textContent.match(over))""",
        arg=[LEGAL, OVER],
        timeout=LOADED,
    )
    return status.inner_text()


def _moves(page: Page) -> int:
    return page.locator(".wp-list .wp-number").count()


@contextmanager
def _moving(page: Page) -> Iterator[None]:
    """Wait until a move has been played."""
    before = _moves(page)
    yield
    page.wait_for_function(
        "before => document.querySelectorAll('.wp-list .wp-number').length > before", arg=before
    )


def _some_moves(page: Page, number: int) -> None:
    """Play some moves by the buttons."""
    for _ in range(number):
        _ready(page)
        with _moving(page):
            page.locator(LEGAL).first.click()
            page.locator(".wp-card .wp-action:enabled").first.click()
    _ready(page)


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_game_with_the_mouse(visit: Open, size: str) -> None:
    """A game against the computer is played to its end by clicking cards and what to do with them."""
    page = visit(size)
    _start(page, setup="draft")

    while not re.search(OVER, _ready(page)):
        with _moving(page):
            page.locator(LEGAL).first.click()
            page.locator(".wp-card .wp-action:enabled").first.click()
    assert _moves(page) > 30
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]


def _tab_to(page: Page, found: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(120):
        if page.evaluate("found => document.activeElement.matches(found)", found):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {found}")


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_game_with_the_keyboard(visit: Open, size: str) -> None:
    """A game is started and played to its end with the keyboard alone, and announced on the way."""
    page = visit(size)
    page.wait_for_selector("input[name=mode]")
    page.keyboard.press("Tab")  # to the link that leads past the contents of the documentation
    expect(page.locator(".skip-to-content")).to_be_focused()
    page.keyboard.press("Enter")
    _tab_to(page, "input[name=level]")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("input[name=level][value=easy]")).to_be_checked()
    _tab_to(page, "select[name=setup]")
    page.keyboard.press("ArrowDown")
    _tab_to(page, ".wp-form .wp-first")
    page.keyboard.press("Enter")

    while not re.search(OVER, _ready(page)):
        with _moving(page):
            _tab_to(page, TABLE)
            page.keyboard.press("ArrowRight")  # goes on along the table, or stays at its end
            page.keyboard.press("Enter")
            if page.locator(".wp-card .wp-action:enabled").count() == 0:
                page.keyboard.press("Escape")  # a card that cannot be taken: its reason was shown
                page.locator(LEGAL).first.evaluate("element => element.focus()")
                page.keyboard.press("Enter")
            _tab_to(page, ".wp-card .wp-action:enabled")
            page.keyboard.press("Enter")
    announced = page.locator("[role=status]").inner_text()
    assert re.search(OVER, announced)


def test_the_focus_stays_while_the_game_is_kept(visit: Open) -> None:
    """Until the browser has kept the game after a move, a person may have opened the next card."""
    page = visit("desktop", setting=LATE)
    _start(page, setup="draft")
    for _ in range(6):
        _ready(page)
        assert page.evaluate("table => document.activeElement.matches(table)", TABLE)
        page.locator(LEGAL).first.evaluate("element => element.focus()")
        page.keyboard.press("Enter")
        page.wait_for_timeout(1_500)
        expect(page.locator(".wp-card h2")).to_be_focused()
        _tab_to(page, ".wp-card .wp-action:enabled")
        with _moving(page):
            page.keyboard.press("Enter")


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_everybody_can_use_it(visit: Open, size: str, scheme: str) -> None:
    """axe-core finds nothing in any view, in both colour schemes."""
    page = visit(size, scheme=scheme)
    _start_checked = violations(page, PAGE)
    assert _start_checked == []
    _start(page)
    _some_moves(page, 3)
    assert violations(page, PAGE) == []

    page.locator(LEGAL).first.click()
    assert violations(page, PAGE) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="First position").click()
    expect(page.locator(".wp-note")).to_be_visible()
    assert violations(page, PAGE) == []
    page.get_by_role("button", name="Back to the game").click()

    page.get_by_role("tab", name="Analyse").click()
    page.locator(".wp-run select").select_option("400")
    page.get_by_role("button", name="Analyse this position").click()
    page.wait_for_selector(".wp-run .wp-first")
    page.get_by_role("button", name="Draw the graph of the game").click()
    expect(page.locator(".wp-chart .wp-line")).to_be_visible(timeout=LOADED)
    page.locator(".wp-analysis summary").click()
    assert violations(page, PAGE) == []

    for name in ("New game", "Open", "Save and share"):
        page.get_by_role("button", name=name, exact=True).click()
        dialog = page.locator("dialog[open]")
        expect(dialog).to_be_visible()
        assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        assert violations(page, PAGE) == []
        page.keyboard.press("Escape")
    page.get_by_role("button", name="New game", exact=True).click()
    page.locator("dialog input[value=table]").check()
    page.locator("dialog .wp-first").click()
    expect(page.locator(".wp-chance")).to_be_visible()
    assert violations(page, PAGE) == []


def _list(page: Page) -> list[str]:
    return page.locator(".wp-list .wp-row").all_inner_texts()


def test_a_game_survives_a_reload_and_travels_in_a_link(visit: Open, tmp_path: Path) -> None:
    """A game is kept over a reload, opened from its link and from its file, and is the same each time."""
    page = visit()
    _start(page, "two")
    _some_moves(page, 5)
    moves = _list(page)
    assert len(moves) == 5

    page.reload()
    expect(page.locator(".wp-list .wp-row").first).to_be_visible(timeout=LOADED)
    assert _list(page) == moves

    page.get_by_role("button", name="Save and share").click()
    link = page.locator("#wp-link").input_value()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    path = tmp_path / "game.txt"
    download.value.save_as(path)
    record = Record.from_text(path.read_text(encoding="utf-8"))
    assert len(record.turns) == 5
    assert record.deal is not None

    other = visit("phone", fragment=link[link.index("#") :])
    expect(other.locator(".wp-board svg")).to_be_visible(timeout=LOADED)
    other.get_by_role("tab", name="Play").click()
    assert _list(other) == moves
    assert "#" not in other.url
    other.get_by_role("button", name="Open", exact=True).click()
    other.locator("input[type=file]").set_input_files(path)
    expect(other.locator("dialog[open]")).to_have_count(0)
    other.get_by_role("tab", name="Play").click()
    assert _list(other) == moves
    _some_moves(other, 1)  # and can be continued


def test_only_what_is_copied_is_said_to_be(visit: Open) -> None:
    """Where the page may not use the clipboard, the text is selected, and not said to be copied."""
    page = visit(setting="delete Navigator.prototype.clipboard;")
    _start(page, "two")
    page.get_by_role("button", name="Save and share").click()
    link = page.locator("#wp-link").input_value()
    page.get_by_role("button", name="Copy the link").click()

    expect(page.locator("#wp-link")).to_be_focused()
    assert page.evaluate("getSelection().toString()") == link
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)


def test_it_works_offline_once_loaded(visit: Open) -> None:
    """After the first visit, the page loads and plays without a network."""
    page = visit()
    page.wait_for_function("document.documentElement.dataset.offline")

    page.context.set_offline(True)
    page.reload()
    _start(page)
    _some_moves(page, 2)
    assert _moves(page) >= 2


NONSENSE = {
    "nonsense": "neither a record nor a position",
    "<!DOCTYPE html>": "neither a record nor a position",
    "wd1 turn=one end": "missing",
    '{"format": "wonders-duel/state"': "this is not JSON",
}


def test_nonsense_is_refused_in_one_line(visit: Open) -> None:
    """Text that is neither a record nor a position leads to one clear line, and the page stays usable."""
    page = visit()
    page.get_by_role("button", name="Open", exact=True).click()
    line = page.locator("dialog .wp-error")
    for text, message in NONSENSE.items():
        page.locator("dialog textarea").fill(text)
        page.locator("dialog .wp-form .wp-first").click()

        expect(line).to_contain_text(message)
        assert line.count() == 1
        assert "\n" not in line.locator("span").inner_text()
    page.keyboard.press("Escape")
    _start(page)


def test_wrong_files_and_damaged_links_are_refused(visit: Open, tmp_path: Path) -> None:
    """A picture, a huge file and a damaged link lead to one line each; dropped records are opened."""
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    huge = tmp_path / "huge.txt"
    huge.write_bytes(b"x" * 1_100_000)
    page = visit(fragment="#game=AAAA")
    expect(page.locator(".wp-error")).to_contain_text("The link is damaged")

    page.get_by_role("button", name="Open", exact=True).click()
    for path, message in ((picture, "cannot be read as text"), (huge, "too large")):
        page.locator("input[type=file]").set_input_files(path)
        expect(page.locator("dialog .wp-error")).to_contain_text(message)
    page.keyboard.press("Escape")
    game = Game(seed=3)
    game.players = ("<img src=x onerror=alert(1)>", "&lt;b&gt;")
    game.play_out(RandomBot(seed=1), RandomBot(seed=2))
    _drop(page.locator(PAGE), game.record().to_text())
    expect(page.locator(".wp-status")).to_have_text(re.compile(OVER))
    expect(page.locator(".wp-scores")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator(".wp-scores")).to_contain_text("&lt;b&gt;")
    expect(page.locator(f"{PAGE} img")).to_have_count(0)


def _drop(target: Locator, text: str) -> None:
    """Drop a file with a text on an element."""
    target.evaluate(
        """(element, text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "game.txt", {type: "text/plain"}));
            element.dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
        }""",
        text,
    )


def test_a_game_on_a_real_table_is_followed_by_clicking(visit: Open) -> None:
    """What is dealt and revealed is chosen among the cards that are still possible; undo corrects it."""
    page = visit()
    _start(page, "table")
    heading = page.locator("#wp-chance-title")

    expect(heading).to_contain_text("five progress tokens")
    confirm = page.get_by_role("button", name="Confirm")
    for number in range(5):
        expect(confirm).to_be_disabled()
        page.locator(".wp-pick").nth(number).click()
    confirm.click()
    expect(heading).to_contain_text("Which cards are dealt? Row 1, card 1 of 2")
    while not heading.inner_text().startswith("All cards"):
        page.locator(".wp-pick:enabled").first.click()
    confirm.click()
    expect(heading).to_have_count(0)

    while not heading.is_visible():
        with _moving(page):
            page.locator(LEGAL).last.click()
            page.locator(".wp-card .wp-action:enabled").first.click()
    expect(heading).to_contain_text("Which card is revealed in slot")
    choices = page.locator(".wp-pick").count()
    name = page.locator(".wp-pick").nth(2).get_attribute("aria-label")
    page.locator(".wp-pick").nth(2).click()
    expect(page.locator(".wp-list .wp-row").first).to_contain_text(f"revealed: {name}")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".wp-pick")).to_have_count(choices)


def test_a_person_resigns_while_the_computer_thinks(visit: Open) -> None:
    """The computer wins at once, and does not move any more; undo takes the resignation back."""
    page = visit()
    page.locator("input[name=level][value=expert]").check()
    page.locator("select[name=first]").select_option("two")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".wp-thinking")).to_be_visible(timeout=LOADED)
    page.get_by_role("button", name="Resign").click()
    page.locator(".wp-resign button").first.click()
    expect(page.locator(".wp-status")).to_have_text(re.compile("wins"), timeout=LOADED)
    expect(page.locator(".wp-thinking")).to_have_count(0)
    assert page.locator(".wp-error").count() == 0
    assert _moves(page) == 0
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".wp-status")).not_to_have_text(re.compile("wins"))


def test_a_position_is_analysed_and_the_search_stops_when_asked(visit: Open) -> None:
    """A pasted position is analysed with updates; Stop ends the search, and the page stays alive."""
    page = visit()
    state = Game(seed=11, rules="first-game").state
    page.get_by_role("button", name="Analyse a position or a record instead").click()
    page.locator("dialog textarea").fill(state.to_text())
    page.locator("dialog .wp-first").click()
    expect(page.locator(".wp-board svg")).to_be_visible(timeout=LOADED)

    page.locator(".wp-run select").select_option("25600")
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator(".wp-winbar")).to_be_visible(timeout=LOADED)
    rows = page.locator(".wp-table").first.locator("tbody tr")
    assert rows.count() == 6
    page.get_by_role("button", name=re.compile("Show all")).first.click()
    assert rows.count() == len(state.legal_moves)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Analyse this position")).to_be_visible(timeout=5_000)


def test_the_graph_of_a_game_leads_to_its_positions(visit: Open) -> None:
    """The graph has a point for each decision; a click and the slider jump to the position."""
    page = visit()
    _start(page, "two")
    _some_moves(page, 6)
    page.get_by_role("tab", name="Analyse").click()
    page.get_by_role("button", name="Draw the graph of the game").click()
    expect(page.locator(".wp-chart .wp-line")).to_have_attribute(
        "points", re.compile(r"^(\S+ ){5}\S+$")
    )

    page.locator(".wp-graph input[type=range]").fill("2")
    expect(page.locator(".wp-note")).to_contain_text("after move 2 of 6")
    page.locator(".wp-chart").click()  # in the middle
    expect(page.locator(".wp-note")).to_contain_text("after move 3 of 6")
    page.get_by_role("button", name="Continue from here").click()
    page.get_by_role("tab", name="Play").click()
    assert _moves(page) == 3


def test_a_search_that_fails_does_not_stop_the_next_one(visit: Open) -> None:
    """If a long call ends with an error of the program, the page says so, and the next one works."""
    page = visit(fails="points: list[Json] = []")
    _start(page, "two")
    _some_moves(page, 2)
    page.get_by_role("tab", name="Analyse").click()
    page.get_by_role("button", name="Draw the graph of the game").click()
    expect(page.locator(".wp-error")).to_contain_text("no memory")

    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator(".wp-winbar")).to_be_visible(timeout=LOADED)
    page.get_by_role("button", name="Stop").click()


def test_the_page_stays_alive_while_the_expert_thinks(visit: Open) -> None:
    """While the strongest level thinks, earlier positions can be looked at, and the game paused."""
    page = visit()
    page.locator("input[name=level][value=expert]").check()
    page.locator("select[name=first]").select_option("two")
    page.get_by_role("button", name="Start the game").click()

    expect(page.locator(".wp-thinking")).to_be_visible(timeout=LOADED)
    page.get_by_role("combobox", name="Language").select_option("fi")
    expect(page.locator(".wp-status")).to_contain_text("on vuorossa", timeout=4_000)
    page.locator(".wp-thinking button").click()
    expect(page.locator(".wp-thinking")).to_have_count(0)
    expect(page.get_by_role("button", name="Anna tietokoneen siirtää")).to_be_visible()
    page.wait_for_timeout(1_000)
    assert _moves(page) == 0


def test_it_speaks_the_language_of_the_reader(visit: Open) -> None:
    """The page and the words of the game are in the language that was chosen, also after a reload."""
    page = visit()
    language, status = page.locator(".wp-language select"), page.locator(".wp-status")
    language.select_option("fi")
    page.get_by_role("button", name="Aloita peli").click()
    expect(status).to_contain_text("on vuorossa")
    assert violations(page, PAGE) == []

    language.select_option("fr")
    expect(status).to_contain_text("jouer")
    assert page.locator(PAGE).get_attribute("lang") == "fr"
    assert violations(page, PAGE) == []
    page.reload()
    expect(status).to_contain_text("jouer")


HOWTO = Path(__file__).parents[1] / "docs" / "howto" / "embed_page.md"
EMBEDDED = """<!doctype html><html lang="en"><title>My site</title><main><h1>My site</h1>
<div id="board"></div>{}</main></html>"""


def _example(number: int, language: str) -> str:
    """Return an example of the how-to, with the addresses of the built pages."""
    blocks = re.findall(
        rf"^```{language}\n(.+?)^```", HOWTO.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    return str(blocks[number]).replace("/game/", "/play/")


def test_the_page_can_be_put_into_another_site(visit: Open, site: str) -> None:
    """The first example of the how-to is a page of its own, in French and without a kept game."""
    page = visit()
    content = EMBEDDED.format(_example(0, "html"))
    page.route(
        "**/embedded.html", lambda route: route.fulfill(body=content, content_type="text/html")
    )
    page.goto(f"{site}/embedded.html")
    page.get_by_role("button", name="Commencer la partie").click()

    expect(page.locator(".wp-status")).to_contain_text("jouer")
    assert violations(page) == []
    assert page.evaluate("localStorage.getItem('wonders-duel-play')") is None


def test_the_library_can_be_used_without_the_page(visit: Open, site: str) -> None:
    """The last example of the how-to loads a record, draws its position, and analyses it."""
    page = visit()
    game = Game(seed=3)
    game.play_out(RandomBot(seed=1), RandomBot(seed=2))
    record = f"const record = {json.dumps(game.record().to_text())};"
    script = (
        f'<script type="module">{record}{_example(-1, "javascript")}window.done = true;</script>'
    )
    content = EMBEDDED.format(script)
    page.route(
        "**/embedded.html", lambda route: route.fulfill(body=content, content_type="text/html")
    )
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{site}/embedded.html")
    page.wait_for_function("window.done")

    assert any(str(len(game.history)) in line for line in said)
    expect(page.locator("#board svg")).to_be_visible()


def test_the_theme_of_the_documentation_is_followed(visit: Open) -> None:
    """The page and its pictures change with the theme that is chosen for the documentation."""
    page = visit()
    _start(page)
    assert DARK.page not in page.locator(".wp-board").inner_html()
    page.evaluate("document.body.dataset.theme = 'dark'")

    expect(page.locator(PAGE)).to_have_attribute("data-wp-theme", "dark")
    page.wait_for_function(
        "colour => document.querySelector('.wp-board').innerHTML.includes(colour)", arg=DARK.page
    )
    assert violations(page, PAGE) == []
