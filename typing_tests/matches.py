"""Matches: bots, tasks, rows, runs with executors, and journals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import assert_type

from wonders_duel import Catalogue, Deal, Game, MatchError, Player, Record, State, Victory
from wonders_duel.arena import Journal, merge_journals, open_journal, processes, read_journal, run
from wonders_duel.bots import Bot, GreedyBot, bot, load_bot
from wonders_duel.match import (
    BotFault,
    BotSpec,
    Match,
    MatchGame,
    MatchRow,
    OnFault,
    Pairing,
    Setting,
    Settings,
    Task,
)

spec = BotSpec("greedy", {"depth": 3, "bold": True, "path": None}, name="mine")
assert_type(BotSpec.parse("mybot:MyBot,depth=3"), BotSpec)
assert_type(spec.settings, Settings)
assert_type(spec.settings["depth"], Setting)
assert_type(spec.create(seed=1), Bot)
assert_type(bot("greedy", 1, {"judge": max}), Bot)
assert_type(load_bot("mybot:MyBot", settings={"depth": 3}), Bot)

match = Match([spec, "random", GreedyBot], deals=3, seed=1, pairing="gauntlet", on_fault="lose")
assert_type(match.bots, tuple[BotSpec, ...])
assert_type(match.seed, str)
assert_type(match.pairing, Pairing)
assert_type(match.on_fault, OnFault)
assert_type(match.catalogue, Catalogue)
assert_type(match.pairings, tuple[tuple[int, int], ...])
assert_type(match.task(len(match) - 1), Task)
assert_type(match.start(0), tuple[State, Deal])
assert_type(Match.from_json(match.to_json(indent=1)), Match)

row = match.play(0)
assert_type(row, MatchRow)
assert_type((*row.bots, row.task, row.quarters), tuple[int, int, int, int])
first: MatchGame = row.games[0]
assert_type(first.winner, Player | None)
assert_type(first.victory, Victory | None)
assert_type(first.moves, tuple[int, ...])
assert_type(first.fault, BotFault | None)
assert_type(match.games(row), tuple[Game, Game])
assert_type(match.records(row), tuple[Record, Record])
assert_type(MatchRow.from_json(row.to_json(times=True)), MatchRow)


def play(path: Path) -> None:
    """Play with all kinds of executors."""
    start: Callable[[], Executor] = processes(2)
    rows: Iterator[MatchRow] = run(match, start, workers=2, journal=path, window=6, chunk=10)
    assert_type(next(rows), MatchRow)
    with ThreadPoolExecutor() as pool:
        assert_type(list(run(match, pool)), list[MatchRow])
    with open_journal(path, match) as journal:
        assert_type(journal, Journal)
        journal.append([row])
        assert_type(list(run(match, journal=journal)), list[MatchRow])
    with read_journal(str(path)) as journal:
        assert_type(list(journal.ordered()), list[MatchRow])
        assert_type(list(journal.missing()), list[int])
        assert_type(len(journal) + journal.cut_off, int)
    assert_type(merge_journals([path, str(path)], path.with_suffix(".merged")), int)


try:
    match.task(100)
except MatchError as error:
    assert_type(error, MatchError)
