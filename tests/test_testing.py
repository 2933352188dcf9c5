"""The testing kit: valid bots and cards pass, and each fault is found and reported."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, cast

import attrs
import pytest
from hypothesis import given
from typing_extensions import override

from examples.custom_choice import PROMO
from tests.amounts import examples
from tests.builders import BACKWARDS, BASE_PHASES, EXTENDED
from tests.wording import Wording
from wonders_duel import (
    Age,
    Back,
    BotError,
    Building,
    Card,
    Catalogue,
    CatalogueError,
    Chance,
    Colour,
    Deal,
    DiscardBuilding,
    ExtraError,
    Game,
    IllegalMoveError,
    Move,
    Options,
    Phase,
    Player,
    Position,
    PositionError,
    State,
    TokensDrawn,
    WrongTypeError,
    catalogue,
    is_compiled,
    parse_move,
)
from wonders_duel import testing as kit
from wonders_duel.bots import BOTS, Bot, GreedyBot, RandomBot, bot
from wonders_duel.effects import CardChoice, Changes, Contribution, Effect, Gain
from wonders_duel.engine.structure import Slot, Structure
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.testing import BotReport, check_bot, check_catalogue, invariants, positions
from wonders_duel.testing.walks import walk

DECISIONS = [phase for phase in BASE_PHASES if not phase.is_chance and phase is not Phase.OVER]

# -- bots ------------------------------------------------------------------------------------------


class Last:
    """A bot that chooses the last legal move; the base of faulty bots."""

    def choose(self, state: State) -> Move:
        """Return the last legal move."""
        return state.legal_moves[-1]


class Illegal(Last):
    """A bot that discards the Lumber Yard, wherever it is."""

    @override
    def choose(self, state: State) -> Move:
        return DiscardBuilding("lumber-yard")


class Wordy(Last):
    """A bot that returns the text of a move."""

    @override
    def choose(self, state: State) -> Move:
        return str(state.legal_moves[0])  # type: ignore[return-value]


class Raising(Last):
    """A bot that fails during the draft."""

    @override
    def choose(self, state: State) -> Move:
        if state.phase is Phase.DRAFT:
            raise KeyError("draft")
        return super().choose(state)


class Greedy(Last):
    """A bot that adds a coin to its city in the state."""

    @override
    def choose(self, state: State) -> Move:
        object.__setattr__(state, "pawn", state.pawn + 1)
        return super().choose(state)


class OneSeat(Last):
    """A bot that plays only as player one."""

    @override
    def choose(self, state: State) -> Move:
        assert state.to_move is Player.ONE
        return super().choose(state)


class Unpicklable(Last):
    """A bot that holds an object that cannot be pickled."""

    def __init__(self) -> None:
        """Store the object."""
        self.function = lambda: None


class Growing(Last):
    """A bot that becomes unpicklable after its first choice."""

    held: object = None

    @override
    def choose(self, state: State) -> Move:
        self.held = lambda: None
        return super().choose(state)


class Forgetful(Last):
    """A bot that loses an attribute when pickled."""

    def __init__(self) -> None:
        """Set the attribute."""
        self.taste = -1

    def __getstate__(self) -> dict[str, object]:
        """Leave the attribute out."""
        return {"other": 1}

    @override
    def choose(self, state: State) -> Move:
        return state.legal_moves[self.taste]


class Late(Last):
    """A bot that fails in Age III, which only whole games reach."""

    asked = 0

    @override
    def choose(self, state: State) -> Move:
        self.asked += 1
        return super().choose(state) if self.asked < 40 else DiscardBuilding("lumber-yard")


@pytest.mark.parametrize(
    ("name", "games"),
    [
        *((name, 2) for name in BOTS if name not in {"medium", "hard", "expert"}),
        ("medium", 0),
        pytest.param("medium", 4, marks=pytest.mark.slow),
    ],
)
def test_the_bots_of_the_library_pass(name: str, games: int) -> None:
    """The bots of the library pass in every phase and from both seats."""
    settings = {"simulations": 10} if name == "search" else {}
    report = check_bot(bot(name, 1, settings), games=games)

    assert report.phases == set(DECISIONS)
    # A supremacy may end a game early.
    assert report.decisions >= 7 * 2 * 3 + games * 20


def test_a_check_of_a_bot_is_reproducible() -> None:
    """The same seed repeats the check; another seed gives other games."""
    assert check_bot(RandomBot(1), seed=5) == check_bot(RandomBot(1), seed=5)
    assert check_bot(Last(), games=0) == BotReport(3 * 2 * 7, frozenset(DECISIONS))
    assert check_bot(Last(), games=1, seed=1) != check_bot(Last(), games=1, seed=2)


def test_a_bot_is_checked_with_custom_cards() -> None:
    """A bot is checked with the given catalogue, even one without first-game wonders."""
    without = Catalogue(
        "no first game",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        catalogue.structures,
    )
    for cards in (EXTENDED, without):
        seen = []

        class Looking(Last):
            """A bot that records the catalogues that it sees."""

            @override
            def choose(self, state: State) -> Move:
                seen.append(state.catalogue)  # noqa: B023 - called at once
                return super().choose(state)

        with pytest.raises(BotError, match="cannot be pickled"):
            check_bot(Looking(), catalogue=cards)
        assert len(seen) > 60
        assert set(seen) == {cards}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (Illegal, "the bot chose discard lumber-yard, which is illegal in phase draft as player one"),
        (Wordy, r"the bot chose 'draft .*', which is not a move"),
        (Raising, r"""the bot raised KeyError: "'draft'" in phase draft as player one"""),
        (Greedy, "the bot changed the state that it was given in phase draft as player one"),
        (OneSeat, "the bot raised AssertionError: .* as player two"),
        (Unpicklable, "the bot cannot be pickled: (AttributeError|PicklingError): .*local object"),
        (Growing, "the bot cannot be pickled: (AttributeError|PicklingError): .*local object"),
        (Forgetful, "the bot raised AttributeError: .*, after pickling the bot"),
        (Late, "the bot chose discard lumber-yard, which is illegal in phase turn as player"),
    ],
)  # fmt: skip
def test_a_fault_of_a_bot_is_reported(make: Callable[[], Last], message: str) -> None:
    """A fault of a bot is reported with phase, seat and position, the first few only."""
    with pytest.raises(BotError, match=message) as caught:
        check_bot(make())

    assert str(caught.value).count("the bot ") <= 5
    assert "the bot cannot be pickled" not in str(caught.value) or make in {Unpicklable, Growing}
    if "pickled: " not in message:
        assert "(wd1 turn=" in str(caught.value)


class OfBaseGame(RandomBot):
    """A bot that chooses moves of the base game, whatever the cards are."""

    @override
    def choose(self, state: State) -> Move:
        """Choose a move by its text."""
        return parse_move(str(super().choose(state)))


def test_a_bot_may_choose_moves_of_the_base_game() -> None:
    """With other cards, such a move stands for that with the same ids, as in matches."""
    check_bot(OfBaseGame(1), games=2, catalogue=BACKWARDS)


def test_the_error_of_a_bot_is_the_cause() -> None:
    """The bot's own error is the cause, so its traceback is shown."""
    with pytest.raises(BotError) as caught:
        check_bot(Raising())

    assert isinstance(caught.value.__cause__, KeyError)


