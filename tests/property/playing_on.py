"""Positions that nobody played: mutated from played ones, read in every form, and played on.

An accepted position has to be playable to the end by random moves, and each state on the way has
to survive every form. A deal without conflicts supplies all outcomes up to there, and one with a
conflict does not.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Final

import attrs

from tests.builders import BASE_PHASES
from wonders_duel import (
    Age,
    Back,
    ChanceError,
    CityPosition,
    Colour,
    Deal,
    DealError,
    DiscardBuilding,
    FormatError,
    Pending,
    Phase,
    Position,
    PositionError,
    Rules,
    State,
    catalogue,
)
from wonders_duel.rules import BOARD_TOKENS
from wonders_duel.testing.invariants import form_breaches, state_breaches
from wonders_duel.testing.walks import every_rules, walk
from wonders_duel.text.state_text import DOWN, GONE_WORD, GUILD, RULE_KEYS, in_rows

__all__ = [
    "FORMS",
    "Fields",
    "Tally",
    "check_deals",
    "check_played_on",
    "check_readers",
    "mutated",
    "picked",
    "try_out",
]

Fields = dict[str, list[str]]
"""The fields of a line of text, with their items."""

_SEATS: Final = ("one", "two")
_KINDS: Final[Mapping[str, str]] = {
    **{f"{seat}.buildings": "building" for seat in _SEATS},
    **{f"{seat}.tokens": "token" for seat in _SEATS},
    **{f"{seat}.unbuilt": "wonder" for seat in _SEATS},
    "discard": "building",
    "board": "token",
    "offer": "any",
}
"""The fields that list cards, with the kind of card."""
_WORDS: Final[Mapping[str, Sequence[str]]] = {
    "phase": [str(phase) for phase in BASE_PHASES],
    "turn": _SEATS,
    "first": ["", "two"],
    "again": ["", "yes"],
    "age": ["", "I", "II", "III"],
    "centre-pawn-start": ["", "last-player-begins"],
    "pair-token": ["", "may"],
    "reveal-timing": ["", "on-take"],
    "wonder-setup": ["", "first-game"],
}
"""The fields that hold a word; an empty one means that the field is omitted."""
_SIDES: Final = ("-", "2", "5", "2,5")
_CHOICES: Final = (
    "board-token",
    "library-token",
    "revive",
    *(f"destroy-{colour}" for colour in Colour),
)
_COINS: Final = (0, 1, 2, 7, 50, 10**6 - 2, 10**6 - 1, 10**6, 10**9 - 2, 10**9 - 1, 10**9, 10**12)
_MOST_CHANGES: Final = 3


# -- initial positions -----------------------------------------------------------------------------


@cache
def positions_played() -> Mapping[Phase, Sequence[State]]:
    """Return states by phase, for each set of rule options and each first player."""
    found: dict[Phase, list[State]] = {phase: [] for phase in BASE_PHASES}
    for seed in range(4 * len(every_rules(catalogue))):
        # Every other game builds wonders where possible, for the choices that they give.
        for state in walk(seed, catalogue, catalogue.wonders if seed % 2 else ()):
            found[state.phase].append(state)
    return found


def fields_of(state: State) -> Fields:
    """Return the fields of a state's text.

    Args:
        state: any state.
    """
    words = [word.partition("=") for word in state.to_text().split()[1:-1]]
    return {key: re.split("[,/]" if key == "structure" else ",", value) for key, _, value in words}


def mutated(rng: Random, state: State) -> Fields:
    """Return a state's fields with a random change, which may be invalid.

    Args:
        rng: the random generator.
        state: any state.

    Returns:
        The fields of a position that may be invalid.
    """
    fields = fields_of(state)
    for _ in range(1 + int(rng.random() * _MOST_CHANGES)):
        change = rng.choice(_CHANGES)
        change(rng, fields)
        fields = {key: items for key, items in fields.items() if items and items != [""]}
    fields.setdefault("turn", ["one"])
    if rng.random() < 0.5:
        _fit_phase(fields)
    return fields


def picked(rng: Random, phase: Phase | None = None) -> State:
    """Return a random state of a game.

    Args:
        rng: the random generator.
        phase: its phase; by default each phase is equally probable.
    """
    return rng.choice(positions_played()[phase or rng.choice(BASE_PHASES)])


# -- changes ---------------------------------------------------------------------------------------


def _ids(kind: str, fields: Fields) -> list[str]:
    if kind == "any":
        kind = "token" if fields.get("age") else "wonder"
    if kind == "building":
        return list(catalogue.buildings)
    return list(catalogue.tokens if kind == "token" else catalogue.wonders)


def _change_amount(rng: Random, fields: Fields) -> None:
    """Change coins, the pawn or the military tokens."""
    key = rng.choice(["one.coins", "two.coins", "pawn", "military"])
    if key == "pawn":
        fields[key] = [str(rng.randint(-9, 9))]
    elif key == "military":
        fields[key] = f"{rng.choice(_SIDES)}/{rng.choice(_SIDES)}".split(",")
    else:
        fields[key] = [str(rng.choice(_COINS))]


def _change_word(rng: Random, fields: Fields) -> None:
    """Change a phase, a seat, an age or a rule option."""
    key = rng.choice(list(_WORDS))
    fields[key] = [rng.choice(_WORDS[key])]


def _change_list(rng: Random, fields: Fields) -> None:
    """Add or remove cards in a place, mostly with cards that are nowhere else."""
    key = rng.choice(list(_KINDS))
    there = fields.get(key, [])
    fresh = _fresh(_KINDS[key], fields)
    source = fresh if fresh and rng.random() < 0.8 else _ids(_KINDS[key], fields)
    kept = rng.sample(there, rng.randint(0, len(there)) if rng.random() < 0.5 else len(there))
    added = rng.sample(source, min(len(source), rng.choice([0, 1, 1, 2, 3, 4, 5, 8])))
    fields[key] = kept + added


def _double_list(rng: Random, fields: Fields) -> None:
    """Double the number of cards in a place, with cards that are nowhere else."""
    key = rng.choice([key for key in _KINDS if key in fields] or ["offer"])
    there = fields.get(key, [])
    fresh = _fresh(_KINDS[key], fields)
    fields[key] = there + rng.sample(fresh, min(len(there), len(fresh)))


def _fresh(kind: str, fields: Fields) -> list[str]:
    """Return the cards of a kind that are nowhere."""
    used = {part for items in fields.values() for item in items for part in item.split(":")}
    return [one for one in _ids(kind, fields) if one not in used]


def _change_place(rng: Random, fields: Fields) -> None:
    """Move a card to another place of its kind."""
    key = rng.choice(list(_KINDS))
    there = fields.get(key, [])
    others = [one for one in _KINDS if one != key and _KINDS[one] in (_KINDS[key], "any")]
    if there and others:
        item = rng.choice(there)
        fields[key] = [one for one in there if one != item]
        other = rng.choice(others)
        fields[other] = [*fields.get(other, []), item]


def _change_built(rng: Random, fields: Fields) -> None:
    """Build or unbuild a wonder, with some card under it."""
    seat = rng.choice(_SEATS)
    built, unbuilt = f"{seat}.built", f"{seat}.unbuilt"
    source, target = rng.choice([(built, unbuilt), (unbuilt, built)])
    there = fields.get(source, [])
    if there:
        item = rng.choice(there)
        fields[source] = [one for one in there if one != item]
        wonder = item.partition(":")[0]
        if target == built:
            wonder += f":{rng.choice(_ids('building', fields))}"
        fields[target] = [*fields.get(target, []), wonder]


def _change_pending(rng: Random, fields: Fields) -> None:
    """Change the pending choices."""
    some = rng.sample(_CHOICES, rng.choice([0, 1, 1, 2, 3]))
    if some and rng.random() < 0.1:
        some += some[-1:] * rng.choice([1, 2, 120])
    fields["pending"] = sorted(some, key=_CHOICES.index)


def _change_slot(rng: Random, fields: Fields) -> None:
    """Change the content of one slot."""
    words = fields.get("structure")
    if words:
        known = _ids("building", fields)
        words[rng.randrange(len(words))] = rng.choice(
            [DOWN, GONE_WORD, GUILD, *known[:: len(known) // 6]]
        )


def _take_cards(rng: Random, fields: Fields) -> None:
    """Move some accessible cards to other places and reveal most of those below."""
    words = fields.get("structure")
    if not words or not fields.get("age"):
        return
    age = Age[fields["age"][0]]
    layout = catalogue.structures[age - 1]
    if len(words) != layout.size:
        return
    for _ in range(rng.choice([1, 2, 5, 10, 19, 20])):
        free = [
            slot
            for slot, over in enumerate(layout.covered_by)
            if words[slot] != GONE_WORD and all(words[one] == GONE_WORD for one in over)
        ]
        if not free:
            break
        slot = rng.choice(free)
        if words[slot] in (DOWN, GUILD):
            if rng.random() < 0.9:
                used = {one for items in fields.values() for one in items}
                backs = (Back.GUILD,) if words[slot] == GUILD else tuple(Back)[:-1]
                fresh = [
                    card.id
                    for card in catalogue.building_list
                    if card.age is age and card.back in backs and card.id not in used
                ]
                words[slot] = rng.choice(fresh or [DOWN])
            continue
        place = rng.choice(["one.buildings", "two.buildings", "discard", ""])
        if place:
            fields[place] = [*fields.get(place, []), words[slot]]
        words[slot] = GONE_WORD


def _cross(rng: Random, fields: Fields) -> None:
    """Take a field from another state."""
    other = fields_of(picked(rng))
    key = rng.choice([*{**fields, **other}])
    fields[key] = other.get(key, [])


def _swap(rng: Random, fields: Fields) -> None:
    """Exchange the players' things of one kind."""
    name = rng.choice(["coins", "buildings", "tokens", "unbuilt", "built"])
    one, two = fields.get(f"one.{name}", []), fields.get(f"two.{name}", [])
    fields[f"one.{name}"], fields[f"two.{name}"] = two, one


