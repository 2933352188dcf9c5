"""Catalogues that could not be played to the end or stored are refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import attrs
import pytest
from typing_extensions import override

from tests.builders import city
from tests.property.catalogues import Adding
from tests.wording import Wording
from wonders_duel import (
    Age,
    Building,
    Catalogue,
    CatalogueError,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Cost,
    Deal,
    Game,
    Phase,
    Position,
    ProgressToken,
    Resource,
    ScienceSymbol,
    State,
    StructureLayout,
    Wonder,
    WrongTypeError,
    catalogue,
)
from wonders_duel.bots import RandomBot
from wonders_duel.cataloguing.playable import _FIELDS
from wonders_duel.effects import (
    Coins,
    CoinsPaid,
    Contribution,
    Destroy,
    DrawTokens,
    Effect,
    Gain,
    OpponentTrades,
    Points,
    ProduceOneOf,
    Rebate,
    Revive,
    Symbol,
    TakeBoardToken,
    Whenever,
    YouConstruct,
    YouConstructWonder,
    YouUseChain,
)
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.slots import MOST_SETS, StructureTable
from wonders_duel.engine.tables import SETS
from wonders_duel.languages import ENGLISH, Language

WONDERS = tuple(wonder.id for wonder in catalogue.wonder_list)
ONE, TWO, THREE = catalogue.structures


def _made(**changed: Any) -> Catalogue:
    """Return the base game with some arguments changed."""
    given: dict[str, Any] = {
        "name": "changed",
        "buildings": catalogue.building_list,
        "wonders": catalogue.wonder_list,
        "tokens": catalogue.token_list,
        "structures": catalogue.structures,
    }
    return Catalogue(**(given | changed))


def _with(*effects: Effect, colour: Colour = Colour.BLUE) -> Catalogue:
    """Return the base game extended by a building with some effects."""
    hall = Building(id="hall", name="Hall", age=Age.I, colour=colour, effects=effects)
    return catalogue.extended("with a hall", buildings=[hall])


# -- the first game -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hands",
    [
        (WONDERS[:4],),
        (WONDERS[:4], WONDERS[4:8], WONDERS[8:]),
        (WONDERS[:3], WONDERS[3:8]),
        (WONDERS[:4], WONDERS[:4]),
        ((WONDERS[0],) * 3 + (WONDERS[1],), WONDERS[4:8]),
        (("baths", *WONDERS[:3]), ("colossus", *WONDERS[5:8])),
    ],
)  # fmt: skip
def test_a_first_game_has_two_hands_of_four_different_wonders(
    hands: tuple[tuple[str, ...], ...], wording: Wording
) -> None:
    """A first game has two hands of four distinct wonders."""
    with wording.raises(CatalogueError):
        _made(first_game=hands)


@pytest.mark.parametrize(
    "hands", [5, None, ("ab", "cd"), (WONDERS[:4], 5), (WONDERS[:4], ()), ([[]],)]
)
def test_hands_are_lists_of_ids(wording: Wording, hands: Any) -> None:
    """A hand that is not a list of ids has the wrong type."""
    with wording.raises(WrongTypeError):
        _made(first_game=hands)


@pytest.mark.parametrize(
    "hands", [(WONDERS[8:], WONDERS[:4]), [list(WONDERS[8:]), iter(WONDERS[:4])]]
)
def test_a_custom_first_game_is_played(hands: Any) -> None:
    """A custom first game takes two hands of four as any lists; the first is the first player's."""
    cards = _made(first_game=hands)
    state = Game(seed=1, rules="first-game", catalogue=cards, first_player="two").state

    assert cards.first_game == (WONDERS[8:], WONDERS[:4])
    assert {wonder.id for wonder in state.cities[1].unbuilt} == set(WONDERS[8:])
    assert State.from_text(state.to_text(), cards) == state


# -- structures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows",
    [
        5,
        None,
        "ab",
        ("ab",),
        (5,),
        ((5.0, 7.0), (4, 6, 8), (True,)),
        ((-1,), (200,), (10**30,)),
        ((3, 3), (3, 4), (5, 3)),
    ],
)
def test_a_layout_is_rows_of_columns(rows: Any, wording: Wording) -> None:
    """The rows of a layout are ascending whole numbers; both builds name every problem at once."""
    with wording.raises(CatalogueError):
        StructureLayout(rows)


def test_a_layout_may_be_lists() -> None:
    """A layout given as lists is stored as tuples, so it is a value."""
    assert StructureLayout([[5, 7], [4, 6, 8]]) == StructureLayout(((5, 7), (4, 6, 8)))
    assert hash(StructureLayout([[0], [199]])) == hash(StructureLayout(((0,), (199,))))


