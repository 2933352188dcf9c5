"""Builders of positions for tests that name only what matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

from wonders_duel import (
    Age,
    Back,
    Building,
    Catalogue,
    CityPosition,
    Colour,
    Deal,
    Game,
    Phase,
    Position,
    ProgressToken,
    Resource,
    State,
    Wonder,
    catalogue,
)
from wonders_duel.effects import Coins, Points, Produce
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.slots import StructureTable
from wonders_duel.enums import AGE_BACKS

EXTENDED = catalogue.extended(
    "Towers & more",
    buildings=[
        Building(
            id="bank", name="Bank", age=Age.II, colour=Colour.YELLOW, effects=(Coins(coins=9),)
        ),
        Building(
            id="end", name="End", age=Age.III, colour=Colour.BLUE, effects=(Points(points=2),)
        ),
    ],
    wonders=[Wonder(id="the-tower", name="The Tower", effects=(Produce(Resource.GLASS),))],
    tokens=[ProgressToken(id="banking", name="Banking", effects=(Points(points=3),))],
)
"""A custom catalogue whose name has to be escaped in texts."""


BASE_PHASES = tuple(phase for phase in Phase if phase is not Phase.CHOICE)
"""The phases of the base game, in which no card brings a choice of its own."""


def new_catalogue() -> Catalogue:
    """Return a catalogue with empty caches: the base game without a first game."""
    return Catalogue(
        "drafts only",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        catalogue.structures,
    )


NO_FIRST_GAME = new_catalogue()
"""The cards of the base game, without wonders for a first game."""

BACKWARDS = Catalogue(
    "backwards",
    catalogue.building_list[::-1],
    catalogue.wonder_list,
    catalogue.token_list,
    catalogue.structures,
)
"""The cards of the base game in another order, so that moves have other numbers."""


def dealt(number: int, catalogue: Catalogue | None = None, **options: object) -> Game:
    """Start a game with the reproducible deal of ``Random(number)``.

    Args:
        number: the number of the deal.
        catalogue: the cards; the base game by default.
        options: as for ``Game.from_deal``.
    """
    game = Game.from_deal(Deal.random(Random(number), catalogue), **options)  # type: ignore[arg-type]
    game.tags = {"seed": str(number)}
    return game


def pair_to_decline() -> State:
    """Return a state in which player one can take or decline the token of a pair."""
    return Position(
        age=Age.II,
        structure={0: "walls"},
        cities=(CityPosition(buildings=["scriptorium", "library"]), CityPosition()),
        board_tokens=["law", "theology"],
        pending=[Phase.BOARD_TOKEN],
        rules={"pair_token": "may"},
    ).state()


@cache
def _shape(age: Age, accessible: int, taken: int) -> int:
    """Return the fullest structure with these accessible cards and at least so many gaps."""
    table: StructureTable = catalogue.tables.structures[age - 1]
    level = {table.full}
    while level:
        for left in sorted(level):
            gaps = table.size - left.bit_count()
            if gaps >= taken and len(table.uncovered(left).slots) == accessible:
                return left
        level = {left & ~(1 << slot) for left in level for slot in table.uncovered(left).slots}
    message = f"no structure of age {age} has {accessible} accessible cards and {taken} gaps"
    raise AssertionError(message)


def city(
    coins: int = 7,
    *buildings: str,
    tokens: Sequence[str] = (),
    unbuilt: Sequence[str] = (),
    built: Mapping[str, str] | None = None,
) -> CityPosition:
    """Return a city from its coins and buildings.

    Args:
        coins: from 0.
        buildings: ids or names.
        tokens: progress tokens.
        unbuilt: wonders that are not built yet.
        built: wonders with the cards under them.
    """
    return CityPosition(
        coins=coins, buildings=buildings, tokens=tokens, unbuilt=unbuilt, built=built or {}
    )


def position(
    age: Age,
    accessible: Sequence[str],
    one: CityPosition | None = None,
    two: CityPosition | None = None,
    *,
    left: int | None = None,
    **rest: object,
) -> Position:
    """Return a position with exactly these accessible cards, in the fullest structure possible.

    Args:
        age: the age.
        accessible: the accessible cards, by slot.
        one: the city of player one.
        two: the city of player two.
        left: the slots that hold a card, as bits, if the case needs a certain shape.
        rest: any other fields of ``Position``.
    """
    cities = (one or city(), two or city())
    table = catalogue.tables.structures[age - 1]
    named = {catalogue.find_building(name).id for name in accessible}
    outside = set()
    for each in cities:
        outside |= {catalogue.find_building(str(name)).id for name in each.buildings}
        outside |= {catalogue.find_building(str(name)).id for name in each.built.values()}
    pile = rest.get("discard_pile", ())
    assert isinstance(pile, Sequence)
    outside |= {catalogue.find_building(str(name)).id for name in pile}
    deck = {card.id for card in catalogue.buildings.values() if card.age == age}
    taken = len(outside & deck)
    if rest.get("pending"):
        taken = max(taken, 1)  # the card of the unfinished action
    if left is None:
        left = _shape(age, len(named), taken)
    fillers = iter(sorted(deck - named - outside - _guilds()))
    front = list(table.uncovered(left).slots)
    slots: dict[int, object] = dict(zip(front, accessible, strict=True))
    guilds = 3 - len((outside | named) & _guilds()) if age is Age.III else 0
    for slot in bits(left):
        if slot in front:
            continue
        if table.face_up[slot]:
            slots[slot] = next(fillers)
        elif guilds:
            slots[slot] = Back.GUILD
            guilds -= 1
        else:
            slots[slot] = AGE_BACKS[age - 1]
    return _with(Position(age=age, structure=slots, cities=cities), rest)  # type: ignore[arg-type]


def state(
    age: Age,
    accessible: Sequence[str],
    one: CityPosition | None = None,
    two: CityPosition | None = None,
    **rest: object,
) -> State:
    """Return the state of :func:`position`."""
    return position(age, accessible, one, two, **rest).state()  # type: ignore[arg-type]


def sparse(
    cards: Catalogue,
    age: Age,
    structure: Mapping[int, str],
    one: CityPosition | None = None,
    two: CityPosition | None = None,
    **rest: object,
) -> State:
    """Return a state of a custom catalogue with only a few cards in the structure.

    Args:
        cards: the catalogue.
        age: the age.
        structure: the cards by slot.
        one: the city of player one; 10 coins and nothing else by default.
        two: the city of player two; the same.
        rest: any other fields of ``Position``.
    """
    cities = (one or city(10), two or city(10))
    made = Position(age=age, structure=structure, cities=cities, catalogue=cards)
    return _with(made, rest).state()


def _with(made: Position, fields: Mapping[str, object]) -> Position:
    for name, value in fields.items():
        setattr(made, name, value)
    return made


@cache
def _guilds() -> frozenset[str]:
    return frozenset(
        card.id for card in catalogue.buildings.values() if card.colour is Colour.PURPLE
    )
