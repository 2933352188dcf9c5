"""Extreme positions: which are accepted, and every problem of the others."""

from __future__ import annotations

from random import Random

import pytest

from examples.custom_choice import PROMO
from tests.builders import city, new_catalogue
from tests.wording import Wording
from tools import position_checks
from wonders_duel import (
    Age,
    Back,
    Building,
    Catalogue,
    CityPosition,
    Deal,
    Phase,
    Position,
    PositionError,
    State,
    catalogue,
)
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


@pytest.mark.parametrize("cards", [catalogue, PROMO], ids=lambda one: one.name)
def test_the_phase_of_a_custom_choice_needs_one(cards: Catalogue, wording: Wording) -> None:
    """The phase is refused if no custom choice is pending, also if no card brings one."""
    given = Position(age=Age.I, structure={0: "baths"}, phase=Phase.CHOICE, catalogue=cards)

    with wording.raises(PositionError):
        given.state()
    text = Position(age=Age.I, structure={0: "baths"}, catalogue=cards).state().to_text()
    with pytest.raises(PositionError, match="the first pending choice is not of this phase"):
        State.from_text(text.replace("phase=turn", "phase=choice"), cards)


@pytest.mark.parametrize(
    ("gaps", "guilds", "others", "refused"),
    [
        (0, 1, 0, "1 guild is outside"),
        (0, 1, 2, "1 guild is outside"),
        (0, 1, 3, "4 cards of age III are outside"),
        (0, 2, 0, "2 guilds are outside"),
        (1, 2, 2, "2 guilds are outside"),
        (1, 2, 3, "5 cards of age III are outside"),
        (2, 2, 3, ""),
    ],
)
def test_guilds_need_gaps_and_other_cards_of_age_iii_do_not(
    gaps: int, guilds: int, others: int, refused: str
) -> None:
    """Three cards of Age III are left over when it is dealt (R8), and no guild."""
    cards = [card for card in catalogue.building_list if card.back is Back.AGE_III]
    outside = [card for card in catalogue.building_list if card.back is Back.GUILD][:guilds]
    outside += [cards.pop() for _ in range(others)]
    layout = catalogue.structures[2]
    structure: dict[int, Building | Back] = {
        slot: cards.pop() if layout.face_up[slot] else Back.AGE_III for slot in layout
    }
    down = [slot for slot in layout if not layout.face_up[slot]]
    structure |= dict.fromkeys(down[: 3 - guilds], Back.GUILD)
    for slot in list(layout)[len(structure) - gaps :]:
        del structure[slot]
    cities = (CityPosition(buildings=outside), CityPosition())
    problems = Position(age=Age.III, structure=structure, cities=cities).problems()
    assert bool(problems) == bool(refused)
    assert all(one.startswith(refused) for one in problems[:1])
    assert any("no guild can" in one for one in problems) == ("guild" in refused)


def test_a_guild_outside_a_whole_structure_is_refused(wording: Wording) -> None:
    """Other cards of Age III can be left over when it is dealt (R8), but its guilds cannot."""
    cards = [card for card in catalogue.building_list if card.back is Back.AGE_III]
    layout = catalogue.structures[2]
    structure: dict[int, Building | Back] = {
        slot: cards.pop() if layout.face_up[slot] else Back.AGE_III for slot in layout
    }
    down = [slot for slot in layout if not layout.face_up[slot]]
    structure |= dict.fromkeys(down[:2], Back.GUILD)
    owner = CityPosition(buildings=["builders-guild"])

    with wording.raises(PositionError):
        Position(age=Age.III, structure=structure, cities=(owner, CityPosition())).state()

    del structure[19]
    given = Position(age=Age.III, structure=structure, cities=(owner, CityPosition())).state()
    deal = Deal.consistent_with(given, Random(1))
    assert sum(card.back is Back.GUILD for card in deal.ages[2]) == 3

    text = given.to_text().replace("builders-guild", "builders-guild,merchants-guild")
    with wording.raises(PositionError):
        State.from_text(text)
