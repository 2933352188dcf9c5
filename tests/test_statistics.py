"""Statistics: counts of many games against a naive recount, intervals, tables, charts and files."""

from __future__ import annotations

import copy
import csv
import json
import pickle
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from io import StringIO
from itertools import pairwise
from math import isclose, nextafter, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final
from xml.etree import ElementTree as ET

import attrs
import pytest
from rich.console import Console
from typing_extensions import override

from tests.builders import EXTENDED, new_catalogue
from tests.own_cards import OWN
from tests.property.catalogues import Maker
from tests.wording import Wording
from tools.soak import figures
from wonders_duel import (
    Age,
    BadGameError,
    Building,
    Card,
    Catalogue,
    CatalogueError,
    CityPosition,
    Colour,
    Deal,
    DraftWonder,
    FormatError,
    Game,
    Player,
    Position,
    ProgressToken,
    Record,
    Resignation,
    Result,
    State,
    UnknownNameError,
    Victory,
    Wonder,
    WrongTypeError,
    catalogue,
)
from wonders_duel.arena import open_journal
from wonders_duel.bots import RandomBot
from wonders_duel.effects import CardChoice, Changes, Shields
from wonders_duel.events import (
    BuildingConstructed,
    BuildingDestroyed,
    BuildingDiscarded,
    BuildingRevived,
    CardChosen,
    TokenDeclined,
    TokenTaken,
    WonderConstructed,
    WonderDrafted,
)
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.limits import Limits
from wonders_duel.match import BotFault, Match, MatchGame, MatchRow
from wonders_duel.records import dumps
from wonders_duel.render.drawing import markup
from wonders_duel.seeds import generator
from wonders_duel.statistics import (
    REFERENCES,
    TABLES,
    BadGame,
    Collector,
    Mean,
    Reference,
    ReferenceFigure,
    Report,
    Share,
)
from wonders_duel.statistics.charts import Bar, Mark, Scale, chart
from wonders_duel.statistics.figures import FIGURES
from wonders_duel.statistics.sources import dealt_row
from wonders_duel.testing.walks import opening
from wonders_duel.text.summary import Row

CATALOGUES: Final = [catalogue, EXTENDED, OWN, Maker(generator("features", 3)).catalogue()]
MATCH: Final = Match(["random", "random"], deals=3, seed="statistics")


def played(seed: int, cards: Catalogue = catalogue) -> Game:
    """Return a finished random game; rule options and first player depend on the number."""
    game = Game.from_state(opening(seed, cards), deal=Deal.random(seed, cards))
    game.play_out(RandomBot(seed=seed), RandomBot(seed=seed))
    return game


@cache
def games(cards: Catalogue = catalogue, number: int = 32) -> tuple[Game, ...]:
    """Return finished games with all rule options."""
    return tuple(played(seed, cards) for seed in range(number))


@cache
def rows() -> tuple[MatchRow, ...]:
    """Return the rows of a match."""
    return tuple(MATCH.play(task) for task in range(len(MATCH)))


def summary(report: Report) -> dict[str, dict[str, Any]]:
    """Return the rows of the summary by figure."""
    return {str(row["figure"]): row for row in report.rows("summary")}


# -- recount --------------------------------------------------------------------------------------

Uses = dict[tuple[str, str], list[float]]
"""For a field and a card, what each use brought: 1 for a win, 0.5, or 0."""


@cache
def recount(cards: Catalogue) -> Uses:
    """Count the uses of cards from the events of games, without a thought for speed."""
    found: Uses = {}
    for game in games(cards):
        result = game.result
        assert result is not None

        def note(
            field: str, card: str, player: Player, result: Result | Resignation = result
        ) -> None:
            found.setdefault((field, card), []).append(result.share(player))

        for token in game.history[0].before.board_tokens:
            note("on_board", token.id, Player.ONE)
        first = game.history[0].before
        for wonder in first.offered_wonders:
            note("offered_first", wonder.id, first.mover)
        pick = 0
        dealt = next(step.before for step in game.history if step.before.age is not None)
        for player in Player:
            for wonder in dealt.cities[player].unbuilt:
                note("drafted", wonder.id, player)
        for step in game.history:
            drawn = step.before.offered_tokens
            is_choice = any(isinstance(event, CardChosen) for event in step.events)
            for event in step.events:
                match event:
                    case WonderDrafted(player, wonder):
                        pick += 1
                        note(f"pick_{pick}", wonder.id, player)
                    case BuildingConstructed(player, building, _, free_by):
                        note("used", building.id, player)
                        note("constructed", building.id, player)
                        note("by_card" if is_choice else "by_turn", building.id, player)
                        if free_by is not None and not is_choice:
                            note("by_chain", building.id, player)
                    case BuildingRevived(player, building):
                        note("constructed", building.id, player)
                        note("by_card" if is_choice else "revived", building.id, player)
                    case BuildingDiscarded(player, building):
                        note("discarded", building.id, player)
                    case WonderConstructed(player, wonder, building):
                        note("buried", building.id, player)
                        note("built", wonder.id, player)
                        note(f"built_in_age_{step.before.age_number}", wonder.id, player)
                    case BuildingDestroyed(player, building):
                        note("destroyed", building.id, player)
                    case TokenTaken(player, token, from_board):
                        note("taken", token.id, player)
                        place = "from_board" if from_board else "from_box"
                        note("by_card" if is_choice else place, token.id, player)
                        for one in drawn if not from_board and not is_choice else ():
                            note("drawn", one.id, player)
                    case TokenDeclined(player):
                        note("declined", "", player)
                    case _:
                        pass
    return found


