"""Chance outcomes: counted, enumerated, sampled, and refused if they are impossible."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import islice, permutations, product
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

import attrs
import pytest

from tests.builders import city, position
from tests.own_cards import laid_out
from tests.wording import Wording
from wonders_duel import (
    Age,
    AgeDealt,
    Back,
    Building,
    CardRevealed,
    Chance,
    ChanceError,
    ChanceOutcome,
    CityPosition,
    Deal,
    Game,
    Phase,
    Player,
    Position,
    Rules,
    State,
    StructureLayout,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
    WondersDuelError,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.chance.outcome_check import outcome_numbers as checked
from wonders_duel.engine.chance_source import ChanceSource
from wonders_duel.engine.slots import HIDDEN
from wonders_duel.languages import language
from wonders_duel.messages import Message
from wonders_duel.testing.invariants import state_breaches
from wonders_duel.testing.walks import opening

_T = TypeVar("_T")
TOKENS = tuple(catalogue.tokens.values())
WONDERS = tuple(catalogue.wonders.values())
BUILDINGS = catalogue.buildings


def chance_of(state: State) -> Chance:
    """Return the chance node of a state."""
    assert state.chance is not None
    return state.chance


def start() -> State:
    """Return the state before the tokens are dealt."""
    return State.start()


def wonders(picked: int = 0) -> State:
    """Return a state that waits for a draft group."""
    names = [wonder.id for wonder in WONDERS]
    return Position(
        cities=(
            CityPosition(unbuilt=names[: picked // 2]),
            CityPosition(unbuilt=names[picked // 2 : picked]),
        ),
        to_move=Player.TWO if picked else Player.ONE,
        board_tokens=TOKENS[:5],
        phase=Phase.DEAL_WONDERS,
    ).state()


def age(number: Age) -> State:
    """Return a state that waits for an age, with none of its cards visible."""
    return Position(
        age=Age(number - 1) if number > Age.I else None,
        board_tokens=TOKENS[:5],
        phase=Phase.DEAL_AGE,
    ).state()


def seen_already() -> State:
    """Return a state, entered by hand, that waits for Age II with a card of it discarded."""
    return Position(
        age=Age.I,
        board_tokens=TOKENS[:5],
        discard_pile=[dealt(Age.II).slots[0]],
        phase=Phase.DEAL_AGE,
    ).state()


def reveal() -> State:
    """Return a state of Age I in which slots 9 and 10 are uncovered and face down."""
    deal = Deal.random(Random(3))
    now = State.dealt(deal, rules=Rules(wonder_setup="first-game"))
    faces = {
        slot.index: slot.building or slot.back
        for slot in now.structure
        if slot.index not in (14, 15, 16)
    }
    made = Position.of(now)
    made.phase = None
    made.structure = {slot: card for slot, card in faces.items() if card is not None}
    made.discard_pile = [card for slot, card in enumerate(deal.ages[0]) if slot in (14, 15, 16)]
    return made.state()


def reveal_in_the_second_age() -> State:
    """Return a state of Age II from a game, waiting for a card."""
    rng = Random(6)
    now = State.dealt(Deal.random(rng))
    while not (now.phase is Phase.REVEAL and now.age is Age.II):
        moves = now.legal_moves
        if moves:
            now = now.apply(moves[int(rng.random() * len(moves))])
        else:
            now = now.resolve(chance_of(now).sample(rng))
    return now


def library(board: int = 5) -> State:
    """Return a state that waits for the draw of the Great Library."""
    return position(
        Age.I,
        ["baths", "tavern"],
        city(built={"the-great-library": "altar"}),
        board_tokens=TOKENS[:board],
        pending=[Phase.LIBRARY_TOKEN],
    ).state()


CASES: Mapping[str, tuple[State, type[ChanceOutcome], int]] = {
    "tokens": (start(), TokensDealt, 252),
    "first wonders": (wonders(), WondersDealt, 495),
    "second wonders": (wonders(4), WondersDealt, 70),
    "age one": (age(Age.I), AgeDealt, 647_647_525_324_800),
    "age two": (age(Age.II), AgeDealt, 647_647_525_324_800),
    "age three": (age(Age.III), AgeDealt, 36_831_433_179_340_800),
    # 23 cards, of which 12 were dealt face up.
    "reveal": (reveal(), CardRevealed, 11),
    "library": (library(), TokensDrawn, 10),
}
ENUMERATED = [name for name in CASES if not name.startswith("age")]


@pytest.mark.parametrize("name", CASES)
def test_the_count_is_exact(name: str) -> None:
    """Each kind of chance node counts its outcomes exactly, without creating them."""
    state, _, count = CASES[name]

    assert count == chance_of(state).count
    assert str(count) in repr(chance_of(state))


@pytest.mark.parametrize(
    "rows",
    [((6,), (3, 5, 7, 9), (4, 8)), ((0,), (1,), (0,)), ((1,), (0, 2), (1,))],
)
def test_the_count_of_a_custom_last_age_is_exact(rows: tuple[tuple[int, ...], ...]) -> None:
    """The outcomes of a custom last age are counted exactly, as by enumeration.

    It may have fewer cards face up than guilds.
    """
    layout = StructureLayout(rows)
    up, down = (sum(map(len, rows[first::2])) for first in range(2))
    cards = type(catalogue)(
        "few cards",
        buildings=catalogue.building_list,
        wonders=catalogue.wonder_list,
        tokens=catalogue.token_list,
        structures=(*catalogue.structures[:2], layout),
    )
    state = Position(
        age=Age.II, board_tokens=TOKENS[:5], phase=Phase.DEAL_AGE, catalogue=cards
    ).state()
    deck = [card.back is Back.GUILD for card in cards.building_list if card.age is Age.III]
    shown = Counter(map(sum, permutations(deck, up)))
    hidden = Counter(map(sum, product((False, True), repeat=down)))

    expected = sum(ways * hidden[3 - guilds] for guilds, ways in shown.items())
    assert chance_of(state).count == expected


@pytest.mark.parametrize("name", CASES)
def test_attributes_of_other_kinds_of_chance_are_none(name: str) -> None:
    """``slot`` and ``back`` are set only for a reveal, and ``age`` only for the deal of an age."""
    state, kind, _ = CASES[name]
    chance = chance_of(state)

    assert chance.phase is state.phase
    assert (chance.slot is not None) is (kind is CardRevealed)
    assert (chance.back is not None) is (kind is CardRevealed)
    assert (chance.age is not None) is (kind is AgeDealt)


@pytest.mark.parametrize("name", ENUMERATED)
def test_the_outcomes_are_distinct_and_sum_to_one(name: str) -> None:
    """The outcomes are distinct, accepted, equally probable, and as many as counted."""
    state, kind, _ = CASES[name]
    chance = chance_of(state)
    weighed = list(chance.outcomes())
    outcomes = [outcome for outcome, _ in weighed]

    assert chance.count == len(outcomes) == len(set(outcomes))
    assert Fraction(1) == sum(probability for _, probability in weighed)
    assert {Fraction(1, chance.count)} == {probability for _, probability in weighed}
    assert {kind} == {type(outcome) for outcome in outcomes}
    assert chance.count == len({state.resolve(outcome) for outcome in outcomes})


@pytest.mark.parametrize("number", Age)
def test_the_deal_of_an_age_is_not_enumerated(number: Age, wording: Wording) -> None:
    """Enumerating the deal of an age is refused at once, with the count and a way out."""
    chance = chance_of(age(number))

    with wording.raises(ChanceError):
        chance.outcomes()
    assert chance.age is number
    assert chance.slot is None
    assert chance.back is None


def test_reveals_come_in_the_order_of_slots() -> None:
    """The lower of two slots is revealed first (R19), with its back; then the other one."""
    state = reveal()
    chance = chance_of(state)
    seen = set(state.discard_pile) | {slot.building for slot in state.structure}
    outcomes = [outcome for outcome, _ in chance.outcomes()]
    after = state.resolve(outcomes[0])

    assert (
        chance.phase,
        chance.slot,
        chance.back,
        chance.age,
    ) == (Phase.REVEAL, 9, Back.AGE_I, None)
    assert all(isinstance(one, CardRevealed) and one.slot == 9 for one in outcomes)
    assert not {one.building for one in outcomes if isinstance(one, CardRevealed)} & seen
    assert chance_of(after).slot == 10
    assert chance.count - 1 == chance_of(after).count


def test_the_library_draws_what_is_left_in_the_box() -> None:
    """The Great Library draws only tokens that are neither on the board nor in a city (R60)."""
    outcomes = [outcome for outcome, _ in chance_of(library()).outcomes()]
    drawn = {
        token
        for outcome in outcomes
        if isinstance(outcome, TokensDrawn)
        for token in outcome.tokens
    }

    assert set(TOKENS[5:]) == drawn
    assert {3} == {len(outcome.tokens) for outcome in outcomes if isinstance(outcome, TokensDrawn)}


def chi_squared(found: Mapping[_T, int], expected: Mapping[_T, float]) -> float:
    """Return Pearson's chi-squared statistic."""
    assert set(found) <= set(expected)
    return sum((found.get(key, 0) - number) ** 2 / number for key, number in expected.items())


