"""The tables of features and observations: the directives ``features`` and ``observation``.

The argument of ``features`` is ``player`` or ``state``; the features of one card each that follow each
other are one row. ``observation`` has no argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from docs._ext.tables import table
from wonders_duel import catalogue, features
from wonders_duel.learn import Encoder

CARDS = {
    card.id: card.name
    for cards in (catalogue.buildings, catalogue.wonders, catalogue.tokens)
    for card in cards.values()
}
HEADINGS = ("place", "name", "range", "meaning")


def _general(feature: features.Feature) -> tuple[str, str]:
    """Return the name and the meaning of a feature, for any card instead of the one it names."""
    first, _, rest = feature.name.partition(" ")
    if rest not in CARDS:
        return feature.name, feature.meaning
    return f"{first} ID", feature.meaning.replace(CARDS[rest], "the card")


def rows(layout: Iterable[features.Feature]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the cells of each row of the table.

    Args:
        layout: the features.
    """
    found: list[tuple[int, int, tuple[str, str], features.Feature]] = []
    for place, feature in enumerate(layout):
        general = _general(feature)
        first = found.pop()[0] if found and found[-1][2] == general else place
        found.append((first, place, general, feature))
    for begin, end, (name, meaning), feature in found:
        places = str(begin) if begin == end else f"{begin} to {end}"
        yield places, name, f"{feature.low} to {feature.high}", meaning


class Features(SphinxDirective):
    """A table of the features of the base game."""

    required_arguments = 1

    @override
    def run(self) -> list[nodes.Node]:
        layout = {
            "player": features.player_layout,
            "state": features.state_layout,
        }[self.arguments[0]]()
        return [table(HEADINGS, rows(layout))]


class Observation(SphinxDirective):
    """A table of the blocks of an observation of the base game."""

    @override
    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # Sphinx cannot track the layout as a file
        found = (
            (
                f"{block.start} to {block.start + block.size - 1}",
                block.name,
                " x ".join(map(str, block.shape)),
                f"{block.low} to {block.high}",
                block.meaning,
            )
            for block in Encoder().layout
        )
        return [table(("columns", "name", "shape", "range", "meaning"), found)]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("features", Features)
    app.add_directive("observation", Observation)
    return {"parallel_read_safe": True}