@pytest.mark.parametrize("cards", CATALOGUES, ids=lambda cards: cards.name)
def test_the_uses_of_cards_are_those_of_the_events(cards: Catalogue) -> None:
    """In games with any cards and rule options, each count and win share is that of the events."""
    report = Report.of(games(cards))
    found = recount(cards)

    def number(field: str, card: object) -> int:
        return len(found.get((field, str(card)), ()))

    def share(field: str, card: object) -> float | None:
        gained = found.get((field, str(card)))
        return None if gained is None else sum(gained) / len(gained)

    for row in report.rows("draft"):
        card = row["wonder"]
        assert row["offered_first"] == number("offered_first", card)
        assert [row[f"pick_{pick}"] for pick in range(1, 9)] == [
            number(f"pick_{pick}", card) for pick in range(1, 9)
        ]
        assert row["picked_first"] == row["pick_1"]
        assert row["win_share"] == share("pick_1", card)
    for row in report.rows("wonders"):
        card = row["wonder"]
        assert row["drafted"] == number("drafted", card)
        assert row["drafted_win_share"] == share("drafted", card)
        assert row["built"] == number("built", card)
        assert row["built_win_share"] == share("built", card)
        ages = [row[f"built_in_age_{age}"] for age in (1, 2, 3)]
        assert ages == [number(f"built_in_age_{age}", card) for age in (1, 2, 3)]
    for row in report.rows("tokens"):
        card = row["token"]
        for field in ("on_board", "taken", "from_board", "drawn", "from_box", "by_card"):
            assert row[field] == number(field, card), (field, card)
        assert row["taken_share"] == number("taken", card) / report.games
        assert row["win_share"] == share("taken", card)
    both = report.rows("buildings") + report.rows("guilds")
    assert sorted(str(row["building"]) for row in both) == sorted(cards.buildings)
    for row in both:
        card = row["building"]
        for field in ("constructed", "by_chain", "revived", "by_card", "discarded", "buried"):
            assert row[field] == number(field, card), (field, card)
        assert row["destroyed"] == number("destroyed", card)
        taken = sum(number(field, card) for field in ("used", "discarded", "buried"))
        assert row["taken"] == taken
        assert row["constructed_share"] == (number("used", card) / taken if taken else None)
        assert row["win_share"] == share("constructed", card)
        assert row["discarded_win_share"] == share("discarded", card)
    declined = len(found.get(("declined", ""), ()))
    assert summary(report)["progress tokens declined"]["count"] == declined


def test_every_use_occurs_in_the_tests() -> None:
    """The games of the recount have all uses of cards, those by custom choices included."""
    fields = {field for cards in CATALOGUES for field, _ in recount(cards)}

    assert {"by_card", "revived", "destroyed", "declined", "drawn", "from_box"} <= fields


@pytest.mark.parametrize("cards", CATALOGUES, ids=lambda cards: cards.name)
def test_the_figures_of_games_are_those_of_the_results(cards: Catalogue) -> None:
    """Victories, first players, lengths and points are those of the states at the end."""
    report = Report.of(games(cards))
    found = summary(report)
    results = [(game, game.state.result) for game in games(cards)]
    ended = [(game, result) for game, result in results if result is not None]
    assert len(ended) == report.games == 32

    firsts = sum(result.winner is game.initial_state.first_player for game, result in ended)
    shared = sum(result.is_shared for _, result in ended)
    assert found["first player wins"]["count"] == firsts
    assert found["first player wins decided games"]["number"] == 32 - shared
    assert found["shared victories"]["count"] == shared
    assert found["ties broken by blue buildings"]["count"] == sum(
        result.by_blue for _, result in ended
    )
    for row in report.rows("victories")[:3]:
        of_kind = [
            (game, result)
            for game, result in ended
            if str(result.victory) == row["victory"] and not result.is_shared
        ]
        assert row["games"] == len(of_kind)
        assert row["by_first"] == sum(
            result.winner is game.initial_state.first_player for game, result in of_kind
        )
    for row in report.rows("lengths"):
        lengths = [
            len(game.history)
            for game, result in ended
            if row["games"] in ("all", str(result.victory))
        ]
        assert row["number"] == len(lengths)
        if lengths:
            assert isclose(float(row["moves"] or 0), mean(lengths))
            assert (row["least"], row["most"]) == (min(lengths), max(lengths))
        else:
            assert row["moves"] is row["least"] is None
        if len(lengths) > 1:
            assert isclose(float(row["deviation"] or 0), stdev(lengths), abs_tol=1e-9)
    civilian = [one for one in ended if one[1].victory is Victory.CIVILIAN]
    roles = {
        "winner": [(game, r.winner) for game, r in civilian if r.winner is not None],
        "loser": [(game, r.winner.opponent) for game, r in civilian if r.winner is not None],
        "first": [(game, game.initial_state.first_player) for game, _ in civilian],
        "second": [(game, game.initial_state.first_player.opponent) for game, _ in civilian],
    }
    for row in report.rows("points"):
        for role, players in roles.items():
            numbers = [
                getattr(game.state.score()[player], str(row["source"])) for game, player in players
            ]
            if numbers:
                assert isclose(float(row[role] or 0), mean(numbers), abs_tol=1e-9)
            else:
                assert row[role] is None


def test_the_actions_of_the_ages_are_those_of_the_moves() -> None:
    """For each age: the games that reached it and ended in it, and the mean number of actions."""
    report = Report.of(games(OWN))
    for age, row in enumerate(report.rows("ages"), start=1):
        ends = [game.state.age_number for game in games(OWN)]
        counts: Counter[str] = Counter()
        for game in games(OWN):
            for step in game.history:
                if step.before.age_number == age:
                    counts.update(type(event).__name__ for event in step.events)
        reached = sum(end >= age for end in ends)
        assert row["age"] == str(Age(age))
        assert row["games"] == reached
        assert row["ended"] == ends.count(age)
        assert row["ended_share"] == ends.count(age) / len(ends)
        assert isclose(float(row["wonders"] or 0), counts["WonderConstructed"] / reached)
        assert isclose(float(row["discarded"] or 0), counts["BuildingDiscarded"] / reached)
        assert isclose(float(row["tokens"] or 0), counts["TokenTaken"] / reached)


def test_the_mean_pick_is_that_of_the_drafts() -> None:
    """The mean pick is over the picks only, and there is none where wonders were given."""
    picks = [
        (pick, move.wonder.id)
        for game in games()
        for pick, move in enumerate((step.move for step in game.history[:8]), start=1)
        if isinstance(move, DraftWonder)
    ]
    for row in Report.of(games()).rows("wonders"):
        own = [pick for pick, wonder in picks if wonder == row["wonder"]]
        assert isclose(float(row["mean_pick"] or 0), mean(own))
    given = [game for game in games() if game.history[0].before.age is not None]
    assert given
    assert {row["mean_pick"] for row in Report.of(given).rows("wonders")} == {None}


# -- what counts ----------------------------------------------------------------------------------


def test_records_games_and_rows_give_the_same() -> None:
    """The report is the same from games, records with and without a deal, and rows of a match."""
    match_games = [game for row in rows() for game in MATCH.games(row)]
    expected = Report.of(match_games)

    assert Report.of_match(MATCH, rows()) == expected
    assert Report.of(game.record() for game in match_games) == expected
    assert Report.of(game.record(public=True) for game in match_games) == expected
    assert (
        Report.of([Record.from_json(game.record().to_json()) for game in match_games]) == expected
    )


