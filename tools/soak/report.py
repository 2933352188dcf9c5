"""The report of a soak."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from typing import Final

import attrs

import wonders_duel
from tools.machine import machine
from tools.soak.checks import GAME_CHECKS, STATE_CHECKS
from tools.soak.events import EVENTS, EXTREMES
from tools.soak.figures import Figures, Row, compared
from tools.soak.games import Part, Plan
from tools.soak.journal import Journal, code_digest
from wonders_duel import Colour, Phase, catalogue
from wonders_duel.engine.moves import KIND_DESTROY, KIND_DRAFT, KIND_TOKEN, KIND_WONDER

__all__ = ["Totals", "lines", "totals"]

ENOUGH: Final = 5_000
"""The number of games under the default rules from which figures are compared."""
_MANY_NEVER: Final = 40
"""The most unplayed moves that are named."""
_DESTROYED: Final = (Colour.BROWN, Colour.GREY)
"""The colours that wonders destroy (R58)."""


@attrs.frozen
class Totals:
    """The sums of all parts, whichever process played them.

    Attributes:
        games: the games played.
        checked: those with every check.
        decisions: all decisions.
        events: how often each event happened.
        extremes: the most or the fewest, and the first game that had it.
        moves: how often each move of the codec was played.
        phases: the decisions of each phase.
        made: how often each check was made.
        figures: the figures to compare.
        found: the number of failures.
    """

    games: int
    checked: int
    decisions: int
    events: Counter[str]
    extremes: dict[str, tuple[int, int]]
    moves: list[int]
    phases: list[int]
    made: Counter[str]
    figures: Figures
    found: int


def totals(parts: Iterable[Part]) -> Totals:
    """Add up some parts.

    Args:
        parts: in any order.
    """
    ordered = sorted(parts, key=lambda part: part.number)
    events: Counter[str] = Counter()
    made: Counter[str] = Counter()
    extremes: dict[str, tuple[int, int]] = {}
    for part in ordered:
        events.update(part.events)
        made.update(part.made)
        for name, (value, game) in part.extremes.items():
            known = extremes.get(name)
            fewest = "shortest" in name
            if known is None or (value < known[0] if fewest else value > known[0]):
                extremes[name] = (value, game)
    return Totals(
        games=sum(part.games for part in ordered),
        checked=sum(part.checked for part in ordered),
        decisions=sum(part.decisions for part in ordered),
        events=events,
        extremes=extremes,
        moves=[sum(column) for column in zip(*(part.moves for part in ordered), strict=True)],
        phases=[sum(column) for column in zip(*(part.phases for part in ordered), strict=True)],
        made=made,
        figures=Figures.sum(attrs.asdict(part.figures) for part in ordered),
        found=sum(part.found for part in ordered),
    )


def lines(plan: Plan, journal: Journal, workers: int) -> Iterator[str]:
    """Yield the report of a run, line by line.

    Args:
        plan: the planned games.
        journal: the finished parts.
        workers: the number of processes in the last session.
    """
    total = totals(journal.parts.values())
    processor = sum(part.seconds for part in journal.parts.values())
    elapsed = journal.seconds
    yield f"Soak with seed {plan.seed}: {workers} workers on {machine()}"
    yield f"code {code_digest()}, {_versions()}"
    yield ""
    yield f"{total.games:>14,} games, {total.checked:,} of them checked in every way"
    yield f"{total.decisions:>14,} decisions"
    yield f"{total.found:>14,} findings"
    yield f"{elapsed:>14,.0f} s in {journal.sessions} sessions, {processor:,.0f} s of processors"
    if elapsed:
        yield f"{total.games / elapsed:>14,.0f} games a second"
        yield f"{total.decisions / elapsed:>14,.0f} decisions a second"
    memory = max(part.memory for part in journal.parts.values())
    yield f"{memory / 1e6:>14,.1f} MB at most in a worker" if memory else "memory is not known"
    yield ""
    yield "Decisions by phase"
    for phase, count in zip(Phase, total.phases, strict=True):
        if count:
            yield f"{count:>14,} {phase}"
    yield ""
    yield "Events"
    for name, ruling in EVENTS.items():
        yield f"{total.events[name]:>14,} {name} ({ruling})"
    yield ""
    yield "Extremes"
    for name in EXTREMES:
        if name in total.extremes:
            value, game = total.extremes[name]
            yield f"{value:>14,} {name} (game {game})"
    yield ""
    yield from _cards(total)
    if total.made:
        yield ""
        yield "Checks"
        names = [check.name for check in STATE_CHECKS] + [check.name for check in GAME_CHECKS]
        for name in names:
            yield f"{total.made[name]:>14,} {name}"
    yield ""
    yield from _comparison(total.figures)


def _cards(total: Totals) -> Iterator[str]:
    """Yield how often each wonder and token occurred, and the moves never played."""
    yield "Wonders: drafted, built"
    drafted: Counter[str] = Counter()
    built: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    never = []
    impossible = 0
    for move, count in zip(catalogue.moves, total.moves, strict=True):
        if move.kind in (KIND_DRAFT, KIND_WONDER):
            (drafted if move.kind == KIND_DRAFT else built)[move.arguments[0]] += count
        elif move.kind == KIND_TOKEN:
            taken[move.arguments[0]] += count
        if (
            move.kind == KIND_DESTROY
            and catalogue.buildings[move.arguments[0]].colour not in _DESTROYED
        ):
            impossible += 1
        elif not count:
            never.append(str(move))
    for name in catalogue.wonders:
        yield f"{drafted[name]:>14,}{built[name]:>14,} {name}"
    yield "Progress tokens taken"
    for name in catalogue.tokens:
        yield f"{taken[name]:>14,} {name}"
    possible = len(total.moves) - impossible
    yield (
        f"{possible - len(never):>14,} of the {possible:,} moves that can be legal played "
        f"(nothing destroys the other {impossible} buildings)"
    )
    if never:
        more = f" and {len(never) - _MANY_NEVER:,} more" if len(never) > _MANY_NEVER else ""
        yield f"never: {', '.join(never[:_MANY_NEVER])}{more}"


def rows(figures: Figures) -> list[Row]:
    """Compare figures with the reference, if there are enough games.

    Args:
        figures: of the games under the default rules.
    """
    return compared(figures) if figures.games >= ENOUGH else []


def _comparison(figures: Figures) -> Iterator[str]:
    found = rows(figures)
    if not found:
        yield f"{figures.games:,} games under the default rules: too few to compare their figures"
        return
    yield f"{figures.games:,} games under the default rules beside those of another engine"
    yield f"{'':26}{'reference':>12}{'here':>12}{'off by':>12}"
    for row in found:
        verdict = "  TOO FAR" if row.is_off else ""
        yield f"{row.name:26}{row.expected:>12.4f}{row.found:>12.4f}{row.errors:>9.2f} se{verdict}"


def _versions() -> str:
    build = "compiled" if wonders_duel.is_compiled else "pure Python"
    libraries = ", ".join(f"{name} {version(name)}" for name in ("attrs", "cattrs"))
    return (
        f"wonders-duel {wonders_duel.__version__} ({build}), "
        f"{platform.python_implementation()} {platform.python_version()}, {libraries}"
    )