def test_each_situation_is_played_and_built() -> None:
    """Each of 14 situations is given as played and as built, and pickled if the bot can be."""
    kept: list[State] = []

    class Keeping(Last):
        """A bot that keeps the states."""

        @override
        def choose(self, state: State) -> Move:
            kept.append(state)
            return super().choose(state)

    with pytest.raises(BotError, match="cannot be pickled"):
        check_bot(Keeping(), games=0)

    assert len({id(state) for state in kept}) == len(kept) == 28
    assert len(set(kept)) == 14
    assert {(state.phase, state.to_move) for state in kept} == {
        (phase, player) for phase in DECISIONS for player in Player
    }


@pytest.mark.parametrize(("cards", "phases"), [(catalogue, 7), (PROMO, 8)], ids=["base", "promo"])
def test_the_search_ends_when_each_phase_is_found(
    monkeypatch: pytest.MonkeyPatch, cards: Catalogue, phases: int
) -> None:
    """No more games are searched than needed, also with cards that bring a choice of their own."""
    searched: list[int] = []

    def counted(number: int, *rest: Any) -> Iterable[State]:
        searched.append(number)
        return walk(number, *rest)

    monkeypatch.setattr("wonders_duel.testing.bot_check.walk", counted)

    assert len(check_bot(Last(), games=0, catalogue=cards).phases) == phases
    assert len(searched) < 200


