"""The catalogue against the tables of facts, cell by cell; names, aliases and the move codec."""

from __future__ import annotations

import copy
import csv
import gc
import hashlib
import json
import pickle
import re
import sys
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Any, Literal
from unicodedata import normalize

import attrs
import pytest
from typing_extensions import override

import wonders_duel
from tests.builders import EXTENDED, city, state
from tests.wording import Wording
from wonders_duel import (
    Age,
    Back,
    Building,
    Card,
    Catalogue,
    CatalogueError,
    Colour,
    ConstructBuilding,
    Cost,
    Game,
    IllegalMoveError,
    Move,
    Player,
    Position,
    ProgressToken,
    Resource,
    UnknownNameError,
    Victory,
    Wonder,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.cards import CAPITAL, MILITARY_TOKENS, military_points
from wonders_duel.catalogues import per_catalogue
from wonders_duel.effects import (
    Cards,
    Coins,
    CoinSets,
    CoinsPaid,
    CoinsPer,
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
    Tally,
    Whenever,
    Wonders,
    YouConstruct,
    YouConstructWonder,
    YouUseChain,
)
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.reasons import FaceDown, NotLaidOut

FACTS = Path(__file__).parent / "facts"
RESOURCES = ("clay", "wood", "stone", "glass", "papyrus")


def _rows(name: str) -> list[dict[str, str]]:
    """Read a table of facts."""
    with (FACTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


BUILDINGS = _rows("buildings.csv")
WONDERS = _rows("wonders.csv")
TOKENS = _rows("progress_tokens.csv")


CARDS: tuple[Card, ...] = (
    *catalogue.building_list,
    *catalogue.wonder_list,
    *catalogue.token_list,
)


def _slug(name: str) -> str:
    """Return the id that belongs to a printed name."""
    return name.lower().replace(" ", "-")


def _name(row: dict[str, str]) -> str:
    """Name a test case after its row."""
    return _slug(row["name"])


# -- cells, derived from the objects ---------------------------------------------------------------


def _tally_word(tally: Tally) -> str:
    """Return a tally in the words of the tables."""
    match tally:
        case Cards(colours=colours):
            return "+".join(colour.value for colour in colours)
        case Wonders():
            return "wonder"
        case CoinSets(size=size):
            return f"{size}coins"
        case _:
            raise AssertionError(tally)


def _production_cell(effect: Produce | ProduceOneOf | FixedPrice) -> tuple[str, str]:
    """Return the column and the cell of an effect on production or trade."""
    match effect:
        case Produce(resource=resource, units=units):
            return "produces", f"{units} {resource}" if units > 1 else resource.value
        case ProduceOneOf(resources=resources):
            return "produces", "|".join(resource.value for resource in resources)
        case FixedPrice(resource=resource):
            return "trade_fixed", resource.value


def _cell(effect: Effect) -> tuple[str, str]:
    """Return the column and the cell of an effect."""
    match effect:
        case Produce() | ProduceOneOf() | FixedPrice(price=1):
            return _production_cell(effect)
        case Points(points=points):
            return "victory_points", str(points)
        case Shields(shields=shields):
            return "shields", str(shields)
        case Symbol(symbol=symbol):
            return "science_symbol", symbol.value.replace("-", "_")
        case Coins(coins=coins):
            return "coins_now", str(coins)
        case CoinsPer(coins=coins, per=per):
            return "coins_per", f"{coins} per {_tally_word(per)}"
        case GuildMajority(most=most, coins=coins, points=points):
            return "guild_rule", f"most={_tally_word(most)};coins={coins};vp={points}"
        case OpponentLosesCoins(coins=coins):
            return "opponent_loses", str(coins)
        case PlayAgain():
            return "play_again", "1"
        case Destroy(colour=colour):
            return "special_action", f"discard_opponent_{colour}_card"
        case DrawTokens():
            return "special_action", "progress_token_from_box_draw_3_keep_1"
        case Revive():
            return "special_action", "construct_free_from_discard"
        case PointsPerToken(points=points):
            return "per_token_vp", str(points)
        case Whenever(YouUseChain(), Gain(coins=coins)) if coins:
            return "coins_per_chain", str(coins)
        case Rebate(units=units, on=on):
            return "resource_rebate", f"{units} on {on or 'wonder'}"
        case Whenever(YouConstruct((Colour.RED,)), Gain(shields=shields)):
            return "extra_shields", str(shields)
        case Whenever(OpponentTrades(), CoinsPaid()):
            return "effect_key", "gain_opponent_trade_coins"
        case Whenever(YouConstructWonder(), Gain(play_again=True)):
            return "effect_key", "wonders_play_again"
        case _:
            raise AssertionError(effect)


def _cells(effects: tuple[Effect, ...], empty: dict[str, str]) -> dict[str, str]:
    """Return the cells of some effects; only prices may use a column twice."""
    cells: dict[str, str] = {}
    for effect in effects:
        column, cell = _cell(effect)
        if column == "trade_fixed" and column in cells:
            cell = f"{cells.pop(column)}+{cell}"
        assert column not in cells, f"two effects are in the column {column}"
        cells[column] = cell
    unknown = cells.keys() - empty.keys()
    assert not unknown, f"effects that this kind of card does not have: {unknown}"
    return {**empty, **cells}


def _cost_cells(cost: Cost) -> dict[str, str]:
    """Return the cells of the resources of a cost."""
    units = {resource.value: number for resource, number in cost.resources.items()}
    return {f"cost_{resource}": str(units.get(resource, 0)) for resource in RESOURCES}


def _building_cells(card: Building) -> dict[str, str]:
    """Return a building as a row of its table."""
    free = catalogue.buildings[card.free_with].name if card.free_with else ""
    return {
        "name": card.name,
        "age": "guild" if card.back is Back.GUILD else str(card.age.value),
        "type": card.colour.kind.replace(" ", "_"),
        "colour": card.colour.value,
        "cost_coins": str(card.cost.coins),
        **_cost_cells(card.cost),
        "chain_symbol_granted": card.chain_symbol or "",
        "free_if_owning": free,
        **_cells(
            card.effects,
            {
                "produces": "",
                "victory_points": "0",
                "shields": "0",
                "science_symbol": "",
                "trade_fixed": "",
                "coins_now": "0",
                "coins_per": "",
                "guild_rule": "",
            },
        ),
    }


def _wonder_cells(card: Wonder) -> dict[str, str]:
    """Return a wonder as a row of its table."""
    effects = _cells(
        card.effects,
        {
            "victory_points": "0",
            "shields": "0",
            "coins_now": "0",
            "opponent_loses": "0",
            "play_again": "0",
            "produces": "",
            "special_action": "",
        },
    )
    effects["coins"] = effects.pop("coins_now")
    return {"name": card.name, **_cost_cells(card.cost), **effects}


def _token_cells(card: ProgressToken) -> dict[str, str]:
    """Return a progress token as a row of its table, without the prose in ``effect``."""
    cells = {
        "name": card.name,
        **_cells(
            card.effects,
            {
                "coins_now": "0",
                "victory_points": "0",
                "science_symbol": "",
                "effect_key": "",
                "per_token_vp": "0",
                "coins_per_chain": "0",
                "resource_rebate": "0",
                "extra_shields": "0",
            },
        ),
    }
    rebate, _, target = cells["resource_rebate"].partition(" on ")
    cells["resource_rebate"], cells["rebate_on"] = rebate, target
    if not cells["effect_key"]:
        cells["effect_key"] = _effect_key(cells)
    return cells


def _effect_key(cells: dict[str, str]) -> str:
    """Return the cells of a token as the table's key for its effect."""
    has = {column for column, cell in cells.items() if cell not in ("", "0")} - {"name"}
    if has == {"coins_now", "coins_per_chain"}:
        return f"coins_and_chain_bonus_{cells['coins_per_chain']}"
    if has == {"resource_rebate", "rebate_on"}:
        word = {"wonder": "wonder", "blue": "civilian"}[cells["rebate_on"]]
        return f"{word}_rebate_{cells['resource_rebate']}"
    return {
        ("coins_now", "victory_points"): "coins_and_points",
        ("victory_points",): "points",
        ("science_symbol",): "science_symbol",
        ("per_token_vp",): f"points_per_progress_token_{cells['per_token_vp']}",
        ("extra_shields",): "extra_shield_per_red_building",
    }[tuple(sorted(has))]


@pytest.mark.parametrize("row", BUILDINGS, ids=_name)
def test_every_cell_of_a_building(row: dict[str, str]) -> None:
    """A building has exactly the cost, chain and effects of its row."""
    card = catalogue.buildings[_slug(row["name"])]

    assert row == _building_cells(card)


@pytest.mark.parametrize("row", WONDERS, ids=_name)
def test_every_cell_of_a_wonder(row: dict[str, str]) -> None:
    """A wonder has exactly the cost and effects of its row, and costs no coins."""
    card = catalogue.wonders[_slug(row["name"])]

    assert row == _wonder_cells(card)
    assert card.cost.coins == 0


@pytest.mark.parametrize("row", TOKENS, ids=_name)
def test_every_cell_of_a_progress_token(row: dict[str, str]) -> None:
    """A progress token has exactly the effects of its row; the prose is not compared."""
    card = catalogue.tokens[_slug(row["name"])]
    facts = {column: cell for column, cell in row.items() if column != "effect"}

    assert facts == _token_cells(card)
    assert len(card.effects) <= len(card.sentences)


def test_the_catalogue_has_the_cards_of_the_tables_in_their_order() -> None:
    """The cards are those of the tables, in that order, which numbers the moves."""
    assert [row["name"] for row in BUILDINGS] == [card.name for card in catalogue.building_list]
    assert [row["name"] for row in WONDERS] == [card.name for card in catalogue.wonder_list]
    assert [row["name"] for row in TOKENS] == [card.name for card in catalogue.token_list]


def test_guilds_are_of_age_three() -> None:
    """The seven guilds are purple, have the guild back and belong to Age III (R8, R11)."""
    guilds = [card for card in catalogue.building_list if card.back is Back.GUILD]

    assert [card.age for card in guilds] == [Age.III] * 7
    assert [card.colour for card in guilds] == [Colour.PURPLE] * 7


# -- structures, military, symbols -----------------------------------------------------------------


@pytest.mark.parametrize("age", Age, ids=str)
def test_every_place_of_a_layout(age: Age) -> None:
    """Rows, columns, faces and covers of each slot are those of the tables (R10)."""
    facts = json.loads((FACTS / "layouts.json").read_text(encoding="utf-8"))[str(age)]
    layout = catalogue.structures[age - 1]

    found = [
        {
            "position": slot,
            "row": layout.places[slot][0],
            "x": layout.places[slot][1],
            "face_up": layout.face_up[slot],
            "covered_by": list(layout.covered_by[slot]),
        }
        for slot in layout
    ]

    assert facts["positions"] == found
    assert facts["rows"] == [len(row) for row in layout.rows]
    assert facts["face_up_rows"] == sorted(
        {row for (row, _), up in zip(layout.places, layout.face_up, strict=True) if up}
    )
    assert facts["initially_accessible"] == [
        slot for slot, covers in enumerate(layout.covered_by) if not covers
    ]


def test_a_dealt_structure_has_its_layout() -> None:
    """A dealt structure has the places, faces and covers of the tables."""
    facts = json.loads((FACTS / "layouts.json").read_text(encoding="utf-8"))["I"]
    structure = Game(seed=5, rules="first-game").state.structure

    found = [
        {
            "position": slot.index,
            "row": slot.row,
            "x": slot.column,
            "face_up": slot.building is not None,
            "covered_by": list(slot.covered_by),
        }
        for slot in structure
    ]

    assert facts["positions"] == found
    assert facts["initially_accessible"] == [slot.index for slot in structure.accessible]


def _zones() -> Iterator[tuple[int, int]]:
    """Return the zones of one side: runs of spaces worth the same, and the capital by itself."""
    start = 0
    for distance in range(1, CAPITAL + 1):
        if military_points(distance) != military_points(start):
            yield start, distance - 1
            start = distance
    yield start, CAPITAL


def _military_cells(place: int) -> dict[str, str]:
    """Return a space of the military track as a row of its table."""
    distance, sign = abs(place), -1 if place < 0 else 1
    leader, victim = ("A", "B") if place > 0 else ("B", "A")
    zone, (start, end) = next(
        (number, zone) for number, zone in enumerate(_zones()) if zone[0] <= distance <= zone[1]
    )
    coins = sum(token.coins for token in MILITARY_TOKENS if start <= token.distance <= end)
    ends = sorted((sign * start, sign * end))
    return {
        "position": str(place),
        "zone": str(sign * zone),
        "zone_from": str(ends[0]),
        "zone_to": str(ends[1]),
        "leader": leader if place else "",
        "leader_vp": str(military_points(distance)),
        "token_coins": str(coins),
        "token_victim": victim if coins else "",
        "instant_win": leader if distance == CAPITAL else "",
    }


def test_every_space_of_the_military_track() -> None:
    """The 19 spaces in 9 zones have the points and tokens of the table (R1, R70, R79)."""
    facts = _rows("military.csv")

    assert facts == [_military_cells(place) for place in range(-9, 10)]
    assert len({row["zone"] for row in facts}) == 9
    assert sum(token.coins for token in MILITARY_TOKENS) == 7


@pytest.mark.parametrize("row", _rows("military.csv"), ids=lambda row: str(row["position"]))
def test_a_pawn_scores_and_wins_as_the_table_says(row: dict[str, str]) -> None:
    """With the pawn on a space, a position has the points, or the winner, of that space."""
    seats = {"A": Player.ONE, "B": Player.TWO}
    given = state(Age.II, ["walls"], pawn=int(row["position"]))

    expected = dict.fromkeys(Player, 0)
    if row["leader"]:
        expected[seats[row["leader"]]] = int(row["leader_vp"])
    sheet = given.score()
    result = given.result

    assert expected == {player: sheet[player].military for player in Player}
    if row["instant_win"]:
        assert result is not None
        assert seats[row["instant_win"]] is result.winner
        assert Victory.MILITARY is result.victory
    else:
        assert result is None


def test_every_chain() -> None:
    """The 17 chains are those of the table: symbol, both buildings, both ages (R41)."""
    facts = {
        (
            row["symbol"],
            row["granted_by"],
            row["granted_age"],
            row["lets_build_free"],
            row["built_age"],
        )
        for row in _rows("chain_symbols.csv")
    }

    found = set()
    for card in catalogue.building_list:
        if card.free_with is not None:
            giver = catalogue.buildings[card.free_with]
            found.add(
                (giver.chain_symbol, giver.name, str(giver.age.value), card.name, str(card.age + 0))
            )

    assert facts == found
    assert sorted(row[0] for row in facts) == sorted(
        card.chain_symbol for card in catalogue.building_list if card.chain_symbol
    )


def test_every_scientific_symbol() -> None:
    """Each symbol is on the cards of its row and on no others (R65, R67)."""
    facts = {
        row["symbol"].replace("_", "-"): set(row["on"].split(";"))
        for row in _rows("science_symbols.csv")
    }

    found: dict[str, set[str]] = {}
    for card in CARDS:
        name = f"{card} (progress token)" if isinstance(card, ProgressToken) else card.name
        for effect in card.effects:
            if isinstance(effect, Symbol):
                found.setdefault(effect.symbol.value, set()).add(name)

    assert facts == found


# -- names and aliases -----------------------------------------------------------------------------


def _aliases(*kinds: str) -> list[tuple[str, str, str]]:
    """Return kind, alias and name of each alias that has to be accepted."""
    return [
        (row["kind"], alias, row["name"])
        for row in _rows("aliases.csv")
        if row["kind"] in kinds and not row["use"].startswith("AMBIGUOUS")
        for alias in row["alias"].split("; ")
    ]


@pytest.mark.parametrize(("kind", "alias", "name"), _aliases("building", "wonder"))
def test_an_alias_is_accepted(kind: str, alias: str, name: str) -> None:
    """Names of other printings, misprints and spellings mean their card, in any case."""
    find: Callable[[str], Building | Wonder]
    find = catalogue.find_building if kind == "building" else catalogue.find_wonder

    assert name == catalogue.find(alias).name
    assert name == find(alias).name
    assert name == find(alias.upper()).name
    assert name == find(alias.lower().replace(" ", "-")).name


@pytest.mark.parametrize(("kind", "alias", "name"), _aliases("resource", "colour"))
def test_an_alias_of_a_word_is_accepted(kind: str, alias: str, name: str) -> None:
    """Brick, paper, gray and gold are accepted as a resource or a colour."""
    word: type[Resource | Colour] = Resource if kind == "resource" else Colour

    assert word(name) is word(alias)
    assert word(name) is word(alias.upper())


def test_aliases_of_words_are_not_cards(wording: Wording) -> None:
    """The alias of a resource is not the name of a card."""
    for alias in ("brick", "bricks", "paper", "gray", "gold"):
        cards = {card.id for card in catalogue.building_list if card.id.startswith(alias)}
        if cards:
            assert cards == {catalogue.find(alias).id}
        else:
            with wording.raises(UnknownNameError):
                catalogue.find(alias)


def test_courthouse_is_always_the_card_of_age_two() -> None:
    """Courthouse, the name that two printings give to two cards, means the Age II card (D12)."""
    assert catalogue.find("Courthouse") is catalogue.buildings["courthouse"]
    assert catalogue.find("court house").id == "courthouse"
    assert catalogue.buildings["courthouse"].age is Age.II
    assert parse_move("build courthouse") is ConstructBuilding("courthouse")
    assert catalogue.find("praetorium").id == "pretorium"


def test_courthouse_in_age_three_suggests_pretorium(wording: Wording) -> None:
    """A user who means the Age III card by its old name is shown the new name (D12)."""
    given = state(Age.III, ["pretorium", "circus"], city(20), city(7))
    game = Game.from_state(given)

    (reason,) = given.why_not(ConstructBuilding("courthouse"))
    with wording.raises(IllegalMoveError) as caught:
        game.play("build courthouse")

    assert isinstance(reason, FaceDown)
    assert catalogue.buildings["pretorium"] is reason.suggestion
    assert (reason,) == caught.value.reasons
    assert given == game.state


def test_courthouse_in_a_city_still_suggests_pretorium() -> None:
    """Pretorium is suggested even if the Age II Courthouse is visible elsewhere."""
    given = state(Age.III, ["pretorium", "circus"], city(20), city(7, "courthouse"))

    (reason,) = given.why_not(ConstructBuilding("courthouse"))

    assert isinstance(reason, NotLaidOut)
    assert catalogue.buildings["pretorium"] is reason.suggestion
    assert "city of player two" in str(reason)
    assert "write pretorium" in str(reason)


def test_courthouse_suggests_nothing_where_pretorium_is_not_accessible() -> None:
    """A card that cannot be taken is not suggested."""
    given = state(Age.III, ["arsenal", "circus"], city(20), city(7))

    (reason,) = given.why_not(ConstructBuilding("courthouse"))

    assert isinstance(reason, FaceDown)
    assert reason.suggestion is None
    assert "pretorium" not in str(reason)


@pytest.mark.parametrize("name", ["circus", "library", "temple", "statue"])
def test_an_exact_id_beats_a_prefix(name: str) -> None:
    """An exact id beats a prefix: Circus is the building, not Circus Maximus (D12)."""
    assert name == catalogue.find(name).id
    assert name == catalogue.find(name.upper()).id
    assert isinstance(catalogue.find(name), Building)


@pytest.mark.parametrize(
    ("name", "wonder"),
    [
        ("circus", "circus-maximus"),
        ("temple", "the-temple-of-artemis"),
        ("statue", "the-statue-of-zeus"),
    ],
)
def test_among_wonders_the_same_words_are_prefixes(name: str, wonder: str) -> None:
    """Where only a wonder fits, a prefix means the wonder even if a building has that name."""
    assert wonder == catalogue.find_wonder(name).id


def test_ids_and_names_are_unique() -> None:
    """The 95 cards have 95 different ids and, ignoring case, 95 different names."""
    cards = CARDS

    assert len(cards) == 73 + 12 + 10
    assert len(cards) == len({card.id for card in cards})
    assert len(cards) == len({card.name.casefold() for card in cards})
    assert [_slug(card.name) for card in cards] == [card.id for card in cards]
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", card.id) for card in cards)


def test_every_card_is_found_by_its_id_and_its_name() -> None:
    """Every card is found by its id and by its name, in any case."""
    for card in CARDS:
        assert card is catalogue.card(card.id)
        assert card is catalogue.find(card.id)
        assert card is catalogue.find(card.name)
        assert card is catalogue.find(card.name.upper())
        assert card is catalogue.find(card.id.replace("-", " "))


def _named(*names: str) -> Catalogue:
    """Return the base game with a building for each of some names."""
    return catalogue.extended(
        "named",
        buildings=[
            Building(id=f"card-{number}", name=name, age=Age.I, colour=Colour.BLUE)
            for number, name in enumerate(names)
        ],
    )


def test_names_that_differ_in_a_combining_sign_are_different() -> None:
    """A sign that combines with a letter, as vowels do in Hindi, belongs to the name."""
    cards = _named("किला", "कोला")

    assert cards.find("किला").id == "card-0"
    assert cards.find("कोला").id == "card-1"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_both_spellings_of_an_accent_are_the_same_name(form: Literal["NFC", "NFD"]) -> None:
    """A letter with an accent is one character or two, as the keyboard and the file have it."""
    cards = _named(normalize(form, "Théâtre royal"))

    for other in ("NFC", "NFD"):
        assert cards.find(normalize(other, "THÉÂTRE ROYAL")).id == "card-0"


def test_a_name_without_letters_is_found_by_itself_only() -> None:
    """Names without letters and digits, such as emojis, differ, and no text finds them by accident."""
    cards = _named("🏛", "🗿")

    assert cards.find("🏛").id == "card-0"
    assert cards.find("🗿").id == "card-1"
    for name in ("", " ", "!"):
        with pytest.raises(UnknownNameError):
            cards.find(name)


# -- the codec -------------------------------------------------------------------------------------


def _expected_texts() -> list[str]:
    """Return the text of every move in codec order, from the tables of facts."""
    buildings = [_slug(row["name"]) for row in BUILDINGS]
    wonders = [_slug(row["name"]) for row in WONDERS]
    tokens = [_slug(row["name"]) for row in TOKENS]
    return [
        *(f"draft {wonder}" for wonder in wonders),
        *(f"build {building}" for building in buildings),
        *(f"discard {building}" for building in buildings),
        *(f"wonder {wonder} with {building}" for wonder in wonders for building in buildings),
        *(f"token {token}" for token in tokens),
        *(f"destroy {building}" for building in buildings),
        *(f"revive {building}" for building in buildings),
        "begin one",
        "begin two",
        "decline token",
    ]


def test_the_codec_numbers_every_move() -> None:
    """The codec has 1193 moves, numbered in the documented order."""
    texts = [str(move) for move in catalogue.moves]

    assert len(catalogue.moves) == 1193
    assert _expected_texts() == texts
    assert list(range(1193)) == [move.index for move in catalogue.moves]
    assert list(range(1193)) == [catalogue.moves.index(move) for move in catalogue.moves]
    assert all(move is catalogue.moves[move.index] for move in catalogue.moves)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "draft the-appian-way"),
        (11, "draft the-temple-of-artemis"),
        (12, "build lumber-yard"),
        (84, "build tacticians-guild"),
        (85, "discard lumber-yard"),
        (157, "discard tacticians-guild"),
        (158, "wonder the-appian-way with lumber-yard"),
        (231, "wonder circus-maximus with lumber-yard"),
        (1033, "wonder the-temple-of-artemis with tacticians-guild"),
        (1034, "token agriculture"),
        (1043, "token urbanism"),
        (1044, "destroy lumber-yard"),
        (1116, "destroy tacticians-guild"),
        (1117, "revive lumber-yard"),
        (1189, "revive tacticians-guild"),
        (1190, "begin one"),
        (1191, "begin two"),
        (1192, "decline token"),
    ],
)
def test_numbers_of_moves_never_change(number: int, text: str) -> None:
    """The number of a move never changes, since records and trained models rely on it."""
    assert text == str(catalogue.moves[number])
    assert number == parse_move(text).index


