"""One build in a process of its own: takes the numbers of a measure and a round, gives the figure.

The runner starts one for each build and asks them in turn, so that whatever the
machine does meanwhile meets all of them alike.
"""

from __future__ import annotations

import json
import platform
import sys
from importlib.metadata import version

import wonders_duel
from benchmarks.measures import MEASURES


def main() -> None:
    """Outcome each line on the standard input with one on the standard output."""
    about = {
        "version": wonders_duel.__version__,
        "compiled": wonders_duel.is_compiled,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "attrs": version("attrs"),
    }
    print(json.dumps(about), flush=True)
    for line in sys.stdin:
        measure, number = json.loads(line)
        try:
            outcome: dict[str, object] = {"value": MEASURES[measure].run(number)}
        except Exception as error:  # noqa: BLE001 - an older build may lack what is measured
            outcome = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(outcome), flush=True)


if __name__ == "__main__":
    main()
