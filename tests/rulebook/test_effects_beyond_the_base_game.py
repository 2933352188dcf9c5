"""Effects of the library that no card of the base game has: they follow the rulings of those that do."""

from __future__ import annotations

from wonders_duel import (
    Age,
    Building,
    Catalogue,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    Discounted,
    Phase,
    Player,
    Position,
    ProgressToken,
    State,
    TakeToken,
    catalogue,
)
from wonders_duel.effects import CoinRebate, Destroy, DrawTokens, Effect, Revive, TakeBoardToken
from wonders_duel.events import Paid, events_between

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
    position = Position(
        age=Age.I,
        structure={0: "hall", 1: "baths"},
        cities=(one or CityPosition(coins=10), two or CityPosition(coins=10)),
        catalogue=cards,
    )
    for name, value in rest.items():
        setattr(position, name, value)
    return position.state()


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
    state = Position(
        age=Age.II,
        structure={0: name, 1: "aqueduct"},
        cities=(
            CityPosition(coins=10, tokens=["thrift"]),
            CityPosition(coins=10, tokens=economy),
        ),
        catalogue=cards,
    ).state()
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
    state = Position(
        age=Age.II,
        structure={0: "forum", 1: "walls"},
        cities=(
            CityPosition(coins=10, tokens=["thrift"]),
            CityPosition(coins=10, tokens=["economy"]),
        ),
        catalogue=cards,
    ).state()
    move = ConstructBuilding("forum", cards)

    paid = [
        (event.coins, event.to)
        for event in events_between(state, move, state.apply(move))
        if isinstance(event, Paid)
    ]

    assert paid == [(1, None), (2, B)]
