"""What cards do, as small frozen objects: one class for each kind of effect (DESIGN D7).

An effect has methods, each with a default:

* ``contribute``: the numbers it adds to the tables of its catalogue, once, when that is built;
* ``gain``: what its owner gets at the moment the card comes into play, if that depends on the position;
* ``score``: the points it is worth at the end, if they depend on the position;
* ``describe``: the effect in a sentence, in any language; ``summary``, ``lasting`` and ``caption`` are shorter
  forms for boards, narration and pictures, and ``symbols`` what a picture shows instead of words.

An effect of your own is a subclass with ``gain``, ``score`` or both, and ``describe``.
It can do everything but add a kind of decision.
"""

from wonders_duel.effects.base import Contribution, Effect, Gain, Tally
from wonders_duel.effects.coins import (
    ChainBonus,
    Coins,
    CoinsPer,
    GuildMajority,
    OpponentLosesCoins,
)
from wonders_duel.effects.military import ExtraShield, Shields
from wonders_duel.effects.points import Points, PointsPerToken, Symbol
from wonders_duel.effects.tallies import Cards, CoinSets, Wonders
from wonders_duel.effects.trade import FixedPrice, GainTradeCoins, Produce, ProduceOneOf, Rebate
from wonders_duel.effects.turns import Destroy, DrawTokens, PlayAgain, Revive, WondersPlayAgain

__all__ = [
    "Cards",
    "ChainBonus",
    "CoinSets",
    "Coins",
    "CoinsPer",
    "Contribution",
    "Destroy",
    "DrawTokens",
    "Effect",
    "ExtraShield",
    "FixedPrice",
    "Gain",
    "GainTradeCoins",
    "GuildMajority",
    "OpponentLosesCoins",
    "PlayAgain",
    "Points",
    "PointsPerToken",
    "Produce",
    "ProduceOneOf",
    "Rebate",
    "Revive",
    "Shields",
    "Symbol",
    "Tally",
    "Wonders",
    "WondersPlayAgain",
]
