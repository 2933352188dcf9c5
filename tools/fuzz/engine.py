"""Fuzz one target in this process with atheris, for :mod:`tools.fuzz.session`.

``python -m tools.fuzz.engine TARGET FOLDER [libFuzzer options]`` never returns from the fuzzer:
its counts are written to the folder as it runs.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import atheris

from tools.memory import peak_memory

if TYPE_CHECKING:
    from tools.fuzz.trial import Finding

_PLAIN: Final = 0.35
"""The share of mutations that libFuzzer makes itself, byte by byte."""


class _Tally:
    """Counts of inputs, written regularly, so that none are lost when the process is stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs = self.read = 0
        self.slowest = 0.0
        self.written = time.monotonic()
        self.keys: set[str] = set()

    def write(self) -> None:
        """Write the counts atomically."""
        counts = {
            "runs": self.runs,
            "read": self.read,
            "slowest": self.slowest,
            "peak": peak_memory(),
        }
        part = self.folder / "counts.part"
        part.write_text(json.dumps(counts), encoding="utf-8")
        part.replace(self.folder / "counts.json")
        self.written = time.monotonic()

    def keep(self, finding: Finding, data: bytes) -> None:
        """Keep the input of a finding, once for each fault."""
        if finding.key in self.keys:
            return
        self.keys.add(finding.key)
        findings = self.folder / "findings"
        findings.mkdir(exist_ok=True)
        (findings / f"{finding.name}.input").write_bytes(data)
        (findings / f"{finding.name}.txt").write_text(finding.story, encoding="utf-8")


def main() -> None:
    """Fuzz until libFuzzer ends the process."""
    name, folder, *options = sys.argv[1:]
    with atheris.instrument_imports(include=["wonders_duel"], enable_loader_override=False):
        package = importlib.import_module("wonders_duel")
        for module in pkgutil.walk_packages(package.__path__, "wonders_duel."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    # Imported late, so that the library is instrumented.
    from tools.fuzz.mutation import Mutator  # noqa: PLC0415
    from tools.fuzz.targets import TARGETS, words  # noqa: PLC0415
    from tools.fuzz.trial import bound_memory, judge  # noqa: PLC0415

    target = TARGETS[name]
    tally = _Tally(Path(folder))
    mutator = Mutator(words(), list(target.seeds().values()))

    def run(data: bytes) -> None:
        verdict = judge(target, data)
        tally.runs += 1
        tally.read += verdict.is_read
        tally.slowest = max(tally.slowest, verdict.seconds)
        if verdict.finding is not None:
            tally.keep(verdict.finding, data)
        if time.monotonic() - tally.written > 1:
            tally.write()

    def change(data: bytes, most: int, seed: int) -> bytes:
        rng = Random(seed)
        if rng.random() < _PLAIN:
            return bytes(atheris.Mutate(data, most))
        changed = mutator.change(data, rng)
        return changed if len(changed) <= most else changed[:most]

    tally.write()
    bound_memory()
    atheris.Setup([sys.argv[0], *options], run, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
