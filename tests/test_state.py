"""The public state: a value, and what it shows."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable, Iterator
from random import Random
from types import FunctionType
from typing import Any

import attrs
import pytest

from tests.builders import city, position, state
from tests.own_cards import MORE
from tests.wording import Wording
from wonders_duel import (
    Age,
    AgeDealt,
    Back,
    Building,
    Catalogue,
    City,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    DiscardBuilding,
    Game,
    IllegalMoveError,
    Pending,
    Phase,
    Player,
    Position,
    Result,
    RevealTiming,
    RuleOptionError,
    Rules,
    ScienceSymbol,
    State,
    UnknownNameError,
    Victory,
    WrongTypeError,
    catalogue,
    is_compiled,
)
from wonders_duel.bots import RandomBot
from wonders_duel.engine.bitfields import (
    AGAIN_MASK,
    AGAIN_SHIFT,
    BYTES,
    CHAIN_MASK,
    CHAIN_SHIFT,
    CHAINS_SHIFT,
    COUNT_MASK,
    COUNT_SHIFT,
    NO_FIELD,
    SHIELD_BITS,
    SHIELD_MASK,
    SHIELD_SHIFT,
    TRADE_MASK,
    TRIGGER_SHIFT,
    Packing,
    bits,
)
from wonders_duel.engine.city import CityDraft
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.state_draft import StateDraft
from wonders_duel.rules import MOST_COINS

ONE, TWO = Player
FIRST_GAME = Game(seed=1, rules="first-game")
SIX_GREEN = ("workshop", "apothecary", "scriptorium", "pharmacist", "academy")


def every_state(seed: int, rules: Rules | None = None) -> Iterator[tuple[State, Deal]]:
    """Yield every state of a random game, chance states included."""
    rng = Random(seed)
    deal = Deal.random(rng)
    now = State.start(rules=rules)
    while not now.is_over:
        yield now, deal
        if now.chance is not None:
            now = now.resolve(deal.outcome(now))
        else:
            moves = now.legal_moves
            now = now.apply(moves[int(rng.random() * len(moves))])
    yield now, deal


def hidden_swapped(deal: Deal) -> Deal:
    """Return a deal with the same visible cards, but other hidden cards and library tokens."""
    ages = []
    for cards, layout in zip(deal.ages, catalogue.structures, strict=True):
        changed: list[Building] = list(cards)
        down = [slot for slot, up in enumerate(layout.face_up) if not up]
        for back in Back:
            slots = [slot for slot in down if cards[slot].back is back]
            for slot, other in zip(slots, [*slots[1:], *slots[:1]], strict=True):
                changed[slot] = cards[other]
        ages.append(changed)
    box = [token for token in catalogue.tokens.values() if token not in deal.board_tokens]
    return Deal(
        draft=deal.draft,
        board_tokens=deal.board_tokens,
        great_library=box[-1:-4:-1],
        ages=ages,
    )


# -- frozen ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [field.name for field in attrs.fields(State)])
def test_no_field_of_a_state_can_be_set(name: str) -> None:
    """Each field refuses assignment and deletion with the error of attrs."""
    before = FIRST_GAME.state
    kept = getattr(before, name)

    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(before, name, kept)
    with pytest.raises(AttributeError):
        delattr(before, name)
    assert kept == getattr(before, name)


def test_a_city_and_its_parts_are_frozen() -> None:
    """Cities, slots, rules and chance nodes are frozen and take no new attributes."""
    now = FIRST_GAME.state

    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        now.cities[0].coins = 99  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        now.structure[0].row = 3  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        now.rules.wonder_setup = None  # type: ignore[misc,assignment]
    with pytest.raises(AttributeError):
        now.extra = 1  # type: ignore[attr-defined]


def test_results_of_a_state_are_immutable() -> None:
    """Everything that a state returns is a tuple or frozen."""
    now = FIRST_GAME.state

    for given in (
        now.cities,
        now.legal_moves,
        now.discard_pile,
        now.board_tokens,
        now.military_tokens,
        now.pending,
        now.accessible,
        now.cities[0].unbuilt,
        now.structure.slots,
    ):
        assert type(given) is tuple
    assert type(now.faces) is bytes


THINGS = (FIRST_GAME.state, FIRST_GAME.state.cities[0])
interpreted_only = pytest.mark.skipif(
    is_compiled, reason="the compiler makes constructors and places of its own"
)


@interpreted_only
@pytest.mark.parametrize("cls", [StateDraft, State, CityDraft, City])
def test_no_unused_methods_are_generated(cls: type) -> None:
    """Classes have no unused generated methods or slots, which would cost time and memory."""
    generated = {
        name
        for name, thing in vars(cls).items()
        if isinstance(thing, FunctionType)
        and thing.__code__.co_filename.startswith("<attrs generated")
    }

    assert generated == {"__attrs_init__"}
    assert (cls.__dictoffset__, cls.__weakrefoffset__) == (0, 0)


@interpreted_only
@pytest.mark.parametrize("thing", THINGS)
def test_the_constructor_that_only_compiled_code_calls_stores_every_field(thing: Any) -> None:
    """The constructor for compiled code stores each argument in its field, in order."""
    names = [field.name for field in attrs.fields(type(thing))]
    given = [object() for _ in names]
    made = object.__new__(type(thing))

    type(thing).__init__(made, *given)

    assert [getattr(made, name) for name in names] == given


@pytest.mark.parametrize("thing", THINGS[:2])
def test_direct_construction_is_refused(thing: Any, wording: Wording) -> None:
    """Calling the class or ``evolve`` is refused with the checked way."""
    for make in (type(thing), lambda: attrs.evolve(thing)):
        with wording.raises(WrongTypeError):
            make()


def test_dir_lists_what_is_for_users() -> None:
    """``dir`` lists the names for users and none of the engine's numbers, masks or tables."""
    now, mine = THINGS

    assert " ".join(name for name in dir(now) if name[0] != "_") == (
        "accessible age age_number apply board_tokens box_tokens cards_left catalogue chance "
        "cities dealt discard_pile extra_turn first_player from_json from_text is_over "
        "legal_moves military_tokens mover next_to_move offered_tokens offered_wonders options pawn "
        "payment pending phase play play_out play_outs price resolve result rules score share start structure to_json to_move "
        "to_text totals track turn_of unseen why_not"
    )
    assert " ".join(name for name in dir(mine) if name[0] != "_") == (
        "buildings built catalogue coins count discard_income symbols tokens unbuilt"
    )


