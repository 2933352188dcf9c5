"""Golden checks of extreme positions: every problem with its place, to be reviewed as a diff.

``python -m tools.position_checks`` rewrites ``tests/golden/position-checks.txt``. The positions
come in pairs around a limit: for the valid one the file has its text, for the other one every
problem with the path of its field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs
from typing_extensions import override

from tests.builders import NO_FIRST_GAME, city
from wonders_duel import (
    Age,
    Back,
    Building,
    Card,
    Catalogue,
    CityPosition,
    Colour,
    Pending,
    Phase,
    Player,
    Position,
    ProgressToken,
    Rules,
    ScienceSymbol,
    State,
    StructureLayout,
    Wonder,
    catalogue,
)
from wonders_duel.effects import (
    Cards,
    CoinsPer,
    Effect,
    Gain,
    GuildMajority,
    Shields,
    Symbol,
    Whenever,
    YouConstruct,
)
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.positions.reading import read_position

FILE = Path(__file__).parents[1] / "tests" / "golden" / "position-checks.txt"

WONDERS = list(catalogue.wonders)
TOKENS = list(catalogue.tokens)
CARDS = {back: [card.id for card in catalogue.building_list if card.back is back] for back in Back}
AGE_I, AGE_II, AGE_III, GUILDS = (
    CARDS[back] for back in (Back.AGE_I, Back.AGE_II, Back.AGE_III, Back.GUILD)
)
SYMBOLS = ["workshop", "apothecary", "scriptorium", "pharmacist", "academy", "university"]
OTHER_SYMBOLS = ["laboratory", "school", "library", "dispensary", "study", "observatory"]
ON_TAKE = Rules(reveal_timing="on-take")
FIRST_GAME = Rules(wonder_setup="first-game")
SMALL = Catalogue(
    "small ages",
    catalogue.building_list,
    catalogue.wonder_list,
    catalogue.token_list,
    (
        StructureLayout(((5,), (4, 6), (3, 5, 7))),
        StructureLayout(((5,), (4, 6), (3, 5, 7), (2, 4, 6, 8), (1, 3, 5, 7, 9))),
        StructureLayout(((2, 5, 8, 11, 14),)),
    ),
)
"""Ages of 6, 15 and 5 cards; nearly all cards are left over."""
MORE_WONDERS = [f"wonder-{number}" for number in range(8)]
MANY_WONDERS = catalogue.extended(
    "many wonders", wonders=[Wonder(id=one, name=one) for one in MORE_WONDERS]
)
NO_CHOICES = catalogue.edited(
    "no choices",
    remove=["the-great-library", "the-mausoleum", "the-statue-of-zeus", "circus-maximus"],
)

Fields = dict[str, object]


@attrs.frozen
class Anything(Effect):
    """An effect whose gains are unknown to the checks."""

    def gain(self, state: State, player: Player) -> Gain:
        """Return an empty gain."""
        assert state.turn_of is player
        return Gain()

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        """Return the description."""
        return "Who knows?"


def symbol(colour: Colour, *effects: Effect) -> Building:
    """Return a card with a symbol and other effects."""
    effects = (Symbol(ScienceSymbol.GLOBE), *effects)
    return Building(id="own", name="Own", age=Age.III, colour=colour, effects=effects)


def winning(*cards: Card, remove: Sequence[str] = (), seat: Player = Player.ONE) -> Fields:
    """Return a player with six symbols and the pawn in the capital, in a modified game."""
    cities = (city(7, *SYMBOLS), city())
    return {
        "age": Age.III,
        "structure": {0: "senate"},
        "cities": cities if seat is Player.ONE else cities[::-1],
        "pawn": 9 if seat is Player.ONE else -9,
        "catalogue": catalogue.edited("own", add=cards, remove=remove),
    }


def of(*cities: CityPosition, **rest: object) -> Fields:
    """Return the cities, empty by default, with other fields."""
    return {"cities": (*cities, city(), city())[:2], **rest}


def built(first: int, last: int) -> dict[str, str]:
    """Return some wonders, each with a card of Age I under it."""
    return dict(zip(WONDERS[first:last], AGE_I[first:last], strict=True))


def full(
    age: Age, cards: Catalogue = catalogue, *, guilds: Sequence[int] = (), **rest: object
) -> Fields:
    """Return an age with all its cards and its guild slots, some of them face down."""
    back = list(Back)[age - 1]
    left = {one: iter(CARDS[one]) for one in Back}
    up = cards.structures[age - 1].face_up
    backs = [Back.GUILD if slot in guilds else back for slot in range(len(up))]
    slots = [next(left[one]) if shown else one for one, shown in zip(backs, up, strict=True)]
    return {"age": age, "structure": slots, "catalogue": cards, **rest}


def begun(structure: object, **rest: object) -> Fields:
    """Return Age I with a structure."""
    return {"age": Age.I, "structure": structure, **rest}


def drafting(*cities: CityPosition, offer: Sequence[str] = (), **rest: object) -> Fields:
    """Return a draft that lacks only its wonders."""
    return of(*cities, offer=offer, phase=Phase.DRAFT, board_tokens=TOKENS[:5], **rest)


def destroying(colour: Colour, *cities: CityPosition, **rest: object) -> Fields:
    """Return a pending destruction."""
    return begun({0: "baths"}, **of(*cities, pending=[Pending(Phase.DESTROY, colour)], **rest))


BATHS = {0: "baths"}
HIDDEN = {0: "baths", 1: "tavern", 3: Back.AGE_I}
"""An uncovered card of Age I that is still face down."""

CASES: Mapping[str, Fields] = {
    # Limits of the cities and the board.
    "five tokens on the board": {"board_tokens": TOKENS[:5]},
    "six tokens on the board": {"board_tokens": TOKENS[:6]},
    "four wonders each": begun(BATHS, **of(city(unbuilt=WONDERS[2:4], built=built(0, 2)), city(unbuilt=WONDERS[4:8]))),
    "wonders in any order": begun(BATHS, **of(city(unbuilt=[WONDERS[3], WONDERS[2]], built=dict(reversed(built(0, 2).items()))))),
    "five wonders, none of them built": begun(BATHS, **of(city(), city(unbuilt=WONDERS[:5]))),
    "five wonders, all of them built": begun(BATHS, **of(city(built=built(0, 5)))),
    "five wonders, two of them built": begun(BATHS, **of(city(unbuilt=WONDERS[:3], built=built(3, 5)))),
    "five wonders, one of them built": begun(BATHS, **of(city(unbuilt=WONDERS[:4], built=built(4, 5)))),
    "six built, one unbuilt": begun(BATHS, **of(city(built=built(0, 4)), city(built=built(4, 6), unbuilt=WONDERS[6:7]))),
    "seven built": begun(BATHS, **of(city(built=built(0, 4)), city(built=built(4, 7)))),
    "seven built, player one has another": begun(BATHS, **of(city(built=built(0, 3), unbuilt=WONDERS[7:8]), city(built=built(3, 7)))),
    "seven built, player two has another": begun(BATHS, **of(city(built=built(0, 4)), city(built=built(4, 7), unbuilt=WONDERS[7:8]))),
    "eight built": begun(BATHS, **of(city(built=built(0, 4)), city(built=built(4, 8)))),
    # The structure.
    "all cards of Age I": full(Age.I),
    "all cards of Age II": full(Age.II),
    "all cards of Age III": full(Age.III, guilds=(15, 16, 17)),
    "a card lies on an empty slot": begun({0: "altar", 2: "baths"}),
    "two cards lie on an empty slot": begun({3: "baths", 2: "tavern"}),
    "two cards face up lie on an empty slot": begun({5: "altar", 6: "theater"}),
    "a covered card face down": begun({0: "altar", 2: Back.AGE_I, 5: "baths"}),
    "a covered card shows its face": begun({0: "altar", 2: "tavern", 5: "baths"}),
    "a card face up shows its back": begun({0: Back.AGE_I}),
    "cards of other ages": begun({0: "walls", 1: "arsenal"}),
    "a guild in Age II": {"age": Age.II, "structure": {0: GUILDS[0], 1: "walls"}},
    "cards of other ages in Age III": {"age": Age.III, "structure": {0: "walls", 1: "baths"}},
    "backs of other ages": begun(HIDDEN | {3: Back.AGE_II, 2: Back.GUILD}),
    "backs of other ages in Age II": {"age": Age.II, "structure": {6: Back.AGE_III, 8: Back.GUILD}},
    "backs of other ages in Age III": {"age": Age.III, "structure": {2: Back.AGE_I, 4: Back.AGE_II}},
    "backs and guilds in Age III": {"age": Age.III, "structure": {0: GUILDS[0], 2: Back.AGE_III, 4: Back.GUILD}},
    "no structure before the first age": {"structure": {}},
    # Duplicates.
    "twice in each list of a city": begun(BATHS, **of(city(7, "altar", "altar", tokens=["law", "law"], unbuilt=WONDERS[:1] * 2))),
    "twice in the other city": begun(BATHS, **of(city(), city(7, "altar", "altar", tokens=["law", "law"], unbuilt=WONDERS[:1] * 2))),
    "twice under wonders": begun(BATHS, **of(city(built=dict.fromkeys(WONDERS[:2], "altar")))),
    "twice under wonders of the other": begun(BATHS, **of(city(), city(built=dict.fromkeys(WONDERS[:2], "altar")))),
    "built and unbuilt": begun(BATHS, **of(city(unbuilt=WONDERS[:1]), city(built=built(0, 1)))),
    "built twice": begun(BATHS, **of(city(built={WONDERS[0]: "altar"}), city(built={WONDERS[0]: "theater"}))),
    "in every place": begun({0: "baths", 1: "tavern"}, **of(city(7, "baths", built=dict.fromkeys(WONDERS[:1], "baths")), city(7, "baths", built=dict.fromkeys(WONDERS[1:2], "baths")), discard_pile=["altar", "baths"])),
    "in eleven places": begun(BATHS, discard_pile=["altar"] * 11),
    "twice where cards are face down": begun(HIDDEN, discard_pile=["altar", "altar"]),
    "twice where no slot is empty": full(Age.III, SMALL) | {"structure": [AGE_III[0], AGE_III[0], *GUILDS[:3]]},
    "a late wonder on offer and in a city": drafting(city(unbuilt=WONDERS[9:10]), offer=WONDERS[9:12], to_move=Player.TWO),
    "in five places": begun(BATHS, **of(city(7, "baths", built=dict.fromkeys(WONDERS[:1], "baths")), city(7, "baths", built=dict.fromkeys(WONDERS[1:2], "baths")))),
    "a token in every place": begun(BATHS, **of(city(tokens=["law"]), city(tokens=["law"]), board_tokens=["economy", "law"], offer=["law"])),
    "a token twice on offer": begun(BATHS, offer=["economy", "law", "law"]),
    "a token twice on the board": begun(BATHS, board_tokens=["law", "law"]),
    "a card twice in the pile": begun(BATHS, discard_pile=["altar", "altar"]),
    "a wonder twice on offer": drafting(offer=[WONDERS[0], *WONDERS[:3]]),
    "a wonder on offer and in a city": drafting(city(unbuilt=WONDERS[:1]), offer=WONDERS[:3], to_move=Player.TWO),
    "a wonder on offer and built": drafting(city(built=built(0, 1)), offer=WONDERS[:4]),
    "a wonder in both cities": begun(BATHS, **of(city(unbuilt=WONDERS[:2]), city(unbuilt=WONDERS[1:3]))),
    # Cards of later ages.
    "a card of each age before the first": of(city(7, "altar"), city(7, "walls", "arsenal")),
    "two cards of Age I before it": of(city(7, "altar"), city(built={WONDERS[0]: "baths"})),
    "three cards of Ages II and III in Age I": begun(BATHS, **of(city(7, *AGE_II[:3]), city(7, *AGE_III[:3]))),
    "four cards of Ages II and III in Age I": begun(BATHS, **of(city(7, *AGE_II[:4]), city(7, *AGE_III[:4]))),
    "four cards of Age II here and there": begun(BATHS, **of(city(7, AGE_II[0], built={WONDERS[0]: AGE_II[1]}), city(7, AGE_II[2], built={WONDERS[1]: AGE_II[3]}))),
    "four cards of Age II in the pile": begun(BATHS, discard_pile=AGE_II[:4]),
    "four cards of Age III in Age II": full(Age.II, discard_pile=AGE_III[:4]),
    "a guild in Age I": begun(BATHS, discard_pile=GUILDS[:1]),
    "two guilds before Age I": of(city(), city(7, *GUILDS[:2])),
    "a guild in the city in Age II": {"age": Age.II, "structure": {0: "walls"}, "discard_pile": GUILDS[:1]},
    "21 cards of Age I before it": of(city(7, *AGE_I[:21])),
    "the last card of Age I in the pile and a city": of(city(7, AGE_I[-1]), discard_pile=AGE_I[-1:]),
    "the last card of Age I in both cities": of(city(7, AGE_I[-1]), city(7, AGE_I[-1])),
    "the last card of Age I under wonders": begun(BATHS, **of(city(built={WONDERS[0]: AGE_II[-1]}), city(7, *AGE_II[:3], built={WONDERS[1]: AGE_II[-1]}))),
    # Cards of Age I in later ages.
    "20 cards of Age I in Age II": {"age": Age.II, "structure": {0: "walls"}, "discard_pile": AGE_I[:20]},
    "21 cards of Age I in Age II": {"age": Age.II, "structure": {0: "walls"}, "discard_pile": AGE_I[:21]},
    "21 cards of Age I in Age III": {"age": Age.III, "structure": {0: "senate"}, "discard_pile": AGE_I[:21]},
    "23 cards of Age II in Age III": {"age": Age.III, "structure": {0: "senate"}, "discard_pile": AGE_II},
    # Cards of the present age.
    "a card of Age I beside all its cards": full(Age.I, discard_pile=AGE_I[-1:]),
    "cards of Age I beside all its cards": full(Age.I, discard_pile=AGE_I[-2:]),
    "19 cards of Age I and the last": begun({0: AGE_I[19]}, discard_pile=AGE_I[:19]),
    "20 cards of Age I and one more": begun({0: AGE_I[20]}, discard_pile=AGE_I[:20]),
    "20 cards of Age I and no more": begun({}, discard_pile=AGE_I[:20]),
    "21 cards of Age I and no more": begun({}, discard_pile=AGE_I[:21]),
    "23 cards of Age II and no more": {"age": Age.II, "discard_pile": AGE_II},
    "three cards of Age II beside all its cards": full(Age.II, discard_pile=AGE_II[-3:]),
    "four cards of Age II beside all its cards": full(Age.II, discard_pile=AGE_II[-4:]),
    "all cards and guilds of Age III": {"age": Age.III, "discard_pile": [*AGE_III, *GUILDS[:3]]},
    "all cards of Age III, two guilds": {"age": Age.III, "discard_pile": [*AGE_III, *GUILDS[:2]]},
    "all cards of Age III, one guild": {"age": Age.III, "discard_pile": [*AGE_III, *GUILDS[:1]]},
    "all cards of Age III, no guild": {"age": Age.III, "discard_pile": AGE_III},
    "17 cards of Age III, no guild": {"age": Age.III, "discard_pile": AGE_III[:17]},
    "18 cards of Age III, no guild": {"age": Age.III, "discard_pile": AGE_III[:18]},
    "16 cards of Age III, two guilds": {"age": Age.III, "discard_pile": [*AGE_III[:16], *GUILDS[:2]]},
    "17 cards of Age III, two guilds": {"age": Age.III, "discard_pile": [*AGE_III[:17], *GUILDS[:2]]},
    "19 cards of Age III, two guilds": {"age": Age.III, "discard_pile": [*AGE_III[:19], *GUILDS[:2]]},
    "four guilds show their faces": {"age": Age.III, "structure": dict(enumerate(GUILDS[-2:])), "discard_pile": GUILDS[:2]},
    "all cards of Age III, four guilds": {"age": Age.III, "discard_pile": [*AGE_III, *GUILDS[:4]]},
    "three guilds in Age III": {"age": Age.III, "structure": {0: GUILDS[0], 1: GUILDS[1]}, "discard_pile": GUILDS[2:3]},
    "four guilds in Age III": {"age": Age.III, "structure": {0: GUILDS[0], 1: Back.GUILD, 2: Back.GUILD}, "discard_pile": GUILDS[2:3]},
    "more backs of guilds than guilds": {"age": Age.III, "structure": {2: Back.GUILD}, "discard_pile": GUILDS},
    "two backs more than guilds": {"age": Age.III, "structure": {2: Back.GUILD, 3: Back.GUILD}, "discard_pile": GUILDS[:6]},
    "all backs and no card": {"age": Age.III, "structure": {2: Back.AGE_III}, "discard_pile": AGE_III},
    # Pending choices and the extra turn.
    "choices in their order": begun(BATHS, **of(city(built={"the-great-library": "theater", "the-mausoleum": "press"}), board_tokens=["law"], discard_pile=["altar"], pending=[Phase.BOARD_TOKEN, Phase.LIBRARY_TOKEN, Phase.REVIVE])),
    "choices in another order": begun(BATHS, board_tokens=["law"], discard_pile=["altar"], pending=[Phase.REVIVE, Phase.BOARD_TOKEN]),
    "the destruction of no grey building": destroying(Colour.GREY),
    "the destruction of one's own": destroying(Colour.GREY, city(7, "press")),
    "the destruction of no brown building": destroying(Colour.BROWN, city(), city(7, "press")),
    "the destruction of player one's": destroying(Colour.BROWN, city(7, "quarry"), to_move=Player.TWO),
    "the destruction of player two's own": destroying(Colour.BROWN, city(), city(7, "quarry"), to_move=Player.TWO),
    "the destruction of no red building": destroying(Colour.RED),
    "the destruction of no purple building": destroying(Colour.PURPLE),
    "choices that no card brings": begun(BATHS, **of(city(), city(7, "theater", "altar"), pending=[Pending(Phase.DESTROY, Colour.BLUE), Pending(Phase.DESTROY, Colour.BLUE), Pending(Phase.DESTROY, Colour.RED)])),
    "an extra turn in a turn": begun(BATHS, to_move=Player.TWO, extra_turn=True),
    "no token on the board": begun(BATHS, pending=[Phase.BOARD_TOKEN]),
    "no card in the pile": begun(BATHS, pending=[Phase.REVIVE]),
    "no token in the box": begun(BATHS, **of(city(tokens=TOKENS[:5]), city(tokens=TOKENS[5:]), pending=[Phase.LIBRARY_TOKEN])),
    "one token in the box": begun(BATHS, **of(city(tokens=TOKENS[:5]), city(tokens=TOKENS[5:9]), offer=TOKENS[9:], pending=[Phase.LIBRARY_TOKEN])),
    "one token in the box, none on offer": begun(BATHS, **of(city(tokens=TOKENS[:5]), city(tokens=TOKENS[5:9]), pending=[Phase.LIBRARY_TOKEN], phase=Phase.LIBRARY_TOKEN)),
    "one token on offer": begun(BATHS, offer=TOKENS[:1], pending=[Phase.LIBRARY_TOKEN]),
    "two tokens in the box": begun(BATHS, **of(city(tokens=TOKENS[:5]), city(tokens=TOKENS[5:8]), offer=TOKENS[8:], pending=[Phase.LIBRARY_TOKEN])),
    "three tokens on offer": begun(BATHS, offer=TOKENS[:3], pending=[Phase.LIBRARY_TOKEN]),
    "four tokens on offer": begun(BATHS, offer=TOKENS[:4], pending=[Phase.LIBRARY_TOKEN]),
    "a token on offer in a turn": begun(BATHS, offer=TOKENS[:1]),
    "a choice in a turn": begun(BATHS, discard_pile=["altar"], pending=[Phase.REVIVE], phase=Phase.TURN),
    "a choice where who begins is chosen": full(Age.II, discard_pile=["altar"], pending=[Phase.REVIVE], phase=Phase.BEGIN),
    "a choice before an age": begun({}, discard_pile=["altar"], pending=[Phase.REVIVE], phase=Phase.DEAL_AGE),
    "a choice that is not pending": begun(BATHS, discard_pile=["altar"], phase=Phase.REVIVE),
    "a token, but a building comes first": begun(BATHS, board_tokens=["law"], discard_pile=["altar"], pending=[Phase.REVIVE], phase=Phase.BOARD_TOKEN),
    "a choice that comes second": begun(BATHS, board_tokens=["law"], discard_pile=["altar"], pending=[Phase.BOARD_TOKEN, Phase.REVIVE], phase=Phase.REVIVE),
    "a destruction that comes second": begun(BATHS, **of(city(), city(7, "press"), pending=[Phase.REVIVE, Pending(Phase.DESTROY, Colour.GREY)], discard_pile=["altar"], phase=Phase.DESTROY)),
    "a draw that is not pending": begun(BATHS, phase=Phase.DRAW_TOKENS),
    # Face-down cards.
    "a card is turned up": begun(HIDDEN),
    "a card is turned up after a choice": begun(HIDDEN, discard_pile=["altar"], pending=[Phase.REVIVE]),
    "a card is turned up before a choice": begun(HIDDEN, discard_pile=["altar"], pending=[Phase.REVIVE], phase=Phase.REVEAL),
    "a card is turned up as it can be": begun(HIDDEN, discard_pile=["altar"], pending=[Phase.REVIVE], rules=ON_TAKE),
    "a card is turned up too late": begun(HIDDEN, discard_pile=["altar"], pending=[Phase.REVIVE], rules=ON_TAKE, phase=Phase.REVIVE),
    "a card is face down in a turn": begun(HIDDEN, phase=Phase.TURN),
    "a card is face down in a turn, as it cannot be": begun(HIDDEN, phase=Phase.TURN, rules=ON_TAKE),
    "no card is turned up": begun(BATHS, phase=Phase.REVEAL),
    "no card is turned up in a choice": begun(BATHS, discard_pile=["altar"], pending=[Phase.REVIVE], rules=ON_TAKE, phase=Phase.REVEAL),
    # Custom cards and ages.
    "a draw that no card brings": begun(BATHS, pending=[Phase.LIBRARY_TOKEN], catalogue=NO_CHOICES),
    "a revival that no card brings": begun(BATHS, discard_pile=["altar"], pending=[Phase.REVIVE], catalogue=NO_CHOICES),
    "a brown destruction that no card brings": destroying(Colour.BROWN, city(), city(7, "quarry"), catalogue=NO_CHOICES),
    "a grey destruction that no card brings": destroying(Colour.GREY, city(), city(7, "press"), catalogue=NO_CHOICES),
    "a token for a pair, though no card brings a choice": begun(BATHS, board_tokens=["law"], pending=[Phase.BOARD_TOKEN], catalogue=NO_CHOICES),
    "both victories by shields and a symbol": winning(symbol(Colour.GREEN, Shields(1))),
    "both victories of player two": winning(symbol(Colour.GREEN, Shields(1)), seat=Player.TWO),
    "both victories, one of each player": winning(symbol(Colour.GREEN, Shields(1))) | {"pawn": -9},
    "both victories, one of each player, the other way": winning(symbol(Colour.GREEN, Shields(1)), seat=Player.TWO) | {"pawn": 9},
    "both victories by whatever it is": winning(symbol(Colour.GREEN, Anything())),
    "both victories by whatever it is beside coins": winning(symbol(Colour.GREEN, CoinsPer(1, Cards(Colour.RED)), Anything())),
    "no two victories by coins": winning(symbol(Colour.GREEN, CoinsPer(1, Cards(Colour.RED)))),
    "no two victories by a guild": winning(symbol(Colour.GREEN, GuildMajority(Cards(Colour.RED), coins=1))),
    "both victories by Strategy": winning(symbol(Colour.RED)),
    "no two victories without Strategy": winning(symbol(Colour.RED), remove=["strategy"]),
    "no two victories by a blue card": winning(symbol(Colour.BLUE)),
    "both victories by a green card": winning(ProgressToken(id="own", name="Own", effects=(Whenever(YouConstruct(Colour.GREEN), Gain(shields=1)),))),
    "both victories by a brown card": winning(symbol(Colour.BROWN), ProgressToken(id="more", name="More", effects=(Whenever(YouConstruct(Colour.BROWN), Gain(shields=1)),))),
    "both victories by a grey card": winning(symbol(Colour.GREY), ProgressToken(id="more", name="More", effects=(Whenever(YouConstruct(Colour.GREY), Gain(shields=1)),))),
    "both victories by a wonder": winning(Wonder(id="own", name="Own", effects=(Symbol(ScienceSymbol.GLOBE), Shields(2)))),
    "no two victories by a wonder": winning(Wonder(id="own", name="Own", effects=(Symbol(ScienceSymbol.GLOBE),))),
    "a capital, five symbols and two pairs": {"age": Age.III, "structure": {0: "senate"}, "pawn": 9, **of(city(7, *SYMBOLS[:5], "laboratory", "dispensary"))},
    "all six cards of a small Age I": full(Age.I, SMALL),
    "who begins a small Age II": full(Age.II, SMALL, phase=Phase.BEGIN),
    "who begins a small Age III": full(Age.III, SMALL, guilds=(0, 1, 2), phase=Phase.BEGIN),
    "a small Age III with guilds": {"age": Age.III, "structure": {0: AGE_III[0], 1: AGE_III[1], 2: GUILDS[4], 3: GUILDS[5], 4: GUILDS[6]}, "phase": Phase.BEGIN, "catalogue": SMALL},
    "six cards of a small Age I in Age II": {"age": Age.II, "structure": {0: "walls"}, "discard_pile": AGE_I[:6], "catalogue": SMALL},
    "seven cards of a small Age I in Age II": {"age": Age.II, "structure": {0: "walls"}, "discard_pile": AGE_I[:7], "catalogue": SMALL},
    "seven cards of a small Age I in Age III": {"age": Age.III, "structure": {0: "senate"}, "discard_pile": AGE_I[:7], "catalogue": SMALL},
    "what a small Age II leaves over": begun(BATHS, discard_pile=AGE_II[:8], catalogue=SMALL),
    "more than a small Age II leaves over": begun(BATHS, discard_pile=AGE_II[:9], catalogue=SMALL),
    "what a small Age III leaves over": begun(BATHS, discard_pile=AGE_III[:18], catalogue=SMALL),
    "more than a small Age III leaves over": begun(BATHS, discard_pile=AGE_III[:19], catalogue=SMALL),
    # Phases and ages.
    "a turn before Age I": {"phase": Phase.TURN},
    "a choice before Age I": {"phase": Phase.BOARD_TOKEN, "pending": [Phase.BOARD_TOKEN], "board_tokens": TOKENS[:5]},
    "who begins before Age I": {"phase": Phase.BEGIN},
    "the tokens are dealt in Age I": begun(BATHS, phase=Phase.DEAL_TOKENS),
    "a draft in Age II": {"age": Age.II, "structure": {0: "walls"}, "phase": Phase.DRAFT, "offer": [], "board_tokens": TOKENS[:5]},
    "wonders are dealt in Age III": {"age": Age.III, "structure": {0: "senate"}, "phase": Phase.DEAL_WONDERS, "board_tokens": TOKENS[:5]},
    "an age while cards are left": begun(BATHS, phase=Phase.DEAL_AGE),
    "an age after the last": {"age": Age.III, "phase": Phase.DEAL_AGE},
    "an age after the second": {"age": Age.II},
    "a turn without a card": begun({}, phase=Phase.TURN),
    "who begins without a card": {"age": Age.III, "phase": Phase.BEGIN},
    "the weaker player says who begins": full(Age.II, phase=Phase.BEGIN, pawn=1, to_move=Player.TWO),
    "the weaker player, two": full(Age.II, phase=Phase.BEGIN, pawn=-1, to_move=Player.ONE),
    "the stronger player says who begins": full(Age.II, phase=Phase.BEGIN, pawn=1),
    "the stronger player, two": full(Age.II, phase=Phase.BEGIN, pawn=-8, to_move=Player.TWO),
    "the last player says who begins": full(Age.II, phase=Phase.BEGIN, to_move=Player.TWO),
    "nobody chooses who begins": full(Age.II, phase=Phase.BEGIN, rules=Rules(centre_pawn_start="last-player-begins")),
    "who begins Age I": full(Age.I, phase=Phase.BEGIN),
    "who begins after a card": {"age": Age.II, "structure": {0: "walls"}, "phase": Phase.BEGIN},
    # The draft.
    "no wonder is picked": drafting(offer=WONDERS[:4]),
    "three wonders on offer": drafting(offer=WONDERS[:3]),
    "one wonder is picked": drafting(city(unbuilt=WONDERS[:1]), offer=WONDERS[1:4], to_move=Player.TWO),
    "one wonder is picked by the other": drafting(city(), city(unbuilt=WONDERS[:1]), offer=WONDERS[1:4], to_move=Player.TWO),
    "two wonders are picked": drafting(city(unbuilt=WONDERS[:1]), city(unbuilt=WONDERS[1:2]), offer=WONDERS[2:4], to_move=Player.TWO),
    "three wonders are picked": drafting(city(unbuilt=WONDERS[:1]), city(unbuilt=WONDERS[1:3]), offer=WONDERS[3:4]),
    "three wonders are picked, two on offer": drafting(city(unbuilt=WONDERS[:1]), city(unbuilt=WONDERS[1:3]), offer=WONDERS[3:5]),
    "one pick, one on offer": drafting(city(unbuilt=WONDERS[:1]), offer=WONDERS[1:2], to_move=Player.TWO),
    "four wonders are picked": of(city(unbuilt=WONDERS[:2]), city(unbuilt=WONDERS[2:4]), board_tokens=TOKENS[:5], to_move=Player.TWO),
    "four wonders are picked, four on offer": drafting(city(unbuilt=WONDERS[:2]), city(unbuilt=WONDERS[2:4]), offer=WONDERS[4:8], to_move=Player.TWO),
    "seven wonders are picked": drafting(city(unbuilt=WONDERS[:4]), city(unbuilt=WONDERS[4:7]), offer=WONDERS[7:8], to_move=Player.TWO),
    "seven wonders are picked, player two began": drafting(city(unbuilt=WONDERS[4:7]), city(unbuilt=WONDERS[:4]), offer=WONDERS[7:8], first_player=Player.TWO),
    "seven wonders are picked, too few by one": drafting(city(unbuilt=WONDERS[:3]), city(unbuilt=WONDERS[3:7]), offer=WONDERS[7:8], to_move=Player.TWO),
    "all wonders are picked": of(city(unbuilt=WONDERS[:4]), city(unbuilt=WONDERS[4:8]), board_tokens=TOKENS[:5]),
    "all wonders are picked, it is drafted": drafting(city(unbuilt=WONDERS[:4]), city(unbuilt=WONDERS[4:8]), offer=WONDERS[8:]),
    "eight wonders are picked, five by one": drafting(city(unbuilt=WONDERS[:3]), city(unbuilt=WONDERS[3:8]), offer=WONDERS[8:]),
    "nine wonders are picked, no phase is given": of(city(unbuilt=WONDERS[:5]), city(unbuilt=WONDERS[5:9]), board_tokens=TOKENS[:5]),
    "ten wonders are picked": drafting(city(unbuilt=WONDERS[:5]), city(unbuilt=WONDERS[5:10]), offer=WONDERS[10:]),
    "20 wonders are picked": drafting(city(unbuilt=WONDERS), city(unbuilt=MORE_WONDERS), catalogue=MANY_WONDERS),
    "nine wonders are picked": drafting(city(unbuilt=WONDERS[:5]), city(unbuilt=WONDERS[5:9]), offer=WONDERS[9:]),
    "all wonders are picked, they are dealt": of(city(unbuilt=WONDERS[:4]), city(unbuilt=WONDERS[4:8]), board_tokens=TOKENS[:5], phase=Phase.DEAL_WONDERS),
    "one wonder is picked, they are dealt": of(city(unbuilt=WONDERS[:1]), board_tokens=TOKENS[:5], to_move=Player.TWO),
    "seven wonders are picked, they are dealt": of(city(unbuilt=WONDERS[:4]), city(unbuilt=WONDERS[4:7]), board_tokens=TOKENS[:5], to_move=Player.TWO),
    "four wonders are picked by one": of(city(unbuilt=WONDERS[:4]), board_tokens=TOKENS[:5], to_move=Player.TWO),
    "the wrong player picks": drafting(offer=WONDERS[:4], to_move=Player.TWO),
    "the wrong player picks, player two began": drafting(offer=WONDERS[:4], first_player=Player.TWO),
    "the right player picks, player two began": drafting(offer=WONDERS[:4], first_player=Player.TWO, to_move=Player.TWO),
    "the wrong player waits for wonders": {"board_tokens": TOKENS[:5], "to_move": Player.TWO},
    "the wrong player waits for tokens": {"to_move": Player.TWO},
    "the wrong player waits for Age I": of(city(unbuilt=WONDERS[:4]), city(unbuilt=WONDERS[4:8]), board_tokens=TOKENS[:5], first_player=Player.TWO),
    "the other player waits for Age II": begun({}, to_move=Player.TWO),
    "wonders before the tokens": of(city(unbuilt=WONDERS[:1])),
    "wonders of player two before the tokens": of(city(), city(unbuilt=WONDERS[:1])),
    "the tokens are dealt, one lies there": {"board_tokens": TOKENS[:1], "phase": Phase.DEAL_TOKENS},
    "one token on the board in the draft": {"board_tokens": TOKENS[:1], "offer": WONDERS[:4], "phase": Phase.DRAFT},
    "four tokens before the wonders": {"board_tokens": TOKENS[:4], "phase": Phase.DEAL_WONDERS},
    "built in the draft": drafting(city(built=built(0, 1)), offer=WONDERS[1:5]),
    "built in the draft by player two": drafting(city(), city(built=built(0, 1)), offer=WONDERS[1:5]),
    "built before the tokens": of(city(built=built(0, 1))),
    "tokens before Age I": of(city(tokens=["law"]), city(tokens=["economy"])),
    "a draft in a first game": drafting(offer=WONDERS[:4], rules=FIRST_GAME),
    "wonders are dealt in a first game": {"board_tokens": TOKENS[:5], "phase": Phase.DEAL_WONDERS, "rules": FIRST_GAME},
    "a first game": {"board_tokens": TOKENS[:5], "rules": FIRST_GAME},
    "a first game without wonders": {"rules": FIRST_GAME, "catalogue": NO_FIRST_GAME},
    "a draft with these cards": {"catalogue": NO_FIRST_GAME},
    "a wonder on offer before the draft": {"board_tokens": TOKENS[:5], "offer": WONDERS[:1], "phase": Phase.DEAL_WONDERS},
    "few wonders and a phase": of(city(unbuilt=WONDERS[:1]), board_tokens=TOKENS[:5], phase=Phase.DEAL_AGE),
    # The end.
    "the game is over": {"age": Age.III, "to_move": Player.TWO},
    "the game is not over": begun(BATHS, phase=Phase.OVER),
    "the game is not over in Age II": {"age": Age.II, "phase": Phase.OVER},
    "the game is not over in Age III": {"age": Age.III, "structure": {0: "senate"}, "phase": Phase.OVER},
    "over with a choice": begun(BATHS, pawn=9, discard_pile=["altar"], pending=[Phase.REVIVE]),
    "over with an offer": begun(BATHS, pawn=-9, offer=TOKENS[:3]),
    "over with both": begun(BATHS, pawn=-9, offer=TOKENS[:3], pending=[Phase.LIBRARY_TOKEN]),
    "over with an extra turn": begun(BATHS, pawn=9, extra_turn=True),
    "over before it began": {"pawn": 9},
    "one step before a capital": begun(BATHS, pawn=8),
    "one step before the other": begun(BATHS, pawn=-8),
    "a turn after a victory": begun(BATHS, pawn=9, phase=Phase.TURN),
    "five symbols": {"age": Age.III, "structure": {0: "senate"}, **of(city(7, *SYMBOLS[:5]))},
    "five symbols and two pairs": {"age": Age.III, "structure": {0: "senate"}, **of(city(7, *SYMBOLS[:5], "laboratory", "dispensary"))},
    "six symbols": {"age": Age.III, "structure": {0: "senate"}, **of(city(7, *SYMBOLS))},
    "seven symbols": {"age": Age.III, "structure": {0: "senate"}, **of(city(), city(7, *SYMBOLS, tokens=["law"]))},
    "a turn after six symbols": {"age": Age.III, "structure": {0: "senate"}, **of(city(), city(7, *SYMBOLS)), "phase": Phase.TURN},
    "six symbols each": {"age": Age.III, "structure": {0: "senate"}, **of(city(7, *SYMBOLS), city(7, *OTHER_SYMBOLS))},
    "six symbols and a capital": {"age": Age.III, "structure": {0: "senate"}, "pawn": 9, **of(city(7, *SYMBOLS))},
    "six symbols and a capital of player two": {"age": Age.III, "structure": {0: "senate"}, "pawn": -9, **of(city(), city(7, *SYMBOLS))},
    "six symbols each and a capital": {"age": Age.III, "structure": {0: "senate"}, "pawn": -9, **of(city(7, *SYMBOLS), city(7, *OTHER_SYMBOLS, tokens=["law"]))},
    # Invalid fields, without consequences elsewhere.
    "an unknown card": begun({2: "baths"}, **of(city(7, "nonsense", *GUILDS), phase=Phase.OVER)),
    "an unknown card twice": begun(BATHS, **of(city(7, "nonsense", "nonsense", built={"nonsense": "altar", "the-sphinx": "nonsense", "piraeus": "press"}))),
    "no pair of cities": begun(BATHS, cities=5, pawn="3", to_move=5),
    "a known card twice beside it": begun(BATHS, **of(city(7, "nonsense", "baths"))),
}  # fmt: skip
"""The fields of each position."""


def judged(fields: Fields) -> list[str]:
    """Return the problems of a position with their paths, or its text if it is valid."""
    sketch = read_position(Position(**fields))  # type: ignore[arg-type]
    draft = sketch.draft()
    if not sketch.problems:
        return [draft.freeze().to_text()]
    return [f"{'.'.join(map(str, one.path))}: {one.message}" for one in sketch.problems]


def golden() -> str:
    """Return the golden file: each position with its problems or its text."""
    blocks = ("\n".join([f"# {name}", *judged(fields)]) for name, fields in CASES.items())
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    FILE.write_text(golden(), encoding="utf-8", newline="\n")
