"""The service worker of the page Play and analyse, and the module that registers it, with stubs of the rest."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from typing_extensions import override

SOURCE = Path(__file__).parents[1] / "docs" / "play"
STUBS = {
    "index.html": '<!doctype html><div id="wonders-duel"></div><script type="module" src="app/page.js"></script>',
    "app/app.js": "export const mount = () => ({ update() {} });",
    "app/engine.js": "export class WorkerEngine { ready = fetch('runtime/pyodide.mjs'); }",
    "app/table.py": "",
    "app/worker.js": "",
    "runtime/pyodide.mjs": "",
    "runtime/manifest.json": '{"files": {"pyodide.mjs": {}, "manifest.json": {}}}',
}
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    found[name.split(" ").at(-1)] = requests.map((one) => new URL(one.url).pathname);
  }
  return found;
}"""
"""The paths in each cache, by the last word of its name."""
OFFLINE = "document.documentElement.dataset.offline"

Open = Callable[..., Page]


class _Fresh(SimpleHTTPRequestHandler):
    """A file server without log messages, whose files the browser does not store itself."""

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Ignore the message."""

    @override
    def end_headers(self) -> None:
        """Add a header."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def _deploy(folder: Path, version: str) -> None:
    """Put a version of the page into a folder."""
    for name, text in STUBS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copy(SOURCE / "app" / "page.js", folder / "app")
    worker = (SOURCE / "sw.js").read_text(encoding="utf-8").replace("@VERSION@", version)
    (folder / "sw.js").write_text(worker, encoding="utf-8")


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Serve two copies of the page, and open one of them in a new browser context."""
    for name in ("latest", "stable"):
        _deploy(tmp_path / name, "one")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Fresh, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context()

    def opened(name: str, file: str = "index.html") -> Page:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/{name}/{file}")
        return page

    yield opened
    context.close()
    server.shutdown()
    server.server_close()


def test_a_new_version_keeps_what_the_page_needs(visit: Open, tmp_path: Path) -> None:
    """If a new version takes over while the page is open, the page still works offline."""
    page = visit("latest")
    page.wait_for_function(OFFLINE)
    before = set(page.evaluate(KEPT)["one"])
    _deploy(tmp_path / "latest", "two")
    page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
    for _ in range(100):
        if set(page.evaluate(KEPT).get("two", ())) == before:
            break
        page.wait_for_timeout(100)

    page.context.set_offline(True)
    page.reload()
    assert page.locator("#wonders-duel").count() == 1
    assert set(page.evaluate(KEPT)) == {"two"}


@pytest.mark.parametrize(("visited", "opened"), [("index.html", ""), ("", "index.html")])
def test_both_addresses_work_offline(visit: Open, visited: str, opened: str) -> None:
    """The page that was kept under one address is also found under the other."""
    page = visit("latest", visited)
    page.wait_for_function(OFFLINE)
    page.context.set_offline(True)
    page.goto(f"{page.url.removesuffix(visited)}{opened}?from=menu")
    assert page.locator("#wonders-duel").count() == 1


def test_two_copies_on_a_site_leave_each_other_alone(visit: Open, tmp_path: Path) -> None:
    """A new version of one copy does not delete what the other one keeps."""
    visit("stable").wait_for_function(OFFLINE)
    _deploy(tmp_path / "latest", "two")
    page = visit("latest")
    page.wait_for_function(OFFLINE)

    assert set(page.evaluate(KEPT)) == {"one", "two"}


def test_a_full_disk_does_not_break_the_page(visit: Open) -> None:
    """If nothing can be kept, the page still loads, and does not say that it works offline."""
    page = visit("latest")
    page.wait_for_function(OFFLINE)
    page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))"
    )
    address = page.url.removesuffix("/latest/index.html")
    quota = {"origin": address, "quotaSize": 1}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
    page.reload()
    page.wait_for_function(
        "performance.getEntriesByName(new URL('runtime/manifest.json', location.href)).length"
    )

    page.wait_for_timeout(500)
    assert page.evaluate(OFFLINE) is None
    assert not any(page.evaluate(KEPT).values())
