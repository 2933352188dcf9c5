"""Records: contents, replay, and contradictions found at the exact move."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any
from unicodedata import bidirectional, category

import attrs
import jsonschema
import pytest
from hypothesis import given

import wonders_duel
from tests.amounts import examples
from tests.builders import EXTENDED
from tests.conformance.replay import deal_of, load_games
from tests.played import FINISHED, UNFINISHED, play
from tests.wording import Wording
from tools.digest import describe
from wonders_duel import (
    AgeDealt,
    CardRevealed,
    Deal,
    FormatError,
    Game,
    Participant,
    Phase,
    Player,
    Position,
    Record,
    RecordError,
    Resignation,
    Result,
    State,
    Step,
    Tags,
    UndoError,
    UnknownNameError,
    Victory,
    WondersDuelError,
    WrongTypeError,
    catalogue,
    parse_move,
    serialization,
)
from wonders_duel.bots import RandomBot
from wonders_duel.history.remarks import checked_comment
from wonders_duel.testing import games, records
from wonders_duel.text.outcome_text import outcome_text, parse_outcome

assert FINISHED.result is not None  # for type checkers


@examples(60)
@given(games())
def test_a_record_replays_the_game(game: Game) -> None:
    """A record replays every step, with the deal and from the public record alone."""
    record = game.record()

    assert game.history == tuple(record.replay())
    assert game.state == record.check()
    public = game.record(public=True)
    assert public.deal is None
    assert game.history == tuple(public.replay())
    assert public == record.without_deal()
    again = Game.from_record(record)
    assert (game.state, game.history, game.setup) == (again.state, again.history, again.setup)
    assert (game.players, game.tags, game.deal) == (again.players, again.tags, again.deal)
    assert record == again.record()


@examples(60)
@given(records())
def test_every_kind_of_record_survives_a_round_trip(record: Record) -> None:
    """Every kind of record survives a round trip through text, JSON and both."""
    record.check()

    assert record == Record.from_text(record.to_text())
    assert record == Record.from_json(record.to_json())
    assert record == Record.from_json(record.to_json(indent=1))
    assert record.to_text() == Record.from_json(record.to_json()).to_text()
    assert hash(record) == hash(Record.from_text(record.to_text()))


@examples(15)
@given(records(EXTENDED))
def test_records_of_a_custom_catalogue(record: Record) -> None:
    """Records of a custom catalogue are read with that catalogue and refused without it."""
    assert record == Record.from_text(record.to_text(), EXTENDED)
    assert record == Record.from_json(record.to_json(), EXTENDED)
    for read, text in ((Record.from_text, record.to_text()), (Record.from_json, record.to_json())):
        with pytest.raises(FormatError, match=r"Towers") as caught:
            read(text)
        assert len(caught.value.faults) == 1


@pytest.mark.slow
def test_the_recorded_games_survive_both_forms() -> None:
    """The 39 recorded games of the other engine survive both forms with equal states."""
    for recorded in load_games():
        game = Game.from_deal(deal_of(recorded))
        for decision in recorded["decisions"]:
            game.play(_typed(decision["move"], game))
        record = game.record()
        for again in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
            assert record == again
            states = [step.after for step in again.replay()]
            assert [step.after for step in game.history] == states
            assert list(map(describe, states)) == [describe(step.after) for step in game.history]
        assert record.result == game.result
        assert record.result is not None
        for step in game.history:
            _through_documents(step)


def _through_documents(step: Step) -> None:
    """Pass a step through the JSON documents and the texts of all its parts."""
    state = step.before
    assert state == State.from_json(state.to_json())
    assert state == State.from_text(state.to_text())
    plan = state.payment(step.move)
    things = [step.move, state.score(), *step.outcomes, *([plan] if plan is not None else [])]
    for thing in things:
        assert thing == serialization.loads(serialization.dumps(thing))
    for outcome in step.outcomes:
        assert outcome == parse_outcome(outcome_text(outcome))


def _typed(move: str, game: Game) -> str:
    """Return a recorded move as a user could type it."""
    kind, *names = move.split(":")
    if kind == "start":
        player = game.to_move
        assert player is not None
        return f"begin {player if names == ['me'] else player.opponent}"
    return f"{kind.replace('pick_', '').replace('wonder', 'wonder' if len(names) > 1 else 'draft')} {' with '.join(names)}"


def test_outcomes_may_be_omitted_with_a_deal() -> None:
    """With a deal, outcomes may be omitted; those given have to agree with it."""
    bare = attrs.evolve(
        FINISHED, setup=(), turns=[attrs.evolve(turn, outcomes=()) for turn in FINISHED.turns]
    )

    assert tuple(FINISHED.replay()) == tuple(bare.replay())
    assert FINISHED.without_deal() == bare.without_deal()


def _first_reveal(record: Record, *, odd: bool) -> int:
    """Return the number of the first turn with a reveal, among odd or even ones."""
    return next(
        number
        for number, turn in enumerate(record.turns, start=1)
        if turn.outcomes and isinstance(turn.outcomes[0], CardRevealed) and number % 2 == odd
    )


REVEAL = _first_reveal(FINISHED, odd=False)
ODD_REVEAL = _first_reveal(FINISHED, odd=True)


def _won_by_force() -> Record:
    """Return a record that ends with a supremacy."""
    start = Position.of(play(1, 60).state)
    start.pawn = 8 if start.to_move is Player.ONE else -8
    start.phase = None
    for seed in range(100):
        rng = Random(seed)
        game = Game.from_state(start.state(), rng=rng)
        while not game.is_over:
            game.play(game.legal_moves[int(rng.random() * len(game.legal_moves))])
        result = game.state.result
        if result is not None and result.victory is Victory.MILITARY:
            return game.record()
    message = "no game ended with a supremacy"
    raise AssertionError(message)


WON = _won_by_force()
WON_BY = WON.result
assert isinstance(WON_BY, Result)


def changed(record: Record, number: int, **fields: Any) -> Record:
    """Return a record with a change in one turn."""
    turns = list(record.turns)
    turns[number - 1] = attrs.evolve(turns[number - 1], **fields)
    return attrs.evolve(record, turns=turns)


def other_card(record: Record, number: int) -> CardRevealed:
    """Return an outcome with a card that was seen before."""
    step = list(record.replay())[number - 1]
    told = step.outcomes[0]
    assert isinstance(told, CardRevealed)
    return CardRevealed(told.slot, step.before.accessible[0])


OTHER = other_card(FINISHED, REVEAL)
PUBLIC = FINISHED.without_deal()
CONTRADICTIONS: list[tuple[str, Record, int | None]] = [
    ("an illegal move", changed(FINISHED, 20, move=parse_move("build palace")), 20),
    ("the other player", changed(FINISHED, 12, player=FINISHED.turns[11].player.opponent), 12),  # type: ignore[union-attr]
    ("another card than the deal's", changed(FINISHED, REVEAL, outcomes=[OTHER]), REVEAL),
    ("a card that was seen", changed(PUBLIC, REVEAL, outcomes=[OTHER]), REVEAL),
    ("a missing outcome", changed(PUBLIC, REVEAL, outcomes=()), REVEAL),
    ("a missing outcome after an odd turn", changed(PUBLIC, ODD_REVEAL, outcomes=()), ODD_REVEAL),
    ("an outcome too many", changed(PUBLIC, REVEAL, outcomes=[*PUBLIC.turns[REVEAL - 1].outcomes, OTHER]), REVEAL),
    ("an outcome of another kind", changed(PUBLIC, 8, outcomes=[OTHER]), 8),
    ("a wrong setup", attrs.evolve(PUBLIC, setup=[OTHER]), 0),
    ("no setup", attrs.evolve(PUBLIC, setup=()), 0),
    ("another slot", changed(FINISHED, REVEAL, outcomes=[CardRevealed(99, OTHER.building)]), REVEAL),
    ("another deal", attrs.evolve(FINISHED, deal=Deal.random(Random(99))), 0),
    ("a deal of a later age", Record(start=play(3, 30).state, deal=Deal.random(Random(5))), 0),
    ("a move after the end", attrs.evolve(FINISHED, turns=[*FINISHED.turns, FINISHED.turns[0]]), len(FINISHED.turns) + 1),
    ("a result too early", attrs.evolve(UNFINISHED, result=FINISHED.result), None),
    ("other points", attrs.evolve(FINISHED, result=Result(victory=Victory.CIVILIAN, winner=FINISHED.result.winner, totals=(99, 1) if FINISHED.result.winner is Player.ONE else (1, 99))), None),
    ("other points after a supremacy", attrs.evolve(WON, result=attrs.evolve(WON_BY, totals=(1, 2))), None),
    ("another winner", attrs.evolve(FINISHED, result=Result(victory=Victory.MILITARY, winner=Player.ONE)), None),
    ("a resignation after the end", attrs.evolve(FINISHED, result=Resignation(Player.ONE)), None),
    ("a turn that is gone", attrs.evolve(FINISHED, turns=FINISHED.turns[:20] + FINISHED.turns[21:]), 21),
]  # fmt: skip


@pytest.mark.parametrize(
    ("record", "turn"),
    [case[1:] for case in CONTRADICTIONS],
    ids=[case[0] for case in CONTRADICTIONS],
)
def test_a_contradiction_is_found_at_its_turn(record: Record, turn: int | None) -> None:
    """Replay stops at a contradiction, and the error gives the number of the turn.

    The golden file of refused records has the messages.
    """
    steps: list[Step] = []
    with pytest.raises(RecordError) as caught:
        steps.extend(record.replay())  # collects the steps before the error

    assert turn == caught.value.turn
    reason = caught.value.reason
    assert str(caught.value).endswith(f" of the record: {reason}")
    expected = len(record.turns) if turn is None else max(turn - 1, 0)
    # A missing outcome after a turn is noticed at the next turn.
    assert expected + (turn != 0 and "missing" in reason) == len(steps)
    with pytest.raises(RecordError) as again:
        record.check()
    assert str(caught.value) == str(again.value)
    with pytest.raises(RecordError):
        Game.from_record(record)


def test_a_deal_has_to_fit_the_start(wording: Wording) -> None:
    """A deal that contradicts the starting position is refused before the first move."""
    middle = play(3, 30).state
    record = Record(start=middle, deal=Deal.random(Random(5)))
    with wording.raises(RecordError) as caught:
        record.check()

    assert caught.value.turn == 0


def test_an_unfinished_game_can_be_continued() -> None:
    """A game that is saved, loaded and played on equals one that was never interrupted."""
    whole = play(4)
    game = play(4, 25)
    again = Game.from_record(Record.from_text(game.record().to_text()))
    for step in whole.history[25:]:
        again.play(step.move)

    assert whole.state == again.state
    assert whole.record() == again.record()


def test_a_record_gives_its_game() -> None:
    """``Record.game()`` gives the game after the last move, ready to continue."""
    game = UNFINISHED.game()

    assert game.record() == UNFINISHED
    assert game.state == UNFINISHED.check()
    game.play(game.legal_moves[0])
    assert len(game.history) == len(UNFINISHED.turns) + 1


def test_a_companion_game_continues_where_it_waits() -> None:
    """A game without a deal can be saved and continued between two chance outcomes."""
    rng = Random(6)
    game = Game.from_state(State.start())
    while not game.is_over and len(game.history) < 40:
        if game.chance is not None:
            game.resolve(game.chance.sample(rng))
        else:
            game.play(game.legal_moves[int(rng.random() * len(game.legal_moves))])
        again = Game.from_record(Record.from_json(game.record().to_json()))
        assert game.state == again.state
        assert game.record() == again.record()
        game = again

    assert game.deal is None
    assert game.history


def test_a_game_from_a_position_is_a_record() -> None:
    """The record of a game from a position begins with it, in both forms."""
    position = Position.of(play(2, 40).state)
    position.cities[0].coins = 50
    game = Game.from_state(position.state(), rng=Random(3))
    game.play(game.legal_moves[0])
    record = game.record()

    assert not record.is_new_game
    assert "start: wd1 " in record.to_text()
    assert record == Record.from_text(record.to_text()) == Record.from_json(record.to_json())
    assert game.state == record.check()


def test_rare_arguments_are_keyword_only() -> None:
    """Themes, languages and indents are keyword-only; a page follows the reader and is English by default."""
    record: Any = play(1, 3).record()

    assert record.animate() == record.animate(theme="auto", language="en", title=None)
    calls: list[Callable[[], object]] = [
        lambda: record.animate("light"),
        lambda: record.to_json(1),
        lambda: ANY.Record(State.start()),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="positional"):
            call()


def test_a_resigned_game(wording: Wording) -> None:
    """A resigned game is over with the other player as winner, after every round trip too."""
    game = play(5, 20)
    state = game.state
    game.resign("two")
    record = game.record()

    assert record.result == Resignation(Player.TWO)
    assert "result: one wins, two resigned" in record.to_text()
    assert record.check() == state
    assert (game.is_over, game.to_move, game.legal_moves, game.chance) == (True, None, (), None)
    assert (game.result, game.resigned) == (Resignation(Player.TWO), Player.TWO)
    again = Game.from_record(record)
    again.annotate(comment="good game")
    assert again.record().result == record.result
    for call in (
        lambda: again.play(state.legal_moves[0]),
        again.undo,
        lambda: again.resign("one"),
        lambda: again.resolve(OTHER),
        lambda: again.play_out(RandomBot(), RandomBot()),
    ):
        with wording.raises(WondersDuelError):
            call()
        assert again.state == state
    again.resume()
    assert again.play(state.legal_moves[0]) == state.play(state.legal_moves[0], record.deal)  # type: ignore[arg-type]  # there is one
    assert again.record().result is None
    with wording.raises(UndoError):
        again.resume()
    with wording.raises(UndoError):
        play(5).resign(Player.ONE)
    with wording.raises(UnknownNameError):
        again.resign("three")


def test_the_public_record_has_no_secrets() -> None:
    """The public record has neither the deal nor the seed, and does not depend on hidden cards."""
    game = play(7, 22)
    public = game.record(public=True)
    assert public == game.record().without_deal()
    other = Game.from_record(attrs.evolve(game.record(), deal=None))
    hidden = Deal.consistent_with(game.state, Random(12))
    tagged = attrs.evolve(game.record(), tags={"event": "x", "seed": "7", "site": "y"})

    assert "seed" in game.tags
    assert "seed" not in public.tags
    assert tagged.without_deal().tags == {"event": "x", "site": "y"}
    assert public.to_text() == other.record(public=True).to_text()
    for card in hidden.ages[2]:
        assert f'"{card.id}"' not in public.to_json()


def test_a_missing_result_is_not_a_contradiction() -> None:
    """A missing result is not a contradiction, since people may note only the moves."""
    record = attrs.evolve(FINISHED, result=None)

    assert record.check().is_over
    assert record == Record.from_text(record.to_text())


def test_annotations_stay_with_the_moves(wording: Wording) -> None:
    """Comments and clocks, given with a move or later, stay with it and are undone with it."""
    game = Game(seed=1)
    game.play(game.legal_moves[0], comment="first", clock=1500)
    game.play(game.legal_moves[0])
    game.annotate(comment="second")
    game.annotate(1, clock=1000)

    assert [(step.comment, step.clock) for step in game.history] == [
        ("first", 1000),
        ("second", None),
    ]
    game.undo()
    assert len(game.record().turns) == 1
    with wording.raises(UndoError):
        game.annotate(2, comment="none")
    with wording.raises(UndoError):
        Game(seed=1).annotate(comment="none")
    wrong: Any = "1"
    with wording.raises(WrongTypeError):
        game.annotate(wrong, comment="none")


ANY: Any = wonders_duel
"""The library as an untyped program sees it."""


NOT_NOTED: list[Callable[[], object]] = [
    lambda: ANY.Turn("build tavern"),
    lambda: ANY.Turn(catalogue.moves[0], player="three"),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=["card 1 baths"]),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=5),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[CardRevealed(1, "baths")]),  # type: ignore[arg-type]
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[CardRevealed("1", OTHER.building)]),  # type: ignore[arg-type]
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[CardRevealed(10**20, OTHER.building)]),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[CardRevealed(10**18, OTHER.building)]),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[CardRevealed(-(10**18), OTHER.building)]),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[ANY.CardRevealed(1.0, OTHER.building)]),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[AgeDealt(1, [OTHER.building] * 301)]),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[ANY.AgeDealt(1, [OTHER.building, 5])]),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[ANY.WondersDealt([5])]),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[ANY.TokensDrawn([5])]),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[ANY.TokensDealt(["law"])]),
    lambda: ANY.Turn(catalogue.moves[0], outcomes=[OTHER] * 301),
    lambda: ANY.Record(turns=[ANY.Turn(EXTENDED.moves[0])]),
    lambda: ANY.Record(deal=Deal.random(Random(1), EXTENDED)),
    lambda: ANY.Turn(catalogue.moves[0], comment="a\x00b"),
    lambda: ANY.Turn(catalogue.moves[0], comment="\ud800"),
    lambda: ANY.Turn(catalogue.moves[0], comment=5),
    lambda: ANY.Turn(catalogue.moves[0], clock=-1),
    lambda: ANY.Turn(catalogue.moves[0], clock=1.5),
    lambda: ANY.Turn(catalogue.moves[0], clock=True),
    lambda: ANY.Participant(5),
    lambda: ANY.Participant("a\nb"),
    lambda: ANY.Tags({"Event": "x"}),
    lambda: ANY.Tags({"a b": "x"}),
    lambda: ANY.Tags({"a" * 41: "x"}),
    lambda: ANY.Tags({5: "x"}),
    lambda: ANY.Tags({"event": 5}),
    lambda: ANY.Tags(5),
    lambda: ANY.Record(players=["Ann"]),
    lambda: ANY.Record(players="AB"),
    lambda: ANY.Record(start="wd1"),
    lambda: ANY.Record(deal=5),
    lambda: ANY.Record(turns=[5]),
    lambda: ANY.Record(turns=5),
    lambda: ANY.Record(result="one"),
    lambda: ANY.Resignation("three"),
    lambda: ANY.Game.from_record("record"),
    lambda: ANY.Game(seed=1).play("draft the-sphinx", clock="long"),
]  # fmt: skip


@pytest.mark.parametrize("make", NOT_NOTED)
def test_an_invalid_annotation_is_refused(make: Callable[[], object]) -> None:
    """An invalid annotation raises a library error; the golden file has the messages."""
    with pytest.raises(WondersDuelError):
        make()


TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
"""Bidirectional classes whose effect does not end with their text."""
CHARACTERS = [chr(code) for code in range(sys.maxunicode + 1)]


def test_characters_that_would_spoil_the_text_are_refused(wording: Wording) -> None:
    """Control characters, separators, surrogates and direction overrides are refused."""
    kinds = {"Cc", "Cs", "Zl", "Zp"}
    wrong = [one for one in CHARACTERS if category(one) in kinds or bidirectional(one) in TURNING]
    fine = "".join(CHARACTERS).translate(dict.fromkeys(map(ord, wrong)))

    assert len(wrong) == 65 + 2048 + 2 + 9
    assert len(fine) == len(CHARACTERS) - len(wrong)
    messages = set()
    for one in wrong:
        calls: list[Callable[[], object]] = [
            partial(Participant, f"A{one}n"),
            partial(Tags, {"event": f"A{one}n"}),
        ]
        if one not in "\r\n\t\u2028\u2029":
            calls.append(partial(checked_comment, f"A{one}n"))
        for call in calls:
            with pytest.raises(FormatError) as caught:
                call()
            assert repr(one) in str(caught.value)
            messages.add(str(caught.value).replace(repr(one), "CHARACTER"))
    wording("\n".join(sorted(messages)))
    for start in range(0, len(fine), 10_000):
        part = fine[start : start + 10_000]
        assert (Participant(part).name, checked_comment(part)) == (part, part)
        assert part.splitlines() == [part]


@pytest.mark.parametrize(
    "name",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0646\u0645",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "\u05d0\u05d1 (7)\u200e",
    ],
    ids=["Persian", "family", "flag", "Hebrew"],
)
def test_names_of_people_are_kept(name: str) -> None:
    """Names that need invisible characters survive both forms."""
    game = Game(seed=1)
    game.players = (name, "Ben")
    game.tags = {"event": name}
    game.play(game.legal_moves[0], comment=name)
    record = game.record()

    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    assert record.players[0].name == record.turns[0].comment == record.tags["event"] == name


def test_line_breaks_in_comments_are_normalized() -> None:
    """All kinds of line breaks in a comment become one kind."""
    assert checked_comment("a\r\nb\rc\nd\u2028e\u2029\tf") == "a\nb\nc\nd\ne\n\tf"
    text = Game(seed=1).record().to_text().replace("end\n", "1. draft piraeus {a\u2028b}\nend\n")

    assert Record.from_text(text).turns[0].comment == "a\nb"
    document: Any = serialization.to_document(play(1, 3).record())
    document["turns"][0]["comment"] = "a\r\nb\u2028c"
    jsonschema.validate(document, serialization.schema("record"))
    assert serialization.from_document(document, Record).turns[0].comment == "a\nb\nc"


def test_a_refused_annotation_changes_nothing() -> None:
    """A move with an invalid annotation is not played."""
    game = Game(seed=1)
    with pytest.raises(FormatError):
        game.play(game.legal_moves[0], comment="a\x07b")
    with pytest.raises(WrongTypeError):
        game.players = ("Ann",)

    assert not game.history
    assert game.state.phase is Phase.DRAFT
    assert game.players == (Participant(), Participant())
    assert [str(one) for one in (Participant(), Participant("Ann", {"rating": "1850"}))] == [
        "",
        "Ann",
    ]


def test_a_seed_is_noted_as_a_tag() -> None:
    """The seed, a number or a text, is a tag; a new game has no others."""
    assert Tags({"seed": "5"}) == Game(5).tags
    assert Tags({"seed": "five"}) == Game("five").tags
    assert Tags() == Game("fi\nve").tags
    assert Tags() == Game().tags


def test_tags_are_a_frozen_mapping() -> None:
    """Tags are immutable, sorted by name, and equal regardless of order."""
    made = Tags({"b": "2", "a": "1"})

    assert list(made) == ["a", "b"]
    assert made == {"a": "1", "b": "2"}
    assert hash(made) == hash(Tags([("a", "1"), ("b", "2")]))
    assert repr(made) == "Tags({'a': '1', 'b': '2'})"
    with pytest.raises(TypeError):
        made["c"] = "3"  # type: ignore[index]