def test_options_of_a_state_are_keyword_only() -> None:
    """Options of a state are keyword-only."""
    calls: list[Callable[..., object]] = [
        State.start,
        lambda *args: State.dealt(Deal.random(Random(1)), *args),
        FIRST_GAME.state.to_json,
    ]
    for call in calls:
        assert call() is not None
        with pytest.raises(TypeError):
            call(1)


# -- a value --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("timing", RevealTiming)
def test_every_state_is_a_value(seed: int, timing: RevealTiming) -> None:
    """A copied, pickled or rebuilt state is equal with the same hash, and has a repr."""
    for now, _ in every_state(seed, Rules(reveal_timing=timing)):
        again = pickle.loads(pickle.dumps(now))  # noqa: S301 - our own bytes
        shown = repr(now)

        assert now == again
        assert hash(now) == hash(again)
        assert now.catalogue is again.catalogue
        assert now.legal_moves == again.legal_moves
        assert copy.copy(now) is now
        assert copy.deepcopy(now) is now
        assert shown == repr(again)
        assert len(shown) < 120
        assert "\n" not in shown
        assert repr(now.cities[0]) == repr(again.cities[0])
        assert str(now.phase) in shown


def test_states_that_differ_in_one_thing_are_not_equal() -> None:
    """States that differ in a single field of a position are not equal."""

    def changed(**values: object) -> State:
        made = Position(
            age=Age.II, structure={0: "walls", 1: "school"}, board_tokens=["law", "masonry"]
        )
        for name, value in values.items():
            setattr(made, name, value)
        return made.state()

    hand = city(7, "tavern", tokens=["economy"], unbuilt=["the-sphinx"])
    last = {0: "palace"}
    choosing: dict[str, object] = {
        "cities": (city(built={"the-mausoleum": "altar", "the-sphinx": "theater"}), city()),
        "discard_pile": ["palisade"],
        "pending": [Phase.REVIVE],
    }
    states = [
        changed(),
        changed(pawn=1),
        changed(pawn=-1),
        changed(to_move=TWO),
        changed(first_player=TWO),
        changed(**choosing),
        changed(**choosing, extra_turn=True),
        changed(discard_pile=["stable"]),
        changed(board_tokens=["law"]),
        changed(military_tokens=((5,), (2, 5))),
        changed(military_tokens=((), (2, 5))),
        changed(military_tokens=((2, 5), (5,))),
        changed(military_tokens=((2, 5), ())),
        changed(rules=Rules(reveal_timing="on-take")),
        changed(rules=Rules(centre_pawn_start="last-player-begins")),
        changed(rules=Rules(wonder_setup="first-game")),
        changed(cities=(city(8), city())),
        changed(cities=(city(), city(8))),
        changed(cities=(city(7, "tavern"), city())),
        changed(age=Age.III, structure=last),
        changed(age=Age.III, structure=last, cities=(city(7, "builders-guild"), city())),
        changed(age=Age.III, structure=last, cities=(city(7, "shipowners-guild"), city())),
        changed(cities=(city(tokens=["economy"]), city())),
        changed(cities=(city(unbuilt=["the-sphinx"]), city())),
        changed(cities=(city(built={"the-sphinx": "altar"}), city())),
        changed(cities=(city(built={"the-sphinx": "theater"}), city())),
        changed(cities=(hand, city())),
        changed(cities=(city(), hand)),
    ]

    assert len(states) == len(set(states))
    for number, one in enumerate(states):
        assert [one == other for other in states] == [
            other == number for other in range(len(states))
        ]
    cities = [state.cities[0] for state in states]
    for one_city in cities:
        assert [one_city == other for other in cities] == [
            repr(one_city) == repr(other) for other in cities
        ]
    assert states[0] != "a state"
    assert cities[0] != 7


def pickled_with(thing: State | City, name: str, value: object) -> object:
    """Unpickle a value with one field of its pickle replaced."""
    make, parts = thing.__reduce__()
    assert callable(make)
    assert isinstance(parts, tuple)
    changed = dict(zip(_pickled(type(thing)), parts, strict=True))
    assert name in changed
    made: object = make(*{**changed, name: value}.values())
    return made


def _pickled(kind: type) -> list[str]:
    """Return the names of the fields in a pickle."""
    signature = inspect.signature(kind.of)  # type: ignore[attr-defined]  # states and cities have it
    names = list(signature.parameters)
    assert names[0] == "catalogue"
    return names


