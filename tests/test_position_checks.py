"""Extreme positions: which are accepted, and every problem of the others."""

from __future__ import annotations

from tests.builders import city, new_catalogue
from tests.wording import Wording
from tools import position_checks
from wonders_duel import Position, State, catalogue
from wonders_duel.positions.action_check import powers_of
from wonders_duel.positions.sketch import Sketch


def test_the_golden_file_has_all_problems(wording: Wording) -> None:
    """The golden file has every problem; ``python -m tools.position_checks`` rewrites it."""
    wording.file(position_checks.FILE, position_checks.golden())


def test_accepted_positions_are_read_back_and_playable() -> None:
    """Accepted states are read back from their texts and have moves unless the game is over."""
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
        assert state.player == 0 or not state.is_over, "nobody's turn has one form only"
    assert seen > 50


def test_the_table_of_abilities_is_computed_once() -> None:
    """The table of what cards can do is computed once per catalogue."""
    fresh = new_catalogue()

    assert powers_of(fresh) is powers_of(fresh)
    assert powers_of(catalogue) is not powers_of(position_checks.NO_CHOICES)


def test_an_empty_draft_is_a_position_before_the_game() -> None:
    """An empty draft is a position before the game, with cities without coins."""
    sketch = Sketch(catalogue)
    draft = sketch.draft()

    assert sketch.problems == []
    assert draft.freeze() == Position(cities=(city(0), city(0))).state()
