"""Every public signature is fully annotated, without ``Any``."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import sys
import types
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from typing_extensions import TypeAliasType

import wonders_duel
from tests.test_layers import INTERNAL
from tools.distributions import MODULES as COMPILED
from wonders_duel import Colour, ExtraError, is_compiled
from wonders_duel.bots import Bot
from wonders_duel.search import BatchEvaluation, Prior, Selection

# Arrays of numpy, and the frameworks of the environments, have "Any" in their types.
OTHERS = ("arrays", "gymnasium", "openspiel", "pettingzoo", "pictures", "vector")
MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(wonders_duel.__path__, "wonders_duel.")
    if module.name != "wonders_duel.__main__"
    and module.name.removeprefix("wonders_duel.learn.") not in OTHERS
]
# An annotation may name something that its module imports for type checkers only.
NAMES = {name: value for module in MODULES for name, value in vars(module).items()}
NAMES |= dict.fromkeys(("Int8Array", "Int16Array", "RowArray"), object)
# Compiled functions keep no annotations; the files are the same in both builds.
INTERPRETED = [module for module in MODULES if str(module.__file__).endswith(".py")]
LEFT_OUT = {*INTERNAL, "build", "unpickle"}
"""The folders and modules from which users do not import, and those for tools and pickles."""
# Hypothesis makes these functions, in a module of its own.
MADE = {
    f"wonders_duel.testing.strategies.accept.<locals>.{name}"
    for name in ("games", "played_states", "positions", "records", "states")
}
FOLDER = str(Path(wonders_duel.__file__).parent)
ROOT = Path(__file__).parents[1]


def _says_any(hint: object, seen: frozenset[str] = frozenset()) -> bool:
    """Return whether a type contains ``Any``, through aliases too."""
    if hint is typing.Any:
        return True
    if isinstance(hint, str | typing.ForwardRef):  # a recursive alias
        name = hint if isinstance(hint, str) else hint.__forward_arg__
        return name not in seen and _says_any(NAMES.get(name), seen | {name})
    if isinstance(hint, list | tuple):  # the arguments of a Callable
        return any(_says_any(one, seen) for one in hint)
    if isinstance(hint, typing.TypeVar):
        return _says_any((hint.__bound__, *hint.__constraints__), seen)
    return any(_says_any(one, seen) for one in typing.get_args(hint))


def _faults(function: Callable[..., object], place: str) -> Iterator[str]:
    """Return the faults of one signature."""
    function = inspect.unwrap(function)
    assert isinstance(function, types.FunctionType)
    hints = typing.get_type_hints(function, {**NAMES, **function.__globals__})
    parameters = list(inspect.signature(function).parameters)
    if "." in place and parameters[:1] in (["self"], ["cls"]):
        del parameters[0]
    if function.__name__ == "__init__":
        hints.setdefault("return", type(None))
    for name in [*parameters, "return"]:
        if name not in hints:
            yield f"{place}: {name} is not annotated"
        elif _says_any(hints[name]):
            yield f"{place}: {name} is {hints[name]}"


def _of_annotations(thing: type | types.ModuleType, place: str) -> Iterator[str]:
    """Return the faults of the annotated names of a class or a module."""
    module = thing if isinstance(thing, types.ModuleType) else sys.modules[thing.__module__]
    said = {
        name: hint
        for name, hint in inspect.get_annotations(thing).items()
        if not name.startswith("_") and hint != "Final"
    }
    # A dict with types keeps them with the module that they are from, as of Python 3.14.
    bare = thing if typing.is_typeddict(thing) else type("bare", (), {"__annotations__": said})
    for name, hint in typing.get_type_hints(bare, {**NAMES, **vars(module)}).items():
        if _says_any(hint):
            yield f"{place}.{name} is {hint}"


def _of_class(kind: type, place: str) -> Iterator[str]:
    """Return the faults of what a class defines itself, its attrs initialiser included."""
    yield from _of_annotations(kind, place)
    for name, value in vars(kind).items():
        if name.startswith("_") and not name.endswith("__"):
            continue
        for part in (value, *(getattr(value, one, None) for one in ("fget", "fset", "__func__"))):
            file = part.__code__.co_filename if isinstance(part, types.FunctionType) else ""
            if file.startswith(FOLDER) or (name == "__init__" and file.startswith("<attrs")):
                yield from _faults(part, f"{place}.{name}")


def _of_module(module: types.ModuleType) -> Iterator[str]:
    """Return the faults of the public names of a module."""
    for name in getattr(module, "__all__", []):
        value = getattr(module, name)
        place = f"{module.__name__}:{name}"
        if isinstance(value, types.FunctionType):
            yield from _faults(value, place)
        elif isinstance(value, type):
            yield from _of_class(value, place)
        elif _says_any(value):
            yield f"{place} is {value}"
    yield from _of_annotations(module, module.__name__)


@pytest.mark.parametrize("module", [wonders_duel, *INTERPRETED], ids=lambda module: module.__name__)
def test_every_public_signature_is_complete(module: types.ModuleType) -> None:
    """Each public argument, result and attribute has a type without ``Any``."""
    assert list(_of_module(module)) == []


def _public() -> dict[str, Any]:
    """Return the public classes and functions, with the methods and properties of the classes."""
    found = {}
    for module in (wonders_duel, *MODULES):
        folder, _, inside = module.__name__.removeprefix("wonders_duel.").partition(".")
        if folder in LEFT_OUT or inside:  # what users import from a folder is in its file
            continue
        for value in [getattr(module, name) for name in getattr(module, "__all__", [])]:
            if isinstance(value, type | types.FunctionType) and value.__module__ in sys.modules:
                found[f"{value.__module__}.{value.__qualname__}"] = value
            for kind in value.__mro__ if isinstance(value, type) else ():
                if not kind.__module__.startswith("wonders_duel"):
                    continue
                place = f"{kind.__module__}.{kind.__qualname__}"
                for name, part in vars(kind).items():
                    method = getattr(part, "fget", getattr(part, "__func__", part))
                    is_public = name == "__init__" or not name.startswith("_")
                    if is_public and isinstance(method, types.FunctionType):
                        found[f"{place}.{name}"] = method
    return found


def _holds_stand_in(hint: object) -> bool:
    """Return whether a type still contains what ``later`` returned."""
    if isinstance(hint, typing.ForwardRef):  # or of a recursive alias
        return hint.__forward_arg__.startswith("__import__(")
    return any(map(_holds_stand_in, hint if isinstance(hint, list) else typing.get_args(hint)))


def test_annotations_can_be_resolved() -> None:
    """Tools that check types or make documents read them by ``typing.get_type_hints``."""
    public = _public()
    failing = set()
    for name, value in public.items():
        try:
            hints = typing.get_type_hints(value)
        except NameError:
            failing.add(name)
        except ExtraError:  # arrays, where numpy is not installed
            assert name.startswith("wonders_duel.learn.")
        else:
            assert not any(map(_holds_stand_in, hints.values())), name

    assert len(public) > 1000 or is_compiled
    assert failing == MADE


def test_public_types_can_be_resolved_from_other_modules() -> None:
    """The annotations of a user's function may name public types, whose parts it does not know."""
    checked = set()
    for module in MODULES:
        if LEFT_OUT.isdisjoint(module.__name__.split(".")):
            for name in getattr(module, "__all__", []):
                alias = getattr(module, name)
                if typing.get_origin(alias) or isinstance(alias, TypeAliasType):
                    user = types.FunctionType((lambda: None).__code__, {"__name__": "user"})
                    user.__annotations__ = {
                        "one": alias,
                        "several": types.GenericAlias(list, alias),
                    }
                    typing.get_type_hints(user)
                    checked.add(name)

    assert {"Event", "Interval", "Json", "Reason", "Seed"} <= checked


