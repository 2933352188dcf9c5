"""Games for environments: dealt from a seed, played by the numbers of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.chance.deal_numbers import DealNumbers, random_numbers
from wonders_duel.chance.opening import initial
from wonders_duel.deal import Deal
from wonders_duel.engine.consequences import resume
from wonders_duel.engine.phases import OVER
from wonders_duel.enums import Player
from wonders_duel.errors import LearningError
from wonders_duel.learn.actions import ActionCodec
from wonders_duel.learn.encoder import Encoder
from wonders_duel.learn.lanes import Lanes
from wonders_duel.learn.plain import listed, plain_action, plain_index, plain_seed
from wonders_duel.rules import Rules, as_rules
from wonders_duel.seeds import Seed, generator
from wonders_duel.state import State
from wonders_duel.support.arguments import is_within
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Games"]

_Kept = tuple[int, Rules, Catalogue, bool, bytes, Seed, int, list[int], list[State]]
"""What games are made of."""


class Games:
    """Some games, each at a place, with masks that are kept up to date.

    The deal of a game depends on the seed and on its number: games are numbered from 0 in the order in
    which they begin. Player one begins.

    Args:
        number: the number of places.
        rules: a ``Rules`` object, its options as a mapping, or a wonder setup as text.
        catalogue: the cards of the games; the base game if left out.
        masks: whether to keep masks.
        relative: whether actions mean the same for both players.
    """

    def __init__(
        self,
        number: int,
        *,
        rules: Rules | Mapping[str, str] | str | None = None,
        catalogue: Catalogue | None = None,
        masks: bool = True,
        relative: bool = True,
    ) -> None:
        """Prepare the games; :meth:`reset` begins them."""
        self.number: int = number
        self.catalogue: Catalogue = as_catalogue(catalogue)
        self.rules: Rules = as_rules(rules)
        self.codec: ActionCodec = ActionCodec(self.catalogue, rules=self.rules, relative=relative)
        self.encoder: Encoder = Encoder(self.catalogue)
        self._start = initial(self.catalogue, self.rules, Player.ONE).freeze()
        self.masks: bytearray = bytearray(number * self.codec.size if masks else 0)
        """A byte for each action of each game."""
        self._seed: Seed = None
        self.begun: int = 0
        """The number of games that have begun."""
        self.numbers: list[int] = [0] * number
        """The number of the game at each place."""
        self.lanes: Lanes = self._lanes()

    def __getstate__(self) -> _Kept:
        """Return what the games are made of; deals are computed from it."""
        return (
            self.number,
            self.rules,
            self.catalogue,
            self.codec.is_relative,
            bytes(self.masks),
            self._seed,
            self.begun,
            self.numbers,
            self.lanes.states,
        )

    def __setstate__(self, kept: _Kept) -> None:
        """Make the same games."""
        number, rules, catalogue, relative, masks, seed, begun, numbers, states = kept
        Games.__init__(
            self, number, rules=rules, catalogue=catalogue, masks=bool(masks), relative=relative
        )
        self._seed, self.begun, self.numbers = seed, begun, numbers
        for place, state in enumerate(states):
            self.lanes.put(place, state, self._dealt(numbers[place]))
        self.masks[:] = masks  # an environment clears them at its end

    def back_to(self, state: State, place: int = 0) -> None:
        """Take back what was played since a state.

        Args:
            state: an earlier state of the game.
            place: where it is played.
        """
        self.lanes.put(place, state, self.lanes.deals[place])

    def _lanes(self) -> Lanes:
        codec = self.codec
        return Lanes(self.catalogue.tables, codec.first_beginner, codec.size, self.masks)

    def reset(self, seed: Seed = None) -> None:
        """Begin a game at each place.

        Args:
            seed: makes the deals reproducible; without it, they differ each time.

        Raises:
            WrongTypeError: the seed has another type.
        """
        plain = plain_seed(seed)
        self._seed = generator("games").getrandbits(64) if plain is None else plain
        self.masks[:] = bytes(len(self.masks))
        self.lanes = self._lanes()
        self.begun = 0
        for place in range(self.number):
            self.begin(place)

    def begin(self, place: int) -> None:
        """Begin the next game.

        Args:
            place: where; the game there ends.
        """
        dealt = self._dealt(self.begun)
        self.numbers[place] = self.begun
        self.begun += 1
        draft = self._start.thaw()
        resume(draft, dealt)
        self.lanes.put(place, draft.freeze(), dealt)

    def _dealt(self, game: int) -> DealNumbers:
        return random_numbers(self.catalogue.tables, generator(f"game {game}", self._seed))

    def deal(self, game: int) -> Deal:
        """Return the deal of a game.

        Args:
            game: its number.

        Raises:
            LearningError: no such game has begun.
        """
        number = plain_index(game)
        if not is_within(number, 0, self.begun - 1):
            raise LearningError(f"no game {shown(game)} has begun: expected 0 to {self.begun - 1}")
        return Deal._of(self._dealt(number))  # noqa: SLF001 - from our own numbers

    def state(self, place: int = 0) -> State:
        """Return the state of a game.

        Args:
            place: where it is played.
        """
        return self.lanes.states[place]

    def is_legal(self, action: int, place: int = 0) -> bool:
        """Return whether an action is legal.

        Args:
            action: its number.
            place: where it would be played.
        """
        return action in self.lanes.legal[place]

    def read(self, actions: Iterable[SupportsIndex]) -> list[int]:
        """Return actions as ints.

        Args:
            actions: whole numbers, also of numpy.

        Raises:
            WrongTypeError: one is not a whole number.
        """
        return [plain_action(action) for action in listed(actions, "the numbers of actions")]

    def play(self, actions: list[int]) -> list[int]:
        """Play an action in each game, if all are legal.

        Args:
            actions: the number of an action for each place.

        Returns:
            The places whose games are over. No action may be played there before :meth:`begin`.

        Raises:
            LearningError: an action is illegal, and nothing was played.
        """
        wrong = self.lanes.illegal(actions)
        if wrong >= 0:
            raise self.error(actions[wrong], wrong)
        return self.lanes.play(actions)

    def error(self, action: int, place: int = 0) -> LearningError:
        """Return the error that says why an action is illegal.

        Args:
            action: its number.
            place: where it was to be played.
        """
        state = self.lanes.states[place]
        if state.phase_number == OVER:
            return LearningError("the game is over; reset the environment before the next action")
        try:
            move = self.codec.move(action, state)
        except LearningError as error:
            return error if self.number == 1 else LearningError(f"game {place}: {error}")
        where = f" of game {place}" if self.number > 1 else ""
        reasons = "; ".join(str(reason) for reason in state.why_not(move))
        return LearningError(f"action {action}{where} ({move}) is illegal: {reasons}")

    def reward(self, place: int = 0) -> float:
        """Return the reward of player one in a game that is over: 1.0, 0.0 or -1.0.

        Args:
            place: where it was played.
        """
        return 2 * self.lanes.states[place].share(Player.ONE) - 1
