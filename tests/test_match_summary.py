"""Summaries of matches: sums over rows, as objects, text and JSON."""

from __future__ import annotations

import json
import pickle
from typing import Any

import attrs
import pytest

from tests.match_rows import game, row
from tests.wording import Wording
from wonders_duel import MatchError, Player, UnknownNameError, Victory, WrongTypeError
from wonders_duel.match import Match, MatchRow
from wonders_duel.ratings import (
    BotResults,
    PairCounts,
    RunningSummary,
    Summary,
    bradley_terry,
    summary,
)
from wonders_duel.support.columns import columns

ONE, TWO = Player
MILITARY, SCIENTIFIC, CIVILIAN = Victory


def rows() -> list[MatchRow]:
    """Return rows with every kind of end: of bots 0 and 1."""
    return [
        MatchRow(0, 0, (0, 1), (game(ONE, MILITARY, moves=10), game(TWO, SCIENTIFIC, moves=20))),
        MatchRow(1, 1, (0, 1), (game(TWO, CIVILIAN, moves=30), game(None, moves=40))),
        MatchRow(2, 2, (0, 1), (game(ONE, None, moves=1), game(ONE, MILITARY, moves=9))),
        MatchRow(
            3,
            3,
            (1, 0),
            (
                game(ONE, MILITARY, moves=50, seconds=(1.0, 10.0)),
                game(TWO, CIVILIAN, moves=70, seconds=(20.0, 2.0)),
            ),
        ),
    ]


def test_results_are_added_up_by_bot_kind_and_seat() -> None:
    """Each game counts for both bots, under its kind of end and the seat of the bot."""
    first, second = summary(rows()).bots

    assert first == BotResults(
        name="bot 0",
        military=(1, 0),
        scientific=(0, 1),
        by_fault=(1, 0),
        shared=(0, 1),
        lost=(2, 2),
        seconds=30.0,
        timed_moves=60,
    )
    assert second == BotResults(
        name="bot 1",
        military=(2, 0),
        civilian=(0, 2),
        shared=(1, 0),
        lost=(1, 2),
        faults=1,
        seconds=3.0,
        timed_moves=60,
    )


def test_a_summary_is_consistent() -> None:
    """The games, scores and counts of pairs agree with each other."""
    found = summary(rows())
    first, second = found.bots
    (pairing,) = found.pairings

    assert pairing.bots == ("bot 0", "bot 1")
    assert pairing.counts == PairCounts([1, 1, 1, 0, 1])
    assert found.games == first.games == second.games == pairing.counts.games == 8
    assert first.score() == pytest.approx(pairing.counts.score)
    assert first.score() + second.score() == 1
    assert first.wins() == first.wins(seat="one") + first.wins(seat="two") == 3
    assert second.wins("civilian") == second.wins(CIVILIAN, seat=1) == 2
    assert second.wins("civilian", "one") == 0
    assert found.shared == 1
    assert found.seat_one == (first.wins(seat=0) + second.wins(seat=0) + 0.5) / 8 == 4.5 / 8
    assert found.mean_moves == 230 / 8
    assert first.seconds_per_move == 30 / 60
    assert first.score("one") == 2 / 4


def test_without_games_all_numbers_are_defined(wording: Wording) -> None:
    """An empty summary has numbers and a text."""
    found = summary([], names=["greedy", "random"])

    assert (found.games, found.shared, found.seat_one, found.mean_moves) == (0, 0, 0.5, 0.0)
    assert [bot.score() for bot in found.bots] == [0.5, 0.5]
    assert found.bots[0].seconds_per_move is None
    assert found.to_dict()["pairings"] == []
    assert summary([]) == Summary(bots=(), pairings=(), moves=0)
    wording(str(found))
    with wording.raises(MatchError):
        found.ratings()


def test_a_summary_grows_row_by_row() -> None:
    """After each row, a running summary is that of the rows so far, in any order."""
    running = RunningSummary(["greedy", "mine"])
    for number, one in enumerate(reversed(rows()), start=1):
        assert running.add(one) is None  # type: ignore[func-returns-value]
        so_far = rows()[-number:]
        assert running.summary() == summary(so_far, ["greedy", "mine"])
        assert running.counts(0, 1) == PairCounts.of(so_far, bots=(0, 1))
        assert running.counts(1, 0) == running.counts(0, 1).reversed()

    assert running.counts(0, 5) == PairCounts()
    with pytest.raises(WrongTypeError, match="the number of a bot must be a whole number"):
        running.counts("mine", 0)  # type: ignore[arg-type]
    assert repr(running) == "<RunningSummary of 4 pairs of games>"


