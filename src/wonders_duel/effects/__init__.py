"""The effects of cards as small frozen objects, with one class for each kind (DESIGN D7).

An effect has these methods, each with a default:

* ``contribute``: adds numbers to the tables of the catalogue when the catalogue is built;
* ``gain``: returns the immediate gains of the owner, if they depend on the position;
* ``score``: returns the points at the end, if they depend on the position;
* ``describe``: returns the effect as a sentence, in any language; ``summary``, ``lasting`` and
  ``caption`` are shorter forms for boards, narration and pictures, and ``symbols`` returns the
  symbols that a picture shows instead of text.

A custom effect is a subclass with ``gain``, ``score`` or both, and ``describe``. A subclass of
``CardChoice`` adds a kind of decision.
"""

from wonders_duel import unpickle
from wonders_duel.effects.base import Contribution, Effect, Gain, Tally
from wonders_duel.effects.choices import CardChoice, Changes
from wonders_duel.effects.coins import Coins, CoinsPer, GuildMajority, OpponentLosesCoins
from wonders_duel.effects.military import Shields
from wonders_duel.effects.points import Points, PointsPerToken, Symbol
from wonders_duel.effects.tallies import Cards, CoinSets, Wonders
from wonders_duel.effects.trade import (
    CoinRebate,
    FixedPrice,
    Produce,
    ProduceOneOf,
    Rebate,
)
from wonders_duel.effects.triggers import (
    CoinsPaid,
    OpponentTrades,
    Trigger,
    Whenever,
    YouConstruct,
    YouConstructWonder,
    YouDiscard,
    YouUseChain,
)
from wonders_duel.effects.turns import Destroy, DrawTokens, PlayAgain, Revive, TakeBoardToken

__all__ = [
    "CardChoice",
    "Cards",
    "Changes",
    "CoinRebate",
    "CoinSets",
    "Coins",
    "CoinsPaid",
    "CoinsPer",
    "Contribution",
    "Destroy",
    "DrawTokens",
    "Effect",
    "FixedPrice",
    "Gain",
    "GuildMajority",
    "OpponentLosesCoins",
    "OpponentTrades",
    "PlayAgain",
    "Points",
    "PointsPerToken",
    "Produce",
    "ProduceOneOf",
    "Rebate",
    "Revive",
    "Shields",
    "Symbol",
    "TakeBoardToken",
    "Tally",
    "Trigger",
    "Whenever",
    "Wonders",
    "YouConstruct",
    "YouConstructWonder",
    "YouDiscard",
    "YouUseChain",
]

unpickle.pickle_by_name(__name__, globals().values())
