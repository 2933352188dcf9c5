"""The list of surviving mutants refers to existing expressions and is compared with a run."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.util import module_from_spec
from pathlib import Path

import attrs
import pytest

import wonders_duel
from tools.mutation import settings, survivors, tried
from tools.mutation.changed import Finder
from tools.mutation.compiled import only_compiled
from tools.mutation.survivors import Change, Survivor
from tools.mutation.tried import Tried

PACKAGE = Path(wonders_duel.__file__).parent
"""The installed package; its sources may be the only ones."""
LISTED = survivors.load()
MODULES = settings.load().modules


def _file(module: str) -> Path:
    """Return the file of a module as it is installed."""
    return PACKAGE.joinpath(*module.split(".")).with_suffix(".py")


@cache
def _functions(source: str) -> dict[str, str]:
    """Return the code of each function and class of a module, on one line, by name."""
    plain = survivors.without_comments(source)
    found = {"": survivors.on_one_line(plain)}

    def note(nodes: list[ast.stmt], within: str) -> None:
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                name = f"{within}{node.name}"
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                lines = plain.splitlines()[first - 1 : node.end_lineno]
                found[name] = survivors.on_one_line("\n".join(lines))
                note(node.body, f"{name}.")

    note(ast.parse(source).body, "")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_every_expression_of_the_list_exists(module: str) -> None:
    """Each entry quotes an expression of its function, changes it, and has a reason."""
    functions = _functions(_file(module).read_text(encoding="utf-8"))
    listed = [one for one in LISTED if one.module == module]

    faults = [fault for one in listed for fault in one.faults(functions)]
    assert not faults, "\n".join(faults)
    assert [one.expression for one in listed if len(one.reason) <= 20] == []


SOURCE = """\
class Market:
    \"\"\"A market.\"\"\"

    def price(self, card):
        if card.cost > 1:  # not free
            return pay(
                card.cost + 1,  # what it takes
                self.tax,
            )
        return card.cost + 1
