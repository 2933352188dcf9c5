"""The text of records: output, accepted input, and every fault with its line."""

from __future__ import annotations

import time

import pytest

from tests.builders import EXTENDED
from tests.played import FINISHED, play
from tests.wording import Wording
from tools.fuzz.trial import slowness
from wonders_duel import (
    AgeDealt,
    Back,
    CardRevealed,
    Catalogue,
    ChanceOutcome,
    FormatError,
    Game,
    LimitError,
    Limits,
    NotationError,
    Record,
    Resignation,
    Result,
    Rules,
    TokensDrawn,
    Turn,
    Victory,
    WrongTypeError,
    catalogue,
)
from wonders_duel.limits import MOST_FAULTS
from wonders_duel.text.outcome_text import outcome_text, parse_outcome

PLAIN = """\
wonders-duel record 1
first player: one

setup => board agriculture, law, philosophy, strategy, theology; wonders piraeus, the-colossus, the-great-library, the-sphinx
1. one: draft the-sphinx
2. two: draft piraeus
end
"""


def test_printed_text_is_read_back() -> None:
    """The text has headers, setup, turns and end, is read back equal, and omits what is not set."""
    record = Record.from_text(PLAIN)

    assert record.to_text() == PLAIN
    assert [str(turn.move) for turn in record.turns] == ["draft the-sphinx", "draft piraeus"]
    assert record.result is None
    assert record.check().to_move is not None


def test_everything_combined() -> None:
    """A record may combine tags named like headers, names with spaces and escaped comments."""
    game = Game.from_deal(
        play(2).record().deal or pytest.fail("a deal"),
        first_player="two",
        rules=Rules(reveal_timing="on-take", centre_pawn_start="last-player-begins"),
    )
    game.play(game.legal_moves[0], comment=" a\\b}\n\tc ", clock=3_723_004)
    game.players = (" Ann ", "Ben: the \\ {Third}")
    game.tags = {
        "result": "none",
        "event": "a # b",
        "setup": "",
        "end": "x",
        "tag": "y",
        "cards": "#",
        "start": "now",
    }
    text = game.record().to_text()
    again = Record.from_text(text)

    assert again == game.record()
    for line in (
        "tag result: none",
        "event: a # b",
        "tag setup:",
        "tag end: x",
        "tag cards: #",
        "tag start: now",
        "player one: \\sAnn\\s",
        "player two: Ben: the \\\\ {Third\\}",
        "first player: two",
        "centre-pawn-start: last-player-begins",
        "reveal-timing: on-take",
    ):
        assert line in text.splitlines()
    assert "{\\sa\\\\b\\}\\n\\tc\\s} [1:02:03.004]" in text


def test_other_spellings_are_accepted() -> None:
    """Comments, empty lines, extra space, printed names and other line ends are accepted."""
    typed = (
        "\ufeff# my game\r\n\r\nwonders-duel record 1\r\n  first player :  one \r\n\r\n"
        "setup=>board Law,Theology , agriculture,philosophy,strategy;wonders Piraeus,colossus,"
        "great library,sphinx\r\n\r\n# round one\r\n1.draft The Sphinx\r\n"
        "2.  two :  pick Piraeus   \r\nend\r\n\r\n"
    )
    record = Record.from_text(typed)

    assert record.turns[0].player is None
    assert PLAIN.replace("1. one: ", "1. ") == record.to_text()


def line(number: int, text: str) -> str:
    """Return the plain record with a line replaced."""
    lines = PLAIN.splitlines()
    lines[number - 1] = text
    return "\n".join(lines)


