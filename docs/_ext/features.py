"""The tables of features: the directive ``features`` with the argument ``player`` or ``state``.

The features of one card each that follow each other are one row.
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


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("features", Features)
    return {"parallel_read_safe": True}
