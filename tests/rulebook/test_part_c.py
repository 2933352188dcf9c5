"""Part C of the worked examples, C1 to C16: rulings that parts A and B do not cover.

A is player one, B player two. Some of these rulings need cards that the base game
does not have.
"""

from __future__ import annotations

from random import Random

import attrs
import pytest
from typing_extensions import override

from tests.builders import city, state
from tests.moves import plan_of
from wonders_duel import (
    Age,
    Bought,
    Building,
    Card,
    Catalogue,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Cost,
    Deal,
    DestroyBuilding,
    DraftWonder,
    Game,
    IllegalMoveError,
    Move,
    Phase,
    Player,
    Position,
    Resource,
    Rules,
    ScienceSymbol,
    State,
    TakeToken,
    TokensDrawn,
    Wonder,
    WonderSetup,
    catalogue,
)
from wonders_duel.effects import (
    Destroy,
    Effect,
    FixedPrice,
    Gain,
    Points,
    ProduceOneOf,
    Shields,
    Symbol,
)
from wonders_duel.reasons import NotInThisGame, NotOffered, WrongPhase

A, B = Player.ONE, Player.TWO

GREAT_LIBRARY = "the-great-library"
BOARD = ("agriculture", "architecture", "economy", "masonry", "mathematics")
BOX = ("law", "philosophy", "strategy", "theology", "urbanism")


@attrs.frozen
class Hospitality(Effect):
    """An effect that grants another turn while the opponent has no coins."""

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return Gain(play_again=state.cities[player.opponent].coins == 0)


@attrs.frozen
class Remembrance(Effect):
    """An effect with the default gain and score, which are nothing."""

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return super().gain(state, player)

    @override
    def score(self, state: State, player: Player) -> int:
        return super().score(state, player)


def _building(name: str, colour: Colour, cost: Cost, *effects: Effect) -> Building:
    return Building(
        id=name.lower(), name=name, age=Age.II, colour=colour, cost=cost, effects=effects
    )


OWN = catalogue.extended(
    "own",
    buildings=[
        _building("Workyard", Colour.YELLOW, Cost(), ProduceOneOf(Resource.WOOD, Resource.GLASS)),
        _building("Pavilion", Colour.BLUE, Cost(wood=1, glass=1), Points(1)),
        _building("Archive", Colour.BLUE, Cost(glass=1, papyrus=1), Points(1)),
        _building("Orangery", Colour.BLUE, Cost(wood=1, glass=2), Points(1)),
        _building("Mint", Colour.BLUE, Cost(coins=300), Points(1)),
        _building("Hostel", Colour.YELLOW, Cost(), Hospitality()),
        _building("Cenotaph", Colour.BLUE, Cost(), Remembrance()),
        _building("Barbican", Colour.RED, Cost(), Destroy(Colour.GREEN)),
    ],
    wonders=[Wonder(id="the-pantheon", name="The Pantheon", effects=(Points(3),))],
)
"""The base game with some more cards."""


def _own(
    card: str, one: CityPosition, two: CityPosition | None = None, beside: str = "walls"
) -> State:
    """Return a turn of A in which this card and another one are left of Age II."""
    return Position(
        age=Age.II,
        structure={0: card, 1: beside},
        cities=(one, two or city()),
        board_tokens=["economy", "law"],
        catalogue=OWN,
    ).state()


def _build(name: str) -> ConstructBuilding:
    return ConstructBuilding(name, OWN)


def _refused(given: State, move: Move, reason: object) -> bool:
    """Return whether a move is refused, for this reason alone."""
    with pytest.raises(IllegalMoveError) as caught:
        given.apply(move)
    return move not in given.legal_moves and caught.value.reasons == (reason,)


# -- setup and the draft ---------------------------------------------------------------------------


