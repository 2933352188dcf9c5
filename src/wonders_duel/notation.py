"""The text form of moves: ``build lumber-yard``, ``wonder the-pyramids with tavern``, ``token law``."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.engine.moves import (
    BaseMove,
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.errors import AmbiguousNameError, NotationError, UnknownNameError
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.languages.seats import seats
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import closest, nearest, one_of, shown, with_more

if TYPE_CHECKING:
    from wonders_duel.cards import Card

__all__ = ["move_text", "parse_move"]

VERBS = (
    "draft",
    "build",
    "discard",
    "wonder",
    "token",
    "destroy",
    "revive",
    "begin",
    "decline",
    "choose",
)
"""The first word of each kind of move, in the order of the codec."""

_SYNONYMS = {
    "pick": "draft",
    "construct": "build",
    "sell": "discard",
    "take": "token",
    "start": "begin",
    "skip": "decline",
}
_LONGEST = 500
"""The most characters of a move text."""
_SUGGESTED = 3
"""The number of moves that an error message suggests."""
_EVERY_VERB = {**{verb: verb for verb in VERBS}, **_SYNONYMS}


def move_text(move: Move) -> str:
    """Return a move as text, with ids.

    Args:
        move: any move.

    Raises:
        WrongTypeError: it is not a move.

    >>> from wonders_duel import catalogue
    >>> [move_text(catalogue.moves[n]) for n in (0, 12, 85, 158, 1190, 1192)]
    ['draft the-appian-way', 'build lumber-yard', 'discard lumber-yard', 'wonder the-appian-way with lumber-yard', 'begin one', 'decline token']
    """
    expect(move, BaseMove, "a Move")
    if isinstance(move, ConstructWonder):
        return f"wonder {move.wonder.id} with {move.building.id}"
    arguments = move.arguments
    if not arguments:
        return "decline token"
    return f"{VERBS[move.kind]} {' '.join(arguments)}"


def parse_move(
    text: str,
    catalogue: Catalogue | None = None,
    legal_moves: Iterable[Move] = (),
) -> Move:
    """Read a move from text, as a user would type it.

    Printed names, aliases and prefixes that only one card (or verb) has are
    accepted in any case; exact ids and names take precedence over prefixes. A wonder
    may also be written as ``build the-pyramids with tavern``. If legal moves are given,
    a prefix that matches several cards but only one legal move means that move.

    Args:
        text: a text such as ``build lumber-yard`` or ``Build Lumber Yard``.
        catalogue: the catalogue; the base game by default.
        legal_moves: the legal moves, if known; error messages suggest the closest ones.

    Returns:
        The move, which need not be legal.

    Raises:
        NotationError: the text is not a move; the message shows the format.
        UnknownNameError: no card has the name; the message suggests the closest names.
        AmbiguousNameError: several cards have the prefix.
        WrongTypeError: an argument has another type.

    >>> parse_move("Build Glassblower")
    ConstructBuilding('glass-blower')
    >>> parse_move("build bath")
    ConstructBuilding('baths')
    >>> parse_move("build The Pyramids with Tavern")
    ConstructWonder('the-pyramids', 'tavern')
    >>> parse_move("build lumberyrd")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UnknownNameError: unknown building 'lumberyrd'; did you mean lumber-yard?
    """
    cards = as_catalogue(catalogue)
    expect(text, str, "a move text, such as 'build lumber-yard'")
    exact = cards.moves.texts.get(text)
    if exact is not None:
        return exact
    if len(text) > _LONGEST:
        raise NotationError(f"{shown(text)} is not a move: expected at most {_LONGEST} characters")
    expect(legal_moves, Iterable, "the legal moves")
    legal = list(legal_moves)
    for move in legal:
        expect(move, Move, "a legal move")
    words = text.split()
    verb = _verb(text, words[0].lower() if words else "", legal)
    name = " ".join(words[1:])
    if verb == "decline":
        return _declined(text, name, cards)
    if not name:
        message = f"{shown(text)} is not a move: the name after {verb!r} is missing"
        raise NotationError(message + _examples(verb, legal))
    try:
        verb = _kind(verb, name, cards)
        return _parse(verb, name, cards)
    except AmbiguousNameError as error:
        found = _by_prefix(verb, name, legal, cards)
        if len(found) == 1:
            return found[0]
        if not found:
            raise
        there = ", ".join(str(move) for move in found)
        raise AmbiguousNameError(f"{error}; legal now: {there}") from None
    except UnknownNameError as error:
        hint = _nearest_legal(verb, name, legal)
        if not hint:
            raise
        raise UnknownNameError(with_more(str(error), hint)) from None


def _declined(text: str, name: str, cards: Catalogue) -> DeclineToken:
    """Return the move that declines a token, which may be written without "token"."""
    if name.lower().removeprefix("the ").removeprefix("progress ") not in {"", "token"}:
        raise NotationError(f"{shown(text)} is not a move: expected 'decline token'")
    return DeclineToken(cards)


def begins_move(text: str) -> bool:
    """Return whether a text begins like a move, with a verb, a synonym or a prefix of one.

    Args:
        text: the text.
    """
    word = text.lower().partition(" ")[0]
    return any(word and known.startswith(word) for known in _EVERY_VERB)


def _verb(text: str, word: str, legal: list[Move]) -> str:
    """Return the verb for a word: a verb, a synonym, or a prefix that only one verb has."""
    if word in _EVERY_VERB:
        return _EVERY_VERB[word]
    found = {verb for known, verb in _EVERY_VERB.items() if word and known.startswith(word)}
    if len(found) > 1:
        found = found & {VERBS[move.kind] for move in legal} or found
    if len(found) == 1:
        return found.pop()
    message = f"{shown(text)} is not a move: a move starts with {one_of(VERBS)}"
    if found:
        raise AmbiguousNameError(
            f"{message}, and {word!r} is ambiguous: it can mean {' or '.join(sorted(found))}"
        )
    # If the verb was left out, suggest the legal moves with that name.
    typed = " ".join(text.lower().split()).replace(" ", "-").removeprefix("the-")
    named = [str(move) for move in legal if any(typed and typed in name for name in move.arguments)]
    if named:
        raise NotationError(f"{message}; did you mean {_either(named)}?")
    raise NotationError(message + nearest(word, VERBS))


def _either(texts: list[str]) -> str:
    """Return the first few texts, joined by "or"."""
    return " or ".join(texts[:_SUGGESTED])


def _examples(verb: str, legal: list[Move]) -> str:
    """Return some legal moves with a verb, as the end of a message, or an empty string."""
    there = [str(move) for move in legal if VERBS[move.kind] == verb]
    more = f" and {len(there) - _SUGGESTED} more" if len(there) > _SUGGESTED else ""
    return f"; legal now: {', '.join(there[:_SUGGESTED])}{more}" if there else ""


def _nearest_legal(verb: str, name: str, legal: list[Move]) -> str:
    """Return the legal moves closest to an unknown name, as the end of a message, or an empty string."""
    there = {" with ".join(move.arguments): str(move) for move in legal if VERBS[move.kind] == verb}
    parts = [part.strip().replace(" ", "-") for part in name.lower().split(" with ")]
    typed = " with ".join(parts)
    close = closest(typed, there, _SUGGESTED)
    return f"; nearest legal: {', '.join(there[one] for one in close)}" if close else ""


def _parse(verb: str, name: str, cards: Catalogue) -> Move:
    match verb:
        case "draft":
            return DraftWonder(cards.find_wonder(name), cards)
        case "build":
            return ConstructBuilding(cards.find_building(name), cards)
        case "discard":
            return DiscardBuilding(cards.find_building(name), cards)
        case "wonder":
            wonder, building = _wonder_and_card(name, cards)
            return ConstructWonder(cards.find_wonder(wonder), cards.find_building(building), cards)
        case "token":
            return TakeToken(cards.find_token(name), cards)
        case "destroy":
            return DestroyBuilding(cards.find_building(name), cards)
        case "revive":
            return ReviveBuilding(cards.find_building(name), cards)
        case "choose":
            choice, card = _choice_and_card(name, cards)
            return ChooseCard(choice, card, cards)
        case _:
            seat = name.lower().removeprefix("player ").strip()
            return ChooseBeginner({"1": "one", "2": "two"}.get(seat, seat), cards)


def _kind(verb: str, name: str, cards: Catalogue) -> str:
    """Return the verb, which is ``wonder`` for ``build … with …`` unless a building has that name."""
    if verb == "build" and " with " in name.lower():
        try:
            cards.find_building(name)
        except UnknownNameError:
            return "wonder"
    return verb


def _wonder_and_card(name: str, cards: Catalogue) -> tuple[str, str]:
    """Return the names of a wonder and of the card under it, each of which may have "with" in it."""
    words = name.lower().split(" with ")
    pairs = [
        (" with ".join(words[:end]), " with ".join(words[end:])) for end in range(1, len(words))
    ]
    if not pairs or not pairs[0][0].strip() or not pairs[0][1].strip():
        message = (
            f"{shown(f'wonder {name}')} is not a move: name the card that goes under the wonder, "
            "as in 'wonder the-pyramids with tavern'"
        )
        raise NotationError(message)
    for wonder, building in pairs:
        with suppress(NotationError):
            cards.find_wonder(wonder)
            cards.find_building(building)
            return wonder, building
    return pairs[0]


def _choice_and_card(name: str, cards: Catalogue) -> tuple[str, Card]:
    """Return the word of a custom choice, and the card that it names."""
    word, _, chosen = name.partition(" ")
    effect = cards.tables.card_choices.get(word.lower())
    if effect is None:
        known = list(cards.tables.card_choices)
        hint = f"; expected {one_of(known)}" if known else ": the catalogue has none"
        raise UnknownNameError(f"unknown choice {shown(word)}{hint}")
    if not chosen.strip():
        message = (
            f"{shown(f'choose {name}')} is not a move: name the card, as in 'choose {word} tavern'"
        )
        raise NotationError(message)
    match effect.chosen:
        case "building":
            return word.lower(), cards.find_building(chosen)
        case "wonder":
            return word.lower(), cards.find_wonder(chosen)
        case _:
            return word.lower(), cards.find_token(chosen)


def _by_prefix(verb: str, name: str, legal_moves: list[Move], cards: Catalogue) -> list[Move]:
    """Return the legal moves that an ambiguous prefix can mean."""
    parts = (
        _wonder_and_card(name, cards)
        if verb == "wonder"
        else tuple(name.split(" ", 1))
        if verb == "choose"
        else (name,)
    )
    found = []
    for move in legal_moves:
        if VERBS[move.kind] != verb:
            continue
        try:
            for part, argument in zip(parts, move.arguments, strict=True):
                cards.resolve(part, [argument], "card")
        except NotationError:
            continue
        found.append(move)
    return found


def describe_move(move: Move, to: Language | None = None) -> str:
    """Return a verb phrase that describes a move.

    Args:
        move: any move.
        to: the language; English if left out.

    Raises:
        WrongTypeError: an argument has the wrong type.

    >>> from wonders_duel import DiscardBuilding
    >>> describe_move(DiscardBuilding("tavern"))
    'discards Tavern'
    """
    from wonders_duel.render.wording import move_words  # noqa: PLC0415 - a thin method

    expect(move, BaseMove, "a Move")
    language = ENGLISH if to is None else to
    expect(language, Language, "a Language, such as language('fi')")
    return move_words(language, move, seats(language))
