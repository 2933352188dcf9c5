"""Actions: numbers that never change, and mean the same for both players."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from examples.custom_choice import PROMO
from tests.played import states
from tests.wording import Wording
from wonders_duel import DeclineToken, Phase, Rules, State, catalogue, parse_move
from wonders_duel.errors import (
    LearningError,
    RuleOptionError,
    UnknownNameError,
    WondersDuelError,
    WrongTypeError,
)
from wonders_duel.learn import ActionCodec
from wonders_duel.testing.mirror import mirrored, mirrored_move

MAY = Rules(pair_token="may")
RELATIVE = ActionCodec(rules=MAY)
ABSOLUTE = ActionCodec(rules=MAY, relative=False)


def test_the_numbers_are_those_of_the_catalogue() -> None:
    """The absolute numbers are the places in ``catalogue.moves``; there are 1,192, or one more."""
    assert (ActionCodec().size, RELATIVE.size, ABSOLUTE.size) == (1192, 1193, 1193)
    assert ActionCodec(PROMO).size == len(PROMO.moves)
    for state in states(12):
        legal = [move.index for move in state.legal_moves]
        assert ABSOLUTE.legal_actions(state) == legal
        for move in state.legal_moves:
            assert ABSOLUTE.action(move, state) == move.index
            assert ABSOLUTE.move(move.index, state) is move


def test_the_relative_numbers_mean_the_same_for_both_players() -> None:
    """Exchanged seats have the same legal actions; only who begins has other numbers."""
    seen = 0
    for state in states(12):
        twin = mirrored(state)
        assert sorted(RELATIVE.legal_actions(twin)) == sorted(RELATIVE.legal_actions(state))
        for move in state.legal_moves:
            action = RELATIVE.action(move, state)
            assert RELATIVE.action(mirrored_move(move), twin) == action
            assert RELATIVE.move(action, state) is move
            seen += action != move.index
    assert seen
    assert RELATIVE.is_relative
    assert not ABSOLUTE.is_relative
    assert (RELATIVE.first_beginner, ABSOLUTE.first_beginner) == (1190, -1)


def test_the_mask_has_the_legal_actions() -> None:
    """The mask is 1 for each legal action, and 0 for each other one."""
    for state in states(4):
        mask = RELATIVE.mask(state)
        legal = RELATIVE.legal_actions(state)
        assert len(mask) == RELATIVE.size
        assert [number for number, one in enumerate(mask) if one] == sorted(legal)
        assert set(mask) <= {0, 1}


def test_nobody_acts_while_chance_is_awaited() -> None:
    """There are no actions in chance states and at the end."""
    for state in states(2):
        if state.to_move is None:
            assert RELATIVE.legal_actions(state) == []
            assert not any(RELATIVE.mask(state))


def test_a_token_can_be_declined() -> None:
    """The last action declines a token, if the rules let players do that."""
    for state in states(30):
        if state.phase is Phase.BOARD_TOKEN and state.rules.pair_token == "may":
            assert 1192 in RELATIVE.legal_actions(state)
            assert RELATIVE.move(1192, state) == DeclineToken()
            with pytest.raises(LearningError, match="create it with rules"):
                ActionCodec().legal_actions(state)
            return
    pytest.fail("no such state")


def test_numbers_of_other_libraries() -> None:
    """Whatever Python takes as an index is the number of an action."""

    class Number:
        def __index__(self) -> int:
            return 3

    state = next(one for one in states(1) if one.phase is Phase.DRAFT)
    assert RELATIVE.move(Number(), state) is catalogue.moves[3]


def test_moves_of_another_catalogue_are_adopted() -> None:
    """A move with the same cards has the same number."""
    state = State.start()
    move = parse_move("build drying-room", PROMO)
    assert RELATIVE.action(move, state) == parse_move("build drying-room").index != move.index
    with pytest.raises(UnknownNameError):
        RELATIVE.action(parse_move("draft messe", PROMO), state)


def test_a_codec_has_a_short_text() -> None:
    """The text has the size and the kind."""
    assert repr(RELATIVE) == "<ActionCodec size=1193; relative>"
    assert repr(ABSOLUTE) == "<ActionCodec size=1193; absolute>"
    assert RELATIVE.catalogue is catalogue


START = State.start()


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda: ActionCodec(3), WrongTypeError),  # type: ignore[arg-type]
        (lambda: ActionCodec(relative=1), WrongTypeError),  # type: ignore[arg-type]
        (lambda: ActionCodec(rules={"pair_token": "shall"}), RuleOptionError),
        (lambda: RELATIVE.legal_actions(3), WrongTypeError),  # type: ignore[arg-type]
        (lambda: RELATIVE.move(-1, START), LearningError),
        (lambda: RELATIVE.move(1193, START), LearningError),
        (lambda: RELATIVE.move("3", START), WrongTypeError),  # type: ignore[arg-type]
        (lambda: RELATIVE.move(True, START), WrongTypeError),  # noqa: FBT003 - not a number
        (lambda: RELATIVE.move(3, State.start(catalogue=PROMO)), LearningError),
        (lambda: RELATIVE.action("build baths", START), WrongTypeError),  # type: ignore[arg-type]
        (lambda: ActionCodec().action(DeclineToken(), START), LearningError),
    ],
)
def test_wrong_arguments(call: Any, kind: type[WondersDuelError], wording: Wording) -> None:
    """Each wrong argument gives one clear error."""
    with pytest.raises(kind) as raised:
        call()
    wording(str(raised.value))


def test_a_pickled_codec_has_the_same_actions() -> None:
    """A copy by pickle has the catalogue, the rules and the kind of numbers."""
    for codec in (RELATIVE, ABSOLUTE, ActionCodec(), ActionCodec(PROMO)):
        copy = pickle.loads(pickle.dumps(codec))  # noqa: S301 - our own
        assert (copy.size, copy.is_relative, copy.catalogue) == (
            codec.size,
            codec.is_relative,
            codec.catalogue,
        )
