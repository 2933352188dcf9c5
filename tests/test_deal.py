"""Deals: validated, reproducible, and drawn uniformly from what a state leaves open."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any

import attrs
import pytest

from tests.amounts import part
from tests.builders import BASE_PHASES, EXTENDED, city, position
from tests.own_cards import OWN
from tests.wording import Wording
from wonders_duel import (
    Age,
    Back,
    Building,
    CardRevealed,
    Catalogue,
    ChanceError,
    CityPosition,
    Colour,
    Deal,
    DealError,
    Game,
    Phase,
    Player,
    Position,
    RevealTiming,
    Rules,
    State,
    StructureLayout,
    TokensDealt,
    TokensDrawn,
    Wonder,
    WrongTypeError,
    catalogue,
)
from wonders_duel.chance.deal_reading import deal_problems
from wonders_duel.chance.randomness import draw
from wonders_duel.effects import DrawTokens, Points
from wonders_duel.seeds import generator
from wonders_duel.testing.walks import every_rules, walk

TOKENS = [token.id for token in catalogue.tokens.values()]
WONDERS = [wonder.id for wonder in catalogue.wonders.values()]
IDS = {*catalogue.buildings, *catalogue.wonders, *catalogue.tokens}
GUILDS = [card.id for card in catalogue.buildings.values() if card.colour is Colour.PURPLE]
DECKS = {
    age: [
        card.id
        for card in catalogue.buildings.values()
        if card.age is age and card.id not in GUILDS
    ]
    for age in Age
}


def parts() -> dict[str, list[list[str]] | list[str]]:
    """Return the parts of a valid deal."""
    return {
        "draft": [WONDERS[:4], WONDERS[4:8]],
        "board_tokens": TOKENS[:5],
        "great_library": TOKENS[5:8],
        "ages": [
            DECKS[Age.I][:20],
            DECKS[Age.II][:20],
            [*DECKS[Age.III][:17], *GUILDS[:3]],
        ],
    }


def made(**changes: object) -> Deal:
    """Return a deal of the valid parts with some of them changed."""
    return Deal(**{**parts(), **changes})  # type: ignore[arg-type]


def ages(number: int, cards: Sequence[str]) -> dict[str, object]:
    """Return the ages with one of them replaced."""
    dealt = list(parts()["ages"])
    dealt[number - 1] = list(cards)
    return {"ages": dealt}


# -- made by hand ---------------------------------------------------------------------------------


def test_a_deal_can_be_made_of_ids_names_and_objects() -> None:
    """Ids, printed names and objects give the same deal."""
    ids = made()
    objects = Deal(
        draft=ids.draft,
        board_tokens=ids.board_tokens,
        great_library=ids.great_library,
        ages=ids.ages,
    )
    names = Deal(
        draft=[[wonder.name.upper() for wonder in group] for group in ids.draft],
        board_tokens=[token.name for token in ids.board_tokens],
        great_library=[token.name for token in ids.great_library],
        ages=[[card.name for card in age] for age in ids.ages],
    )

    assert ids == objects == names
    assert hash(ids) == hash(objects)
    assert WONDERS[:4] == [wonder.id for wonder in ids.draft[0]]
    assert DECKS[Age.I][:20] == [card.id for card in ids.ages[0]]


WRONG: list[dict[str, object]] = [
    {"draft": [WONDERS[:4]]},
    {"draft": []},
    {"draft": [WONDERS[:4], WONDERS[4:8], WONDERS[8:]]},
    {"draft": [WONDERS[:3], WONDERS[4:9]]},
    {"draft": [WONDERS[:4], WONDERS[3:7]]},
    {"draft": [[*WONDERS[:3], "the-tower"], WONDERS[4:8]]},
    {"draft": [[*WONDERS[:3], "baths"], WONDERS[4:8]]},
    {"board_tokens": TOKENS[:4]},
    {"board_tokens": ["justice", *TOKENS[1:5]]},
    {"board_tokens": [None, *TOKENS[1:5]]},
    {"great_library": TOKENS[5:7]},
    {"great_library": TOKENS[4:7]},
    {"great_library": ["baths", *TOKENS[5:7]]},
    {"ages": [DECKS[Age.I][:20], DECKS[Age.II][:20]]},
    {"ages": [*parts()["ages"], ["bath house", "lumber-yard"]]},
    ages(1, DECKS[Age.I][:19]),
    ages(2, DECKS[Age.II][:21]),
    ages(1, [*DECKS[Age.I][:19], DECKS[Age.II][20]]),
    ages(2, [*DECKS[Age.II][:19], DECKS[Age.I][20]]),
    ages(1, [*DECKS[Age.I][:19], "lumber-yard"]),
    ages(2, [*DECKS[Age.II][:19], GUILDS[6]]),
    ages(3, [*DECKS[Age.III][:18], *GUILDS[:2]]),
    ages(3, [*DECKS[Age.III][:16], *GUILDS[:4]]),
    ages(3, [*DECKS[Age.III][:17], *GUILDS[:2], "bath house"]),
    # Several at once: all of them are listed.
    {"draft": [WONDERS[:3], WONDERS[4:8]], "board_tokens": TOKENS[:6], "great_library": TOKENS[5:9]},
    {"draft": [["no", *WONDERS[:3]], WONDERS[4:8]], "board_tokens": ["non", *TOKENS[:4]]},
    ages(1, ["walls", "senate", *DECKS[Age.I][:19]]),
    # A value that is not a list counts as an empty one.
    {"draft": None},
    {"draft": [None, WONDERS[0]]},
    {"board_tokens": 5},
    {"great_library": "law"},
    {"ages": [5, None, "baths"]},
    {"ages": None},
]  # fmt: skip


@pytest.mark.parametrize("changes", WRONG)
def test_an_impossible_deal_lists_every_problem(
    changes: Mapping[str, object], wording: Wording
) -> None:
    """The error for an impossible deal has exactly one sentence per problem."""
    with wording.raises(DealError):
        made(**changes)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        *[(one, ["draft"]) for one in WRONG if [*one] == ["draft"]],
        *[(one, ["board"]) for one in WRONG if [*one] == ["board_tokens"]],
        *[(one, ["library"]) for one in WRONG if [*one] == ["great_library"]],
        ({"ages": [DECKS[Age.I][:20], DECKS[Age.II][:20]]}, ["ages"]),
        ({"ages": [*parts()["ages"], [DECKS[Age.I][0]]]}, ["ages"]),
        ({"board_tokens": [*TOKENS[:4], TOKENS[0]]}, ["board"]),
        (ages(1, DECKS[Age.I][:19]), ["age I"]),
        (ages(1, [*DECKS[Age.I][:19], DECKS[Age.I][0]]), ["age I"]),
        (ages(2, [*DECKS[Age.II][:19], "baths"]), ["age II"]),
        (ages(3, [*DECKS[Age.III][:18], *GUILDS[:2]]), ["age III"]),
        ({"ages": [5, *parts()["ages"][1:]]}, ["age I"]),
        ({"ages": None}, ["ages"]),
    ],
)
def test_every_problem_has_its_part(changes: Mapping[str, object], found: list[str]) -> None:
    """In a text, the part tells the line."""
    whole: dict[str, object] = {**parts(), **changes}
    problems = deal_problems(catalogue, **whole)
    assert sorted({one for one, _ in problems}) == found


def test_an_unknown_name_does_not_hide_the_other_problems(wording: Wording) -> None:
    """An unknown token, a duplicate wonder and an age that is too short are all listed."""
    with wording.raises(DealError):
        made(
            board_tokens=["justice", *TOKENS[:4]],
            draft=[WONDERS[:4], WONDERS[3:7]],
            **ages(1, DECKS[Age.I][:19]),
        )


@pytest.mark.parametrize("box", range(5))
def test_the_library_draws_no_more_than_the_box_has(wording: Wording, box: int) -> None:
    """With few custom tokens the library draws fewer than three, and a deal has as many."""
    cards = catalogue.edited("few tokens", remove=TOKENS[5 + box :])
    expected = min(box, 3)

    start = State.start(catalogue=cards)
    deals = [
        Deal.random(7, cards),
        Deal.consistent_with(start, Random(7)),
        Deal.consistent_with(start.resolve(TokensDealt(cards.token_list[:5])), Random(7)),
        made(catalogue=cards, great_library=TOKENS[5:][:expected]),
        # The board of this position is empty, so the deal takes five from the box.
        Deal.consistent_with(
            Position(age=Age.I, structure={0: "baths"}, catalogue=cards).state(), Random(7)
        ),
    ]

    assert {len(deal.great_library) for deal in deals} == {expected}
    with wording.raises(DealError):
        made(catalogue=cards, great_library=TOKENS[:4])


def test_too_few_ages_do_not_hide_the_problems_of_those_there(wording: Wording) -> None:
    """A missing age and a card of the wrong age are both listed."""
    with wording.raises(DealError):
        made(ages=[[*DECKS[Age.I][:19], "walls"], DECKS[Age.II][:20]])


# -- a value --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 7])
def test_a_deal_is_a_value(seed: int) -> None:
    """A deal has a repr that evaluates, survives copies, pickling and JSON, and is frozen."""
    deal = Deal.random(Random(seed))

    assert deal == eval(repr(deal), {"Deal": Deal})  # noqa: S307 - our own text
    assert deal == pickle.loads(pickle.dumps(deal))  # noqa: S301 - our own bytes
    assert hash(deal) == hash(pickle.loads(pickle.dumps(deal)))  # noqa: S301
    assert deal == Deal.from_json(deal.to_json())
    assert copy.deepcopy(deal) is deal
    assert copy.copy(deal) is deal
    assert deal != Deal.random(Random(seed + 1))
    assert deal != "a deal"
    assert {"draft", "ages", "outcome"} <= {*dir(deal)}
    assert "numbers" not in dir(deal)
    assert not hasattr(deal, "__dict__")
    assert not hasattr(deal, "__weakref__")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        deal.numbers = None  # type: ignore[misc,assignment]


def test_ambiguous_arguments_are_keyword_only() -> None:
    """The parts of a deal and the indent of a document are keyword-only."""
    deal = made()

    with pytest.raises(TypeError):
        Deal(deal.draft, deal.board_tokens, deal.great_library, deal.ages)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        deal.to_json(2)  # type: ignore[call-arg]


def test_the_repr_of_another_catalogue_is_not_an_expression() -> None:
    """The repr of a deal from another catalogue is not meant to be evaluated."""
    other = catalogue.extended("other")

    assert repr(Deal.random(Random(1), other)).startswith("<Deal(")
    assert repr(Deal.random(Random(1), other)).endswith("of 'other'>")


# -- random deals ---------------------------------------------------------------------------------


def test_a_seed_deals_the_same_as_its_game() -> None:
    """``Deal.random`` of a seed, number or text, is the deal of the game with that seed."""
    for seed in (7, "a text"):
        assert Deal.random(seed) == Game(seed=seed).deal == Deal.random(generator("deal", seed))
    assert Deal.random() != Deal.random()


def test_a_seed_always_deals_the_same() -> None:
    """The deal of one seed is pinned card by card: it must never change, on any Python version."""
    deal = Deal.random(Random(2015))

    assert {
        "draft": [" ".join(one.id for one in group) for group in deal.draft],
        "board": " ".join(one.id for one in deal.board_tokens),
        "library": " ".join(one.id for one in deal.great_library),
        "ages": [" ".join(one.id for one in age) for age in deal.ages],
    } == GOLDEN


class OnlyRandom(Random):
    """A generator on which only ``random()`` may be called."""

    def refuse(self, *_: object, **__: object) -> int:
        """Refuse the call."""
        message = "only random() may be called"
        raise NotImplementedError(message)

    getrandbits = randrange = randint = choice = choices = shuffle = sample = refuse  # type: ignore[assignment]


def test_only_the_random_method_is_called() -> None:
    """Random and consistent deals call only ``random()``."""
    state = Game(seed=3).state

    assert Deal.random(Random(1)) == Deal.random(OnlyRandom(1))
    assert Deal.consistent_with(state, Random(1)) == Deal.consistent_with(state, OnlyRandom(1))


@pytest.mark.parametrize("seed", range(30))
def test_a_random_deal_is_valid(seed: int) -> None:
    """The constructor accepts a random deal."""
    deal = Deal.random(Random(seed))

    assert deal == Deal(
        draft=deal.draft,
        board_tokens=deal.board_tokens,
        great_library=deal.great_library,
        ages=deal.ages,
    )


def chi_squared(found: Mapping[str, int], keys: Sequence[str]) -> float:
    """Return Pearson's chi-squared statistic for equal probabilities."""
    assert set(found) <= set(keys)
    expected = sum(found.values()) / len(keys)
    return sum((found.get(key, 0) - expected) ** 2 / expected for key in keys)


