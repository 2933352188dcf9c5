"""The rule option ``pair_token``: whether the progress token of a pair must be taken.

A is player one, B player two.
"""

from __future__ import annotations

import pytest

from tests.builders import city, state
from tests.wording import Wording
from wonders_duel import (
    Age,
    CityPosition,
    DeclineToken,
    Game,
    IllegalMoveError,
    PairToken,
    Pending,
    Phase,
    Player,
    Position,
    Reason,
    Rules,
    State,
    TakeToken,
    TokensDrawn,
    catalogue,
    parse_move,
)
from wonders_duel.events import ExtraTurnLost, TokenDeclined, events_between
from wonders_duel.reasons import GameOver, TokenIsMandatory, WaitsOnChance, WrongPhase

A, B = Player.ONE, Player.TWO
MAY = Rules(pair_token="may")
MUST = Rules(pair_token="must")
DECLINE = DeclineToken()
BOARD = ["law", "theology"]

THEOLOGY_LOSES = (
    "wd1 turn=one phase=board-token pending=board-token {rules}age=III "
    "structure=pantheon,lighthouse/fortifications,-,obelisk/-,-,-,-/-,-/-,-,-,-/-,-,-/-,- "
    "pawn=+1 military=-/- one.coins=2 "
    "one.buildings=lumber-yard,workshop,wood-reserve,stable,scriptorium,theater,sawmill,"
    "shelf-quarry,glass-blower,customs-house,library,laboratory,temple,brewery,academy,study,"
    "town-hall,circus,builders-guild one.tokens=agriculture,masonry one.unbuilt=circus-maximus "
    "one.built=the-appian-way:palace,the-pyramids:gardens,the-statue-of-zeus:rostrum "
    "two.coins=1 two.buildings=clay-pool,clay-pit,stone-pit,glassworks,apothecary,clay-reserve,"
    "garrison,baths,tavern,brickyard,forum,caravansery,horse-breeders,barracks,archery-range,"
    "parade-ground,school,statue,aqueduct,arsenal,port,armory,siege-workshop,university,"
    "observatory,arena,tacticians-guild two.tokens=mathematics,philosophy "
    "two.unbuilt=the-great-lighthouse two.built=the-hanging-gardens:pharmacist,"
    "the-mausoleum:press,the-temple-of-artemis:magistrates-guild "
    "discard=guard-tower,stone-reserve,palisade,walls board=theology end"
)
"""The end of a game: A has completed a pair, and Theology is the only token on the board."""


def _lead(state: State, known: dict[State, int]) -> int:
    """Return the points by which A is ahead at the end if both play as well as possible."""
    if state not in known:
        if state.is_over:
            score = state.score()
            known[state] = score.one.total - score.two.total
        else:
            best = max if state.to_move is A else min
            known[state] = best(_lead(state.apply(move), known) for move in state.legal_moves)
    return known[state]


def _pair(rules: Rules, *pending: Pending | Phase, **more: object) -> State:
    """Return a state in which A has completed a pair of quills."""
    cities = (city(7, "scriptorium", "library"), city(7, "sawmill"))
    given = {"structure": {0: "walls", 1: "school"}, "board_tokens": BOARD, **more}
    return Position(
        age=Age.II,
        pending=[Phase.BOARD_TOKEN, *pending],
        cities=cities,
        rules=rules,
        **given,  # type: ignore[arg-type]
    ).state()


def test_declining_wins_where_taking_the_token_loses() -> None:
    """Declining the token of a pair can be better than taking it (R63).

    Given A with a pair, and only Theology on the board; when A takes it, then the extra turn of
    Circus Maximus uncovers the Pantheon for B, who wins by at least a point. When A declines it,
    then A wins by at least two.
    """
    given = State.from_text(THEOLOGY_LOSES.format(rules="pair-token=may "))
    known: dict[State, int] = {}

    assert given.legal_moves == (TakeToken("theology"), DECLINE)
    assert _lead(given.apply(TakeToken("theology")), known) == -1
    assert _lead(given.apply(DECLINE), known) == 2
    assert _lead(given, known) == 2


def test_by_default_the_token_must_be_taken(wording: Wording) -> None:
    """By default a token on the board must be taken, and declining it is refused (R63).

    Given the same position with the default; then A can only take Theology, and loses.
    """
    given = State.from_text(THEOLOGY_LOSES.format(rules=""))

    assert given.rules.pair_token is PairToken.MUST
    assert given.legal_moves == (TakeToken("theology"),)
    assert given.why_not(DECLINE) == (TokenIsMandatory(),)
    with wording.raises(IllegalMoveError) as refused:
        given.apply(DECLINE)
    assert refused.value.reasons == (TokenIsMandatory(),)
    assert _lead(given, {}) == -1


