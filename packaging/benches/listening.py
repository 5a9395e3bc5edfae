"""Measures listening: word errors, who spoke when, and how much work each takes.

Human speech comes from Debian's pocketsphinx-testdata (or the folder named in QUILLCAST_SPEECH), where it is installed;
the dialogue is spoken here by packaged voices.
"""

from __future__ import annotations

import json
import os
import re
import resource
import sys
import tempfile
import time
import wave
from itertools import permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "doubles")]

from word_errors import word_errors  # noqa: E402

from server.engine.listening.activity import SAMPLE_RATE, Region  # noqa: E402
from server.engine.listening.diarising import Stretch, diarise, listen  # noqa: E402
from server.engine.listening.recordings import read, survey, wav_bytes  # noqa: E402
from server.engine.listening.transcribe import hear, spoken_language  # noqa: E402
from server.engine.listening.turns import turns  # noqa: E402
from server.engine.listening.voiceprints import voiceprints  # noqa: E402
from server.engine.speech.catalogue import find  # noqa: E402
from server.engine.speech.synthesis import speak  # noqa: E402

HUMAN = Path(os.environ.get("QUILLCAST_SPEECH", "/usr/share/pocketsphinx/test/data/librivox"))
LIMITS = {
    "human_word_errors": 0.03,
    "dialogue_word_errors": 0.03,
    "transcription_factor": 0.3,
    "diarisation_errors_number_given": 0.07,
    "diarisation_errors_number_found": 0.09,
    "diarisation_factor": 0.1,
}
COLLAR_S = 0.25
LINES = (
    "Welcome back to the show. Today we talk about container ships and how they changed trade.",
    "Thanks for having me. It really is a story about boxes.",
    "Before that, loading a ship was slow and cost far more than the journey itself.",
    "And afterwards?",
    "Afterwards the price fell by more than nine tenths, and it changed where things are made.",
    "So the box mattered more than the ship itself.",
    "Exactly. Ports that could not handle containers lost their trade within a decade.",
    "That is a good place to stop. Thank you for coming.",
)


def main() -> int:
    """Print the figures."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        models = Path(os.environ.get("QUILLCAST_MODELS", str(work / "models")))
        sound, times = dialogue(models)
        pcm = work / "dialogue.s16"
        source = work / "dialogue.wav"
        source.write_bytes(wav_bytes(sound, SAMPLE_RATE))
        found = survey(source, pcm)
        whole = read(pcm, Region(0, found.samples))
        hear(whole[: 5 * SAMPLE_RATE], models=models, language="en")
        language, _ = spoken_language(whole, models=models)

        before = time.process_time()
        words = hear(whole, models=models, language=language)
        figures["transcription_factor"] = (time.process_time() - before) / found.seconds
        wrong, said = word_errors(" ".join(LINES), " ".join(word.text for word in words))
        figures["dialogue_word_errors"] = wrong / said

        listener = voiceprints(models)
        before = time.process_time()
        heard = listen(whole, found.regions, listener)
        stretches = diarise(heard, speakers=2)
        figures["diarisation_factor"] = (time.process_time() - before) / found.seconds
        figures["diarisation_errors_number_given"] = error_rate(times, stretches, found.seconds)
        figures["diarisation_errors_number_found"] = error_rate(times, diarise(heard), found.seconds)
        figures["turns_found_share"] = len(turns(words, stretches, language=language)) / len(LINES)
        human(figures, models)
    # Speaking takes more memory than listening: the peak is a bound.
    figures["peak_mb_with_speaking"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    limits = {name: limit for name, limit in LIMITS.items() if name in figures}
    holds = {name: figures[name] <= limit for name, limit in limits.items()}
    print(json.dumps({"figures": figures, "limits": limits, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def dialogue(models: Path) -> tuple[NDArray[np.float32], list[tuple[float, float, int]]]:
    """A conversation of two voices at 16 kHz, and when each speaks."""
    import soxr

    voices = (find("af_heart"), find("am_michael"))
    rng = np.random.default_rng(1)
    parts: list[NDArray[np.float32]] = [np.zeros(SAMPLE_RATE // 3, np.float32)]
    times: list[tuple[float, float, int]] = []
    at = len(parts[0])
    for number, line in enumerate(LINES):
        spoken = np.asarray(
            soxr.resample(speak(line, voices[number % 2], models=models), 24_000, SAMPLE_RATE), np.float32
        )
        rest = np.zeros(int(rng.uniform(0.2, 0.6) * SAMPLE_RATE), np.float32)
        times.append((at / SAMPLE_RATE, (at + len(spoken)) / SAMPLE_RATE, number % 2))
        parts += [spoken, rest]
        at += len(spoken) + len(rest)
    return np.concatenate(parts), times


def error_rate(times: list[tuple[float, float, int]], stretches: tuple[Stretch, ...], seconds: float) -> float:
    """Missed, false and confused time as a share of the spoken time; a quarter of a second around changes is free."""
    count = int(seconds * 100)
    wanted, got, judged = np.full(count, -1), np.full(count, -1), np.ones(count, bool)
    for start, end, speaker in times:
        wanted[int(start * 100) : int(end * 100)] = speaker
        for edge in (start, end):
            judged[max(0, int((edge - COLLAR_S) * 100)) : int((edge + COLLAR_S) * 100)] = False
    for stretch in stretches:
        got[int(stretch.start * 100) : int(stretch.end * 100)] = stretch.speaker
    wanted, got = wanted[judged], got[judged]
    names = range(max(2, int(got.max()) + 1))
    right = max(
        sum(int(((wanted == real) & (got == named)).sum()) for real, named in enumerate(chosen))
        for chosen in permutations(names, 2)
    )
    both = int(((wanted >= 0) & (got >= 0)).sum())
    missed = int(((wanted >= 0) & (got < 0)).sum())
    false = int(((wanted < 0) & (got >= 0)).sum())
    return (missed + false + both - right) / int((wanted >= 0).sum())


def human(figures: dict[str, float], models: Path) -> None:
    """Word errors on read human speech, where it is installed."""
    told = HUMAN / "transcription"
    if not told.exists():
        return
    wrong = said = 0
    for row in told.read_text().splitlines():
        text, _, name = row.partition("(")
        path = HUMAN / f"{name.rstrip(')')}.wav"
        with wave.open(str(path)) as file:
            samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float32) / 32768
        heard = " ".join(word.text for word in hear(samples, models=models, language="en"))
        spelled = re.sub(r"\bMr\.?", "Mister", heard)
        errors, count = word_errors(re.sub(r"</?s>", "", text), spelled)
        wrong, said = wrong + errors, said + count
    figures["human_word_errors"] = wrong / said


if __name__ == "__main__":
    raise SystemExit(main())
