"""Random catalogues: cards with all kinds of effects, within their ranges or beyond them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeVar

import attrs
from typing_extensions import override

from wonders_duel import (
    Age,
    Building,
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
)
from wonders_duel.effects import (
    Cards,
    CoinRebate,
    Coins,
    CoinSets,
    CoinsPaid,
    CoinsPer,
    Contribution,
    Destroy,
    DrawTokens,
    Effect,
    FixedPrice,
    Gain,
    GuildMajority,
    OpponentLosesCoins,
    OpponentTrades,
    PlayAgain,
    Points,
    PointsPerToken,
    Produce,
    ProduceOneOf,
    Rebate,
    Revive,
    Shields,
    Symbol,
    TakeBoardToken,
    Tally,
    Trigger,
    Whenever,
    Wonders,
    YouConstruct,
    YouConstructWonder,
    YouDiscard,
    YouUseChain,
)
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_CARD_COINS, MOST_POINTS
from wonders_duel.support.arguments import whole_number

_T = TypeVar("_T")
WRONG: Final[Sequence[object]] = (-1, -(10**30), 10**6, 10**30, 1.5, True, "3", None, [], {5: 1})
"""Values that no number on a card can have."""
FIELDS: Final = tuple(field.name for field in attrs.fields(Contribution))


@attrs.frozen
class Adding(Effect):
    """An effect that contributes any value to a field, valid or not."""

    field: str
    value: Any = attrs.field(eq=repr, hash=False)

    @override
    def contribute(self, to: Contribution) -> None:
        setattr(to, self.field, copy.copy(self.value))

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return f"Adds {self.value!r} to {self.field}."


@attrs.frozen
class Giving(Effect):
    """An effect that gains and scores by the number of its owner's blue buildings.

    It checks its numbers, as custom effects should: a wild one is refused with a reason.
    """

    coins: int = attrs.field(validator=whole_number(0, MOST_CARD_COINS))
    points: int = attrs.field(validator=whole_number(-MOST_POINTS, MOST_POINTS))

    @override
    def gain(self, state: State, player: Player) -> Gain:
        blue = state.cities[player].count(Colour.BLUE)
        return Gain(coins=self.coins * blue, opponent_loses=blue, shields=blue % 2)

    @override
    def score(self, state: State, player: Player) -> int:
        return self.points * state.cities[player].count(Colour.BLUE)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return f"Gives {self.coins} coins, and is worth {self.points} points, for blue buildings."


class Maker:
    """A source of random catalogues.

    Args:
        rng: the random generator.
        wild: the probability of an invalid number, 0 to 1.
    """

    def __init__(self, rng: Random, wild: float = 0.0) -> None:
        """Store the generator."""
        self.rng = rng
        self.wild = wild
        self._large = 0

    def any_of(self, things: Sequence[_T]) -> _T:
        """Draw one of some things."""
        return things[int(self.rng.random() * len(things))]

    def some_of(self, things: Sequence[_T], most: int) -> tuple[_T, ...]:
        """Draw one or more of some things without repetition."""
        return tuple(self.rng.sample(list(things), self.rng.randint(1, most)))

    def number(self, least: int, most: int) -> Any:
        """Draw a number of a range: mostly small, sometimes the least, rarely the most."""
        if self.rng.random() < self.wild:
            return self.any_of(WRONG)
        # A few large numbers are enough; the sums over all cards are limited too.
        if self._large and self.rng.random() < 0.03:
            self._large -= 1
            return most
        return self.rng.randint(least, min(most, least + 3))

    # -- effects ------------------------------------------------------------------------------

    def tally(self) -> Tally:
        """Return a random tally."""
        colours = self.some_of(tuple(Colour), 2)
        return self.any_of((Cards(*colours), Wonders(), CoinSets(self.number(1, 100_000))))

    def trigger(self) -> Trigger:
        """Return a random trigger that happens in its owner's turn."""
        colours = self.some_of(tuple(Colour), 3)
        return self.any_of(
            (YouConstruct(), YouConstruct(*colours), YouUseChain(), YouConstructWonder())
            + (YouDiscard(),) * 2
        )

    def gain(self) -> Gain:
        """Return a random gain, not empty."""
        return Gain(
            coins=self.number(0, 50),
            opponent_loses=self.number(0, 100_000),
            shields=self.any_of((0, 0, 1)),
            play_again=self.any_of((False, True)),
        )

    def effect(self) -> Effect:
        """Return a random effect of any kind."""
        number, any_of = self.number, self.any_of
        kinds: tuple[Callable[[], Effect], ...] = (
            lambda: Produce(any_of(tuple(Resource)), number(1, 20)),
            lambda: ProduceOneOf(*self.some_of(tuple(Resource), 5)),
            lambda: FixedPrice(any_of(tuple(Resource)), number(0, 100_000)),
            lambda: Rebate(number(1, 20), on=any_of((None, *Colour))),
            lambda: CoinRebate(
                number(1, 100_000),
                *self.some_of(tuple(Colour), 7),
                wonders=any_of((False, True)),
            ),
            lambda: Points(number(1, 100_000)),
            lambda: PointsPerToken(number(1, 100_000)),
            lambda: Symbol(any_of(tuple(ScienceSymbol))),
            lambda: Coins(number(1, 100_000)),
            lambda: CoinsPer(number(1, 100_000), self.tally()),
            lambda: GuildMajority(
                self.tally(), coins=number(0, 100_000), points=number(1, 100_000)
            ),
            lambda: OpponentLosesCoins(number(1, 100_000)),
            lambda: Whenever(YouUseChain(), Gain(coins=number(1, 50))),
            lambda: Shields(number(1, 31)),
            lambda: Whenever(YouConstruct(any_of(tuple(Colour))), Gain(shields=number(1, 2))),
            lambda: Destroy(any_of(tuple(Colour))),
            lambda: Giving(number(0, 1_000), number(-5, 1_000)),
            lambda: Adding("points", number(-100_000, 100_000)),
            lambda: any_of(
                (
                    PlayAgain(),
                    Whenever(OpponentTrades(), CoinsPaid()),
                    Whenever(YouConstructWonder(), Gain(play_again=True)),
                )
            ),
            lambda: any_of((Revive(), DrawTokens(), TakeBoardToken())),
            lambda: Whenever(self.trigger(), attrs.evolve(self.gain(), coins=number(1, 50))),
            lambda: Whenever(self.trigger(), attrs.evolve(self.gain(), coins=number(1, 50))),
            lambda: Whenever(
                OpponentTrades(), Gain(coins=number(1, 100_000), opponent_loses=number(0, 100_000))
            ),
            Effect,
        )
        if self.rng.random() < self.wild:
            return Adding(any_of(FIELDS), any_of(WRONG))
        return any_of(kinds)()

    def effects(self) -> tuple[Effect, ...]:
        """Return the effects of a card, or only one if its number is large."""
        made: list[Effect] = []
        for _ in range(self.any_of((0, 1, 1, 1, 2, 3))):
            large = self._large
            made.append(self.effect())
            if self._large < large:
                return (made[-1],)
        symbols = [one for one in made if isinstance(one, Symbol)]
        if not self.wild and len(symbols) > 1:
            made = [one for one in made if one not in symbols[1:]]
        return tuple(made)

    def cost(self) -> Cost:
        """Return a random cost."""
        asked = {
            resource.value: self.number(0, 20)
            for resource in self.some_of(tuple(Resource), 5)
            if self.rng.random() < 0.4
        }
        return Cost(coins=self.number(0, 100_000), **asked)

    # -- structures ---------------------------------------------------------------------------

    def layout(self) -> StructureLayout:
        """Return a structure, built from the last row upwards, so that every odd row is covered."""
        row = sorted(self.rng.sample(range(4, 24, 2), self.rng.randint(3, 6)))
        rows = [row]
        for _ in range(self.rng.randint(0, 2)):
            beside = [column + self.any_of((-1, 1)) for column in row]
            under = [
                column
                for number, column in enumerate(beside)
                if not number or column - beside[number - 1] > 1
            ]
            if self.rng.random() < self.wild:
                under = [column + self.any_of((0, 3)) for column in under]
            row = sorted(self.rng.sample(range(1, 29, 2), self.rng.randint(1, 5)))
            rows += [under, row]
        if self.rng.random() < self.wild:
            rows.append(self.any_of(([], row, [40])))
        return StructureLayout(tuple(tuple(one) for one in reversed(rows)))

    # -- catalogues ---------------------------------------------------------------------------

    def catalogue(self) -> Catalogue:
        """Return a random catalogue.

        Raises:
            WondersDuelError: the catalogue, or a part of it, is refused.
        """
        self._large = self.any_of((0, 2, 20))
        layouts = [self.layout() for _ in Age]
        buildings: list[Building] = []
        for age, layout in zip(Age, layouts, strict=True):
            colours = [colour for colour in Colour if colour is not Colour.PURPLE]
            for _ in range(layout.size + self.rng.randint(0, 4)):
                buildings.append(self._building(len(buildings), age, self.any_of(colours)))
        for _ in range(self.rng.randint(3, 5)):
            age = self.any_of(tuple(Age)) if self.rng.random() < self.wild else Age.III
            buildings.append(self._building(len(buildings), age, Colour.PURPLE))
        buildings = [
            attrs.evolve(one, free_with=self.any_of(buildings).id)
            if self.rng.random() < 0.2
            else one
            for one in buildings
        ]
        wonders = [
            Wonder(
                id=f"wonder-{number}",
                name=f"The Wonder {number}",
                cost=self.cost(),
                effects=self.effects(),
            )
            for number in range(self.rng.randint(8, 12))
        ]
        tokens = [
            ProgressToken(id=f"token-{number}", name=f"Token {number}", effects=self.effects())
            for number in range(self.rng.randint(5, 9))
        ]
        ids = self.rng.sample([wonder.id for wonder in wonders], 8)
        hands: Any = self.any_of(((), (tuple(ids[:4]), tuple(ids[4:]))))
        if self.rng.random() < self.wild:
            wrong: tuple[Any, ...] = (
                (ids[:4], ids[:4]),
                (ids[:5], ids[4:]),
                (ids,),
                (ids[:4], ["the-sphinx", *ids[5:]]),
                ("ab", "cd"),
            )
            hands = self.any_of(wrong)
        return Catalogue(
            self.any_of(("random", "Towers & more", "ö")),
            buildings,
            wonders,
            tokens,
            layouts,
            first_game=hands,
        )

    def _building(self, number: int, age: Age, colour: Colour) -> Building:
        return Building(
            id=f"card-{number}",
            name=f"Card {number}",
            age=age,
            colour=colour,
            cost=self.cost(),
            effects=self.effects(),
        )
