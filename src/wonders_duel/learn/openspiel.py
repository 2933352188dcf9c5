"""A game of OpenSpiel, with chance dealt card by card.

It needs ``wonders-duel[openspiel]``. After :func:`register`, OpenSpiel knows the game; an import of this
module is enough, so that games and states can be unpickled in any process::

    import pyspiel
    from wonders_duel.learn.openspiel import register

    register()
    game = pyspiel.load_game("python_wonders_duel")

Each chance node deals one card, so that its outcomes can be listed: the deal of an age has 10^14. A set (the
progress tokens on the board, the wonders of a draft group, the tokens of the Great Library) is dealt in
ascending order, with the probabilities that make all sets equally likely. The face-up cards of an age
follow by slot; in Age III, first each slot shows whether its back is that of a guild.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any, Final

from wonders_duel.base_game import BASE_GAME
from wonders_duel.chance.opening import initial
from wonders_duel.chance.unseen import unseen_behind, unseen_wonders
from wonders_duel.engine import turn
from wonders_duel.engine.bitfields import bits, mask_of
from wonders_duel.engine.consequences import box_tokens, slots_to_reveal, tokens_to_draw
from wonders_duel.engine.phases import (
    DEAL_AGE,
    DEAL_TOKENS,
    DEAL_WONDERS,
    OVER,
    REVEAL,
)
from wonders_duel.engine.slots import HIDDEN
from wonders_duel.enums import AGE_BACKS, Back, Player
from wonders_duel.errors import LearningError
from wonders_duel.learn.actions import ActionCodec
from wonders_duel.learn.encoder import Encoder
from wonders_duel.learn.extras import need
from wonders_duel.learn.rows import action_numbers
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP, GUILDS_IN_PLAY, Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from wonders_duel.state import State
else:
    np = need("numpy", "openspiel", "the game of OpenSpiel")

pyspiel: Any = need("pyspiel", "openspiel", "the game of OpenSpiel")

__all__ = ["NAME", "register"]

NAME: Final = "python_wonders_duel"
"""The name of the game."""
_TABLES: Final = BASE_GAME.tables
_WONDER: Final = len(_TABLES.buildings)
_TOKEN: Final = _WONDER + len(_TABLES.wonders)
_NO_GUILD: Final = _TOKEN + len(_TABLES.tokens)
_GUILD: Final = _NO_GUILD + 1
"""The first number of each kind of chance outcome: buildings come first."""
_LONGEST: Final = 8 + 60 + 2 + 4 + 6
"""No game has more decisions: the draft, the cards, who begins, the wonders with a choice, and the pairs
of symbols, for which a token is taken or declined."""
_MOST_CHANCE: Final = BOARD_TOKENS + 2 * DRAFT_GROUP + 3 * 12 + 20 + 3 * 8 + 3
"""No game has more chance nodes: tokens, wonders, face-up cards, guilds, reveals, the Great Library."""
_CHANCE: Final = pyspiel.PlayerId.CHANCE
_TERMINAL: Final = pyspiel.PlayerId.TERMINAL
_DEFAULTS: Final = {
    "centre_pawn_start": "last-player-chooses",
    "pair_token": "must",
    "reveal_timing": "end-of-action",
    "wonder_setup": "draft",
}
_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Python 7 Wonders Duel",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


@cache
def _set_odds(number: int, wanted: int) -> tuple[float, ...]:
    """Return the probability that each of some candidates is the lowest of a random set.

    Args:
        number: the number of candidates.
        wanted: the size of the set.
    """
    whole = comb(number, wanted)
    return tuple(
        comb(number - place - 1, wanted - 1) / whole for place in range(number - wanted + 1)
    )


class _DuelGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The game, with the rule options as parameters.

    Args:
        params: the rule options, such as ``{"pair_token": "may"}``.

    Raises:
        RuleOptionError: a value is unknown.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Read the rule options."""
        rules = Rules(**{**_DEFAULTS, **(params or {})})
        self.codec = ActionCodec(rules=rules, relative=False)
        self.encoder = Encoder()
        self.start: State = initial(BASE_GAME, rules, Player.ONE).freeze()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.codec.size,
            max_chance_outcomes=_GUILD + 1,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> _DuelState:
        """Return the state in which the progress tokens are to be dealt."""
        return _DuelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _DuelObserver:
        """Return an observer; everything is public."""
        return _DuelObserver(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params, self.encoder
        )

    def max_chance_nodes_in_history(self) -> int:
        """Return the largest number of chance nodes in a game."""
        return _MOST_CHANCE


