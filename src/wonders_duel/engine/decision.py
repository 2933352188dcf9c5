"""The base class of decisions: what a player chooses in a phase, and everything about it.

A decision knows its phase, its word in texts, who makes it, its targets, its moves, how a move is
carried out, and why one is refused. ``taking``, ``decisions`` and ``custom_choice`` define them. The
tables of a catalogue list them: ``tables.decisions`` by the number of the phase, and
``tables.pending`` those that cards bring, in the order of R22. Legal moves, the engine,
the reasons of illegal moves, the checks of positions, texts and renderers use these lists.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from wonders_duel.build import override
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.phases import BEGIN, DEAL_TOKENS, PHASES, TURN

if TYPE_CHECKING:
    from wonders_duel.engine.chance_source import ChanceSource
    from wonders_duel.engine.chooser import Chooser
    from wonders_duel.engine.move_specs import MoveSpec
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.enums import Colour, Phase
    from wonders_duel.languages import Language
    from wonders_duel.reasons import Reason
    from wonders_duel.state import State

__all__ = ["CardDecision", "Choice", "Decision", "decision_of", "legal_moves"]

Misfit = tuple[str, tuple[str | int, ...]]
"""A message about a position, and the path of the field that is wrong."""


class Decision(ABC):
    """A kind of decision."""

    def __init__(self, phase_number: int, kinds: Sequence[int]) -> None:
        """Store the phase and the kinds of moves.

        Args:
            phase_number: the phase in which it is made.
            kinds: the kinds of moves that make it.
        """
        self.phase_number = phase_number
        self.phase: Phase = PHASES[phase_number]
        self.kinds: int = sum([1 << kind for kind in kinds])
        """The kinds of moves that make it, as bits."""
        self.first_move: int = 0
        """The number of the move with the card 0, which the codec sets."""

    @abstractmethod
    def moves(self, state: StateDraft) -> list[Move]:
        """Return the legal moves, in a fixed order.

        Args:
            state: a state in which the player decides.
        """

    @abstractmethod
    def pick(self, state: StateDraft, chooser: Chooser) -> MoveSpec:
        """Return a random legal move.

        Args:
            state: a state in which the player decides.
            chooser: makes the choice.
        """

    def draw(self, state: StateDraft, chooser: Chooser) -> MoveSpec:
        """Return a random move, which may be illegal, for play-outs that draw until one is legal.

        Every legal move is as likely as every other, or as its weight says. Trying a move out
        takes less time than counting the legal ones.

        Args:
            state: a state in which the player decides.
            chooser: makes the choice.
        """
        return self.pick(state, chooser)

    @abstractmethod
    def carry_out(self, draft: StateDraft, move: MoveSpec, source: ChanceSource | None) -> bool:
        """Play a move that makes this decision.

        Args:
            draft: the state; it is changed, but not if the move is illegal.
            move: a move of one of its kinds.
            source: supplies the chance outcomes; ``None`` to wait for chance.

        Returns:
            Whether the move is legal.
        """

    def refusals(self, state: State, move: Move) -> tuple[Reason, ...]:
        """Return every reason why a move of one of its kinds is illegal; none by default.

        Args:
            state: a state in which the player decides.
            move: the move; its catalogue is the one of the state.
        """
        return ()

    def misfits(self, draft: StateDraft) -> list[Misfit]:
        """Return what is wrong with a position in this phase; nothing by default.

        Args:
            draft: the position.

        Returns:
            Messages, each with the path of a field of ``Position``.
        """
        return []

    @abstractmethod
    def question(self, to: Language, state: State, names: tuple[str, str]) -> str:
        """Return the decision as a sentence.

        Args:
            to: the language.
            state: a state in which the player decides.
            names: the names of the players.
        """


class CardDecision(Decision):
    """A decision in which each legal move names a card, or a player."""

    @abstractmethod
    def offered(self, state: StateDraft) -> int:
        """Return the cards that the legal moves name, as bits.

        Args:
            state: a state in which the player decides.
        """

    @override
    def moves(self, state: StateDraft) -> list[Move]:
        moves = state.tables.moves.every
        first = self.first_move
        return [moves[first + number] for number in bits(self.offered(state))]

    @override
    def pick(self, state: StateDraft, chooser: Chooser) -> MoveSpec:
        numbers = bits(self.offered(state))
        number = numbers[chooser.below(len(numbers))]
        return state.tables.moves.specs[self.first_move + number]


class Choice(CardDecision):
    """A decision that a card brings; it is pending until it is made or skipped."""

    def __init__(
        self,
        phase_number: int,
        kinds: Sequence[int],
        word: str,
        noun: str,
        *,
        colour: Colour | None = None,
        chance_phase: int = -1,
    ) -> None:
        """Store the properties that texts and checks read.

        Args:
            phase_number: the phase in which it is made.
            kinds: the kinds of moves that make it.
            word: its name in texts.
            noun: its name in error messages.
            colour: the colour of its targets; ``None`` for any.
            chance_phase: the phase before it that waits for chance, or -1.
        """
        super().__init__(phase_number, kinds)
        self.phase_numbers: tuple[int, ...] = (phase_number, chance_phase)
        """The phases in which it is the first pending choice; -1 for none."""
        self.word = word
        self.noun = noun
        self.colour: Colour | None = colour

    @abstractmethod
    def targets(self, state: StateDraft) -> int:
        """Return what can be chosen, as bits; a choice without a target is skipped.

        Args:
            state: a state in which this choice is the first pending one.
        """

    def enter(self, draft: StateDraft, source: ChanceSource | None) -> None:
        """Enter the phase of the choice.

        Args:
            draft: the state, with this choice as the first pending one.
            source: supplies the chance outcomes; ``None`` to wait for chance.
        """
        draft.phase_number = self.phase_number

    def phase_in(self, draft: StateDraft) -> int:
        """Return the number of the phase of a position in which this choice is due.

        Args:
            draft: the position; its phase is not known yet.
        """
        return self.phase_number

    @abstractmethod
    def later(self, to: Language) -> str:
        """Return the choice as the end of a sentence that lists what follows in this turn.

        Args:
            to: the language.
        """


def decision_of(state: StateDraft) -> Decision | None:
    """Return the decision that the player makes now; ``None`` if neither player is to move.

    Args:
        state: any state.
    """
    phase_number = state.phase_number
    if phase_number >= DEAL_TOKENS:
        return None
    if TURN < phase_number < BEGIN:
        return state.tables.pending[state.pending_codes[0]]
    return state.tables.decisions[phase_number]


def legal_moves(state: State) -> list[Move]:
    """Return every legal move of a state.

    Args:
        state: any state.

    Returns:
        The moves in a fixed order: in a turn, constructions by slot, then discards,
        then wonders; in other phases, the order of the catalogue.
    """
    decision = state.tables.by_phase[state.phase_number] or decision_of(state)
    return decision.moves(state) if decision is not None else []
