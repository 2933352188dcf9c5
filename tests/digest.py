"""A digest of every state of 500 random games: the same in every build and on every Python.

``python -m tests.digest`` writes ``tests/golden/digests.txt`` anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

from wonders_duel import Deal, Player, State, catalogue
from wonders_duel.testing.walks import every_rules

GAMES = 500
FILE = Path(__file__).parent / "golden" / "digests.txt"

_RULES = every_rules(catalogue)


def describe(state: State) -> str:
    """Give everything a state holds and says, as text that no build or process changes."""
    cities = [
        (
            city.coins,
            city.building_mask,
            city.token_mask,
            city.unbuilt_numbers,
            city.built_codes,
            city.production,
            city.supply,
            city.counts,
            city.science,
            city.perks,
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
            state.uncovered.slots,
            state.pawn,
            state.military_mask,
            state.discard_mask,
            state.offer_mask,
            state.board_mask,
            cities,
            [move.index for move in state.legal_moves],
        )
    )


def states(seed: int) -> Iterator[State]:
    """Play a random game, all rule options and both ways of answering chance in turn."""
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
            state = state.resolve(deal.resolve(state))
        else:
            moves = state.legal_moves
            move = moves[int(rng.random() * len(moves))]
            state = state.play(move, deal) if fused else state.apply(move)
        yield state


def digest(seed: int) -> str:
    """Give the digest of a game: all its states, one payment plan a turn, the end."""
    whole = sha256()
    for state in states(seed):
        whole.update(describe(state).encode())
        if state.legal_moves:
            whole.update(repr(state.payment(state.legal_moves[0])).encode())
    whole.update(f"{state.outcome} {state.score()}".encode())
    return whole.hexdigest()[:16]


def main() -> None:
    """Write the digests of all games."""
    lines = [f"{seed} {digest(seed)}\n" for seed in range(GAMES)]
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
