"""What visitors and search engines see first.

Each page has a description, made of its first paragraph unless it has one in ``html_meta``, and tags
for previews of links. The directive ``replayed`` embeds a game that visitors can step through, as
``game.animate()`` makes it. Blocks with box drawings get the class ``board``.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from tools.showcase import played

FILE = "_static/game.html"
LONGEST = 200
"""The maximum length of a description, in characters."""


class Replayed(SphinxDirective):
    """A directive that embeds the game."""

    @override
    def run(self) -> list[nodes.Node]:
        source = "../" * self.env.docname.count("/") + FILE
        text = (
            f'<iframe class="replayed" src="{source}#26" loading="lazy"'
            ' title="A game between two bots, to step through"></iframe>'
            f'<p class="replayed">A game between two bots. <a href="{source}">Open it in a page of its'
            " own</a>; <code>game.animate()</code> makes such a page of any game.</p>"
        )
        return [nodes.raw("", text, format="html")]


def write_game(app: Sphinx, error: Exception | None) -> None:
    """Write the game after the build."""
    if error is None and app.builder.format == "html":
        page = played().animate(title="Ann \N{EN DASH} Ben")
        (Path(app.outdir) / FILE).write_text(page, encoding="utf-8")


def mark_boards(_app: Sphinx, doctree: nodes.document) -> None:
    """Give blocks with box drawings a class."""
    for block in doctree.findall(nodes.literal_block):
        if re.search("[\u2502\u256d\u2570]", block.astext()):
            block["classes"].append("board")


def description(doctree: nodes.document) -> str:
    """Return the first sentences of a page, up to a length.

    Args:
        doctree: the page.
    """
    for paragraph in doctree.findall(nodes.paragraph):
        if isinstance(paragraph.parent, nodes.section):
            text = " ".join(paragraph.astext().split())
            if len(text) <= LONGEST:
                return text.rstrip(":")
            ends = [found.end() for found in re.finditer(r"[.!?](?= )", text[:LONGEST])]
            return text[: ends[-1]] if ends else f"{text[: text.rindex(' ', 0, LONGEST)]} …"
    return ""


def describe(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the tags to a page."""
    tags = context.get("metatags") or ""
    known = re.search(
        'content="([^"]*)"[^>]*name="description"|name="description"[^>]*content="([^"]*)"', tags
    )
    said = (
        next(filter(None, known.groups()))
        if known
        else escape(description(doctree) if doctree else "")
    )
    title = escape(re.sub("<[^>]*>", "", context.get("title", "")) or app.config.project)
    made = {"og:type": "website", "og:site_name": app.config.project, "og:title": title}
    if said:
        made["og:description"] = said
        if not known:
            tags += f'<meta name="description" content="{said}">\n'
    context["metatags"] = tags + "".join(
        f'<meta property="{name}" content="{content}">\n' for name, content in made.items()
    )


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive and the handlers."""
    app.add_directive("replayed", Replayed)
    app.connect("doctree-read", mark_boards)
    app.connect("html-page-context", describe)
    app.connect("build-finished", write_game)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