def test_a_running_summary_resumes_from_a_pickle() -> None:
    """A copy made by pickling continues with the same sums."""
    running = RunningSummary()
    for one in rows()[:2]:
        running.add(one)
    copy = pickle.loads(pickle.dumps(running))  # noqa: S301 - just made
    for one in rows()[2:]:
        copy.add(one)

    assert copy.summary() == summary(rows())


def three() -> list[MatchRow]:
    """Return rows of three bots, the last of which loses everything."""
    found = []
    for task, (bots, quarters) in enumerate(
        [((0, 1), 2), ((0, 2), 4), ((1, 2), 4), ((0, 1), 3), ((2, 0), 0), ((1, 2), 4)]
    ):
        found.append(row(task, quarters, bots=bots))
    return found


def test_more_bots_have_pairings_and_ratings() -> None:
    """Each pairing is counted by itself; the ratings are those of the pairings."""
    names = ["greedy", "mine", "random"]
    found = summary(three(), names)

    assert [(one.bots, one.counts.counts) for one in found.pairings] == [
        (("greedy", "mine"), (0, 0, 1, 1, 0)),
        (("greedy", "random"), (0, 0, 0, 0, 2)),
        (("mine", "random"), (0, 0, 0, 0, 2)),
    ]
    results = {one.bots: one.counts for one in found.pairings}
    assert found.ratings() == bradley_terry(results)
    assert found.ratings(anchor="mine", anchor_elo=100, confidence=0.9) == bradley_terry(
        results, anchor="mine", anchor_elo=100, confidence=0.9
    )
    assert [bot.games for bot in found.bots] == [8, 8, 8]


def test_bots_without_rows_are_listed() -> None:
    """With names given, each bot is listed, also one that has not played yet."""
    names = ["greedy", "mine", "random", "new"]

    assert [bot.name for bot in summary(three(), names).bots] == names
    assert [bot.name for bot in summary([row(0, 4, bots=(3, 7))]).bots] == ["bot 3", "bot 7"]


def test_a_summary_is_json() -> None:
    """The object can be written as JSON; infinite numbers are null."""
    found = summary(three(), ["greedy", "mine", "random"])
    document = json.loads(json.dumps(found.to_dict(), allow_nan=False))

    assert document == found.to_dict()
    assert list(document) == [
        "games", "shared", "seat_one", "mean_moves", "bots", "pairings", "anchor", "ratings"
    ]  # fmt: skip
    assert document["anchor"] == "greedy"
    assert document["ratings"][2] == {"name": "random", "elo": None, "interval": [None, None]}
    assert document["ratings"][0]["elo"] == 0.0
    assert document["bots"][2]["lost"] == [4, 4]
    assert document["pairings"][1]["elo"] is None
    assert document["pairings"][1]["elo_interval"][1] is None
    assert document["pairings"][0]["counts"] == [0, 0, 1, 1, 0]


def test_a_summary_is_text(wording: Wording) -> None:
    """The text is a table, with all names in full unless there is a width."""
    texts = [
        str(summary(rows(), ["greedy", "a bot with a very long name"])),
        str(summary(three()[:1])),
        str(summary(three(), ["greedy", "mine", "random"])),
    ]
    for text in texts:
        wording(text)
    assert texts[0].count("a bot with a very long name") == 3
    assert "…" not in texts[0]


@pytest.mark.parametrize("width", [40, 60, 79])
def test_no_figure_is_cut_on_a_narrow_terminal(wording: Wording, width: int) -> None:
    """Names in tables are cut, and what has no room is written below."""
    names = ["greedy", "a bot with a very long name", "random"]
    found = summary([*three(), *rows()], names)
    text = found.to_text(width=width)
    wording(text)
    in_tables = [line for line in text.splitlines()[1:] if ": " not in line]
    assert len(in_tables) > 10
    assert max(map(len, in_tables)) <= width
    for row_of, bot in zip(found.bots, names, strict=True):
        assert str(row_of.wins()) in text
        assert bot in text
    for figure in ("+0.0 to   +0.0", "seat two", "pairs", "score"):
        assert figure in text


@pytest.mark.parametrize("width", [None, 40, 60])
def test_wide_characters_take_two_columns_of_a_table(width: int | None) -> None:
    """The figures below each other end in the same column, and a cut name keeps its marks."""
    names = ["狼と香辛料", "浴" * 20 + "e\N{COMBINING ACUTE ACCENT}" * 9, "random"]
    text = summary([*three(), *rows()], names).to_text(width=width)
    rows_of: dict[str, list[int]] = {name: [] for name in ("狼", "浴", "random")}
    for line in text.splitlines()[1:]:
        for start, found in rows_of.items():
            if line.lstrip("123456789 ").startswith(start) and ": " not in line:
                found.append(columns(line))
    # On a narrow terminal, the first row of "random" ends before the interval, which it has not.
    assert rows_of["狼"][1:] == rows_of["浴"][1:] == rows_of["random"][1:]
    assert len(rows_of["狼"]) >= 2
    assert "…\N{COMBINING ACUTE ACCENT}" not in text
    assert ("…" in text) is (width is not None)


