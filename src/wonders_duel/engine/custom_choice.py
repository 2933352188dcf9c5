"""The decision that a custom card brings, with an effect ``CardChoice``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from wonders_duel.build import override
from wonders_duel.effects.answers import worded
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.changes import DraftChanges
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.consequences import advance
from wonders_duel.engine.decision import Choice, Misfit
from wonders_duel.engine.move_specs import MoveSpec
from wonders_duel.engine.moves import KIND_CHOOSE, ChooseCard
from wonders_duel.engine.phases import CHOICE
from wonders_duel.engine.tables import Tables
from wonders_duel.enums import Player
from wonders_duel.errors import CatalogueError
from wonders_duel.reasons import NotAChoice, Reason
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.effects import CardChoice
    from wonders_duel.engine.chance_source import ChanceSource
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.languages import Language
    from wonders_duel.state import State

__all__ = ["Custom"]


class Custom(Choice):
    """Make a choice that a custom card brings (step 6 of R22)."""

    def __init__(self, tables: Tables, effect: CardChoice, code: int) -> None:
        """Set the properties.

        Args:
            tables: the tables of the catalogue.
            effect: the choice.
            code: the code when it is pending.
        """
        noun = f"the choice {effect.word}"
        super().__init__(CHOICE, [KIND_CHOOSE], effect.word, noun)
        self.effect = effect
        self.code = code
        catalogue = tables.catalogue
        self.entries: Sequence[CompiledCard] = tables.buildings
        self.cards: Sequence[Card] = catalogue.building_list
        self.numbers: Mapping[str, int] = catalogue.building_numbers
        if effect.chosen == "wonder":
            self.entries = tables.wonders
            self.cards = catalogue.wonder_list
            self.numbers = catalogue.wonder_numbers
        elif effect.chosen != "building":
            self.entries = tables.tokens
            self.cards = catalogue.token_list
            self.numbers = catalogue.token_numbers

    @override
    def targets(self, state: StateDraft) -> int:
        seen = state.seen(CHOICE)
        cards: object = self.effect.targets(seen, Player(state.player))
        if isinstance(cards, str) or not isinstance(cards, Iterable):
            raise CatalogueError(
                f"{shown(self.effect)}: targets() returned {shown(cards)}; expected cards in a list"
            )
        mask = 0
        for card in cards:
            number = self.numbers.get(getattr(card, "id", ""))
            if number is None:
                raise CatalogueError(
                    f"{shown(self.effect)}: targets() returned {shown(card)}; "
                    f"expected only {self.effect.chosen}s of the catalogue"
                )
            mask |= 1 << number
        return mask

    @override
    def offered(self, state: StateDraft) -> int:
        return self.targets(state)

    @override
    def carry_out(self, draft: StateDraft, move: MoveSpec, source: ChanceSource | None) -> bool:
        if move.choice != self.code or not self.targets(draft) & move.entry.bit:
            return False
        draft.pending_codes = draft.pending_codes[1:]
        self.effect.carry_out(DraftChanges(draft), self.cards[move.entry.number])
        advance(draft, source)
        return True

    @override
    def refusals(self, state: State, move: Move) -> tuple[Reason, ...]:
        assert isinstance(move, ChooseCard)  # by its kind
        spec = move.spec
        targets = self.targets(state)
        if spec.choice != self.code:
            return (NotAChoice(move.card, ()),)
        if targets & spec.entry.bit:
            return ()
        return (NotAChoice(move.card, tuple([self.cards[one] for one in bits(targets)])),)

    @override
    def misfits(self, draft: StateDraft) -> list[Misfit]:
        if self.targets(draft):
            return []
        return [(f"{self.noun} has to be made, but there is nothing to choose", ("pending",))]

    @override
    def question(self, to: Language, state: State, names: tuple[str, str]) -> str:
        asked: Callable[..., object] = self.effect.question  # compiled, a text would be expected
        return worded(self.effect, "question", asked(state, names, to))

    @override
    def later(self, to: Language) -> str:
        asked: Callable[..., object] = self.effect.later
        return worded(self.effect, "later", asked(to))
