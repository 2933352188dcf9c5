"""The search box of the documentation that ``nox -s docs`` has built."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from typing_extensions import override

BUILT = Path(__file__).parents[1] / "docs" / "_build" / "html"


class _Quiet(SimpleHTTPRequestHandler):
    """A file server without log messages."""

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Ignore the message."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """Serve the built pages locally."""
    if not (BUILT / "index.html").is_file():
        pytest.fail("the documentation has to be built first: nox -s docs")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(BUILT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("determinization", "howto/search.html"),
        ("consistent_with", "reference/deal.html"),
        ("PaymentPlan", "reference/payment.html"),
        ("undo_outcome", "reference/game.html"),
    ],
)
def test_the_search_finds_the_page(page: Page, site: str, words: str, found: str) -> None:
    """A search for some words finds the page about them."""
    page.goto(f"{site}/index.html")
    box = page.locator("input[name=q]").first
    box.fill(words)
    box.press("Enter")

    link = page.locator(f"#search-results a[href*='{found}']").first
    expect(link).to_be_visible(timeout=20_000)


def test_a_search_without_results_says_so(page: Page, site: str) -> None:
    """A search without results shows a message instead of an empty page."""
    page.goto(f"{site}/search.html?q=xylophone")

    expect(page.locator("#search-results")).to_contain_text("did not match", timeout=20_000)