@pytest.mark.parametrize(
    ("name", "draws", "limit"),
    [
        # The limits are exceeded once in a thousand samples, for count - 1 degrees of freedom.
        ("reveal", 2200, 29.6),
        ("library", 2000, 27.9),
        ("second wonders", 3500, 111.1),
        ("tokens", 5040, 326.0),
    ],
)
def test_samples_are_uniform(name: str, draws: int, limit: float) -> None:
    """Each outcome is drawn about equally often."""
    chance = chance_of(CASES[name][0])
    rng = Random(2015)
    found = Counter(chance.sample(rng) for _ in range(draws))
    expected = {outcome: float(draws * probability) for outcome, probability in chance.outcomes()}

    assert chi_squared(found, expected) < limit


def test_samples_of_an_age_are_uniform() -> None:
    """In a slot each card is equally probable; in Age III, guilds are 3 of 20 cards."""
    rng = Random(7)
    first = [chance_of(age(Age.I)).sample(rng) for _ in range(2300)]
    found = Counter(one.slots[0] for one in first if isinstance(one, AgeDealt))
    third = [chance_of(age(Age.III)).sample(rng) for _ in range(2000)]
    slots = [one.slots for one in third if isinstance(one, AgeDealt)]
    guilds = {
        slot: sum(isinstance(dealt[slot], Back) and dealt[slot] is Back.GUILD for dealt in slots)
        for slot in range(20)
        if not catalogue.structures[2].face_up[slot]
    }
    shown = Counter(
        dealt[0]
        for dealt in slots
        if isinstance(dealt[0], Building) and dealt[0].back is Back.GUILD
    )
    deck: dict[Building | Back, float] = {
        card: 100.0 for card in BUILDINGS.values() if card.age is Age.I
    }

    assert chi_squared(found, deck) < 48.3
    assert all(230 < number < 370 for number in guilds.values())
    assert len(shown) == 7
    assert 230 < sum(shown.values()) < 370


