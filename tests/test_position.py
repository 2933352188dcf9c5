"""Positions built by hand: every problem is noted, and every state can be rebuilt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import attrs
import pytest
from typing_extensions import override

from tests.amounts import part
from tests.builders import BASE_PHASES, NO_FIRST_GAME, city, position
from tests.own_cards import OWN
from tests.wording import Wording
from wonders_duel import (
    Age,
    Back,
    Building,
    Catalogue,
    CityPosition,
    Colour,
    ConstructBuilding,
    Deal,
    FormatError,
    Game,
    Pending,
    Phase,
    Player,
    Position,
    PositionError,
    RevealTiming,
    Rules,
    ScienceSymbol,
    State,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.cards import StructureLayout
from wonders_duel.effects import Effect, Gain, Shields, Symbol, Whenever, YouUseChain
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_COINS
from wonders_duel.testing.invariants import form_breaches
from wonders_duel.testing.walks import walk

WONDERS = list(catalogue.wonders)
TOKENS = list(catalogue.tokens)
GUILDS = [card.id for card in catalogue.buildings.values() if card.colour is Colour.PURPLE]
AGE_I = [card.id for card in catalogue.buildings.values() if card.age is Age.I]
AGE_III = [card.id for card in catalogue.buildings.values() if card.back is Back.AGE_III]
SIX_SYMBOLS = ("workshop", "apothecary", "scriptorium", "pharmacist", "academy", "university")
SEVEN_BUILT = dict(zip(WONDERS[4:7], AGE_I[4:7], strict=True))
SEVEN = (
    city(built=dict(zip(WONDERS[:4], AGE_I[:4], strict=True))),
    city(built=dict(zip(WONDERS[4:7], AGE_I[4:7], strict=True))),
)
FULL = Game(seed=1, rules="first-game").state
FULL_I = {slot.index: slot.building or slot.back for slot in FULL.structure}
ON_TAKE = Rules(reveal_timing=RevealTiming.ON_TAKE)


def one(**fields: object) -> dict[str, object]:
    """Return the cities with some change to player one's."""
    return {"cities": (CityPosition(**fields), CityPosition())}  # type: ignore[arg-type]


def laid(age: Age, structure: object, **rest: object) -> dict[str, object]:
    """Return a structure with the other fields."""
    return {"age": age, "structure": structure, **rest}


def full_ii(**rest: object) -> dict[str, object]:
    """Return Age II with all its cards."""
    layout = catalogue.structures[1].face_up
    cards = iter(card.id for card in catalogue.buildings.values() if card.age is Age.II)
    return laid(Age.II, [next(cards) if up else Back.AGE_II for up in layout], **rest)


