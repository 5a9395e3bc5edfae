"""Which language a text is in."""

from __future__ import annotations

import functools
import re
from typing import Any

from server.domain.languages import LANGUAGES, language_by_code
from server.domain.sources import BlockKind
from server.engine.sources.documents import TOLD, Document

_SAMPLE = 4000
_ENOUGH_WORDS = 8
"""Below this a guess is worth less than what the document declares."""

_OTHER_SCRIPTS = (
    ("ja", "\u3040-\u30ff"),
    ("ko", "\uac00-\ud7af"),
    ("zh", "\u4e00-\u9fff"),
    ("ar", "\u0600-\u06ff"),
    ("he", "\u0590-\u05ff"),
    ("th", "\u0e00-\u0e7f"),
)


def language_of(document: Document) -> str:
    """ISO 639-1 code of the document's text.

    Languages that can be asked for are told apart by lingua; others only by their script, so that what follows can say
    that there is no voice for them. Too little text takes the declared language, else English.
    """
    sample = _sample(document)
    for code, letters in _OTHER_SCRIPTS:
        if len(re.findall(f"[{letters}]", sample)) > 0.2 * len(sample):
            return code
    declared = language_by_code(document.language.replace("_", "-")) if document.language else None
    if len(sample.split()) < _ENOUGH_WORDS:
        return declared.code if declared else "en"
    found = _detector().detect_language_of(sample)
    if found is None:
        return declared.code if declared else "en"
    return str(found.iso_code_639_1.name.lower())


def _sample(document: Document) -> str:
    """Running text from all over the document, `_SAMPLE` characters at most."""
    told = [part.text for part in document.parts if part.kind in TOLD]
    if not told:
        told = [part.text for part in document.parts if part.kind is not BlockKind.NOTE]
    step = max(1, sum(map(len, told)) // _SAMPLE)
    return " ".join(text[:600] for text in told[::step])[:_SAMPLE]


@functools.cache
def _detector() -> Any:
    """Lingua's small model: 36 MB and 0.4 CPU-seconds for our languages; the large one takes 550 MB."""
    from lingua import IsoCode639_1, Language, LanguageDetectorBuilder

    codes = [getattr(IsoCode639_1, language.code.split("-")[0].upper()) for language in LANGUAGES]
    languages = [Language.from_iso_code_639_1(code) for code in codes]
    return LanguageDetectorBuilder.from_languages(*languages).with_low_accuracy_mode().build()
