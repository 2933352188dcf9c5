"""Queries of bots and apps: who moves, what is left and unseen, points and shares."""

from __future__ import annotations

from random import Random

import pytest

from tests.builders import EXTENDED, city, state
from tests.test_state import every_state
from tests.wording import Wording
from wonders_duel import (
    Age,
    Back,
    Building,
    CardRevealed,
    Chance,
    Deal,
    Game,
    NoMoverError,
    Phase,
    Player,
    ProgressToken,
    Resignation,
    Result,
    RevealTiming,
    Rules,
    State,
    TokensDrawn,
    UnfinishedError,
    UnknownNameError,
    Victory,
    WondersDuelError,
    catalogue,
)
from wonders_duel.bots import RandomBot
from wonders_duel.engine import scoring

ONE, TWO = Player


def chance_of(now: State) -> Chance:
    """Return what is random next, in a state that waits for a chance outcome."""
    assert now.chance is not None
    return now.chance


@pytest.mark.parametrize("seed", range(3))
def test_the_mover_is_the_player_to_move_or_an_error(seed: int, wording: Wording) -> None:
    """``mover`` equals ``to_move`` in every state, or raises an error that says what is missing."""
    said: dict[Phase, str] = {}
    for now, _ in every_state(seed):
        if now.to_move is not None:
            assert now.mover is now.to_move
            continue
        with pytest.raises(NoMoverError) as caught:
            _ = now.mover
        error = str(caught.value)
        assert said.setdefault(now.phase, error) == error
    for phase in sorted(said):
        wording(said[phase])


def test_no_mover_is_an_error_of_the_library(wording: Wording) -> None:
    """``NoMoverError`` is a library error and a ValueError, and ``hasattr`` does not swallow it."""
    with pytest.raises(WondersDuelError):
        _ = State.start().mover
    with wording.raises(ValueError):
        hasattr(State.start(), "mover")


def test_a_game_has_the_mover_of_its_state_unless_somebody_resigned(wording: Wording) -> None:
    """A game has the mover of its state; after a resignation the error says who resigned."""
    game = Game(seed=1)

    assert game.mover is ONE
    game.resign("two")
    with wording.raises(NoMoverError):
        _ = game.mover
    game.resume()
    assert game.mover is ONE
    game.play_out(RandomBot(seed=1), RandomBot(seed=2))
    with wording.raises(NoMoverError):
        _ = game.mover
    with wording.raises(NoMoverError):
        _ = Game.from_state(State.start()).mover


def _visible(now: State) -> set[Building]:
    """Collect the visible buildings: those face up and those under wonders, which were face up."""
    seen = {slot.building for slot in now.structure if slot.building is not None}
    seen.update(now.discard_pile)
    for one in now.cities:
        seen.update(one.buildings)
        seen.update(built.card for built in one.built)
    return seen


@pytest.mark.parametrize("timing", RevealTiming)
@pytest.mark.parametrize("seed", range(2))
def test_counts_of_left_and_unseen_cards_in_every_state(seed: int, timing: RevealTiming) -> None:
    """The counts of left and unseen cards agree with the deal and the possible outcomes."""
    awaited = set()
    for now, deal in every_state(seed, Rules(reveal_timing=timing)):
        assert now.cards_left == sum(not slot.is_empty for slot in now.structure)
        seen = _visible(now)
        for back in Back:
            expected = [
                card for card in catalogue.building_list if card.back is back and card not in seen
            ]
            assert list(now.unseen(back)) == expected
            assert now.unseen(back.value) == now.unseen(back)
        for slot in now.structure:
            if slot.back is not None:
                assert deal.ages[now.age_number - 1][slot.index] in now.unseen(slot.back)
        taken = {*now.board_tokens, *(token for one in now.cities for token in one.tokens)}
        assert list(now.box_tokens) == [
            token for token in catalogue.token_list if token not in taken
        ]
        assert {*now.offered_tokens} <= {*now.box_tokens}
        if now.phase in {Phase.REVEAL, Phase.DRAW_TOKENS}:
            awaited.add(now.phase)
            _check_outcomes(chance_of(now), now)

    assert Phase.REVEAL in awaited


def _check_outcomes(chance: Chance, now: State) -> None:
    """Check that the possible outcomes are exactly the unseen cards, or the tokens in the box."""
    possible: set[Building | ProgressToken] = set()
    for outcome, _ in chance.outcomes():
        if isinstance(outcome, CardRevealed):
            possible.add(outcome.building)
        else:
            assert isinstance(outcome, TokensDrawn)
            possible.update(outcome.tokens)
    hidden = now.box_tokens if chance.back is None else now.unseen(chance.back)
    assert possible == {*hidden}


