"""The perft table: positions of every kind, with their leaf counts.

``python -m tools.perft_table`` rewrites ``tests/golden/perft.json`` and the table in the
documentation. The positions are the first of their kind in random games, so each has a deal and
the moves that lead to it, for engines that cannot read position texts.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import attrs

from wonders_duel import (
    Age,
    ChanceError,
    City,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    DestroyBuilding,
    Move,
    PairToken,
    Phase,
    Player,
    RevealTiming,
    Rules,
    State,
    WonderSetup,
)
from wonders_duel.perft import perft

FILE = Path(__file__).parents[1] / "tests" / "golden" / "perft.json"
PAGE = Path(__file__).parents[1] / "docs" / "reference" / "perft_table.md"
MOST = 150_000
"""The largest leaf count."""
DEEPEST = 8


@attrs.frozen
class Found:
    """A position with its deal and moves."""

    state: State
    deal: Deal
    moves: tuple[Move, ...]


def _turn(state: State, age: Age) -> bool:
    return state.phase is Phase.TURN and state.age is age


def _opening(state: State, age: Age) -> bool:
    return _turn(state, age) and state.left.bit_count() == 20


def _open_rows(state: State) -> set[int]:
    return {slot.row for slot in state.structure.accessible}


def _can_win(state: State) -> bool:
    """Return whether a building ends the game at once, with some cards left."""
    return state.left.bit_count() in range(4, 16) and any(
        state.apply(move).is_over
        for move in state.legal_moves
        if isinstance(move, ConstructBuilding)
    )


def _two_below(state: State) -> bool:
    """Return whether only the two cards below the hole are accessible."""
    return _turn(state, Age.III) and _open_rows(state) == {3}


def _kept_apart(state: State) -> bool:
    """Return whether a card beside the hole and cards of the lower half are accessible."""
    rows = _open_rows(state)
    return _turn(state, Age.III) and 3 in rows and max(rows) > 3


def _above(state: State) -> bool:
    """Return whether cards of the upper half and beside the hole are accessible."""
    rows = _open_rows(state)
    return _turn(state, Age.III) and 3 in rows and min(rows) < 3


def _wonders(state: State) -> int:
    return sum(len(city.built_codes) for city in state.cities)


def _pending(state: State, phase: Phase) -> bool:
    return state.phase is phase and len(state.pending) <= 1


def _targets(state: State, colour: Colour) -> bool:
    cards = [
        move.building.colour for move in state.legal_moves if isinstance(move, DestroyBuilding)
    ]
    return len(cards) > 1 and set(cards) == {colour}


def _holds(state: State, token: str) -> bool:
    return any(token in {one.id for one in city.tokens} for city in state.cities)


def _can_build_wonder(state: State, wonder: str) -> bool:
    return any(
        isinstance(move, ConstructWonder) and move.wonder.id == wonder for move in state.legal_moves
    )


def _mine(state: State) -> City:
    """Return the city of the player to move."""
    assert state.to_move is not None
    return state.cities[state.to_move]


Test = Callable[[State], bool]
KINDS: Mapping[str, tuple[str, Test]] = {
    "set-up": (
        "the start: the progress tokens are dealt first",
        lambda state: state.phase is Phase.DEAL_TOKENS,
    ),
    "wonders-dealt": (
        "the tokens are on the board; the first four wonders are dealt next",
        lambda state: state.phase is Phase.DEAL_WONDERS and not _drafted(state),
    ),
    "draft-first-group": (
        "the first pick of the wonder draft",
        lambda state: state.phase is Phase.DRAFT and not _drafted(state),
    ),
    "draft-last-of-the-group": (
        "the fourth pick: the second group follows",
        lambda state: state.phase is Phase.DRAFT and _drafted(state) == 3,
    ),
    "draft-second-group": (
        "the fifth pick, by the player who did not begin",
        lambda state: state.phase is Phase.DRAFT and _drafted(state) == 4,
    ),
    "age-i-first-game": (
        "Age I with the wonders of a first game",
        lambda state: _opening(state, Age.I) and state.rules.wonder_setup is WonderSetup.FIRST_GAME,
    ),
    "age-i-opening": (
        "Age I after the draft",
        lambda state: (
            _opening(state, Age.I) and state.rules == Rules() and state.first_player is Player.TWO
        ),
    ),
    "age-i-on-take": (
        'Age I, with `reveal_timing="on-take"`',
        lambda state: _opening(state, Age.I) and state.rules.reveal_timing is RevealTiming.ON_TAKE,
    ),
    "age-i-second-turn": (
        "Age I with one card taken",
        lambda state: _turn(state, Age.I) and state.left.bit_count() == 19,
    ),
    "age-i-middle": (
        "Age I with half of the structure taken",
        lambda state: _turn(state, Age.I) and state.left.bit_count() == 10,
    ),
    "age-i-last-card": (
        "the last card of Age I: the deal of Age II follows",
        lambda state: _turn(state, Age.I) and state.left.bit_count() == 1,
    ),
    "begin-age-ii": (
        "the weaker player chooses who begins Age II",
        lambda state: state.phase is Phase.BEGIN and state.age is Age.II and state.pawn != 0,
    ),
    "begin-pawn-in-the-middle": (
        "the pawn is on the centre space: the last player chooses who begins",
        lambda state: state.phase is Phase.BEGIN and state.pawn == 0,
    ),
    "age-ii-opening": (
        "Age II with all 20 cards",
        lambda state: _opening(state, Age.II) and state.rules == Rules(),
    ),
    "age-ii-opening-on-take": (
        'Age II, with `reveal_timing="on-take"`',
        lambda state: _opening(state, Age.II) and state.rules.reveal_timing is RevealTiming.ON_TAKE,
    ),
    "age-ii-middle": (
        "Age II with half of the structure taken",
        lambda state: _turn(state, Age.II) and state.left.bit_count() == 10,
    ),
    "age-iii-opening": (
        "Age III with all 20 cards, three of them guilds",
        lambda state: _opening(state, Age.III) and state.rules == Rules(),
    ),
    "age-iii-opening-first-game": (
        "Age III in a first game",
        lambda state: (
            _opening(state, Age.III) and state.rules.wonder_setup is WonderSetup.FIRST_GAME
        ),
    ),
    "age-iii-guild-to-reveal": (
        "a guild is about to be revealed",
        lambda state: (
            state.chance is not None
            and state.phase is Phase.REVEAL
            and str(state.chance.back) == "guild"
        ),
    ),
    "hole-two-cards": (
        "Age III: only the two cards beside the gap are accessible",
        _two_below,
    ),
    "hole-from-below": (
        "Age III: one card beside the gap is accessible, and part of the lower half is left",
        _kept_apart,
    ),
    "hole-from-above": (
        "Age III: one card beside the gap has been taken, and a card of the upper half is accessible",
        lambda state: _above(state) and len(state.structure.accessible) >= 3,
    ),
    "hole-one-side-taken": (
        "Age III: one card beside the gap is left, and one card above it is accessible",
        lambda state: _above(state) and len(state.structure.accessible) == 2,
    ),
    "two-cards-to-reveal": (
        "the first of two uncovered cards is about to be revealed, in the order of their slots",
        lambda state: (
            state.phase is Phase.REVEAL
            and sum(slot.is_accessible and slot.building is None for slot in state.structure) == 2
        ),
    ),
    "choice-board-token": (
        "a pair of symbols: a token from the board",
        lambda state: _pending(state, Phase.BOARD_TOKEN) and len(state.legal_moves) > 3,
    ),
    "choice-board-token-on-take": (
        "a pair of symbols, with the uncovered cards already revealed",
        lambda state: (
            _pending(state, Phase.BOARD_TOKEN) and state.rules.reveal_timing is RevealTiming.ON_TAKE
        ),
    ),
    "choice-board-token-may": (
        'a pair of symbols, with `pair_token="may"`: a token from the board, or none',
        lambda state: (
            _pending(state, Phase.BOARD_TOKEN)
            and state.rules.pair_token is PairToken.MAY
            and state.left.bit_count() > 9
        ),
    ),
    "library-draw": (
        "three tokens are about to be drawn for the Great Library",
        lambda state: state.phase is Phase.DRAW_TOKENS,
    ),
    "choice-library-token": (
        "the Great Library: one of three tokens",
        lambda state: _pending(state, Phase.LIBRARY_TOKEN),
    ),
    "choice-revive": (
        "the Mausoleum: a building from the discard pile",
        lambda state: _pending(state, Phase.REVIVE) and len(state.legal_moves) > 3,
    ),
    "choice-destroy-brown": (
        "the Statue of Zeus: one of the opponent's brown buildings",
        lambda state: _targets(state, Colour.BROWN),
    ),
    "choice-destroy-grey": (
        "Circus Maximus: one of the opponent's grey buildings",
        lambda state: _targets(state, Colour.GREY),
    ),
    "choice-with-the-last-card": (
        "a choice with the last card of an age",
        lambda state: bool(state.pending) and not state.left and state.age is not Age.III,
    ),
    "extra-turn-to-come": (
        "a choice, followed by an extra turn",
        lambda state: bool(state.pending) and state.extra_turn and state.chance is None,
    ),
    "six-wonders": (
        "six wonders are built, and a seventh can be",
        lambda state: (
            _wonders(state) == 6
            and state.phase is Phase.TURN
            and any(isinstance(move, ConstructWonder) for move in state.legal_moves)
        ),
    ),
    "seven-wonders": (
        "seven wonders are built, the eighth has left the game",
        lambda state: _wonders(state) == 7 and state.phase is Phase.TURN and bool(state.left > 1),
    ),
    "mausoleum-with-an-empty-pile": (
        "the Mausoleum can be built, and the discard pile is empty",
        lambda state: _can_build_wonder(state, "the-mausoleum") and not state.discard_mask,
    ),
    "one-shield-from-the-capital": (
        "the pawn is one space from player two's capital, and a shield can be built",
        lambda state: state.pawn == 8 and state.to_move is Player.ONE and _can_win(state),
    ),
    "one-shield-from-the-other-capital": (
        "the pawn is one space from player one's capital, and player two is to move",
        lambda state: state.pawn == -8 and state.to_move is Player.TWO and _can_win(state),
    ),
    "one-shield-to-defend": (
        "the pawn is one space from the capital of the player to move",
        lambda state: state.pawn == 8 and state.to_move is Player.TWO and state.phase is Phase.TURN,
    ),
    "sixth-symbol": (
        "a sixth different symbol can be built",
        lambda state: (
            state.phase is Phase.TURN and len(_mine(state).symbols) == 5 and _can_win(state)
        ),
    ),
    "no-coins": (
        "the player to move has no coins",
        lambda state: state.phase is Phase.TURN and _mine(state).coins == 0,
    ),
    "economy": (
        "a player has Economy and receives what the other pays for resources",
        lambda state: (
            _holds(state, "economy") and state.phase is Phase.TURN and state.age is Age.II
        ),
    ),
    "theology": (
        "a player has Theology and wonders to build",
        lambda state: (
            state.phase is Phase.TURN
            and "theology" in {token.id for token in _mine(state).tokens}
            and any(isinstance(move, ConstructWonder) for move in state.legal_moves)
        ),
    ),
    "urbanism": (
        "a player has Urbanism and can construct a building for free by a chain",
        lambda state: (
            state.phase is Phase.TURN
            and "urbanism" in {token.id for token in _mine(state).tokens}
            and any(
                plan is not None and plan.free_by is not None
                for plan in map(state.payment, state.legal_moves)
            )
        ),
    ),
    "last-three-cards": (
        "three cards are left of Age III: the game ends in three turns",
        lambda state: _turn(state, Age.III) and state.left.bit_count() == 3,
    ),
    "last-card": (
        "the last card of the game",
        lambda state: _turn(state, Age.III) and state.left.bit_count() == 1,
    ),
    "over": ("the game is over", lambda state: state.is_over),
}
"""The kinds of positions: the purpose and the test of each."""


def _drafted(state: State) -> int:
    return sum(len(city.unbuilt_numbers) for city in state.cities)


_RULES = (
    Rules(),
    Rules(wonder_setup="first-game"),
    Rules(reveal_timing="on-take"),
)
_MAY = ("choice-board-token-may",)
"""The kinds of positions with the rule option ``pair_token="may"``, in games of their own."""


def games(options: Sequence[Rules] = _RULES) -> Iterator[tuple[State, Deal, tuple[Move, ...]]]:
    """Yield the states of random games in which wonders are built more often than at random."""
    for seed in range(20_000):
        rng = Random(f"perft {seed}")
        deal = Deal.random(rng)
        rules = options[seed % len(options)]
        state = State.start(first_player=seed // 3 % 2, rules=rules)
        moves: tuple[Move, ...] = ()
        while True:
            yield state, deal, moves
            if state.is_over:
                break
            if state.chance is not None:
                state = state.resolve(deal.outcome(state))
                continue
            choices: Sequence[Move] = state.legal_moves
            wonders = [move for move in choices if isinstance(move, ConstructWonder)]
            if wonders and rng.random() < 0.5:
                choices = wonders
            move = choices[int(rng.random() * len(choices))]
            moves = (*moves, move)
            state = state.apply(move)


def search() -> dict[str, Found]:
    """Return a position of each kind, each from a different game."""
    found: dict[str, Found] = {}
    used: set[Deal] = set()
    usual = tuple(name for name in KINDS if name not in _MAY)
    for options, names in ((_RULES, usual), ((Rules(pair_token="may"),), _MAY)):
        due = len(found) + len(names)
        for state, deal, moves in games(options):
            if deal in used:
                continue
            for name in names:
                if name not in found and KINDS[name][1](state):
                    found[name] = Found(state, deal, moves)
                    used.add(deal)
                    break
            if len(found) == due:
                break
    missing = KINDS.keys() - found.keys()
    if missing:
        raise AssertionError(f"no position in the games: {', '.join(missing)}")
    return found


def counts(state: State, deal: Deal | None, most: int = MOST) -> list[int]:
    """Return the counts for each depth from 1 up to the largest allowed."""
    numbers: list[int] = []
    while len(numbers) < DEEPEST:
        branches = numbers[-1] / max(numbers[-2], 1) if len(numbers) > 1 else 1
        if numbers and (numbers[-1] == 0 or numbers[-1] * max(branches, 2) > most):
            break
        try:
            numbers.append(perft(state, len(numbers) + 1, deal=deal))
        except ChanceError:
            break
    return numbers


def entry(name: str, found: Found) -> dict[str, object]:
    """Return a position as an entry of the stored table."""
    state = found.state
    return {
        "name": name,
        "about": KINDS[name][0],
        "position": state.to_text(),
        "leaves with chance": counts(state, None),
        "leaves along the deal": counts(state, found.deal),
        "deal": json.loads(found.deal.to_json()),
        "first player": str(state.first_player),
        "rules": {key: str(value) for key, value in attrs.asdict(state.rules).items()},
        "moves": [str(move) for move in found.moves],
    }


def table() -> list[dict[str, object]]:
    """Return the stored table."""
    entries: list[dict[str, object]] = json.loads(FILE.read_text(encoding="utf-8"))["positions"]
    return entries


def page(entries: Sequence[Mapping[str, object]]) -> str:
    """Return the table for the documentation."""
    lines = ["| position | description | with chance | along the deal |", "|---|---|---|---|"]
    for one in entries:
        columns = []
        for key in ("leaves with chance", "leaves along the deal"):
            numbers = one[key]
            assert isinstance(numbers, list)
            columns.append(" · ".join(f"{number:,}" for number in numbers) or "refused")
        lines.append(f"| `{one['name']}` | {one['about']} | {columns[0]} | {columns[1]} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Rewrite the table."""
    entries = [entry(name, found) for name, found in sorted_by_kind(search())]
    document = {
        "about": "Perft for 7 Wonders Duel: leaves at depth 1, 2, 3 … below each position.",
        "positions": entries,
    }
    FILE.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(entries), encoding="utf-8")


def sorted_by_kind(found: Mapping[str, Found]) -> list[tuple[str, Found]]:
    """Return the positions in the order of their kinds."""
    return [(name, found[name]) for name in KINDS]


if __name__ == "__main__":
    ArgumentParser(prog="python -m tools.perft_table", description=__doc__).parse_args()
    main()