@pytest.mark.parametrize("thing", [RandomBot, None, "random", Game(seed=1)])
def test_a_value_that_is_not_a_bot_is_refused(wording: Wording, thing: object) -> None:
    """A value without ``choose``, or the class of a bot, is refused."""
    with wording.raises(WrongTypeError):
        check_bot(thing)  # type: ignore[arg-type]


class Strange:
    """A value that is equal to everything and has a failing repr."""

    def __eq__(self, other: object) -> bool:
        """Return True."""
        return True

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        """Raise an error."""
        raise RuntimeError("no")


class Giving(Last):
    """A bot that returns the given value."""

    def __init__(self, thing: object) -> None:
        """Store the value."""
        self.thing = thing

    @override
    def choose(self, state: State) -> Move:
        return self.thing  # type: ignore[return-value]


class Waiting:
    """A bot that is written for an event loop."""

    async def choose(self, state: State) -> Move:
        """Return the last legal move asynchronously."""
        return state.legal_moves[0]


class Leaving(Last):
    """A bot that exits the program."""

    @override
    def choose(self, state: State) -> Move:
        raise SystemExit("\x1b[2Jbye")


class Changing(Last):
    """A bot that changes a field of the state, or of a city."""

    def __init__(self, name: str, value: object, *, city: bool) -> None:
        """Store the field and its new value."""
        self.name, self.value, self.city = name, value, city

    @override
    def choose(self, state: State) -> Move:
        move = super().choose(state)
        object.__setattr__(state.cities[0] if self.city else state, self.name, self.value)
        return move


@pytest.mark.parametrize(
    "bot",
    [
        Giving(None),
        Giving(Strange()),
        Waiting(),
        Leaving(),
    ],
)
def test_an_odd_bot_is_reported(bot: Bot, wording: Wording) -> None:
    """Odd choices, of whatever type, are reported once each."""
    with wording.raises(BotError) as caught:
        check_bot(bot, games=0)

    assert str(caught.value).count("the bot ") == 1


@pytest.mark.skipif(is_compiled, reason="fields of native classes take only values of their types")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, None) for name in ("tables", "rules", "one", "two", "uncovered", "faces")),
        *(
            (name, 77)
            for name in (
                "player",
                "phase_number",
                "military_mask",
                "discard_low",
                "discard_high",
            )
        ),
        *((name, 77) for name in ("age_number", "pawn", "offer_mask", "board_mask")),
        ("first_seat", None),
        ("pending_codes", (1, 1)),
        ("extra_turn", "yes"),
    ],
)
def test_a_change_of_any_field_is_detected(wording: Wording, name: str, value: object) -> None:
    """A change of any field of the state is detected, without further problems."""
    with wording.raises(BotError) as caught:
        check_bot(Changing(name, value, city=False), games=1)

    assert str(caught.value).count("the bot ") == 1


@pytest.mark.skipif(is_compiled, reason="fields of native classes take only values of their types")
@pytest.mark.parametrize(
    "name", ["coins", "production", "supply", "counts", "science", "modifiers"]
)
def test_a_change_of_a_city_is_detected(wording: Wording, name: str) -> None:
    """A change of any field of a city is detected, derived ones included."""
    with wording.raises(BotError):
        check_bot(Changing(name, 12345, city=True), games=0)


def test_a_bot_need_not_be_pickled() -> None:
    """With ``pickles=False`` a bot need not be picklable."""
    report = check_bot(Unpicklable(), games=0, pickles=False)

    assert report.decisions == 2 * 2 * 7


class Wandering(Last):
    """A bot that makes a different wrong choice each time."""

    asked = 0

    @override
    def choose(self, state: State) -> Move:
        self.asked += 1
        return self.asked  # type: ignore[return-value]


