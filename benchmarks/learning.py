"""Measure observations, actions and environments: ``python -m benchmarks.learning``.

It prints medians, each with the least and the most of several rounds, in processor time. The rounds of
all lines alternate with a yardstick, plain random play-outs, so that a busy machine shows. Backgammon of
OpenSpiel and of Pgx is measured in the same run. What needs a framework that is not installed is left out.
``--json FILE`` writes the figures, of which the page about the speed of environments is made.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from tools.computed import FOLDER, Table, load, write
from tools.machine import machine
from tools.stopping import run_program
from wonders_duel import State, catalogue, is_compiled
from wonders_duel.command_line.arguments import positive
from wonders_duel.learn import ActionCodec, Encoder
from wonders_duel.learn.vector import VectorDuel
from wonders_duel.testing.walks import walk

BATCH = 256
PACKAGES = ("numpy", "gymnasium", "pettingzoo", "open_spiel", "pgx", "jax")
"""Their versions belong to the figures."""
Measure = Callable[[int], tuple[float, int]]
"""Returns the seconds of a round, and how many things were done in it."""


def _timed(action: Callable[[], object], number: int) -> tuple[float, int]:
    start = process_time()
    action()
    return process_time() - start, number


def _measures() -> Iterator[tuple[str, str, Measure]]:
    """Yield the name of each line, its unit, and a function that measures a round."""
    states = [
        state
        for seed in range(40)
        for state in walk(seed, catalogue, catalogue.wonders)
        if state.to_move is not None
    ]
    encoder, codec = Encoder(), ActionCodec(rules={"pair_token": "may"})
    row, mask = np.zeros(encoder.size, np.int8), np.zeros(codec.size, np.int8)
    rows = np.zeros((BATCH, encoder.size), np.int8)
    starts = range(0, len(states) - BATCH, BATCH)

    def play_outs(seed: int) -> tuple[float, int]:
        return _timed(lambda: State.start().play_outs(400, seed), 400)

    def single(_: int) -> tuple[float, int]:
        return _timed(lambda: [encoder.encode(state, out=row) for state in states], len(states))

    def batches(_: int) -> tuple[float, int]:
        return _timed(
            lambda: [encoder.encode_many(states[at : at + BATCH], out=rows) for at in starts],
            BATCH * len(starts),
        )

    def masks(_: int) -> tuple[float, int]:
        return _timed(lambda: [codec.mask_array(state, out=mask) for state in states], len(states))

    def vector(*, observations: bool) -> Measure:
        games = VectorDuel(BATCH, seed=1, observations=observations)
        rng = Random(1)

        def steps(_: int) -> tuple[float, int]:
            seconds = 0.0
            for _step in range(40):
                actions = np.array([rng.choice(legal) for legal in games.legal_actions])
                start = process_time()
                games.step(actions)
                seconds += process_time() - start
            return seconds, 40 * BATCH

        return steps

    yield "Random play-outs, the yardstick", "games/s", play_outs
    yield "A row of int8 with prices", "µs", single
    yield f"The same in a batch of {BATCH}", "µs", batches
    yield "A mask into an array", "µs", masks
    yield f"VectorDuel({BATCH}), masks", "steps/s", vector(observations=False)
    yield f"VectorDuel({BATCH}), masks and rows", "steps/s", vector(observations=True)
    if find_spec("gymnasium"):
        yield "Gymnasium, against random moves", "steps/s", _gymnasium
    if find_spec("pettingzoo"):
        yield "PettingZoo, raw_env", "steps/s", _pettingzoo
    if find_spec("pyspiel"):
        yield "OpenSpiel, our game", "nodes/s", _openspiel(None)
        yield "OpenSpiel, its backgammon in C++", "nodes/s", _openspiel("backgammon")
    if find_spec("pgx"):
        yield f"Pgx, {BATCH} games of its backgammon", "steps/s", _pgx()


def _gymnasium(seed: int) -> tuple[float, int]:
    from wonders_duel.learn.gymnasium import DuelEnv  # noqa: PLC0415 - not always installed

    game = DuelEnv(opponent="random")
    steps = 0
    start = process_time()
    for number in range(12):
        _, info = game.reset(seed=12 * seed + number)
        over = False
        while not over:
            _, _, over, _, info = game.step(info["action_mask"].argmax())
            steps += 1
    return process_time() - start, steps


def _pettingzoo(seed: int) -> tuple[float, int]:
    from wonders_duel.learn.pettingzoo import raw_env  # noqa: PLC0415 - not always installed

    game = raw_env()
    steps = 0
    start = process_time()
    for number in range(12):
        game.reset(seed=12 * seed + number)
        while game.agents:
            observation, _, over, _, _ = game.last()
            game.step(None if over else int(observation["action_mask"].argmax()))
            steps += 1
    return process_time() - start, steps


def _openspiel(name: str | None) -> Measure:
    """Return a measure of our game, or of another one as a comparison."""
    import pyspiel  # noqa: PLC0415 - not always installed

    from wonders_duel.learn.openspiel import NAME, register  # noqa: PLC0415

    register()
    game: Any = pyspiel.load_game(name or NAME)

    def nodes(seed: int) -> tuple[float, int]:
        draw = Random(seed).random
        number = 0
        start = process_time()
        for _ in range(30):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = [action for action, _ in state.chance_outcomes()]
                else:
                    actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                number += 1
        return process_time() - start, number

    return nodes


def _pgx() -> Measure:
    """Return a measure of games that JAX plays at random in lockstep, on the processor."""
    import jax  # noqa: PLC0415 - not always installed
    import pgx  # noqa: PLC0415
    from pgx.experimental.wrappers import auto_reset  # noqa: PLC0415

    game = pgx.make("backgammon")
    step = jax.vmap(auto_reset(game.step, game.init))
    steps = 20

    def played(carried: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], None]:
        state, key = carried
        key, choice, dice = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choice, odds, axis=-1)
        return (step(state, actions, jax.random.split(dice, BATCH)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(played, (state, key), None, length=steps)[0][0])
    first = jax.random.PRNGKey(0)
    kept = [run(jax.jit(jax.vmap(game.init))(jax.random.split(first, BATCH)), first)]

    def measure(seed: int) -> tuple[float, int]:
        start = process_time()
        kept[0] = run(kept[0], jax.random.PRNGKey(seed))
        kept[0].observation.block_until_ready()
        return process_time() - start, steps * BATCH

    return measure


def table(folder: Path = FOLDER) -> Table:
    """Return the table of the page about the speed of environments.

    Args:
        folder: the folder of the figures.
    """
    rows = []
    for name, one in load(folder, "learning")["figures"].items():
        form = ",.1f" if one["unit"] == "µs" else ",.0f"
        ends = f"{one['low']:{form}} to {one['high']:{form}}"
        rows.append([name, f"{one['median']:{form}} {one['unit']}", ends])
    return ("What", "Median", "Least and most"), rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the table.

    Args:
        arguments: those of the command line by default.
    """
    parser = ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("--rounds", type=positive, default=11, help="rounds (default: %(default)s)")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the figures to a file, too"
    )
    options = parser.parse_args(arguments)
    lines = [*_measures()]
    found: dict[str, list[float]] = {name: [] for name, _, _ in lines}
    for number in range(options.rounds):
        for name, unit, measure in lines:
            seconds, done = measure(number)
            found[name].append(1e6 * seconds / done if unit == "µs" else done / seconds)
    build = "compiled" if is_compiled else "pure"
    print(f"{build}, Python {sys.version.split()[0]}, numpy {np.__version__}, {machine()}")
    for name, unit, _ in lines:
        values = found[name]
        form = ",.2f" if unit == "µs" else ",.0f"
        told = " to ".join(f"{value:{form}}" for value in (min(values), max(values)))
        print(f"{name:36}{median(values):>12{form}} {unit:8} ({told})")
    if options.json is not None:
        figures = {
            name: {
                "unit": unit,
                "median": median(found[name]),
                "low": min(found[name]),
                "high": max(found[name]),
            }
            for name, unit, _ in lines
        }
        measured = {
            "machine": machine(),
            "python": sys.version.split()[0],
            "build": build,
            "versions": {name: version(name) for name in PACKAGES if find_spec(name)},
            "figures": figures,
        }
        write(options.json, measured)


if __name__ == "__main__":
    run_program(main)
