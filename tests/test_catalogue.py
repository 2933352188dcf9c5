"""The catalogue against the tables of facts, cell by cell; names, aliases and the move codec."""

from __future__ import annotations

import copy
import csv
import gc
import hashlib
import json
import pickle
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import pytest
from typing_extensions import override

import wonders_duel
from tests.builders import EXTENDED, city, state
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
    catalogue,
    parse_move,
)
from wonders_duel.cards import CAPITAL, MILITARY_TOKENS, military_points
from wonders_duel.effects import (
    Cards,
    ChainBonus,
    Coins,
    CoinSets,
    CoinsPer,
    Destroy,
    DrawTokens,
    Effect,
    ExtraShield,
    FixedPrice,
    GainTradeCoins,
    GuildMajority,
    OpponentLosesCoins,
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
    Wonders,
    WondersPlayAgain,
)
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
    """Return the id that a printed name has to have."""
    return name.lower().replace(" ", "-")


def _name(row: dict[str, str]) -> str:
    """Name a case after its row."""
    return _slug(row["name"])


# -- the cells, derived back from the objects ------------------------------------------------------


def _tally_word(tally: Tally) -> str:
    """Write what is counted as the tables do."""
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
    """Return the column and the cell of an effect on production and trade."""
    match effect:
        case Produce(resource=resource, units=units):
            return "produces", f"{units} {resource}" if units > 1 else resource.value
        case ProduceOneOf(resources=resources):
            return "produces", "|".join(resource.value for resource in resources)
        case FixedPrice(resource=resource):
            return "trade_fixed", resource.value


def _cell(effect: Effect) -> tuple[str, str]:
    """Return the column that an effect stands in, and its cell."""
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
        case ChainBonus(coins=coins):
            return "coins_per_chain", str(coins)
        case Rebate(units=units, on=on):
            return "resource_rebate", f"{units} on {on or 'wonder'}"
        case ExtraShield(shields=shields, on=Colour.RED):
            return "extra_shields", str(shields)
        case GainTradeCoins():
            return "effect_key", "gain_opponent_trade_coins"
        case WondersPlayAgain():
            return "effect_key", "wonders_play_again"
        case _:
            raise AssertionError(effect)


def _cells(effects: tuple[Effect, ...], empty: dict[str, str]) -> dict[str, str]:
    """Return the cells of some effects; the same column twice only for prices."""
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
    """Write a building as a row of its table."""
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
    """Write a wonder as a row of its table."""
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
    """Write a progress token as a row of its table, but for the prose in ``effect``."""
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
    """Sum up the cells of a token as its key does."""
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
    """A building has just the cost, chain and effects of its row."""
    card = catalogue.buildings[_slug(row["name"])]

    assert row == _building_cells(card)


@pytest.mark.parametrize("row", WONDERS, ids=_name)
def test_every_cell_of_a_wonder(row: dict[str, str]) -> None:
    """A wonder has just the cost and effects of its row, and costs no coins."""
    card = catalogue.wonders[_slug(row["name"])]

    assert row == _wonder_cells(card)
    assert card.cost.coins == 0


@pytest.mark.parametrize("row", TOKENS, ids=_name)
def test_every_cell_of_a_progress_token(row: dict[str, str]) -> None:
    """A progress token has just the effects of its row; prose is not compared."""
    card = catalogue.tokens[_slug(row["name"])]
    facts = {column: cell for column, cell in row.items() if column != "effect"}

    assert facts == _token_cells(card)
    assert len(card.effects) <= len(card.sentences)


def test_the_catalogue_has_the_cards_of_the_tables_in_their_order() -> None:
    """No card is missing or additional; the order numbers the moves."""
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


def test_a_dealt_structure_lies_as_its_layout_says() -> None:
    """What a state shows agrees with the tables too: places, faces, covers."""
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
    """Return the zones of one side: runs of spaces that are worth the same, the capital alone."""
    start = 0
    for distance in range(1, CAPITAL + 1):
        if military_points(distance) != military_points(start):
            yield start, distance - 1
            start = distance
    yield start, CAPITAL


def _military_cells(place: int) -> dict[str, str]:
    """Write a space of the military track as a row of its table."""
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
    """The 19 spaces in 9 zones, with their points and tokens (R1, R70, R79)."""
    facts = _rows("military.csv")

    assert facts == [_military_cells(place) for place in range(-9, 10)]
    assert len({row["zone"] for row in facts}) == 9
    assert sum(token.coins for token in MILITARY_TOKENS) == 7