def test_random_deals_are_uniform() -> None:
    """Slots, groups, board, library and guilds each get every card equally often.

    The limits are exceeded once in a thousand samples.
    """
    rng = Random(99)
    deals = [Deal.random(rng) for _ in range(2300)]
    first = Counter(deal.ages[0][0].id for deal in deals)
    last = Counter(deal.ages[1][19].id for deal in deals)
    guilds = Counter(card.id for deal in deals for card in deal.ages[2] if card.id in GUILDS)
    places = Counter(
        str(slot) for deal in deals for slot, card in enumerate(deal.ages[2]) if card.id in GUILDS
    )

    assert chi_squared(first, DECKS[Age.I]) < 48.3
    assert chi_squared(last, DECKS[Age.II]) < 48.3
    assert chi_squared(guilds, GUILDS) < 22.5
    assert chi_squared(places, [str(slot) for slot in range(20)]) < 43.9
    assert chi_squared(Counter(deal.draft[0][0].id for deal in deals), WONDERS) < 31.3
    assert chi_squared(Counter(deal.draft[1][3].id for deal in deals), WONDERS) < 31.3
    assert chi_squared(Counter(deal.great_library[0].id for deal in deals), TOKENS) < 27.9


# -- resolving ------------------------------------------------------------------------------------


