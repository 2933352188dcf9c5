"""The command ``analyse``: positions, records, files to write, Ctrl-C, errors."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import attrs
import pytest
from typing_extensions import override

from tests.builders import EXTENDED
from tests.masked import Masked, readable
from tests.test_analysis import phases
from tests.wording import Wording
from tools import goldens
from wonders_duel import Game, Player, Record, State, Turn, parse_move, records
from wonders_duel.cli import main
from wonders_duel.command_line import analysing as module
from wonders_duel.command_line.parser import parser
from wonders_duel.languages import Language, language
from wonders_duel.render.analyses import wrapped
from wonders_duel.render.pages.review import review_page
from wonders_duel.render.reviews import graph, losses, review_heading, review_lines
from wonders_duel.render.wording import Tense, move_words
from wonders_duel.search import Analysis, Mark, analyse

RECORD = goldens.records()["unfinished"]
SIMULATIONS = ("--simulations", "24")


def game_file(folder: Path, *games: Record) -> str:
    """Return the name of a file with records."""
    path = folder / "games.txt"
    path.write_text("".join(records.dumps(one) for one in games), encoding="utf-8")
    return str(path)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return the name of a file with a record."""
    return game_file(tmp_path, RECORD)


def analysed(state: State, **options: Any) -> Analysis:
    """Analyse a state as the command does."""
    return analyse(state, simulations=24, seed=0, **options)


def decisions() -> list[Analysis]:
    """Return the analyses of the decisions of the record."""
    return [analysed(step.before, samples=0, played=step.move) for step in RECORD.replay()]


# -- positions -------------------------------------------------------------------------------------


STATE = [step.before for step in goldens.records()["finished"].replay()][55]
"""A state in Age III, from which games are played on in no time."""


