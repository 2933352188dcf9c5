"""Another deal for the same game, with everything unseen dealt again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from wonders_duel import (
    Age,
    Back,
    Building,
    Deal,
    Phase,
    ProgressToken,
    State,
    Wonder,
    catalogue,
)
from wonders_duel.chance.randomness import draw

_BACKS = {Age.I: Back.AGE_I, Age.II: Back.AGE_II, Age.III: Back.AGE_III}


def redealt(deal: Deal, state: State, rng: Random) -> Deal:
    """Return a deal with new face-down cards, later cards and box.

    Args:
        deal: the deal of the game.
        state: a state of the game.
        rng: draws the cards.
    """
    ages: list[Sequence[Building]] = []
    for age, cards in zip(Age, deal.ages, strict=True):
        if state.age is not None and age < state.age:
            ages.append(cards)
        elif age == state.age:
            ages.append(_turned_over(cards, state, rng))
        else:
            ages.append(_fresh(age, rng))
    return Deal(
        draft=(deal.draft[0], _second_group(deal, state, rng)),
        board_tokens=deal.board_tokens,
        great_library=_library(deal, state, rng),
        ages=ages,
    )


def _deck(back: Back) -> list[Building]:
    return [card for card in catalogue.buildings.values() if card.back is back]


def _turned_over(cards: tuple[Building, ...], state: State, rng: Random) -> tuple[Building, ...]:
    """Deal the face-down cards of the present age again."""
    hidden = {slot.index: slot.back for slot in state.structure if slot.back is not None}
    seen = {card for index, card in enumerate(cards) if index not in hidden}
    again = list(cards)
    for back in set(hidden.values()):
        slots = [index for index, shown in hidden.items() if shown is back]
        unseen = [card for card in _deck(back) if card not in seen]
        for index, card in zip(slots, draw(rng, unseen, len(slots)), strict=True):
            again[index] = card
    return tuple(again)


def _fresh(age: Age, rng: Random) -> list[Building]:
    """Deal an age that has not begun."""
    guilds = draw(rng, _deck(Back.GUILD), 3) if age is Age.III else []
    cards = [*guilds, *draw(rng, _deck(_BACKS[age]), 20 - len(guilds))]
    return draw(rng, cards, len(cards))


def _second_group(deal: Deal, state: State, rng: Random) -> list[Wonder]:
    """Deal the second group of wonders again, if it has not been dealt yet."""
    had = sum(len(city.unbuilt) for city in state.cities) + len(state.offered_wonders)
    if state.age is not None or had > 4:
        return list(deal.draft[1])
    rest = [wonder for wonder in catalogue.wonders.values() if wonder not in deal.draft[0]]
    return list(draw(rng, rest, 4))


def _library(deal: Deal, state: State, rng: Random) -> list[ProgressToken]:
    """Deal the draw of the Great Library again, unless it has been drawn."""
    built = {built.wonder.id for city in state.cities for built in city.built}
    if "the-great-library" in built and state.phase is not Phase.DRAW_TOKENS:
        return list(deal.great_library)
    box = [token for token in catalogue.tokens.values() if token not in deal.board_tokens]
    return list(draw(rng, box, 3))
