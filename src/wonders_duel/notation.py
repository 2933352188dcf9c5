"""Moves as text: ``build lumber-yard``, ``wonder the-pyramids with tavern``, ``token law``."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, assert_never

from wonders_duel.errors import (
    AmbiguousNameError,
    NotationError,
    UnknownNameError,
    expect,
    nearest,
    shown,
)
from wonders_duel.moves import (
    ChooseBeginner,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue

__all__ = ["move_text", "parse_move"]

VERBS = ("draft", "build", "discard", "wonder", "token", "destroy", "revive", "begin")
"""The first word of each kind of move, in the order of the codec."""

_SYNONYMS = {
    "pick": "draft",
    "construct": "build",
    "sell": "discard",
    "take": "token",
    "start": "begin",
}
_LONGEST = 500
"""Characters of the longest text that is looked at; no move comes near it."""
_SUGGESTED = 3
"""Moves that an error suggests."""
_EVERY_VERB = {**{verb: verb for verb in VERBS}, **_SYNONYMS}


def move_text(move: Move) -> str:
    """Return a move as text, made of ids.

    Args:
        move: any move.

    >>> from wonders_duel import catalogue
    >>> [move_text(catalogue.moves[n]) for n in (0, 12, 85, 158, 1190)]
    ['draft the-appian-way', 'build lumber-yard', 'discard lumber-yard', 'wonder the-appian-way with lumber-yard', 'begin one']
    """
    if isinstance(move, ConstructWonder):
        return f"wonder {move.wonder.id} with {move.building.id}"
    return f"{VERBS[move.kind]} {move.arguments[0]}"


def parse_move(
    text: str,
    catalogue: Catalogue | None = None,
    legal_moves: Iterable[Move] = (),
) -> Move:
    """Read a move as a person may write it.

    Printed names, aliases and beginnings that only one card (or verb) has are
    understood, in any case; an exact id or name comes before a beginning. A wonder may be
    built *with* a card, too, as ``build the-pyramids with tavern``. Where legal moves
    are given, a beginning that fits several cards but only one legal move is
    that move.

    Args:
        text: such as ``build lumber-yard`` or ``Build Lumber Yard``.
        catalogue: the cards; the base game by default.
        legal_moves: the moves that are legal now, if they are known; errors suggest the nearest of them.

    Returns:
        The move; whether it is legal is for the state to say.

    Raises:
        NotationError: the text is no move; the message says what a move looks like.
        UnknownNameError: nothing has the name; the message gives the nearest ones.
        AmbiguousNameError: several cards have the beginning.

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
    from wonders_duel.catalogues import as_catalogue  # noqa: PLC0415 - knows nothing of texts

    cards = as_catalogue(catalogue)
    expect(text, str, "a move text, such as 'build lumber-yard',")
    exact = cards.moves.texts.get(text)
    if exact is not None:
        return exact
    if len(text) > _LONGEST:
        raise NotationError(f"{shown(text)} is not a move: it is too long to be one")
    expect(legal_moves, Iterable, "the legal moves")
    legal = list(legal_moves)
    for move in legal:
        expect(move, Move, "a legal move")
    words = text.split()
    verb = _verb(text, words[0].lower() if words else "", legal)
    name = " ".join(words[1:])
    if not name:
        message = f"{shown(text)} is not a move: the name after {verb!r} is missing"
        raise NotationError(message + _examples(verb, legal))
    try:
        verb = _kind(verb, name, cards)
        return _parse(verb, name, cards)
    except AmbiguousNameError as error:
        found = _by_beginning(verb, name, legal, cards)
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
        raise UnknownNameError(f"{error}{hint}") from None


