"""Events of moves in constructed positions: amounts, order within a turn, and refusals."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest

from tests.builders import city, state
from tests.own_cards import MORE, SEEN, WATCHING, Tribute
from tests.wording import Wording
from wonders_duel import (
    Age,
    AgeDealt,
    Back,
    Building,
    CardRevealed,
    Catalogue,
    ChanceError,
    CityPosition,
    Colour,
    ConstructBuilding,
    Deal,
    Game,
    IllegalMoveError,
    Player,
    Position,
    ProgressToken,
    Rules,
    State,
    Victory,
    Wonder,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.cards import MILITARY_TOKENS
from wonders_duel.effects import (
    Gain,
    OpponentLosesCoins,
    OpponentTrades,
    PlayAgain,
    Shields,
    Whenever,
    YouConstructWonder,
    YouDiscard,
)
from wonders_duel.events import (
    BeginnerChosen,
    Event,
    Gained,
    GameEnded,
    Looted,
    Lost,
    Paid,
    PawnMoved,
    events_between,
)
from wonders_duel.rules import MOST_COINS

A, B = Player.ONE, Player.TWO
RAIDS = catalogue.extended(
    "raids",
    buildings=[
        Building(
            id="raid",
            name="Raid",
            age=Age.II,
            colour=Colour.RED,
            effects=(Shields(2), OpponentLosesCoins(2)),
        ),
        Building(
            id="feud",
            name="Feud",
            age=Age.II,
            colour=Colour.RED,
            effects=(Tribute(Gain(opponent_loses=2, shields=2)),),
        ),
        Building(
            id="fair",
            name="Fair",
            age=Age.II,
            colour=Colour.YELLOW,
            effects=(PlayAgain(), Whenever(YouConstructWonder(), Gain(play_again=True))),
        ),
    ],
)


def made(
    card: str,
    one: CityPosition | None = None,
    two: CityPosition | None = None,
    *,
    beside: str = "forum",
    cards: Catalogue = catalogue,
    **rest: object,
) -> State:
    """Return a position of Age II with one or two cards left."""
    slots = {0: card, 1: beside} if beside else {0: card}
    position = Position(
        age=Age.II, structure=slots, cities=(one or city(), two or city()), catalogue=cards
    )
    for name, value in rest.items():
        setattr(position, name, value)
    return position.state()


def events(before: State, move: str) -> list[Event]:
    """Return the events of a move, up to the first chance node."""
    played = parse_move(move, before.catalogue)
    return list(events_between(before, played, before.apply(played)))


def texts(before: State, move: str) -> list[str]:
    """Return the same as texts."""
    return [str(event) for event in events(before, move)]


# -- coins ----------------------------------------------------------------------------------------


def test_the_coin_part_goes_to_the_bank_and_the_trade_to_economy() -> None:
    """Coin costs go to the bank, and trade to the owner of Economy, as two payments (R25, R39)."""
    before = made("caravansery", city(20), city(3, "press", tokens=["economy"]))

    cost, trade, constructed = events(before, "build caravansery")

    assert cost == Paid(A, 2, None, catalogue.buildings["caravansery"], ())
    assert isinstance(trade, Paid)
    assert (trade.player, trade.to, trade.coins) == (A, B, 2 + 3)
    assert sorted((str(one.resource), one.price) for one in trade.bought) == [
        ("glass", 2),
        ("papyrus", 3),
    ]
    assert str(trade) == "player one pays 5 coins for Caravansery to player two"
    assert str(constructed) == "player one constructs Caravansery"


def test_without_economy_both_go_to_the_bank() -> None:
    """Without Economy both payments go to the bank, still as two events."""
    assert texts(made("caravansery", city(20)), "build caravansery")[:2] == [
        "player one pays 2 coins for Caravansery",
        "player one pays 4 coins for Caravansery",
    ]


def test_free_resources_are_a_payment_of_zero() -> None:
    """Resources with a fixed price of 0 are listed in a payment of 0 coins to nobody (R33)."""
    before = made(
        "temple",
        city(9, "toll-house", "press"),
        city(9, tokens=["economy"]),
        cards=MORE,
    )

    paid, *_ = events(before, "build temple")

    assert isinstance(paid, Paid)
    assert (paid.coins, paid.to, [one.price for one in paid.bought]) == (0, None, [0])


def test_a_chain_is_free_and_pays_its_bonus() -> None:
    """The event names the card of the chain, and each bonus names its source (R42, R44)."""
    before = made("forecourt", city(0, "kiln", tokens=["guile", "urbanism"]), cards=MORE)

    assert texts(before, "build forecourt") == [
        "player one constructs Forecourt for free, by the chain from Kiln",
        "player one gains 4 coins from Urbanism",
        "player one gains 2 coins from Guile",
    ]


def test_the_income_of_a_discard_is_not_from_a_card() -> None:
    """The income of a discard, 2 coins and 1 per yellow building, is not from a card (R50)."""
    assert texts(made("walls", city(0, "tavern")), "discard walls") == [
        "player one discards Walls",
        "player one gains 3 coins",
    ]


@pytest.mark.parametrize("card", ["raid", "feud"])
@pytest.mark.parametrize(
    ("held", "lost", "looted"), [(9, 2, 2), (4, 2, 2), (3, 2, 1), (2, 2, 0), (1, 1, 0), (0, 0, 0)]
)
def test_an_effect_takes_coins_before_a_military_token_does(
    card: str, held: int, lost: int, looted: int
) -> None:
    """An effect takes coins before a military token, and never more than there are (R22, R49, R70)."""
    before = made(card, city(3), city(held, "tavern"), pawn=1, cards=RAIDS)

    _, *happened = events(before, f"build {card}")

    expected: list[Event] = [Lost(B, lost, RAIDS.buildings[card])] if lost else []
    expected += [PawnMoved(A, 1, 3), Looted(B, looted, MILITARY_TOKENS[0])]
    assert happened == expected


def test_both_military_tokens_at_once() -> None:
    """The nearer military token comes first, and its loss counts for the other one (R70)."""
    before = state(Age.III, ["arsenal", "circus"], city(30, tokens=["strategy"]), city(6), pawn=2)

    *_, moved, first, second = events(before, "build arsenal")

    assert moved == PawnMoved(A, 2, 6)
    assert isinstance(moved, PawnMoved)
    assert moved.spaces == 4
    assert first == Looted(B, 2, MILITARY_TOKENS[0])
    assert second == Looted(B, 4, MILITARY_TOKENS[1])


def test_the_pawn_moves_back_past_a_token_that_lies_on_the_other_side() -> None:
    """Player two moves the pawn the other way, and no token of the owner's side is taken (R70)."""
    before = made("raid", city(3), city(5), pawn=4, to_move="two", cards=RAIDS)

    assert texts(before, "build raid") == [
        "player two constructs Raid",
        "player one loses 2 coins due to Raid",
        "the conflict pawn moves from 4 to 2",
    ]