def test_a_position_is_analysed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As text, from files as text and JSON, and from standard input: what the library finds."""
    expected = f"{analysed(STATE)}\n"
    text = STATE.to_text()
    (tmp_path / "state.txt").write_text(f"\ufeff{text}\n", encoding="utf-8")
    (tmp_path / "state.json").write_text(STATE.to_json(indent=1), encoding="utf-8")
    start, end = text.split(" phase=")
    (tmp_path / "lines.txt").write_text(f"{start}\n  phase={end}\n", encoding="utf-8")
    files = [f"{tmp_path}/{name}" for name in ("state.txt", "lines.txt", "state.json")]
    for source in (text, f"{start}\n  phase={end}", *files):
        assert main(["analyse", source, *SIMULATIONS]) == 0
        assert capsys.readouterr() == (expected, "")
    for given in (f"{text}\n", STATE.to_json()):
        monkeypatch.setattr(sys, "stdin", StringIO(given))
        assert main(["analyse", "-", *SIMULATIONS]) == 0
        assert capsys.readouterr().out == expected


def test_one_of_several_positions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``--game`` chooses a position, also beside records, and of standard input."""
    path = tmp_path / "positions.txt"
    parts = [
        "# two positions",
        Game(seed=1).state.to_text(),
        records.dumps(RECORD),
        STATE.to_text().replace(" pawn=", "\npawn="),
        Game(seed=2).state.to_text(),
    ]
    path.write_text("\n".join(parts), encoding="utf-8")
    expected = f"{analysed(STATE)}\n"
    assert main(["analyse", str(path), "--game", "3", *SIMULATIONS]) == 0
    assert capsys.readouterr() == (expected, "")
    content = path.read_text(encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", StringIO(content))
    assert main(["analyse", "-", "--game", "3", *SIMULATIONS]) == 0
    assert capsys.readouterr() == (expected, "")


def test_what_follows_is_not_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault after the chosen position does not matter."""
    path = tmp_path / "positions.txt"
    first = Game(seed=1).state.to_text()
    lines = [first, STATE.to_text(), first, first]
    path.write_bytes("\n".join(lines).encode() + b"\n\xff\n")
    assert main(["analyse", str(path), "--game", "2", *SIMULATIONS]) == 0
    assert capsys.readouterr() == (f"{analysed(STATE)}\n", "")


def test_options_of_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON, a seed, a language, and a limit in seconds."""
    text = STATE.to_text()
    assert main(["analyse", text, *SIMULATIONS, "--json"]) == 0
    assert Analysis.from_json(capsys.readouterr().out) == analysed(STATE)
    assert main(["analyse", text, *SIMULATIONS, "--language", "fi"]) == 0
    assert capsys.readouterr().out == f"{analysed(STATE).to_text('fi')}\n"
    assert main(["analyse", text, "--seconds", "0.05", "--json", "--seed", "3"]) == 0
    assert Analysis.from_json(capsys.readouterr().out).simulations >= 16


def test_the_default_limit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a limit, a number of simulations is made."""
    monkeypatch.setattr(module, "SIMULATIONS", 20)
    assert main(["analyse", STATE.to_text(), "--json"]) == 0
    assert Analysis.from_json(capsys.readouterr().out).simulations == 20


# -- records ---------------------------------------------------------------------------------------


def test_a_record_is_analysed(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each decision, the graph, and a sentence for each player."""
    assert main(["analyse", file, *SIMULATIONS]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found = decisions()
    names = ("Player one", "Player two")
    en = language("en")
    lines = out.splitlines()
    for number, analysis in enumerate(found, start=1):
        for line in review_lines(en, names, number, analysis):
            assert line in lines
    ends = [line for sentence in losses(en, names, found) for line in wrapped(sentence)]
    assert lines[-len(ends) :] == ends
    shares = [analysis.win_probability_of(Player.ONE) for analysis in found]
    assert "\n".join(graph(shares)) in out
    assert max(map(len, lines)) <= 79


def test_the_lines_of_a_decision(wording: Wording) -> None:
    """Moves that lose nothing, little and much, in columns."""
    golden = goldens.analysis()
    best, other = golden.moves
    for loss in (0.01, 0.06, 0.11, 0.21):
        moves = (best, attrs.evolve(other, win_probability=0.5 - loss))
        changed = attrs.evolve(golden, moves=moves)
        for line in review_lines(language("en"), ("Ann", "Ben"), 7, changed):
            wording(line)
        wording("\n".join(losses(language("fr"), ("Ann", "Ben"), [changed, changed])))
    moves = (attrs.evolve(best, was_played=True), attrs.evolve(other, was_played=False))
    played = attrs.evolve(golden, moves=moves)
    wording("\n".join(review_lines(language("fi"), ("Ann", "Ben"), 123, played)))


def test_long_moves_are_whole() -> None:
    """A move that is too long goes on in the next line, so that cards can be told apart."""
    state = next(one for name, one in phases().items() if name.startswith("revive"))
    french = language("fr")
    found = set()
    for move in state.legal_moves:
        analysis = analysed(state, samples=0, played=move)
        one, *rest = review_lines(french, ("Ann", "Ben"), 1, analysis)
        does = one[len("  1 Ann          ") :].partition("  ")[0].rstrip("0123456789, ")
        told = " ".join([does, rest[0].strip()])
        assert told == move_words(french, move, ("Ann", "Ben"), Tense.IMPERATIVE)
        found.add(told)
    assert len(found) == len(state.legal_moves) > 1


def test_many_decisions_share_the_columns_of_a_graph() -> None:
    """The graph is never wider than asked for, and each column is the mean of its decisions."""
    shares = [0.0, 1.0] * 300
    rows = list(graph(shares, width=40))
    assert max(map(len, rows)) <= 40
    assert rows[4] == " 50 │" + "█" * 34
    assert rows[3] == "    │"
    ascii_rows = list(graph([1.0, 0.5, 0.0], width=20, ascii=True))
    assert ascii_rows == ["100 |#", *["    |#"] * 3, " 50 |##", *["    |##"] * 2, "  0 |##"]


@pytest.mark.parametrize(("columns", "width"), [("44", 43), ("200", 79), (None, 79)])
def test_the_graph_fits_the_terminal(
    file: str, monkeypatch: pytest.MonkeyPatch, columns: str | None, width: int
) -> None:
    """On a narrow terminal, decisions share columns; elsewhere the graph has the usual width."""

    class Output(StringIO):
        def isatty(self) -> bool:
            """Return whether it is a terminal."""
            return columns is not None

    shown, many = Output(), (50 * decisions())[:50]
    shares = [one.win_probability_of(Player.ONE) for one in many]
    monkeypatch.setenv("COLUMNS", columns or "44")
    monkeypatch.setattr(module, "reviewed", lambda *_: iter(many))
    monkeypatch.setattr(sys, "stdout", shown)
    assert main(["analyse", file]) == 0
    rows = [row for row in shown.getvalue().splitlines() if "│" in row]
    assert rows == list(graph(shares, width=width))


@pytest.mark.parametrize(("columns", "width"), [("60", 59), ("200", 79), (None, 79)])
def test_sentences_and_tables_fit_the_terminal(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: str | None, width: int
) -> None:
    """On a narrow terminal, a move goes on in the next line earlier, and so do the sentences."""

    class Output(StringIO):
        def isatty(self) -> bool:
            """Return whether it is a terminal."""
            return columns is not None

    def printed(*arguments: str) -> list[str]:
        shown = Output()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", shown)
            assert main(["analyse", *arguments, *SIMULATIONS]) == 0
        return shown.getvalue().splitlines()

    monkeypatch.setenv("COLUMNS", columns or "60")
    position = tmp_path / "position.txt"
    position.write_text(STATE.to_text(), encoding="utf-8")
    lines = printed(str(position))
    assert width - 15 < max(map(len, lines)) <= width
    sentences = printed(file)[-3:]
    assert width - 15 < max(map(len, sentences)) <= width


def test_documents_of_a_record(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON document for each decision, with the move that was played."""
    assert main(["analyse", file, *SIMULATIONS, "--json"]) == 0
    found = [Analysis.from_json(line) for line in capsys.readouterr().out.splitlines()]
    assert found == decisions()
    assert [one.played.move for one in found if one.played] == [turn.move for turn in RECORD.turns]


def test_one_of_several_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one by default, with a hint; standard input works too."""
    name = game_file(tmp_path, Record(), RECORD)
    assert main(["analyse", name, *SIMULATIONS, "--game", "2", "--json"]) == 0
    expected = capsys.readouterr().out
    name = game_file(tmp_path, RECORD, Record())
    assert main(["analyse", name, *SIMULATIONS]) == 0
    assert capsys.readouterr().out.startswith("This is the first game in the file; use --game 2")
    monkeypatch.setattr(sys, "stdin", StringIO(Path(name).read_text(encoding="utf-8")))
    assert main(["analyse", "-", *SIMULATIONS, "--json"]) == 0
    assert capsys.readouterr().out == expected


class Page(HTMLParser):
    """The texts and elements of a page."""

    def __init__(self, page: str) -> None:
        """Read the page."""
        super().__init__()
        self.texts: list[str] = []
        self.open: list[str] = []
        self.rows = 0
        self.feed(page)
        self.close()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.rows += tag == "tr"
        self.texts += [value or "" for name, value in attrs if name == "aria-label"]
        assert not {"src", "href", "onload"} & {name for name, _ in attrs}
        if tag not in {"meta", "path"}:
            self.open.append(tag)

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag == "path"

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag != "path":
            assert self.open.pop() == tag

    @override
    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.texts.append(data)


def test_a_page_is_written(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """It is well formed and needs nothing else; an existing file is replaced only if asked for."""
    path = tmp_path / "page.html"
    command = ["analyse", file, *SIMULATIONS, "--html", str(path)]
    assert main(command) == 0
    assert capsys.readouterr().out.endswith(f"wrote {path}: open it in a browser\n")
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert page.rows == len(RECORD.turns) + 1
    assert "http" not in text.replace("http-equiv", "")
    assert text.count('class="age"') == 0
    assert "@media screen and (prefers-color-scheme: dark)" in text  # paper is light
    assert ".table { overflow: visible;" in text.partition("@media print {")[2]
    assert main(command) == 1
    wording(capsys.readouterr().err)
    path.write_text("x", encoding="utf-8")
    assert main([*command, "--force", "--json"]) == 0
    assert "wrote" not in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == text
    assert main(["analyse", file, *SIMULATIONS, "--html", file, "--force"]) == 1
    wording(capsys.readouterr().err.replace(file, "FILE"))


def test_the_marks_and_ages_of_a_page() -> None:
    """A shape for each mark, a line between ages, and every word translated."""
    golden = goldens.analysis()
    best, other = golden.moves
    analyses = [
        attrs.evolve(golden, moves=(best, attrs.evolve(other, win_probability=0.5 - loss)))
        for loss in (0.01, 0.06, 0.11, 0.21)
    ]
    first = next(step.before for step in RECORD.replay())
    analyses.insert(0, analysed(first, samples=0, played=first.legal_moves[0]))
    analyses += [analyses[-1]] * 60
    page = review_page(analyses, ("<7>", "8"), Language("xx", Masked()))
    assert page.count('class="age"') == 1
    for mark in Mark:
        assert f'<tr class="{mark}">' in page
    assert "<7>" not in page
    assert readable(Page(page).texts) <= {"I", "II", "III"}


# -- progress and Ctrl-C ---------------------------------------------------------------------------


@contextmanager
def shown(at: Callable[[int, Any], None], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replace the display of the progress by a function of the number and the table."""

    @contextmanager
    def progress(*_: object, table: Any = None, **__: object) -> Iterator[Any]:
        if table is not None:
            assert len(list(table())) == 1  # the heading, before the first update

        class Shown:
            """Calls the function."""

            def show(self, done: int) -> None:
                """Call it."""
                at(done, table)

        yield Shown()

    with monkeypatch.context() as patch:
        patch.setattr(module, "progress", progress)
        patch.setattr(module, "EVERY", 0.0)
        yield


def test_the_live_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the best moves so far, below a heading; nothing before the first update."""
    tables = []
    with shown(lambda done, table: tables.append((done, list(table()))), monkeypatch):
        assert main(["analyse", STATE.to_text(), "--simulations", "40"]) == 0
    capsys.readouterr()
    done = [number for number, _ in tables]
    assert done[:2] == [16, 32]
    assert done[-1] == 40
    for _, rows in tables:
        assert rows[0][0] == "Move"
        assert 2 < len(rows) <= 9


def interrupt(at: int) -> Callable[[int, Any], None]:
    """Return a function that presses Ctrl-C when a number is reached."""

    def show(done: int, _: Any) -> None:
        if done == at:
            signal.raise_signal(signal.SIGINT)

    return show


def test_ctrl_c_prints_the_best_so_far(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code says that it was interrupted; the handler of the signal is the one before."""
    before = signal.getsignal(signal.SIGINT)
    with shown(interrupt(32), monkeypatch):
        assert main(["analyse", STATE.to_text(), "--simulations", "100000", "--json"]) == 130
    out, err = capsys.readouterr()
    assert Analysis.from_json(out).simulations == 48
    assert err == ""
    with shown(interrupt(3), monkeypatch):
        assert main(["analyse", file, *SIMULATIONS, "--json"]) == 130
    out, err = capsys.readouterr()
    assert out.splitlines() == [one.to_json() for one in decisions()[:3]]
    assert err == "wonders-duel: stopped after 3 of 20 decisions\n"
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_without_standard_error(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not an analysis does not get into the output instead, which programs read."""
    monkeypatch.setattr(sys, "stderr", None)
    with shown(interrupt(3), monkeypatch):
        assert main(["analyse", file, *SIMULATIONS, "--json"]) == 130
    assert capsys.readouterr().out.splitlines() == [one.to_json() for one in decisions()[:3]]


def test_a_second_ctrl_c_ends_the_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is printed then."""

    def show(_: int, __: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with shown(show, monkeypatch):
        assert main(["analyse", STATE.to_text(), "--simulations", "100000"]) == 130
    assert capsys.readouterr().out == ""


def test_a_thread_without_signals(capsys: pytest.CaptureFixture[str]) -> None:
    """The command runs outside of the main thread, too."""
    codes: list[int] = []
    thread = threading.Thread(
        target=lambda: codes.append(main(["analyse", STATE.to_text(), *SIMULATIONS]))
    )
    thread.start()
    thread.join()
    assert codes == [0]
    assert capsys.readouterr().out == f"{analysed(STATE)}\n"


def test_output_in_ascii(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the output lacks the characters, the graph is drawn with others."""
    raw = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(raw, encoding="ascii"))
    assert main(["analyse", file, *SIMULATIONS, "--language", "fi"]) == 0
    sys.stdout.flush()
    text = raw.getvalue().decode("ascii")
    assert "\n 50 |" in text
    assert "#" in text
    assert "\\" not in text


# -- errors ----------------------------------------------------------------------------------------


def test_wrong_input_is_refused(
    file: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    wording: Wording,
) -> None:
    """One line says what was wrong, and the exit code is that of other commands."""
    over = Game(seed=1)
    while over.legal_moves:
        over.play(over.legal_moves[-1])
    text = STATE.to_text()
    empty = tmp_path / "empty.txt"
    empty.touch()
    broken = tmp_path / "broken.txt"
    broken.write_bytes(b"wd1 \xff end")
    hello = tmp_path / "hello.txt"
    hello.write_text("hello\n", encoding="utf-8")
    positions = str(tmp_path / "positions.txt")
    Path(positions).write_text(f"{text}\n{text}\n", encoding="utf-8")
    mixed = str(tmp_path / "mixed.txt")
    Path(mixed).write_text(f"{text}\n{records.dumps(RECORD)}", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", StringIO())
    (tmp_path / "none").mkdir()
    without = game_file(tmp_path / "none", Record())
    (tmp_path / "other").mkdir()
    other = game_file(tmp_path / "other", Game(seed=1, catalogue=EXTENDED).record())
    cases = [
        (2, [over.state.to_text()]),
        (2, [text, "--html", "x.html"]),
        (1, [text, "--game", "2"]),
        (2, [file, "--force"]),
        (2, [text, "--seconds", "0"]),
        (2, [text, "--seconds", "soon"]),
        (2, [text, "--simulations", "0"]),
        (2, [text, "--language", "xx"]),
        (2, [text, "--workers", "99999"]),
        (2, [text, "--seconds", "inf"]),
        (2, [text, "--seconds", "1_0"]),
        (2, [text, "--seconds", "\N{ARABIC-INDIC DIGIT FIVE}"]),
        (1, ["wd1 nonsense end"]),
        (1, [str(tmp_path / "missing.txt")]),
        (1, [str(empty)]),
        (1, [str(broken)]),
        (1, [str(hello)]),
        (1, [str(empty), "--all"]),
        (1, [str(hello), "--all"]),
        (1, [positions, "--all"]),
        (1, [positions]),
        (1, [positions, "--game", "3"]),
        (1, [f"{text}\n{text}"]),
        (1, [mixed]),
        (1, ["-"]),
        (1, [without]),
        (1, [file, "--game", "9"]),
        (1, [file, "--html", str(tmp_path / "no" / "page.html")]),
        (1, [other]),
        (1, [Game(seed=1, catalogue=EXTENDED).state.to_text()]),
    ]
    for code, arguments in cases:
        with pytest.raises(SystemExit) as caught:
            raise SystemExit(main(["analyse", *arguments]))
        assert caught.value.code == code
        out, err = capsys.readouterr()
        assert out == ""
        wording(err.splitlines()[-1].replace(str(tmp_path), "FOLDER"))


def test_a_record_against_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """The decisions before the error are printed."""
    wrong = attrs.evolve(RECORD, turns=(*RECORD.turns[:2], Turn(parse_move("build palace"))))
    name = game_file(tmp_path, wrong)
    assert main(["analyse", name, *SIMULATIONS, "--json"]) == 1
    out, err = capsys.readouterr()
    assert [json.loads(line)["format"] for line in out.splitlines()] == [
        "wonders-duel/analysis"
    ] * 2
    wording(err)
    first = attrs.evolve(RECORD, turns=(Turn(parse_move("build palace")),))
    page = tmp_path / "page.html"
    assert main(["analyse", game_file(tmp_path, first), *SIMULATIONS, "--html", str(page)]) == 1
    assert capsys.readouterr().out == ""
    assert not page.exists()


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("is_wrong", [False, True])
def test_a_page_is_written_although_nobody_reads_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], *, is_wrong: bool
) -> None:
    """The page is written if the reader has closed the pipe; the exit code is that of the record."""

    def closed(*_: object) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    ends = (Turn(parse_move("build palace")),) if is_wrong else ()
    name = game_file(tmp_path, attrs.evolve(RECORD, turns=(*RECORD.turns[:2], *ends)))
    page = tmp_path / "page.html"
    monkeypatch.setattr(module, "print", closed, raising=False)
    options = parser().parse_args(["analyse", name, *SIMULATIONS, "--html", str(page), *more])
    options.code = 0
    with pytest.raises(BrokenPipeError):
        options.run(options)
    assert Page(page.read_text(encoding="utf-8")).rows == 2 + 1
    assert options.code == int(is_wrong)


@pytest.mark.parametrize(
    ("code", "win"), [("en", "Win %"), ("fi", "Voitto %"), ("fr", "Victoire %")]
)
def test_the_heading_of_a_review_is_whole(code: str, win: str) -> None:
    """A long heading of the win probabilities takes room of the moves, so the others stay in place."""
    heading = review_heading(language(code))
    assert f" {win} " in heading
    assert heading.index(win) + len(win) == review_heading(language("en")).index("Win %") + 5
