"""From words to the phoneme symbols that Kokoro and hibari were trained on."""

from __future__ import annotations

import re
import sys
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

from server.domain.script_marks import OVERRIDE
from server.engine.speech.espeak_library import espeak_library

if TYPE_CHECKING:
    from hibari.g2p import G2P

_PUNCTUATION = re.compile(r"\s*([.,;:!?¡¿—…\"«»“”()।]+)\s*")
_ESPEAK_VOICES = {"es": "es", "fr": "fr", "it": "it", "pt": "pt-br", "hi": "hi"}
_TO_KOKORO = (
    ("a^ɪ", "I"),
    ("a^ʊ", "W"),
    ("d^z", "ʣ"),
    ("d^ʒ", "ʤ"),
    ("e^ɪ", "A"),
    ("o^ʊ", "O"),
    ("ə^ʊ", "Q"),
    ("s^s", "S"),
    ("t^s", "ʦ"),
    ("t^ʃ", "ʧ"),
    ("ɔ^ɪ", "Y"),
    ("^", ""),
    ("-", ""),
)
_MARKS = str.maketrans({"¡": "", "¿": "", "«": "“", "»": "”", "।": "."})
_SPELT = re.compile(r"\b[A-ZÀ-Ý](?:-[A-ZÀ-Ý])+\b")
_OPEN_VOWELS = {"pt": str.maketrans({"A": "á", "E": "é", "O": "ó"})}
"""Letters that espeak-ng would say as the articles they also are."""
_IMPORTING = Lock()


def phonemes(text: str, *, language: str, british: bool = False) -> str:
    """The phonemes of `text` with its punctuation, in Kokoro's alphabet.

    English by hibari's port of misaki's lexicon and rules; the other languages that Kokoro speaks by espeak-ng with
    misaki's table from tied IPA to Kokoro's symbols. `text` holds words only (see `normalise.spoken`), but for
    overrides.
    """
    if language == "en":
        return str(english(british=british)(text))
    said: list[str] = []
    position = 0
    for override in OVERRIDE.finditer(text):
        said += [_foreign(text[position : override.start()], language), override[2]]
        position = override.end()
    said.append(_foreign(text[position:], language))
    return re.sub(r"\s+([.,;:!?…])", r"\1", " ".join(" ".join(said).split()))


@cache
def english(*, british: bool) -> G2P:
    """hibari's rules for one accent (60 MB and half a second, once per process)."""
    return import_hibari_g2p()(british=british)


def import_hibari_g2p() -> type[G2P]:
    """Import hibari without SciPy: it takes its FFT where it is installed, and NumPy's does the same for 40 MB less."""
    with _IMPORTING:
        absent = "scipy.fft" not in sys.modules
        if absent:
            sys.modules["scipy.fft"] = None  # type: ignore[assignment]
        try:
            from hibari.g2p import G2P
        finally:
            if absent:
                del sys.modules["scipy.fft"]
    return G2P  # type: ignore[no-any-return]


def _foreign(text: str, language: str) -> str:
    library, voice = espeak_library(), _ESPEAK_VOICES[language]
    # Parted by hyphens espeak-ng runs some letters together: C-O is said as "cio" in Italian.
    text = _SPELT.sub(lambda found: found[0].replace("-", " ").translate(_OPEN_VOWELS.get(language, {})), text)
    said: list[str] = []
    for index, piece in enumerate(_PUNCTUATION.split(text)):
        if index % 2:
            said.append(piece.translate(_MARKS))
        elif piece.strip():
            heard = re.sub(r"\([a-z-]+\)", "", library.phonemes(piece.strip(), voice))
            for espeak, kokoro in _TO_KOKORO:
                heard = heard.replace(espeak, kokoro)
            said.append(heard)
    return " ".join(piece for piece in said if piece)