@pytest.mark.parametrize("name", CASES)
def test_every_sample_is_accepted(name: str) -> None:
    """A state accepts every sample, and the same seed draws the same samples."""
    state = CASES[name][0]
    samples = [chance_of(state).sample(Random(seed)) for seed in range(20)]
    again = [chance_of(state).sample(Random(seed)) for seed in range(20)]

    assert samples == again
    assert len(set(samples)) > 1
    for sample in samples:
        assert state.resolve(sample) != state


@pytest.mark.parametrize("name", CASES)
def test_to_resolve_at_random_is_to_resolve_a_sample(name: str) -> None:
    """``chance.resolve`` returns the state after the sample, and draws as many numbers."""
    state = CASES[name][0]
    for seed in range(20):
        one, other = Random(seed), Random(seed)
        assert chance_of(state).resolve(one) == state.resolve(chance_of(state).sample(other))
        assert one.random() == other.random()


def test_every_chance_state_of_a_game_can_be_resolved_at_random() -> None:
    """From any state, under all rule options, games with random outcomes reach their ends."""
    for seed in range(20):
        rng = Random(seed)
        now = opening(seed, catalogue)
        met: set[Phase] = set()
        while not now.is_over:
            met.add(now.phase)
            moves = now.legal_moves
            if moves:
                now = now.apply(moves[int(rng.random() * len(moves))])
            else:
                now = chance_of(now).resolve(rng)
            assert not any(state_breaches(now))
        assert {Phase.DEAL_TOKENS, Phase.DEAL_AGE, Phase.REVEAL} <= met


