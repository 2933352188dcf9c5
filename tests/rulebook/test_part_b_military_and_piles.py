"""Part B of the worked examples, B19 to B30: the pawn, destruction and the discard pile.

A is player one, B player two; a positive pawn means that A leads.
"""

from __future__ import annotations

import pytest

from tests.builders import city, state
from tests.moves import plan_of, play, uncovered_backs
from wonders_duel import (
    Age,
    Bought,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    IllegalMoveError,
    Phase,
    Player,
    Resource,
    RevealTiming,
    ReviveBuilding,
    Rules,
    State,
    Victory,
)
from wonders_duel.reasons import NotADestructionTarget, NotInDiscardPile

A, B = Player.ONE, Player.TWO

MAUSOLEUM_PRODUCTION = ("brickyard", "glassworks", "glass-blower", "press")
"""Two clay, two glass and a papyrus, which make the Mausoleum free."""


def _wood_price(given: State, player: Player = A) -> int:
    """Return the price of a wood for a player who makes none: the whole price of the Stable."""
    return plan_of(given, ConstructBuilding("stable"), player).total


def _ids(given: State, player: Player) -> set[str]:
    return {card.id for card in given.cities[player].buildings}


def _tokens(given: State, player: Player) -> list[int]:
    """Return the coins of the military tokens on a player's side."""
    return [token.coins for token in given.military_tokens[player]]


# -- military --------------------------------------------------------------------------------------


def test_b19_one_move_over_both_borders_takes_both_tokens() -> None:
    """B19 (R69, R70): one move past both borders takes both military tokens.

    Given the pawn at +2, A with Strategy, B with 10 coins and both tokens on B's
    side; when A builds the Arsenal, 3 shields and 1; then the pawn moves to +6, B
    has 3 and both of those tokens are gone.
    """
    given = state(Age.III, ["arsenal", "circus"], city(10, tokens=["strategy"]), city(10), pawn=2)

    after = given.apply(ConstructBuilding("arsenal"))

    assert after.pawn == 6
    assert after.cities[B].coins == 3
    assert _tokens(after, B) == []
    assert _tokens(after, A) == [2, 5]
    assert after.cities[A].coins == 0


@pytest.mark.parametrize("timing", RevealTiming)
def test_b20_shields_beyond_the_capital_are_ignored_and_the_game_ends(
    timing: RevealTiming,
) -> None:
    """B20 (R75, R18, R17): a military supremacy ends the game before anything else happens.

    Given the pawn at +8; when A builds the Pretorium with 3 shields, which uncovers
    a face-down card; then the pawn stops at +9 and A has won; there is no choice
    and nothing is revealed, whatever the reveal timing.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(8),
        pawn=8,
        military_tokens=((2, 5), ()),
        rules=Rules(reveal_timing=timing),
    )
    move = ConstructBuilding("pretorium")

    after = given.apply(move)

    assert after.pawn == 9
    assert after.result is not None
    assert (after.result.victory, after.result.winner) == (Victory.MILITARY, A)
    assert (after.phase, after.to_move, after.chance) == (Phase.OVER, None, None)
    assert (after.legal_moves, after.pending) == ((), ())
    assert uncovered_backs(after)
    assert play(given, move) == after


@pytest.mark.parametrize("timing", RevealTiming)
def test_b21_supremacy_comes_before_the_destruction(timing: RevealTiming) -> None:
    """B21 (R57, R17): the shield of the Statue of Zeus wins before its destruction.

    Given the pawn at +8, B with brown cards; when A builds the Statue of Zeus; then
    A has won at once: no choice, nothing destroyed, nothing revealed.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(30, unbuilt=["the-statue-of-zeus"]),
        city(7, "sawmill", "lumber-yard"),
        pawn=8,
        military_tokens=((2, 5), ()),
        rules=Rules(reveal_timing=timing),
    )
    move = ConstructWonder("the-statue-of-zeus", "pretorium")

    after = given.apply(move)

    assert after.pawn == 9
    assert after.result is not None
    assert (after.result.victory, after.result.winner) == (Victory.MILITARY, A)
    assert (after.phase, after.chance, after.legal_moves) == (Phase.OVER, None, ())
    assert after.pending == ()
    assert _ids(after, B) == {"sawmill", "lumber-yard"}
    assert after.discard_pile == ()
    assert uncovered_backs(after)
    assert play(given, move) == after


def test_b22_a_used_token_takes_nothing_the_second_time() -> None:
    """B22 (R70): a used token takes no coins when the pawn enters its zone again.

    Given the pawn at +4 and the 2-token on B's side used; when B pushes it back to
    +1 and A returns it to +4; then neither loses coins beyond what was paid.
    """
    given = state(
        Age.III,
        ["pretorium", "arsenal"],
        city(15),
        city(13),
        pawn=4,
        military_tokens=((2, 5), (5,)),
        to_move=B,
    )

    pushed = play(given, ConstructBuilding("pretorium"))
    after = play(pushed, ConstructBuilding("arsenal"))

    assert pushed.pawn == 1
    assert (pushed.cities[A].coins, pushed.cities[B].coins) == (15, 13 - 8)
    assert after.pawn == 4
    assert (after.cities[A].coins, after.cities[B].coins) == (15 - 10, 13 - 8)
    assert _tokens(after, A) == [2, 5]
    assert _tokens(after, B) == [5]