def test_the_codec_refuses_unknown_moves(wording: Wording) -> None:
    """The codec refuses a number that is too high and anything that is not a move."""
    text: object = "build lumber-yard"

    assert text not in catalogue.moves
    assert catalogue.moves[12] in catalogue.moves
    with pytest.raises(IndexError):
        catalogue.moves[1193]
    with wording.raises(ValueError):
        catalogue.moves.index(text)


def test_moves_have_no_subclasses(wording: Wording) -> None:
    """The moves of a catalogue exist already, so a subclass of one cannot be used."""

    class Mine(ConstructBuilding):
        pass

    with wording.raises(WrongTypeError):
        Mine("tavern")


def test_a_move_is_searched_between_start_and_stop() -> None:
    """``index`` takes a start and a stop, as on any sequence."""
    move = catalogue.moves[12]

    assert catalogue.moves.index(move, 12) == catalogue.moves.index(move, 0, 13) == 12
    assert catalogue.moves.index(move, -1193) == 12
    for start, stop in ((13, None), (0, 12), (12, 12), (-5, None)):
        with pytest.raises(ValueError, match=r"not in"):
            catalogue.moves.index(move, start, stop)


def test_a_custom_catalogue_has_its_own_codec() -> None:
    """The codec of a custom catalogue has its own moves, distinct from those of the base game."""
    own = EXTENDED.moves

    assert own.texts == {str(move): move for move in own}
    assert own.texts is own.texts
    for number, move in enumerate(own):
        assert move is parse_move(str(move), EXTENDED)
        assert (move.index, own.index(move)) == (number, number)
        assert move in own
        assert move not in catalogue.moves
    for move in catalogue.moves:
        adopted = own.adopt(move)
        assert str(move) == str(adopted)
        assert adopted in own
        assert move is catalogue.moves.adopt(adopted) is catalogue.moves.adopt(move)


