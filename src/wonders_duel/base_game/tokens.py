"""The 10 progress tokens. Their order numbers them in the move codec: append, never insert."""

from wonders_duel.cards import ProgressToken
from wonders_duel.effects import (
    Coins,
    CoinsPaid,
    Gain,
    OpponentTrades,
    Points,
    PointsPerToken,
    Rebate,
    Symbol,
    Whenever,
    YouConstruct,
    YouConstructWonder,
    YouUseChain,
)
from wonders_duel.enums import Colour, ScienceSymbol

TOKENS = (
    ProgressToken(id="agriculture", name="Agriculture", effects=(Coins(6), Points(4))),
    ProgressToken(id="architecture", name="Architecture", effects=(Rebate(2),)),
    ProgressToken(id="economy", name="Economy", effects=(Whenever(OpponentTrades(), CoinsPaid()),)),
    ProgressToken(id="law", name="Law", effects=(Symbol(ScienceSymbol.SCALES),)),
    ProgressToken(id="masonry", name="Masonry", effects=(Rebate(2, on=Colour.BLUE),)),
    ProgressToken(id="mathematics", name="Mathematics", effects=(PointsPerToken(3),)),
    ProgressToken(id="philosophy", name="Philosophy", effects=(Points(7),)),
    ProgressToken(
        id="strategy",
        name="Strategy",
        effects=(Whenever(YouConstruct(Colour.RED), Gain(shields=1)),),
    ),
    ProgressToken(
        id="theology",
        name="Theology",
        effects=(Whenever(YouConstructWonder(), Gain(play_again=True)),),
    ),
    ProgressToken(
        id="urbanism",
        name="Urbanism",
        effects=(Coins(6), Whenever(YouUseChain(), Gain(coins=4))),
    ),
)
