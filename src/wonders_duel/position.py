"""The builder class for positions: checks everything and reports every problem (DESIGN D9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

import attrs

from wonders_duel.base_game import BASE_GAME
from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.catalogues import Catalogue
from wonders_duel.engine.decision import Choice
from wonders_duel.enums import Age, Back, Colour, Phase, Player, as_colour_or_none, as_phase
from wonders_duel.errors import PositionError
from wonders_duel.positions.reading import read_position
from wonders_duel.rules import DEFAULT_RULES, Rules
from wonders_duel.state import State
from wonders_duel.support.arguments import expect

__all__ = ["CityPosition", "Pending", "Position", "pending_of"]


@attrs.frozen
class Pending:
    """A choice that is pending in a position.

    Attributes:
        phase: the phase of the choice: board token, library token, revive, destroy or choice.
        colour: for a destruction, the colour of the buildings to choose from.
        choice: for a choice that a custom card brings, its word.

    Raises:
        UnknownNameError: there is no such phase or colour.

    >>> builder = CityPosition(built={"circus-maximus": "tavern"})
    >>> position = Position(
    ...     age=Age.I,
    ...     structure={0: "altar"},
    ...     cities=(builder, CityPosition(buildings=["press"])),
    ...     pending=[Pending(Phase.DESTROY, Colour.GREY)],
    ... )
    >>> [str(move) for move in position.state().legal_moves]
    ['destroy press']
    """

    phase: Phase = attrs.field(converter=as_phase)
    colour: Colour | None = attrs.field(default=None, converter=as_colour_or_none)
    choice: str | None = None


def pending_of(choice: Choice) -> Pending:
    """Return a choice of the engine for a position.

    Args:
        choice: the choice.
    """
    word = choice.word if choice.phase is Phase.CHOICE else None
    return Pending(choice.phase, choice.colour, word)


@attrs.define(kw_only=True)
class CityPosition:
    """A city in a `Position`. Cards are given as ids, printed names or objects.

    Attributes:
        coins: from 0 to 999,999,999.
        buildings: the buildings.
        tokens: the progress tokens.
        unbuilt: the wonders that can still be constructed.
        built: the constructed wonders, each with the building card under it.

    >>> city = CityPosition(coins=3, buildings=["quarry", "Press"], built={"sphinx": "baths"})
    >>> state = Position(age=Age.I, structure={0: "altar"}, cities=(city, CityPosition())).state()
    >>> state.cities[0]
    <City coins=3; buildings=quarry, press; built=the-sphinx with baths>
    """

    coins: int = 7
    buildings: Sequence[Building | str] = ()
    tokens: Sequence[ProgressToken | str] = ()
    unbuilt: Sequence[Wonder | str] = ()
    built: Mapping[str, Building | str] = attrs.Factory(dict)


@attrs.define(kw_only=True)
class Position:
    """A builder for positions; ``state()`` checks the position and returns the state.

    The following is checked: there are no duplicates; each card is in a structure of its
    age, with the right back; the number of cards of each age; ranges and limits; and that
    the phase fits the rest. A valid position can be played to the end, and every state on
    the way can be saved and read again.

    It is not checked whether the position can be reached in play. Cards of the current age
    and of past ages that are not placed count as removed. Coins, the conflict pawn, the
    military tokens and, from Age I on, the progress tokens of a city are arbitrary, and up
    to three cards of Age II, and of Age III, may be outside the structure before their age.

    Attributes:
        cities: the cities of players one and two.
        to_move: the player to move, or whose action continues after a chance outcome.
        age: the age; ``None`` before Age I is dealt.
        structure: for each slot a building, a ``Back`` for a face-down card, or ``None``
            for an empty slot; or a mapping of only the slots that hold a card.
        pawn: the conflict pawn, -9 to 9, positive on player two's side.
        military_tokens: for each player, the coins on the tokens still on that side.
        discard_pile: the discarded and destroyed buildings.
        board_tokens: the progress tokens on the board.
        offer: during the draft, the wonders to pick from; in a library choice, the tokens
            that were drawn.
        phase: the phase; derived from the rest if it is ``None``.
        pending: the choices still to be made in this turn, the current one first.
        extra_turn: whether the player plays again after this turn.
        first_player: the player who started the game.
        rules: the rule options.
        catalogue: the cards.

    >>> position = Position(
    ...     age=Age.I,
    ...     structure={0: "baths", 1: "tavern"},
    ...     cities=(CityPosition(coins=1, buildings=["quarry"]), CityPosition(unbuilt=["sphinx"])),
    ... )
    >>> [str(move) for move in position.state().legal_moves]
    ['build baths', 'build tavern', 'discard baths', 'discard tavern']
    >>> Position(age=Age.I, structure={0: "baths", 1: "baths"}, pawn=12).problems()
    ('the conflict pawn is at 12; expected -9 to 9', 'duplicate baths: in slot 0 and in slot 1')
    """

    cities: tuple[CityPosition, CityPosition] = attrs.Factory(
        lambda: (CityPosition(), CityPosition())
    )
    to_move: Player | int | str = Player.ONE
    age: Age | None = None
    structure: Sequence[Building | Back | str | None] | Mapping[int, Building | Back | str] = ()
    pawn: int = 0
    military_tokens: tuple[Sequence[int], Sequence[int]] = ((2, 5), (2, 5))
    discard_pile: Sequence[Building | str] = ()
    board_tokens: Sequence[ProgressToken | str] = ()
    offer: Sequence[Wonder | ProgressToken | str] = ()
    phase: Phase | None = None
    pending: Sequence[Pending | Phase] = ()
    extra_turn: bool = False
    first_player: Player | int | str = Player.ONE
    rules: Rules | Mapping[str, str] | str = DEFAULT_RULES
    catalogue: Catalogue = BASE_GAME

    @classmethod
    def of(cls, state: State) -> Self:
        """Create a position from a state, in order to edit it.

        Args:
            state: any state.

        Raises:
            WrongTypeError: ``state`` is not a state.

        >>> from wonders_duel import Game
        >>> state = Game(seed=4, rules="first-game").state
        >>> Position.of(state).state() == state
        True
        """
        expect(state, State, "a State")
        one, two = (
            CityPosition(
                coins=city.coins,
                buildings=city.buildings,
                tokens=city.tokens,
                unbuilt=city.unbuilt,
                built={built.wonder.id: built.card for built in city.built},
            )
            for city in state.cities
        )
        first, second = state.military_tokens
        return cls(
            cities=(one, two),
            to_move=Player(state.player),
            age=state.age,
            structure=tuple(slot.building or slot.back for slot in state.structure),
            pawn=state.pawn,
            military_tokens=(
                tuple(token.coins for token in first),
                tuple(token.coins for token in second),
            ),
            discard_pile=state.discard_pile,
            board_tokens=state.board_tokens,
            offer=state.offered_tokens if state.age_number else state.offered_wonders,
            phase=state.phase,
            pending=tuple(pending_of(state.tables.pending[code]) for code in state.pending_codes),
            extra_turn=bool(state.extra_turn),
            first_player=state.first_player,
            rules=state.rules,
            catalogue=state.catalogue,
        )

    def problems(self) -> tuple[str, ...]:
        """Return all problems of the position; an empty tuple if it is valid.

        Raises:
            WrongTypeError: ``catalogue`` is not a catalogue.
        """
        sketch = read_position(self)
        sketch.draft()
        return tuple(problem.message for problem in sketch.problems)

    def state(self) -> State:
        """Check the position and return its state.

        Raises:
            PositionError: the position is invalid; the error lists every problem.
            WrongTypeError: ``catalogue`` is not a catalogue.
        """
        sketch = read_position(self)
        draft = sketch.draft()
        if sketch.problems:
            raise PositionError(problem.message for problem in sketch.problems)
        return draft.freeze()
