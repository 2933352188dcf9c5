"""Effects in a few words, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.effects import (
    Coins,
    CoinsPer,
    Destroy,
    DrawTokens,
    GuildMajority,
    OpponentLosesCoins,
    PlayAgain,
    Points,
    Revive,
    Shields,
    Symbol,
)
from wonders_duel.render.sentences import sentence, thing

if TYPE_CHECKING:
    from wonders_duel.effects import Effect
    from wonders_duel.languages import Language

__all__ = ["brief"]


def brief(effect: Effect, to: Language) -> str:
    """Give an effect in a few words; nothing for those whose result is told.

    Args:
        effect: what a card does. An effect that the library does not have describes itself.
        to: the language.

    >>> from wonders_duel.languages import language
    >>> brief(Points(3), language("en")), brief(Points(3), language("fi"))
    ('3 points', '3 voittopistettä')
    """
    match effect:
        case (
            Coins()
            | CoinsPer()
            | OpponentLosesCoins()
            | PlayAgain()
            | Shields()
            | Destroy()
            | Revive()
            | DrawTokens()
            | GuildMajority(points=0)
        ):
            return ""
        case Points(points):
            return to.count("{number} point", "{number} points", points)
        case GuildMajority(most, points=points):
            return to.count(
                "{number} point at the end for each {thing} in the city with more",
                "{number} points at the end for each {thing} in the city with more",
                points,
                thing=thing(most, to),
            )
        case Symbol(symbol):
            return to.say("symbol {symbol}", symbol=to.word(symbol))
        case _:
            text = sentence(effect, to).rstrip(".")
            return text[:1].lower() + text[1:]
