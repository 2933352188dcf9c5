"""Positions as text: golden boards, wording, colours, widths and characters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest
from typing_extensions import override

from tests.builders import BASE_PHASES, EXTENDED, city
from tests.own_cards import WIDE
from tests.played import play as played
from tests.wording import Wording
from tools.boards import EVERY_CARD, FOLDER, boards
from tools.goldens import positions
from wonders_duel import (
    Age,
    Building,
    Card,
    Catalogue,
    City,
    CityPosition,
    CityScore,
    Colour,
    Cost,
    Game,
    Phase,
    Position,
    ProgressToken,
    Resource,
    Score,
    State,
    UnknownNameError,
    Wonder,
    WrongTypeError,
    catalogue,
)
from wonders_duel.effects import (
    Cards,
    CoinSets,
    CoinsPer,
    Effect,
    FixedPrice,
    GuildMajority,
    Points,
    ProduceOneOf,
    Rebate,
    Shields,
    Tally,
)
from wonders_duel.engine.structure import Structure
from wonders_duel.languages import ENGLISH, LANGUAGES, Language, language
from wonders_duel.position import Pending
from wonders_duel.render import text
from wonders_duel.render.board import spans
from wonders_duel.render.board.gist import full_summary
from wonders_duel.render.board.layout import Height, structure_lines
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import (
    Span,
    cut,
    flow,
    join,
    line,
    pad,
    plain,
    wrapped_text,
)
from wonders_duel.render.sheet import score_sheet
from wonders_duel.support.columns import columns

NAMES = ("Ann", "Ben")


def drawn(state: State, **options: Any) -> str:
    """Draw without colour."""
    return text(state, colour=False, **options)


# -- golden boards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.iterdir()))
def test_boards_match_the_golden_files(name: str) -> None:
    """Each phase looks like its golden board; ``python -m tools.boards`` rewrites them."""
    assert (FOLDER / name).read_text(encoding="utf-8") == boards()[name]


def test_there_are_no_other_golden_boards() -> None:
    """Every golden board is written by a test; obsolete files have to be deleted."""
    assert {path.name for path in FOLDER.iterdir()} == set(boards())


def test_each_phase_has_a_golden_board() -> None:
    """Every phase has a golden board, so a new one cannot be forgotten."""
    assert {state.phase for state in positions().values()} == set(BASE_PHASES)


# -- wording ---------------------------------------------------------------------------------------

SCIENTIST = city(0, "workshop", "apothecary", "scriptorium", "pharmacist", "academy", "university")
ENDS = [
    ({"cities": (city(3), city(3))}, "Both players share the victory, 1 all."),
    ({"cities": (city(6), city(6))}, "Both players share the victory, 2 all."),
    (
        {"cities": (city(9), city(0, "altar"))},
        "Ben wins the civilian victory, 3 to 3, by the points of blue buildings.",
    ),
    ({"cities": (city(9), city(0))}, "Ann wins the civilian victory, 3 to 0."),
    ({"pawn": 9}, "Ann wins by military supremacy."),
    ({"pawn": -9}, "Ben wins by military supremacy."),
    ({"cities": (SCIENTIST, city())}, "Ann wins by scientific supremacy."),
]


@pytest.mark.parametrize(("rest", "said"), ENDS)
def test_the_end_names_the_winner(rest: dict[str, Any], said: str) -> None:
    """The end of a game names the winner and the kind of victory."""
    over = Position(age=Age.III, phase=Phase.OVER, **rest).state()

    assert drawn(over, names=NAMES, width=100).splitlines()[1] == f"▶ The game is over. {said}"


def test_later_choices_and_another_turn_are_announced() -> None:
    """Later choices and an extra turn are announced in their order."""
    position = Position(
        age=Age.II,
        structure={0: "library"},
        cities=(
            city(
                7,
                "pharmacist",
                "dispensary",
                built={
                    "the-great-library": "altar",
                    "the-mausoleum": "theater",
                    "the-sphinx": "stable",
                    "the-statue-of-zeus": "workshop",
                },
            ),
            city(7, "quarry", "glassworks"),
        ),
        board_tokens=["law", "economy"],
        discard_pile=["baths"],
        pending=[
            Pending(Phase.BOARD_TOKEN),
            Pending(Phase.LIBRARY_TOKEN),
            Pending(Phase.REVIVE),
            Pending(Phase.DESTROY, Colour.BROWN),
        ],
        extra_turn=True,
        phase=Phase.BOARD_TOKEN,
    )
    told = " ".join(drawn(position.state(), names=NAMES).split())

    assert (
        "Ann's turn: take a progress token from the board. Then: a progress token from the box. "
        "Then: a card to revive. Then: a brown card to destroy. "
        "Then the same player takes another turn."
    ) in told


@attrs.frozen
class _Sages(Tally):
    """A tally that counts nothing."""

    def count(self, city: City) -> int:  # noqa: ARG002 - what a tally takes
        """Return 0."""
        return 0

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        """Return the noun."""
        return "sage"


@attrs.frozen
class _Festival(Effect):
    """An effect that the drawing does not know."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        """Return the effect as a sentence."""
        return "Gives a festival."


EFFECTS = [
    (FixedPrice(Resource.CLAY, 2), "C at $2"),
    (ProduceOneOf(Resource.CLAY, Resource.GLASS), "C/G"),
    (Rebate(1), "wonders 1 resource off"),
    (Rebate(1, on=Colour.RED), "red 1 resource off"),
    (Shields(1), "1 shield"),
    (CoinsPer(2, _Sages()), "+$2/sage"),
    (CoinsPer(1, Cards(Colour.BROWN, Colour.GREY)), "+$1/brown/grey"),
    (GuildMajority(CoinSets(3), points=1), "1VP/$3"),
    (GuildMajority(Cards(Colour.RED), coins=2), "$2/red"),
    (_Festival(), "gives a festival"),
]


@pytest.mark.parametrize(("effect", "brief"), EFFECTS)
def test_effects_have_a_short_summary(effect: Effect, brief: str) -> None:
    """Each effect, custom ones included, has a short summary."""
    card = ProgressToken(id="x", name="X", effects=(effect, Points(2)))
    look = TextStyle(language=language("en"))

    assert [plain(one) for one in full_summary(card, look)] == [brief, "2 VP"]


def test_every_card_of_the_base_game_fits_on_a_line() -> None:
    """Every card of the base game fits on a line; none of its effects falls back to a sentence."""
    look = TextStyle(language=language("en"))
    cards: list[Card] = [*catalogue.building_list, *catalogue.wonder_list]
    for card in [*cards, *catalogue.token_list]:
        told = [plain(one) for one in full_summary(card, look)]

        assert told
        assert all(len(one) <= 26 for one in told)


# -- the parts -------------------------------------------------------------------------------------


def test_the_text_of_a_state_and_its_parts() -> None:
    """The parts look the same in the whole; a separate city or structure shows no prices."""
    state = played(7, 33).state
    whole = str(state)

    assert whole == drawn(state)
    assert str(state.track) in whole.replace("  Player one", "Player one") or state.track.pawn
    assert str(state.cities[0]).splitlines()[0] == "7 coins"
    assert "prices" in whole
    assert "prices" not in str(state.cities[0])
    assert str(state.structure).splitlines()[0] in whole
    assert "Parade" in str(state.structure)
    assert str(State.start().structure) == "No cards are laid out."
    assert str(Structure(Age.I, ())) == "No cards are laid out."


def test_a_board_is_made_of_few_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text in one style is created once, not again for each character that is added."""
    made: list[str] = []

    def counted(text: str, style: str = "") -> Span:
        made.append(text)
        return Span(text, style)

    monkeypatch.setattr(spans, "Span", counted)

    drawn = str(Game(seed=1, rules="first-game").state)

    assert 0 < len(made) < len(drawn) / 3


