"""What comes of a log: a record, what was filled in, and where the log and the rules disagree."""

from __future__ import annotations

from typing import Final, Literal, get_args

import attrs

from wonders_duel.record import Record

__all__ = ["ENDINGS", "KINDS", "Disagreement", "Ending", "Imported", "Kind"]

Kind = Literal["move", "player", "structure", "price", "coins", "pawn", "score", "points", "result"]
"""What a log and the rules can disagree about."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The kinds, in the order of tables."""

Ending = Literal["finished", "resigned", "unfinished", "stopped"]
"""How the moves of a log end: by the rules, by a resignation, without an end, or at a move that cannot
be played."""

ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)
"""The ways to end, in the order of reports."""


@attrs.frozen(kw_only=True)
class Disagreement:
    """A place where a log and the rules differ.

    Attributes:
        turn: the number of the move in the record, from 1; 0 before the first one.
        where: the place in the log, such as ``move 23``.
        kind: what they differ about: ``move``, ``player``, ``structure``, ``price``, ``coins``,
            ``pawn``, ``score``, ``points`` or ``result``.
        site: what the log says.
        engine: what the rules say.
        rule: the ruling that decides it.

    >>> one = Disagreement(turn=3, where="move 10", kind="coins", site="5", engine="4", rule="R50")
    >>> print(one)
    turn 3 (move 10): coins: the log has 5, the rules give 4 (R50)
    """

    turn: int
    where: str
    kind: Kind
    site: str
    engine: str
    rule: str

    def __str__(self) -> str:
        """Return a sentence."""
        place = f"turn {self.turn}" + (f" ({self.where})" if self.where else "")
        return f"{place}: {self.kind}: the log has {self.site}, the rules give {self.engine} ({self.rule})"


@attrs.frozen(kw_only=True)
class Imported:
    """A game of a log.

    Attributes:
        site: the site: ``bga``, ``7wd-io`` or ``sevenee``.
        source: the file and the place in it; in a folder, the file has its path from there.
        record: the game, as far as it could be played; without a deal if the log lacks
            hidden cards. ``None`` if it could not begin.
        ending: how the moves end: ``finished`` by the rules, ``resigned``, ``unfinished``, or
            ``stopped`` at a move that cannot be played, or before the first one.
        missing: the names of the cards that the catalogue lacks.
        filled: what the log leaves open, and how it was filled, a sentence each.
        disagreements: where the log and the rules differ.
        fault: why there is no record; an empty text if there is one.

    >>> from wonders_duel.importers import sevenwd_io
    >>> (imported,) = sevenwd_io.loads('[{"move": {"id": 1}}]')
    >>> imported.record is None, imported.fault
    (True, 'the names of the players (p1 and p2) are missing or equal')
    """

    site: str
    source: str
    record: Record | None = None
    ending: Ending = "stopped"
    missing: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    fault: str = ""

    @property
    def agrees(self) -> bool:
        """Whether there is a record, and no disagreement."""
        return self.record is not None and not self.disagreements