MIDDLE = state(Age.II, ["school", "walls"])
OPEN = MIDDLE.faces
OF_STATE: list[tuple[str, object, object]] = [
    ("rules", Rules(), Rules(reveal_timing="on-take")),
    ("first_player", 0, 1),
    ("faces", OPEN, OPEN.replace(OPEN[:1], b"\xfe", 1)),
    ("phase_number", 1, 6),
    ("player", 0, 1),
    ("cities", MIDDLE.cities, (MIDDLE.cities[0], FIRST_GAME.state.cities[0])),
    ("pending_codes", (3,), (4,)),
    ("extra_turn", False, True),
    *((name, 1, 2) for name in ("age_number", "pawn")),
    *((name, 1, 2) for name in ("military_mask", "discard_mask", "offer_mask", "board_mask")),
    ("discard_mask", 1 << 70, 1 << 71),  # the last buildings have an int of their own
]
OF_CITY: list[tuple[str, object, object]] = [
    ("catalogue", catalogue, catalogue.extended("more")),
    *((name, 1, 2) for name in ("coins", "building_mask", "token_mask")),
    ("building_mask", 1 << 70, 1 << 71),
    *((name, (1,), (2,)) for name in ("unbuilt_numbers", "built_codes")),
]


@pytest.mark.parametrize(
    ("thing", "name", "low", "high"),
    [
        *((MIDDLE, *case) for case in OF_STATE),
        *((MIDDLE.cities[0], *case) for case in OF_CITY),
    ],
)
def test_each_single_field_makes_a_difference(
    thing: State | City, name: str, low: object, high: object
) -> None:
    """States and cities with one different pickled field are unequal, in both directions."""
    less, more = pickled_with(thing, name, low), pickled_with(thing, name, high)

    assert less == pickled_with(thing, name, low)
    assert less != more
    assert more != less


def test_every_pickled_field_is_changed_above() -> None:
    """The cases above change every pickled field; cities compare the catalogue of a state."""
    assert {"catalogue", *(name for name, _, _ in OF_STATE)} == set(_pickled(State))
    assert {name for name, _, _ in OF_CITY} == set(_pickled(City))


def test_computed_fields_are_computed_again() -> None:
    """An unpickled state has the same value in every field, including those that are computed."""
    for now, _ in every_state(1):
        again = pickle.loads(pickle.dumps(now))  # noqa: S301 - our own bytes
        for field in attrs.fields(State):
            if field.name != "uncovered":
                assert getattr(now, field.name) == getattr(again, field.name)
        assert now.uncovered.slots == again.uncovered.slots
        for city_, same in zip(now.cities, again.cities, strict=True):
            for field in attrs.fields(City):
                assert getattr(city_, field.name) == getattr(same, field.name)


def test_cards_of_an_equal_catalogue_are_the_same() -> None:
    """States and cities of equal catalogues are equal, even if these are distinct objects."""
    one, two = (catalogue.extended("same") for _ in range(2))

    assert one is not two
    assert City.of(one, 7) == City.of(two, 7) != City.of(catalogue, 7)
    assert State.start(catalogue=one) == State.start(catalogue=two) != State.start()


def test_the_repr_of_a_state() -> None:
    """The repr of a state has phase, age, cards left, player, pawn and coins."""
    last = state(Age.I, ["baths"], city(3), city(12), left=0b1, to_move=TWO, pawn=-4)
    two = state(Age.II, ["walls", "school"], city(3, "tavern"), left=0b11, pawn=2)

    assert repr(last) == "<State turn; age I, 1 card left; player two; pawn -4; coins 3-12>"
    assert repr(two) == "<State turn; age II, 2 cards left; player one; pawn +2; coins 3-7>"
    assert repr(State.start()) == "<State deal-tokens; player one; pawn 0; coins 7-7>"
    assert repr(Position(age=Age.III).state()) == (
        "<State over; age III, 0 cards left; pawn 0; coins 7-7>"
    )


def test_the_repr_of_a_city() -> None:
    """The repr of a city has coins, and its buildings, tokens and wonders by id."""
    full = city(
        5,
        "apothecary",
        "tavern",
        tokens=["law", "economy"],
        built={"piraeus": "stable", "the-sphinx": "altar"},
        unbuilt=["the-colossus", "the-pyramids"],
    )
    one, two = state(Age.II, ["walls", "school"], full).cities

    assert repr(one) == (
        "<City coins=5; buildings=apothecary, tavern; tokens=economy, law; "
        "built=piraeus with stable, the-sphinx with altar; unbuilt=the-colossus, the-pyramids>"
    )
    assert repr(two) == "<City coins=7>"


def test_two_ways_to_the_same_position_give_equal_states() -> None:
    """Two orders of taking the same cards lead to equal states."""
    start = state(Age.I, ["baths", "tavern", "altar"], left=0b11111)
    one = start.apply(DiscardBuilding("baths")).apply(DiscardBuilding("tavern"))
    other = start.apply(DiscardBuilding("tavern")).apply(DiscardBuilding("baths"))

    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert pickle.dumps(one) == pickle.dumps(other)


