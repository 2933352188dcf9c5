"""Digests of all states of 500 random games, the same in every build and on every Python version.

``python -m tools.digest`` rewrites ``tests/golden/digests.txt``. ``--check compiled`` compares the
installed package with that file instead, and needs only the package, this file and that one.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

from wonders_duel import City, Deal, PairToken, Player, State, catalogue, is_compiled
from wonders_duel.testing.walks import every_rules

GAMES = 500
FILE = Path(__file__).parents[1] / "tests" / "golden" / "digests.txt"

_RULES = [rules for rules in every_rules(catalogue) if rules.pair_token is PairToken.MUST]


def describe(state: State) -> str:
    """Return the content and reprs of a state as text that is the same in every process."""
    cities = [
        (
            city.coins,
            city.building_mask,
            city.token_mask,
            city.unbuilt_numbers,
            city.built_codes,
            _production(city),
            [field.read(city.supply) for field in city.catalogue.tables.layout.produced],
            city.counts,
            city.science,
            city.modifiers,
        )
        for city in state.cities
    ]
    return repr(
        (
            str(state.phase),
            str(state.to_move),
            str(state.turn_of),
            state.pending_codes,
            state.extra_turn,
            state.age_number,
            state.faces,
            state.left,
            tuple(state.uncovered.slots),
            state.pawn,
            state.military_mask,
            state.discard_mask,
            state.offer_mask,
            state.board_mask,
            cities,
            [move.index for move in state.legal_moves],
        )
    )


def _production(city: City) -> list[int]:
    """Return the production as numbers, wherever they are packed."""
    layout = city.catalogue.tables.layout
    fields = [
        *layout.produced,
        *(field for _, field in layout.choices),
        *(field for _, _, field in layout.fixed_prices),
        *(field for _, field in layout.rebates),
    ]
    return [field.read(city.production) for field in fields]


def states(seed: int) -> Iterator[State]:
    """Play a random game, alternating the rule options and the ways of resolving chance."""
    rng = Random(seed)
    deal = Deal.random(rng)
    first = Player(seed // 8 % 2)
    rules = _RULES[seed % len(_RULES)]
    fused = seed // 16 % 2
    state = State.dealt(deal, first_player=first, rules=rules)
    if not fused:
        state = State.start(first_player=first, rules=rules)
    yield state
    while not state.is_over:
        if state.to_move is None:
            state = state.resolve(deal.outcome(state))
        else:
            moves = state.legal_moves
            move = moves[int(rng.random() * len(moves))]
            state = state.play(move, deal) if fused else state.apply(move)
        yield state


def digest(seed: int) -> str:
    """Return the digest of a game: all states, a payment plan per turn, and the end."""
    whole = sha256()
    for state in states(seed):
        whole.update(describe(state).encode())
        if state.legal_moves:
            whole.update(repr(state.payment(state.legal_moves[0])).encode())
    whole.update(f"{state.result} {state.score()}".encode())
    return whole.hexdigest()[:16]


def lines() -> Iterator[str]:
    """Return the lines of the file: the seed and the digest of each game."""
    for seed in range(GAMES):
        yield f"{seed} {digest(seed)}"


def faults(build: str) -> Iterator[str]:
    """Compare the installed package with the recorded digests.

    Args:
        build: the expected build, ``compiled`` or ``pure``.

    Returns:
        A sentence for each fault.
    """
    installed = "compiled" if is_compiled else "pure"
    if installed != build:
        yield f"the {installed} build is installed, not the {build} one"
    recorded = FILE.read_text(encoding="utf-8").splitlines()
    if len(recorded) != GAMES:
        yield f"{len(recorded)} digests are recorded, not {GAMES}"
    for here, there in zip(lines(), recorded, strict=False):
        if here != there:
            yield f"a game and its digest are {here}, recorded is {there}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the digests of all games, or check them.

    Args:
        arguments: by default those of the command line.

    Returns:
        The exit code: 1 if the check finds a fault.
    """
    parser = ArgumentParser(prog="python -m tools.digest", description=__doc__)
    parser.add_argument("--check", choices=("compiled", "pure"), metavar="BUILD")
    build = parser.parse_args(arguments).check
    if build is None:
        FILE.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
        return 0
    found = list(faults(build))
    print(*found, f"{GAMES} games, {build}: {len(found)} faults", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
