"""Part B of the worked examples, B31 to B49: science, tokens, extra turns and ages.

A is player one, B player two; a positive pawn means that A leads. ``left=1``
leaves one card in the far row: the last one of its age.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tests.builders import city, position, state
from tests.moves import play, uncovered_backs, wonder_moves
from wonders_duel import (
    Age,
    AgeDealt,
    Back,
    CardRevealed,
    CentrePawnStart,
    Chance,
    ChooseBeginner,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    DestroyBuilding,
    DiscardBuilding,
    Game,
    Phase,
    Player,
    RevealTiming,
    Rules,
    ScienceSymbol,
    State,
    TakeToken,
    TokensDrawn,
    Victory,
)
from wonders_duel.reasons import Covered, SevenWonders

A, B = Player.ONE, Player.TWO

GREAT_LIBRARY = "the-great-library"
BOARD = ("agriculture", "architecture", "economy", "masonry", "mathematics")
BOX = ("law", "philosophy", "strategy", "theology", "urbanism")
FIVE_SYMBOLS = ("workshop", "apothecary", "scriptorium", "pharmacist", "academy")
"""Five different symbols, a tablet among them."""


def _chance(waiting: State) -> Chance:
    chance = waiting.chance
    assert chance is not None
    return chance


def _sampled(waiting: State, seed: int = 1) -> State:
    """Resolve one chance node by a random outcome."""
    return waiting.resolve(_chance(waiting).sample(Random(seed)))


def _settled(waiting: State, seed: int = 1) -> State:
    """Resolve chance until a player is to move or the game is over."""
    while waiting.chance is not None:
        waiting = _sampled(waiting, seed)
    return waiting


def _offer_with(waiting: State, token: str) -> State:
    """Let the Great Library draw three tokens, this one included."""
    outcome = next(
        outcome
        for outcome, _ in _chance(waiting).outcomes()
        if isinstance(outcome, TokensDrawn) and token in {one.id for one in outcome.tokens}
    )
    return waiting.resolve(outcome)


def _won_by_science(given: State, player: Player) -> bool:
    result = given.result
    if result is None:
        return False
    return (result.victory, result.winner) == (Victory.SCIENTIFIC, player)


def _token_ids(given: State, player: Player) -> set[str]:
    return {token.id for token in given.cities[player].tokens}


# -- science and tokens ----------------------------------------------------------------------------


def _pair_over_a_hidden_card(timing: RevealTiming) -> State:
    """Return B31: the Dispensary in slot 18 is the only cover of the card X in slot 15."""
    return state(
        Age.II,
        ["dispensary", "walls"],
        city(0, "pharmacist"),
        board_tokens=BOARD,
        rules=Rules(reveal_timing=timing),
    )


def test_b31_the_token_is_chosen_before_the_reveal() -> None:
    """B31 (R63, R17): by default a token is chosen before the reveal.

    Given A with the Pharmacist and the Dispensary as the last cover of a face-down
    card X; when A takes the Dispensary; then A has to choose a token while X is
    face down, after that X is revealed, and then B is to play.
    """
    given = _pair_over_a_hidden_card(RevealTiming.END_OF_ACTION)

    choosing = given.apply(ConstructBuilding("dispensary"))
    waiting = choosing.apply(TakeToken("masonry"))
    outcome = _chance(waiting).sample(Random(1))
    after = waiting.resolve(outcome)

    assert (choosing.phase, choosing.to_move) == (Phase.BOARD_TOKEN, A)
    assert set(choosing.legal_moves) == {TakeToken(token) for token in BOARD}
    assert choosing.structure[15].is_accessible
    assert (choosing.structure[15].back, choosing.structure[15].building) == (Back.AGE_II, None)
    assert (waiting.phase, waiting.to_move, _chance(waiting).slot) == (Phase.REVEAL, None, 15)
    assert isinstance(outcome, CardRevealed)
    assert after.structure[15].building == outcome.building
    assert (after.phase, after.to_move) == (Phase.TURN, B)
    assert _token_ids(after, A) == {"masonry"}


def test_b31_on_take_the_reveal_comes_before_the_token() -> None:
    """B31 (R63, R17): with ``on-take`` the reveal comes before the token.

    Given the same with ``reveal_timing = on-take``; when A takes the Dispensary;
    then X is revealed first, A chooses while it is visible, and then B is to play.
    """
    given = _pair_over_a_hidden_card(RevealTiming.ON_TAKE)

    waiting = given.apply(ConstructBuilding("dispensary"))
    choosing = _sampled(waiting)
    after = choosing.apply(TakeToken("masonry"))

    assert (waiting.phase, waiting.to_move, _chance(waiting).slot) == (Phase.REVEAL, None, 15)
    assert (choosing.phase, choosing.to_move) == (Phase.BOARD_TOKEN, A)
    assert set(choosing.legal_moves) == {TakeToken(token) for token in BOARD}
    assert choosing.structure[15].building is not None
    assert (after.phase, after.to_move) == (Phase.TURN, B)
    assert after.structure[15].building == choosing.structure[15].building


@pytest.mark.parametrize("timing", RevealTiming)
def test_b31_a_game_with_a_deal_keeps_the_same_order(timing: RevealTiming) -> None:
    """B31 (R17): a game with a deal reveals cards at the moment set by the option.

    Given the same position as a game with a deal; when A takes the Dispensary; then
    X is visible during the choice with ``on-take`` only, and after it always.
    """
    game = Game.from_state(_pair_over_a_hidden_card(timing), rng=Random(5))

    choosing = game.play("build dispensary")
    after = game.play("token masonry")

    assert choosing.phase is Phase.BOARD_TOKEN
    shown = choosing.structure[15].building is not None
    assert shown == (timing is RevealTiming.ON_TAKE)
    assert after.structure[15].building is not None
    assert after.to_move is B


@pytest.mark.parametrize("timing", RevealTiming)
def test_b32_a_pair_with_no_token_left(timing: RevealTiming) -> None:
    """B32 (R64, R17): a pair gives nothing if no token is left.

    Given no token on the board; when A completes a pair; then there is no choice and
    B is to play.
    """
    given = state(
        Age.II,
        ["dispensary", "walls"],
        city(0, "pharmacist"),
        rules=Rules(reveal_timing=timing),
    )

    after = play(given, ConstructBuilding("dispensary"))

    assert (after.phase, after.to_move, after.pending) == (Phase.TURN, B, ())
    assert _token_ids(after, A) == set()
    assert not uncovered_backs(after)


@pytest.mark.parametrize("timing", RevealTiming)
def test_b33_law_as_the_sixth_symbol_wins_at_once(timing: RevealTiming) -> None:
    """B33 (R67, R68, R17): Law, taken for a pair, wins at once as the sixth symbol.

    Given A with five different symbols on green cards; when A completes a pair and
    takes Law; then A has won.
    """
    given = state(
        Age.III,
        ["circus", "study"],
        city(8, *FIVE_SYMBOLS),
        board_tokens=["law", "agriculture"],
        rules=Rules(reveal_timing=timing),
    )

    built = given.apply(ConstructBuilding("study"))
    choosing = built if timing is RevealTiming.END_OF_ACTION else _settled(built)
    after = choosing.apply(TakeToken("law"))

    assert choosing.phase is Phase.BOARD_TOKEN
    assert len(choosing.cities[A].symbols) == 5
    assert ScienceSymbol.SCALES in after.cities[A].symbols
    assert _won_by_science(after, A)
    assert (after.to_move, after.chance, after.legal_moves) == (None, None, ())
    assert bool(uncovered_backs(after)) == (timing is RevealTiming.END_OF_ACTION)


def test_b33_another_token_does_not_win() -> None:
    """B33 (R67): a token other than Law does not win.

    Given the same; when A takes Agriculture instead; then the game continues with B.
    """
    given = state(
        Age.III,
        ["circus", "study"],
        city(8, *FIVE_SYMBOLS),
        board_tokens=["law", "agriculture"],
    )

    after = _settled(given.apply(ConstructBuilding("study")).apply(TakeToken("agriculture")))

    assert not after.is_over
    assert (after.phase, after.to_move) == (Phase.TURN, B)


@pytest.mark.parametrize("timing", RevealTiming)
def test_b34_law_from_the_great_library_wins_at_once(timing: RevealTiming) -> None:
    """B34 (R60, R67, R17): Law from the Great Library wins at once.

    Given A with five different symbols and Law in the box; when A builds the Great
    Library, it draws Law, and A takes it; then A has won: nothing is revealed
    after that, and nobody is to move. (With ``on-take`` the cards were
    revealed before the draw.)
    """
    given = state(
        Age.III,
        ["circus", "pretorium"],
        city(10, *FIVE_SYMBOLS, unbuilt=[GREAT_LIBRARY]),
        board_tokens=BOARD,
        rules=Rules(reveal_timing=timing),
    )

    built = given.apply(ConstructWonder(GREAT_LIBRARY, "pretorium"))
    while built.phase is Phase.REVEAL:
        assert timing is RevealTiming.ON_TAKE
        built = _sampled(built)
    choosing = _offer_with(built, "law")
    after = choosing.apply(TakeToken("law"))

    assert (choosing.phase, choosing.to_move) == (Phase.LIBRARY_TOKEN, A)
    assert _won_by_science(after, A)
    assert (after.phase, after.to_move, after.turn_of) == (Phase.OVER, None, None)
    assert (after.chance, after.legal_moves) == (None, ())
    assert bool(uncovered_backs(after)) == (timing is RevealTiming.END_OF_ACTION)
    assert after.structure == choosing.structure


@pytest.mark.parametrize("timing", RevealTiming)
def test_b35_the_sixth_symbol_wins_at_once(timing: RevealTiming) -> None:
    """B35 (R68, R17): the sixth symbol on a green card wins at once.

    Given A with five different symbols and tokens on the board; when A builds the
    University, the sixth; then A has won: no token is chosen, nothing is revealed.
    """
    given = state(
        Age.III,
        ["circus", "university"],
        city(6, *FIVE_SYMBOLS),
        board_tokens=BOARD,
        rules=Rules(reveal_timing=timing),
    )
    move = ConstructBuilding("university")

    after = given.apply(move)

    assert len(after.cities[A].symbols) == 6
    assert _won_by_science(after, A)
    assert (after.phase, after.pending, after.chance) == (Phase.OVER, (), None)
    assert after.legal_moves == ()
    assert {token.id for token in after.board_tokens} == set(BOARD)
    assert uncovered_backs(after)
    assert play(given, move) == after


def _library_built() -> State:
    """Play the construction of the Great Library, up to the draw."""
    given = state(
        Age.III, ["pretorium", "circus"], city(10, unbuilt=[GREAT_LIBRARY]), board_tokens=BOARD
    )
    return given.apply(ConstructWonder(GREAT_LIBRARY, "pretorium"))


def test_b36_the_great_library_has_exactly_ten_draws() -> None:
    """B36 (R60): the Great Library has ten possible draws of three of the five tokens in the box.

    Given five tokens on the board and five in the box; when A builds the Great
    Library; then chance has exactly ten outcomes, each with probability 1/10, and they are
    the ten triples of the box.
    """
    built = _library_built()

    outcomes = list(_chance(built).outcomes())
    triples = set()
    for outcome, probability in outcomes:
        assert isinstance(outcome, TokensDrawn)
        assert probability == Fraction(1, 10)
        triples.add(frozenset(token.id for token in outcome.tokens))

    assert built.phase is Phase.DRAW_TOKENS
    assert _chance(built).count == len(outcomes) == len(triples) == 10
    assert {len(triple) for triple in triples} == {3}
    assert frozenset().union(*triples) == set(BOX)


def test_b36_every_triple_occurs_over_many_deals() -> None:
    """B36 (R60): over many deals every triple is equally frequent.

    Given the Great Library unbuilt and 1,000 deals that fit; when it is built in
    each; then the offer is always three tokens of the box and never one of the
    board, and each of the ten triples occurs about 100 times.
    """
    given = state(
        Age.III, ["pretorium", "circus"], city(10, unbuilt=[GREAT_LIBRARY]), board_tokens=BOARD
    )
    seen: Counter[frozenset[str]] = Counter()

    for seed in range(1000):
        choosing = play(given, ConstructWonder(GREAT_LIBRARY, "pretorium"), seed)
        offer = frozenset(token.id for token in choosing.offered_tokens)
        assert choosing.phase is Phase.LIBRARY_TOKEN
        assert set(choosing.legal_moves) == {TakeToken(token) for token in offer}
        assert len(offer) == 3
        assert offer <= set(BOX)
        seen[offer] += 1

    assert len(seen) == 10
    assert min(seen.values()) >= 60
    assert max(seen.values()) <= 140


def test_b36_every_triple_occurs_over_many_samples() -> None:
    """B36 (R60): over many samples every triple occurs.

    Given the draw of the Great Library; when it is sampled 500 times; then all ten
    triples of the box occur.
    """
    chance = _chance(_library_built())
    rng = Random(1)

    seen = {chance.sample(rng) for _ in range(500)}

    assert seen == {outcome for outcome, _ in chance.outcomes()}


def test_b36_the_choice_leaves_the_board_as_it_is() -> None:
    """B36 (R60): after the choice two tokens go back to the box, none to the board.

    Given three drawn tokens; when A takes one; then the board is unchanged, the
    offer is gone, and A has that token alone.
    """
    choosing = _sampled(_library_built())
    chosen = choosing.offered_tokens[0]

    after = choosing.apply(TakeToken(chosen))

    assert {token.id for token in choosing.board_tokens} == set(BOARD)
    assert {token.id for token in after.board_tokens} == set(BOARD)
    assert after.offered_tokens == ()
    assert after.cities[A].tokens == (chosen,)
    assert after.box_token_mask.bit_count() == 4


def test_b36_tokens_taken_from_the_board_do_not_matter() -> None:
    """B36 (R60): tokens taken from the board do not change the box.

    Given two tokens of the board already taken; when A builds the Great Library;
    then the ten draws are still those of the five tokens in the box.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(10, tokens=BOARD[:1], unbuilt=[GREAT_LIBRARY]),
        city(7, tokens=BOARD[1:2]),
        board_tokens=BOARD[2:],
    )

    chance = _chance(given.apply(ConstructWonder(GREAT_LIBRARY, "pretorium")))

    drawn = set()
    for outcome, _ in chance.outcomes():
        assert isinstance(outcome, TokensDrawn)
        drawn |= {token.id for token in outcome.tokens}
    assert chance.count == 10
    assert drawn == set(BOX)


