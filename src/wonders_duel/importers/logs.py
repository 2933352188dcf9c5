"""A game as a site tells it, in our words: the form in which the readers hand it on."""

from __future__ import annotations

from typing import Final, Literal

import attrs

from wonders_duel.engine.scoring import CityScore

__all__ = ["CATEGORIES", "Claims", "End", "Entry", "EntryKind", "Log", "Structure", "running_score"]

EntryKind = Literal[
    "draft", "build", "discard", "wonder", "token", "begin", "destroy", "revive", "choose"
]
"""The kinds of moves."""

CATEGORIES: Final = ("blue", "green", "yellow", "guilds", "wonders", "tokens", "coins", "military")
"""The categories of points, by the names of :class:`~wonders_duel.CityScore`."""


@attrs.frozen(kw_only=True)
class Claims:
    """What a log says of the game after a move; ``None`` where it says nothing.

    Attributes:
        price: the coins that the move cost.
        coins: the coins of both players.
        pawn: the conflict pawn, positive when the first player leads.
        score: the points of both players for blue, green and yellow buildings and for wonders.
    """

    price: int | None = None
    coins: tuple[int, int] | None = None
    pawn: int | None = None
    score: tuple[int, int] | None = None


@attrs.frozen(kw_only=True)
class Entry:
    """A move.

    Attributes:
        kind: the kind of move.
        seat: the seat of the player, 0 for the one who drafts first; ``None`` if the log does not say.
        card: our id of the card; for the choice of who begins, the seat as a text.
        under: our id of the building under a wonder, else an empty text.
        slot: the slot that the building lay in; ``None`` if the log does not say.
        where: the place in the log.
        claims: what the log says of the game after it.
    """

    kind: EntryKind
    seat: int | None
    card: str
    under: str = ""
    slot: int | None = None
    where: str = ""
    claims: Claims = Claims()

    @property
    def taken(self) -> str:
        """The building that leaves the structure; an empty text if none does."""
        if self.kind == "wonder":
            return self.under
        return self.card if self.kind in ("build", "discard") else ""


@attrs.frozen(kw_only=True)
class Structure:
    """What a log says of the structure of an age.

    Attributes:
        cards: our ids of the cards in their slots, also of face-down ones if the log has them.
        is_whole: whether ``cards`` has all cards.
    """

    cards: dict[int, str] = attrs.field(factory=dict)
    is_whole: bool = False


@attrs.frozen(kw_only=True)
class End:
    """How a game ends, as a log says; ``None`` where it says nothing.

    Attributes:
        victory: ``civilian``, ``military`` or ``scientific``.
        winner: the seat of the winner; -1 for a shared victory.
        resigned: the seat of the player who gave up or ran out of time.
        resigned_after: the number of entries before that.
        is_final: whether the points are surely those after the final scoring, not the running score.
        totals: the points of both players.
        categories: for each player, the points by category.
        coins: the coins of both players.
    """

    victory: str | None = None
    winner: int | None = None
    resigned: int | None = None
    resigned_after: int | None = None
    is_final: bool = False
    totals: tuple[int, int] | None = None
    categories: tuple[dict[str, int], dict[str, int]] | None = None
    coins: tuple[int, int] | None = None


@attrs.frozen(kw_only=True)
class Log:
    """A game.

    Attributes:
        site: the site.
        source: the file and the place in it.
        names: the names of the players, the one who drafts first before the other.
        draft: our ids of the eight wonders, the first group of four before the second.
        board: our ids of the progress tokens on the board, as far as the log has them at its start.
        great_library: those that the Great Library draws, as far as the log has them before one is
            chosen; some logs have all that are not on the board, of which the first three are drawn.
        ages: what the log says of the structures.
        entries: the moves.
        end: how it ends.
        tags: other information, for the record.
    """

    site: str
    source: str
    names: tuple[str, str] = ("", "")
    draft: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    great_library: tuple[str, ...] = ()
    ages: tuple[Structure, Structure, Structure] = (Structure(), Structure(), Structure())
    entries: tuple[Entry, ...] = ()
    end: End = End()
    tags: dict[str, str] = attrs.field(factory=dict)

    @property
    def has_deal(self) -> bool:
        """Whether the log has all hidden cards."""
        return bool(self.board and self.great_library) and all(age.is_whole for age in self.ages)


def running_score(points: CityScore) -> int:
    """Return the points that sites show during the game.

    Args:
        points: the points of a city.
    """
    return points.blue + points.green + points.yellow + points.wonders