@pytest.mark.parametrize("picks", range(8))
def test_c01_only_a_wonder_on_offer_is_picked(picks: int) -> None:
    """C1 (R6): only wonders of the current four that are not picked yet can be picked.

    Given a draft after so many picks; when any other wonder is picked (taken
    already, of the second four, or of those that stay in the box); then that is
    refused, and the reason names those on offer.
    """
    game = Game(seed=picks)
    for _ in range(picks):
        game.play(game.legal_moves[0])
    given = game.state
    offered = given.offered_wonders
    others = [wonder for wonder in catalogue.wonder_list if wonder not in offered]

    assert len(offered) == 4 - picks % 4
    for wonder in others:
        reason = NotOffered(wonder, offered)
        assert _refused(given, DraftWonder(wonder), reason)
    assert game.state is given


@pytest.mark.parametrize("setup", WonderSetup)
@pytest.mark.parametrize("first", Player)
def test_c02_a_deal_supplies_all_of_the_setup(setup: WonderSetup, first: Player) -> None:
    """C2 (R6, R7, R13): a deal supplies all outcomes of the setup, however chance is resolved.

    Given a deal and either setup; when the setup is dealt at once and the moves
    are played along the deal, with the second four wonders after the fourth pick;
    then each state is that of a game in which chance was resolved piece by piece.
    """
    deal = Deal.random(Random(2))
    rules = Rules(wonder_setup=setup)
    game = Game.from_deal(deal, first_player=first, rules=rules)

    along = State.dealt(deal, first_player=first, rules=rules)
    assert along == game.state
    for _ in range(9):
        move = game.legal_moves[-1]
        game.play(move)
        along = along.play(move, deal)
        assert along == game.state

    assert along.phase is Phase.TURN
    assert {token.id for token in along.board_tokens} == {token.id for token in deal.board_tokens}
    picked = {wonder.id for own in along.cities for wonder in own.unbuilt}
    drafted = {wonder.id for four in deal.draft for wonder in four}
    assert (picked == drafted) == (setup is WonderSetup.DRAFT)


# -- progress tokens -------------------------------------------------------------------------------


def test_c03_a_pair_takes_a_token_from_the_board_only() -> None:
    """C3 (R4, R63): a pair takes a token from the board, not from the box or a city.

    Given A, who has just completed a pair; when A takes a token of the box, or one
    of either city; then that is refused.
    """
    given = state(
        Age.II,
        ["walls", "school"],
        city(7, "pharmacist", "dispensary", tokens=BOARD[:1]),
        city(7, tokens=BOARD[1:2]),
        board_tokens=BOARD[2:],
        pending=[Phase.BOARD_TOKEN],
    )

    offered = tuple(catalogue.tokens[name] for name in BOARD[2:])
    for name in (*BOX, *BOARD[:2]):
        assert _refused(given, TakeToken(name), NotOffered(catalogue.tokens[name], offered))
    assert set(given.legal_moves) == {TakeToken(name) for name in BOARD[2:]}


def _library(tokens: int) -> State:
    """Let A build the Great Library with so many tokens left in the box, and reveal the cards."""
    rest = (*BOARD, *BOX)[: 10 - tokens]
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(10, tokens=rest[5:7], unbuilt=[GREAT_LIBRARY]),
        city(7, tokens=rest[7:]),
        board_tokens=rest[:5],
    )
    return given.apply(ConstructWonder(GREAT_LIBRARY, "pretorium"))


def test_c04_the_great_library_takes_one_of_the_three() -> None:
    """C4 (R60): the Great Library takes one of the three tokens drawn.

    Given three tokens drawn; when A takes any of the seven others; then that is refused.
    """
    built = _library(5)
    assert built.chance is not None
    offered = tuple(catalogue.tokens[name] for name in ("law", "strategy", "urbanism"))
    choosing = built.resolve(TokensDrawn(offered))

    for token in catalogue.token_list:
        if token not in offered:
            assert _refused(choosing, TakeToken(token), NotOffered(token, offered))
    assert set(choosing.legal_moves) == {TakeToken(token) for token in offered}


