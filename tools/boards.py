"""Golden boards, cards and score sheets as text, to be reviewed as a diff.

``python -m tools.boards`` rewrites ``tests/golden/boards``.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.played import play as played
from tools.goldens import positions
from wonders_duel import Card, MilitaryToken, State, catalogue
from wonders_duel.cards import MILITARY_TOKENS
from wonders_duel.languages import LANGUAGES
from wonders_duel.render import text

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / "boards"
NAMES = ("Ann", "Ben")
EVERY_CARD: tuple[Card | MilitaryToken, ...] = (
    *catalogue.building_list,
    *catalogue.wonder_list,
    *catalogue.token_list,
    *MILITARY_TOKENS,
)
"""Everything that has sentences."""


@cache
def boards() -> Mapping[str, str]:
    """Return the golden files by name."""
    made = {f"{name}-80": text(state, names=NAMES) for name, state in positions().items()}
    hole = played(2015, 60).state
    for name, state in {"hole": hole, **_main()}.items():
        for width in (20, 60, 80, 120):
            made[f"{name}-{width}"] = text(state, names=NAMES, width=width)
        for width in (80, 120):
            made[f"{name}-{width}-ascii"] = text(state, names=NAMES, width=width, ascii=True)
    for code in LANGUAGES:
        cards = (text(card, width=100, language=code) for card in EVERY_CARD)
        made[f"cards-{code}"] = "\n\n".join(cards)
        score = positions()["over"].score()
        for width in (20, 60, 80):
            made[f"score-{code}-{width}"] = text(score, names=NAMES, width=width, language=code)
    return {f"{name}.txt": f"{board}\n" for name, board in made.items()}


def _main() -> Mapping[str, State]:
    return {name: positions()[name] for name in ("draft", "turn1", "turn2", "turn3", "over")}


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for name, board in boards().items():
        (FOLDER / name).write_text(board, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    ArgumentParser(prog="python -m tools.boards", description=__doc__).parse_args()
    main()
