"""Measures the voices: word errors on the normalisation set as Whisper hears it, pace, loudness, "say it"."""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
import unicodedata
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "doubles"))

import numpy as np
from word_errors import word_errors

from server.domain.voices import MOST_WORD_ERRORS, SpeechEngine, Voice
from server.engine.speech.catalogue import pair_for, samples_folder, voice, voices, voices_folder

ROOT = Path(__file__).resolve().parents[2]
ROWS = ROOT / "tests" / "data" / "normalisation"
KEPT = ROOT / "docs" / "voices.json"
KEPT_ERRORS = voices_folder() / "word_errors.json"
"""Of every voice: the catalogue shows them."""
NOTE = (
    "Share of words that the packaged Whisper-base hears otherwise, and of how many rows of tests/data/normalisation; "
    "of the voice's sample where its language has no such rows. Measured with packaging/bench speech"
)
LIMITS = {"en_word_errors": 0.03, "loudness_spread_lu": 1.0, "samples_loudness_spread_lu": 1.0, "say_s": 2.0}
OTHERS = ("es", "fr", "it", "pt", "de")
UNHEARD = ("hi",)
"""The listener writes Hindi in Urdu's letters, in Tamil's or in ours: a figure would say nothing of the voices."""
HOMOPHONES = {"joe": "jo", "won": "one", "cbbc": "see bbc"}
"""What sounds the same and stands in the rows; no listener can know it."""
ONES = {
    "fr": ("un", "une"),
    "es": ("un", "uno", "una"),
    "it": ("un", "uno", "una"),
    "pt": ("um", "uma"),
    "de": ("ein", "eins", "eine"),
}
"""A listener writes 1 for all of them."""
DOTS = {"en": "dot", "es": "punto", "fr": "point", "it": "punto", "pt": "ponto", "de": "Punkt"}
FIGURE = re.compile(r"\d+(?:[.,:;/–-]+\d+)*|[^\W\d_]+(?:\.[^\W\d_]+)+")
"""Figures as a listener writes them, and names with a dot in them."""
HEARD_RATE, LISTENED_S, PAUSE_S = 16_000, 28.0, 0.9
LEVELLED_S = 8.0
"""Of so much speech the loudness of a voice is measured."""
LEAST_WORDS = 6
"""A row of fewer words says more of the listener than of the voice."""


