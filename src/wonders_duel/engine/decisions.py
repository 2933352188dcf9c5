"""The decisions of the base game other than taking a card: one class each, in the order of R22."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.build import override
from wonders_duel.engine.bitfields import COLOURS, bits, count_bits
from wonders_duel.engine.consequences import (
    advance,
    await_age,
    box_tokens,
    construct_free,
    drafted_wonders,
    keep_token,
    lay_wonders,
    lose_building,
    offer_tokens,
    tokens_to_draw,
)
from wonders_duel.engine.custom_choice import Custom
from wonders_duel.engine.decision import CardDecision, Choice, Decision, Misfit
from wonders_duel.engine.move_specs import MoveSpec
from wonders_duel.engine.moves import (
    KIND_BEGIN,
    KIND_DECLINE,
    KIND_DESTROY,
    KIND_DRAFT,
    KIND_REVIVE,
    KIND_TOKEN,
    DeclineToken,
    DestroyBuilding,
    DraftWonder,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.engine.phases import (
    BEGIN,
    BOARD_TOKEN,
    CHOICE,
    DEAL_WONDERS,
    DESTROY,
    DRAFT,
    DRAW_TOKENS,
    FIRST_CARD_CHOICE,
    LIBRARY_TOKEN,
    PHASES,
    REVIVE,
    TURN,
)
from wonders_duel.engine.tables import Tables
from wonders_duel.engine.taking import Taking
from wonders_duel.enums import Colour, Player
from wonders_duel.reasons import (
    NotADestructionTarget,
    NotInDiscardPile,
    NotOffered,
    Reason,
    TokenIsMandatory,
)
from wonders_duel.rules import DRAFT_GROUP, CentrePawnStart, PairToken
from wonders_duel.support.phrases import counted

if TYPE_CHECKING:
    from wonders_duel.cards import ProgressToken
    from wonders_duel.engine.chance_source import ChanceSource
    from wonders_duel.engine.chooser import Chooser
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.languages import Language
    from wonders_duel.state import State

__all__ = ["PICKS", "set_decisions"]

_MAY: Final = PairToken.MAY
_BOTH: Final = 0b11
"""Both players, as bits."""
_LAST_BEGINS: Final = CentrePawnStart.LAST_PLAYER_BEGINS
# The order of picks in the draft, where 0 is the first player: 1-2-1, then reversed (R6). The last
# number is the player who begins Age I (R12).
PICKS: Final = (0, 1, 1, 0, 1, 0, 0, 1, 0)
_PICK_BITS: Final = sum(pick << number for number, pick in enumerate(PICKS))


class Draft(CardDecision):
    """Pick a wonder (R6)."""

    def __init__(self) -> None:
        """Set the properties."""
        super().__init__(DRAFT, [KIND_DRAFT])

    @override
    def offered(self, state: StateDraft) -> int:
        return state.offer_mask

    @override
    def carry_out(self, draft: StateDraft, move: MoveSpec, source: ChanceSource | None) -> bool:
        """Pick a wonder, then let the next player pick, or deal (R6, R12)."""
        entry = move.entry
        if not draft.offer_mask & entry.bit:
            return False
        mine = draft.city(draft.player)
        mine.unbuilt_mask |= entry.bit
        draft.offer_mask ^= entry.bit
        picked = count_bits(draft.one.unbuilt_mask) + count_bits(draft.two.unbuilt_mask)
        draft.player = draft.first_seat ^ (_PICK_BITS >> picked & 1)
        if picked == 2 * DRAFT_GROUP:
            await_age(draft, source)
        elif picked == DRAFT_GROUP:
            draft.phase_number = DEAL_WONDERS
            if source is not None:
                lay_wonders(draft, source.wonders(drafted_wonders(draft)))
        return True

    @override
    def refusals(self, state: State, move: Move) -> tuple[Reason, ...]:
        offered = state.offered_wonders
        if isinstance(move, DraftWonder) and move.wonder not in offered:
            return (NotOffered(move.wonder, offered),)
        return ()

    @override
    def misfits(self, draft: StateDraft) -> list[Misfit]:
        picked = draft.one.unbuilt_mask.bit_count() + draft.two.unbuilt_mask.bit_count()
        if picked >= 2 * DRAFT_GROUP:
            return [(f"the draft is over: {picked} wonders are picked", ("phase",))]
        offered = draft.offer_mask.bit_count()
        due = DRAFT_GROUP - picked % DRAFT_GROUP
        if offered == due:
            return []
        message = (
            f"{counted(offered, 'wonder')} on offer after {counted(picked, 'pick')}; expected {due}"
        )
        return [(message, ("offer",))]

    @override
    def question(self, to: Language, state: State, names: tuple[str, str]) -> str:
        return to.say("{player}'s turn: pick a wonder.", player=names[state.player])


class BoardToken(Choice):
    """Take a progress token from the board for a pair of symbols, or decline it (R63)."""

    def __init__(self) -> None:
        """Set the properties."""
        super().__init__(
            BOARD_TOKEN, [KIND_TOKEN, KIND_DECLINE], "board-token", "a token from the board"
        )

    @override
    def targets(self, state: StateDraft) -> int:
        """Return the progress tokens on the board (R64)."""
        return state.board_mask

    @override
    def offered(self, state: StateDraft) -> int:
        return state.board_mask

    @override
    def moves(self, state: StateDraft) -> list[Move]:
        """Return the moves that take a token, then the one that declines, if that is allowed."""
        moves = super().moves(state)
        if state.rules.pair_token is _MAY:
            moves += state.tables.moves.decline
        return moves

    @override
    def pick(self, state: StateDraft, chooser: Chooser) -> MoveSpec:
        if state.rules.pair_token is not _MAY:
            return super().pick(state, chooser)
        numbers = bits(state.board_mask)
        tokens = len(numbers)
        if chooser.weights is None:
            lot = chooser.below(tokens + 1)
        else:
            declines = chooser.between([KIND_TOKEN, KIND_DECLINE], [tokens, 1])
            lot = tokens if declines else chooser.below(tokens)
        moves = state.tables.moves
        return moves.specs[self.first_move + numbers[lot]] if lot < tokens else moves.decline_spec

    @override
    def carry_out(self, draft: StateDraft, move: MoveSpec, source: ChanceSource | None) -> bool:
        if move.kind == KIND_DECLINE:
            if draft.rules.pair_token is not _MAY:
                return False
            draft.pending_codes = draft.pending_codes[1:]
            advance(draft, source)
            return True
        if not draft.board_mask & move.entry.bit:
            return False
        draft.pending_codes = draft.pending_codes[1:]
        draft.board_mask ^= move.entry.bit
        keep_token(draft, move.entry)
        advance(draft, source)
        return True

    @override
    def refusals(self, state: State, move: Move) -> tuple[Reason, ...]:
        if isinstance(move, DeclineToken) and state.rules.pair_token is not _MAY:
            return (TokenIsMandatory(),)
        return _token_refusals(move, state.board_tokens)

    @override
    def misfits(self, draft: StateDraft) -> list[Misfit]:
        if draft.board_mask:
            return []
        return [
            ("a token has to be taken from the board, but there is none", ("board_tokens",)),
        ]

    @override
    def question(self, to: Language, state: State, names: tuple[str, str]) -> str:
        player = names[state.player]
        if state.rules.pair_token is _MAY:
            return to.say(
                "{player}'s turn: take a progress token from the board, or decline it.",
                player=player,
            )
        return to.say("{player}'s turn: take a progress token from the board.", player=player)

    @override
    def later(self, to: Language) -> str:
        return to.say("a progress token from the board.")


class LibraryToken(Choice):
    """Keep one of the progress tokens drawn from the box (R60)."""

    def __init__(self) -> None:
        """Set the properties."""
        noun = "a token from the box"
        super().__init__(
            LIBRARY_TOKEN, [KIND_TOKEN], "library-token", noun, chance_phase=DRAW_TOKENS
        )

    @override
    def targets(self, state: StateDraft) -> int:
        """Return the progress tokens in the box, of which some are drawn."""
        return box_tokens(state)

    @override
    def enter(self, draft: StateDraft, source: ChanceSource | None) -> None:
        """Draw the tokens first."""
        draft.phase_number = DRAW_TOKENS
        if source is not None:
            offer_tokens(draft, source.drawn(box_tokens(draft)))

    @override
    def offered(self, state: StateDraft) -> int:
        return state.offer_mask

    @override
    def carry_out(self, draft: StateDraft, move: MoveSpec, source: ChanceSource | None) -> bool:
        if not draft.offer_mask & move.entry.bit:
            return False
        draft.pending_codes = draft.pending_codes[1:]
        draft.offer_mask = 0
        keep_token(draft, move.entry)
        advance(draft, source)
        return True

    @override
    def refusals(self, state: State, move: Move) -> tuple[Reason, ...]:
        return _token_refusals(move, state.offered_tokens)

    @override
    def phase_in(self, draft: StateDraft) -> int:
        return LIBRARY_TOKEN if draft.offer_mask else DRAW_TOKENS

    @override
    def misfits(self, draft: StateDraft) -> list[Misfit]:
        if not box_tokens(draft):
            message = "tokens have to be drawn from the box, which is empty"
            return [(message, ("board_tokens",))]
        offered = draft.offer_mask.bit_count()
        number = tokens_to_draw(draft)
        if draft.phase_number == DRAW_TOKENS or offered == number:
            return []
        return [(f"{counted(offered, 'token')} on offer; expected {number}", ("offer",))]

    @override
    def question(self, to: Language, state: State, names: tuple[str, str]) -> str:
        return to.say(
            "{player}'s turn: keep one of the tokens drawn from the box.",
            player=names[state.player],
        )

    @override
    def later(self, to: Language) -> str:
        return to.say("a progress token from the box.")


def _token_refusals(move: Move, offered: tuple[ProgressToken, ...]) -> tuple[Reason, ...]:
    if isinstance(move, TakeToken) and move.token not in offered:
        return (NotOffered(move.token, offered),)
    return ()


class Revive(Choice):
    """Construct a building from the discard pile, for free and with all its effects (R59, R45)."""

    def __init__(self) -> None:
        """Set the properties."""
        super().__init__(REVIVE, [KIND_REVIVE], "revive", "a building from the discard pile")

    @override
    def targets(self, state: StateDraft) -> int:
        """Return the discard pile (R59)."""
        return state.discard_mask

    @override
    def offered(self, state: StateDraft) -> int:
        return state.discard_mask

    @override
    def carry_out(self, draft: StateDraft, move: MoveSpec, source: ChanceSource | None) -> bool:
        entry = move.entry
        if not draft.discard_mask & entry.bit:
            return False
        draft.pending_codes = draft.pending_codes[1:]
        draft.discard_low ^= entry.low
        draft.discard_high ^= entry.high
        construct_free(draft, entry)
        advance(draft, source)
        return True

    @override
    def refusals(self, state: State, move: Move) -> tuple[Reason, ...]:
        if isinstance(move, ReviveBuilding) and move.building not in state.discard_pile:
            return (NotInDiscardPile(move.building),)
        return ()

    @override
    def misfits(self, draft: StateDraft) -> list[Misfit]:
        if draft.discard_mask:
            return []
        message = "a building has to be constructed from the discard pile, which is empty"
        return [(message, ("discard_pile",))]

    @override
    def question(self, to: Language, state: State, names: tuple[str, str]) -> str:
        return to.say(
            "{player}'s turn: build a card from the discard pile for free.",
            player=names[state.player],
        )

    @override
    def later(self, to: Language) -> str:
        return to.say("a card to revive.")


class Destroy(Choice):
    """Put one of the opponent's buildings of a colour into the discard pile (R58, R51)."""

    def __init__(self, colour: Colour) -> None:
        """Set the properties.

        Args:
            colour: the colour of the building.
        """
        noun = f"the destruction of a {colour} building"
        super().__init__(DESTROY, [KIND_DESTROY], f"destroy-{colour}", noun, colour=colour)
        self.number: int = COLOURS.index(colour)

    @override
    def targets(self, state: StateDraft) -> int:
        """Return the opponent's buildings of the colour (R58)."""
        opponent = state.one if state.player else state.two
        return opponent.building_mask & state.tables.colour_masks[self.number]

    @override
    def offered(self, state: StateDraft) -> int:
        return self.targets(state)

    @override
    def carry_out(self, draft: StateDraft, move: MoveSpec, source: ChanceSource | None) -> bool:
        entry = move.entry
        if not self.targets(draft) & entry.bit:
            return False
        draft.pending_codes = draft.pending_codes[1:]
        lose_building(draft, entry)
        advance(draft, source)
        return True

    @override
    def refusals(self, state: State, move: Move) -> tuple[Reason, ...]:
        assert self.colour is not None  # set above
        if isinstance(move, DestroyBuilding) and not self.targets(state) & move.spec.entry.bit:
            return (NotADestructionTarget(move.building, self.colour),)
        return ()

    @override
    def misfits(self, draft: StateDraft) -> list[Misfit]:
        if self.targets(draft):
            return []
        message = f"a {self.colour} building has to be destroyed, but the opponent has none"
        return [(message, ("cities", 1 - draft.player, "buildings"))]

    @override
    def question(self, to: Language, state: State, names: tuple[str, str]) -> str:
        return to.say(
            "{player}'s turn: destroy one of {opponent}'s {colour} cards.",
            player=names[state.player],
            colour=to.word(COLOURS[self.number]),
            opponent=names[1 - state.player],
        )

    @override
    def later(self, to: Language) -> str:
        return to.say("a {colour} card to destroy.", colour=to.word(COLOURS[self.number]))