def test_unfinished_games_are_left_out() -> None:
    """A game without a result is counted as unfinished, and nothing else."""
    game = Game(seed=1)
    for _ in range(20):
        game.play(game.legal_moves[0])
    report = Report.of([game, game.record(), Game(seed=2), Record()])

    assert (report.games, report.unfinished, report.skipped) == (0, 4, 0)
    assert sum(map(sum, report.sums[:3])) == 0
    assert "Left out without a result: 4 games." in str(report)


def test_a_resignation_counts_for_victories_and_cards() -> None:
    """The moves of a resigned game count for the winner, its length and points do not count."""
    game = Game(seed=1)
    for _ in range(8):
        game.play(game.legal_moves[0])
    game.resign("one")
    report = Report.of([game, game.record()])

    assert report.games == 2
    (row,) = [one for one in report.rows("victories") if one["games"]]
    assert (row["victory"], row["games"], row["by_first"]) == ("resignation", 2, 0)
    assert [row["number"] for row in report.rows("lengths")] == [0] * 4
    assert {row["games"] for row in report.rows("ages")} == {0}
    drafted = {row["wonder"]: row["drafted_win_share"] for row in report.rows("wonders")}
    for player, city in zip(Player, game.state.cities, strict=True):
        for wonder in city.unbuilt:
            assert drafted[wonder.id] == player


def test_a_resignation_in_the_draft_counts() -> None:
    """The wonders drafted before a resignation count as drafted."""
    game = Game(seed=1)
    state = game.play(game.legal_moves[0])
    game.resign("two")
    (drafted,) = [row for row in Report.of([game]).rows("wonders") if row["drafted"]]

    assert drafted["wonder"] == state.cities[0].unbuilt[0].id
    assert drafted["drafted_win_share"] == 1.0


def test_a_fault_of_a_bot_counts_as_such() -> None:
    """A game that was decided by a fault is not a resignation in the report of a match."""
    whole = rows()[0].games[0]
    match = attrs.evolve(MATCH, on_fault="lose")
    fault = ended_by_fault(whole)
    report = Report.of_match(match, [attrs.evolve(rows()[0], games=(fault, rows()[0].games[1]))])

    found = {row["victory"]: row["games"] for row in report.rows("victories")}
    assert (report.games, found["fault"], found["resignation"]) == (2, 1, 0)
    assert report.rows("lengths")[0]["number"] == 1


def ended_by_fault(whole: MatchGame) -> MatchGame:
    """Return the first game of the first row as if it had ended by a fault of player one after 30 moves."""
    state, deal = dealt_row(MATCH, rows()[0])
    for number in whole.moves[:30]:
        state = state.play(state.catalogue.moves[number], deal)
    fault = BotFault(Player.ONE, "raised an error")
    return MatchGame(Player.TWO, None, state.totals, whole.moves[:30], fault=fault)


def test_a_game_from_a_position_counts_from_there() -> None:
    """The cards that were in the cities before the first move do not count as constructed."""
    whole = games()[0]
    later = next(step.before for step in whole.history if step.before.age_number == 3)
    game = Game.from_state(later, deal=Deal.consistent_with(later, generator("later", 1)))
    game.play_out(RandomBot(seed=1), RandomBot(seed=2))
    report = Report.of([game])

    both = report.rows("buildings") + report.rows("guilds")
    assert {row["age"] for row in both if row["taken"]} == {"III"}
    assert sum(int(row["drafted"] or 0) for row in report.rows("wonders")) in (7, 8)
    assert report.rows("lengths")[0]["moves"] == len(game.history)
    assert [row["offered_first"] for row in report.rows("draft")] == [0] * 12


def test_a_game_from_a_position_does_not_count_for_earlier_ages() -> None:
    """The means of the actions in Age I are those of the games that played it."""
    whole = next(game for game in games() if game.state.age_number == 3)
    later = next(step.before for step in whole.history if step.before.age_number == 3)
    game = Game.from_state(later, deal=Deal.consistent_with(later, generator("later", 1)))
    game.play_out(RandomBot(seed=1), RandomBot(seed=2))
    alone, both = Report.of([whole]).rows("ages"), Report.of([whole, game]).rows("ages")

    assert [row["games"] for row in both] == [1, 1, 2]
    assert both[0]["constructed"] == alone[0]["constructed"]
    assert [row["ended_share"] for row in both] == [0, 0, 1]
    assert Report.of([game]).rows("ages")[0]["constructed"] is None


def test_a_game_that_was_over_at_the_start_counts() -> None:
    """A record of a finished position has a result and no moves."""
    end = games()[0].state
    report = Report.of([Record(start=end)])

    assert report.games == 1
    assert report.rows("lengths")[0]["moves"] == 0.0


@attrs.frozen
class Salvage(CardChoice):
    """Constructs a building from the discard pile or of the opponent."""

    word = "salvage"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        return [*state.discard_pile, *state.cities[player.opponent].buildings]

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        assert isinstance(card, Building)
        if card in changes.state.cities[changes.player.opponent].buildings:
            changes.discard(card)
        changes.construct(card)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Take any building."


@pytest.mark.parametrize("place", ["discard pile", "city"])
def test_a_custom_choice_may_take_cards_from_anywhere(place: str) -> None:
    """Buildings that a choice constructs count once, also if the game is over by it."""
    cards = catalogue.extended(
        "salvage",
        buildings=[
            Building(id="fort", name="Fort", age=Age.I, colour=Colour.RED, effects=(Shields(9),))
        ],
        wonders=[Wonder(id="barge", name="Barge", effects=(Salvage(),))],
    )
    fort, mine = cards.buildings["fort"], CityPosition(unbuilt=["barge"])
    start = Position(
        age=Age.I,
        structure={0: "altar", 1: "baths"},
        cities=(mine, CityPosition(buildings=[fort] if place == "city" else [])),
        discard_pile=[fort] if place == "discard pile" else [],
        catalogue=cards,
    ).state()
    game = Game.from_state(start, deal=Deal.consistent_with(start, generator("salvage", 1)))
    game.play("wonder barge with altar")
    assert not game.is_over
    game.play("choose salvage fort")
    assert game.result is not None

    rows_by_id = {row["building"]: row for row in Report.of([game]).rows("buildings")}
    row = rows_by_id["fort"]
    assert (row["by_card"], row["constructed"], row["taken"]) == (1, 1, 0)
    assert (row["discarded"], row["destroyed"]) == (0, int(place == "city"))
    assert row["win_share"] == 1.0
    assert rows_by_id["altar"]["buried"] == 1