@pytest.mark.parametrize("row", _rows("military.csv"), ids=lambda row: str(row["position"]))
def test_a_pawn_scores_and_wins_as_the_table_says(row: dict[str, str]) -> None:
    """A position with the pawn on a space has the points, or the winner, of that space."""
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
    """The 17 chains of the table, and no other: symbol, both buildings, both ages (R41)."""
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
    """Each symbol is on the cards of its row and on no other (R65, R67)."""
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
    """Return kind, alias and name of each alias that has to be understood."""
    return [
        (row["kind"], alias, row["name"])
        for row in _rows("aliases.csv")
        if row["kind"] in kinds and not row["use"].startswith("AMBIGUOUS")
        for alias in row["alias"].split("; ")
    ]


@pytest.mark.parametrize(("kind", "alias", "name"), _aliases("building", "wonder"))
def test_an_alias_is_understood(kind: str, alias: str, name: str) -> None:
    """Other printings' names, misprints and spellings mean their card, in any case."""
    find: Callable[[str], Building | Wonder]
    find = catalogue.find_building if kind == "building" else catalogue.find_wonder

    assert name == catalogue.find(alias).name
    assert name == find(alias).name
    assert name == find(alias.upper()).name
    assert name == find(alias.lower().replace(" ", "-")).name


@pytest.mark.parametrize(("kind", "alias", "name"), _aliases("resource", "colour"))
def test_an_alias_of_a_word_is_understood(kind: str, alias: str, name: str) -> None:
    """Brick, paper, gray and gold are understood where a resource or a colour is asked for."""
    word: type[Resource | Colour] = Resource if kind == "resource" else Colour

    assert word(name) is word(alias)
    assert word(name) is word(alias.upper())


def test_aliases_of_words_are_no_cards() -> None:
    """Where a card is asked for, the alias of a resource is just an unknown name."""
    for alias in ("brick", "bricks", "paper", "gray", "gold"):
        cards = {card.id for card in catalogue.building_list if card.id.startswith(alias)}
        if cards:
            assert cards == {catalogue.find(alias).id}
        else:
            with pytest.raises(UnknownNameError, match=alias):
                catalogue.find(alias)


def test_courthouse_is_always_the_card_of_age_two() -> None:
    """The name that two printings give to two cards means the Age II card (D12)."""
    assert catalogue.find("Courthouse") is catalogue.buildings["courthouse"]
    assert catalogue.find("court house").id == "courthouse"
    assert catalogue.buildings["courthouse"].age is Age.II
    assert parse_move("build courthouse") is ConstructBuilding("courthouse")
    assert catalogue.find("praetorium").id == "pretorium"


def test_courthouse_in_age_three_suggests_pretorium() -> None:
    """Whoever means the Age III card by its first name is told how to write it (D12)."""
    given = state(Age.III, ["pretorium", "circus"], city(20), city(7))
    game = Game.from_state(given)

    (reason,) = given.why_not(ConstructBuilding("courthouse"))
    with pytest.raises(IllegalMoveError, match="write pretorium") as caught:
        game.play("build courthouse")

    assert isinstance(reason, FaceDown)
    assert catalogue.buildings["pretorium"] is reason.suggestion
    assert (reason,) == caught.value.reasons
    assert given == game.state


def test_courthouse_in_a_city_still_suggests_pretorium() -> None:
    """The same where the Age II card lies in view elsewhere."""
    given = state(Age.III, ["pretorium", "circus"], city(20), city(7, "courthouse"))

    (reason,) = given.why_not(ConstructBuilding("courthouse"))

    assert isinstance(reason, NotLaidOut)
    assert catalogue.buildings["pretorium"] is reason.suggestion
    assert "city of player two" in str(reason)
    assert "write pretorium" in str(reason)


def test_courthouse_suggests_nothing_where_pretorium_is_not_accessible() -> None:
    """No suggestion of a card that cannot be taken."""
    given = state(Age.III, ["arsenal", "circus"], city(20), city(7))

    (reason,) = given.why_not(ConstructBuilding("courthouse"))

    assert isinstance(reason, FaceDown)
    assert reason.suggestion is None
    assert "pretorium" not in str(reason)


