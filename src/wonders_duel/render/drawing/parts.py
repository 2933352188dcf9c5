"""Separate drawings of parts of the table: cards, cities, structures, tracks and scores."""

from __future__ import annotations

from typing import Final

from wonders_duel.cards import Building, BuiltWonder, Card, MilitaryToken, ProgressToken, Wonder
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.cataloguing.registry import home_of
from wonders_duel.engine.city import City
from wonders_duel.engine.scoring import Score
from wonders_duel.engine.structure import Structure
from wonders_duel.engine.track import Track
from wonders_duel.languages import Language
from wonders_duel.render.drawing import cards, words
from wonders_duel.render.drawing.city import Heading, city_size, draw_built_wonder, draw_city
from wonders_duel.render.drawing.face import ALONE, WIDE
from wonders_duel.render.drawing.pen import Pen, pen
from wonders_duel.render.drawing.picture import Picture, Scene, Sheet
from wonders_duel.render.drawing.scores import score_scene
from wonders_duel.render.drawing.structure import draw_structure, structure_size
from wonders_duel.render.drawing.told import card_with_sentences
from wonders_duel.render.drawing.track import draw_track, military_token, track_size
from wonders_duel.render.sentences import heading
from wonders_duel.render.themes import Theme
from wonders_duel.support.arguments import expect

__all__ = ["PARTS", "TOLD", "Part", "part_scene"]

Part = (
    Building
    | Wonder
    | BuiltWonder
    | ProgressToken
    | MilitaryToken
    | City
    | Structure
    | Track
    | Score
)
"""Everything that can be drawn apart from a whole table."""
PARTS: Final = (
    Building,
    Wonder,
    BuiltWonder,
    ProgressToken,
    MilitaryToken,
    City,
    Structure,
    Track,
    Score,
)
TOLD: Final = (Building, Wonder, ProgressToken, MilitaryToken)
"""The parts that have sentences."""

EDGE: Final = 8
"""The margin of a part with a background."""


def part_scene(
    thing: Part,
    theme: Theme,
    words_of: Language,
    names: tuple[str, str],
    title: str | None,
    *,
    sentences: bool = False,
) -> Scene:
    """Draw a part of the table.

    Args:
        thing: the part.
        theme: the colours.
        words_of: the language.
        names: the names of the players.
        title: the title; generated if left out.
        sentences: whether to write the sentences of a card beside it.
    """
    if isinstance(thing, BuiltWonder):
        expect(thing.wonder, Wonder, "a Wonder")
        expect(thing.card, Building, "a Building as the card under a wonder")
    for card in _cards(thing):
        expect(card.id, str, "the id of a card as text")
        expect(card.name, str, "the name of a card as text")
    held = pen(theme, words_of, _catalogue(thing))
    match thing:
        case Building() | Wonder() | ProgressToken() | MilitaryToken():
            if sentences:
                return card_with_sentences(held, thing, _card_picture(held, thing)[0], title)
            return _card_scene(held, thing, title)
        case Score():
            return score_scene(held, thing, names, title)
        case BuiltWonder():
            return _built_scene(held, thing, title)
        case City():
            return _city_scene(held, thing, title)
        case Structure():
            return _structure_scene(held, thing, title)
        case _:
            return _track_scene(held, thing, names, title)


def _cards(thing: Part) -> list[Card]:
    """Return the unchecked cards of a part; those of a city come from a catalogue."""
    match thing:
        case Building() | Wonder() | ProgressToken():
            return [thing]
        case BuiltWonder():
            return [thing.card, thing.wonder]
        case Structure():
            return [slot.building for slot in thing if slot.building is not None]
        case _:
            return []


def _catalogue(thing: Part) -> Catalogue:
    """Return the catalogue of a part; the base game if it has no cards."""
    if isinstance(thing, City):
        return thing.catalogue
    cards_there = _cards(thing)
    return home_of(cards_there[0]) if cards_there else as_catalogue(None)


def _card_picture(held: Pen, card: Card | MilitaryToken) -> tuple[Picture, float]:
    """Return the picture of a card, and its default width in pixels."""
    match card:
        case Building():
            return cards.building(held, card), 220
        case Wonder():
            return cards.wonder(held, card), 350
        case ProgressToken():
            return cards.token(held, card), 170
        case _:
            return military_token(card.coins), 110


def _card_scene(held: Pen, card: Card | MilitaryToken, title: str | None) -> Scene:
    sheet = Sheet()
    picture, pixels = _card_picture(held, card)
    if isinstance(card, ProgressToken):
        sheet.rect(0, 0, picture.width, picture.height, held.theme.panel, rx=6)
    sheet.put(picture, 0, 0)
    return sheet.scene(
        picture.width,
        picture.height,
        title if title is not None else heading(card, held.words),
        words.card_words(held, card),
        pixels,
    )


def _built_scene(held: Pen, one: BuiltWonder, title: str | None) -> Scene:
    sheet = Sheet()
    draw_built_wonder(sheet, held, one, 0, 0)
    under = held.words.say("Constructed with {building}.", building=held.name(one.card))
    return sheet.scene(
        cards.WONDER[0],
        cards.WONDER[1] + WIDE.tucked,
        title if title is not None else held.name(one.wonder),
        f"{words.card_words(held, one.wonder)} {under}",
        350,
    )


def _city_scene(held: Pen, city: City, title: str | None) -> Scene:
    sheet = Sheet()
    width, height = city_size(city, ALONE)
    name = held.words.say("City") if title is None else title
    sheet.rect(0, 0, width + 2 * EDGE, height + 2 * EDGE, held.theme.page)
    draw_city(sheet, held, city, Heading(name=name), EDGE, EDGE, height, face=ALONE)
    described = words.city_words(held.words, city)
    return sheet.scene(width + 2 * EDGE, height + 2 * EDGE, name, described, 760)


def _structure_scene(held: Pen, structure: Structure, title: str | None) -> Scene:
    sheet = Sheet()
    width, height = structure_size(structure)
    sheet.rect(0, 0, width + 2 * EDGE, height + 2 * EDGE, held.theme.panel, rx=6)
    draw_structure(sheet, held, structure, EDGE, EDGE)
    say = held.words.say
    if title is None:
        title = say("Structure")
        if structure.age is not None:
            title = say("Structure of age {age}", age=held.words.word(structure.age))
    described = words.structure_words(held.words, structure)
    return sheet.scene(width + 2 * EDGE, height + 2 * EDGE, title, described, 700)


def _track_scene(held: Pen, track: Track, names: tuple[str, str], title: str | None) -> Scene:
    sheet = Sheet()
    width, height = (side + 2 * EDGE for side in track_size())
    sheet.rect(0, 0, width, height, held.theme.panel, rx=6)
    draw_track(sheet, held, track, EDGE, EDGE, names=names)
    if title is None:
        title = held.words.say("Military track")
    return sheet.scene(width, height, title, words.track_words(held.words, track, names), 700)