@pytest.mark.parametrize("cards", [catalogue, EXTENDED])
def test_the_internal_data_of_a_move(cards: Catalogue) -> None:
    """A move knows its catalogue tables, its number, its kind, and its building's number or -1."""
    for number, move in enumerate(cards.moves):
        spec = move.spec
        building = getattr(move, "building", None)
        card = cards.building_list.index(building) if building is not None else -1

        assert spec.tables is cards.tables
        assert (spec.index, spec.kind, spec.card) == (number, move.kind, card)


def test_the_digest_of_the_codec_is_that_of_the_list_of_moves() -> None:
    """The codec's digest is that of the golden list of moves, so other programs can compute it."""
    listed = (FACTS.parent / "golden" / "formats" / "moves.txt").read_bytes()

    assert hashlib.sha256(listed).hexdigest()[:16] == catalogue.moves.digest


def test_the_repr_of_a_move_evaluates_to_it() -> None:
    """The repr of a move evaluates to the same object."""
    names = {
        name: getattr(wonders_duel, name)
        for name in (
            "ChooseBeginner",
            "ConstructBuilding",
            "ConstructWonder",
            "DeclineToken",
            "DestroyBuilding",
            "DiscardBuilding",
            "DraftWonder",
            "ReviveBuilding",
            "TakeToken",
        )
    }
    for move in catalogue.moves:
        assert move is eval(repr(move), names)  # noqa: S307 - the promise of the repr


