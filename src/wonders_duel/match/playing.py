"""Playing one task of a match: two games between two bots, and what they do wrong."""

from __future__ import annotations

import linecache
import re
from pathlib import Path
from signal import SIG_IGN, SIGINT, getsignal
from threading import current_thread, main_thread
from time import perf_counter
from traceback import walk_tb
from typing import TYPE_CHECKING, Final

from wonders_duel.bots import Bot
from wonders_duel.effects import Effect
from wonders_duel.enums import Player, Victory
from wonders_duel.errors import BotError, CatalogueError, IllegalMoveError, WondersDuelError
from wonders_duel.match.rows import BotFault, MatchGame, MatchRow
from wonders_duel.support.plugins import failure

if TYPE_CHECKING:
    from wonders_duel.deal import Deal
    from wonders_duel.match.matches import Match, Task
    from wonders_duel.state import State

__all__ = ["play_task"]


class _FaultError(Exception):
    """A bot did something wrong in a state."""

    def __init__(self, state: State, seat: Player, text: str, traceback: str = "") -> None:
        fault = BotFault(seat, _ADDRESS.sub("", text), traceback)
        super().__init__(fault)
        self.state = state
        self.fault = fault


_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]*(?=[>…])")
"""The address in the text of an object, which is another one in each process."""


def play_task(match: Match, number: int) -> MatchRow:
    """Play a task.

    Args:
        match: the match.
        number: the number of the task, from 0.

    Raises:
        BotError: a bot cannot be created; or it raises an error or chooses an illegal move, and
            the match is to stop then.
        CatalogueError: the effect of a custom card raises an error.
        MatchError: there is no such task.
    """
    task = match.task(number)
    start, deal = match.start(task.deal)
    while start.chance is not None:
        start = start.resolve(deal.outcome(start))
    first = _game(match, task, 0, start, deal)
    second = _game(match, task, 1, start, deal)
    return MatchRow(number, task.deal, task.bots, (first, second))


def _game(match: Match, task: Task, number: int, state: State, deal: Deal) -> MatchGame:
    """Play one of the two games of a task."""
    order = task.bots if number == 0 else task.bots[::-1]
    bots = [
        _created(match, task.number, number, bot, seat)
        for bot, seat in zip(order, Player, strict=True)
    ]
    moves: list[int] = []
    decisions = [0, 0]
    seconds = [0.0, 0.0]
    fault = None
    try:
        state = _played(bots, state, deal, moves, decisions, seconds)
    except _FaultError as error:
        fault, state = error.fault, error.state
        if match.on_fault == "stop":
            name = match.bots[order[fault.seat]].name
            raise BotError(
                f"task {task.number}, game {number}, move {len(moves) + 1}: the bot {name} {fault}"
            ) from error.__cause__
    result = state.result
    one, two = state.totals
    winner: Player | None
    victory: Victory | None
    if fault is not None:
        winner, victory = fault.seat.opponent, None
    else:
        assert result is not None
        winner, victory = result.winner, result.victory
    return MatchGame(
        winner,
        victory,
        (one, two),
        tuple(moves),
        fault,
        (seconds[0], seconds[1]),
        decisions=(decisions[0], decisions[1]),
    )


def _created(match: Match, task: int, number: int, bot: int, seat: Player) -> Bot:
    """Create a bot for a game."""
    seed = match.bot_seed(task, number, seat)
    try:
        return match.bots[bot].create(seed)
    except BaseException as error:
        if _is_interrupt(error):
            raise
        why = str(error) if isinstance(error, BotError) else failure(error)
        raise BotError(
            f"task {task}, game {number}: cannot create the bot {match.bots[bot].name} "
            f"with the seed {seed!r}: {why}"
        ) from error


def _is_interrupt(error: BaseException) -> bool:
    """Return whether an error is Ctrl-C, and not raised by the code of a bot.

    Ctrl-C reaches the main thread of a process that does not ignore it, which workers do.
    """
    return (
        isinstance(error, KeyboardInterrupt)
        and current_thread() is main_thread()
        and getsignal(SIGINT) is not SIG_IGN
    )


def _played(
    bots: list[Bot],
    state: State,
    deal: Deal,
    moves: list[int],
    decisions: list[int],
    seconds: list[float],
) -> State:
    """Play a game to its end, noting its moves, who makes them, and the time that the bots take."""
    while (player := state.to_move) is not None:
        began = perf_counter()
        try:
            move = bots[player].choose(state)
        except BaseException as error:
            if _is_interrupt(error):
                raise
            if (fault := _fault_of_cards(error)) is not None:
                raise fault from error
            # Messages of our own errors have no name of a class in front.
            is_ours = isinstance(error, WondersDuelError) and str(error)
            text = f"{'failed:' if is_ours else 'raised'} {failure(error)}"
            raise _FaultError(state, player, text, _traceback(error)) from error
        seconds[player] += perf_counter() - began
        try:
            after = state.play(move, deal)
        except IllegalMoveError as error:
            reasons = "; ".join(map(str, error.reasons))
            text = f"chose {move}, which is illegal: {reasons}"
            raise _FaultError(state, player, text) from None
        except WondersDuelError as error:
            text = f"did not choose a move: {error}"
            raise _FaultError(state, player, text) from None
        except Exception as error:
            if (fault := _fault_of_cards(error)) is not None:
                raise fault from error
            raise
        # A move of other cards stands for that with the same ids, which has another number.
        moves.append(state.catalogue.moves.adopt(move).index)
        state = after
        decisions[player] += 1
    return state


def _fault_of_cards(error: BaseException) -> CatalogueError | None:
    """Return an error that names the effect of a custom card that failed: no bot is to blame for it.

    A bot that calls an effect itself is to blame, and no effect of the base game fails by itself.
    """
    caller = ""
    for frame, _ in walk_tb(error.__traceback__):
        effect = frame.f_locals.get("self")
        if (
            isinstance(effect, Effect)
            and _is_ours(caller)
            and not _is_ours(type(effect).__module__)
        ):
            return CatalogueError(f"an effect of a card raised {failure(error)}")
        caller = str(frame.f_globals.get("__name__"))
    return None


def _is_ours(module: str) -> bool:
    """Return whether a module is one of this package."""
    return module.partition(".")[0] == "wonders_duel"


def _traceback(error: BaseException) -> str:
    """Return the places in the code of a bot from which an error came, without folders."""
    lines = []
    for frame, line in walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        if any(Path(name).is_relative_to(folder) for folder in _OWN):
            continue
        lines.append(f'File "{Path(name).name}", line {line}, in {frame.f_code.co_name}')
        if text := linecache.getline(name, line).strip():
            lines.append(f"  {text}")
    return "\n".join(lines[-_MOST_LINES:])


_OWN = (Path(__file__).parent, Path(__file__).parents[1] / "protocol")
_MOST_LINES = 60