def test_a_deal_has_outcomes_only_for_chance_states(wording: Wording) -> None:
    """A deal has an outcome only for chance states; otherwise the error names the phase."""
    deal = Deal.random(Random(1))

    with wording.raises(ChanceError):
        deal.outcome(Game(seed=1).state)
    with wording.raises(ChanceError):
        deal.outcome(Game(seed=1).state.play_out(Random(1)))


def test_a_deal_of_another_catalogue_is_refused(wording: Wording) -> None:
    """A deal from another catalogue is refused by name."""
    deal = Deal.random(Random(1), catalogue.extended("other"))

    for refuse in (
        lambda: deal.outcome(State.start()),
        lambda: Game.from_state(State.start(), deal),
    ):
        with wording.raises(DealError) as caught:
            refuse()
        assert len(caught.value.problems) == 1


@pytest.mark.parametrize("wrong", [None, 5, "draft"])
def test_a_wrong_state_or_generator_is_named(wrong: object, wording: Wording) -> None:
    """The wrong type is named first, with what was expected."""
    deal, state = made(), State.start()
    calls: list[Callable[[], object]] = [
        lambda: deal.outcome(wrong),  # type: ignore[arg-type]
        lambda: deal.conflicts(wrong),  # type: ignore[arg-type]
        lambda: Deal.consistent_with(wrong, Random(1)),  # type: ignore[arg-type]
        lambda: Deal.consistent_with(state, wrong),  # type: ignore[arg-type]
    ]
    for call in calls:
        with wording.raises(WrongTypeError):
            call()


def test_a_deal_of_an_equal_catalogue_is_accepted() -> None:
    """A deal fits a state of an equal catalogue, such as one that was read twice."""
    mine, theirs = (catalogue.extended("read twice") for _ in range(2))
    deal = made(catalogue=mine)

    assert mine is not theirs
    assert deal.outcome(State.start(catalogue=theirs)) == TokensDealt(deal.board_tokens)


# -- consistent with a state ----------------------------------------------------------------------


def every_state(seed: int, rules: Rules) -> Iterator[State]:
    """Yield every state of a random game, chance states included."""
    rng = Random(seed)
    deal = Deal.random(rng)
    now = State.start(rules=rules, first_player=Player(seed % 2))
    while not now.is_over:
        yield now
        if now.chance is not None:
            now = now.resolve(deal.outcome(now))
        else:
            moves = now.legal_moves
            now = now.apply(moves[int(rng.random() * len(moves))])
    yield now


def check_fits(state: State, rng: Random) -> None:
    """Check that a deal drawn for a state fits it, is valid, and lasts until the end."""
    deal = Deal.consistent_with(state, rng)

    assert deal.conflicts(state) == ()
    assert deal == Deal(
        draft=deal.draft,
        board_tokens=deal.board_tokens,
        great_library=deal.great_library,
        ages=deal.ages,
    )
    if state.structure.slots and state.age is not None:
        for slot in state.structure:
            card = deal.ages[state.age - 1][slot.index]
            if slot.building is not None:
                assert slot.building is card
            elif slot.back is not None:
                assert slot.back is card.back
    game = Game.from_state(state, deal)
    while not game.is_over:
        moves = game.legal_moves
        game.play(moves[int(rng.random() * len(moves))])
    assert game.result is not None


@pytest.mark.parametrize("timing", RevealTiming)
@pytest.mark.parametrize("setup", ["draft", "first-game"])
@pytest.mark.parametrize("seed", range(3))
def test_a_deal_fits_every_state_of_a_game(timing: RevealTiming, setup: str, seed: int) -> None:
    """In every phase, a consistent deal agrees with what is visible and lasts until the end."""
    rng = Random(seed)
    for state in every_state(seed, Rules(reveal_timing=timing, wonder_setup=setup)):
        check_fits(state, rng)


@pytest.mark.parametrize("timing", RevealTiming)
def test_a_deal_fits_every_phase(timing: RevealTiming) -> None:
    """A consistent deal fits a state of each phase, chance states and choices included."""
    met: dict[Phase, State] = {}
    for seed in range(100, 160):
        for state in every_state(seed, Rules(reveal_timing=timing)):
            met.setdefault(state.phase, state)
        if len(met) == len(BASE_PHASES):
            break

    assert set(BASE_PHASES) == set(met)
    for state in met.values():
        for seed in range(5):
            check_fits(state, Random(seed))


