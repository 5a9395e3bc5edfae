"""Measures the voices: word errors on the normalisation set as Whisper hears it, pace, loudness, "say it"."""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "doubles"))

from word_errors import word_errors

from server.domain.voices import SpeechEngine, Voice
from server.engine.speech.catalogue import pair_for, voice, voices

ROOT = Path(__file__).resolve().parents[2]
ROWS = ROOT / "tests" / "data" / "normalisation"
KEPT = ROOT / "docs" / "voices.json"
LIMITS = {"en_word_errors": 0.03, "loudness_spread_lu": 1.0, "say_s": 2.0}
OTHERS = ("es", "fr", "it", "pt", "de")
LEAST_WORDS = 6
"""A row of fewer words says more of the listener than of the voice."""


def main() -> int:
    """Print the figures; `--write` keeps them by voice for docs/voices.md."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=40, help="rows of the English set to be spoken")
    parser.add_argument("--other-rows", type=int, default=12, help="rows of each other language")
    parser.add_argument("--voices", type=int, default=0, help="voices whose loudness is compared; 0 for all")
    parser.add_argument("--models", type=Path, help="folder of model files")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        models = given.models or Path(folder)
        errors: dict[str, dict[str, float]] = {}
        paces: dict[str, float] = {}
        for language, count in (("en", given.rows), *((other, given.other_rows) for other in OTHERS)):
            for speaker in pair_for(language):
                rate, pace = heard_errors(speaker, rows(language, count), models)
                errors[str(speaker.id)] = {"words": round(rate, 4)}
                paces[speaker.engine] = pace
        spread, loudest = loudness_spread(models, given.voices)
        figures = {
            "en_word_errors": max(errors[str(v.id)]["words"] for v in pair_for("en")),
            **{f"{code}_word_errors": max(errors[str(v.id)]["words"] for v in pair_for(code)) for code in OTHERS},
            **{f"{engine}_cpu_per_second": pace for engine, pace in paces.items()},
            "loudness_spread_lu": spread,
            "say_s": say_seconds(models),
        }
    told = {name: round(value, 4) for name, value in figures.items()}
    holds = {name: told[name] <= limit for name, limit in LIMITS.items()}
    if given.write:
        kept = {
            "figures": told,
            "word_errors": errors,
            "loudness": loudest,
            "rows": given.rows,
            "other_rows": given.other_rows,
        }
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    print(json.dumps({"figures": told, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def rows(language: str, count: int) -> list[str]:
    """Written forms, spread evenly over the table."""
    table = [line.split("\t") for line in (ROWS / f"{language}.tsv").read_text("utf-8").splitlines()]
    fitting = [written for written, said in table if len(said.split()) >= LEAST_WORDS]
    step = max(1, len(fitting) // count)
    return fitting[::step][:count]


def heard_errors(speaker: Voice, texts: Sequence[str], models: Path) -> tuple[float, float]:
    """Word error rate, and CPU seconds for a second of sound. What was written and heard is compared as it is said."""
    import numpy as np
    import soxr

    from server.engine.listening import transcribe as listening
    from server.engine.speech.levels import SAMPLE_RATE
    from server.engine.speech.synthesis import speak

    wrong = total = 0
    seconds = cpu = 0.0
    for text in texts:
        before = time.process_time()
        sound = speak(text, speaker, models=models)
        cpu += time.process_time() - before
        seconds += len(sound) / SAMPLE_RATE
        at_16k = soxr.resample(np.pad(sound, SAMPLE_RATE // 10), SAMPLE_RATE, listening.SAMPLE_RATE).astype(np.float32)
        heard = listening.transcribe(at_16k, models=models, language=speaker.language).text
        errors, words = word_errors(folded(text, speaker.language), folded(heard, speaker.language))
        wrong, total = wrong + errors, total + words
        if errors:
            print(f"{speaker.name}: {text!r} -> {heard!r}", file=sys.stderr)
    return wrong / max(1, total), cpu / seconds


def folded(text: str, language: str) -> str:
    """Words only: figures said, letters of initials together, British spellings as the listener writes them."""
    from word_errors import SPELLINGS

    from server.engine.speech.normalise import spoken

    said = spoken(text.replace("percent", "%") if language == "en" else text, language).lower()
    said = re.sub(r"\b(\w)[.-](?=\w\b)", r"\1", said).replace("a.m.", "am").replace("p.m.", "pm")
    said = re.sub(r"\b(?:and|point|hyphen)\b", "", said) if language == "en" else said
    return " ".join(SPELLINGS.get(word, word) for word in re.findall(r"[\w']+", said))


def loudness_spread(models: Path, count: int) -> tuple[float, dict[str, float]]:
    """The greatest difference in LU between two voices that say a passage of their language, and each one's LUFS."""
    from server.engine.speech.levels import loudness
    from server.engine.speech.passages import passage_of
    from server.engine.speech.synthesis import speak

    chosen = [v for v in voices() if v.available and (v.engine is not SpeechEngine.ESPEAK or v.id % 2)]
    chosen = chosen[:: max(1, len(chosen) // count)] if count else chosen
    found = {str(v.id): loudness(speak(passage_of(v.language), v, models=models)) for v in chosen}
    return max(found.values()) - min(found.values()), {number: round(lufs, 2) for number, lufs in found.items()}


def say_seconds(models: Path) -> float:
    """Wall seconds for a name said by a process that is already there."""
    from server.engine.speech.desk import SpeechDesk

    desk = SpeechDesk(models)
    try:
        desk.say("One", voice(1), endpoint=None, language="en", speed=1.0)
        before = time.perf_counter()
        desk.say("Siobhan.", voice(1), endpoint=None, language="en", speed=1.0)
        return time.perf_counter() - before
    finally:
        desk.stop()


if __name__ == "__main__":
    sys.exit(main())