# -- collectors -----------------------------------------------------------------------------------


def test_merged_collectors_are_one() -> None:
    """Collectors of parts, pickled and merged in any order, give the report of the whole."""
    whole = Report.of(games())
    parts = [Collector() for _ in range(5)]
    for number, game in enumerate(games()):
        parts[number % 4].add(game)
    merged = pickle.loads(pickle.dumps(Collector()))  # noqa: S301 - our own
    for part in [*reversed(parts)]:
        merged += pickle.loads(pickle.dumps(part))  # noqa: S301 - our own

    assert merged.report() == whole
    assert merged.given == merged.games == 32
    assert repr(merged) == "<Collector: 32 games, 0 unfinished, 0 skipped>"
    assert merged.catalogue is catalogue
    assert Collector().catalogue is None


def test_a_collector_can_go_on_after_a_report() -> None:
    """A report does not change when games are added afterwards, and copies are independent."""
    collector = Collector()
    collector.add(games()[0])
    before = collector.report()
    others = [copy.deepcopy(collector), copy.copy(collector)]
    collector.add(games()[1])

    assert before == Report.of(games()[:1])
    assert [other.report() for other in others] == [before, before]
    assert collector.report() == Report.of(games()[:2])


def test_a_collector_takes_no_more_memory_for_more_games() -> None:
    """The number of counters depends on the cards only."""
    assert [len(part) for part in Report.of(games()[:1]).sums] == [
        len(part) for part in Report.of(games()).sums
    ]


def test_games_have_the_same_cards(wording: Wording) -> None:
    """A game with another catalogue is refused, and so is a collector with one."""
    collector = Collector(catalogue)
    with wording.raises(CatalogueError):
        Report.of([*games()[:2], *games(OWN)[:1]])
    other = Collector()
    other.add(games(OWN)[0])
    with wording.raises(CatalogueError):
        collector.merge(other)
    assert collector.games == 0


def test_an_equal_catalogue_will_do() -> None:
    """Cards that are equal are the same cards."""
    report = Report.of([played(3, new_catalogue()), played(4, new_catalogue())])

    assert report.games == 2


def test_a_report_of_nothing_leaves_the_cards_open() -> None:
    """A collector without games makes a report with the base game's cards, and then takes others."""
    collector = Collector()
    assert collector.report().catalogue is catalogue
    collector.add(games(OWN)[0])

    assert collector.catalogue == OWN


# -- bad games ------------------------------------------------------------------------------------


def bad() -> Record:
    """Return a record that does not follow the rules."""
    record = games()[1].record()
    return attrs.evolve(record, turns=(*record.turns[:3], record.turns[0], *record.turns[4:]))


def test_a_bad_record_is_named(wording: Wording) -> None:
    """The error of a record that does not follow the rules has its number and its turn."""
    with wording.raises(BadGameError) as caught:
        Report.of([games()[0].record(), bad()])

    error = caught.value
    assert (error.number, error.source) == (2, "")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (str(again), again.number, again.reason) == (str(error), 2, error.reason)


def test_bad_records_are_left_out_if_asked() -> None:
    """With skip_bad, a bad game adds nothing but is counted and named."""
    good = [game.record() for game in games()[:3]]
    report = Report.of([good[0], bad(), good[1], bad(), good[2]], skip_bad=True)

    assert (report.games, report.skipped) == (3, 2)
    assert [one.number for one in report.bad_games] == [2, 4]
    assert report.bad_games[0].reason.startswith("turn 4 of the record: ")
    assert attrs.evolve(report, skipped=0, bad_games=()) == Report.of(good)
    assert str(report.bad_games[0]).startswith("game 2: turn 4")
    for text in (str(report), report.to_html(), report.to_markdown(), report.to_json()):
        assert "turn 4 of the record" in " ".join(text.split())


def test_no_more_than_100_bad_games_are_named() -> None:
    """All bad games are counted, the first 100 named."""
    wrong = attrs.evolve(bad(), turns=bad().turns[:4])
    collector, other = Collector(skip_bad=True), Collector(skip_bad=True)
    for number in range(101):
        collector.add(wrong)
        if number < 80:
            other.add(wrong, source="there")
    assert (collector.skipped, len(collector.bad_games)) == (101, 100)
    other.merge(collector)

    assert (other.skipped, len(other.bad_games)) == (181, 100)
    assert other.bad_games[80] == BadGame(1, "", other.bad_games[0].reason)


WRONG_ROWS: Final = (
    "a move is left out",
    "no such move",
    "a negative move",
    "not over",
    "too long",
    "points",
    "winner after a fault",
    "another task",
    "no such task",
)


def wrong_rows() -> Iterator[tuple[str, MatchRow]]:
    """Yield rows that are not of the match, or do not follow the rules."""
    row = rows()[0]
    first, second = row.games
    other = first.moves[:10] + first.moves[11:]
    yield "a move is left out", attrs.evolve(row, games=(attrs.evolve(first, moves=other), second))
    moves = (*first.moves[:2], 10**6, *first.moves[3:])
    yield "no such move", attrs.evolve(row, games=(attrs.evolve(first, moves=moves), second))
    moves = (*first.moves[:2], -1, *first.moves[3:])
    yield "a negative move", attrs.evolve(row, games=(attrs.evolve(first, moves=moves), second))
    moves = first.moves[:-1]
    yield "not over", attrs.evolve(row, games=(attrs.evolve(first, moves=moves), second))
    yield (
        "too long",
        attrs.evolve(row, games=(attrs.evolve(first, moves=(*first.moves, 3)), second)),
    )
    yield "points", attrs.evolve(row, games=(attrs.evolve(first, points=(3, 4)), second))
    faulty = attrs.evolve(ended_by_fault(first), winner=Player.ONE)
    yield "winner after a fault", attrs.evolve(row, games=(faulty, second))
    yield "another task", attrs.evolve(row, deal=2)
    yield "no such task", attrs.evolve(row, task=100)