@pytest.mark.parametrize("seed", range(3))
def test_wonders_are_in_the_order_of_the_catalogue(seed: int) -> None:
    """Wonders are in catalogue order, in whatever order they were picked and constructed."""
    for now, _ in every_state(seed):
        for mine in now.cities:
            built = [catalogue.wonder_list.index(one.wonder) for one in mine.built]
            assert list(mine.unbuilt_numbers) == sorted(mine.unbuilt_numbers)
            assert list(mine.built_codes) == sorted(mine.built_codes)
            assert built == sorted(built)


def test_a_taken_card_leaves_no_trace() -> None:
    """Structures with the same cards left are equal, whatever was in the empty slots."""
    rest = []
    for gone in ("baths", "theater"):
        slots = {0: "quarry", 1: "press", 2: gone, 3: "altar", 4: "tavern"}
        start = Position(age=Age.I, structure=slots).state()
        made = Position.of(start.apply(DiscardBuilding(gone)))
        made.discard_pile = ()
        rest.append(made.state())

    assert rest[0] == rest[1]
    assert hash(rest[0]) == hash(rest[1])
    assert pickle.dumps(rest[0]) == pickle.dumps(rest[1])


@pytest.mark.parametrize("seed", range(5))
def test_hidden_cards_have_no_effect(seed: int) -> None:
    """Until a card is revealed, nothing about a game depends on the hidden cards."""
    deal = Deal.random(Random(seed))
    games = [Game.from_deal(deal), Game.from_deal(hidden_swapped(deal))]
    rng = Random(seed)
    differ = compared = 0
    while not games[0].is_over:
        one, two = games
        if one.state != two.state:
            differ += 1
            break
        compared += 1
        assert hash(one.state) == hash(two.state)
        assert repr(one.state) == repr(two.state)
        assert repr(one) == repr(two)
        assert pickle.dumps(one.state) == pickle.dumps(two.state)
        assert one.legal_moves == two.legal_moves
        assert one.history == two.history
        assert one.setup == two.setup
        assert pickle.dumps(one.history) == pickle.dumps(two.history)
        moves = one.legal_moves
        move = moves[int(rng.random() * len(moves))]
        for game in games:
            game.play(move)

    assert compared >= 9
    assert differ == 1


def test_an_old_state_stays_valid() -> None:
    """A move leaves the previous state unchanged, so keeping it is enough to undo the move."""
    for now, _ in every_state(5):
        for move in now.legal_moves[:6]:
            before = pickle.dumps(now)
            after = now.apply(move)

            assert before == pickle.dumps(now)
            assert after != now
            assert after == now.apply(move)


def test_a_refused_move_leaves_the_state_as_it_was() -> None:
    """A refused move leaves the state and its results unchanged."""
    now = state(Age.I, ["baths", "tavern"], city(0), city())
    before = pickle.dumps(now)

    with pytest.raises(IllegalMoveError):
        now.apply(ConstructBuilding("baths"))
    assert before == pickle.dumps(now)
    assert ConstructBuilding("tavern") in now.legal_moves


# -- legal moves ----------------------------------------------------------------------------------


def test_legal_moves_are_a_sequence() -> None:
    """Legal moves have a length and can be searched, iterated, indexed and sliced."""
    moves = FIRST_GAME.state.legal_moves

    assert len(list(moves)) == len(moves)
    assert moves[0] in moves
    assert moves[-1] is list(moves)[-1]
    assert moves[:2] == (moves[0], moves[1])
    assert moves.index(moves[3]) == 3
    assert ConstructBuilding("palace") not in moves
    assert moves == FIRST_GAME.state.legal_moves


def test_legal_moves_come_in_order() -> None:
    """Legal moves are ordered: constructions by slot, then discards, then wonders."""
    now = state(
        Age.I, ["tavern", "baths"], city(20, unbuilt=["the-sphinx", "the-colossus"]), left=0b11
    )

    assert [str(move) for move in now.legal_moves] == [
        "build tavern",
        "build baths",
        "discard tavern",
        "discard baths",
        "wonder the-colossus with tavern",
        "wonder the-colossus with baths",
        "wonder the-sphinx with tavern",
        "wonder the-sphinx with baths",
    ]


def test_chance_states_and_finished_games_have_no_moves() -> None:
    """A chance state and a finished game have no legal moves and nobody to move."""
    seen = set()
    for now, _ in every_state(3):
        seen.add(now.phase)
        if now.phase.is_chance:
            assert now.legal_moves == ()
            assert now.to_move is None
            assert now.turn_of is not None
            assert now.chance is not None
            assert now.chance.phase is now.phase
            assert now.result is None
        elif now.is_over:
            assert now.legal_moves == ()
            assert now.to_move is None
            assert now.turn_of is None
            assert now.chance is None
            assert now.result is not None
        else:
            assert now.legal_moves
            assert now.to_move is now.turn_of
            assert now.chance is None
            assert now.result is None
    assert {Phase.DRAFT, Phase.TURN, Phase.BEGIN, Phase.REVEAL, Phase.DEAL_AGE, Phase.OVER} <= seen


# -- public information ---------------------------------------------------------------------------


def test_before_anything_is_dealt() -> None:
    """Before the deal there is no age, structure or offer, and each player has 7 coins (R3)."""
    start = State.start(first_player=TWO)

    assert start.age is None
    assert len(start.structure) == 0
    assert start.structure.accessible == ()
    assert start.structure.rows == ()
    assert start.accessible == ()
    assert start.offered_wonders == ()
    assert start.offered_tokens == ()
    assert start.board_tokens == ()
    assert start.discard_pile == ()
    assert start.pending == ()
    assert not start.extra_turn
    assert [[token.coins for token in side] for side in start.military_tokens] == [[2, 5], [2, 5]]
    assert [each.coins for each in start.cities] == [7, 7]
    assert start.turn_of is TWO
    assert start.score().totals == (2, 2)