def test_every_move_survives_copying_and_pickling_as_itself() -> None:
    """A copied or pickled move is the same object."""
    moves: list[Move] = list(catalogue.moves)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(moves, protocol))  # noqa: S301 - our own bytes

        assert all(move is one for move, one in zip(moves, back, strict=True))
    assert all(move is copy.copy(move) for move in moves)
    assert all(move is copy.deepcopy(move) for move in moves)


@pytest.mark.parametrize("cards", [catalogue, EXTENDED], ids=lambda one: one.name)
def test_the_codec_survives_copying_and_pickling_as_itself(cards: Catalogue) -> None:
    """A copied or unpickled codec is that of the catalogue, so the moves of both are equal."""
    assert copy.copy(cards.moves) is cards.moves
    assert copy.deepcopy(cards.moves) is cards.moves
    assert pickle.loads(pickle.dumps(cards.moves)) is cards.moves  # noqa: S301 - our own bytes


def test_every_move_is_read_back_from_its_text() -> None:
    """The text of a move is parsed as that move, also in capitals and with printed names."""
    for move in catalogue.moves:
        text = str(move)

        assert move is parse_move(text)
        assert move is parse_move(f"  {text.upper()} ")
        assert move is parse_move(text.replace("-", " "))


def test_the_catalogue_survives_copying_and_pickling_as_itself() -> None:
    """A copied or pickled base catalogue is the same object."""
    back = pickle.loads(pickle.dumps(catalogue))  # noqa: S301 - our own bytes

    assert catalogue is back
    assert catalogue is copy.copy(catalogue)
    assert catalogue is copy.deepcopy(catalogue)