_CHANGES: Final[Sequence[Callable[[Random, Fields], None]]] = (
    _change_amount,
    _change_word,
    _change_list,
    _double_list,
    _change_place,
    _change_built,
    _change_pending,
    _change_slot,
    _take_cards,
    _cross,
    _swap,
)


def _fit_phase(fields: Fields) -> None:
    """Return the phase that follows from the other fields, if one does."""
    position = as_position(fields)
    position.phase = None
    if not position.problems():
        fields["phase"] = [str(position.state().phase)]


# -- forms -----------------------------------------------------------------------------------------


def as_text(fields: Fields) -> str:
    """Read the fields as a line of text.

    Args:
        fields: the items of each field.
    """
    words = ["wd1"]
    for key, items in fields.items():
        if key == "turn" and fields["phase"] == ["over"]:
            continue
        value = ",".join(items)
        if key == "structure" and fields.get("age"):
            value = in_rows(items, catalogue.structures[Age[fields["age"][0]] - 1])
        words.append(f"{key}={value}")
    return " ".join([*words, "end"])


def as_document(fields: Fields) -> str:
    """Read the fields as a JSON document.

    Args:
        fields: the items of each field.
    """

    def one_of(key: str, default: str) -> str:
        return fields.get(key, [default])[0]

    age = Age[fields["age"][0]] if "age" in fields else None
    phase = one_of("phase", "")
    first, second = ",".join(fields["military"]).split("/")
    offered = "offered_tokens" if age else "offered_wonders"
    return json.dumps(
        {
            "format": "wonders-duel/state",
            "version": 1,
            "rules": {
                name: one_of(key, str(getattr(Rules(), name))) for key, name in RULE_KEYS.items()
            },
            "first_player": one_of("first", "one"),
            "turn_of": None if phase == "over" else one_of("turn", "one"),
            "phase": phase,
            "pending": [
                {"phase": "destroy", "colour": word.removeprefix("destroy-")}
                if word.startswith("destroy")
                else {"phase": word}
                for word in fields.get("pending", [])
            ],
            "extra_turn": "again" in fields,
            "age": age and int(age),
            "structure": [_slot(word, age) for word in fields.get("structure", [])],
            "pawn": int(fields["pawn"][0]),
            "military_tokens": [[int(one) for one in re.findall(r"\d", side)] for side in (first, second)],
            "cities": [
                {
                    "coins": int(fields[f"{seat}.coins"][0]),
                    "buildings": fields.get(f"{seat}.buildings", []),
                    "tokens": fields.get(f"{seat}.tokens", []),
                    "unbuilt": fields.get(f"{seat}.unbuilt", []),
                    "built": [
                        dict(zip(("wonder", "card"), item.split(":"), strict=True))
                        for item in fields.get(f"{seat}.built", [])
                    ],
                }
                for seat in _SEATS
            ],
            "discard_pile": fields.get("discard", []),
            "board_tokens": fields.get("board", []),
            "offered_wonders": [],
            "offered_tokens": [],
            offered: fields.get("offer", []),
        }
    )  # fmt: skip


