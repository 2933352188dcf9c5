"""The words of the game in several languages.

Ids, move texts, position texts and documents are the same in every language;
only what is shown to people is translated.
"""

from wonders_duel.languages.language import ENGLISH, LANGUAGES, Language, Named, language
from wonders_duel.languages.terms import TERMS

__all__ = ["ENGLISH", "LANGUAGES", "TERMS", "Language", "Named", "language"]
