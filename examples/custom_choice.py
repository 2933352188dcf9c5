"""A custom choice: the promo wonder Messe, which constructs a card of the far row at no cost.

Run it with ``python examples/custom_choice.py``. The engine needs no change: the program defines
the choice in one class, and the library lists, plays, stores, draws and describes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

import attrs
from typing_extensions import override

from wonders_duel import (
    Age,
    Building,
    Card,
    CityPosition,
    Cost,
    Game,
    Player,
    Position,
    State,
    Wonder,
    catalogue,
    parse_move,
)
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.effects import CardChoice, Changes, Points
from wonders_duel.languages import ENGLISH, Language, language
from wonders_duel.render import svg, text
from wonders_duel.render.narration import Narrator
from wonders_duel.testing import check_catalogue

FAR_ROW = 0


@attrs.frozen
class ConstructFromFarRow(CardChoice):
    """Constructs a face-up card of the far row at no cost, covered or not."""

    word = "messe"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        slots = state.structure.slots
        return [slot.building for slot in slots if slot.row == FAR_ROW and slot.building]

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        assert isinstance(card, Building)  # as all targets
        changes.construct(card)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say("Construct a face-up card of the far row at no cost, covered or not.")

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("build a card of the far row for free")

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return ""

    @override
    def action(self, card: Card, to: Language = ENGLISH, *, command: bool = False) -> str:
        if command:
            return to.say("build {building} from the far row", building=to.name(card))
        return to.say("builds {building} from the far row, free", building=to.name(card))


MESSE = Wonder(
    id="messe",
    name="Messe",
    cost=Cost(clay=2, wood=1, glass=1, papyrus=1),
    effects=(Points(2), ConstructFromFarRow()),
)
PROMO = catalogue.extended("with-messe", wonders=[MESSE])

WORDS = MappingProxyType(
    {
        "fi": {
            "Construct a face-up card of the far row at no cost, covered or not.": (
                "Rakenna ilmaiseksi jokin kauimman rivin kuvapuolikortti, peitetty tai ei."
            ),
            "build a card of the far row for free": "rakenna kauimman rivin kortti ilmaiseksi",
            "build {building} from the far row": "rakenna kauimmalta riviltä {building}",
            "builds {building} from the far row, free": (
                "rakentaa kauimmalta riviltä {building}, ilmainen"
            ),
        },
        "fr": {
            "Construct a face-up card of the far row at no cost, covered or not.": (
                "Construisez gratuitement une carte visible de la rangée la plus éloignée, "
                "recouverte ou non."
            ),
            "build a card of the far row for free": (
                "construire gratuitement une carte de la rangée la plus éloignée"
            ),
            "build {building} from the far row": (
                "construire {building} de la rangée la plus éloignée"
            ),
            "builds {building} from the far row, free": (
                "construit gratuitement {building} de la rangée la plus éloignée"
            ),
        },
    }
)
"""The messages of the choice in Finnish and French."""


def languages() -> list[Language]:
    """Return the three languages of the library, with the messages of the choice."""
    return [ENGLISH, *(language(code).with_messages(words) for code, words in WORDS.items())]


def position() -> State:
    """Return a position of Age I in which player one can construct the Messe."""
    return Position(
        catalogue=PROMO,
        age=Age.I,
        structure={0: "lumber-yard", 1: "quarry", 3: "age-i", 6: "tavern", 7: "baths"},
        cities=(CityPosition(coins=30, unbuilt=["messe"]), CityPosition()),
    ).state()


def one_turn() -> None:
    """Construct the Messe, then a covered card of the far row, and narrate it in three languages."""
    state = position()
    asked = state.apply(parse_move("wonder messe with tavern", PROMO))
    print("pending:", *asked.pending, "- legal:", *asked.legal_moves, sep=" ")
    refused = parse_move("choose messe baths", PROMO)
    print(refused, "is refused:", *map(str, asked.why_not(refused)))
    assert State.from_text(asked.to_text(), PROMO) == asked
    assert State.from_json(asked.to_json(), PROMO) == asked
    move = parse_move("choose messe quarry", PROMO)
    after = asked.apply(move)
    print("in the city:", *(card.name for card in after.cities[0].buildings))
    assert PROMO.buildings["quarry"] in after.cities[0].buildings
    for to in languages():
        print(f"{to.code}: {MESSE.effects[1].describe(to)}")
        assert "<svg" in svg(asked, language=to)
    game = Game.from_state(state)
    game.play("wonder messe with tavern")
    game.play("choose messe quarry")
    for to in languages():
        for number, step in enumerate(game.history, start=1):
            print(*Narrator(("Ann", "Ben"), language=to).step(number, step), sep="\n")
        print(*text(asked, language=to).splitlines()[-12:], sep="\n")


def whole_games() -> None:
    """Check the catalogue, and count how often the Messe is built in 20 games."""
    report = check_catalogue(PROMO, games=5)
    print(f"{report.games} games with {report.states} states were checked")
    built = 0
    for seed in range(20):
        game = Game(seed=seed, catalogue=PROMO)
        game.play_out(GreedyBot(seed=seed), RandomBot(seed=seed))
        built += any(one.wonder is MESSE for city in game.state.cities for one in city.built)
    print(f"The Messe was built in {built} of 20 games")
    assert built > 0


if __name__ == "__main__":
    one_turn()
    whole_games()
