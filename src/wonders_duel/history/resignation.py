"""``Resignation``: the result of a game that a player gave up, beside the results by the rules."""

from __future__ import annotations

import attrs

from wonders_duel.engine.scoring import Result, share
from wonders_duel.enums import Player, seat
from wonders_duel.languages import ENGLISH
from wonders_duel.languages.seats import seats

__all__ = ["GameResult", "Resignation"]


@attrs.frozen
class Resignation:
    """The result of a game in which a player resigned.

    Attributes:
        player: the player who resigned.

    Raises:
        UnknownNameError: there is no such player.

    >>> print(Resignation("two"))
    Player two resigns, and Player one wins.
    """

    player: Player = attrs.field(converter=seat)

    @property
    def winner(self) -> Player:
        """The other player."""
        return self.player.opponent

    def share(self, player: Player | int | str) -> float:
        """Return a player's share of the victory.

        Args:
            player: the player.

        Returns:
            0.0 for the player who resigned, 1.0 for the other one.

        Raises:
            UnknownNameError: the player is unknown.

        >>> Resignation("two").share("one")
        1.0
        """
        return share(self.winner, player)

    def __str__(self) -> str:
        """Return the result as an English sentence."""
        from wonders_duel.render.wording import resigned_sentence  # noqa: PLC0415 - a thin method

        return resigned_sentence(ENGLISH, self.player, seats(ENGLISH))


GameResult = Result | Resignation
"""The result of a recorded game."""
