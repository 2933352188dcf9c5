"""Part A of the worked examples: setup, tokens, coins per card, guilds, the score (A23, A25, A27 to A29, A34, A35, A37)."""

from __future__ import annotations

from random import Random

import pytest

from tests.builders import city, state
from tests.moves import coins, play
from wonders_duel import (
    Age,
    Back,
    Building,
    CityPosition,
    Colour,
    ConstructBuilding,
    Deal,
    DiscardBuilding,
    Game,
    Move,
    Phase,
    Player,
    Position,
    Rules,
    State,
    Victory,
    WonderSetup,
    catalogue,
)

ONE, TWO = Player

# Only slot 0, in the far row, still holds a card.
LAST_CARD = 1

DECKS = {Age.I: 23, Age.II: 23, Age.III: 20}


def total(before: State, move: Move) -> int:
    """Return the total price of a construction."""
    made = before.payment(move)
    assert made is not None
    return made.total


def is_guild(card_id: str) -> bool:
    """Return whether a building is a guild."""
    return catalogue.buildings[card_id].colour is Colour.PURPLE


def next_moves(game: Game) -> tuple[Move, ...]:
    """Return the legal discards, if any, so that a game goes through all three ages."""
    found = tuple(move for move in game.legal_moves if isinstance(move, DiscardBuilding))
    return found or game.legal_moves


# -- A23: setup counts ----------------------------------------------------------------------------


@pytest.mark.parametrize("setup", WonderSetup)
def test_a23_setup_counts(setup: WonderSetup) -> None:
    """A new game has 7 coins each, 5 tokens on the board and the pawn at 0 (R3, R4, R5).

    The other 5 tokens are in the box. That holds for drafted wonders and for a first game (R7).
    """
    game = Game(seed=23, rules=Rules(wonder_setup=setup))
    while game.state.phase is Phase.DRAFT:
        game.play(game.legal_moves[0])
    start = game.state

    assert coins(start) == (7, 7)
    assert len(start.board_tokens) == 5
    assert start.box_token_mask.bit_count() == 5
    assert len(catalogue.tokens) == 10
    assert start.pawn == 0
    assert [[one.coins for one in side] for side in start.military_tokens] == [[2, 5], [2, 5]]
    for own in start.cities:
        assert (own.buildings, own.tokens, own.built) == ((), (), ())
        assert len(own.unbuilt) == 4
    assert start.discard_pile == ()


@pytest.mark.parametrize("seed", range(10))
def test_a23_setup_counts_of_the_decks(seed: int) -> None:
    """Each age is dealt without 3 of its cards, and 3 of the 7 guilds are in Age III (R8)."""
    deal = Deal.random(Random(seed))
    guilds = {card for card in catalogue.buildings if is_guild(card)}
    assert len(guilds) == 7

    for age, dealt in zip(Age, deal.ages, strict=True):
        deck = {
            card.id
            for card in catalogue.buildings.values()
            if card.age is age and card.id not in guilds
        }
        cards = {card.id for card in dealt}
        assert len(deck) == DECKS[age]
        assert (len(dealt), len(cards)) == (20, 20)
        assert cards <= deck | guilds
        assert len(deck - cards) == 3
        assert len(cards & guilds) == (3 if age is Age.III else 0)


@pytest.mark.parametrize("setup", WonderSetup)
def test_a23_setup_counts_of_the_layouts(setup: WonderSetup) -> None:
    """Each age has 20 cards in its structure, 3 of them guilds in Age III (R8, R10, R11).

    As far as the players know, 3 more cards of the age could still be revealed: those in the box
    (R9).
    """
    game = Game(seed=23, rules=Rules(wonder_setup=setup))
    seen: list[Age | None] = []

    while not game.is_over:
        laid_out = game.state.structure
        if game.state.age not in {None, *seen}:
            seen.append(game.state.age)
            assert sum(not slot.is_empty for slot in laid_out) == 20
            shown = [slot.building.id for slot in laid_out if slot.building is not None]
            backs = [slot.back for slot in laid_out if slot.back is not None]
            guilds = sum(map(is_guild, shown)) + backs.count(Back.GUILD)
            assert (len(shown), len(backs)) == (12, 8)
            assert guilds == (3 if game.state.age is Age.III else 0)
        before = game.state
        move = next_moves(game)[0]
        waiting = before.apply(move)
        if waiting.phase is Phase.REVEAL and before.age is Age.I:
            assert waiting.chance is not None
            hidden = sum(slot.back is not None for slot in waiting.structure)
            assert waiting.chance.count == hidden + 3
        game.play(move)

    assert seen == [*Age]


# -- A25: Mathematics -----------------------------------------------------------------------------


def test_a25_mathematics_counts_itself() -> None:
    """Mathematics counts itself, so it and Law are worth 2 times 3 points (R81)."""
    before = state(
        Age.III, ["palace"], city(0, tokens=["mathematics", "law"]), city(0), left=LAST_CARD
    )

    after = before.apply(DiscardBuilding("palace"))

    assert after.is_over
    assert after.score()[ONE].tokens == 6
    assert after.score().totals == (6, 0)


