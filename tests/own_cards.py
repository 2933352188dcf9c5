"""Catalogues with cards and effects of their own, for tests of everything that takes cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import attrs
from typing_extensions import override

from examples.custom_choice import ConstructFromFarRow
from wonders_duel import (
    Age,
    Building,
    Card,
    Catalogue,
    Colour,
    Cost,
    Player,
    ProgressToken,
    Resource,
    ScienceSymbol,
    State,
    StructureLayout,
    Wonder,
    catalogue,
)
from wonders_duel.effects import (
    CardChoice,
    Changes,
    CoinRebate,
    Coins,
    CoinsPer,
    Destroy,
    DrawTokens,
    Effect,
    FixedPrice,
    Gain,
    OpponentLosesCoins,
    PlayAgain,
    Points,
    Produce,
    ProduceOneOf,
    Rebate,
    Revive,
    Shields,
    Symbol,
    Tally,
    Whenever,
    YouConstruct,
    YouUseChain,
)
from wonders_duel.languages import ENGLISH, Language

CLAY, WOOD, STONE, GLASS, PAPYRUS = (
    Resource.CLAY,
    Resource.WOOD,
    Resource.STONE,
    Resource.GLASS,
    Resource.PAPYRUS,
)


@attrs.frozen
class Tribute(Effect):
    """An effect that gains something for each yellow building of the opponent."""

    gained: Gain

    @override
    def gain(self, state: State, player: Player) -> Gain:
        yellow = state.cities[player.opponent].count(Colour.YELLOW)
        return Gain(
            coins=self.gained.coins * yellow,
            opponent_loses=self.gained.opponent_loses * yellow,
            shields=self.gained.shields * yellow,
            play_again=self.gained.play_again and yellow > 0,
        )

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Exacts a tribute."


@attrs.frozen
class Pride(Effect):
    """An effect that scores points for each blue building of its owner."""

    points: int

    @override
    def score(self, state: State, player: Player) -> int:
        return self.points * state.cities[player].count(Colour.BLUE)


@attrs.frozen
class Tokens(Tally):
    """A tally of progress tokens."""

    @override
    def count(self, city: object) -> int:
        return len(city.tokens)  # type: ignore[attr-defined]

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return "progress token"


def own_building(
    name: str,
    colour: Colour,
    *effects: Effect,
    age: Age = Age.II,
    cost: Cost = Cost(),  # noqa: B008 - frozen
    free_with: str | None = None,
) -> Building:
    """Return a building whose id follows from its name."""
    return Building(
        id=name.lower().replace(" ", "-"),
        name=name,
        age=age,
        colour=colour,
        cost=cost,
        effects=effects,
        free_with=free_with,
    )


BUILDINGS = (
    own_building("Kiln", Colour.YELLOW, ProduceOneOf(WOOD, GLASS)),
    own_building("Bazaar", Colour.YELLOW, ProduceOneOf(*Resource)),
    own_building("Raft", Colour.YELLOW, ProduceOneOf(CLAY, PAPYRUS), ProduceOneOf(CLAY, PAPYRUS)),
    own_building("Caravan", Colour.YELLOW, Produce(GLASS, 2)),
    own_building("Grove", Colour.BROWN, Produce(WOOD), Produce(STONE)),
    own_building("Toll House", Colour.YELLOW, FixedPrice(GLASS, 2), FixedPrice(WOOD, 0)),
    own_building("Depot", Colour.YELLOW, FixedPrice(GLASS, 3)),
    own_building("Academy Steps", Colour.BLUE, Rebate(1, on=Colour.GREEN), Rebate(1)),
    own_building(
        "Twin School", Colour.GREEN, Symbol(ScienceSymbol.QUILL), Symbol(ScienceSymbol.WHEEL)
    ),
    own_building("Customs Fort", Colour.RED, Shields(1), Tribute(Gain(shields=1, coins=2))),
    own_building("Tax Office", Colour.BLUE, Tribute(Gain(opponent_loses=4)), OpponentLosesCoins(1)),
    own_building("Harbour", Colour.YELLOW, Tribute(Gain(play_again=True))),
    own_building("Forecourt", Colour.BLUE, Pride(2), Points(1), free_with="kiln"),
    own_building("Watch", Colour.RED, Shields(2), CoinsPer(3, Tokens())),
    own_building(
        "Foundry",
        Colour.BROWN,
        Produce(CLAY),
        Points(2),
        Whenever(YouConstruct(Colour.BLUE), Gain(shields=1)),
    ),
    own_building("Shrine", Colour.BLUE, Shields(1), cost=Cost(coins=1)),
    own_building("Counting House", Colour.YELLOW, CoinRebate(2, Colour.GREEN, Colour.BLUE)),
    own_building("Raiders", Colour.RED, Destroy(Colour.YELLOW), Revive(), DrawTokens()),
)
WONDERS = (
    Wonder(
        id="the-tower",
        name="The Tower",
        cost=Cost(coins=2, glass=2, wood=1),
        effects=(Pride(1), Tribute(Gain(coins=5)), PlayAgain()),
    ),
    Wonder(id="the-vault", name="The Vault", effects=(CoinRebate(3, *Colour, wonders=True),)),
    Wonder(
        id="the-well", name="The Well", cost=Cost(), effects=(Coins(1), ProduceOneOf(GLASS, CLAY))
    ),
)
TOKENS = (
    ProgressToken(id="piety", name="Piety", effects=(Pride(3), Tribute(Gain(coins=1)))),
    ProgressToken(
        id="tactics",
        name="Tactics",
        effects=(Whenever(YouConstruct(Colour.BLUE), Gain(shields=2)), Shields(1)),
    ),
    ProgressToken(
        id="guile",
        name="Guile",
        effects=(Rebate(2, on=Colour.RED), Whenever(YouUseChain(), Gain(coins=2))),
    ),
)
MORE = catalogue.extended("more", buildings=BUILDINGS, wonders=WONDERS, tokens=TOKENS)
"""Cards for prices, games and pickles: what the effects of the library and some own ones can do."""


@attrs.frozen
class Watching(Effect):
    """An effect that only records what it sees."""

    seen: list[State] = attrs.field(factory=list, eq=False, repr=False)

    @override
    def gain(self, state: State, player: Player) -> Gain:
        self.seen.append(state)
        return Gain(coins=state.cities[player].coins % 2)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Looks."


@attrs.frozen
class Verdict(CardChoice):
    """Discards a building of the opponent, or an accessible card."""

    word = "verdict"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        return (*state.cities[player.opponent].buildings, *state.accessible)

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        assert isinstance(card, Building)
        changes.discard(card)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Discards a building of the opponent, or an accessible card."


@attrs.frozen
class Loot(CardChoice):
    """Takes any progress token that is left."""

    word = "loot"
    chosen = "progress token"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        return (*state.board_tokens, *state.box_tokens)

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        assert isinstance(card, ProgressToken)
        changes.take_token(card)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Takes any progress token that is left."


SEEN: Final[list[State]] = []
WATCHING: Final = Watching(SEEN)


def _spread(name: str, age: Age, colour: Colour, *effects: Effect) -> Building:
    return Building(id=name.lower(), name=name, age=age, colour=colour, effects=effects)


OWN: Final = catalogue.extended(
    "watched",
    buildings=[
        *BUILDINGS,
        _spread("Raid", Age.I, Colour.RED, Shields(3), OpponentLosesCoins(4)),
        _spread(
            "Siege", Age.II, Colour.RED, Shields(2), Tribute(Gain(opponent_loses=3, shields=2))
        ),
        _spread("Lookout", Age.I, Colour.YELLOW, WATCHING),
        _spread("Spire", Age.III, Colour.BLUE, WATCHING, Tribute(Gain(play_again=True))),
    ],
    wonders=[
        *WONDERS,
        Wonder(id="the-gate", name="The Gate", cost=Cost(coins=1), effects=(WATCHING,)),
        Wonder(id="the-fair", name="The Fair", effects=(ConstructFromFarRow(),)),
        Wonder(id="the-court", name="The Court", effects=(Verdict(),)),
        Wonder(id="the-hoard", name="The Hoard", effects=(Loot(), Verdict())),
    ],
    tokens=[attrs.evolve(one, effects=(*one.effects, WATCHING)) for one in TOKENS],
)
"""Cards that do everything that custom effects can do."""


def laid_out(*rows: Sequence[int]) -> Catalogue:
    """Return the base game with a structure of its own in Age I.

    Args:
        *rows: the columns of the cards of each row, in half cards.
    """
    return Catalogue(
        "laid out",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        (StructureLayout(tuple(map(tuple, rows))), *catalogue.structures[1:]),
        first_game=catalogue.first_game,
    )


WIDE: Final = laid_out(range(0, 40, 2))
"""A structure of one row that is too wide to be drawn."""
HIGH: Final = laid_out(*([row % 2] for row in range(15)))
"""A structure of one column that is too high to be drawn."""