def _choosing(source: str, token: str) -> State:
    """Return a state in which A can take a token, from the board or from the Great Library."""
    if source == "board":
        given = state(
            Age.II, ["dispensary", "walls"], city(1, "pharmacist"), board_tokens=[token, "law"]
        )
        return given.apply(ConstructBuilding("dispensary"))
    given = state(
        Age.II,
        ["walls", "barracks"],
        city(11, unbuilt=[GREAT_LIBRARY]),
        board_tokens=[one for one in BOARD + BOX if one != token][:5],
    )
    return _offer_with(given.apply(ConstructWonder(GREAT_LIBRARY, "walls")), token)


@pytest.mark.parametrize("source", ["board", "library"])
@pytest.mark.parametrize(("token", "points"), [("agriculture", 4), ("urbanism", 0)])
def test_b37_agriculture_and_urbanism_bring_6_coins_at_once(
    source: str, token: str, points: int
) -> None:
    """B37 (R47, R81): Agriculture and Urbanism give 6 coins at once, and points at the end.

    Given A with 1 coin choosing a token, from the board or from the Great Library;
    when A takes Agriculture or Urbanism; then A has 7 coins, and the token scores 4
    or 0 points.
    """
    choosing = _choosing(source, token)

    after = choosing.apply(TakeToken(token))

    assert choosing.cities[A].coins == 1
    assert after.cities[A].coins == 7
    assert choosing.score().one.tokens == 0
    assert after.score().one.tokens == points


