"""Effects of the library that no card of the base game has: they follow the rulings of those that do."""

from __future__ import annotations

from wonders_duel import (
    Age,
    Building,
    Catalogue,
    CityPosition,
    Colour,
    ConstructBuilding,
    Phase,
    Player,
    Position,
    ProgressToken,
    State,
    TakeToken,
    catalogue,
)
from wonders_duel.effects import Destroy, DrawTokens, Effect, Revive, TakeBoardToken

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
