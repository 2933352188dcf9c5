"""Part A of the worked examples: wonders, military and who begins an age (A15 to A22, A26, A30 to A33, A36)."""

from __future__ import annotations

from random import Random

import pytest

from tests.builders import city, state
from tests.moves import coins, play, wonder_moves
from wonders_duel import (
    Age,
    BuiltWonder,
    CentrePawnStart,
    ChooseBeginner,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    DiscardBuilding,
    DraftWonder,
    Game,
    IllegalMoveError,
    Phase,
    Player,
    ReviveBuilding,
    Rules,
    State,
    TakeToken,
    TokensDealt,
    Victory,
    WondersDealt,
    catalogue,
)
from wonders_duel.reasons import NotInDiscardPile, SevenWonders, TooExpensive

ONE, TWO = Player


def tokens(of: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the coins of the military tokens left on either side."""
    one, two = of.military_tokens
    return tuple(token.coins for token in one), tuple(token.coins for token in two)


def seats(
    first: CityPosition, second: CityPosition, mover: Player
) -> tuple[CityPosition, CityPosition]:
    """Return the cities with the player to move first, so that a case works for both seats."""
    return (first, second) if mover is ONE else (second, first)


def discards(of: State) -> list[DiscardBuilding]:
    """Return the legal discards: moves that end a turn and do nothing else."""
    return [move for move in of.legal_moves if isinstance(move, DiscardBuilding)]


# -- A15: the Colossus ----------------------------------------------------------------------------


def test_a15_the_colossus() -> None:
    """With 3 clay, 1 glass and no coins, A builds the Colossus with the Pretorium for free.

    The Pretorium itself would be too expensive. Under the wonder it has no effect: only the
    wonder's 2 shields count, and there is no extra turn (R26, R52, R69).
    """
    colossus, pretorium = catalogue.wonders["the-colossus"], catalogue.buildings["pretorium"]
    before = state(
        Age.III,
        ["pretorium", "obelisk"],
        city(0, "clay-pool", "brickyard", "glassworks", unbuilt=["the-colossus"]),
    )
    move = ConstructWonder("the-colossus", "pretorium")
    made = before.payment(move)
    assert made is not None
    assert made.total == 0
    assert move in before.legal_moves
    assert ConstructBuilding("pretorium") not in before.legal_moves
    assert before.why_not(ConstructBuilding("pretorium")) == (TooExpensive(8, 0),)

    after = play(before, move)

    own = after.cities[ONE]
    assert own.built == (BuiltWonder(colossus, pretorium),)
    assert (own.coins, own.unbuilt) == (0, ())
    assert pretorium not in own.buildings
    assert own.count(Colour.RED) == 0
    assert after.discard_pile == ()
    assert pretorium not in after.accessible
    assert after.pawn == 2
    assert after.score()[ONE].wonders == 3
    assert after.to_move is TWO


# -- A16, A17: seven wonders ----------------------------------------------------------------------

RICH = 50


def test_a16_seven_wonders() -> None:
    """With 4 + 2 wonders, A builds the Colossus as the 7th, and A's Pyramids leave the game (R53)."""
    before = state(
        Age.II,
        ["walls", "statue", "temple"],
        city(
            RICH,
            unbuilt=["the-colossus", "the-pyramids"],
            built={"the-great-lighthouse": "baths", "the-temple-of-artemis": "altar"},
        ),
        city(
            RICH,
            built={
                "the-appian-way": "quarry",
                "circus-maximus": "press",
                "piraeus": "tavern",
                "the-sphinx": "stable",
            },
        ),
    )
    assert {move.wonder for move in wonder_moves(before)} == {
        catalogue.wonders["the-colossus"],
        catalogue.wonders["the-pyramids"],
    }

    after = play(before, ConstructWonder("the-colossus", "walls"))

    assert tuple(len(one.built) for one in after.cities) == (3, 4)
    assert tuple(one.unbuilt for one in after.cities) == ((), ())
    assert after.to_move is TWO
    assert wonder_moves(after) == []

    later = play(after, discards(after)[0])
    pyramids = ConstructWonder("the-pyramids", later.accessible[0])
    assert later.to_move is ONE
    assert wonder_moves(later) == []
    assert SevenWonders() in later.why_not(pyramids)
    with pytest.raises(IllegalMoveError):
        later.apply(pyramids)


def test_a17_seven_wonders_finnish_version() -> None:
    """With 3 + 3 wonders, A builds the Colossus as the 7th, and B's Pyramids leave the game (R53)."""
    before = state(
        Age.II,
        ["walls", "statue", "temple"],
        city(
            RICH,
            unbuilt=["the-colossus"],
            built={
                "the-great-lighthouse": "baths",
                "the-temple-of-artemis": "altar",
                "the-sphinx": "stable",
            },
        ),
        city(
            RICH,
            unbuilt=["the-pyramids"],
            built={"the-appian-way": "quarry", "circus-maximus": "press", "piraeus": "tavern"},
        ),
    )

    after = play(before, ConstructWonder("the-colossus", "walls"))

    assert tuple(len(one.built) for one in after.cities) == (4, 3)
    assert tuple(one.unbuilt for one in after.cities) == ((), ())
    pyramids = ConstructWonder("the-pyramids", after.accessible[0])
    assert after.to_move is TWO
    assert wonder_moves(after) == []
    assert SevenWonders() in after.why_not(pyramids)
    later = play(after, discards(after)[0])
    assert later.to_move is ONE
    assert wonder_moves(later) == []


# -- A18 to A20: the conflict pawn ----------------------------------------------------------------


@pytest.mark.parametrize(("start", "end"), [(1, 3), (2, 4)])
@pytest.mark.parametrize(("held", "kept"), [(7, 5), (1, 0)], ids=["seven-coins", "one-coin"])
def test_a18_archery_range_and_a_military_token(start: int, end: int, held: int, kept: int) -> None:
    """The Archery Range moves the pawn to +3, and B loses 2 coins or all that B has.

    The token is used up, the three others stay, and A gains nothing: the coins go to the bank
    (R49, R69, R70).
    """
    before = state(
        Age.II,
        ["archery-range"],
        city(0, "lumber-yard", "stone-pit", "press"),
        city(held),
        pawn=start,
    )

    after = before.apply(ConstructBuilding("archery-range"))

    assert after.pawn == end
    assert coins(after) == (0, kept)
    assert tokens(after) == ((2, 5), (5,))


@pytest.mark.parametrize(("start", "end"), [(1, 3), (2, 4)])
def test_a18_archery_range_and_a_military_token_that_is_used(start: int, end: int) -> None:
    """If that token was used before, B loses nothing (R70)."""
    before = state(
        Age.II,
        ["archery-range"],
        city(0, "lumber-yard", "stone-pit", "press"),
        city(7),
        pawn=start,
        military_tokens=((2, 5), (5,)),
    )

    after = before.apply(ConstructBuilding("archery-range"))

    assert after.pawn == end
    assert coins(after) == (0, 7)
    assert tokens(after) == ((2, 5), (5,))


@pytest.mark.parametrize("mover", Player)
@pytest.mark.parametrize(
    ("start", "present", "held", "kept", "remain"),
    [
        (2, (2, 5), 7, 5, (5,)),
        (2, (2, 5), 2, 0, (5,)),
        (2, (2, 5), 1, 0, (5,)),
        (2, (2, 5), 0, 0, (5,)),
        (5, (2, 5), 7, 2, (2,)),
        (5, (5,), 7, 2, ()),
        (5, (5,), 5, 0, ()),
        (5, (5,), 4, 0, ()),
        (5, (5,), 0, 0, ()),
    ],
)
def test_a19_looting_tokens(
    mover: Player,
    start: int,
    present: tuple[int, ...],
    held: int,
    kept: int,
    remain: tuple[int, ...],
) -> None:
    """A shield that moves the pawn to a token makes the opponent lose 2 or 5 coins (R49, R70).

    A player with fewer coins loses all of them. It is the same for either player at 3 and 6 spaces;
    the mover gets none of the coins.
    """
    sign = 1 if mover is ONE else -1
    before = state(
        Age.I,
        ["guard-tower"],
        *seats(city(3), city(held), mover),
        to_move=mover,
        pawn=sign * start,
        military_tokens=((2, 5), present) if mover is ONE else (present, (2, 5)),
    )

    after = before.apply(ConstructBuilding("guard-tower"))

    assert after.pawn == sign * (start + 1)
    assert (after.cities[mover].coins, after.cities[mover.opponent].coins) == (3, kept)
    assert tokens(after)[mover.opponent] == remain
    assert tokens(after)[mover] == (2, 5)


def test_a20_strategy() -> None:
    """With Strategy, the Walls move the pawn by 3 instead of 2 and use the first token (R69, R70)."""
    before = state(Age.II, ["walls"], city(0, "shelf-quarry", tokens=["strategy"]), city(7))

    after = before.apply(ConstructBuilding("walls"))

    assert after.pawn == 3
    assert coins(after) == (0, 5)
    assert tokens(after) == ((2, 5), (5,))


def test_a20_strategy_and_the_colossus() -> None:
    """With Strategy, the Colossus moves the pawn by only 2, since it is not a red card (R69).

    The red card under the wonder does not help either.
    """
    before = state(
        Age.II,
        ["walls"],
        city(
            0,
            "clay-pool",
            "brickyard",
            "glassworks",
            tokens=["strategy"],
            unbuilt=["the-colossus"],
        ),
        city(7),
    )

    after = before.apply(ConstructWonder("the-colossus", "walls"))

    assert after.pawn == 2
    assert coins(after) == (0, 7)
    assert tokens(after) == ((2, 5), (2, 5))


def test_a20_strategy_taken_after_red_cards() -> None:
    """Strategy, taken after three red cards, does not move the pawn (R63, R69).

    The next red card gets the extra shield.
    """
    before = state(
        Age.II,
        ["laboratory", "walls", "temple"],
        city(20, "guard-tower", "stable", "garrison", "workshop"),
        board_tokens=["strategy", "law"],
    )
    choosing = play(before, ConstructBuilding("laboratory"))
    assert (choosing.phase, choosing.to_move) == (Phase.BOARD_TOKEN, ONE)

    taken = play(choosing, TakeToken("strategy"))

    assert catalogue.tokens["strategy"] in taken.cities[ONE].tokens
    assert taken.pawn == 0
    assert taken.to_move is TWO
    later = play(play(taken, DiscardBuilding("temple")), ConstructBuilding("walls"))
    assert later.pawn == 3


# -- A21, A22: the wonders at the start -----------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_a21_first_game_wonders(seed: int) -> None:
    """In a first game each player has the four printed wonders, and A plays in Age I (R7)."""
    game = Game(seed, rules="first-game")

    one, two = game.state.cities
    assert {wonder.name.removeprefix("The ") for wonder in one.unbuilt} == {
        "Pyramids",
        "Great Lighthouse",
        "Temple of Artemis",
        "Statue of Zeus",
    }
    assert {wonder.name.removeprefix("The ") for wonder in two.unbuilt} == {
        "Circus Maximus",
        "Piraeus",
        "Appian Way",
        "Colossus",
    }
    assert not any(isinstance(outcome, WondersDealt) for outcome in game.setup)
    assert (game.state.age, game.state.phase, game.to_move) == (Age.I, Phase.TURN, ONE)
    assert game.history == ()


@pytest.mark.parametrize("seed", range(5))
def test_a22_wonder_draft(seed: int) -> None:
    """In the draft A picks 1, B 2 and A 1, then the other way round (R6, R7, R12).

    Four wonders are offered in each round; each player ends with the four picked, and A, who picked
    first but not last, begins Age I.
    """
    game = Game(seed)
    deal, rng = game.deal, Random(seed)
    assert deal is not None
    order: list[Player | None] = []
    offers: list[int] = []
    picked: tuple[set[str], set[str]] = (set(), set())

    while game.state.phase is Phase.DRAFT:
        offered = game.state.offered_wonders
        if len(order) % 4 == 0:
            assert set(offered) == set(deal.draft[len(order) // 4])
        assert set(game.legal_moves) == {DraftWonder(wonder) for wonder in offered}
        order.append(game.to_move)
        offers.append(len(offered))
        pick = offered[int(rng.random() * len(offered))]
        picked[game.state.player].add(pick.id)
        game.play(DraftWonder(pick))

    assert order == [ONE, TWO, TWO, ONE, TWO, ONE, ONE, TWO]
    assert offers == [4, 3, 2, 1] * 2
    assert tuple({wonder.id for wonder in one.unbuilt} for one in game.state.cities) == picked
    assert [len(one.unbuilt) for one in game.state.cities] == [4, 4]
    assert (game.state.age, game.state.phase, game.to_move) == (Age.I, Phase.TURN, ONE)


def test_a22_wonder_draft_begun_by_the_other_player() -> None:
    """If the second seat begins the draft, it picks 1, the other 2, and so on (R6, R12)."""
    game = Game(3, first_player=TWO)
    order: list[Player | None] = []

    while game.state.phase is Phase.DRAFT:
        order.append(game.to_move)
        game.play(game.legal_moves[0])

    assert order == [TWO, ONE, ONE, TWO, ONE, TWO, TWO, ONE]
    assert (game.state.age, game.state.phase, game.to_move) == (Age.I, Phase.TURN, TWO)


def test_a22_wonder_draft_waits_for_the_second_group() -> None:
    """After a group is picked, nobody is to move until the next deal (R6, R12).

    It is known who will be: the other player in the second group, the first one in Age I.
    """
    for first, second in ((ONE, TWO), (TWO, ONE)):
        deal = Deal.random(Random(3))
        now = State.start(first_player=first)
        now = now.resolve(TokensDealt(deal.board_tokens)).resolve(WondersDealt(deal.draft[0]))
        for _ in range(4):
            now = now.apply(now.legal_moves[0])

        assert (now.phase, now.to_move, now.turn_of) == (Phase.DEAL_WONDERS, None, second)
        assert now.offered_wonders == ()
        now = now.resolve(WondersDealt(deal.draft[1]))
        assert now.to_move is second
        for _ in range(4):
            now = now.apply(now.legal_moves[0])
        assert (now.phase, now.to_move, now.turn_of) == (Phase.DEAL_AGE, None, first)


# -- A26: Theology --------------------------------------------------------------------------------


def test_a26_theology() -> None:
    """With Theology, A plays again after the Pyramids if the age has cards left (R56)."""
    before = state(
        Age.I,
        ["baths", "altar", "tavern"],
        city(20, tokens=["theology"], unbuilt=["the-pyramids"]),
    )

    again = play(before, ConstructWonder("the-pyramids", "baths"))

    assert (again.phase, again.to_move) == (Phase.TURN, ONE)
    assert play(again, DiscardBuilding("altar")).to_move is TWO


def test_a26_theology_without_it() -> None:
    """Without Theology, B is to move after the Pyramids (R54, R56)."""
    before = state(Age.I, ["baths", "altar", "tavern"], city(20, unbuilt=["the-pyramids"]))

    assert play(before, ConstructWonder("the-pyramids", "baths")).to_move is TWO


def test_a26_theology_and_the_sphinx() -> None:
    """With Theology, the Sphinx still grants a single extra turn (R54, R56)."""
    before = state(
        Age.I,
        ["baths", "altar", "tavern"],
        city(20, tokens=["theology"], unbuilt=["the-sphinx"]),
    )

    again = play(before, ConstructWonder("the-sphinx", "baths"))

    assert (again.phase, again.to_move) == (Phase.TURN, ONE)
    assert play(again, DiscardBuilding("altar")).to_move is TWO


def test_a26_theology_taken_after_the_wonders() -> None:
    """Theology grants no turn for wonders that were built before (R56)."""
    before = state(
        Age.II,
        ["laboratory", "walls", "temple"],
        city(20, "workshop", built={"the-pyramids": "baths", "the-colossus": "altar"}),
        board_tokens=["theology", "law"],
    )
    choosing = play(before, ConstructBuilding("laboratory"))
    assert (choosing.phase, choosing.to_move) == (Phase.BOARD_TOKEN, ONE)

    taken = play(choosing, TakeToken("theology"))

    assert catalogue.tokens["theology"] in taken.cities[ONE].tokens
    assert (taken.phase, taken.to_move) == (Phase.TURN, TWO)


# -- A30: the Mausoleum ---------------------------------------------------------------------------


def test_a30_mausoleum_and_setup_removals() -> None:
    """With only the Tavern in the discard pile, the Mausoleum offers nothing else (R9, R51, R59).

    Not offered: the 9 cards and 4 guilds removed at the setup, the cards under the wonders of
    either player, and the card under the Mausoleum itself.
    """
    before = state(
        Age.III,
        ["palace", "study"],
        city(20, unbuilt=["the-mausoleum"], built={"the-pyramids": "altar"}),
        city(7, built={"the-sphinx": "theater"}),
        discard_pile=["tavern"],
    )
    deal = Deal.consistent_with(before, Random(30))
    dealt = {card.id for age in deal.ages for card in age}
    removed = [card for card in catalogue.buildings.values() if card.id not in dealt]
    guilds = sum(card.colour is Colour.PURPLE for card in removed)
    assert (len(removed) - guilds, guilds) == (9, 4)
    assert {"tavern", "altar", "theater"} <= dealt

    choosing = before.play(ConstructWonder("the-mausoleum", "palace"), deal)

    assert (choosing.phase, choosing.to_move) == (Phase.REVIVE, ONE)
    assert choosing.legal_moves == (ReviveBuilding("tavern"),)
    buried = [catalogue.buildings[card] for card in ("altar", "theater", "palace")]
    for card in (*removed, *buried):
        assert choosing.why_not(ReviveBuilding(card)) == (NotInDiscardPile(card),)
        with pytest.raises(IllegalMoveError):
            choosing.apply(ReviveBuilding(card))

    after = choosing.play(ReviveBuilding("tavern"), deal)
    assert after.cities[ONE].coins == choosing.cities[ONE].coins + 4
    assert catalogue.buildings["tavern"] in after.cities[ONE].buildings
    assert after.discard_pile == ()
    assert after.to_move is TWO


# -- A31, A32: the end of an age ------------------------------------------------------------------

# Only slot 0, in the far row, still holds a card.
LAST_CARD = 1


def _a31(rules: Rules) -> State:
    before = state(Age.I, ["baths"], city(20, unbuilt=["the-sphinx"]), left=LAST_CARD, rules=rules)
    waiting = before.apply(ConstructWonder("the-sphinx", "baths"))
    assert waiting.chance is not None
    assert (waiting.chance.phase, waiting.chance.age) == (Phase.DEAL_AGE, Age.II)
    after = waiting.resolve(waiting.chance.sample(Random(31)))
    assert after.age is Age.II
    assert sum(not slot.is_empty for slot in after.structure) == 20
    assert sum(slot.building is not None for slot in after.structure) == 12
    return after


@pytest.mark.parametrize("beginner", Player)
def test_a31_lost_play_again(beginner: Player) -> None:
    """The Sphinx, built with the last card of Age I, loses its extra turn (R20, R55, R77).

    Age II is dealt, and A, who acted last, chooses who begins it. The first player has one turn,
    then the other: nothing of the extra turn is left.
    """
    after = _a31(Rules())

    assert (after.phase, after.to_move) == (Phase.BEGIN, ONE)
    assert set(after.legal_moves) == {ChooseBeginner(ONE), ChooseBeginner(TWO)}

    begun = play(after, ChooseBeginner(beginner))

    assert (begun.phase, begun.to_move) == (Phase.TURN, beginner)
    assert play(begun, discards(begun)[0]).to_move is beginner.opponent


def test_a31_lost_play_again_where_the_last_player_begins() -> None:
    """Under the other rule option, A begins Age II without a choice, for one turn (R55, R77)."""
    after = _a31(Rules(centre_pawn_start=CentrePawnStart.LAST_PLAYER_BEGINS))

    assert (after.phase, after.to_move) == (Phase.TURN, ONE)
    assert play(after, discards(after)[0]).to_move is TWO


@pytest.mark.parametrize("option", CentrePawnStart)
@pytest.mark.parametrize("last", Player)
@pytest.mark.parametrize(("pawn", "chooser"), [(3, TWO), (-1, ONE)])
def test_a32_weaker_military_chooses(
    pawn: int, chooser: Player, last: Player, option: CentrePawnStart
) -> None:
    """The player with the pawn on their side at the end of an age chooses who begins (R20, R76).

    Either player may be chosen. It is irrelevant who took the last card and what the option for a
    pawn on the centre space says (R77).
    """
    before = state(
        Age.I,
        ["baths"],
        left=LAST_CARD,
        pawn=pawn,
        to_move=last,
        rules=Rules(centre_pawn_start=option),
    )

    after = play(before, DiscardBuilding("baths"))

    assert (after.age, after.phase, after.to_move) == (Age.II, Phase.BEGIN, chooser)
    assert set(after.legal_moves) == {ChooseBeginner(ONE), ChooseBeginner(TWO)}
    for beginner in Player:
        begun = after.apply(ChooseBeginner(beginner))
        assert (begun.phase, begun.to_move) == (Phase.TURN, beginner)


# -- A33: military points -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pawn", "points"),
    [
        (0, (0, 0)),
        (1, (2, 0)),
        (2, (2, 0)),
        (3, (5, 0)),
        (4, (5, 0)),
        (5, (5, 0)),
        (6, (10, 0)),
        (7, (10, 0)),
        (8, (10, 0)),
        (-1, (0, 2)),
        (-2, (0, 2)),
        (-3, (0, 5)),
        (-4, (0, 5)),
        (-5, (0, 5)),
        (-6, (0, 10)),
        (-7, (0, 10)),
        (-8, (0, 10)),
    ],
)
def test_a33_military_points(pawn: int, points: tuple[int, int]) -> None:
    """At the end only the leader scores 0, 2, 5 or 10 points for the pawn (R79)."""
    before = state(Age.III, ["palace"], city(0), city(0), left=LAST_CARD, pawn=pawn)

    after = before.apply(DiscardBuilding("palace"))

    assert after.is_over
    assert (after.score()[ONE].military, after.score()[TWO].military) == points
    assert after.score().totals == points


# -- A36: supremacy -------------------------------------------------------------------------------


def _assert_won(after: State, victory: Victory, winner: Player) -> None:
    assert after.result is not None
    assert (after.result.victory, after.result.winner) == (victory, winner)
    assert after.is_over
    assert (after.to_move, after.chance, after.legal_moves) == (None, None, ())


@pytest.mark.parametrize("mover", Player)
@pytest.mark.parametrize(
    ("start", "age", "building"),
    [
        (8, Age.I, "guard-tower"),
        (7, Age.II, "walls"),
        (8, Age.II, "walls"),
        (6, Age.III, "pretorium"),
    ],
)
def test_a36_supremacy_military(mover: Player, start: int, age: Age, building: str) -> None:
    """A red card that moves the pawn to a capital, or past it, wins the game at once (R75).

    Cards are left and some lie face down, but nothing is revealed and nobody moves any more (R18).
    """
    sign = 1 if mover is ONE else -1
    before = state(
        age, [building], *seats(city(20), city(7), mover), to_move=mover, pawn=sign * start
    )

    assert before.apply(DiscardBuilding(building)).phase is Phase.REVEAL

    after = before.apply(ConstructBuilding(building))

    assert after.pawn == sign * 9
    _assert_won(after, Victory.MILITARY, mover)
    assert [slot.back for slot in before.structure] == [slot.back for slot in after.structure]


@pytest.mark.parametrize("mover", Player)
def test_a36_supremacy_military_one_space_short(mover: Player) -> None:
    """A shield that moves the pawn from 7 to 8 does not end the game (R75)."""
    sign = 1 if mover is ONE else -1
    before = state(Age.I, ["guard-tower", "baths"], to_move=mover, pawn=sign * 7)

    after = play(before, ConstructBuilding("guard-tower"))

    assert (after.pawn, after.to_move) == (sign * 8, mover.opponent)
    assert after.result is None


FIVE_SYMBOLS = ("workshop", "apothecary", "scriptorium", "pharmacist", "university")


@pytest.mark.parametrize("mover", Player)
@pytest.mark.parametrize("building", ["academy", "study"])
def test_a36_supremacy_scientific(mover: Player, building: str) -> None:
    """The sixth different symbol wins the game at once (R68)."""
    before = state(
        Age.III,
        [building],
        *seats(city(20, *FIVE_SYMBOLS), city(7), mover),
        to_move=mover,
        board_tokens=["law", "strategy"],
    )
    assert len(before.cities[mover].symbols) == 5

    after = before.apply(ConstructBuilding(building))

    assert len(after.cities[mover].symbols) == 6
    _assert_won(after, Victory.SCIENTIFIC, mover)


@pytest.mark.parametrize("mover", Player)
def test_a36_supremacy_scientific_needs_different_symbols(mover: Player) -> None:
    """A second copy of one of five symbols makes a pair, but does not win (R63, R68)."""
    before = state(
        Age.III,
        ["observatory", "palace"],
        *seats(city(20, *FIVE_SYMBOLS), city(7), mover),
        to_move=mover,
        board_tokens=["economy", "strategy"],
    )

    after = before.apply(ConstructBuilding("observatory"))

    assert (after.phase, after.to_move) == (Phase.BOARD_TOKEN, mover)
    assert after.result is None
