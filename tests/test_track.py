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
def test_a_track_has_the_leader_and_the_tokens(
    pawn: int, leader: Player | None, points: int, tokens: tuple[list[int], list[int]]
) -> None:
    """The track has the leader, the points and the tokens still there (R70, R79)."""
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
    """The ninth space on either side is a capital, which decides the game (R75)."""
    assert [Track(pawn, ((), ())).is_decided for pawn in (-9, -8, 8, 9)] == [
        True,
        False,
        False,
        True,
    ]
