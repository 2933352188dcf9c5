"""Explanations of illegal moves and prices, in any language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, assert_never

from wonders_duel.engine.payment import Bought, Discounted, PaymentPlan, PlanLine, Produced, Rebated
from wonders_duel.errors import ChanceError, IllegalMoveError, NoMoverError
from wonders_duel.languages.lists import joined
from wonders_duel.languages.seats import seats
from wonders_duel.reasons import (
    AlreadyBuilt,
    Covered,
    FaceDown,
    GameOver,
    NotAChoice,
    NotADestructionTarget,
    NotInDiscardPile,
    NotInThisGame,
    NotLaidOut,
    NotOffered,
    NotYourWonder,
    Reason,
    SevenWonders,
    TokenIsMandatory,
    TooExpensive,
    WaitsOnChance,
    WrongPhase,
)
from wonders_duel.render.wording import Tense, move_words
from wonders_duel.rules import TRADE_PRICE
from wonders_duel.support.phrases import LONGEST_SHOWN, on_one_line

if TYPE_CHECKING:
    from wonders_duel.cards import Building
    from wonders_duel.errors import WondersDuelError
    from wonders_duel.languages import Language

__all__ = ["error_words", "line_words", "plan_words", "price_words", "reason_words"]


def reason_words(reason: Reason, to: Language) -> str:
    """Return the reason why a move is illegal, as the end of a sentence.

    Args:
        reason: the reason.
        to: the language.

    >>> from wonders_duel.languages import language
    >>> reason_words(TooExpensive(price=9, coins=7), language("fr"))
    'cela coûte 9 pièces et il y en a 7 : il en manque 2'
    """
    match reason:
        case GameOver():
            return to.say("the game is over")
        case WaitsOnChance(phase):
            return to.say("a chance outcome comes first ({phase})", phase=to.word(phase))
        case WrongPhase(phase, needed):
            return to.say(
                "the phase is {phase}, but the move belongs to {phases}",
                phase=to.word(phase),
                phases=to.either([to.word(one) for one in needed]),
            )
        case NotInThisGame(card, name):
            return to.say(
                "the catalogue '{name}' of this game has no {id}",
                name=on_one_line(name, LONGEST_SHOWN),
                id=on_one_line(card, LONGEST_SHOWN),
            )
        case _:
            return _of_a_turn(reason, to)


def _of_a_turn(
    reason: NotLaidOut
    | FaceDown
    | Covered
    | TooExpensive
    | NotYourWonder
    | AlreadyBuilt
    | SevenWonders
    | NotOffered
    | NotInDiscardPile
    | NotADestructionTarget
    | TokenIsMandatory
    | NotAChoice,
    to: Language,
) -> str:
    match reason:
        case NotLaidOut() | FaceDown():
            told = (
                _visible_place(reason, to)
                if isinstance(reason, NotLaidOut)
                else _hidden_place(reason, to)
            )
            hint = _hint(reason.building, reason.suggestion, to)
            return to.say("{reason}; {hint}", reason=told, hint=hint) if hint else told
        case Covered(building, slot, by):
            return to.count(
                "{card} in slot {slot} is not accessible: covered by slot {slots}",
                "{card} in slot {slot} is not accessible: covered by slots {slots}",
                len(by),
                card=to.name(building),
                slot=slot,
                slots=_joined([str(one) for one in by], to),
            )
        case TooExpensive(price, coins):
            return to.say(
                "{price} and {held}: {short} short",
                price=to.count("it costs {number} coin", "it costs {number} coins", price),
                held=to.count("there is {number}", "there are {number}", coins),
                short=reason.short,
            )
        case NotOffered(card, offered):
            return to.say(
                "{card} is not on offer; on offer: {cards}",
                card=to.name(card),
                cards=", ".join(map(to.name, offered)),
            )
        case NotInDiscardPile(building):
            return to.say("{card} is not in the discard pile", card=to.name(building))
        case NotADestructionTarget(building, colour):
            return to.say(
                "{card} is not a {colour} building of the opponent",
                card=to.name(building),
                colour=to.word(colour),
            )
        case TokenIsMandatory():
            return to.say("the token of a pair must be taken: the rule option pair_token is must")
        case NotAChoice(card, cards):
            if not cards:
                return to.say("another choice is due")
            names = ", ".join(map(to.name, cards))
            if len(cards) == 1:
                return to.say(
                    "{card} cannot be chosen; expected {other}", card=to.name(card), other=names
                )
            return to.say(
                "{card} cannot be chosen; expected one of {cards}", card=to.name(card), cards=names
            )
        case _:
            return _of_a_wonder(reason, to)


def _of_a_wonder(reason: NotYourWonder | AlreadyBuilt | SevenWonders, to: Language) -> str:
    match reason:
        case NotYourWonder(wonder, owner):
            if owner is None:
                return to.say(
                    "{wonder} is not a wonder of the player to move: nobody has it",
                    wonder=to.name(wonder),
                )
            return to.say(
                "{wonder} is not a wonder of the player to move: player {player} has it",
                wonder=to.name(wonder),
                player=to.word(owner),
            )
        case AlreadyBuilt(wonder):
            return to.say("{wonder} is already constructed", wonder=to.name(wonder))
        case SevenWonders():
            return to.say("seven wonders have been constructed, and no more can be built")
        case _:
            assert_never(reason)


def _visible_place(reason: NotLaidOut, to: Language) -> str:
    """Return the place of a card that is visible, but not in the structure."""
    card = to.name(reason.building)
    if reason.under is not None:
        return to.say(
            "{card} is not in the structure: it lies under {wonder}",
            card=card,
            wonder=to.name(reason.under),
        )
    if reason.owner is not None:
        return to.say(
            "{card} is not in the structure: it is in the city of player {player}",
            card=card,
            player=to.word(reason.owner),
        )
    return to.say("{card} is not in the structure: it is in the discard pile", card=card)


def _hidden_place(reason: FaceDown, to: Language) -> str:
    """Return the possible places of a card that is not visible."""
    card = to.name(reason.building)
    if reason.slots:
        return to.say(
            "{card} cannot be seen: it is face down or was removed from the game", card=card
        )
    return to.say(
        "{card} cannot be seen: it is a card of age {age} that is not laid out",
        card=card,
        age=to.word(reason.building.age),
    )


def _hint(building: Building, meant: Building | None, to: Language) -> str:
    """Return a hint if the name belongs to a different card in the first printing."""
    if meant is None:
        return ""
    return to.say(
        "if you mean the card that the first printing calls {card}, write {id}",
        card=to.name(building),
        id=meant.id,
    )


def _joined(words: Sequence[str], to: Language) -> str:
    """Join words with "and", such as ``9 and 10``."""
    *most, last = words
    return to.say("{most} and {last}", most=", ".join(most), last=last) if most else last


def plan_words(plan: PaymentPlan, to: Language) -> str:
    """Return the price of a construction and how it is paid, one item per line.

    Args:
        plan: the payment plan.
        to: the language.
    """
    return "\n  ".join(_plan_lines(plan, to))


def _plan_lines(plan: PaymentPlan, to: Language) -> Iterator[str]:
    yield to.say("{card}: {price}", card=to.name(plan.card), price=price_words(plan, to))
    if plan.coins and plan.lines:
        yield to.say("{coins} of its cost", coins=_coins(plan.coins, to))
    for line in plan.lines:
        yield line_words(line, to)
    if plan.to_opponent:
        yield to.say(
            "{number} of it to player {player}",
            number=plan.to_opponent,
            player=to.word(plan.player.opponent),
        )


def price_words(plan: PaymentPlan, to: Language) -> str:
    """Return the price of a construction: a number of coins, or the reason why it is free.

    Args:
        plan: the payment plan.
        to: the language.
    """
    if plan.free_by is not None:
        return to.say("free with {card}", card=to.name(plan.free_by))
    return _coins(plan.total, to) if plan.total else to.say("free")


def line_words(line: PlanLine, to: Language) -> str:
    """Return the source of one unit of a cost, or of coins off the price.

    Args:
        line: a line of a payment plan.
        to: the language.

    >>> from wonders_duel import Resource, catalogue
    >>> from wonders_duel.languages import language
    >>> line = Produced(Resource.CLAY, catalogue.wonders["piraeus"])
    >>> line_words(line, language("en")), line_words(line, language("fi"))
    ('1 clay from Piraeus', '1 tiili tuotannosta: Piraeuksen satama')
    """
    if isinstance(line, Discounted):
        return to.say(
            "{coins} off by {card}", coins=_coins(line.coins, to), card=to.name(line.source)
        )
    resource = to.word(line.resource)
    match line:
        case Produced(_, producer):
            return to.say("1 {resource} from {card}", resource=resource, card=to.name(producer))
        case Rebated(_, source):
            return to.say("1 {resource} off by {card}", resource=resource, card=to.name(source))
        case Bought(price=price, fixed_by=card, supply=supply):
            coins = _coins(price, to)
            if card is not None:
                return to.say(
                    "1 {resource} bought for {coins} ({card})",
                    resource=resource,
                    coins=coins,
                    card=to.name(card),
                )
            return to.say(
                "1 {resource} bought for {coins} ({price} + {supply})",
                resource=resource,
                coins=coins,
                price=TRADE_PRICE,
                supply=supply,
            )
        case _:
            assert_never(line)


def _coins(number: int, to: Language) -> str:
    return to.count("{number} coin", "{number} coins", number)


def error_words(error: WondersDuelError, to: Language) -> str:
    """Return an error in words.

    Args:
        error: any error of this library.
        to: the language.
    """
    if isinstance(error, IllegalMoveError):
        move = move_words(to, error.move, seats(to), Tense.IMPERATIVE)
        reasons = joined(to, (reason_words(reason, to) for reason in error.reasons))
        return to.say("{move} is not legal: {reasons}", move=move, reasons=reasons)
    if isinstance(error, (ChanceError, NoMoverError)):
        return error.words(to)
    return str(error)
