"""Golden files of each format, to be reviewed as a diff.

``python -m tools.goldens`` rewrites ``tests/golden/formats`` and the schemas of the library. Files
in ``tests/golden/documents`` are documents of older versions: files are added, never changed.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import get_args

import attrs

import wonders_duel
from tests.played import play
from wonders_duel import (
    Age,
    AgeDealt,
    Back,
    CardRevealed,
    CityPosition,
    Colour,
    ConstructWonder,
    Deal,
    Game,
    Phase,
    Player,
    Position,
    Reason,
    Record,
    Resignation,
    Rules,
    State,
    Step,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
    catalogue,
    parse_move,
    serialization,
)
from wonders_duel.events import CardChosen, Event, TokenDeclined
from wonders_duel.match import Match
from wonders_duel.reasons import (
    AlreadyBuilt,
    Covered,
    FaceDown,
    GameOver,
    NotAChoice,
    NotADestructionTarget,
    NotInDiscardPile,
    NotInThisGame,
    NotLaidOut,
    NotOffered,
    NotYourWonder,
    SevenWonders,
    TokenIsMandatory,
    TooExpensive,
    WaitsOnChance,
    WrongPhase,
)
from wonders_duel.search import Analysis, LineStep, MoveAnalysis, Outlook, Reply
from wonders_duel.serialization.layout import OWN_EVENTS, SHAPES
from wonders_duel.serialization.schema import generated

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / "formats"
SCHEMAS = Path(wonders_duel.__file__).parent / "serialization" / "schemas"

MOVES = (
    "draft the-sphinx",
    "build lumber-yard",
    "discard tavern",
    "wonder the-pyramids with tavern",
    "token law",
    "destroy sawmill",
    "revive baths",
    "begin two",
    "decline token",
)


@cache
def positions() -> Mapping[str, State]:
    """Return the first state of each phase in some random games, with both setups."""
    found: dict[str, State] = {}
    for seed in range(60):
        rng = Random(seed)
        deal = Deal.random(rng)
        rules = Rules(wonder_setup="first-game") if seed % 5 == 4 else Rules()
        if seed % 7 == 6:
            rules = Rules(reveal_timing="on-take", centre_pawn_start="last-player-begins")
        state = State.start(rules=rules, first_player=seed % 2)
        while True:
            age = state.age_number if state.phase in (Phase.TURN, Phase.REVEAL) else ""
            found.setdefault(f"{state.phase}{age}", state)
            if state.is_over:
                break
            if state.chance is not None:
                state = state.resolve(deal.outcome(state))
            else:
                moves = state.legal_moves
                state = state.apply(moves[int(rng.random() * len(moves))])
    return dict(sorted(found.items()))


@cache
def records() -> Mapping[str, Record]:
    """Return a record of each kind."""
    whole = play(2015)
    whole.players = ("Ann", "Ben")
    whole.tags = {**whole.tags, "event": "Friday evening", "date": "2026-11-20"}
    whole.annotate(1, comment="extra turns\nare worth {much}", clock=590_500)
    unfinished = play(7, 20, first_player="two", rules="first-game")
    middle = Game.from_state(play(3, 45).state, rng=Random(1))
    middle.play(middle.legal_moves[-1])
    return {
        "finished": whole.record(),
        "public": whole.record(public=True),
        "unfinished": unfinished.record(),
        "resigned": attrs.evolve(unfinished.record(), result=Resignation("one")),
        "from-a-position": middle.record(public=True),
    }


def reasons() -> Mapping[str, Reason]:
    """Return a reason of each class."""
    cards, wonders, tokens = catalogue.buildings, catalogue.wonders, catalogue.tokens
    every: tuple[Reason, ...] = (
        GameOver(),
        WaitsOnChance(Phase.REVEAL),
        WrongPhase(Phase.TURN, (Phase.BOARD_TOKEN, Phase.LIBRARY_TOKEN)),
        NotInThisGame("the-tower", "base"),
        NotLaidOut(cards["courthouse"], Player.TWO, wonders["the-sphinx"], cards["pretorium"]),
        FaceDown(cards["tavern"], (2, 3, 4)),
        Covered(cards["baths"], 6, (10, 11)),
        TooExpensive(price=9, coins=7),
        NotYourWonder(wonders["the-sphinx"], None),
        AlreadyBuilt(wonders["the-sphinx"]),
        SevenWonders(),
        NotOffered(tokens["law"], (tokens["economy"], tokens["theology"])),
        NotInDiscardPile(cards["press"]),
        NotADestructionTarget(cards["press"], Colour.BROWN),
        TokenIsMandatory(),
        NotAChoice(cards["press"], (cards["tavern"], cards["baths"])),
    )
    return {f"reason-{type(one).__name__.lower()}": one for one in every}


@cache
def events() -> Mapping[str, Event]:
    """Return the first event of each kind in some random games."""
    # The cards of the base game bring no custom choice.
    tavern = catalogue.buildings["tavern"]
    found: dict[type, Event] = {CardChosen: CardChosen(Player.ONE, "messe", tavern)}
    due = get_args(OWN_EVENTS)
    by_option = {TokenDeclined}
    for rules, kinds in ((Rules(), {*due} - by_option), (Rules(pair_token="may"), by_option)):
        for seed in count():
            for step in play(seed, rules=rules).history:
                for event in step.events:
                    found.setdefault(type(event), event)
            if found.keys() >= kinds:
                break
    return {f"event-{SHAPES[kind].tag}": found[kind] for kind in due}


def paid_step() -> Step:
    """Return a move that pays the bank and the opponent, and reveals two cards."""
    slots = {0: "walls", 1: "statue", 2: "aqueduct", 6: Back.AGE_II, 7: Back.AGE_II}
    cities = (
        CityPosition(coins=9),
        CityPosition(buildings=["press"], tokens=["economy"]),
    )
    game = Game.from_state(
        Position(age=Age.II, structure={**slots, 11: "caravansery"}, cities=cities).state()
    )
    game.play("build caravansery", comment="a good buy", clock=90_000)
    for slot, name in ((6, "brickyard"), (7, "forum")):
        game.resolve(CardRevealed(slot, catalogue.buildings[name]))
    return game.history[-1]


def analysis() -> Analysis:
    """Return an analysis with made-up numbers, in which the first move reveals a card."""
    slots = {0: "walls", 1: "statue", 2: "aqueduct", 6: Back.AGE_II, 7: Back.AGE_II}
    cities = (CityPosition(coins=9), CityPosition(coins=3))
    state = Position(age=Age.II, structure={**slots, 11: "caravansery"}, cities=cities).state()
    first, *_ = state.legal_moves
    cards = catalogue.buildings
    revealed = (CardRevealed(6, cards["forum"]), CardRevealed(7, cards["brickyard"]))
    step = LineStep(player=Player.ONE, move=first, outcomes=revealed)
    reply = Reply(
        outcomes=revealed,
        probability=0.0625,
        visits=3,
        player=Player.TWO,
        move=parse_move("discard forum"),
        win_probability=0.45,
    )
    outlook = Outlook(tally=state.play_outs(10, seed=1), margin_error=4.25)
    moves = [
        MoveAnalysis(
            move=move,
            visits=80 if move is first else 0,
            win_probability=0.5 if move is first else 0.25,
            low=0.4 if move is first else 0.0,
            high=0.625 if move is first else 1.0,
            line=(step,) if move is first else (),
            replies=(reply,) if move is first else (),
            outlook=outlook if move is first else None,
            was_played=move is not first,
        )
        for move in state.legal_moves[:2]
    ]
    assert len(state.legal_moves) == len(moves)
    return Analysis(
        state=state,
        simulations=80,
        player=Player.ONE,
        win_probability=0.5,
        low=0.4,
        high=0.625,
        moves=tuple(moves),
        outcomes=(),
        line=(step,),
        replies=(),
        outlook=outlook,
    )


@cache
def documents() -> Mapping[str, serialization.Document]:
    """Return an object of each format."""
    game = play(2015, 30)
    over = play(2015)
    state = game.state
    outcomes: dict[str, serialization.Document] = {}
    for step in over.history:
        for outcome in (*over.setup, *step.outcomes):
            outcomes.setdefault(f"outcome-{type(outcome).__name__.lower()}", outcome)
    assert {type(one) for one in outcomes.values()} >= {
        TokensDealt,
        WondersDealt,
        AgeDealt,
        CardRevealed,
    }
    player = state.to_move
    assert player is not None
    wonder = state.cities[player].unbuilt[0]
    plan = state.payment(ConstructWonder(wonder, state.accessible[0]))
    assert plan is not None
    result = over.state.result
    assert result is not None
    return {
        **{f"move-{text.split()[0]}": parse_move(text) for text in MOVES},
        **dict(sorted(outcomes.items())),
        "outcome-tokensdrawn": TokensDrawn(catalogue.token_list[:3]),
        "state": state,
        "payment": plan,
        "score": over.score(),
        "result": result,
        "deal": over.deal or Deal.random(Random(1)),
        "rules": Rules(reveal_timing="on-take"),
        "step": paid_step(),
        **events(),
        "options": state.options(),
        **reasons(),
        "catalogue": catalogue,
        "match": Match(
            ["greedy", "mybot:MyBot,depth=3,style=bold"],
            deals=20,
            seed=7,
            on_fault="lose",
            starts=[state],
        ),
        "analysis": analysis(),
    }


@cache
def files() -> Mapping[str, str]:
    """Return the golden files of all formats, by name."""
    made = {
        "moves.txt": "".join(f"{move}\n" for move in catalogue.moves),
        "positions.txt": "".join(f"{state.to_text()}\n" for state in positions().values()),
    }
    for name, record in records().items():
        made[f"record-{name}.txt"] = record.to_text()
    made["record-finished.json"] = records()["finished"].to_json(indent=1) + "\n"
    made["record-resigned.json"] = records()["resigned"].to_json(indent=1) + "\n"
    for name, thing in documents().items():
        made[f"{name}.json"] = serialization.dumps(thing, indent=1) + "\n"
    return made


@cache
def schemas() -> Mapping[str, str]:
    """Return the schemas of all formats, by file name."""
    return {
        f"{name}.schema.json": json.dumps(generated(name), indent=2, ensure_ascii=False) + "\n"
        for name in serialization.FORMATS
    }


def main() -> None:
    """Write all files."""
    for folder, made in ((FOLDER, files()), (SCHEMAS, schemas())):
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            path.unlink()
        for name, text in made.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    ArgumentParser(prog="python -m tools.goldens", description=__doc__).parse_args()
    main()