def test_the_text_of_a_game() -> None:
    """The text of a game shows the players' names and a resignation."""
    game = Game(seed=1)
    assert "Player two" in str(game)
    game.players = ("Ann", "Ben")
    assert "Ann's turn: pick a wonder." in str(game)
    game.resign("two")
    assert "The game is over. Ben resigns, and Ann wins." in str(game).splitlines()[1]
    assert "turn" not in str(game)
    game.resume()
    assert "Ann's turn: pick a wonder." in str(game)


@pytest.mark.parametrize("width", [30, 80, 120])
def test_the_text_of_a_resigned_game_says_what_its_picture_says(width: int) -> None:
    """A resignation is shown instead of the decision, the chance outcome or what comes then."""
    waiting = Game.from_state(State.start())
    for game in (waiting, Game(seed=1, rules="first-game")):
        game.resign("one")
        drawn = " ".join(text(game, width=width, language="fr").split())
        at_stake = text(game.state, width=width, language="fr").splitlines()[1]
        assert "La partie est finie. Joueur un abandonne, et Joueur deux gagne." in drawn
        assert at_stake.removeprefix("▶ ") not in drawn


@pytest.mark.parametrize("width", [30, 80, 120])
def test_nobody_is_marked_as_the_player_to_move_after_a_resignation(width: int) -> None:
    """An arrow is before the player to move, and before nobody once a player has resigned."""
    game = Game(seed=1, rules="first-game")
    game.players = ("Ann", "Ben")
    assert text(game, width=width).count("▶ Ann") == 2  # the decision, and the city
    game.resign("one")
    drawn = text(game, width=width)
    assert drawn.count("▶") == 1  # before the result
    assert "Ann · 7 coins" in drawn