@pytest.mark.parametrize(
    ("age", "rows"),
    [
        (0, ()),
        (1, ((), ())),
        (2, ((3, 5),)),
        (0, ((5, 7), (), (4, 6))),
        (0, ((5, 7, 9), (4, 6, 8, 10))),
        (1, ((5,), (4, 6, 12), (5, 7))),
    ],
)  # fmt: skip
def test_a_structure_can_be_played(age: int, rows: Any, wording: Wording) -> None:
    """A structure has a card in every row, and covers every card that is dealt face down."""
    structures = list(catalogue.structures)
    structures[age] = StructureLayout(rows)

    with wording.raises(CatalogueError):
        _made(structures=structures)


@pytest.mark.parametrize("structures", [5, None, ["abc"], [ONE, TWO, ((1, 3),)]])
def test_structures_have_to_be_a_list(wording: Wording, structures: Any) -> None:
    """A value that is not a list of structures is refused by its type."""
    with wording.raises(WrongTypeError):
        _made(structures=structures)


def test_a_small_game_is_played() -> None:
    """A game with a few cards per age, or with a single row, is played and its states read back."""
    small = StructureLayout(((5,), (4, 6), (3, 5, 7)))
    wide = StructureLayout((tuple(range(0, 40, 2)),))
    cards = _made(structures=(small, wide, small), first_game=catalogue.first_game)

    for seed in range(4):
        game = Game(seed=seed, catalogue=cards, rules="first-game" if seed % 2 else None)
        game.play_out(RandomBot(1), RandomBot(2))
        for step in game.history:
            assert State.from_text(step.after.to_text(), cards) == step.after


def test_the_cache_of_a_structure_is_limited() -> None:
    """A wide structure has more sets of slots than the cache holds; others are computed again."""
    table = StructureTable(StructureLayout((tuple(range(0, 40, 2)),)))
    first = table.uncovered(1).slots
    for left in range(2, MOST_SETS + 10):
        table.uncovered(left)

    assert len(table.memo) <= MOST_SETS
    assert table.uncovered(1).slots == first == bytes([0])
    assert table.uncovered(0b1011).slots == bytes([0, 1, 3])


def test_the_sets_of_many_wonders_are_not_all_kept() -> None:
    """A catalogue with many wonders has more sets of unbuilt ones than are kept."""
    more = [
        attrs.evolve(
            catalogue.wonders["the-pyramids"],
            id=f"tomb-{number}",
            name=f"Tomb {number}",
            cost=Cost(coins=number),
        )
        for number in range(4)
    ]
    cards = catalogue.extended("tombs", wonders=more)
    tables = cards.tables

    for mask in (0, 0b101, SETS, SETS + 1, tables.all_wonders):
        assert [entry.number for entry in tables.wonders_of(mask)] == bits(mask)
    kept = [mask for mask, found in enumerate(tables.wonder_sets) if found is not None]
    assert kept == [0, 0b101, SETS]

    deal = Deal.random(2, cards)
    state = State.dealt(deal)
    while state.phase is Phase.DRAFT:
        state = state.play(state.legal_moves[-1], deal)
    assert max(state.cities[state.player].unbuilt_numbers) >= len(catalogue.wonders)
    moves = [ConstructWonder(one.id, card.id, cards) for one in more for card in state.accessible]
    legal = [move for move in moves if not state.why_not(move)]
    assert legal
    assert legal == [move for move in state.legal_moves if move in moves]


# -- names and numbers of cards -------------------------------------------------------------------


def _token(**changed: Any) -> ProgressToken:
    """Return a token of the base game with some changes."""
    return attrs.evolve(catalogue.token_list[0], **changed)


@pytest.mark.parametrize(
    "changed",
    [
        {"aliases": {"harbour": "the-harbour"}},
        {"aliases": {"harbour": 5}},
        {"aliases": {5: "baths"}},
        {"aliases": {"harbour": "baths", "Harbour!": "altar"}},
        {"former_names": {"a" * 61: "baths"}},
        {"former_names": {"thermae": "bath"}},
        {"name": "x" * 61},
        {"name": 5},
        {"tokens": [_token(id=5)]},
        {"tokens": [_token(id="a" * 61)]},
        {"tokens": [_token(name=None)]},
    ],
)  # fmt: skip
def test_names_of_cards_can_be_typed_and_shown(changed: Any, wording: Wording) -> None:
    """Names, aliases and ids are texts that every format can hold, and refer to a card."""
    with wording.raises(CatalogueError):
        _made(**changed)


@pytest.mark.parametrize("what", ["aliases", "former_names"])
def test_aliases_are_a_mapping(wording: Wording, what: str) -> None:
    """Aliases and former names are mappings of names to ids."""
    with wording.raises(WrongTypeError):
        _made(**{what: ["baths"]})


