"""Pictures in notebooks, as JupyterLab and nbconvert show them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from playwright.sync_api import Browser, Locator, Page, Route, expect

FORMAT: Any = nbformat  # its functions have no types
CELLS: Final = (
    "from wonders_duel import Game, catalogue\ngame = Game(seed=2015, rules='first-game')\ngame",
    "game.state",
    "catalogue.buildings['baths']",
    "game.state",
)
WIDE: Final = 1220
"""The width of a table in pixels, where there is room."""
PATIENCE: Final = 40
"""Seconds for the server to start."""


def _notebook() -> Any:
    """Return a notebook that shows a table three times, and a card."""
    notebook = FORMAT.v4.new_notebook()
    notebook.metadata.kernelspec = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    notebook.cells = [FORMAT.v4.new_code_cell(cell) for cell in CELLS]
    return notebook


def _local(page: Page) -> list[str]:
    """Let a page load from this machine only, and return a list for the other addresses."""
    refused: list[str] = []

    def judge(route: Route) -> None:
        parts = urlsplit(route.request.url)
        if parts.scheme in {"file", "data", "blob"} or parts.hostname == "127.0.0.1":
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    page.route("**/*", judge)
    return refused


def _check(page: Page, pictures: Locator, width: int) -> None:
    """Check that all pictures are shown as a whole, with names and tooltips."""
    expect(pictures).to_have_count(len(CELLS))
    for place in range(len(CELLS)):
        picture = pictures.nth(place)
        picture.scroll_into_view_if_needed()
        box = picture.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        # No box around it hides a part of it.
        room = picture.evaluate("picture => picture.parentElement.getBoundingClientRect().width")
        assert box["width"] <= room + 1
        if place == 2:
            assert box["width"] == pytest.approx(min(220, room), abs=1)
            expect(picture).to_have_accessible_name("Baths")
        else:
            assert box["width"] == pytest.approx(min(WIDE, room), abs=1)
            expect(picture).to_have_accessible_name("Player one – Player two: Age I")  # noqa: RUF001 - a dash
        expect(picture).to_have_role("img")
        shown = picture.evaluate(
            """picture => [...picture.querySelectorAll(":scope > g use")].filter(
            one => one.getBoundingClientRect().width === 0).length"""
        )
        assert shown == 0
    # Each card has a tooltip, and what has the same id is the same.
    assert page.locator("svg[role=img] g > title", has_text="Baths").count() > 0
    clashes = page.evaluate(
        """() => {
            const seen = new Map(), clashes = [];
            for (const one of document.querySelectorAll("svg[role=img] [id]")) {
                if (seen.has(one.id) && seen.get(one.id) !== one.outerHTML) clashes.push(one.id);
                seen.set(one.id, one.outerHTML);
            }
            return clashes;
        }"""
    )
    assert clashes == []


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Export an executed notebook as a page."""
    folder = tmp_path_factory.mktemp("exported")
    notebook = _notebook()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        NotebookClient(notebook, timeout=60).execute()
    exporter: Any = HTMLExporter(mathjax_url="", require_js_url="", jquery_url="")  # type: ignore[no-untyped-call]
    text, _ = exporter.from_notebook_node(notebook)
    path = folder / "notebook.html"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("width", [1400, 1000, 390])
def test_pictures_fit_an_exported_notebook(browser: Browser, exported: Path, width: int) -> None:
    """In an exported notebook every picture is inline and shrinks to fit."""
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    refused = _local(page)
    page.goto(exported.as_uri())

    _check(page, page.locator(".jp-OutputArea-output svg[role=img]"), width)
    assert page.locator("img").count() == 0
    assert refused == []
    # The pictures stay whole if the one that defined their parts first is hidden.
    outputs = page.locator(".jp-OutputArea-output")
    before = outputs.nth(1).screenshot()
    hidden = page.locator("svg[role=img]").first.evaluate(
        """picture => {
            const room = picture.parentElement;
            room.style.height = `${room.getBoundingClientRect().height}px`;
            picture.style.display = "none";
            return picture.querySelectorAll("[id]").length;
        }"""
    )
    assert hidden > 20
    assert outputs.nth(1).screenshot() == before
    context.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start JupyterLab with the notebook; yield the address of the notebook."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "root").mkdir()
    FORMAT.write(_notebook(), folder / "root" / "notebook.ipynb")
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    folders = {name: str(folder / name) for name in names}
    page_config = folder / "JUPYTER_CONFIG_DIR" / "labconfig" / "page_config.json"
    page_config.parent.mkdir(parents=True)
    news = "@jupyterlab/apputils-extension:announcements"
    page_config.write_text(json.dumps({"disabledExtensions": {news: True}}))
    settings = [
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.port=0",
        "--ServerApp.open_browser=False",
        "--ServerApp.allow_root=True",
        f"--ServerApp.root_dir={folder / 'root'}",
        "--IdentityProvider.token=secret",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    with (folder / "log.txt").open("w") as log:
        process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "jupyterlab", *settings],
            stdout=log,
            stderr=log,
            env={**os.environ, **folders},
        )
    try:
        until = time.monotonic() + PATIENCE
        about = ""
        while not about:
            if process.poll() is not None or time.monotonic() > until:
                pytest.fail((folder / "log.txt").read_text())
            time.sleep(0.2)
            # The file is empty for a moment.
            files = Path(folders["JUPYTER_RUNTIME_DIR"]).glob("jpserver-*.json")
            about = "".join(path.read_text() for path in files)
        port = json.loads(about)["port"]
        yield f"http://127.0.0.1:{port}/lab/tree/notebook.ipynb?token=secret"
    finally:
        process.terminate()
        process.wait(timeout=20)


def test_pictures_fit_jupyterlab(browser: Browser, server: str) -> None:
    """In JupyterLab every picture is inline and shrinks to fit, in a large and a small window."""
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    page = context.new_page()
    refused = _local(page)
    page.goto(server)
    expect(page.locator(".jp-Notebook .jp-CodeCell").first).to_be_visible(timeout=30_000)
    page.evaluate("void jupyterapp.commands.execute('application:toggle-left-area')")
    # Without a kernel it would ask for one.
    page.wait_for_function(
        """() => {
            const session = jupyterapp.shell.currentWidget?.sessionContext;
            return session?.isReady && session.session?.kernel?.status === "idle";
        }""",
        timeout=30_000,
    )
    page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")
    pictures = page.locator(".jp-OutputArea-output svg[role=img]")
    expect(pictures.nth(len(CELLS) - 1)).to_be_visible(timeout=30_000)

    for width in (1000, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(500)
        _check(page, pictures, width)
    assert refused == []
    context.close()
