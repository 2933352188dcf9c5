"""A headless browser for all tests, without access to the network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

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