SPARSE = {
    "nothing": Position(),
    "age one, one card": Position(age=Age.I, structure={0: "baths"}),
    "age one, gone": Position(age=Age.I),
    "age two, one card": Position(age=Age.II, structure={0: "walls"}),
    "age three, gone but for guilds": Position(age=Age.III, structure={0: GUILDS[0], 1: GUILDS[1]}),
    "many of age one": Position(age=Age.II, structure={}, cities=(city(7, *DECKS[Age.I][:20]), city())),
    "tokens": Position(
        age=Age.II,
        structure={0: "walls"},
        cities=(city(tokens=TOKENS[:4]), city(tokens=TOKENS[4:8], unbuilt=["the-great-library"])),
    ),
    "more tokens": Position(
        age=Age.II,
        cities=(city(tokens=TOKENS[:6]), city(tokens=TOKENS[6:], unbuilt=["the-great-library"])),
    ),
    "library": position(
        Age.I, ["baths"], city(built={"the-great-library": "altar"}), pending=[Phase.LIBRARY_TOKEN]
    ),
    "library, offered": position(
        Age.I,
        ["baths"],
        city(built={"the-great-library": "altar"}),
        pending=[Phase.LIBRARY_TOKEN],
        offer=[TOKENS[1], TOKENS[4], TOKENS[8]],
    ),
    "cards of later ages": Position(
        age=Age.I, structure={0: "baths"}, cities=(city(7, "walls"), city()), discard_pile=["arsenal"]
    ),
    "wonders, none yet": Position(board_tokens=TOKENS[:5], phase=Phase.DEAL_WONDERS),
    "draft": Position(
        board_tokens=TOKENS[5:],
        offer=WONDERS[8:11],
        to_move=Player.TWO,
        cities=(city(unbuilt=WONDERS[:1]), city()),
    ),
    "second group": Position(
        board_tokens=TOKENS[5:],
        offer=WONDERS[8:],
        to_move=Player.TWO,
        cities=(city(unbuilt=WONDERS[:2]), city(unbuilt=WONDERS[2:4])),
    ),
    "few wonders": Position(
        board_tokens=TOKENS[:5],
        cities=(city(unbuilt=WONDERS[:2]), city(unbuilt=WONDERS[4:5])),
        phase=Phase.DEAL_AGE,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SPARSE)
def test_a_deal_fits_sparse_positions(name: str) -> None:
    """A consistent deal fits sparse positions, however many cards are named."""
    state = SPARSE[name].state()
    for seed in range(5):
        check_fits(state, Random(seed))


def test_a_seed_always_determinizes_the_same() -> None:
    """The deals of one seed for sparse positions and for every sixth state of a game never change.

    Both builds and all Python versions give the same deals, so a bot plays the same game again.
    Visible cards keep their places, draws are made in order, and gaps are filled in a fixed order.
    """
    states = {name: made.state() for name, made in SPARSE.items()}
    played = enumerate(every_state(0, Rules()))
    states |= {f"step {step} of a game": state for step, state in played if not step % 6}
    found = {name: numbers(Deal.consistent_with(states[name], Random(2015))) for name in states}

    assert found == DETERMINIZED


def numbers(deal: Deal) -> str:
    """Return the groups, the board, the library and the ages as catalogue numbers."""
    return " ".join(
        bytes(part).hex()
        for part in (
            *([catalogue.number_of_wonder(one.id) for one in group] for group in deal.draft),
            [catalogue.number_of_token(one.id) for one in deal.board_tokens],
            [catalogue.number_of_token(one.id) for one in deal.great_library],
            *([catalogue.number_of_building(one.id) for one in age] for age in deal.ages),
        )
    )


def _shuffled() -> Catalogue:
    """Return as many buildings as there can be, the decks of the ages mixed."""
    more = [
        Building(
            id=f"house-{number}",
            name=f"House {number}",
            age=Age.III if colour is Colour.PURPLE else Age(number % 3 + 1),
            colour=colour,
            effects=(Points(points=1),),
        )
        for number in range(251 - len(catalogue.building_list))
        for colour in [list(Colour)[number % len(Colour)]]
    ]
    buildings = draw(Random(1), [*catalogue.building_list, *more])
    parts = (catalogue.wonder_list, catalogue.token_list, catalogue.structures)
    return Catalogue("shuffled", buildings, *parts)


def _small() -> Catalogue:
    """Return a catalogue whose last age has three guilds and nothing else, and few tokens."""
    return Catalogue(
        "small",
        [card for card in catalogue.building_list if card.back is not Back.AGE_III],
        catalogue.wonder_list,
        catalogue.token_list[:7],
        [*catalogue.structures[:2], StructureLayout(((0,), (1,), (0,)))],
    )


CATALOGUES: dict[str, Callable[[], Catalogue]] = {
    "base": lambda: catalogue,
    "extended": lambda: EXTENDED,
    "shuffled": _shuffled,
    "small": _small,
}


@pytest.mark.parametrize("name", CATALOGUES)
def test_a_deal_fits_under_all_rule_options_and_catalogues(name: str) -> None:
    """In the states of a game with each set of rule options, a consistent deal has no conflict.

    It has the same cards as its copy, and its outcome is possible.
    """
    cards = CATALOGUES[name]()
    stride = 3 // part(3)  # every state with ``--slow``
    for seed in range(len(every_rules(cards))):
        for step, state in enumerate(walk(seed, cards)):
            if step % stride != seed % stride:
                continue
            deal = Deal.consistent_with(state, Random(step))
            again = copied(Deal.consistent_with(state, Random(step)))
            assert deal.conflicts(state) == ()
            assert deal == again
            assert hash(deal) == hash(again)
            if state.chance is not None:
                assert state.resolve(deal.outcome(state)) != state


def copied(deal: Deal) -> Deal:
    """Return a deal with the same cards, made from them."""
    return Deal(
        draft=deal.draft,
        board_tokens=deal.board_tokens,
        great_library=deal.great_library,
        ages=deal.ages,
        catalogue=deal.catalogue,
    )


SECOND = Wonder(id="second-library", name="The Second Library", effects=(DrawTokens(),))
TWO_LIBRARIES = catalogue.extended("two libraries", wonders=[SECOND])


@pytest.mark.parametrize("cards", [TWO_LIBRARIES, OWN])
def test_the_deal_of_a_game_fits_after_its_first_draw_of_tokens(cards: Catalogue) -> None:
    """Several custom cards can draw tokens, or take them from the box; the game can be continued."""
    kept = 0
    for seed in range(8):
        deal = Deal.random(seed, cards)
        for state in walk(seed, cards, ("the-great-library", "second-library", "the-hoard")):
            assert deal.conflicts(state) == ()
            held = {token for city in state.cities for token in city.tokens}
            kept += bool(held & set(deal.great_library))

    assert kept > 20


def test_tokens_of_a_second_draw_contradict_a_state_if_they_were_not_drawn() -> None:
    """A token on the board was not drawn; one in a city was, if a card in play has drawn."""
    ages = Deal.random(1, TWO_LIBRARIES).ages
    deal = Deal(
        draft=(WONDERS[:4], WONDERS[4:8]),
        board_tokens=TOKENS[:5],
        great_library=TOKENS[5:8],
        ages=ages,
        catalogue=TWO_LIBRARIES,
    )

    def conflicts(built: Mapping[str, Building], *pending: Phase) -> tuple[str, ...]:
        return deal.conflicts(
            Position(
                age=Age.I,
                structure={0: ages[0][0]},
                cities=(
                    CityPosition(tokens=[TOKENS[5]], built=built),
                    CityPosition(unbuilt=["the-great-library"]),
                ),
                board_tokens=[*TOKENS[:4], TOKENS[6]],
                pending=pending,
                catalogue=TWO_LIBRARIES,
            ).state()
        )

    one, other = (
        f"{name} is to be drawn from the box, but it is not in the box" for name in TOKENS[5:7]
    )
    built = {"second-library": ages[0][1]}
    assert conflicts({}) == (one, other)
    assert conflicts(built) == (other,)
    assert conflicts(built, Phase.LIBRARY_TOKEN) == (one, other)


@pytest.mark.parametrize(
    ("drawing", "where"),
    [
        ("altar", city(7, "altar", tokens=[TOKENS[5]])),
        ("altar", city(tokens=[TOKENS[5]])),  # in the discard pile
        ("law", city(tokens=["law", TOKENS[5]])),
    ],
)
def test_a_card_that_has_drawn_explains_a_token_in_a_city(
    drawing: str, where: CityPosition
) -> None:
    """Buildings and tokens can draw, and a building can be destroyed later."""
    cards = _drawing(drawing)
    deal = made(catalogue=cards)

    def conflicts(one: CityPosition, **rest: Any) -> list[list[str]]:
        other = city(unbuilt=["the-great-library"])
        state = position(Age.III, ["arena"], one, other, catalogue=cards, **rest).state()
        return [found for found in named(deal.conflicts(state)) if len(found) == 1]

    pile = ["altar"] if drawing == "altar" and not where.buildings else []
    assert conflicts(where, discard_pile=pile) == []
    assert conflicts(city(tokens=[TOKENS[5]])) == [[TOKENS[5]]]


def test_a_custom_choice_explains_a_token_in_a_city() -> None:
    """It may have taken the token from the box."""
    for cards, problems in ((OWN, 0), (catalogue, 1)):
        deal = made(catalogue=cards)
        one, other = city(tokens=[TOKENS[5]]), city(unbuilt=["the-great-library"])
        state = position(Age.III, ["arena"], one, other, catalogue=cards).state()
        found = [one for one in named(deal.conflicts(state)) if len(one) == 1]
        assert found == [[TOKENS[5]]] * problems


@pytest.mark.parametrize("name", CATALOGUES)
def test_a_deal_plays_like_its_copy(name: str) -> None:
    """A consistent deal gives the same games as one with the same cards that is made by hand.

    This is so from its state on, and from the beginning of a game, which is its past.
    """
    cards = CATALOGUES[name]()
    for seed in range(3):
        rules = every_rules(cards)[-1 - seed]
        for step, state in enumerate(walk(seed, cards)):
            if step % 5:
                continue
            starts = [State.dealt(Deal.consistent_with(state, Random(step)), rules=rules)]
            if state.to_move is not None:
                starts.append(state)
            for start in starts:
                deal = Deal.consistent_with(state, Random(step))
                other = copied(Deal.consistent_with(state, Random(step)))
                assert starts[0] == State.dealt(other, rules=rules)
                rng = Random(step)
                now = start
                while moves := now.legal_moves:
                    move = moves[int(rng.random() * len(moves))]
                    after = now.play(move, deal)
                    assert after == now.play(move, other)
                    now = after


def test_a_deal_has_an_outcome_for_earlier_states() -> None:
    """A consistent deal gives the outcomes of earlier states, too, from the cards that it shows."""
    states = list(walk(3, catalogue))
    last = next(state for state in states if state.age is Age.III and state.cards_left == 5)
    for state in states:
        if state.chance is not None:
            deal = Deal.consistent_with(last, Random(1))
            other = copied(Deal.consistent_with(last, Random(1)))
            assert deal.outcome(state) == other.outcome(state)


@pytest.mark.parametrize("number", range(9))
def test_a_deal_has_each_token_once(number: int) -> None:
    """With any number of tokens on the board and in the cities, a deal has a board and a library."""
    held = city(tokens=TOKENS[5:number])
    state = Position(age=Age.II, board_tokens=TOKENS[: min(number, 5)], cities=(held, city()))
    boards = []
    for seed in range(20):
        deal = Deal.consistent_with(state.state(), Random(seed))
        assert copied(deal) == deal
        boards.append({token.id for token in deal.board_tokens})
        if number <= 7:
            assert not {token.id for token in deal.great_library} & set(TOKENS[:number])
    assert set.intersection(*boards) == set(TOKENS[: min(number, 5)])


def test_the_numbers_of_a_consistent_deal_are_frozen_and_small() -> None:
    """No field can be set, and there is no room for others; the past is filled in once."""
    state = next(state for state in walk(5, catalogue) if state.age is Age.II)
    numbers = Deal.consistent_with(state, Random(1)).numbers

    assert not hasattr(numbers, "__dict__")
    assert not hasattr(numbers, "__weakref__")
    for field in attrs.fields(type(numbers)):
        before = getattr(numbers, field.name)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(numbers, field.name, before)
    assert numbers.whole() is numbers.whole()
    assert numbers.whole() is not numbers


def test_threads_see_the_same_past() -> None:
    """Threads that look at a new deal at the same time see the same cards."""
    states = [state for state in walk(3, catalogue) if state.age is Age.III]
    threads = 8
    barrier = Barrier(threads)

    def look(deals: list[Deal]) -> list[int]:
        barrier.wait()
        return [hash(deal) for deal in deals]

    deals = [Deal.consistent_with(state, Random(1)) for state in states for _ in range(20)]
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(look, [deals] * threads))

    assert found == [[hash(copied(deal)) for deal in deals]] * threads