def test_a_check_of_a_bot_ends_after_five_problems() -> None:
    """A check ends after five different problems."""
    with pytest.raises(BotError) as caught:
        check_bot(Wandering())

    assert str(caught.value).count("the bot chose ") == 5


def test_an_unreachable_phase_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase that the cards never reach is missing from the report."""
    monkeypatch.setattr("wonders_duel.testing.bot_check.MOST_GAMES", 1)

    assert check_bot(Last(), games=0).phases < set(DECISIONS)


@examples(500)
@given(positions())
def test_positions_have_problems_or_a_state(position: Position) -> None:
    """A position from the strategy has either problems or a state."""
    if position.problems():
        with pytest.raises(PositionError):
            position.state()
    else:
        assert list(invariants.state_breaches(position.state())) == []


class Noting(Last):
    """A bot that records the games in which it plays."""

    def __init__(self) -> None:
        """Create empty notes."""
        self.met: set[tuple[object, ...]] = set()

    @override
    def choose(self, state: State) -> Move:
        self.met.add((state.rules, state.first_player, state.to_move))
        return super().choose(state)


@pytest.mark.slow
def test_the_games_of_a_bot_differ() -> None:
    """In both seats a bot meets every rule option and both first players."""
    bot = Noting()
    check_bot(bot, games=500, pickles=False)

    assert len(bot.met) == 16 * 2 * 2


@pytest.mark.parametrize("seed", ["a", None, 1.5, -1, True])
def test_the_seed_is_checked(wording: Wording, seed: object) -> None:
    """The seed of a check is a whole number from 0."""
    with wording.raises(WrongTypeError):
        check_bot(Last(), seed=seed)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        check_catalogue(catalogue, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("games", [-1, True, 1.5, None])
def test_the_number_of_games_is_checked(wording: Wording, games: object) -> None:
    """The number of games is a whole number, from 0 for bots and from 1 for catalogues."""
    with wording.raises(WrongTypeError):
        check_bot(Last(), games=games)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        check_catalogue(catalogue, games=games)  # type: ignore[arg-type]


# -- catalogues ------------------------------------------------------------------------------------


@attrs.frozen
class Plain(Effect):
    """A valid effect; the base of faulty ones."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Does nothing."


@attrs.frozen
class Mutable(Plain):
    """An effect without a hash."""

    numbers: list[int] = attrs.Factory(list)


class Odd(Plain):
    """An effect that is not equal to itself."""

    @override
    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = Plain.__hash__


class Silent(Plain):
    """An effect with an empty description."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return ""


class Unspoken(Plain):
    """Has a summary that no board can show."""

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return "two\nlines"


class Untold(Plain):
    """Forgets to return its sentences."""

    @override
    def sentences(self, card: Card, to: Language = ENGLISH) -> Any:
        self.describe(to)


class Numbered(Plain):
    """Returns a number among its sentences."""

    @override
    def sentences(self, card: Card, to: Language = ENGLISH) -> Any:
        return self.describe(to), 2


class Undrawn(Plain):
    """Gives the name of a symbol where the symbol belongs."""

    @override
    def symbols(self) -> Any:
        return ("coin",)


_COUNT = itertools.count()


class Fickle(Plain):
    """An effect with a different description each time."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return f"Number {next(_COUNT)}."


class Wavering(Plain):
    """An effect that scores differently each time."""

    @override
    def score(self, state: State, player: Player) -> int:
        return next(_COUNT)


class Halving(Plain):
    """An effect that scores a fraction."""

    @override
    def score(self, state: State, player: Player) -> int:
        return 0.5  # type: ignore[return-value]


class Meddling(Plain):
    """An effect that moves the pawn in its hook."""

    @override
    def score(self, state: State, player: Player) -> int:
        object.__setattr__(state, "pawn", 3 if state.pawn != 3 else 2)
        return 0


class Failing(Plain):
    """An effect that fails when scored."""

    @override
    def score(self, state: State, player: Player) -> int:
        raise ZeroDivisionError("the age is divided by zero")


