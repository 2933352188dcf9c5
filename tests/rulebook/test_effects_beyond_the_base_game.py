"""Effects of the library that no card of the base game has: they follow the rulings of those that do."""

from __future__ import annotations

import pytest

from tests.builders import sparse
from wonders_duel import (
    Age,
    Building,
    Catalogue,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    Discounted,
    Move,
    Phase,
    Player,
    ProgressToken,
    ReviveBuilding,
    ScienceSymbol,
    State,
    TakeToken,
    Victory,
    catalogue,
)
from wonders_duel.effects import (
    CoinRebate,
    Coins,
    CoinSets,
    CoinsPaid,
    CoinsPer,
    Destroy,
    DrawTokens,
    Effect,
    Gain,
    OpponentTrades,
    Revive,
    Shields,
    Symbol,
    TakeBoardToken,
    Whenever,
    YouConstruct,
    YouConstructWonder,
    YouDiscard,
    YouUseChain,
)
from wonders_duel.events import (
    Event,
    ExtraTurnGained,
    Gained,
    Lost,
    Paid,
    PawnMoved,
    events_between,
)

A, B = Player.ONE, Player.TWO


def _with(*effects: Effect, colour: Colour = Colour.BLUE) -> Catalogue:
    """Return the base game with a building, the Hall, that has some effects and costs nothing."""
    hall = Building(id="hall", name="Hall", age=Age.I, colour=colour, effects=effects)
    return catalogue.extended("with a hall", buildings=[hall])


def _at(
    cards: Catalogue,
    one: CityPosition | None = None,
    two: CityPosition | None = None,
    **rest: object,
) -> State:
    """Return a position in which the Hall is accessible, and another card."""
    return sparse(cards, Age.I, {0: "hall", 1: "baths"}, one, two, **rest)


# -- tokens from the board -------------------------------------------------------------------------


def test_a_card_takes_tokens_from_the_board() -> None:
    """The owner takes a token of the board for each such effect, one after the other (R63)."""
    cards = _with(TakeBoardToken(), TakeBoardToken())
    given = _at(cards, board_tokens=["law", "agriculture", "masonry"])

    first = given.apply(ConstructBuilding("hall", cards))
    second = first.apply(TakeToken("agriculture", cards))
    after = second.apply(TakeToken("law", cards))

    assert first.pending == (Phase.BOARD_TOKEN, Phase.BOARD_TOKEN)
    assert second.cities[A].coins == 10 + 6
    assert [token.id for token in after.cities[A].tokens] == ["agriculture", "law"]
    assert [token.id for token in after.board_tokens] == ["masonry"]
    assert after.to_move is B


def test_no_token_is_left_for_a_card() -> None:
    """Without a token on the board the choice is skipped (R64)."""
    cards = _with(TakeBoardToken(), TakeBoardToken())

    none = _at(cards).apply(ConstructBuilding("hall", cards))
    one = _at(cards, board_tokens=["law"]).apply(ConstructBuilding("hall", cards))

    assert (none.phase, none.to_move, none.pending) == (Phase.TURN, B, ())
    assert one.apply(TakeToken("law", cards)).to_move is B


def test_a_token_of_the_board_comes_before_other_choices() -> None:
    """The choices of a card come in one order, whatever the order of its effects (R22)."""
    cards = _with(Destroy(Colour.GREY), Revive(), DrawTokens(), TakeBoardToken())
    given = _at(
        cards,
        two=CityPosition(buildings=["press"]),
        board_tokens=["law"],
        discard_pile=["altar"],
    )

    after = given.apply(ConstructBuilding("hall", cards))

    assert after.pending == (
        Phase.BOARD_TOKEN,
        Phase.LIBRARY_TOKEN,
        Phase.REVIVE,
        Phase.DESTROY,
    )


