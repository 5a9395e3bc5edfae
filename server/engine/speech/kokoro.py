"""Kokoro-82M in int8 by onnxruntime: the voices for a finished episode."""

from __future__ import annotations

import json
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce, NothingUsable, RenderingFailed
from server.domain.voices import Voice
from server.engine.models import Model, model_file
from server.engine.speech.catalogue import voices_folder
from server.engine.speech.levels import SAMPLE_RATE, trimmed
from server.engine.speech.normalise import spoken
from server.engine.speech.packs import blended, read_pack
from server.engine.speech.phonemes import phonemes
from server.engine.speech.phrasing import phrases
from server.engine.speech.products import with_products

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


@cache
def known_symbols() -> dict[str, int]:
    """The phonemes and signs that the voices know, with their numbers."""
    table: dict[str, dict[str, int]] = json.loads((voices_folder() / "kokoro-vocab.json").read_text("utf-8"))
    return table["vocab"]


class Kokoro:
    """One model in memory; voice packs are read as they are asked for. Not for use by two threads at once."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._packs: dict[str, NDArray[np.float32]] = {}

    @cached_property
    def _session(self) -> InferenceSession:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        path = with_products(model_file(Model.KOKORO, self._cache))
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def _pack(self, voice: Voice) -> NDArray[np.float32]:
        """The style vectors of a voice, float32 [510, 256], by number of symbols."""
        place = f"{voice.source}\n{voice.key}"
        if place not in self._packs:
            if voice.source:
                try:
                    self._packs[place] = read_pack(Path(voice.source), voice.key)
                except (OSError, ValueError) as error:
                    raise CannotProduce(
                        f"The file of the voice {voice.name} is damaged or gone; put it back or choose another voice."
                    ) from error
            else:
                self._packs[place] = blended(voice.key, voices_folder() / "kokoro-voices-fp16.npz")
        return self._packs[place]

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` spoken: mono at 24 kHz, trimmed, at the voice's own level.

        Raises:
            NothingUsable: no sound of the text is known in the voice's language.
            RenderingFailed: the model gave no sound.
            CannotProduce: the voice's own file is gone.
        """
        words = spoken(text, voice.language)
        said = phonemes(words, language=voice.language, british=voice.accent == "British")
        # What the symbol table lacks is what the model was never taught: it is left out.
        known = "".join(symbol for symbol in said if symbol in known_symbols())
        if not any(symbol.isalpha() for symbol in known):
            raise NothingUsable(f"There is nothing that {voice.name} can say in {text[:60]!r}.")
        sound: list[NDArray[np.float32]] = []
        for phrase in phrases(known):
            sound.append(trimmed(self._infer(phrase.phonemes, voice, speed)))
            sound.append(np.zeros(int(phrase.rest / speed * SAMPLE_RATE), np.float32))
        audio = np.concatenate(sound)
        if not len(audio):
            raise RenderingFailed(f"{voice.name} gave no sound for {text[:60]!r}: try another voice.")
        return audio

    def _infer(self, symbols: str, voice: Voice, speed: float) -> NDArray[np.float32]:
        """The raw sound of at most 508 symbols, float32 [n] at 24 kHz."""
        ids = [known_symbols()[symbol] for symbol in symbols]
        feed = {
            "tokens": np.array([[0, *ids, 0]], np.int64),
            "style": self._pack(voice)[len(ids) - 1][None],
            "speed": np.array([speed], np.float32),
        }
        (audio,) = self._session.run(None, feed)
        sound = np.asarray(audio, np.float32).ravel()
        if not np.isfinite(sound).all():
            raise RenderingFailed("The speech model gave no sound: try the line in other words or another voice.")
        return sound
