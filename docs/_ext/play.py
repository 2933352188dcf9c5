"""The page Play and analyse: its modules, and the runtime that ``python -m tools.play_page`` collects.

The directive ``play-page`` puts the page where it is; without a runtime it says how to build one.
``play-licences`` lists the licences of everything in the runtime. The setting ``play_runtime`` is the
folder of the runtime, relative to the documentation; if it is set, the runtime has to be there.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

PAGE = "play"
MISSING = """\
This build of the documentation has no Python runtime for the browser. In a checkout, nox -s docs builds
the documentation with it; so do these two commands, which need npm and pip:"""
COMMANDS = """\
python -m tools.play_page docs/_build/runtime
sphinx-build -D play_runtime=_build/runtime -b html docs docs/_build/html"""
SCRIPTS = """\
<link rel="stylesheet" href="app/play.css">
<link rel="stylesheet" href="app/page.css">
<div id="wonders-duel" data-home="../index.html"><noscript><p>Enable JavaScript to play and analyse games on
this page.</p></noscript></div>
<script type="module" src="app/page.js"></script>"""


def _runtime(app: Sphinx) -> Path | None:
    """Return the folder of the runtime, if the documentation is built with one."""
    named: str = app.config.play_runtime
    if not named:
        return None
    folder = Path(app.srcdir) / named
    if not (folder / "manifest.json").is_file():
        raise ConfigError(f"no runtime in {folder}: run python -m tools.play_page {folder}")
    return folder


def _manifest(app: Sphinx) -> dict[str, Any] | None:
    folder = _runtime(app)
    if folder is None:
        return None
    read: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return read


class PlayPage(SphinxDirective):
    """The page, or how to build it."""

    @override
    def run(self) -> list[nodes.Node]:
        """Return the page as HTML."""
        if _runtime(self.env.app) is None:
            commands = nodes.literal_block(COMMANDS, COMMANDS, language="console")
            return [nodes.note("", nodes.paragraph("", MISSING), commands)]
        return [nodes.raw("", SCRIPTS, format="html")]


class PlayLicences(SphinxDirective):
    """The licences of what the page loads."""

    @override
    def run(self) -> list[nodes.Node]:
        """Return a list of names and versions, each with the text of its licence."""
        manifest = _manifest(self.env.app)
        if manifest is None:
            return [nodes.paragraph("", "This build of the documentation has no runtime.")]
        parts = []
        for one in manifest["licences"]:
            name = " ".join(filter(None, [one["name"], one.get("version", "")]))
            source = f"Source code: {escape(one['source'])}" if one["source"] else ""
            text = f"<pre>{escape(one['text'])}</pre>" if one["text"] else ""
            heading = f"{escape(name)}: {escape(one['licence'])}"
            parts.append(
                f"<details><summary>{heading}</summary><p>{source}</p>{text}</details>"
                if source or text
                else f"<p>{heading}</p>"
            )
        return [nodes.raw("", "\n".join(parts), format="html")]


def _copy(app: Sphinx, error: Exception | None) -> None:
    """Copy the modules and the runtime into the built documentation."""
    if error is not None or app.builder.format != "html":
        return
    source, built = Path(app.srcdir) / PAGE, Path(app.outdir) / PAGE
    runtime = _runtime(app)
    for name in ("app", "runtime"):
        shutil.rmtree(built / name, ignore_errors=True)
    (built / "sw.js").unlink(missing_ok=True)
    if runtime is None:
        return
    shutil.copytree(source / "app", built / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(runtime, built / "runtime")
    digest = hashlib.sha256((runtime / "manifest.json").read_bytes())
    for path in sorted((source / "app").iterdir()):
        if path.is_file():
            digest.update(path.read_bytes())
    worker = (source / "sw.js").read_text(encoding="utf-8")
    worker = worker.replace("@VERSION@", digest.hexdigest()[:16])
    (built / "sw.js").write_text(worker, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives and the setting."""
    app.add_config_value("play_runtime", "", "env", str)
    app.add_directive("play-page", PlayPage)
    app.add_directive("play-licences", PlayLicences)
    app.connect("build-finished", _copy)
    return {"parallel_read_safe": True}