def test_a_structure_that_is_too_wide_is_listed() -> None:
    """A structure of a custom catalogue that is too wide to draw is listed."""
    state = played(1, 9, catalogue=WIDE).state

    assert "╭" not in drawn(state)
    assert "#19 " in drawn(state)
    assert "#19 " in str(state.structure)


LOW = """\
                          ╭#0──────────┬#1───── $3 ─╮
                          │Lumber Yard │Stone Reser…│
                          │1 wood      │S at $1     │
                   ╭#2── age I ─┬#3── age I ─┬#4── age I ─╮
             ╭#5───┴─ $2 ─┬#6───┴── P ─┬#7───┴─ $3 ─┬#8───┴─ $1 ─╮
             │Palisade    │Workshop    │Clay Reserve│Logging Camp│
             │1 shield    │set-sq… 1 VP│C at $1     │1 wood      │
      ╭#9────┴─────┬#10───┴─────╮      │yellow      │     ╭#13───┴─ W ─╮
      │░░ age I ░░░│░░ age I ░░░├──────┴────────────┴─────┤Stable      │
      │░░░░░░░░░░░░│░░░░░░░░░░░░│                         │1 shield    │
╭#14──┴──────┬#15──┴──────╮     │                         │red         │
│Theater     │Altar       ├─────╯                         ╰────────────╯
│        3 VP│        3 VP│
│blue        │blue        │
╰────────────┴────────────╯"""
LOWEST = """\
                          ╭#0──────────┬#1───── $3 ─╮
                          │Lumber Yard │Stone Reser…│
                   ╭#2── age I ─┬#3── age I ─┬#4── age I ─╮
             ╭#5───┴─ $2 ─┬#6───┴── P ─┬#7───┴─ $3 ─┬#8───┴─ $1 ─╮
             │Palisade    │Workshop    │Clay Reserve│Logging Camp│
      ╭#9────┴─────┬#10───┴─────╮      │C at $1     │     ╭[7]───┴─ W ─╮
      │░░ age I ░░░│░░ age I ░░░├──────┤yellow      ├─────┤Stable      │
╭#14──┴──────┬#15──┴──────╮     │      ╰────────────╯     │1 shield    │
│Theater     │Altar       ├─────╯                         │red         │
│        3 VP│        3 VP│                               ╰────────────╯
│blue        │blue        │
╰────────────┴────────────╯"""


