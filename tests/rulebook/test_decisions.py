"""What each decision refuses, asks, and expects of a position, beside its legal moves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wording import Wording
from wonders_duel import (
    Age,
    Building,
    CatalogueError,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    IllegalMoveError,
    Move,
    Pending,
    Phase,
    Player,
    Position,
    PositionError,
    ProgressToken,
    ReviveBuilding,
    Rules,
    State,
    catalogue,
    parse_move,
)
from wonders_duel.effects import (
    CoinRebate,
    CoinsPaid,
    Contribution,
    Gain,
    OpponentTrades,
    Trigger,
    Whenever,
    YouConstruct,
    YouConstructWonder,
)
from wonders_duel.events import Gained, Lost, events_between
from wonders_duel.languages import LANGUAGES, language
from wonders_duel.reasons import (
    AlreadyBuilt,
    Covered,
    FaceDown,
    NotADestructionTarget,
    NotInDiscardPile,
    NotLaidOut,
    NotOffered,
    NotYourWonder,
    Reason,
    SevenWonders,
)
from wonders_duel.render import text as text_of
from wonders_duel.render.explanations import line_words
from wonders_duel.render.wording import standing

B, W, T = catalogue.buildings, catalogue.wonders, catalogue.tokens
WONDERS = list(catalogue.wonders)
TOKENS = list(catalogue.tokens)
BOARD = TOKENS[:5]
FRONT = {0: "lumber-yard"}


def _position(**changes: Any) -> Position:
    values: dict[str, Any] = {"age": Age.I, "structure": FRONT, "board_tokens": ["law"], **changes}
    return Position(**values)


def _pending(due: Phase, **changes: Any) -> Position:
    colour = Colour.GREY if due is Phase.DESTROY else None
    return _position(pending=[Pending(due, colour)], **changes)


def _decisions() -> dict[Phase, State]:
    """Return a state in each phase in which a player decides."""
    grey = (CityPosition(), CityPosition(buildings=["press"]))
    first: dict[str, Any] = {"age": None, "structure": {}, "board_tokens": BOARD}
    return {
        Phase.DRAFT: _position(**first, phase=Phase.DRAFT, offer=WONDERS[:4]).state(),
        Phase.TURN: _position().state(),
        Phase.BOARD_TOKEN: _pending(Phase.BOARD_TOKEN).state(),
        Phase.LIBRARY_TOKEN: _pending(
            Phase.LIBRARY_TOKEN, offer=TOKENS[:3], board_tokens=["law"]
        ).state(),
        Phase.REVIVE: _pending(Phase.REVIVE, discard_pile=["altar"]).state(),
        Phase.DESTROY: _pending(Phase.DESTROY, cities=grey).state(),
        Phase.BEGIN: _second_age().state(),
    }


def _second_age(**changes: Any) -> Position:
    cards = [card.id for card in catalogue.building_list if card.age is Age.II][:20]
    slots = {
        slot: "age-ii" if not up else cards[slot]
        for slot, up in enumerate(catalogue.structures[1].face_up)
    }
    values = {"pawn": 0, "phase": Phase.BEGIN, "board_tokens": BOARD, **changes}
    return _position(**{"age": Age.II, "structure": slots, **values})


DECISIONS = _decisions()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("phase", DECISIONS)
def test_each_decision_is_asked_for(phase: Phase, code: str) -> None:
    """Each decision has a sentence with the name of the player, in every language."""
    told = standing(language(code), DECISIONS[phase], ("Ann", "Ben"))
    assert "Ann" in told
    assert len({standing(language(code), one, ("Ann", "Ben")) for one in DECISIONS.values()}) == 7


def test_the_choices_that_follow_are_listed() -> None:
    """The board lists the choices after the current one, in the order of R22."""
    state = _position(
        pending=[
            *(Phase.BOARD_TOKEN, Phase.BOARD_TOKEN, Phase.LIBRARY_TOKEN, Phase.REVIVE),
            Pending(Phase.DESTROY, Colour.GREY),
        ],
        board_tokens=["law", "economy"],
    ).state()
    told = " ".join(text_of(state).split())
    assert (
        "Then: a progress token from the board. Then: a progress token from the box. "
        "Then: a card to revive. Then: a grey card to destroy." in told
    )


REFUSED: list[tuple[State, str, Reason]] = [
    (
        DECISIONS[Phase.DRAFT],
        f"draft {WONDERS[7]}",
        NotOffered(W[WONDERS[7]], tuple(W[one] for one in WONDERS[:4])),
    ),
    (DECISIONS[Phase.BOARD_TOKEN], "token economy", NotOffered(T["economy"], (T["law"],))),
    (
        DECISIONS[Phase.LIBRARY_TOKEN],
        "token law",
        NotOffered(T["law"], tuple(T[one] for one in TOKENS[:3])),
    ),
    (DECISIONS[Phase.REVIVE], "revive press", NotInDiscardPile(B["press"])),
    (
        DECISIONS[Phase.DESTROY],
        "destroy glassworks",
        NotADestructionTarget(B["glassworks"], Colour.GREY),
    ),
]


@pytest.mark.parametrize(("state", "text", "reason"), REFUSED, ids=lambda one: str(one)[:20])
def test_a_card_that_is_not_a_target_is_refused(state: State, text: str, reason: Reason) -> None:
    """The reason names the card, and what can be chosen; a target is not refused."""
    assert state.why_not(parse_move(text)) == (reason,)
    assert all(state.why_not(move) == () for move in state.legal_moves)


TAKEN = _position(
    structure={
        0: "lumber-yard",
        1: "logging-camp",
        2: "age-i",
        3: "age-i",
        5: "guard-tower",
        6: "tavern",
        10: "altar",
    },
    discard_pile=["quarry"],
    cities=(
        CityPosition(coins=9, buildings=["press"], unbuilt=["the-sphinx"]),
        CityPosition(built={"piraeus": "baths"}, unbuilt=["the-colossus"]),
    ),
).state()


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("discard tavern", (Covered(B["tavern"], 6, (10,)),)),
        ("discard press", (NotLaidOut(B["press"], Player.ONE, None, None),)),
        ("discard baths", (NotLaidOut(B["baths"], Player.TWO, W["piraeus"], None),)),
        ("discard quarry", (NotLaidOut(B["quarry"], None, None, None),)),
        ("discard stable", (FaceDown(B["stable"], (2, 3), None),)),
        ("wonder piraeus with altar", (AlreadyBuilt(W["piraeus"]),)),
        ("wonder the-colossus with altar", (NotYourWonder(W["the-colossus"], Player.TWO),)),
        ("wonder the-pyramids with altar", (NotYourWonder(W["the-pyramids"], None),)),
    ],
)
def test_a_card_that_cannot_be_taken_is_refused(text: str, reasons: tuple[Reason, ...]) -> None:
    """A covered card, a card elsewhere, and the wonder of somebody else, or of nobody."""
    found = [one for one in TAKEN.why_not(parse_move(text)) if type(one).__name__ != "TooExpensive"]
    assert tuple(found) == reasons


@pytest.mark.parametrize("building", catalogue.building_list, ids=lambda one: one.id)
def test_any_discarded_building_is_revived(building: Building) -> None:
    """It leaves the discard pile, wherever it stands among the cards of the catalogue (R59)."""
    left = "palace" if building.id != "palace" else "senate"
    changes: dict[str, Any] = {"age": Age.III, "structure": {0: left}, "to_move": Player.TWO}
    state = _pending(Phase.REVIVE, discard_pile=[building.id], **changes).state()
    after = state.apply(ReviveBuilding(building))

    assert after.discard_pile == ()
    assert after.cities[1].buildings == (building,)


def test_the_other_player_is_named_when_a_card_is_destroyed() -> None:
    """Whoever destroys it: the question names the owner."""
    for player, names in ((Player.ONE, ("Ann", "Ben")), (Player.TWO, ("Ben", "Ann"))):
        grey = [CityPosition(), CityPosition(buildings=["press"])]
        cities = tuple(grey if player is Player.ONE else grey[::-1])
        state = _pending(Phase.DESTROY, cities=cities, to_move=player).state()
        assert (
            standing(language("en"), state, names) == "Ann's turn: destroy one of Ben's grey cards."
        )


@pytest.mark.parametrize("mine", [WONDERS[:1], WONDERS[5:6], WONDERS[-1:], []])
def test_a_wonder_of_the_opponent_cannot_be_constructed(mine: list[str]) -> None:
    """However rich a player is, and whatever wonders are left to them."""
    for wonder in WONDERS:
        if wonder in mine:
            continue
        rich = CityPosition(coins=90, unbuilt=mine)
        state = _position(cities=(rich, CityPosition(unbuilt=[wonder]))).state()
        with pytest.raises(IllegalMoveError):
            state.apply(ConstructWonder(W[wonder], B["lumber-yard"]))


def test_no_eighth_wonder_is_constructed() -> None:
    """After seven wonders nobody constructs another (R53)."""
    under = [card.id for card in catalogue.building_list if card.age is Age.I][8:15]
    one = CityPosition(coins=99, built=dict(zip(WONDERS[:4], under, strict=False)))
    two = CityPosition(built=dict(zip(WONDERS[4:7], under[4:], strict=False)))
    state = _position(structure={0: "lumber-yard"}, cities=(one, two)).state()
    move: Move = parse_move(f"wonder {WONDERS[8]} with lumber-yard")
    assert SevenWonders() in state.why_not(move)


@pytest.mark.parametrize(
    "position",
    [
        _pending(Phase.BOARD_TOKEN, board_tokens=[], phase=Phase.BOARD_TOKEN),
        _pending(Phase.LIBRARY_TOKEN, offer=TOKENS[:2], phase=Phase.LIBRARY_TOKEN),
        _pending(
            Phase.LIBRARY_TOKEN,
            phase=Phase.DRAW_TOKENS,
            board_tokens=BOARD,
            cities=(CityPosition(tokens=TOKENS[5:]), CityPosition()),
        ),
        _pending(Phase.REVIVE, phase=Phase.REVIVE),
        _pending(Phase.DESTROY, phase=Phase.DESTROY),
        _second_age(pawn=2, to_move=Player.ONE),
        _second_age(rules=Rules(centre_pawn_start="last-player-begins")),
        _position(age=None, structure={}, board_tokens=BOARD, phase=Phase.DRAFT, offer=WONDERS[:3]),
        _position(
            age=None,
            structure={},
            board_tokens=BOARD,
            phase=Phase.DRAFT,
            offer=WONDERS[8:],
            cities=(CityPosition(unbuilt=WONDERS[:4]), CityPosition(unbuilt=WONDERS[4:8])),
        ),
    ],
    ids=["board", "drawn", "box", "pile", "colour", "weaker", "last", "offer", "over"],
)
def test_a_position_without_anything_to_choose_is_refused(
    position: Position, wording: Wording
) -> None:
    """A choice that is due needs a target, and the right player and number on offer."""
    with wording.raises(PositionError) as caught:
        position.state()
    assert len(caught.value.problems) == 1


def test_tokens_are_drawn_before_one_is_kept() -> None:
    """The phase of a pending draw is the draw until tokens are on offer (R60)."""
    assert _pending(Phase.LIBRARY_TOKEN).state().phase is Phase.DRAW_TOKENS
    assert _second_age(pawn=2, to_move=Player.TWO).state().phase is Phase.BEGIN


# -- effects with wrong arguments ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trigger", "gives"),
    [
        (YouConstruct(), CoinsPaid()),
        (YouConstruct(), 5),
        (YouConstruct(), Gain()),
        (OpponentTrades(), Gain(shields=1)),
        (YouConstruct(), Gain(coins=100_001)),
        (Trigger(), Gain(coins=1)),
        (5, Gain(coins=1)),
    ],
    ids=["paid", "number", "nothing", "turn", "coins", "base", "no trigger"],
)
def test_a_wrong_trigger_is_refused(trigger: Any, gives: Any, wording: Wording) -> None:
    """A trigger gives something that it can give."""
    with wording.raises(CatalogueError):
        Whenever(trigger, gives)


def test_a_trigger_needs_its_parts() -> None:
    """The base class of triggers has no occasion and no words."""
    for part in (
        lambda: Trigger().occasions,
        lambda: Trigger().when(language("en")),
        lambda: Trigger().noun(language("en")),
    ):
        with pytest.raises(NotImplementedError):
            part()
    made = Contribution()
    Whenever(YouConstructWonder(), Gain(coins=1)).contribute(made)
    assert made.wonders_again == 0


def test_a_rebate_needs_something_to_be_cheaper(wording: Wording) -> None:
    """A rebate in coins is for colours, for wonders, or for both."""
    with wording.raises(CatalogueError):
        CoinRebate(1)


def test_a_rebate_in_coins_is_a_line_of_the_plan() -> None:
    """The line names the card, in every language."""
    thrift = ProgressToken(id="thrift", name="Thrift", effects=(CoinRebate(1, Colour.RED),))
    cards = catalogue.extended("thrifty", tokens=[thrift])
    state = _position(
        catalogue=cards,
        structure={0: "garrison"},
        cities=(CityPosition(coins=9, tokens=["thrift"]), CityPosition()),
    ).state()
    plan = state.payment(ConstructBuilding("garrison", cards))
    assert plan is not None
    assert str(plan.lines[-1]) == "1 coin off by Thrift"
    assert all("Thrift" in line_words(plan.lines[-1], language(code)) for code in LANGUAGES)


@pytest.mark.parametrize(
    ("gives", "events"),
    [
        (Gain(coins=2), [(Gained, Player.TWO, 2)]),
        (Gain(opponent_loses=3), [(Lost, Player.ONE, 3)]),
        (Gain(coins=1, opponent_loses=99), [(Gained, Player.TWO, 1), (Lost, Player.ONE, 7)]),
    ],
)
def test_a_trade_of_the_opponent_gives_coins_or_takes_them(
    gives: Gain, events: list[tuple[type, Player, int]]
) -> None:
    """The player who trades loses at most what the payment leaves."""
    toll = ProgressToken(id="toll", name="Toll", effects=(Whenever(OpponentTrades(), gives),))
    cards = catalogue.extended("toll", tokens=[toll])
    state = _position(
        catalogue=cards,
        structure={0: "garrison"},
        cities=(CityPosition(coins=9), CityPosition(tokens=["toll"])),
    ).state()
    move = ConstructBuilding("garrison", cards)
    found = events_between(state, move, state.apply(move))
    changes = [one for one in found if isinstance(one, (Gained, Lost))]
    assert [(type(one), one.player, one.coins) for one in changes] == events
