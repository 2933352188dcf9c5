"""Measure the page Play and analyse in a headless browser, as it is built by ``nox -s docs``.

``python -m benchmarks.browser`` serves the built pages on this machine, and prints the time to the
first board, the size of what is loaded, the games that the library plays there in a second, and the
time that a move takes at each level. ``--json FILE`` also writes the figures, which the
documentation shows. It needs the development group ``browser``.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from typing_extensions import override

from tools.computed import FOLDER, Table, load, markdown, write
from tools.stopping import run_program
from wonders_duel import Game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BUILT: Final = Path(__file__).parents[1] / "docs" / "_build" / "html"
ROUNDS: Final = 5
PLAY_OUTS: Final = 2000
PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LEVELS: Final = {"easy": 40, "medium": 40, "hard": 8, "expert": 3}
"""How many moves of each level are timed."""
COMPRESSED: Final = (".js", ".mjs", ".css", ".json", ".html", ".py", ".wasm", ".svg")
"""The files that a web server usually compresses."""

PLAY: Final = """
async ([folder, number]) => {
  const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
  const manifest = await (await fetch(`${folder}/manifest.json`)).json();
  const pyodide = await loadPyodide({ indexURL: `${folder}/` });
  for (const wheel of manifest.wheels) {
    pyodide.unpackArchive(await (await fetch(`${folder}/${wheel}`)).arrayBuffer(), "wheel");
  }
  const [seconds, version] = pyodide.runPython(`
import sys, time
from wonders_duel import Game
state = Game(1).state
state.play_outs(100, seed=0)
start = time.perf_counter()
state.play_outs(${number}, seed=1)
[time.perf_counter() - start, sys.version.split()[0]]
`).toJs();
  return [seconds, version, pyodide.version];
}
"""
MOVES: Final = """
async ([folder, level, number]) => {
  const { WorkerEngine } = await import(`${folder}/engine.js`);
  const engine = new WorkerEngine();
  await engine.look({ language: "en", theme: "light", layout: "wide" });
  const times = [];
  let seed = 0;
  let view = null;
  while (times.length < number) {
    if (!view || view.over) {
      seed += 1;
      view = await engine.newGame(
        { names: ["", ""], seats: [level, level], setup: "first-game", chance: "dealt", seed });
    }
    const begun = performance.now();
    view = await engine.bot();
    times.push(performance.now() - begun);
  }
  engine.close();
  return times;
}
"""


class _Quiet(SimpleHTTPRequestHandler):
    """A file server without log messages."""

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Ignore the message."""


@contextmanager
def _served() -> Iterator[str]:
    """Serve the built pages, and yield their address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(BUILT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def _first_board(page: Page, address: str) -> float:
    """Return the seconds until the page shows the board of a position in its address."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(".wp-board svg", timeout=120_000)
    return float(page.evaluate("performance.now()")) / 1000


def _sizes(page: Page) -> tuple[int, int]:
    """Return the bytes of everything that the page has loaded, plain and as gzip sends it."""
    manifest = json.loads((BUILT / "play" / "runtime" / "manifest.json").read_text("utf-8"))
    here = page.url.split("/play/")[0]
    loaded: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map((entry) => entry.name)"
    )
    files = {BUILT / one.removeprefix(f"{here}/").split("?")[0] for one in loaded}
    # A worker has a list of its own.
    files |= {BUILT / "play" / "runtime" / name for name in manifest["files"]}
    files |= {BUILT / "play" / "app" / name for name in ("worker.js", "table.py")}
    files.add(BUILT / "play" / "index.html")
    plain = zipped = 0
    for path in filter(Path.is_file, files):
        content = path.read_bytes()
        plain += len(content)
        zipped += len(gzip.compress(content)) if path.suffix in COMPRESSED else len(content)
    return plain, zipped


def measure(browser: Browser, site: str) -> dict[str, Any]:
    """Return the figures.

    Args:
        browser: the browser.
        site: the address of the built pages.
    """
    state = Game(seed=2015, rules="first-game").state
    address = f"{site}/play/index.html#position={state.to_text().replace(' ', '%20')}"
    first = []
    for _ in range(ROUNDS):
        context = browser.new_context()
        first.append(_first_board(context.new_page(), address))
        context.close()
    context = browser.new_context()
    page = context.new_page()
    _first_board(page, address)
    page.wait_for_function("document.documentElement.dataset.offline", timeout=120_000)
    again = [_first_board(page, address) for _ in range(ROUNDS)]
    plain, zipped = _sizes(page)
    context.close()
    page = browser.new_page()
    page.goto(f"{site}/index.html")
    seconds, python, pyodide = page.evaluate(PLAY, [f"{site}/play/runtime", PLAY_OUTS])
    levels = {
        level: median(page.evaluate(MOVES, [f"{site}/play/app", level, number])) / 1000
        for level, number in LEVELS.items()
    }
    return {
        "browser": f"Chromium {browser.version}",
        "python": python,
        "pyodide": pyodide,
        "first_board": median(first),
        "again": median(again),
        "bytes": plain,
        "gzip": zipped,
        "games": PLAY_OUTS / seconds,
        "levels": levels,
    }


def table(folder: Path = FOLDER) -> Table:
    """Return the figures as a table.

    Args:
        folder: the folder of the file with the figures.
    """
    return _table(load(folder, "browser"))


def _table(figures: dict[str, Any]) -> Table:
    megabyte = 1_000_000
    rows = [
        ["from the address to the first board, first visit", f"{figures['first_board']:.1f} s"],
        ["the same, from the files that the browser has kept", f"{figures['again']:.1f} s"],
        ["everything that is loaded", f"{figures['bytes'] / megabyte:.1f} MB"],
        ["the same, if the server compresses it", f"{figures['gzip'] / megabyte:.1f} MB"],
        ["random games a second (`play_outs`)", f"{figures['games']:,.0f}"],
        *(
            [f"a move of the level {level}", f"{1000 * seconds:,.0f} ms"]
            for level, seconds in figures["levels"].items()
        ),
        [
            "versions",
            f"{figures['browser']}, Pyodide {figures['pyodide']}, Python {figures['python']}",
        ],
    ]
    return ["in the browser", "median"], rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the table."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - the pages only show figures

    parser = ArgumentParser(prog="python -m benchmarks.browser", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    options = parser.parse_args(arguments)
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        sys.exit(f"expected a browser, one of {', '.join(PROGRAMS)}")
    if not (BUILT / "play" / "runtime" / "manifest.json").is_file():
        sys.exit("the documentation has to be built first: nox -s docs")
    with sync_playwright() as playwright, _served() as site:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        figures = measure(browser, site)
        browser.close()
    if options.json is not None:
        write(options.json, figures)
    print(markdown(_table(figures)))


if __name__ == "__main__":
    run_program(main)
