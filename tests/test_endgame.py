"""The solver of endings: exact against brute force, honest about its limits, the same everywhere."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any

import attrs
import pytest

from tests.amounts import part
from tests.builders import EXTENDED
from tests.own_cards import OWN
from tests.property.catalogues import Maker
from wonders_duel import (
    Age,
    Catalogue,
    CityPosition,
    Colour,
    ConstructWonder,
    Cost,
    Game,
    Move,
    NoMoverError,
    Phase,
    Player,
    Position,
    State,
    UnknownNameError,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.bots import GreedyBot
from wonders_duel.effects import Points
from wonders_duel.enums import Back
from wonders_duel.evaluation import LinearEvaluation
from wonders_duel.search import SearchBot, Solution, solve
from wonders_duel.search import endgame as solving
from wonders_duel.search.endgame import Endgame, OutOfNodesError, scale_of
from wonders_duel.search.searcher import NODE_BYTES, Searcher, best_edge
from wonders_duel.seeds import generator
from wonders_duel.testing.mirror import mirrored, mirrored_move
from wonders_duel.testing.walks import every_rules, walk

Value = tuple[Fraction, Fraction]
"""The share of player one, and the probability of a shared victory."""

HALF = Fraction(1, 2)
MADE = [Maker(generator("endings", number)).catalogue() for number in range(4)]
CATALOGUES = [catalogue, EXTENDED, OWN, *MADE]
EVEN = Catalogue(
    "even",
    [
        attrs.evolve(
            card,
            colour=Colour.YELLOW if card.colour is Colour.BLUE else card.colour,
            cost=Cost(),
            free_with=None,
            effects=(Points(number % 3),) if number % 3 and card.age is Age.III else (),
        )
        for number, card in enumerate(catalogue.building_list)
    ],
    [attrs.evolve(wonder, effects=(), cost=Cost(coins=1)) for wonder in catalogue.wonder_list],
    catalogue.token_list,
    catalogue.structures,
)
"""Cards that lead to many shared victories, with equal shares of other moves."""
FEW = 1_500
"""The most states of a tree that is searched without shortcuts."""
LINES = ((0, 2, 5), (1, 4, 8), (0, 1, 2, 5), (0, 1, 4, 8))
"""Slots of Age III that leave a face-down card between two others."""


class TooManyError(Exception):
    """A tree is too large to be searched without shortcuts."""


class Brute:
    """Values by the definition: every move, every outcome, nothing remembered and nothing cut off."""

    def __init__(self, most: int) -> None:
        """Start with a number of states."""
        self.left = most

    def value(self, state: State) -> Value:
        """Return the value of a state."""
        self.left -= 1
        if self.left < 0:
            raise TooManyError
        if state.is_over:
            share = Fraction(state.share("one"))
            return share, Fraction(share == HALF)
        if state.chance is not None:
            total = (Fraction(0), Fraction(0))
            for outcome, probability in state.chance.outcomes():
                share, shared = self.value(state.resolve(outcome))
                total = (total[0] + probability * share, total[1] + probability * shared)
            return total
        values = [self.value(state.apply(move)) for move in state.legal_moves]
        if state.to_move is Player.ONE:
            return max(values, key=lambda value: (value[0], -value[1]))
        return min(values)

    def values(self, state: State) -> list[Value]:
        """Return the value of each move."""
        return [self.value(state.apply(move)) for move in state.legal_moves]


def _thinned(state: State, kept: tuple[int, ...], rng: Random) -> State:
    """Return the start of Age III with few cards left, and the others in the discard pile."""
    position = Position.of(state)
    unseen = {back: list(state.unseen(back)) for back in (Back.AGE_III, Back.GUILD)}
    structure: dict[int, Any] = {}
    discarded = list(position.discard_pile)
    for slot in state.structure:
        if slot.index in kept:
            structure[slot.index] = slot.building or slot.back
        elif slot.building is not None:
            discarded.append(slot.building)
        elif slot.back is not None:
            discarded.append(unseen[slot.back].pop(int(rng.random() * len(unseen[slot.back]))))
    position.structure = structure
    position.discard_pile = discarded
    position.phase = None
    return position.state()


def _levelled(state: State, rng: Random) -> State:
    """Return a state with as many points on both sides, so that the rest of the game decides."""
    one, two = state.totals
    position = Position.of(state)
    more = int(rng.random() * 12)
    for city, behind in zip(position.cities, (two - one, one - two), strict=True):
        city.coins += 3 * max(behind, 0) + more
    return position.state()


def _lined(seed: int, cards: Catalogue = catalogue) -> Iterator[State]:
    """Yield states with a hidden card among the last ones."""
    rng = generator("few cards", seed)
    for state in walk(seed, cards):
        if state.age is Age.III and state.cards_left == 20 and state.phase is Phase.TURN:
            few = _levelled(_thinned(state, LINES[seed // 4 % len(LINES)], rng), rng)
            yield few
            yield from _played(few, rng)
            return


def _played(state: State, rng: Random) -> Iterator[State]:
    """Yield what comes after a state in random play."""
    while True:
        if state.chance is not None:
            state = state.chance.resolve(rng)
        else:
            moves = state.legal_moves
            state = state.apply(moves[int(rng.random() * len(moves))])
        if state.is_over:
            return
        yield state


def _greedy(seed: int) -> Iterator[State]:
    """Yield the end of a game of greedy bots."""
    options = every_rules(catalogue)
    game = Game(seed=seed, rules=options[seed % len(options)])
    game.play_out(GreedyBot(seed), GreedyBot(seed + 1))
    for step in list(game.history)[-6:]:
        if step.before.age is Age.III:
            yield step.before


def late(seed: int) -> Iterator[State]:
    """Yield late states of all kinds of games, half of them as they come, half of them levelled."""
    rng = generator("levelled", seed)
    if seed % 4 == 0:
        yield from _greedy(seed)
    elif seed % 4 == 1:
        for state in list(walk(seed, CATALOGUES[seed // 4 % len(CATALOGUES)]))[-12:]:
            if state.age is Age.III and not state.is_over:
                yield state if seed % 8 == 1 else _levelled(state, rng)
    else:
        yield from _lined(seed, catalogue if seed % 4 == 2 else EVEN)


def _compared(seeds: range, most: int) -> tuple[int, dict[str, int]]:
    """Compare the solver with brute force; return the number of states, and what they were like."""
    seen = dict.fromkeys(("chance", "shared", "fractions", *Phase), 0)
    number = 0
    for seed in seeds:
        before = number
        for state in late(seed):
            if number == min(most, before + 5):
                break
            brute = Brute(FEW)
            try:
                values = brute.values(state) if state.legal_moves else [brute.value(state)]
            except TooManyError:
                continue
            solution = solve(state)
            assert solution is not None, state
            _check(state, solution, values)
            number += 1
            seen[state.phase] += 1
            seen["chance"] += not state.legal_moves
            seen["shared"] += any(value[1] for value in values)
            seen["fractions"] += any(value[0].denominator > 2 for value in values)
    return number, seen


def _check(state: State, solution: Solution, values: list[Value]) -> None:
    """Check a solution against the values of the moves, or of the state if it waits for chance."""
    sign = -1 if state.to_move is Player.TWO else 1
    best = min(values, key=lambda value: (-sign * value[0], value[1]))
    assert (solution.share("one"), solution.shared) == best, state
    assert solution.win + solution.shared + solution.loss == 1
    assert solution.share(0) + solution.share(1) == 1
    moves = state.legal_moves
    found = {one.move: (one.share("one"), one.shared) for one in solution.moves}
    assert found == dict(zip(moves, values if moves else [], strict=True)), state
    ranks = [
        (-sign * one.share("one"), one.shared, moves.index(one.move)) for one in solution.moves
    ]
    assert ranks == sorted(ranks)
    assert solution.best == (solution.moves[0].move if moves else None)
    if moves:
        equal = [one.move for one in solution.moves if found[one.move] == best]
        chosen, share = Endgame(state, 1_000_000, _nothing).best()
        assert chosen, state
        assert set(chosen) <= set(equal), state
        assert share == float(solution.share(state.mover)), state


# -- right -----------------------------------------------------------------------------------------


def test_solutions_are_those_of_brute_force() -> None:
    """Every move has exactly the value that a search without shortcuts finds."""
    number, seen = _compared(range(24), 30)
    assert number == 30
    assert seen["fractions"] >= 3
    assert seen["chance"] >= 3


@pytest.mark.slow
def test_many_solutions_are_those_of_brute_force() -> None:
    """The same on 1,000 late states, with every kind of decision and of chance."""
    number, seen = _compared(range(24, 500), 1_000)
    assert number == 1_000
    assert seen["fractions"] >= 50
    assert seen["shared"] >= 20
    phases = (Phase.BOARD_TOKEN, Phase.LIBRARY_TOKEN, Phase.REVIVE, Phase.DESTROY)
    assert all(seen[phase] for phase in (*phases, Phase.REVEAL, Phase.DRAW_TOKENS))


@pytest.mark.parametrize("seat", Player)
def test_the_moves_of_both_players_are_in_order(seat: Player) -> None:
    """Also those that win and those that share the victory, which differ least."""
    found = 0
    for state in (state for seed in range(3, 120, 4) for state in late(seed)):
        if state.to_move is not seat or found == 2:
            continue
        solution = solve(state, nodes=FEW)
        shares = [] if solution is None else [one.share(seat) for one in solution.moves]
        found += {HALF, Fraction(1)} <= set(shares)
        assert shares == sorted(shares, reverse=True)
    assert found == 2


def _windows(share: Fraction, solver: Endgame, rng: Random) -> tuple[int, int]:
    """Return a floor and a ceiling, often close to a value."""
    near = int(share * solver.scale)
    while True:
        bounds = [
            near + int(5 * rng.random()) - 2
            if rng.random() < 0.5
            else int((solver.scale + 3) * rng.random()) - 1
            for _ in range(2)
        ]
        floor, ceiling = max(min(bounds), -1), min(max(bounds), solver.scale + 1)
        if floor < ceiling:
            return floor, ceiling


def test_the_bounds_of_a_value_hold_whatever_was_searched_before() -> None:
    """A search for less than the value leaves no wrong bounds to those that follow it."""
    rng = generator("windows", 1)
    seen = {"exact": 0, "cut": 0}
    for seed in range(16):
        for state in late(seed):
            brute = Brute(FEW)
            states = [state, *(state.apply(move) for move in state.legal_moves)]
            try:
                values = [brute.value(one) for one in states]
            except TooManyError:
                continue
            solver = Endgame(state, 1_000_000, _nothing)
            for _ in range(40):
                place = int(len(states) * rng.random())
                share, often = values[place]
                floor, ceiling = _windows(share, solver, rng)
                try:
                    low, high, shared = solver._search(
                        states[place], solving._unseen(state), floor, ceiling
                    )
                except solving._CoarseError as coarse:
                    solver._refine(coarse.number)
                    continue
                value = share * solver.scale
                assert 0 <= low <= value <= high <= solver.scale
                if shared >= 0:
                    assert low == high
                    assert shared == often * solver.scale
                    seen["exact"] += 1
                else:
                    assert high <= floor or low >= ceiling
                    seen["cut"] += 1
    assert min(seen.values()) > 40, seen


BOARD = ("economy", "law", "masonry", "philosophy", "theology")


def _ending(**changes: Any) -> State:
    """Return a state with two cards left."""
    position = Position(
        age=Age.III,
        structure={0: "palace", 1: "obelisk"},
        cities=(
            CityPosition(coins=9, buildings=["theatre"], unbuilt=["the-mausoleum"]),
            CityPosition(coins=7, buildings=["altar"], unbuilt=["the-great-library"]),
        ),
        discard_pile=["senate", "arsenal"],
        board_tokens=BOARD,
    )
    return attrs.evolve(position, **changes).state()


@pytest.mark.parametrize(
    ("wonder", "phase"),
    [
        ("the-great-library", Phase.DRAW_TOKENS),
        ("the-mausoleum", Phase.REVIVE),
        ("the-statue-of-zeus", Phase.DESTROY),
        ("the-court", Phase.CHOICE),
        ("the-fair", Phase.CHOICE),
    ],
)
@pytest.mark.parametrize("seat", Player)
def test_choices_of_wonders(wonder: str, phase: Phase, seat: Player) -> None:
    """Draws of tokens, discarded and destroyed buildings, and choices of your own count."""
    cities = (
        CityPosition(coins=30, buildings=["theatre", "press", "library", "sawmill"]),
        CityPosition(coins=26, buildings=["altar", "drying-room", "scriptorium", "brickyard"]),
    )
    cities[seat.value].unbuilt = [wonder]
    cards = OWN if phase is Phase.CHOICE else catalogue
    state = _ending(cities=cities, to_move=seat, catalogue=cards)
    builds = next(move for move in state.legal_moves if isinstance(move, ConstructWonder))
    after = state.apply(builds)
    assert after.phase is phase
    for one in (state, after):
        solution = solve(one)
        assert solution is not None
        brute = Brute(20_000)
        _check(one, solution, brute.values(one) if one.legal_moves else [brute.value(one)])


def test_seats_make_no_difference() -> None:
    """With the seats exchanged, wins and losses are, too."""
    number = 0
    for seed in range(8):
        for state in late(seed):
            here = solve(state, nodes=1_000)
            if not state.legal_moves or here is None:
                continue
            there = solve(mirrored(state))
            assert there is not None
            assert (here.win, here.shared, here.loss) == (there.loss, there.shared, there.win)
            assert [
                (mirrored_move(one.move), one.win, one.shared, one.loss) for one in here.moves
            ] == [(one.move, one.loss, one.shared, one.win) for one in there.moves]
            number += 1
            break
    assert number >= 6


def test_fewer_shared_victories_break_ties() -> None:
    """Of two moves with the same expected share, the one with more wins comes first."""
    one = CityPosition(
        coins=9,
        buildings=["glassworks", "press", "sawmill", "brickyard"],
        unbuilt=["the-great-library"],
    )
    position = Position(
        age=Age.III,
        structure={0: "town-hall"},
        cities=(one, CityPosition(coins=4, buildings=["palace"])),
        board_tokens=["agriculture", "banking", "law", "mathematics", "urbanism"],
        catalogue=EXTENDED,
    )
    state = position.state()
    solution = solve(state)
    assert solution is not None
    # Half of the draws from the box contain Philosophy; the building leads to a shared victory.
    assert [f"{move.move}: {move.win}, {move.shared}" for move in solution.moves] == [
        "wonder the-great-library with town-hall: 1/2, 0",
        "build town-hall: 0, 1",
        "discard town-hall: 0, 0",
    ]
    other = solve(mirrored(state))
    assert other is not None
    assert (other.win, other.loss) == (HALF, HALF)
    assert [one.shared for one in other.moves] == [0, 1, 0]
    # The same choice a move later.
    position.structure = {0: "town-hall", 1: "arsenal"}
    position.to_move = "two"
    state = position.state()
    solution = solve(state)
    assert solution is not None
    _check(state, solution, Brute(5_000).values(state))


def test_values_do_not_depend_on_the_scale() -> None:
    """If the first scale is too coarse for the chance outcomes, a finer one gives the same values."""
    refined = 0
    for seed in (2, 3, 6, 7, 10, 11):
        state = next(_lined(seed))
        right, coarse = (Endgame(state, 1_000_000, _nothing) for _ in range(2))
        moves = list(state.legal_moves)
        expected = [(Fraction(a, n), Fraction(b, n)) for a, b, n in right.values(moves)]
        assert right.scale == scale_of(state)
        coarse.scale = 2
        assert [(Fraction(a, n), Fraction(b, n)) for a, b, n in coarse.values(moves)] == expected
        refined += coarse.scale > 2
        other = Endgame(state, 1_000_000, _nothing)
        other.scale = 2
        assert other.best() == Endgame(state, 1_000_000, _nothing).best()
        again = Endgame(state, 1_000_000, _nothing)
        again.scale = 2
        share, shared, scale = again.value()
        assert (Fraction(share, scale), Fraction(shared, scale)) in expected
        below = Endgame(state, 0, _nothing)
        below.scale = 2
        assert below.lead(state, 1_000_000) == float(2 * Fraction(share, scale) - 1)
    assert refined


def test_the_best_move_alone_takes_less() -> None:
    """A bot does not need the values of the other moves."""
    all_nodes = best_nodes = 0
    for seed in range(2, 26, 4):
        for state in (one for one in _lined(seed) if one.legal_moves):
            every, best = (Endgame(state, 1_000_000, _nothing) for _ in range(2))
            every.values(list(state.legal_moves))
            best.best()
            all_nodes += every.nodes
            best_nodes += best.nodes
    assert best_nodes < 0.8 * all_nodes


# -- the same everywhere ---------------------------------------------------------------------------


def _digest(seeds: int) -> str:
    solutions = [solve(state, nodes=1_000) for seed in range(seeds) for state in late(seed)]
    assert sum(one is not None for one in solutions) >= 3 * seeds
    contents = [one and one.to_dict() for one in solutions]
    return sha256(json.dumps(contents).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("seeds", "digest"),
    [(4, "2da624179b071575"), pytest.param(16, "371e54eddd6dfc8b", marks=pytest.mark.slow)],
)
def test_solutions_are_the_same_everywhere(seeds: int, digest: str) -> None:
    """Values, order and the number of nodes are the same in both builds on every machine."""
    assert _digest(seeds) == digest


def test_threads_do_not_disturb_each_other() -> None:
    """Several threads solve states of the same game at once."""
    states = [next(_lined(seed)) for seed in (2, 3, 6, 7)] * 2
    expected = [solve(state) for state in states]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(solve, states)) == expected


# -- limits ----------------------------------------------------------------------------------------


def _nothing() -> None:
    """Do nothing."""


def test_the_limit_of_nodes() -> None:
    """A solution needs exactly the nodes that it names, and fewer are not enough."""
    for seed in range(part(6, at_least=3)):
        for state in list(late(seed))[-2:-1]:
            solution = solve(state)
            assert solution is not None
            assert solve(state, nodes=solution.nodes) == solution
            if solution.nodes > 1:
                assert solve(state, nodes=solution.nodes - 1) is None
            assert solve(state, nodes=1) is None or solution.nodes == 1


@pytest.mark.parametrize("seed", range(3))
def test_what_cannot_be_searched_through(seed: int) -> None:
    """Before Age III, there are too many ways to deal it."""
    for state in walk(seed, catalogue):
        if state.age is Age.III:
            break
        assert solve(state, nodes=3_000) is None


def test_the_best_move_of_what_has_been_solved_is_known() -> None:
    """It is read from the values that are kept, and unknown before there are any."""
    known = ends = 0
    for seed in range(12):
        for state in late(seed):
            if state.to_move is None or state.cards_left > 4:
                continue
            endgame = Endgame(state, 1, _nothing)
            assert endgame.known_best(state) is None
            endgame.lead(state, 100_000)
            solution = solve(state, nodes=100_000)
            assert solution is not None
            first = solution.moves[0]
            best = endgame.known_best(state)
            assert best in [
                one.move for one in solution.moves if attrs.evolve(one, move=first.move) == first
            ]
            known += 1
            ends += state.apply(best).is_over
    assert known > 20
    assert ends > 3


def test_lines_are_not_too_long() -> None:
    """Python's limit on calls is not reached, however many cards an age has."""
    endgame = Endgame(next(_lined(2)), 1_000_000, _nothing)
    endgame.most_depth = 2
    with pytest.raises(OutOfNodesError):
        endgame.value()


