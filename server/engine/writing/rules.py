"""The languages the built-in writer knows, each loaded when it is first asked for.

Six have words of their own; in every other language on offer the sources are read in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from server.domain.errors import CannotProduce
from server.domain.languages import language_by_code
from server.engine.writing.languages import LanguageRules


def _english() -> LanguageRules:
    from server.engine.writing.english import English

    return English()


def _by_rules(name: str) -> LanguageRules:
    from server.engine.writing import european

    make: Callable[[], LanguageRules] = getattr(european, name)
    return make()


def _plain(code: str) -> LanguageRules:
    from server.engine.writing.european import European
    from server.engine.writing.european.plain import plain_words

    return European(plain_words(code))


_KNOWN: dict[str, Callable[[], LanguageRules]] = {
    "en": _english,
    "de": partial(_by_rules, "german"),
    "fr": partial(_by_rules, "french"),
    "es": partial(_by_rules, "spanish"),
    "it": partial(_by_rules, "italian"),
    "pt": partial(_by_rules, "portuguese"),
}


@cache
def rules_for(code: str) -> LanguageRules:
    """The rules of a language, loaded once in a process.

    Raises:
        CannotProduce: the built-in writer doesn't write this language.
    """
    known = code.lower().split("-", maxsplit=1)[0]
    make = _KNOWN.get(known)
    if make is None and language_by_code(known) is not None:
        make = partial(_plain, known)
    if make is None:
        raise CannotProduce(
            f"The built-in writer doesn't write {code!r}: connect a model in the settings, "
            "or choose the language of the sources."
        )
    return make()