def test_stand_ins_are_what_type_checkers_see() -> None:
    """The name that stands for a class at run time is imported from the same place for type checkers."""
    number = 0
    for module in INTERPRETED:
        source = Path(str(module.__file__)).read_text(encoding="utf-8")
        imported: dict[str, str | None] = {}
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                imported |= {
                    alias.name: one.module
                    for one in node.body
                    if isinstance(one, ast.ImportFrom)
                    for alias in one.names
                }
        stand_ins = re.findall(r"^(.+) = later\((.+), (.+)\)$", source, re.MULTILINE)
        for target, where, name in stand_ins:
            plain = name.strip('"')
            is_for_mypyc = module.__name__ in COMPILED
            assert target == (f"globals()[{name}]" if is_for_mypyc else f"    {plain}")
            assert where == f'"{imported[plain]}"'
        number += len(stand_ins)

    assert number > 20


@pytest.mark.parametrize(
    "kind", [Bot, BatchEvaluation, Prior, Selection], ids=lambda kind: kind.__name__
)
def test_a_users_class_may_name_its_parameters_as_it_likes(kind: type) -> None:
    """The methods that a user's class has to have get their arguments by position.

    Otherwise ``choose(self, position)`` would not be that of a bot for pyright, although it is at run time.
    """
    kinds = {
        parameter.kind
        for name in dir(kind)
        if not name.startswith("_")
        for parameter in inspect.signature(getattr(kind, name)).parameters.values()
    }

    assert kinds == {inspect.Parameter.POSITIONAL_ONLY}


def test_only_compiled_modules_are_left_out() -> None:
    """Only compiled modules are left out, which are none in the pure build."""
    left_out = {module.__name__ for module in MODULES} - {one.__name__ for one in INTERPRETED}

    assert left_out == ({*COMPILED} - {"wonders_duel__mypyc"} if is_compiled else set())


_Alias = dict[str, list[Any]]


def _written(one: _Alias, two: Callable[[Any], int], three: int) -> tuple[Any, ...]:
    return (one, two, three)


@attrs.frozen
class _Made:
    by_type: int = attrs.field(converter=int)
    by_class: Colour = attrs.field(converter=Colour)
    whatever: Any = None
    number: int = 0

    @property
    def half(self) -> Any:
        return self.number / 2

    @classmethod
    def of(cls, one: list[_Alias]) -> int:
        return len(one)


def test_an_any_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ``Any`` or a missing type is found in arguments, results, aliases and attributes."""
    monkeypatch.setattr(sys.modules[__name__], "FOLDER", str(Path(__file__).parent))

    def where(faults: Iterator[str]) -> list[str]:
        return [fault.partition(" is ")[0] for fault in faults]

    assert where(_faults(_written, "written")) == [
        "written: one",
        "written: two",
        "written: return",
    ]
    assert where(_of_class(_Made, "Made")) == [
        "Made.whatever",
        "Made.half: return",
        "Made.of: one",
        "Made.__init__: by_type",
        "Made.__init__: by_class",
        "Made.__init__: whatever",
    ]


def test_user_programs_name_every_public_name() -> None:
    """Each name of the modules that the reference lists is in a program that type checkers check."""
    page = (ROOT / "docs" / "reference" / "index.md").read_text(encoding="utf-8")
    modules = {"wonders_duel", *re.findall(r"`(wonders_duel\.\w+)`", page)}
    programs = [
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "typing_tests").glob("*.py"))
    ]
    used = set(re.findall(r"\w+", "".join(programs)))

    assert len(modules) > 20
    assert {
        f"{module}.{name}"
        for module in modules
        for name in importlib.import_module(module).__all__
        if name not in used
    } == set()