def test_a_token_takes_another_token() -> None:
    """A token from the board that has the effect itself is followed by the next choice."""
    greed = ProgressToken(id="greed", name="Greed", effects=(TakeBoardToken(),))
    cards = _with(TakeBoardToken()).extended("and greed", tokens=[greed])
    given = _at(cards, board_tokens=["greed", "law"])

    taken = given.apply(ConstructBuilding("hall", cards)).apply(TakeToken("greed", cards))

    assert (taken.phase, taken.to_move) == (Phase.BOARD_TOKEN, A)
    assert taken.apply(TakeToken("law", cards)).to_move is B


# -- rebates in coins ------------------------------------------------------------------------------


def _thrift(rebate: CoinRebate) -> Catalogue:
    """Return the base game with a token, Thrift, that makes constructions cheaper."""
    thrift = ProgressToken(id="thrift", name="Thrift", effects=(rebate,))
    return _with().extended("and thrift", tokens=[thrift])


def _paid(cards: Catalogue, name: str, *economy: str) -> tuple[int, int, int]:
    """Return the price of a building for the owner of Thrift, and the coins of both after it."""
    thrifty = CityPosition(coins=10, tokens=["thrift"])
    other = CityPosition(coins=10, tokens=economy)
    state = sparse(cards, Age.II, {0: name, 1: "aqueduct"}, thrifty, other)
    move = ConstructBuilding(name, cards)
    plan = state.payment(move)
    assert plan is not None
    after = state.apply(move)
    return plan.total, after.cities[A].coins, after.cities[B].coins


def test_coins_off_the_price_of_a_colour() -> None:
    """The coins come off the whole price of a building of the colour (R25, R36)."""
    cards = _thrift(CoinRebate(2, Colour.RED))

    # Two stone, 3 coins, or a clay and a wood: each unit costs 2 coins.
    assert _paid(cards, "walls") == (2, 8, 10)
    assert _paid(cards, "barracks") == (1, 9, 10)
    assert _paid(cards, "horse-breeders") == (2, 8, 10)
    assert _paid(cards, "forum") == (5, 5, 10)


def test_a_price_is_never_below_nothing() -> None:
    """Coins that are off but not needed are lost."""
    cards = _thrift(CoinRebate(7, Colour.RED, Colour.YELLOW))

    assert _paid(cards, "walls") == (0, 10, 10)
    assert _paid(cards, "barracks") == (0, 10, 10)
    assert _paid(cards, "brewery") == (0, 10 + 6, 10)


def test_economy_earns_what_is_still_paid_for_resources() -> None:
    """The coins come off the coin part of a cost first; the rest lowers what Economy earns (R39)."""
    # The Forum costs 3 coins, and a clay for 2 coins.
    assert _paid(_thrift(CoinRebate(2, Colour.YELLOW)), "forum", "economy") == (3, 7, 12)
    assert _paid(_thrift(CoinRebate(3, Colour.YELLOW)), "forum", "economy") == (2, 8, 12)
    assert _paid(_thrift(CoinRebate(4, Colour.YELLOW)), "forum", "economy") == (1, 9, 11)
    assert _paid(_thrift(CoinRebate(5, Colour.YELLOW)), "forum", "economy") == (0, 10, 10)


def test_several_cards_take_coins_off() -> None:
    """The rebates of all cards of a city add up, for wonders as for buildings (R37)."""
    bank = Building(
        id="bank",
        name="Bank",
        age=Age.I,
        colour=Colour.YELLOW,
        effects=(CoinRebate(3, *Colour, wonders=True),),
    )
    cards = _thrift(CoinRebate(2, wonders=True)).extended("and a bank", buildings=[bank])
    owner = CityPosition(coins=10, buildings=["bank"], tokens=["thrift"], unbuilt=["the-pyramids"])
    state = _at(cards, owner)

    wonder = state.payment(ConstructWonder("the-pyramids", "hall", cards))
    building = state.payment(ConstructBuilding("baths", cards))
    assert wonder is not None
    assert building is not None

    # Three stone and a papyrus; a stone.
    assert (wonder.total, wonder.trade, building.total) == (8 - 5, 3, 0)
    assert [line for line in wonder.lines if isinstance(line, Discounted)] == [
        Discounted(3, bank),
        Discounted(2, cards.tokens["thrift"]),
    ]
    assert building.lines[-1] == Discounted(2, bank)
    assert state.apply(ConstructWonder("the-pyramids", "hall", cards)).cities[A].coins == 7