@pytest.mark.parametrize(("left", "drawn"), [(4, 3), (3, 3), (2, 2), (1, 1)])
def test_c05_the_great_library_draws_what_is_left(left: int, drawn: int) -> None:
    """C5 (R60): the Great Library draws three tokens, or as many as the box still has.

    Given a box with so many tokens; when A builds the Great Library; then each
    chance outcome has the lesser of three and that many.
    """
    built = _library(left)
    assert built.chance is not None
    outcomes = [outcome for outcome, _ in built.chance.outcomes()]

    assert built.phase is Phase.DRAW_TOKENS
    for outcome in outcomes:
        assert isinstance(outcome, TokensDrawn)
        assert len(outcome.tokens) == drawn
        assert len(built.resolve(outcome).legal_moves) == drawn


def test_c05_the_great_library_and_an_empty_box() -> None:
    """C5 (R60): with an empty box the Great Library draws nothing and the turn continues.

    Given all ten tokens on the board and in the cities; when A builds the Great
    Library; then nothing is chosen and the uncovered card is revealed.
    """
    built = _library(0)

    assert built.box_token_mask == 0
    assert (built.phase, built.pending) == (Phase.REVEAL, ())
    assert [one.wonder.id for one in built.cities[A].built] == [GREAT_LIBRARY]


@pytest.mark.parametrize("token", [BOARD[0], BOX[0]])
def test_c06_no_token_without_a_choice(token: str) -> None:
    """C6 (R14, R63): a token cannot be taken without a pair or the Great Library.

    Given A's turn; when A takes a token, of the board or of the box; then that is refused.
    """
    given = state(Age.II, ["walls", "school"], board_tokens=BOARD)
    choices = (Phase.BOARD_TOKEN, Phase.LIBRARY_TOKEN)

    assert _refused(given, TakeToken(token), WrongPhase(Phase.TURN, choices))


# -- prices with other cards -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "theirs", "total", "bought"),
    [
        ("pavilion", (), 0, []),
        ("archive", (), 0, []),
        ("orangery", ("glassworks",), 2, [Resource.WOOD]),
        ("orangery", ("lumber-yard",), 2, [Resource.GLASS]),
        ("orangery", ("sawmill", "glass-blower"), 3, [Resource.GLASS]),
    ],
)
def test_c07_overlapping_choices_go_to_the_most_expensive_units(
    card: str, theirs: tuple[str, ...], total: int, bought: list[Resource]
) -> None:
    """C7 (R35, R36): overlapping choices are assigned to the most expensive units.

    Given A with the Forum, for glass or papyrus, and a card for wood or glass;
    when A builds something for which both are needed; then each makes what the other one
    cannot make or what saves most, and the rest is bought.
    """
    given = _own(card, city(9, "forum", "workyard"), city(7, *theirs))
    move = _build(card)

    plan = plan_of(given, move)

    assert plan.total == total
    assert [line.resource for line in plan.lines if isinstance(line, Bought)] == bought
    assert given.apply(move).cities[A].coins == 9 - total


def test_c07_a_rebate_beside_choices_that_overlap() -> None:
    """C7 (R36, R37): a rebate takes off what the flexible producers leave.

    Given the same A with Masonry; when A builds a blue card for a wood and two
    glass; then the third unit is rebated.
    """
    given = _own("orangery", city(0, "forum", "workyard", tokens=["masonry"]))

    assert plan_of(given, _build("orangery")).total == 0
    assert given.apply(_build("orangery")).cities[A].coins == 0


def _chooses(card: Building | Wonder) -> bool:
    return any(isinstance(effect, ProduceOneOf) for effect in card.effects)


def test_c13_a_rebate_where_nothing_produces_a_choice() -> None:
    """C13 (R36, R37): without flexible producers a rebate takes off the most expensive units.

    Given a game without any flexible producer, A with Masonry, B with Glassworks;
    when A builds the Courthouse for two wood at 2 and a glass at 3; then the glass
    and one wood are rebated and A pays 2.
    """
    plain = Catalogue(
        "plain",
        [card for card in catalogue.building_list if not _chooses(card)],
        [wonder for wonder in catalogue.wonder_list if not _chooses(wonder)],
        catalogue.token_list,
        catalogue.structures,
    )
    given = Position(
        age=Age.II,
        structure={0: "courthouse", 1: "walls"},
        cities=(city(2, tokens=["masonry"]), city(7, "glassworks")),
        catalogue=plain,
    ).state()
    move = ConstructBuilding("courthouse", plain)

    plan = plan_of(given, move)

    assert plan.total == 2
    assert [line.resource for line in plan.lines if isinstance(line, Bought)] == [Resource.WOOD]
    assert given.apply(move).cities[A].coins == 0


