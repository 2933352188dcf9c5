"""Pickles refer only to stable names: the functions of one module, and public names."""

from __future__ import annotations

import inspect
import io
import pickle
import pickletools
import sys
from importlib import import_module
from typing import Any

import attrs
import pytest

from tests.match_rows import row
from tests.own_cards import Tribute
from tests.test_effects import SENTENCES
from tests.test_reference import MODULES
from tests.test_values import GAME, ONE_OF_IT, VALUES
from tools import goldens
from wonders_duel import (
    Age,
    BadGameError,
    CentrePawnStart,
    Fault,
    Game,
    IllegalMoveError,
    Position,
    PositionError,
    Record,
    RecordError,
    Resignation,
    RevealTiming,
    Rules,
    State,
    Tags,
    Turn,
    Victory,
    WondersDuelError,
    WonderSetup,
    catalogue,
    features,
    parse_move,
    unpickle,
)
from wonders_duel.arena import Journal
from wonders_duel.bots import Bot, GreedyBot, RandomBot
from wonders_duel.effects import Changes, Contribution, Gain
from wonders_duel.enums import Back, Player, ScienceSymbol
from wonders_duel.evaluation import LinearEvaluation, NetEvaluation, UnfittedWarning, Unit
from wonders_duel.glyphs import Glyph
from wonders_duel.importers import Disagreement, Imported
from wonders_duel.languages import Named, language
from wonders_duel.learn import ActionCodec, Encoder
from wonders_duel.match import BotFault, Match, MatchGame, MatchRow, OnFault, Pairing
from wonders_duel.messages import Message
from wonders_duel.protocol import About, BotOption, Info, ProcessBot
from wonders_duel.ratings import RunningSummary, Sprt
from wonders_duel.render import LIGHT
from wonders_duel.search import (
    BatchEvaluation,
    Evaluation,
    Mark,
    OnePlyBot,
    Prior,
    Puct,
    SearchBot,
    Selection,
    Softmax,
    Stop,
    solve,
)
from wonders_duel.statistics import (
    REFERENCES,
    BadGame,
    Collector,
    DecisionCount,
    Decisions,
    Mean,
    Report,
    Share,
)
from wonders_duel.support.browser import is_in_browser
from wonders_duel.testing import check_bot, check_catalogue

PUBLIC: dict[type, str] = {
    thing: f"{module}.{name}"
    for module in reversed(MODULES)
    for name in import_module(module).__all__
    if inspect.isclass(thing := getattr(import_module(module), name))
}
"""The public classes and their names."""


def _error(kind: type[WondersDuelError]) -> WondersDuelError:
    make: Any = kind
    made: WondersDuelError
    if kind is IllegalMoveError:
        made = make(catalogue.moves[3], tuple(goldens.reasons().values()))
    elif kind is RecordError:
        made = make(3, "it is wrong")
    elif kind is BadGameError:
        made = make(3, "games.txt, line 5", "it is wrong")
    elif hasattr(kind, "subject"):
        made = make([Fault("it is wrong", "$.pawn")])
    else:
        made = make("it is wrong")
    return made


def _ratings() -> list[object]:
    """Return objects of the module of ratings, with rows."""
    sprt, running = Sprt(0, 20), RunningSummary()
    for task in (0, 1, 3):
        sprt.add(row(task, 3))
        running.add(row(task, 3))
    return [sprt, running, running.summary(), running.summary().ratings()]


def _collector() -> Collector:
    """Return a collector with a game and a bad one."""
    collector = Collector(skip_bad=True)
    for player in Player:
        collector.add(Record(result=Resignation(player)))
    collector.add(Record(turns=[Turn(parse_move("draft the-sphinx"))]))
    return collector


MATCH = Match(["greedy", "tests.arena_bots:Raising,a=1"], deals=3, on_fault=OnFault.LOSE)
MATCHES = [MATCH, Match(["random"] * 3, pairing=Pairing.GAUNTLET), MATCH.task(2)]
UNIT = Unit({"coins": 0.5}, {"lead": 0.1}, bias=[0.0] * 10, output=[0.5] * 10)
FAULT = BotFault(Player.ONE, "raised ValueError", "File x")
MATCHES += [MatchRow(0, 0, (0, 1), (MatchGame(Player.TWO, None, (1, 2), (3, 4), FAULT),) * 2)]
SAMPLES: list[Any] = [
    *VALUES.values(),
    *ONE_OF_IT.values(),
    GAME,
    [*CentrePawnStart, *RevealTiming, *WonderSetup, *Back, *Player, *ScienceSymbol, *Victory],
    *goldens.reasons().values(),
    *goldens.events().values(),
    *(effect for effect, _ in SENTENCES),
    Contribution(),
    Glyph("coin", "4"),
    Disagreement(turn=3, where="", kind="coins", site="5", engine="4", rule="R50"),
    Imported(site="bga", source="log"),
    Decisions(),
    DecisionCount(decisions=3),
    catalogue.moves,
    ActionCodec(rules={"pair_token": "may"}),
    Encoder(),
    Encoder().layout,
    Encoder().places,
    *MATCHES,
    Gain(coins=3),
    Message("nobody is to move ({phase})", phase=State.start().phase),
    *(_error(kind) for kind in PUBLIC if issubclass(kind, WondersDuelError)),
    language("fi"),
    language("fr").with_names({"Baths": "Thermes"}),
    LIGHT,
    features.player_layout()[0],
    LinearEvaluation({"coins": 0.5}),
    UNIT,
    NetEvaluation({"coins": 0.5}, [UNIT]),
    Softmax(2.0),
    Puct(2.0),
    *_ratings(),
    Share(3, 7),
    Mean(2, 3, 5, 1, 2),
    BadGame(3, "games.txt, line 5", "it is wrong"),
    About("mybot", "1", (BotOption("depth", "integer", 3),)),
    Info(simulations=3),
    *([] if is_in_browser() else [ProcessBot([sys.executable])]),
    REFERENCES["people"],
    REFERENCES["people"].figures["civilian victories"],
    _collector(),
    Report.of([Game(seed=1)], reference="self-play"),
    goldens.analysis(),
    *Mark,
    check_bot(RandomBot(seed=1), games=0),
    check_catalogue(catalogue, games=1),
    solve(Position(age=Age.III, structure={0: "palace"}).state()),
]
BOTS = [RandomBot(seed=1), GreedyBot(seed=1)]
PYTHON = sys.stdlib_module_names | {"__builtin__", "copy_reg"}
"""The modules of Python, with those that protocols 0 to 2 name as in Python 2."""


