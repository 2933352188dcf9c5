"""Matches as values: bots with settings, tasks, the games of a task, rows, and documents."""

from __future__ import annotations

import pickle
import signal
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from types import ModuleType
from typing import Any

import attrs
import pytest

from tests import arena_bots
from tests.builders import BACKWARDS, EXTENDED
from tests.wording import Wording
from wonders_duel import (
    BotError,
    FormatError,
    Game,
    MatchError,
    Player,
    Record,
    Rules,
    State,
    UnknownNameError,
    Victory,
    WrongTypeError,
    catalogue,
    serialization,
)
from wonders_duel.bots import BOTS, GreedyBot, bot, load_bot
from wonders_duel.match import (
    BotFault,
    BotSpec,
    Match,
    MatchGame,
    MatchRow,
    OnFault,
    Pairing,
    Setting,
    Settings,
)
from wonders_duel.match.rows import in_one_line
from wonders_duel.match.specs import several
from wonders_duel.search import SearchBot
from wonders_duel.testing.walks import walk

MATCH = Match(["greedy", "random"], deals=20, seed="tests")
ANY: Any = Match


def unpickled(thing: Any) -> Any:
    """Return what a pickle of an object gives."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - our own


# -- bots -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "source", "settings"),
    [
        (" Greedy ", "greedy", {}),
        ("mine:Bot", "mine:Bot", {}),
        ("mine:Bot,depth=3", "mine:Bot", {"depth": 3}),
        ("mine:Bot, a = 0.5 ,b=true,c=null", "mine:Bot", {"a": 0.5, "b": True, "c": None}),
        ("mine:Bot,style=bold,empty=", "mine:Bot", {"style": "bold", "empty": ""}),
        ('mine:Bot,style="a,b=\\"c\\"",x=1', "mine:Bot", {"style": 'a,b="c"', "x": 1}),
        ("mine:Bot,path=a=b", "mine:Bot", {"path": "a=b"}),
        ('mine:Bot,a="1",b="true",c="NaN"', "mine:Bot", {"a": "1", "b": "true", "c": "NaN"}),
        ('mine:Bot,a=" x ",b="say \\"x\\""', "mine:Bot", {"a": " x ", "b": 'say "x"'}),
        ("mine:Bot,a=x y,b=é", "mine:Bot", {"a": "x y", "b": "é"}),
        ("mine:Bot,list=[1]", "mine:Bot", {"list": "[1]"}),
    ],
)
def test_a_bot_is_read_from_a_text(text: str, source: str, settings: dict[str, Any]) -> None:
    """The source, settings of every type, and texts with commas."""
    spec = BotSpec.parse(text)
    assert (spec.source, spec.settings) == (source, Settings(settings))
    assert BotSpec.parse(spec.name) == spec
    assert str(spec) == spec.name


@pytest.mark.parametrize("value", ["[" * 5_000, "{" * 5_000, "[1]", "{}"])
def test_a_setting_is_no_list(value: str) -> None:
    """A value that begins like a list or an object in JSON is a text, however deeply it is nested."""
    assert BotSpec.parse(f"random,a={value}").settings["a"] == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ,a=1",
        "m:B,depth",
        "m:B,a=1,a=2",
        "m:B,1a=2",
        'm:B,a="b',
        'm:B,a="b"c',
        'm:B,"a"=2',
        pytest.param("m:B,a," + " " * 100_000 + '"', id="many spaces"),
        "m:B,seed=2",
    ],
)
def test_a_wrong_text_is_no_bot(wording: Wording, text: str) -> None:
    """Each fault of a text gives one clear error."""
    with wording.raises(MatchError):
        BotSpec.parse(text)


def test_a_comma_at_the_end_of_a_text_is_left_out() -> None:
    """There may be no setting after it."""
    assert BotSpec.parse("m:B,") == BotSpec("m:B")


@pytest.mark.parametrize(
    "settings",
    [
        {"a": float("inf")},
        {"a": 10**18},
        {"a": -1e18},
        {"a b": 1},
        {f"a{n}": n for n in range(101)},
        pytest.param({"a": "\ud800"}, id="half a surrogate pair"),
    ],
)
def test_wrong_settings_are_refused(wording: Wording, settings: dict[str, Any]) -> None:
    """Settings have names of parameters, and values that a document can hold, and are not too many."""
    with wording.raises(MatchError):
        Settings(settings)


def test_the_largest_numbers_are_read_again() -> None:
    """A match with every number that a setting can be is read from its document, also negative ones."""
    for largest in (10**18 - 1, 1e17, 5e-324, 1.2345678901234567e-300):
        match = Match([BotSpec("mine:Bot", {"a": largest, "b": -largest}), "random"])
        assert Match.from_json(match.to_json()) == match


@pytest.mark.parametrize("settings", [3, [1], {"a": []}, {"a": b""}])
def test_settings_of_a_wrong_type_are_refused(wording: Wording, settings: Any) -> None:
    """Settings are a mapping of texts, numbers and booleans."""
    with wording.raises(WrongTypeError):
        Settings(settings)


def test_names_have_quotation_marks_where_they_are_needed() -> None:
    """A text is written as it was given on the command line."""
    settings: dict[str, Setting] = {"a": "bold", "b": "a,b", "c": "3", "d": 3, "e": "", "f": "a\tb"}
    spec = BotSpec("mine:Bot", settings)
    assert spec.name == 'mine:Bot,a=bold,b="a,b",c="3",d=3,e="",f="a\\tb"'
    assert BotSpec.parse(spec.name) == spec


def test_bots_separated_by_commas() -> None:
    """What has an equals sign is a setting of the bot before it."""
    assert several("m:A,depth=3,m:B") == ["m:A,depth=3", "m:B"]
    assert several('m:A, s="a,b" ,t=1, greedy') == ['m:A,s="a,b",t=1', "greedy"]
    assert several("a,b,c") == ["a", "b", "c"]
    assert several("x=1,a") == ["x=1", "a"]
    assert several("") == []


def test_settings_are_a_value() -> None:
    """Equal settings are those with equal types, in any order."""
    given: dict[str, Setting] = {"b": 1, "a": "x"}
    settings = Settings(given)
    assert settings == Settings({"a": "x", "b": 1})
    assert settings != Settings({"a": "x", "b": True})
    assert settings != given
    whole = Settings({"a": 2.0, "b": 0.5})
    assert whole == Settings({"a": 2, "b": 0.5})
    assert type(whole["a"]) is int
    match = Match([BotSpec("random", whole), "random"])
    assert Match.from_json(match.to_json()) == match
    assert hash(settings) == hash(Settings(settings))
    assert list(settings) == ["a", "b"]
    assert len(settings) == 2
    assert unpickled(settings) == settings
    assert settings.__copy__() is settings.__deepcopy__({}) is settings


def test_settings_reach_the_factory() -> None:
    """A factory gets the settings beside the seed, if it takes a seed."""
    made = BotSpec("tests.arena_bots:Discarding", {"last": True}).create(seed=1)
    assert isinstance(made, arena_bots.Discarding)
    assert made.place == -1
    judged = bot("greedy", 1, {"judge": lambda *_: 1.0})
    assert isinstance(judged, GreedyBot)
    assert judged.judge(State.start(), Player.ONE) == 1.0


@pytest.mark.parametrize(
    "text",
    ["greedy,depth=3", "tests.arena_bots:Discarding,depth=3", "tests.arena_bots:broken", "gready"],
)
def test_a_factory_that_fails_is_named(wording: Wording, text: str) -> None:
    """A setting that the factory does not know, and a factory that raises, give one clear error."""
    with wording.raises(BotError):
        BotSpec.parse(text).create("a seed")


def test_load_bot_takes_settings() -> None:
    """The functions of the module bots take settings, too."""
    made = load_bot("tests.arena_bots:Discarding", None, {"last": True})
    assert isinstance(made, arena_bots.Discarding)


# -- matches --------------------------------------------------------------------------------------


def test_bots_of_all_forms() -> None:
    """Names, specs and classes that can be imported; equal names get numbers."""
    bots: list[Any] = [
        "greedy",
        BotSpec("random", name="Bob"),
        GreedyBot,
        "greedy",
        "greedy #2",
        SearchBot,
    ]
    match = Match(bots)
    assert [spec.name for spec in match.bots] == [
        "greedy",
        "Bob",
        "wonders_duel.bots:GreedyBot",
        "greedy #3",
        "greedy #2",
        "wonders_duel.search:SearchBot",
    ]
    assert match.bots[2].source == "wonders_duel.bots:GreedyBot"
    assert match.bots[5].source == "wonders_duel.search:SearchBot"


def test_factories_of_built_in_bots_have_their_names() -> None:
    """A journal names none of the private functions behind them; classes keep their paths."""
    assert [spec.source for spec in Match(BOTS.values()).bots] == [
        "wonders_duel.bots:GreedyBot",
        "wonders_duel.bots:RandomBot",
        *list(BOTS)[2:],
    ]


@pytest.mark.parametrize(
    ("bots", "options"),
    [
        (["greedy"], {}),
        (["greedy"] * 1001, {}),
        (["greedy", lambda: None], {}),
        (["greedy", "random"], {"deals": 0}),
        (["greedy", "random"], {"deals": 10**9 + 1}),
        (["greedy", "random"], {"deals": True}),
        (["greedy", "random"], {"seed": 10**40}),
        (["greedy", "human"], {}),
        (["greedy", "random"], {"pairing": "gauntlets"}),
        (["greedy", "random"], {"on_fault": 3}),
        (["greedy", "random"], {"starts": [State.start()] * 10_001}),
        (["greedy", "random"], {"starts": [State.start(), State.start(catalogue=EXTENDED)]}),
        (["greedy", "random"], {"starts": [State.start()], "catalogue": EXTENDED}),
        (["greedy", "random"], {"starts": [State.start()], "rules": "first-game"}),
        (["greedy", "random"], {"starts": [list(walk(1, catalogue))[-1]]}),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(
    wording: Wording, bots: list[str], options: dict[str, Any]
) -> None:
    """Each wrong value gives one clear error."""
    with wording.raises(MatchError):
        Match(bots, **options)


class Later(GreedyBot):
    """A bot with a method that returns one."""

    def later(self, seed: str) -> GreedyBot:
        """Return a bot."""
        return GreedyBot(seed)


@pytest.mark.parametrize(
    "given",
    [type("Later", (GreedyBot,), {}), Later().later, type("Nowhere", (GreedyBot,), {})],
    ids=["replaced", "bound", "nowhere"],
)
def test_a_name_has_to_lead_to_the_bot_itself(wording: Wording, given: Any) -> None:
    """Another bot of the same name would play instead, or none could be made in the middle of a run."""
    assert Match([Later, "greedy"]).bots[0].source == f"{__name__}:Later"
    with wording.raises(MatchError):
        Match([given, "greedy"])


@pytest.mark.parametrize(
    ("bots", "options"),
    [
        (["greedy", "random"], {"seed": "a\nb"}),
        (["greedy", "random"], {"seed": "\x1b[31m"}),
        (["greedy", "random"], {"seed": "x" * 10_001}),
        (["greedy\n", "random"], {}),
        ([BotSpec("greedy"), "random,a=" + "x" * 10_000], {}),
    ],
    ids=["line break", "escape", "long", "bot", "name"],
)
def test_texts_that_records_cannot_have_are_refused(
    wording: Wording, bots: list[Any], options: dict[str, Any]
) -> None:
    """The error says which text it is, and comes when the match is made."""
    with wording.raises(FormatError):
        Match(bots, **options)


@pytest.mark.parametrize(
    ("bots", "options"),
    [
        ("greedy", {}),
        (None, {}),
        ([1, 2], {}),
        (["greedy", "random"], {"seed": 1.5}),
        (["greedy", "random"], {"seed": None}),
        (["greedy", "random"], {"starts": 3}),
        (["greedy", "random"], {"starts": ["x"]}),
        (["greedy", "random"], {"catalogue": "base"}),
    ],
)
def test_values_of_a_wrong_type_are_refused(
    wording: Wording, bots: Any, options: dict[str, Any]
) -> None:
    """Each value of a wrong type gives one clear error."""
    with wording.raises(WrongTypeError):
        Match(bots, **options)


def test_tasks_take_the_pairings_in_turn() -> None:
    """Any first part of a match is balanced, and every pairing plays the same deals."""
    robin = Match(["random"] * 4, deals=3)
    assert len(robin) == 18
    assert robin.pairings == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    assert [robin.task(number).bots for number in range(6)] == list(robin.pairings)
    assert [robin.task(number).deal for number in (0, 5, 6, 17)] == [0, 0, 1, 2]
    gauntlet = Match(["random"] * 4, deals=3, pairing="gauntlet")
    assert gauntlet.pairing is Pairing.GAUNTLET
    assert (len(gauntlet), gauntlet.pairings) == (9, ((0, 1), (0, 2), (0, 3)))


@pytest.mark.parametrize("number", [-1, 20, True, "0", 1.0])
def test_an_unknown_task_is_refused(wording: Wording, number: Any) -> None:
    """Tasks have numbers from 0."""
    with wording.raises(MatchError):
        MATCH.task(number)


@pytest.mark.parametrize("deal", [-1, 20, None])
def test_an_unknown_deal_is_refused(wording: Wording, deal: Any) -> None:
    """Deals have numbers from 0, too."""
    with wording.raises(MatchError):
        MATCH.start(deal)


# -- games ----------------------------------------------------------------------------------------


def test_the_games_of_a_task_are_those_of_game() -> None:
    """A row holds the two games that ``Game`` plays with the same deal and bots."""
    for number in range(3):
        row = MATCH.play(number)
        assert (row.task, row.deal, row.bots) == (number, number, (0, 1))
        _, deal = MATCH.start(number)
        for place, names in enumerate([("greedy", "random"), ("random", "greedy")]):
            game = Game.from_deal(deal)
            result = game.play_out(
                *(
                    bot(name, MATCH.bot_seed(number, place, seat))
                    for name, seat in zip(names, Player, strict=True)
                )
            )
            played = row.games[place]
            assert [step.move.index for step in game.history] == list(played.moves)
            assert (played.winner, played.victory) == (result.winner, result.victory)
            assert played.points == game.state.totals
            made = Counter(step.player for step in game.history)
            assert played.decisions == (made[Player.ONE], made[Player.TWO])
            assert played.fault is None
            assert played.seconds is not None
            assert min(played.seconds) > 0


def test_records_are_the_games_with_names() -> None:
    """The records of a row replay to its result, with the names of the bots."""
    row = MATCH.play(3)
    for number, record in enumerate(MATCH.records(row)):
        assert isinstance(record, Record)
        *_, last = record.replay()
        assert last.after.result is not None
        assert last.after.result.winner is row.games[number].winner
        names = [player.name for player in record.players]
        assert names == (["greedy", "random"] if number == 0 else ["random", "greedy"])
        assert dict(record.tags) == {"match": "tests", "task": "3", "game": str(number)}


def test_all_random_choices_follow_from_the_seed_and_the_task() -> None:
    """Equal matches have equal rows, and other seeds, tasks and seats other games."""
    match = Match(["random", "random"], deals=20, seed=7)
    assert [match.play(n) for n in range(5)] == [match.play(n) for n in range(5)]
    assert match == Match(["random", "random"], deals=20, seed="7")
    games = {
        game.moves
        for one in (match, Match(["random", "random"], deals=20, seed=8))
        for number in range(20)
        for game in one.play(number).games
    }
    assert len(games) == 80


def test_rows_are_the_same_on_every_python_and_in_every_build() -> None:
    """The lines of some tasks have a recorded digest."""
    match = Match(
        ["greedy", "random", "greedy"], deals=3, seed="digest", rules={"pair_token": "may"}
    )
    lines = "\n".join(match.play(task).to_json() for task in range(len(match)))
    assert sha256(lines.encode()).hexdigest()[:16] == "317d8ad58d3b6942"


def test_games_start_from_states() -> None:
    """Starts take turns; what is hidden in them is dealt again each time, and both bots play both seats."""
    starts = [list(walk(1, EXTENDED))[20], list(walk(2, EXTENDED))[33]]
    match = Match(["greedy", "random"], deals=6, starts=starts)
    assert match.catalogue is EXTENDED
    kept = set()
    for number in range(6):
        row = match.play(number)
        start, deal = match.start(number)
        assert start == starts[number % 2]
        assert deal.conflicts(start) == ()
        for game in match.games(row):
            assert game.initial_state == start
            assert game.is_over
        kept.add(row.games[0].moves)
    assert len(kept) == 6


def test_a_start_that_waits_for_chance() -> None:
    """A start in which chance is awaited is resolved by the deal."""
    waiting = next(one for one in walk(4, catalogue) if one.age and one.chance is not None)
    match = Match(["random", "random"], deals=3, starts=[waiting])
    for number in range(3):
        one, two = match.games(match.play(number))
        assert one.is_over
        assert two.is_over


def test_a_bot_may_choose_moves_of_the_base_game() -> None:
    """With other cards, such a move stands for that with the same ids, whose number is in the row."""
    match = Match([arena_bots.OfBaseGame, "random"], catalogue=BACKWARDS)
    row = match.play(0)
    assert not row.has_fault
    assert [len(game.history) for game in match.games(row)] == [
        len(game.moves) for game in row.games
    ]


@pytest.mark.parametrize("name", ["Raising", "Illegal", "NoMove", "Leaving"])
def test_a_fault_loses_the_game(wording: Wording, name: str) -> None:
    """The fault is kept with its place in the bot's code; the record ends with a resignation."""
    match = Match([f"tests.arena_bots:{name}", "random"], deals=2, on_fault="lose")
    row = match.play(1)
    assert row.has_fault
    assert row.quarters == 0
    for number, (game, seat) in enumerate(zip(row.games, Player, strict=True)):
        assert game.winner is seat.opponent
        assert game.victory is None
        assert game.fault is not None
        assert game.fault.seat is seat
        wording(str(game.fault))
        assert match.games(row)[number].resigned is seat
        record = match.records(row)[number]
        assert record.tags["fault"] == game.fault.error
        assert Record.from_text(record.to_text()) == record
    assert MatchRow.from_json(row.to_json()) == row