def test_the_structure_is_shown_slot_by_slot() -> None:
    """The structure shows rows, columns, faces, backs and covers of Age I as dealt (R10, R11)."""
    structure = FIRST_GAME.state.structure

    assert structure.age is Age.I
    assert [len(row) for row in structure.rows] == [2, 3, 4, 5, 6]
    assert [slot.column for slot in structure.slots[:5]] == [4, 6, 3, 5, 7]
    assert list(range(20)) == [slot.index for slot in structure]
    assert structure[0].covered_by == (2, 3)
    assert sum(slot.building is not None for slot in structure) == 12
    assert sum(slot.back is Back.AGE_I for slot in structure) == 8
    assert [slot.index for slot in structure.accessible] == [14, 15, 16, 17, 18, 19]
    assert FIRST_GAME.state.accessible == tuple(slot.building for slot in structure.accessible)
    assert str(structure[2]) == "(age-i)"
    assert structure[0].building is not None
    assert structure[0].building.name == str(structure[0])


def test_only_face_up_cards_are_accessible() -> None:
    """Only face-up uncovered cards are accessible; a face-down one has to be revealed first."""
    waiting = set()
    for now, _ in every_state(4):
        uncovered = [slot for slot in now.structure if slot.is_accessible or slot.back is not None]
        shown = [slot.building for slot in uncovered if slot.building is not None]
        assert list(now.accessible) == shown
        if now.phase is Phase.REVEAL:
            waiting.add(now.age)

    assert waiting == {*Age}


def test_gaps_and_uncovered_cards_are_shown() -> None:
    """A taken card leaves an empty slot, uncovers cards, and face-down ones are to be revealed."""
    start = FIRST_GAME.state
    card = start.accessible[0]
    other = start.accessible[1]
    after = start.apply(DiscardBuilding(card)).apply(DiscardBuilding(other))
    gone = after.structure[14]

    assert gone.is_empty
    assert not gone.is_accessible
    assert str(gone) == "-"
    assert (card, other) == tuple(sorted(after.discard_pile, key=[card, other].index))
    assert after.structure[9].covered_by == ()
    assert after.structure[9].is_accessible
    assert after.phase is Phase.REVEAL
    assert after.chance is not None
    assert after.chance.slot == 9
    assert len(after.accessible) == 4


def test_a_position_with_everything_is_decoded() -> None:
    """Cities, tokens, symbols, discard pile, pending choices and offers are given as cards."""
    now = state(
        Age.II,
        ["school", "walls"],
        city(
            5,
            "apothecary",
            "scriptorium",
            "tavern",
            tokens=["law"],
            built={
                "the-great-library": "baths",
                "the-statue-of-zeus": "theater",
                "piraeus": "stable",
            },
            unbuilt=["the-sphinx"],
        ),
        city(3, "quarry"),
        pawn=-4,
        military_tokens=((5,), (2, 5)),
        discard_pile=["palisade", "altar"],
        board_tokens=["masonry", "economy"],
        offer=["agriculture", "strategy", "theology"],
        pending=[Phase.LIBRARY_TOKEN, Pending(Phase.DESTROY, Colour.BROWN)],
        extra_turn=True,
    )
    mine, theirs = now.cities

    assert now.phase is Phase.LIBRARY_TOKEN
    assert now.pending == (Phase.LIBRARY_TOKEN, Phase.DESTROY)
    assert [token.id for token in now.offered_tokens] == ["agriculture", "strategy", "theology"]
    assert now.offered_wonders == ()
    assert [token.id for token in now.board_tokens] == ["economy", "masonry"]
    assert {"palisade", "altar"} == {card.id for card in now.discard_pile}
    assert [[token.coins for token in side] for side in now.military_tokens] == [[5], [2, 5]]
    assert {"apothecary", "scriptorium", "tavern"} == {card.id for card in mine.buildings}
    assert {ScienceSymbol.WHEEL, ScienceSymbol.QUILL, ScienceSymbol.SCALES} == set(mine.symbols)
    assert theirs.symbols == ()
    assert [token.id for token in mine.tokens] == ["law"]
    assert [wonder.id for wonder in mine.unbuilt] == ["the-sphinx"]
    assert [(b.wonder.id, b.card.id) for b in mine.built] == [
        ("the-great-library", "baths"),
        ("piraeus", "stable"),
        ("the-statue-of-zeus", "theater"),
    ]
    assert mine.count(Colour.GREEN) == 2
    assert mine.count(Colour.YELLOW) == 1
    assert mine.count(Colour.RED) == 0
    assert theirs.count(Colour.BROWN) == 1
    assert now.pawn == -4
    assert now.extra_turn
    assert {"agriculture", "law", "economy", "masonry"} & {
        token.id
        for token in catalogue.tokens.values()
        if now.box_token_mask >> catalogue.number_of_token(token.id) & 1
    } == {"agriculture"}