def test_b38_mathematics_counts_every_token() -> None:
    """B38 (R81): Mathematics counts itself and a token of the Great Library too.

    Given A with Mathematics and two more tokens of the board; when A takes one from
    the Great Library; then the tokens score 12.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(10, tokens=["mathematics", "architecture", "economy"], unbuilt=[GREAT_LIBRARY]),
        board_tokens=["agriculture", "masonry"],
    )

    choosing = _offer_with(given.apply(ConstructWonder(GREAT_LIBRARY, "pretorium")), "strategy")
    after = choosing.apply(TakeToken("strategy"))

    assert given.score().one.tokens == 9
    assert after.score().one.tokens == 12


# -- play again ------------------------------------------------------------------------------------


def test_b39_theology_does_not_count_for_the_wonder_that_gives_it() -> None:
    """B39 (R56, R89): Theology counts only for wonders built after it.

    Given A with the Great Library and the Pyramids unbuilt; when A builds the Great
    Library and takes Theology; then B is to play; when A builds the Pyramids next;
    then A plays again.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(30, unbuilt=[GREAT_LIBRARY, "the-pyramids"]),
        board_tokens=BOARD,
    )

    choosing = _offer_with(given.apply(ConstructWonder(GREAT_LIBRARY, "pretorium")), "theology")
    first = _settled(choosing.apply(TakeToken("theology")))
    second = play(first, DiscardBuilding(first.accessible[0]))
    third = play(second, ConstructWonder("the-pyramids", second.accessible[0]))

    assert (first.phase, first.to_move) == (Phase.TURN, B)
    assert (second.phase, second.to_move) == (Phase.TURN, A)
    assert (third.phase, third.to_move) == (Phase.TURN, A)


