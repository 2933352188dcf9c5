"""Checks that apply to every picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from wonders_duel import Card, State

SVG = "{http://www.w3.org/2000/svg}"
HOOKS = {
    f"legal {kind}"
    for kind in ("card", "wonder", "token", "discarded", "opposing", "begin", "decline")
}
"""The classes by which pages find the things that a legal move is about."""


def parsed(text: str) -> ET.Element:
    """Return a picture parsed as XML; pictures are made here, so they are trusted."""
    return ET.fromstring(text)  # noqa: S314 - see above


def picture_breaches(text: str) -> Iterator[str]:
    """Yield the faults of a picture: as a document, for screen readers, and in its content."""
    root = parsed(text)
    if root.tag != f"{SVG}svg" or root.get("role") != "img":
        yield "it is no picture"
    if [child.tag for child in root] != [f"{SVG}{tag}" for tag in ("title", "desc", "defs", "g")]:
        yield f"it consists of {[child.tag for child in root]}"
    for tag in ("title", "desc"):
        words = root.findtext(f"{SVG}{tag}")
        if words is None or not words.strip():
            yield f"it has no {tag}"
    left, top, width, height = map(float, str(root.get("viewBox")).split())
    wide = float(str(root.get("width")))
    tall = float(root.get("height", wide * height / width))
    if (left, top) != (0, 0) or abs(wide / tall - width / height) > 0.01:
        yield f"{wide} times {tall} pixels show {width} times {height}"
    ids = Counter(one.get("id") for one in root.iter() if one.get("id"))
    yield from (f"duplicate id {name} ({times} times)" for name, times in ids.items() if times > 1)
    used = {str(one.get("href")) for one in root.iter(f"{SVG}use")}
    if used != {f"#{name}" for name in ids}:
        yield f"used and not there, or there and not used: {used ^ {f'#{name}' for name in ids}}"
    for attribute in ("style", "clip-path", "filter", "mask"):
        # The width of the root matters only to elements that understand it.
        drawn = (one for one in root.iter() if one is not root)
        if any(one.get(attribute) is not None for one in drawn):
            yield f"{attribute} is not understood everywhere"
    classes = {str(one.get("class")) for one in root.iter() if one.get("class") is not None}
    if not classes <= HOOKS:
        yield f"unknown classes {classes - HOOKS}"
    if (root.get("style"), root.get("height") is None) not in {
        (None, False),
        ("max-width:100%", True),
    }:
        yield f"the picture has the style {root.get('style')}, the height {root.get('height')}"
    if re.search(r"[^=]\b(nan|inf)\b[^<]*\"", text):
        yield "a number is none"


def shown_cards(text: str) -> set[str]:
    """Return the names of the cards in a picture, from their tooltips."""
    definitions = parsed(text).find(f"{SVG}defs")
    assert definitions is not None
    titles = (one.findtext(f"{SVG}title") for one in definitions)
    return {title.partition(".")[0] for title in titles if title}


def visible_cards(state: State) -> set[str]:
    """Return the names of the cards that both players can see, wherever they are."""
    cards: list[Card] = [*state.discard_pile, *state.board_tokens]
    cards += [*state.offered_wonders, *state.offered_tokens]
    cards += [slot.building for slot in state.structure if slot.building is not None]
    for city in state.cities:
        cards += [*city.buildings, *city.tokens, *city.unbuilt]
        for one in city.built:
            cards += [one.wonder, one.card]
    return {card.name for card in cards}
