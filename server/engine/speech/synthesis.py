"""One way to speak, whoever speaks: a text and a voice go in, sound comes out."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce, NothingUsable
from server.domain.voices import CLONING_KEY, SpeechEndpoint, SpeechEngine, Voice
from server.engine.speech.catalogue import usual_loudness
from server.engine.speech.levels import SAMPLE_RATE, levelled, limited, loudness
from server.engine.speech.markup import taken_apart
from server.engine.speech.passages import keep_loudness, kept_loudness, passage_of


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
    """A `SpeechModel` over an engine: every voice comes out as loud as the others.

    Args:
        synthesiser: the engine.
        measured: where the loudness of voices that are not packaged is kept; measured at a voice's first line.
    """

    def __init__(self, synthesiser: Synthesiser, *, measured: Path) -> None:
        self._synthesiser = synthesiser
        self._measured = measured

    def speak(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """See `SpeechModel.speak`."""
        audio = self._synthesiser.synthesise(text, voice, speed=min(max(speed, 0.5), 2.0))
        return levelled(audio, voice_loudness=self._usual(voice, audio))

    def _usual(self, voice: Voice, audio: NDArray[np.float32]) -> float:
        known = usual_loudness(voice)
        if known is None:
            known = kept_loudness(voice, self._measured)
        if known is None:
            # An endpoint may ask a price for every word: its first line of some length is the measure.
            is_local = voice.engine is not SpeechEngine.ENDPOINT
            passage = self._synthesiser.synthesise(passage_of(voice.language), voice) if is_local else audio
            known = loudness(passage)
            if is_local or len(audio) >= 2 * SAMPLE_RATE:
                keep_loudness(voice, known, self._measured)
        return known


@cache
def engine_of(  # noqa: PLR0911 - one line an engine
    engine: SpeechEngine, models: Path, endpoint: SpeechEndpoint | None = None
) -> Synthesiser:
    """The process's one engine of a kind; `models` is the cache of model files. What is heavy loads at first use.

    Raises:
        CannotProduce: the voice is an endpoint's, and none is set up.
    """
    if engine is SpeechEngine.KOKORO:
        from server.engine.speech.kokoro import Kokoro

        return Kokoro(models)
    if engine is SpeechEngine.HIBARI:
        from server.engine.speech.hibari import Hibari

        return Hibari(models)
    if engine is SpeechEngine.MATCHED:
        from server.engine.speech.matched import Matched

        return Matched(models)
    if engine is SpeechEngine.CLONED:
        from server.engine.speech.cloned import Cloned

        return Cloned(None, key=os.environ.get(CLONING_KEY, ""))
    if engine is SpeechEngine.PIPER:
        from server.engine.speech.piper import Piper

        return Piper()
    if engine is SpeechEngine.ENDPOINT:
        from server.engine.speech.remote import Remote

        if endpoint is None:
            raise CannotProduce("The speech endpoint of this voice is no longer set up: choose another voice.")
        return Remote(endpoint)
    from server.engine.speech.espeak import Espeak

    return Espeak()


def speech_model(engine: SpeechEngine, models: Path, endpoint: SpeechEndpoint | None = None) -> SpeechModel:
    """What speaks the voices of an engine in this process."""
    return LevelledSpeech(engine_of(engine, models, endpoint), measured=models)


EMPHASIS_SPEED = 0.86
EMPHASIS_GAIN_DB = 1.5


def speak(
    text: str,
    voice: Voice,
    *,
    models: Path,
    speed: float = 1.0,
    endpoint: SpeechEndpoint | None = None,
    language: str = "",
) -> NDArray[np.float32]:
    """`text` in `voice`, by the engine it belongs to; see `SpeechModel.speak`. Marks are heard, never read out.

    Emphasised words are said slower and a little louder; pauses are silence, also at the ends.

    Args:
        text: words, perhaps with ``[pause 1s]``, ``*emphasis*`` and ``[word](/phonemes/)``.
        voice: who speaks.
        models: the cache of model files.
        speed: a factor on the pace.
        endpoint: where the voices of an endpoint are.
        language: ISO 639-1 code of the text, for a voice that speaks any.

    Raises:
        CannotProduce: the voice needs something that isn't installed.
        NothingUsable: there is nothing to be said.
    """
    if not voice.available:
        raise CannotProduce(f"The voice {voice.name} needs {voice.needs}: choose another voice.")
    if not voice.language:
        voice = replace(voice, language=language.partition("-")[0] or "en")
    model = speech_model(voice.engine, models, endpoint)
    marked = taken_apart(text)
    if len(marked.stretches) <= 1 and not marked.before_s and not marked.after_s:
        only = marked.stretches[0] if marked.stretches else None
        if only is None or not only.is_emphasised:
            return model.speak(only.text if only else text, voice, speed=speed)
    sound = [_silence(marked.before_s)]
    for stretch in marked.stretches:
        said = model.speak(stretch.text, voice, speed=speed * (EMPHASIS_SPEED if stretch.is_emphasised else 1.0))
        if stretch.is_emphasised:
            said = limited(said * np.float32(10 ** (EMPHASIS_GAIN_DB / 20)))
        sound += [said, _silence(stretch.rest_s)]
    if not marked.stretches:
        raise NothingUsable("There is a pause and nothing to be said.")
    return np.concatenate([*sound, _silence(marked.after_s)])


def _silence(seconds: float) -> NDArray[np.float32]:
    return np.zeros(round(seconds * SAMPLE_RATE), np.float32)
