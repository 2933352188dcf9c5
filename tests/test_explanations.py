"""Reasons and payment plans in words: in English as by ``str``, and in every language."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.builders import city, state
from tests.masked import Masked, readable
from tests.test_errors import REASONS
from tests.wording import Wording
from wonders_duel import (
    Age,
    Bought,
    Building,
    ConstructBuilding,
    ConstructWonder,
    Game,
    IllegalMoveError,
    PaymentPlan,
    Player,
    Position,
    Produced,
    Reason,
    Rebated,
    State,
    UndoError,
    WondersDuelError,
    WrongTypeError,
    catalogue,
)
from wonders_duel.languages import LANGUAGES, Language, language
from wonders_duel.reasons import (
    Covered,
    FaceDown,
    NotInDiscardPile,
    NotInThisGame,
    NotLaidOut,
    NotYourWonder,
    SevenWonders,
    TokenIsMandatory,
    TooExpensive,
)
from wonders_duel.testing.walks import walk

OTHERS = [code for code in LANGUAGES if code != "en"]
BUILDINGS = catalogue.buildings
EVERY: tuple[Reason, ...] = (
    *dict.fromkeys(reason for case in REASONS for reason in case[2]),
    SevenWonders(),
    TokenIsMandatory(),
    TooExpensive(price=1, coins=0),
    Covered(BUILDINGS["baths"], 6, (10,)),
    FaceDown(BUILDINGS["courthouse"], (), BUILDINGS["pretorium"]),
    NotLaidOut(BUILDINGS["courthouse"], None, None, BUILDINGS["pretorium"]),
)


@cache
def plans() -> tuple[PaymentPlan, ...]:
    """Return plans of every kind from some random games."""
    found: dict[str, PaymentPlan] = {}

    def asked() -> Iterator[PaymentPlan | None]:
        for seed in range(40):
            for one in walk(seed, catalogue, ("economy", "masonry", "architecture")):
                if one.to_move is not None and one.accessible:
                    for option in one.options():
                        yield option.payment

    for plan in asked():
        if plan is not None:
            kinds = {
                f"{type(line).__name__}{bool(isinstance(line, Bought) and line.fixed_by)}"
                for line in plan.lines
            }
            words = (*sorted(kinds), bool(plan.coins), bool(plan.free_by), bool(plan.to_opponent))
            found.setdefault(repr(words), plan)
    return tuple(found.values())


def test_every_kind_of_line_is_covered() -> None:
    """The plans cover production, rebates, both kinds of price, chains, coin costs and Economy."""
    lines = [line for plan in plans() for line in plan.lines]

    assert {type(line) for line in lines} == {Produced, Rebated, Bought}
    assert {line.fixed_by is None for line in lines if isinstance(line, Bought)} == {True, False}
    assert any(plan.free_by for plan in plans())
    assert any(plan.to_opponent for plan in plans())
    assert any(plan.coins and plan.lines for plan in plans())
    assert any(not plan.total and not plan.free_by for plan in plans())


@pytest.mark.parametrize("reason", EVERY, ids=lambda one: str(one)[:40])
def test_a_reason_is_translated(reason: Reason) -> None:
    """In English a reason reads as by ``str``; with messages masked, only ids remain."""
    assert language("en").reason(reason) == str(reason)
    masked = Language("xx", Masked())
    ids = {"base", "the", "tower"} if isinstance(reason, NotInThisGame) else set()
    ids |= {"pretorium"} if getattr(reason, "suggestion", None) else set()

    assert readable([masked.reason(reason)]) - {"I", "II", "III"} <= ids
    for code in OTHERS:
        assert language(code).reason(reason) not in {str(reason), ""}


def test_a_plan_is_translated() -> None:
    """In English a plan reads as by ``str``; with messages masked, nothing remains."""
    masked = Language("xx", Masked())
    for plan in plans():
        assert language("en").payment(plan) == str(plan)
        for line in plan.lines:
            assert f"  {line}" in str(plan).splitlines()
        assert readable([masked.payment(plan)]) == set()
        for code in OTHERS:
            told = language(code).payment(plan)
            assert len(told.splitlines()) == len(str(plan).splitlines())
            assert told != str(plan)


@pytest.mark.parametrize(
    ("code", "expected"),
    [("en", "Altar: free"), ("fi", "Altar: ilmainen"), ("fr", "Altar : gratuit")],
)
def test_a_free_card_has_a_word_for_its_price(code: str, expected: str) -> None:
    """A price of no coins is a word in each language, not a number without a unit."""
    plan = state(Age.I, ["altar"], city(7), city(7)).payment(
        ConstructBuilding(catalogue.buildings["altar"])
    )

    assert plan is not None
    assert language(code).payment(plan) == expected


PLAN = state(
    Age.II,
    ["walls", "school"],
    city(7, "stone-reserve", "clay-pit", tokens=["architecture"], unbuilt=["circus-maximus"]),
    city(7, "quarry", tokens=["economy"]),
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "en",
            """Circus Maximus: 2 coins
  1 wood off by Architecture
  1 glass off by Architecture
  1 stone bought for 1 coin (Stone Reserve)
  1 stone bought for 1 coin (Stone Reserve)
  2 of it to player two""",
        ),
        (
            "fi",
            """Circus Maximus: 2 rahaa
  1 puu vähemmän: Arkkitehtuuri
  1 lasi vähemmän: Arkkitehtuuri
  1 kivi ostetaan: 1 raha (Stone Reserve)
  1 kivi ostetaan: 1 raha (Stone Reserve)
  siitä 2 saa pelaaja kaksi""",
        ),
        (
            "fr",
            """Circus Maximus : 2 pièces
  1 bois de moins : Architecture
  1 verre de moins : Architecture
  1 pierre : achat pour 1 pièce (Stone Reserve)
  1 pierre : achat pour 1 pièce (Stone Reserve)
  dont 2 au joueur deux""",
        ),
    ],
)
def test_a_plan_in_the_words_of_each_language(code: str, expected: str) -> None:
    """A plan lists a rebate (R37), a fixed price (R33), and what the owner of Economy gets (R39)."""
    plan = PLAN.payment(ConstructWonder("circus-maximus", "walls"))
    assert plan is not None

    assert language(code).payment(plan) == expected


@pytest.mark.parametrize(
    ("coins", "expected"),
    [
        (1, "it costs 1 coin and there are 0: 1 short"),
        (2, "it costs 2 coins and there are 0: 2 short"),
    ],
)
def test_one_coin_is_a_coin(coins: int, expected: str) -> None:
    """The sentence agrees with its number."""
    assert str(TooExpensive(price=coins, coins=0)) == expected


def test_the_owner_of_a_wonder_is_named(wording: Wording) -> None:
    """The reason names the player who has the wonder, or says that nobody has it."""
    wonder = catalogue.wonders["the-sphinx"]

    for player in (*Player, None):
        wording(str(NotYourWonder(wonder, player)))


def test_names_of_custom_cards_are_used() -> None:
    """Translated names of custom cards are used."""
    park = Building(id="park", name="Park", age=1, colour="blue", effects=())
    mine = language("fi").with_names({"Park": "Puisto"})

    assert mine.reason(NotInDiscardPile(park)) == "Puisto ei ole poistopakassa"


@pytest.mark.parametrize("wrong", [None, "too expensive", PLAN])
def test_wrong_types_are_refused(wording: Wording, wrong: Any) -> None:
    """Wrong types are refused with an error that says what was expected."""
    with wording.raises(WrongTypeError):
        language("fr").reason(wrong)
    with wording.raises(WrongTypeError):
        language("fr").payment(wrong)


def test_an_error_is_formatted_when_it_is_read() -> None:
    """A message is formatted when it is read, so programs that only try moves do not pay for it."""
    now, move, reasons = REASONS[0]
    with pytest.raises(IllegalMoveError) as caught:
        now.apply(move)

    assert caught.value.args == (move, reasons)
    assert str(caught.value).startswith(f"{move} ")
    assert str(caught.value).endswith(f": {reasons[0]}")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert str(again) == str(caught.value)


@pytest.mark.parametrize("code", ["fi", "fr"])
def test_errors_of_the_rules_have_words_in_every_language(wording: Wording, code: str) -> None:
    """Illegal moves and a mover where there is none are translated; errors of programmers stay English."""
    to, english = language(code), language("en")
    game = Game(seed=1, rules="first-game")
    illegal = ConstructBuilding("palace")
    with pytest.raises(IllegalMoveError) as refused:
        game.play(illegal)
    game.resign("one")
    errors: list[WondersDuelError] = [refused.value]
    for ask in (
        lambda: game.mover,
        lambda: game.resolve(None),  # type: ignore[arg-type]  # the game is over
        lambda: State.start().mover,
        lambda: Position(age=Age.III, structure=[]).state().mover,
    ):
        with pytest.raises(WondersDuelError) as caught:
            ask()
        errors.append(caught.value)

    for error in errors:
        assert english.error(error) != to.error(error)
    assert english.error(errors[1]) == str(errors[1])
    assert "build Palace is not legal: Palace" in english.error(refused.value)
    assert to.reason(refused.value.reasons[0]) in to.error(refused.value)
    plain = UndoError("no move to take back")
    assert to.error(plain) == str(plain)
    with wording.raises(WrongTypeError):
        to.error(ValueError("x"))  # type: ignore[arg-type]
