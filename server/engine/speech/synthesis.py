"""One way to speak, whoever speaks: a text and a voice go in, sound comes out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce
from server.domain.voices import SpeechEngine, Voice


class SpeechModel(Protocol):
    """What turns a text into sound."""

    def speak(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` as a person would say it: float32 mono at 24 kHz, trimmed, at the common level, peaks under -1 dBFS.

        `speed` is a factor on the pace (0.5 to 2).

        Raises:
            GenerationError: nothing in the text can be said, or the model fails; the sentence says which.
        """
        ...


@cache
def speech_model(engine: SpeechEngine, models: Path) -> SpeechModel:
    """The process's one model of an engine; `models` is the cache of model files. What is heavy loads at first use."""
    if engine is SpeechEngine.KOKORO:
        from server.engine.speech.kokoro import KokoroSpeech

        return KokoroSpeech(models)
    if engine is SpeechEngine.HIBARI:
        from server.engine.speech.hibari import HibariSpeech

        return HibariSpeech(models)
    from server.engine.speech.espeak import EspeakSpeech

    return EspeakSpeech()


def speak(text: str, voice: Voice, *, models: Path, speed: float = 1.0) -> NDArray[np.float32]:
    """`text` in `voice`, by the engine it belongs to; see `SpeechModel.speak`.

    Raises:
        CannotProduce: the voice needs something that isn't installed.
    """
    if not voice.available:
        raise CannotProduce(f"The voice {voice.name} needs {voice.needs}: choose another voice.")
    return speech_model(voice.engine, models).speak(text, voice, speed=speed)