def test_a_deal_that_is_played_keeps_its_cards() -> None:
    """A consistent deal that nobody looks at until the end of the game shows the same cards then."""
    state = next(state for state in walk(5, catalogue) if state.age is Age.II)
    deal = Deal.consistent_with(state, Random(1))
    before = repr(Deal.consistent_with(state, Random(1)))
    now = state
    while moves := now.legal_moves:
        now = now.play(moves[0], deal)
    assert repr(deal) == before
    assert now.is_over


def test_hidden_slots_are_drawn_uniformly() -> None:
    """Each unseen card with the right back is equally probable in a face-down slot."""
    state = Game(seed=6, rules="first-game").state
    seen = {slot.building.id for slot in state.structure if slot.building is not None}
    unseen = [card for card in DECKS[Age.I] if card not in seen]
    rng = Random(11)
    deals = [Deal.consistent_with(state, rng) for _ in range(1100)]

    assert len(unseen) == 11
    for slot in (2, 9, 13):
        assert chi_squared(Counter(deal.ages[0][slot].id for deal in deals), unseen) < 29.6
    pairs = Counter((deal.ages[0][2].id, deal.ages[0][3].id) for deal in deals)
    assert 105 <= len(pairs) <= 110


def test_the_draws_of_the_library_are_uniform() -> None:
    """Every three tokens of the box are equally probable for the library."""
    state = SPARSE["library"].state()
    made = Position.of(state)
    made.board_tokens = TOKENS[:5]
    state = made.state()
    rng = Random(12)
    drawn = []
    for _ in range(1000):
        outcome = Deal.consistent_with(state, rng).outcome(state)
        assert isinstance(outcome, TokensDrawn)
        drawn.append(" ".join(sorted(token.id for token in outcome.tokens)))
    found = Counter(drawn)

    assert len(found) == 10
    assert chi_squared(found, list(found)) < 27.9


def test_the_guilds_of_the_last_age_are_drawn_uniformly() -> None:
    """Before Age III each guild is equally probable."""
    state = Position(age=Age.II, structure={0: "walls"}).state()
    rng = Random(13)
    deals = [Deal.consistent_with(state, rng) for _ in range(700)]
    guilds = Counter(card.id for deal in deals for card in deal.ages[2] if card.id in GUILDS)
    places = Counter(
        str(slot) for deal in deals for slot, card in enumerate(deal.ages[2]) if card.id in GUILDS
    )

    assert sum(guilds.values()) == 2100
    assert chi_squared(guilds, GUILDS) < 22.5
    assert chi_squared(places, [str(slot) for slot in range(20)]) < 43.9


def test_guild_backs_are_kept_apart() -> None:
    """A slot with the guild back gets a guild, and other slots never do (R11)."""
    game = Game(seed=1)
    while game.state.age is not Age.III:
        game.play(game.legal_moves[0])
    state = game.state
    rng = Random(14)
    deals = [Deal.consistent_with(state, rng) for _ in range(50)]
    backs = {slot.index: slot.back for slot in state.structure if slot.back is not None}

    assert len(backs) == 8
    for deal in deals:
        assert backs == {slot: deal.ages[2][slot].back for slot in backs}