def _slot(word: str, age: Age | None) -> dict[str, str]:
    if word == GONE_WORD:
        return {"type": "empty"}
    if word in (DOWN, GUILD):
        return {"type": "face-down", "back": str(_back(word, age))}
    return {"type": "face-up", "building": word}


def _back(word: str, age: Age | None) -> Back:
    return Back.GUILD if word == GUILD else tuple(Back)[(age or Age.I) - 1]


def as_position(fields: Fields) -> Position:
    """Read the fields as a ``Position``.

    Args:
        fields: the items of each field.
    """
    age = Age[fields["age"][0]] if "age" in fields else None
    first, second = (
        [int(one) for one in re.findall(r"\d", side)]
        for side in ",".join(fields["military"]).split("/")
    )
    one, two = (
        CityPosition(
            coins=int(fields[f"{seat}.coins"][0]),
            buildings=fields.get(f"{seat}.buildings", []),
            tokens=fields.get(f"{seat}.tokens", []),
            unbuilt=fields.get(f"{seat}.unbuilt", []),
            built=dict(item.split(":") for item in fields.get(f"{seat}.built", [])),
        )
        for seat in _SEATS
    )
    options = {name: fields[key][0] for key, name in RULE_KEYS.items() if key in fields}
    return Position(
        cities=(one, two),
        to_move=fields.get("turn", ["one"])[0],
        age=age,
        structure=[
            None if word == GONE_WORD else _back(word, age) if word in (DOWN, GUILD) else word
            for word in fields.get("structure", [])
        ],
        pawn=int(fields["pawn"][0]),
        military_tokens=(first, second),
        discard_pile=fields.get("discard", []),
        board_tokens=fields.get("board", []),
        offer=fields.get("offer", []),
        phase=Phase(fields["phase"][0]) if "phase" in fields else None,
        pending=[
            Pending(Phase.DESTROY, Colour(word.removeprefix("destroy-")))
            if word.startswith("destroy")
            else Pending(Phase(word))
            for word in fields.get("pending", [])
        ],
        extra_turn="again" in fields,
        first_player=fields.get("first", ["one"])[0],
        rules=options,
    )