def _zeus_with_theology(timing: RevealTiming) -> State:
    return state(
        Age.III,
        ["pretorium", "circus"],
        city(30, tokens=["theology"], unbuilt=["the-statue-of-zeus"]),
        city(7, "sawmill", "quarry"),
        rules=Rules(reveal_timing=timing),
    )


def test_b40_choice_then_reveal_then_extra_turn() -> None:
    """B40 (R56, R17, R16): by default the choice comes first, then the reveal, then the extra turn.

    Given A with Theology and a target for the Statue of Zeus; when A builds it; then
    A first chooses what to destroy, then the card is revealed, then A plays again.
    """
    given = _zeus_with_theology(RevealTiming.END_OF_ACTION)

    choosing = given.apply(ConstructWonder("the-statue-of-zeus", "pretorium"))
    waiting = choosing.apply(DestroyBuilding("sawmill"))
    after = _settled(waiting)

    assert (choosing.phase, choosing.to_move) == (Phase.DESTROY, A)
    assert uncovered_backs(choosing) == [15]
    assert (waiting.phase, waiting.to_move, waiting.turn_of) == (Phase.REVEAL, None, A)
    assert (after.phase, after.to_move) == (Phase.TURN, A)
    assert after.structure[15].building in after.accessible


def test_b40_on_take_reveal_then_choice_then_extra_turn() -> None:
    """B40 (R56, R17): with ``on-take`` the reveal comes first, then the choice and the extra turn.

    Given the same with ``reveal_timing = on-take``; when A builds the Statue of
    Zeus; then the card is revealed first, then A chooses, then A plays again.
    """
    given = _zeus_with_theology(RevealTiming.ON_TAKE)

    waiting = given.apply(ConstructWonder("the-statue-of-zeus", "pretorium"))
    choosing = _settled(waiting)
    after = choosing.apply(DestroyBuilding("sawmill"))

    assert (waiting.phase, waiting.to_move, waiting.turn_of) == (Phase.REVEAL, None, A)
    assert (choosing.phase, choosing.to_move) == (Phase.DESTROY, A)
    assert uncovered_backs(choosing) == []
    assert (after.phase, after.to_move) == (Phase.TURN, A)