def test_b22_a_token_used_in_play_takes_nothing_the_second_time() -> None:
    """B22 (R70): a token that is used during play takes no coins a second time.

    Given the pawn at +2 and all tokens unused; when A moves it to +3, B back to +2 and
    A to +3 again; then B loses 2 coins the first time and none the second.
    """
    given = state(
        Age.I,
        ["guard-tower", "palisade", "garrison", "tavern", "altar", "theater"],
        city(2),
        city(9),
        pawn=2,
    )

    first = play(given, ConstructBuilding("guard-tower"))
    back = play(first, ConstructBuilding("palisade"))
    again = play(back, ConstructBuilding("garrison"))

    assert [one.pawn for one in (first, back, again)] == [3, 2, 3]
    assert first.cities[B].coins == 9 - 2
    assert back.cities[B].coins == 7 - 2  # the price of the Palisade
    assert again.cities[B].coins == 5
    assert _tokens(again, B) == [5]


def test_b23_strategy_counts_for_a_red_card_from_the_discard_pile() -> None:
    """B23 (R59, R69): Strategy counts for a red card that the Mausoleum constructs.

    Given A with Strategy, the Walls in the discard pile, the pawn at 0; when A
    builds the Mausoleum and takes the Walls; then the pawn moves to +3.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(0, *MAUSOLEUM_PRODUCTION, tokens=["strategy"], unbuilt=["the-mausoleum"]),
        discard_pile=["walls"],
    )

    built = given.apply(ConstructWonder("the-mausoleum", "pretorium"))
    after = built.apply(ReviveBuilding("walls"))

    assert built.pawn == 0
    assert after.pawn == 3
    assert _tokens(after, B) == [5]


# -- destruction and the discard pile --------------------------------------------------------------


def _sawmill_destroyed() -> tuple[State, State]:
    """Play B24, where A destroys B's Sawmill with the Statue of Zeus; return before and after."""
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(30, unbuilt=["the-statue-of-zeus"]),
        city(20, "sawmill", "lumber-yard", unbuilt=["the-mausoleum"]),
    )
    built = given.apply(ConstructWonder("the-statue-of-zeus", "pretorium"))
    assert built.phase is Phase.DESTROY
    assert built.to_move is A
    return given, play(built, DestroyBuilding("sawmill"))


def test_b24_a_destroyed_producer_stops_counting_at_once() -> None:
    """B24 (R31, R51): a destroyed producer counts no more, and is in the discard pile.

    Given B with Sawmill and Lumber Yard; when A builds the Statue of Zeus and
    destroys the Sawmill; then a wood costs A 3 instead of 5, B makes two wood less,
    and the Sawmill is in the discard pile.
    """
    given, after = _sawmill_destroyed()

    def bought_by_b(now: State) -> list[Resource]:
        """Return what B would buy for the Arsenal's two wood and three clay, clay left out."""
        lines = plan_of(now, ConstructBuilding("arsenal"), B).lines
        bought = [line.resource for line in lines if isinstance(line, Bought)]
        return [resource for resource in bought if resource is Resource.WOOD]

    assert (_wood_price(given), _wood_price(after)) == (5, 3)
    assert [card.id for card in after.discard_pile] == ["sawmill"]
    assert _ids(after, B) == {"lumber-yard"}
    assert after.cities[B].count(Colour.BROWN) == 1
    assert bought_by_b(given) == []
    assert bought_by_b(after) == [Resource.WOOD]


def test_b25_a_destroyed_card_can_be_built_again_from_the_discard_pile() -> None:
    """B25 (R51, R59): the Mausoleum offers a destroyed card.

    Given the end of B24, B to play; when B builds the Mausoleum; then the Sawmill is
    offered, and once B has taken it, a wood costs A 5 again.
    """
    _, given = _sawmill_destroyed()
    assert given.to_move is B

    built = given.apply(ConstructWonder("the-mausoleum", "circus"))
    after = built.apply(ReviveBuilding("sawmill"))

    assert built.phase is Phase.REVIVE
    assert built.to_move is B
    assert built.legal_moves == (ReviveBuilding("sawmill"),)
    assert _ids(after, B) == {"sawmill", "lumber-yard"}
    assert after.discard_pile == ()
    assert _wood_price(after) == 5


