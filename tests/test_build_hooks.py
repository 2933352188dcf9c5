"""Build hooks: docstrings for compiled code, and a package description without dead links."""

from __future__ import annotations

import re
from inspect import cleandoc
from pathlib import Path

import pytest

from build_hooks.deallocation import without_trashcan
from build_hooks.docstrings import Documented, add_docstrings, documented, literal
from build_hooks.readme import with_addresses

ROOT = Path(__file__).parent.parent

SOURCE = '''
"""A module with "quotes"."""


def pay(coins: int, /, *to: str, at: Player = Player.ONE, **more: int) -> int | None:
    """Pay \\n, "é"."""


def _silent(): ...


class Draft:
    """A draft."""

    coins: int
    """The coins.

    All of them.
    """
    bare: int

    def freeze(self) -> None:
        """Freeze it."""


class City(Draft):
    """A city."""

    coins: int
    """The coins of a city."""
    left: int
    """What is left."""

    @property
    def rich(self) -> bool:
        """Whether it is rich."""

    @classmethod
    def of(cls, coins=7, *, by=None) -> City:
        """Make one."""

    @staticmethod
    def cost(units, /, price: int = 2):
        """Say a price."""

    def __repr__(self) -> str: ...
'''

CODE = r"""
static PyGetSetDef city___City_getseters[] = {
    {"coins",
     (getter)city___City_get_coins, (setter)city___City_set_coins,
     NULL, NULL},
    {"bare",
     (getter)city___City_get_bare, NULL,
     NULL, NULL},
    {"rich",
     (getter)city___City_get_rich,
    NULL, NULL, NULL},
    {NULL}  /* Sentinel */
};

static PyMethodDef city___City_methods[] = {
    {"__internal_mypyc_setup", (PyCFunction)CPyDef_setup, METH_O, NULL},
    {"of",
     (PyCFunction)CPyPy_city___City___of,
     METH_FASTCALL | METH_KEYWORDS | METH_CLASS, PyDoc_STR(NULL)},
    {"cost",
     (PyCFunction)CPyPy_city___City___cost,
     METH_FASTCALL | METH_KEYWORDS | METH_STATIC, PyDoc_STR("cost(units, /, price='}')\n--\n\n")},
    {"__repr__",
     (PyCFunction)CPyPy_city___City_____repr__,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("__repr__($self, /)\n--\n\n")},
    {NULL}  /* Sentinel */
};

static PyTypeObject CPyType_city___City_template_ = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "City",
    .tp_doc = PyDoc_STR("City()\n--\n\n"),
};

static PyTypeObject CPyType_town___City_template_ = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_doc = PyDoc_STR("City()\n--\n\n"),
};

static PyMethodDef citymodule_methods[] = {
    {"pay", (PyCFunction)CPyPy_city___pay, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR(NULL) /* docstring */},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef citymodule = {
    PyModuleDef_HEAD_INIT,
    "wonders_duel.engine.city",
    NULL, /* docstring */
    0,       /* size of per-interpreter state of the module */
};

static struct PyModuleDef townmodule = {
    PyModuleDef_HEAD_INIT,
    "wonders_duel.town",
    NULL, /* docstring */
};
"""


def test_docstrings_are_found() -> None:
    """Docstrings of modules, functions, classes, methods and fields are found, inherited ones too."""
    assert list(documented(SOURCE)) == [
        Documented("", "", 'A module with "quotes".'),
        Documented(
            "",
            "pay",
            "pay(coins: int, /, *to: str, at: Player = Player.ONE, **more: int) -> int | None"
            '\n\nPay \n, "é".',
            "pay(coins, /, *to, at=wonders_duel.Player.ONE, **more)",
        ),
        Documented("Draft", "", "A draft."),
        Documented("Draft", "coins", "The coins.\n\nAll of them."),
        Documented("Draft", "freeze", "freeze() -> None\n\nFreeze it.", "freeze($self)"),
        Documented("City", "", "A city."),
        Documented("City", "coins", "The coins of a city."),
        Documented("City", "left", "What is left."),
        Documented("City", "rich", "Whether it is rich."),
        Documented(
            "City",
            "of",
            "of(coins=7, *, by=None) -> City\n\nMake one.",
            "of($cls, coins=7, *, by=None)",
        ),
        Documented(
            "City",
            "cost",
            "cost(units, /, price: int = 2)\n\nSay a price.",
            "cost(units, /, price=2)",
        ),
    ]


def test_inherited_fields_have_their_docstrings() -> None:
    """Inherited fields have docstrings, since mypyc creates them for each class, unlike methods."""
    source = '"""A module."""\nclass A:\n    one: int\n    """One."""\n    def two(self):\n        """Two."""\nclass B(A): ...'

    assert [one[:3] for one in documented(source) if one.owner == "B"] == [("B", "one", "One.")]