def test_b41_extra_turns_follow_one_another() -> None:
    """B41 (R54): a wonder built in an extra turn can grant another one.

    Given A with the Sphinx and Piraeus unbuilt; when A builds the Sphinx, and Piraeus
    in the extra turn; then A plays a third time, and only after that B.
    """
    given = state(Age.III, ["pretorium", "circus"], city(30, unbuilt=["the-sphinx", "piraeus"]))

    first = play(given, ConstructWonder("the-sphinx", "pretorium"))
    second = play(first, ConstructWonder("piraeus", first.accessible[0]))
    third = play(second, DiscardBuilding(second.accessible[0]))

    assert (first.phase, first.to_move) == (Phase.TURN, A)
    assert (second.phase, second.to_move) == (Phase.TURN, A)
    assert (third.phase, third.to_move) == (Phase.TURN, B)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (
            city(
                40,
                built={"the-pyramids": "altar", "the-colossus": "theater"},
                unbuilt=["the-sphinx", "piraeus"],
            ),
            city(
                40,
                built={
                    "circus-maximus": "baths",
                    "the-mausoleum": "tavern",
                    "the-great-library": "stable",
                    "the-appian-way": "garrison",
                },
            ),
        ),
        (
            city(
                40,
                built={
                    "the-pyramids": "altar",
                    "the-colossus": "theater",
                    "the-mausoleum": "tavern",
                },
                unbuilt=["the-sphinx"],
            ),
            city(
                40,
                built={
                    "circus-maximus": "baths",
                    "the-great-library": "stable",
                    "the-appian-way": "garrison",
                },
                unbuilt=["piraeus"],
            ),
        ),
    ],
    ids=["the eighth is A's", "the eighth is B's"],
)
def test_b42_the_seventh_wonder_plays_again_without_an_eighth(
    one: CityPosition, two: CityPosition
) -> None:
    """B42 (R53, R54): the seventh wonder grants its extra turn, but no wonder is left to build.

    Given six wonders built, A's Sphinx and Piraeus unbuilt; when A builds the
    Sphinx; then Piraeus leaves the game, whoever owns it, and A plays again with
    no wonder to build; nor does B have one afterwards.
    """
    given = state(Age.III, ["pretorium", "circus"], one, two)

    after = play(given, ConstructWonder("the-sphinx", "pretorium"))

    assert len(after.cities[A].built) + len(after.cities[B].built) == 7
    assert (after.cities[A].unbuilt, after.cities[B].unbuilt) == ((), ())
    assert (after.phase, after.to_move) == (Phase.TURN, A)
    assert wonder_moves(after) == []
    reasons = after.why_not(ConstructWonder("piraeus", after.accessible[0]))
    assert SevenWonders() in reasons
    passed = play(after, DiscardBuilding(after.accessible[0]))
    assert passed.to_move is B
    assert wonder_moves(passed) == []


# -- the end of an age -----------------------------------------------------------------------------


def _seats(
    last: Player, acting: CityPosition, other: CityPosition
) -> tuple[CityPosition, CityPosition]:
    """Return the cities by seat: the acting player's and the other's."""
    return (acting, other) if last is A else (other, acting)