class Dying(Plain):
    """An effect that fails when built."""

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return Gain(coins=-1)


class Outside(Effect):
    """An effect that holds a number that attrs does not know of."""

    def __init__(self, number: int) -> None:
        """Store the number."""
        object.__setattr__(self, "number", number)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Does nothing."


class Lucky(Plain):
    """An effect that contributes differently each time."""

    @override
    def contribute(self, to: Contribution) -> None:
        to.points += next(_COUNT)


class Partial(Plain):
    """An effect that scores more for player one."""

    @override
    def score(self, state: State, player: Player) -> int:
        return 5 if player is Player.ONE else 0


class Yes(Plain):
    """An effect that scores a bool."""

    @override
    def score(self, state: State, player: Player) -> int:
        return True


def _with(effect: Effect) -> Catalogue:
    card = Building(id="mill", name="Mill", age=Age.I, colour=Colour.BLUE, effects=(effect,))
    return catalogue.extended("with a mill", buildings=[card])


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param(catalogue, id="base"),
        pytest.param(EXTENDED, marks=pytest.mark.slow, id="own"),
        pytest.param(_with(Plain()), marks=pytest.mark.slow, id="mill"),
    ],
)
def test_valid_catalogues_pass(cards: Catalogue) -> None:
    """Valid catalogues pass, and nearly all of their cards are met."""
    report = check_catalogue(cards, games=12)

    assert report.games == 12
    assert report.states > 12 * 60
    assert len(report.unmet) <= 2


def test_the_cards_of_the_example_pass() -> None:
    """The cards of the example pass, like those of a user."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    try:
        cards = import_module("custom_card").EXTENDED
    finally:
        sys.path.pop(0)

    assert check_catalogue(cards, games=8).states > 8 * 60


def test_cards_that_are_not_met_are_listed() -> None:
    """One game does not meet all cards, and the others are listed."""
    report = check_catalogue(EXTENDED, games=1)

    assert {card.id for card in report.unmet} <= {card.id for card in _all(EXTENDED)}
    assert 0 < len(report.unmet) < len(_all(EXTENDED))


def _all(cards: Catalogue) -> list[Card]:
    return [*cards.building_list, *cards.wonder_list, *cards.token_list]


@pytest.mark.parametrize(
    "effect",
    [
        Mutable(),
        Odd(),
        Silent(),
        Unspoken(),
        Untold(),
        Numbered(),
        Undrawn(),
        Fickle(),
        Outside(3),
        Lucky(),
        Partial(),
        Yes(),
        Wavering(),
        Halving(),
        Meddling(),
        Failing(),
        Dying(),
    ],
)
def test_a_fault_of_an_effect_is_reported(effect: Effect, wording: Wording) -> None:
    """A fault of an effect is reported with its card or state, and an error as the cause."""
    with wording.raises(CatalogueError) as caught:
        check_catalogue(_with(effect))

    if "raised" in str(caught.value):
        assert caught.value.__cause__ is not None


@attrs.frozen
class Wordless(CardChoice):
    """A choice; the base of those with a text that cannot be shown."""

    word = "wordless"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        return state.accessible

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        assert isinstance(card, Building)
        changes.discard(card)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Discards a card."


class Unasked(Wordless):
    """Forgets to return its question."""

    @override
    def question(self, state: State, names: tuple[str, str], to: Language = ENGLISH) -> Any:
        super().question(state, names, to)


class Delayed(Wordless):
    """Returns two lines where one is shown."""

    @override
    def later(self, to: Language = ENGLISH) -> str:
        return "discard a card\nor none."


class Commanded(Wordless):
    """Forgets to return the command."""

    @override
    def action(self, card: Card, to: Language = ENGLISH, *, command: bool = False) -> Any:
        return None if command else f"discards {card.name}"


def test_a_valid_choice_passes() -> None:
    """The base of the faulty choices is valid."""
    assert check_catalogue(_with(Wordless()), games=4).games == 4


@pytest.mark.parametrize("effect", [Unasked(), Delayed(), Commanded()])
def test_a_text_of_a_choice_that_cannot_be_shown_is_reported(
    effect: Effect, wording: Wording
) -> None:
    """The texts of a choice are checked in the first position that has it."""
    with wording.raises(CatalogueError):
        check_catalogue(_with(effect), games=4)


def test_an_unpicklable_effect_is_reported() -> None:
    """An unpicklable effect, such as one of a local class, is reported."""

    @attrs.frozen
    class Inner(Plain):
        """A local class, which pickle cannot find."""

    with pytest.raises(CatalogueError, match="the effect Inner cannot be pickled"):
        check_catalogue(_with(Inner()))


def test_a_value_that_is_not_a_catalogue_is_refused(wording: Wording) -> None:
    """A value that is not a catalogue is refused by its type."""
    with wording.raises(WrongTypeError):
        check_catalogue("base")  # type: ignore[arg-type]


# -- the invariants --------------------------------------------------------------------------------


class Spoilt:
    """A wrapper of a valid object that overrides some of its attributes."""

    def __init__(self, sound: object, **instead: object) -> None:
        """Store the object and the overrides."""
        self._sound = sound
        self.__dict__.update(instead)

    def __getattr__(self, name: str) -> object:
        """Return the attribute of the object."""
        return getattr(self._sound, name)

    def __eq__(self, other: object) -> bool:
        """Compare as the object."""
        return self._sound == other

    def __hash__(self) -> int:
        """Hash as the object."""
        return hash(self._sound)

    def __repr__(self) -> str:
        """Return the repr of the object."""
        return repr(self._sound)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the object."""
        return _itself, (self._sound,)


