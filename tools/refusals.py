"""Golden refusals of positions, case by case: the exact message and place of each fault.

``python -m tools.refusals`` rewrites ``tests/golden/refusals``; review the diff.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace

import attrs

from wonders_duel import (
    Age,
    CityPosition,
    Colour,
    Pending,
    Phase,
    Position,
    PositionError,
    State,
    catalogue,
)
from wonders_duel.engine.bitfields import SYMBOLS
from wonders_duel.engine.phases import MOST_CHOICES
from wonders_duel.positions.reading import read_position
from wonders_duel.rules import MOST_COINS

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / "refusals"

START = "wd1 turn=one phase=deal-tokens pawn=0 military=2,5/2,5 one.coins=7 two.coins=7 end"
GONE_ROWS = "-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-"
BATHS = (
    f"wd1 turn=one phase=turn age=I structure=baths,tavern/{GONE_ROWS} "
    "pawn=0 military=2,5/2,5 one.coins=7 two.coins=7 end"
)
DRAFT = (
    "wd1 turn=two phase=draft pawn=0 military=2,5/2,5 one.coins=7 two.coins=7 "
    "board=agriculture,economy,law,masonry,philosophy offer=the-sphinx,piraeus,the-pyramids end"
)
"""The draft after a pick, without a wonder of player one."""
BEGIN = (
    "wd1 turn=one phase=begin age=II structure=statue,temple,dispensary,horse-breeders,brewery,"
    "drying-room/?,?,?,?,?/laboratory,walls,rostrum,courthouse/?,?,?/parade-ground,school "
    "pawn=0 military=2,5/2,5 one.coins=7 two.coins=7 end"
)
TOKENS = list(catalogue.tokens)
MOST_PENDING = MOST_CHOICES + len(SYMBOLS)


def _other(old: str, new: str, text: str = BATHS) -> str:
    assert old in text
    return text.replace(old, new, 1)


def _more(*fields: str, text: str = BATHS) -> str:
    return _other(" end", f" {' '.join(fields)} end", text)


def _rows(rows: str) -> str:
    return _other(f"baths,tavern/{GONE_ROWS}", rows)


TEXTS: Mapping[str, str] = {
    # The frame.
    "nothing": "",
    "space alone": " \n ",
    "another mark": "wd2 turn=one end",
    "another mark after space": "  wd2  turn=one end",
    "a mark that sorts before": "altar turn=one end",
    "the end alone": "end",
    "the mark alone": " wd1 ",
    "no field": "wd1 end",
    "no end": BATHS.removesuffix(" end"),
    "a last word that sorts before the end": "wd1 turn=one age=I",
    "no end after space": BATHS.removesuffix("end"),
    # Fields.
    "no fields": _other(" pawn=0", " cities pawn=0 hands"),
    "unknown fields": _more("pwn=1", "hands=2", "feet=3"),
    "an unknown field first": _other("pawn=0", "hands=2 pawn=0"),
    "an unknown field after a fault": _other("pawn=0", "pawn= hands=2"),
    "empty fields": _more("discard=", "board="),
    "fields twice": _more("pawn=1", "discard=altar", "discard=press"),
    "an equals sign twice": _other("pawn=0", "pawn=0=1"),
    "nothing but a sign": _other("pawn=0", "="),
    "no phase": _other("phase=turn ", ""),
    "no turn": _other("turn=one ", ""),
    "no coins": _other("two.coins=7 ", ""),
    "no pawn and no military tokens": _other("pawn=0 military=2,5/2,5 ", ""),
    "as many faults as are told": _more(*(f"hands{number}=1" for number in range(30))),
    "faults up to the limit": _more(*(f"hands{number}=1" for number in range(19))),
    "faults up to the limit in the cities": _more(
        "one.buildings=altar,altar", f"two.buildings={','.join(['x'] * 20)}"
    ),
    # Words.
    "wrong words": _more(
        "first=three", "again=no", text=_other("turn=one phase=turn", "turn=3 phase=night")
    ),
    "the turn of a finished game": _other("turn=one phase=turn", "turn=two phase=OVER"),
    "a finished game that goes on": _other("turn=one phase=turn", "phase=over"),
    "words in other cases": _more(
        "first=ONE",
        "again=YES",
        text=_other("turn=one phase=turn age=I", "turn=Two phase=Turn age=i"),
    ),
    "wrong pending words": _more("pending=revive,destroy,board-token,,DESTROY-GREY"),
    "more choices than can be": _more(f"pending={','.join(['x'] * (MOST_PENDING + 1))}"),
    # Rules and catalogues.
    "wrong rules": _more("wonder-setup=none", "reveal-timing=on-take", "centre-pawn-start=7"),
    "a wrong rule": _more("reveal-timing=on-take", "wonder-setup=first"),
    "other cards": _more("cards=Towers@0123456789abcdef", "pawn=4"),
    "other cards and other faults": _other("pawn=0", "cards=Towers discard=x pawn=10"),
    "the base game by name": _more("cards=base", "discard=x"),
    # Numbers.
    "a pawn too far": _other("pawn=0", "pawn=10"),
    "a pawn too far back": _other("pawn=0", "pawn=-10"),
    "a pawn of two signs": _other("pawn=0", "pawn=+-1"),
    "a pawn of a sign": _other("pawn=0", "pawn=-"),
    "a pawn of three digits": _other("pawn=0", "pawn=²³"),
    "a pawn of foreign digits": _other("pawn=0", "pawn=٣"),
    "a pawn too far when a player begins": _other("pawn=0", "pawn=12", BEGIN),
    "a pawn too far when the other player begins": _other(
        "pawn=0", "pawn=12", _other("turn=one", "turn=two", BEGIN)
    ),
    "a pawn of 18 digits": _other("pawn=0", f"pawn=-{'1' * 18}"),
    "a pawn of 19 digits": _other("pawn=0", f"pawn=-{'1' * 19}"),
    "coins below none": _other("one.coins=7 two.coins=7", "one.coins=-1 two.coins=-2"),
    "too many coins": _other(
        "one.coins=7 two.coins=7", f"one.coins={MOST_COINS + 1} two.coins={MOST_COINS + 2}"
    ),
    "coins of words": _other("one.coins=7 two.coins=7", "one.coins=seven two.coins=7.0"),
    "wrong military tokens": _other("military=2,5/2,5", "military=2,5"),
    "military tokens of two sides": _other("military=2,5/2,5", "military=3/-"),
    # The structure.
    "a wrong age": _other("age=I", "age=IV"),
    "a wrong age and wrong rows": _other("age=I structure=baths", "age=0 structure=x,baths"),
    "no age": _other("age=I ", ""),
    "an age of another row": _other("age=I ", "age=II "),
    "too few rows": _rows("baths,tavern/-,-,-/-,-,-,-/-,-,-,-,-"),
    "one row": _rows("baths"),
    "too many rows": _rows(f"baths,tavern/{GONE_ROWS}/-"),
    "far too many rows": _rows("/" * 30),
    "rows of wrong lengths": _rows("baths/-,-,altar/-,-,-,-,-,-/-,-,-,-,x/-,-,-,-,y,-"),
    "slots of wrong names": _rows("baths,tavren/-,-,/lumbr-yard,-,-,-/-,-,-,-,-/-,z,-,-,-,law"),
    "slots of names as people write them": _rows("BATHS,tavrn/-,-,-/-,-,-,-/-,-,-,-,-/x,-,-,-,-,-"),
    "a fault after a row that is too short": _rows("?,?/-,-/-,-,-,-/-,-,-,-,-/walls,-,-,-,-,-"),
    "a fault after a row that is far too long": _rows(
        f"{'-,' * 30}-/-,-,-/-,-,-,-/-,-,-,-,-/-,walls,-,-,-,-"
    ),
    "backs in the wrong place": _rows("?,?guild/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-"),
    "a card twice in the structure": _rows(
        "baths,altar/-,-,-/-,-,-,-/-,-,-,-,-/-,-,baths,-,-,altar"
    ),
    # Lists.
    "wrong cards in a city": _more(
        "one.buildings=x,altar,law",
        "one.tokens=law,x",
        "one.unbuilt=the-sphinx,x",
        "two.buildings=x",
        "two.tokens=altar",
        "two.unbuilt=law",
    ),
    "wrong cards under wonders": _more(
        "one.built=the-sphinx:x,piraeus:altar,x:press,the-colossus", "two.built=x:y"
    ),
    "no card under a wonder": _more("one.built=the-sphinx,piraeus:,x:press"),
    "ambiguous names": _more("discard=t", "board=a", "one.unbuilt=the"),
    "wrong cards outside": _more("discard=altar,x", "board=x", "offer=the-sphinx"),
    "a wrong offer before Age I": _more("offer=law,the-sphinx", text=START),
    "too many buildings": _more(f"discard={','.join(['x'] * 74)}"),
    "too many wonders": _more(
        f"one.built={','.join(['x'] * 13)}", f"two.unbuilt={','.join(['x'] * 13)}"
    ),
    "too many tokens": _more(f"board={','.join(['x'] * 11)}"),
    "as many tokens as there are": _more(f"board={','.join(TOKENS)}"),
    "cards twice": _more(
        "one.buildings=altar,press",
        "one.tokens=law",
        "two.unbuilt=the-sphinx,piraeus",
        "two.built=the-sphinx:press",
        "discard=quarry,altar",
        "board=strategy,law",
    ),
    # Consequences of an invalid part are not reported.
    "a draft without a pick": DRAFT,
    "an unread wonder in the draft": _more("one.unbuilt=x", text=DRAFT),
    "too many wonders in the draft": _more(f"one.unbuilt={','.join(['x'] * 13)}", text=DRAFT),
    "no card under a wonder in the draft": _more("one.built=the-sphinx", text=DRAFT),
    "an unread choice": _more("pending=revve", text=_other("phase=turn", "phase=revive")),
    # Inconsistencies.
    "all kinds of fields": _more(
        "again=yes",
        "first=two",
        "wonder-setup=first-game",
        "military=-/-",
        "offer=law",
        text=_other("turn=one phase=turn", "turn=one phase=deal-wonders"),
    ),
    "a choice that does not fit": _more("pending=library-token,revive"),
    "too many military tokens and wonders": _more(
        "one.unbuilt=the-sphinx,piraeus,the-colossus,the-pyramids,the-appian-way",
        "two.built=the-hanging-gardens:altar,circus-maximus:press,the-mausoleum:quarry,"
        "the-great-library:stable,the-great-lighthouse:theater",
    ),
}

"""Invalid lines of text."""


_AGE: Mapping[str, object] = {"age": Age.I, "structure": {0: "altar"}}


def _one(**fields: object) -> dict[str, object]:
    """Return a change to player one's city."""
    return {"cities": (CityPosition(**fields), CityPosition())}  # type: ignore[arg-type]


