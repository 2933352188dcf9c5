"""Positions built by hand: every problem is noted, and every state can be rebuilt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from typing_extensions import override

from tests.builders import BASE_PHASES, NO_FIRST_GAME, city, position
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
from wonders_duel.effects import Effect, Gain, Shields, Symbol
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_COINS
from wonders_duel.testing.invariants import form_breaches

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
PROBLEMS: list[tuple[Mapping[str, object], str]] = [
    # Single fields.
    ({"rules": "second-game"}, "not valid rules: 'second-game'"),
    ({"first_player": 3}, "first_player is 3; expected Player.ONE or Player.TWO"),
    ({"to_move": "three"}, "to_move is 'three'; expected"),
    ({"to_move": True}, "to_move is True; expected"),
    ({"first_player": 1.0}, "first_player is 1.0; expected"),
    ({"pawn": 10}, "the conflict pawn is at 10; expected -9 to 9"),
    ({"pawn": -10}, "the conflict pawn is at -10"),
    ({"pawn": "3"}, "the conflict pawn is at '3'"),
    ({"pawn": 1.0}, "the conflict pawn is at 1.0"),
    ({"military_tokens": ((2, 5),)}, "military_tokens has 1 side; expected 2"),
    ({"military_tokens": ((3,), ())}, "unknown military token of 3 coins; expected 2 or 5"),
    ({"military_tokens": ((), (5, 5))}, "duplicate military token of 5 coins for player two"),
    ({"age": 4}, "the age is 4; expected 1, 2, 3 or None"),
    ({"age": "IV"}, "the age is 'IV'"),
    ({"cities": (CityPosition(),)}, "cities"),
    (one(coins=-1), "player one has -1 coins; expected 0 to 999999999"),
    (one(coins=2.5), "player one has 2.5 coins"),
    (one(buildings=["bath-house"]), "in the city of player one: unknown building 'bath-house'"),
    (one(buildings=[5]), "in the city of player one: expected a building or its id, got 5"),
    (one(buildings="baths"), "in the city of player one: expected a list"),
    (one(buildings=["t"]), "'t' is ambiguous: it can mean"),
    (one(tokens=["justice"]), "unknown progress token 'justice'"),
    (one(unbuilt=["the-tower"]), "in the city of player one, unbuilt: unknown wonder 'the-tower'"),
    (one(built={"the-tower": "baths"}), "in the city of player one, built: unknown wonder 'the-tower'"),
    (one(built={"the-sphinx": "bath-house"}), "under a wonder of player one: unknown building"),
    (one(unbuilt=WONDERS[:5]), "player one has 5 wonders; expected at most 4"),
    ({"cities": (SEVEN[0], city(built=dict(zip(WONDERS[4:8], AGE_I[4:8], strict=True))))}, "8 wonders are constructed; expected at most 7"),
    ({"cities": (SEVEN[0], city(built=SEVEN_BUILT, unbuilt=["the-sphinx"]))}, "7 wonders are constructed, so the unbuilt one has left the game"),
    ({"discard_pile": ["bath-house"]}, "in the discard pile: unknown building 'bath-house'"),
    ({"discard_pile": "baths"}, "in the discard pile: expected a list"),
    ({"board_tokens": ["justice"]}, "on the board: unknown progress token 'justice'"),
    ({"board_tokens": TOKENS[:6]}, "6 progress tokens on the board; expected at most 5"),
    ({"offer": ["law"]}, "on offer: unknown wonder 'law'"),
    (laid(Age.I, {0: "baths"}, offer=["the-sphinx"]), "on offer: unknown progress token 'the-sphinx'"),
    # The structure.
    ({"structure": {0: "baths"}}, "a structure is given, but no age"),
    (laid(Age.I, {20: "baths"}), "unknown slot 20; expected 0 to 19"),
    (laid(Age.I, {-1: "baths"}), "unknown slot -1"),
    (laid(Age.I, {"0": "baths"}), "unknown slot '0'"),
    (laid(Age.I, ["baths"]), "the structure has 1 slot; expected 20"),
    (laid(Age.I, "baths"), "structure: expected a list"),
    (laid(Age.I, {0: "bath-house"}), "in slot 0: unknown building 'bath-house'"),
    (laid(Age.I, {0: 5}), "in slot 0: expected a building or its id, got 5"),
    (laid(Age.I, {0: "walls"}), "walls in slot 0 is a card of age II, not of age I"),
    (laid(Age.I, {2: Back.AGE_II}), "slot 2 shows the back age-ii in age I"),
    (laid(Age.I, {2: "guild"}), "slot 2 shows the back guild in age I"),
    (laid(Age.III, {2: Back.AGE_I}), "slot 2 shows the back age-i in age III"),
    (laid(Age.I, {2: "baths"}), "slot 0 is empty, but slot 2 still covers it"),
    (laid(Age.I, {0: "altar", 2: "tavern", 3: "theater", 5: "baths", 6: "quarry"}), "slot 2 is face up, but it is dealt face down and still covered"),
    (laid(Age.I, {0: Back.AGE_I}), "slot 0 shows its back, but it is dealt face up"),
    # Duplicates.
    (laid(Age.I, {0: "baths", 1: "baths"}), "duplicate baths: in slot 0 and in slot 1"),
    (one(buildings=["baths", "baths"]), "duplicate baths"),
    ({"discard_pile": ["baths"], **one(built={"the-sphinx": "baths"})}, "duplicate baths: under a wonder of player one and in the discard pile"),
    ({"cities": (city(tokens=["law"]), city(tokens=["law"])), "board_tokens": ["law"]}, "duplicate law"),
    ({"cities": (city(unbuilt=["the-sphinx"]), city(built={"the-sphinx": "baths"}))}, "duplicate the-sphinx"),
    (laid(Age.I, {0: "baths"}, offer=["law"], board_tokens=["law"]), "duplicate law: on the board and on offer"),
    # The counts of the age.
    (laid(Age.I, FULL_I, discard_pile=[next(card for card in AGE_I if catalogue.buildings[card] not in FULL_I.values())]), "1 card of age I is outside the structure, which has 0 empty slots"),
    (laid(Age.III, {0: GUILDS[0], 1: GUILDS[1]}, cities=(city(7, GUILDS[2], GUILDS[3]), city())), "4 guilds are in the game; expected 3"),
    (laid(Age.III, {0: AGE_III[0], 1: AGE_III[1]}, cities=(city(7, *[card.id for card in catalogue.buildings.values() if card.back is Back.AGE_III][2:]), city())), "0 guilds are in the game; expected 3"),
    # The phase.
    ({"phase": "night"}, "unknown phase 'night'; expected one of draft"),
    ({"pending": [Phase.DESTROY]}, "missing colour of a destruction"),
    ({"pending": [Phase.TURN]}, "unknown pending choice turn; expected one of board-token"),
    (laid(Age.I, {0: "baths"}, discard_pile=["altar"], board_tokens=["law"], pending=[Phase.REVIVE, Phase.BOARD_TOKEN]), "the pending choices are not in the order token"),
    (laid(Age.I, {0: "baths"}, phase=Phase.OVER), "the game is not over: nobody has won and cards are left"),
    (laid(Age.I, {0: "baths"}, pawn=9, pending=[Phase.BOARD_TOKEN]), "the game is over, but something is pending or on offer"),
    (laid(Age.I, {0: "baths"}, pawn=9, phase=Phase.TURN), "the phase is turn, but a supremacy has ended the game"),
    (laid(Age.III, {0: "senate"}, phase=Phase.TURN, cities=(city(7, *SIX_SYMBOLS), city(7, *GUILDS[:3]))), "the phase is turn, but a supremacy has ended the game"),
    (laid(Age.I, {0: "baths"}, phase=Phase.DEAL_WONDERS, board_tokens=TOKENS[:5]), "the phase deal-wonders comes before Age I, but the age is I"),
    ({"phase": Phase.TURN}, "the phase is turn, but there is no age"),
    (laid(Age.I, {0: "baths"}, phase=Phase.DEAL_AGE), "the next age cannot be dealt: cards are left, or it is the last"),
    (laid(Age.III, {}, phase=Phase.DEAL_AGE), "the next age cannot be dealt"),
    (laid(Age.I, {}, phase=Phase.TURN), "the phase is turn, but no card is left"),
    (laid(Age.II, {}, phase=Phase.BEGIN), "the phase is begin, but no card is left"),
    (laid(Age.I, FULL_I, phase=Phase.BEGIN), "the first player is chosen before any card of Age II or III is taken"),
    (laid(Age.II, {0: "walls"}, phase=Phase.BEGIN), "the first player is chosen before any card"),
    ({**DRAFTING, "offer": WONDERS[:3]}, "3 wonders on offer after 0 picks; expected 4"),
    ({**DRAFTING, "offer": []}, "0 wonders on offer after 0 picks; expected 4"),
    ({**DRAFTING, "offer": WONDERS[:5]}, "5 wonders on offer after 0 picks; expected 4"),
    ({**DRAFTING, "offer": WONDERS[:4], "to_move": Player.TWO}, "player one picks the next wonder, not player two"),
    ({**DRAFTING, "offer": WONDERS[:4], "first_player": Player.TWO}, "player two picks the next wonder, not player one"),
    ({"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], "to_move": Player.TWO}, "player one picks the next wonder, not player two"),
    ({"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], "cities": (CityPosition(unbuilt=WONDERS[:2]), CityPosition(unbuilt=WONDERS[2:4]))}, "player two picks the next wonder, not player one"),
    ({"first_player": Player.TWO}, "player two begins, not player one"),
    ({"phase": Phase.DEAL_AGE, "to_move": Player.TWO, "rules": "first-game"}, "player one begins, not player two"),
    ({**DRAFTING, "offer": WONDERS[4:8], "cities": (city(), city(unbuilt=WONDERS[:4])), "to_move": Player.TWO}, "player one has 0 wonders; expected 2 after 4 picks"),
    ({**DRAFTING, "offer": WONDERS[1:4], "to_move": Player.TWO, "cities": (city(), city(unbuilt=WONDERS[:1]))}, "player two has 1 wonder; expected 0 after 1 pick"),
    ({"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], **one(unbuilt=WONDERS[:4])}, "player two has 0 wonders; expected 2 after 4 picks"),
    ({**DRAFTING, "offer": WONDERS[1:4], **one(built={WONDERS[0]: "baths"})}, "wonders are constructed during the draft"),
    ({**DRAFTING, "offer": WONDERS[:4], "board_tokens": TOKENS[:4]}, "4 progress tokens on the board; expected 5 before Age I"),
    ({"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], "offer": WONDERS[:4]}, "something is on offer, but the phase is deal-wonders"),
    (laid(Age.I, {0: "baths"}, offer=TOKENS[:3], phase=Phase.TURN), "something is on offer, but the phase is turn"),
    ({"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], **one(unbuilt=WONDERS[:3])}, "the next wonders are dealt when 0 or 4 are picked, not 3"),
    ({"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], "rules": Rules(wonder_setup="first-game")}, "no wonders are drafted in a first game"),
    ({**DRAFTING, "offer": WONDERS[:4], "rules": Rules(wonder_setup="first-game")}, "no wonders are drafted in a first game"),
    (one(unbuilt=WONDERS[:4]), "wonders are picked, but the progress tokens are dealt before the draft"),
    ({"board_tokens": TOKENS[:5], **one(built={WONDERS[0]: "baths"})}, "wonders are constructed during the draft"),
    ({"phase": Phase.DEAL_TOKENS, "board_tokens": TOKENS[:5]}, "the progress tokens are already on the board"),
    ({"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:3]}, "3 progress tokens on the board; expected 5 before Age I"),
    (laid(Age.I, {0: "baths"}, phase=Phase.BOARD_TOKEN, board_tokens=["law"]), "the phase is board-token, but the first pending choice is not of this phase"),
    (laid(Age.I, {0: "baths"}, phase=Phase.REVIVE, pending=[Phase.BOARD_TOKEN], board_tokens=["law"], discard_pile=["altar"]), "the phase is revive, but the first pending choice is not of this phase"),
    (laid(Age.I, {0: "baths"}, phase=Phase.DESTROY), "the phase is destroy, but the first pending choice is not of this phase"),
    (laid(Age.I, {0: "baths"}, phase=Phase.TURN, pending=[Phase.BOARD_TOKEN], board_tokens=["law"]), "choices are pending, but the phase is turn"),
    (laid(Age.I, {0: "baths", 1: "tavern", 3: Back.AGE_I}, phase=Phase.REVEAL, pending=[Phase.BOARD_TOKEN], board_tokens=["law"]), "cards are revealed after the pending choices"),
    (laid(Age.I, {0: "baths"}, phase=Phase.REVEAL), "no uncovered card is face down, so none is revealed"),
    (laid(Age.I, {0: "baths", 1: "tavern", 3: Back.AGE_I}, phase=Phase.TURN), "an uncovered card is face down, but the phase is turn"),
    (laid(Age.I, {0: "baths", 1: "tavern", 3: Back.AGE_I}, rules=ON_TAKE, phase=Phase.BOARD_TOKEN, pending=[Phase.BOARD_TOKEN], board_tokens=["law"]), "an uncovered card is face down, but the phase is board-token"),
    (laid(Age.I, {0: "baths"}, pending=[Phase.BOARD_TOKEN]), "a token has to be taken from the board, but there is none"),
    (laid(Age.I, {0: "baths"}, pending=[Phase.REVIVE]), "a building has to be constructed from the discard pile, which is empty"),
    (laid(Age.I, {0: "baths"}, pending=[Pending(Phase.DESTROY, Colour.GREY)]), "a grey building has to be destroyed, but the opponent has none"),
    (laid(Age.I, {0: "baths"}, pending=[Phase.LIBRARY_TOKEN], offer=TOKENS[:2]), "2 tokens on offer; expected 3"),
    # Wrong types: neither lists, booleans nor whole numbers.
    ({"extra_turn": "no"}, "extra_turn is 'no'; expected True or False"),
    ({"extra_turn": 0}, "extra_turn is 0; expected True or False"),
    ({"age": True}, "the age is True; expected 1, 2, 3 or None"),
    ({"age": 1.0}, "the age is 1.0; expected"),
    ({"military_tokens": ((2.0,), ())}, "unknown military token of 2.0 coins"),
    (laid(Age.I, iter(["baths"] + [None] * 19)), "structure: expected a list, got <list_iterator"),
    (one(buildings=map(str, ["baths"])), "in the city of player one: expected a list, got <map"),
    ({"cities": iter([CityPosition(), CityPosition()])}, "cities: expected a pair of CityPosition, got <list_iterator"),
    # Before Age I.
    (one(tokens=["law"]), "player one has progress tokens, but Age I has not been dealt yet"),
    ({**DRAFTING, "offer": WONDERS[:4], "cities": (city(), city(tokens=[TOKENS[9]]))}, "player two has progress tokens, but Age I has not been dealt yet"),
    ({**DRAFTING, "offer": WONDERS[:8]}, "8 wonders on offer after 0 picks; expected 4"),
    ({**DRAFTING, "offer": WONDERS[1:8], "to_move": Player.TWO, **one(unbuilt=WONDERS[:1])}, "7 wonders on offer after 1 pick; expected 3"),
    ({**DRAFTING, "offer": WONDERS[3:8], "cities": (city(unbuilt=WONDERS[:1]), city(unbuilt=WONDERS[1:3]))}, "5 wonders on offer after 3 picks; expected 1"),
    ({**DRAFTING, "offer": WONDERS[8:], "cities": (city(unbuilt=WONDERS[:4]), city(unbuilt=WONDERS[4:8]))}, "the draft is over: 8 wonders are picked"),
    ({"phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5], "cities": (city(unbuilt=WONDERS[:3]), city(unbuilt=WONDERS[4:7]))}, "not 6; to start Age I with these, set the phase to deal-age"),
    ({"rules": "first-game", "catalogue": NO_FIRST_GAME}, "the catalogue 'drafts only' has no wonders for a first game"),
    # Cards of other ages.
    (laid(Age.I, {0: "baths"}, **one(buildings=AGE_II[:4])), "4 cards of age II are in the cities and the discard pile before it is dealt; with more than 3 it cannot be dealt any more (R8)"),
    (laid(Age.II, {0: "walls"}, **one(buildings=AGE_III[:7])), "7 cards of age III are in the cities and the discard pile before it is dealt; with more than 3 it cannot be dealt any more (R8)"),
    (laid(Age.I, {0: "baths"}, **one(built={"the-sphinx": GUILDS[0]})), "1 guild is in the cities and the discard pile, but guilds enter the game in Age III"),
    (laid(Age.II, {0: "walls"}, discard_pile=GUILDS[:4]), "4 guilds are in the cities and the discard pile"),
    (one(buildings=["altar"]), "1 card of age I is in the cities and the discard pile, but the age has not been dealt yet"),
    (full_ii(**one(buildings=AGE_II[-4:])), "which has 0 empty slots; at most 3 can have been there before the age was dealt"),
    (laid(Age.II, {0: "walls"}, **one(buildings=AGE_I[:21])), "21 cards of age I are in play; expected at most 20 (R8)"),
    # Who chooses the first player.
    (full_ii(phase=Phase.BEGIN, pawn=1), "player two chooses who begins, not player one: the conflict pawn is at +1 (R76)"),
    (full_ii(phase=Phase.BEGIN, pawn=-2, to_move=Player.TWO), "player one chooses who begins, not player two: the conflict pawn is at -2"),
    (full_ii(phase=Phase.BEGIN, rules=LAST_BEGINS), "nobody chooses who begins: the conflict pawn is in the middle"),
    # An unfinished action.
    (laid(Age.I, {0: "baths"}, pending=[Pending(Phase.DESTROY, Colour.BLUE)], cities=(city(), city(7, "theater"))), "the destruction of a blue building is pending, but no card causes that"),
    # The end.
    (laid(Age.III, {0: "senate"}, cities=(city(7, *SIX_SYMBOLS), city(7, *OTHER_SIX))), "both players have 6 symbols, but the first to have them wins"),
    (laid(Age.III, {0: "senate"}, pawn=-9, **one(buildings=SIX_SYMBOLS)), "player one has 6 symbols and the conflict pawn is in a capital, but the game ends with the first supremacy"),
    (laid(Age.III, {0: "senate"}, pawn=9, **one(buildings=SIX_SYMBOLS)), "player one has 6 symbols and the conflict pawn is in a capital"),
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
def test_an_extra_turn_does_not_outlast_its_turn(fields: Mapping[str, object]) -> None:
    """An extra turn needs an unfinished action (R54, R55) in every form of a position.

    Kept until the next age is dealt, it would be one turn too many there; in a finished game it
    would be a meaningless difference.
    """
    fields = {"cities": (city(), city()), **fields}
    state = Position(**fields).state()  # type: ignore[arg-type]
    problem = f"but the phase is {state.phase}"

    assert any(problem in one for one in Position(**fields, extra_turn=True).problems())  # type: ignore[arg-type]
    with pytest.raises(PositionError, match=problem) as by_text:
        State.from_text(state.to_text().replace(" pawn=", " again=yes pawn="))
    assert by_text.value.faults[0].place.endswith("'again=yes'")
    document = state.to_json().replace('"extra_turn": false', '"extra_turn": true')
    with pytest.raises(FormatError, match=problem) as by_document:
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
    ("gone", "choice", "rest", "what"),
    [
        ("the-mausoleum", Phase.REVIVE, {"discard_pile": ["altar"]}, "a building from the discard pile"),
        ("the-great-library", Phase.LIBRARY_TOKEN, {}, "a token from the box"),
    ],
)  # fmt: skip
def test_a_choice_that_no_card_grants_is_refused(
    gone: str, choice: Phase, rest: Mapping[str, object], what: str
) -> None:
    """A pending choice is refused if the catalogue has no card that grants it."""
    cards = catalogue.edited("without it", remove=[gone])
    made = Position(age=Age.I, structure={0: "baths"}, pending=[choice], catalogue=cards, **rest)  # type: ignore[arg-type]

    assert f"{what} is pending, but no card causes that" in made.problems()


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
    for number in range(5):
        rng = Random(number)
        game = Game.from_state(state, rng=rng)
        while not game.is_over:
            assert State.from_text(game.state.to_text()) == game.state
            assert State.from_json(game.state.to_json()) == game.state
            moves = game.legal_moves
            game.play(moves[int(rng.random() * len(moves))])
        assert Position.of(game.state).state() == game.state


def test_problems_does_not_consume_the_fields() -> None:
    """``problems()`` consumes nothing that ``state()`` needs; one-shot iterators are refused."""
    lists = ("structure", "discard_pile", "board_tokens", "offer", "pending")
    for name in lists:
        made = Position(age=Age.I, structure={0: "baths"})
        setattr(made, name, iter([]))
        first = made.problems()

        assert any("expected a list, got <list_iterator" in problem for problem in first), name
        assert made.problems() == first
        with pytest.raises(PositionError):
            made.state()


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        (
            {**DRAFTING, "offer": WONDERS[:3], "cities": 5},
            "cities: expected a pair of CityPosition, got 5",
        ),
        (
            {**DRAFTING, "offer": WONDERS[:3], **one(built=["the-sphinx"])},
            "in the city of player one, built: expected a mapping of wonders to cards",
        ),
    ],
)
def test_consequences_of_an_invalid_city_are_not_reported(
    fields: Mapping[str, object], problem: str
) -> None:
    """With an invalid city the number of picks is unknown, so the offer is not checked."""
    assert Position(**fields).problems() == (problem,)  # type: ignore[arg-type]


def test_coins_never_exceed_the_formats() -> None:
    """The largest amount of coins in a position is the largest in play."""
    made = Position(
        age=Age.I,
        structure={0: "baths", 1: "tavern"},
        cities=(city(MOST_COINS - 1), city(MOST_COINS + 1)),
    )
    assert made.problems() == ("player two has 1000000000 coins; expected 0 to 999999999",)
    made.cities[1].coins = MOST_COINS
    state = made.state()

    after = state.apply(parse_move("discard baths"))
    last = after.apply(parse_move("discard tavern"))

    assert [city.coins for city in last.cities] == [MOST_COINS, MOST_COINS]
    for one in (state, after, last):
        assert list(form_breaches(one)) == []
    with pytest.raises(PositionError, match="expected 0 to 999999999"):
        State.from_text(state.to_text().replace("999999999", "1000000000"))
    with pytest.raises(FormatError, match="expected 0 to 999999999"):
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
def test_custom_cards_may_win_in_both_ways_at_once(card: Building) -> None:
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
    assert any("the game ends with the first supremacy" in problem for problem in other.problems())


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


@pytest.mark.parametrize(("fields", "expected"), PROBLEMS)
def test_each_problem_is_noted(fields: Mapping[str, object], expected: str) -> None:
    """Each problem is a sentence, and the error lists the same ones."""
    made = Position(**fields)  # type: ignore[arg-type]
    problems = made.problems()

    assert any(expected in problem for problem in problems), problems
    with pytest.raises(PositionError) as caught:
        made.state()
    assert problems == caught.value.problems
    assert all(problem in str(caught.value) for problem in problems)


def test_consequences_of_invalid_choices_are_not_noted() -> None:
    """If ``pending`` is not a list, nothing else is reported about it."""
    made = Position(**laid(Age.I, {0: "baths"}, phase=Phase.REVIVE, pending=5))  # type: ignore[arg-type]

    assert made.problems() == ("pending: expected a list, got 5",)


def test_position_of_takes_a_state_only() -> None:
    """``Position.of`` takes a state, not a position or its text."""
    for thing in (Position(), FULL.to_text()):
        with pytest.raises(WrongTypeError, match=r"^expected a State, got "):
            Position.of(thing)  # type: ignore[arg-type]


def test_the_catalogue_has_to_be_a_catalogue() -> None:
    """A catalogue of the wrong type is refused at once."""
    for ask in (Position.problems, Position.state):
        with pytest.raises(WrongTypeError, match=r"^expected a Catalogue, got 'base'$"):
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
def test_each_age_has_its_own_size_of_structure(age: Age, size: int) -> None:
    """A custom structure has its own size, which may differ between the ages."""
    cards = Catalogue(
        "small",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        [StructureLayout((columns,)) for columns in ((1, 3), (1, 3, 5), (1, 3, 5, 7))],
    )
    made = Position(age=age, structure=[None], catalogue=cards)
    assert made.problems() == (f"the structure has 1 slot; expected {size}",)

    made.structure = {size: "baths"}
    assert f"unknown slot {size}; expected 0 to {size - 1}" in made.problems()


def test_too_many_backs_are_noted() -> None:
    """A position cannot show a back in more slots than there are unseen cards with it."""
    structure = {slot: card for slot, card in FULL_I.items() if slot < 14}
    seen = [card for card in AGE_I if catalogue.buildings[card] not in structure.values()]
    made = position(Age.I, ["baths", "tavern"])
    made.structure = structure  # type: ignore[assignment]
    made.cities = (city(7, *seen[:10]), city())

    assert any(
        "show the back age-i, but 7 such cards are unseen" in problem for problem in made.problems()
    )
    assert len(seen) == 17


def test_several_problems_are_all_reported() -> None:
    """One error reports single fields, the structure and duplicates."""
    made = Position(
        age=Age.I,
        structure={0: "baths", 1: "walls", 25: "altar"},
        pawn=12,
        cities=(city(-1, "baths", "nonsense"), city(tokens=["law"])),
        board_tokens=["law", "justice"],
        to_move="three",
    )
    text = " | ".join(made.problems())

    for part in (
        "pawn is at 12",
        "to_move is 'three'",
        "player one has -1 coins",
        "unknown building 'nonsense'",
        "walls in slot 1 is a card of age II",
        "unknown slot 25",
        "unknown progress token 'justice'",
        "duplicate baths",
        "duplicate law",
    ):
        assert part in text
    assert len(made.problems()) == 9


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"pawn": 12, "phase": "night"}, "unknown phase 'night'"),
        ({"pawn": 12, "pending": [Phase.DESTROY]}, "missing colour of a destruction"),
        ({"pawn": 12, "phase": Phase.DEAL_TOKENS, "board_tokens": TOKENS[:5]}, "the progress tokens are already on the board"),
        (laid(Age.I, {0: "baths"}, pawn=12, pending=[Phase.REVIVE]), "the discard pile, which is empty"),
        (laid(Age.III, {0: GUILDS[0], 1: GUILDS[1]}, pawn=12, cities=(city(7, GUILDS[2], GUILDS[3]), city())), "4 guilds are in the game"),
    ],
)  # fmt: skip
def test_an_early_problem_does_not_hide_later_ones(
    fields: Mapping[str, object], expected: str
) -> None:
    """A pawn off the track does not hide problems with the phase or the guilds."""
    problems = Position(**fields).problems()  # type: ignore[arg-type]

    assert any("pawn is at 12" in problem for problem in problems)
    assert any(expected in problem for problem in problems), problems


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