def test_a_search_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """What interrupts the pauses ends the search, and the garbage collector is on again."""
    pauses: list[int] = []

    def stop() -> None:
        pauses.append(1)
        if len(pauses) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("wonders_duel.search.solution._pause", stop)
    state = next(state for state in walk(1, catalogue) if state.age is Age.III)
    with pytest.raises(KeyboardInterrupt):
        solve(state)
    assert len(pauses) == 3
    assert gc.isenabled()


def test_pauses_come_regularly() -> None:
    """A search makes way for other threads and for signals every few hundred nodes."""
    state = next(state for state in walk(1, catalogue) if state.age is Age.III)
    nodes: list[int] = []
    endgame = Endgame(state, 10_000, lambda: nodes.append(endgame.nodes))
    with pytest.raises(OutOfNodesError):
        endgame.value()
    assert len(nodes) >= 16
    assert all(after - before < 600 for before, after in pairwise([0, *nodes, 10_000]))


# -- in a search -----------------------------------------------------------------------------------

AGAINST = LinearEvaluation({"lead": -1.0, "blue points": -0.5})
"""An evaluation that likes bad moves."""


def _best(state: State) -> list[Move]:
    """Return the moves that are exactly the best."""
    solution = solve(state)
    assert solution is not None
    player = state.mover
    first = solution.moves[0]
    return [
        one.move
        for one in solution.moves
        if (one.share(player), one.shared) == (first.share(player), first.shared)
    ]


