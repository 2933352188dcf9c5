"""Reading a deal from cards or their names, and checking that it is complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from wonders_duel.chance.deal_numbers import DealNumbers
from wonders_duel.engine.bitfields import present
from wonders_duel.enums import Age, Back
from wonders_duel.errors import DealError, NotationError
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP, GUILDS_IN_PLAY, LIBRARY_DRAW
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.cards import CardKind
    from wonders_duel.catalogues import Catalogue

__all__ = ["deal_problems", "read_deal"]

_PARTS = {"board_tokens": "board", "great_library": "library"}
"""The parts of a deal whose parameters have other names."""


def read_deal(
    catalogue: Catalogue, draft: object, board_tokens: object, great_library: object, ages: object
) -> DealNumbers:
    """Return the numbers of a deal.

    Args:
        catalogue: the cards.
        draft: the two draft groups of wonders.
        board_tokens: the progress tokens on the board.
        great_library: the progress tokens that the Great Library draws.
        ages: for each age, the buildings.

    Raises:
        DealError: the deal is invalid; the error lists every problem.
    """
    reader = _Reader(catalogue, draft, board_tokens, great_library, ages)
    if reader.problems:
        raise DealError(problem for _, problem in reader.problems)
    return DealNumbers(
        catalogue.tables,
        tuple(present(group) for group in reader.groups),
        present(reader.board),
        present(reader.drawn),
        tuple(present(age) for age in reader.dealt),
    )


def deal_problems(
    catalogue: Catalogue, draft: object, board_tokens: object, great_library: object, ages: object
) -> list[tuple[str, str]]:
    """Return the problems of a deal, each with its part: ``draft``, ``board``, ``library`` or ``age I``.

    The arguments are those of :func:`read_deal`.
    """
    return _Reader(catalogue, draft, board_tokens, great_library, ages).problems


class _Reader:
    """Reads lists of cards, and collects the problems, each with the part of the deal."""

    def __init__(
        self,
        catalogue: Catalogue,
        draft: object,
        board_tokens: object,
        great_library: object,
        ages: object,
    ) -> None:
        self.catalogue = catalogue
        self.problems: list[tuple[str, str]] = []
        self.groups = tuple(
            self.numbers(group, "wonder", "draft") for group in self.items(draft, "draft")
        )
        self.board = self.numbers(board_tokens, "progress token", "board_tokens")
        self.drawn = self.numbers(great_library, "progress token", "great_library")
        self.dealt = tuple(
            self.numbers(age, "building", f"age {Age(number)}" if number <= len(Age) else "ages")
            for number, age in enumerate(self.items(ages, "ages"), start=1)
        )
        self.problems += _problems(catalogue, self.groups, self.board, self.drawn, self.dealt)

    def note(self, where: str, problem: object) -> None:
        """Add a problem of a list of cards."""
        self.problems.append((_PARTS.get(where, where), f"{where}: {problem}"))

    def items(self, things: object, where: str) -> tuple[object, ...]:
        """Return the items of a list; none if it is not a list."""
        if isinstance(things, str) or not isinstance(things, Iterable):
            self.note(where, f"expected a list, got {shown(things)}")
            return ()
        return tuple(things)

    def numbers(self, things: object, kind: CardKind, where: str) -> tuple[int | None, ...]:
        """Return the numbers of cards; ``None`` for each that could not be looked up."""
        return tuple(self._number(thing, kind, where) for thing in self.items(things, where))

    def _number(self, thing: object, kind: CardKind, where: str) -> int | None:
        name = thing if isinstance(thing, str) else getattr(thing, "id", None)
        if not isinstance(name, str):
            name = repr(thing)
        try:
            return self.catalogue.find_number(kind, name)
        except NotationError as error:
            self.note(where, error)
            return None


_Read = tuple[int | None, ...]


def _problems(
    catalogue: Catalogue,
    groups: tuple[_Read, ...],
    board: _Read,
    library: _Read,
    dealt: tuple[_Read, ...],
) -> list[tuple[str, str]]:
    """Return the problems of a deal; names that could not be looked up only count as cards."""
    problems = []
    if [len(group) for group in groups] != [DRAFT_GROUP] * 2:
        sizes = " and ".join(str(len(group)) for group in groups) or "no"
        problems.append(
            ("draft", f"the draft has groups of {sizes} wonders; expected two of {DRAFT_GROUP}")
        )
    if len(board) != BOARD_TOKENS:
        problems.append(
            ("board", f"{len(board)} progress tokens on the board; expected {BOARD_TOKENS}")
        )
    box = min(LIBRARY_DRAW, len(catalogue.token_list) - BOARD_TOKENS)
    if len(library) != box:
        problems.append(
            ("library", f"{len(library)} progress tokens for the Great Library; expected {box}")
        )
    wonders = [catalogue.wonder_list[n].id for group in groups for n in present(group)]
    problems += _repeated([("draft", wonder) for wonder in wonders], "wonder")
    tokens = [("board", number) for number in present(board)]
    tokens += [("library", number) for number in present(library)]
    names = catalogue.token_list
    problems += _repeated([(part, names[number].id) for part, number in tokens], "progress token")
    known = catalogue.building_list
    parts = [f"age {age}" for age in Age] + ["ages"] * len(dealt)
    buildings = [
        (part, known[number].id)
        for part, cards in zip(parts, dealt, strict=False)
        for number in present(cards)
    ]
    problems += _repeated(buildings, "building")
    if len(dealt) != len(Age):
        problems.append(("ages", f"{len(dealt)} ages; expected {len(Age)}"))
    for age, cards, table in zip(Age, dealt, catalogue.tables.structures, strict=False):
        part = f"age {age}"
        if len(cards) != table.size:
            problems.append((part, f"{part} has {len(cards)} cards; expected {table.size}"))
        problems += [
            (part, f"{known[card].id} is a card of age {known[card].age}, not of {part}")
            for card in present(cards)
            if known[card].age != age
        ]
        guilds = sum(known[card].back is Back.GUILD for card in present(cards))
        if age is Age.III and None not in cards and guilds != GUILDS_IN_PLAY:
            problems.append((part, f"{part} has {guilds} guilds; expected {GUILDS_IN_PLAY}"))
    return problems


def _repeated(cards: list[tuple[str, str]], what: str) -> list[tuple[str, str]]:
    """Return a problem for each id that appears several times, with the part of its last one."""
    last = {name: part for part, name in cards}
    return [
        (last[name], f"duplicate {what} {name} ({times} times)")
        for name, times in Counter(name for _, name in cards).items()
        if times > 1
    ]
