"""Measures the voice match on people whose recordings are here (see `people`): likeness, sex, and word errors.

The match hears the first part of what somebody says; its likeness is judged on the rest, which it never heard, and
compared with that packaged voice which comes nearest to the rest, chosen with hindsight.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "doubles")]

from people import Person, people  # noqa: E402
from word_errors import SPELLINGS, word_errors, words  # noqa: E402

from server.domain.voices import SpeechEngine, Voice  # noqa: E402
from server.engine.listening.calibration import measured  # noqa: E402
from server.engine.listening.matching import match  # noqa: E402
from server.engine.listening.transcribe import hear  # noqa: E402
from server.engine.listening.voiceprints import voiceprints  # noqa: E402
from server.engine.speech.matched import Profile  # noqa: E402
from server.engine.speech.passages import passage_of  # noqa: E402
from server.engine.speech.synthesis import speak  # noqa: E402

LIMITS = {"people_nearer_than_best_fixed_voice_at_least": 0.8, "people_of_right_sex_at_least": 1.0, "word_errors": 0.04}
SHOWN_S, JUDGED_S = 30.0, 40.0


def main() -> int:
    """Print the figures."""
    figures: dict[str, float] = {}
    nearer = right = wrong = said = 0
    met = people()
    with tempfile.TemporaryDirectory() as folder:
        models = Path(os.environ.get("QUILLCAST_MODELS", f"{folder}/models"))
        for person in met:
            found = of(person, models, Path(folder))
            name = person.name.lower().replace(" ", "_").removeprefix("a_")
            figures |= {f"{name}_likeness": found["likeness"], f"{name}_best_fixed_voice": found["fixed"]}
            nearer += found["likeness"] > found["fixed"]
            right += bool(found["right"])
            wrong, said = wrong + int(found["wrong"]), said + int(found["said"])
            print(person.name, found, file=sys.stderr, flush=True)
    if met:
        figures["people"] = len(met)
        figures["people_nearer_than_best_fixed_voice_at_least"] = nearer / len(met)
        figures["people_of_right_sex_at_least"] = right / len(met)
        figures["word_errors"] = wrong / said
    limits = {name: limit for name, limit in LIMITS.items() if name in figures}
    holds = {
        name: figures[name] >= limit if name.endswith("_at_least") else figures[name] <= limit
        for name, limit in limits.items()
    }
    told = {name: round(value, 3) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": limits, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def of(person: Person, models: Path, folder: Path) -> dict[str, float]:
    """The match of one person: its likeness to what was held out, the best fixed voice's, word errors."""
    import soxr

    listener = voiceprints(models)
    whole, _ = person.speech(rate=16_000, seconds=SHOWN_S + JUDGED_S)
    cut = int(min(SHOWN_S, len(whole) / 16_000 * 0.6) * 16_000)
    shown, held_out = whole[:cut], whole[cut:]
    before = time.process_time()
    profile: Profile = match(
        shown,
        np.asarray(soxr.resample(shown, 16_000, 24_000), np.float32),
        name=person.name,
        language=person.language,
        models=models,
    )
    spent = time.process_time() - before
    judged = listener.of(held_out)
    fixed = max(measured(), key=lambda each: float(each.print @ judged))
    place = folder / f"{person.name}.json"
    place.write_text(json.dumps(asdict(profile)), "utf-8")
    voice = Voice(1, person.name, SpeechEngine.MATCHED, "", profile.language, sex=profile.sex, source=str(place))
    text = passage_of(profile.language)
    spoken = np.asarray(soxr.resample(speak(text, voice, models=models), 24_000, 16_000), np.float32)
    heard = " ".join(word.text for word in hear(spoken, models=models, language=profile.language))
    wrong, said = word_errors(_plain(text), _plain(heard))
    if wrong:
        print(f"{text!r} -> {heard!r}", file=sys.stderr)
    print(profile.made_of, profile.similarity, profile.shape is not None, fixed.voice.name, file=sys.stderr)
    return {
        "likeness": float(listener.of(spoken) @ judged),
        "fixed": float(fixed.print @ judged),
        "right": float(profile.sex == person.sex),
        "wrong": wrong,
        "said": said,
        "cpu_s": spent,
    }


def _plain(text: str) -> str:
    """British spellings as the listener writes them."""
    return " ".join(SPELLINGS.get(word, word) for word in words(text))


if __name__ == "__main__":
    raise SystemExit(main())
