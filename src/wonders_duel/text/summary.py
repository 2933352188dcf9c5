"""Games as flat table rows, with the same columns for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.counting import SOURCES
from wonders_duel.enums import Player
from wonders_duel.record import Record
from wonders_duel.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wonders_duel.cards import Card
    from wonders_duel.engine.city import City
    from wonders_duel.engine.scoring import Score
    from wonders_duel.game import Game

__all__ = ["COLUMNS", "Row", "summary_of"]

Row = dict[str, str | int | float | None]
"""One game as a table row: the values by column."""

_RULES: Final = tuple(field.name for field in attrs.fields(Rules))

_OF_GAME: Final = (
    "seed",
    "catalogue",
    *_RULES,
    "start",
    "first_player",
    "is_over",
    "victory",
    "winner",
    "by_blue",
    "resigned",
    "decisions",
    "age",
    "cards_left",
    "pawn",
)

_OF_SEAT: Final = (
    "name",
    "share",
    "points",
    *(f"points_{source}" for source in SOURCES),
    "wonders_drafted",
    "wonders_built",
    "buildings",
    "tokens",
    "coins",
    "shields",
    "symbols",
)

COLUMNS: Final[tuple[str, ...]] = (
    *_OF_GAME,
    *(f"{player}_{column}" for player in Player for column in _OF_SEAT),
)
"""The columns of a row, in order."""


def summary_of(game: Game) -> Row:
    """Return a game as one table row, without replaying it.

    Args:
        game: any game.

    Returns:
        A value for each of ``COLUMNS``, in that order.
    """
    state, start, result = game.state, game.initial_state, game.result
    decided = state.result
    score = state.score()
    values: list[str | int | float | None] = [
        game.tags.get("seed"),
        state.catalogue.name,
        *(str(getattr(state.rules, name)) for name in _RULES),
        "new-game" if Record(start=start).is_new_game else "position",
        str(start.first_player),
        game.is_over,
        None if decided is None else str(decided.victory),
        None if result is None or result.winner is None else str(result.winner),
        decided is not None and decided.by_blue,
        None if game.resigned is None else str(game.resigned),
        len(game.history),
        state.age_number or None,
        state.cards_left,
        state.pawn,
    ]
    drafted = _drafted(game)
    for player in Player:
        share = None if result is None else result.share(player)
        values += [game.players[player].name, share]
        values += _seat(state.cities[player], score, player, drafted[player])
    return dict(zip(COLUMNS, values, strict=True))


def _seat(city: City, score: Score, player: Player, drafted: int) -> Iterable[str | int]:
    sheet = score[player]
    wonders = city.catalogue.wonder_list
    built = city.built
    yield sheet.total
    for source in SOURCES:
        yield getattr(sheet, source)
    yield _ids(wonders[number] for number in bits(drafted))
    yield _ids(one.wonder for one in built)
    yield _ids(city.buildings)
    yield _ids(city.tokens)
    yield city.coins
    yield _shields(city)
    yield " ".join(city.symbols)


def _ids(cards: Iterable[Card]) -> str:
    return " ".join(card.id for card in cards)


def _shields(city: City) -> int:
    """Return the number of shields on the buildings and constructed wonders of a city."""
    tables = city.tables
    under = len(tables.buildings)
    return sum(tables.buildings[number].shields for number in bits(city.building_mask)) + sum(
        tables.wonders[code // under].shields for code in city.built_codes
    )


def _drafted(game: Game) -> tuple[int, int]:
    """Return the wonders that the players have drafted, as bits.

    They are read from the first state of Age I, since the eighth wonder leaves the game
    when seven are constructed (R53).
    """
    before = (step.before for step in game.history)
    state = next((state for state in before if state.age_number), game.state)
    one, two = state.cities
    return _wonders(one), _wonders(two)


def _wonders(city: City) -> int:
    under = len(city.tables.buildings)
    numbers = [*city.unbuilt_numbers, *(code // under for code in city.built_codes)]
    return sum(1 << number for number in numbers)