@pytest.mark.parametrize("held", [299, 300, 1000])
def test_c08_a_price_has_no_limit(held: int) -> None:
    """C8 (R25, R38, R48): neither the bank nor a price is limited.

    Given a card for 300 coins; when A has 299; then it is not legal; with 300 and
    more it is, and 300 are paid.
    """
    given = _own("mint", city(held))
    move = _build("mint")

    assert plan_of(given, move).total == 300
    assert (move in given.legal_moves) == (held >= 300)
    if held >= 300:
        assert given.apply(move).cities[A].coins == held - 300
    else:
        with pytest.raises(IllegalMoveError):
            given.apply(move)


# -- effects of other cards ------------------------------------------------------------------------


@pytest.mark.parametrize(("theirs", "mover"), [(0, A), (1, B)])
def test_c09_an_extra_turn_that_depends_on_the_position(theirs: int, mover: Player) -> None:
    """C9 (R22, R54): an extra turn may depend on the position when the card comes into play.

    Given a building that grants another turn while the opponent has no coins;
    when A builds it; then A plays again exactly in that case.
    """
    given = _own("hostel", city(5), city(theirs))

    assert given.apply(_build("hostel")).to_move is mover


def test_c10_a_card_that_neither_brings_nor_scores() -> None:
    """C10 (R14, R80): a card that neither gains nor scores is only added to the city.

    Given a building whose effect gains and scores as all effects do; when A builds it;
    then coins, pawn, tokens and score are as before, and it is the turn of B.
    """
    given = _own("cenotaph", city(6), city(8))

    after = given.apply(_build("cenotaph"))

    assert [card.id for card in after.cities[A].buildings] == ["cenotaph"]
    assert [own.coins for own in after.cities] == [6, 8]
    assert (after.pawn, after.pending, after.to_move) == (0, (), B)
    assert after.score() == given.score()
    assert after.score().totals == (2, 2)


@pytest.mark.parametrize(
    ("lost", "left", "phase"),
    [
        ("scriptorium", ScienceSymbol.WHEEL, Phase.DEAL_AGE),
        ("apothecary", ScienceSymbol.QUILL, Phase.BOARD_TOKEN),
    ],
)
def test_c12_a_destroyed_symbol_makes_no_pair(lost: str, left: ScienceSymbol, phase: Phase) -> None:
    """C12 (R58, R63): a destroyed symbol does not count for a pair.

    Given B with the Scriptorium and the Apothecary; when A destroys one of them and B
    builds the Library, the second quill; then B takes a token only if it was the
    Apothecary.
    """
    given = _own("barbican", city(5), city(9, "scriptorium", "apothecary"), "library")

    destroyed = given.apply(_build("barbican")).apply(DestroyBuilding(lost, OWN))
    after = destroyed.apply(_build("library"))

    assert destroyed.cities[B].symbols == (left,)
    assert [card.id for card in destroyed.discard_pile] == [lost]
    assert after.phase is phase


@pytest.mark.parametrize("lost", ["scriptorium", "library"])
def test_c12_the_other_card_of_a_pair_keeps_its_symbol(lost: str) -> None:
    """C12 (R58, R68): a symbol counts as long as one card with it is left.

    Given B with both quills; when A destroys either card; then B still has the quill.
    """
    given = _own("barbican", city(5), city(9, "scriptorium", "library"))

    after = given.apply(_build("barbican")).apply(DestroyBuilding(lost, OWN))

    assert given.cities[B].symbols == after.cities[B].symbols == (ScienceSymbol.QUILL,)
    assert len(after.cities[B].buildings) == 1


# -- moves and cards -------------------------------------------------------------------------------