def test_the_offer_of_the_draft_is_shown() -> None:
    """The draft offers four wonders, and one fewer after each pick."""
    game = Game(seed=4)

    assert len(game.state.offered_wonders) == 4
    assert game.state.offered_tokens == ()
    wonder = game.state.offered_wonders[2]
    game.play(f"draft {wonder.id}")
    assert len(game.state.offered_wonders) == 3
    assert (wonder,) == game.state.cities[0].unbuilt


def test_a_payment_is_available_at_any_time() -> None:
    """Any construction has a payment for either player at any time; other moves have none."""
    now = state(Age.I, ["baths", "tavern"], city(0), city(9, "quarry"))
    baths = ConstructBuilding("baths")
    mine, theirs = now.payment(baths), now.payment(baths, TWO)
    assert mine is not None
    assert theirs is not None
    palace = State.start().payment(ConstructBuilding("palace"))
    assert palace is not None

    assert mine.total == 3
    assert mine.missing == 3
    assert not mine.is_affordable
    assert theirs.total == 0
    assert theirs.is_affordable
    assert theirs.missing == 0
    assert palace.total >= 7
    assert now.payment(DiscardBuilding("baths")) is None


@pytest.mark.parametrize("seed", [1, 8])
def test_the_score_is_available_at_any_time(seed: int) -> None:
    """In each state the totals are the sums of their parts, and the score sheet can be printed."""
    for now, _ in every_state(seed):
        sheet = now.score()
        for player in Player:
            parts = attrs.asdict(sheet[player])
            assert sheet[player].total == sum(parts.values())
            assert all(points >= 0 for points in parts.values())
        assert sheet.totals == (sheet.one.total, sheet.two.total)
        assert "Total" in str(sheet)
        if now.result is not None:
            assert now.result.totals == sheet.totals


# -- the end --------------------------------------------------------------------------------------


def outcome_of(now: State) -> Result:
    """Return the result of a finished state."""
    assert now.result is not None
    return now.result


def ended(one: CityPosition, two: CityPosition, pawn: int = 0) -> Result:
    """Return the result of a game whose last card is gone."""
    return outcome_of(Position(age=Age.III, cities=(one, two), pawn=pawn).state())


@pytest.mark.parametrize("winner", Player)
def test_military_supremacy(winner: Player) -> None:
    """A pawn in the capital wins the game for the other side (R75)."""
    pawn = 9 if winner is ONE else -9
    decided = outcome_of(position(Age.II, ["school"], pawn=pawn).state())

    assert decided.victory is Victory.MILITARY
    assert decided.winner is winner
    assert not decided.is_shared
    assert f"Player {winner} wins by military supremacy." == str(decided)


@pytest.mark.parametrize("winner", Player)
def test_scientific_supremacy(winner: Player) -> None:
    """Six different symbols win, the Law token included (R67, R68)."""
    wise = city(0, *SIX_GREEN, tokens=["law"])
    cities = (wise, city()) if winner is ONE else (city(), wise)
    decided = outcome_of(position(Age.III, ["senate"], *cities).state())

    assert decided.victory is Victory.SCIENTIFIC
    assert decided.winner is winner
    assert f"Player {winner} wins by scientific supremacy." == str(decided)


def test_civilian_victories() -> None:
    """Points decide, then points of blue buildings, then the victory is shared (R78 to R84)."""
    more = ended(city(3, "palace"), city(2, "senate"))
    blue = ended(city(0, "theater"), city(9, "tavern"))
    shared = ended(city(0, "theater"), city(2, "altar"))

    assert attrs.astuple(more, recurse=False) == (Victory.CIVILIAN, ONE, False, (8, 5))
    assert str(more) == "Player one wins the civilian victory, 8 to 5."
    assert attrs.astuple(blue, recurse=False) == (Victory.CIVILIAN, ONE, True, (3, 3))
    assert "by the points of blue buildings" in str(blue)
    assert attrs.astuple(shared, recurse=False) == (Victory.CIVILIAN, None, False, (3, 3))
    assert shared.is_shared
    assert str(shared) == "Both players share the victory, 3 all."


@pytest.mark.parametrize(
    ("pawn", "tokens", "coins"), [(2, ((2, 5), (2, 5)), 9 - 2), (3, ((2, 5), (5,)), 9)]
)
def test_a_military_token_is_taken_by_entering_its_space(
    pawn: int, tokens: object, coins: int
) -> None:
    """A military token is taken by entering its space, not by leaving it (R70)."""
    given = state(Age.II, ["walls", "school"], city(20), city(9), pawn=pawn, military_tokens=tokens)

    after = given.apply(ConstructBuilding("walls"))

    assert after.pawn == pawn + 2
    assert after.cities[1].coins == coins
    assert [token.coins for token in after.military_tokens[1]] == [5]


def test_a_military_token_under_the_pawn_is_not_taken_by_leaving_it() -> None:
    """A military token under the pawn, possible in a built position, stays when it leaves (R70)."""
    given = state(Age.II, ["walls", "school"], city(20), city(9), pawn=3)

    after = given.apply(ConstructBuilding("walls"))

    assert after.pawn == 5
    assert after.cities[1].coins == 9
    assert [token.coins for token in after.military_tokens[1]] == [2, 5]


def test_the_end_drops_a_pending_turn() -> None:
    """A wonder with an extra turn that wins leaves the same end as a built position.

    Neither the extra turn nor the acting player is kept.
    """
    given = state(
        Age.II,
        ["walls", "school"],
        city(),
        city(20, tokens=["theology"], unbuilt=["the-colossus"]),
        pawn=-7,
        to_move=TWO,
    )

    over = given.apply(ConstructWonder("the-colossus", "school"))

    assert over.is_over
    assert over.player == ONE
    assert Position.of(over).state() == over
    assert State.from_text(over.to_text()) == over


