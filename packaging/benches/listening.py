"""Measures listening: word errors, who spoke when, and how much work and memory each takes.

Read human speech and people in turns come from the recordings that `people` finds; the other dialogue is spoken here by
two packaged voices.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from itertools import permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "doubles")]

from dialogues import RATE, Dialogue, of_people, spoken  # noqa: E402
from people import people  # noqa: E402
from processes import measured  # noqa: E402
from word_errors import word_errors  # noqa: E402

from server.engine.listening.activity import Region  # noqa: E402
from server.engine.listening.diarising import Stretch, diarise, listen  # noqa: E402
from server.engine.listening.recordings import read, survey, wav_bytes  # noqa: E402
from server.engine.listening.transcribe import hear, spoken_language  # noqa: E402
from server.engine.listening.turns import turns  # noqa: E402
from server.engine.listening.voiceprints import voiceprints  # noqa: E402
from server.engine.speech.normalise import spoken as as_said  # noqa: E402

LIMITS = {
    "human_word_errors": 0.03,
    "dialogue_word_errors": 0.03,
    "transcription_factor": 0.3,
    "transcription_mib": 500.0,
    "diarisation_errors_number_given": 0.07,
    "diarisation_errors_number_found": 0.09,
    "people_diarisation_errors_number_given": 0.07,
    "people_diarisation_errors_number_found": 0.09,
    "diarisation_factor": 0.1,
}
COLLAR_S = 0.25
ANNOUNCED = ("fr", "it")
ANNOUNCEMENTS = 8
"""The longest of each; the same listener takes half a minute's work for any of them."""
READERS = ("a reader of Austen", "a reader of Dickens")
ALONE = """
import sys
from pathlib import Path
from server.engine.listening.activity import Region
from server.engine.listening.recordings import read
from server.engine.listening.transcribe import hear
pcm = Path(sys.argv[1])
print(len(hear(read(pcm, Region(0, pcm.stat().st_size // 2)), models=Path(sys.argv[2]), language="en")))
"""


def main() -> int:
    """Print the figures."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        models = Path(os.environ.get("QUILLCAST_MODELS", str(work / "models")))
        transcription(figures, spoken(models), models, work)
        talk = of_people()
        if talk:
            diarisation(figures, talk, models, work, prefix="people_")
        readers(figures, models)
        announcers(figures, models)
    limits = {name: limit for name, limit in LIMITS.items() if name in figures}
    holds = {name: figures[name] <= limit for name, limit in limits.items()}
    told = {name: round(value, 4) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": limits, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def transcription(figures: dict[str, float], talk: Dialogue, models: Path, work: Path) -> None:
    """The conversation of two packaged voices: its words, its turns, and what hearing it takes."""
    whole, seconds = talk.sound, len(talk.sound) / RATE
    hear(whole[: 5 * RATE], models=models, language="en")
    language, _ = spoken_language(whole, models=models)
    before = time.process_time()
    words = hear(whole, models=models, language=language)
    figures["transcription_factor"] = (time.process_time() - before) / seconds
    figures["dialogue_word_errors"] = _word_errors(" ".join(talk.lines), " ".join(word.text for word in words))
    stretches = diarisation(figures, talk, models, work)
    found = turns(words, stretches, language=language)
    figures["turns_found_share"] = min(1.0, len(found) / len(talk.lines))
    run = measured([sys.executable, "-c", ALONE, str(work / "sound.s16"), str(models)], cwd=ROOT)
    if run.code:
        raise SystemExit(run.stderr)
    figures["transcription_mib"] = run.peak_mib


def diarisation(
    figures: dict[str, float], talk: Dialogue, models: Path, work: Path, *, prefix: str = ""
) -> tuple[Stretch, ...]:
    """Who spoke when, with the number of speakers and without; the former is answered."""
    source, pcm = work / "talk.wav", work / "sound.s16"
    source.write_bytes(wav_bytes(talk.sound, RATE))
    found = survey(source, pcm)
    whole = read(pcm, Region(0, found.samples))
    listener = voiceprints(models)
    diarise(listen(whole, found.regions[:2], listener))  # loading the models is not counted
    count = len({speaker for _, _, speaker in talk.times})
    before = time.process_time()
    heard = listen(whole, found.regions, listener)
    given = diarise(heard, speakers=count)
    figures[f"{prefix}diarisation_factor"] = (time.process_time() - before) / found.seconds
    figures[f"{prefix}diarisation_errors_number_given"] = error_rate(talk.times, given, found.seconds)
    alone = diarise(heard)
    figures[f"{prefix}diarisation_errors_number_found"] = error_rate(talk.times, alone, found.seconds)
    figures[f"{prefix}speakers"] = count
    figures[f"{prefix}speakers_found"] = len({stretch.speaker for stretch in alone})
    return given


def error_rate(times: tuple[tuple[float, float, int], ...], stretches: tuple[Stretch, ...], seconds: float) -> float:
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
    people_count = int(wanted.max()) + 1
    names = range(max(people_count, int(got.max()) + 1))
    right = max(_agreed(wanted, got, chosen) for chosen in permutations(names, people_count))
    both = int(((wanted >= 0) & (got >= 0)).sum())
    missed = int(((wanted >= 0) & (got < 0)).sum())
    false = int(((wanted < 0) & (got >= 0)).sum())
    return (missed + false + both - right) / int((wanted >= 0).sum())


def _agreed(wanted: NDArray[np.int64], got: NDArray[np.int64], chosen: tuple[int, ...]) -> int:
    return sum(int(((wanted == real) & (got == named)).sum()) for real, named in enumerate(chosen))


def readers(figures: dict[str, float], models: Path) -> None:
    """Word errors on read human speech, where it is here."""
    wrong = said = 0
    for person in people():
        if person.name not in READERS:
            continue
        for path, text in person.said:
            heard = " ".join(word.text for word in hear(person.sound(path, rate=RATE), models=models, language="en"))
            errors, count = word_errors(text, re.sub(r"\bMr\.?", "Mister", heard))
            wrong, said = wrong + errors, said + count
    if said:
        figures["human_words"] = said
        figures["human_word_errors"] = wrong / said


def announcers(figures: dict[str, float], models: Path) -> None:
    """Word errors on people who announce in other languages: what of a voice's errors is the listener's own.

    They did not read every word of their list, which counts too.
    """
    for person in people():
        if person.language not in ANNOUNCED:
            continue
        wrong = said = 0
        for path, text in person.said[:ANNOUNCEMENTS]:
            sound = np.pad(person.sound(path, rate=RATE), RATE // 4)
            heard = " ".join(word.text for word in hear(sound, models=models, language=person.language))
            errors, count = word_errors(as_said(text, person.language), as_said(heard, person.language))
            wrong, said = wrong + errors, said + count
            print(f"{person.language}: {text!r} -> {heard!r}", file=sys.stderr)
        figures[f"human_{person.language}_words"] = said
        figures[f"human_{person.language}_word_errors"] = wrong / said


def _word_errors(said: str, heard: str) -> float:
    # Figures are compared as they are said: a listener writes 9 for nine.
    wrong, count = word_errors(as_said(said, "en"), as_said(heard, "en"))
    if wrong:
        print(f"{said!r} -> {heard!r}", file=sys.stderr)
    return wrong / count


if __name__ == "__main__":
    raise SystemExit(main())