def test_economy_earns_before_coins_are_lost() -> None:
    """Coins just earned by Economy can be lost again in the same move (R40)."""
    before = made("walls", city(20, unbuilt=["the-appian-way"]), city(0, tokens=["economy"]))

    assert texts(before, "wonder the-appian-way with walls") == [
        "player one pays 10 coins for The Appian Way to player two",
        "player one constructs The Appian Way with Walls",
        "player one gains 3 coins from The Appian Way",
        "player two loses 3 coins due to The Appian Way",
        "player one gains an extra turn from The Appian Way",
        "player one plays again",
    ]


# -- wonders, turns, ages -------------------------------------------------------------------------


@pytest.mark.parametrize("owner", [A, B])
def test_the_eighth_wonder_leaves_the_game(owner: Player) -> None:
    """The eighth wonder leaves right after the seventh is constructed, whoever owns it (R53)."""
    under = ["tavern", "altar", "theater", "quarry", "stable", "garrison"]
    names = ["the-sphinx", "piraeus", "the-colossus", "the-appian-way", "the-great-library"]
    built = [*zip([*names, "the-mausoleum"], under, strict=True)]
    own = 2 if owner is A else 3
    eighth = ["circus-maximus"]
    before = made(
        "walls",
        city(
            30, built=dict(built[:own]), unbuilt=["the-pyramids", *(eighth if owner is A else [])]
        ),
        city(built=dict(built[own:]), unbuilt=eighth if owner is B else []),
    )

    assert texts(before, "wonder the-pyramids with walls")[1:] == [
        "player one constructs The Pyramids with Walls",
        "Circus Maximus leaves the game",
    ]


def test_an_extra_turn_by_a_token_names_the_token() -> None:
    """The event names Theology, or the wonder if that grants the extra turn itself (R56)."""
    theology = city(30, tokens=["theology"], unbuilt=["the-pyramids", "the-sphinx"])

    assert texts(made("walls", theology), "wonder the-pyramids with walls")[-2:] == [
        "player one gains an extra turn from Theology",
        "player one plays again",
    ]
    assert texts(made("walls", theology), "wonder the-sphinx with walls")[2:] == [
        "player one gains an extra turn from The Sphinx",
        "player one plays again",
    ]
    fair = city(30, "fair", unbuilt=["the-pyramids"])
    assert texts(made("walls", fair, cards=RAIDS), "wonder the-pyramids with walls")[2:3] == [
        "player one gains an extra turn from Fair"
    ]


