"""Small matrices as lists of rows."""

from __future__ import annotations

from operator import mul

__all__ = ["Matrix", "add_difference", "inverse", "product", "times", "zeros"]

Matrix = list[list[float]]
"""The rows of a matrix."""


def zeros(size: int) -> Matrix:
    """Return a square matrix of zeros.

    Args:
        size: the number of rows.
    """
    return [[0.0] * size for _ in range(size)]


def add_difference(matrix: Matrix, one: int, two: int, weight: float) -> None:
    """Add the square of the difference of two coordinates to a quadratic form.

    Args:
        matrix: the matrix of the form, which is changed.
        one: the first coordinate.
        two: the second coordinate.
        weight: the factor of the square.
    """
    matrix[one][one] += weight
    matrix[two][two] += weight
    matrix[one][two] -= weight
    matrix[two][one] -= weight


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite matrix, which needs no pivoting.

    Args:
        matrix: the matrix.
    """
    size = len(matrix)
    rows = [
        [*row, *(float(place == number) for place in range(size))]
        for number, row in enumerate(matrix)
    ]
    for number, pivot in enumerate(rows):
        scale = 1 / pivot[number]
        pivot[:] = [value * scale for value in pivot]
        for other in rows:
            factor = other[number]
            if other is not pivot and factor:
                other[:] = [
                    value - factor * above for value, above in zip(other, pivot, strict=True)
                ]
    return [row[size:] for row in rows]


def product(one: Matrix, two: Matrix) -> Matrix:
    """Return the product of two matrices, the second of which is symmetric.

    Args:
        one: the first matrix.
        two: the second matrix.
    """
    return [times(two, row) for row in one]


def times(matrix: Matrix, vector: list[float]) -> list[float]:
    """Return the product of a matrix and a vector.

    Args:
        matrix: the matrix.
        vector: the vector.
    """
    return [sum(map(mul, row, vector)) for row in matrix]