@pytest.mark.parametrize("seed", range(4))
def test_the_end_of_a_game_can_be_rebuilt(seed: int) -> None:
    """The end of any game can be rebuilt as a position, whoever acted last."""
    over = Game(seed)
    over.play_out(RandomBot(seed), RandomBot(seed + 100))

    assert over.state.player == ONE
    assert Position.of(over.state).state() == over.state


def test_play_equals_apply_and_resolve() -> None:
    """``play`` gives the same state as ``apply`` followed by the deal's outcomes."""
    for now, deal in every_state(12):
        for move in now.legal_moves[:4]:
            after = now.apply(move)
            while after.chance is not None:
                after = after.resolve(deal.outcome(after))

            assert after == now.play(move, deal)


@pytest.mark.parametrize("wrong", ["a deal", 5, None, catalogue])
def test_a_value_that_is_not_a_deal_is_refused(wrong: Any, wording: Wording) -> None:
    """A value that is not a deal is refused by ``dealt`` and ``play``."""
    now = FIRST_GAME.state
    asked: list[Callable[[], State]] = [
        lambda: State.dealt(wrong),
        lambda: now.play(now.legal_moves[0], wrong),
    ]
    for ask in asked:
        with wording.raises(WrongTypeError):
            ask()


def test_a_dealt_state_equals_a_resolved_start() -> None:
    """``State.dealt`` equals ``State.start`` with resolved outcomes, for all options and seats."""
    deal = Deal.random(Random(9))
    for rules in (Rules(), Rules(wonder_setup="first-game")):
        for first in Player:
            now = State.start(first_player=first, rules=rules)
            while now.chance is not None:
                now = now.resolve(deal.outcome(now))

            assert now == State.dealt(deal, first_player=first, rules=rules)
            assert now.first_player is first
            assert now.to_move is first


def test_a_wonder_shows_the_card_under_it() -> None:
    """The card under a wonder is public, since it was taken face up (R21)."""
    start = state(Age.I, ["baths", "tavern"], city(20, unbuilt=["the-pyramids"]), left=0b11)
    after = start.apply(ConstructWonder("the-pyramids", "tavern"))
    built = after.cities[0].built

    assert [(one.wonder.id, one.card.id) for one in built] == [("the-pyramids", "tavern")]
    assert after.cities[0].unbuilt == ()
    assert after.cities[0].buildings == ()
    assert after.discard_pile == ()


def test_the_deal_of_an_age_shows_backs_only() -> None:
    """The deal of an age shows only the backs of its face-down cards."""
    deal = Deal.random(Random(2))
    now = State.start(rules=Rules(wonder_setup="first-game"))
    now = now.resolve(deal.outcome(now))
    outcome = deal.outcome(now)
    assert isinstance(outcome, AgeDealt)
    hidden = [
        card.id
        for card, up in zip(deal.ages[0], catalogue.structures[0].face_up, strict=True)
        if not up
    ]

    assert sum(isinstance(card, Back) for card in outcome.slots) == 8
    assert not any(card in repr(outcome) for card in hidden if card != "press")
    assert not any(f"id='{card}'" in repr(now.resolve(outcome).structure) for card in hidden)


def test_a_first_game_needs_its_wonders(wording: Wording) -> None:
    """A catalogue without first-game wonders refuses that setup and names the missing ones."""
    other = Catalogue(
        "bare",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        catalogue.structures,
    )

    with wording.raises(RuleOptionError):
        State.start(rules="first-game", catalogue=other)
    assert State.start(catalogue=other).chance is not None


def test_the_coins_of_a_city_are_limited() -> None:
    """A city holds at most as many coins as every format can store."""
    held = [City.of(catalogue, MOST_COINS + more).coins for more in (-1, 0, 1, 999)]

    assert held == [MOST_COINS - 1, MOST_COINS, MOST_COINS, MOST_COINS]
    assert City.of(catalogue, 0).coins == 0


def held(mine: City) -> dict[str, object]:
    """Return every field of a city, derived ones included."""
    return {field.name: getattr(mine, field.name) for field in attrs.fields(City)}


@pytest.mark.parametrize("cards", [catalogue, MORE], ids=lambda cards: cards.name)
@pytest.mark.parametrize("tokens", [0, 0b1111111111], ids=["alone", "with tokens"])
def test_a_lost_building_leaves_no_effect(cards: Catalogue, tokens: int) -> None:
    """Destroying any building removes all its effects, as if it had never been built (R31)."""
    size = len(cards.building_list)
    beside = sum(1 << number for number in range(0, size, 5))
    for entry in cards.tables.buildings:
        others = beside & ~entry.bit
        draft = City.of(cards, 7, others | entry.bit, tokens, (3,), (size + 2,)).thaw()

        draft.lose(entry)

        assert held(draft.freeze()) == held(City.of(cards, 7, others, tokens, (3,), (size + 2,)))