def test_an_extra_turn_is_gained_once_and_taken_after_the_choices() -> None:
    """A turn of several moves gains its extra turn once (R54)."""
    before = made(
        "walls",
        city(30, tokens=["theology"], unbuilt=["the-mausoleum"]),
        cards=RAIDS,
        discard_pile=["fair"],
    )
    move = parse_move("wonder the-mausoleum with walls", RAIDS)

    assert texts(before, str(move))[2:] == ["player one gains an extra turn from Theology"]
    assert texts(before.apply(move), "revive fair") == [
        "player one constructs Fair from the discard pile",
        "player one plays again",
    ]


def test_an_extra_turn_is_lost_with_the_age() -> None:
    """An extra turn is lost when the age ends, also one from a custom effect (R55)."""
    before = made("harbour", city(9), city(9, "tavern"), cards=MORE, beside="")

    assert texts(before, "build harbour") == [
        "player one constructs Harbour",
        "player one gains an extra turn from Harbour",
        "player one loses an extra turn",
        "age II is over",
    ]


def test_an_extra_turn_is_not_taken_in_the_next_age() -> None:
    """An extra turn is lost even if the last player begins the next age by rule (R55, R77)."""
    before = made(
        "harbour",
        city(9),
        city(9, "tavern"),
        cards=MORE,
        beside="",
        rules=Rules(centre_pawn_start="last-player-begins"),
    )
    move = parse_move("build harbour", MORE)
    after = before.play(move, Deal.consistent_with(before, Random(1)))

    assert (after.age, after.to_move) == (Age.III, A)
    *_, lost, over, dealt = events_between(before, move, after)
    assert [str(lost), str(over)] == ["player one loses an extra turn", "age II is over"]
    assert isinstance(dealt, AgeDealt)


def test_a_supremacy_ends_everything() -> None:
    """After a supremacy no card is revealed and no age ends (R18, R75)."""
    before = made("walls", city(30), pawn=8, beside="")

    *_, moved, ended = events(before, "build walls")

    assert moved == PawnMoved(A, 8, 9)
    assert isinstance(ended, GameEnded)
    assert (ended.result.victory, ended.result.winner) == (Victory.MILITARY, A)
    assert str(ended) == "Player one wins by military supremacy."


def test_the_sixth_symbol_ends_the_game() -> None:
    """The sixth symbol ends the game, also when a card brings the seventh with it (R68)."""
    held = ["workshop", "pharmacist", "academy", "observatory"]
    before = made(
        "senate",
        city(20, *held, tokens=["law"], built={"the-mausoleum": "walls"}),
        age=Age.III,
        beside="merchants-guild",
        discard_pile=["twin-school"],
        pending=["revive"],
        cards=MORE,
    )

    assert texts(before, "revive twin-school")[:-1] == [
        "player one constructs Twin School from the discard pile",
        "player one gains the symbol quill: 6 of 6",
        "player one gains the symbol wheel: 7 of 6",
    ]


def test_two_pairs_of_one_card() -> None:
    """Two pairs completed by one card are two events (R63)."""
    before = made(
        "twin-school", city(9, "scriptorium", "apothecary"), cards=MORE, board_tokens=["law"]
    )

    assert texts(before, "build twin-school")[1:] == [
        "player one completes a pair: quill",
        "player one completes a pair: wheel",
    ]


def test_a_third_copy_of_a_symbol_is_nothing_new() -> None:
    """A third copy of a symbol is neither a new symbol nor a pair (R65)."""
    before = made(
        "twin-school",
        city(9, "scriptorium", "library", "apothecary", "school"),
        cards=MORE,
    )

    assert texts(before, "build twin-school") == ["player one constructs Twin School"]


@pytest.mark.parametrize("beginner", Player)
def test_who_begins_an_age_and_who_chose_it(beginner: Player) -> None:
    """The event names who begins and who chose, who may be the same player (R76)."""
    before = made("walls", pawn=-2, beside="")
    before = before.play(parse_move("discard walls"), Deal.consistent_with(before, Random(1)))

    assert events(before, f"begin {beginner}") == [BeginnerChosen(beginner, A, Age.III)]