PAIR = ["pharmacist", "dispensary"]
LIBRARY = one(built={"the-great-library": "theater"})
MAUSOLEUM = one(built={"the-mausoleum": "theater"})
AGE_II = [card.id for card in catalogue.buildings.values() if card.age is Age.II]
OTHER_SIX = ("laboratory", "school", "library", "dispensary", "study", "observatory")
LAST_BEGINS = Rules(centre_pawn_start="last-player-begins")
DRAFTING = {"board_tokens": TOKENS[:5], "phase": Phase.DRAFT}
PROBLEMS: list[Mapping[str, object]] = [
    # Single fields.
    {"rules": "second-game"},
    {"first_player": 3},
    {"to_move": "three"},
    {"to_move": True},
    {"first_player": 1.0},
    {"pawn": 10},
    {"pawn": -10},
    {"pawn": "3"},
    {"pawn": 1.0},
    {"military_tokens": ((2, 5),)},
    {"military_tokens": ((3,), ())},
    {"military_tokens": ((), (5, 5))},
    {"age": 4},
    {"age": "IV"},
    {"cities": (CityPosition(),)},
    one(coins=-1),
    one(coins=2.5),
    one(buildings=["bath-house"]),
    one(buildings=[5]),
    one(buildings="baths"),
    one(buildings=["t"]),
    one(tokens=["justice"]),
    one(unbuilt=["the-tower"]),
    one(built={"the-tower": "baths"}),
    one(built={"the-sphinx": "bath-house"}),
    one(unbuilt=WONDERS[:5]),
    {"cities": (SEVEN[0], city(built=dict(zip(WONDERS[4:8], AGE_I[4:8], strict=True))))},
    {"cities": (SEVEN[0], city(built=SEVEN_BUILT, unbuilt=["the-sphinx"]))},
    {"discard_pile": ["bath-house"]},
    {"discard_pile": "baths"},
    {"board_tokens": ["justice"]},
    {"board_tokens": TOKENS[:6]},
    {"offer": ["law"]},
    laid(Age.I, {0: "baths"}, offer=["the-sphinx"]),
    # The structure.
    {"structure": {0: "baths"}},
    laid(Age.I, {20: "baths"}),
    laid(Age.I, {-1: "baths"}),
    laid(Age.I, {"0": "baths"}),
    laid(Age.I, ["baths"]),
    laid(Age.I, "baths"),
    laid(Age.I, {0: "bath-house"}),
    laid(Age.I, {0: 5}),
    laid(Age.I, {0: "walls"}),
    laid(Age.I, {2: Back.AGE_II}),
    laid(Age.I, {2: "guild"}),
    laid(Age.III, {2: Back.AGE_I}),
    laid(Age.I, {2: "baths"}),
    laid(Age.I, {0: "altar", 2: "tavern", 3: "theater", 5: "baths", 6: "quarry"}),
    laid(Age.I, {0: Back.AGE_I}),
    # Duplicates.
    laid(Age.I, {0: "baths", 1: "baths"}),
    one(buildings=["baths", "baths"]),
    {"discard_pile": ["baths"], **one(built={"the-sphinx": "baths"})},
    {"cities": (city(tokens=["law"]), city(tokens=["law"])), "board_tokens": ["law"]},
    {"cities": (city(unbuilt=["the-sphinx"]), city(built={"the-sphinx": "baths"}))},
    laid(Age.I, {0: "baths"}, offer=["law"], board_tokens=["law"]),
    # The counts of the age.
    laid(Age.I, FULL_I, discard_pile=[next(card for card in AGE_I if catalogue.buildings[card] not in FULL_I.values())]),
    laid(Age.III, {0: GUILDS[0], 1: GUILDS[1]}, cities=(city(7, GUILDS[2], GUILDS[3]), city())),
    laid(Age.III, {0: AGE_III[0], 1: AGE_III[1]}, cities=(city(7, *[card.id for card in catalogue.buildings.values() if card.back is Back.AGE_III][2:]), city())),
    # The phase.
    {"phase": "night"},
    {"pending": [Phase.DESTROY]},
    {"pending": [Phase.TURN]},
    laid(Age.I, {0: "baths"}, discard_pile=["altar"], board_tokens=["law"], pending=[Phase.REVIVE, Phase.BOARD_TOKEN]),
    laid(Age.I, {0: "baths"}, phase=Phase.OVER),
    laid(Age.I, {0: "baths"}, pawn=9, pending=[Phase.BOARD_TOKEN]),
    laid(Age.I, {0: "baths"}, pawn=9, phase=Phase.TURN),
    laid(Age.III, {0: "senate"}, phase=Phase.TURN, cities=(city(7, *SIX_SYMBOLS), city(7, *GUILDS[:3]))),
    laid(Age.I, {0: "baths"}, phase=Phase.DEAL_WONDERS, board_tokens=TOKENS[:5]),
    {"phase": Phase.TURN},
    laid(Age.I, {0: "baths"}, phase=Phase.DEAL_AGE),
    laid(Age.III, {}, phase=Phase.DEAL_AGE),
    laid(Age.I, {}, phase=Phase.TURN),
    laid(Age.II, {}, phase=Phase.BEGIN),
    laid(Age.I, FULL_I, phase=Phase.BEGIN),
    laid(Age.II, {0: "walls"}, phase=Phase.BEGIN),
    {**DRAFTING, "offer": WONDERS[:3]},
    {**DRAFTING, "offer": []},
    {**DRAFTING, "offer": WONDERS[:5]},
    {**DRAFTING, "offer": WONDERS[:4], "to_move": Player.TWO},
    {**DRAFTING, "offer": WONDERS[:4], "first_player": Player.TWO},
    {"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], "to_move": Player.TWO},
    {"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], "cities": (CityPosition(unbuilt=WONDERS[:2]), CityPosition(unbuilt=WONDERS[2:4]))},
    {"first_player": Player.TWO},
    {"phase": Phase.DEAL_AGE, "to_move": Player.TWO, "rules": "first-game"},
    {**DRAFTING, "offer": WONDERS[4:8], "cities": (city(), city(unbuilt=WONDERS[:4])), "to_move": Player.TWO},
    {**DRAFTING, "offer": WONDERS[1:4], "to_move": Player.TWO, "cities": (city(), city(unbuilt=WONDERS[:1]))},
    {"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], **one(unbuilt=WONDERS[:4])},
    {**DRAFTING, "offer": WONDERS[1:4], **one(built={WONDERS[0]: "baths"})},
    {**DRAFTING, "offer": WONDERS[:4], "board_tokens": TOKENS[:4]},
    {"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], "offer": WONDERS[:4]},
    laid(Age.I, {0: "baths"}, offer=TOKENS[:3], phase=Phase.TURN),
    {"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], **one(unbuilt=WONDERS[:3])},
    {"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], "rules": Rules(wonder_setup="first-game")},
    {**DRAFTING, "offer": WONDERS[:4], "rules": Rules(wonder_setup="first-game")},
    one(unbuilt=WONDERS[:4]),
    {"board_tokens": TOKENS[:5], **one(built={WONDERS[0]: "baths"})},
    {"phase": Phase.DEAL_TOKENS, "board_tokens": TOKENS[:5]},
    {"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:3]},
    laid(Age.I, {0: "baths"}, phase=Phase.BOARD_TOKEN, board_tokens=["law"]),
    laid(Age.I, {0: "baths"}, phase=Phase.REVIVE, pending=[Phase.BOARD_TOKEN], board_tokens=["law"], discard_pile=["altar"]),
    laid(Age.I, {0: "baths"}, phase=Phase.DESTROY),
    laid(Age.I, {0: "baths"}, phase=Phase.TURN, pending=[Phase.BOARD_TOKEN], board_tokens=["law"]),
    laid(Age.I, {0: "baths", 1: "tavern", 3: Back.AGE_I}, phase=Phase.REVEAL, pending=[Phase.BOARD_TOKEN], board_tokens=["law"]),
    laid(Age.I, {0: "baths"}, phase=Phase.REVEAL),
    laid(Age.I, {0: "baths", 1: "tavern", 3: Back.AGE_I}, phase=Phase.TURN),
    laid(Age.I, {0: "baths", 1: "tavern", 3: Back.AGE_I}, rules=ON_TAKE, phase=Phase.BOARD_TOKEN, pending=[Phase.BOARD_TOKEN], board_tokens=["law"]),
    laid(Age.I, {0: "baths"}, pending=[Phase.BOARD_TOKEN]),
    laid(Age.I, {0: "baths"}, pending=[Phase.REVIVE]),
    laid(Age.I, {0: "baths"}, pending=[Pending(Phase.DESTROY, Colour.GREY)]),
    laid(Age.I, {0: "baths"}, pending=[Phase.LIBRARY_TOKEN], offer=TOKENS[:2]),
    # Wrong types: neither lists, booleans nor whole numbers.
    {"extra_turn": "no"},
    {"extra_turn": 0},
    {"age": True},
    {"age": 1.0},
    {"military_tokens": ((2.0,), ())},
    laid(Age.I, iter(["baths"] + [None] * 19)),
    one(buildings=map(str, ["baths"])),
    {"cities": iter([CityPosition(), CityPosition()])},
    # Before Age I.
    one(tokens=["law"]),
    {**DRAFTING, "offer": WONDERS[:4], "cities": (city(), city(tokens=[TOKENS[9]]))},
    {**DRAFTING, "offer": WONDERS[:8]},
    {**DRAFTING, "offer": WONDERS[1:8], "to_move": Player.TWO, **one(unbuilt=WONDERS[:1])},
    {**DRAFTING, "offer": WONDERS[3:8], "cities": (city(unbuilt=WONDERS[:1]), city(unbuilt=WONDERS[1:3]))},
    {**DRAFTING, "offer": WONDERS[8:], "cities": (city(unbuilt=WONDERS[:4]), city(unbuilt=WONDERS[4:8]))},
    {"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], "cities": (city(unbuilt=WONDERS[:3]), city(unbuilt=WONDERS[4:7]))},
    {"rules": "first-game", "catalogue": NO_FIRST_GAME},
    # Cards of other ages.
    laid(Age.I, {0: "baths"}, **one(buildings=AGE_II[:4])),
    laid(Age.II, {0: "walls"}, **one(buildings=AGE_III[:7])),
    laid(Age.I, {0: "baths"}, **one(built={"the-sphinx": GUILDS[0]})),
    laid(Age.II, {0: "walls"}, discard_pile=GUILDS[:4]),
    one(buildings=["altar"]),
    full_ii(**one(buildings=AGE_II[-4:])),
    laid(Age.II, {0: "walls"}, **one(buildings=AGE_I[:21])),
    # Who chooses the first player.
    full_ii(phase=Phase.BEGIN, pawn=1),
    full_ii(phase=Phase.BEGIN, pawn=-2, to_move=Player.TWO),
    full_ii(phase=Phase.BEGIN, rules=LAST_BEGINS),
    # An unfinished action.
    laid(Age.I, {0: "baths"}, pending=[Pending(Phase.DESTROY, Colour.BLUE)], cities=(city(), city(7, "theater"))),
    # The end.
    laid(Age.III, {0: "senate"}, cities=(city(7, *SIX_SYMBOLS), city(7, *OTHER_SIX))),
    laid(Age.III, {0: "senate"}, pawn=-9, **one(buildings=SIX_SYMBOLS)),
    laid(Age.III, {0: "senate"}, pawn=9, **one(buildings=SIX_SYMBOLS)),
]  # fmt: skip


NO_TURN: list[dict[str, object]] = [
    {},
    {**DRAFTING, "offer": WONDERS[:4]},
    {"board_tokens": TOKENS[:5]},
    laid(Age.I, {0: "baths"}),
    laid(Age.I, {}),
    full_ii(phase=Phase.BEGIN),
    laid(Age.III, {}),
]


@pytest.mark.parametrize("fields", NO_TURN)
def test_an_extra_turn_does_not_outlast_its_turn(
    fields: Mapping[str, object], wording: Wording
) -> None:
    """An extra turn needs an unfinished action (R54, R55) in every form of a position.

    Kept until the next age is dealt, it would be one turn too many there; in a finished game it
    would be a meaningless difference.
    """
    fields = {"cities": (city(), city()), **fields}
    state = Position(**fields).state()  # type: ignore[arg-type]

    wording("\n".join(Position(**fields, extra_turn=True).problems()))  # type: ignore[arg-type]
    with wording.raises(PositionError) as by_text:
        State.from_text(state.to_text().replace(" pawn=", " again=yes pawn="))
    assert by_text.value.faults[0].place.endswith("'again=yes'")
    document = state.to_json().replace('"extra_turn": false', '"extra_turn": true')
    with wording.raises(FormatError) as by_document:
        State.from_json(document)
    assert by_document.value.faults[0].place == "$.extra_turn"


@pytest.mark.parametrize(
    "owner",
    [
        city(built={"the-mausoleum": "theater", "the-sphinx": "tavern"}),
        city(built={"the-mausoleum": "theater"}, tokens=["theology"]),
    ],
    ids=["by a wonder", "by Theology"],
)
def test_an_extra_turn_needs_an_unfinished_action(owner: CityPosition) -> None:
    """An extra turn comes from a wonder that grants one, or any wonder with Theology (R54, R56)."""
    made = Position(
        age=Age.I,
        structure={0: "baths", 1: "altar"},
        cities=(owner, city()),
        discard_pile=["press"],
        pending=[Phase.REVIVE],
        extra_turn=True,
    )

    after = made.state().apply(made.state().legal_moves[0])

    assert (after.phase, after.to_move) == (Phase.TURN, Player.ONE)


@pytest.mark.parametrize(
    ("gone", "choice", "rest"),
    [
        ("the-mausoleum", Phase.REVIVE, {"discard_pile": ["altar"]}),
        ("the-great-library", Phase.LIBRARY_TOKEN, {}),
    ],
)  # fmt: skip
def test_a_choice_that_no_card_grants_is_refused(
    gone: str, choice: Phase, rest: Mapping[str, object], wording: Wording
) -> None:
    """A pending choice is refused if the catalogue has no card that grants it."""
    cards = catalogue.edited("without it", remove=[gone])
    made = Position(age=Age.I, structure={0: "baths"}, pending=[choice], catalogue=cards, **rest)  # type: ignore[arg-type]

    with wording.raises(PositionError):
        made.state()


ODD: list[dict[str, object]] = [
    laid(Age.I, {0: "baths", 1: "altar"}, **one(buildings=AGE_II[:3])),
    laid(Age.II, {0: "walls", 1: "school"}, **one(buildings=[*AGE_III[:3], *AGE_II[-2:]])),
    laid(Age.I, {0: "baths"}, **one(buildings=[*AGE_III[:3], *AGE_II[:3]])),
    laid(Age.I, {0: "baths", 1: "altar"}, pawn=5, military_tokens=((2, 5), (2, 5))),
    laid(Age.I, {0: "baths", 1: "altar"}, pawn=-7, military_tokens=((2,), (2,))),
    laid(Age.I, {0: "baths", 1: "altar"}, pending=[Phase.BOARD_TOKEN], board_tokens=["law"]),
    laid(Age.I, {0: "baths", 1: "altar"}, pending=[Phase.LIBRARY_TOKEN]),
    laid(Age.I, {0: "baths"}, pending=[Phase.REVIVE], discard_pile=["altar"], extra_turn=True),
    laid(Age.II, {0: "walls"}, pending=[Pending(Phase.DESTROY, Colour.GREY)], cities=(city(), city(7, "press"))),
    laid(Age.I, {0: "baths"}, rules="first-game", **one(unbuilt=["the-sphinx"])),
    laid(Age.I, FULL_I, to_move=Player.TWO),
    {"phase": Phase.DEAL_AGE, "board_tokens": TOKENS[:1]},
    laid(Age.II, {6: Back.AGE_II, 8: Back.AGE_II, 0: "walls", 1: "forum", 2: "school", 3: "temple"}),
    full_ii(pawn=9),
    {"pawn": -9},
    laid(Age.III, {0: "senate"}, **one(buildings=SIX_SYMBOLS, tokens=["law"])),
]  # fmt: skip


@pytest.mark.parametrize("fields", ODD)
def test_an_unreachable_position_is_accepted(fields: Mapping[str, object]) -> None:
    """A position that play could not reach is accepted, playable to the end and readable."""
    state = Position(**{"cities": (city(), city()), **fields}).state()  # type: ignore[arg-type]
    for number in range(part(10, at_least=2)):
        rng = Random(number)
        game = Game.from_state(state, rng=rng)
        while not game.is_over:
            assert State.from_text(game.state.to_text()) == game.state
            assert State.from_json(game.state.to_json()) == game.state
            moves = game.legal_moves
            game.play(moves[int(rng.random() * len(moves))])
        assert Position.of(game.state).state() == game.state


def test_problems_does_not_consume_the_fields(wording: Wording) -> None:
    """``problems()`` consumes nothing that ``state()`` needs; one-shot iterators are refused."""
    lists = ("structure", "discard_pile", "board_tokens", "offer", "pending")
    for name in lists:
        made = Position(age=Age.I, structure={0: "baths"})
        setattr(made, name, iter([]))
        first = made.problems()

        wording("\n".join(first))
        assert made.problems() == first
        with pytest.raises(PositionError):
            made.state()


@pytest.mark.parametrize(
    "fields",
    [
        {**DRAFTING, "offer": WONDERS[:3], "cities": 5},
        {**DRAFTING, "offer": WONDERS[:3], **one(built=["the-sphinx"])},
    ],
)
def test_consequences_of_an_invalid_city_are_not_reported(
    fields: Mapping[str, object], wording: Wording
) -> None:
    """With an invalid city the number of picks is unknown, so the offer is not checked."""
    with wording.raises(PositionError) as caught:
        Position(**fields).state()  # type: ignore[arg-type]
    assert len(caught.value.faults) == 1


def test_coins_never_exceed_the_formats(wording: Wording) -> None:
    """The largest amount of coins in a position is the largest in play."""
    made = Position(
        age=Age.I,
        structure={0: "baths", 1: "tavern"},
        cities=(city(MOST_COINS - 1), city(MOST_COINS + 1)),
    )
    wording("\n".join(made.problems()))
    made.cities[1].coins = MOST_COINS
    state = made.state()

    after = state.apply(parse_move("discard baths"))
    last = after.apply(parse_move("discard tavern"))

    assert [city.coins for city in last.cities] == [MOST_COINS, MOST_COINS]
    for one in (state, after, last):
        assert list(form_breaches(one)) == []
    with wording.raises(PositionError):
        State.from_text(state.to_text().replace("999999999", "1000000000"))
    with wording.raises(FormatError):
        State.from_json(state.to_json().replace("999999999", "1000000000"))


class Windfall(Effect):
    """An effect with shields, an extra turn and more coins than a player can have."""

    def gain(self, state: State, player: Player) -> Gain:
        """Return the gain."""
        assert state.turn_of is player
        return Gain(coins=MOST_COINS, shields=9, play_again=True)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        """Return the description."""
        return "Everything."


def _with(*cards: Building) -> Catalogue:
    return catalogue.extended("with more", buildings=cards)


def _green(*effects: Effect, colour: Colour = Colour.GREEN) -> Building:
    return Building(id="own", name="Own", age=Age.III, colour=colour, effects=effects)


@pytest.mark.parametrize(
    "card",
    [
        _green(Symbol(ScienceSymbol.GLOBE), Shields(1)),
        _green(Symbol(ScienceSymbol.GLOBE), Windfall()),
        _green(Symbol(ScienceSymbol.GLOBE), colour=Colour.RED),
    ],
    ids=["shields and a symbol", "an effect of one's own", "more shields by a token"],
)
def test_custom_cards_may_win_in_both_ways_at_once(card: Building, wording: Wording) -> None:
    """With a custom card of shields and a symbol, a player can win in both ways at once."""
    made = Position(
        age=Age.III,
        structure={0: "own", 1: "senate"},
        cities=(city(99, *SIX_SYMBOLS[:5], tokens=["strategy"]), city()),
        pawn=8,
        catalogue=_with(card),
    )
    over = made.state().apply(ConstructBuilding("own", made.catalogue))

    assert over.is_over
    assert over.pawn == 9
    assert len(over.cities[0].symbols) == 6
    assert list(form_breaches(over)) == []
    other = Position.of(over)
    other.pawn = -9
    wording("\n".join(other.problems()))


def test_a_chain_may_bring_the_shields_of_a_victory_in_both_ways() -> None:
    """What a custom token gives for a chain counts, whichever card of a symbol uses it."""
    token = attrs.evolve(
        catalogue.tokens["strategy"], effects=(Whenever(YouUseChain(), Gain(shields=1)),)
    )
    cards = catalogue.edited("chains", replace=[token])
    green = ["school", "laboratory", "scriptorium", "pharmacist", "academy"]
    made = Position(
        age=Age.III,
        structure={0: "university", 1: "senate"},
        cities=(city(0, *green, tokens=["strategy"]), city()),
        pawn=8,
        catalogue=cards,
    )
    over = made.state().apply(ConstructBuilding("university", cards))

    assert (over.pawn, len(over.cities[0].symbols)) == (9, 6)
    assert list(form_breaches(over)) == []


def test_the_position_of_a_custom_choice_has_its_word() -> None:
    """Its pending choices have the words of the choices, and those of the base game have none."""
    words = set()
    for state in walk(2, OWN, ("the-hoard", "the-great-library")):
        made = Position.of(state)
        assert made.state() == state
        for one in made.pending:
            assert isinstance(one, Pending)
            words.add((one.phase is Phase.CHOICE, one.choice is None))
    assert words == {(True, False), (False, True)}


def test_an_unknown_custom_choice_is_refused(wording: Wording) -> None:
    """A position has to name one of the choices of its catalogue, and a text, too."""
    states = walk(2, OWN, ("the-hoard",))
    state = next(one for one in states if one.phase is Phase.CHOICE)
    made = Position.of(state)
    for pending in (Phase.CHOICE, Pending(Phase.CHOICE, choice="nothing")):
        made.pending = [Phase.REVIVE, pending]
        wording("\n".join(made.problems()))
    (word,) = {one.choice for one in Position.of(state).pending[:1] if isinstance(one, Pending)}
    with wording.raises(PositionError):
        State.from_text(state.to_text().replace(f"pending={word}", "pending=nothing"), OWN)


def test_custom_cards_may_grant_another_turn() -> None:
    """A custom effect on a building can grant the extra turn."""
    cards = _with(_green(Windfall(), Symbol(ScienceSymbol.GLOBE)))
    made = Position(
        age=Age.III,
        structure={0: "senate", 1: "own"},
        cities=(city(1, "university"), city()),
        board_tokens=["law"],
        catalogue=cards,
    )
    made.pawn = -8
    choosing = made.state().apply(ConstructBuilding("own", cards))

    assert choosing.phase is Phase.BOARD_TOKEN
    assert choosing.extra_turn
    assert choosing.cities[0].coins == MOST_COINS
    assert list(form_breaches(choosing)) == []


@pytest.mark.parametrize("fields", PROBLEMS)
def test_each_problem_is_noted(fields: Mapping[str, object], wording: Wording) -> None:
    """Each problem is a sentence, and the error lists the same ones."""
    made = Position(**fields)  # type: ignore[arg-type]
    with wording.raises(PositionError) as caught:
        made.state()

    assert made.problems() == caught.value.problems


def test_consequences_of_invalid_choices_are_not_noted(wording: Wording) -> None:
    """If ``pending`` is not a list, nothing else is reported about it."""
    made = Position(**laid(Age.I, {0: "baths"}, phase=Phase.REVIVE, pending=5))  # type: ignore[arg-type]

    wording("\n".join(made.problems()))


def test_position_of_takes_a_state_only(wording: Wording) -> None:
    """``Position.of`` takes a state, not a position or its text."""
    for thing in (Position(), FULL.to_text()):
        with wording.raises(WrongTypeError):
            Position.of(thing)  # type: ignore[arg-type]


def test_the_catalogue_has_to_be_a_catalogue(wording: Wording) -> None:
    """A catalogue of the wrong type is refused at once."""
    for ask in (Position.problems, Position.state):
        with wording.raises(WrongTypeError):
            ask(Position(catalogue="base"))  # type: ignore[arg-type]


def test_omitted_fields_have_their_defaults() -> None:
    """Omitted fields are as at the start of a game; a city has only its initial coins."""
    empty = CityPosition(coins=7, buildings=(), tokens=(), unbuilt=(), built={})

    assert CityPosition() == empty
    assert Pending(Phase.REVIVE) == Pending(phase=Phase.REVIVE, colour=None)
    assert Position() == Position(
        cities=(empty, empty),
        to_move=Player.ONE,
        age=None,
        structure=(),
        pawn=0,
        military_tokens=((2, 5), (2, 5)),
        discard_pile=(),
        board_tokens=(),
        offer=(),
        phase=None,
        pending=(),
        extra_turn=False,
        first_player=Player.ONE,
        rules=Rules(),
        catalogue=catalogue,
    )
    assert Position().state() == State.start()


def test_fields_are_keyword_only() -> None:
    """Fields are keyword-only."""
    with pytest.raises(TypeError, match="positional"):
        CityPosition(7)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional"):
        Position((CityPosition(), CityPosition()))  # type: ignore[call-arg]


@pytest.mark.parametrize(("age", "size"), [(Age.I, 2), (Age.II, 3), (Age.III, 4)])
def test_each_age_has_its_own_size_of_structure(age: Age, size: int, wording: Wording) -> None:
    """A custom structure has its own size, which may differ between the ages."""
    cards = Catalogue(
        "small",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        [StructureLayout((columns,)) for columns in ((1, 3), (1, 3, 5), (1, 3, 5, 7))],
    )
    made = Position(age=age, structure=[None], catalogue=cards)
    wording("\n".join(made.problems()))

    made.structure = {size: "baths"}
    wording("\n".join(made.problems()))


def test_too_many_backs_are_noted(wording: Wording) -> None:
    """A position cannot show a back in more slots than there are unseen cards with it."""
    structure = {slot: card for slot, card in FULL_I.items() if slot < 14}
    seen = [card for card in AGE_I if catalogue.buildings[card] not in structure.values()]
    made = position(Age.I, ["baths", "tavern"])
    made.structure = structure  # type: ignore[assignment]
    made.cities = (city(7, *seen[:10]), city())

    wording("\n".join(made.problems()))
    assert len(seen) == 17


def test_several_problems_are_all_reported(wording: Wording) -> None:
    """One error reports single fields, the structure and duplicates."""
    made = Position(
        age=Age.I,
        structure={0: "baths", 1: "walls", 25: "altar"},
        pawn=12,
        cities=(city(-1, "baths", "nonsense"), city(tokens=["law"])),
        board_tokens=["law", "justice"],
        to_move="three",
    )

    assert len(made.problems()) == 9
    wording("\n".join(made.problems()))


@pytest.mark.parametrize(
    "fields",
    [
        {"pawn": 12, "phase": "night"},
        {"pawn": 12, "pending": [Phase.DESTROY]},
        {"pawn": 12, "phase": Phase.DEAL_TOKENS, "board_tokens": TOKENS[:5]},
        laid(Age.I, {0: "baths"}, pawn=12, pending=[Phase.REVIVE]),
        laid(Age.III, {0: GUILDS[0], 1: GUILDS[1]}, pawn=12, cities=(city(7, GUILDS[2], GUILDS[3]), city())),
    ],
)  # fmt: skip
def test_an_early_problem_does_not_hide_later_ones(
    fields: Mapping[str, object], wording: Wording
) -> None:
    """A pawn off the track does not hide problems with the phase or the guilds."""
    with wording.raises(PositionError) as caught:
        Position(**fields).state()  # type: ignore[arg-type]
    assert len(caught.value.faults) > 1


NATURAL: list[tuple[Mapping[str, object], Phase]] = [
    ({}, Phase.DEAL_TOKENS),
    ({"board_tokens": TOKENS[:5]}, Phase.DEAL_WONDERS),
    ({"board_tokens": TOKENS[:5], "offer": WONDERS[:4]}, Phase.DRAFT),
    ({"board_tokens": TOKENS[:5], "cities": (city(unbuilt=WONDERS[:4]), city(unbuilt=WONDERS[4:8]))}, Phase.DEAL_AGE),
    ({"board_tokens": TOKENS[:5], "rules": Rules(wonder_setup="first-game")}, Phase.DEAL_AGE),
    (laid(Age.I, {0: "baths"}), Phase.TURN),
    (laid(Age.I, {}), Phase.DEAL_AGE),
    (laid(Age.II, ()), Phase.DEAL_AGE),
    (laid(Age.III, {}), Phase.OVER),
    (laid(Age.I, {0: "baths"}, pawn=-9), Phase.OVER),
    (laid(Age.III, {0: "senate"}, cities=(city(7, *SIX_SYMBOLS), city(7, *GUILDS[:3]))), Phase.OVER),
    (laid(Age.I, {0: "baths", 1: "tavern", 3: Back.AGE_I}), Phase.REVEAL),
    (laid(Age.II, {0: "walls"}, pending=[Phase.BOARD_TOKEN], board_tokens=["law"], **one(buildings=PAIR)), Phase.BOARD_TOKEN),
    (laid(Age.I, {0: "baths"}, pending=[Phase.LIBRARY_TOKEN], **LIBRARY), Phase.DRAW_TOKENS),
    (laid(Age.I, {0: "baths"}, pending=[Phase.LIBRARY_TOKEN], offer=TOKENS[:3], **LIBRARY), Phase.LIBRARY_TOKEN),
    (laid(Age.I, {0: "baths"}, pending=[Phase.REVIVE], discard_pile=["altar"], **MAUSOLEUM), Phase.REVIVE),
    (laid(Age.I, {0: "baths"}, pending=[Pending(Phase.DESTROY, Colour.GREY)], cities=(city(built={"circus-maximus": "theater"}), city(7, "press"))), Phase.DESTROY),
    (laid(Age.I, {0: "baths", 1: "tavern", 3: Back.AGE_I}, pending=[Phase.REVIVE], discard_pile=["altar"], **MAUSOLEUM), Phase.REVIVE),
    (laid(Age.I, {0: "baths", 1: "tavern", 3: Back.AGE_I}, pending=[Phase.REVIVE], discard_pile=["altar"], rules=ON_TAKE, **MAUSOLEUM), Phase.REVEAL),
    (full_ii(), Phase.TURN),
    (full_ii(phase=Phase.BEGIN), Phase.BEGIN),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "phase"), NATURAL)
def test_the_phase_is_derived_from_the_rest(fields: Mapping[str, object], phase: Phase) -> None:
    """An omitted phase is derived, and the resulting state can be rebuilt."""
    made = Position(**fields)  # type: ignore[arg-type]

    assert made.problems() == ()
    assert phase is made.state().phase
    assert made.state() == Position.of(made.state()).state()


def test_every_phase_can_be_derived() -> None:
    """The cases above cover every phase."""
    assert set(BASE_PHASES) == {phase for _, phase in NATURAL}


@pytest.mark.parametrize("timing", RevealTiming)
@pytest.mark.parametrize("first", Player)
@pytest.mark.parametrize("seed", range(4))
def test_every_state_of_a_game_can_be_rebuilt(
    timing: RevealTiming, first: Player, seed: int
) -> None:
    """In every phase, ``Position.of`` gives a valid position with the same state."""
    rng = Random(seed)
    deal = Deal.random(rng)
    now = State.start(rules=Rules(reveal_timing=timing), first_player=first)
    while True:
        made = Position.of(now)
        assert made.problems() == ()
        assert now == made.state()
        assert hash(now) == hash(made.state())
        if now.is_over:
            break
        if now.chance is not None:
            now = now.resolve(deal.outcome(now))
        else:
            moves = now.legal_moves
            now = now.apply(moves[int(rng.random() * len(moves))])
    assert now.result is not None


def test_names_ids_objects_and_backs_as_text_are_accepted() -> None:
    """Names, ids, objects and backs as text give the same state, by list or by slot."""
    slots: list[object] = [None] * 20
    slots[0], slots[1], slots[3] = "baths", "tavern", Back.AGE_I
    by_id = Position(age=Age.I, structure=slots, **one(buildings=["stone-pit"]))  # type: ignore[arg-type]
    by_name = Position(
        age=1,  # type: ignore[arg-type]
        structure={0: "Baths", 1: catalogue.buildings["tavern"], 3: "age-i"},
        **one(buildings=["Stone Pit"]),  # type: ignore[arg-type]
    )

    assert by_id.state() == by_name.state()


def test_the_id_of_a_building_may_be_the_name_of_a_back() -> None:
    """As text, it means the building; the back is still available as a member of the enum."""
    hall = Building(id="guild", name="Guild Hall", age=Age.III, colour=Colour.BLUE)
    cards = catalogue.extended("halls", buildings=[hall])
    row = ("guild", "senate", "circus", "gardens")
    structure = ("arsenal", "palace", Back.GUILD, "age-iii", "age-iii", *row, *[None] * 11)
    state = Position(age=Age.III, structure=structure, catalogue=cards).state()

    found = [slot.building or slot.back for slot in state.structure]
    assert found[2:6] == [Back.GUILD, Back.AGE_III, Back.AGE_III, hall]
    assert not list(form_breaches(state))


def test_a_position_can_be_changed_between_states() -> None:
    """Changing a position does not affect a state that it has given."""
    made = Position(age=Age.I, structure={0: "baths"})
    before = made.state()
    made.cities[0].coins = 3
    made.pawn = 2

    assert before.cities[0].coins == 7
    assert (made.state().cities[0].coins, made.state().pawn) == (3, 2)


def test_reachability_is_not_checked() -> None:
    """Reachability is not checked: cards of past ages that are nowhere count as removed."""
    sparse: Sequence[Position] = [
        Position(age=Age.III, structure={0: "senate", 1: GUILDS[0]}),
        Position(age=Age.II, structure={0: "walls"}, cities=(city(99), city(0))),
        Position(age=Age.I, structure={0: "baths"}, board_tokens=["law"]),
    ]

    assert [made.problems() for made in sparse] == [()] * 3