def _verb(text: str, word: str, legal: list[Move]) -> str:
    """Return the verb that a person means: itself, another word for it, or a beginning only it has."""
    if word in _EVERY_VERB:
        return _EVERY_VERB[word]
    found = {verb for known, verb in _EVERY_VERB.items() if word and known.startswith(word)}
    if len(found) > 1:
        found = found & {VERBS[move.kind] for move in legal} or found
    if len(found) == 1:
        return found.pop()
    message = f"{shown(text)} is not a move: it starts with one of {', '.join(VERBS)}"
    if found:
        raise AmbiguousNameError(
            f"{message}, and {word!r} can mean {' or '.join(sorted(found))}: write more of it"
        )
    # Perhaps the verb was left out: then the moves with that name are what was meant.
    said = " ".join(text.lower().split()).replace(" ", "-").removeprefix("the-")
    named = [str(move) for move in legal if any(said and said in name for name in move.arguments)]
    if named:
        raise NotationError(f"{message}; did you mean {_either(named)}?")
    raise NotationError(message + nearest(word, VERBS))


def _either(texts: list[str]) -> str:
    """Return the first few texts."""
    return " or ".join(texts[:_SUGGESTED])


def _examples(verb: str, legal: list[Move]) -> str:
    """Return some legal moves with a verb, as the end of a message."""
    there = [str(move) for move in legal if VERBS[move.kind] == verb]
    return f"; legal now: {', '.join(there[:_SUGGESTED])}" if there else ""


def _nearest_legal(verb: str, name: str, legal: list[Move]) -> str:
    """Return the legal moves that a name which nothing has comes nearest to."""
    there = {" with ".join(move.arguments): str(move) for move in legal if VERBS[move.kind] == verb}
    parts = [part.strip().replace(" ", "-") for part in name.lower().split(" with ")]
    typed = " with ".join(parts)
    close = get_close_matches(typed, there, n=_SUGGESTED)
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
            wonder, building = _wonder_and_card(name)
            return ConstructWonder(cards.find_wonder(wonder), cards.find_building(building), cards)
        case "token":
            return TakeToken(cards.find_token(name), cards)
        case "destroy":
            return DestroyBuilding(cards.find_building(name), cards)
        case "revive":
            return ReviveBuilding(cards.find_building(name), cards)
        case _:
            seat = name.lower().removeprefix("player ").strip()
            return ChooseBeginner({"1": "one", "2": "two"}.get(seat, seat), cards)


def _kind(verb: str, name: str, cards: Catalogue) -> str:
    """Return the verb of what is built: ``with`` makes it a wonder, unless a building is called so."""
    if verb == "build" and " with " in name.lower():
        try:
            cards.find_building(name)
        except UnknownNameError:
            return "wonder"
    return verb


def _wonder_and_card(name: str) -> tuple[str, str]:
    wonder, between, building = name.lower().partition(" with ")
    if not between or not wonder.strip() or not building.strip():
        message = (
            f"{shown(f'wonder {name}')} is no move: write which card goes under the wonder, "
            "as in 'wonder the-pyramids with tavern'"
        )
        raise NotationError(message)
    return wonder, building


def _by_beginning(verb: str, name: str, legal_moves: list[Move], cards: Catalogue) -> list[Move]:
    """Return the legal moves that an ambiguous beginning can mean."""
    parts = _wonder_and_card(name) if verb == "wonder" else (name,)
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


def describe_move(move: Move) -> str:
    """Return a move in plain words.

    Args:
        move: any move.

    >>> from wonders_duel import DiscardBuilding
    >>> describe_move(DiscardBuilding("tavern"))
    'discards Tavern for coins'
    """
    match move:
        case DraftWonder(wonder):
            return f"picks {wonder}"
        case ConstructBuilding(building):
            return f"builds {building}"
        case DiscardBuilding(building):
            return f"discards {building} for coins"
        case ConstructWonder(wonder, building):
            return f"builds {wonder} with {building}"
        case TakeToken(token):
            return f"takes the progress token {token}"
        case DestroyBuilding(building):
            return f"destroys {building}"
        case ReviveBuilding(building):
            return f"builds {building} from the discard pile"
        case ChooseBeginner(player):
            return f"lets player {player} begin the age"
        case _:
            assert_never(move)