HEADERS = FINISHED.to_text().partition("\n\n")[0].splitlines()
FAULTS = [
    ("", "line 1"),
    ("\n\n", "line 3"),
    ("[Event]\n", "line 1"),
    ("wonders-duel record 2\nend", "line 1"),
    (PLAIN.removesuffix("end\n"), "line 7"),
    (PLAIN + "1. one: draft piraeus", "line 8"),
    (line(2, "event: x"), "line 2"),
    (line(2, ""), "line 1"),
    (line(2, "first player: three"), "line 2"),
    (line(2, "first player: one\nfirst player: two"), "line 3"),
    (line(2, "first player: one\nEvent: x"), "line 3"),
    (line(2, "first player: one\nwhat a game"), "line 3"),
    (line(2, "first player: one\nreveal-timing: never"), "line 3"),
    (line(2, "first player: one\nresult: one won"), "line 3"),
    (line(2, "first player: one\nresult: one wins, one resigned"), "line 3"),
    (line(2, "first player: one\nresult: one wins, luck, 3-4"), "line 3"),
    (line(2, "first player: one\nresult: shared, luck, 3-4"), "line 3"),
    (line(2, "first player: one\nstart: wd1 end"), "line 3"),
    (line(2, "start: wd1 phase=turn end"), "line 2"),
    (line(2, "first player: one\ncards: other@0123456789abcdef"), "line 3"),
    (line(2, "first player: one\nplayer one: a\\qb"), "line 3"),
    (line(2, "first player: one\nplayer one: a\\"), "line 3"),
    (line(2, "first player: one\nplayer one Rating: 5"), "line 3"),
    ("wonders-duel record 1\x0b\nend", "line 1"),
    ("wonders-duel record  1\nend", "line 1"),
    ("wonders-duel record 01\nend", "line 1"),
    ("wonders-duel record \u0662\nend", "line 1"),
    (line(2, "first player: one\nevent: a\x07b\nplayer one: A"), "line 3"),
    (line(2, "first player: one\nsetup: x"), "line 3"),
    (line(2, "first player: one\nend: x"), "line 3"),
    (line(5, "1 one: draft the-sphinx"), "line 5"),
    (line(5, "1\u00b2. one: draft the-sphinx"), "line 5"),
    (line(5, "1. one: draft the-sphinx => card 1 baths, card 2 altar"), "line 5"),
    (line(5, "1. one: draft the-sphinx {hm} => card 1 baths"), "line 5"),
    (line(2, "first player: one\nresult: a\ntag result: b\ntag result: c"), "line 5"),
    (line(2, "first player: one\nevent: b\ntag event: c"), "line 4"),
    (line(2, "first player: one\nplayer one: A\nplayer  one: B"), "line 4"),
    (line(2, f"first player: one\n{HEADERS[3]}"), "line 3"),
    (line(4, "setup => bord law"), "line 4"),
    (line(4, "setup => board law, lore"), "line 4"),
    (line(4, "setup => board law, law"), "line 4"),
    (line(4, "setup => wonders piraeus\nsetup => wonders piraeus"), "line 5"),
    (line(4, "setup"), "line 4"),
    (line(5, "2. one: draft the-sphinx"), "line 5"),
    (line(5, "1. Ann: draft the-sphinx"), "line 5"),
    (line(5, "1. one: draft the-sfinx"), "line 5"),
    (line(5, "1. one: draft"), "line 5"),
    (line(5, "1. one:"), "line 5"),
    (line(5, "1. one: draft the-sphinx {hm"), "line 5"),
    (line(5, "1. one: draft the-sphinx {hm\\}"), "line 5"),
    (line(5, "1. one: draft the-sphinx {hm} soon"), "line 5"),
    (line(5, "1. one: draft the-sphinx [0:61:00]"), "line 5"),
    (line(5, "1. one: draft the-sphinx [0:00:01] {hm}"), "line 5"),
    (line(5, "1. one: draft the-sphinx [0:00:0\u0661]"), "line 5"),
    (line(2, "first player: one\nresult: one wins, civilian, \u0666-5"), "line 3"),
    (line(5, "1. one: draft the-sphinx [9999:00:00]"), "line 5"),
    (line(5, "1. one: draft the-sphinx => card x baths"), "line 5"),
    (line(5, "1. one: draft the-sphinx => card 12 bathz"), "line 5"),
    (line(5, "1. one: draft the-sphinx => age IV baths"), "line 5"),
    (line(5, "1. one: draft the-sphinx => age I ?blue"), "line 5"),
    (line(6, "first player: one"), "line 6"),
    (line(6, "event: late"), "line 6"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "place"), FAULTS)
