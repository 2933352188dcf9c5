"""The military track as an object."""

from __future__ import annotations

import pytest

from wonders_duel import Age, Player, Position, Track


@pytest.mark.parametrize(
    ("pawn", "leader", "points", "tokens"),
    [
        (0, None, 0, ([2, 5], [2, 5])),
        (2, Player.ONE, 2, ([2, 5], [2, 5])),
        (-4, Player.TWO, 5, ([5], [2, 5])),
        (7, Player.ONE, 10, ([2, 5], [])),
    ],
)
def test_a_track_says_who_leads_and_what_lies_beside_it(
    pawn: int, leader: Player | None, points: int, tokens: tuple[list[int], list[int]]
) -> None:
    """The leader is who stands before the other's capital; taken tokens are gone (R70, R79)."""
    track = (
        Position(age=Age.I, structure=["garrison"] + [None] * 19, pawn=pawn, military_tokens=tokens)
        .state()
        .track
    )

    assert track.leader is leader
    assert track.points == points
    assert tuple([token.coins for token in side] for side in track.tokens) == tokens
    assert not track.is_decided


def test_a_pawn_in_a_capital_decides() -> None:
    """The ninth space on either side is a capital (R75)."""
    assert [Track(pawn, ((), ())).is_decided for pawn in (-9, -8, 8, 9)] == [
        True,
        False,
        False,
        True,
    ]