class _DuelState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state: that of this library, and what has been dealt of an outcome that has several cards."""

    def __init__(self, game: _DuelGame) -> None:
        """Begin a game; only ``_DuelGame.new_initial_state`` calls this."""
        super().__init__(game)
        self.duel: State = game.start
        """The state of this library."""
        self._dealt: list[int] = []

    def current_player(self) -> int:
        """Return the player to move, or the number of chance or of the end."""
        phase = self.duel.phase_number
        if phase < DEAL_TOKENS:
            return self.duel.player
        player: int = _TERMINAL if phase == OVER else _CHANCE
        return player

    def _legal_actions(self, _player: int) -> list[int]:
        numbers = action_numbers(self.duel, -1)
        numbers.sort()
        return numbers

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can be dealt next, each with its probability.

        Raises:
            LearningError: the state does not wait for chance.
        """
        state, dealt = self.duel, self._dealt
        phase = state.phase_number
        if phase < DEAL_TOKENS or phase == OVER:
            raise LearningError("the state does not wait for chance")
        if phase == REVEAL:
            code = state.faces[slots_to_reveal(state)[0]]
            return _even(unseen_behind(state, code))
        if phase == DEAL_AGE:
            return self._age_outcomes()
        first, known, wanted = self._set()
        last = dealt[-1] if dealt else -1
        left = [number for number in known if number > last]
        odds = _set_odds(len(left), wanted - len(dealt))
        return [(first + number, odd) for number, odd in zip(left, odds, strict=False)]

    def _set(self) -> tuple[int, Sequence[int], int]:
        """Return the first number of the cards of a set, those that can be in it, and its size."""
        state = self.duel
        if state.phase_number == DEAL_WONDERS:
            return _WONDER, unseen_wonders(state), DRAFT_GROUP
        wanted = BOARD_TOKENS if state.phase_number == DEAL_TOKENS else tokens_to_draw(state)
        return _TOKEN, bits(box_tokens(state)), wanted

    def _age_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next card of an age, or whether the next slot has a guild."""
        age, dealt = self.duel.age_number, self._dealt
        size = _TABLES.structures[age].size
        if age < len(AGE_BACKS) - 1:
            return _even([one for one in _TABLES.age_decks[age] if one not in dealt])
        if len(dealt) < size:
            left = GUILDS_IN_PLAY - dealt.count(_GUILD)
            chance = left / (size - len(dealt))
            odds = ((_NO_GUILD, 1 - chance), (_GUILD, chance))
            return [(number, odd) for number, odd in odds if odd > 0]
        slot = self._open_slots()[len(dealt) - size]
        deck = _TABLES.guilds if dealt[slot] == _GUILD else _TABLES.age_decks[age]
        return _even([one for one in deck if one not in dealt])

    def _open_slots(self) -> list[int]:
        """Return the slots of the age that are dealt face up."""
        return [
            slot for slot, up in enumerate(_TABLES.structures[self.duel.age_number].face_up) if up
        ]

    def _apply_action(self, action: int) -> None:
        state = self.duel
        phase = state.phase_number
        if phase == OVER:
            raise LearningError("the game is over")
        if phase < DEAL_TOKENS:
            if not 0 <= action < len(_TABLES.moves.every):
                raise LearningError(f"there is no action {action}")
            self.duel = turn.apply(state, _TABLES.moves.every[action], None).freeze()
        elif not any(action == outcome for outcome, _ in self.chance_outcomes()):
            raise LearningError(f"the chance outcome {action} is not possible here")
        elif phase == REVEAL:
            self.duel = turn.resolve(state, action, b"").freeze()
        elif phase == DEAL_AGE:
            self._dealt.append(action)
            self._lay_age()
        else:
            first, _, wanted = self._set()
            self._dealt.append(action - first)
            if len(self._dealt) == wanted:
                self.duel = turn.resolve(state, mask_of(self._dealt), b"").freeze()
                self._dealt = []

    def _lay_age(self) -> None:
        """Lay out the age if everything is dealt."""
        age, dealt = self.duel.age_number, self._dealt
        opened = self._open_slots()
        size = _TABLES.structures[age].size if age == len(AGE_BACKS) - 1 else 0
        if len(dealt) < size + len(opened):
            return
        faces = bytearray([HIDDEN[AGE_BACKS[age]]] * _TABLES.structures[age].size)
        for slot, back in enumerate(dealt[:size]):
            if back == _GUILD:
                faces[slot] = HIDDEN[Back.GUILD]
        for slot, card in zip(opened, dealt[size:], strict=True):
            faces[slot] = card
        self.duel = turn.resolve(self.duel, 0, bytes(faces)).freeze()
        self._dealt = []

    def _action_to_string(self, player: int, action: int) -> str:
        most = _GUILD if player == _CHANCE else self.get_game().num_distinct_actions() - 1
        if not 0 <= action <= most:
            raise LearningError(f"there is no action {action}: expected 0 to {most}")
        if player != _CHANCE:
            return str(BASE_GAME.moves[action])
        if action >= _NO_GUILD:
            return "guild" if action == _GUILD else "no guild"
        if action >= _TOKEN:
            return BASE_GAME.token_list[action - _TOKEN].id
        if action >= _WONDER:
            return BASE_GAME.wonder_list[action - _WONDER].id
        return BASE_GAME.building_list[action].id

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.duel.phase_number == OVER

    def returns(self) -> list[float]:
        """Return the rewards of both players: 1 and -1, or 0 for a shared victory or an unfinished game."""
        if self.duel.phase_number != OVER:
            return [0.0, 0.0]
        reward = 2 * self.duel.share(Player.ONE) - 1
        return [reward, 0.0 - reward]  # not -0.0 for a shared victory

    def __str__(self) -> str:
        """Return the position as text, and what has been dealt of the next outcome."""
        dealt = " ".join(str(number) for number in self._dealt)
        return f"{self.duel.to_text()}{f' dealt={dealt}' if dealt else ''}"


def _even(cards: Sequence[int]) -> list[tuple[int, float]]:
    """Return cards with equal probabilities."""
    odds = 1 / len(cards)
    return [(card, odds) for card in cards]


class _DuelObserver:
    """Makes observations: a row of :class:`~wonders_duel.learn.Encoder`, seen by a player.

    Args:
        kind: which information is asked for; all of it is public.
        params: there are none.
        encoder: the encoder.
    """

    def __init__(self, kind: Any, params: Any, encoder: Encoder) -> None:
        """Make the tensor."""
        if params:
            names = ", ".join(map(str, params))
            message = f"the observer has no parameters, got {names}"
            raise ValueError(message)
        self._encoder = encoder
        self._is_public = kind.public_info
        self.tensor = np.zeros(encoder.size if kind.public_info else 0, np.float32)
        """The last observation."""
        self.dict = {"observation": self.tensor} if kind.public_info else {}

    def set_from(self, state: _DuelState, player: int) -> None:
        """Fill the tensor.

        Args:
            state: the state.
            player: the number of the player who sees it.
        """
        if self._is_public:
            self._encoder.encode(state.duel, Player(max(player, 0)), out=self.tensor)

    def string_from(self, state: _DuelState, _player: int) -> str:
        """Return the observation as text; empty for what is private.

        Args:
            state: the state.
        """
        return str(state) if self._is_public else ""


@cache
def register() -> None:
    """Register the game ``python_wonders_duel``, so that ``pyspiel.load_game`` finds it."""
    pyspiel.register_game(_TYPE, _DuelGame)


register()  # pickled games and states import this module, and need no more
