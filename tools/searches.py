"""Golden searches: what searches of many states find, the same in both builds on every machine.

``python -m tools.searches`` rewrites ``tests/golden/searches.txt``. A change of the file means that
bots choose other moves than in an earlier version; the changelog should say so.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import cache, partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from tests.test_endgame import late
from tests.test_search import CATALOGUES, EVALUATIONS
from wonders_duel import Catalogue, Deal, State, catalogue
from wonders_duel.engine.chooser import Chooser
from wonders_duel.evaluation import fitted
from wonders_duel.evaluation.rating import Rating
from wonders_duel.search import Puct, SearchBot, Softmax, analyse
from wonders_duel.search.endgame import Endgame, OutOfNodesError
from wonders_duel.search.given import guide_of
from wonders_duel.search.nodes import Node
from wonders_duel.search.searcher import edges_of
from wonders_duel.search.tree import Guide, Tree
from wonders_duel.testing.walks import walk

FILE: Final = Path(__file__).parents[1] / "tests" / "golden" / "searches.txt"

GAMES: Final = 2
"""The random games of each catalogue whose states are searched."""
SIMULATIONS: Final = 120
NODES: Final = 2_000
"""The most states of an ending."""
ENDINGS: Final = (*range(24), 29, 43, 165)
"""The numbers of the games whose endings are solved; the last ones show bounds that others do not."""


def groups() -> dict[str, Callable[[], Iterator[str]]]:
    """Return what yields the lines of each group, which begin with its name and a comma."""
    found: dict[str, Callable[[], Iterator[str]]] = {}
    for number, cards in enumerate(CATALOGUES):
        found[f"catalogue {number}"] = partial(
            _each, cards, partial(_tree, rating=EVALUATIONS[id(cards)].rating)
        )
    found["fitted weights"] = partial(_each, catalogue, partial(_tree, rating=fitted().rating))
    found["other parts"] = partial(_each, catalogue, _guided)
    found["analysis"] = partial(_each, catalogue, _analysis)
    for seed in ENDINGS:
        found[f"ending {seed}"] = partial(_endings, seed)
    found["game"] = _games
    return found


def _each(cards: Catalogue, line: Callable[[State], str]) -> Iterator[str]:
    """Yield a line for each state of a catalogue."""
    for name, state in _varied(cards).items():
        yield f"{name}: {line(state)}"


def _endings(seed: int) -> Iterator[str]:
    """Yield a line for each of the first states of an ending."""
    for state in islice(late(seed), 8):
        yield f"{state.phase}: {_ending(state)}"


def _games() -> Iterator[str]:
    """Yield a line for each of some games."""
    for seed in range(4):
        yield f"{seed}: {_game(seed)}"


@cache
def _varied(cards: Catalogue) -> dict[str, State]:
    """Return states of random games: one for each combination of phase, age and player."""
    found: dict[str, State] = {}
    for seed in range(GAMES):
        for state in walk(seed, cards):
            if not state.is_over:
                who = "" if state.to_move is None else f" of player {state.to_move}"
                found.setdefault(f"{state.phase}{who} in age {state.age or 0}", state)
    return found


def _tree(state: State, rating: Rating, guide: Guide | None = None) -> str:
    tree = Tree(state, rating, Chooser(Random(1)), guide=guide)
    tree.grow(SIMULATIONS)
    root = tree.root
    visits = " ".join(f"{edge.move}:{edge.visits}" for edge in reversed(edges_of(root)))
    tried = {edge.move for edge in edges_of(root)}
    if len(tried) < len(state.legal_moves):  # a move that would be tried later, out of turn
        numbers = [move.spec.index for move in state.legal_moves]
        tree.visit_move(next(number for number in numbers if number not in tried))
    tree.grow(SIMULATIONS // 10)
    return f"{visits}; {root.value:.6f}; {tree.nodes} nodes; {_digest(list(_lines(root)))}"


def _lines(node: Node) -> Iterator[str]:
    """Yield a line for everything below a node."""
    best = None if node.best is None else node.best.move
    yield f"{node.visits} {node.value:.6f} {node.left} {best} {node.is_final}"
    for edge in edges_of(node):
        yield f"{edge.move} {edge.visits} {edge.value:.6f} {edge.prior:.6f}"
        if edge.child is not None:
            yield from _lines(edge.child)
        reveal = edge.reveals
        while reveal is not None:
            yield f"{reveal.key} {reveal.visits}"
            yield from _lines(reveal.node)
            reveal = reveal.following


def _guided(state: State) -> str:
    # Other settings than those of the search, which it uses in its own way.
    guide = guide_of(Softmax(temperature=0.7), Puct(exploration=1.1))
    return _tree(state, EVALUATIONS[id(catalogue)].rating, guide)


def _analysis(state: State) -> str:
    evaluation = EVALUATIONS[id(catalogue)]
    found = analyse(state, simulations=SIMULATIONS, seed=1, evaluation=evaluation, samples=3)
    best = "chance" if state.to_move is None else str(found.best.move)
    return f"{best}; {_digest([found.to_json(), found.to_text()])}"


def _ending(state: State) -> str:
    """Return what is found of an ending in all ways to solve it, and the states that each makes."""
    parts = []
    solver = Endgame(state, NODES, _nothing)
    moves = list(state.legal_moves)
    try:
        values = solver.values(moves) if moves else [solver.value()]
        parts.append(" ".join(f"{share}+{shared}/{scale}" for share, shared, scale in values))
        parts.append(f"{solver.nodes} nodes, {len(solver.known)} known")
    except OutOfNodesError:
        parts.append(f"not solved, {len(solver.known)} known")
    solver = Endgame(state, NODES, _nothing)
    try:
        if moves:
            best, share = solver.best()
            parts.append(f"{' '.join(str(move.spec.index) for move in best)} for {share:.6f}")
            parts.append(f"{solver.nodes} nodes, {len(solver.known)} known")
        solver = Endgame(state, 0, _nothing)
        parts.append(f"{solver.lead(state, NODES):.6f}, {solver.nodes} nodes")
        if moves:
            parts.append(f"then {solver.known_best(state)}")
    except OutOfNodesError:
        parts.append(f"left after {solver.nodes} nodes")
    return "; ".join(parts)


def _nothing() -> None:
    """Do nothing in the pauses."""


def _game(seed: int) -> str:
    """Return what two bots do that keep their trees, the last cards included."""
    deal = Deal.random(seed)
    state = State.dealt(deal)
    evaluation = EVALUATIONS[id(catalogue)]
    bots = [SearchBot(seed + seat, simulations=25, evaluation=evaluation) for seat in range(2)]
    played = []
    while not state.is_over:
        move = bots[state.player].choose(state)
        played.append(str(move))
        state = state.play(move, deal)
    return f"{len(played)} moves; {_digest(played)}"


def _digest(lines: list[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def lines(group: str) -> list[str]:
    """Return the lines of a group.

    Args:
        group: its name.
    """
    return [f"{group}, {line}" for line in groups()[group]()]


def golden() -> str:
    """Return the golden file."""
    return "".join(f"{line}\n" for group in groups() for line in lines(group))


if __name__ == "__main__":
    ArgumentParser(prog="python -m tools.searches", description=__doc__).parse_args()
    FILE.write_text(golden(), encoding="utf-8", newline="\n")
