"""Sphinx configuration: ``sphinx-build -n -T -W --keep-going -b html docs docs/_build/html``."""

import re
import sys
from pathlib import Path
from typing import Any, get_args

from docutils import nodes
from sphinx import addnodes

import wonders_duel
import wonders_duel.languages

project = "wonders-duel"
author = "The wonders-duel maintainers"
copyright = f"2026, {author}"
release = version = wonders_duel.__version__

# Import the extensions in _ext from the root of the project.
sys.path.insert(0, str(Path(__file__).parent.parent))

extensions = [
    "docs._ext.computed",
    "docs._ext.features",
    "docs._ext.figures",
    "docs._ext.gallery",
    "docs._ext.notebooks",
    "docs._ext.play",
    "docs._ext.plots",
    "docs._ext.rulings",
    "docs._ext.window",
    "docs._ext.words",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["_build", "reference/perft_table.md"]

html_theme = "furo"
html_title = f"wonders-duel {version}"
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_favicon = "_static/showcase/favicon.svg"
html_theme_options = {
    "light_logo": "showcase/logo-light.svg",
    "dark_logo": "showcase/logo-dark.svg",
}

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# Copy the input without prompts and output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

autodoc_default_options = {"member-order": "bysource"}
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_attr_annotations = False
maximum_signature_line_length = 90

# All references must resolve except Python's own: the build fetches no inventories.
nitpick_ignore_regex = [
    ("py:class", r"(collections\.abc|fractions|io|random|enum|types|typing)\.\w+"),
    ("py:class", r"concurrent\.futures\._base\.Executor"),
    ("py:class", r"Fraction|Random|(typing_extensions\.)?TypeForm"),
    ("py:class", r"(os\.|pathlib\.)?Path(Like)?"),
    # What a search reads of an evaluation.
    ("py:class", r"wonders_duel\.evaluation\.rating\.Rating"),
    # Arrays, and classes of frameworks.
    (
        "py:class",
        r"(Int8|Int16|Float32|Row)Array|(Int8|Float32)Type|Rows|npt?\.\w+|(numpy|gymnasium|pettingzoo)\..+",
    ),
    # Type aliases that their pages explain.
    (
        "py:class",
        r"([\w.]+\.)?(_[CT]|Json|File|Form|Row|GameResult|Document|Part|Policy|SearchStrategy|Layout)",
    ),
]


def keep_colons(
    _app: object, what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Keep napoleon from parsing ``The pawn: ...`` in an attribute docstring as a type."""
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]  # an empty comment, so that the first line has no colon


# Unions as autodoc writes them, and their names.
UNIONS = {
    " | ".join(
        f"~{one.__module__}.{one.__qualname__}" for one in get_args(getattr(wonders_duel, name))
    ): name
    for name in ("Card", "ChanceOutcome", "Move", "PlanLine", "Reason")
}
# Where classes are defined, and where users import them from.
PUBLIC = {
    f"{thing.__module__}.{thing.__qualname__}": f"{module.__name__}.{name}"
    for module in (wonders_duel.languages, wonders_duel)
    for name, thing in vars(module).items()
    if isinstance(thing, type) and name in module.__all__
}
# Replacements for defaults whose repr is not valid Python, or too long.
DEFAULTS = {
    r"<Catalogue 'base'[^>]*>": "catalogue",
    r"\bRules\(centre.*?\)": "Rules()",
    r"\bCost\(coins.*?\)": "Cost()",
    r"\bNOTHING\b": "...",
}
# Unions that keep compiled code from checking a type before our own, clearer check does.
PLAIN = {
    r"\bWhole\b": "int",
    r"\bint \| (~?enum\.)?IntEnum\b": "int",
    r"\bText\b": "str",
    r"\bSeed \| StrEnum\b": "Seed",
}


def tidy_signature(
    _app: object,
    _what: str,
    full_name: str,
    _thing: object,
    _options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Show unions and classes by their public names, such as ``Move``, and simplify the rest."""
    if full_name in {"wonders_duel.State", "wonders_duel.City"}:
        return "", None  # only the engine calls the constructor
    for members, name in UNIONS.items():
        signature = signature and signature.replace(members, f"~wonders_duel.{name}")
        returns = returns and returns.replace(members, f"~wonders_duel.{name}")
    for path, name in PUBLIC.items():
        signature = signature and re.sub(rf"{re.escape(path)}\b", name, signature)
        returns = returns and re.sub(rf"{re.escape(path)}\b", name, returns)
    for pattern, text in (DEFAULTS | PLAIN).items():
        signature = signature and re.sub(pattern, text, signature)
    return signature, returns


def show_public_names(_app: object, doctree: nodes.document) -> None:
    """Link a class by the name that users import, not by the module that defines it."""
    for link in doctree.findall(addnodes.pending_xref):
        link["reftarget"] = PUBLIC.get(link["reftarget"], link["reftarget"])


def setup(app: Any) -> None:
    """Connect the handlers; ``keep_colons`` must precede napoleon, whose priority is 500."""
    app.connect("doctree-read", show_public_names)
    app.connect("autodoc-process-docstring", keep_colons, priority=400)
    app.connect("autodoc-process-signature", tidy_signature)
