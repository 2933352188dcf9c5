"""Positions at the edge of what can be: which are accepted, and all that is said of the others."""

from __future__ import annotations

from tests import position_checks
from wonders_duel import Position, State


def test_all_that_is_said_of_a_position_is_in_the_golden_file() -> None:
    """Each problem, where it is, and nothing else; ``python -m tests.position_checks`` writes it anew."""
    assert position_checks.golden() == position_checks.FILE.read_text(encoding="utf-8")


def test_what_is_accepted_is_read_again_and_played_on() -> None:
    """The states of the golden file come back from their texts and have moves, unless all is over."""
    seen = 0
    for fields in position_checks.CASES.values():
        made = Position(**fields)  # type: ignore[arg-type]
        if made.problems():
            continue
        state = made.state()
        seen += 1

        assert state == State.from_text(state.to_text(), made.catalogue)
        assert state == Position.of(state).state()
        assert state.legal_moves or state.chance is not None or state.is_over
    assert seen > 50
