"""Options, legal or not, agree with every other query about moves."""

from __future__ import annotations

import copy
import pickle
from itertools import islice
from random import Random

import pytest

from tests.amounts import part
from tests.builders import BASE_PHASES, EXTENDED, city, state
from tests.own_cards import MORE
from tests.wording import Wording
from tools import goldens
from wonders_duel import (
    Age,
    Catalogue,
    ConstructBuilding,
    ConstructWonder,
    DiscardBuilding,
    Game,
    Move,
    Option,
    Options,
    PaymentPlan,
    Phase,
    State,
    catalogue,
)
from wonders_duel.engine.payment import plan
from wonders_duel.reasons import TooExpensive
from wonders_duel.testing.invariants import option_breaches
from wonders_duel.testing.walks import every_rules, walk


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param(catalogue, marks=pytest.mark.slow, id="base"),
        pytest.param(EXTENDED, marks=pytest.mark.slow, id="own"),
        pytest.param(MORE, id="more"),
    ],
)
@pytest.mark.parametrize("lot", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_options_agree_with_everything_else(cards: Catalogue, lot: int) -> None:
    """In random games with every rule option and custom cards, options agree with other queries."""
    met: set[Phase] = set()
    illegal = 0
    combinations = len(every_rules(cards))
    stride = 3 // part(3)  # every state with ``--slow``
    for seed in range(lot * combinations, (lot + 1) * combinations):
        for one in islice(walk(seed, cards), seed % stride, None, stride):
            assert list(option_breaches(one)) == []
            options = one.options()
            illegal += sum(not option.is_legal for option in options)
            met.add(one.phase)
            for option in options:
                _check_place_and_income(one, option)
            assert bool(options) == (one.to_move is not None)

    assert met >= set(BASE_PHASES) - {Phase.DESTROY, Phase.REVIVE, Phase.LIBRARY_TOKEN, Phase.BEGIN}
    assert illegal > 500


def _check_place_and_income(one: State, option: Option) -> None:
    """Check that the slot is that of the card, and that only a discard has an income."""
    move = option.move
    if isinstance(move, ConstructBuilding | DiscardBuilding | ConstructWonder):
        assert option.slot is not None
        assert one.structure[option.slot].building is move.building
        assert one.structure[option.slot].is_accessible
    else:
        assert option.slot is None
    if isinstance(move, DiscardBuilding):
        after = one.apply(move)
        assert option.income == after.cities[one.player].coins - one.cities[one.player].coins
    else:
        assert option.income is None


@pytest.mark.parametrize("name", goldens.positions())
def test_options_of_every_phase(name: str) -> None:
    """Each phase has an option for every choice; chance states and the end have none."""
    one = goldens.positions()[name]
    options = one.options()

    assert isinstance(options, Options)
    assert list(option_breaches(one)) == []
    if one.phase.is_chance or one.is_over:
        assert options == ()
    elif one.phase is not Phase.TURN:
        assert options == tuple(
            Option(move=move, slot=None, payment=None, income=None, reasons=())
            for move in one.legal_moves
        )


def test_every_phase_was_covered() -> None:
    """The positions above cover every phase."""
    assert {one.phase for one in goldens.positions().values()} == set(BASE_PHASES)


def test_an_unaffordable_option_has_its_price_and_reason(wording: Wording) -> None:
    """Palace at 10 coins is too expensive for 9 (R38); a discard with a yellow card gives 3 (R50)."""
    given = state(
        Age.III,
        ["palace", "arsenal"],
        city(9, "tavern", unbuilt=["the-sphinx"]),
        city(7),
    )
    palace, arsenal, first, second, over_palace, over_arsenal = given.options()

    assert str(palace.move) == "build palace"
    assert palace.payment == given.payment(palace.move)
    assert palace.reasons == (TooExpensive(price=10, coins=9),)
    wording(str(palace))
    assert not arsenal.is_legal
    assert (first.income, second.income) == (3, 3)
    assert str(second) == "discard arsenal: brings 3 coins"
    assert over_palace.payment is over_arsenal.payment
    assert over_arsenal.is_legal


def test_a_free_option_says_why() -> None:
    """A free option says that a chain makes it free (R41), or that it costs nothing."""
    given = state(Age.II, ["statue", "forum"], city(9, "theater"))

    assert str(given.options()[0]) == "build statue: free with Theater"
    free = state(Age.I, ["altar", "press"])
    assert [str(option) for option in free.options().at(free.options()[0].slot or 0)] == [
        "build altar: free",
        "discard altar: brings 2 coins",
    ]


def test_the_options_of_one_card() -> None:
    """A card can be constructed, discarded or put under wonders; covered and empty slots have none."""
    game = Game(seed=2015, rules="first-game")
    options = game.options()
    assert options == game.state.options()
    slot = game.state.structure.accessible[2]
    mine = options.at(slot.index)

    assert isinstance(mine, Options)
    assert [str(option.move).partition(" ")[0] for option in mine] == [
        "build",
        "discard",
        *["wonder"] * 4,
    ]
    assert {option.slot for option in mine} == {slot.index}
    assert [part for index in range(20) for part in options.at(index)] == sorted(
        options, key=lambda option: option.slot or 0
    )
    assert options.at(0) == options.at(99) == ()
    assert str(mine).splitlines() == [str(option) for option in mine]


def test_a_resigned_game_has_no_options() -> None:
    """A resigned game has no options and no legal moves, although its state has some."""
    game = Game(seed=3)
    game.resign("two")

    assert game.legal_moves == ()
    assert game.options() == ()
    game.resume()
    assert [option.move for option in game.options()] == list(game.legal_moves)


def test_options_are_values() -> None:
    """Options are equal for equal positions, hashable, and equal after a copy or a pickle."""
    one, two = (Game(seed=7).state.options() for _ in range(2))

    assert one == two
    assert hash(one) == hash(two)
    assert type(pickle.loads(pickle.dumps(one))) is Options  # noqa: S301 - our own
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - our own
    assert copy.deepcopy(one) == one
    assert Options(option for option in one if option.is_legal) == one


def test_each_card_and_each_wonder_is_priced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each card and wonder is priced once, since a wonder costs the same with any card."""
    asked: list[Move] = []

    def watched(given: State, move: Move) -> PaymentPlan | None:
        asked.append(move)
        return plan(given, move)

    monkeypatch.setattr("wonders_duel.engine.options.plan", watched)
    given = goldens.positions()["turn1"]
    one = given.cities[given.player]

    assert len(given.options()) == len(given.accessible) * (2 + len(one.unbuilt))
    assert len(asked) == len(given.accessible) + len(one.unbuilt)


def test_options_change_nothing() -> None:
    """Listing the options leaves the state and its legal moves unchanged."""
    rng = Random(5)
    game = Game(seed=5)
    while moves := game.legal_moves:
        before = game.state.to_text()
        game.options()
        assert game.state.to_text() == before
        game.play(moves[int(rng.random() * len(moves))])