# -- conflicts ------------------------------------------------------------------------------------


def swapped(deal: Deal, age: Age, one: int, two: int) -> Deal:
    """Return the same deal with two cards of an age exchanged."""
    dealt: list[list[Building]] = [list(cards) for cards in deal.ages]
    cards = dealt[age - 1]
    cards[one], cards[two] = cards[two], cards[one]
    return Deal(
        draft=deal.draft,
        board_tokens=deal.board_tokens,
        great_library=deal.great_library,
        ages=dealt,
    )


def named(problems: Iterable[str]) -> list[list[str]]:
    """Return the cards and the slots that each problem names."""
    words = [re.findall(r"[\w-]+", problem) for problem in problems]
    return [[one for one in problem if one in IDS or one.isdigit()] for problem in words]


def refused(state: State, deal: Deal, wording: Wording) -> list[list[str]]:
    """Return the cards and slots in each conflict that prevents a game from a state with a deal."""
    with wording.raises(DealError) as caught:
        Game.from_state(state, deal)
    assert caught.value.problems == deal.conflicts(state)
    return named(caught.value.problems)


def test_a_deal_that_fits_is_accepted_and_another_is_refused(wording: Wording) -> None:
    """Face-up cards in other slots, a different back and a card seen elsewhere are refused."""
    game = Game(seed=2, rules="first-game")
    deal = game.deal
    assert deal is not None
    state = game.state
    first, second, hidden = (deal.ages[0][slot].id for slot in (0, 1, 2))

    assert Game.from_state(state, deal).state == state
    assert Game.from_state(state, swapped(deal, Age.I, 2, 3)).state == state
    assert refused(state, swapped(deal, Age.I, 0, 1), wording) == [
        ["0", first, second],
        ["1", second, first],
    ]
    assert refused(state, swapped(deal, Age.I, 0, 2), wording) == [
        ["0", first, hidden],
        [first, "2"],
    ]


def test_a_deal_whose_hidden_card_was_seen_is_refused(wording: Wording) -> None:
    """A face-down card of the deal must not be in a discard pile, in a city or under a wonder."""
    deal = made()
    card = deal.ages[0][2].id
    for where in (
        {"discard_pile": [card]},
        {"cities": (city(7, card), city())},
        {"cities": (city(), city(built={"the-sphinx": card}))},
    ):
        full = State.dealt(deal, rules=Rules(wonder_setup="first-game"))
        position = Position.of(full)
        position.cities = (CityPosition(), CityPosition())
        position.rules = Rules()
        position.structure = {
            slot: card
            for slot, card in enumerate(each.building or each.back for each in full.structure)
            if slot != 19 and card is not None
        }
        for name, value in where.items():
            setattr(position, name, value)

        assert refused(position.state(), deal, wording) == [[card, "2"]]


def test_a_card_of_a_later_age_that_was_seen_is_refused(wording: Wording) -> None:
    """A card of a later age that was seen is refused, with the slot it has in its age."""
    state = SPARSE["cards of later ages"].state()
    dealt = parts()["ages"]
    deal = made(ages=[["baths", *DECKS[Age.I][:19]], *dealt[1:]])

    walls = ["walls", str(dealt[1].index("walls"))]
    arsenal = ["arsenal", str(dealt[2].index("arsenal"))]
    assert refused(state, deal, wording) == [walls, arsenal]
    second = Position(age=Age.II, discard_pile=["arsenal"]).state()
    assert refused(second, deal, wording) == [arsenal]


def test_a_guild_behind_another_back_is_refused(wording: Wording) -> None:
    """A guild in a slot that shows the back of Age III is refused."""
    cards = list(made().ages[2])
    layout = catalogue.structures[2].face_up
    down = [slot for slot in range(20) if not layout[slot]]
    plain = [card for card in cards if card.colour is not Colour.PURPLE]
    guilds = [card for card in cards if card.colour is Colour.PURPLE]
    slots: dict[int, Building] = dict(zip(down[:3], guilds, strict=True))
    slots |= dict(zip([slot for slot in range(20) if slot not in slots], plain, strict=True))
    deal = made(ages=[*parts()["ages"][:2], [slots[slot] for slot in range(20)]])
    structure = {slot: card if layout[slot] else card.back for slot, card in slots.items()}
    state = Position(age=Age.III, structure=structure).state()

    assert deal.conflicts(state) == ()
    assert refused(state, swapped(deal, Age.III, down[0], down[5]), wording) == [
        [str(down[0]), slots[down[5]].id],
        [str(down[5]), slots[down[0]].id],
    ]


def test_a_second_draft_group_with_a_wonder_that_was_seen_is_refused(wording: Wording) -> None:
    """A wonder of the second group that was seen is refused until that group has been offered."""
    deal = made()
    offered = Position(board_tokens=TOKENS[:5], offer=WONDERS[4:8]).state()

    assert refused(offered, deal, wording) == [[wonder] for wonder in WONDERS[4:8]]
    assert deal.conflicts(Position(board_tokens=TOKENS[:5], offer=WONDERS[:4]).state()) == ()


LIBRARY_TOKENS_ON_THE_BOARD = {
    "in a city": Position(
        age=Age.I,
        structure={0: "baths"},
        board_tokens=TOKENS[5:],
        cities=(city(unbuilt=["the-great-library"]), city()),
    ),
    "just built": position(
        Age.I,
        ["baths"],
        city(built={"the-great-library": "altar"}),
        board_tokens=TOKENS[5:],
        pending=[Phase.LIBRARY_TOKEN],
    ),
    "still to be drafted": Position(board_tokens=TOKENS[5:], offer=WONDERS[:4]),
    "still to be dealt": Position(board_tokens=TOKENS[5:], phase=Phase.DEAL_WONDERS),
}  # fmt: skip


@pytest.mark.parametrize("name", LIBRARY_TOKENS_ON_THE_BOARD)
def test_a_library_that_would_draw_tokens_of_the_board_is_refused(
    name: str, wording: Wording
) -> None:
    """The library must not draw tokens of the board while it can still be constructed."""
    groups = [
        [*WONDERS[:3], "the-great-library"],
        [w for w in WONDERS[3:] if w != "the-great-library"][:4],
    ]
    deal = made(draft=groups)
    state = LIBRARY_TOKENS_ON_THE_BOARD[name].state()

    without_slots = [one for one in refused(state, deal, wording) if len(one) == 1]
    assert without_slots == [[token] for token in TOKENS[5:8]]


def _drawing(*names: str) -> Catalogue:
    """Return a catalogue in which other cards draw tokens."""
    cards = [attrs.evolve(catalogue.card(name), effects=(DrawTokens(),)) for name in names]
    return catalogue.edited("drawing", replace=cards)