class OnlyRandom(Random):
    """A generator on which only ``random()`` may be called."""

    def refuse(self, *_: object, **__: object) -> int:
        """Refuse the call."""
        message = "only random() may be called"
        raise NotImplementedError(message)

    getrandbits = randrange = randint = choice = choices = shuffle = sample = refuse  # type: ignore[assignment]


@pytest.mark.parametrize("name", CASES)
def test_only_the_random_method_is_called(name: str) -> None:
    """Only ``random()`` is called, since its stream is the same on every Python version."""
    chance = chance_of(CASES[name][0])

    assert chance.sample(Random(4)) == chance.sample(OnlyRandom(4))
    assert chance.resolve(Random(4)) == chance.resolve(OnlyRandom(4))


def test_the_order_of_an_outcome_is_irrelevant() -> None:
    """The order of tokens and wonders in an outcome is irrelevant."""
    one = TokensDealt(TOKENS[:5])
    other = TokensDealt(reversed(TOKENS[:5]))

    assert one == other
    assert start().resolve(one) == start().resolve(other)
    assert "on the board: Agriculture" in str(one)


def test_outcomes_in_words() -> None:
    """The text of an outcome names its cards and tokens."""
    shown = WondersDealt(WONDERS[:4])
    drawn = TokensDrawn(TOKENS[:3])

    assert str(shown) == f"on offer: {', '.join(sorted(one.name for one in WONDERS[:4]))}"
    assert str(drawn).startswith("drawn from the box: ")
    assert all(token.name in str(drawn) for token in TOKENS[:3])


# -- wrong outcomes --------------------------------------------------------------------------------


def dealt(number: Age, changes: Mapping[int, Building | Back] | None = None) -> AgeDealt:
    """Return a valid deal of an age with some slots changed."""
    outcome = chance_of(age(number)).sample(Random(1))
    assert isinstance(outcome, AgeDealt)
    slots = dict(enumerate(outcome.slots)) | dict(changes or {})
    return AgeDealt(number, tuple(slots.values()))


def fresh(number: Age, used: AgeDealt, back: Back | None = None) -> Building:
    """Return a card of an age that a deal does not show."""
    return next(
        card
        for card in BUILDINGS.values()
        if card.age is number and card not in used.slots and back in (None, card.back)
    )


def first_back(back: Back) -> int:
    """Return the first slot of the valid deal of Age III that shows a back."""
    return dealt(Age.III).slots.index(back)


def two_wonders_of_the_first_group() -> WondersDealt:
    """Return a second group with two wonders that the players already have."""
    return WondersDealt(WONDERS[2:6])


