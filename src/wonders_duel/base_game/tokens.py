"""The 10 progress tokens. Their order numbers them in the move codec: append, never insert."""

from wonders_duel.cards import ProgressToken
from wonders_duel.effects import (
    ChainBonus,
    Coins,
    ExtraShield,
    GainTradeCoins,
    Points,
    PointsPerToken,
    Rebate,
    Symbol,
    WondersPlayAgain,
)
from wonders_duel.enums import Colour, ScienceSymbol

TOKENS = (
    ProgressToken(id="agriculture", name="Agriculture", effects=(Coins(6), Points(4))),
    ProgressToken(id="architecture", name="Architecture", effects=(Rebate(2),)),
    ProgressToken(id="economy", name="Economy", effects=(GainTradeCoins(),)),
    ProgressToken(id="law", name="Law", effects=(Symbol(ScienceSymbol.SCALES),)),
    ProgressToken(id="masonry", name="Masonry", effects=(Rebate(2, on=Colour.BLUE),)),
    ProgressToken(id="mathematics", name="Mathematics", effects=(PointsPerToken(3),)),
    ProgressToken(id="philosophy", name="Philosophy", effects=(Points(7),)),
    ProgressToken(id="strategy", name="Strategy", effects=(ExtraShield(1, on=Colour.RED),)),
    ProgressToken(id="theology", name="Theology", effects=(WondersPlayAgain(),)),
    ProgressToken(id="urbanism", name="Urbanism", effects=(Coins(6), ChainBonus(4))),
)