# -- A27: coins per card --------------------------------------------------------------------------

FOUR_YELLOW = ("stone-reserve", "wood-reserve", "forum", "customs-house")


def test_a27_coins_per_card_counted_once() -> None:
    """With 4 yellow cards, the Lighthouse gives 5 coins once, itself included (R71).

    A yellow card built later adds nothing. Here it is the Armory, which counts red cards; there are
    none.
    """
    before = state(
        Age.III,
        ["lighthouse", "armory", "palace"],
        city(0, "brickyard", "glassworks", "shelf-quarry", *FOUR_YELLOW),
    )
    lighthouse, armory = ConstructBuilding("lighthouse"), ConstructBuilding("armory")
    assert before.cities[ONE].count(Colour.YELLOW) == 4
    assert total(before, lighthouse) == 0

    built = play(before, lighthouse)

    assert coins(built) == (5, 7)
    assert built.cities[ONE].count(Colour.YELLOW) == 5

    mine = play(built, DiscardBuilding("palace"))
    assert total(mine, armory) == 0
    later = play(mine, armory)
    assert later.cities[ONE].count(Colour.YELLOW) == 6
    assert later.cities[ONE].coins == 5


# -- A28, A29: guilds -----------------------------------------------------------------------------


def test_a28_shipowners_guild_one_city_for_both_colours() -> None:
    """With 3 brown and 1 grey against 1 and 2, the Shipowners Guild gives 4 coins (R72, R73).

    The better city for both colours together counts, not the better one for each, which would give
    5.
    """
    before = state(
        Age.III,
        ["shipowners-guild"],
        city(7, "clay-pool", "stone-pit", "lumber-yard", "glassworks"),
        city(7, "quarry", "press", "drying-room"),
    )
    move = ConstructBuilding("shipowners-guild")
    assert [(one.count(Colour.BROWN), one.count(Colour.GREY)) for one in before.cities] == [
        (3, 1),
        (1, 2),
    ]
    # Papyrus is missing, and B makes it on two cards.
    assert total(before, move) == 4

    after = before.apply(move)

    assert coins(after) == (7 - 4 + 4, 7)


TWO_GREEN = ("workshop", "apothecary")
FOUR_GREEN = ("scriptorium", "pharmacist", "library", "school")


def test_a29_guild_different_cities_for_coins_and_points_at_construction() -> None:
    """With 2 green cards against 4, the Scientists Guild gives A 4 coins (R72)."""
    before = state(
        Age.III,
        ["scientists-guild"],
        city(0, "brickyard", "sawmill", *TWO_GREEN),
        city(7, *FOUR_GREEN),
    )
    move = ConstructBuilding("scientists-guild")
    assert total(before, move) == 0

    after = before.apply(move)

    assert coins(after) == (4, 7)


def test_a29_guild_different_cities_for_coins_and_points_at_the_end() -> None:
    """With 5 green cards against 4 at the end, the guild scores 5 by A's own city (R74)."""
    before = state(
        Age.III,
        ["palace"],
        city(0, "scientists-guild", *TWO_GREEN, "laboratory", "observatory", "university"),
        city(0, *FOUR_GREEN),
        left=LAST_CARD,
    )
    assert [one.count(Colour.GREEN) for one in before.cities] == [5, 4]

    after = before.apply(DiscardBuilding("palace"))

    assert after.is_over
    assert (after.score()[ONE].guilds, after.score()[TWO].guilds) == (5, 0)


def test_a29_guild_different_cities_for_coins_and_points_in_one_game() -> None:
    """The guild gives coins for B's 4 cards and, later, points for A's 5 (R72, R74)."""
    before = state(
        Age.III,
        ["scientists-guild"],
        city(0, "brickyard", "sawmill", *TWO_GREEN),
        city(7, *FOUR_GREEN),
    )
    built = before.apply(ConstructBuilding("scientists-guild"))
    assert built.score()[ONE].guilds == 4

    later = Position.of(play(before, ConstructBuilding("scientists-guild")))
    mine, theirs = later.cities
    mine.buildings = [*mine.buildings, "laboratory", "observatory", "university"]
    later.cities = (mine, theirs)
    later.structure = {0: "palace"}

    after = later.state().apply(DiscardBuilding("palace"))

    assert after.is_over
    assert after.score()[ONE].guilds == 5


# -- A34, A35: the end of the game ----------------------------------------------------------------


@pytest.mark.parametrize(("held", "points"), [(0, 0), (1, 0), (2, 0), (3, 1), (8, 2), (9, 3)])
def test_a34_treasury(held: int, points: int) -> None:
    """At the end every three coins are worth a point (R82)."""
    before = state(Age.III, ["palace"], city(0), city(held), left=LAST_CARD)

    after = before.apply(DiscardBuilding("palace"))

    assert after.is_over
    assert after.cities[TWO].coins == held
    assert after.score()[TWO].coins == points
    assert after.score().totals == (0, points)