TIGHT = """\
                          ╭#0──────────┬#1───── $3 ─╮
                          │Lumber Yard │Stone Reser…│
                   ╭#2── age I ─┬#3── age I ─┬#4── age I ─╮
             ╭#5───┴─ $2 ─┬#6───┴── P ─┬#7───┴─ $3 ─┬#8───┴─ $1 ─╮
             │Palisade    │Workshop    │Clay Reserve│Logging Camp│
      ╭#9── age I ─┬#10─ age I ─╮      │C at $1     │     ╭#13───┴─ W ─╮
╭#14──┴──────┬#15──┴──────╮░░░░░├──────┤yellow      ├─────┤Stable      │
│Theater     │Altar       ├─────╯      ╰────────────╯     │1 shield    │
│        3 VP│        3 VP│                               │red         │
│blue        │blue        │                               ╰────────────╯
╰────────────┴────────────╯"""


@pytest.mark.parametrize(
    ("height", "expected"),
    [(Height.LOW, LOW), (Height.LOWEST, LOWEST), (Height.TIGHT, TIGHT)],
)
def test_a_structure_can_be_lower(height: Height, expected: str) -> None:
    """Rows that are face down take one line; lower, covered cards show only their names.

    In a tight structure, a card that is revealed does not make its row higher.
    """
    game = Game(seed=12, rules="first-game")
    for number in (16, 17, 18, 19, 12, 11):
        card = game.state.structure[number].building
        assert card is not None
        game.play(f"discard {card.id}")
    look = TextStyle(language=language("en"), names=("Ann", "Ben"))
    marks = {13: "[7]"} if height is Height.LOWEST else {}
    lines = structure_lines(game.state.structure, look, 80, marks=marks, height=height)

    assert "\n".join(plain(one).rstrip() for one in lines) == expected


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_price_of_a_wonder_is_never_cut(width: int) -> None:
    """Where a custom wonder has a long cost, the cost is cut before its price, which is whole."""
    cost = Cost(coins=12_345, clay=3, wood=3)
    wonders = [attrs.evolve(one, cost=cost) for one in catalogue.wonder_list]
    dear = Catalogue(
        "dear", catalogue.building_list, wonders, catalogue.token_list, catalogue.structures
    )
    position = Position(
        age=Age.I,
        structure={0: "altar"},
        cities=(
            CityPosition(coins=50_000, unbuilt=["piraeus"]),
            CityPosition(unbuilt=["circus-maximus"]),
        ),
        catalogue=dear,
    )
    drawn = text(position.state(), width=width, ascii=True)

    assert "Piraeus                $1234. $12357 " in drawn
    assert "Circus Maximus         $1234. $12357 x " in drawn


def test_prices_are_those_of_the_player_to_move() -> None:
    """Prices are for the player to move: free, free by a chain, affordable or too expensive."""
    state = Position(
        age=Age.I,
        structure={0: "quarry", 1: "wood-reserve"},
        cities=(city(1), city(9)),
    ).state()
    chained = Position(
        age=Age.II, structure={0: "statue", 1: "sawmill"}, cities=(city(0, "theater"), city())
    )
    board = drawn(state)

    assert "brown   free│yellow  $3 ✗│" in board
    assert "blue   chain│brown   $2 ✗│" in drawn(chained.state())


@pytest.mark.parametrize(
    ("code", "narrow", "wide"),
    [
        ("fi", "│sininen   $0│", "│sininen   ilmainen│"),
        ("fr", "│bleue     $0│", "│bleue      gratuit│"),
    ],
)
def test_a_long_word_for_free_needs_room(code: str, narrow: str, wide: str) -> None:
    """Where the word does not fit on a card beside its colour, the price is a number of coins."""
    state = Game(seed=12, rules="first-game").state

    assert narrow in drawn(state, width=80, language=code)
    assert wide in drawn(state, width=160, language=code)


