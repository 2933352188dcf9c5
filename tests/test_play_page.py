"""The Python side of the page Play and analyse, which runs under Pyodide in a browser."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

from wonders_duel import Age, Record, State
from wonders_duel.languages import LANGUAGES, language

GLUE = Path(__file__).parents[1] / "docs" / "play" / "app" / "table.py"
Json = dict[str, Any]


class Engine:
    """The calls of the worker, which are JSON, carried through to the end."""

    def __init__(self) -> None:
        """Load the module, as the worker does."""
        spec = importlib.util.spec_from_file_location("play_table", GLUE)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self._calls = module.Calls()
        self.updates: list[Any] = []

    def reply(self, name: str, **given: object) -> Json:
        """Return what a call leads to: a value, or an error."""
        self.updates = []
        reply: Json = json.loads(self._calls.begin(1, name, json.dumps(given)))
        while "long" in reply or "update" in reply:
            reply = json.loads(self._calls.step(1))
            self.updates += [reply["update"]] if "update" in reply else []
        self._calls.end(1)
        return reply

    def __call__(self, name: str, **given: object) -> Any:
        """Return the value of a call."""
        reply = self.reply(name, **given)
        assert "error" not in reply, reply
        return reply["value"]

    def start(self, *, seats: tuple[str, str] = ("person", "person"), **given: object) -> Json:
        """Start a game of Ann and Ben."""
        settings = {"setup": "first-game", "chance": "dealt", "seed": 2015} | given
        view: Json = self("new_game", names=["Ann", "Ben"], seats=seats, **settings)
        return view


@pytest.fixture
def engine() -> Engine:
    """Return an engine without a game."""
    return Engine()


def _first(view: Json) -> str:
    return str(next(action["move"] for action in view["actions"] if not action["why"]))


def _play_on(engine: Engine, view: Json, moves: int = 200) -> Json:
    """Play the first legal moves, and choose the first cards that chance may bring."""
    for _ in range(moves):
        if view["over"]:
            break
        if view["bot"]:
            view = engine("bot")
        elif view["chance"]:
            chance = view["chance"]
            ids = [card["id"] for card in chance["from"][: chance["need"]]]
            view = engine("resolve", ids=None if chance["places"] else ids)
        else:
            view = engine("play", move=_first(view))
    return view


def test_a_view_has_what_the_page_draws(engine: Engine) -> None:
    """The first view of a game has the picture, the options with prices and reasons, and the words."""
    view = engine.start()
    actions = {action["move"]: action for action in view["actions"]}

    assert view["picture"].startswith("<svg ")
    assert view["status"] == "Ann's turn: take a card."
    assert (view["acts"], view["mover"], view["bot"], view["over"]) == (True, "one", None, False)
    assert actions["build wood-reserve"] | {"plan": []} == {
        "move": "build wood-reserve",
        "kind": "build",
        "words": "build Wood Reserve",
        "card": "wood-reserve",
        "slot": 15,
        "price": 3,
        "income": None,
        "plan": [],
        "why": [],
    }
    assert actions["discard altar"]["income"] == 2
    assert actions["wonder the-pyramids with altar"]["why"] == [
        "it costs 8 coins and there are 7: 1 short"
    ]
    assert view["about"]["altar"]["colour"] == "blue"
    covered = next(place for place in view["places"] if place["card"] == "tavern")
    assert "covered by slots 12 and 13" in covered["why"][0]


def test_the_options_are_those_of_the_library(engine: Engine) -> None:
    """At every position of a game, the legal options of the view are the legal moves of the position."""
    view = engine.start(setup="draft")
    while not view["over"]:
        legal = [action["move"] for action in view["actions"] if not action["why"]]
        state = State.from_text(engine("text", form="position"))
        assert legal == [str(move) for move in state.legal_moves]
        view = engine("play", move=legal[-1])
    assert view["status"] == engine("view")["status"]
    assert [move["number"] for move in view["moves"]] == list(range(1, view["last"] + 1))


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_bot_plays_its_seat(engine: Engine, level: str) -> None:
    """A bot moves when it is its turn, and the person cannot move for it."""
    view = engine.start(seats=("person", level))
    view = engine("play", move=_first(view))

    assert (view["bot"], view["acts"], view["actions"]) == (level, False, [])
    view = engine("bot")
    assert (view["last"], view["moves"][1]["seat"]) == (2, "two")


def test_a_thinking_bot_says_how_far_it_is(engine: Engine) -> None:
    """A level that thinks by the clock yields between its slices, so that it can be cancelled."""
    view = engine.start(seats=("hard", "person"))

    assert view["bot"] == "hard"
    view = engine("bot")
    assert [update["done"] for update in engine.updates] == [0.5, 1]
    assert view["last"] == 1


def test_a_whole_game_on_a_real_table(engine: Engine) -> None:
    """A game without a deal asks for each outcome; the record of it is complete."""
    view = engine.start(setup="draft", chance="asked", seed=None)
    assert view["chance"]["kind"] == "deal-tokens"
    assert (view["chance"]["need"], len(view["chance"]["from"])) == (5, 10)

    view = _play_on(engine, view, 400)
    assert view["over"]
    record = Record.from_text(engine("text", form="record"))
    assert record.deal is None
    assert len(record.turns) == view["last"]
    record.check()


def test_an_age_is_entered_card_by_card(engine: Engine) -> None:
    """The deal of an age has a place for each card; an outcome that was chosen is undone first."""
    view = engine.start(chance="asked", seed=None)
    view = engine("resolve", ids=None)
    chance = view["chance"]
    assert (chance["kind"], chance["need"], chance["backs"]) == ("deal-age", 20, ["age-i"])

    cards = iter(chance["from"])
    ids = ["age-i" if place["hidden"] else next(cards)["id"] for place in chance["places"]]
    view = engine("resolve", ids=ids)
    assert [place["card"] for place in view["places"]] == [one for one in ids if one != "age-i"]
    view = engine("undo")
    assert view["chance"]["kind"] == "deal-age"


def test_earlier_positions_can_be_seen_and_resumed(engine: Engine) -> None:
    """A view of an earlier position has no actions; undoing to it makes it the last one."""
    _play_on(engine, engine.start(), 10)
    earlier = engine("view", at=4)
    assert (earlier["at"], earlier["last"], earlier["acts"]) == (4, 10, False)

    view = engine("undo", keep=4)
    assert (view["at"], view["last"], view["status"]) == (4, 4, earlier["status"])
    assert view["acts"]


@pytest.mark.parametrize(
    ("seats", "winner"), [(("person", "easy"), "two"), (("easy", "person"), "one")], ids=str
)
def test_a_person_resigns_against_a_bot(
    engine: Engine, seats: tuple[str, str], winner: str
) -> None:
    """The other player wins, whoever is to move; undo takes the resignation back."""
    before = engine.start(seats=seats)
    view = engine("resign")
    names = {side["seat"]: side["name"] for side in view["players"]}
    assert view["over"]
    assert view["bot"] is view["mover"] is None
    assert view["actions"] == []
    assert f"{names['easy']} wins" in view["status"]
    assert view["players"][winner == "two"]["seat"] == "easy"
    assert view["undo"]
    after = engine("undo")
    assert (after["over"], after["last"]) == (before["over"], before["last"]) == (False, 0)


def test_of_two_persons_the_one_to_move_resigns(engine: Engine) -> None:
    """Both sit at one page."""
    view = _play_on(engine, engine.start(), 1)
    assert view["mover"] == "two"
    view = engine("resign")
    assert f"{view['players'][0]['name']} wins" in view["status"]
    view = engine("undo")
    assert (view["last"], view["mover"], view["over"]) == (1, "two", False)


def test_undo_returns_to_the_person(engine: Engine) -> None:
    """Against a bot, undo takes back its move as well."""
    view = engine.start(seats=("person", "easy"))
    view = engine("play", move=_first(view))
    while view["bot"]:
        view = engine("bot")
    view = engine("undo")
    assert (view["last"], view["mover"], view["undo"]) == (0, "one", False)


def test_texts_lead_back_to_the_game(engine: Engine) -> None:
    """A record as text or JSON, and a position as text or JSON, are read again."""
    view = _play_on(engine, engine.start(), 12)
    position = engine("text", form="position")
    for form in ("record", "json"):
        again = engine("load", text=engine("text", form=form))
        assert (again["last"], again["status"]) == (12, view["status"])
    assert engine("load", text=position)["status"].endswith("take a card.")
    assert engine("load", text=State.from_text(position).to_json())["last"] == 0
    assert engine("text", form="position") == position


def test_a_public_record_has_no_deal(engine: Engine) -> None:
    """The text of a link to an unfinished game has no hidden cards; a bot can play on with it."""
    _play_on(engine, engine.start(), 12)
    public = engine("text", form="public")
    assert "deal" not in public

    view = engine("load", text=public, seats=["easy", "easy"], chance="dealt")
    while not view["over"]:
        view = engine("bot")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "@unknown-format"),
        ("", "@unknown-format"),
        ("{", "line 1, column 2: this is not JSON"),
        ("wd1 foo", "the text is truncated"),
        ("wonders-duel record 1", "the record is truncated"),
        ('{"format": "x"}', "$.format"),
    ],
)
def test_bad_input_is_one_line(engine: Engine, text: str, message: str) -> None:
    """Text that is neither a record nor a position leads to one line, and the game stays."""
    before = engine.start()
    error = engine.reply("load", text=text)["error"]

    assert message in error
    assert "\n" not in error
    assert engine("view") == before


def test_an_illegal_move_is_refused_in_the_language(engine: Engine) -> None:
    """Errors and all words of a view are in the language that was chosen."""
    engine.start()
    view = engine("look", language="fi", theme="dark", layout="wide")
    assert view["status"] == "Ann on vuorossa: ota kortti."
    assert view["actions"][0]["words"] == "rakenna Altar"

    assert "ei ole vapaa kortti" in engine.reply("play", move="build tavern")["error"]


def test_there_is_nothing_without_a_game(engine: Engine) -> None:
    """Before the first game there is no view, and calls that need one are refused."""
    assert engine("look", language="fr", theme="light", layout="wide") is None
    assert engine.reply("play", move="build altar") == {"error": "@no-game"}


def test_a_position_is_analysed(engine: Engine) -> None:
    """An analysis grows, and has all moves with their intervals and the chances of a reveal."""
    _play_on(engine, engine.start(), 3)
    analysis = engine("analyse", simulations=200)

    assert analysis["final"]
    assert analysis["simulations"] == 200
    moves = analysis["moves"]
    assert {one["move"] for one in moves} == {
        str(move) for move in State.from_text(engine("text", form="position")).legal_moves
    }
    assert all(0 <= one["low"] <= one["win"] <= one["high"] <= 1 for one in moves)
    replies = next(one["replies"] for one in moves if one["replies"])
    assert 0 < replies[0]["chance"] < 1
    assert analysis["sentences"]


def test_the_graph_has_a_point_for_each_decision(engine: Engine) -> None:
    """The graph of a game has the win probability of player one before each move."""
    view = _play_on(engine, engine.start(), 8)
    points = engine("graph", simulations=20)

    assert [point["at"] for point in points] == list(range(8))
    assert [point["seat"] for point in points] == [move["seat"] for move in view["moves"]]
    assert all(0 <= point["low"] <= point["win"] <= point["high"] <= 1 for point in points)
    assert len(engine.updates) == 8


@pytest.mark.parametrize("name", ["STRINGS", "LANGUAGES"])
def test_the_page_has_every_language(name: str) -> None:
    """The page has its own sentences in each language of the library, and a name to choose it by."""
    strings = GLUE.with_name("strings.js").read_text(encoding="utf-8")
    listed = strings.partition(f"const {name} = {{")[2].partition("}")[0]

    assert tuple(re.findall(r"(\w+):", listed)) == LANGUAGES


@pytest.mark.parametrize("code", [one for one in LANGUAGES if one != "en"])
def test_the_page_names_the_ages_like_the_library(code: str) -> None:
    """The heading of the table is the name of the age that pictures and boards have."""
    strings = GLUE.with_name("strings.js").read_text(encoding="utf-8")
    own = strings.partition(f"const {code.upper()} = ")[2].partition("};")[0]
    for age in Age:
        name = language(code).say("Age {age}", age=language(code).word(age))
        assert f'  age{age}: "{name}",' in own
