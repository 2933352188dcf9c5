"""Positions as text: one line for each state, and the place of every fault."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given

from tests.amounts import examples
from tests.builders import BASE_PHASES, EXTENDED, city, new_catalogue, position
from tests.conformance.replay import deal_of, load_games
from tests.wording import Wording
from tools.digest import states as states_of_a_game
from tools.fuzz.trial import slowness
from wonders_duel import (
    Age,
    Catalogue,
    Colour,
    Deal,
    Game,
    LimitError,
    Pending,
    Phase,
    Position,
    PositionError,
    Rules,
    State,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.engine.bitfields import SYMBOLS
from wonders_duel.engine.phases import MOST_CHOICES
from wonders_duel.limits import MOST_FAULTS, Limits
from wonders_duel.testing import states
from wonders_duel.text.state_parser import _slot_words
from wonders_duel.text.state_text import KEYS

START = "wd1 turn=one phase=deal-tokens pawn=0 military=2,5/2,5 one.coins=7 two.coins=7 end"
BATHS = (
    "wd1 turn=one phase=turn age=I structure=baths,tavern/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-,-,- "
    "pawn=0 military=2,5/2,5 one.coins=7 two.coins=7 end"
)


@examples(150)
@given(states())
def test_a_state_survives_a_round_trip(state: State) -> None:
    """A state survives a round trip: the same state, hash and line."""
    text = state.to_text()
    again = State.from_text(text)

    assert state == again
    assert hash(state) == hash(again)
    assert text == again.to_text()
    assert "\n" not in text
    assert text.isascii()


def test_every_state_of_many_games_has_its_own_line() -> None:
    """Different states have different lines, chance states under all rule options included."""
    seen: dict[str, State] = {}
    every: set[State] = set()
    for seed in range(24):
        for state in states_of_a_game(seed):
            text = state.to_text()
            assert state == seen.setdefault(text, state)
            assert state == State.from_text(text)
            every.add(state)

    assert len(every) == len(seen)
    assert {state.phase for state in every} == set(BASE_PHASES)


def test_the_recorded_games_survive_a_round_trip_as_text() -> None:
    """Every state and move of the 39 recorded games survives a round trip as text."""
    for recorded in load_games():
        game = Game.from_deal(deal_of(recorded))
        for decision in recorded["decisions"]:
            state = game.state
            assert state == State.from_text(state.to_text())
            for move in state.legal_moves:
                assert parse_move(str(move)) is move
            choices = {str(move): move for move in state.legal_moves}
            kind, *names = decision["move"].split(":")
            game.play(_move(choices, kind, names, str(state.to_move)))
        assert game.state == State.from_text(game.state.to_text())
        assert game.is_over


def _move(choices: Mapping[str, object], kind: str, names: list[str], player: str) -> str:
    """Return a recorded move as a user could type it."""
    verb = {"pick_wonder": "draft", "pick_token": "token", "start": "begin"}.get(kind, kind)
    if kind == "start":
        names = [player if names == ["me"] else {"one": "two", "two": "one"}[player]]
    typed = f"{verb} {' with '.join(names)}"
    assert str(parse_move(typed)) in choices
    return typed


def test_a_custom_catalogue_is_named(wording: Wording) -> None:
    """A position of a custom catalogue has its name and digest, and is read only with those cards."""
    state = State.dealt(Deal.random(Random(1), EXTENDED))
    text = state.to_text()

    assert f"cards=Towers%20%26%20more@{EXTENDED.digest}" in text
    assert state == State.from_text(text, EXTENDED)
    with wording.raises(PositionError):
        State.from_text(text)
    with wording.raises(PositionError):
        State.from_text(START, EXTENDED)


def test_the_digest_is_the_same_in_another_process() -> None:
    """The digest is the same in another process with another hash seed."""
    program = (
        "from tests.builders import EXTENDED as e;from wonders_duel import catalogue as c;"
        "print(c.digest, e.digest)"
    )
    runs = {
        subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert runs == {f"{catalogue.digest} {EXTENDED.digest}\n"}


def test_the_line_has_every_field() -> None:
    """A position with something in every field prints every field."""
    made = position(
        Age.II,
        ["walls", "forum"],
        city(
            3,
            "quarry",
            tokens=["law"],
            unbuilt=["the-appian-way"],
            built={"circus-maximus": "altar", "piraeus": "baths", "the-great-library": "theater"},
        ),
        city(4, "press", tokens=["strategy"], unbuilt=["the-colossus"], built={"the-sphinx": "tavern"}),
        discard_pile=["stable"],
        board_tokens=["economy"],
        offer=["agriculture", "architecture", "masonry"],
        pending=[Phase.LIBRARY_TOKEN, Pending(Phase.DESTROY, Colour.GREY)],
        extra_turn=True,
        first_player="two",
        pawn=-3,
        rules=Rules(
            centre_pawn_start="last-player-begins", pair_token="may", reveal_timing="on-take"
        ),
        military_tokens=((5,), ()),
    )  # fmt: skip
    text = made.state().to_text()
    keys = [word.partition("=")[0] for word in text.split()[1:-1]]

    assert [key for key in KEYS if key not in {"cards", "wonder-setup"}] == keys
    assert "wonder-setup=first-game" in State.start(rules="first-game").to_text()
    assert "pawn=-3 military=5/-" in text
    assert "pending=library-token,destroy-grey" in text
    assert made.state() == State.from_text(text)


def test_other_spellings_are_accepted() -> None:
    """Fields can be in any order, with names in any case or by prefix, and extra space."""
    typed = (
        "wd1  two.coins=7 one.coins=+7 military=2,5/2,5 pawn=+0\tage=i phase=TURN turn=One "
        "structure=BATHS,tav/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-  end\n"
    )

    assert State.from_text(typed).to_text() == BATHS


def test_backs_and_rule_options_are_accepted_in_any_case() -> None:
    """The words of the backs and of the rule options have no other case than all other values."""
    rules = Rules(centre_pawn_start="last-player-begins", pair_token="may", reveal_timing="on-take")
    start = State.start(rules=rules, first_player="two").to_text()
    typed = start.replace("last-player-begins", "Last-Player-Begins").replace("may", "MAY")
    game = Game(seed=4)
    while game.state.age is not Age.III:
        game.play(game.legal_moves[0])
    text = game.state.to_text()

    assert State.from_text(typed.replace("on-take", "On-Take")).to_text() == start
    assert "?guild" in text
    assert State.from_text(text.replace("?guild", "?Guild")).to_text() == text


def test_a_card_with_a_question_mark_is_not_a_face_up_card() -> None:
    """A question mark stands for a face-down card, so ``?baths`` is not read as ``baths``."""
    typed = BATHS.replace("baths", "?baths")

    with pytest.raises(PositionError) as caught:
        State.from_text(typed)

    (fault,) = caught.value.faults
    assert typed[fault.start : fault.end] == "?baths"
    assert fault.message == "unknown back '?baths'; expected ? or ?guild"


FAULTS = [
    ("", None),
    ("wd2 turn=one end", "wd2"),
    (BATHS.removesuffix(" end"), "two.coins=7"),
    (BATHS[:60], BATHS[:60].rsplit(maxsplit=1)[-1]),
    (BATHS.replace("pawn=0", "pawn=12"), "pawn=12"),
    (BATHS.replace("pawn=0", "pawn=1_0"), "pawn=1_0"),
    (BATHS.replace("pawn=0", f"pawn={'9' * 5000}"), f"pawn={'9' * 5000}"),
    (BATHS.replace("pawn=0", "pawn=٣"), "pawn=٣"),
    (BATHS.replace("pawn=0 ", ""), "end"),
    (BATHS.replace("turn=one ", ""), "end"),
    (BATHS.replace("turn=one", "turn=three"), "turn=three"),
    (BATHS.replace("phase=turn", "phase=night"), "phase=night"),
    (BATHS.replace("phase=turn", "phase=over"), "turn=one"),
    (BATHS.replace("baths,tavern", "baths, tavern"), "tavern/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-"),
    (BATHS.replace(" end", " two.buildings=altar,,nonsense end"), "nonsense"),
    (START.replace("deal-tokens", "deal-wonders").replace(" end", " two.built=piraeus:baths board=law,economy,masonry,strategy,theology end"), "two.built=piraeus:baths"),
    (BATHS.replace("pawn=0", "pwn=0 pawn=0"), "pwn=0"),
    (BATHS.replace("pawn=0", "pawn=0 cities=2"), "cities=2"),
    (BATHS.replace("pawn=0", "pawn=0 cities"), "cities"),
    (BATHS.replace("pawn=0", "pawn=0 to_move=two"), "to_move=two"),
    (BATHS.replace("pawn=0", "pawn=0 pawn"), "pawn"),
    (BATHS.replace("pawn=0", "pawn=0 pawn=1"), "pawn=0"),
    (BATHS.replace("pawn=0", "pawn="), "pawn="),
    (BATHS.replace("2,5/2,5", "5,2"), "military=5,2"),
    (BATHS.replace("one.coins=7", "one.coins=-1"), "one.coins=-1"),
    (BATHS.replace("one.coins=7", "one.coins=7.0"), "one.coins=7.0"),
    (BATHS.replace("age=I", "age=IV"), "age=IV"),
    (BATHS.replace("age=I ", ""), "structure=baths,tavern/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-"),
    (BATHS.replace("baths,tavern/", ""), "structure=-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-"),
    (BATHS.replace("baths,tavern", "baths"), "baths"),
    (BATHS.replace("tavern", "tavren"), "tavren"),
    (BATHS.replace("baths,tavern/-", "baths/tavren"), "tavren"),
    (BATHS.replace("baths,tavern/-", "baths,baths,walls/walls"), "walls"),
    (BATHS.replace("tavern", "baths,altar,law"), "baths"),
    (BATHS.replace("tavern", "baths,altar,law,x,y,z"), "baths"),
    (BATHS.replace("/", "//"), None),
    (BATHS.replace("tavern", "baths"), "baths"),
    (BATHS.replace("tavern", "walls"), "walls"),
    (BATHS.replace("baths,tavern/-", "-,tavern/altar"), "-"),
    (BATHS.replace("tavern", "?guild"), "?guild"),
    (BATHS.replace(" end", " two.buildings=altar,nonsense end"), "nonsense"),
    (BATHS.replace(" end", " two.built=piraeus end"), "piraeus"),
    (BATHS.replace(" end", " two.built=:altar end"), ":altar"),
    (BATHS.replace(" end", " two.built=piraeus:baths end"), "baths"),
    (BATHS.replace(" end", " discard=altar,altar end"), "altar"),
    (BATHS.replace(" end", " discard discard= discard=altar,nonsense end"), "nonsense"),
    (BATHS.replace(" end", " board=law,law end"), "law"),
    (BATHS.replace(" end", " pending=revive end"), "pending=revive"),
    (BATHS.replace(" end", " pending=destroy end"), "destroy"),
    (BATHS.replace(" end", " discard=press, end"), ""),
    (BATHS.replace(" end", " board=law,,economy end"), ""),
    (BATHS.replace("tavern", ""), ""),
    (BATHS.replace(" end", " again=maybe end"), "again=maybe"),
    (BATHS.replace(" end", " reveal-timing=never end"), "reveal-timing=never"),
    (BATHS.replace(" end", f" discard={','.join(['altar'] * 5000)} end"), None),
]  # fmt: skip


def _difference(text: str) -> str:
    """Return the words that a text does not share with the valid one, to name its case."""
    words, valid = text.split(), BATHS.split()
    others = [word for word in words if word not in valid]
    others += [f"no {word}" for word in valid if word not in words]
    shown = " ".join(others)
    return shown if len(shown) < 90 else f"{shown[:90]}…"


@pytest.mark.parametrize(("text", "place"), FAULTS, ids=[_difference(text) for text, _ in FAULTS])
def test_a_fault_has_its_place(text: str, wording: Wording, place: str | None) -> None:
    """Each fault has a message and the range of its characters."""
    with wording.raises(PositionError) as caught:
        State.from_text(text)
    faults = caught.value.faults

    for fault in faults:
        assert fault.start is None or f"characters {fault.start} to {fault.end}" in fault.place
    if place is not None:
        assert place in [text[fault.start : fault.end] for fault in faults]
    assert len(str(caught.value)) < 5_000


def test_rules_that_the_cards_do_not_support_have_their_place(wording: Wording) -> None:
    """A setup that the catalogue does not support is reported with its place."""
    drafts = Catalogue(
        "drafts",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        catalogue.structures,
    )
    text = f"{START.removesuffix('end')}wonder-setup=first-game cards=drafts@{drafts.digest} end"
    with wording.raises(PositionError) as caught:
        State.from_text(text, drafts)

    (fault,) = caught.value.faults
    assert text[fault.start : fault.end] == "wonder-setup=first-game"


def test_all_faults_are_reported_at_once() -> None:
    """Faults of single fields and inconsistencies are reported together."""
    text = BATHS.replace("pawn=0", "pawn=-12").replace("tavern", "baths")
    text = text.replace("two.coins=7", "two.coins=-7 two.buildings=nonsense")
    with pytest.raises(PositionError) as caught:
        State.from_text(text)

    assert [text[fault.start : fault.end] for fault in caught.value.faults] == [
        "pawn=-12",
        "two.coins=-7",
        "nonsense",
        "baths",
    ]


@pytest.mark.parametrize("row", ["baths", "baths,tavern,", "tavren,baths"])
def test_consequences_of_an_invalid_row_are_not_reported(row: str) -> None:
    """Slots of an invalid row are not reported as empty under the cards on them."""
    text = BATHS.replace("baths,tavern/-,-,-", f"{row}/-,altar,-")
    with pytest.raises(PositionError) as caught:
        State.from_text(text)

    assert len(caught.value.faults) == 1


def test_a_parser_stops_after_many_faults() -> None:
    """A text with very many faults is refused quickly, with the first of them."""
    text = "wd1 " + " ".join(f"field{number}=1" for number in range(50_000)) + " end"
    with pytest.raises(PositionError) as caught:
        State.from_text(text)

    assert len(caught.value.faults) == MOST_FAULTS


def test_the_length_of_a_text_is_limited(wording: Wording) -> None:
    """The length of a text is limited, and callers can raise the limit."""
    long = START.replace(" end", " " * 1_000_000 + "end")
    with wording.raises(LimitError):
        State.from_text(long)

    assert State.start() == State.from_text(long, limits=Limits(size=2_000_000))


def test_pending_choices_are_limited() -> None:
    """Pending choices are checked one by one up to a limit, and more are refused."""

    def faults(number: int) -> str:
        with pytest.raises(PositionError) as caught:
            State.from_text(BATHS.replace(" end", f" pending={','.join(['revive'] * number)} end"))
        return str(caught.value)

    most = MOST_CHOICES + len(SYMBOLS)

    assert f"more than {most} pending choices" in faults(most + 1)
    assert "more than" not in faults(most)


def test_consequences_of_too_many_choices_are_not_reported() -> None:
    """After too many choices, a mismatch with the phase is not reported."""
    text = BATHS.replace("phase=turn", f"phase=revive pending={'revive,' * 1_000}revive")
    with pytest.raises(PositionError) as caught:
        State.from_text(text)

    assert len(caught.value.faults) == 1


@pytest.mark.parametrize(
    "text",
    [
        BATHS.replace("tavern", ",".join(["baths"] * 100_000)),
        BATHS.replace(" end", " discard=" + ",".join(["ba"] * 70) + " two.buildings=" + ",".join(["baths"] * 73) + " end"),
        BATHS.replace(" end", " pending=" + "revive," * 100_000 + " end"),
        BATHS.replace(" end", " two.built=" + "x" * 500_000 + " end"),
        BATHS.replace("-", "/" * 10_000),
        BATHS.replace(" end", " a" * 400_000 + " end"),
        "\x00" * 900_000,
        "wd1" + "\u2003" * 900_000 + "end",
    ],
    ids=range(8),
)  # fmt: skip
def test_hostile_texts_are_cheap(text: str) -> None:
    """Hostile texts take linear time and give short messages."""
    started = time.process_time()
    with pytest.raises(PositionError) as caught:
        State.from_text(text)

    assert time.process_time() - started < 5 * slowness()
    assert len(str(caught.value)) < 5_000


@pytest.mark.parametrize("thing", [None, 5, b"wd1", ["wd1"]])
def test_a_value_that_is_not_a_string_is_refused(wording: Wording, thing: object) -> None:
    """A value that is not a string is refused."""
    with wording.raises(WrongTypeError):
        State.from_text(thing)  # type: ignore[arg-type]


def test_an_empty_box_gives_no_tokens(wording: Wording) -> None:
    """A position cannot draw from an empty box, since there would be nothing to choose."""
    tokens = list(catalogue.tokens)
    made = position(
        Age.II,
        ["walls", "forum"],
        city(tokens=tokens[:5]),
        city(tokens=tokens[5:]),
        pending=[Phase.LIBRARY_TOKEN],
    )
    for phase in (None, Phase.DRAW_TOKENS, Phase.LIBRARY_TOKEN):
        made.phase = phase
        wording("\n".join(made.problems()))


def test_a_finished_game_has_no_turn() -> None:
    """A finished game has no player to move, so the field is omitted."""
    over = Position(age=Age.III, pawn=9).state()

    assert "turn=" not in re.sub("phase=.*", "", over.to_text())
    assert over == State.from_text(over.to_text())


def test_the_words_of_a_catalogue_are_computed_once() -> None:
    """The words for parsing are computed once per catalogue."""
    fresh = new_catalogue()

    assert _slot_words(fresh) is _slot_words(fresh)
    assert _slot_words(fresh) is not _slot_words(catalogue)


def test_an_unknown_back_hides_what_follows_from_it() -> None:
    """Nothing is said of the phase, since the card would have been accessible."""
    text = Position(age=Age.III, structure={0: "senate"}).state().to_text()
    with pytest.raises(PositionError) as caught:
        State.from_text(text.replace("senate", "?nothing"))
    assert len(caught.value.problems) == 1
