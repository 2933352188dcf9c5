"""Golden boards: what positions look like, to be reviewed as a diff.

``python -m tests.boards`` writes those in ``tests/golden/boards`` anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.goldens import played, positions
from wonders_duel import State
from wonders_duel.render import text

FOLDER = Path(__file__).parent / "golden" / "boards"
NAMES = ("Ann", "Ben")


@cache
def boards() -> Mapping[str, str]:
    """Give the golden files by name."""
    made = {f"{name}-80": text(state, names=NAMES) for name, state in positions().items()}
    hole = played(2015, 60).state
    for name, state in {"hole": hole, **_main()}.items():
        for width in (20, 60, 80, 120):
            made[f"{name}-{width}"] = text(state, names=NAMES, width=width)
        for width in (80, 120):
            made[f"{name}-{width}-ascii"] = text(state, names=NAMES, width=width, ascii=True)
    return {f"{name}.txt": f"{board}\n" for name, board in made.items()}


def _main() -> Mapping[str, State]:
    return {name: positions()[name] for name in ("draft", "turn1", "turn2", "turn3", "over")}


def main() -> None:
    """Write everything."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for name, board in boards().items():
        (FOLDER / name).write_text(board, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