def test_tokens_that_are_drawn_come_from_the_box() -> None:
    """Tokens drawn for the Great Library come from the box, and count as in it while on offer."""
    after = state(
        Age.II,
        ["temple", "school"],
        city(99, unbuilt=["the-great-library"]),
        board_tokens=["law", "economy", "strategy", "masonry", "theology"],
    )
    drawing = next(
        child
        for child in (after.apply(move) for move in after.legal_moves)
        if child.phase is Phase.DRAW_TOKENS
    )
    _check_outcomes(chance_of(drawing), drawing)
    outcome, _ = next(chance_of(drawing).outcomes())
    offered = drawing.resolve(outcome)

    assert offered.box_tokens == drawing.box_tokens
    assert {*offered.offered_tokens} < {*offered.box_tokens}
    taken = offered.apply(offered.legal_moves[0])
    assert len(taken.box_tokens) == len(offered.box_tokens) - 1


def test_backs_are_accepted_in_any_case(wording: Wording) -> None:
    """Backs are accepted in any case; an unknown one is refused with a list of the valid ones."""
    now = State.start()

    assert now.unseen(" Guild ") == now.unseen(Back.GUILD)
    assert len(now.unseen("age-iii")) == 20
    with wording.raises(UnknownNameError):
        now.unseen("guilt")
    with wording.raises(UnknownNameError):
        now.unseen(3)  # type: ignore[arg-type]


def test_unseen_cards_are_those_of_the_catalogue() -> None:
    """Custom cards may be under a back, and custom tokens in the box."""
    now = State.start(catalogue=EXTENDED)

    assert EXTENDED.buildings["bank"] in now.unseen("age-ii")
    assert EXTENDED.tokens["banking"] in now.box_tokens


@pytest.mark.parametrize("seed", range(3))
def test_totals_are_those_of_the_score_sheet(seed: int) -> None:
    """``totals`` equals the totals of the score sheet in every state, chance states included."""
    for now, _ in every_state(seed):
        assert now.totals == now.score().totals
        one, two = now.score().one, now.score().two
        assert now.totals == (one.total, two.total)


def test_totals_count_custom_cards() -> None:
    """Totals count custom buildings, wonders and tokens, with fixed or variable points."""
    deal = Deal.random(Random(3), EXTENDED)
    now = State.dealt(deal)
    rng = Random(3)
    while not now.is_over:
        assert now.totals == now.score().totals
        now = now.play(rng.choice(now.legal_moves), deal)

    assert now.result is not None
    assert now.result.totals == now.totals == now.score().totals


def test_totals_build_no_score_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Totals build no score sheet, which makes them fast; neither does the end of a game."""
    game = Game(seed=1)
    game.play_out(RandomBot(seed=1), RandomBot(seed=2))
    expected = game.score().totals

    def refuse(*_: int) -> None:
        raise AssertionError

    monkeypatch.setattr(scoring, "_make_city_score", refuse)
    assert game.totals == game.state.totals == expected
    assert game.state.result is not None
    assert game.state.result.totals == expected
    with pytest.raises(AssertionError):
        game.score()


@pytest.mark.parametrize(
    ("result", "shares"),
    [
        (Result(victory=Victory.CIVILIAN, winner=ONE, totals=(60, 52)), (1.0, 0.0)),
        (Result(victory=Victory.SCIENTIFIC, winner=TWO), (0.0, 1.0)),
        (Result(victory=Victory.CIVILIAN, winner=None, totals=(41, 41)), (0.5, 0.5)),
        (Resignation(ONE), (0.0, 1.0)),
        (Resignation(TWO), (1.0, 0.0)),
    ],
)
def test_each_player_has_a_share_of_the_victory(
    wording: Wording, result: Result | Resignation, shares: tuple[float, float]
) -> None:
    """Each player's share of a victory is 1, a half or 0; seats can be given in any form."""
    found = (result.share(ONE), result.share(TWO))

    assert found == shares
    assert [type(one) for one in found] == [float, float]
    assert (result.share("one"), result.share(1)) == shares
    with wording.raises(UnknownNameError):
        result.share("three")


def test_one_expression_gives_the_share_in_any_game_that_is_over() -> None:
    """``share`` works for every finished game, played out or resigned, and for a finished state."""
    played = Game(seed=1)
    result = played.play_out(RandomBot(seed=1), RandomBot(seed=2))
    given_up = Game(seed=1)
    given_up.resign(TWO)

    assert played.result == played.state.result == result
    assert played.share(ONE) == played.state.share("one") == result.share(ONE)
    assert played.share(ONE) + played.share(TWO) == 1
    assert given_up.state.result is None
    assert given_up.result == given_up.record().result == Resignation(TWO)
    assert (given_up.share(ONE), given_up.share(TWO)) == (1.0, 0.0)


def test_a_game_in_progress_has_no_shares(wording: Wording) -> None:
    """A game in progress has no shares, whether it waits for a player or for chance."""
    game = Game(seed=1)

    assert game.result is None
    for ask in (game.share, game.state.share):
        with wording.raises(UnfinishedError):
            ask(ONE)
    with wording.raises(UnfinishedError):
        State.start().share(ONE)
    with wording.raises(UnfinishedError):
        Game.from_state(State.start()).share(ONE)