def test_docstrings_are_put_into_the_code() -> None:
    """Each docstring is inserted after its signature, and nothing else in the C code changes."""
    code, missing = add_docstrings(CODE, "city", list(documented(SOURCE)))

    added = [line for line in code.splitlines() if line not in CODE.splitlines()]
    assert "\n".join(line.strip() for line in added) == cleandoc(
        r"""
        PyDoc_STR("The coins of a city."), NULL},
        NULL, PyDoc_STR("Whether it is rich."), NULL},
        METH_FASTCALL | METH_KEYWORDS | METH_CLASS, PyDoc_STR("of($cls, coins=7, *, by=None)\n"
        "--\n"
        "\n"
        "of(coins=7, *, by=None) -> City\n"
        "\n"
        "Make one.")},
        METH_FASTCALL | METH_KEYWORDS | METH_STATIC, PyDoc_STR("cost(units, /, price='}')\n--\n\n"
        "cost(units, /, price: int = 2)\n"
        "\n"
        "Say a price.")},
        .tp_doc = PyDoc_STR("City()\n--\n\n"
        "A city."),
        {"pay", (PyCFunction)CPyPy_city___pay, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("pay(coins, /, *to, at=wonders_duel.Player.ONE, **more)\n"
        "--\n"
        "\n"
        "pay(coins: int, /, *to: str, at: Player = Player.ONE, **more: int) -> int | None\n"
        "\n"
        "Pay \n"
        ", \"\303\251\".") /* docstring */},
        PyDoc_STR("A module with \"quotes\"."), /* docstring */
        """
    )
    assert code.count("City()") == CODE.count("City()")
    assert missing == ["city.Draft", "city.Draft.coins", "city.Draft.freeze", "city.City.left"]


def test_a_docstring_without_a_place_is_named() -> None:
    """A docstring without a place in the C code is an error, and the code stays unchanged."""
    docs = [Documented("City", "coins", "The coins."), Documented("", "", "A module.")]

    assert add_docstrings(CODE, "village", docs) == (CODE, ["village.City.coins", "village"])
    assert add_docstrings("int city;", "city", docs) == ("int city;", ["city.City.coins", "city"])


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", ""),
        ("one", '"one"'),
        ('a "b"\nc', '"a \\"b\\"\\n"\n"c"'),
        ("back\\slash", '"back\\\\slash"'),
        ("é1", '"\\303\\2511"'),
        ("what??!", '"what?\\?!"'),
    ],
)
def test_text_is_written_as_c(text: str, written: str) -> None:
    """A docstring becomes C text with one literal per line, escaped where C requires it."""
    assert literal(text) == written


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "see [the tutorial](docs/tutorial.md)!",
            "see [the tutorial](a:/b/blob/v1.2/docs/tutorial.md)!",
        ),
        (
            "[two\nlines](a.md#b) [x](y)",
            "[two\nlines](a:/b/blob/v1.2/a.md#b) [x](a:/b/blob/v1.2/y)",
        ),
        ('<img src="a/b.svg" width="9">', '<img src="a:/b/raw/v1.2/a/b.svg" width="9">'),
        ('<source srcset="b.svg">', '<source srcset="a:/b/raw/v1.2/b.svg">'),
        ("[a page](https://example.org) [below](#below)",) * 2,
        ('<img src="https://example.org/a.svg">',) * 2,
    ],
)
def test_paths_become_addresses(text: str, wanted: str) -> None:
    """Relative links and images become addresses in the repository, and absolute ones stay."""
    assert with_addresses(text, "a:/b", "1.2") == wanted


def test_the_description_has_no_link_that_leads_nowhere() -> None:
    """Each link and image of the README is a file, and becomes an address of the repository."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    target = re.compile(r"""\]\(([^)]*)\)|(?:src|srcset)="([^"]*)\"""")
    paths = [link or image for link, image in target.findall(readme)]
    made = target.findall(with_addresses(readme, "https://there", "1.2"))
    addresses = [link or image for link, image in made]

    assert len(paths) > 30
    assert [one for one in paths if not (ROOT / one.partition("#")[0]).is_file()] == []
    assert addresses == [
        f"https://there/{'raw' if one.endswith('.svg') else 'blob'}/v1.2/{one}" for one in paths
    ]


def test_untracked_objects_are_freed_at_once() -> None:
    """Only the code of classes that the garbage collector does not track changes."""
    function = """
        static void
        City_dealloc(CityObject *self)
            {
                UNTRACK
                if (City_free_instance == NULL) { return; }
                CPy_TRASHCAN_BEGIN(self, City_dealloc)
                City_clear((PyObject *)self);
                CPy_TRASHCAN_END(self)
                done: ;
            }
        """
    tracked = function.replace("UNTRACK", "PyObject_GC_UnTrack(self);")
    code = without_trashcan(tracked + function + tracked)

    assert code.count(tracked) == 2
    assert code.count("CPy_TRASHCAN") == 4
    assert code.count("City_clear") == code.count("done: ;") == 3
    assert without_trashcan(code) == code
