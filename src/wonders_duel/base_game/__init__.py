"""The cards of the base game as data, compared with several sources."""

from wonders_duel.base_game.aliases import ALIASES, FORMER_NAMES
from wonders_duel.base_game.buildings import BUILDINGS
from wonders_duel.base_game.structures import STRUCTURES
from wonders_duel.base_game.tokens import TOKENS
from wonders_duel.base_game.wonders import FIRST_GAME, WONDERS
from wonders_duel.catalogues import Catalogue

__all__ = ["BASE_GAME"]

BASE_GAME = Catalogue(
    "base",
    BUILDINGS,
    WONDERS,
    TOKENS,
    STRUCTURES,
    aliases=ALIASES,
    former_names=FORMER_NAMES,
    first_game=FIRST_GAME,
)
"""The base game: 73 buildings, 12 wonders and 10 progress tokens."""