def test_the_catalogue_cannot_be_changed_by_its_mappings() -> None:
    """The mappings of a catalogue are read-only."""
    for mapping in (catalogue.buildings, catalogue.wonders, catalogue.tokens, catalogue.aliases):
        with pytest.raises(TypeError):
            mapping["new"] = None  # type: ignore[index]


def test_a_position_takes_every_way_of_naming_a_card() -> None:
    """A position accepts ids, printed names and aliases of buildings, wonders and tokens."""
    plain = Position(age=Age.II, structure={0: "glass-blower"}, discard_pile=["courthouse"])
    kind = Position(age=Age.II, structure={0: "Glassblower"}, discard_pile=["Tribunal"])

    assert plain.state() == kind.state()


# -- costs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (Cost(), "free"),
        (Cost(coins=1), "1 coin"),
        (Cost(coins=8), "8 coins"),
        (Cost(wood=2, glass=1), "2 wood, 1 glass"),
        (Cost(coins=3, clay=1), "3 coins, 1 clay"),
    ],
)
def test_a_cost_in_words(cost: Cost, words: str) -> None:
    """A cost lists its coins first, and a cost of nothing is called free."""
    assert str(cost) == words
    assert cost.is_free == (words == "free")


@pytest.mark.parametrize("number", [-1, 1.5, "2", None])
def test_a_cost_consists_of_whole_numbers(wording: Wording, number: Any) -> None:
    """A cost consists of whole numbers; anything else is refused and named."""
    with wording.raises(CatalogueError):
        Cost(glass=number)


