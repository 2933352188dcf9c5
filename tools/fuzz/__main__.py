"""``python -m tools.fuzz TARGET FILE`` tries an input; without arguments everything is fuzzed."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.fuzz.targets import TARGETS
from tools.fuzz.trial import judge
from wonders_duel.command_line.arguments import positive

WORK: Final = Path(__file__).parent.parent.parent / ".fuzz"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: by default those of the process.

    Returns:
        The exit code: 1 if there are findings.
    """
    parser = ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", choices=TARGETS, help="the parser to try")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="an input for it")
    parser.add_argument("--seconds", type=float, default=600, help="the total time")
    parser.add_argument("--workers", type=positive, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--folder", type=Path, default=WORK, help="the folder for inputs")
    parser.add_argument("--renew", action="store_true", help="rebuild the corpus from the sessions")
    parser.add_argument("--bombs", type=Path, metavar="FOLDER", help="try the large inputs only")
    options = parser.parse_args(arguments)
    if options.files:
        return _try(options.target, options.files)
    if options.renew:
        from tools.fuzz.corpus import renew  # noqa: PLC0415 - needs coverage

        renew(options.folder)
        return 0
    from tools.fuzz.session import session, try_bombs  # noqa: PLC0415 - only now

    if options.bombs:
        print(try_bombs(TARGETS[options.target], options.bombs))
        return 0
    names = [options.target] if options.target else list(TARGETS)
    reports = session(names, options.seconds, options.workers, options.folder)
    runs = sum(report.runs for report in reports)
    found = [(report.name, path) for report in reports for path in report.findings]
    print(f"{runs:,} inputs for {len(reports)} targets, {len(found)} files of findings")
    for name, path in found:
        if path.suffix == ".txt":
            print(f"\n{path}\n{path.read_text(encoding='utf-8')}")
        else:
            print(f"to see it again: python -m tools.fuzz {name} {path}")
    return 1 if found else 0


def _try(name: str, files: Sequence[Path]) -> int:
    """Print the results of some inputs."""
    failed = False
    for file in files:
        verdict = judge(TARGETS[name], file.read_bytes())
        what = "read" if verdict.is_read else "refused"
        if verdict.finding is not None:
            failed = True
            what = f"a finding\n{verdict.finding.story}"
        print(f"{file}: {verdict.seconds * 1000:.1f} ms, {what}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