def test_a_name_that_does_not_find_its_card_is_reported(wording: Wording) -> None:
    """A card that is not found by its id or its name is reported."""
    park = EXTENDED.building_list[0]
    found = Spoilt(EXTENDED, find=lambda name: park if name == "bank" else EXTENDED.find(name))

    (breach,) = invariants.name_breaches(cast("Catalogue", found))
    assert breach.startswith("bank, ")
    wording(breach)


def _itself(thing: object) -> object:
    return thing


def _some_state(phase: Phase = Phase.TURN) -> State:
    return next(
        state
        for seed in range(20)
        for state in walk(seed, catalogue)
        if state.phase is phase and state.age is Age.II and state.left.bit_count() < 15
    )


STATE = _some_state()
ONE, TWO = STATE.cities


def _spoilt(**instead: object) -> State:
    return cast("State", Spoilt(STATE, **instead))


def _spoilt_city(**instead: object) -> State:
    return _spoilt(cities=(Spoilt(ONE, **instead), TWO))


def test_a_valid_state_has_no_breach() -> None:
    """A valid state has no breach of any invariant, wrapped or not."""
    for state in (STATE, _spoilt()):
        for check in (
            invariants.state_breaches,
            invariants.plan_breaches,
            invariants.move_breaches,
            invariants.option_breaches,
        ):
            assert list(check(state)) == []
    assert list(invariants.form_breaches(STATE)) == []
    assert list(invariants.name_breaches(EXTENDED)) == []


@pytest.mark.parametrize(
    "state",
    [
        _spoilt(pawn=10),
        _spoilt_city(coins=-1),
        _spoilt_city(built_codes=(1,) * 8),
        _spoilt_city(token_mask=STATE.board_mask),
        _spoilt(discard_mask=(1 << 73) - 1),
        _spoilt_city(production=0),
        _spoilt_city(buildings=()),
        _spoilt(to_move=None),
        _spoilt(legal_moves=()),
        _spoilt(result="won"),
        _spoilt(structure=Structure(Age.II, (Slot(index=0, row=0, column=4, building=None, back=Back.AGE_II, covered_by=()),))),
    ],
    ids=["a pawn off the track", "a debt", "eight wonders", "tokens in two places", "all buildings discarded", "no production", "no buildings", "nobody to move", "no legal moves", "a result", "another structure"],
)  # fmt: skip
def test_a_breach_of_a_state_is_reported(state: State, wording: Wording) -> None:
    """Each breach of a state is a sentence."""
    wording("\n".join(invariants.state_breaches(state)))


PLAN = next(plan for plan in map(STATE.payment, STATE.legal_moves) if plan is not None)