"""
PRICE = Survivor(
    "trading", "Market.price", "NumberReplacer", "card.cost + 1", ["card.cost + 2"], "never read"
)


def test_the_package_is_not_imported_before_the_mutants() -> None:
    """A run would try none of them: what is imported already does not change."""
    folder = Path(__file__).parents[2]
    names = ["tools.mutation.__main__"]
    for name in names:
        file = folder.joinpath(*name.split(".")).with_suffix(".py")
        if not file.exists():
            continue  # a package or another library
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            found = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                found = [f"{node.module}.{one.name}" for one in node.names] + [f"{node.module}"]
            names += [one for one in found if one not in names]
    assert "tools.mutation.trial" in names
    assert [one for one in names if one.split(".")[0] == "wonders_duel"] == []


def test_an_entry_fits_whatever_the_layout_and_the_comments_are() -> None:
    """Line breaks and comments do not matter, and an expression may occur more than once."""
    call = attrs.evolve(PRICE, expression="pay(card.cost + 1, self.tax)", kind="DropStatement")

    assert PRICE.faults(_functions(SOURCE)) == []
    assert call.faults(_functions(SOURCE)) == []
    assert attrs.evolve(PRICE, places=[2]).faults(_functions(SOURCE)) == []
    assert PRICE.faults(_functions("LIMIT = 1\n\n\n" + SOURCE.replace("> 1", "> 5"))) == []


@pytest.mark.parametrize("module", sorted({one.module for one in LISTED}))
def test_an_edit_elsewhere_does_not_affect_the_entries(module: str) -> None:
    """An added line, an added comment and other docstrings leave every entry as it is."""
    source = _file(module).read_text(encoding="utf-8")
    added = f"LIMIT = 1\n\n\n{source}".replace(":\n", ":  # a comment\n")
    edited = re.sub(r'(?s)""".+?"""', '"""Other words."""', added)
    before, after = _functions(source), _functions(edited)

    assert edited.count("Other words.") > 1
    for one in LISTED:
        if one.module == module:
            assert one.faults(after) == one.faults(before)
            there = survivors.occurrences(one.expression, before.get(one.function, ""))
            assert survivors.occurrences(one.expression, after.get(one.function, "")) == there


@pytest.mark.parametrize("module", sorted({one.module for one in LISTED}))
def test_an_edit_of_a_listed_expression_is_reported_with_the_remedy(module: str) -> None:
    """Without its expression, each entry is named, with the file to change and what to run."""
    functions = _functions(_file(module).read_text(encoding="utf-8"))

    for one in LISTED:
        if one.module == module:
            code = functions.get(one.function, "")
            edited = code.replace(one.expression, "rewritten()")
            (fault,) = one.faults({one.function: edited})
            assert fault.startswith(f"{module}.{one.function}: {one.expression}: it occurs 0 times")
            assert f" in tools/mutation/survivors/{module}.toml, " in fault
            assert fault.endswith(f": nox -s mutation -- --only {module}")


def test_comments_and_docstrings_do_not_count() -> None:
    """An expression that a docstring or comment quotes is not found there; one in a string is."""
    quoted = SOURCE.replace("A market.", "Say card.cost + 1.\n\n    Twice: card.cost + 1.\n    ")
    stated = SOURCE.replace("self.tax,", '"card.cost + 1"\n')

    assert _functions(quoted)["Market.price"] == _functions(SOURCE)["Market.price"]
    for source, times in ((SOURCE, 2), (quoted, 2), (stated, 3)):
        assert survivors.occurrences(PRICE.expression, _functions(source)["Market"]) == times
        plain = survivors.without_comments(source)
        assert [*map(len, plain.splitlines())] == [*map(len, source.splitlines())]


REMEDY = (
    "change or move its entry in tools/mutation/survivors/trading.toml, or delete it if the code "
    "is gone, then run: nox -s mutation -- --only trading"
)


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (attrs.evolve(PRICE, function="Market.cost"), f"there is no such function; {REMEDY}"),
        (attrs.evolve(PRICE, expression="card.cost"), None),
        (
            attrs.evolve(PRICE, expression="cost - 1"),
            f"it occurs 0 times in the function, not once; {REMEDY}",
        ),
        (
            attrs.evolve(PRICE, places=[3]),
            f"it occurs 2 times in the function, not 3 times; {REMEDY}",
        ),
        (attrs.evolve(PRICE, becomes=["card.cost + 1"]), "it does not change"),
        (attrs.evolve(PRICE, reason=" "), "no reason is given"),
    ],
)
def test_an_entry_that_does_not_fit_is_named(entry: Survivor, fault: str | None) -> None:
    """An entry that no longer fits is named with its function and expression, and the fault."""
    named = f"{entry.module}.{entry.function}: {entry.expression}: {fault}"

    assert entry.faults(_functions(SOURCE)) == ([named] if fault else [])


def test_the_list_covers_only_mutated_modules() -> None:
    """The list covers only mutated modules, and each module and its tests exist."""
    chosen = settings.load()

    astray = sorted({one.module for one in LISTED} - {*MODULES})
    assert astray == [], "rename or delete their files in tools/mutation/survivors"
    assert all(_file(module).exists() for module in MODULES)
    for test in [test for module in MODULES for group in chosen.stages(module) for test in group]:
        assert (settings.ROOT / test.partition("::")[0]).exists()


@pytest.mark.parametrize("module", ["notation", "effects.coins", "render.drawing.marks"])
def test_a_module_in_a_folder_is_changed_under_its_whole_name(module: str) -> None:
    """A changed source is imported as the module in its folder, and as no other."""
    path = settings.path_of(module)
    finder = Finder(path, "LIMIT = 5\n")
    spec = finder.find_spec(f"wonders_duel.{module}")

    assert settings.module_of(path) == settings.module_of(path.relative_to(settings.ROOT)) == module
    assert spec is not None
    assert spec.loader is not None
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    assert loaded.LIMIT == 5
    assert loaded.__file__ == str(path)
    folder, _, name = module.rpartition(".")
    others = [f"{folder}.{name}x", f"other.{module}", folder, *([name] if folder else [])]
    assert [finder.find_spec(f"wonders_duel.{one}".rstrip(".")) for one in others] == [None] * len(
        others
    )


def test_what_only_the_compiled_package_runs_has_no_mutants() -> None:
    """These are the blocks below the comment, and below the condition without one; and statements."""
    source = """\
def both(value):
    if _COMPILED:
        fast(value)
    else:
        slow(value)
    if value < 0:
        slow(value)
    elif value > LOW:  # compiled only
        fast(value)
        fast(-value)
    elif value:
        slow(value)
    else:  # compiled only
        fast(0)
    return value  # compiled only in a comment says nothing


def fast(
    value,
) -> None:  # compiled only
    if value:
        print(value)


