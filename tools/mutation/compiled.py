"""The code that only the compiled package runs: no mutant of it could be noticed.

Mutants are tried in the interpreted package. The golden files, which both builds have to reproduce,
cover this code.
"""

from __future__ import annotations

import ast
from typing import Final

__all__ = ["only_compiled"]

_COMMENT: Final = "# compiled only"
_CONDITION: Final = "if _COMPILED:"
_SIMPLE: Final = (ast.AnnAssign, ast.Assign, ast.AugAssign, ast.Expr, ast.Return)


def only_compiled(source: str) -> list[range]:
    """Return the lines that only the compiled package runs or needs.

    These are the bodies of functions and conditions whose heads end with the comment "compiled only",
    and of ``if _COMPILED:``; such an ``elif`` itself; and simple statements with the comment. Coverage
    leaves out the same lines.

    Args:
        source: the source of a module.
    """
    lines = source.splitlines()
    marked = {
        number
        for number, line in enumerate(lines, 1)
        if line.endswith(_COMMENT) or line.strip() == _CONDITION
    }
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, _SIMPLE):
            own = range(node.lineno, (node.end_lineno or 0) + 1)
            if marked.intersection(own):
                found.append(own)
            continue
        if isinstance(node, ast.If) and lines[node.lineno - 1].lstrip().startswith("elif"):
            condition = range(node.lineno, node.body[0].lineno)
            if marked.intersection(condition):
                found.append(condition)
        if isinstance(node, ast.FunctionDef):
            blocks = [(node.lineno, node.body)]
        elif isinstance(node, ast.If):
            after = (node.body[-1].end_lineno or 0) + 1
            blocks = [(node.lineno, node.body), (after, node.orelse)]
        else:
            continue
        for head, block in blocks:
            if block and marked.intersection(range(head, block[0].lineno)):
                found.append(range(block[0].lineno, (block[-1].end_lineno or 0) + 1))
    return found