@pytest.mark.parametrize(
    "plan",
    [
        None,
        Spoilt(PLAN, total=99),
        Spoilt(PLAN, total=0, to_bank=5),
        Spoilt(PLAN, lines=(1,) * 9, free_by=None),
        Spoilt(PLAN, total=1, to_bank=1, to_opponent=0, free_by="a chain"),
    ],
    ids=["none", "a price of 99", "free, but the bank is paid", "nine lines", "a chain that costs"],
)  # fmt: skip
def test_a_breach_of_a_plan_is_reported(plan: object, wording: Wording) -> None:
    """A price that cannot be paid, has no receiver or contradicts the cost is reported."""
    wording("\n".join(invariants.plan_breaches(_spoilt(payment=lambda _: plan))))


def test_a_plan_for_a_move_without_a_price_is_reported() -> None:
    """A payment plan for a discard, which costs nothing, is reported."""
    found = list(invariants.plan_breaches(_spoilt(payment=lambda _: PLAN)))

    assert any(one.startswith("discard ") and one.endswith(": a payment plan") for one in found)


def test_inconsistent_options_are_reported() -> None:
    """Options that contradict the legal moves, their number, reasons or prices are reported."""
    options = STATE.options()
    few = list(invariants.option_breaches(_spoilt(options=lambda: options[1:])))
    assert few == [
        "the legal options are not the legal moves",
        f"{len(options) - 1} options; expected {len(options)}",
    ]
    doubled = Options([*options[:-1], options[-2]])
    assert f"{len(options)} options; expected {len(options)}" in list(
        invariants.option_breaches(_spoilt(options=lambda: doubled))
    )
    told = list(invariants.option_breaches(_spoilt(why_not=lambda _: ("no",))))
    assert told == [f"{one.move}: the reasons of the option differ from why_not" for one in options]
    priced = list(invariants.option_breaches(_spoilt(payment=lambda _: None)))
    assert priced == [
        f"{one.move}: the payment plan of the option differs from payment"
        for one in options
        if one.payment
    ]


def test_a_wrong_list_of_legal_moves_is_reported() -> None:
    """Duplicate, missing or refused legal moves, and refusals without a reason, are reported."""
    legal = STATE.legal_moves
    other = next(move for move in catalogue.moves if move not in legal)

    def refuse(move: Move) -> State:
        raise IllegalMoveError(move, ())

    left_out = _spoilt(legal_moves=(*legal[1:], legal[1]))
    assert list(invariants.move_breaches(left_out)) == [
        "a legal move is listed twice",
        f"{legal[0]} is accepted but not listed as legal",
    ]
    (refused,) = invariants.move_breaches(_spoilt(legal_moves=(*legal, other)))
    assert refused.startswith(f"{other} is listed as legal but rejected: ")
    silent = list(invariants.move_breaches(_spoilt(legal_moves=(), apply=refuse)))
    assert silent == [f"{move} is rejected without a reason" for move in catalogue.moves]
    told = list(invariants.move_breaches(_spoilt(why_not=lambda _: ("no",))))
    assert set(told) == {f"{move} is accepted, but why_not gives reasons" for move in legal}


def test_a_wrong_form_is_reported() -> None:
    """A form that is refused or gives another state, and a text of another move, are reported."""
    other = _some_state(Phase.BOARD_TOKEN)
    broken = _spoilt(to_text=lambda: "wd1 end", to_json=other.to_json)
    found = list(invariants.form_breaches(broken))

    assert found[0].startswith("its text cannot be read: the position has")
    assert found[1] == "its JSON document gives another state"
    stranger = EXTENDED.moves[0]
    found = list(invariants.form_breaches(_spoilt(legal_moves=(stranger,))))
    assert f"the text {stranger} gives another move" in found