@pytest.mark.parametrize("case", WRONG_ROWS)
def test_a_bad_row_is_named(case: str, wording: Wording) -> None:
    """The error of a row has its task and its game; with skip_bad the other game counts."""
    row = dict(wrong_rows())[case]
    with wording.raises(BadGameError):
        Report.of_match(MATCH, [rows()[1], row])
    report = Report.of_match(MATCH, [rows()[1], row], skip_bad=True)
    whole = "task" in case
    assert (report.games, report.skipped) == ((2, 2) if whole else (3, 1))
    assert report.bad_games[0].number == 3
    assert re.match(r"task \d+, game 0", report.bad_games[0].source)


# -- files ----------------------------------------------------------------------------------------


def test_files_of_records_and_journals_are_read(tmp_path: Path, wording: Wording) -> None:
    """A report of files counts the records of all of them, and the rows of journals."""
    text, lines, journal = (tmp_path / name for name in ("a.txt", "b.jsonl", "m.jsonl"))
    text.write_text("".join(dumps(game.record()) + "\n" for game in games()[:3]))
    lines.write_text("".join(dumps(game.record(), "json") + "\n" for game in games()[3:5]))
    with open_journal(journal, MATCH) as file:
        file.append(rows())
    report = Report.of_files(one for one in (text, str(lines), journal))

    collector = Collector()
    for game in games()[:5]:
        collector.add(game)
    collector.add_match(MATCH, rows())
    assert report == collector.report()
    assert report.games == 11
    noted: list[int] = []
    again = Collector()
    for path in (text, lines, journal):
        again.add_file(path, progress=noted.append)
    assert noted == [1, 2, 3, 4, 5, 7, 9, 11]
    wrong: Any = 5
    with wording.raises(WrongTypeError):
        again.add_file(text, progress=wrong)
    assert again.given == 11


def test_a_bad_record_in_a_file_is_named(tmp_path: Path, wording: Wording) -> None:
    """The error names the file, the line and the number; with skip_bad the others count."""
    path = tmp_path / "games.txt"
    texts = [dumps(game.record()) for game in games()[:4]]
    texts[1] = texts[1].replace("draft", "graft", 1)
    texts[2] = dumps(bad())
    path.write_text("\n".join([*texts, '{"format": "wonders-duel/record"}', "wd1 phase=draft end"]))
    with wording.raises(BadGameError) as caught:
        Report.of_files([path])
    line = "\n".join([texts[0], ""]).count("\n") + 1
    assert (caught.value.number, caught.value.source) == (2, f"games.txt, line {line}")

    report = Report.of_files([path], skip_bad=True)
    assert (report.games, report.skipped) == (2, 4)
    assert [one.number for one in report.bad_games] == [2, 3, 5, 6]
    assert all(one.source.startswith("games.txt, line ") for one in report.bad_games)


def test_a_pair_in_several_journals_counts_once(tmp_path: Path) -> None:
    """Journals of one match may overlap, also after the collector was pickled or merged."""
    match = Match(["random", "random"], deals=20, seed="parts")
    paths = [tmp_path / name for name in ("one", "two", "other")]
    rows = {task: match.play(task) for task in (0, 1, 12, 19)}
    for path, tasks in zip(paths[:2], ((0, 19), (12, 0, 1)), strict=True):
        with open_journal(path, match) as journal:
            journal.append([rows[task] for task in tasks])
    other = attrs.evolve(match, seed="others")
    with open_journal(paths[2], other) as journal:
        journal.append([other.play(0)])
    whole = Report.of_match(match, rows.values())
    assert Report.of_files(paths[:2]) == whole
    assert Report.of_files([*paths[:2], *paths[:2]]) == whole
    assert Report.of_files(paths).games == 10

    collector = Collector()
    collector.add_file(paths[0])
    collector = pickle.loads(pickle.dumps(collector))  # noqa: S301 - our own
    merged = Collector()
    merged.merge(collector)
    third = Collector()
    third.add_file(paths[2])
    merged += third
    for path in paths:
        merged.add_file(path)
    assert (merged.games, merged.given, merged.repeated) == (10, 10, 8)
    assert merged.report() == Report.of_files(paths)


def test_a_task_counts_once(tmp_path: Path) -> None:
    """Rows that are given again are left out, and the report says so; a bad row does not replace a good one."""
    match = Match(["random", "random"], deals=3, seed="again")
    first, second, third = (match.play(task) for task in range(3))
    bad = attrs.evolve(first, bots=(1, 0))
    path = tmp_path / "m.jsonl"
    with open_journal(path, match) as journal:
        journal.append([third, second])
    collector = Collector(skip_bad=True)
    collector.add_match(match, [bad, first, second, first])
    collector.add_row(Match.from_json(match.to_json()), second)
    collector.add_file(path)
    assert (collector.games, collector.given, collector.skipped) == (6, 8, 2)
    assert collector.repeated == 6

    report = collector.report()
    assert (report.repeated, report.to_dict()["repeated"]) == (6, 6)
    assert "Left out as rows of the same tasks: 6 games." in report.to_text()
    assert Report.of_match(match, [first, first, second, third]) == Report.of_match(
        match, [first, second, third]
    )


def test_a_bad_row_in_a_journal_is_named(tmp_path: Path) -> None:
    """The error names the journal and the task."""
    path = tmp_path / "m.jsonl"
    row = attrs.evolve(rows()[0], games=(attrs.evolve(rows()[0].games[0], points=(0, 0)),) * 2)
    with open_journal(path, MATCH) as file:
        file.append([rows()[1], row])
    with pytest.raises(
        BadGameError, match=r"^game 3 \(m\.jsonl, task 0, game 0\): the row has another result"
    ):
        Report.of_files([path])


def test_a_file_that_cannot_be_read_to_its_end_is_refused(tmp_path: Path) -> None:
    """If the end of a record cannot be found, skip_bad does not help."""
    path = tmp_path / "games.txt"
    path.write_bytes(dumps(games()[0].record()).encode() + b"\n\xff\n")
    with pytest.raises(FormatError, match="not UTF-8"):
        Report.of_files([path], skip_bad=True)
    path.write_text(dumps(games()[0].record()))
    with pytest.raises(FormatError, match="longer than 100"):
        Report.of_files([path], limits=Limits(size=100))
    with pytest.raises(FileNotFoundError):
        Report.of_files([tmp_path / "none.txt"])


def test_files_can_have_other_cards(tmp_path: Path) -> None:
    """The catalogue of the collector reads the records."""
    path = tmp_path / "games.txt"
    path.write_text(dumps(games(EXTENDED)[0].record()))

    assert Report.of_files([path], catalogue=EXTENDED) == Report.of(games(EXTENDED)[:1])


