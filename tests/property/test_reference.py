"""The engine and the simple reference engine agree at every decision of the same games."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType

import pytest

from tests.amounts import part
from tests.property import reference
from tests.property.reference import BUILDINGS, TOKENS, WONDERS, Extra, Reference
from tests.property.translation import setup_of, with_extras, words
from wonders_duel import (
    ConstructBuilding,
    ConstructWonder,
    Deal,
    Game,
    Move,
    Player,
    Rules,
    State,
)
from wonders_duel.rules import CentrePawnStart, PairToken, RevealTiming, WonderSetup

COMBINATIONS = [
    Rules(centre_pawn_start=centre, reveal_timing=reveal, wonder_setup=setup)
    for centre, reveal, setup in itertools.product(CentrePawnStart, RevealTiming, WonderSetup)
]
COMBINATIONS += [Rules(pair_token=PairToken.MAY, reveal_timing=reveal) for reveal in RevealTiming]
GAMES = 25

# -- styles of play --------------------------------------------------------------------------------


def _wonders(_: Reference, move: reference.Move) -> int:
    """Prefer wonders, then what helps to pay for them."""
    match move:
        case ("wonder", *_):
            return 2
        case ("build", card):
            return BUILDINGS[card]["colour"] in {"brown", "grey", "yellow"}
        case _:
            return 0


def _science(_: Reference, move: reference.Move) -> int:
    """Prefer green cards from anywhere."""
    match move:
        case ("build" | "revive", card):
            return 3 * (BUILDINGS[card]["colour"] == "green")
        case ("wonder", wonder, _):
            return 2 * bool(WONDERS[wonder]["special_action"])
        case ("token", "Law"):
            return 1
        case _:
            return 0


def _war(_: Reference, move: reference.Move) -> int:
    """Prefer shields from anywhere."""
    match move:
        case ("build" | "revive", card):
            return int(BUILDINGS[card]["shields"])
        case ("wonder", wonder, _):
            return int(WONDERS[wonder]["shields"])
        case ("token", "Strategy"):
            return 1
        case _:
            return 0


def _hoard(_: Reference, move: reference.Move) -> int:
    """Prefer coins over cards."""
    return move[0] == "discard"


def _any(_: Reference, __: reference.Move) -> int:
    """Prefer nothing."""
    return 0


def _pairs(game: Reference, move: reference.Move) -> int:
    """Prefer pairs of symbols, with no more different ones than needed."""
    match move:
        case ("build" | "revive", card) if BUILDINGS[card]["colour"] == "green":
            symbol = BUILDINGS[card]["science_symbol"]
            if symbol in game.symbols(game.mover):
                return 9
            mine = len(game.symbols(game.mover))
            return 6 if mine < 3 and symbol not in game.symbols(1 - game.mover) else -5
        case (_, *_, card) if card in BUILDINGS and BUILDINGS[card]["colour"] == "green":
            return -9
        case ("build", card):
            colour = BUILDINGS[card]["colour"]
            return 3 * (colour in {"brown", "grey"}) + 2 * (colour == "yellow")
        case ("discard", _):
            return 1
        case _:
            return 0


def _jump(game: Reference, move: reference.Move) -> int:
    """Prefer Strategy, then four shields at once with the pawn two spaces ahead."""
    ahead = game.pawn if game.mover == 0 else -game.pawn
    strategy = "Strategy" in game.cities[game.mover].tokens
    match move:
        case ("token", "Strategy"):
            return 9
        case ("build" | "revive", card) if BUILDINGS[card]["colour"] == "red":
            shields = int(BUILDINGS[card]["shields"]) + strategy
            if shields == 4 and ahead == 2:
                return 9
            return 4 if ahead + shields <= 2 else -3
        case ("build" | "revive", card):
            return {"green": 5, "brown": 3, "grey": 3, "yellow": 2}.get(
                BUILDINGS[card]["colour"], 1
            )
        case ("wonder", wonder, _):
            return -3 if int(WONDERS[wonder]["shields"]) else 1
        case _:
            return 0


Style = Callable[[Reference, reference.Move], int]
STYLES: list[tuple[Style, Style]] = [
    (_any, _any),
    (_wonders, _wonders),
    (_science, _hoard),
    (_war, _science),
    (_wonders, _science),
    (_hoard, _war),
    (_science, _science),
    (_war, _war),
    (_any, _wonders),
]
RARE: list[tuple[str, int, Player, tuple[Style, Style]]] = [
    ("soak 100272", 0, Player.TWO, (_jump, _any)),  # both military tokens in one move
    ("soak 614", 6, Player.ONE, (_pairs, _pairs)),  # a sixth pair with no token left
    ("soak 491", 3, Player.TWO, (_pairs, _pairs)),  # a shared victory
    ("soak 754", 2, Player.TWO, (_pairs, _war)),  # Strategy with a revived card that wins
    ("soak 100312", 0, Player.TWO, (_war, _pairs)),  # a supremacy before a choice
    ("soak 678", 6, Player.TWO, (_wonders, _wonders)),  # the Mausoleum with an empty pile
    ("soak 45", 5, Player.TWO, (_jump, _science)),  # a sixth symbol by a choice
    ("soak 370", 2, Player.TWO, (_pairs, _science)),  # a tie that blue cards decide
    ("soak 100046", 6, Player.TWO, (_wonders, _wonders)),  # Theology from the Great Library
    ("soak 200760", 0, Player.TWO, (_war, _pairs)),  # Economy's coins lost in the same turn
    ("soak 200684", 4, Player.ONE, (_jump, _any)),  # a revived card that a chain would free
]
"""Games with rare events: seed, number of the combination, first player, styles."""

EVENTS = {
    "asked: draft": "R6",
    "asked: turn": "R14",
    "asked: board-token": "R63",
    "declined": "R63",
    "asked: library-token": "R60",
    "asked: revive": "R59",
    "asked: destroy-brown": "R58",
    "asked: destroy-grey": "R58",
    "asked: begin": "R76",
    "weaker player chooses": "R76",
    "last player chooses": "R77",
    "last player begins": "R77",
    "choice before a reveal": "R17",
    "choice with the last card of an age": "R66",
    "reveal prevented by a supremacy": "R18",
    "choice dropped by a supremacy": "R57",
    "military victory by a choice": "R59",
    "scientific victory by a choice": "R67",
    "six symbols with Law": "R67",
    "both military tokens": "R70",
    "loss cut short": "R49",
    "pair by the Mausoleum": "R59",
    "pair with an empty board": "R64",
    "nothing to revive": "R59",
    "nothing to destroy": "R58",
    "seventh wonder": "R53",
    "extra turn": "R54",
    "extra turn lost": "R55",
    "chain": "R42",
    "Urbanism": "R44",
    "no Urbanism by the Mausoleum": "R45",
    "Economy": "R39",
    "Economy's coins lost at once": "R40",
    "Architecture": "R37",
    "Masonry": "R37",
    "Strategy": "R69",
    "Strategy by the Mausoleum": "R59",
    "Theology": "R56",
    "Theology too late for its own wonder": "R56",
    "tie broken by blue": "R83",
    "shared victory": "R84",
    "victory: military": "R75",
    "victory: scientific": "R68",
    "victory: civilian": "R78",
}
"""Events that have to happen in the games, with the ruling that each one tests."""


def _choose(game: Reference, style: Style, rng: Random) -> reference.Move:
    """Choose one of the moves that a style prefers, or sometimes any move."""
    moves = sorted(game.legal())
    if rng.random() < 0.9:
        likings = [style(game, move) for move in moves]
        moves = [
            move for move, liking in zip(moves, likings, strict=True) if liking == max(likings)
        ]
    return moves[int(rng.random() * len(moves))]


# -- compared data ---------------------------------------------------------------------------------


def _reference_view(game: Reference) -> dict[str, object]:
    """Return everything that is compared, from the reference."""
    over = game.result is not None
    view: dict[str, object] = {
        "who decides": None if over else game.mover,
        "phase": game.phase.removesuffix("-brown").removesuffix("-grey"),
        "pending": [one.removesuffix("-brown").removesuffix("-grey") for one in game.pending],
        "age": game.age,
        "legal moves": game.legal(),
        "pawn": game.pawn,
        "military tokens": game.military,
        "discard pile": game.discards,
        "board tokens": game.board,
        "offer": game.offer,
        "structure": game.seen(),
        "accessible": game.accessible(),
    }
    for seat, city in enumerate(game.cities):
        view[f"coins of {seat}"] = city.coins
        view[f"buildings of {seat}"] = city.buildings
        view[f"tokens of {seat}"] = city.tokens
        view[f"unbuilt wonders of {seat}"] = city.unbuilt
        view[f"built wonders of {seat}"] = city.built
        view[f"points of {seat}"] = game.points(seat)
    if game.age and not over:
        for card in game.accessible():
            price = game.building_price(game.mover, card)
            view[f"price of {card}"] = _bill(game, price)
        for wonder in game.cities[game.mover].unbuilt if game.accessible() else ():
            view[f"price of {wonder}"] = _bill(game, game.wonder_price(game.mover, wonder))
    if game.result is not None:
        view["victory"] = game.result.victory
        view["winner"] = game.result.winner
        view["decided by blue"] = game.result.by_blue
    return view


def _bill(game: Reference, price: reference.Price) -> dict[str, object]:
    """Return a price with the receivers of its coins (R39)."""
    to_opponent = price.trade if "Economy" in game.cities[1 - game.mover].tokens else 0
    return {
        "total": price.total,
        "coin part": price.coins,
        "to opponent": to_opponent,
        "by a chain": price.chained,
    }


def _engine_view(state: State) -> dict[str, object]:
    """Return everything that is compared, from the engine."""
    offer = state.offered_wonders or state.offered_tokens
    view: dict[str, object] = {
        "who decides": None if state.to_move is None else int(state.to_move),
        "phase": str(state.phase),
        "pending": [str(phase) for phase in state.pending],
        "age": state.age_number,
        "legal moves": {words(move) for move in state.legal_moves},
        "pawn": state.pawn,
        "military tokens": {
            (seat, token.coins)
            for seat, tokens in enumerate(state.military_tokens)
            for token in tokens
        },
        "discard pile": {card.name for card in state.discard_pile},
        "board tokens": {token.name for token in state.board_tokens},
        "offer": {thing.name for thing in offer},
        "structure": {
            slot.index: slot.building.name if slot.building else str(slot.back)
            for slot in state.structure.slots
            if slot.building or slot.back
        },
        "accessible": {card.name for card in state.accessible},
    }
    score = state.score()
    for seat, (city, points) in enumerate(zip(state.cities, (score.one, score.two), strict=True)):
        view[f"coins of {seat}"] = city.coins
        view[f"buildings of {seat}"] = {card.name for card in city.buildings}
        view[f"tokens of {seat}"] = {token.name for token in city.tokens}
        view[f"unbuilt wonders of {seat}"] = {wonder.name for wonder in city.unbuilt}
        view[f"built wonders of {seat}"] = {one.wonder.name: one.card.name for one in city.built}
        view[f"points of {seat}"] = {
            "blue": points.blue,
            "green": points.green,
            "yellow": points.yellow,
            "guilds": points.guilds,
            "wonders": points.wonders,
            "tokens": points.tokens,
            "coins": points.coins,
            "military": points.military,
        }
    if state.to_move is not None and state.accessible:
        view |= _engine_prices(state, state.to_move)
    result = state.result
    if result is not None:
        view["victory"] = str(result.victory)
        view["winner"] = None if result.winner is None else int(result.winner)
        view["decided by blue"] = result.by_blue
    return view


def _engine_prices(state: State, mover: Player) -> dict[str, object]:
    """Return the price of every accessible building and of every unbuilt wonder of a player."""
    moves: list[tuple[str, Move]] = [
        (card.name, ConstructBuilding(card)) for card in state.accessible
    ]
    moves += [
        (wonder.name, ConstructWonder(wonder, state.accessible[0]))
        for wonder in state.cities[mover].unbuilt
    ]
    prices: dict[str, object] = {}
    for name, move in moves:
        plan = state.payment(move)
        assert plan is not None
        prices[f"price of {name}"] = {
            "total": plan.total,
            "coin part": plan.total - plan.trade,
            "to opponent": plan.to_opponent,
            "by a chain": plan.free_by is not None,
        }
    return prices


def _differences(where: str, expected: dict[str, object], actual: dict[str, object]) -> list[str]:
    """Return a description of the differences."""
    return [
        f"{where}: {what}: the reference says {expected.get(what)!r}, the engine {actual.get(what)!r}"
        for what in sorted(expected.keys() | actual.keys())
        if expected.get(what) != actual.get(what)
    ]


# -- the games -------------------------------------------------------------------------------------


def _play(
    seed: str,
    rules: Rules,
    first_player: Player,
    styles: tuple[Style, Style],
    extras: Mapping[str, Sequence[Extra]] = MappingProxyType({}),
) -> tuple[list[str], Counter[str]]:
    """Play a game in both engines up to the first difference.

    Returns:
        The differences, and how often each event happened.
    """
    rng = Random(seed)
    deal = Deal.random(rng, with_extras(extras))
    game = Game.from_deal(deal, first_player=first_player, rules=rules)
    plain = Reference(
        setup_of(deal),
        first_player=int(first_player),
        centre_pawn_start=str(rules.centre_pawn_start),
        pair_token=str(rules.pair_token),
        reveal_timing=str(rules.reveal_timing),
        wonder_setup=str(rules.wonder_setup),
        extras=extras,
    )
    moves: list[reference.Move] = []
    while True:
        before = f"after {' '.join(moves[-1])}" if moves else "at the start"
        found = _differences(
            f"game {seed!r}, decision {len(moves) + 1}, {before}",
            _reference_view(plain),
            _engine_view(game.state),
        )
        if found or plain.result is not None:
            break
        plain.happened[f"asked: {plain.phase}"] += 1
        moves.append(_choose(plain, styles[plain.mover], rng))
        known = {words(move): move for move in game.legal_moves}
        plain.play(moves[-1])
        game.play(known[moves[-1]])
    if plain.result is not None:
        plain.happened[f"victory: {plain.result.victory}"] += 1
    return found, plain.happened


def _name(rules: Rules) -> str:
    """Return the rule options as words."""
    options = [rules.centre_pawn_start, rules.reveal_timing, rules.wonder_setup]
    return " ".join([*options, *(["may"] if rules.pair_token is PairToken.MAY else [])])


@functools.cache
def _games(rules: Rules, games: int = GAMES) -> tuple[tuple[str, ...], Counter[str]]:
    """Play some games of one combination of options.

    Returns:
        The differences, and how often each event happened.
    """
    found: list[str] = []
    happened: Counter[str] = Counter()
    for number in range(games):
        styles = STYLES[number % len(STYLES)]
        seed = f"{_name(rules)} {number}"
        new, events = _play(seed, rules, Player(number % 2), styles)
        found += new
        happened += events
    return tuple(found), happened


@functools.cache
def _rare_games() -> tuple[tuple[str, ...], Counter[str]]:
    """Play the games selected for rare events.

    Returns:
        The differences, and how often each event happened.
    """
    found: list[str] = []
    happened: Counter[str] = Counter()
    for seed, combination, first_player, styles in RARE:
        new, events = _play(seed, COMBINATIONS[combination], first_player, styles)
        found += new
        happened += events
    return tuple(found), happened


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(
            rules,
            # The quick ones have every value of every option.
            marks=[]
            if rules in {COMBINATIONS[0], COMBINATIONS[7], COMBINATIONS[-1]}
            else [pytest.mark.slow],
            id=_name(rules),
        )
        for rules in COMBINATIONS
    ],
)
def test_both_engines_agree_at_every_decision(rules: Rules) -> None:
    """The position, the legal moves, every price and the points agree all game long."""
    differences, _ = _games(rules, part(GAMES))

    assert differences == (), "\n".join(differences[:20])


def test_both_engines_agree_on_rare_events() -> None:
    """Both engines agree in games selected for rare events."""
    differences, _ = _rare_games()

    assert differences == (), "\n".join(differences[:20])


@pytest.mark.slow
def test_every_event_happened() -> None:
    """The compared games have every pending choice, every victory and every rare event."""
    happened = Counter(_rare_games()[1])
    for rules in COMBINATIONS:
        happened += _games(rules)[1]
    missing = {event: ruling for event, ruling in EVENTS.items() if not happened[event]}

    assert missing == {}


OCCASIONS = (
    "brown",
    "grey",
    "blue",
    "green",
    "yellow",
    "red",
    "purple",
    "wonder",
    "chain",
    "discard",
    "trade",
)
BEYOND = {*(f"trigger: {occasion}" for occasion in OCCASIONS), "coins off", "token by a card"}


def _extras(rng: Random) -> dict[str, list[Extra]]:
    """Give random cards of the base game effects that it does not have."""
    extras: dict[str, list[Extra]] = {}
    for name in rng.sample([*BUILDINGS, *WONDERS, *TOKENS], 45):
        occasion = OCCASIONS[int(rng.random() * len(OCCASIONS))]
        kind = OCCASIONS[int(rng.random() * 8)]
        in_turn = occasion != "trade"
        turns = int(in_turn and rng.random() < 0.2)
        shields = int(in_turn and rng.random() < 0.1)
        made: list[Extra] = [
            ("whenever", occasion, rng.randint(1, 3), rng.randint(0, 2), shields, turns),
            ("off", kind, rng.randint(1, 4), 0, 0, 0),
            ("token", "", 0, 0, 0, 0),
        ]
        extras[name] = rng.sample(made, rng.choice((1, 1, 2)))
    return extras


@functools.cache
def _games_beyond(rules: Rules) -> tuple[tuple[str, ...], Counter[str]]:
    """Play games with effects that the base game does not have."""
    found: list[str] = []
    happened: Counter[str] = Counter()
    for number in range(part(6, at_least=4)):
        seed = f"beyond {rules} {number}"
        styles = STYLES[number % len(STYLES)]
        new, events = _play(seed, rules, Player(number % 2), styles, _extras(Random(seed)))
        found += new
        happened += events
    return tuple(found), happened


@pytest.mark.parametrize(
    "rules",
    COMBINATIONS,
    ids=lambda rules: f"{rules.centre_pawn_start}-{rules.reveal_timing}-{rules.wonder_setup}",
)
def test_both_engines_agree_on_effects_beyond_the_base_game(rules: Rules) -> None:
    """Triggers, rebates in coins and tokens of the board agree all game long."""
    differences, _ = _games_beyond(rules)

    assert differences == (), "\n".join(differences[:20])


def test_every_effect_beyond_the_base_game_happened() -> None:
    """Every occasion triggered something, and coins and tokens were taken."""
    happened: Counter[str] = Counter()
    for rules in COMBINATIONS:
        happened += _games_beyond(rules)[1]

    assert {event for event in BEYOND if not happened[event]} == set()
