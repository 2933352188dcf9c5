"""The layouts of the three ages: the columns of each row, from the far row on (R10)."""

from wonders_duel.cards import StructureLayout

STRUCTURES = (
    StructureLayout(((4, 6), (3, 5, 7), (2, 4, 6, 8), (1, 3, 5, 7, 9), (0, 2, 4, 6, 8, 10))),
    StructureLayout(((0, 2, 4, 6, 8, 10), (1, 3, 5, 7, 9), (2, 4, 6, 8), (3, 5, 7), (4, 6))),
    StructureLayout(
        ((4, 6), (3, 5, 7), (2, 4, 6, 8), (3, 7), (2, 4, 6, 8), (3, 5, 7), (4, 6)),
    ),
)
"""The layouts of Ages I, II and III."""
