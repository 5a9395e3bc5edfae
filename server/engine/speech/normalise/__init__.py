"""Texts as they are said: figures, dates, sums, units, abbreviations, addresses and signs in words."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from server.engine.speech.normalise.grammar import Grammar
from server.engine.speech.normalise.notation import notations_spoken
from server.engine.speech.normalise.rules import rules_for
from server.engine.speech.normalise.text import (
    addresses_spoken,
    brackets_opened,
    cleaned,
    initials_spelt,
    signs_spoken,
    tidied,
)

_MODULES = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese"}
_OVERRIDE = re.compile(r"\[[^\]\[\n]+\]\(/[^)\n]*/\)")
_HELD = "\x1a"  # the control character "substitute"


@cache
def grammar_of(language: str) -> Grammar:
    """The grammar of an ISO 639-1 code; languages without one of their own get what Babel and num2words know."""
    module = import_module(f"{__name__}.{_MODULES.get(language, 'other')}")
    grammar = module.GRAMMAR if language in _MODULES else module.grammar_for(language)
    assert isinstance(grammar, Grammar)
    return grammar


def spoken(text: str, language: str) -> str:
    """`text` in words, as a person would read it out in the language (ISO 639-1).

    Applying it again changes nothing. Pronunciations given as ``[word](/phonemes/)`` come through untouched.
    """
    grammar = grammar_of(language)
    held = _OVERRIDE.findall(text)
    text = cleaned(_OVERRIDE.sub(_HELD, text.replace(_HELD, "")))
    text = notations_spoken(addresses_spoken(text, grammar), grammar)
    if grammar.numbers:
        for rule in rules_for(grammar):
            text = rule.apply(text)
    text = initials_spelt(text, grammar)
    text = tidied(signs_spoken(brackets_opened(text), grammar))
    for override in held:
        text = text.replace(_HELD, override, 1)
    return text
