"""Rows and masks as arrays of numpy, which is imported here and nowhere else in the core.

The functions check the arrays that they are to fill. Importing this module without numpy raises
``ExtraError``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

from wonders_duel.errors import LearningError, WrongTypeError
from wonders_duel.learn.extras import need
from wonders_duel.learn.layout import Layout
from wonders_duel.learn.rows import BYTE, MOST
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Int8Array: TypeAlias = npt.NDArray[np.int8]
    Int16Array: TypeAlias = npt.NDArray[np.int16]
    Float32Array: TypeAlias = npt.NDArray[np.float32]
    RowArray: TypeAlias = Int8Array | Float32Array
    Int8Type: TypeAlias = Literal["int8"] | type[np.int8] | np.dtype[np.int8]
    Float32Type: TypeAlias = Literal["float32"] | type[np.float32] | np.dtype[np.float32]
else:
    np = need("numpy", "learn", "an array")
    Int8Array = Int16Array = Float32Array = RowArray = np.ndarray
    Int8Type = Float32Type = object

__all__ = [
    "Float32Array",
    "Float32Type",
    "Int8Array",
    "Int8Type",
    "Int16Array",
    "RowArray",
    "card_array",
    "mask_array",
    "masks_array",
    "packed_of",
    "row_array",
    "rows_array",
]

_A = TypeVar("_A", bound="npt.NDArray[Any]")
_ROW_TYPES: Final = ("int8", "float32")
_UINT8: Final = np.dtype(np.uint8)
_INT8: Final = np.dtype(np.int8)
_FLOAT32: Final = np.dtype(np.float32)
_UINT64: Final = np.dtype(np.uint64)
_EIGHT_BITS: Final = (
    np.unpackbits(np.arange(256, dtype=_UINT8)[:, None], axis=1, bitorder="little")
    .view(_UINT64)
    .ravel()
)
"""For each byte, its bits as eight bytes, the lowest first: faster than to unpack a short row."""


def _room(shape: tuple[int, ...], dtype: str, out: _A | None) -> _A:
    """Return the array to fill: the given one, if it fits, or a new one."""
    if out is None:
        return np.empty(shape, dtype)  # type: ignore[return-value]  # of the type that was asked for
    if not isinstance(out, np.ndarray):
        raise WrongTypeError(f"expected an array of numpy for out, got {shown(out)}")
    if out.shape != shape:
        raise LearningError(f"out has the shape {out.shape}; expected {shape}")
    if not out.flags.writeable:
        raise LearningError("out is read-only; pass an array that can be written")
    return out


def _row_type(out: RowArray | None, dtype: object) -> str:
    """Return the dtype of rows: that of the array to fill, or the one that was asked for."""
    if dtype is None:
        dtype = _INT8 if out is None else getattr(out, "dtype", _INT8)
    if dtype is _INT8 or dtype is _FLOAT32:
        name = "int8" if dtype is _INT8 else "float32"
        if (
            out is None or getattr(out, "dtype", dtype) is dtype
        ):  # the usual case, without a look-up
            return name
    try:
        name = np.dtype(dtype).name  # type: ignore[call-overload]  # anything may be passed
    except Exception:  # noqa: BLE001 - numpy also raises SyntaxError, AttributeError and others here
        name = ""
    if name not in _ROW_TYPES:
        raise LearningError(f"expected the dtype int8 or float32, got {shown(dtype)}")
    if isinstance(out, np.ndarray) and out.dtype != name:
        raise LearningError(f"out has the dtype {out.dtype}; expected {name}")
    return str(name)


def row_array(packed: bytes, layout: Layout, out: RowArray | None, dtype: object) -> RowArray:
    """Return a packed row as an array.

    Args:
        packed: the packed row.
        layout: its layout.
        out: the array to fill.
        dtype: ``int8`` or ``float32``; that of ``out`` if left out.
    """
    bits = layout.bits
    whole = bits // BYTE
    if (
        dtype is None
        and type(out) is np.ndarray
        and out.dtype is _INT8
        and out.flags.carray
        and out.shape == (layout.size,)
    ):  # the usual case
        bytes_of = np.frombuffer(packed, _UINT8, whole)
        _EIGHT_BITS.take(bytes_of, out=out[:bits].view(_UINT64), mode="wrap")
        out.data.cast("B")[bits:] = packed[whole:]
        return out
    row = _room((layout.size,), _row_type(out, dtype), out)
    row[:bits] = np.unpackbits(np.frombuffer(packed, _UINT8, whole), bitorder="little")
    row[bits:] = np.frombuffer(packed, _UINT8, offset=whole)
    return row


def rows_array(
    packed: Sequence[bytes], layout: Layout, out: RowArray | None, dtype: object
) -> RowArray:
    """Return packed rows as an array, a row for each.

    Args:
        packed: the packed rows.
        layout: their layout.
        out: the array to fill.
        dtype: ``int8`` or ``float32``; that of ``out`` if left out.
    """
    rows = _room((len(packed), layout.size), _row_type(out, dtype), out)
    bits = layout.bits
    whole = np.frombuffer(b"".join(packed), np.uint8).reshape(len(packed), layout.packed_size)
    rows[:, :bits] = np.unpackbits(whole[:, : bits // BYTE], axis=1, bitorder="little")
    rows[:, bits:] = whole[:, bits // BYTE :]
    return rows


def packed_of(row: object, layout: Layout) -> bytes:
    """Return the packed row of an array.

    Args:
        row: a row, as an array or another sequence of numbers.
        layout: its layout.
    """
    try:
        given = np.asarray(row)
    except ValueError:
        given = np.empty(0)
    if given.shape != (layout.size,):
        raise LearningError(f"expected a row of {layout.size} columns, got the shape {given.shape}")
    if given.dtype.kind not in "biuf":
        raise LearningError(f"expected a row of numbers, got the dtype {given.dtype}")
    numbers = given.astype(np.float64)
    wrong = (numbers != np.floor(numbers)) | (numbers < 0) | (numbers > MOST)
    wrong[: layout.bits] |= numbers[: layout.bits] > 1
    if wrong.any():
        column = int(np.flatnonzero(wrong)[0])
        most = 1 if column < layout.bits else MOST
        raise LearningError(
            f"column {column} of the row is {numbers[column]:g}; expected a whole number "
            f"from 0 to {most}"
        )
    whole = numbers.astype(np.uint8)
    bits = np.packbits(whole[: layout.bits], bitorder="little")
    return bytes(bits.tobytes() + whole[layout.bits :].tobytes())


def mask_array(mask: bytearray, out: Int8Array | None) -> Int8Array:
    """Return a mask as an array of int8.

    Args:
        mask: a byte for each action.
        out: the array to fill.
    """
    if out is None:
        return np.frombuffer(mask, np.int8)  # a bytearray, so that it can be written
    if type(out) is np.ndarray and out.dtype is _INT8 and out.ndim == 1:
        try:
            out.data.cast("B")[:] = mask  # a third of the time of an assignment of numpy
        except (TypeError, ValueError):
            pass  # another length, a step, or read-only: see below
        else:
            return out
    array = _room((len(mask),), "int8", out)
    _expect_int8(array)
    array[:] = np.frombuffer(mask, np.int8)
    return array


def masks_array(legal: Sequence[list[int]], size: int, out: Int8Array | None) -> Int8Array:
    """Return masks as an array of int8, a row for each.

    Args:
        legal: the legal actions of each state.
        size: the number of actions.
        out: the array to fill.
    """
    array = _room((len(legal), size), "int8", out)
    _expect_int8(array)
    array[:] = 0
    lengths = [len(numbers) for numbers in legal]
    rows = np.repeat(np.arange(len(legal)), lengths)
    array[rows, [number for numbers in legal for number in numbers]] = 1
    return array


def _expect_int8(array: npt.NDArray[Any]) -> None:
    if array.dtype is not _INT8 and array.dtype != _INT8:
        raise LearningError(f"out has the dtype {array.dtype}; expected int8")


def card_array(
    cards: Sequence[Sequence[tuple[int, int]]], most: int, out: Int16Array | None
) -> Int16Array:
    """Return lists of cards by place as an array of int16, padded with zeros.

    Args:
        cards: for each state, the numbers of cards and places.
        most: the most cards of a state.
        out: the array to fill.
    """
    array = _room((len(cards), most, 2), "int16", out)
    if array.dtype != np.int16:
        raise LearningError(f"out has the dtype {array.dtype}; expected int16")
    array[:] = 0
    for number, pairs in enumerate(cards):
        array[number, : len(pairs)] = pairs
    return array
