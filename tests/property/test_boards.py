"""Boards of states of every kind, in every width."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.amounts import examples
from tests.builders import EXTENDED
from wonders_duel import Age, Building, Colour, State, Wonder, catalogue
from wonders_duel.effects import Points
from wonders_duel.render import text
from wonders_duel.support.columns import columns
from wonders_duel.testing import states

MANY = examples(200)

FOREIGN = catalogue.extended(
    "foreign",
    buildings=[
        Building(id=f"b{number}", name=name, age=age, colour=Colour.BLUE, effects=(Points(1),))
        for number, (age, name) in enumerate(
            (age, f"{name} {number}")
            for number, age in enumerate(Age)
            for name in ("大浴場と図書館", "Çağan Sarayë", "Re\u0301publique", "Ñandú 🏛", "łódź")
        )
    ],
    wonders=[Wonder(id="w", name="東京スカイツリー", effects=(Points(1),))],
)
"""Names that are wide, have combining marks, or have no ASCII form."""


@MANY
@given(
    states() | states(EXTENDED) | states(FOREIGN),
    st.integers(min_value=20, max_value=140),
    st.booleans(),
    st.tuples(st.text(max_size=30), st.text(max_size=30)),
)
def test_every_state_is_drawn_within_the_width(
    state: State,
    width: int,
    ascii: bool,  # noqa: A002, FBT001 - as the option is called
    names: tuple[str, str],
) -> None:
    """No line is too long, ends with a space or moves the cursor; ASCII boards are ASCII."""
    board = text(state, width=width, colour=False, ascii=ascii, names=names)

    for line in board.split("\n"):
        assert columns(line) <= width
        assert line == line.rstrip()
        assert line.isprintable() or not line.isascii()
        assert "\x1b" not in line
    assert board.isascii() or not ascii
    assert len(board.splitlines()) < 10_000 // width


@MANY
@given(states(), st.sampled_from([40, 80, 120]))
def test_a_board_shows_everything_public_and_nothing_else(state: State, width: int) -> None:
    """Each visible card is named as often as possible, and no face-down card is named."""
    board = text(state, width=width, colour=False, names=("A", "B"))
    told = " ".join(board.split())
    laid = [slot for slot in state.structure if not slot.is_empty]
    public = {card.name for city in state.cities for card in city.buildings}
    public |= {one.card.name for city in state.cities for one in city.built}
    public |= {one.wonder.name for city in state.cities for one in city.built}
    public |= {wonder.name for city in state.cities for wonder in city.unbuilt}
    public |= {token.name for city in state.cities for token in city.tokens}
    public |= {card.name for card in state.discard_pile}
    public |= {token.name for token in (*state.board_tokens, *state.offered_tokens)}
    public |= {wonder.name for wonder in state.offered_wonders}
    seen = public | {slot.building.name for slot in laid if slot.building is not None}

    if width < 79:
        assert all(name in told for name in seen)
    for slot in laid:
        assert f"#{slot.index}" in told
    hidden = {card.name for card in catalogue.building_list} - seen
    parts = {name for name in hidden if not any(name in other for other in seen)}
    assert not [name for name in parts if name in told]