@pytest.mark.parametrize("cost", [None, 3, {"wood": 1}, Cost])
def test_a_card_has_a_cost(wording: Wording, cost: Any) -> None:
    """A building or wonder whose cost is not a ``Cost`` is refused."""
    with wording.raises(CatalogueError):
        Wonder(id="the-tower", name="The Tower", cost=cost)


# -- the repr and digest of a catalogue -----------------------------------------------------------


def test_the_mappings_of_a_catalogue_list_their_ids() -> None:
    """The repr of a mapping gives the number of its cards and their ids."""
    assert repr(catalogue.tokens).startswith("<10 progress tokens: agriculture, architecture, ")
    assert repr(catalogue.buildings).startswith("<73 buildings: ")


@pytest.mark.parametrize("name", ["lore", "Law", ""])
def test_an_unknown_id_is_refused(name: str, wording: Wording) -> None:
    """An unknown id is refused for every kind of card; ``card`` accepts exact ids only."""
    with wording.raises(UnknownNameError):
        catalogue.card(name)


def test_cards_by_id_are_a_mapping() -> None:
    """A mapping of cards has its ids as keys, and gives a default for any other key."""
    law = catalogue.tokens["law"]

    assert "law" in catalogue.tokens
    assert catalogue.tokens.get("law") is law
    assert catalogue.tokens.get("law", 3) is law
    for name in ("", "Law", "lawn", "tavern"):
        assert name not in catalogue.tokens
        assert catalogue.tokens.get(name) is None
    assert not catalogue.tokens.__contains__(3)
    assert catalogue.tokens.get("tavern", 3) == 3
    assert catalogue.tokens.get("tavern", law) is law


