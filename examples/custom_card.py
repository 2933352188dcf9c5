"""Custom cards: a wonder with existing effects, and a building with a custom effect class.

Run it with ``python examples/custom_card.py``. The engine needs no change: the
program extends the catalogue and plays games with it.
"""

from __future__ import annotations

import attrs
from typing_extensions import override

from wonders_duel import (
    Age,
    Building,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Cost,
    Game,
    Player,
    Position,
    State,
    Wonder,
    catalogue,
)
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.effects import Coins, Effect, Gain, PlayAgain, Points
from wonders_duel.languages import ENGLISH, Language


@attrs.frozen
class Census(Effect):
    """Coins now, and points at the end, for each different colour in the owner's city.

    Args:
        coins: coins for each colour when the card is constructed.
        points: points for each colour at the end of the game.
    """

    coins: int
    points: int

    @staticmethod
    def _colours(state: State, player: Player) -> int:
        return sum(state.cities[player].count(colour) > 0 for colour in Colour)

    @override
    def gain(self, state: State, player: Player) -> Gain:
        """Return the coins; the card itself is already in the city."""
        return Gain(coins=self.coins * self._colours(state, player))

    @override
    def score(self, state: State, player: Player) -> int:
        """Return the points for the colours."""
        return self.points * self._colours(state, player)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        """Return a sentence that describes the effect."""
        return (
            f"For each colour in your city: +{self.coins} coin now, "
            f"+{self.points} point at the end."
        )


# A yellow building of Age I with the custom effect, and a wonder with existing effects.
CENSUS_OFFICE = Building(
    id="census-office",
    name="Census Office",
    age=Age.I,
    colour=Colour.YELLOW,
    cost=Cost(coins=2),
    effects=(Census(coins=1, points=1),),
)
LANTERN_TOWER = Wonder(
    id="the-lantern-tower",
    name="The Lantern Tower",
    cost=Cost(stone=1, glass=1),
    effects=(Coins(5), Points(2), PlayAgain()),
)
EXTENDED = catalogue.extended("with-census", buildings=[CENSUS_OFFICE], wonders=[LANTERN_TOWER])


def one_turn() -> None:
    """Construct both cards in a hand-made position, and print their effects."""
    for card in (CENSUS_OFFICE, LANTERN_TOWER):
        print(f"{card.name} ({card.cost}): {' '.join(card.sentences)}")
    position = Position(
        catalogue=EXTENDED,
        age=Age.I,
        structure={0: "census office", 1: "tavern"},
        cities=(
            CityPosition(coins=10, buildings=["quarry", "altar"], unbuilt=["the-lantern-tower"]),
            CityPosition(),
        ),
    )
    state = position.state()

    after = state.apply(ConstructBuilding("census-office", EXTENDED))
    print(f"10 coins before the Census Office, {after.cities[0].coins} after it:", end=" ")
    print("2 paid, 3 for brown, blue and yellow")
    assert after.cities[0].coins == 11
    assert after.score()[Player.ONE].yellow == 3

    after = state.apply(ConstructWonder("the-lantern-tower", "tavern", EXTENDED))
    print(f"After The Lantern Tower player {after.to_move} plays again")
    assert after.to_move is Player.ONE


def whole_games() -> None:
    """Play whole games with the extended catalogue, and count how often the building is built."""
    built = 0
    games = 20
    for seed in range(games):
        game = Game(seed=seed, catalogue=EXTENDED)
        game.play_out(GreedyBot(seed=seed), RandomBot(seed=seed))
        built += any(CENSUS_OFFICE in city.buildings for city in game.state.cities)
    print(f"The Census Office was built in {built} of {games} games")
    assert built > 0


if __name__ == "__main__":
    one_turn()
    whole_games()
