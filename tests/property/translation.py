"""Deals and moves in the notation of the reference engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from tests.property import reference
from tests.property.reference import Extra, Setup
from wonders_duel import (
    Catalogue,
    ChooseBeginner,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
    catalogue,
)
from wonders_duel.effects import (
    CoinRebate,
    Effect,
    Gain,
    OpponentTrades,
    TakeBoardToken,
    Trigger,
    Whenever,
    YouConstruct,
    YouConstructWonder,
    YouDiscard,
    YouUseChain,
)

_TRIGGERS: Mapping[str, Trigger] = {
    **{colour.value: YouConstruct(colour) for colour in Colour},
    "wonder": YouConstructWonder(),
    "chain": YouUseChain(),
    "discard": YouDiscard(),
    "trade": OpponentTrades(),
}


def with_extras(extras: Mapping[str, Sequence[Extra]]) -> Catalogue:
    """Return the base game with more effects on some cards."""
    if not extras:
        return catalogue
    cards = []
    for name, more in extras.items():
        card = catalogue.find(name)
        cards.append(attrs.evolve(card, effects=(*card.effects, *map(_effect, more))))
    return catalogue.edited("beyond the base game", replace=cards)


def _effect(extra: Extra) -> Effect:
    what, where, coins, loss, shields, turns = extra
    if what == "token":
        return TakeBoardToken()
    if what == "off":
        wonders = where == "wonder"
        return CoinRebate(coins, *([] if wonders else [Colour(where)]), wonders=wonders)
    gain = Gain(coins=coins, opponent_loses=loss, shields=shields, play_again=turns > 0)
    return Whenever(_TRIGGERS[where], gain)


def setup_of(deal: Deal) -> Setup:
    """Return a deal by name."""
    return Setup(
        draft=[[wonder.name for wonder in group] for group in deal.draft],
        board_tokens=[token.name for token in deal.board_tokens],
        great_library=[token.name for token in deal.great_library],
        ages=[[card.name for card in age] for age in deal.ages],
    )


def words(move: Move) -> reference.Move:
    """Return a move in the notation of the reference engine."""
    match move:
        case DraftWonder(wonder):
            return ("draft", wonder.name)
        case ConstructBuilding(building):
            return ("build", building.name)
        case DiscardBuilding(building):
            return ("discard", building.name)
        case ConstructWonder(wonder, building):
            return ("wonder", wonder.name, building.name)
        case TakeToken(token):
            return ("token", token.name)
        case DestroyBuilding(building):
            return ("destroy", building.name)
        case ReviveBuilding(building):
            return ("revive", building.name)
        case ChooseBeginner(player):
            return ("begin", str(int(player)))
        case DeclineToken():
            return ("decline",)
        case _:
            raise AssertionError(move)  # the base game has no custom choice