FORMS: Final[Mapping[str, Callable[[Fields], State]]] = {
    "text": lambda fields: State.from_text(as_text(fields)),
    "document": lambda fields: State.from_json(as_document(fields)),
    "position": lambda fields: as_position(fields).state(),
}
"""The forms in which a position is read."""


# -- playing on ------------------------------------------------------------------------------------


@attrs.define
class Tally:
    """The number of positions tried and accepted.

    Attributes:
        tried: all positions.
        accepted: those that were accepted, by the phase of their state.
        fitting: deals without a conflict, tried on an accepted position.
        failing: deals whose conflict occurred.
    """

    tried: int = 0
    accepted: Counter[Phase] = attrs.Factory(Counter)
    fitting: int = 0
    failing: int = 0


def try_out(rng: Random, tally: Tally, state: State) -> State | None:
    """Mutate a state and, if the position is accepted, play on from it.

    Args:
        rng: the random generator.
        tally: counts the attempts.
        state: the original state.

    Returns:
        The state, if the position was accepted.

    Raises:
        AssertionError: an invariant does not hold.
    """
    fields = mutated(rng, state)
    tally.tried += 1
    found = check_readers(fields)
    if found is not None:
        tally.accepted[found.phase] += 1
        try:
            check_played_on(found, rng)
            check_deals(found, rng, tally)
        except Exception as error:
            error.add_note(f"played on from {found.to_text()}")
            raise
    return found


def check_readers(fields: Fields) -> State | None:
    """Read a position in each form and check that all accept it or none does.

    Args:
        fields: the fields of a position that may be invalid.

    Returns:
        The state, if it is accepted.
    """
    states: dict[str, State | None] = {}
    errors = []
    for form, read in FORMS.items():
        try:
            states[form] = read(fields)
        except (PositionError, FormatError) as error:
            states[form] = None
            errors.append(str(error))
    found = next(iter(states.values()))
    assert all(state == found for state in states.values()), (as_text(fields), states, errors)
    return found