def test_only_an_unknown_id_is_compared_with_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Similar ids, which take long to find, are only looked for if a card is missing."""

    def nearest(name: str, known: Iterable[str]) -> str:
        """Return words that show that it was called."""
        return f"; {name} is compared with {len(list(known))} ids"

    monkeypatch.setattr("wonders_duel.catalogues.nearest", nearest)
    tower = Wonder(id="the-tower", name="The Tower")

    assert catalogue.wonders.get("the-tower") is None
    assert "the-tower" not in catalogue.wonders
    assert pickle.loads(pickle.dumps(tower)) == tower  # noqa: S301 - our own bytes
    with pytest.raises(UnknownNameError, match="the-tower is compared with 12 ids"):
        catalogue.wonders["the-tower"]


@pytest.mark.parametrize("name", ["", "two\nlines", "a\x00"])
def test_a_catalogue_has_a_printable_name(wording: Wording, name: str) -> None:
    """The name of a catalogue has to be printable."""
    with wording.raises(CatalogueError):
        catalogue.extended(name)


def test_a_catalogue_compares_with_anything() -> None:
    """A catalogue can be compared with any object."""
    assert catalogue != "base"
    assert catalogue.extended("base") == catalogue


def test_a_pickle_gives_the_living_catalogue() -> None:
    """Unpickling gives the catalogue that is still in use, or builds it again."""
    tower = Wonder(id="the-tower", name="The Tower")
    made = catalogue.extended("made once", wonders=[tower])
    contents, digest = pickle.dumps(made), made.digest
    assert pickle.loads(contents) is made  # noqa: S301 - our own bytes
    del made
    gc.collect()

    again = pickle.loads(contents)  # noqa: S301 - our own bytes

    assert again.digest == digest
    assert again.wonders["the-tower"] == tower
    assert pickle.loads(contents) is again  # noqa: S301 - our own bytes


@pytest.mark.parametrize(
    "thing", [Wonder(id="the-tower", name="The Tower"), catalogue.extended("a")]
)
def test_another_thread_can_make_a_catalogue_meanwhile(thing: object) -> None:
    """An object can be unpickled while another thread makes a catalogue."""
    contents = pickle.dumps(thing)
    made = [catalogue.extended("in use")]

    def interrupt(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code.co_filename == weakref.__file__:
            sys.setprofile(None)
            made.append(catalogue.extended("made meanwhile"))

    sys.setprofile(interrupt)
    try:
        read = pickle.loads(contents)  # noqa: S301 - our own bytes
    finally:
        sys.setprofile(None)

    assert read == thing
    assert [one.name for one in made] == ["in use", "made meanwhile"]


def test_a_catalogue_holds_what_is_computed_for_it() -> None:
    """Such a result is computed once for each catalogue, and is freed together with it."""
    calls = []

    @per_catalogue
    def described(cards: Catalogue) -> set[Catalogue]:
        """Return a set that refers to the catalogue."""
        calls.append(cards.name)
        return {cards}

    made, other = catalogue.extended("made once"), catalogue.extended("another")
    result = weakref.ref(described(made))

    assert described(made) is result()
    assert described(other) == {other}
    assert calls == ["made once", "another"]
    assert described.__doc__ == "Return a set that refers to the catalogue."

    del made
    gc.collect()
    assert result() is None


@attrs.frozen
class Feast(Effect):
    """An effect that holds values of all types."""

    held: Any

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Feasts."


@dataclass(frozen=True, slots=True)
class Toast(Effect):
    """An effect that is a dataclass, and a value of another effect."""

    guests: int

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Toasts."


def test_the_digest_covers_an_effect_that_is_a_dataclass() -> None:
    """Two catalogues whose effects have other numbers have other digests."""
    first, second = (
        catalogue.extended("t", wonders=[Wonder(id="toast", name="T", effects=(Toast(guests),))])
        for guests in (1, 2)
    )

    assert first.digest != second.digest


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        (Toast(1), Toast(1), Toast(2)),
        ({"a", "b", "c"}, {"c", "b", "a"}, {"a", "b"}),
        (frozenset(Colour), frozenset(reversed(Colour)), frozenset()),
        ({"a": 1, 2: None}, {2: None, "a": 1}, {"a": 2, 2: None}),
        (Fraction(1, 2), Fraction(1, 3), 0.5),  # of other types only the class counts
    ],
    ids=["dataclass", "set", "frozenset", "mapping", "another class"],
)
def test_the_digest_covers_all_values_of_an_effect(one: Any, same: Any, other: Any) -> None:
    """The digest covers whatever an effect holds, regardless of order; different values differ."""

    def digest(held: Any) -> str:
        tower = Wonder(id="the-tower", name="The Tower", effects=(Feast(held),))
        return catalogue.extended("digested", wonders=[tower]).digest

    assert digest(one) == digest(same)
    assert digest(one) != digest(other)
