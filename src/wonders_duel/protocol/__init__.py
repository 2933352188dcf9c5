"""Bots in any language: programs that speak a line protocol over their input and output.

:class:`ProcessBot` lets such a program play here. ``wonders-duel engine`` is such a program: the search
of this library, for apps in other languages.
"""

from wonders_duel import unpickle
from wonders_duel.protocol.client import About, BotOption, Info, ProcessBot, process
from wonders_duel.protocol.messages import PROTOCOL, schema

__all__ = ["PROTOCOL", "About", "BotOption", "Info", "ProcessBot", "process", "schema"]

unpickle.pickle_by_name(__name__, [About, BotOption, Info, ProcessBot])
