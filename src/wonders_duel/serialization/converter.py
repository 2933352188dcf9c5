"""The converter between the library's objects and JSON values, one for each catalogue.

Reading is strict: no value is converted to another type, no key is ignored, and every
fault is reported with its path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import NoneType
from typing import Any, get_args

import attrs
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from wonders_duel.cards import (
    MILITARY_TOKENS,
    Building,
    Card,
    MilitaryToken,
    ProgressToken,
    Wonder,
)
from wonders_duel.catalogues import CardsById, Catalogue
from wonders_duel.deal import Deal
from wonders_duel.effects import Effect, Tally
from wonders_duel.enums import Back, Player
from wonders_duel.errors import DealError, WondersDuelError
from wonders_duel.limits import MOST_FAULTS
from wonders_duel.moves import BaseMove, Move
from wonders_duel.notation import VERBS
from wonders_duel.options import Options
from wonders_duel.phrases import shown
from wonders_duel.record import Record, Turn
from wonders_duel.remarks import (
    MOST_TAGS,
    Tags,
)
from wonders_duel.resignation import GameResult
from wonders_duel.serialization import shapes
from wonders_duel.serialization.catalogue_shapes import (
    EFFECTS,
    TALLIES,
    CatalogueShape,
    shape_of,
)
from wonders_duel.serialization.faults import PlacedError, faults_in, is_ours, step_to
from wonders_duel.serialization.layout import (
    ALL_KEYS_REQUIRED,
    CARD_TAGS,
    DERIVED,
    ENUMS,
    FIELD_VALIDATORS,
    MOST_ITEMS,
    OMITTED,
    PLAIN,
    TAGS,
    UNIONS,
    written,
)
from wonders_duel.serialization.state_check import checked_state
from wonders_duel.serialization.step_check import checked_step
from wonders_duel.serialization.values import (
    card_reader,
    expect_object,
    finder,
    id_of,
    invalid,
    member_reader,
    tagged_card,
    wrong_tag,
)
from wonders_duel.state import State
from wonders_duel.step import Step

__all__ = ["converter_for"]


def converter_for(catalogue: Catalogue) -> Converter:
    """Return the converter of a catalogue.

    Args:
        catalogue: the cards of the documents.
    """
    found = catalogue.kept.get("converter")
    if not isinstance(found, Converter):
        found = catalogue.kept["converter"] = _ConverterBuilder(catalogue).converter
    return found


class _ConverterBuilder:
    """Builds a converter and registers every hook."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.converter = Converter(detailed_validation=True, forbid_extra_keys=True)
        self._plain_values()
        self._cards()
        self._lists()
        for kind in PLAIN:
            self._plain(kind)
        for union in UNIONS:
            self._union(union, _by_tag(union))
        self._union(GameResult | None, _by_tag(GameResult), optional=True)
        self._slots()
        self._moves()
        self._states()
        self._deals()
        self._records()
        self._steps()
        self._options()
        self._catalogues()

    def _hook(self, kind: Any, structure: Callable[[Any], object]) -> None:
        """Register a function that reads values of a type."""

        def read(value: Any, _: object) -> object:
            return structure(value)

        if isinstance(kind, type):
            self.converter.register_structure_hook(kind, read)
        else:
            self.converter.register_structure_hook_func(_same(kind), read)

    # -- values -------------------------------------------------------------------------------

    def _plain_values(self) -> None:
        def whole(value: object) -> int:
            if type(value) is int:
                return value
            raise invalid(f"expected a whole number, got {shown(value)}")

        def truth(value: object) -> bool:
            if isinstance(value, bool):
                return value
            raise invalid(f"expected true or false, got {shown(value)}")

        def text(value: object) -> str:
            if isinstance(value, str):
                return value
            raise invalid(f"expected a text, got {shown(value)}")

        def military_token(value: object) -> MilitaryToken:
            for token in MILITARY_TOKENS:
                if token.coins == whole(value):
                    return token
            raise invalid(f"unknown military token of {shown(value)} coins")

        self._hook(int, whole)
        self._hook(bool, truth)

        def texts(value: Any) -> object:
            expect_object(value)
            faults = [
                (step_to(key), f"expected a text, got {shown(one)}")
                for key, one in value.items()
                if not isinstance(one, str)
            ]
            if faults:
                raise PlacedError(*faults)
            return value

        self._hook(str, text)
        self._hook(MilitaryToken, military_token)
        self.converter.register_unstructure_hook(MilitaryToken, lambda token: token.coins)
        self._hook(dict[str, str], texts)
        for kind in ENUMS:
            self._hook(kind, member_reader(kind))
            self._hook(kind | None, member_reader(kind, optional=True))
            self.converter.register_unstructure_hook(kind, written)

    def _cards(self) -> None:
        cards = self.catalogue
        of: tuple[tuple[type, CardsById[Any]], ...] = (
            (Building, cards.buildings),
            (Wonder, cards.wonders),
            (ProgressToken, cards.tokens),
        )
        for kind, known in of:
            self._hook(kind, finder(known))
            self.converter.register_unstructure_hook(kind, id_of)
        tagged = {
            tag: finder(known) for tag, (_, known) in zip(CARD_TAGS.values(), of, strict=True)
        }
        some = {tag: tagged[tag] for tag in ("building", "wonder")}
        any_card = card_reader(tagged)
        self._hook(Card, any_card)
        self._hook(Card | None, lambda value: None if value is None else any_card(value))
        self._hook(Building | Wonder, card_reader(some))
        offered = {tag: tagged[tag] for tag in ("wonder", "token")}
        self._hook(Wonder | ProgressToken, card_reader(offered))
        for union in (Card, Card | None, Building | Wonder, Wonder | ProgressToken):
            self.converter.register_unstructure_hook_func(_same(union), tagged_card)

    def _lists(self) -> None:
        """Read JSON lists as tuples and sets, and nothing else."""
        converter = self.converter

        def factory(kind: Any) -> Callable[[Any, Any], object]:
            inner, *others = get_args(kind)
            structure = converter.get_structure_hook(inner)
            is_set = _is_set(kind)
            most = None if inner is Turn else MOST_ITEMS
            exactly = None if is_set or others == [...] else 1 + len(others)

            def read(value: Any, _: object) -> object:
                if type(value) is not list:
                    raise invalid(f"expected a list, got {shown(value)}")
                if most is not None and len(value) > most:
                    raise invalid(f"the list has {len(value)} items; expected at most {most}")
                if exactly is not None and len(value) != exactly:
                    raise invalid(f"the list has {len(value)} items; expected {exactly}")
                return _each(value, inner, structure, is_set=is_set)

            return read

        def write_factory(kind: Any) -> Callable[[Any], object]:
            write = converter.get_unstructure_hook(get_args(kind)[0])
            return lambda value: [write(one) for one in value]

        converter.register_structure_hook_factory(_is_list, factory)
        converter.register_unstructure_hook_factory(_is_list, write_factory)
        converter.register_unstructure_hook_func(_is_set, lambda value: sorted(map(id_of, value)))

    # -- objects ------------------------------------------------------------------------------

    def _plain(self, kind: type) -> None:
        """Write and read a class as an object with a key for each attribute."""
        converter = self.converter
        derived = DERIVED.get(kind, ())
        names = tuple(field.name for field in attrs.fields(kind) if field.init)
        omitted = OMITTED.get(kind, ())

        def read_factory(_: object) -> Callable[[Any, Any], object]:
            hooks = {
                name: override(struct_hook=_validated(check))
                for (owner, name), check in FIELD_VALIDATORS.items()
                if owner is kind
            }
            inner: Callable[[Any, Any], object] = make_dict_structure_fn(
                kind,
                converter,
                **hooks,  # type: ignore[arg-type]  # the other keywords are not used
            )
            required = (
                frozenset((*names, *derived))
                if kind in ALL_KEYS_REQUIRED or derived
                else frozenset()
            )

            def read(value: Any, asked: Any) -> object:
                expect_object(value)
                if not required:
                    return inner(value, asked)
                missing = sorted(required - value.keys())
                if missing:
                    raise PlacedError(*tuple((f".{key}", "missing key") for key in missing))
                made = inner({key: one for key, one in value.items() if key not in derived}, asked)
                for key in derived:
                    if type(value[key]) is not int or value[key] != getattr(made, key):
                        message = f"expected {getattr(made, key)}, got {shown(value[key])}"
                        raise PlacedError((f".{key}", message))
                return made

            return read

        def write_factory(_: object) -> Callable[[Any], object]:
            overrides = {name: override(omit_if_default=True) for name in omitted}
            inner: Callable[[Any], dict[str, object]] = make_dict_unstructure_fn(
                kind,
                converter,
                **overrides,  # type: ignore[arg-type]  # the other keywords are not used
            )

            def write(value: Any) -> object:
                made = inner(value)
                for key in derived:
                    made[key] = getattr(value, key)
                return made

            return write

        converter.register_structure_hook_factory(_same(kind), read_factory)
        converter.register_unstructure_hook_factory(_same(kind), write_factory)

    def _union(self, union: Any, members: Mapping[str, type], *, optional: bool = False) -> None:
        """Read and write a union; the key ``type`` names the class."""
        converter = self.converter
        hooks: dict[str, Callable[[Any, Any], object]] = {}

        def read(value: Any) -> object:
            if value is None and optional:
                return None
            expect_object(value)
            tag = value.get("type")
            kind = members.get(tag) if isinstance(tag, str) else None
            if kind is None or not isinstance(tag, str):
                raise wrong_tag(tag, members, has_tag="type" in value)
            hook = hooks.get(tag)
            if hook is None:
                hook = hooks[tag] = converter.get_structure_hook(kind)
            return hook({key: one for key, one in value.items() if key != "type"}, kind)

        def write(value: object) -> object:
            if value is None and optional:
                return None
            made: dict[str, object] = {"type": TAGS[type(value)]}
            made.update(converter.unstructure(value))
            return made

        self._hook(union, read)
        converter.register_unstructure_hook_func(_same(union), write)

    def _slots(self) -> None:
        """Read and write slots: buildings and backs, as objects marked face up or face down."""
        converter = self.converter
        union = shapes.FaceUp | shapes.FaceDown

        def read(value: Any) -> object:
            made = converter.structure(value, union)  # type: ignore[var-annotated,arg-type]  # it accepts a union
            return made.building if isinstance(made, shapes.FaceUp) else made.back

        def write(value: Building | Back) -> object:
            if isinstance(value, Building):
                return {"type": "face-up", "building": value.id}
            return {"type": "face-down", "back": value.value}

        self._hook(Building | Back, read)
        converter.register_unstructure_hook_func(_same(Building | Back), write)

    def _moves(self) -> None:
        converter = self.converter
        moves = self.catalogue.moves
        # Nearly every move is in canonical form, so the whole object can be looked up.
        whole: dict[object, Move] = {}

        def read(value: Any) -> Move:
            if not whole:
                whole.update((tuple(_described(move).items()), move) for move in moves)
            try:
                return whole[tuple(value.items())]
            except (AttributeError, KeyError, TypeError):
                return shapes.move_of(converter.structure(value, shapes.MoveShape), self.catalogue)  # type: ignore[arg-type]  # it accepts a union

        self._hook(Move, read)
        converter.register_unstructure_hook_func(_same(Move), _described)
        converter.register_unstructure_hook_func(
            lambda kind: isinstance(kind, type) and issubclass(kind, BaseMove), _described
        )

    # -- objects that are checked as a whole --------------------------------------------------

    def _states(self) -> None:
        converter = self.converter

        def read(value: Any) -> State:
            shape = converter.structure(value, shapes.StateShape)
            return checked_state(shape, self.catalogue)

        self._hook(State, read)
        converter.register_unstructure_hook(
            State, lambda state: converter.unstructure(shapes.state_shape(state))
        )

    def _deals(self) -> None:
        converter = self.converter

        def read(value: Any) -> Deal:
            shape = converter.structure(value, shapes.DealShape)
            try:
                return Deal(
                    draft=shape.draft,
                    board_tokens=shape.board_tokens,
                    great_library=shape.great_library,
                    ages=shape.ages,
                    catalogue=self.catalogue,
                )
            except DealError as error:
                raise PlacedError(*tuple(("", problem) for problem in error.problems)) from None

        def write(deal: Deal) -> object:
            return converter.unstructure(shapes.deal_shape(deal))

        self._hook(Deal, read)
        converter.register_unstructure_hook(Deal, write)

    def _records(self) -> None:
        converter = self.converter

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
                        (fault.place, fault.message)
                        for fault in faults_in(error, step_to(str(key)))
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
                    first_player=start.first_player, rules=start.rules, catalogue=self.catalogue
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

        self._hook(Tags, tags)
        converter.register_unstructure_hook(Tags, dict)
        self._hook(Record, read)
        converter.register_unstructure_hook(
            Record, lambda record: converter.unstructure(shapes.record_shape(record))
        )

    def _steps(self) -> None:
        converter = self.converter

        def read(value: Any) -> Step:
            return checked_step(converter.structure(value, shapes.StepShape))

        self._hook(Step, read)
        converter.register_unstructure_hook(
            Step, lambda step: converter.unstructure(shapes.step_shape(step))
        )

    # -- for apps -----------------------------------------------------------------------------

    def _options(self) -> None:
        converter = self.converter

        def read(value: Any) -> Options:
            return Options(converter.structure(value, shapes.OptionsShape).options)

        def write(options: Options) -> object:
            return converter.unstructure(shapes.OptionsShape(options))

        self._hook(Options, read)
        converter.register_unstructure_hook(Options, write)

    def _catalogues(self) -> None:
        """Write a catalogue for other programs; reading checks that it is the expected one."""
        converter = self.converter
        cards = self.catalogue

        def read(value: Any) -> Catalogue:
            shape = converter.structure(value, CatalogueShape)
            if (shape.name, shape.digest) != (cards.name, cards.digest):
                message = (
                    f"the document is of the catalogue {shown(shape.name)} (digest "
                    f"{shown(shape.digest)}), but was read with {shown(cards.name)} (digest "
                    f"{cards.digest}): pass the right catalogue=..."
                )
                raise PlacedError((".digest", message))
            return cards

        self._hook(Catalogue, read)
        for kind, union in ((Effect, EFFECTS), (Tally, TALLIES)):
            self._hook(kind, partial(converter.structure, cl=union))
            converter.register_unstructure_hook(
                kind,
                lambda thing, union=union: converter.unstructure(shape_of(thing), union),
            )


