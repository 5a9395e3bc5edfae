"""The "basic" voices: espeak-ng's formant synthesis, for the languages that no better voice speaks yet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import NothingUsable
from server.domain.script_marks import OVERRIDE
from server.domain.voices import Voice
from server.engine.speech.espeak_library import espeak_library
from server.engine.speech.levels import SAMPLE_RATE, trimmed
from server.engine.speech.normalise import spoken

_WORDS_PER_MINUTE = 160


class Espeak:
    """espeak-ng as an engine. Pronunciations in Kokoro's symbols are beyond it: the word itself is said."""

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` spoken: mono at 24 kHz, trimmed, at the voice's own level.

        Raises:
            NothingUsable: the text holds nothing that can be said.
        """
        import soxr

        words = OVERRIDE.sub(r"\1", spoken(text, voice.language))
        library = espeak_library()
        pace = round(_WORDS_PER_MINUTE * speed)
        sound = library.synthesise(words, voice.key, words_per_minute=pace)
        audio = trimmed(np.asarray(soxr.resample(sound, library.sample_rate, SAMPLE_RATE), np.float32))
        if not len(audio):
            raise NothingUsable(f"There is nothing that {voice.name} can say in {text[:60]!r}.")
        return audio