@pytest.mark.parametrize("beginner", Player)
@pytest.mark.parametrize("last", Player)
def test_b43_an_extra_turn_is_lost_and_the_last_player_chooses(
    last: Player, beginner: Player
) -> None:
    """B43 (R55, R77): by default an extra turn is lost and the last player chooses who begins.

    Given the last card of Age I and the pawn at 0; when a player uses it for the
    Hanging Gardens; then that player gains 6 coins, gets no extra turn, and chooses
    who begins Age II; either may be named, and the turns then alternate.
    """
    given = state(
        Age.I,
        ["tavern"],
        *_seats(last, city(8, unbuilt=["the-hanging-gardens"]), city()),
        left=1,
        to_move=last,
    )

    waiting = given.apply(ConstructWonder("the-hanging-gardens", "tavern"))
    choosing = _sampled(waiting)
    begun = choosing.apply(ChooseBeginner(beginner))
    after = play(begun, DiscardBuilding(begun.accessible[0]))

    assert waiting.cities[last].coins == 6
    assert (waiting.phase, waiting.to_move) == (Phase.DEAL_AGE, None)
    assert (choosing.age, choosing.phase, choosing.to_move) == (Age.II, Phase.BEGIN, last)
    assert set(choosing.legal_moves) == {ChooseBeginner(A), ChooseBeginner(B)}
    assert (begun.phase, begun.to_move) == (Phase.TURN, beginner)
    assert (after.phase, after.to_move) == (Phase.TURN, beginner.opponent)


@pytest.mark.parametrize("last", Player)
def test_b43_an_extra_turn_is_lost_and_the_last_player_begins(last: Player) -> None:
    """B43 (R55, R77): with ``last-player-begins`` the turn is lost and the last player begins.

    Given the same with the option; when the last card is used for the Hanging
    Gardens; then that player gains 6 coins and begins Age II without a choice, with
    one turn, not two.
    """
    given = state(
        Age.I,
        ["tavern"],
        *_seats(last, city(8, unbuilt=["the-hanging-gardens"]), city()),
        left=1,
        to_move=last,
        rules=Rules(centre_pawn_start=CentrePawnStart.LAST_PLAYER_BEGINS),
    )

    begun = play(given, ConstructWonder("the-hanging-gardens", "tavern"))
    after = play(begun, DiscardBuilding(begun.accessible[0]))

    assert begun.cities[last].coins == 6
    assert (begun.age, begun.phase, begun.to_move) == (Age.II, Phase.TURN, last)
    assert (after.phase, after.to_move) == (Phase.TURN, last.opponent)


@pytest.mark.parametrize("start", CentrePawnStart)
@pytest.mark.parametrize(
    ("age", "last_card", "owned"),
    [(Age.I, "pharmacist", "dispensary"), (Age.II, "dispensary", "pharmacist")],
    ids=["age I", "age II"],
)
def test_b44_a_pair_with_the_last_card_of_an_age(
    age: Age, last_card: str, owned: str, start: CentrePawnStart
) -> None:
    """B44 (R66, R20, R77): after a pair with the last card come token, deal, and who begins.

    Given the last card of an age, which makes a pair for A, and the pawn at 0; when
    A builds it; then A takes a token, then the next age is dealt, then A chooses
    who begins it (or begins, under the other option). No two cards of Age I make a
    pair, so there the other card is unreachable in play; at the end of Age II the case can
    happen.
    """
    given = state(
        age,
        [last_card],
        city(2, owned),
        left=1,
        board_tokens=BOARD,
        rules=Rules(centre_pawn_start=start),
    )
    price = given.payment(ConstructBuilding(last_card))
    assert price is not None

    choosing = given.apply(ConstructBuilding(last_card))
    waiting = choosing.apply(TakeToken("agriculture"))
    after = _sampled(waiting)

    assert (choosing.age, choosing.phase, choosing.to_move) == (age, Phase.BOARD_TOKEN, A)
    assert waiting.cities[A].coins == 2 - price.total + 6
    assert (waiting.age, waiting.phase, waiting.to_move) == (age, Phase.DEAL_AGE, None)
    assert len(after.structure) == 20
    chooses = start is CentrePawnStart.LAST_PLAYER_CHOOSES
    expected = Phase.BEGIN if chooses else Phase.TURN
    assert (after.age, after.phase, after.to_move) == (Age(age + 1), expected, A)


def _last_card_pairs(*buildings: str) -> State:
    """Return the last card of Age III: the Study, a pair with the Academy."""
    return state(
        Age.III, ["study"], city(8, *buildings), left=1, board_tokens=["philosophy", "law"]
    )


