"""Every public object is a value: copies and pickles are equal, or identical if unique."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

import wonders_duel
from examples.custom_choice import MESSE, PROMO
from tests.builders import EXTENDED, city, position
from tests.played import FINISHED, play
from tools import goldens
from wonders_duel import (
    Age,
    AgeDealt,
    CardRevealed,
    CityPosition,
    Colour,
    ConstructWonder,
    Deal,
    Discounted,
    Fault,
    Game,
    Limits,
    Participant,
    Pending,
    Phase,
    Position,
    Rebated,
    Resignation,
    Resource,
    Rules,
    State,
    Tags,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
    catalogue,
)
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.validation import Finding

GAME = play(2015, 45)
STATE = GAME.state
PLAN = STATE.payment(ConstructWonder(STATE.cities[0].unbuilt[0], STATE.accessible[0]), 0)
assert PLAN is not None
assert GAME.deal is not None

VALUES: dict[str, Any] = {
    "tally": STATE.play_outs(3, seed=1),
    "state": STATE,
    "waiting state": State.start(),
    "city": STATE.cities[0],
    "structure": STATE.structure,
    "slot": STATE.structure[0],
    "track": STATE.track,
    "options": STATE.options(),
    "chance": State.start().chance,
    "score": STATE.score(),
    "city score": STATE.score().one,
    "result": play(1).result,
    "plan": PLAN,
    **{f"line {type(line).__name__}": line for line in PLAN.lines},
    "discount": Discounted(2, catalogue.tokens["masonry"]),
    "rebate": Rebated(Resource.WOOD, catalogue.tokens["masonry"]),
    "rules": Rules(reveal_timing="on-take"),
    "deal": GAME.deal,
    "tokens dealt": TokensDealt(catalogue.token_list[:5]),
    "tokens drawn": TokensDrawn(catalogue.token_list[:3]),
    "wonders dealt": WondersDealt(catalogue.wonder_list[:4]),
    "age dealt": next(one for one in GAME.history[7].outcomes if isinstance(one, AgeDealt)),
    "card revealed": CardRevealed(3, catalogue.buildings["baths"]),
    "step": GAME.history[3],
    "record": FINISHED,
    "turn": FINISHED.turns[3],
    "resignation": Resignation("one"),
    "participant": Participant("Ann", {"rating": "1800"}),
    "tags": Tags({"event": "Friday"}),
    "position": position(Age.I, ["baths", "tavern"], city(3, "quarry")),
    "city of a position": CityPosition(coins=3),
    "pending": Pending(Phase.DESTROY, Colour.GREY),
    "limits": Limits(size=5),
    "fault": Fault("it is wrong", "$.pawn", 1, 2),
    "finding": Finding(1, "record", ("it is wrong",)),
    "reasons": [STATE.why_not(move) for move in catalogue.moves[::50]],
    "cost": catalogue.buildings["palace"].cost,
    "layout": catalogue.structures[0],
    "military token": STATE.military_tokens[0],
    "effects": [card.effects for card in catalogue.building_list],
    "a custom choice": MESSE.effects,
    "a state of our own cards": play(3, 30, catalogue=EXTENDED).state,
}
ONE_OF_IT: dict[str, Any] = {
    "catalogue": catalogue,
    "our own catalogue": EXTENDED,
    "moves": list(catalogue.moves),
    "our own moves": list(EXTENDED.moves),
    "moves of a custom choice": list(PROMO.moves)[-3:],
    "buildings": list(catalogue.building_list),
    "wonders": list(catalogue.wonder_list),
    "tokens": list(catalogue.token_list),
    "our own cards": [EXTENDED.buildings["bank"], EXTENDED.wonders["the-tower"], EXTENDED.tokens["banking"]],
    "words": [*Age, *Colour, *Phase, *Resource],
}  # fmt: skip


def copies(thing: Any) -> Iterator[Any]:
    """Yield copies of an object by every pickle protocol and both kinds of copy."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(thing, protocol))  # noqa: S301 - our own bytes
    yield copy.copy(thing)
    yield copy.deepcopy(thing)


