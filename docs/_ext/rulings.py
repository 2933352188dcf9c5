"""The page of rulings: each with the code that implements it and the tests that check it.

The content of the directive ``rulings`` is a line for each ruling, such as ``R3: 7 coins
each``. The places come from the docstrings of code and tests (``tools/rulings.py``), and link
to generated pages with the source code. On all other pages, the numbers of rulings become
links to this page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from tools import rulings

PAGE = "explanation/rulings"
CODE = [one for one in rulings.code() if one.name or "/" not in one.file]
TESTS = rulings.tests()

# The modules that implement rules are listed first.
_PLAY = (
    *(
        "engine.turn",
        "engine.decision",
        "engine.decisions",
        "engine.custom_choice",
        "engine.taking",
        "engine.consequences",
        "engine.prices",
        "engine.payment",
        "chance.outcomes",
        "chance.node",
        "chance.draws",
        "chance.outcome_check",
    ),
    *("engine.scoring", "effects", "deal", "rules"),
)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _relative(docname: str, target: str) -> str:
    return "../" * docname.count("/") + target


def _listing(folder: str, place: rulings.Place) -> str:
    return f"{folder}/{place.file.removesuffix('.py')}.html#L-{place.line}"


def _order(place: rulings.Place) -> tuple[int, str, int]:
    known = place.module in _PLAY
    return (_PLAY.index(place.module) if known else len(_PLAY), place.file, place.line)


class Rulings(SphinxDirective):
    """A directive with an entry for each line of its content."""

    has_content = True

    @override
    def run(self) -> list[nodes.Node]:
        # The page depends on the code and the tests.
        for folder, places in ((rulings.PACKAGE, CODE), (rulings.TESTS, TESTS)):
            for file in {place.file for place in places}:
                self.env.note_dependency(str(folder / file))
        return [self._entry(line) for line in self.content if line.strip()]

    def _entry(self, line: str) -> nodes.Node:
        ruling = rulings.read_line(line)
        if ruling is None:
            raise self.error(f"not a ruling: {line!r}; write for example 'R3: 7 coins each'")
        number = ruling.number
        entry = nodes.container(classes=["ruling"], ids=[f"r{number}"])
        what = nodes.paragraph()
        what += nodes.strong(text=f"R{number} ")
        if ruling.is_moot:
            what += nodes.emphasis(text="moot: ")
        parsed, _ = self.parse_inline(ruling.text)
        what += parsed
        entry += what
        places = sorted((one for one in CODE if number in one.rulings), key=_order)
        folded = nodes.container(classes=["folded"])
        code = [(f"{one.module}.{one.name}".strip("."), _listing("source", one)) for one in places]
        if code:
            folded += self._places("Code: ", code)
        shown = [one for one in TESTS if number in one.rulings]
        for file in sorted({one.file for one in shown}, key=lambda file: ("/" not in file, file)):
            links = [
                (one.name.removeprefix("test_"), _listing("tests", one))
                for one in shown
                if one.file == file
            ]
            folded += self._places(f"{file}: ", links)
        if len(folded):
            told = f"Code: {_count(len(code), 'place')}. Tests: {len(shown)}."
            entry += nodes.raw("", f"<details><summary>{told}</summary>", format="html")
            entry += folded
            entry += nodes.raw("", "</details>", format="html")
        return entry

    def _places(self, title: str, links: list[tuple[str, str]]) -> nodes.paragraph:
        line = nodes.paragraph(classes=["places"])
        line += nodes.inline(text=title)
        for index, (name, target) in enumerate(links):
            if index:
                line += nodes.Text(", ")
            link = nodes.reference(refuri=_relative(self.env.docname, target), internal=True)
            link += nodes.literal(text=name)
            line += link
        return line


class LinkRulings(SphinxTransform):
    """A transform that turns ruling numbers such as R22 into links."""

    default_priority = 700
    apart: ClassVar = (nodes.literal, nodes.literal_block, nodes.reference, nodes.title)

    def apply(self, **_kwargs: Any) -> None:
        """Replace the numbers in text that is neither code nor a link."""
        if self.env.docname == PAGE:
            return
        for text in list(self.document.findall(nodes.Text)):
            above: nodes.Node | None = text.parent
            while above is not None and not isinstance(above, self.apart):
                above = above.parent
            parts = re.split(r"\b(R\d+)\b", text)
            if above is not None or len(parts) == 1:
                continue
            page = _relative(self.env.docname, f"{PAGE}.html")
            new: list[nodes.Node] = []
            for index, part in enumerate(parts):
                if index % 2:
                    uri = f"{page}#{part.lower()}"
                    new.append(nodes.reference("", part, refuri=uri, internal=True))
                elif part:
                    new.append(nodes.Text(part))
            text.parent.replace(text, new)


def add_filter(app: Sphinx, page: str, *_: object) -> None:
    """Add the script of the filter to the page of rulings."""
    if page == PAGE:
        app.add_js_file("rulings.js", loading_method="defer")


def listings(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page for every source file that the page of rulings links to."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    both = (("source", rulings.PACKAGE, CODE), ("tests", rulings.TESTS, TESTS))
    for folder, root, places in both:
        for file in sorted({place.file for place in places}):
            text = (root / file).read_text(encoding="utf-8")
            title = f"{root.name}/{file}"
            block = app.builder.highlighter.highlight_block(
                text, "python", linenos="inline", lineanchors="L"
            )
            body = f"<h1>{title}</h1>\n{block}"
            name = f"{folder}/{Path(file).with_suffix('').as_posix()}"
            yield name, {"title": title, "body": body, "parents": []}, "page.html"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive, the links and the pages of source code."""
    app.add_directive("rulings", Rulings)
    app.add_transform(LinkRulings)
    app.connect("html-page-context", add_filter)
    app.connect("html-collect-pages", listings)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