def test_c11_a_card_is_the_same_in_a_game_with_more_cards() -> None:
    """C11 (R14): a move identifies cards, and can be played in any game that has them.

    Given the game with its own cards and the base game; when a move of one is
    played in the other; then it is the move with the same cards there.
    """
    own = _own("mint", city(9, "quarry"))
    base = state(Age.II, ["walls", "school"], city(9, "quarry"))

    assert own.apply(ConstructBuilding("walls")) == own.apply(_build("walls"))
    assert base.apply(_build("walls")) == base.apply(ConstructBuilding("walls"))


@pytest.mark.parametrize(
    ("move", "missing"),
    [
        (_build("mint"), ["mint"]),
        (DraftWonder("the-pantheon", OWN), ["the-pantheon"]),
        (ConstructWonder("the-pantheon", "mint", OWN), ["the-pantheon", "mint"]),
    ],
    ids=str,
)
def test_c11_a_card_that_the_game_does_not_have(move: Move, missing: list[str]) -> None:
    """C11 (R14): a move with a card that the game lacks is refused by name.

    Given a turn of the base game; when a move with another game's own cards is
    played; then the reasons name what is missing.
    """
    base = state(Age.II, ["walls", "school"], city(400))

    with pytest.raises(IllegalMoveError) as caught:
        base.apply(move)

    assert caught.value.reasons == tuple(NotInThisGame(name, "base") for name in missing)


# -- what the cards of the base game are, and keep ------------------------------------------------


def test_c14_the_temple_of_artemis_gives_coins_and_no_points() -> None:
    """C14 (R62): the Temple of Artemis gives 12 coins and another turn, but no points.

    Given A with 10 coins and nothing that produces; when A builds the Temple of
    Artemis for 8; then A has 14 coins, is to move again, and has no point for it.
    """
    temple = "the-temple-of-artemis"
    given = state(Age.II, ["walls", "school"], city(10, unbuilt=[temple]), city())

    after = given.apply(ConstructWonder(temple, "walls"))

    assert after.cities[A].coins == 10 - 8 + 12
    assert after.score()[A].wonders == 0
    while after.chance:
        after = after.resolve(after.chance.sample(Random(14)))
    assert after.to_move is A


@pytest.mark.parametrize("seed", [0, 2, 3, 4])
def test_c15_a_progress_token_is_kept_for_good(seed: int) -> None:
    """C15 (R88, R4): a player never loses a token, and the board is never refilled.

    Given a game in which tokens are taken wherever they can be; when it is played to
    the end; then a city never has fewer tokens than before, and the board never more.
    """
    game, rng = Game(seed), Random(seed)
    taken = 0
    while not game.is_over:
        before = game.state
        liked = [one for one in game.legal_moves if _leads_to_a_token(before, one)]
        after = game.play(rng.choice(liked or list(game.legal_moves)))
        for player in Player:
            assert set(before.cities[player].tokens) <= set(after.cities[player].tokens)
        if before.board_tokens:
            assert set(after.board_tokens) <= set(before.board_tokens)
        taken += isinstance(game.history[-1].move, TakeToken)
    assert taken


def _leads_to_a_token(before: State, move: Move) -> bool:
    return before.apply(move).phase in {Phase.BOARD_TOKEN, Phase.DRAW_TOKENS}


def test_c16_no_card_decides_a_moot_ruling() -> None:
    """C16 (R34, R87): no card of the base game could decide a moot ruling.

    Given the cards of the base game; when their effects are examined; then none
    has both shields and a symbol, and none fixes the price of a resource in its own cost.
    """
    cards: list[Card] = [
        *catalogue.building_list,
        *catalogue.wonder_list,
        *catalogue.token_list,
    ]
    fixing = set()
    for card in cards:
        kinds = {type(effect) for effect in card.effects}
        assert not {Shields, Symbol} <= kinds
        for effect in card.effects:
            if isinstance(effect, FixedPrice):
                fixing.add(card.id)
                assert isinstance(card, Building)
                assert card.cost.resources == {}
    assert fixing == {"stone-reserve", "clay-reserve", "wood-reserve", "customs-house"}
