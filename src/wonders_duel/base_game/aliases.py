"""Other names that printings, translations and programs give to the same things.

``Courthouse`` is the Age II card, always: the first English printing gave that
name to the Age III card Pretorium, so there it is only suggested (``FORMER_NAMES``).
"""

ALIASES = {
    # buildings
    "tribunal": "courthouse",
    "court house": "courthouse",
    "praetorium": "pretorium",
    "traders guild": "merchants-guild",
    "glassblower": "glass-blower",
    "class-blower": "glass-blower",
    "classworks": "glassworks",
    "glass works": "glassworks",
    "sierge workshop": "siege-workshop",
    "fortificaitons": "fortifications",
    "theatre": "theater",
    "custom house": "customs-house",
    "magistrate guild": "magistrates-guild",
    "brick yard": "brickyard",
    "saw mill": "sawmill",
    "moneylenders": "moneylenders-guild",
    "money lenders guild": "moneylenders-guild",
    "ship owners guild": "shipowners-guild",
    "postrum": "rostrum",
    # wonders
    "the circus maximus": "circus-maximus",
    "circum maximus": "circus-maximus",
    "the piraeus": "piraeus",
    "statue of zeus": "the-statue-of-zeus",
    "zeus": "the-statue-of-zeus",
    "temple of artemis": "the-temple-of-artemis",
    "colossus": "the-colossus",
    "pyramids": "the-pyramids",
}
"""Each alias and the id that it means; those of resources and colours stand with their enums."""

FORMER_NAMES = {"courthouse": "pretorium"}
"""Names that a printing gave to another card: suggested in errors, never understood."""