def test_tokens_come_from_the_board_or_from_the_box() -> None:
    """Tokens come from the board or the box, and those not chosen go back to the box (R60)."""
    board = made(
        "walls",
        city(7, "scriptorium", "library"),
        board_tokens=["law", "agriculture"],
        pending=["board-token"],
    )
    drawn = made(
        "walls",
        city(built={"the-great-library": "tavern"}),
        offer=["law", "agriculture", "economy"],
        pending=["library-token"],
    )

    assert texts(board, "token agriculture")[:2] == [
        "player one takes Agriculture from the board",
        "player one gains 6 coins from Agriculture",
    ]
    assert texts(drawn, "token law")[:3] == [
        "player one takes Law from the box",
        "returned to the box: Agriculture, Economy",
        "player one gains the symbol scales: 1 of 6",
    ]


# -- custom effects
# ---------------------------------------------------------------------------------

WATCHED = catalogue.extended(
    "watched",
    buildings=[
        Building(
            id="outlook",
            name="Outlook",
            age=Age.II,
            colour=Colour.RED,
            effects=(WATCHING, Shields(2), PlayAgain()),
        ),
        Building(id="perch", name="Perch", age=Age.II, colour=Colour.BLUE, effects=(WATCHING,)),
    ],
    wonders=[Wonder(id="the-eye", name="The Eye", effects=(WATCHING,))],
)
REVIVING = city(3, built={"the-mausoleum": "altar"}, tokens=["theology"])


@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize(
    ("move", "one", "rest"),
    [
        ("wonder the-eye with walls", city(3, unbuilt=["the-eye"]), {}),
        (
            "wonder the-eye with walls",
            city(3, unbuilt=["the-eye"], tokens=["theology"]),
            {"to_move": "one"},
        ),
        ("build outlook", city(3), {"pawn": 1}),
        ("revive perch", REVIVING, {"discard_pile": ["perch", "baths"]}),
        ("revive outlook", REVIVING, {"discard_pile": ["outlook"], "pawn": 1}),
    ],
)
def test_an_effect_that_is_called_again_sees_the_same(
    move: str, one: CityPosition, rest: dict[str, Any], *, extra: bool
) -> None:
    """A custom effect sees the same state each time it is called: coins, pawn, tokens and choices."""
    if move.startswith("revive"):
        rest = {**rest, "pending": ["revive"], "extra_turn": extra}
    card = "outlook" if move == "build outlook" else "walls"
    before = made(card, one, city(9), cards=WATCHED, **rest)
    played = parse_move(move, WATCHED)
    SEEN.clear()
    after = before.apply(played)
    (due,) = SEEN
    SEEN.clear()

    events_between(before, played, after)

    # Called by the move, by its replay to look, and once more for the events.
    assert [due] * 3 == SEEN
    assert SEEN[-1].to_text() == due.to_text()


# -- games and states -----------------------------------------------------------------------------


def test_a_game_that_waits_has_the_events_so_far() -> None:
    """A waiting game has the events so far; an outcome appends its own."""
    before = Position(
        age=Age.I,
        structure={0: "altar", 1: "baths", 2: Back.AGE_I, 3: Back.AGE_I, 6: "glassworks"},
    ).state()
    game = Game.from_state(before)
    game.play("discard glassworks")
    told = [game.history[-1].events]
    for card in ("tavern", "stable"):
        slot = game.chance.slot if game.chance else None
        assert slot is not None
        game.resolve(CardRevealed(slot, catalogue.buildings[card]))
        told.append(game.history[-1].events)

    discarded, one, two = told
    assert [str(event) for event in discarded] == [
        "player one discards Glassworks",
        "player one gains 2 coins",
    ]
    assert one == (*discarded, CardRevealed(2, catalogue.buildings["tavern"]))
    assert two == (*one, CardRevealed(3, catalogue.buildings["stable"]))


def test_a_step_knows_its_catalogue() -> None:
    """A step knows its catalogue, as states, moves and deals do."""
    game = Game(seed=1, catalogue=RAIDS)
    game.play(game.legal_moves[0])

    assert game.history[0].catalogue is RAIDS


def test_a_move_of_an_equal_catalogue_has_the_same_events() -> None:
    """The events of an equal catalogue's move have the cards of the state."""
    again = catalogue.extended("raids", buildings=list(RAIDS.building_list[73:]))
    before = made("raid", city(3), city(9), cards=RAIDS)
    move = ConstructBuilding("raid", again)

    assert again is not RAIDS
    constructed, *_ = events_between(before, move, before.apply(move))
    assert constructed == events(before, "build raid")[0]