def test_a_fault_has_its_line(text: str, place: str) -> None:
    """A fault gives its line; the golden file of refused records has the messages."""
    with pytest.raises(FormatError) as caught:
        Record.from_text(text)

    assert place in [fault.place for fault in caught.value.faults]
    assert len(str(caught.value)) < 2_000


def test_a_missing_turn_is_one_fault(wording: Wording) -> None:
    """A missing turn is a single fault, and numbering continues after it."""
    text = "".join(
        one for one in FINISHED.to_text().splitlines(keepends=True) if not one.startswith("12. ")
    )
    with wording.raises(FormatError) as caught:
        Record.from_text(text)

    assert len(caught.value.faults) == 1


def test_a_clock_before_the_comment_names_the_order(wording: Wording) -> None:
    """A clock before the comment is a fault of the order, not of the card."""
    with wording.raises(FormatError) as caught:
        Record.from_text(line(5, "1. one: draft the-sphinx [0:00:01] {hm}"))

    (fault,) = caught.value.faults
    assert "the order is move, chance outcomes, comment, clock" in fault.message


@pytest.mark.parametrize("number", ["12 .", "12", "12:"])
def test_a_turn_without_its_dot_is_a_single_fault(number: str) -> None:
    """A turn whose number has no dot behind it does not make the next one wrong."""
    text = FINISHED.to_text().replace("\n12. ", f"\n{number} ")
    with pytest.raises(FormatError) as caught:
        Record.from_text(text)

    (fault,) = caught.value.faults
    lines = text.splitlines()
    (place,) = (at for at, one in enumerate(lines, start=1) if one.startswith(f"{number} "))
    assert fault.place == f"line {place}"


def test_a_line_that_only_begins_with_a_number_is_no_turn() -> None:
    """A line with another number than that of the next turn does not count as a turn."""
    text = FINISHED.to_text().replace("\n12. ", "\n7 more turns\n12. ")
    with pytest.raises(FormatError) as caught:
        Record.from_text(text)

    assert len(caught.value.faults) == 1


def test_oddities_that_are_accepted() -> None:
    """A misspelt header becomes a tag, and an arrow without outcomes is ignored."""
    tagged = Record.from_text(line(2, "first player: one\nresutl: x"))
    bare = Record.from_text(line(5, "1. one: draft the-sphinx =>"))
    remarked = Record.from_text(line(5, "1. one: draft the-sphinx => {hm} [0:00:01]"))

    assert tagged.tags == {"resutl": "x"}
    assert bare == Record.from_text(PLAIN)
    assert remarked == Record.from_text(line(5, "1. one: draft the-sphinx {hm} [0:00:01]"))


def test_each_problem_of_a_deal_has_the_line_of_its_header() -> None:
    """Each problem of a deal is a fault of its own, with the line of its part."""
    lines = FINISHED.to_text().splitlines()
    places = {
        one.partition(":")[0]: number for number, one in enumerate(lines) if one.startswith("deal ")
    }
    first = {key: lines[number].partition(": ")[2].split(", ")[0] for key, number in places.items()}
    lines[places["deal draft"]] += f", {first['deal draft']}"
    lines[places["deal library"]] += f", {first['deal board']}, lor"
    lines[places["deal age I"]] += ", zzz"
    lines[places["deal age III"]] += f", {first['deal age II']}"
    with pytest.raises(FormatError) as caught:
        Record.from_text("\n".join(lines))
    found = {(fault.message, fault.place) for fault in caught.value.faults}

    def at(key: str) -> str:
        return f"line {places[key] + 1}"

    card = first["deal age II"]
    assert ("the draft has groups of 4 and 5 wonders; expected two of 4", at("deal draft")) in found
    assert (f"duplicate wonder {first['deal draft']} (2 times)", at("deal draft")) in found
    assert (
        f"duplicate progress token {first['deal board']} (2 times)",
        at("deal library"),
    ) in found
    assert (
        "5 progress tokens for the Great Library; expected 3",
        at("deal library"),
    ) in found
    assert ("age I: unknown building 'zzz'", at("deal age I")) in found
    assert ("age I has 21 cards; expected 20", at("deal age I")) in found
    assert (f"duplicate building {card} (2 times)", at("deal age III")) in found
    assert (f"{card} is a card of age II, not of age III", at("deal age III")) in found
    assert ("age III has 21 cards; expected 20", at("deal age III")) in found


