"""The ``ActionCodec`` class: moves as the numbers of actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, SupportsIndex

from wonders_duel.build import later
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.engine.moves import BaseMove, ChooseBeginner, DeclineToken, Move
from wonders_duel.enums import Player
from wonders_duel.errors import LearningError
from wonders_duel.learn.extras import LazyModule
from wonders_duel.learn.plain import listed, plain_action
from wonders_duel.learn.rows import action_mask, action_numbers
from wonders_duel.rules import PairToken, Rules, as_rules
from wonders_duel.state import State
from wonders_duel.support.arguments import expect, is_within
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.learn import arrays
    from wonders_duel.learn.arrays import Int8Array
else:
    arrays = LazyModule("wonders_duel.learn.arrays")  # needs numpy
    Int8Array = later("wonders_duel.learn.arrays", "Int8Array")

__all__ = ["ActionCodec"]


class ActionCodec:
    """Numbers for moves, from 0, with masks of the legal ones.

    The numbers are those of ``catalogue.moves``, which never change for the base game. In the
    relative codec, which is the default, they mean the same for both players: of the two moves that
    choose who begins an age, the first one stands for "I begin" and the second for "my opponent
    begins". So positions with the seats exchanged have the same legal actions.

    Args:
        catalogue: the cards of the game; the base game if left out.
        rules: the rule options; in the base game, only with ``pair_token="may"`` is there an action
            that declines a progress token, the last one. Cards with custom choices always have it.
        relative: whether numbers mean the same for both players; if not, they are the numbers of
            ``catalogue.moves`` for both.

    Raises:
        RuleOptionError: an option or a value is unknown.
        WrongTypeError: an argument has another type.

    >>> from wonders_duel import Game
    >>> actions = ActionCodec()
    >>> actions.size, ActionCodec(rules={"pair_token": "may"}).size
    (1192, 1193)
    >>> state = Game(seed=2015).state
    >>> actions.legal_actions(state)
    [3, 4, 5, 7]
    >>> actions.move(3, state)
    DraftWonder('the-great-library')
    """

    def __init__(
        self,
        catalogue: Catalogue | None = None,
        *,
        rules: Rules | Mapping[str, str] | str | None = None,
        relative: bool = True,
    ) -> None:
        """Find the numbers of the moves that depend on the player."""
        expect(relative, bool, "True or False for relative")
        self._catalogue = as_catalogue(catalogue)
        self._tables = self._catalogue.tables
        self._moves = self._catalogue.moves
        self._begin = ChooseBeginner(Player.ONE, self._catalogue).index if relative else -1
        decline = DeclineToken(self._catalogue).index
        has_choices = decline + 1 < len(self._moves)
        self._asked = as_rules(rules)
        self._rules = self._asked  # the last ones that fit
        may_decline = self._asked.pair_token is PairToken.MAY
        self._size = len(self._moves) if may_decline or has_choices else decline

    @property
    def catalogue(self) -> Catalogue:
        """The cards of the game."""
        return self._catalogue

    @property
    def size(self) -> int:
        """The number of actions: 1,192 for the base game, 1,193 if a token can be declined."""
        return self._size

    @property
    def is_relative(self) -> bool:
        """Whether the numbers mean the same for both players."""
        return self._begin >= 0

    @property
    def first_beginner(self) -> int:
        """The action that stands for "I begin"; -1 if numbers do not depend on the player."""
        return self._begin

    def legal_actions(self, state: State) -> list[int]:
        """Return the legal actions, in the order of ``state.legal_moves``.

        Args:
            state: any state.

        Returns:
            The numbers; empty while the state waits for chance and when the game is over.

        Raises:
            LearningError: the state has other cards.
            WrongTypeError: the argument is not a state.
        """
        self._expect(state)
        return action_numbers(state, self._begin)

    def mask(self, state: State) -> bytes:
        """Return a byte for each action: 1 if it is legal, otherwise 0.

        Args:
            state: any state.

        Raises:
            LearningError: the state has other cards.
            WrongTypeError: the argument is not a state.

        >>> from wonders_duel import Game
        >>> mask = ActionCodec().mask(Game(seed=2015).state)
        >>> len(mask), [number for number, legal in enumerate(mask) if legal]
        (1192, [3, 4, 5, 7])
        """
        self._expect(state)
        return bytes(action_mask(state, self._size))

    def mask_array(self, state: State, *, out: Int8Array | None = None) -> Int8Array:
        """Return the mask as an array of int8.

        Args:
            state: any state.
            out: the array to fill, of shape ``(size,)``; a new one if left out.

        Raises:
            ExtraError: numpy is not installed.
            LearningError: the state has other cards, or the array another shape or dtype.
            WrongTypeError: an argument has another type.
        """
        if (
            type(state) is not State
            or state.tables is not self._tables
            or state.rules is not self._rules
        ):  # not the usual case
            self._expect(state)
        return arrays.mask_array(action_mask(state, self._size), out)

    def masks_array(self, states: Iterable[State], *, out: Int8Array | None = None) -> Int8Array:
        """Return the masks of several states as an array of int8, a row for each.

        Args:
            states: any states.
            out: the array to fill, of shape ``(number of states, size)``; a new one if left out.

        Raises:
            ExtraError: numpy is not installed.
            LearningError: a state has other cards, or the array another shape or dtype.
            WrongTypeError: an argument has another type.
        """
        legal = [self.legal_actions(state) for state in listed(states, "states")]
        return arrays.masks_array(legal, self._size, out)

    def move(self, action: SupportsIndex, state: State) -> Move:
        """Return the move of an action.

        Args:
            action: the number of the action, from 0; it may be an integer of numpy.
            state: the state in which it is played.

        Raises:
            LearningError: there is no such action, or the state has other cards.
            WrongTypeError: an argument has another type.
        """
        self._expect(state)
        return self._moves[self._absolute(self.number(action), state)]

    def action(self, move: Move, state: State) -> int:
        """Return the number of the action that plays a move.

        Args:
            move: a move.
            state: the state in which it is played.

        Raises:
            LearningError: there is no such action, or the state has other cards.
            UnknownNameError: the move has cards that are not in this game.
            WrongTypeError: an argument has another type.

        >>> from wonders_duel import parse_move
        >>> state = State.start()
        >>> actions = ActionCodec()
        >>> (
        ...     actions.action(parse_move("begin one"), state),
        ...     actions.action(parse_move("begin two"), state),
        ... )
        (1190, 1191)
        """
        expect(move, BaseMove, "a Move")
        self._expect(state)
        number = self._moves.adopt(move).index
        if number >= self._size:
            raise LearningError(
                f"no action stands for the move {move}: it needs the rule option pair_token='may'"
            )
        return self._absolute(number, state)

    def _absolute(self, number: int, state: State) -> int:
        """Exchange the two moves of who begins for player two; this is its own inverse."""
        first = self._begin
        if first >= 0 and state.player and first <= number <= first + 1:
            return first + first + 1 - number
        return number

    def number(self, action: SupportsIndex) -> int:
        """Return the number of an action as an int, if there is such an action.

        Args:
            action: a whole number; it may be one of numpy.

        Raises:
            LearningError: there is no such action.
            WrongTypeError: it is not a whole number.
        """
        number = plain_action(action)
        if not is_within(number, 0, self._size - 1):
            raise LearningError(
                f"action {shown(number)} is out of range: expected 0 to {self._size - 1}"
            )
        return number

    def _expect(self, state: State) -> None:
        expect(state, State, "a State")
        if state.tables is not self._tables and state.catalogue != self._catalogue:
            raise LearningError(
                f"the state is of the catalogue {state.catalogue.name}, "
                f"the codec of {self._catalogue.name}"
            )
        rules = state.rules
        if rules is not self._rules:
            if rules.pair_token is PairToken.MAY and self._size < len(self._moves):
                raise LearningError(
                    "a token may be declined in this state, for which the codec has no action; "
                    "create it with rules=state.rules"
                )
            self._rules = rules

    def __getstate__(self) -> tuple[Catalogue, Rules, bool]:
        """Return what pickles keep: the arguments."""
        return self._catalogue, self._asked, self.is_relative

    def __setstate__(self, state: tuple[Catalogue, Rules, bool]) -> None:
        """Find the numbers again."""
        catalogue, rules, relative = state
        ActionCodec.__init__(self, catalogue, rules=rules, relative=relative)

    def __repr__(self) -> str:
        """Return the size, and whether the codec is relative."""
        return f"<ActionCodec size={self._size}; {'relative' if self.is_relative else 'absolute'}>"
