"""The 12 wonders. Their order numbers them in the move codec: append, never insert."""

from wonders_duel.cards import Cost, Wonder
from wonders_duel.effects import (
    Coins,
    Destroy,
    DrawTokens,
    OpponentLosesCoins,
    PlayAgain,
    Points,
    ProduceOneOf,
    Revive,
    Shields,
)
from wonders_duel.enums import Colour, Resource

WONDERS = (
    Wonder(
        id="the-appian-way",
        name="The Appian Way",
        cost=Cost(clay=2, stone=2, papyrus=1),
        effects=(Coins(3), OpponentLosesCoins(3), PlayAgain(), Points(3)),
    ),
    Wonder(
        id="circus-maximus",
        name="Circus Maximus",
        cost=Cost(wood=1, stone=2, glass=1),
        effects=(Shields(1), Destroy(Colour.GREY), Points(3)),
    ),
    Wonder(
        id="the-colossus",
        name="The Colossus",
        cost=Cost(clay=3, glass=1),
        effects=(Shields(2), Points(3)),
    ),
    Wonder(
        id="the-great-library",
        name="The Great Library",
        cost=Cost(wood=3, glass=1, papyrus=1),
        effects=(DrawTokens(), Points(4)),
    ),
    Wonder(
        id="the-great-lighthouse",
        name="The Great Lighthouse",
        cost=Cost(wood=1, stone=1, papyrus=2),
        effects=(ProduceOneOf(Resource.WOOD, Resource.STONE, Resource.CLAY), Points(4)),
    ),
    Wonder(
        id="the-hanging-gardens",
        name="The Hanging Gardens",
        cost=Cost(wood=2, glass=1, papyrus=1),
        effects=(Coins(6), PlayAgain(), Points(3)),
    ),
    Wonder(
        id="the-mausoleum",
        name="The Mausoleum",
        cost=Cost(clay=2, glass=2, papyrus=1),
        effects=(Revive(), Points(2)),
    ),
    Wonder(
        id="piraeus",
        name="Piraeus",
        cost=Cost(clay=1, wood=2, stone=1),
        effects=(ProduceOneOf(Resource.GLASS, Resource.PAPYRUS), PlayAgain(), Points(2)),
    ),
    Wonder(
        id="the-pyramids",
        name="The Pyramids",
        cost=Cost(stone=3, papyrus=1),
        effects=(Points(9),),
    ),
    Wonder(
        id="the-sphinx",
        name="The Sphinx",
        cost=Cost(clay=1, stone=1, glass=2),
        effects=(PlayAgain(), Points(6)),
    ),
    Wonder(
        id="the-statue-of-zeus",
        name="The Statue of Zeus",
        cost=Cost(clay=1, wood=1, stone=1, papyrus=2),
        effects=(Shields(1), Destroy(Colour.BROWN), Points(3)),
    ),
    Wonder(
        id="the-temple-of-artemis",
        name="The Temple of Artemis",
        cost=Cost(wood=1, stone=1, glass=1, papyrus=1),
        effects=(Coins(12), PlayAgain()),  # coins, and no points (R62)
    ),
)

FIRST_GAME = (
    ("the-pyramids", "the-great-lighthouse", "the-temple-of-artemis", "the-statue-of-zeus"),
    ("circus-maximus", "piraeus", "the-appian-way", "the-colossus"),
)
"""The ids of the wonders of the first player in a first game, and of the other player (R7)."""