def test_a_list_of_a_deal_that_is_too_long_has_its_line() -> None:
    """A list that is too long is refused in its own line, before the cards are looked up."""
    lines = FINISHED.to_text().splitlines()
    number = next(place for place, one in enumerate(lines) if one.startswith("deal age II:"))
    lines[number] += ", baths" * 300
    with pytest.raises(FormatError) as caught:
        Record.from_text("\n".join(lines))

    assert [str(fault) for fault in caught.value.faults] == [
        f"line {number + 1}: the list has more than 300 cards"
    ]


def test_a_slash_in_a_list_of_a_deal_ends_a_row() -> None:
    """Groups are in the draft alone: in other lists, a slash separates rows, as a comma does."""
    lines = FINISHED.to_text().splitlines()
    number = next(place for place, one in enumerate(lines) if one.startswith("deal library:"))
    lines[number] = lines[number].replace(", ", " / ", 1)

    assert Record.from_text("\n".join(lines)) == FINISHED


def test_a_repeated_number_without_a_dot_is_a_single_fault() -> None:
    """A line with the number of the turn before, and no dot, does not count as a turn."""
    with pytest.raises(FormatError) as caught:
        Record.from_text(PLAIN.replace("2. two", "1 two: draft piraeus\n2. two"))

    assert [fault.place for fault in caught.value.faults] == ["line 6"]


def test_the_cards_of_a_record_of_another_version_are_not_looked_for() -> None:
    """The fault of a record of an unknown version is its version, whatever the catalogue."""
    with pytest.raises(FormatError) as caught:
        Record.from_text("wonders-duel record 2\nfirst player: one\nend\n", EXTENDED)

    assert [str(fault) for fault in caught.value.faults] == [
        "line 1: unknown version '2' of the format; this library reads version 1"
    ]


def test_all_faults_are_reported_at_once() -> None:
    """All faults are reported at once, each with its line."""
    text = line(2, "first player: nobody\nresult: yes").replace("piraeus\n", "pyraeus\n")
    with pytest.raises(FormatError) as caught:
        Record.from_text(text.replace("draft the-sphinx", "take the-sphinx") + "\n")

    assert [fault.place for fault in caught.value.faults] == [
        "line 6",
        "line 7",
        "line 2",
        "line 3",
    ]


def test_a_parser_stops_after_many_faults() -> None:
    """Parsing stops after the maximal number of faults."""
    text = "\n".join(["wonders-duel record 1", *["nonsense"] * 5_000])
    with pytest.raises(FormatError) as caught:
        Record.from_text(text)

    assert len(caught.value.faults) == MOST_FAULTS


def test_a_record_of_a_million_moves_is_refused_unread(wording: Wording) -> None:
    """A record of a million moves is refused by its size, or at the first move over the limit."""
    turns = "\n".join(f"{number}. build tavern" for number in range(1, 1_000_001))
    text = f"wonders-duel record 1\nfirst player: one\n{turns}\nend"
    with wording.raises(LimitError):
        Record.from_text(text)
    with wording.raises(LimitError):
        Record.from_text(text, limits=Limits(size=len(text)))
    short = Record(turns=[Turn(catalogue.moves[12])] * 1_500)
    with wording.raises(LimitError):
        Record.from_text(short.to_text())

    assert short == Record.from_text(short.to_text(), limits=Limits(moves=2_000))


@pytest.mark.parametrize(
    "text",
    [
        line(5, "1. one: draft the-sphinx {" + "\\n" * 450_000 + "}"),
        line(5, "1. one: draft the-sphinx {" + "\\" * 900_001 + "}"),
        line(5, "1. one: draft the-sphinx => " + "card 1 ba;" * 90_000),
        line(4, "setup => wonders " + "the pyr," * 100_000),
        line(4, "setup => " + "wonders the pyr,sphin,colos;" * 30_000),
        "wonders-duel record 1\n" + "a: b\n" * 190_000,
        "wonders-duel record 1\n" + "\n".join(f"t{n}: b" for n in range(90_000)) + "\nend",
    ],
    ids=range(7),
)
def test_hostile_texts_are_cheap(text: str) -> None:
    """Hostile texts take linear time and give short messages."""
    assert len(text) <= 1_000_000
    started = time.process_time()
    with pytest.raises(FormatError) as caught:
        Record.from_text(text)

    assert time.process_time() - started < 5 * slowness()
    assert len(str(caught.value)) < 5_000