def test_a_destroyed_card_takes_no_coins_off() -> None:
    """Like production, a rebate is lost with its building (R31)."""
    bank = Building(
        id="bank", name="Bank", age=Age.I, colour=Colour.GREY, effects=(CoinRebate(3, *Colour),)
    )
    cards = _with(Destroy(Colour.GREY)).extended("and a bank", buildings=[bank])
    state = _at(cards, two=CityPosition(coins=10, buildings=["bank"]))
    destroying = state.apply(ConstructBuilding("hall", cards))

    after = destroying.apply(DestroyBuilding("bank", cards))

    before_plan = destroying.payment(ConstructBuilding("baths", cards), B)
    after_plan = after.payment(ConstructBuilding("baths", cards), B)
    assert before_plan is not None
    assert after_plan is not None
    assert (before_plan.total, after_plan.total) == (0, 2)


def test_what_is_paid_after_a_rebate_is_reported() -> None:
    """The events of a construction have the coins that are really paid, to the bank and to Economy."""
    cards = _thrift(CoinRebate(2, Colour.YELLOW))
    thrifty = CityPosition(coins=10, tokens=["thrift"])
    other = CityPosition(coins=10, tokens=["economy"])
    state = sparse(cards, Age.II, {0: "forum", 1: "walls"}, thrifty, other)
    move = ConstructBuilding("forum", cards)

    paid = [
        (event.coins, event.to)
        for event in events_between(state, move, state.apply(move))
        if isinstance(event, Paid)
    ]

    assert paid == [(1, None), (2, B)]


# -- triggers --------------------------------------------------------------------------------------

ALL = Gain(coins=2, opponent_loses=3, shields=1, play_again=True)


def _guild(*effects: Effect) -> Catalogue:
    """Return the base game with a free building, the Hall, and a token, Custom, with some effects."""
    custom = ProgressToken(id="custom", name="Custom", effects=effects)
    return _with().extended("and a custom", tokens=[custom])


def _owner(**more: object) -> CityPosition:
    """Return the city of the owner of Custom."""
    return CityPosition(coins=10, tokens=["custom"], **more)  # type: ignore[arg-type]


def _summed(before: State, after: State) -> tuple[int, int, int, bool]:
    """Return the changes of both players' coins and of the pawn, and whether player one plays again."""
    return (
        after.cities[A].coins - before.cities[A].coins,
        after.cities[B].coins - before.cities[B].coins,
        after.pawn - before.pawn,
        after.to_move is A,
    )


def _told(before: State, move: Move) -> list[Event]:
    """Return the events of coins, shields and turns."""
    kinds = (Gained, Lost, PawnMoved, ExtraTurnGained)
    return [
        one for one in events_between(before, move, before.apply(move)) if isinstance(one, kinds)
    ]


def test_a_trigger_on_buildings_of_a_colour() -> None:
    """Coins, a loss, shields and a turn for each building of the colour, and for no other (R69)."""
    cards = _guild(Whenever(YouConstruct(Colour.BLUE, Colour.RED), ALL))
    state = _at(cards, _owner())
    other = _at(_with(colour=Colour.GREEN).extended("c", tokens=[cards.tokens["custom"]]), _owner())
    move = ConstructBuilding("hall", cards)

    assert _summed(state, state.apply(move)) == (2, -3, 1, True)
    plain = ConstructBuilding("hall", other.catalogue)
    assert _summed(other, other.apply(plain)) == (0, 0, 0, False)
    custom = cards.tokens["custom"]
    assert _told(state, move) == [
        Gained(A, 2, custom),
        Lost(B, 3, custom),
        PawnMoved(A, 0, 1),
        ExtraTurnGained(A, custom),
    ]