DRAWS_TO_COME: dict[str, tuple[Sequence[str], Position]] = {
    "in the next age": (["obelisk"], position(Age.II, ["brickyard"])),
    "face up": (["brickyard"], position(Age.II, ["brickyard"])),
    "face up, covered": (["obelisk"], position(Age.III, ["arena"])),
    "face down": (
        [DECKS[Age.III][2]],
        Position(age=Age.III, structure={0: "palace", 2: "age-iii", 5: "senate"}),
    ),
    "on the board": (["law"], position(Age.III, ["arena"])),
    "in the box": (["theology"], position(Age.III, ["arena"])),
    "the first one in the box": ([TOKENS[0]], position(Age.III, ["arena"])),
    "to be revived": (
        ["altar"],
        position(Age.III, ["arena"], city(unbuilt=["the-mausoleum"]), discard_pile=["altar"]),
    ),
}


@pytest.mark.parametrize("name", DRAWS_TO_COME)
def test_a_custom_card_that_would_draw_tokens_of_the_board_is_refused(name: str) -> None:
    """A custom building or token that can still come into play has to find its tokens in the box."""
    draws, position = DRAWS_TO_COME[name]
    cards = _drawing(*draws)
    state = attrs.evolve(position, board_tokens=TOKENS[5:], catalogue=cards).state()
    fits = attrs.evolve(position, board_tokens=TOKENS[:5], catalogue=cards).state()
    deal = made(catalogue=cards)

    assert [one for one in named(deal.conflicts(state)) if len(one) == 1] == [
        [token] for token in TOKENS[5:8]
    ]
    assert [one for one in named(deal.conflicts(fits)) if len(one) == 1] == []


@pytest.mark.parametrize(
    ("drawing", "gone"),
    [
        ("altar", position(Age.III, ["arena"])),
        ("altar", position(Age.III, ["arena"], discard_pile=["altar"])),
        (DECKS[Age.II][19], Position(age=Age.II, structure={0: DECKS[Age.II][0]})),
        (TOKENS[0], position(Age.III, ["arena"], city(tokens=[TOKENS[0]]))),
        (TOKENS[0], position(Age.III, ["arena"], None, city(tokens=[TOKENS[0]]))),
        (
            TOKENS[3],
            position(Age.III, ["arena"], city(tokens=[TOKENS[3]]), city(tokens=[TOKENS[0]])),
        ),
    ],
)
def test_a_custom_card_that_cannot_come_into_play_draws_nothing(
    drawing: str, gone: Position
) -> None:
    """A card of an earlier age or that was taken is gone, and a discarded one that nothing revives."""
    cards = _drawing(drawing)
    state = attrs.evolve(gone, board_tokens=TOKENS[5:], catalogue=cards).state()

    assert [one for one in named(made(catalogue=cards).conflicts(state)) if len(one) == 1] == []


@pytest.mark.parametrize("box", range(5))
def test_a_library_is_checked_while_the_box_has_three(box: int, wording: Wording) -> None:
    """The library's tokens are checked while the box has three; otherwise it draws what is left."""
    cards = catalogue.edited("few tokens", remove=TOKENS[5 + box :])
    state = Position(
        board_tokens=TOKENS[box : box + 5],
        cities=(city(unbuilt=["the-great-library"]), city()),
        phase=Phase.DEAL_AGE,
        catalogue=cards,
    ).state()
    deal = made(catalogue=cards, great_library=TOKENS[5:][: min(box, 3)])

    assert len(state.box_tokens) == box
    conflicts = deal.conflicts(state)
    assert named(conflicts) == [[token] for token in TOKENS[5:8] if box >= 3]
    for conflict in conflicts:
        wording(conflict)


def test_while_tokens_are_on_offer_the_next_draw_is_not_checked() -> None:
    """While tokens are on offer, the next draw is open, since the others go back."""
    cards = catalogue.extended(
        "two libraries",
        wonders=[Wonder(id="the-archive", name="The Archive", effects=(DrawTokens(),))],
    )
    waiting = position(
        Age.I,
        ["baths"],
        city(built={"the-great-library": "altar"}, unbuilt=["the-archive"]),
        board_tokens=TOKENS[4:8],
        pending=[Phase.LIBRARY_TOKEN],
        catalogue=cards,
    ).state()
    assert waiting.phase is Phase.DRAW_TOKENS
    offered = waiting.resolve(TokensDrawn([catalogue.tokens[one] for one in TOKENS[:3]]))
    deal = made(catalogue=cards)

    assert offered.phase is Phase.LIBRARY_TOKEN
    drawn = [[token.id] for token in deal.great_library]
    assert any(one in drawn for one in named(deal.conflicts(waiting)))
    assert not any(one in drawn for one in named(deal.conflicts(offered)))


def test_a_revealed_card_comes_from_the_deal() -> None:
    """A revealed card is the one that the deal has in the slot."""
    for state in every_state(4, Rules()):
        deal = Deal.consistent_with(state, Random(1))
        if state.phase is Phase.REVEAL:
            outcome = deal.outcome(state)
            assert isinstance(outcome, CardRevealed)
            assert state.age is not None
            assert deal.ages[state.age - 1][outcome.slot] is outcome.building
            assert state.chance is not None
            assert state.chance.slot == outcome.slot


GOLDEN: dict[str, object] = {
    "draft": [
        "the-pyramids the-appian-way the-temple-of-artemis the-great-lighthouse",
        "the-sphinx the-hanging-gardens the-great-library the-mausoleum",
    ],
    "board": "urbanism strategy philosophy theology masonry",
    "library": "law economy architecture",
    "ages": [
        "stable clay-reserve stone-reserve apothecary clay-pool palisade baths clay-pit workshop pharmacist guard-tower stone-pit lumber-yard tavern garrison scriptorium logging-camp wood-reserve press altar",
        "library brickyard drying-room statue sawmill laboratory shelf-quarry dispensary temple horse-breeders customs-house forum caravansery glass-blower parade-ground aqueduct rostrum school archery-range brewery",
        "arena arsenal pantheon fortifications shipowners-guild university obelisk armory moneylenders-guild magistrates-guild gardens port academy pretorium senate lighthouse observatory chamber-of-commerce palace town-hall",
    ],
}

