"""Voice files that a person put into the folder of voices, each looked at in a worker process."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from server.domain.voices import SpeechEngine

SUFFIXES = (".npz", ".bin", ".onnx")
LARGEST_MODEL = 1024 * 1024 * 1024

_LANGUAGES = {"a": "en", "b": "en", "e": "es", "f": "fr", "h": "hi", "i": "it", "j": "ja", "p": "pt", "z": "zh"}
_ACCENTS = {"a": "US", "b": "British"}
_SEXES = {"f": "female", "m": "male"}
_KOKORO_NAME = re.compile(r"([abefhijpz])([fm])_(\w+)")


@dataclass(frozen=True, slots=True)
class DroppedVoice:
    """A voice in a file; `key` is its name there."""

    file: str
    key: str
    name: str
    engine: SpeechEngine
    language: str
    accent: str = ""
    sex: str = ""


@dataclass(frozen=True, slots=True)
class Unusable:
    """A file that gives no voice, and why, in one sentence."""

    file: str
    reason: str


def files_in(folder: Path) -> tuple[Path, ...]:
    """The voice files of a folder, by name; links that lead out of it are left alone."""
    try:
        found = sorted(folder.iterdir())
    except OSError:
        return ()
    root = folder.resolve()
    return tuple(
        path for path in found if path.suffix.lower() in SUFFIXES and path.is_file() and path.resolve().parent == root
    )


def looked_at(path: Path) -> tuple[DroppedVoice, ...] | Unusable:
    """The voices of a file. A model is opened, so call this in a worker process only."""
    try:
        return _piper(path) if path.suffix.lower() == ".onnx" else _kokoro(path)
    except OSError as error:
        return Unusable(path.name, f"{path.name} can't be read: {error.strerror or error}.")
    except MemoryError:
        return Unusable(path.name, f"{path.name} needs more memory than a voice may take.")
    except ValueError as error:
        return Unusable(path.name, f"{path.name} gives no voice: {error}.")


def _kokoro(path: Path) -> tuple[DroppedVoice, ...]:
    from server.engine.speech.packs import names_in

    found = []
    for key in names_in(path):
        told = _KOKORO_NAME.fullmatch(key)
        letter = told[1] if told else "a"
        found.append(
            DroppedVoice(
                path.name,
                key,
                _readable(told[3] if told else key),
                SpeechEngine.KOKORO,
                _LANGUAGES[letter],
                _ACCENTS.get(letter, ""),
                _SEXES[told[2]] if told else "",
            )
        )
    return tuple(found)


def _piper(path: Path) -> tuple[DroppedVoice, ...]:
    import onnxruntime

    from server.engine.speech.piper import read_config

    if path.stat().st_size > LARGEST_MODEL:
        raise ValueError("it is larger than 1 GB")
    config = read_config(path.with_name(f"{path.name}.json"))
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        inputs = {given.name for given in session.get_inputs()}
    except Exception as error:  # onnxruntime has no family of its own
        raise ValueError("it is damaged or no ONNX model") from error
    if not {"input", "input_lengths", "scales"} <= inputs:
        raise ValueError("it is a model, and not one of a Piper voice")
    base = _readable(path.stem.split("-")[1] if path.stem.count("-") >= 1 else path.stem)
    if not config.speakers:
        return (DroppedVoice(path.name, path.stem, base, SpeechEngine.PIPER, config.language),)
    return tuple(
        DroppedVoice(path.name, speaker, f"{base} {_readable(speaker)}", SpeechEngine.PIPER, config.language)
        for speaker in config.speakers[:50]
    )


def _readable(name: str) -> str:
    words = re.sub(r"[_\-\s]+", " ", name).strip()[:60]
    return words[:1].upper() + words[1:] if words else "Voice"
