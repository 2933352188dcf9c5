"""Cards: look them up, and add custom cards and effects."""

from __future__ import annotations

from typing import assert_type

import attrs
from typing_extensions import override

from wonders_duel import (
    Age,
    Back,
    Building,
    Card,
    Catalogue,
    City,
    Colour,
    Cost,
    Game,
    MilitaryToken,
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
    Cards,
    CoinRebate,
    Coins,
    CoinsPaid,
    CoinsPer,
    Contribution,
    Destroy,
    Effect,
    FixedPrice,
    Gain,
    GuildMajority,
    OpponentTrades,
    Points,
    Produce,
    ProduceOneOf,
    Rebate,
    Symbol,
    TakeBoardToken,
    Tally,
    Trigger,
    Whenever,
    YouConstruct,
    YouConstructWonder,
    YouDiscard,
    YouUseChain,
)
from wonders_duel.languages import ENGLISH, Language

tavern = catalogue.buildings["tavern"]
assert_type(tavern, Building)
assert_type(tavern.age, Age)
assert_type(tavern.colour, Colour)
assert_type(tavern.back, Back)
assert_type(tavern.cost, Cost)
assert_type(tavern.cost.resources, dict[Resource, int])
assert_type(tavern.effects, tuple[Effect, ...])
assert_type(tavern.sentences, tuple[str, ...])
assert_type(tavern.free_with, str | None)
assert_type(MilitaryToken(distance=3, coins=2).sentences, tuple[str, ...])
assert_type(catalogue.wonders["the-pyramids"], Wonder)
assert_type(catalogue.tokens.get("law"), ProgressToken | None)
assert_type(catalogue.tokens.get("law", catalogue.tokens["theology"]), ProgressToken)
assert_type(catalogue.tokens.get("law", 3), ProgressToken | int)
assert_type(list(catalogue.buildings), list[str])
assert_type(list(catalogue.wonders.values()), list[Wonder])
assert_type(catalogue.card("tavern"), Card)
assert_type(catalogue.find("tav"), Card)
assert_type(catalogue.find_building("tav"), Building)
assert_type(catalogue.find_token("law"), ProgressToken)
assert_type(catalogue.building_list, tuple[Building, ...])
assert_type(catalogue.structures, tuple[StructureLayout, ...])
assert_type(catalogue.digest, str)

card = catalogue.find("tavern")
if isinstance(card, Building):
    assert_type(card.colour, Colour)
elif isinstance(card, Wonder):
    assert_type(card.cost, Cost)
else:
    assert_type(card, ProgressToken)


@attrs.frozen
class Tithe(Effect):
    """A custom effect with each of the four hooks."""

    coins: int

    @override
    def contribute(self, to: Contribution) -> None:
        to.coins += self.coins
        assert_type(to.production, dict[Resource, int])
        assert_type(to.symbols, list[ScienceSymbol])

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return Gain(coins=state.cities[player].count(Colour.BLUE), shields=1)

    @override
    def score(self, state: State, player: Player) -> int:
        return state.cities[player.opponent].coins // 3

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Takes a tithe."


class Neighbours(Tally):
    """A custom tally."""

    @override
    def count(self, city: City) -> int:
        return len(city.buildings)

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return "building"


# Enum values can be members or strings.
chapel = Building(
    id="chapel",
    name="Chapel",
    age=Age.II,
    colour=Colour.BLUE,
    cost=Cost(coins=1, clay=1),
    effects=(
        Tithe(2),
        Points(2),
        CoinsPer(1, Cards(Colour.BLUE, Colour.RED)),
        GuildMajority(Neighbours(), points=1),
        Produce("clay"),
        ProduceOneOf(Resource.CLAY, Resource.WOOD),
        FixedPrice(Resource.GLASS, price=0),
        Rebate(1, on="blue"),
        Rebate(2),
        CoinRebate(1, Colour.BLUE, wonders=True),
        TakeBoardToken(),
        Whenever(YouConstruct(Colour.RED), Gain(shields=1)),
        Whenever(YouConstruct(Colour.BLUE), Gain(coins=1, opponent_loses=1)),
        Whenever(YouConstructWonder(), Gain(play_again=True)),
        Whenever(YouUseChain(), Gain(coins=4)),
        Whenever(YouDiscard(), Gain(coins=1)),
        Whenever(OpponentTrades(), CoinsPaid()),
        Destroy("grey"),
        Symbol(ScienceSymbol.QUILL),
    ),
    free_with="altar",
)
assert_type(Building(id="x", name="X", age=1, colour="green").age, Age)
assert_type(Produce("clay").resource, Resource)
assert_type(Rebate(1, on="blue").on, Colour | None)
thrift = CoinRebate(1, Colour.BLUE, Colour.RED)
assert_type(thrift.coins, int)
assert_type(thrift.colours, tuple[Colour, ...])
assert_type(thrift.wonders, bool)
toll = Whenever(OpponentTrades(), Gain(coins=1))
assert_type(toll.trigger, Trigger)
assert_type(toll.gives, Gain | CoinsPaid)
assert_type(YouConstruct(Colour.RED).colours, tuple[Colour, ...])
assert_type(TakeBoardToken().describe(), str)
tower = Wonder(id="the-tower", name="The Tower", cost=Cost(stone=2), effects=(Coins(3),))
# Rows of a structure and hands of a first game can be any lists.
assert_type(StructureLayout([[5, 7], [4, 6, 8]]).rows, tuple[tuple[int, ...], ...])
more = catalogue.extended("more", buildings=[chapel], wonders=(tower,))
edited = catalogue.edited("edited", replace=[chapel], remove=["baths"], add=(tower, chapel))
assert_type(edited, Catalogue)
assert_type(more, Catalogue)
assert_type(Game(seed=1, catalogue=more), Game)