def test_a_trigger_on_every_building() -> None:
    """Without colours, every building counts."""
    cards = _guild(Whenever(YouConstruct(), ALL))

    for colour in Colour:
        if colour is Colour.PURPLE:
            continue
        made = _with(colour=colour).extended("c", tokens=[cards.tokens["custom"]])
        state = _at(made, _owner())
        assert _summed(state, state.apply(ConstructBuilding("hall", made))) == (2, -3, 1, True)


@pytest.mark.parametrize("kind", [ConstructBuilding, DiscardBuilding])
def test_a_trigger_gives_any_number_of_coins(
    kind: type[ConstructBuilding | DiscardBuilding],
) -> None:
    """Whatever the number, no coin is forgotten."""
    trigger = YouConstruct() if kind is ConstructBuilding else YouDiscard()
    for coins in range(1, 60):
        cards = _guild(Whenever(trigger, Gain(coins=coins)))
        state = _at(cards, _owner())
        assert Gained(A, coins, cards.tokens["custom"]) in _told(state, kind("hall", cards))


def test_a_discard_triggers_nothing_else() -> None:
    """A city with triggers on everything but a discard gets the coins of the discard alone."""
    everything = (YouConstruct(), YouConstructWonder(), YouUseChain())
    cards = _guild(*(Whenever(trigger, ALL) for trigger in everything))
    state = _at(cards, _owner())

    assert _summed(state, state.apply(DiscardBuilding("hall", cards))) == (2, 0, 0, False)


def test_a_token_triggers_nothing() -> None:
    """A city with triggers of all kinds gets nothing more for a token that is taken."""
    everything = (YouConstruct(), YouConstructWonder(), YouUseChain(), YouDiscard())
    cards = _guild(*(Whenever(trigger, ALL) for trigger in everything))
    structure = {0: "forum", 1: "walls"}
    state = sparse(
        cards, Age.II, structure, _owner(), board_tokens=["theology"], pending=[Phase.BOARD_TOKEN]
    )

    assert _summed(state, state.apply(TakeToken("theology", cards))) == (0, 0, 0, False)


def test_a_revived_building_triggers_nothing_of_other_kinds() -> None:
    """Triggers on other colours, wonders, chains and discards do not happen (R45)."""
    colours = [colour for colour in Colour if colour is not Colour.BLUE]
    others = (YouConstruct(*colours), YouConstructWonder(), YouUseChain(), YouDiscard())
    cards = _guild(*(Whenever(trigger, ALL) for trigger in others))
    structure = {0: "forum", 1: "walls"}
    state = sparse(
        cards, Age.II, structure, _owner(), discard_pile=["baths"], pending=[Phase.REVIVE]
    )

    assert _summed(state, state.apply(ReviveBuilding("baths", cards))) == (0, 0, 0, False)


def test_a_chain_triggers_nothing_of_other_kinds() -> None:
    """A free building sets off neither wonders' triggers nor those of discards."""
    others = (YouConstruct(Colour.BLUE), YouConstructWonder(), YouDiscard())
    cards = _guild(*(Whenever(trigger, ALL) for trigger in others))
    owner = _owner(buildings=["stable"])
    state = sparse(cards, Age.II, {0: "horse-breeders", 1: "walls"}, owner)

    after = state.apply(ConstructBuilding("horse-breeders", cards))
    assert _summed(state, after) == (0, 0, 1, False)


def test_a_building_does_not_trigger_itself() -> None:
    """Only what is in the city before counts, as for Urbanism and Theology (R46, R56, R89)."""
    cards = _with(Whenever(YouConstruct(), ALL), Whenever(YouDiscard(), ALL))
    state = _at(cards)

    assert _summed(state, state.apply(ConstructBuilding("hall", cards))) == (0, 0, 0, False)


