"""One way to speak, whoever speaks: a text and a voice go in, sound comes out."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce
from server.domain.voices import SpeechEngine, Voice
from server.engine.speech.catalogue import usual_loudness
from server.engine.speech.levels import levelled

CLONING_KEY = "QUILLCAST_CLONING_KEY"
"""Environment variable with the key of the endpoint that clones voices; worker processes inherit it."""


class SpeechModel(Protocol):
    """What turns a text into sound."""

    def speak(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` as a person would say it: float32 mono at 24 kHz, trimmed, at the common level, peaks under -1 dBFS.

        `speed` is a factor on the pace (0.5 to 2).

        Raises:
            GenerationError: nothing in the text can be said, or the model fails; the sentence says which.
        """
        ...


class Synthesiser(Protocol):
    """An engine: what it gives is trimmed and still as loud as the voice happens to be."""

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` spoken: float32 mono at 24 kHz; errors as in `SpeechModel.speak`."""
        ...


class LevelledSpeech:
    """A `SpeechModel` over an engine: every voice comes out as loud as the others."""

    def __init__(self, synthesiser: Synthesiser) -> None:
        self._synthesiser = synthesiser

    def speak(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """See `SpeechModel.speak`."""
        audio = self._synthesiser.synthesise(text, voice, speed=min(max(speed, 0.5), 2.0))
        return levelled(audio, voice_loudness=usual_loudness(voice))


@cache
def engine_of(engine: SpeechEngine, models: Path) -> Synthesiser:
    """The process's one engine of a kind; `models` is the cache of model files. What is heavy loads at first use."""
    if engine is SpeechEngine.KOKORO:
        from server.engine.speech.kokoro import Kokoro

        return Kokoro(models)
    if engine is SpeechEngine.HIBARI:
        from server.engine.speech.hibari import Hibari

        return Hibari(models)
    if engine is SpeechEngine.MATCHED:
        from server.engine.listening.cloning import MatchingEngine

        return MatchingEngine(models)
    if engine is SpeechEngine.CLONED:
        from server.engine.listening.cloning import EndpointEngine

        return EndpointEngine(None, key=os.environ.get(CLONING_KEY, ""))
    from server.engine.speech.espeak import Espeak

    return Espeak()


def speech_model(engine: SpeechEngine, models: Path) -> SpeechModel:
    """What speaks the voices of an engine in this process."""
    return LevelledSpeech(engine_of(engine, models))


def speak(text: str, voice: Voice, *, models: Path, speed: float = 1.0) -> NDArray[np.float32]:
    """`text` in `voice`, by the engine it belongs to; see `SpeechModel.speak`.

    Raises:
        CannotProduce: the voice needs something that isn't installed.
    """
    if not voice.available:
        raise CannotProduce(f"The voice {voice.name} needs {voice.needs}: choose another voice.")
    return speech_model(voice.engine, models).speak(text, voice, speed=speed)
