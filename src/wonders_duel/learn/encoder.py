"""The ``Encoder`` class: states as rows of numbers, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar, overload

from wonders_duel import unpickle
from wonders_duel.build import later
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.enums import Player, seat
from wonders_duel.errors import LearningError, WrongTypeError
from wonders_duel.learn.extras import LazyModule
from wonders_duel.learn.layout import Layout, layout_of, plan_of
from wonders_duel.learn.places import Places, cards_by_place, places_of
from wonders_duel.learn.plain import listed
from wonders_duel.learn.rows import BYTE, packed_row, rule_columns
from wonders_duel.rules import Rules
from wonders_duel.state import State
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.learn import arrays
    from wonders_duel.learn.arrays import (
        Float32Array,
        Float32Type,
        Int8Array,
        Int8Type,
        Int16Array,
        RowArray,
    )

    Rows = TypeVar("Rows", Int8Array, Float32Array)
else:
    arrays = LazyModule("wonders_duel.learn.arrays")  # needs numpy
    Int16Array = later("wonders_duel.learn.arrays", "Int16Array")
    RowArray = later("wonders_duel.learn.arrays", "RowArray")

__all__ = ["Encoder"]


class Encoder:
    """States as rows of whole numbers: everything that both players see, and nothing else.

    A row is seen by one player, "I": by default the player to move, or the one whose turn it is while
    the state waits for chance. :attr:`layout` names the blocks of columns: first bits, then counts from
    0 to 127, prices included; more is written as 127. A position with the seats exchanged has the same
    row; after the end, nobody moves, so name the player.

    There are four forms: an array of numpy (:meth:`encode`, :meth:`encode_many`), packed bytes for data
    sets without numpy (:meth:`pack`), the bits as one ``int`` and the counts as ``bytes``
    (:meth:`bits`, :meth:`counts`), and pairs of a card and its place for transformers
    (:meth:`cards`, :meth:`encode_cards`). :meth:`decode` returns the state of a row.

    Args:
        catalogue: the cards of the game; the base game if left out.

    Raises:
        WrongTypeError: the argument is not a catalogue.

    >>> from wonders_duel import Game
    >>> encoder = Encoder()
    >>> state = Game(seed=2015, rules="first-game").state
    >>> row = encoder.encode(state)
    >>> row.shape, str(row.dtype)
    ((2662,), 'int8')
    >>> row[encoder.layout["coins"].columns]
    array([7, 7], dtype=int8)
    >>> encoder.decode(row, "one") == state
    True
    """

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        """Find the layout of the catalogue."""
        self._catalogue = as_catalogue(catalogue)
        self._tables = self._catalogue.tables
        self._plan = plan_of(self._catalogue)
        self._layout = layout_of(self._catalogue)
        self._known: tuple[Rules | None, int] = (None, 0)
        """The last rule options, and their columns; together, for several threads."""

    @property
    def catalogue(self) -> Catalogue:
        """The cards of the game."""
        return self._catalogue

    @property
    def layout(self) -> Layout:
        """The blocks of columns, with a version and a digest to be stored with a trained network."""
        return self._layout

    @property
    def places(self) -> Places:
        """The numbers of cards and places in :meth:`cards`."""
        return places_of(self._catalogue)

    @property
    def size(self) -> int:
        """The number of columns of a row."""
        return self._layout.size

    def pack(self, state: State, player: Player | int | str | None = None) -> bytes:
        """Return a row as bytes: eight bits to a byte, the lowest first, then a byte for each count.

        Args:
            state: any state.
            player: the player who sees it; the player to move if left out.

        Returns:
            ``layout.packed_size`` bytes.

        Raises:
            LearningError: the state has other cards.
            UnknownNameError: there is no such player.
            WrongTypeError: the first argument is not a state.

        >>> len(Encoder().pack(State.start()))
        436
        """
        if type(state) is not State or state.tables is not self._tables:  # not the usual case
            self._expect(state)
        rules, columns = self._known
        if state.rules is not rules:  # most states of a program have the same
            columns = rule_columns(state)
            self._known = (state.rules, columns)
        number = state.player if player is None else seat(player).value
        return packed_row(state, number, self._plan, columns)

    def bits(self, state: State, player: Player | int | str | None = None) -> int:
        """Return the bits of a row as one number: column 0 is its lowest bit.

        Args:
            state: any state.
            player: the player who sees it; the player to move if left out.

        Raises:
            LearningError: the state has other cards.
            UnknownNameError: there is no such player.
            WrongTypeError: the first argument is not a state.

        >>> encoder = Encoder()
        >>> place = encoder.layout["my turn"].start
        >>> encoder.bits(State.start(), "one") >> place & 1
        1
        """
        return int.from_bytes(self.pack(state, player)[: self._layout.bits // BYTE], "little")

    def counts(self, state: State, player: Player | int | str | None = None) -> bytes:
        """Return the counts of a row: the columns after the bits.

        Args:
            state: any state.
            player: the player who sees it; the player to move if left out.

        Raises:
            LearningError: the state has other cards.
            UnknownNameError: there is no such player.
            WrongTypeError: the first argument is not a state.

        >>> list(Encoder().counts(State.start())[:2])
        [7, 7]
        """
        return self.pack(state, player)[self._layout.bits // BYTE :]

    @overload
    def encode(
        self,
        state: State,
        player: Player | int | str | None = None,
        *,
        out: None = None,
        dtype: Int8Type | None = None,
    ) -> Int8Array: ...

    @overload
    def encode(
        self,
        state: State,
        player: Player | int | str | None = None,
        *,
        out: None = None,
        dtype: Float32Type,
    ) -> Float32Array: ...

    @overload
    def encode(
        self,
        state: State,
        player: Player | int | str | None = None,
        *,
        out: Rows,
        dtype: object = None,
    ) -> Rows: ...

    @overload
    def encode(
        self,
        state: State,
        player: Player | int | str | None = None,
        *,
        out: RowArray | None = None,
        dtype: object = None,
    ) -> RowArray: ...

    def encode(
        self,
        state: State,
        player: Player | int | str | None = None,
        *,
        out: RowArray | None = None,
        dtype: object = None,
    ) -> RowArray:
        """Return a row as an array.

        Args:
            state: any state.
            player: the player who sees it; the player to move if left out.
            out: the array to fill, of shape ``(size,)``; a new one if left out.
            dtype: ``int8`` or ``float32``; that of ``out``, or ``int8``, if left out.

        Returns:
            The array, which is ``out`` if it was given.

        Raises:
            ExtraError: numpy is not installed.
            LearningError: the state has other cards, or the array another shape or dtype.
            UnknownNameError: there is no such player.
            WrongTypeError: an argument has another type.
        """
        return arrays.row_array(self.pack(state, player), self._layout, out, dtype)

    @overload
    def encode_many(
        self,
        states: Iterable[State],
        player: Player | int | str | None = None,
        *,
        out: None = None,
        dtype: Int8Type | None = None,
    ) -> Int8Array: ...

    @overload
    def encode_many(
        self,
        states: Iterable[State],
        player: Player | int | str | None = None,
        *,
        out: None = None,
        dtype: Float32Type,
    ) -> Float32Array: ...

    @overload
    def encode_many(
        self,
        states: Iterable[State],
        player: Player | int | str | None = None,
        *,
        out: Rows,
        dtype: object = None,
    ) -> Rows: ...

    @overload
    def encode_many(
        self,
        states: Iterable[State],
        player: Player | int | str | None = None,
        *,
        out: RowArray | None = None,
        dtype: object = None,
    ) -> RowArray: ...

    def encode_many(
        self,
        states: Iterable[State],
        player: Player | int | str | None = None,
        *,
        out: RowArray | None = None,
        dtype: object = None,
    ) -> RowArray:
        """Return the rows of several states as an array, which is faster than one at a time.

        Args:
            states: any states.
            player: the player who sees them; in each, the player to move if left out.
            out: the array to fill, of shape ``(number of states, size)``; a new one if left out.
            dtype: ``int8`` or ``float32``; that of ``out``, or ``int8``, if left out.

        Returns:
            The array, which is ``out`` if it was given.

        Raises:
            ExtraError: numpy is not installed.
            LearningError: a state has other cards, or the array another shape or dtype.
            UnknownNameError: there is no such player.
            WrongTypeError: an argument has another type.

        >>> from wonders_duel import Game
        >>> states = [Game(seed=seed).state for seed in range(3)]
        >>> Encoder().encode_many(states, dtype="float32").shape
        (3, 2662)
        """
        number = None if player is None else seat(player)
        pack = self.pack
        return arrays.rows_array(
            [pack(state, number) for state in listed(states, "states")], self._layout, out, dtype
        )

    @overload
    def unpack(
        self,
        rows: Sequence[bytes],
        *,
        out: None = None,
        dtype: Int8Type | None = None,
    ) -> Int8Array: ...

    @overload
    def unpack(
        self,
        rows: Sequence[bytes],
        *,
        out: None = None,
        dtype: Float32Type,
    ) -> Float32Array: ...

    @overload
    def unpack(
        self,
        rows: Sequence[bytes],
        *,
        out: Rows,
        dtype: object = None,
    ) -> Rows: ...

    @overload
    def unpack(
        self,
        rows: Sequence[bytes],
        *,
        out: RowArray | None = None,
        dtype: object = None,
    ) -> RowArray: ...

    def unpack(
        self,
        rows: Sequence[bytes],
        *,
        out: RowArray | None = None,
        dtype: object = None,
    ) -> RowArray:
        """Return packed rows as an array, such as those of a data set.

        Args:
            rows: rows of :meth:`pack`.
            out: the array to fill, of shape ``(number of rows, size)``; a new one if left out.
            dtype: ``int8`` or ``float32``; that of ``out``, or ``int8``, if left out.

        Raises:
            ExtraError: numpy is not installed.
            LearningError: a row has another length, or the array another shape or dtype.
            WrongTypeError: an argument has another type.
        """
        if isinstance(rows, (bytes, str)):
            raise WrongTypeError("expected a list of packed rows, got one; pass [row]")
        packed = [self._packed(row) for row in listed(rows, "packed rows")]
        return arrays.rows_array(packed, self._layout, out, dtype)

    def decode(self, row: object, player: Player | int | str) -> State:
        """Return the state of a row.

        Coins from 127 are read as 127.

        Args:
            row: a row of :meth:`encode`, or a packed one.
            player: the player who saw the state.

        Raises:
            ExtraError: the row is not packed, and numpy is not installed.
            LearningError: the row has another length, or columns that the state is read from contradict
                each other; those that follow from others, such as prices, are not read.
            PositionError: the row is not a position of the game.
            UnknownNameError: there is no such player.

        >>> encoder = Encoder()
        >>> state = State.start()
        >>> encoder.decode(encoder.pack(state, "two"), "two") == state
        True
        """
        from wonders_duel.learn.decoding import decoded  # noqa: PLC0415 - rarely needed

        if not isinstance(row, bytes):
            row = arrays.packed_of(row, self._layout)
        return decoded(self._packed(row), self._layout, self._catalogue, seat(player))

    def cards(
        self, state: State, player: Player | int | str | None = None
    ) -> list[tuple[int, int]]:
        """Return each card that can be seen, and each face-down one, as the numbers of card and place.

        :attr:`places` has their names. A network looks both up in tables of its own (embeddings); what is not
        a card (coins, pawn, phase, prices) it takes from a row.

        Args:
            state: any state.
            player: the player who sees it; the player to move if left out.

        Raises:
            LearningError: the state has other cards.
            UnknownNameError: there is no such player.
            WrongTypeError: the first argument is not a state.

        >>> from wonders_duel import Game
        >>> encoder = Encoder()
        >>> places = encoder.places
        >>> card, place = encoder.cards(Game(seed=2015, rules="first-game").state)[19]
        >>> places.cards[card], places.names[place]
        ('stone-pit', 'accessible slot 19')
        """
        self._expect(state)
        return cards_by_place(state, state.player if player is None else seat(player).value)

    def encode_cards(
        self,
        states: Iterable[State],
        player: Player | int | str | None = None,
        *,
        out: Int16Array | None = None,
    ) -> Int16Array:
        """Return the cards of several states by place as an array, padded with zeros.

        Args:
            states: any states.
            player: the player who sees them; in each, the player to move if left out.
            out: the array to fill; a new one if left out.

        Returns:
            An array of int16 of shape ``(number of states, places.most, 2)``.

        Raises:
            ExtraError: numpy is not installed.
            LearningError: a state has other cards, or the array another shape or dtype.
            UnknownNameError: there is no such player.
            WrongTypeError: an argument has another type.
        """
        cards = [self.cards(state, player) for state in listed(states, "states")]
        return arrays.card_array(cards, self.places.most, out)

    def _packed(self, row: object) -> bytes:
        if not isinstance(row, bytes):
            raise WrongTypeError(f"expected a packed row of bytes, got {shown(row)}")
        if len(row) != self._layout.packed_size:
            raise LearningError(
                f"the packed row has {len(row)} bytes; expected {self._layout.packed_size}"
            )
        return row

    def _expect(self, state: object) -> None:
        expect(state, State, "a State")
        assert isinstance(state, State)  # for mypy
        if state.tables is not self._tables and state.catalogue != self._catalogue:
            raise LearningError(
                f"the state is of the catalogue {state.catalogue.name}, "
                f"the encoder of {self._catalogue.name}"
            )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the catalogue."""
        return unpickle.call, (unpickle.named(type(self)), self._catalogue)

    def __repr__(self) -> str:
        """Return the size and the digest of the layout."""
        return f"<Encoder size={self.size}; layout {self._layout.digest}>"