# -- intervals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "number", "low", "high"),
    [
        # The worked examples of R. G. Newcombe, Statistics in Medicine 17 (1998), table I.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_the_published_ones(
    count: int, number: int, low: float, high: float
) -> None:
    """The interval of a proportion is that of Wilson, as published."""
    share = Share(count, number)
    mirror = Share(number - count, number)

    assert (round(share.low, 4), round(share.high, 4)) == (low, high)
    assert (round(1 - mirror.high, 4), round(1 - mirror.low, 4)) == (low, high)


def test_a_wilson_interval_has_the_ends_at_which_a_test_would_reject() -> None:
    """The score of the share is z standard errors from each end, with the deviation there."""
    share = Share(37.5, 100, confidence=0.99)

    for end in (share.low, share.high):
        assert isclose(abs(0.375 - end) / sqrt(end * (1 - end) / 100), 2.5758293, rel_tol=1e-6)


def test_shares_of_nothing_and_of_everything() -> None:
    """A share of nothing is unknown; intervals stay between 0 and 1."""
    nothing = Share(0, 0)

    assert (nothing.share, nothing.lift, nothing.low, nothing.high) == (None, None, 0.0, 1.0)
    assert (Share(7, 7).high, Share(0, 7).low) == (1.0, 0.0)
    assert Share(7, 7).lift == 0.5


@pytest.mark.parametrize(
    ("count", "number"),
    [(8, 7), (-1, 7), (float("nan"), 7), ("3", 7), (True, 7), (0, -1), (3, 7.0), (3, None)],
)
def test_a_share_is_one_of_a_whole(wording: Wording, count: Any, number: Any) -> None:
    """Impossible numbers are refused at once, not when the interval is asked for."""
    with wording.raises(WrongTypeError):
        Share(count, number)


def test_means_of_few_numbers() -> None:
    """The mean of one number has no interval, that of none no mean."""
    assert (Mean(0, 0, 0, 0, 0).mean, Mean(0, 0, 0, 0, 0).low) == (None, None)
    one = Mean(1, 5, 25, 5, 5)
    assert (one.mean, one.deviation, one.low, one.high) == (5.0, None, None, None)
    assert Mean(2, 10, 50, 5, 5).low == 5.0


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95, True, "0.95", None])
def test_a_confidence_is_between_0_and_1(confidence: object, wording: Wording) -> None:
    """Another confidence is refused."""
    given: Any = confidence
    with wording.raises(WrongTypeError):
        Collector().report(confidence=given)


def test_intervals_widen_with_the_confidence() -> None:
    """The report uses its confidence everywhere."""
    narrow, wide = (Report.of(games(), confidence=level) for level in (0.8, 0.99))

    for table in TABLES:
        for one, other in zip(narrow.rows(table), wide.rows(table), strict=True):
            for field, value in one.items():
                if field.endswith("_low") and isinstance(value, float):
                    assert float(other[field] or 0) <= value
    assert "80 % interval" in str(narrow)
    assert Share(1, 2, nextafter(1, 0)).low < Share(1, 2, 0.999).low


# -- references -----------------------------------------------------------------------------------


def test_the_reference_of_random_play_is_that_of_the_soak_test() -> None:
    """The figures of 2,000,000 random games are the ones that the soak test compares with."""
    found = REFERENCES["random"].figures

    for name, figure in {
        "first player wins": figures.SHARES["first player wins"],
        "military victories": figures.SHARES["military"],
        "scientific victories": figures.SHARES["scientific"],
        "shared victories": figures.SHARES["shared"],
        "moves of a game": figures.DECISIONS,
        "points of the first player": figures.MEANS["civilian points, first"],
        "points of the second player": figures.MEANS["civilian points, second"],
    }.items():
        assert (found[name].value, found[name].games) == (figure, figures.REFERENCE)


def test_the_names_of_reference_figures_are_in_the_summary() -> None:
    """Each published figure is beside one of ours, and has a source; tiers are of wonders."""
    names = set(summary(Collector().report()))

    for reference in REFERENCES.values():
        for name, figure in reference.figures.items():
            tier = name.removeprefix("wonder ")
            assert name in names or tier in catalogue.wonders
            assert figure.source
        victories = [
            figure.value for name, figure in reference.figures.items() if name.endswith("victories")
        ]
        assert not victories or isclose(sum(victories), 1)


def test_random_games_agree_with_their_reference() -> None:
    """The figures of random games are as near to the published ones as chance allows."""
    match = Match(["random", "random"], deals=100, seed="reference")
    report = Report.of_match(
        match, map(match.play, range(100)), reference="random", confidence=0.9999
    )

    for row in report.rows("summary"):
        reference, number = row["reference"], row["number"]
        if not isinstance(reference, float):
            continue
        assert isinstance(number, int)
        if row["kind"] == "share":
            near = Share(reference * number, number, confidence=0.9999)
            assert near.low <= float(row["value"] or 0) <= near.high, row["figure"]
        else:
            low, high = float(row["value_low"] or 0), float(row["value_high"] or 0)
            assert low <= reference <= high, row["figure"]


def test_a_reference_is_shown_beside_our_figures() -> None:
    """Without a reference there is no column; tiers of wonders only where they are published."""
    plain, self_play, people = (
        Report.of(games(), reference=one) for one in (None, "self-play", "people")
    )

    assert all(row["reference"] is None for row in plain.rows("summary"))
    assert "reference" not in str(plain)
    assert summary(self_play)["first player wins"]["reference"] == 0.668
    assert "ZeusAI" in str(summary(self_play)["first player wins"]["reference_source"])
    assert {row["reference_tier"] for row in self_play.rows("wonders")} == {1.0, 2.0, 3.0, 4.0, 5.0}
    assert "reference tier" in self_play.to_markdown("wonders")
    assert "reference tier" not in people.to_markdown("wonders")
    assert "| reference |" in people.to_markdown("summary")
    for report in (self_play, people):
        assert 'class="reference"' in report.to_html()
    assert 'class="reference"' not in plain.to_html()