def test_the_counters_of_a_city_lie_side_by_side() -> None:
    """Each bit belongs to one counter, so a full counter does not change the next one."""
    shields = range(SHIELD_SHIFT, TRIGGER_SHIFT, SHIELD_BITS)
    modifiers = [
        *bits(TRADE_MASK),
        *bits(AGAIN_MASK),
        *bits(CHAIN_MASK << CHAIN_SHIFT),
        *[bit for shift in shields for bit in bits(SHIELD_MASK << shift)],
    ]
    counts = [bit for shift in COUNT_SHIFT.values() for bit in bits(COUNT_MASK << shift)]

    assert modifiers == list(range(TRIGGER_SHIFT))
    assert bits(AGAIN_MASK)[0] == AGAIN_SHIFT
    assert len(shields) == len(COUNT_SHIFT) == len(Colour)
    assert counts == list(range(CHAINS_SHIFT))
    chains = [bits(bit) for _, bit in catalogue.tables.layout.chains.values()]
    assert chains == [[CHAINS_SHIFT + number] for number in range(17)]


def test_counters_are_packed_from_the_lowest_bit() -> None:
    """Each counter has the bits that its largest sum needs, at least one, above those before it."""
    packing = Packing()
    fields = [packing.field(largest) for largest in (0, 1, 2, 3, 4, 255)]

    assert [(one.shift, one.mask) for one in fields] == [
        *((0, 1), (1, 1), (2, 3), (4, 3), (6, 7), (9, 255)),
    ]
    assert packing.bits == 17
    assert Packing(packing.bits).field(1).shift == 17
    assert b"".join(BYTES) == bytes(range(256))


def test_a_counter_has_room_for_its_largest_sum_and_no_more() -> None:
    """The cards of the base game need three bits at most for anything that they produce."""
    layout = catalogue.tables.layout

    assert [field.mask for field in layout.produced] == [7] * 5
    assert [field.mask for _, field in layout.choices] == [3, 3]
    assert [(price, field.mask) for _, price, field in layout.fixed_prices] == [(1, 1)] * 5
    assert [(target, field.mask) for target, field in layout.rebates] == [
        (None, 3),
        (Colour.BLUE, 3),
    ]
    assert (len(layout.coin_rebates), len(layout.rewards)) == (0, 0)


def test_a_card_refers_to_the_rebate_that_applies_to_it() -> None:
    """In the base game, that is the one for wonders, the one for blue buildings, or none."""
    tables = catalogue.tables
    yellow, blue = (catalogue.number_of_building(one) for one in ("tavern", "baths"))
    entries = [
        tables.wonders[0],
        tables.buildings[blue],
        tables.buildings[yellow],
        tables.tokens[0],
    ]

    (_, wonders), (_, blues) = tables.layout.rebates
    assert [one.rebate for one in entries] == [wonders, blues, NO_FIELD, NO_FIELD]
    assert [one.coin_rebate for one in entries] == [NO_FIELD] * 4


NOTHING: dict[str, object] = {
    "number": 0,
    "bit": 1,
    "item": -1,
    "needs": (0, 0, 0, 0, 0),
    "asks": 0,
    "coin_cost": 0,
    "chain": 0,
    "free_with": -1,
    "rebate": NO_FIELD,
    "coin_rebate": NO_FIELD,
    "colour": -1,
    "back_code": 0,
    "production": 0,
    "supply": 0,
    "counts": 0,
    "fixes_prices": False,
    "modifiers": 0,
    "shield_shift": 0,
    "occasions": 0,
    "coins": 0,
    "loses": 0,
    "shields": 0,
    "points": 0,
    "symbols": 0,
    "play_again": False,
    "pending": (),
    "tallied": (),
    "varies": False,
    "gains": (),
    "scorers": (),
}
"""The attributes of a card of no kind that has no effects."""


def test_a_card_without_effects_adds_nothing() -> None:
    """It has no price either, and refers to no other card, colour or rebate."""
    card = CompiledCard()

    assert {name: getattr(card, name) for name in NOTHING} == NOTHING


@pytest.mark.parametrize("seed", range(8))
def test_the_second_of_a_symbol_makes_a_pair_and_the_third_none(seed: int) -> None:
    """The second copy of a symbol makes a pair and the third none, in any order (R63, R65)."""
    rng = Random(seed)
    draft = City.of(catalogue, 7).thaw()
    times = dict.fromkeys(ScienceSymbol, 0)
    for _ in range(25):
        drawn = rng.sample(list(ScienceSymbol), rng.choice((0, 1, 1, 1, 2)))
        card = CompiledCard()
        card.symbols = sum(1 << list(ScienceSymbol).index(one) for one in drawn)
        for one in drawn:
            times[one] += 1

        assert draft.receive(card) == sum(times[one] == 2 for one in drawn)
        assert set(draft.thaw().freeze().symbols) == {one for one in times if times[one]}


def test_the_income_and_colours_of_a_city(wording: Wording) -> None:
    """A city gives the income of a discard (R50) and the number of its buildings of a colour."""
    now = state(Age.II, ["walls", "school"], city(3, "tavern", "forum", "quarry"))
    mine, theirs = now.cities

    assert (mine.discard_income, theirs.discard_income) == (4, 2)
    assert now.apply(DiscardBuilding("walls")).cities[0].coins == 3 + mine.discard_income
    for yellow in (Colour.YELLOW, "yellow"):
        assert mine.count(yellow) == 2  # type: ignore[arg-type]  # the word is understood
    with wording.raises(UnknownNameError):
        mine.count("pink")  # type: ignore[arg-type]
    with wording.raises(UnknownNameError):
        mine.count([Colour.BLUE])  # type: ignore[arg-type]