def test_a_search_plays_solved_endings_right() -> None:
    """With any evaluation, the bot makes the best moves of what it can solve."""
    kinds = {"one": 0, "several": 0}
    for seed in range(2, 40, 4):
        state = next(_lined(seed))
        best = _best(state)
        for simulations in (100, 1_000):
            bot = SearchBot(1, simulations=simulations, evaluation=AGAINST)
            assert bot.choose(state) in best
        kinds["one" if len(best) == 1 else "several"] += 1
    assert all(kinds.values())


def test_the_search_decides_between_equal_moves() -> None:
    """Of several best moves, the search chooses; if it has tried none of them, the first one."""
    state = next(
        state
        for seed in range(2, 80, 4)
        for state in [next(_lined(seed))]
        if 1 < len(_best(state)) < len(state.legal_moves)
    )
    best = _best(state)
    searcher = Searcher(AGAINST, 1, 10_000_000)
    tree = searcher.think(state, 1, None)
    assert tree.moves[best_edge(tree).move] not in best
    assert Searcher(AGAINST, 1, 10_000_000).choose(state, 40, None) in best
    hasty = Searcher(AGAINST, 1, 10_000_000)
    assert hasty.choose(state, None, 1e9, Clock(1e9)) in best


class Clock:
    """A clock that goes on by the same time whenever it is read."""

    def __init__(self, step: float) -> None:
        """Start at 0."""
        self.step = step
        self.now = 0.0

    def __call__(self) -> float:
        """Go on."""
        self.now += self.step
        return self.now