@pytest.mark.parametrize("width", [39, 60.0, True, "60"])
def test_a_wrong_width_is_refused(wording: Wording, width: Any) -> None:
    """A width is a whole number."""
    with wording.raises(WrongTypeError):
        summary(rows()).to_text(width=width)


def test_a_zero_has_no_minus() -> None:
    """A figure that is rounded to zero is written as +0.0."""
    even = PairCounts([500_001, 0, 0, 0, 500_000])
    assert -0.05 < even.elo < 0
    assert "Elo +0.0 (" in str(even)
    found = summary([row(task, 4 * (task % 2)) for task in range(2)])
    large = attrs.evolve(found, pairings=(attrs.evolve(found.pairings[0], counts=even),))
    assert "Elo +0.0 (" in str(large)
    assert "normalised Elo +0.0," in str(large)
    ratings = bradley_terry({("a", "b"): even}, anchor="b")
    assert "-0.0" not in f"{large}{even}{ratings}"


def test_large_numbers_fit_into_the_lines() -> None:
    """With a million pairs, and with many bots, no line is too long."""
    one = summary([row(0, 3)], ["x" * 40, "y" * 40])
    bots = tuple(
        attrs.evolve(bot, civilian=(987_654, 876_543), seconds=2e7, timed_moves=10**7)
        for bot in one.bots
    )
    counts = PairCounts([1, 23, 45, 9_999_999, 1_999_999])
    (pairing,) = one.pairings
    large = attrs.evolve(
        one, bots=bots, pairings=(attrs.evolve(pairing, counts=counts),), moves=10**9
    )
    heading, *lines = large.to_text(width=79).splitlines()
    assert heading == f"{'x' * 40} against {'y' * 40}: {counts.pairs:,} pairs of games"
    assert max(map(len, lines)) <= 79
    assert "2.00 s for each move" in str(large)

    names = [f"the bot with the number {number}" for number in range(11)]
    many = summary([row(9, 3, bots=(0, 1)), row(8, 4, bots=(0, 2))], names)
    text = many.to_text(width=60)
    assert "the bot…number 0 - the bot…number 1: 0.750" in text
    assert "the bot with the number 0 - the bot with the number 1: 0.750" in str(many)
    assert "…" not in str(many)


def test_many_pairings_are_not_listed() -> None:
    """The pairings of more than 10 bots are left out of the text."""
    names = [f"b{number}" for number in range(11)]
    every = [(one, two) for two in range(11) for one in range(two)]
    listed = str(summary([row(0, 2, bots=bots) for bots in every[:45]], names))
    left_out = str(summary([row(0, 2, bots=bots) for bots in every], names))

    assert "b0 - b1: 0.500" in listed
    assert "b0 - b1" not in left_out
    assert "11 bots, 55 pairs of games" in left_out


def test_a_match_is_summarised() -> None:
    """The rows of a real match are summarised, with their times."""
    match = Match(["greedy", "random"], deals=4, seed="summary", times=True)
    found = summary(map(match.play, range(4)), [bot.name for bot in match.bots])

    assert found.pairings[0].bots == ("greedy", "random")
    assert found.pairings[0].counts.pairs == 4
    assert found.bots[0].wins() >= 6
    assert 50 < found.mean_moves < 90
    assert 0 < (found.bots[1].seconds_per_move or 0) < (found.bots[0].seconds_per_move or 0)


def test_wrong_rows_are_refused(wording: Wording) -> None:
    """Rows of bots without a name, and anything but rows, are refused and not counted."""
    running = RunningSummary(["greedy"])
    with wording.raises(MatchError):
        running.add(row(3, 4, bots=(1, 0)))
    with wording.raises(WrongTypeError):
        running.add("row")  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        summary(3)  # type: ignore[arg-type]

    assert running.summary().games == 0


@pytest.mark.parametrize("names", ["ab", [], ["a", "a"], ["a", 1], 7])
def test_names_are_different_strings(names: Any, wording: Wording) -> None:
    """Anything else is refused."""
    with wording.raises(WrongTypeError):
        summary([], names)


def test_unknown_kinds_and_seats_are_refused() -> None:
    """The results of a bot have the usual kinds and seats."""
    bot = summary(rows()).bots[0]
    with pytest.raises(UnknownNameError):
        bot.wins("cultural")
    with pytest.raises(UnknownNameError):
        bot.score("three")
