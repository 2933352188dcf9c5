"""The role ``words``: the translations of a term, from the message catalogues."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole
from typing_extensions import override

from wonders_duel.languages import LANGUAGES, language


class Words(SphinxRole):
    """A role that shows a term in every language except English."""

    @override
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        found = {code: language(code).term(self.text) for code in LANGUAGES if code != "en"}
        known = {code: word for code, word in found.items() if word != self.text}
        if not known:
            problem = f"no translation of the term {self.text!r}"
            return [], [self.inliner.reporter.error(problem, line=self.lineno)]
        text = " · ".join(f"{code} {word}" for code, word in known.items())
        return [nodes.emphasis(text=text)], []


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the role."""
    app.add_role("words", Words())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