def test_prices_are_shown_only_for_the_player_to_move() -> None:
    """No prices are shown while a card is being revealed, since nobody pays."""
    state = positions()["reveal2"]

    assert state.to_move is None
    assert "free│" not in drawn(state)
    assert "░░" in drawn(state)
    assert "(age II)" in drawn(state, width=40)


def test_a_label_has_the_colon_of_the_language() -> None:
    """A label uses the colon of its language: French puts a space before it."""
    state = Game(seed=1).state

    assert "\nprogress: Agriculture" in text(state, width=40)
    assert "\nProgrès : Agriculture" in text(state, width=40, language="fr")


# -- cards and scores ------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [20, 33, 60])
@pytest.mark.parametrize("code", LANGUAGES)
def test_cards_and_scores_fit_the_width(code: str, width: int) -> None:
    """Cards and scores fit any width, with long names and in ASCII too."""
    score = positions()["over"].score()
    names = ("Hippolyta the Great", "Zoë")
    for thing in (*EVERY_CARD, score):
        for ascii in (False, True):  # noqa: A001 - as the option has it
            drawn = text(thing, width=width, language=code, ascii=ascii, names=names)
            assert max(map(columns, drawn.splitlines())) <= width
            assert [one for one in drawn.splitlines() if one != one.rstrip() or not one] == []
            assert drawn.isascii() or not ascii
            if thing is score:
                assert ("Hip" in drawn, "Zo" in drawn) == (True, True)
                assert all(f" {total}" in drawn for total in score.totals)


@pytest.mark.parametrize("width", [20, 30, 40, 80])
def test_points_of_many_digits_are_not_cut(width: int) -> None:
    """With custom cards a score can have many digits, which have room before the labels do."""
    one = CityScore(blue=-64_997, wonders=90_004, coins=17_476)
    score = Score(one=one, two=CityScore(blue=1_234_567))
    sheet = text(score, width=width)

    assert {"-64997", "90004", "17476", "1234567", "42483"} <= set(sheet.split())
    assert max(map(columns, sheet.splitlines())) <= width


def test_no_line_of_a_card_begins_with_a_mark() -> None:
    """No line of a card begins with a punctuation mark, although French has spaces before some."""
    cards = [
        text(card, width=width, language="fr") for card in EVERY_CARD for width in (20, 27, 31)
    ]

    assert [one for card in cards for one in card.splitlines() if one.strip()[0] in ":;"] == []


def test_cards_and_scores_are_coloured() -> None:
    """The name of a card has the card's colour, and a total is bold."""
    pytest.importorskip("rich")
    stable = text(catalogue.buildings["stable"], colour=True)
    score = text(State.start().score(), colour=True)

    assert "\x1b[" in stable.splitlines()[0]
    assert "\x1b[" not in stable.splitlines()[1]
    assert "\x1b[1m" in score.splitlines()[-1]
    assert "\x1b[" not in text(catalogue.buildings["stable"], colour=False)


def test_a_score_names_the_players(wording: Wording) -> None:
    """A score names the players or, without names, their seats; its width is checked."""
    score = State.start().score()

    assert text(score, names=("Ann", "Ben")).splitlines()[0].split() == ["Ann", "Ben"]
    assert text(score, language="fr").splitlines()[0].split() == ["un", "deux"]
    assert text(score) == str(score)
    with wording.raises(WrongTypeError):
        score_sheet(score, width=19)


# -- arguments -------------------------------------------------------------------------------------

WRONG: list[dict[str, Any]] = [
    {"width": 0},
    {"width": -5},
    {"width": 19},
    {"width": "80"},
    {"width": True},
    {"width": 80.5},
    {"colour": "always"},
    {"ascii": 1},
    {"names": "AB"},
    {"names": ("A", 2)},
    {"names": ("A",)},
    {"language": 3},
]


@pytest.mark.parametrize("options", WRONG)
def test_wrong_arguments_are_refused(options: dict[str, Any], wording: Wording) -> None:
    """A wrong argument is refused with an error that says what was expected."""
    with wording.raises(WrongTypeError):
        text(State.start(), **options)


