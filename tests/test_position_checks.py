"""Positions at the edge of what can be: which are accepted, and all that is said of the others."""

from __future__ import annotations

from tests import position_checks
from tests.builders import city, new_catalogue
from wonders_duel import Position, State, catalogue
from wonders_duel.action_check import powers_of
from wonders_duel.sketch import Sketch


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
        assert state.player == 0 or not state.is_over, "nobody's turn has one form only"
    assert seen > 50


def test_what_cards_can_do_is_worked_out_once() -> None:
    """Every position of a catalogue is checked with the same table."""
    fresh = new_catalogue()

    assert powers_of(fresh) is powers_of(fresh)
    assert powers_of(catalogue) is not powers_of(position_checks.NO_CHOICES)


def test_an_empty_sketch_is_where_nothing_is_said() -> None:
    """Whatever a reader leaves out is as before the game begins, in cities without a coin."""
    sketch = Sketch(catalogue)
    draft = sketch.draft()

    assert sketch.problems == []
    assert draft.freeze() == Position(cities=(city(0), city(0))).state()