@pytest.mark.parametrize("name", VALUES)
def test_a_copied_value_is_equal(name: str) -> None:
    """A copied or pickled value has the same hash and repr."""
    thing = VALUES[name]
    for again in copies(thing):
        assert type(again) is type(thing)
        assert again == thing
        assert sorted(repr(again)) == sorted(repr(thing))  # sets are unordered
        if type(thing).__hash__ is not None:
            assert hash(again) == hash(thing)


@pytest.mark.parametrize("name", ONE_OF_IT)
def test_unique_objects_stay_identical(name: str) -> None:
    """A copied or pickled move, card or catalogue is the same object, alone and inside others."""
    things = ONE_OF_IT[name]
    for again in copies(things):
        if isinstance(things, list):
            assert all(one is other for one, other in zip(again, things, strict=True))
        else:
            assert again is things


def test_cards_inside_of_values_stay_identical() -> None:
    """Cards inside plans, outcomes, deals and states are the catalogue's own after unpickling."""
    plan, outcome, deal, state = pickle.loads(  # noqa: S301 - our own bytes
        pickle.dumps((PLAN, VALUES["card revealed"], GAME.deal, STATE))
    )

    assert PLAN is not None
    assert plan.card is PLAN.card
    assert outcome.building is catalogue.buildings["baths"]
    assert deal.ages[0][0] is catalogue.buildings[deal.ages[0][0].id]
    assert state.catalogue is catalogue


def test_a_card_of_no_catalogue_is_kept() -> None:
    """A changed card is unpickled as it is, not as the catalogue's card with its id."""
    dear = attrs.evolve(catalogue.buildings["baths"], name="Dear Baths")
    again = pickle.loads(pickle.dumps(dear))  # noqa: S301 - our own bytes

    assert again == dear
    assert again is not catalogue.buildings["baths"]


def test_a_copied_game_is_independent() -> None:
    """A copy of a game changes independently of the original."""
    for again in copies(GAME):
        assert again.state == GAME.state
        assert again.history == GAME.history
        assert again.record() == GAME.record()
        again.play(again.legal_moves[0])
        assert len(again.history) == len(GAME.history) + 1


def test_a_copied_position_is_independent() -> None:
    """A deep copy of a position changes independently of the original."""
    made = Position.of(STATE)
    again = copy.deepcopy(made)
    again.cities[0].coins += 1

    assert made.cities[0].coins == STATE.cities[0].coins


@pytest.mark.parametrize("bot", [RandomBot(seed=1), GreedyBot(seed=1)])
def test_bots_are_pickled(bot: Any) -> None:
    """An unpickled bot makes the same choices."""
    again = pickle.loads(pickle.dumps(bot))  # noqa: S301 - our own bytes

    assert bot.choose(STATE) is again.choose(STATE)


def test_every_public_class_has_a_sample() -> None:
    """Each public class has a sample above, or holds nothing that could be copied."""
    samples: set[type] = {type(Random()), Game, type(catalogue.moves)}

    def look(thing: Any) -> None:
        samples.add(type(thing))
        if isinstance(thing, (list, tuple, set, frozenset)):
            for one in thing:
                look(one)

    for thing in (*VALUES.values(), *ONE_OF_IT.values(), list(STATE.military_tokens[0])):
        look(thing)
    for city_ in STATE.cities:
        look(city_.built)
    for thing in goldens.documents().values():
        look(thing)
    public = {
        thing
        for name in wonders_duel.__all__
        if inspect.isclass(thing := getattr(wonders_duel, name))
    }
    missing = {
        cls.__name__
        for cls in public - samples
        if not issubclass(cls, Exception) and not any(issubclass(one, cls) for one in samples)
    }

    assert missing <= {"CentrePawnStart", "PairToken", "RevealTiming", "WonderSetup", "Back", "Player", "ScienceSymbol", "Victory"}  # fmt: skip
    assert isinstance(GAME.deal, Deal)