@pytest.mark.parametrize(
    "changed",
    [
        {"free_with": ["baths"]},
        {"chain_symbol": 5},
        {"chain_symbol": ""},
        {"colour": Colour.PURPLE},
    ],
)  # fmt: skip
def test_a_building_fits_its_age_and_its_chain(changed: Any, wording: Wording) -> None:
    """A guild has to be a card of Age III, and chains have to be texts."""
    hall = Building(id="hall", name="Hall", age=Age.I, colour=Colour.BLUE)
    changed_hall = attrs.evolve(hall, **changed)

    with wording.raises(CatalogueError):
        catalogue.extended("x", buildings=[changed_hall])


def test_a_catalogue_has_a_limited_number_of_cards(wording: Wording) -> None:
    """A catalogue has at most as many cards of each kind as the formats can read."""
    wonders = [Wonder(id=f"new-{n}", name=f"New {n}") for n in range(240)]
    tokens = [ProgressToken(id=f"new-{n}", name=f"New {n}") for n in range(242)]

    with wording.raises(CatalogueError):
        catalogue.extended("many", wonders=wonders)
    with wording.raises(CatalogueError):
        catalogue.extended("many", tokens=tokens)
    assert len(catalogue.extended("many", tokens=tokens[1:]).token_list) == 251


# -- effects --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(
            (field, value)
            for field in ("coins", "opponent_loses")
            for value in (-3, 1.5, 100_001, "3", None, True)
        ),
        ("shields", -1),
        ("shields", 32),
        ("points", 10**30),
        ("points", -100_001),
        ("trade_coins", -1),
        ("trade_coins", 2),
        ("wonders_again", -1),
        ("wonders_again", True),
        ("chain_bonus", 4_096),
        ("chain_bonus", -1),
        ("token_draws", 10**9),
        ("revivals", -1),
        ("board_tokens", 251),
        ("play_again", 1),
        ("production", {Resource.CLAY: -1}),
        ("production", {Resource.CLAY: 21}),
        ("production", {"clay": 1}),
        ("production", [Resource.CLAY]),
        ("fixed_prices", {Resource.CLAY: -1}),
        ("fixed_prices", None),
        ("coin_rebates", {Colour.RED: 100_001}),
        ("coin_rebates", {Resource.CLAY: 1}),
        *(
            ("triggers", value)
            for value in (
                None,
                [YouUseChain()],
                [(YouUseChain(), Gain(coins=1), 1)],
                [(YouUseChain(), Gain())],
                [(Colour.RED, Gain(coins=1))],
                [(OpponentTrades(), CoinsPaid())],
                [(YouConstructWonder(), Gain(coins=100_001))],
            )
        ),
        ("extra_shields", {Colour.RED: 32}),
        ("extra_shields", {Colour.RED: -1}),
        ("choices", [{Resource.CLAY}]),
        ("choices", [frozenset()]),
        ("choices", [frozenset({"clay"})]),
        ("choices", (frozenset({Resource.CLAY}),)),
        *(
            ("rebates", value)
            for value in ([(0, None)], [(21, None)], [(1, "blue")], [(1,)], [[1, None]], None)
        ),
        ("symbols", [ScienceSymbol.WHEEL] * 2),
        ("symbols", ["wheel"]),
        ("symbols", {ScienceSymbol.WHEEL}),
        ("destructions", ["blue"]),
        ("destructions", None),
    ],
)  # fmt: skip
def test_contributions_have_a_range(field: str, value: object, wording: Wording) -> None:
    """A contribution out of its range is refused; the message names effect, card and field."""
    others = (Coins(1), Symbol(ScienceSymbol.QUILL), Revive(), Rebate(1), Points(1))

    with wording.raises(CatalogueError):
        _with(Adding(field, value), *others)


def test_every_field_of_a_contribution_has_a_range() -> None:
    """Every field of a contribution has a range that includes its initial value."""
    fresh = Contribution()

    assert list(_FIELDS) == [field.name for field in attrs.fields(Contribution)]
    for name, (fits, _) in _FIELDS.items():
        assert fits(getattr(fresh, name))
        assert not fits(object())