def _two(**fields: object) -> dict[str, object]:
    """Return a change to player two's city."""
    return {"cities": (CityPosition(), CityPosition(**fields))}  # type: ignore[arg-type]


def _lacking(field: str) -> SimpleNamespace:
    """Return a city without one field."""
    return SimpleNamespace(**attrs.asdict(CityPosition(), filter=lambda one, _: one.name != field))


POSITIONS: Mapping[str, Mapping[str, object]] = {
    # Single fields.
    "rules by another name": {"rules": "second-game"},
    "a rule of another name": {"rules": {"speed": "high"}},
    "other players": {"first_player": 3, "to_move": "three"},
    "players that equal one": {"first_player": 1.0, "to_move": True},
    "no players": {"first_player": None, "to_move": b"one"},
    "an extra turn in words": {"extra_turn": "no"},
    "an extra turn as a number": {"extra_turn": 1},
    "a pawn too far": {"pawn": 10},
    "a pawn too far back": {"pawn": -10},
    "a pawn that equals a number": {"pawn": 1.0},
    "a pawn that is true": {"pawn": True},
    "no age so high": {"age": 4, "structure": {0: "baths"}},
    "no age so low": {"age": 0},
    "an age in words": {"age": "IV"},
    "an age that equals a number": {"age": 1.0},
    "an age that is true": {"age": True},
    # Military tokens.
    "no sides": {"military_tokens": ()},
    "one side": {"military_tokens": ((2, 5),)},
    "three sides": {"military_tokens": ((7,), (), ())},
    "sides that are no list": {"military_tokens": "25"},
    "a side that is no list": {"military_tokens": (5, (3,))},
    "another side that is no list": {"military_tokens": ((3,), "5")},
    "wrong tokens": {"military_tokens": ((3, 2, 5.0, True), (-1, "2", 10**9, 5))},
    "tokens twice": {"military_tokens": ((5, 2, 5, 2), (2, 5, 5))},
    # Cities.
    "no cities": {"cities": None},
    "one city": {"cities": (CityPosition(),)},
    "three cities": {"cities": (CityPosition(),) * 3},
    "a text for cities": {"cities": "ab"},
    **{
        f"a city without {field.name}": {"cities": (CityPosition(), _lacking(field.name))}
        for field in attrs.fields(CityPosition)
    },
    "coins below none": {"cities": (CityPosition(coins=-1), CityPosition(coins=-2))},
    "too many coins": {
        "cities": (CityPosition(coins=MOST_COINS + 1), CityPosition(coins=MOST_COINS + 2))
    },
    "coins that are no number": {"cities": (CityPosition(coins="7"), CityPosition(coins=7.0))},  # type: ignore[arg-type]
    **{
        f"{which} {field}": {**_AGE, **make(**{field: thing})}
        for field in ("buildings", "tokens", "unbuilt", "built")
        for which, make, thing in (
            ("a number for", _one, 5),
            ("a text for", _two, "baths"),
            ("wrong things for", _two, [5, "x", None, "law", "baths", "piraeus"]),
        )
    },
    "wrong names in built": {
        **_AGE,
        **_two(built={"the-sphinx": "altar", "x": "y", "piraeus": 5, 5: "press"}),
    },
    # Fields outside the cities.
    **{
        f"{which} for {field}": {**(_AGE if age else {}), field: thing}
        for age in (True, False)
        for field in ("discard_pile", "board_tokens", "offer")
        for which, thing in (
            (f"a number{' in Age I' if age else ''}", 5),
            (f"a text{' in Age I' if age else ''}", "baths"),
            (f"wrong things{' in Age I' if age else ''}", ["law", "piraeus", "baths", 5, "x"]),
        )
    },
    # The structure.
    "a structure without an age": {"structure": {0: "baths"}},
    "slots that there are not": {
        "age": Age.I,
        "structure": {-1: "x", 20: "x", "0": "x", True: "x", 19: "x"},
    },
    "a text for a structure": {"age": Age.I, "structure": "baths"},
    "a number for a structure": {"age": Age.II, "structure": 5},
    "a structure too short": {"age": Age.I, "structure": ["baths"]},
    "a structure too long": {"age": Age.III, "structure": [None] * 21},
    "wrong cards in slots": {"age": Age.I, "structure": {0: "x", 1: 5, 2: "law", 3: "age-iv"}},
    # The phase and pending choices.
    "a phase of another name": {"phase": "night"},
    "a phase that is a number": {"phase": 5},
    "a number for pending": {**_AGE, "pending": 5},
    "a text for pending": {**_AGE, "pending": "revive"},
    "wrong choices": {
        **_AGE,
        "pending": [
            Phase.TURN,
            "revive",
            "night",
            5,
            Pending(Phase.DRAFT),
            Phase.DESTROY,
            "destroy",
            Pending(Phase.DESTROY),
            SimpleNamespace(phase="destroy", colour="grey"),
            SimpleNamespace(phase=5, colour=Colour.GREY),
        ],
    },
}
"""Invalid fields of positions."""


def text_refusals() -> str:
    """Return the invalid texts with their faults and places."""
    found = []
    for name, text in TEXTS.items():
        found += [f"# {name}", f"{text!r:.400}"]
        try:
            State.from_text(text)
        except PositionError as error:
            found += [f"- {fault}" for fault in error.faults]
        else:
            raise AssertionError(f"there is nothing wrong with {name}")
        found.append("")
    return "\n".join(found)


def position_refusals() -> str:
    """Return the invalid positions with their faults and fields."""
    found = []
    for name, fields in POSITIONS.items():
        sketch = read_position(Position(**fields))  # type: ignore[arg-type]
        unread = (
            " (so nothing is said of what rests on the cards)"
            if sketch.has_unresolved_cards
            else ""
        )
        found.append(f"# {name}{unread}")
        assert sketch.problems, name
        for problem in sketch.problems:
            path = ".".join(map(str, problem.path))
            found.append(f"- {path}: {problem.message}")
        found.append("")
    return "\n".join(found)


FILES: Mapping[str, Callable[[], str]] = {
    "position_text.txt": text_refusals,
    "position.txt": position_refusals,
}
"""The golden files, and the function for the text of each."""


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, refusals in FILES.items():
        (FOLDER / name).write_text(refusals(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