def test_a_declined_token_stays_on_the_board() -> None:
    """A player who declines takes nothing, and the turn ends (R63).

    Given A with a pair; when A declines; then the tokens stay on the board, the cities stay the
    same, and it is B's turn.
    """
    given = _pair(MAY)
    after = given.apply(DECLINE)

    assert given.legal_moves == (TakeToken("law"), TakeToken("theology"), DECLINE)
    assert [option.move for option in given.options()] == list(given.legal_moves)
    assert after.board_tokens == given.board_tokens
    assert after.cities == given.cities
    assert (after.phase, after.to_move, after.pending) == (Phase.TURN, B, ())
    assert events_between(given, DECLINE, after) == (TokenDeclined(A),)


def test_a_later_pair_can_take_a_declined_token() -> None:
    """A token that was declined can be taken for a later pair (R63, R64).

    Given A who declined Law; when B completes a pair; then B can take it, or decline as well.
    """
    cities = (city(7, "scriptorium"), city(7, "pharmacist"))
    given = state(
        Age.II, ["library", "dispensary", "walls"], *cities, board_tokens=["law"], rules=MAY
    )

    declined = given.apply(parse_move("build library")).apply(DECLINE)
    again = declined.apply(parse_move("build dispensary"))

    assert declined.to_move is B
    assert again.legal_moves == (TakeToken("law"), DECLINE)
    assert again.apply(TakeToken("law")).cities[B].tokens == (catalogue.tokens["law"],)


def test_each_of_two_pairs_is_declined_separately() -> None:
    """Declining gives up one token: that of another pair stays pending (R63)."""
    given = _pair(MAY, Phase.BOARD_TOKEN)

    once = given.apply(DECLINE)

    assert (once.phase, once.to_move, once.pending) == (Phase.BOARD_TOKEN, A, (Phase.BOARD_TOKEN,))
    assert once.apply(TakeToken("law")).cities[A].tokens == (catalogue.tokens["law"],)
    assert once.apply(DECLINE).to_move is B


def test_other_choices_follow_a_declined_token() -> None:
    """After a declined token, the other choices of the turn follow, then its extra turn (R22, R63)."""
    given = _pair(MAY, Pending("destroy", "brown"), extra_turn=True)

    destroying = given.apply(DECLINE)

    assert (destroying.phase, destroying.to_move) == (Phase.DESTROY, A)
    assert destroying.apply(parse_move("destroy sawmill")).to_move is A


def test_the_last_card_of_an_age_may_bring_a_declined_token() -> None:
    """A declined token after the last card of an age lets the age end (R55, R63, R66)."""
    given = _pair(MAY, structure={}, extra_turn=True)

    after = given.apply(DECLINE)

    assert (after.phase, after.extra_turn) == (Phase.DEAL_AGE, False)
    assert events_between(given, DECLINE, after)[:2] == (TokenDeclined(A), ExtraTurnLost(A))


@pytest.mark.parametrize("rules", [MAY, MUST], ids=["may", "must"])
def test_one_of_the_tokens_of_the_great_library_must_be_kept(rules: Rules) -> None:
    """The choice of the Great Library is not optional: one token must be kept (R60, R63)."""
    cities = (CityPosition(built={"the-great-library": "altar"}), CityPosition())
    drawing = Position(
        age=Age.II,
        structure={0: "walls"},
        cities=cities,
        board_tokens=BOARD,
        pending=[Phase.LIBRARY_TOKEN],
        rules=rules,
    ).state()
    tokens = [catalogue.tokens[name] for name in ("economy", "masonry", "strategy")]

    given = drawing.resolve(TokensDrawn(tuple(tokens)))

    assert set(given.legal_moves) == {TakeToken(token) for token in tokens}
    assert given.why_not(DECLINE) == (WrongPhase(Phase.LIBRARY_TOKEN, (Phase.BOARD_TOKEN,)),)
    with pytest.raises(IllegalMoveError):
        given.apply(DECLINE)


@pytest.mark.parametrize("rules", [MAY, MUST], ids=["may", "must"])
def test_nothing_is_declined_without_a_pair(rules: Rules) -> None:
    """A token can only be declined while the token of a pair is pending (R63)."""
    turn = state(Age.II, ["walls", "school"], board_tokens=BOARD, rules=rules)
    over = State.from_text(THEOLOGY_LOSES.format(rules="pair-token=may "))
    while not over.is_over:
        over = over.apply(over.legal_moves[0])
    refused: list[tuple[State, Reason]] = [
        (turn, WrongPhase(Phase.TURN, (Phase.BOARD_TOKEN,))),
        (State.start(rules=rules), WaitsOnChance(Phase.DEAL_TOKENS)),
        (over, GameOver()),
    ]

    for given, reason in refused:
        assert given.why_not(DECLINE) == (reason,)
        assert DECLINE not in given.legal_moves
        with pytest.raises(IllegalMoveError):
            given.apply(DECLINE)


def test_a_game_with_a_declined_token_is_kept_in_every_form() -> None:
    """Games with the option are stored and read back, with the move and the option (R63)."""
    game = Game.from_state(_pair(MAY))
    game.play("decline")

    record = game.record()
    again = Game.from_record(type(record).from_text(record.to_text()))

    assert "decline token" in record.to_text()
    assert "pair-token=may" in record.to_text()
    assert [step.move for step in again.history] == [DECLINE]
    assert again.state == game.state
    assert type(record).from_json(record.to_json()) == record