def names(pickled: bytes) -> set[tuple[str, str]]:
    """Return the modules and names of the globals in a pickle of protocol 2 or 3."""
    found = set()
    for code, argument, _ in pickletools.genops(pickled):
        assert code.name != "STACK_GLOBAL"
        if code.name == "GLOBAL":
            module, _, name = str(argument).partition(" ")
            found.add((module, name))
    return found


class Recorder(pickle.Unpickler):
    """An unpickler that keeps the globals that it looks up."""

    def __init__(self, pickled: bytes) -> None:
        """Start without any."""
        super().__init__(io.BytesIO(pickled))
        self.found: set[tuple[str, str]] = set()

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        """Keep a name, and look it up."""
        self.found.add((module_name, global_name))
        return super().find_class(module_name, global_name)


def is_stable(module: str, name: str) -> bool:
    """Return whether a name is one of Python or a stable one of this library."""
    if module == "wonders_duel.unpickle":
        return name in unpickle.__all__
    if module.partition(".")[0] == "wonders_duel":
        return module in MODULES and name in import_module(module).__all__
    return module in PYTHON


def has_equality(thing: object) -> bool:
    """Return whether objects of the class can be equal without being identical."""
    equal: object = type(thing).__eq__
    return equal is not object.__eq__


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_refer_to_stable_names(protocol: int) -> None:
    """Every global in the pickles of public objects is stable, and leads to an equal object.

    A class of a user is named by its own module.
    """
    unstable = set()
    for thing in SAMPLES:
        pickled = pickle.dumps(thing, protocol)
        recorder = Recorder(pickled)
        again = recorder.load()
        unstable |= {found for found in recorder.found if not is_stable(*found)}
        if protocol in {2, 3}:
            assert names(pickled) == recorder.found
        assert type(again) is type(thing)
        assert again == thing or not has_equality(thing)

    assert unstable == {("examples.custom_choice", "ConstructFromFarRow")}


@pytest.mark.needs("processes")
def test_every_public_class_has_a_sample() -> None:
    """An object of every public class is pickled above."""
    met: set[type] = set()

    def look(thing: Any) -> None:
        met.update(type(thing).__mro__)
        if isinstance(thing, (list, tuple)):
            for one in thing:
                look(one)
        elif attrs.has(type(thing)) and len(repr(thing)) < 100_000:
            for field in attrs.fields(type(thing)):
                look(getattr(thing, field.name, None))

    for thing in (*SAMPLES, *BOTS):
        look(thing)
    look(GAME.history[3])
    look(list(State.start().military_tokens))
    look(GAME.state.cities[0].built)

    # Protocols, a warning, and bots that are tested elsewhere.
    assert set(PUBLIC) - met == {
        Bot,
        Evaluation,
        Named,
        Changes,
        Journal,
        SearchBot,
        OnePlyBot,
        UnfittedWarning,
        Stop,
        BatchEvaluation,
        Prior,
        Selection,
    }


def test_pickled_bots_refer_to_their_module() -> None:
    """A pickled bot refers only to stable names and to the module of its class."""
    for bot in BOTS:
        found = names(pickle.dumps(bot, 3))
        assert {module for module, name in found if not is_stable(module, name)} == {
            "wonders_duel.bots.players"
        }


def test_every_function_is_used() -> None:
    """The pickles above refer to each function of the module, apart from the helpers."""
    used = {name for thing in SAMPLES for _, name in names(pickle.dumps(thing, 3))}

    assert set(unpickle.__all__) - used == {"named", "pickle_by_name"}


class OwnError(PositionError):
    """A user's error."""


class OwnTags(Tags):
    """A user's tags."""


def test_classes_of_users_are_pickled_by_their_own_path() -> None:
    """Objects of a user's effect and of subclasses of public classes refer to that class."""
    things = [
        Tribute(Gain(coins=1)),
        OwnError([Fault("it is wrong")]),
        OwnTags({"event": "Friday"}),
    ]
    for thing in things:
        kind = type(thing)
        pickled = pickle.dumps(thing, 3)
        again = pickle.loads(pickled)  # noqa: S301 - just made
        assert type(again) is kind
        assert str(again) == str(thing)
        assert (kind.__module__, kind.__qualname__) in names(pickled)


def test_later_options_have_their_defaults_in_older_pickles() -> None:
    """Rule options that are missing in a pickle have their defaults."""
    assert unpickle.rules() == Rules()
    assert unpickle.rules("last-player-begins") == Rules(centre_pawn_start="last-player-begins")