def main() -> int:
    """Print the figures; `--write` keeps them by voice for docs/voices.md."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=40, help="rows of the English set that its default voices say")
    parser.add_argument("--other-rows", type=int, default=12, help="rows that the other default voices say")
    parser.add_argument("--further-rows", type=int, default=12, help="rows that every other voice says")
    parser.add_argument("--models", type=Path, help="folder of model files")
    parser.add_argument("--heard", type=Path, help="keeps what was heard, so that a run can be broken off and go on")
    parser.add_argument("--only-heard", action="store_true", help="only what --heard holds: nothing more is spoken")
    parser.add_argument("--first", action="store_true", help="only the default voices")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        listener = Listener(given.models or Path(folder), given.heard or Path(folder) / "heard.jsonl")
        counts = {code: given.rows if code == "en" else given.other_rows for code in ("en", *OTHERS)}
        asked = {v.id: (v, rows(code, count)) for code, count in counts.items() for v in pair_for(code)}
        if not given.first:
            for v in voices():
                if v.available and v.language in counts:
                    asked.setdefault(v.id, (v, rows(v.language, given.further_rows)))
        errors, paces = {}, {}
        for number, (speaker, texts) in asked.items():
            told = listener.heard(speaker, [t for t in texts if listener.knows(speaker, t) or not given.only_heard])
            if not told:
                continue
            wrong, said = (sum(column) for column in zip(*(mistakes(each) for each in settled(told)), strict=True))
            errors[str(number)] = {"words": round(wrong / said, 4), "rows": len(told)}
            paces.setdefault(speaker.engine, []).append(sum(t["cpu"] for t in told) / sum(t["seconds"] for t in told))
        loudest = {
            str(v.id): listener.loudness(v)
            for v in levelled_voices()
            if (not given.first or v.id in asked) and (not given.only_heard or listener.knows(v, level_mark(v)))
        }
        if not given.first:
            others = [v for v in voices() if v.available and v.language not in (*counts, *UNHEARD)]
            errors |= {str(v.id): listener.sample_errors(v) for v in others}
        errors = with_kept(errors, KEPT_ERRORS, "voices", only_heard=given.only_heard)
        loudest = with_kept(loudest, KEPT, "loudness", only_heard=given.only_heard)
        figures = {
            **{
                f"{code}_word_errors": max(errors[str(v.id)]["words"] for v in pair_for(code))
                for code in counts
                if all(str(v.id) in errors for v in pair_for(code))
            },
            **{f"{engine}_cpu_per_second": sum(each) / len(each) for engine, each in paces.items()},
            "loudness_spread_lu": max(loudest.values()) - min(loudest.values()),
            "samples_loudness_spread_lu": samples_spread(),
            "voices_measured": len(errors),
            "voices_offered_by_default": sum(each["words"] <= MOST_WORD_ERRORS for each in errors.values()),
        }
        if not given.only_heard:
            figures["say_s"] = say_seconds(given.models or Path(folder))
    told_figures = {name: round(value, 4) for name, value in figures.items()}
    holds = {name: told_figures[name] <= limit for name, limit in LIMITS.items() if name in told_figures}
    if given.write:
        kept = {
            "figures": told_figures,
            "limits": LIMITS,
            "loudness": loudest,
            "rows": given.rows,
            "other_rows": given.other_rows,
            "further_rows": given.further_rows,
        }
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        KEPT_ERRORS.write_text(json.dumps({"note": NOTE, "voices": errors}, indent=1) + "\n", "utf-8")
    print(json.dumps({"figures": told_figures, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def with_kept(found: dict[str, Any], file: Path, part: str, *, only_heard: bool) -> dict[str, Any]:
    """What was found, by voice; where a run was broken off, with what an earlier one found over more rows."""
    if not only_heard or not file.exists():
        return found
    kept: dict[str, Any] = json.loads(file.read_text("utf-8"))[part]
    known = {v.id for v in voices() if v.available}
    whole = dict(found)
    for number, before in kept.items():
        now = found.get(number)
        fuller = now is None or (isinstance(before, dict) and before.get("rows", 0) > now.get("rows", 0))
        if fuller and int(number) in known:
            whole[number] = before
    return dict(sorted(whole.items(), key=lambda each: int(each[0])))


def rows(language: str, count: int) -> list[str]:
    """Written forms, spread evenly over the table."""
    table = [line.split("\t") for line in (ROWS / f"{language}.tsv").read_text("utf-8").splitlines()]
    fitting = [written for written, said in table if len(said.split()) >= LEAST_WORDS]
    step = max(1, len(fitting) // count)
    return fitting[::step][:count]


@dataclass(frozen=True, slots=True)
class Said:
    """A text that a voice has said, with a pause behind it."""

    text: str
    sound: Any
    at_16k: Any
    seconds: float
    cpu: float


class Listener:
    """Lets voices speak and has them heard; what was heard once is kept in a file, a line each."""

    def __init__(self, models: Path, kept: Path) -> None:
        self._models = models
        self._file = kept
        lines = kept.read_text("utf-8").splitlines() if kept.exists() else []
        self._kept: dict[tuple[int, str], dict[str, Any]] = {
            (row["voice"], row["text"]): row for row in map(json.loads, lines)
        }

    def knows(self, speaker: Voice, text: str) -> bool:
        """Whether it was heard already."""
        return (speaker.id, text) in self._kept

    def heard(self, speaker: Voice, texts: list[str]) -> list[dict[str, Any]]:
        """What is heard of each text, the seconds it plays and the CPU seconds it took to be spoken."""
        new = [self._said(speaker, text) for text in texts if not self.knows(speaker, text)]
        if sum(each.seconds for each in new) > LEVELLED_S and not self.knows(speaker, level_mark(speaker)):
            from server.engine.speech.levels import loudness

            level = loudness(np.concatenate([each.sound for each in new]))
            self._keep(speaker, level_mark(speaker), {"lufs": round(level, 2)})
        while new:
            together = [new.pop(0)]
            while new and sum(len(each.at_16k) for each in (*together, new[0])) < LISTENED_S * HEARD_RATE:
                together.append(new.pop(0))
            for each, words in zip(together, self._words(speaker, together), strict=True):
                found = {"language": speaker.language, "heard": words, "seconds": each.seconds, "cpu": each.cpu}
                self._keep(speaker, each.text, found)
        return [self._kept[speaker.id, text] for text in texts]

    def sample_errors(self, speaker: Voice) -> dict[str, Any]:
        """Word errors of a voice's kept sample, for languages that have no rows; nothing is spoken anew."""
        from server.engine.audio.decoding import decode_start
        from server.engine.listening.transcribe import hear
        from server.engine.speech.samples import sentence_of

        text = sentence_of(speaker)
        if not self.knows(speaker, text):
            file = samples_folder() / f"{speaker.id}.mp3"
            (sound,) = decode_start(file, rate=HEARD_RATE, channels=1, seconds=LISTENED_S)
            words = hear(np.ascontiguousarray(sound), models=self._models, language=speaker.language)
            heard = " ".join(word.text for word in words)
            self._keep(speaker, text, {"language": speaker.language, "heard": heard})
        ((wrong, said),) = (mistakes(row) for row in settled([self._kept[speaker.id, text]]))
        return {"words": round(wrong / said, 4), "sample": True}

    def loudness(self, speaker: Voice) -> float:
        """LUFS of a voice that says rows of the set, or a passage of its language."""
        from server.engine.speech.levels import loudness
        from server.engine.speech.passages import passage_of
        from server.engine.speech.synthesis import speak

        mark = level_mark(speaker)
        kept = self._kept.get((speaker.id, mark))
        if kept is None:
            sound = speak(passage_of(speaker.language), speaker, models=self._models)
            kept = self._keep(speaker, mark, {"lufs": round(loudness(sound), 2)})
        return float(kept["lufs"])

    def _said(self, speaker: Voice, text: str) -> Said:
        import soxr

        from server.engine.speech.levels import SAMPLE_RATE
        from server.engine.speech.synthesis import speak

        before = time.process_time()
        sound = speak(text, speaker, models=self._models)
        cpu = time.process_time() - before
        padded = np.pad(sound, (SAMPLE_RATE // 10, int(PAUSE_S * SAMPLE_RATE)))
        at_16k = soxr.resample(padded, SAMPLE_RATE, HEARD_RATE).astype(np.float32)
        return Said(text, sound, at_16k, len(sound) / SAMPLE_RATE, cpu)

    def _words(self, speaker: Voice, together: list[Said]) -> list[str]:
        """What is heard of texts said one after the other: the listener hears half a minute at once anyway."""
        from server.engine.listening.transcribe import hear

        ends = np.cumsum([len(each.at_16k) for each in together]) / HEARD_RATE - PAUSE_S / 2
        sound = np.concatenate([each.at_16k for each in together])
        found: list[list[str]] = [[] for _ in together]
        for word in hear(sound, models=self._models, language=speaker.language):
            place = int(np.searchsorted(ends, (word.start + word.end) / 2))
            found[min(place, len(found) - 1)].append(word.text)
        return [" ".join(words) for words in found]

    def _keep(self, speaker: Voice, text: str, found: dict[str, Any]) -> dict[str, Any]:
        row = {"voice": speaker.id, "text": text, **found}
        self._kept[speaker.id, text] = row
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        return row


def level_mark(speaker: Voice) -> str:
    """What the loudness of a voice is kept under."""
    from server.engine.speech.passages import passage_of

    return f"loudness of {passage_of(speaker.language)}"


def settled(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Texts that were heard in one go, the words between two of them with the one that they belong to.

    Where a text ends is known by the listener's times, which put a word near a pause on either side of it.
    """
    rows = [dict(row) for row in told]
    for one, other in pairwise(rows):
        first, second = one["heard"].split(), other["heard"].split()
        ways = [(first, second)]
        ways += [(first[:-1], [first[-1], *second])] if first else []
        ways += [([*first, second[0]], second[1:])] if second else []
        words = [(" ".join(before), " ".join(after)) for before, after in ways]
        one["heard"], other["heard"] = min(
            words, key=lambda way: mistakes(one | {"heard": way[0]})[0] + mistakes(other | {"heard": way[1]})[0]
        )
    for row in rows:
        if mistakes(row)[0]:
            print(f"{row['voice']}: {row['text']!r} -> {row['heard']!r}", file=sys.stderr)
    return rows


def mistakes(row: dict[str, Any]) -> tuple[int, int]:
    """Word errors of what was heard, and the words said.

    How a listener writes figures says nothing of the voice (7.05 or 705, 2:1 or 2-1), nor how it spells what sounds the
    same (version, versions): texts are compared as they are said, by their digits and by their sounds, and the best of
    the three counts. A figure counts as said in whichever way it can be read that fits best.
    """
    text, heard, language = row["text"], row["heard"], row["language"]
    said, got = folded(text, language), nearest(text, heard, language)
    errors, words = word_errors(said, got)
    plain, _ = word_errors(digits(text), digits(heard))
    alike, _ = word_errors(sounds(said, language), sounds(got, language))
    return min(errors, plain, alike), words


def nearest(text: str, heard: str, language: str) -> str:
    """What was heard, folded, each of its figures read in the way that comes nearest to the text."""
    said, best = folded(text, language), heard
    for figure in reversed(list(FIGURE.finditer(heard))):
        read = [best[: figure.start()] + each + best[figure.end() :] for each in readings(figure[0], language)]
        best = min((best, *read), key=lambda way: word_errors(said, folded(way, language))[0])
    return folded(best, language)


def readings(figure: str, language: str) -> tuple[str, ...]:
    """The ways in which a figure or an address may be read that a listener wrote: 7.05 by its parts, 705 as a time."""
    if not figure[0].isdecimal():
        return (figure.replace(".", f" {DOTS[language]} "),) if language in DOTS else ()
    parts = re.findall(r"\d+", figure)
    whole = "".join(parts)
    timely: tuple[str, ...] = ()
    if 3 <= len(whole) <= 4:
        nought = "oh " if whole[-2] == "0" and language == "en" else ""
        timely = (f"{whole[:-2]} {nought}{int(whole[-2:])}",)
    return (" ".join(parts), " ".join(whole), *timely)


def folded(text: str, language: str) -> str:
    """Words only: figures said, letters of initials together, British spellings as the listener writes them."""
    from word_errors import SPELLINGS

    from server.engine.speech.normalise import spoken

    said = spoken(text.replace("percent", "%") if language == "en" else text, language).lower()
    said = re.sub(r"\b(\w)[.-](?=\w\b)", r"\1", said).replace("a.m.", "am").replace("p.m.", "pm")
    said = re.sub(r"\b(?:and|point|hyphen)\b", "", said) if language == "en" else said
    words = (SPELLINGS.get(word, word) for word in re.findall(r"[\w\u0900-\u0963']+", said))
    return " ".join(HOMOPHONES.get(word, word) for word in words)


def sounds(words: str, language: str) -> str:
    """The words as espeak-ng says each of them, without stress; figures of one thing agree with it or not: un, une."""
    return " ".join(filter(None, (_sound(word, language) for word in words.split())))


@cache
def _sound(word: str, language: str) -> str:
    from server.engine.speech.espeak_library import espeak_library

    one = ONES.get(language, ())
    said = espeak_library().phonemes(
        one[0] if word in one else word, {"en": "en-us", "pt": "pt-br"}.get(language, language)
    )
    return re.sub(r"\([a-z-]+\)|[ˈˌː^\s.-]", "", said)


def digits(text: str) -> str:
    """Words and figures without what stands between digits; an O among digits is a nought."""
    from word_errors import SPELLINGS

    plain = unicodedata.normalize("NFKC", text).lower().replace("percent", "%")
    plain = re.sub(r"\bt[eé]l(?:[eé](?:f|ph)on[eo]?)?\b", "tel", plain)
    plain = re.sub(r"(?<=\d)o(?=\d)", "0", plain)
    plain = re.sub(r"€|\beuros?\b", " € ", plain)
    plain = re.sub(r"(?<=\d)[\s.,:;/–-]+(?=\d)", "", plain)
    words = (SPELLINGS.get(word, word) for word in re.findall(r"\w+|[%€]", plain) if word not in ("and", "to"))
    return " ".join(HOMOPHONES.get(word, word) for word in words)


def samples_spread() -> float:
    """LU between the loudest and the softest of the kept samples: every voice that speaks says a sentence there."""
    import numpy as np

    from server.engine.audio.decoding import decode_start
    from server.engine.speech.levels import SAMPLE_RATE, loudness

    found = []
    for sample in sorted(samples_folder().glob("*.mp3")):
        (sound,) = decode_start(sample, rate=SAMPLE_RATE, channels=1, seconds=30.0)
        found.append(loudness(np.ascontiguousarray(sound)))
    return max(found) - min(found)


def levelled_voices() -> list[Voice]:
    """The voices whose loudness is compared: of espeak-ng's pairs one each."""
    return [v for v in voices() if v.available and (v.engine is not SpeechEngine.ESPEAK or v.id % 2)]


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