def test_triggers_come_with_the_effects_of_the_card() -> None:
    """Their coins are not there when the card counts coins (R71), and both are reported."""
    custom = ProgressToken(
        id="custom", name="Custom", effects=(Whenever(YouConstruct(), Gain(coins=3)),)
    )
    cards = _with(Coins(1), CoinsPer(1, CoinSets(3))).extended("c", tokens=[custom])
    state = _at(cards, _owner())
    move = ConstructBuilding("hall", cards)

    assert state.apply(move).cities[A].coins == 10 + 1 + 3 + 3
    assert _told(state, move) == [
        Gained(A, 1 + 3, cards.buildings["hall"]),
        Gained(A, 3, custom),
    ]


def test_triggers_of_several_cards_add_up() -> None:
    """Coins and shields add up; several extra turns are one (R54)."""
    bank = Building(
        id="bank",
        name="Bank",
        age=Age.I,
        colour=Colour.GREY,
        effects=(Whenever(YouDiscard(), ALL),),
    )
    cards = _guild(Whenever(YouDiscard(), ALL)).extended("and a bank", buildings=[bank])
    state = _at(cards, _owner(buildings=["bank"]))
    move = DiscardBuilding("hall", cards)
    after = state.apply(move)

    assert _summed(state, after) == (2 + 4, -6, 2, True)
    assert not after.extra_turn
    custom = cards.tokens["custom"]
    assert _told(state, move) == [
        Gained(A, 2, None),
        Gained(A, 2, bank),
        Gained(A, 2, custom),
        Lost(B, 3, bank),
        Lost(B, 3, custom),
        PawnMoved(A, 0, 2),
        ExtraTurnGained(A, bank),
    ]


def test_a_destroyed_building_triggers_nothing_any_more() -> None:
    """A trigger is lost with its building (R31, R58)."""
    bank = Building(
        id="bank",
        name="Bank",
        age=Age.I,
        colour=Colour.GREY,
        effects=(Whenever(YouDiscard(), ALL),),
    )
    cards = _with(Destroy(Colour.GREY)).extended("and a bank", buildings=[bank])
    state = _at(cards, two=CityPosition(coins=10, buildings=["bank"]))
    destroyed = state.apply(ConstructBuilding("hall", cards)).apply(DestroyBuilding("bank", cards))
    after = destroyed.apply(DiscardBuilding("baths", cards))

    assert (after.cities[A].coins, after.cities[B].coins, after.pawn) == (10, 12, 0)


def test_a_trigger_on_chains() -> None:
    """A chain triggers, and so does the building (R41, R44); a revived building uses none (R45)."""
    cards = _guild(Whenever(YouUseChain(), ALL), Whenever(YouConstruct(Colour.RED), Gain(coins=7)))
    owner = _owner(buildings=["stable"])
    state = sparse(cards, Age.II, {0: "horse-breeders", 1: "walls"}, owner)
    move = ConstructBuilding("horse-breeders", cards)
    custom = cards.tokens["custom"]

    assert _summed(state, state.apply(move)) == (2 + 7, -3, 1 + 1, True)
    assert _told(state, move)[:3] == [
        Gained(A, 2, custom),
        Gained(A, 7, custom),
        Lost(B, 3, custom),
    ]
    pile, pending = ["horse-breeders"], [Phase.REVIVE]
    revived = sparse(cards, Age.II, {1: "walls"}, owner, discard_pile=pile, pending=pending)
    after = revived.apply(ReviveBuilding("horse-breeders", cards))
    assert _summed(revived, after) == (7, 0, 1, False)


def test_a_trigger_on_wonders() -> None:
    """A wonder triggers, but the card under it does not (R52, R56)."""
    cards = _guild(Whenever(YouConstructWonder(), ALL), Whenever(YouConstruct(), Gain(coins=50)))
    state = _at(cards, _owner(unbuilt=["the-pyramids"]))
    move = ConstructWonder("the-pyramids", "hall", cards)

    assert _summed(state, state.apply(move)) == (2 - 8, -3, 1, True)
    assert ExtraTurnGained(A, cards.tokens["custom"]) in _told(state, move)