def test_wrong_references_are_refused(wording: Wording) -> None:
    """An unknown name, another type and figures of another type are refused."""
    given: Any = 3
    flag: Any = True
    with wording.raises(UnknownNameError):
        Report.of([], reference="randon")
    with wording.raises(WrongTypeError):
        Report.of([], reference=given)
    with wording.raises(WrongTypeError):
        Reference("a", "b", given)
    with wording.raises(WrongTypeError):
        Reference("a", "b", {"first player wins": given})
    with wording.raises(WrongTypeError):
        Reference("a", "b", {given: ReferenceFigure(1, None, "")})
    with wording.raises(WrongTypeError):
        Reference(given, "b", {})
    with wording.raises(WrongTypeError):
        ReferenceFigure(flag, 3, "")
    with wording.raises(WrongTypeError):
        ReferenceFigure(10**400, 3, "")
    with wording.raises(WrongTypeError):
        ReferenceFigure(float("nan"), 3, "")
    with wording.raises(WrongTypeError):
        ReferenceFigure(0.5, -3, "")
    with wording.raises(WrongTypeError):
        ReferenceFigure(0.5, 3, given)


# -- tables ---------------------------------------------------------------------------------------


class Page(HTMLParser):
    """A reader of a page, which checks that its elements are closed in order."""

    VOID: Final = {"meta", "br"}

    def __init__(self, text: str) -> None:
        """Read the page."""
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.cells: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert tag not in {"script", "link", "img", "iframe"}
        assert "src" not in given
        if tag not in self.VOID:
            self.open.append(tag)
        if tag in {"td", "th"}:
            self.cells.append("")
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.append(str(given["href"]))

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open

    @override
    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    @override
    def handle_data(self, data: str) -> None:
        if {"td", "th"} & {*self.open[-2:]}:  # the range of a figure is an element of its cell
            self.cells[-1] += data


def named(name: str) -> Catalogue:
    """Return a catalogue with cards whose names have to be escaped."""
    return catalogue.extended(
        "Names & <more>",
        buildings=[
            Building(id="odd", name=f"{name} 1", age=Age.I, colour=Colour.RED),
        ],
        wonders=[Wonder(id="the-odd", name=f"{name} 2")],
        tokens=[ProgressToken(id="oddity", name=f"{name} 3")],
    )


REPORTS: Final = {
    "base game": lambda: Report.of(games(), reference="random"),
    "one game": lambda: Report.of(games()[:1], reference="self-play"),
    "no games": lambda: Collector().report(reference="people"),
    "custom cards": lambda: Report.of(games(OWN)),
    "odd names": lambda: Report.of(
        [played(seed, named("<b>|*&_`浴場 \"=1'" * 3)) for seed in range(1)]
    ),
}


@pytest.fixture(params=REPORTS)
def report(request: pytest.FixtureRequest) -> Report:
    """Return one of several reports."""
    made = REPORTS[request.param]()
    assert isinstance(made, Report)
    return made


def test_plain_text_fits_a_terminal(report: Report) -> None:
    """No line of the text is wider than 79 columns, and every table has all of its rows."""
    from wonders_duel.support.columns import columns  # noqa: PLC0415

    lines = str(report).splitlines()

    assert max(map(columns, lines)) <= 79
    assert not any(line.endswith(" ") for line in lines)
    assert lines[0].startswith(f"{report.games} game")
    number = sum(len(report.rows(table)) for table in report.tables)
    assert len(lines) > number + 2 * len(TABLES)


def test_json_has_every_table(report: Report) -> None:
    """The document has the rows of all tables, and can be read again."""
    read = json.loads(report.to_json())

    assert read == json.loads(json.dumps(report.to_dict()))
    assert read["games"] == report.games
    assert list(read["tables"]) == list(TABLES) == list(report.tables)
    for name, table in read["tables"].items():
        assert table == report.rows(name)
    assert len(report.to_json(indent=1).splitlines()) > 100


@pytest.mark.parametrize("indent", [-1, 101, "  ", True])
def test_an_indent_is_a_number_of_spaces(report: Report, indent: Any) -> None:
    """As in the other documents."""
    with pytest.raises(WrongTypeError, match="a number of spaces from 0 to 100 as indent"):
        report.to_json(indent=indent)


def test_csv_has_every_row(report: Report) -> None:
    """Each table as CSV has a line of fields, and the values of the rows."""
    for name in TABLES:
        read = list(csv.DictReader(StringIO(report.to_csv(name))))
        expected = [
            {field: "" if value is None else str(value) for field, value in row.items()}
            for row in report.rows(name)
        ]
        assert read == expected


def test_markdown_has_every_row(report: Report) -> None:
    """Each table is a Markdown table in which each row has as many cells as the head."""
    text = report.to_markdown()
    number = 0
    for part in text.split("\n## ")[1:]:
        table = [line for line in part.splitlines() if line.startswith("|")]
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table}
        assert len(widths) == 1
        number += len(table) - 2
    assert number == sum(len(report.rows(name)) for name in TABLES)
    assert report.to_markdown("lengths", "ages").count("\n## ") == 2


def test_the_page_is_well_formed_and_has_every_number(report: Report) -> None:
    """The page has no scripts and nothing from elsewhere, and all cells of the Markdown tables."""
    text = report.to_html(title="Mine & <yours>")
    page = Page(text)

    assert "<title>Mine &amp; &lt;yours&gt;</title>" in text
    assert len(page.ids) == len(set(page.ids))
    assert [link.removeprefix("#") for link in page.links] == [*TABLES]
    assert set(page.ids) >= {link.removeprefix("#") for link in page.links}
    cells = [
        re.sub(r"\\(.)", r"\1", cell.strip())
        for line in report.to_markdown().splitlines()
        if line.startswith("|") and not line.startswith("| ---")
        for cell in re.split(r"(?<!\\)\|", line)[1:-1]
    ]
    assert Counter(page.cells) == Counter(cells)
    assert not re.search(r"https?://|url\(|@import", text)
    ranges = re.findall(r'<td>[^<]+ <span class="range">(.+?)</span></td>', text)
    assert len(ranges) == sum(cell.endswith(")") for cell in cells)


def test_the_charts_are_well_formed(report: Report) -> None:
    """Each chart is XML with a title, and nothing in it lies outside."""
    charts = re.findall(r"<svg viewBox=\"0 0 360 .*?</svg>", report.to_html(), re.DOTALL)

    assert len(charts) <= len(TABLES)
    assert len(charts) >= (0 if not report.games else 8)
    for text in charts:
        svg = ET.fromstring(text)  # noqa: S314 - our own
        assert svg.find("title") is not None
        height = float(svg.attrib["viewBox"].split()[3])
        for shape in svg:
            for name in ("x", "cx"):
                assert 0 <= float(shape.attrib.get(name, 0)) <= 360
            for name in ("y", "cy"):
                assert 0 <= float(shape.attrib.get(name, 0)) <= height