@pytest.mark.parametrize("name", ["circus", "library", "temple", "statue"])
def test_an_exact_id_beats_a_beginning(name: str) -> None:
    """Circus is the building, though Circus Maximus begins with it; so for the others (D12)."""
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
def test_among_wonders_the_same_words_are_beginnings(name: str, wonder: str) -> None:
    """Where only a wonder can be meant, the building does not stand in the way."""
    assert wonder == catalogue.find_wonder(name).id


def test_ids_and_names_are_unique() -> None:
    """Ninety-five cards, ninety-five ids, ninety-five names in any case."""
    cards = CARDS

    assert len(cards) == 73 + 12 + 10
    assert len(cards) == len({card.id for card in cards})
    assert len(cards) == len({card.name.casefold() for card in cards})
    assert [_slug(card.name) for card in cards] == [card.id for card in cards]
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", card.id) for card in cards)


def test_every_card_is_found_by_its_id_and_its_name() -> None:
    """Both ways of naming a card give that card, whatever the case."""
    for card in CARDS:
        assert card is catalogue.card(card.id)
        assert card is catalogue.find(card.id)
        assert card is catalogue.find(card.name)
        assert card is catalogue.find(card.name.upper())
        assert card is catalogue.find(card.id.replace("-", " "))


# -- the codec -------------------------------------------------------------------------------------


def _expected_texts() -> list[str]:
    """Write every move in the order that the numbers promise, from the tables of facts."""
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
    ]


def test_the_codec_numbers_every_move() -> None:
    """There are 1192 moves, each with its number, in the promised order."""
    texts = [str(move) for move in catalogue.moves]

    assert len(catalogue.moves) == 1192
    assert _expected_texts() == texts
    assert list(range(1192)) == [move.index for move in catalogue.moves]
    assert list(range(1192)) == [catalogue.moves.index(move) for move in catalogue.moves]
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
    ],
)
def test_numbers_of_moves_never_change(number: int, text: str) -> None:
    """Numbers that records and trained models rely on."""
    assert text == str(catalogue.moves[number])
    assert number == parse_move(text).index


def test_the_codec_refuses_what_is_not_in_it() -> None:
    """A number too high, and things that are no moves."""
    text: object = "build lumber-yard"

    assert text not in catalogue.moves
    assert catalogue.moves[12] in catalogue.moves
    with pytest.raises(IndexError):
        catalogue.moves[1192]
    with pytest.raises(ValueError, match="is not in this codec"):
        catalogue.moves.index(text)


def test_a_move_is_looked_for_where_one_asks() -> None:
    """From a number on and up to another, as in any sequence."""
    move = catalogue.moves[12]

    assert catalogue.moves.index(move, 12) == catalogue.moves.index(move, 0, 13) == 12
    assert catalogue.moves.index(move, -1192) == 12
    for start, stop in ((13, None), (0, 12), (12, 12), (-5, None)):
        with pytest.raises(ValueError, match=r"not in"):
            catalogue.moves.index(move, start, stop)


def test_a_catalogue_of_ones_own_has_a_codec_of_its_own() -> None:
    """Its moves are found by their ids, and are not those of the base game with the same ids."""
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
def test_what_the_engine_knows_of_a_move(cards: Catalogue) -> None:
    """The tables, its number, its kind, and the number of the building in it, or -1."""
    for number, move in enumerate(cards.moves):
        spec = move.spec
        building = getattr(move, "building", None)
        card = cards.building_list.index(building) if building is not None else -1

        assert spec.tables is cards.tables
        assert (spec.index, spec.kind, spec.card) == (number, move.kind, card)


def test_the_digest_of_the_codec_is_that_of_the_list_of_moves() -> None:
    """A program in another language has it from the golden file."""
    listed = (FACTS.parent / "golden" / "formats" / "moves.txt").read_bytes()

    assert hashlib.sha256(listed).hexdigest()[:16] == catalogue.moves.digest


