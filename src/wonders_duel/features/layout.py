"""The names, ranges and meanings of the features."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from wonders_duel.cards import CAPITAL, MILITARY_TOKENS, Card
from wonders_duel.catalogues import Catalogue, per_catalogue
from wonders_duel.engine.bitfields import COLOURS, RESOURCES, SYMBOLS
from wonders_duel.engine.counting import SOURCES
from wonders_duel.enums import Phase
from wonders_duel.features.numbers import NO_PRICE, PARTS
from wonders_duel.rules import SYMBOLS_TO_WIN, WONDER_LIMIT

__all__ = ["PERIODS", "Feature", "player_layout_of", "state_layout_of"]

PERIODS: tuple[str, ...] = (
    "draft",
    *(f"age-{age}-{part}" for age in ("i", "ii", "iii") for part in range(1, PARTS + 1)),
)
"""The periods of a game: the draft, then the first, second and last third of each age."""

_MOST_COINS = 40
_MOST_PRICE = 20
_MOST_POINTS = 40
_MOST_UNITS = 6
_MOST_UNIT_PRICE = 9


@attrs.frozen
class Feature:
    """A feature: a whole number that describes a player or a state.

    >>> from wonders_duel import features
    >>> features.player_layout()[features.index("coins")]
    Feature(name='coins', low=0, high=40, meaning='the coins')
    """

    name: str
    """The name, which is unique in its layout."""
    low: int
    """The lowest value with the cards of the base game. Cards of your own can score fewer than 0 points,
    which an evaluation does not tell from 0."""
    high: int
    """The value from which an evaluation tells no larger ones apart; greater ones are possible if
    the feature counts coins, prices, points, resources or cards."""
    meaning: str
    """The meaning, as a noun phrase."""


def _has(prefix: str, cards: Sequence[Card], meaning: str) -> Iterator[Feature]:
    for card in cards:
        yield Feature(f"{prefix} {card.id}", 0, 1, meaning.format(card.name))


@per_catalogue
def player_layout_of(catalogue: Catalogue) -> tuple[Feature, ...]:
    """Return the features of a player, in the order of ``numbers.player_numbers``."""
    wonders = catalogue.wonder_list
    features = [
        *_has("building", catalogue.building_list, "whether the city has {}"),
        *_has("token", catalogue.token_list, "whether the city has {}"),
        *_has("unbuilt", wonders, "whether the player can still construct {}"),
        *_has("built", wonders, "whether the player has constructed {}"),
        *(
            Feature(f"symbol {one}", 0, 1, f"whether the city has the symbol {one}")
            for one in SYMBOLS
        ),
        *(Feature(f"pair {one}", 0, 1, f"whether the city has a pair of {one}") for one in SYMBOLS),
        Feature("coins", 0, _MOST_COINS, "the coins"),
    ]
    for colour in COLOURS:
        most = sum(card.colour is colour for card in catalogue.building_list)
        features.append(Feature(f"{colour} cards", 0, most, f"the number of {colour} buildings"))
    layout = catalogue.tables.layout
    groups = ["/".join(one for one in RESOURCES if one in group) for group, _ in layout.choices]
    features += [
        *(
            Feature(
                f"{one} made", 0, _MOST_UNITS, f"the units of {one} that the city always produces"
            )
            for one in RESOURCES
        ),
        *(
            Feature(f"{one} choice", 0, _MOST_UNITS, f"the producers of a choice of {one}")
            for one in groups
        ),
        *(
            Feature(f"{one} price", 0, _MOST_UNIT_PRICE, f"the price of a unit of {one}")
            for one in RESOURCES
        ),
        Feature("symbols", 0, SYMBOLS_TO_WIN, "the number of different symbols"),
        Feature("pairs", 0, len(SYMBOLS), "the number of pairs of symbols"),
        Feature(
            "symbols to come",
            0,
            len(SYMBOLS),
            "the number of symbols that the player lacks and that are on a card in the structure, or on "
            "an unseen one of this or a later age",
        ),
        Feature("tokens", 0, len(catalogue.token_list), "the number of progress tokens"),
        Feature(
            "unbuilt wonders",
            0,
            len(wonders),
            "the number of wonders that the player has not constructed",
        ),
        Feature("built wonders", 0, WONDER_LIMIT, "the number of constructed wonders"),
        Feature(
            "affordable wonders",
            0,
            WONDER_LIMIT,
            "the number of wonders that the player could pay for now",
        ),
        *(
            Feature(
                f"price {one.id}",
                NO_PRICE,
                _MOST_PRICE,
                f"the price of {one.name}, or -1 if the player cannot construct it",
            )
            for one in wonders
        ),
        Feature(
            "lead",
            -CAPITAL,
            CAPITAL,
            "the steps of the conflict pawn from the centre space towards the opponent's capital",
        ),
        Feature(
            "tokens ahead",
            0,
            len(MILITARY_TOKENS),
            "the number of military tokens on the opponent's side",
        ),
        Feature("next to move", 0, 1, "whether the player makes the next decision"),
        *(Feature(f"{one} points", 0, _MOST_POINTS, f"the points under {one}") for one in SOURCES),
        Feature(
            "varying points",
            0,
            _MOST_POINTS,
            "the points of cards whose points depend on the position",
        ),
    ]
    return tuple(features)


@per_catalogue
def state_layout_of(catalogue: Catalogue) -> tuple[Feature, ...]:
    """Return the features of a state, in the order of ``numbers.state_numbers``."""
    buildings, tokens, wonders = (
        catalogue.building_list,
        catalogue.token_list,
        catalogue.wonder_list,
    )
    size = max(structure.size for structure in catalogue.structures)
    return (
        Feature("period", 0, len(PERIODS) - 1, "the period of the game"),
        Feature("phase", 0, len(Phase) - 1, "the place of the phase in list(Phase)"),
        Feature("age", 0, 3, "the age, or 0 before Age I is dealt"),
        Feature("cards left", 0, size, "the number of cards in the structure"),
        Feature(
            "pawn",
            -CAPITAL,
            CAPITAL,
            "the position of the conflict pawn; positive if player one leads",
        ),
        Feature(
            "wonders left", 0, WONDER_LIMIT, "the number of wonders that can still be constructed"
        ),
        Feature("extra turn", 0, 1, "whether the player has an extra turn after this one"),
        Feature("chance", 0, 1, "whether the state waits for chance"),
        Feature("over", 0, 1, "whether the game is over"),
        *_has("face-up", buildings, "whether {} is face up in the structure"),
        *_has("accessible", buildings, "whether {} is accessible and face up"),
        *_has("discarded", buildings, "whether {} is in the discard pile"),
        *_has("board", tokens, "whether {} is on the board"),
        *_has("drawn", tokens, "whether {} has been drawn for a choice"),
        *_has("offered", wonders, "whether {} is on offer in the draft"),
    )
