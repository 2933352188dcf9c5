"""The names, words and sentences of the game in several languages.

Ids, move texts, position texts and documents are the same in every language; only text
that is shown to users is translated.
"""

from wonders_duel.languages.language import ENGLISH, LANGUAGES, Language, Named, language
from wonders_duel.languages.terms import TERMS

__all__ = ["ENGLISH", "LANGUAGES", "TERMS", "Language", "Named", "language"]