class Begin(CardDecision):
    """Choose who begins the age (R76, R77)."""

    def __init__(self) -> None:
        """Set the properties."""
        super().__init__(BEGIN, [KIND_BEGIN])

    @override
    def offered(self, state: StateDraft) -> int:
        return _BOTH

    @override
    def carry_out(self, draft: StateDraft, move: MoveSpec, source: ChanceSource | None) -> bool:
        draft.player = move.entry.number
        draft.phase_number = TURN
        return True

    @override
    def misfits(self, draft: StateDraft) -> list[Misfit]:
        """Check that the weaker player chooses, or that the rule option allows it (R76, R77)."""
        if draft.pawn:
            weaker = Player.TWO if draft.pawn > 0 else Player.ONE
            if draft.player == weaker:
                return []
            message = (
                f"player {weaker} chooses who begins, not player {Player(draft.player)}: "
                f"the conflict pawn is at {draft.pawn:+d} (R76)"
            )
            return [(message, ("to_move",))]
        if draft.rules.centre_pawn_start is not _LAST_BEGINS:
            return []
        message = (
            "nobody chooses who begins: the conflict pawn is on the centre space, "
            "and by the rules the last player begins (R77); expected the phase turn"
        )
        return [(message, ("phase",))]

    @override
    def question(self, to: Language, state: State, names: tuple[str, str]) -> str:
        return to.say("{player}'s turn: choose who begins the age.", player=names[state.player])


def set_decisions(tables: Tables) -> None:
    """Set the decisions of a catalogue: by phase, and those that cards bring in the order of R22.

    Args:
        tables: the tables of the catalogue.
    """
    choices: list[Choice] = [BoardToken(), LibraryToken(), Revive()]
    choices += [Destroy(colour) for colour in COLOURS]
    choices += [
        Custom(tables, effect, FIRST_CARD_CHOICE + number)
        for number, effect in enumerate(tables.card_choices.values())
    ]
    tables.pending = choices
    by_phase: dict[int, Decision] = {one.phase_number: one for one in choices}
    for decision in (Draft(), Taking(), Begin()):
        by_phase[decision.phase_number] = decision
    # Without a custom choice, no state has its phase.
    by_phase.setdefault(CHOICE, by_phase[BEGIN])
    tables.taking = by_phase[TURN]
    tables.decisions = [by_phase[number] for number in sorted(by_phase)]
    # The pending choice determines which of several decisions a phase asks for.
    several = {one.phase_number for one in choices if one.colour is not None} | {CHOICE}
    tables.by_phase = [
        None if number in several else by_phase.get(number) for number in range(len(PHASES))
    ]
