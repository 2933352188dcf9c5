"""The options of a state for user interfaces: moves with prices, and reasons if illegal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from wonders_duel.build import override
from wonders_duel.engine.decision import legal_moves
from wonders_duel.engine.moves import Move
from wonders_duel.engine.payment import PaymentPlan, plan
from wonders_duel.engine.phases import TURN
from wonders_duel.languages import language
from wonders_duel.reasons import Reason, shortfall
from wonders_duel.support.arguments import expect_number

if TYPE_CHECKING:
    from wonders_duel.state import State

__all__ = ["Option", "Options", "options"]


@attrs.frozen(kw_only=True)
class Option:
    """A move with its price or income, and the reasons if it is illegal.

    Attributes:
        move: the move.
        slot: the slot of the card that it takes from the structure; ``None`` outside a turn.
        payment: the payment plan; ``None`` for a move that has no price.
        income: the coins from a discard (R50); ``None`` for any other move.
        reasons: the reasons why it is illegal; empty if it is legal.

    >>> from wonders_duel import Game
    >>> state = Game(seed=2015, rules="first-game").state
    >>> option = state.options()[1]
    >>> option.move, option.slot, option.payment.total, option.income, option.is_legal
    (ConstructBuilding('wood-reserve'), 15, 3, None, True)
    >>> print(option)
    build wood-reserve: 3 coins
    """

    move: Move
    slot: int | None
    payment: PaymentPlan | None
    income: int | None
    reasons: tuple[Reason, ...]

    @property
    def is_legal(self) -> bool:
        """Whether the move is legal."""
        return not self.reasons

    def __str__(self) -> str:
        """Return the move text, the price or income, and the reasons if it is illegal."""
        from wonders_duel.render.explanations import price_words  # noqa: PLC0415 - a thin method

        parts = [str(self.move)]
        if self.payment is not None:
            parts.append(f": {price_words(self.payment, language('en'))}")
        if self.income is not None:
            parts.append(f": brings {self.income} coins")
        if self.reasons:
            parts.append(f"; not legal: {'; '.join(map(str, self.reasons))}")
        return "".join(parts)


class Options(tuple[Option, ...]):
    """The options of a state: a tuple of :class:`Option`, returned by ``state.options()``.

    The moves of the legal options are ``state.legal_moves``, in the same order.
    ``Options`` objects can be written as a JSON document; to send only some options,
    make a new ``Options`` object of them.

    Args:
        options: an iterable of options.

    >>> from wonders_duel import Game
    >>> state = Game(seed=2015, rules="first-game").state
    >>> options = state.options()
    >>> tuple(option.move for option in options if option.is_legal) == state.legal_moves
    True
    >>> for option in options.at(15)[:3]:
    ...     print(option)
    build wood-reserve: 3 coins
    discard wood-reserve: brings 2 coins
    wonder the-great-lighthouse with wood-reserve: 8 coins; not legal: it costs 8 coins and there are 7: 1 short
    """

    __slots__ = ()

    def at(self, slot: int) -> Options:
        """Return the options for the card in a slot.

        Args:
            slot: the slot, from 0. There are no options if it has no accessible card.

        Raises:
            WrongTypeError: it is not a whole number.
        """
        expect_number(slot, 0, "the slot")
        return Options(option for option in self if option.slot == slot)

    @override
    def __str__(self) -> str:
        """Return a line for each option."""
        return "\n".join(map(str, self))


def options(state: State) -> Options:
    """Return the options of the player to move; see :meth:`State.options`.

    Args:
        state: any state.
    """
    if state.phase_number == TURN:
        return _turn_options(state)
    return Options(
        Option(move=move, slot=None, payment=None, income=None, reasons=())
        for move in legal_moves(state)
    )


def _turn_options(state: State) -> Options:
    """Return the options of a turn: construct, discard, or construct a wonder with each card.

    The price of a wonder does not depend on the card under it, so each card and
    each wonder is priced once.
    """
    lists = state.tables.moves
    own = state.cities[state.player]
    cards = [(slot, state.faces[slot]) for slot in state.uncovered.slots]
    made = []
    for slot, card in cards:
        move = lists.construct[card]
        price = plan(state, move)
        made.append(
            Option(move=move, slot=slot, payment=price, income=None, reasons=shortfall(price))
        )
    income = own.discard_income
    made += [
        Option(move=lists.discard[card], slot=slot, payment=None, income=income, reasons=())
        for slot, card in cards
    ]
    for number in own.unbuilt_numbers:
        moves = lists.wonder[number]
        price = plan(state, moves[cards[0][1]])
        reasons = shortfall(price)
        made += [
            Option(move=moves[card], slot=slot, payment=price, income=None, reasons=reasons)
            for slot, card in cards
        ]
    return Options(made)
