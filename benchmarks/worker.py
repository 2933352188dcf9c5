"""The process that measures one build: reads benchmark and round numbers, and writes the results.

The runner starts one process for each build and alternates between them, so that other load
on the machine affects all of them alike.
"""

from __future__ import annotations

import json
import platform
import sys
from contextlib import suppress
from importlib.metadata import version

import wonders_duel
from benchmarks.measures import MEASURES


def main() -> None:
    """Answer each line of standard input with a line on standard output."""
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
            reply: dict[str, object] = {"value": MEASURES[measure].run(number)}
        except Exception as error:  # noqa: BLE001 - an older build may lack the feature
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):  # the process that started this one ends, too
        main()
