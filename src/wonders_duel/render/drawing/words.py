"""The texts of pictures: headings, and descriptions for screen readers."""

from __future__ import annotations

from collections.abc import Iterable

from wonders_duel.cards import BuiltWonder, Card, MilitaryToken
from wonders_duel.engine.city import City
from wonders_duel.engine.structure import Structure
from wonders_duel.engine.track import Track
from wonders_duel.enums import Player
from wonders_duel.languages import Language
from wonders_duel.languages.lists import joined
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.sentences import card_sentences, particulars
from wonders_duel.state import State

__all__ = [
    "age_heading",
    "card_words",
    "city_words",
    "labelled",
    "structure_words",
    "table_words",
    "track_words",
]

Names = tuple[str, str]


def labelled(words: Language, label: str, text: str) -> str:
    """Return a text after a label and a colon, which French separates by a space.

    Args:
        words: the language.
        label: the label.
        text: the text.
    """
    start = words.say("{label}:", label=label)
    return f"{start} {text}"


def _listed(words: Language, cards: Iterable[Card]) -> str:
    return ", ".join(words.name(card) for card in cards)


def age_heading(words: Language, state: State) -> str:
    """Return the heading of a state: its age, the draft or the end.

    Args:
        words: the language.
        state: any state.
    """
    if state.is_over:
        return words.say("The end")
    if state.age is None:
        return words.say("The wonders")
    return words.say("Age {age}", age=words.word(state.age))


def card_words(pen: Pen, card: Card | MilitaryToken) -> str:
    """Describe a card.

    Args:
        pen: the language and the catalogue, for the chains.
        card: a building, a wonder, a progress token or a military token.
    """
    told = card_sentences(card, pen.words, pen.catalogue)
    return " ".join((*particulars(card, pen.words), *told))


def _sides(words: Language, built: Iterable[BuiltWonder]) -> str:
    return ", ".join(
        words.say(
            "{wonder} with {building}", wonder=words.name(one.wonder), building=words.name(one.card)
        )
        for one in built
    )


def city_words(words: Language, city: City) -> str:
    """Describe a city.

    Args:
        words: the language.
        city: the city.
    """
    parts = [words.count("{number} coin", "{number} coins", city.coins)]
    for heading, cards in (
        (words.say("buildings"), _listed(words, city.buildings)),
        (words.say("progress tokens"), _listed(words, city.tokens)),
        (words.say("constructed wonders"), _sides(words, city.built)),
        (words.say("wonders to construct"), _listed(words, city.unbuilt)),
    ):
        if cards:
            parts.append(labelled(words, heading, cards))
    return joined(words, parts) + "."


def track_words(words: Language, track: Track, names: Names) -> str:
    """Describe the military track.

    Args:
        words: the language.
        track: the track.
        names: the names of the players.
    """
    leader = track.leader
    if leader is None:
        where = words.say("The conflict pawn is on the centre space.")
    else:
        where = words.count(
            "The conflict pawn is {number} space towards {name}.",
            "The conflict pawn is {number} spaces towards {name}.",
            abs(track.pawn),
            name=names[leader.opponent],
        )
    parts = [where]
    for player in Player:
        coins = ", ".join(str(token.coins) for token in track.tokens[player])
        if coins:
            parts.append(
                words.say(
                    "Military tokens on the side of {name}: {coins}.",
                    name=names[player],
                    coins=coins,
                )
            )
    return " ".join(parts)


def structure_words(words: Language, structure: Structure) -> str:
    """Describe a structure.

    Args:
        words: the language.
        structure: the structure.
    """
    cards = [slot for slot in structure if not slot.is_empty]
    parts = [words.count("{number} card is left.", "{number} cards are left.", len(cards))]
    free = _listed(words, [slot.building for slot in structure.accessible if slot.building])
    covered = _listed(words, [slot.building for slot in cards if slot.covered_by and slot.building])
    if free:
        parts.append(words.say("Accessible: {cards}.", cards=free))
    if covered:
        parts.append(words.say("Covered: {cards}.", cards=covered))
    return " ".join(parts)


def table_words(words: Language, state: State, names: Names, now: str) -> str:
    """Describe the whole table.

    Args:
        words: the language.
        state: any state.
        names: the names of the players.
        now: the current decision or chance event, or the result of the game.
    """
    parts = [f"{age_heading(words, state)}.", now]
    if state.age is not None and len(state.structure):
        parts.append(structure_words(words, state.structure))
    parts.append(track_words(words, state.track, names))
    for heading, cards in (
        (words.say("Progress tokens on the board"), _listed(words, state.board_tokens)),
        (words.say("Wonders on offer"), _listed(words, state.offered_wonders)),
        (words.say("Progress tokens drawn"), _listed(words, state.offered_tokens)),
        (words.say("Discard pile"), _listed(words, state.discard_pile)),
    ):
        if cards:
            parts.append(labelled(words, heading, f"{cards}."))
    for name, city in zip(names, state.cities, strict=True):
        parts.append(labelled(words, name, city_words(words, city)))
    return " ".join(parts)