def test_an_error_of_any_characters_is_a_tag() -> None:
    """What a tag cannot contain is escaped, and a very long error is cut."""
    assert in_one_line("a\n\x1bé") == "a\\n\\x1bé"
    assert len(in_one_line("\n" * 900)) == 1000


def test_ctrl_c_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Ctrl-C cannot come from the keyboard, it is an error of the bot; elsewhere it ends the match."""
    match = Match(["tests.arena_bots:Interrupting", "random"], on_fault="lose")
    factory = Match(["tests.arena_bots:interrupting", "random"], on_fault="lose")
    for one in (match, factory):
        with pytest.raises(KeyboardInterrupt):
            one.play(0)
    with ThreadPoolExecutor(1) as pool:
        row = pool.submit(match.play, 0).result()
        with pytest.raises(BotError, match="KeyboardInterrupt"):
            pool.submit(factory.play, 0).result()
    assert row.has_fault
    monkeypatch.setattr("wonders_duel.match.playing.getsignal", lambda _: signal.SIG_IGN)
    assert match.play(0) == row
    cancelled = Match(["tests.arena_bots:Cancelled", "random"], on_fault="lose").play(0)
    fault = cancelled.games[0].fault
    assert fault is not None
    assert fault.error.startswith("raised CancelledError")


def test_a_bot_that_cannot_be_created_stops_the_match(wording: Wording) -> None:
    """The error names the bot, the task, the game and the seed, whatever on_fault says."""
    match = Match(["random", "tests.arena_bots:broken"], deals=9, on_fault="lose")
    with wording.raises(BotError) as caught:
        match.play(5)
    assert match.bot_seed(5, 0, Player.TWO) in str(caught.value)


def test_a_fault_in_code_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The places are named, also where no line of the source can be shown."""
    module = ModuleType("typed_in")
    code = "class Bot:\n    def choose(self, state):\n        return 1 / 0\n"
    exec(compile(code, "<typed in>", "exec"), vars(module))  # noqa: S102 - as in a notebook
    monkeypatch.setitem(sys.modules, "typed_in", module)
    row = Match(["typed_in:Bot", "random"], on_fault="lose").play(0)
    fault = row.games[0].fault
    assert fault is not None
    assert fault.traceback == 'File "<typed in>", line 3, in choose'


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("yield 1", "did not choose a move: expected a Move, got <generator object Bot.choose>"),
        ("raise ValueError([self])", "raised ValueError: [<typed_in.Bot object>]"),
        ("raise ValueError('at 0x10')", "raised ValueError: at 0x10"),
    ],
)
def test_a_fault_has_no_address_of_an_object(
    body: str, error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Addresses are others in each process, and the row of a task is the same in all of them."""
    module = ModuleType("typed_in")
    code = f"class Bot:\n    def choose(self, state):\n        {body}\n"
    exec(compile(code, "<typed in>", "exec"), vars(module))  # noqa: S102 - our own
    monkeypatch.setitem(sys.modules, "typed_in", module)
    fault = Match(["typed_in:Bot", "random"], on_fault="lose").play(0).games[0].fault
    assert fault is not None
    assert fault.error.removesuffix(" (<typed in>, line 3)") == error


def test_a_fault_can_stop_the_match(wording: Wording) -> None:
    """By default, the match stops with an error that names the task, the game and the move."""
    match = Match(["random", arena_bots.Raising], deals=2)
    assert match.on_fault is OnFault.STOP
    with wording.raises(BotError) as caught:
        match.play(1)
    assert isinstance(caught.value.__cause__, ValueError)


def test_a_row_of_another_match_is_noticed(wording: Wording) -> None:
    """A row is replayed by its own match only."""
    other = Match(["random", "random"], deals=500, seed="other")
    with wording.raises(MatchError):
        MATCH.games(other.play(400))
    with wording.raises(MatchError):
        MATCH.games(other.play(3))
    three = Match(["random"] * 3, deals=5)
    with wording.raises(MatchError):
        MATCH.games(three.play(4))
    row = MATCH.play(3)
    (one, two), other_seat = row.games, {Player.ONE: Player.TWO, Player.TWO: Player.ONE}
    assert one.winner is not None
    poor = Match(["tests.arena_bots:Raising", "random"], on_fault="lose").play(0)
    for wrong in (
        attrs.evolve(one, winner=other_seat[one.winner]),
        attrs.evolve(one, points=(1, 2)),
        attrs.evolve(one, moves=one.moves[:-1]),
        attrs.evolve(one, fault=poor.games[0].fault),
    ):
        with wording.raises(MatchError):
            MATCH.games(attrs.evolve(row, games=(wrong, two)))
    ours: Any = MATCH
    with wording.raises(WrongTypeError):
        ours.games("row")


# -- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "quarters"),
    [
        (Player.ONE, Player.TWO, 4),
        (Player.ONE, Player.ONE, 2),
        (Player.TWO, Player.ONE, 0),
        (None, None, 2),
        (None, Player.TWO, 3),
        (Player.TWO, None, 1),
    ],
)
def test_the_score_of_a_pair(first: Player | None, second: Player | None, quarters: int) -> None:
    """A win counts two quarters for the first bot, whose seat changes, and a shared victory one."""
    games = [MatchGame(winner, Victory.CIVILIAN, (0, 0), ()) for winner in (first, second)]
    assert MatchRow(0, 0, (0, 1), (games[0], games[1])).quarters == quarters


@pytest.mark.parametrize("seat", [Player.ONE, 0, "one"])
def test_a_seat_in_any_form_has_its_quarters(seat: Player | int | str) -> None:
    """As everywhere else: the player, the number or the word."""
    game = MatchGame(Player.ONE, Victory.CIVILIAN, (51, 40), ())
    assert game.quarters(seat) == 2
    with pytest.raises(UnknownNameError):
        game.quarters("three")


@pytest.mark.parametrize("wrong", [-1, 20, "3", None, True])
def test_a_number_of_a_deal_or_game(wrong: Any, wording: Wording) -> None:
    """Numbers that the match does not have are refused, as for tasks; a seat has any form."""
    with wording.raises(MatchError):
        MATCH.start(wrong)
    with wording.raises(MatchError):
        MATCH.bot_seed(wrong, 0, Player.ONE)
    with wording.raises(MatchError):
        MATCH.bot_seed(0, wrong, Player.ONE)
    with pytest.raises(UnknownNameError):
        MATCH.bot_seed(0, 0, "three")
    assert {MATCH.bot_seed(0, 1, seat) for seat in (Player.TWO, 1, "two")} == {
        MATCH.bot_seed(0, 1, Player.TWO)
    }


@pytest.mark.parametrize(
    "line", ["", "x", "3", "[]", "{}", b"\xff", '{"games": [1, 2], "bots": [0, 1]}']
)
def test_a_line_that_is_not_a_row(line: str | bytes, wording: Wording) -> None:
    """It is refused with the error of the library, not with those of what reads it."""
    with wording.raises(FormatError):
        MatchRow.from_json(line)


def test_a_line_is_a_text(wording: Wording) -> None:
    """Anything else is refused."""
    with wording.raises(WrongTypeError):
        MatchRow.from_json(3)  # type: ignore[arg-type]


def test_rows_survive_a_round_trip() -> None:
    """As JSON with and without times, and pickled; times do not count in comparisons."""
    fault = BotFault(Player.TWO, "raised é\n", "File x")
    game = MatchGame(None, None, (3, 4), (1, 2), fault, (0.25, 0.5))
    row = MatchRow(3, 2, (1, 4), (game, game))
    timed = MatchRow.from_json(row.to_json(times=True))
    plain = MatchRow.from_json(row.to_json().encode())
    assert timed == plain == row == unpickled(row)
    assert timed.games[0].seconds == (0.25, 0.5)
    assert plain.games[0].seconds is None
    assert row.to_json().isascii()
    assert "\n" not in row.to_json()


ROW_LINE = MATCH.play(0).to_json()


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{}",
        "[1]",
        "null",
        b"\xff",
        ROW_LINE[:-1],
        ROW_LINE.replace('"task":0', '"task":"0"'),
        ROW_LINE.replace('"deal":0', '"deal":null'),
        ROW_LINE.replace('"bots":[0,1]', '"bots":[0,1,2]'),
        ROW_LINE.replace('"winner":"one"', '"winner":"three"'),
        ROW_LINE.replace('"moves":[', '"moves":[true,'),
        ROW_LINE.replace('"points"', '"scores"'),
        ROW_LINE.replace('"points"', '"fault":false,"points"', 1),
        ROW_LINE.replace('"points"', '"fault":{},"points"', 1),
        ROW_LINE.replace('"points"', '"fault":{"seat":"one","error":3,"traceback":""},"points"', 1),
        ROW_LINE.replace('"points"', '"seconds":["a","b"],"points"', 1),
        ROW_LINE.replace('"points"', '"seconds":[1,2,3],"points"', 1),
    ],
    ids=[
        *("nothing", "empty", "list", "null", "not UTF-8", "cut off"),
        *("task", "deal", "bots", "winner", "moves", "points"),
        *("no fault", "empty fault", "error", "seconds", "three times"),
    ],
)
def test_a_line_that_is_no_row_is_refused(line: str | bytes) -> None:
    """Whatever is wrong with it, there is one error of the library."""
    assert line not in (ROW_LINE, ROW_LINE.encode())
    with pytest.raises(
        FormatError, match=r"the row of a match, as MatchRow\.to_json\(\) writes it"
    ):
        MatchRow.from_json(line)


@pytest.mark.parametrize("key", ["task", "winner", "error"])
def test_a_row_with_a_duplicate_key_is_refused(key: str, wording: Wording) -> None:
    """As in all other documents: nobody can tell which of the values is meant."""
    fault = '"fault":{"seat":"one","error":"lost","traceback":""},"points"'
    line = ROW_LINE.replace('"points"', fault, 1)
    MatchRow.from_json(line)

    with wording.raises(FormatError):
        MatchRow.from_json(line.replace(f'"{key}":', f'"{key}":"given","{key}":', 1))


# -- documents ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "match",
    [
        MATCH,
        Match(["random", "mine:Bot,depth=3,w=0.5,s=x,n=null,t=true"], times=True),
        Match(["random"] * 301, pairing="gauntlet", on_fault="lose"),
        Match(["random", "greedy"], rules={"pair_token": "may"}),
        Match(["random", "greedy"], starts=list(walk(1, catalogue))[3:8]),
        Match(["random", "greedy"], starts=list(walk(1, EXTENDED))[3:8]),
        Match(["random", "greedy"], catalogue=EXTENDED),
    ],
    ids=["plain", "settings", "many", "rules", "starts", "own starts", "own cards"],
)
def test_matches_survive_a_round_trip(match: Match) -> None:
    """As a document, in its schema, and pickled."""
    jsonschema = pytest.importorskip("jsonschema")
    document = serialization.to_document(match)
    jsonschema.Draft202012Validator(serialization.schema("match")).validate(document)
    assert serialization.from_document(document, Match, catalogue=match.catalogue) == match
    assert Match.from_json(match.to_json(indent=1), catalogue=match.catalogue) == match
    assert unpickled(match) == match
    assert hash(match) == hash(unpickled(match))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("seed", "a\nb"),
        ("seed", "x" * 10_001),
        ("name", "a\x00"),
        ("name", "a\u202eb"),
        ("source", "a\nb"),
        ("source", ""),
    ],
    ids=["seed with two lines", "long seed", "control", "direction", "source with two lines", "empty"],
)  # fmt: skip
def test_a_text_that_is_refused_is_not_in_the_schema(path: str, value: str) -> None:
    """The schema of a match says which seeds and bots the reader refuses."""
    jsonschema = pytest.importorskip("jsonschema")
    document: Any = serialization.to_document(MATCH)
    (document if path == "seed" else document["bots"][0])[path] = value

    with pytest.raises(FormatError):
        serialization.from_document(document, Match)
    assert not jsonschema.Draft202012Validator(serialization.schema("match")).is_valid(document)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("deals", 0),
        ("deals", "3"),
        ("seed", 3),
        ("pairing", "robin"),
        ("on_fault", None),
        ("times", 1),
        ("bots", []),
        ("rules", {}),
        ("starts", [{}]),
        ("bots", [{"source": "a", "name": "b"}, {"source": "a", "settings": {}, "name": "b"}]),
        ("bots", [{"source": "a", "settings": {"a": []}, "name": "b"}] * 2),
        ("bots", [{"source": "a", "settings": 3, "name": "b"}] * 2),
        ("bots", [{"source": "", "settings": {}, "name": "b"}] * 2),
    ],
)
def test_a_wrong_document_is_refused(wording: Wording, path: str, value: Any) -> None:
    """Each wrong value is named with its path."""
    document = serialization.to_document(MATCH) | {path: value}
    with wording.raises(FormatError):
        serialization.from_document(document, Match)


def test_a_pair_of_seats_is_fair() -> None:
    """Over both games of its deals, a bot has each seat equally often."""
    seats: Counter[tuple[str, Player]] = Counter()
    for number in range(4):
        for record in MATCH.records(MATCH.play(number)):
            seats.update(
                (player.name, seat) for player, seat in zip(record.players, Player, strict=True)
            )
    assert set(seats.values()) == {4}


def test_rules_are_those_of_new_games() -> None:
    """The rule options of a match are those of its games."""
    match = Match(["random", "random"], deals=1, rules={"wonder_setup": "first-game"})
    assert match.rules == Rules(wonder_setup="first-game")
    assert match.games(match.play(0))[0].initial_state.rules == match.rules