class Both:
    def __init__(  # compiled only
        self,
    ):
        self.value = 1


class Later:
    value = 0
    place: int = 0  # compiled only
    call(
        value
    )  # compiled only
"""
    lines = {number for block in only_compiled(source) for number in block}
    assert lines == {3, 8, 9, 10, 14, 21, 22, 29, 34, 35, 36, 37}


def test_a_correct_list_has_no_problems() -> None:
    """A list in which exactly the survivors are listed has no problems."""
    one = Survivor(
        "engine", "apply", "NumberReplacer", "a = 1", ["a = 2", "a = 0"], "a is never read"
    )
    first = attrs.evolve(one, places=[1])

    assert survivors.problems(one.changes, [one]) == []
    assert survivors.problems(first.changes, [first]) == []
    assert survivors.problems(first.changes, [one]) == []
    assert survivors.problems([], []) == []


def test_the_place_of_an_expression_counts() -> None:
    """A mutant that survives in one place is not listed by an entry for another one."""
    one = Survivor(
        "engine", "apply", "NumberReplacer", "a = 1", ["a = 2"], "a is never read", places=[2]
    )
    (second,) = one.changes
    third = attrs.evolve(second, place=3)

    assert survivors.problems([second, third], [one]) == [
        "survives and is not listed: engine.apply: NumberReplacer, place 3\n  - a = 1\n  + a = 2"
    ]
    assert survivors.problems([third], [one])[1:] == [
        "listed and does not survive: engine.apply: NumberReplacer, place 2\n  - a = 1\n  + a = 2"
    ]


def test_functions_that_were_not_tried_to_the_end_may_lack_survivors() -> None:
    """Only an unlisted mutant that survives is a problem there."""
    one = Survivor("engine", "apply", "NumberReplacer", "a = 1", ["a = 2"], "a is never read")
    other = Change("engine", "apply", "NumberReplacer", "b = 1", "b = 2", 1)

    def is_complete(module: str, function: str) -> bool:
        return (module, function) != ("engine", "apply")

    assert survivors.problems([], [one], is_complete) == []
    assert survivors.problems([other], [one], is_complete) == [
        "survives and is not listed: engine.apply: NumberReplacer, place 1\n  - b = 1\n  + b = 2"
    ]


def test_a_wrong_list_is_reported() -> None:
    """Unlisted survivors, stale or duplicate entries and missing reasons are reported."""
    one = Survivor("engine", "apply", "NumberReplacer", "a = 1", ["a = 2"], " ")
    other = Change("trading", "Market.price", "NumberReplacer", "b = 1", "b = 2", 1)

    assert survivors.problems([other], [one, one]) == [
        "no reason is given for engine.apply: a = 1",
        "no reason is given for engine.apply: a = 1",
        "listed twice: engine.apply: NumberReplacer\n  - a = 1\n  + a = 2",
        "survives and is not listed: trading.Market.price: NumberReplacer, place 1\n  - b = 1\n  + b = 2",
        "listed and does not survive: engine.apply: NumberReplacer\n  - a = 1\n  + a = 2",
    ]


def test_the_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    """The record has a line for each function, in order, and one for the code outside of them."""
    path = tmp_path / "tried.txt"
    record = {
        ("trading", "Market.price"): Tried("0123456789abcdef", 12, 11),
        ("trading", ""): Tried("fedcba9876543210", 3, 3),
    }

    tried.save(record, path)

    assert tried.load(path) == record
    assert path.read_text(encoding="utf-8").splitlines()[1:] == [
        "trading - fedcba9876543210 3 3",
        "trading Market.price 0123456789abcdef 12 11",
    ]


def test_every_recorded_function_is_of_a_mutated_module() -> None:
    """The record names only modules that are mutated, with at most as many killed as mutants."""
    record = tried.load()

    assert {module for module, _ in record} <= {*MODULES}
    assert all(0 <= one.killed <= one.mutants for one in record.values())


def test_the_table_of_the_record_adds_up() -> None:
    """The last row of the table has the sums of the others."""
    _, rows = tried.table()
    numbers = [[int(cell.replace(",", "").split()[0]) for cell in row[1:]] for row in rows]

    assert [row[0] for row in rows[:-1]] == sorted({one.split(".")[0] for one, _ in tried.load()})
    assert numbers[-1] == [sum(column) for column in zip(*numbers[:-1], strict=True)]
