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

__all__ = ["read_deal"]


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
    reader = _Reader(catalogue)
    groups = tuple(
        reader.numbers(group, "wonder", "draft") for group in reader.items(draft, "draft")
    )
    board = reader.numbers(board_tokens, "progress token", "board_tokens")
    library = reader.numbers(great_library, "progress token", "great_library")
    dealt = tuple(
        reader.numbers(age, "building", f"age {Age(number)}" if number <= len(Age) else "ages")
        for number, age in enumerate(reader.items(ages, "ages"), start=1)
    )
    problems = reader.problems + _problems(catalogue, groups, board, library, dealt)
    if problems:
        raise DealError(problems)
    return DealNumbers(
        catalogue.tables,
        tuple(present(group) for group in groups),
        present(board),
        present(library),
        tuple(present(age) for age in dealt),
    )


class _Reader:
    """Reads lists of cards, and collects the problems."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.problems: list[str] = []

    def items(self, things: object, where: str) -> tuple[object, ...]:
        """Return the items of a list; none if it is not a list."""
        if isinstance(things, str) or not isinstance(things, Iterable):
            self.problems.append(f"{where}: expected a list, got {shown(things)}")
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
            self.problems.append(f"{where}: {error}")
            return None


_Read = tuple[int | None, ...]


def _problems(
    catalogue: Catalogue,
    groups: tuple[_Read, ...],
    board: _Read,
    library: _Read,
    dealt: tuple[_Read, ...],
) -> list[str]:
    """Return the problems of a deal; names that could not be looked up only count as cards."""
    problems = []
    if [len(group) for group in groups] != [DRAFT_GROUP] * 2:
        sizes = " and ".join(str(len(group)) for group in groups) or "no"
        problems.append(f"the draft has groups of {sizes} wonders; expected two of {DRAFT_GROUP}")
    if len(board) != BOARD_TOKENS:
        problems.append(f"{len(board)} progress tokens on the board; expected {BOARD_TOKENS}")
    box = min(LIBRARY_DRAW, len(catalogue.token_list) - BOARD_TOKENS)
    if len(library) != box:
        problems.append(f"{len(library)} progress tokens for the Great Library; expected {box}")
    wonders = catalogue.wonder_list
    tokens = catalogue.token_list
    known = catalogue.building_list
    problems += _repeated((wonders[n].id for group in groups for n in present(group)), "wonder")
    problems += _repeated((tokens[n].id for n in present((*board, *library))), "progress token")
    problems += _repeated((known[n].id for age in dealt for n in present(age)), "building")
    if len(dealt) != len(Age):
        problems.append(f"{len(dealt)} ages; expected {len(Age)}")
    for age, cards, table in zip(Age, dealt, catalogue.tables.structures, strict=False):
        if len(cards) != table.size:
            problems.append(f"age {age} has {len(cards)} cards; expected {table.size}")
        problems += [
            f"{known[card].id} is a card of age {known[card].age}, not of age {age}"
            for card in present(cards)
            if known[card].age != age
        ]
        guilds = sum(known[card].back is Back.GUILD for card in present(cards))
        if age is Age.III and None not in cards and guilds != GUILDS_IN_PLAY:
            problems.append(f"age {age} has {guilds} guilds; expected {GUILDS_IN_PLAY}")
    return problems


def _repeated(ids: Iterable[str], what: str) -> list[str]:
    return [
        f"duplicate {what} {name} ({times} times)"
        for name, times in Counter(ids).items()
        if times > 1
    ]