def test_a_trigger_on_discards() -> None:
    """A card that is discarded for coins triggers what is in the city (R50)."""
    cards = _guild(Whenever(YouDiscard(), ALL))
    state = _at(cards, _owner())
    poor = _at(cards, _owner(), CityPosition(coins=1))
    move = DiscardBuilding("hall", cards)

    assert _summed(state, state.apply(move)) == (2 + 2, -3, 1, True)
    assert _summed(poor, poor.apply(move)) == (2 + 2, -1, 1, True)


def test_shields_of_a_trigger_can_win() -> None:
    """The pawn reaches the capital by a discard, and the game is over (R75)."""
    cards = _guild(Whenever(YouDiscard(), Gain(shields=2)))
    state = _at(cards, _owner(), pawn=7, military_tokens=((2, 5), ()))

    after = state.apply(DiscardBuilding("hall", cards))

    assert after.result is not None
    assert (after.result.victory, after.result.winner) == (Victory.MILITARY, A)


def test_a_turn_of_a_trigger_is_lost_with_the_age() -> None:
    """An extra turn does not pass over the end of an age (R55)."""
    cards = _guild(Whenever(YouDiscard(), ALL))
    state = sparse(cards, Age.I, {0: "hall"}, _owner())

    after = state.apply(DiscardBuilding("hall", cards))

    assert (after.phase, after.extra_turn) == (Phase.DEAL_AGE, False)


def test_a_trigger_on_the_trade_of_the_opponent() -> None:
    """It comes at payment, only if something is paid for resources (R39, R40)."""
    toll = Whenever(OpponentTrades(), Gain(coins=1, opponent_loses=9))
    cards = _guild(toll, Whenever(OpponentTrades(), CoinsPaid()))
    only = _guild(toll)
    payer = CityPosition(coins=10)
    state = _at(cards, payer, _owner())
    other = _at(only, payer, _owner())
    custom = cards.tokens["custom"]

    # The baths cost a stone.
    assert _summed(state, state.apply(ConstructBuilding("baths", cards))) == (-10, 3, 0, False)
    assert _summed(other, other.apply(ConstructBuilding("baths", only))) == (-10, 1, 0, False)
    assert _summed(state, state.apply(ConstructBuilding("hall", cards))) == (0, 0, 0, False)
    assert _told(state, ConstructBuilding("baths", cards)) == [
        Gained(B, 1, custom),
        Lost(A, 8, custom),
    ]


def test_a_city_with_nothing_but_the_least_trigger_gets_it() -> None:
    """A single coin, from the only trigger that any card has, is given whatever the occasion is."""
    coin = Gain(coins=1)
    discard = _guild(Whenever(YouDiscard(), coin))
    state = _at(discard, _owner())
    assert _summed(state, state.apply(DiscardBuilding("hall", discard))) == (3, 0, 0, False)
    building = _guild(Whenever(YouConstruct(Colour.BLUE), coin))
    state = _at(building, _owner())
    assert _summed(state, state.apply(ConstructBuilding("hall", building))) == (1, 0, 0, False)
    toll = _guild(Whenever(OpponentTrades(), coin))
    state = _at(toll, CityPosition(coins=10), _owner())
    assert _summed(state, state.apply(ConstructBuilding("baths", toll))) == (-2, 1, 0, False)


def test_the_six_symbols_and_the_capital_at_once() -> None:
    """A position may have both supremacies if a trigger gives shields for a building (R87)."""
    hall = Whenever(YouUseChain(), Gain(shields=1))
    school = Building(
        id="school-of-war",
        name="School of War",
        age=Age.III,
        colour=Colour.GREEN,
        effects=(Symbol(ScienceSymbol.QUILL),),
        free_with="baths",
    )
    cards = _guild(hall, Shields(1)).extended("and a school", buildings=[school])
    held = ["workshop", "apothecary", "dispensary", "academy", "observatory"]
    state = sparse(
        cards,
        Age.III,
        {0: "school-of-war", 1: "senate"},
        _owner(buildings=["baths", *held]),
        pawn=8,
        military_tokens=((2, 5), ()),
    )

    after = state.apply(ConstructBuilding("school-of-war", cards))

    assert after.is_over
    assert State.from_text(after.to_text(), cards) == after