def test_every_move_is_what_its_repr_says() -> None:
    """The repr of a move is the call that gives the same object."""
    names = {
        name: getattr(wonders_duel, name)
        for name in (
            "ChooseBeginner",
            "ConstructBuilding",
            "ConstructWonder",
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
    """There is one object a move, also after a copy or a round through pickle."""
    moves: list[Move] = list(catalogue.moves)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(moves, protocol))  # noqa: S301 - our own bytes

        assert all(move is one for move, one in zip(moves, back, strict=True))
    assert all(move is copy.copy(move) for move in moves)
    assert all(move is copy.deepcopy(move) for move in moves)


def test_every_move_is_read_back_from_its_text() -> None:
    """The text of a move means that move, in capitals and with printed names too."""
    for move in catalogue.moves:
        text = str(move)

        assert move is parse_move(text)
        assert move is parse_move(f"  {text.upper()} ")
        assert move is parse_move(text.replace("-", " "))


def test_the_catalogue_survives_copying_and_pickling_as_itself() -> None:
    """The base game is one object, wherever it goes."""
    back = pickle.loads(pickle.dumps(catalogue))  # noqa: S301 - our own bytes

    assert catalogue is back
    assert catalogue is copy.copy(catalogue)
    assert catalogue is copy.deepcopy(catalogue)


def test_the_catalogue_cannot_be_changed_by_its_mappings() -> None:
    """The mappings of a catalogue take no new cards."""
    for mapping in (catalogue.buildings, catalogue.wonders, catalogue.tokens, catalogue.aliases):
        with pytest.raises(TypeError):
            mapping["new"] = None  # type: ignore[index]


def test_a_position_takes_every_way_of_naming_a_card() -> None:
    """Ids, printed names and aliases of buildings, wonders and tokens mean the same position."""
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
    """Coins first, and a word for nothing at all."""
    assert str(cost) == words
    assert cost.is_free == (words == "free")


@pytest.mark.parametrize("number", [-1, 1.5, "2", None])
def test_a_cost_is_made_of_whole_numbers(number: Any) -> None:
    """Anything else is refused, and named."""
    with pytest.raises(CatalogueError, match="glass must be a whole number from 0"):
        Cost(glass=number)


@pytest.mark.parametrize("cost", [None, 3, {"wood": 1}, Cost])
def test_a_card_has_a_cost(cost: Any) -> None:
    """A building or a wonder that has something else is refused."""
    with pytest.raises(CatalogueError, match="cost must be a Cost, such as"):
        Wonder(id="the-tower", name="The Tower", cost=cost)


# -- what a catalogue says of itself --------------------------------------------------------------


def test_the_mappings_of_a_catalogue_list_their_ids() -> None:
    """With how many there are of what."""
    assert repr(catalogue.tokens).startswith("<10 progress tokens: agriculture, architecture, ")
    assert repr(catalogue.buildings).startswith("<73 buildings: ")


@pytest.mark.parametrize("name", ["lore", "Law", ""])
def test_an_id_that_no_card_has_is_unknown(name: str) -> None:
    """Whatever kind of card is meant; ``card`` takes the exact id alone."""
    with pytest.raises(UnknownNameError, match="unknown card"):
        catalogue.card(name)


@pytest.mark.parametrize("name", ["", "two\nlines", "a\x00"])
def test_a_catalogue_has_a_printable_name(name: str) -> None:
    """Texts carry it."""
    with pytest.raises(CatalogueError, match="is not a name of a catalogue"):
        catalogue.extended(name)


def test_a_catalogue_is_no_other_thing() -> None:
    """It compares with anything."""
    assert catalogue != "base"
    assert catalogue.extended("base") == catalogue


def test_a_catalogue_that_nobody_holds_is_made_anew_by_a_pickle() -> None:
    """While one is held, the pickle gives that one."""
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


@attrs.frozen
class Feast(Effect):
    """An effect that holds things of all kinds."""

    held: Any

    @override
    def describe(self) -> str:
        return "Feasts."


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        ({"a", "b", "c"}, {"c", "b", "a"}, {"a", "b"}),
        (frozenset(Colour), frozenset(reversed(Colour)), frozenset()),
        ({"a": 1, 2: None}, {2: None, "a": 1}, {"a": 2, 2: None}),
        (Fraction(1, 2), Fraction(1, 3), 0.5),  # of other things the class counts alone
    ],
    ids=["set", "frozenset", "mapping", "another class"],
)
def test_the_digest_takes_whatever_an_effect_holds(one: Any, same: Any, other: Any) -> None:
    """In any order; what differs has another digest."""

    def digest(held: Any) -> str:
        tower = Wonder(id="the-tower", name="The Tower", effects=(Feast(held),))
        return catalogue.extended("digested", wonders=[tower]).digest

    assert digest(one) == digest(same)
    assert digest(one) != digest(other)