def test_b45_a_token_for_the_last_card_counts_in_the_score() -> None:
    """B45 (R66, R78): a token for the last card is chosen before scoring.

    Given the last card of Age III, which makes a pair for A; when A builds it and
    takes Philosophy; then the game is over only after the choice, and the 7 points
    are in A's total.
    """
    given = _last_card_pairs("academy")

    choosing = given.apply(ConstructBuilding("study"))
    after = choosing.apply(TakeToken("philosophy"))

    assert (choosing.phase, choosing.to_move) == (Phase.BOARD_TOKEN, A)
    assert choosing.result is None
    assert after.result is not None
    assert (after.result.victory, after.result.winner) == (Victory.CIVILIAN, A)
    assert after.score().one.tokens == 7
    assert after.result.totals == (3 + 3 + 7, 2)


def test_b45_law_for_the_last_card_wins_by_science() -> None:
    """B45 (R66, R67, R78): Law for the last card wins by science before scoring.

    Given the same with five different symbols; when A takes Law; then A has won by
    science.
    """
    given = _last_card_pairs(*FIVE_SYMBOLS)

    after = given.apply(ConstructBuilding("study")).apply(TakeToken("law"))

    assert _won_by_science(after, A)


@pytest.mark.parametrize("start", CentrePawnStart)
@pytest.mark.parametrize("last", Player)
def test_b46_the_pawn_counts_where_the_last_card_leaves_it(
    last: Player, start: CentrePawnStart
) -> None:
    """B46 (R76): the pawn counts after all effects of the last card.

    Given the last card of Age I, a red one, and the pawn at 0; when a player builds
    it; then the pawn is one step on and the opponent chooses who begins, whatever
    the option for a pawn on the centre space.
    """
    given = state(
        Age.I,
        ["guard-tower"],
        *_seats(last, city(), city()),
        left=1,
        to_move=last,
        rules=Rules(centre_pawn_start=start),
    )

    after = play(given, ConstructBuilding("guard-tower"))

    assert after.pawn == (1 if last is A else -1)
    assert (after.age, after.phase, after.to_move) == (Age.II, Phase.BEGIN, last.opponent)
    assert set(after.legal_moves) == {ChooseBeginner(A), ChooseBeginner(B)}


@pytest.mark.parametrize(("ending", "last_card"), [(Age.I, "tavern"), (Age.II, "brewery")])
def test_b47_who_begins_is_chosen_with_the_new_layout_in_view(ending: Age, last_card: str) -> None:
    """B47 (R20): who begins is chosen with the twelve face-up cards visible.

    Given the last card of an age and the pawn at 0; when it is discarded; then at
    the choice of who begins all 20 cards of the next age are dealt, the twelve
    of the face-up rows visible, and they stay the same after the choice.
    """
    given = state(ending, [last_card], left=1)

    waiting = given.apply(DiscardBuilding(last_card))
    dealt = _chance(waiting).sample(Random(3))
    choosing = waiting.resolve(dealt)

    assert isinstance(dealt, AgeDealt)
    assert choosing.phase is Phase.BEGIN
    shown = [slot for slot in choosing.structure if slot.building is not None]
    hidden = [slot for slot in choosing.structure if slot.back is not None]
    assert (len(shown), len(hidden)) == (12, 8)
    assert {slot.row % 2 for slot in shown} == {0}
    assert {slot.building.age for slot in shown if slot.building} == {Age(ending + 1)}
    assert tuple(slot.building or slot.back for slot in choosing.structure) == dealt.slots
    assert choosing.apply(ChooseBeginner(B)).structure == choosing.structure


def test_b48_guild_backs_are_distinguishable() -> None:
    """B48 (R11, R8): the places of the guilds are public, their identities are not.

    Given the last card of Age II and 60 deals that fit; when Age III is dealt;
    then each face-down slot shows the back of the card that the deal has there and
    no card, and face up and face down there are exactly three guilds.
    """
    given = state(Age.II, ["brewery"], left=1)
    hidden_guilds = set()

    for seed in range(60):
        deal = Deal.consistent_with(given, Random(seed))
        after = given.play(DiscardBuilding("brewery"), deal)
        assert after.age is Age.III
        hidden = [slot for slot in after.structure if slot.building is None]
        assert len(hidden) == 8
        for slot in hidden:
            card = deal.ages[2][slot.index]
            expected = Back.GUILD if card.colour is Colour.PURPLE else Back.AGE_III
            assert slot.back is expected
        open_guilds = sum(
            slot.building.colour is Colour.PURPLE for slot in after.structure if slot.building
        )
        guild_backs = sum(slot.back is Back.GUILD for slot in hidden)
        assert open_guilds + guild_backs == 3
        hidden_guilds.add(guild_backs)

    assert hidden_guilds == {0, 1, 2, 3}


