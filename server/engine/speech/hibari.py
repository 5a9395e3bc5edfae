"""The draft voices: hibari's small model of one Kokoro voice, and a second speaker made from it.

The model gives a spectral envelope and a pitch for each 12.5 ms, and the sound is made from those. A second person
is made between the two: the formants moved down as by a longer vocal tract, the pitch lowered.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce, NothingUsable
from server.domain.voices import Voice
from server.engine.models import Model, model_file
from server.engine.speech.levels import SAMPLE_RATE, trimmed
from server.engine.speech.normalise import spoken
from server.engine.speech.phonemes import import_hibari_g2p, phonemes
from server.engine.speech.phrasing import phrases

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_LONGEST = 380
"""Symbols that the model was taught to say at once."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """How far a speaker stands from the model's own voice: factors on the formants and on the pitch."""

    formants: float = 1.0
    pitch: float = 1.0


SPEAKERS = {"heart": Speaker(), "heart-low": Speaker(formants=0.86, pitch=0.6)}


class Hibari:
    """One model in memory. Not for use by two threads at once."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache

    @cached_property
    def _session(self) -> InferenceSession:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        path = str(model_file(Model.HIBARI, self._cache))
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    @cached_property
    def _symbols(self) -> dict[str, int]:
        found = next((f for f in files("hibari-tts") or () if f.as_posix() == "hibari/assets/vocab.json"), None)
        if found is None:
            raise CannotProduce("The package hibari-tts is missing or incomplete: run the set-up again to install it.")
        table: dict[str, int] = json.loads(Path(str(found.locate())).read_text("utf-8"))
        return table

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` spoken: mono at 24 kHz, trimmed, at the voice's own level; the same sound for the same text.

        Raises:
            NothingUsable: the text holds nothing that can be said.
        """
        said = phonemes(spoken(text, voice.language), language=voice.language)
        known = "".join(symbol for symbol in said if symbol in self._symbols)
        if not any(symbol.isalpha() for symbol in known):
            raise NothingUsable(f"There is nothing that {voice.name} can say in {text[:60]!r}.")
        sound: list[NDArray[np.float32]] = []
        for phrase in phrases(known, longest=_LONGEST):
            sound.append(trimmed(self._infer(phrase.phonemes, SPEAKERS[voice.key], speed)))
            sound.append(np.zeros(int(phrase.rest / speed * SAMPLE_RATE), np.float32))
        return np.concatenate(sound)

    def _infer(self, symbols: str, speaker: Speaker, speed: float) -> NDArray[np.float32]:
        import_hibari_g2p()
        from hibari import dsp

        ids = [0, *(self._symbols[symbol] for symbol in symbols), 0]
        feed = {"ids": np.array([ids], np.int64), "speed": np.array([speed], np.float32)}
        harmonic, turn, noise, free, phase, pitch = (out[0] for out in self._session.run(None, feed))
        if speaker != Speaker():
            harmonic, noise, free = (_moved(part, speaker.formants) for part in (harmonic, noise, free))
            pitch = pitch * np.float32(speaker.pitch)
        sound = dsp.synth(harmonic, turn, noise, free, phase, pitch, np.random.default_rng(0))
        return np.asarray(sound, np.float32)


def _moved(envelope: NDArray[np.float32], factor: float) -> NDArray[np.float32]:
    """A log spectrum [bins, frames] with its features at `factor` times their frequency."""
    at = np.minimum(np.arange(len(envelope)) / factor, len(envelope) - 1)
    below = at.astype(int)
    above = np.minimum(below + 1, len(envelope) - 1)
    share = (at - below)[:, None].astype(np.float32)
    return np.asarray(envelope[below] * (1 - share) + envelope[above] * share, np.float32)