OTHER = Game(seed=2, rules="first-game").state


@pytest.mark.parametrize(
    ("after", "move"),
    [
        (made("walls"), "discard walls"),
        (made("walls").apply(parse_move("discard forum")), "discard walls"),
        (made("walls", beside="").apply(parse_move("discard walls")), "discard walls"),
        (OTHER, "discard walls"),
        (made("walls", cards=RAIDS).apply(parse_move("discard walls", RAIDS)), "discard walls"),
    ],
    ids=["the state itself", "another move", "another structure", "another game", "other cards"],
)
def test_states_that_do_not_follow_are_refused(wording: Wording, after: State, move: str) -> None:
    """Two states that do not follow each other are refused with one error."""
    before = made("walls")
    with wording.raises(ChanceError):
        events_between(before, parse_move(move), after)


def test_an_impossible_outcome_is_refused(wording: Wording) -> None:
    """Impossible chance outcomes are refused: a wrong age, draft or card, or a missing card."""
    age = made("walls", beside="")
    move = parse_move("discard walls")
    dealt = age.play(move, Deal.consistent_with(age, Random(1)))
    assert dealt.age is Age.III
    for wrong in (age, OTHER, Game(seed=1).state, made("walls")):
        with wording.raises(ChanceError):
            events_between(age, move, wrong)
    hidden = Position(age=Age.I, structure={0: "altar", 2: Back.AGE_I, 5: "press"}).state()
    shown = Position(age=Age.I, structure={0: "altar", 2: "tavern"}, to_move="two").state()
    with wording.raises(ChanceError):  # its coins are wrong
        events_between(hidden, parse_move("discard press"), shown)
    with wording.raises(ChanceError):
        events_between(hidden, parse_move("discard press"), dealt)
    draft = Game(seed=1).state
    for _ in range(3):
        draft = draft.apply(draft.legal_moves[0])
    with wording.raises(ChanceError):
        events_between(draft, draft.legal_moves[0], OTHER)


def test_wrong_moves_and_states_are_refused(wording: Wording) -> None:
    """Wrong types and illegal moves are refused, as in other calls."""
    before = made("walls")
    wrong: Any = "discard walls"
    with wording.raises(IllegalMoveError):
        events_between(before, parse_move("build baths"), before)
    with wording.raises(WrongTypeError):
        events_between(before, wrong, before)
    for states in ((wrong, before), (before, wrong)):
        with wording.raises(WrongTypeError):
            events_between(states[0], parse_move("discard walls"), states[1])


TOLLS = catalogue.extended(
    "tolls",
    tokens=[
        ProgressToken(id="greed", name="Greed", effects=(Whenever(YouDiscard(), Gain(coins=5)),)),
        ProgressToken(id="toll", name="Toll", effects=(Whenever(OpponentTrades(), Gain(coins=5)),)),
    ],
)


@pytest.mark.parametrize("room", [0, 1, 3, 6, 100])
@pytest.mark.parametrize(
    ("text", "seat", "mine", "theirs", "most"),
    [
        ("discard tavern", A, city(0, tokens=["greed"]), city(0), 2 + 5),
        ("build aqueduct", A, city(0, "baths", tokens=["urbanism"]), city(0), 4),
        ("build glassworks", B, city(9), city(0, tokens=["toll"]), 0),
        ("build baths", B, city(9), city(0, tokens=["toll"]), 5),
        ("build baths", B, city(9), city(0, tokens=["economy", "toll"]), 2 + 5),
    ],
    ids=["discard", "chain", "no trade", "trade", "economy"],
)
def test_gains_are_what_a_city_can_hold(
    text: str, seat: Player, mine: CityPosition, theirs: CityPosition, most: int, room: int
) -> None:
    """A nearly full city gains the coins that it can hold, and never a number below 0."""
    card = catalogue.find_building(text.split()[1])
    cities = attrs.evolve(mine), attrs.evolve(theirs)
    cities[seat].coins = MOST_COINS - room
    made = Position(age=card.age, structure={0: card}, cities=cities, catalogue=TOLLS)
    move = parse_move(text, TOLLS)
    after = made.state().apply(move)
    events = events_between(made.state(), move, after)
    gained = [one.coins for one in events if isinstance(one, Gained) and one.player is seat]
    paid = sum(one.coins for one in events if isinstance(one, Paid) and one.to is seat)
    assert after.cities[seat].coins == MOST_COINS - room + min(room, most)
    assert sum(gained) == min(room, most) - min(room, paid)
    assert all(coins > 0 for coins in gained)