@pytest.mark.parametrize("back", [Back.GUILD, Back.AGE_III])
def test_b48_a_face_down_slot_holds_a_card_with_its_back(back: Back) -> None:
    """B48 (R11, R21): a face-down slot can hold any unseen card with its back.

    Given slot 2 face down under slot 5, showing a guild's back or the common one;
    when slot 5 is taken; then any of the seven guilds can be revealed, or any unseen
    card of Age III except guilds.
    """
    two = (
        city()
        if back is Back.GUILD
        else city(7, "merchants-guild", "builders-guild", "tacticians-guild")
    )
    given = state(Age.III, ["study", "circus"], None, two, left=0b100111)
    assert given.structure[2].back is back
    assert given.structure[2].covered_by == (5,)

    chance = _chance(given.apply(DiscardBuilding("circus")))

    colours = set()
    for outcome, _ in chance.outcomes():
        assert isinstance(outcome, CardRevealed)
        assert outcome.slot == 2
        assert outcome.building.age is Age.III
        colours.add(outcome.building.colour)
    assert chance.back is back
    if back is Back.GUILD:
        assert chance.count == 7
        assert colours == {Colour.PURPLE}
    else:
        assert Colour.PURPLE not in colours
        assert chance.count == 20 - 3  # the deck without slot 0, Study and Circus


# Slots in reading order from the far row: R10 in numbers, independent of the engine.
AGE_III_COVERS: dict[int, set[int]] = {
    0: {2, 3},
    1: {3, 4},
    2: {5, 6},
    3: {6, 7},
    4: {7, 8},
    5: {9},
    6: {9},
    7: {10},
    8: {10},
    9: {11, 12},
    10: {13, 14},
    11: {15},
    12: {15, 16},
    13: {16, 17},
    14: {17},
    15: {18},
    16: {18, 19},
    17: {19},
    18: set(),
    19: set(),
}


def test_b49_rows_and_covers_of_age_iii() -> None:
    """B49 (R10): Age III has its rows and covers, with a hole in the middle.

    Given Age III as it is dealt; when its rows are read from the first accessible one
    upwards; then they have 2, 3, 4, 2, 4, 3 and 2 cards, face up and face down in
    turn, and each is covered by the cards of the table.
    """
    given = play(state(Age.II, ["brewery"], left=1), DiscardBuilding("brewery"))

    rows = given.structure.rows

    assert [len(row) for row in reversed(rows)] == [2, 3, 4, 2, 4, 3, 2]
    assert [{slot.building is not None for slot in row} for row in reversed(rows)] == [
        {True},
        {False},
    ] * 3 + [{True}]
    assert {slot.index: set(slot.covered_by) for slot in given.structure} == AGE_III_COVERS
    assert {slot.index for slot in given.structure.accessible} == {18, 19}


def _age_iii_remainders() -> list[frozenset[int]]:
    """Return every set of slots that can be left, found with the table alone."""
    found = {frozenset(AGE_III_COVERS)}
    latest = set(found)
    while latest:
        latest = {
            left - {slot} for left in latest for slot in left if not AGE_III_COVERS[slot] & left
        } - found
        found |= latest
    return sorted(found - {frozenset()}, key=lambda left: (-len(left), sorted(left)))


@pytest.mark.parametrize(
    "left",
    _age_iii_remainders(),
    ids=lambda left: f"{len(left)} left, {sum(1 << slot for slot in left):05x}",
)
def test_b49_a_card_is_accessible_exactly_when_its_covers_are_gone(left: frozenset[int]) -> None:
    """B49 (R10, R15): a card is accessible exactly when its covers are gone.

    Given any set of cards that can be left; when the accessible ones are asked for;
    then they are those whose one or two covers are gone, and taking any other
    face-up card is refused with its remaining covers.
    """
    free = sorted(slot for slot in left if not AGE_III_COVERS[slot] & left)
    cards = ["study", "circus", "arsenal", "port"][: len(free)]
    given = position(Age.III, cards, left=sum(1 << slot for slot in left)).state()

    assert [slot.index for slot in given.structure.accessible] == free
    assert [card.id for card in given.accessible] == cards
    for slot in given.structure:
        if slot.building is None:
            continue
        covers = tuple(sorted(AGE_III_COVERS[slot.index] & left))
        expected = (Covered(slot.building, slot.index, covers),) if covers else ()
        assert given.why_not(DiscardBuilding(slot.building)) == expected
