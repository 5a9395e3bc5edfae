"""The languages the built-in writer knows, each loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from server.domain.errors import CannotProduce
from server.engine.writing.languages import LanguageRules


def _english() -> LanguageRules:
    from server.engine.writing.english import English

    return English()


def _by_rules(name: str) -> LanguageRules:
    from server.engine.writing import european

    make: Callable[[], LanguageRules] = getattr(european, name)
    return make()


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
    make = _KNOWN.get(code.lower().split("-")[0])
    if make is None:
        raise CannotProduce(
            f"The built-in writer doesn't write {code!r}: connect a model in the settings, "
            "or choose the language of the sources."
        )
    return make()