def test_wrong_types_and_unknown_languages_are_refused(wording: Wording) -> None:
    """Wrong types and unknown languages are refused, each with its own error."""
    with wording.raises(WrongTypeError):
        text(Game(seed=1).record())  # type: ignore[arg-type]
    with wording.raises(UnknownNameError):
        text(State.start(), language="tlh")


def test_a_board_has_a_maximal_width() -> None:
    """A board is never wider than 200 columns."""
    assert max(map(len, drawn(State.start(), width=10**9).splitlines())) == 200


# -- characters ------------------------------------------------------------------------------------

NAMED = [
    (("浴場", "Zoë"), False, ["浴場", "Zoë"]),
    (("浴場", "Zoë"), True, ["\\u6d74\\u5834", "Zoe"]),
    (("a\tb\x1b[2J", "\u202eevil\u200d"), False, ["a b?[2J", "evil"]),
    (("", " \n"), False, ["Player one", "Player two"]),
    (("x" * 50, "…\N{RIGHT SINGLE QUOTATION MARK}ß"), True, ["x" * 23 + ".", "...'ss"]),
    (("x" * 50, "浴" * 30), False, ["x" * 23 + "…", "浴" * 11 + "…"]),
]


@pytest.mark.parametrize(("names", "ascii_only", "shown"), NAMED)
def test_names_are_shown_safely(
    names: tuple[str, str], shown: list[str], *, ascii_only: bool
) -> None:
    """Control characters, direction marks and overlong names are made harmless."""
    board = drawn(State.start(), names=names, ascii=ascii_only)

    for name in shown:
        assert f" {name} " in board


def test_wide_names_do_not_break_the_frame() -> None:
    """With wide characters the right border of each card stays aligned."""
    own = catalogue.extended(
        "wide names",
        buildings=[
            Building(
                id="b", name="大きな大きな浴場", age=Age.I, colour=Colour.BLUE, cost=Cost(wood=1)
            )
        ],
        wonders=[Wonder(id="w", name="東京タワー", effects=(Points(1),))],
    )
    state = Position(age=Age.I, structure={0: "b", 1: "baths"}, catalogue=own).state()
    plainly = Position(age=Age.I, structure={0: "altar", 1: "baths"}).state()
    wide, narrow = drawn(state).splitlines(), drawn(plainly).splitlines()

    assert "│大きな大き… │" in wide[3]
    for one, two in zip(wide[2:7], narrow[2:7], strict=True):
        assert columns(one) == columns(two)


def test_lines_are_measured_cut_and_broken_by_columns() -> None:
    """A wide character is never split, combining marks stay with their letter, styles are kept."""
    wide = line("浴場浴場", "bold")

    assert columns("Re\u0301 浴") == 5
    assert plain(cut(wide, 6, "…")) == "浴場…"
    assert cut(wide, 8, "…") == wide
    assert cut((Span("ab"), Span("cd", "bold")), 3, "…") == (Span("ab"), Span("…", "bold"))
    assert plain(pad(line("abc"), line("de"), 6, "…")) == "abc de"
    assert plain(pad(line("abcd"), line("de"), 6, "…")) == "ab… de"
    assert plain(pad(line("abcd"), line("defgh"), 6, "…")) == " defgh"
    assert [plain(one) for one in flow([wide], 5, indent=1)] == ["浴場", " 浴場"]
    assert wrapped_text("ab 浴場浴場浴場", 8, later="  ") == ["ab 浴場", "  浴場浴", "  場"]
    assert wrapped_text("a浴場浴場 浴場", 4) == ["a浴", "場浴", "場", "浴場"]
    assert wrapped_text("浴場浴場", 3, later="  ") == ["浴場浴", "  場"]  # no room for a wide one
    assert [plain(one) for one in flow([line("a "), line("b ")], 9)] == ["a , b"]
    assert [plain(one) for one in flow([line("a  b")], 9)] == ["a b"]
    assert [plain(one) for one in flow([line("Re\u0301" * 3)], 4)] == [
        "Re\u0301Re\u0301",
        "Re\u0301",
    ]
    assert flow([line("a", "bold"), line("b")], 10) == [(Span("a", "bold"), Span(", b"))]
    assert join([line("a"), (), line("b")], "-") == (Span("a"), Span("-"), Span("b"))
    assert line("") == ()


