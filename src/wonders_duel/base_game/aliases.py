"""Alternative names of cards from other printings, translations and programs.

``Courthouse`` always means the Age II card. The first English printing used that
name for the Age III card Pretorium, which is therefore only suggested (``FORMER_NAMES``).
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
"""The aliases and the ids of their cards; those of resources and colours are defined in ``enums``."""

FORMER_NAMES = {"courthouse": "pretorium"}
"""Names that an earlier printing used for another card: suggested in error messages, not accepted."""
