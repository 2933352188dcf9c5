"""Invariants of every state of every game, with any cards. Each breach is a sentence.

The checks are independent of the engine: a city is rebuilt from its cards, every move
is tried, and a game is continued in two ways.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction

from wonders_duel.cards import CAPITAL
from wonders_duel.catalogues import Catalogue
from wonders_duel.chance.node import Chance
from wonders_duel.deal import Deal
from wonders_duel.engine.city import City
from wonders_duel.engine.moves import ConstructBuilding, ConstructWonder, Move
from wonders_duel.engine.payment import Discounted
from wonders_duel.enums import Colour, Phase
from wonders_duel.errors import IllegalMoveError, WondersDuelError
from wonders_duel.notation import parse_move
from wonders_duel.position import Position
from wonders_duel.rules import WONDER_LIMIT
from wonders_duel.state import State

__all__ = [
    "form_breaches",
    "move_breaches",
    "name_breaches",
    "option_breaches",
    "plan_breaches",
    "state_breaches",
    "step_breaches",
    "twin",
]

MOST_OUTCOMES = 1000
"""The maximum number of chance outcomes that are enumerated."""


def state_breaches(state: State) -> Iterator[str]:
    """Check a state by itself: numbers are in their ranges, and every card is in one place.

    Args:
        state: any state.

    Returns:
        A sentence for each breach.
    """
    one, two = state.cities
    if not -CAPITAL <= state.pawn <= CAPITAL:
        yield f"the conflict pawn is at {state.pawn}"
    if min(one.coins, two.coins) < 0:
        yield f"the players have {one.coins} and {two.coins} coins"
    built = len(one.built_codes) + len(two.built_codes)
    if built > WONDER_LIMIT:
        yield f"{built} wonders are built"
    if one.token_mask & two.token_mask or state.board_mask & (one.token_mask | two.token_mask):
        yield "a progress token is in two places"
    places = [one.building_mask, two.building_mask, one.buried_mask, two.buried_mask]
    laid_out = [slot.building for slot in state.structure if slot.building is not None]
    numbers = state.catalogue.building_numbers
    places += [state.discard_mask, *(1 << numbers[card.id] for card in laid_out)]
    if sum(mask.bit_count() for mask in places) != _union(places).bit_count():
        yield "a building is in two places"
    for city in state.cities:
        yield from _city_breaches(city)
    yield from _turn_breaches(state)


def _union(masks: list[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def _city_breaches(city: City) -> Iterator[str]:
    """Check that the numbers of a city follow from its cards."""
    again = City.of(
        city.catalogue,
        city.coins,
        city.building_mask,
        city.token_mask,
        city.unbuilt_numbers,
        city.built_codes,
    )
    for name in ("production", "supply", "counts", "science", "modifiers"):
        if getattr(again, name) != getattr(city, name):
            yield f"the {name} of a city does not follow from its cards"
    if len(city.buildings) != sum(city.count(colour) for colour in Colour):
        yield "the number of buildings of a city is not the sum over the colours"


def _turn_breaches(state: State) -> Iterator[str]:
    """Check that either a player is to move, or chance is awaited, or the game is over."""
    next_ones = (state.to_move is not None, state.chance is not None, state.is_over)
    if sum(next_ones) != 1:
        yield f"a player, chance, the end: {next_ones}; expected exactly one of them"
    if bool(state.legal_moves) != (state.to_move is not None):
        yield f"{len(state.legal_moves)} legal moves, and {state.to_move} is to move"
    if (state.result is not None) != state.is_over:
        yield "there has to be a result exactly if the game is over"
    uncovered = [slot for slot in state.structure.accessible if slot.building is None]
    if uncovered and state.phase is Phase.TURN:
        yield f"slot {uncovered[0].index} is uncovered but face down"


def plan_breaches(state: State) -> Iterator[str]:
    """Check the payment plan of every legal construction.

    Args:
        state: a state in which a player is to move.

    Returns:
        A sentence for each breach.
    """
    coins = state.cities[state.mover].coins
    for move in state.legal_moves:
        plan = state.payment(move)
        if (plan is not None) != isinstance(move, ConstructBuilding | ConstructWonder):
            yield f"{move}: {'a' if plan else 'no'} payment plan"
        if plan is None:
            continue
        if not 0 <= plan.total <= coins:
            yield f"{move} is legal and costs {plan.total}, but the player has {coins} coins"
        if plan.to_bank + plan.to_opponent != plan.total or plan.to_opponent not in {0, plan.trade}:
            yield f"{move} costs {plan.total}, but {plan.to_bank} and {plan.to_opponent} are paid"
        units = sum(not isinstance(line, Discounted) for line in plan.lines)
        if plan.free_by is None and units != sum(plan.card.cost.resources.values()):
            yield f"{move}: the plan has lines for {units} units of {plan.card.cost}"
        if plan.free_by is not None and plan.total:
            yield f"{move} is free by {plan.free_by} but costs {plan.total}"


def move_breaches(state: State) -> Iterator[str]:
    """Try every move of the codec, and check that exactly the legal ones are accepted.

    Args:
        state: any state.

    Returns:
        A sentence for each breach.
    """
    legal = state.legal_moves
    if len(set(legal)) != len(legal):
        yield "a legal move is listed twice"
    expected = set(legal)
    for move in state.catalogue.moves:
        try:
            state.apply(move)
        except IllegalMoveError as error:
            if move in expected:
                yield f"{move} is listed as legal but rejected: {error}"
            elif not error.reasons or error.move is not move:
                yield f"{move} is rejected without a reason"
        else:
            if move not in expected:
                yield f"{move} is accepted but not listed as legal"
            if state.why_not(move):
                yield f"{move} is accepted, but why_not gives reasons"


def option_breaches(state: State) -> Iterator[str]:
    """Check the options of a state against `legal_moves`, `why_not` and `payment`.

    Args:
        state: any state.

    Returns:
        A sentence for each breach.
    """
    options = state.options()
    if tuple(option.move for option in options if option.is_legal) != state.legal_moves:
        yield "the legal options are not the legal moves"
    number = len(state.legal_moves)
    if state.phase is Phase.TURN:
        number = len(state.accessible) * (2 + len(state.cities[state.player].unbuilt))
    if not len(options) == len({option.move for option in options}) == number:
        yield f"{len(options)} options; expected {number}"
    for option in options:
        if option.reasons != state.why_not(option.move):
            yield f"{option.move}: the reasons of the option differ from why_not"
        if option.payment != state.payment(option.move):
            yield f"{option.move}: the payment plan of the option differs from payment"


def form_breaches(state: State) -> Iterator[str]:
    """Check that a state survives conversion to each of its forms and back.

    Args:
        state: any state.

    Returns:
        A sentence for each form that cannot be read or gives another state.
    """
    cards = state.catalogue
    forms: dict[str, Callable[[], State]] = {
        "its text": lambda: State.from_text(state.to_text(), cards),
        "its JSON document": lambda: State.from_json(state.to_json(), cards),
        "its pickle": lambda: twin(state),
        "its position": lambda: Position.of(state).state(),
        "its copy": lambda: copy.deepcopy(state),
    }
    for what, read in forms.items():
        try:
            again = read()
        except WondersDuelError as error:
            yield f"{what} cannot be read: {error}"
            continue
        if again != state or hash(again) != hash(state):
            yield f"{what} gives another state"
    for move in state.legal_moves:
        if parse_move(str(move), cards) is not move:
            yield f"the text {move} gives another move"


def step_breaches(state: State, move: Move, deal: Deal) -> Iterator[str]:
    """Check that a deal gives the same state at once and outcome by outcome, without side effects.

    Args:
        state: a state in which a player is to move.
        move: a legal move.
        deal: the deal of the game.

    Returns:
        A sentence for each breach.
    """
    before = (hash(state), repr(state), state.legal_moves, twin(state))
    separate = state.apply(move)
    while separate.chance is not None:
        outcome = deal.outcome(separate)
        yield from _chance_breaches(separate.chance, outcome)
        yield from state_breaches(separate)
        separate = separate.resolve(outcome)
    at_once = state.play(move, deal)
    if at_once != separate or hash(at_once) != hash(separate):
        yield f"{move}: playing with a deal and outcome by outcome give different states"
    if before != (hash(state), repr(state), state.legal_moves, state):
        yield f"{move} changed the state in which it was played"


def twin(state: State) -> State:
    """Return a copy of a state that is a separate object.

    Args:
        state: any state.
    """
    again: State = pickle.loads(pickle.dumps(state))  # noqa: S301 - created here
    return again


def _chance_breaches(chance: Chance, outcome: object) -> Iterator[str]:
    """Check the number of chance outcomes, and that their probabilities sum to 1."""
    # The deal of an age is never enumerated, however small the age.
    if chance.phase is Phase.DEAL_AGE or chance.count > MOST_OUTCOMES:
        return
    outcomes = list(chance.outcomes())
    if len(outcomes) != chance.count or len({outcome for outcome, _ in outcomes}) != chance.count:
        yield f"{chance.phase} has {len(outcomes)} outcomes, but its count is {chance.count}"
    if sum(probability for _, probability in outcomes) != Fraction(1):
        yield f"the probabilities of {chance.phase} do not sum to 1"
    if outcome not in [outcome for outcome, _ in outcomes]:
        yield f"{outcome} is not an outcome of {chance.phase}"


def name_breaches(catalogue: Catalogue) -> Iterator[str]:
    """Check that every card can be found by its id and by its name.

    Args:
        catalogue: the cards.

    Returns:
        A sentence for each card that cannot.
    """
    for mapping in (catalogue.buildings, catalogue.wonders, catalogue.tokens):
        for card in mapping.values():
            if catalogue.find(card.id) is not card or catalogue.find(card.name) is not card:
                yield f"{card.id}, {card.name!r}, cannot be found by its id and its name"
