"""``Step``: one move of a game or a record, with the states before and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from wonders_duel.build import later
from wonders_duel.catalogues import Catalogue
from wonders_duel.chance.outcomes import ChanceOutcome
from wonders_duel.engine.moves import Move
from wonders_duel.enums import Player
from wonders_duel.state import State

if TYPE_CHECKING:
    from wonders_duel.events import Event
else:
    Event = later("wonders_duel.events", "Event")

__all__ = ["Step"]


@attrs.frozen
class Step:
    """One move of a game and the chance outcomes after it.

    Attributes:
        move: the move.
        player: the player who made it.
        before: the state before the move.
        outcomes: the chance outcomes after it, in order.
        after: the state after the chance outcomes; if the game waits for an
            outcome, the state that waits.
        comment: a comment on the move, or ``None``.
        clock: the milliseconds left on the player's clock after the move, or ``None``.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> state = game.play("build wood-reserve")
    >>> step = game.history[0]
    >>> step.player, step.move
    (<Player.ONE: 0>, ConstructBuilding('wood-reserve'))
    >>> step.before.cities[0].coins, step.after.cities[0].coins
    (7, 4)
    """

    move: Move
    player: Player
    before: State
    outcomes: tuple[ChanceOutcome, ...]
    after: State
    comment: str | None = None
    clock: int | None = None

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the game."""
        return self.before.catalogue

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the step, in the order of a turn (R22).

        If the game waits for a chance outcome, these are the events so far; the outcome will
        append others. Each access computes the events again.

        >>> from wonders_duel import Game
        >>> game = Game(seed=2015, rules="first-game")
        >>> state = game.play("build wood-reserve")
        >>> for event in game.history[0].events:
        ...     print(event)
        player one pays 3 coins for Wood Reserve
        player one constructs Wood Reserve
        """
        from wonders_duel.history.move_events import replayed  # noqa: PLC0415 - a thin method

        return tuple(replayed(self.before, self.move, self.outcomes))