@pytest.mark.parametrize(
    "contributed",
    [
        {"coins": 100_000, "opponent_loses": 100_000, "shields": 31, "points": -100_000},
        {"token_draws": 80, "board_tokens": 80, "revivals": 80, "play_again": True, "chain_bonus": 4_091},
        {"production": dict.fromkeys(Resource, 20), "fixed_prices": dict.fromkeys(Resource, 100_000)},
        {"extra_shields": dict.fromkeys(Colour, 30), "symbols": list(ScienceSymbol)},
        {"choices": [frozenset(Resource)] * 20, "rebates": [(20, None), (20, Colour.RED)], "coin_rebates": dict.fromkeys([None, *Colour], 100_000)},
        {"destructions": list(Colour), "trade_coins": 1, "wonders_again": 1},
        {"triggers": [(YouConstruct(), Gain(coins=100_000, opponent_loses=100_000, shields=31))]},
        {"triggers": [(YouConstructWonder(), Gain(coins=1, play_again=True)), (OpponentTrades(), Gain(coins=100_000))]},
    ],
)  # fmt: skip
def test_the_ends_of_the_ranges_can_be_played(contributed: dict[str, object]) -> None:
    """A card with the largest or smallest contributions is playable, and every state is read back."""
    cards = _with(*(Adding(field, value) for field, value in contributed.items()))
    state = Position(
        age=Age.I,
        structure={0: "hall", 1: "tavern"},
        cities=(city(20, "altar"), city(20, "press", "theater", unbuilt=["piraeus"])),
        board_tokens=["law", "economy"],
        discard_pile=["stable"],
        catalogue=cards,
    ).state()
    game = Game.from_state(state, rng=Random(1))
    game.play(ConstructBuilding("hall", cards))
    game.play_out(RandomBot(1), RandomBot(2))

    for step in game.history:
        for one in (step.before, step.after):
            assert State.from_text(one.to_text(), cards) == one
            assert State.from_json(one.to_json(), cards) == one
    assert game.result is not None


def _halls(
    number: int, *effects: Effect, colours: Sequence[Colour] = tuple(Colour)[:6]
) -> Iterable[Building]:
    """Return some buildings with the same effects."""
    for n in range(number):
        yield Building(
            id=f"hall-{n}",
            name=f"Hall {n}",
            age=Age.I,
            colour=colours[n % len(colours)],
            effects=effects,
        )


@pytest.mark.parametrize(
    "buildings",
    [
        _halls(15, Whenever(OpponentTrades(), CoinsPaid())),
        _halls(15, Whenever(YouConstructWonder(), Gain(play_again=True))),
        _halls(1, Whenever(YouUseChain(), Gain(coins=4_092))),
        _halls(1, Whenever(YouConstruct(Colour.RED), Gain(shields=31))),
        _halls(62, Destroy(Colour.RED), Revive(), DrawTokens(), TakeBoardToken()),
        _halls(25, *[ProduceOneOf(Resource.CLAY)] * 20),
        _halls(25, Rebate(20)),
        _halls(60, colours=[Colour.RED]),
        _halls(180),
        _halls(1, *[Points(1)] * 301),
    ],
    ids=["trade coins", "wonders again", "chain bonuses", "extra shields", "choices", "producers", "rebates", "red buildings", "buildings", "effects"],
)  # fmt: skip
def test_the_cards_of_a_catalogue_have_common_limits(
    buildings: Iterable[Building], wording: Wording
) -> None:
    """The sums over a catalogue are limited by packed integers, the formats and the pricing time."""
    with wording.raises(CatalogueError):
        catalogue.extended("many", buildings=buildings)


def test_a_catalogue_lists_every_problem_of_every_kind(wording: Wording) -> None:
    """One error lists the problems with names, hands, structures, effects and sums."""
    effects = (
        Adding("coins", -1),
        Adding("points", "1"),
        Whenever(YouUseChain(), Gain(coins=4_095)),
    )
    odd = ProgressToken(id="A", name="A", effects=effects)

    with wording.raises(CatalogueError):
        _made(
            name="",
            structures=(StructureLayout(((5,), (4, 6))), TWO, THREE),
            first_game=(WONDERS[:4],),
            aliases={"x": "y"},
            tokens=[*catalogue.token_list, odd],
        )


@attrs.frozen
class Listing(Effect):
    """An effect that holds a list and is therefore not hashable."""

    points: list[int]

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return f"Worth {self.points} points."


def test_an_effect_without_a_hash_is_playable() -> None:
    """An effect without a hash is playable, since a card is hashed by its id."""
    effects = (Listing([1, 2]),)
    cards = catalogue.extended(
        "lists",
        wonders=[Wonder(id="the-list", name="The List", effects=effects)],
        tokens=[ProgressToken(id="list", name="List", effects=effects)],
    )

    assert hash(cards.tokens["list"]) == hash(ProgressToken(id="list", name="List"))
    assert cards.tokens["list"] != ProgressToken(id="list", name="List")
    for seed in range(4):
        game = Game(seed=seed, catalogue=cards)
        game.play_out(RandomBot(1), RandomBot(2))
        assert State.from_json(game.state.to_json(), cards) == game.state