def _ending(one: CityPosition, two: CityPosition) -> State:
    """Let player one discard the last card of the game for 2 coins, without a yellow card."""
    before = state(Age.III, ["obelisk"], one, two, left=LAST_CARD)
    return before.apply(DiscardBuilding("obelisk"))


# 12 points each: 12 of blue cards against 9 of blue and 3 of green ones. The 9 are on more cards.
TWELVE_BLUE = ("palace", "courthouse")
NINE_BLUE = ("theater", "altar", "baths", "academy")


@pytest.mark.parametrize("winner", Player)
def test_a35_ties_broken_by_blue(winner: Player) -> None:
    """With equal totals, 12 blue points beat 9, even if the 9 are on more cards (R83)."""
    better, worse = city(0, *TWELVE_BLUE), city(0, *NINE_BLUE)

    after = _ending(better, worse) if winner is ONE else _ending(worse, better)

    score = after.score()
    assert score.totals == (12, 12)
    assert (score[winner].blue, score[winner.opponent].blue) == (12, 9)
    assert after.result is not None
    assert (after.result.victory, after.result.winner) == (Victory.CIVILIAN, winner)
    assert after.result.by_blue
    assert not after.result.is_shared


def test_a35_ties_shared() -> None:
    """With equal totals and equal blue points, both share the victory (R84)."""
    after = _ending(city(0, *NINE_BLUE), city(0, "aqueduct", "statue", "study"))

    score = after.score()
    assert score.totals == (12, 12)
    assert (score[ONE].blue, score[TWO].blue) == (9, 9)
    assert after.result is not None
    assert (after.result.victory, after.result.winner) == (Victory.CIVILIAN, None)
    assert after.result.is_shared
    assert not after.result.by_blue


# -- A37: what is shared and what is hidden -------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("setup", WonderSetup)
def test_a37_shared_and_hidden(seed: int, setup: WonderSetup) -> None:
    """The state lists the whole discard pile at any time and for both players (R9, R21, R51).

    That holds in chance states and at the end too; removed cards are never listed.
    """
    game = Game(seed, rules=Rules(wonder_setup=setup))
    deal, rng = game.deal, Random(seed)
    assert deal is not None
    dealt = {card for age in deal.ages for card in age}
    removed = {card for card in catalogue.buildings.values() if card not in dealt}
    assert len(removed) == 13
    discarded: set[Building] = set()
    lookers = set()

    while not game.is_over:
        assert set(game.state.discard_pile) == discarded
        lookers.add(game.to_move)
        moves = next_moves(game)
        move = moves[int(rng.random() * len(moves))]
        before = game.state
        if isinstance(move, DiscardBuilding):
            discarded.add(move.building)
        assert set(before.apply(move).discard_pile) == discarded
        game.play(move)

    assert lookers == {*Player}
    assert set(game.state.discard_pile) == discarded == dealt
    assert not removed & set(game.state.discard_pile)


def test_a37_shared_and_hidden_removed_cards_are_unknown() -> None:
    """Two deals that differ in removed cards give equal states until one shows (R9, R21).

    A face-down card of Age I is exchanged with a removed one, likewise a card of Age II and a guild
    of Age III. The difference is visible only when the card is revealed.
    """
    deal = Deal.random(Random(37))
    dealt = {card for age in deal.ages for card in age}
    removed = [card for card in catalogue.buildings.values() if card not in dealt]
    ages = [list(age) for age in deal.ages]
    first = next(card for card in removed if card.age is Age.I)
    second = next(card for card in removed if card.age is Age.II)
    guild = next(card for card in removed if is_guild(card.id))
    hidden_slot = 9
    ages[0][hidden_slot] = first
    ages[1][0] = second
    ages[2][next(n for n, card in enumerate(ages[2]) if is_guild(card.id))] = guild
    other = Deal(
        draft=deal.draft,
        board_tokens=deal.board_tokens,
        great_library=deal.great_library,
        ages=ages,
    )
    games = [Game.from_deal(one, rules="first-game") for one in (deal, other)]

    assert deal != other
    assert games[0].state == games[1].state
    assert hash(games[0].state) == hash(games[1].state)
    assert repr(games[0].state) == repr(games[1].state)
    assert Position.of(games[0].state) == Position.of(games[1].state)
    assert games[0].legal_moves == games[1].legal_moves

    # Slots 14 and 15 cover slot 9.
    for slot in (14, 15):
        card = games[0].state.structure[slot].building
        assert card is not None
        waiting = [game.state.apply(DiscardBuilding(card)) for game in games]
        assert waiting[0] == waiting[1]
        if slot == 15:
            possible = [list(one.chance.outcomes()) for one in waiting if one.chance is not None]
            assert len(possible) == 2
            assert possible[0] == possible[1]
        for game in games:
            game.play(DiscardBuilding(card))
    assert games[0].state != games[1].state
    assert games[1].state.structure[hidden_slot].building == first
