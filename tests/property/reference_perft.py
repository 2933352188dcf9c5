"""Count leaves with the simple reference engine, as naively as possible."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations, permutations, product

from tests.property.reference import BUILDINGS, TOKENS, WONDERS, Move, Reference


def leaves(game: Reference, depth: int, *, with_chance: bool) -> int:
    """Count the leaves at a depth below a position.

    Args:
        game: a position in which a player is to move, or which is over.
        depth: the number of moves.
        with_chance: whether every outcome counts, or only that of the game's deal.
    """
    if depth == 0:
        return 1
    return sum(
        leaves(after, depth - 1, with_chance=with_chance)
        for move in game.legal()
        for after in (_resolved(game, move) if with_chance else _dealt(game, move))
    )


def _dealt(game: Reference, move: Move) -> Iterator[Reference]:
    after = deepcopy(game)
    after.play(move)
    yield after


def _resolved(game: Reference, move: Move) -> Iterator[Reference]:
    """Return the results of a move with everything that chance could have dealt for it."""
    (after,) = _dealt(game, move)
    if after.result is not None:
        yield after
        return
    if after.age != game.age:
        raise ValueError("expected the deal of an age")
    if after.phase == "draft" and len(after.offer) == 4:
        drafted = set().union(*(city.unbuilt for city in game.cities)) | game.offer
        for group in combinations(sorted(WONDERS.keys() - drafted), 4):
            prepared = deepcopy(game)
            prepared.setup.draft[1] = list(group)
            yield from _dealt(prepared, move)
        return
    if after.phase == "library-token":
        drawn = [list(tokens) for tokens in combinations(sorted(TOKENS.keys() - _tokens(game)), 3)]
    else:
        drawn = [game.setup.great_library]
    turned = sorted(after.face_up - game.face_up)
    for tokens, cards in product(drawn, _cards(game, turned)):
        prepared = deepcopy(game)
        prepared.setup.great_library = tokens
        for slot, card in zip(turned, cards, strict=True):
            _put(prepared, slot, card)
        yield from _dealt(prepared, move)


def _tokens(game: Reference) -> set[str]:
    return game.board | game.cities[0].tokens | game.cities[1].tokens


def _back(card: str) -> str:
    return BUILDINGS[card]["age"]


def _cards(game: Reference, turned: list[int]) -> Iterator[tuple[str, ...]]:
    """Return all ways to fill slots with unseen cards of the right back."""
    seen = game.discards | {game.cards[slot] for slot in game.face_up}
    for city in game.cities:
        seen |= city.buildings | set(city.built.values())
    unseen = BUILDINGS.keys() - seen
    backs = [_back(game.cards[slot]) for slot in turned]
    for cards in permutations(sorted(unseen), len(turned)):
        if [_back(card) for card in cards] == backs:
            yield cards


def _put(game: Reference, slot: int, card: str) -> None:
    """Put a card into a slot, exchanging it with the one that was there."""
    for other, there in game.cards.items():
        if there == card:
            game.cards[other] = game.cards[slot]
    game.cards[slot] = card