DOUBLE = dealt(Age.I).slots[0]
WRONG: list[tuple[str, State, object]] = [
    ("tokens: text", start(), "law"),
    ("tokens: nothing", start(), None),
    ("tokens: wonders", start(), WondersDealt(WONDERS[:4])),
    ("tokens: drawn", start(), TokensDrawn(TOKENS[:5])),
    ("tokens: four", start(), TokensDealt(TOKENS[:4])),
    ("tokens: six", start(), TokensDealt(TOKENS[:6])),
    ("tokens: none", start(), TokensDealt(())),
    ("tokens: twice", start(), TokensDealt([TOKENS[0]] * 5)),
    ("wonders: text", wonders(), "sphinx"),
    ("wonders: three", wonders(), WondersDealt(WONDERS[:3])),
    ("wonders: seen", wonders(4), two_wonders_of_the_first_group()),
    ("age: a card", age(Age.I), CardRevealed(0, BUILDINGS["baths"])),
    ("age: the second", age(Age.I), dealt(Age.II)),
    ("age: short", age(Age.I), AgeDealt(Age.I, dealt(Age.I).slots[:19])),
    ("age: empty", age(Age.I), AgeDealt(Age.I, ())),
    ("age: twice", age(Age.I), dealt(Age.I, {1: DOUBLE})),
    ("age: back up", age(Age.I), dealt(Age.I, {0: Back.AGE_I})),
    ("age: card down", age(Age.I), dealt(Age.I, {2: fresh(Age.I, dealt(Age.I))})),
    ("age: back of II", age(Age.I), dealt(Age.I, {2: Back.AGE_II})),
    ("age: guild in I", age(Age.I), dealt(Age.I, {2: Back.GUILD})),
    ("age: card of II", age(Age.I), dealt(Age.I, {0: BUILDINGS["walls"]})),
    (
        "age: no guilds",
        age(Age.III),
        AgeDealt(
            Age.III,
            [
                next(iter([Back.AGE_III])) if isinstance(card, Back) else other
                for card, other in zip(
                    dealt(Age.III).slots,
                    [c for c in BUILDINGS.values() if c.back is Back.AGE_III],
                    strict=True,
                )
            ],
        ),
    ),
    ("reveal: text", reveal(), "baths"),
    ("reveal: other slot", reveal(), CardRevealed(10, BUILDINGS["baths"])),
    ("reveal: age II", reveal(), CardRevealed(9, BUILDINGS["walls"])),
    ("reveal: seen", reveal(), CardRevealed(9, reveal().discard_pile[0])),
    ("library: dealt", library(), TokensDealt(TOKENS[5:8])),
    ("library: two", library(), TokensDrawn(TOKENS[5:7])),
    ("library: board", library(), TokensDrawn(TOKENS[4:7])),
]