# -- colours ---------------------------------------------------------------------------------------

SHOW = "from wonders_duel import Game; from wonders_duel.render import text; print(text(Game(seed=1).state"
BLOCKED = "import sys; sys.modules['rich'] = None; "


def _program(code: str, **environment: str) -> str:
    kept = {
        key: value
        for key, value in os.environ.items()
        if key not in {"NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM"}
    }
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        check=True,
        encoding="utf-8",
        timeout=60,
        env={**kept, "PYTHONIOENCODING": "utf-8", **environment},
    ).stdout


@pytest.mark.parametrize(
    ("option", "environment", "coloured"),
    [
        ("", {}, False),
        ("", {"FORCE_COLOR": "1", "TERM": "xterm-256color"}, True),
        ("", {"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ("", {"FORCE_COLOR": "1", "TERM": "dumb"}, False),
        (", colour=False", {"FORCE_COLOR": "1", "TERM": "xterm-256color"}, False),
        (", colour=True", {}, True),
        (", colour=True", {"TERM": "dumb"}, True),
    ],
)
def test_colours_are_used_where_wanted(
    option: str, environment: dict[str, str], *, coloured: bool
) -> None:
    """A pipe gets no colours unless asked for, and the usual variables are respected."""
    told = _program(f"{SHOW}{option}))", **environment)

    assert ("\x1b[" in told) is coloured
    assert "Player one's turn: pick a wonder." in told.replace("\x1b[1m", "").replace("\x1b[0m", "")


def test_without_rich_everything_is_plain() -> None:
    """Without rich the text is plain, even if colours are asked for."""
    told = _program(f"{BLOCKED}{SHOW}, colour=True))")

    assert told == _program(f"{SHOW}, colour=False))")


def test_a_terminal_with_few_colours_gets_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal with sixteen colours gets the nearest ones."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORTERM", raising=False)
    poor = text(played(7, 33).state)

    assert "\x1b[" in poor
    assert "38;5" not in poor


def test_colours_change_nothing_else() -> None:
    """Without its colour codes, the coloured text equals the plain one."""
    for state in positions().values():
        for width in (20, 80, 120):
            coloured = text(state, width=width, colour=True)
            bare = "".join(part.partition("m")[2] for part in f"m{coloured}".split("\x1b["))

            assert bare == drawn(state, width=width)


def test_without_rich_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """If importing rich fails, the text is plain."""
    monkeypatch.setitem(sys.modules, "rich.console", None)

    assert text(State.start(), colour=True) == drawn(State.start())


def test_a_custom_catalogue_is_drawn() -> None:
    """The board of a custom catalogue is drawn with its prices."""
    game = played(3, 30, catalogue=EXTENDED)

    assert "prices" in drawn(game.state)


def test_printing_does_not_need_the_command_line_extra() -> None:
    """Importing the library imports neither the drawing code nor rich."""
    code = (
        "import sys, wonders_duel;"
        "print([name for name in sys.modules if 'render' in name or name == 'rich'])"
    )

    assert _program(code).strip() == "[]"
    assert Path(FOLDER).is_dir()


def test_a_game_is_drawn_with_the_names_of_its_players() -> None:
    """A game is drawn with its players' names unless other names are given."""
    game = Game(seed=1)
    game.players = ("Ann", "Ben")

    assert text(game) == text(game.state, names=("Ann", "Ben"))
    assert text(game, names=("Cleo", "Dan")) == text(game.state, names=("Cleo", "Dan"))
    assert text(Game(seed=1)) == text(game.state)