# -- the parts ------------------------------------------------------------------------------------


def _validated(check: Callable[[Any], object]) -> Callable[[Any, Any], object]:
    """Return a hook that reads a value with a validator."""
    return lambda value, _: check(value)


def _same(kind: Any) -> Callable[[Any], bool]:
    return lambda other: other == kind


def _is_list(kind: Any) -> bool:
    origin = getattr(kind, "__origin__", None)
    return origin is tuple or origin is frozenset


def _is_set(kind: Any) -> bool:
    return getattr(kind, "__origin__", None) is frozenset


def _described(move: Move) -> dict[str, str]:
    """Return the document form of a move."""
    return {"type": VERBS[move.kind], **dict(zip(move.__match_args__, move.arguments, strict=True))}


def _each(
    value: list[Any], inner: Any, structure: Callable[[Any, Any], object], *, is_set: bool
) -> object:
    """Read the items of a list, and collect the faults of all of them."""
    try:
        made = [structure(one, inner) for one in value]
    except Exception as error:
        raise _collected(value, inner, structure) from error
    if not is_set:
        return tuple(made)
    if len(set(made)) < len(made):
        raise invalid("duplicate item")
    return frozenset(made)


def _collected(
    value: list[Any], inner: Any, structure: Callable[[Any, Any], object]
) -> PlacedError:
    """Return an error with the faults of all items; other errors are raised unchanged."""
    faults: list[tuple[str, str]] = []

    for index, one in enumerate(value):
        try:
            structure(one, inner)
        except Exception as error:
            if not is_ours(error):
                raise
            faults += [(fault.place, fault.message) for fault in faults_in(error, f"[{index}]")]
            if len(faults) >= MOST_FAULTS:
                break
    return PlacedError(*faults)


def _by_tag(union: Any) -> dict[str, type]:
    return {TAGS[kind]: kind for kind in get_args(union) if kind is not NoneType}
