"""Where a game that is played is kept."""

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
"""What a game is called that was given no name."""


class TakenError(Exception):
    """There is a file of that name, and it is not that of this game."""


@attrs.define
class Store:
    """The file of a game. No other file is overwritten."""

    path: Path | None = None
    """Where the game is to be kept; a free name in the current folder if there is none."""
    mine: bool = False
    """Whether the file is that of this game, so that it may be replaced."""
    kept: Record | None = None
    """The game as it was saved last."""

    def is_kept(self, game: Game) -> bool:
        """Whether the game stands in its file as it is now."""
        return self.kept == game.record()

    def save(self, game: Game, name: str = "") -> Path:
        """Save the game.

        Args:
            game: the game.
            name: a file to keep it in from now on.

        Returns:
            The file.

        Raises:
            TakenError: there is a file of that name; nothing has changed.
            OSError: it cannot be written; nothing has changed.
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
        self.path, self.mine, self.kept = path, True, record
        return path

    def save_elsewhere(self, game: Game) -> Path:
        """Save the game under a free name, here or where the system keeps what is not for long.

        Args:
            game: the game.

        Returns:
            The file.

        Raises:
            OSError: it cannot be written there either.
        """
        try:
            return self.save(game, str(_free(Path())))
        except OSError:
            return self.save(game, str(_free(Path(gettempdir()))))


def _meant(name: str) -> Path:
    """Return the path that somebody types; ``~`` is the own folder."""
    if not name.isprintable():  # nobody could type it again
        raise OSError(EINVAL, "a name of visible characters is needed", repr(name))
    return Path(expanduser(name))  # noqa: PTH111 - the one of Path fails for people it does not know


def _free(folder: Path) -> Path:
    """Return a name in a folder that no file has."""
    return next(
        one for number in count(1) if not (one := folder / NAME.format(number=number)).exists()
    )
