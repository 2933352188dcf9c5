"""The file in which a game is saved."""

from __future__ import annotations

from errno import EINVAL
from itertools import count
from os.path import expanduser
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Final

import attrs

if TYPE_CHECKING:
    from wonders_duel.game import Game
    from wonders_duel.record import Record

__all__ = ["Store", "TakenError"]

NAME: Final = "wonders-duel-{number}.txt"
"""The default file name of a game."""


class TakenError(Exception):
    """The file already exists and belongs to something else."""


@attrs.define
class Store:
    """The file of a game. Other files are never overwritten."""

    path: Path | None = None
    """Where to save the game; ``None`` for an unused name in the current folder."""
    mine: bool = False
    """Whether the file belongs to this game, so that it may be replaced."""
    saved: Record | None = None
    """The record that was saved last."""

    def is_saved(self, game: Game) -> bool:
        """Whether the game has been saved as it is now."""
        return self.saved == game.record()

    def save(self, game: Game, name: str = "") -> Path:
        """Save the game.

        Args:
            game: the game.
            name: the file to use from now on; empty for the current one.

        Returns:
            The file.

        Raises:
            TakenError: the file already exists; nothing has changed.
            OSError: the file cannot be written; nothing has changed.
        """
        path, mine = self.path, self.mine
        if name and (path is None or _meant(name) != path):
            path, mine = _meant(name), False
        if path is None:
            path = _free(Path())
        if not mine and path.exists():
            raise TakenError(str(path))
        record = game.record()
        record.save(path)
        self.path, self.mine, self.saved = path, True, record
        return path

    def save_elsewhere(self, game: Game) -> Path:
        """Save the game under an unused name, in the current or the temporary folder.

        Args:
            game: the game.

        Returns:
            The file.

        Raises:
            OSError: the file cannot be written in either folder.
        """
        try:
            return self.save(game, str(_free(Path())))
        except OSError:
            return self.save(game, str(_free(Path(gettempdir()))))


def _meant(name: str) -> Path:
    """Return the path for a typed name, in which ``~`` is the home folder."""
    if not name.isprintable():  # nobody could type it again
        raise OSError(EINVAL, "expected a name of printable characters", repr(name))
    return Path(expanduser(name))  # noqa: PTH111 - the one of Path fails for people it does not know


def _free(folder: Path) -> Path:
    """Return the first default name that is unused in a folder."""
    return next(
        one for number in count(1) if not (one := folder / NAME.format(number=number)).exists()
    )
