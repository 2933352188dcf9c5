"""The military track as both players see it."""

from __future__ import annotations

from collections.abc import Container

import attrs

from wonders_duel.cards import CAPITAL, MilitaryToken, military_points
from wonders_duel.enums import Player

__all__ = ["Track"]


@attrs.frozen
class Track:
    """The conflict pawn and the military tokens that are left (R5, R69 to R75).

    >>> from wonders_duel import Game
    >>> track = Game(seed=1).state.track
    >>> track.pawn, track.leader, track.points
    (0, None, 0)
    >>> [token.coins for token in track.tokens[0]]
    [2, 5]
    """

    pawn: int
    """The position of the conflict pawn, -9 to 9; positive if player one leads."""
    tokens: tuple[tuple[MilitaryToken, ...], tuple[MilitaryToken, ...]]
    """The tokens left on the sides of player one and player two, from the centre outwards."""

    @property
    def leader(self) -> Player | None:
        """The player who leads, or ``None`` if the pawn is on the centre space."""
        if not self.pawn:
            return None
        return Player.ONE if self.pawn > 0 else Player.TWO

    @property
    def points(self) -> int:
        """The points that the leader would score now: 0, 2, 5 or 10 (R79)."""
        return military_points(abs(self.pawn))

    @property
    def is_decided(self) -> bool:
        """Whether the pawn has reached a capital (R75)."""
        return abs(self.pawn) == CAPITAL

    def _repr_svg_(self) -> str:
        """Return an SVG picture for notebooks."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        """Return the picture by media type, for notebooks."""
        from wonders_duel.render.notebooks import mimebundle  # noqa: PLC0415 - a thin method

        return mimebundle(self, include, exclude)

    def __str__(self) -> str:
        """Return a plain-text drawing, 80 columns wide."""
        from wonders_duel.render.board import plain_text  # noqa: PLC0415 - a thin method

        return plain_text(self)
