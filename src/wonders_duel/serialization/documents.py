"""Documents: objects as dicts and lists in an envelope, and the functions that make and read them."""

from __future__ import annotations

from typing import TypeVar, overload

from typing_extensions import TypeForm

from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.engine.options import Options
from wonders_duel.errors import Fault, FormatError, LimitError
from wonders_duel.languages import Language
from wonders_duel.languages import language as language_of
from wonders_duel.limits import Limits, as_limits
from wonders_duel.serialization.catalogue_document import catalogue_shape
from wonders_duel.serialization.converter import converter_for
from wonders_duel.serialization.envelope import (
    ENVELOPE,
    PREFIX,
    check_catalogue,
    check_keys,
    format_of,
    kind_name,
    reference_to,
    wanted_type,
)
from wonders_duel.serialization.faults import faults_in, is_ours
from wonders_duel.serialization.formats import KINDS, Document, kind_of
from wonders_duel.serialization.strict_json import Json
from wonders_duel.serialization.versions import CURRENT, upgraded
from wonders_duel.support.phrases import shown_json

__all__ = ["from_document", "to_document"]

_T = TypeVar("_T")


def to_document(
    thing: Document,
    catalogue: Catalogue | None = None,
    *,
    language: str | Language = "en",
) -> dict[str, Json]:
    """Return the document of an object: dicts, lists, texts, numbers, booleans and ``None``.

    Args:
        thing: a state, move, payment plan, score, result, chance outcome, deal, rules, record,
            step, event, reason, catalogue, match or analysis, or the options of a state.
        catalogue: the cards of what does not refer to its catalogue itself, such as a plan, a score
            or the options of a state that has none; the base game by default. A document of other
            cards has their name, and is read with them only.
        language: the language of the names and sentences in the document of a catalogue;
            other documents have only ids.

    Raises:
        CatalogueError: a card is not in the catalogue.
        UnknownNameError: there is no such language.
        WrongTypeError: there is no format for this type.

    >>> from wonders_duel import parse_move
    >>> to_document(parse_move("build baths"))
    {'format': 'wonders-duel/move', 'version': 1, 'type': 'build', 'building': 'baths'}
    """
    name = kind_of(thing)
    to = language_of(language)
    cards = _cards_of(thing, catalogue)
    document: dict[str, Json] = {"format": PREFIX + name, "version": CURRENT[name]}
    if isinstance(thing, Catalogue):
        document.update(converter_for(thing).unstructure(catalogue_shape(thing, to)))
        return document
    written_for = reference_to(cards)
    if written_for is not None:
        document["catalogue"] = written_for
    document.update(converter_for(cards).unstructure(thing, unstructure_as=KINDS[name]))
    return document


def _cards_of(thing: Document, catalogue: Catalogue | None) -> Catalogue:
    """Return the catalogue of an object: its own, or the one that the caller passed."""
    cards = as_catalogue(catalogue)
    if isinstance(thing, Options):
        return thing[0].move.catalogue if thing else cards
    own = getattr(thing, "catalogue", None)
    return own if isinstance(own, Catalogue) else cards


@overload
def from_document(
    document: object,
    kind: None = None,
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> Document: ...


@overload
def from_document(
    document: object,
    kind: type[_T],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T: ...


@overload
def from_document(
    document: object,
    kind: TypeForm[_T],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T: ...


def from_document(
    document: object,
    kind: TypeForm[_T] | None = None,
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> _T | Document:
    """Read an object from its document.

    Args:
        document: a document from :func:`to_document`, in this or an older version.
        kind: the expected type: a class such as ``State``, or a union such as ``Move``
            or ``ChanceOutcome``; any type by default.
        catalogue: the cards of the document; the base game by default.
        limits: the maximum number of moves of a record.

    Returns:
        The object, which type checkers see as ``kind``. States and deals are checked; a
        record is not replayed. For the document of a catalogue, this is the catalogue that
        was passed, which has to be the one in the document.

    Raises:
        FormatError: ``document`` is not a document or not of this type, or it has invalid
            values; ``faults`` lists every problem with its JSON path.
        LimitError: a record has more moves than the limits allow.
        WrongTypeError: an argument has another type.

    >>> from wonders_duel import Rules
    >>> from_document(to_document(Rules(wonder_setup="first-game")), Rules).wonder_setup
    <WonderSetup.FIRST_GAME: 'first-game'>
    """
    limits = as_limits(limits)
    cards = as_catalogue(catalogue)
    wanted = wanted_type(kind)
    if not isinstance(document, dict):
        raise FormatError([Fault(f"expected an object, got {shown_json(document)}", "$")])
    if not all(isinstance(key, str) for key in document):
        raise FormatError([Fault("expected only texts as keys", "$")])
    name = format_of(document, wanted)
    document = upgraded(document, name)
    # The document of a catalogue names its catalogue itself.
    envelope = ENVELOPE - {"catalogue"} if name == "catalogue" else ENVELOPE
    if name != "catalogue":
        check_catalogue(document, cards)
    turns = document.get("turns")
    if isinstance(turns, list) and len(turns) > limits.moves:
        message = (
            f"the record has {len(turns):,} moves, more than {limits.moves:,}; "
            "pass limits=Limits(moves=...) to allow it"
        )
        raise LimitError([Fault(message, "$.turns")])
    payload = {key: document[key] for key in document if key not in envelope}
    try:
        made: _T | Document = converter_for(cards).structure(payload, KINDS[name])  # type: ignore[arg-type]  # it accepts a union
    except Exception as error:
        faults = faults_in(error)
        if is_ours(error):
            raise FormatError(faults) from None
        check_keys(payload)
        raise
    if wanted is not None and not isinstance(made, wanted):
        message = f"expected a {kind_name(wanted)}, got a {type(made).__name__}"
        raise FormatError([Fault(message, "$.type")])
    return made