@pytest.mark.parametrize("width", [40, 60])
def test_no_figure_is_cut_on_a_narrow_terminal(report: Report, width: int) -> None:
    """Columns that have no room are in a table of their own, as text and with rich."""
    console = Console(width=width, file=StringIO(), record=True)
    console.print(report.to_rich("summary", "buildings"))
    texts = [console.export_text(), report.to_text("summary", "buildings", width=width)]
    for text in texts:
        assert max(map(len, text.splitlines())) <= width
        for row in report.rows("buildings"):
            share, low = row["win_share"], row["win_share_low"]
            if isinstance(share, float) and isinstance(low, float):
                assert f"{100 * share:.1f} ({100 * low:.1f}" in text
        assert text.count("win share %") == 1
        assert "Victories" not in text
    assert "…" not in report.to_text(width=None)
    with pytest.raises(WrongTypeError, match="the width must be a whole number of at least 40"):
        report.to_text(width=39)


def test_rich_shows_the_tables(report: Report) -> None:
    """With rich, each table has its title and all of its rows, and names are not markup."""
    console = Console(width=200, file=StringIO(), record=True)
    console.print(report)
    text = console.export_text()

    for name, title in {"summary": "Summary", "buildings": "Buildings"}.items():
        assert title in text
        for row in report.rows(name):
            label = str(row.get("name") or row.get("figure"))
            assert label.isascii() is False or label in text


# -- arguments ------------------------------------------------------------------------------------


def test_wrong_arguments_are_refused(wording: Wording) -> None:
    """Games, rows, paths, tables and titles of another type are refused."""
    given: Any = 3
    row: Any = rows()[0]
    collector = Collector()
    report = collector.report()
    with wording.raises(WrongTypeError):
        Report.of(given)
    with wording.raises(WrongTypeError):
        Report.of([given])
    with wording.raises(WrongTypeError):
        Report.of([row])
    with wording.raises(WrongTypeError):
        Report.of_match(given, [])
    with wording.raises(WrongTypeError):
        Report.of_match(MATCH, given)
    with wording.raises(WrongTypeError):
        Report.of_match(MATCH, [given])
    with wording.raises(WrongTypeError):
        Report.of_files("games.txt")
    with wording.raises(WrongTypeError):
        Report.of_files([given])
    with wording.raises(WrongTypeError):
        Collector(given)
    with wording.raises(WrongTypeError):
        Collector().merge(given)
    with pytest.raises(TypeError, match=r"unsupported operand type"):
        collector += given
    with wording.raises(UnknownNameError):
        report.rows("wonder")
    with wording.raises(WrongTypeError):
        report.to_csv(given)
    with wording.raises(UnknownNameError):
        report.to_markdown("summary", "token")
    with wording.raises(WrongTypeError):
        report.to_html(title=given)


def test_a_report_is_a_value() -> None:
    """Reports can be compared, pickled and shown."""
    report = Report.of(games()[:2], reference="random")

    assert pickle.loads(pickle.dumps(report)) == report  # noqa: S301 - our own
    assert report != Report.of(games()[:3], reference="random")
    assert repr(report) == "<Report of 2 games>"
    assert repr(Report.of(games()[:1])) == "<Report of 1 game>"


# -- charts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0, 1.0, [0.0, 0.5, 1.0]),
        (0.31, 0.72, [0.2, 0.4, 0.6, 0.8]),
        (0.5, 0.5, [0.49, 0.495, 0.5]),
        (61.2, 71.9, [60.0, 65.0, 70.0, 75.0]),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, ticks: list[float]) -> None:
    """The axis goes from one round number to another, and has all figures."""
    scale = Scale.of([Bar("a", (Mark(low, low, high, ""),))], factor=100)
    found = list(scale.ticks())

    assert scale.low <= low
    assert high <= scale.high + 1e-9
    assert 2 <= len(found) <= 7
    steps = {round(after - before, 9) for before, after in pairwise(found)}
    assert len(steps) == 1
    if low != high:
        assert [round(tick, 9) for tick in found] == ticks


def test_bars_begin_at_zero() -> None:
    """Where an interval or a figure is below 0, bars still begin at 0, to the right or to the left."""
    bars = [Bar("a", (Mark(6, -2, 14, "6"),)), Bar("b", (Mark(-4, -4, -4, "-4"),))]
    scale = Scale.of(bars, from_zero=True)
    text = chart("a", "b", bars, scale, with_bars=True)
    drawn = re.findall(r'class="bar s0" d="M([\d.]+) [\d.]+H([\d.]+)v8H([\d.]+)z"', text)
    zero, six, minus = (markup.number(scale.place(value)) for value in (0, 6, -4))

    assert drawn == [(zero, six, zero), (zero, minus, zero)]
    assert float(minus) < float(zero) < float(six)


@pytest.mark.parametrize("points", [5, 400, 123_456, 270_000, 12_345_678, 10**30])
def test_large_numbers_do_not_overlap(points: int) -> None:
    """The figures begin to the right of the axis, and neighbouring ticks have labels if there is room.

    Custom cards can be worth any number of points.
    """
    row: Row = {"source": "civilian", "winner": float(points), "loser": -points / 7}
    ends = {f"{name}_{end}": None for name in ("winner", "loser") for end in ("low", "high")}
    every: dict[str, list[Row]] = {"points": [{**row, **ends}]}
    bars = FIGURES["points"].bars(every)
    scale = Scale.of(bars, from_zero=True)
    text = chart("a", "b", bars, scale, with_bars=True)
    figures = re.findall(r'class="value" x="(\d+)"[^>]*>([^<]+)', text)
    ticks = re.findall(r'class="tick" x="([\d.]+)"[^>]*>([^<]+)', text)
    ends_of = [(float(x) - 3 * len(label), float(x) + 3 * len(label)) for x, label in ticks]

    assert len(figures) == 2
    assert all(int(x) - 7 * len(label) > scale.place(scale.high) for x, label in figures)
    assert "0" in [label for _, label in ticks]
    assert len(ticks) > 1
    assert all(before[1] < after[0] for before, after in pairwise(ends_of))


def test_a_long_label_is_cut() -> None:
    """The label of a chart ends before its axis."""
    bars = [Bar("x" * 100, (Mark(0.5, 0.4, 0.6, "50"),))]
    text = chart("a", "b", bars, Scale.of(bars), with_bars=False)

    assert "x" * 20 + "\N{HORIZONTAL ELLIPSIS}" in text
    assert "x" * 21 not in text