def test_inconsistent_ways_are_reported(wording: Wording) -> None:
    """A deal that differs from its outcomes one by one, and a changed state, are reported."""
    state = next(one for one in walk(0, catalogue) if one.phase is Phase.TURN)
    deal = Deal.consistent_with(state, Random(1))
    move = state.legal_moves[-1]
    apart = cast("State", Spoilt(state, play=lambda *_: STATE))
    changing = cast("State", Spoilt(state, legal_moves=move))
    changing.__dict__["apply"] = lambda one: (
        changing.__dict__.update(legal_moves=()),
        state.apply(one),
    )[1]

    assert list(invariants.step_breaches(state, move, deal)) == []
    for one in (apart, changing):
        (breach,) = invariants.step_breaches(one, move, deal)
        assert breach.startswith(str(move))
        wording(breach)


def test_inconsistent_chance_is_reported(wording: Wording) -> None:
    """Missing outcomes, wrong probabilities and impossible samples are reported."""
    state = next(one for one in walk(0, catalogue) if one.phase is Phase.REVEAL)
    chance = state.chance
    assert chance is not None
    first, probability = next(chance.outcomes())
    few = Spoilt(chance, outcomes=lambda: iter([(first, probability)]))
    other = TokensDrawn(catalogue.token_list[:3])

    breaches = list(invariants._chance_breaches(cast("Chance", few), other))
    assert len(breaches) == 3
    for breach in breaches:
        wording(breach)
    assert list(invariants._chance_breaches(chance, first)) == []


# -- without hypothesis ----------------------------------------------------------------------------


@pytest.fixture
def bare_kit(monkeypatch: pytest.MonkeyPatch) -> object:
    """Return the kit as it is without hypothesis."""
    for name in [one for one in sys.modules if one.startswith("wonders_duel.testing")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    bare = import_module("wonders_duel.testing")
    monkeypatch.undo()
    return bare


def test_another_missing_module_is_an_import_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strategies are left out only if hypothesis itself is missing, not another module."""
    for name in [one for one in sys.modules if one.startswith("wonders_duel.testing")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "wonders_duel.testing.walks", None)
    with pytest.raises(ModuleNotFoundError, match="walks"):
        import_module("wonders_duel.testing")
    monkeypatch.setitem(sys.modules, "wonders_duel.testing.strategies", None)
    monkeypatch.delitem(sys.modules, "wonders_duel.testing.walks")
    with pytest.raises(ModuleNotFoundError, match="strategies"):
        import_module("wonders_duel.testing")
    monkeypatch.undo()


def test_the_checks_need_no_hypothesis(bare_kit: object, wording: Wording) -> None:
    """Without hypothesis the checks work, and the strategies say what to install."""
    assert bare_kit.check_bot(RandomBot(1)).decisions > 60  # type: ignore[attr-defined]
    with wording.raises(ExtraError):
        bare_kit.records  # type: ignore[attr-defined]  # noqa: B018
    with wording.raises(AttributeError):
        bare_kit.record  # type: ignore[attr-defined]  # noqa: B018
    assert set(bare_kit.__all__) == {  # type: ignore[attr-defined]
        "BotReport",
        "CatalogueReport",
        "check_bot",
        "check_catalogue",
    }


def test_every_name_can_be_imported() -> None:
    """With hypothesis all names can be imported."""
    assert all(hasattr(kit, name) for name in kit.__all__)


def test_the_greedy_bot_passes_with_a_custom_evaluation() -> None:
    """The greedy bot passes in all phases with a custom evaluation function."""
    assert check_bot(GreedyBot(1, judge=_by_the_pawn), games=0).decisions == 42


def _by_the_pawn(state: State, _: Player) -> float:
    return state.pawn


def test_checks_report_their_progress() -> None:
    """Both checks report every step, from none to all."""
    seen: list[tuple[int, int]] = []
    report = check_bot(RandomBot(1), games=2, progress=lambda done, most: seen.append((done, most)))
    steps = len(report.phases) * 2 + 2
    assert seen == [(done, steps) for done in range(steps + 1)]

    seen.clear()
    check_catalogue(catalogue, games=3, progress=lambda done, most: seen.append((done, most)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("check", [check_bot, check_catalogue])
def test_progress_is_a_function(check: Any, wording: Wording) -> None:
    """What cannot be called is refused before anything is checked."""
    with pytest.raises(WrongTypeError) as raised:
        check(RandomBot(1) if check is check_bot else catalogue, progress=3)
    wording(str(raised.value))