@pytest.mark.parametrize("timing", RevealTiming)
def test_b26_circus_maximus_without_a_target(timing: RevealTiming) -> None:
    """B26 (R58, R17): a destruction without a target is skipped.

    Given B with brown, but no grey cards; when A builds Circus Maximus; then the
    pawn moves to +1, the wonder is worth 3 points, there is no choice and B is to
    play.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(20, unbuilt=["circus-maximus"]),
        city(7, "sawmill", "lumber-yard"),
        rules=Rules(reveal_timing=timing),
    )

    after = play(given, ConstructWonder("circus-maximus", "pretorium"))

    assert after.pawn == 1
    assert after.score().one.wonders == 3
    assert (after.phase, after.to_move, after.pending) == (Phase.TURN, B, ())
    assert _ids(after, B) == {"sawmill", "lumber-yard"}


def test_b27_circus_maximus_offers_only_the_opponents_grey_cards() -> None:
    """B27 (R58): Circus Maximus offers only the opponent's grey cards.

    Given B with Glassworks, Press and Sawmill, A with Glass-Blower and Quarry; when
    A builds Circus Maximus; then Glassworks and Press are the only
    choices, and everything else is refused.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(20, "glass-blower", "quarry", unbuilt=["circus-maximus"]),
        city(7, "glassworks", "press", "sawmill"),
    )

    built = given.apply(ConstructWonder("circus-maximus", "pretorium"))

    assert built.to_move is A
    assert set(built.legal_moves) == {DestroyBuilding("glassworks"), DestroyBuilding("press")}
    for wrong in map(DestroyBuilding, ("glass-blower", "quarry", "sawmill")):
        assert built.why_not(wrong) == (NotADestructionTarget(wrong.building, Colour.GREY),)
        with pytest.raises(IllegalMoveError):
            built.apply(wrong)
    after = built.apply(DestroyBuilding("press"))
    assert _ids(after, A) == {"glass-blower", "quarry"}
    assert _ids(after, B) == {"glassworks", "sawmill"}


@pytest.mark.parametrize("timing", RevealTiming)
def test_b28_mausoleum_with_an_empty_discard_pile(timing: RevealTiming) -> None:
    """B28 (R59, R17): with an empty discard pile the Mausoleum can be built for its points.

    Given an empty discard pile; when A builds the Mausoleum; then it is built, there
    are no choices, and B is to play.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(10, unbuilt=["the-mausoleum"]),
        rules=Rules(reveal_timing=timing),
    )

    after = play(given, ConstructWonder("the-mausoleum", "pretorium"))

    assert [built.wonder.id for built in after.cities[A].built] == ["the-mausoleum"]
    assert after.score().one.wonders == 2
    assert (after.phase, after.to_move, after.pending) == (Phase.TURN, B, ())


def test_b29_a_discarded_yellow_card_does_not_count_itself() -> None:
    """B29 (R50): a discarded yellow card does not count itself, since it is not in the city.

    Given A with two yellow cards; when A discards the Brewery; then A gains 4, and
    the Brewery is in the discard pile.
    """
    given = state(Age.II, ["brewery", "walls"], city(3, "tavern", "clay-reserve"))

    after = given.apply(DiscardBuilding("brewery"))

    assert after.cities[A].coins == 3 + 4
    assert [card.id for card in after.discard_pile] == ["brewery"]
    assert _ids(after, A) == {"tavern", "clay-reserve"}


def test_b30_a_card_used_for_a_wonder_is_neither_built_nor_discarded() -> None:
    """B30 (R52): a card under a wonder is neither built nor discarded.

    Given the accessible Baths; when A uses them for the Pyramids; then they are in
    nobody's city and not in the discard pile.
    """
    given = state(Age.I, ["baths", "tavern"], city(8, unbuilt=["the-pyramids"]))

    after = given.apply(ConstructWonder("the-pyramids", "baths"))

    assert [(one.wonder.id, one.card.id) for one in after.cities[A].built] == [
        ("the-pyramids", "baths")
    ]
    assert _ids(after, A) == set()
    assert after.discard_pile == ()


def test_b30_a_card_under_a_wonder_gives_no_chain() -> None:
    """B30 (R52, R41): a card under a wonder is not a building of the city, so it frees nothing.

    Given A with the Baths under the Pyramids; when the Aqueduct is priced; then it
    costs three stone, 6 coins, and no chain makes it free.
    """
    given = state(Age.II, ["aqueduct", "walls"], city(5, built={"the-pyramids": "baths"}))
    move = ConstructBuilding("aqueduct")

    plan = plan_of(given, move)

    assert (plan.total, plan.free_by) == (6, None)
    assert move not in given.legal_moves


def test_b30_a_card_under_a_wonder_is_not_offered_by_the_mausoleum() -> None:
    """B30 (R52, R51): a card under a wonder is not offered by the Mausoleum.

    Given A with the Baths under the Pyramids, the Tavern discarded; when A builds
    the Mausoleum; then the Tavern is the only choice and the Baths are refused.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(10, built={"the-pyramids": "baths"}, unbuilt=["the-mausoleum"]),
        discard_pile=["tavern"],
    )

    built = given.apply(ConstructWonder("the-mausoleum", "pretorium"))

    baths = ReviveBuilding("baths")
    assert built.legal_moves == (ReviveBuilding("tavern"),)
    assert built.why_not(baths) == (NotInDiscardPile(baths.building),)
    with pytest.raises(IllegalMoveError):
        built.apply(baths)
