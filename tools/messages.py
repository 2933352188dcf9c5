"""The translatable messages: extracted from the code, updated for translators, compiled.

``python -m tools.messages`` extracts every message, adds new ones to the file of each language
(``locale/CODE/LC_MESSAGES/wonders_duel.po``; review the diff), drops removed ones and compiles the
files. Translators need only an editor for such files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import wonders_duel
from wonders_duel import catalogue, enums
from wonders_duel.languages import LANGUAGES, TERMS

PACKAGE = Path(wonders_duel.__file__).parent
LOCALE = PACKAGE / "languages" / "locale"
TEMPLATE = LOCALE / "wonders_duel.pot"
TRANSLATED = tuple(code for code in LANGUAGES if code != "en")

KEYWORDS = {"say": None, "count": (1, 2), "Message": None}
"""What takes a message: the methods of ``Language``, and ``Message``; and which of their arguments are messages."""
NOTE = "Note:"
"""The start of a comment for translators, above the message."""
HEADER = "# The messages of wonders-duel. Names in braces are filled in and stay as they are."


class Messages(Catalog):
    """A catalogue of messages whose header has no dates or tools, so that it is reproducible."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The header fields that readers of the files need."""
        needed = ("Language", "Plural-Forms", "MIME-Version", "Content-Type")
        kept = [one for one in super().mime_headers if one[0] in needed]
        return [
            ("Project-Id-Version", "wonders-duel"),
            *kept,
            ("Content-Transfer-Encoding", "8bit\n"),
        ]

    @mime_headers.setter
    def mime_headers(self, headers: Iterable[tuple[str, str]]) -> None:
        self._set_mime_headers(headers)


def _messages(code: str | None = None) -> Messages:
    return Messages(locale=code, header_comment=HEADER, fuzzy=False)


def _keys() -> Iterator[tuple[str, str, str]]:
    """Yield the place, context and English of translatable names and words outside of calls."""
    for folder, cards in (
        ("buildings", catalogue.building_list),
        ("wonders", catalogue.wonder_list),
        ("tokens", catalogue.token_list),
    ):
        for card in cards:
            yield f"base_game/{folder}.py", "name", card.name
    for name in enums.__all__:
        for member in getattr(enums, name):
            yield "enums.py", name, str(member)
    for term in TERMS:
        yield "languages/terms.py", "term", term
    for building in catalogue.building_list:
        if building.chain_symbol is not None:
            yield "base_game/buildings.py", "chain symbol", building.chain_symbol


def template() -> Messages:
    """Return every message: the sentences in the code, the names of cards, words and terms."""
    found = _messages()
    for place, context, english in _keys():
        found.add(english, context=context, locations=[(f"wonders_duel/{place}", 0)])
    for path in sorted(PACKAGE.rglob("*.py")):
        place = "wonders_duel/" + path.relative_to(PACKAGE).as_posix()
        for _, message, comments, _ in extract_from_file(
            "python", path, KEYWORDS, [NOTE], strip_comment_tags=True
        ):
            found.add(message, locations=[(place, 0)], auto_comments=comments)
    return found


def path(code: str, kind: str = "po") -> Path:
    """Return the file of a language: for translators (``po``) or compiled (``mo``)."""
    return LOCALE / code / "LC_MESSAGES" / f"wonders_duel.{kind}"


def translated(code: str) -> Messages:
    """Return the messages in the translators' file of a language; empty without a file."""
    messages = _messages(code)
    if path(code).is_file():
        with path(code).open("rb") as file:
            read = read_po(file, locale=code)
        # What is translated decides: Babel 2.19 has another form for millions in French.
        messages.mime_headers = [("Plural-Forms", read.plural_forms)]
        for message in read:
            if message.id:
                messages[message.id] = message
    return messages


def as_text(messages: Catalog) -> bytes:
    """Return messages in the translators' format."""
    to = BytesIO()
    write_po(to, messages, include_lineno=False, ignore_obsolete=True, width=100)
    return to.getvalue().rstrip() + b"\n"


def compiled(messages: Catalog) -> bytes:
    """Return messages in the compiled format."""
    to = BytesIO()
    write_mo(to, messages)
    return to.getvalue()


def main() -> None:
    """Rewrite all files, and list the messages without a translation; names of cards may have none."""
    found = template()
    LOCALE.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(as_text(found))
    for code in TRANSLATED:
        messages = translated(code)
        messages.update(found, no_fuzzy_matching=True)
        path(code).parent.mkdir(parents=True, exist_ok=True)
        path(code).write_bytes(as_text(messages))
        path(code, "mo").write_bytes(compiled(messages))
        missing = [one for one in messages if not one.string or one.string == ("", "")]
        names = [one for one in missing if one.context == "name"]
        # The header is a message with an empty id.
        others = [one for one in missing if one.id and one.context != "name"]
        print(
            f"{code}: {len(messages)} messages; without a translation: "
            f"{len(names)} names of cards, {len(others)} other messages"
        )
        for one in others:
            print(f"  {one.locations[0][0]}: {one.id}")


if __name__ == "__main__":
    main()