def check_played_on(state: State, rng: Random) -> None:
    """Play to the end at random and check that each state survives every form.

    Args:
        state: the first state.
        rng: the random generator.
    """
    for reached in played_on(state, rng):
        breaches = [*state_breaches(reached), *form_breaches(reached)]
        assert not breaches, (breaches, reached.to_text())
        line = reached.to_text()
        assert State.from_text(line).to_text() == line


def played_on(state: State, rng: Random) -> Iterator[State]:
    """Yield a state and those that follow by random moves and outcomes, up to the end.

    Args:
        state: the first state.
        rng: the random generator.
    """
    yield state
    while not state.is_over:
        if state.chance is not None:
            assert state.chance.count > 0
            assert str(state.chance)
            state = state.resolve(state.chance.sample(rng))
        else:
            moves = state.legal_moves
            state = state.apply(moves[int(rng.random() * len(moves))])
        yield state


def check_deals(state: State, rng: Random, tally: Tally) -> None:
    """Check the conflicts of deals against the outcomes of playing with them.

    Args:
        state: the position.
        rng: the random generator.
        tally: counts the attempts.
    """
    fitting = Deal.consistent_with(state, rng)
    assert fitting.conflicts(state) == (), fitting.conflicts(state)
    deals = [fitting, Deal.random(rng), altered(fitting, rng), altered(fitting, rng)]
    for deal in deals:
        assert Deal.from_json(deal.to_json()) == deal
        conflicts = deal.conflicts(state)
        error = refusal(state, deal, rng)
        if not conflicts:
            tally.fitting += 1
            assert error is None, (deal, str(error))
        elif error is not None:
            tally.failing += 1
        else:
            # The past, and a draw of tokens, which continues with those in the box.
            late = [one for one in conflicts if not _NEVER_MET.search(one)]
            assert state.is_over or not late, (deal, late)


_NEVER_MET: Final = re.compile(r"^slot \d+ has .* but the deal has |is to be drawn from the box")


def refusal(state: State, deal: Deal, rng: Random) -> ChanceError | None:
    """Play to the end of Age III with a deal's outcomes, or to the first that is refused.

    Args:
        state: the first state.
        deal: supplies the chance outcomes.
        rng: chooses moves; cards are discarded, so that no supremacy ends the game early.

    Returns:
        Why an outcome was refused; ``None`` if all were accepted.
    """
    while not state.is_over:
        if state.chance is not None:
            try:
                state = state.resolve(deal.outcome(state))
            except ChanceError as error:
                return error
            continue
        moves = [*state.legal_moves]
        rng.shuffle(moves)
        moves.sort(key=lambda move: not isinstance(move, DiscardBuilding))
        after = (state.apply(move) for move in moves)
        state = next((one for one in after if not one.is_over), state.apply(moves[0]))
    return None


def altered(deal: Deal, rng: Random) -> Deal:
    """Return a deal with two things exchanged.

    Args:
        deal: any deal.
        rng: the random generator.
    """
    draft = [[one.id for one in group] for group in deal.draft]
    tokens = [one.id for one in (*deal.board_tokens, *deal.great_library)]
    ages = [[one.id for one in age] for age in deal.ages]
    kind = rng.choice(["wonder", "token", "building"])
    if kind == "wonder":
        flat = [*draft[0], *draft[1]]
        _exchange(flat, list(catalogue.wonders), rng)
        draft = [flat[:4], flat[4:]]
    elif kind == "token":
        _exchange(tokens, list(catalogue.tokens), rng)
    else:
        age = rng.randrange(len(ages))
        _exchange(
            ages[age], [card.id for card in catalogue.building_list if card.age == age + 1], rng
        )
    try:
        return Deal(
            draft=draft,
            board_tokens=tokens[:BOARD_TOKENS],
            great_library=tokens[BOARD_TOKENS:],
            ages=ages,
            catalogue=deal.catalogue,
        )
    except DealError:
        return deal


def _exchange(things: list[str], known: list[str], rng: Random) -> None:
    """Replace one thing by another, which is exchanged if it is in the deal too."""
    place = rng.randrange(len(things))
    other = rng.choice(known)
    if other in things:
        things[things.index(other)] = things[place]
    things[place] = other