def test_impossible_outcomes_are_kept() -> None:
    """Impossible outcomes survive both forms; only a replay refuses them."""
    odd: list[ChanceOutcome] = [
        CardRevealed(-1, catalogue.buildings["baths"]),
        CardRevealed(10**18 - 1, catalogue.buildings["baths"]),
        TokensDrawn([]),
        AgeDealt(1, []),
        AgeDealt(2, [Back.GUILD]),
        AgeDealt(3, [catalogue.buildings["baths"]] * 300),
    ]
    odd += [TokensDrawn([])] * (300 - len(odd))
    for result in (
        Result(victory="civilian", winner=None, by_blue=True, totals=(-3, 10**17)),
        Result(victory="military", winner="one", totals=(0, -1)),
    ):
        record = Record(setup=odd, turns=[Turn(catalogue.moves[0], outcomes=odd)], result=result)
        assert record == Record.from_text(record.to_text())
        assert record == Record.from_json(record.to_json())


@pytest.mark.parametrize("victory", Victory)
@pytest.mark.parametrize("winner", ["one", "two", None])
@pytest.mark.parametrize("by_blue", [True, False])
def test_every_result_survives_a_round_trip(
    victory: Victory, winner: str | None, *, by_blue: bool
) -> None:
    """Every result, resignations included, survives a round trip."""
    decided = Result(victory=victory, winner=winner, by_blue=by_blue, totals=(45, -3))
    for result in (decided, Resignation("one"), Resignation("two")):
        record = Record(result=result)
        assert record == Record.from_text(record.to_text())


def test_every_clock_survives_a_round_trip() -> None:
    """Clocks keep milliseconds up to a thousand hours, and an empty comment is kept."""
    clocks = [*range(0, 3_600_000_000, 7_654_321), 3_600_000_000]
    turns = [Turn(catalogue.moves[0], clock=clock, comment="") for clock in clocks]
    text = Record(turns=turns).to_text()

    assert list(Record.from_text(text).turns) == turns
    assert f"{len(clocks)}. draft the-appian-way {{}} [1000:00:00]" in text


@pytest.mark.parametrize("wrong", [None, 5, b"wonders-duel record 1", ["wonders-duel record 1"]])
def test_a_value_that_is_not_a_string_is_refused(wording: Wording, wrong: object) -> None:
    """A value that is not a string is refused."""
    with wording.raises(WrongTypeError):
        Record.from_text(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("cards", [catalogue, EXTENDED])
def test_outcomes_are_read_back(wording: Wording, cards: Catalogue) -> None:
    """Outcomes of every kind and age are read back from their text."""
    game = play(3, catalogue=cards)
    outcomes = [*game.setup, *(outcome for step in game.history for outcome in step.outcomes)]
    kinds = {type(outcome).__name__ for outcome in outcomes}

    assert kinds >= {"TokensDealt", "WondersDealt", "AgeDealt", "CardRevealed"}
    for outcome in outcomes:
        text = outcome_text(outcome, game.state.catalogue)
        assert outcome == parse_outcome(text, game.state.catalogue)
    with wording.raises(NotationError):
        parse_outcome("age I " + "baths," * 500)
    with wording.raises(WrongTypeError):
        parse_outcome(None)  # type: ignore[arg-type]


def test_an_invalid_deal_is_refused(wording: Wording) -> None:
    """An invalid deal is refused with all its problems, at the lines of its parts."""
    text = FINISHED.to_text()
    board = next(one for one in text.splitlines() if one.startswith("deal board"))
    with wording.raises(FormatError) as caught:
        Record.from_text(text.replace(board, "deal board: law, lore"))

    assert [fault.place for fault in caught.value.faults] == ["line 5", "line 5"]
