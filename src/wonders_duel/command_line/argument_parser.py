"""A parser of arguments with examples, suggestions and errors of one line."""

from __future__ import annotations

from argparse import (
    Action,
    ArgumentError,
    ArgumentParser,
    HelpFormatter,
    Namespace,
    _SubParsersAction,
)
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NoReturn

from wonders_duel.build import override
from wonders_duel.command_line.examples import epilog
from wonders_duel.command_line.output import write_error
from wonders_duel.support.exit_codes import USAGE_ERROR
from wonders_duel.support.phrases import nearest, one_of, shown

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = ["Parser"]


class _Formatter(HelpFormatter):
    """Wraps texts, but keeps the lines of examples, and names with hyphens, which are to be copied."""

    @override
    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(" ".join(text.split()), width, break_on_hyphens=False)

    @override
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" not in text:
            return "\n".join(f"{indent}{line}" for line in self._split_lines(text, width))
        return "\n".join(f"{indent}{line}" for line in text.split("\n"))


class Parser(ArgumentParser):
    """A parser with examples and suggestions.

    It escapes quoted arguments, and does not hide errors when writing its output.
    """

    def __init__(self, **settings: object) -> None:
        """Find the examples of the command.

        Args:
            settings: those of argparse; the last word of ``prog`` is the command.
        """
        name = str(settings["prog"]).rpartition(" ")[2]
        super().__init__(
            **settings,  # type: ignore[arg-type]  # those of argparse
            epilog=epilog(name),
            formatter_class=_Formatter,
        )

    @override
    def _check_value(self, action: Action, value: Any) -> None:
        if isinstance(action, _SubParsersAction) and value not in action.choices:
            names = list(action.choices)
            raise ArgumentError(
                None,
                f"unknown command {shown(value)}; expected {one_of(names)}{nearest(value, names)}",
            )
        super()._check_value(action, value)

    @override
    def parse_known_args(  # type: ignore[override]  # there it has any namespace
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        found, rest = super().parse_known_args(args, namespace)
        if rest:  # reported here, where the options of the command are known
            options = [one for one in self._option_string_actions if one.startswith("--")]
            wrong = next((one for one in rest if one.startswith("-")), "")
            hint = nearest(wrong.partition("=")[0], options) if wrong else ""
            words = " ".join(one or "''" for one in rest)
            self.error(f"unrecognized arguments: {words}{hint}")
        return found, rest

    @override
    def error(self, message: str) -> NoReturn:
        quoted = "".join(one if one.isprintable() else repr(one)[1:-1] for one in message)
        write_error(f"{self.format_usage()}{self.prog}: error: {quoted}\n")
        raise SystemExit(USAGE_ERROR)

    @override
    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is not None:  # None if the process was started without an output
            file.write(message)
