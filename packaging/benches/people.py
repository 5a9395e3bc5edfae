"""Recordings of real people, where this machine has them, and what is said in them.

- Debian's pocketsphinx-testdata: a man reads Jane Austen.
- Debian's asterisk-core-sounds-en-g722, -fr-g722, -it-g722, -ru-g722 with their lists of words
  (asterisk-core-sounds-en, -fr, -it, -ru): two women and a man speak telephone announcements in their languages.
- The wheel moonshine-voice: a man reads Charles Dickens.

QUILLCAST_SPEECH names folders to look in beside the system's (parted by ``:``); a wheel may lie there unpacked.
"""

from __future__ import annotations

import gzip
import os
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PLACES = ("/usr/share/pocketsphinx/test/data", "/usr/share/asterisk/sounds", "/usr/share/doc")
PAUSE_S = 0.6
Sound = NDArray[np.float32]
"""Mono samples."""
TWO_CITIES = """It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of
foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season
of Darkness, it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing before
us, we were all going direct to Heaven, we were all going direct the other way. In short, the period was so far like the
present period, that some of its noisiest authorities insisted on its being received, for good or for evil, in the
superlative degree of comparison only."""
ANNOUNCERS = (
    ("Allison", "female", "en", "en_US_f_Allison", "core-sounds-en.txt.gz"),
    ("June", "female", "fr", "fr_CA_f_June", "core-sounds-fr.txt.gz"),
    ("Carlo", "male", "it", "it_IT_m_Carlo", "core-sounds-it.txt.gz"),
    ("a Russian woman", "female", "ru", "ru_RU_f_IvrvoiceRU", "core-sounds-ru.txt.gz"),
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, and what they said: files with their words."""

    name: str
    sex: str
    language: str
    said: tuple[tuple[Path, str], ...]

    def speech(self, *, rate: int, seconds: float, skip_s: float = 0.0) -> tuple[NDArray[np.float32], str]:
        """So many seconds of what they said from `skip_s` on, in whole recordings with pauses, and the words."""
        parts: list[NDArray[np.float32]] = [np.zeros(int(0.3 * rate), np.float32)]
        told: list[str] = []
        at = 0.0
        for path, words in self.said:
            sound = _sound(path, rate)
            before, at = at, at + len(sound) / rate + PAUSE_S
            if at <= skip_s:
                continue
            if before - skip_s >= seconds:
                break
            cut = max(0, int((skip_s - before) * rate))
            parts += [sound[cut:][: int(seconds * rate)], np.zeros(int(PAUSE_S * rate), np.float32)]
            told.append(words)
        return np.concatenate(parts), " ".join(told)

    def sound(self, path: Path, *, rate: int) -> Sound:
        """One of the recordings."""
        return _sound(path, rate)

    def pieces(self, *, rate: int, count: int = 5, seconds: tuple[float, float] = (3.0, 9.0)) -> list[Sound]:
        """Some recordings of a few seconds; a long one is cut into such pieces where it is quietest."""
        found: list[Sound] = []
        for path, _ in reversed(self.said):
            sound = _sound(path, rate)
            while len(sound) > seconds[1] * rate:
                room = sound[int(seconds[0] * rate) : int(seconds[1] * rate)]
                power = np.convolve(room**2, np.ones(rate // 5), "same")
                cut = int(seconds[0] * rate) + int(power.argmin())
                found.append(sound[:cut])
                sound = sound[cut:]
            if len(sound) >= seconds[0] * rate or self.said[0][0].parent.name == "librivox":
                found.append(sound)
            if len(found) >= count and path.suffix == ".g722":
                break
        return found[:count]


def people() -> tuple[Person, ...]:
    """Those whose recordings are here."""
    found = [_reader_of_austen(), _reader_of_dickens(), *(_announcer(*each) for each in ANNOUNCERS)]
    return tuple(each for each in found if each and each.said)


def _reader_of_austen() -> Person | None:
    told = _find("transcription", below="librivox")
    if told is None:
        return None
    rows = (row.partition("(") for row in told.read_text("utf-8").splitlines())
    said = [(told.parent / f"{name.rstrip(')')}.wav", re.sub(r"</?s>", "", text).strip()) for text, _, name in rows]
    return Person("a reader of Austen", "male", "en", tuple(said))


def _reader_of_dickens() -> Person | None:
    path = _find("two_cities.wav")
    return Person("a reader of Dickens", "male", "en", ((path, TWO_CITIES),)) if path else None


def _announcer(name: str, sex: str, language: str, folder: str, listed: str) -> Person | None:
    sounds, words = _find("demo-instruct.g722", below=folder), _find(listed)
    if sounds is None or words is None:
        return None
    rows = dict(
        row.split(": ", 1)
        for row in gzip.decompress(words.read_bytes()).decode("utf-8", "replace").splitlines()
        if ": " in row and not row.startswith(";")
    )
    files = sorted(
        (path for path in sounds.parent.glob("*.g722") if path.stem in rows), key=lambda p: -p.stat().st_size
    )
    return Person(name, sex, language, tuple((path, rows[path.stem]) for path in files if "monkeys" not in path.stem))


def _sound(path: Path, rate: int) -> Sound:
    import av

    kept = []
    # The format is named because a stream of G.722 does not name itself.
    with av.open(str(path), format="g722" if path.suffix == ".g722" else None) as container:
        resampler = av.AudioResampler(format="fltp", layout="mono", rate=rate)
        for frame in (*container.decode(audio=0), None):
            kept += [each.to_ndarray()[0] for each in resampler.resample(frame)]
    return np.concatenate(kept)


def _find(name: str, *, below: str = "") -> Path | None:
    places = [*filter(None, os.environ.get("QUILLCAST_SPEECH", "").split(os.pathsep)), *PLACES]
    found = (path for place in places for path in sorted(Path(place).rglob(name)))
    return next((path for path in found if below in path.as_posix()), None)
