"""The corpus in the repository: small inputs that cover what the golden files do not.

``python -m tools.fuzz --renew`` rebuilds it from the last sessions; review the diff.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from coverage import Coverage

import wonders_duel
from tools.fuzz.targets import TARGETS, Target
from tools.fuzz.trial import judge

__all__ = ["FOLDER", "KEPT", "inputs", "renew"]

FOLDER: Final = Path(__file__).parent / "corpus"
KEPT: Final = "found-"
"""The prefix of inputs that once found a fault and are therefore kept."""
_PACKAGE: Final = str(Path(wonders_duel.__file__).parent)
_MOST: Final = 40_000
"""The most bytes of inputs for one target."""


def inputs(target: Target) -> Mapping[str, bytes]:
    """Return the inputs of a target in the repository, by name.

    Args:
        target: the parser.
    """
    folder = FOLDER / target.name
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*"))}


def renew(work: Path) -> None:
    """Rebuild the corpus of every target from the smallest inputs that add coverage.

    Args:
        work: the folder of the sessions.
    """
    for target in TARGETS.values():
        found = {path.read_bytes() for path in (work / target.name / "corpus").glob("*")}
        present = inputs(target)
        kept = {name: data for name, data in present.items() if name.startswith(KEPT)}
        reached: set[object] = set()
        for data in (*target.seeds().values(), *kept.values()):
            reached |= _reached(target, data)
        chosen = dict(kept)
        size = sum(map(len, kept.values()))
        for data in _by_size({*found, *present.values()}):
            if len(data) > target.largest or size + len(data) > _MOST:
                break
            new = _reached(target, data) - reached
            if new and judge(target, data).finding is None:
                reached |= new
                size += len(data)
                chosen[sha256(data).hexdigest()[:12]] = data
        folder = FOLDER / target.name
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            path.unlink()
        for name, data in chosen.items():
            (folder / name).write_bytes(data)
        print(f"{target.name}: {len(found)} inputs, {len(chosen)} kept, {size:,} bytes")


def _by_size(inputs: Iterable[bytes]) -> list[bytes]:
    return sorted(inputs, key=lambda data: (len(data), data))


def _reached(target: Target, data: bytes) -> set[object]:
    """Return the line transitions that parsing an input takes."""
    measured = Coverage(data_file=None, branch=True, config_file=False, source=[_PACKAGE])
    measured.start()
    judge(target, data)
    measured.stop()
    lines = measured.get_data()
    return {(name, step) for name in lines.measured_files() for step in lines.arcs(name) or ()}