DETERMINIZED: dict[str, str] = {
    "nothing": "08000b04 09050306 0907060804 030201 0e0c0b0a021015030912080500160f11010d0714 25181b29172819262a211f1d1e1a242b2c27232d 412e3e38433b373447453d33302f3f403c323536",
    "age one, one card": "00010203 04050607 0402010805 070609 15000102030405060708090a0b0c0d0e0f101112 242819261d21272c181b1a1c202a1e2322251f2b 4036483d37383e3b303233354339442e3c343f2f",
    "age one, gone": "00010203 04050607 0402010805 070609 000102030405060708090a0b0c0d0e0f10111213 242819261d21272c181b1a1c202a1e2322251f2b 4036483d37383e3b303233354339442e3c343f2f",
    "age two, one card": "00010203 04050607 0402010805 070609 000102030405060708090a0b0c0d0e0f10111213 1c1718191a1b1d1e1f202122232425262728292a 3a3f312f3c3340343746303536393b3e4744322e",
    "age three, gone but for guilds": "00010203 04050607 0402010805 070609 000102030405060708090a0b0c0d0e0f10111213 1718191a1b1c1d1e1f202122232425262728292a 4243442e2f303132333435363738393a3b3c3d3e",
    "many of age one": "00010203 04050607 0402010805 070609 000102030405060708090a0b0c0d0e0f10111213 1718191a1b1c1d1e1f202122232425262728292a 3a3f312f3c3340343746303536393b3e4744322e",
    "tokens": "03000102 04050607 0001020304 090805 000102030405060708090a0b0c0d0e0f10111213 1c1718191a1b1d1e1f202122232425262728292a 3d3a334837413b38353632342e3e2f473c403f43",
    "more tokens": "03000102 04050607 0001020304 050607 000102030405060708090a0b0c0d0e0f10111213 1718191a1b1c1d1e1f202122232425262728292a 3e404736334638353c30343d4831372e3f3b3a41",
    "library": "03000102 04050607 0402010805 070609 0a030d1104020c0f140010070105060815090b0e 1d252b261824231c282c1e172a221f272d1b2119 353f403c3b3d2f36314346302e393a3841323e48",
    "library, offered": "03000102 04050607 0302000509 010408 0a03081311020c0f14000e040105060715090b0d 17261b1f182c2719251a1e291c21242b202a222d 2e3d393a3c3642312f3240383437433b453e353f",
    "cards of later ages": "00010203 04050607 0402010805 070609 15000102030405060708090a0b0c0d0e0f101112 252819271e221a2c181b211d232a2d20241f2917 403748383a3e2f3031333d36433944323c343f35",
    "wonders, none yet": "08000b04 09050306 0001020304 090806 0e03080f151001000d071204090c1402130a1605 1f1d2b1c232718172a1a2920281926242122251b 353a3039403f41362e463d434738373c2f33343e",
    "draft": "0008090a 06010b04 0506070809 030100 100e110300070b041502050a060c1316090d0812 201c2d1d22172c1f252821232b291b242a1a2618 3b32333430382e3c40463742353e2f3a36443f3d",
    "second group": "00010203 08090a0b 0506070809 030004 020f0a151101120704000d0603130b0e05090c16 1c1a2719231f2d20241b2c1e182a2526212b2228 3347353631413040442f343b3d3e383c452e393f",
    "few wonders": "00010402 03050607 0001020304 080509 020f0a151101120704000d0603130b0e05090c16 1c1a2719231f2d20241b2c1e182a2526212b2228 3347353631413040442f343b3d3e383c452e393f",
    "step 0 of a game": "08000b04 09050306 0907060804 030201 0e0c0b0a021015030912080500160f11010d0714 25181b29172819262a211f1d1e1a242b2c27232d 412e3e38433b373447453d33302f3f403c323536",
    "step 6 of a game": "0506090a 07000b03 0104050609 070200 100e110300070b041502050a060c1316090d0812 201c2d1d22172c1f252821232b291b242a1a2618 3b32333430382e3c40463742353e2f3a36443f3d",
    "step 12 of a game": "00040506 0708090a 0104050609 070008 1214000b09030e02061615110804100d130c0f01 251a1f262c271817241e291b20232b192a212d1c 3f35383c3948343d303a364437313b3e422e2f33",
    "step 18 of a game": "00040506 0708090a 0104050609 070008 1214001108030e02061615050901100d130a0c0f 2818261c20192c17271a1b212a1d1f222b251e23 3f483d3a2f3e373b31323640334538353c432e34",
    "step 24 of a game": "00040506 0708090a 0104050609 070008 1214000b08030e0201151106090a100c0d0f1316 242819261d21272c181b1a1c202a1e2322251f2b 4036483d37383e3b303233354339442e3c343f2f",
    "step 30 of a game": "00040506 0708090a 0104050609 070008 1214000b010302040608090a0c0d100e0f131516 2c2725281b181e221a17291f1d1c232b2d211920 2f3540304137333e463b45343f3644323d3a3831",
    "step 36 of a game": "00040506 0708090a 0104050609 070008 1201000204030506090a0c0d0e0f101113141516 26212c2817291d1a20241e191c231f251b2b2d2a 3436422f473e41433932373c402e3831333b3f3a",
    "step 42 of a game": "00040506 0708090a 0104050609 070008 01020304050608090a0c0d0e0f10111213141516 292619232b2018221f2a272d1e2825241d1a172c 392e41402f3f4338353b3e333d4532374634303a",
    "step 48 of a game": "00040506 0708090a 0104050609 070008 01020304050608090a0c0d0e0f10111213141516 292619232b2018222127242d1e28251f2a171d2c 3a3f312f3c3340343746303536393b3e4744322e",
    "step 54 of a game": "00040506 0708090a 0104050609 070008 01020304050608090a0c0d0e0f10111213141516 292619232b20221b182421171d28251e1f2a2c2d 30403b34323d47392f4841333136352e373f3c46",
    "step 60 of a game": "00040506 0708090a 0104050609 070008 01020304050608090a0c0d0e0f10111213141516 172619232b201b1d18211e1f22282425292a2c2d 32443c3b3a332f403e30383f3448374147393d36",
    "step 66 of a game": "00040506 0708090a 0104060905 070008 01020304050608090a0c0d0e0f10111213141516 171b19232b1d1e1f2127202224252628292a2c2d 3c403643383241352e31373a3934462f3d42303e",
    "step 72 of a game": "00040506 0708090a 0104060905 070008 01020304050608090a0c0d0e0f10111213141516 17191b1d1e1f202122232425262728292a2b2c2d 40354744313c3f3a423d382e2f3b34413e333730",
    "step 78 of a game": "00040506 0708090a 0104060905 070008 01020304050608090a0c0d0e0f10111213141516 17191b1d1e1f202122232425262728292a2b2c2d 40354746313c3f3a4238322e2f3b3430413e3739",
    "step 84 of a game": "00040506 0708090a 0104060905 070008 01020304050608090a0c0d0e0f10111213141516 17191b1d1e1f202122232425262728292a2b2c2d 40354548313c3f3a4238362e2f3b343037393e41",
    "step 90 of a game": "00040506 0708090a 0104060905 070008 01020304050608090a0c0d0e0f10111213141516 17191b1d1e1f202122232425262728292a2b2c2d 40354643313c3f3a422e2f3032343738393b3e41",
    "step 96 of a game": "00040506 0708090a 0104060905 070008 01020304050608090a0c0d0e0f10111213141516 17191b1d1e1f202122232425262728292a2b2c2d 4035464836422e2f3032343738393a3b3c3e3f41",
    "step 102 of a game": "00040506 0708090a 0104060905 070008 01020304050608090a0c0d0e0f10111213141516 17191b1d1e1f202122232425262728292a2b2c2d 4246482e2f30323435363738393a3b3c3e3f4041",
}
