"""A headless browser for all tests, without access to the network."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright
from typing_extensions import override

BUILT = Path(__file__).parents[1] / "docs" / "_build" / "html"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the installed browser."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.fail(f"expected a browser, one of {', '.join(PROGRAMS)}")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=[*QUIET])
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open a page that may load only files and local addresses, and must log no errors."""
    context: BrowserContext = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    complaints: list[str] = []

    def judge(route: Route) -> None:
        if route.request.url.startswith(("file:", "data:", "http://127.0.0.1:")):
            route.continue_()
        else:
            complaints.append(f"it asked for {route.request.url}")
            route.abort()

    context.route("**/*", judge)
    opened.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("dialog", lambda dialog: complaints.append(f"it opened a dialog: {dialog.message}"))
    yield opened
    context.close()

    assert complaints == []


class _Quiet(SimpleHTTPRequestHandler):
    """A file server without log messages."""

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Ignore the message."""


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Serve the built documentation locally, as ``python -m http.server`` does."""
    if not (BUILT / "index.html").is_file():
        pytest.fail("the documentation has to be built first: nox -s docs")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(BUILT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
