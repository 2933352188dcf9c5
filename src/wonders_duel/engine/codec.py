"""The ``MoveCodec`` class, which numbers every move of a catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Self, TypeVar, cast, overload

from wonders_duel import unpickle
from wonders_duel.build import later, override
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.custom_choice import Custom
from wonders_duel.engine.move_specs import MoveSpec
from wonders_duel.engine.moves import (
    KIND_BEGIN,
    KIND_CONSTRUCT,
    KIND_DECLINE,
    KIND_DISCARD,
    KIND_TOKEN,
    KIND_WONDER,
    BaseMove,
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.enums import Player
from wonders_duel.errors import UnknownNameError, WrongTypeError
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import nearest, shown

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
else:
    Catalogue = later("wonders_duel.catalogues", "Catalogue")

__all__ = ["MoveCodec"]

_M = TypeVar("_M", bound=BaseMove)


class MoveCodec(Sequence[Move]):
    """The numbered sequence of all moves of a catalogue: ``catalogue.moves``.

    The moves are ordered by kind: draft, construct, discard, wonder (by wonder,
    then by building), token, destroy, revive, begin, decline, then the choices of custom cards;
    within a kind they are in the order of the catalogue. The numbers of the base game never change.

    >>> from wonders_duel import catalogue
    >>> len(catalogue.moves)
    1193
    >>> catalogue.moves[12]
    ConstructBuilding('lumber-yard')
    >>> catalogue.moves.index(catalogue.moves[1191])
    1191
    """

    def __init__(self, catalogue: Catalogue) -> None:
        """Make every move of the catalogue."""
        self._catalogue = catalogue
        tables = catalogue.tables
        lists = tables.moves
        made = lists.every
        starts: list[int] = []

        def add(kind: type[BaseMove], entry: CompiledCard, card: int, choice: int = -1) -> Move:
            spec = MoveSpec(tables, len(made), kind.kind, entry, card, choice)
            move = cast("Move", kind.make(catalogue, spec))  # the union lists every subclass
            made.append(move)
            lists.specs.append(spec)
            return move

        def each(kind: type[BaseMove], entries: Iterable[CompiledCard]) -> list[Move]:
            starts.append(len(made))
            return [
                add(kind, entry, entry.number if entry.colour >= 0 else -1) for entry in entries
            ]

        each(DraftWonder, tables.wonders)
        lists.construct = each(ConstructBuilding, tables.buildings)
        lists.discard = each(DiscardBuilding, tables.buildings)
        starts.append(len(made))
        lists.wonder = [
            [add(ConstructWonder, entry, card.number) for card in tables.buildings]
            for entry in tables.wonders
        ]
        each(TakeToken, tables.tokens)
        each(DestroyBuilding, tables.buildings)
        each(ReviveBuilding, tables.buildings)
        each(ChooseBeginner, [CompiledCard(player.value) for player in Player])
        lists.decline = each(DeclineToken, [CompiledCard()])
        lists.decline_spec = lists.specs[-1]
        lists.first_construct = starts[KIND_CONSTRUCT]
        lists.first_discard = starts[KIND_DISCARD]
        lists.first_wonder = starts[KIND_WONDER]
        for decision in (*tables.decisions, *tables.pending):
            if not isinstance(decision, Custom):
                decision.first_move = starts[bits(decision.kinds)[0]]
        self._choices: dict[str, tuple[int, Mapping[str, int]]] = {}
        """The number of the first move of each custom choice, and the places of its cards."""
        for code, choice in enumerate(tables.pending):
            if isinstance(choice, Custom):
                self._choices[choice.word] = (len(made), choice.numbers)
                choice.first_move = len(made)
                for entry in choice.entries:
                    add(ChooseCard, entry, entry.number if entry.colour >= 0 else -1, code)
        self._starts = starts
        self._moves = tuple(made)
        self._buildings = len(tables.buildings)
        self._texts: Mapping[str, Move] = MappingProxyType({})

    @property
    def texts(self) -> Mapping[str, Move]:
        """A mapping of move texts to moves, for reading many games.

        >>> from wonders_duel import catalogue
        >>> catalogue.moves.texts["build lumber-yard"]
        ConstructBuilding('lumber-yard')
        """
        if not self._texts:
            self._texts = MappingProxyType({str(move): move for move in self._moves})
        return self._texts

    @property
    def digest(self) -> str:
        """A fingerprint of sixteen hexadecimal digits; programs with the same one number moves alike.

        It is the beginning of the SHA-256 of the move texts in the order of their
        numbers, each followed by a line feed.

        >>> from wonders_duel import catalogue
        >>> catalogue.moves.digest
        '655171d48eadc710'
        """
        from hashlib import sha256  # noqa: PLC0415 - rarely needed

        return sha256("".join(f"{move}\n" for move in self).encode()).hexdigest()[:16]

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...

    @override
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        """Return the move with a number, or a slice of the moves."""
        return self._moves[index]

    @override
    def __len__(self) -> int:
        """Return the number of moves."""
        return len(self._moves)

    @override
    def __iter__(self) -> Iterator[Move]:
        """Iterate over the moves in the order of their numbers."""
        return iter(self._moves)

    @override
    def __contains__(self, move: object) -> bool:
        """Return whether a move belongs to this codec."""
        return isinstance(move, BaseMove) and move.index < len(self) and self[move.index] is move

    @override
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the number of a move.

        Args:
            value: a move.
            start: the first number to search.
            stop: the number before which to stop; the end of the codec if left out.

        Raises:
            ValueError: the value is not a move of this codec, or its number is out of range.
        """
        if value in self:
            return self._moves.index(value, start, len(self) if stop is None else stop)
        message = f"{value!r} is not in this codec"
        raise ValueError(message)

    def __copy__(self) -> Self:
        """Return the codec itself, which is immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the codec itself, which is immutable."""
        return self

    @override
    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the catalogue, so that unpickled moves belong to the codec."""
        return (unpickle.moves, (self._catalogue,))

    def adopt(self, move: Move) -> Move:
        """Return the move of this codec with the same ids as a move of another catalogue.

        Args:
            move: a move of any catalogue.

        Returns:
            The equivalent move; the move itself if it belongs to this codec.

        Raises:
            UnknownNameError: this catalogue lacks one of the cards.
            WrongTypeError: it is not a move.
        """
        if move in self:
            return move
        expect(move, BaseMove, "a Move")
        return move.adopted(self._catalogue)

    # The move classes call these methods from __new__.

    def of_building(self, kind: type[_M], number: int) -> _M:
        """Return the move of a class with a building."""
        return self._typed(kind, self._starts[kind.kind] + number)

    def of_wonder(self, kind: type[_M], wonder: int, building: int) -> _M:
        """Return the move that constructs a wonder with a building."""
        return self._typed(kind, self._starts[KIND_WONDER] + wonder * self._buildings + building)

    def of_draft(self, kind: type[_M], wonder: int) -> _M:
        """Return the move that drafts a wonder."""
        return self._typed(kind, wonder)  # drafts have the first numbers

    def of_token(self, kind: type[_M], token: int) -> _M:
        """Return the move that takes a progress token."""
        return self._typed(kind, self._starts[KIND_TOKEN] + token)

    def of_player(self, kind: type[_M], player: Player) -> _M:
        """Return the move that chooses who begins."""
        return self._typed(kind, self._starts[KIND_BEGIN] + player)

    def of_nothing(self, kind: type[_M]) -> _M:
        """Return the move that declines a token."""
        return self._typed(kind, self._starts[KIND_DECLINE])

    def of_choice(self, kind: type[_M], choice: str, card: str) -> _M:
        """Return the move that makes a custom choice."""
        if choice not in self._choices:
            hint = nearest(choice, self._choices)
            raise UnknownNameError(f"unknown choice {shown(choice)}{hint}")
        start, places = self._choices[choice]
        if card not in places:
            raise UnknownNameError(
                f"unknown card {shown(card)} of the choice {choice}{nearest(card, places)}"
            )
        return self._typed(kind, start + places[card])

    def _typed(self, kind: type[_M], index: int) -> _M:
        move = self._moves[index]
        if not isinstance(move, kind):  # by the order of the codec, it is a subclass
            raise WrongTypeError(
                f"cannot create a {kind.__name__}: the moves of a catalogue are of the classes of the library"
            )
        return move
