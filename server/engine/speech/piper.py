"""Voices in Piper's form: a VITS model as .onnx with its .onnx.json, phonemes by espeak-ng. Opened in workers only.

The form is that of https://github.com/OHF-Voice/piper1-gpl: inputs `input`, `input_lengths`, `scales` and, with more
speakers than one, `sid`; output one channel at `audio.sample_rate`. A symbol is padded by the id of `_`, a sentence
begins with `^` and ends with `$`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce, NothingUsable, RenderingFailed
from server.domain.script_marks import OVERRIDE
from server.domain.voices import Voice
from server.engine.speech.espeak_library import espeak_library
from server.engine.speech.levels import SAMPLE_RATE, trimmed
from server.engine.speech.normalise import spoken
from server.engine.speech.phrasing import phrases

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_LONGEST = 300
_PUNCTUATION = re.compile(r"\s*([.,;:!?…—]+)\s*")
_MARKS = str.maketrans({"…": ".", "—": ",", "“": "", "”": "", '"': ""})


@dataclass(frozen=True, slots=True)
class PiperConfig:
    """What a voice's .onnx.json says."""

    sample_rate: int
    espeak_voice: str
    language: str
    """ISO 639-1 code."""
    ids: dict[str, list[int]]
    scales: tuple[float, float, float]
    """Noise, length, noise of the durations."""
    speakers: tuple[str, ...]
    """Names, for a model with several; else empty."""


def read_config(path: Path) -> PiperConfig:
    """The config of a voice.

    Raises:
        ValueError: it is damaged or not one; the text is for people.
    """
    try:
        told = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise ValueError(f"the file {path.name} beside it is missing") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{path.name} can't be read as JSON") from error
    try:
        return _config(told)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{path.name} is not the description of a Piper voice") from error


def _config(told: dict[str, Any]) -> PiperConfig:
    if told.get("phoneme_type", "espeak") != "espeak":
        raise ValueError("phonemes of another kind")
    espeak_voice = str(told["espeak"]["voice"])
    rate = int(told["audio"]["sample_rate"])
    ids = {str(symbol): [int(i) for i in numbers] for symbol, numbers in told["phoneme_id_map"].items()}
    if not 8_000 <= rate <= 96_000 or not ids or not re.fullmatch(r"[A-Za-z0-9+-]{2,20}", espeak_voice):
        raise ValueError("figures out of range")
    inference = told.get("inference", {})
    scales = tuple(
        min(max(float(inference.get(name, usual)), 0.0), 3.0)
        for name, usual in (("noise_scale", 0.667), ("length_scale", 1.0), ("noise_w", 0.8))
    )
    language = str(told.get("language", {}).get("family") or espeak_voice.partition("-")[0]).lower()
    names = tuple(sorted(told.get("speaker_id_map") or {}, key=lambda name: told["speaker_id_map"][name]))
    several = names if int(told.get("num_speakers", 1)) > 1 else ()
    return PiperConfig(rate, espeak_voice, language, ids, (scales[0], scales[1], scales[2]), several)


class Piper:
    """Piper voices of one process; each model is loaded at its first line. Not for two threads at once."""

    def __init__(self) -> None:
        self._loaded: dict[str, tuple[InferenceSession, PiperConfig]] = {}

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` spoken: mono at 24 kHz, trimmed, at the voice's own level.

        Raises:
            NothingUsable: no sound of the text is known to the voice.
            CannotProduce: the model can't be loaded.
            RenderingFailed: it gave no sound.
        """
        import soxr

        session, config = self._load(voice)
        words = OVERRIDE.sub(r"\1", spoken(text, voice.language))
        said = _phonemes(words, config.espeak_voice)
        if not any(symbol.isalpha() for symbol in said if symbol in config.ids):
            raise NothingUsable(f"There is nothing that {voice.name} can say in {text[:60]!r}.")
        sound: list[NDArray[np.float32]] = []
        for phrase in phrases(said, longest=_LONGEST):
            made = self._infer(session, config, phrase.phonemes, voice=voice, speed=speed)
            if config.sample_rate != SAMPLE_RATE:
                made = np.asarray(soxr.resample(made, config.sample_rate, SAMPLE_RATE), np.float32)
            sound += [trimmed(made), np.zeros(int(phrase.rest / speed * SAMPLE_RATE), np.float32)]
        audio = np.concatenate(sound)
        if not np.any(audio):
            raise RenderingFailed(f"{voice.name} gave no sound for {text[:60]!r}: try another voice.")
        return audio

    def _load(self, voice: Voice) -> tuple[InferenceSession, PiperConfig]:
        if voice.source not in self._loaded:
            import onnxruntime

            path = Path(voice.source)
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = options.inter_op_num_threads = 1
            try:
                config = read_config(path.with_name(f"{path.name}.json"))
                session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
            except ValueError as error:
                raise CannotProduce(f"The voice {voice.name} can't be used: {error}; choose another voice.") from error
            except Exception as error:  # onnxruntime has no family of its own
                raise CannotProduce(
                    f"The file {path.name} of the voice {voice.name} is damaged or gone; put it back or choose another."
                ) from error
            self._loaded[voice.source] = (session, config)
        return self._loaded[voice.source]

    def _infer(
        self, session: InferenceSession, config: PiperConfig, symbols: str, *, voice: Voice, speed: float
    ) -> NDArray[np.float32]:
        pad = config.ids.get("_", [0])
        ids = [*config.ids.get("^", [1]), *pad]
        for symbol in symbols:
            if symbol in config.ids:
                ids += [*config.ids[symbol], *pad]
        ids += config.ids.get("$", [2])
        noise, length, width = config.scales
        feed: dict[str, NDArray[Any]] = {
            "input": np.array([ids], np.int64),
            "input_lengths": np.array([len(ids)], np.int64),
            "scales": np.array([noise, length / speed, width], np.float32),
        }
        if config.speakers:
            feed["sid"] = np.array([config.speakers.index(voice.key) if voice.key in config.speakers else 0], np.int64)
        try:
            (audio,) = session.run(None, feed)[:1]
        except Exception as error:
            raise RenderingFailed(f"The model of {voice.name} can't speak this line: choose another voice.") from error
        sound = np.asarray(audio, np.float32).ravel()
        if not np.isfinite(sound).all():
            raise RenderingFailed(f"The model of {voice.name} gave no sound: choose another voice.")
        return sound


def _phonemes(text: str, espeak_voice: str) -> str:
    """IPA as Piper's models learnt it: decomposed, untied, with its punctuation."""
    library = espeak_library()
    said: list[str] = []
    for index, piece in enumerate(_PUNCTUATION.split(text)):
        if index % 2:
            said.append(piece.translate(_MARKS) + " ")
        elif piece.strip():
            heard = re.sub(r"\([a-z-]+\)", "", library.phonemes(piece.strip(), espeak_voice))
            said.append(heard.replace("^", "").replace("-", ""))
    return unicodedata.normalize("NFD", "".join(said).strip())
