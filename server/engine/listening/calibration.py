"""What each of Kokoro's voices sounds like: measured once on its sample, kept as `resources/voices/voiceprints.json`.

``python -m server.engine.listening.calibration CACHE`` measures again and writes the table.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from server.domain.voices import SpeechEngine, Voice
from server.engine.audio.decoding import decode_start
from server.engine.listening.pitch import pitch_of
from server.engine.listening.voiceprints import SAMPLE_RATE, Prints, normalised, voiceprints
from server.engine.speech.catalogue import samples_folder, voices, voices_folder

TABLE = "voiceprints.json"
_PASSAGES = {
    "en": "The harbour was quiet, and the boats lay still. Who would go out in such a wind? My father always said that "
    "the sea gives back what it has taken, only never in the same place.",
    "es": "El puerto estaba tranquilo y los barcos no se movían. ¿Quién saldría con ese viento? Mi padre decía siempre "
    "que el mar devuelve lo que se ha llevado, pero nunca en el mismo lugar.",
    "fr": "Le port était calme, et les bateaux ne bougeaient pas. Qui sortirait par ce vent? Mon père disait toujours "
    "que la mer rend ce qu'elle a pris, mais jamais au même endroit.",
    "it": "Il porto era tranquillo e le barche erano ferme. Chi uscirebbe con questo vento? Mio padre diceva sempre "
    "che il mare restituisce ciò che ha preso, ma mai nello stesso posto.",
    "pt": "O porto estava tranquilo e os barcos estavam parados. Quem sairia com esse vento? Meu pai dizia sempre que "
    "o mar devolve o que levou, mas nunca no mesmo lugar.",
    "hi": "बंदरगाह शांत था और नावें रुकी हुई थीं। ऐसी हवा में कौन बाहर जाएगा?",
}


@dataclass(frozen=True, slots=True)
class Measured:
    """A packaged voice as the embedder hears it; `pitch` is the natural logarithm of its frequency in Hz."""

    voice: Voice
    print: Prints
    pitch: float


@cache
def measured() -> tuple[Measured, ...]:
    """Every voice of the table that this installation can speak with."""
    table: dict[str, dict[str, Any]] = json.loads((voices_folder() / TABLE).read_text("utf-8"))["voices"]
    return tuple(
        Measured(voice, normalised(np.array(table[voice.key]["print"], np.float32)), float(table[voice.key]["pitch"]))
        for voice in voices()
        if voice.engine is SpeechEngine.KOKORO and voice.available and voice.key in table
    )


def said_in(language: str) -> str:
    """Some twelve seconds of text in a language that Kokoro speaks; English for others."""
    return _PASSAGES.get(language, _PASSAGES["en"])


def main(arguments: list[str]) -> int:
    """Measure every voice that has a sample and write the table."""
    models = Path(arguments[0])
    rows: dict[str, dict[str, object]] = {}
    for voice in voices():
        if voice.engine is SpeechEngine.KOKORO and voice.available and "+" not in voice.key:
            sample = samples_folder() / f"{voice.id}.mp3"
            if not sample.exists():
                continue
            sound = decode_start(sample, rate=SAMPLE_RATE, channels=1, seconds=20.0)[0]
            pitch = pitch_of(sound)
            rows[voice.key] = {
                "pitch": round(pitch.mean, 4) if pitch else 5.0,
                "print": [round(float(value), 4) for value in voiceprints(models).of(sound)],
            }
    note = "256 numbers of the packaged embedder and ln(Hz) of each voice, measured with server.engine.listening"
    text = json.dumps({"note": note, "voices": rows}, separators=(",", ":"))
    (voices_folder() / TABLE).write_text(text + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