def test_solving_stays_within_the_limits() -> None:
    """A part of the time, of the simulations and of the memory is all that it takes."""
    few = [state for state in walk(3, catalogue) if (state.age, state.cards_left) == (3, 10)]
    state = _levelled(next(state for state in few if state.legal_moves), Random(1))
    assert solve(state, nodes=20_000) is None
    clock = Clock(1.0)
    Searcher(AGAINST, 1, 10_000_000).choose(state, None, 40.0, clock)
    assert 40 <= clock.now <= 44
    # With little memory, the search alone decides, and has less to look at.
    small = Searcher(AGAINST, 1, 20 * NODE_BYTES)
    assert small.choose(state, 1_000, None) in state.legal_moves
    assert small.tree is not None
    assert 20 <= small.tree.nodes < 40


# -- errors and contents ---------------------------------------------------------------------------


def test_a_finished_game_is_an_error() -> None:
    """There is nothing to solve after the end."""
    *_, end = walk(0, catalogue)
    with pytest.raises(NoMoverError, match="there is nothing to analyse: the game is over"):
        solve(end)


@pytest.mark.parametrize("nodes", [0, -1, 1.5, True, None, "7"])
def test_wrong_limits(nodes: Any) -> None:
    """The limit is a whole number of at least 1."""
    with pytest.raises(WrongTypeError, match="nodes must be a whole number of at least 1"):
        solve(_ending(), nodes=nodes)


@pytest.mark.parametrize("state", [None, "state", Game(seed=1)])
def test_wrong_states(state: Any) -> None:
    """Only a state can be solved."""
    with pytest.raises(WrongTypeError, match="expected a State"):
        solve(state)


def test_contents() -> None:
    """A solution names its numbers, for programs too."""
    state = _ending()
    solution = solve(state)
    assert solution is not None
    assert parse_move(str(solution.best)) == solution.best
    contents = json.loads(json.dumps(solution.to_dict()))
    assert list(contents) == ["win", "shared", "loss", "moves", "nodes"]
    assert Fraction(contents["win"]) == solution.win
    assert [one["move"] for one in contents["moves"]] == [str(one.move) for one in solution.moves]
    assert Fraction(contents["moves"][-1]["loss"]) == solution.moves[-1].loss
    odds = f"win {solution.win}, shared {solution.shared}, loss {solution.loss}"
    assert str(solution.moves[0]) == f"{solution.best}: {odds}"
    assert str(solution) == f"{odds}; best move: {solution.best}"
    assert str(attrs.evolve(solution, moves=())) == odds
    with pytest.raises(UnknownNameError):
        solution.share("three")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        solution.win = 1  # type: ignore[misc,assignment]
