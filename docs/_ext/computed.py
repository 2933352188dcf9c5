"""Tables that a tool computes from games: the directive ``computed``.

Its arguments are a tool and, if it makes several tables, the name of one. It shows the command that
makes the table, and the table, which it reads from the files that the command has written. A table
of training has no command: the page names that of the run.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from benchmarks import browser, ladder, learning
from docs._ext.tables import table
from tools import balance, calibration, seats, sequential, strong_play
from tools.computed import FOLDER, Table, command_of
from tools.mutation import tried
from tools.mutation.settings import RECORD
from tools.train import record


def made(arguments: list[str]) -> Table:
    """Return the table that a tool makes of its files.

    Args:
        arguments: the name of the tool, and that of the table.
    """
    match arguments:
        case ["balance", name]:
            return balance.table(name)
        case ["calibration", name]:
            return calibration.table(name)
        case ["strong_play", name]:
            return strong_play.table(name)
        case ["browser"]:
            return browser.table()
        case ["ladder"]:
            return ladder.table()
        case ["learning"]:
            return learning.table()
        case ["mutation"]:
            return tried.table()
        case ["seats"]:
            return seats.table()
        case ["sequential"]:
            return sequential.table()
        case ["train"]:
            return record.table()
    raise ValueError(f"expected a tool and its table, got {' '.join(arguments)}")


class Computed(SphinxDirective):
    """A command and its table."""

    required_arguments = 1
    optional_arguments = 1

    @override
    def run(self) -> list[nodes.Node]:
        for path in (*FOLDER.glob("*.json"), RECORD):
            self.env.note_dependency(str(path))
        found: list[nodes.Node] = [table(*made(self.arguments))]
        shown = command_of(self.arguments)
        if shown is not None:
            found.insert(0, nodes.literal_block(shown, shown, language="console"))
        return found


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("computed", Computed)
    return {"parallel_read_safe": True}