@pytest.mark.parametrize(
    ("state", "outcome"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_a_wrong_outcome_is_refused(state: State, outcome: ChanceOutcome, wording: Wording) -> None:
    """An impossible outcome is refused with its fault, and the state stays unchanged."""
    with wording.raises(ChanceError):
        state.resolve(outcome)
    assert state.resolve(chance_of(state).sample(Random(1))) != state


def test_an_age_lists_all_its_problems() -> None:
    """One error lists all three wrong slots of an age."""
    wrong = dealt(Age.I, {0: Back.AGE_I, 1: BUILDINGS["walls"], 2: Back.GUILD})

    with pytest.raises(ChanceError) as caught:
        age(Age.I).resolve(wrong)
    assert all(f"slot {slot}" in str(caught.value) for slot in range(3))


def test_an_object_with_the_id_of_a_card_is_accepted() -> None:
    """An object with the id of a card, such as a program's own class, is accepted as that card."""
    now = reveal()
    due = chance_of(now).sample(Random(1))
    assert isinstance(due, CardRevealed)
    like_it: Any = SimpleNamespace(id=due.building.id)

    assert now.resolve(CardRevealed(due.slot, like_it)) == now.resolve(due)


class Whole:
    """A whole number of another type than ``int``, as numpy has."""

    def __index__(self) -> int:
        """Return the slot that is revealed next."""
        return 9


def test_a_slot_may_be_a_whole_number_of_any_type() -> None:
    """The slot of an outcome may come from an array, in both builds."""
    now = reveal()
    due = chance_of(now).sample(Random(1))
    assert isinstance(due, CardRevealed)
    slot: Any = Whole()
    assert due.slot == 9

    assert now.resolve(CardRevealed(slot, due.building)) == now.resolve(due)


@pytest.mark.parametrize("slot", [None, "9" * 1000, "\ud800", [9], 9.0])
def test_a_wrong_slot_is_shown(wording: Wording, slot: Any) -> None:
    """It is shortened and printable in the message, whatever it is."""
    with wording.raises(ChanceError):
        reveal().resolve(CardRevealed(slot, BUILDINGS["baths"]))


@pytest.mark.parametrize("rows", [([0], [1], [0]), ([1], [0, 2], [1])])
def test_a_wrong_slot_is_none_of_the_first_ones(rows: Sequence[Sequence[int]]) -> None:
    """A slot that is not a whole number stands for no slot, wherever a card is revealed."""
    cards = laid_out(*rows)
    last = sum(map(len, rows)) - 1
    layout = dict.fromkeys(range(1, last), "age-i") | {0: "press", last: "tavern"}
    state = Position(age=Age.I, catalogue=cards, structure=layout).state()
    now = state.apply(parse_move("construct tavern", cards))
    due = chance_of(now).sample(Random(1))
    assert isinstance(due, CardRevealed)
    assert due.slot == 1
    nothing: Any = None

    assert now.resolve(due).phase
    with pytest.raises(ChanceError):
        now.resolve(CardRevealed(nothing, due.building))


def test_an_outcome_where_none_is_awaited_is_refused(wording: Wording) -> None:
    """A chance outcome is refused while a player is to move and after the end."""
    outcome = TokensDealt(TOKENS[:5])
    over = Position(age=Age.III).state()

    with wording.raises(ChanceError):
        Game(seed=1).state.resolve(outcome)
    with wording.raises(ChanceError):
        over.resolve(outcome)


NONSENSE: dict[str, tuple[State, Callable[[], ChanceOutcome]]] = {
    "ids for tokens": (start(), lambda: TokensDealt(["law"] * 5)),  # type: ignore[list-item]
    "a wonder among tokens": (start(), lambda: TokensDealt([*TOKENS[:4], WONDERS[0]])),  # type: ignore[list-item]
    "a token among wonders": (wonders(), lambda: WondersDealt([*WONDERS[:3], TOKENS[0]])),  # type: ignore[list-item]
    "an id in an age": (age(Age.I), lambda: dealt(Age.I, {0: "baths"})),  # type: ignore[dict-item]
    "nothing in an age": (age(Age.I), lambda: dealt(Age.I, {0: None})),  # type: ignore[dict-item]
    "an id turned up": (reveal(), lambda: CardRevealed(9, "bath")),  # type: ignore[arg-type]
    "a wonder turned up": (reveal(), lambda: CardRevealed(9, WONDERS[0])),  # type: ignore[arg-type]
    "no tokens": (start(), lambda: TokensDealt(None)),  # type: ignore[arg-type]
    "a number of tokens": (start(), lambda: TokensDealt(5)),  # type: ignore[arg-type]
    "lists as tokens": (start(), lambda: TokensDealt([[]] * 5)),  # type: ignore[list-item]
    "no wonders": (wonders(), lambda: WondersDealt(None)),  # type: ignore[arg-type]
    "no slots": (age(Age.I), lambda: AgeDealt(Age.I, None)),  # type: ignore[arg-type]
    "no tokens drawn": (library(), lambda: TokensDrawn(None)),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("name", NONSENSE)
def test_a_malformed_outcome_is_an_error_of_the_library(name: str) -> None:
    """A malformed outcome raises a library error when it is created or applied."""
    state, outcome = NONSENSE[name]

    with pytest.raises(WondersDuelError) as caught:
        state.resolve(outcome())
    assert len(str(caught.value)) > 10


_WHOLE = [
    lambda: start().resolve(WondersDealt(WONDERS[:4])),
    lambda: start().resolve(TokensDealt(TOKENS[:4])),
    lambda: wonders(4).resolve(two_wonders_of_the_first_group()),
    lambda: library().resolve(TokensDrawn(TOKENS[3:6])),
    lambda: age(Age.I).resolve(dealt(Age.II)),
    lambda: age(Age.II).resolve(dealt(Age.I)),
    lambda: age(Age.I).resolve(AgeDealt(Age.I, [*dealt(Age.I).slots, Back.AGE_I])),
    lambda: age(Age.III).resolve(dealt(Age.III, {first_back(Back.AGE_III): Back.GUILD})),
    lambda: age(Age.III).resolve(dealt(Age.III, {first_back(Back.GUILD): Back.AGE_III})),
    lambda: start().resolve(TokensDealt(TOKENS[:6])),
    lambda: reveal().resolve(CardRevealed(8, BUILDINGS["baths"])),
    lambda: age(Age.I).resolve(dealt(Age.I, {0: Back.AGE_I, 1: BUILDINGS["walls"]})),
    lambda: age(Age.II).resolve(dealt(Age.II, {0: BUILDINGS["baths"], 1: BUILDINGS["arena"]})),
    lambda: seen_already().resolve(dealt(Age.II)),
    lambda: age(Age.I).resolve(dealt(Age.I, {1: DOUBLE, 2: Back.GUILD})),
    lambda: age(Age.I).resolve(dealt(Age.I, {2: BUILDINGS["lumber-yard"]})),
    lambda: reveal().resolve(CardRevealed(10, BUILDINGS["baths"])),
    lambda: reveal().resolve(CardRevealed(9, BUILDINGS["walls"])),
    lambda: reveal().resolve(CardRevealed(9, BUILDINGS["lumber-yard"])),
    lambda: Position(age=Age.III).state().resolve(TokensDealt(TOKENS[:5])),
    lambda: Game(seed=1).state.resolve(TokensDealt(TOKENS[:5])),
    lambda: chance_of(age(Age.III)).outcomes(),
]


@pytest.mark.parametrize("slot", [0, 9, 40, -1])
def test_a_card_is_revealed_only_where_one_is_awaited(wording: Wording, slot: int) -> None:
    """A card is revealed only while one is awaited: not in a draw of tokens or after the end."""
    shown = CardRevealed(slot, BUILDINGS["baths"])
    drawing = position(
        Age.II,
        ["walls", "school"],
        city(built={"the-great-library": "altar"}),
        board_tokens=TOKENS[:5],
        pending=[Phase.LIBRARY_TOKEN],
    ).state()

    with wording.raises(ChanceError):
        drawing.resolve(shown)
    with wording.raises(ChanceError):
        drawing.resolve(CardRevealed(slot, BUILDINGS["forum"]))
    with wording.raises(ChanceError):
        Position(age=Age.III).state().resolve(shown)


@pytest.mark.parametrize("refused", _WHOLE)
def test_messages_about_outcomes_are_complete(
    refused: Callable[[], object], wording: Wording
) -> None:
    """The full message about a wrong outcome names the place and what was expected there."""
    with wording.raises(ChanceError):
        refused()


@pytest.mark.parametrize("refused", _WHOLE)
@pytest.mark.parametrize("code", ["fi", "fr"])
def test_messages_about_outcomes_are_translated(
    wording: Wording, refused: Callable[[], object], code: str
) -> None:
    """Each problem with an outcome is worded in every language, with the names of its cards."""
    with pytest.raises(ChanceError) as caught:
        refused()
    error = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - just made

    assert error.problems == caught.value.problems
    assert language("en").error(error) == str(caught.value)
    wording(language(code).error(error))
    for one in error.problems:
        if isinstance(one, Message):
            assert hash(one) == hash(Message(one.text, **one.values))
            assert one.words(language(code)) != str(one)


@pytest.mark.parametrize("name", ["baths", "palace", "moneylenders-guild"])
def test_a_card_with_another_back_is_refused_for_that(name: str, wording: Wording) -> None:
    """A card with the wrong back, of another age or a guild, is refused for its back."""
    state = reveal_in_the_second_age()
    slot, card = chance_of(state).slot, BUILDINGS[name]
    assert slot is not None

    with wording.raises(ChanceError):
        state.resolve(CardRevealed(slot, card))


@pytest.mark.parametrize(
    "name",
    [
        "ids for tokens",
        "a wonder among tokens",
        "a token among wonders",
        "an id in an age",
        "a wonder turned up",
        "no tokens",
        "lists as tokens",
        "no wonders",
        "no slots",
    ],
)
def test_malformed_outcomes_are_named(name: str, wording: Wording) -> None:
    """The full message about a malformed outcome names the object and the expected kind of card."""
    state, outcome = NONSENSE[name]

    with wording.raises(WondersDuelError):
        state.resolve(outcome())


def test_a_sample_needs_a_generator(wording: Wording) -> None:
    """``sample`` and ``resolve`` take a generator, not a seed."""
    with wording.raises(WrongTypeError):
        chance_of(start()).sample(5)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match=r"expected a random\.Random, got 5"):
        chance_of(start()).resolve(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("things", ["law", ["law", ("masonry",)], [{"law"}], [{"law": 1}]])
def test_a_string_is_not_a_list_of_tokens(wording: Wording, things: Any) -> None:
    """A string is not split into tokens, and a nested collection is not taken for a token."""
    with wording.raises(WrongTypeError):
        TokensDealt(things)


def test_an_outcome_as_the_engine_takes_it() -> None:
    """The engine gets a mask or number, and the faces of a structure, and nothing else."""
    deal = dealt(Age.I)
    faces = bytes(
        HIDDEN[one] if isinstance(one, Back) else catalogue.number_of_building(one.id)
        for one in deal.slots
    )
    shown = next(chance_of(reveal()).outcomes())[0]
    assert isinstance(shown, CardRevealed)

    assert checked(start(), TokensDealt([*TOKENS[:4], TOKENS[9]])) == (0b10_0000_1111, b"")
    assert checked(wonders(), WondersDealt(WONDERS[1:5])) == (0b11110, b"")
    assert checked(library(), TokensDrawn(TOKENS[5:8])) == (0b1110_0000, b"")
    assert checked(age(Age.I), deal) == (0, faces)
    number = catalogue.number_of_building(shown.building.id)
    assert checked(reveal(), shown) == (number, b"")


def test_an_outcome_in_words() -> None:
    """The text of an outcome says what happened, then lists the names alphabetically."""
    slots: list[Building | Back] = [BUILDINGS["walls"], Back.AGE_II, BUILDINGS["forum"]]

    assert str(TokensDealt([TOKENS[3], TOKENS[0]])) == "on the board: Agriculture, Law"
    assert str(WondersDealt(WONDERS[1::-1])) == "on offer: Circus Maximus, The Appian Way"
    assert str(AgeDealt(Age.II, slots)) == "age II: Forum, Walls"
    assert str(CardRevealed(9, BUILDINGS["walls"])) == "revealed: Walls"
    assert str(TokensDrawn([TOKENS[1]])) == "drawn from the box: Architecture"
    assert repr(chance_of(start())) == "<Chance deal-tokens: 252 outcomes>"


@pytest.mark.parametrize(
    "make",
    [
        lambda: TokensDealt(TOKENS[:5]),
        lambda: WondersDealt(WONDERS[:4]),
        lambda: AgeDealt(Age.I, ()),
        lambda: CardRevealed(9, BUILDINGS["walls"]),
        lambda: TokensDrawn(TOKENS[:3]),
        lambda: chance_of(start()),
    ],
)
def test_an_outcome_is_a_value(make: Callable[[], object]) -> None:
    """Outcomes that are made alike are equal, usable as keys, and frozen."""
    one, other = make(), make()

    assert one == other
    assert {one: 1}[other] == 1
    assert not hasattr(one, "__dict__")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.slot = 1  # type: ignore[attr-defined]


# -- the global generator -------------------------------------------------------------------------


def test_the_global_generator_is_never_touched() -> None:
    """Games, deals, bots, samples and play-outs never use the global generator."""
    before = random.getstate()
    for seed in (None, 1, "text"):
        game = Game(seed=seed, first_player="random")
        game.play_out(RandomBot(seed), GreedyBot(seed))
        Deal.consistent_with(game.history[20].before, Random(1))
    for state, _, _ in CASES.values():
        chance = chance_of(state)
        chance.sample(Random(1))
        repr(chance)
        if state.phase is not Phase.DEAL_AGE:
            list(islice(chance.outcomes(), 3))

    assert before == random.getstate()


@pytest.mark.parametrize(
    "ask",
    [
        lambda source: source.tokens(),
        lambda source: source.wonders(0),
        lambda source: source.front(1),
        lambda source: source.card(1, 2),
        lambda source: source.drawn(0b111),
    ],
)
def test_the_base_class_of_sources_supplies_nothing(
    ask: Callable[[ChanceSource], object],
) -> None:
    """What supplies chance outcomes defines every method, apart from the preparation."""
    ChanceSource().begin()
    with pytest.raises(NotImplementedError):
        ask(ChanceSource())
