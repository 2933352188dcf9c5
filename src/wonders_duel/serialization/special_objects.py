"""Objects that are read and checked as a whole: moves, states, deals, records, steps and catalogues."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs
from cattrs import Converter

from wonders_duel.cards import Building
from wonders_duel.catalogues import Catalogue
from wonders_duel.deal import Deal
from wonders_duel.effects import Effect, Tally, Trigger
from wonders_duel.engine.moves import BaseMove, Move
from wonders_duel.engine.options import Options
from wonders_duel.enums import Back, Player
from wonders_duel.errors import DealError, WondersDuelError
from wonders_duel.history.remarks import MOST_TAGS, Tags
from wonders_duel.history.step import Step
from wonders_duel.match import Match, Settings
from wonders_duel.notation import VERBS
from wonders_duel.record import Record
from wonders_duel.search.analysis import Analysis
from wonders_duel.serialization import shapes
from wonders_duel.serialization.catalogue_shapes import (
    EFFECTS,
    TALLIES,
    TRIGGERS,
    CatalogueShape,
    shape_of,
)
from wonders_duel.serialization.faults import PlacedError, faults_in
from wonders_duel.serialization.hooks import reads, same
from wonders_duel.serialization.state_check import checked_state
from wonders_duel.serialization.step_check import checked_step
from wonders_duel.serialization.values import expect_object, invalid
from wonders_duel.state import State
from wonders_duel.support.json_keys import step_to
from wonders_duel.support.phrases import PASS_CATALOGUE, shown

__all__ = [
    "register_analyses",
    "register_catalogues",
    "register_deals",
    "register_matches",
    "register_moves",
    "register_options",
    "register_records",
    "register_slots",
    "register_states",
    "register_steps",
]


def register_slots(converter: Converter) -> None:
    """Read and write slots: buildings and backs, as objects marked face up or face down."""
    union = shapes.FaceUp | shapes.FaceDown

    def read(value: Any) -> object:
        made = converter.structure(value, union)  # type: ignore[var-annotated,arg-type]  # it accepts a union
        return made.building if isinstance(made, shapes.FaceUp) else made.back

    def write(value: Building | Back) -> object:
        if isinstance(value, Building):
            return {"type": "face-up", "building": value.id}
        return {"type": "face-down", "back": value.value}

    reads(converter, Building | Back, read)
    converter.register_unstructure_hook_func(same(Building | Back), write)


def register_moves(converter: Converter, catalogue: Catalogue) -> None:
    """Read and write moves, by looking up the whole object."""
    # Nearly every move is in canonical form, so the whole object can be looked up.
    whole: dict[object, Move] = {}

    def read(value: Any) -> Move:
        if not whole:
            whole.update((tuple(_described(move).items()), move) for move in catalogue.moves)
        try:
            return whole[tuple(value.items())]
        except (AttributeError, KeyError, TypeError):
            return shapes.move_of(converter.structure(value, shapes.MoveShape), catalogue)  # type: ignore[arg-type]  # it accepts a union

    reads(converter, Move, read)
    converter.register_unstructure_hook_func(same(Move), _described)
    converter.register_unstructure_hook_func(
        lambda kind: isinstance(kind, type) and issubclass(kind, BaseMove), _described
    )


def register_states(converter: Converter, catalogue: Catalogue) -> None:
    """Read and write states, checked as a whole."""

    def read(value: Any) -> State:
        shape = converter.structure(value, shapes.StateShape)
        return checked_state(shape, catalogue)

    reads(converter, State, read)
    converter.register_unstructure_hook(
        State, lambda state: converter.unstructure(shapes.state_shape(state))
    )


def register_deals(converter: Converter, catalogue: Catalogue) -> None:
    """Read and write deals, checked as a whole."""

    def read(value: Any) -> Deal:
        shape = converter.structure(value, shapes.DealShape)
        try:
            return Deal(
                draft=shape.draft,
                board_tokens=shape.board_tokens,
                great_library=shape.great_library,
                ages=shape.ages,
                catalogue=catalogue,
            )
        except DealError as error:
            raise PlacedError(*tuple(("", problem) for problem in error.problems)) from None

    def write(deal: Deal) -> object:
        return converter.unstructure(shapes.deal_shape(deal))

    reads(converter, Deal, read)
    converter.register_unstructure_hook(Deal, write)


def register_records(converter: Converter, catalogue: Catalogue) -> None:
    """Read and write records and their tags."""

    def tags(value: Any) -> Tags:
        expect_object(value)
        if len(value) > MOST_TAGS:
            raise invalid(f"{len(value)} tags; expected at most {MOST_TAGS}")
        faults = []
        for key, one in value.items():
            try:
                Tags({key: one})
            except WondersDuelError as error:
                faults += [
                    (fault.place, fault.message) for fault in faults_in(error, step_to(str(key)))
                ]
        if faults:
            raise PlacedError(*faults)
        return Tags(value)

    def read(value: Any) -> Record:
        shape = converter.structure(value, shapes.RecordShape)
        if len(shape.players) != len(Player):
            raise PlacedError((".players", f"expected 2 players, got {len(shape.players)}"))
        start = shape.start
        if isinstance(start, shapes.NewGame):
            state = State.start(
                first_player=start.first_player, rules=start.rules, catalogue=catalogue
            )
        else:
            state = start.state
        return Record(
            start=state,
            deal=shape.deal,
            setup=shape.setup,
            turns=shape.turns,
            result=shape.result,
            players=shape.players,
            tags=shape.tags,
        )

    reads(converter, Tags, tags)
    converter.register_unstructure_hook(Tags, dict)
    reads(converter, Record, read)
    converter.register_unstructure_hook(
        Record, lambda record: converter.unstructure(shapes.record_shape(record))
    )


def register_matches(converter: Converter, catalogue: Catalogue) -> None:
    """Read and write matches and the settings of their bots."""

    def settings(value: Any) -> Settings:
        expect_object(value)
        return Settings(value)

    def read(value: Any) -> Match:
        shape = converter.structure(value, shapes.MatchShape)
        return Match(
            shape.bots,
            deals=shape.deals,
            seed=shape.seed,
            pairing=shape.pairing,
            rules=shape.rules,
            starts=shape.starts,
            on_fault=shape.on_fault,
            times=shape.times,
            catalogue=catalogue,
        )

    reads(converter, Settings, settings)
    converter.register_unstructure_hook(Settings, dict)
    reads(converter, Match, read)
    converter.register_unstructure_hook(
        Match, lambda match: converter.unstructure(shapes.match_shape(match))
    )


def register_analyses(converter: Converter) -> None:
    """Read and write analyses, checked as a whole."""

    def read(value: Any) -> Analysis:
        shape = converter.structure(value, shapes.AnalysisShape)
        return Analysis(
            **{field.name: getattr(shape, field.name) for field in attrs.fields(type(shape))}
        )

    reads(converter, Analysis, read)
    converter.register_unstructure_hook(
        Analysis, lambda analysis: converter.unstructure(shapes.analysis_shape(analysis))
    )


def register_steps(converter: Converter) -> None:
    """Read and write steps, checked as a whole."""

    def read(value: Any) -> Step:
        return checked_step(converter.structure(value, shapes.StepShape), converter.unstructure)

    reads(converter, Step, read)
    converter.register_unstructure_hook(
        Step, lambda step: converter.unstructure(shapes.step_shape(step))
    )


def register_options(converter: Converter) -> None:
    """Read and write the options of a state."""

    def read(value: Any) -> Options:
        return Options(converter.structure(value, shapes.OptionsShape).options)

    def write(options: Options) -> object:
        return converter.unstructure(shapes.OptionsShape(options))

    reads(converter, Options, read)
    converter.register_unstructure_hook(Options, write)


def register_catalogues(converter: Converter, catalogue: Catalogue) -> None:
    """Write a catalogue for other programs; reading checks that it is the expected one."""

    def read(value: Any) -> Catalogue:
        shape = converter.structure(value, CatalogueShape)
        if (shape.name, shape.digest) != (catalogue.name, catalogue.digest):
            message = (
                f"the document is of the catalogue {shown(shape.name)} (digest "
                f"{shown(shape.digest)}), but was read with {shown(catalogue.name)} (digest "
                f"{catalogue.digest}): {PASS_CATALOGUE}"
            )
            raise PlacedError((".digest", message))
        return catalogue

    reads(converter, Catalogue, read)
    for kind, union in ((Effect, EFFECTS), (Tally, TALLIES), (Trigger, TRIGGERS)):
        reads(converter, kind, partial(converter.structure, cl=union))
        converter.register_unstructure_hook(
            kind,
            lambda thing, union=union: converter.unstructure(shape_of(thing), union),
        )


def _described(move: Move) -> dict[str, str]:
    """Return the document form of a move."""
    return {"type": VERBS[move.kind], **dict(zip(move.__match_args__, move.arguments, strict=True))}
