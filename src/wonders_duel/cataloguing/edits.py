"""The implementation of ``Catalogue.edited``: replace, remove and add cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

import attrs

from wonders_duel.cards import Building, Card, ProgressToken, Wonder
from wonders_duel.errors import CatalogueError, WrongTypeError
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue

__all__ = ["Edited", "edited"]

_C = TypeVar("_C", Building, Wonder, ProgressToken)


@attrs.frozen(kw_only=True)
class Edited:
    """The contents of the new catalogue."""

    buildings: tuple[Building, ...]
    wonders: tuple[Wonder, ...]
    tokens: tuple[ProgressToken, ...]
    aliases: Mapping[str, str]
    former_names: Mapping[str, str]
    first_game: tuple[tuple[str, ...], ...]


def edited(
    catalogue: Catalogue, replace: Iterable[Card], remove: Iterable[str], add: Iterable[Card]
) -> Edited:
    """Return the contents of an edited catalogue; see ``Catalogue.edited``.

    Args:
        catalogue: the catalogue to edit.
        replace: cards that replace those with the same ids.
        remove: the ids of the cards to remove.
        add: cards to add after the others.

    Raises:
        CatalogueError: a card is replaced by one of another kind, or an id is given twice.
        UnknownNameError: no card has one of the ids.
        WrongTypeError: an argument has the wrong type.
    """
    for given, what in (
        (replace, "cards to replace others with"),
        (remove, "ids of cards to remove"),
        (add, "cards to add"),
    ):
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise WrongTypeError(f"expected a list of {what}, got {shown(given)}")
    new, added = list(replace), list(add)
    for one in (*new, *added):
        expect(one, Card, "a building, a wonder or a progress token")
    old = [catalogue.card(card.id) for card in new]
    gone = [catalogue.card(one).id for one in remove]
    problems = [
        f"{card.id} is a {there.kind}; it cannot be replaced by a {card.kind}"
        for card, there in zip(new, old, strict=True)
        if card.kind != there.kind
    ]
    problems += [
        f"duplicate {one} ({number} times) among the cards to replace and to remove"
        for one, number in Counter([*(card.id for card in new), *gone]).items()
        if number > 1
    ]
    if problems:
        raise CatalogueError("; ".join(problems))
    lost = any(wonder in gone for hand in catalogue.first_game for wonder in hand)
    return Edited(
        buildings=_changed(catalogue.building_list, Building, new, gone, added),
        wonders=_changed(catalogue.wonder_list, Wonder, new, gone, added),
        tokens=_changed(catalogue.token_list, ProgressToken, new, gone, added),
        aliases={name: one for name, one in catalogue.aliases.items() if one not in gone},
        former_names={name: one for name, one in catalogue.former_names.items() if one not in gone},
        first_game=() if lost else catalogue.first_game,
    )


def _changed(
    cards: tuple[_C, ...],
    kind: type[_C],
    new: Iterable[Card],
    gone: Collection[str],
    added: Iterable[Card],
) -> tuple[_C, ...]:
    """Return the cards of one kind after the edit."""
    by_id = {card.id: card for card in new if isinstance(card, kind)}
    made = [by_id.get(card.id, card) for card in cards if card.id not in gone]
    made += [card for card in added if isinstance(card, kind)]
    return tuple(made)
