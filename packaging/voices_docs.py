"""Writes docs/voices.md from the code and the kept figures: python packaging/voices_docs.py. A test keeps it true."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from server.domain.languages import LANGUAGES  # noqa: E402
from server.domain.script_texts import MAX_LINE, SPEAKERS  # noqa: E402
from server.domain.voices import MOST_WORD_ERRORS, SpeechEngine, Voice  # noqa: E402
from server.engine.listening.diarising import MOST_SPEAKERS  # noqa: E402
from server.engine.listening.matching import GAIN_NEEDED  # noqa: E402
from server.engine.listening.recordings import LONGEST_S as LONGEST_RECORDING_S  # noqa: E402
from server.engine.listening.suitability import LONGEST_S, SHORTEST_S  # noqa: E402
from server.engine.speech.catalogue import (  # noqa: E402
    pair_for,
    samples_folder,
    usual_loudness,
    voices,
    voices_folder,
)
from server.engine.speech.dropped import LARGEST_MODEL  # noqa: E402
from server.engine.speech.levels import TARGET  # noqa: E402
from server.engine.speech.markup import LONGEST_PAUSE_S  # noqa: E402
from server.engine.speech.portions import LONGEST  # noqa: E402
from server.services.languages import RANKS  # noqa: E402
from server.services.voices import LONGEST_SAID, MOST_PARTS  # noqa: E402

PAGE = ROOT / "docs" / "voices.md"
FIGURES = ROOT / "docs" / "voices.json"
BENCHMARKS = ROOT / "docs" / "benchmarks.md"
TABLES = ROOT / "tests" / "data" / "normalisation"
NAMES = {
    SpeechEngine.KOKORO: "Kokoro-82M",
    SpeechEngine.HIBARI: "hibari (draft quality)",
    SpeechEngine.ESPEAK: "espeak-ng (basic)",
    SpeechEngine.PIPER: "Piper, dropped in",
    SpeechEngine.ENDPOINT: "an endpoint",
}


def page() -> str:
    """The page as it should be."""
    figures: dict[str, Any] = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}
    return (
        "\n\n".join(
            part.strip()
            for part in (
                _head(),
                _languages(),
                _offered(),
                _own_voices(),
                _match(),
                _recordings(),
                _marks(),
                _reading(),
                _book(),
                _mixing(),
                _figures(figures),
                _catalogue(),
            )
        )
        + "\n"
    )


def _head() -> str:
    packs = [voice for voice in voices() if voice.engine is SpeechEngine.KOKORO and "+" not in voice.key]
    silent = [voice for voice in packs if not voice.available]
    return f"""# Voices

Made from the code by `python packaging/voices_docs.py`; the figures are those of `packaging/bench speech`.

{len(packs)} voices of Kokoro-82M are packaged, {len(packs) - len(silent)} of which speak at once. The other \
{len(silent)} need a phonemiser that is not packaged; they are listed with its name. espeak-ng speaks every other
language, plainly as a machine, and is marked *basic*. `GET /content/GetVoices` lists all of them with language,
accent, sex, grade and where their sample is. A voice's number never changes and is never given to another."""


def _languages() -> str:
    ranks = ", then ".join(NAMES[engine] for engine in RANKS)
    rows = ["| language | code | best engine packaged | voices | by default |", "|---|---|---|---|---|"]
    for language in LANGUAGES:
        speaking = [v for v in voices() if v.available and v.speaks(language.code)]
        best = min((v.engine for v in speaking if v.engine in RANKS), key=RANKS.index)
        pair = " and ".join(voice.name for voice in pair_for(language.code))
        rows.append(f"| {language.name} | {language.code} | {NAMES[best]} | {len(speaking)} | {pair} |")
    return f"## Languages\n\nThe best engine of a language speaks it: {ranks}.\n\n" + "\n".join(rows)


def _offered() -> str:
    few = [voice for voice in voices() if voice.by_default]
    most = f"{MOST_WORD_ERRORS:.0%}"
    spoken = " and ".join(sorted({_language(voice.language) for voice in few}))
    unknown = sorted({_language(v.language) for v in voices() if v.available and v.word_errors is None})
    rows = [
        "| language | offered by default | unasked speak | word errors | the listener's of people's speech |",
        "|---|---|---|---|---|",
    ]
    for language in LANGUAGES:
        pair = pair_for(language.code)
        errors = [voice.word_errors for voice in pair if voice.word_errors is not None]
        told = " and ".join(f"{share:.1%}" for share in errors) or "not measured"
        offered = sum(voice.language == language.code for voice in few)
        names = " and ".join(voice.name for voice in pair)
        rows.append(f"| {language.name} | {offered} | {names} | {told} | {_of_people(language.code)} |")
    return f"""## Offered by default

A voice is offered by default when its word errors were measured and are at most {most}: {len(few)} voices, of
{spoken}. They come first wherever a voice is chosen. Every other one shows its figure there, or says that it was not
measured: as `wordErrors` and `offeredByDefault` in the lists of voices and languages, in the Voices panel, in every
choice of a voice, and beside *Automatic* once a language is chosen. Not measured are voices of your own, and those of
{", ".join(unknown)}, which the listener writes in other languages' letters.

The figures hold the listener's own errors: it is a small model, best in English. How many it makes of recordings of
people stands beside them, where such recordings were at hand ("—": none were). Words that are heard beside those that
were said count too, so that a figure may be above 100%.

""" + "\n".join(rows)


def _language(code: str) -> str:
    return next(each.name for each in LANGUAGES if each.code == code)


def _of_people(code: str) -> str:
    """The listener's word errors of people's speech in a language, as `listening` measured them."""
    name = "human" if code == "en" else f"human_{code}"
    found = dict(
        re.findall(rf"^\| {name}_(word_errors|words) \| ([\d.]+) \|", BENCHMARKS.read_text("utf-8"), re.MULTILINE)
    )
    return f"{float(found['word_errors']):.1%} of {found['words']} words" if found else "—"


def _own_voices() -> str:
    return f"""## Voices of your own

- **Blends**: `POST /studio/voices` saves a weighted mean of 2 to {MOST_PARTS} packaged Kokoro voices as a voice.
- **Files** in the folder `voices` of the data directory, looked at when the server starts and on
  `POST /studio/voices/scan`: Kokoro packs as `.npz` (510 × 256 numbers for each name) or raw `.bin`, read without
  pickle; Piper voices as `NAME.onnx` with `NAME.onnx.json`, at most {LARGEST_MODEL // 2**30} GB, opened in worker
  processes only. A damaged file is listed with the reason.
- **An endpoint** that speaks as OpenAI's does (`/v1/audio/speech`): the settings `speech_endpoint`,
  `speech_endpoint_key`, `speech_endpoint_model` and `speech_endpoint_voices`. Nothing is sent there unless one of its
  voices is chosen.

Loudness is measured at a voice's first line and kept, so that own voices are as loud as the packaged ones.
`quillcast make` takes all of them by name or number, and the pronunciation book, from the same data directory."""


def _match() -> str:
    span = f"{SHORTEST_S:g} seconds to {LONGEST_S / 60:g} minutes"
    return f"""## Voice match

`POST /content/CloneVoice` (PRO) makes a voice of {span} of speech. It is no clone: the nearest of the
packaged voices of the person's sex, or a blend of two, is shaped towards the recording (pitch and spectrum, or the
spectrum alone, by the WORLD vocoder). A shape is kept only where the likeness to speech that it was not made from
rises by more than {GAIN_NEEDED:g}; the answer says that likeness, and what another part of the same recording reaches.
Silence, music, noise, clipping, too little speech and more than one person are refused with the reason; people who
seem to speak at once are told of. The voice is its client's, and RemoveVoice removes it with its files. Where the
setting `cloning_url` names an endpoint that takes reference audio, that one makes the voice. How near it comes:
`voice_match` in `docs/benchmarks.md`."""


def _recordings() -> str:
    hours = f"{LONGEST_RECORDING_S / 3600:g} hours"
    return f"""## Recordings

Transcripts, separated speakers and re-voiced podcasts are made of recordings of up to {hours} (tracks: 3), a
minute or so at a time: memory does not grow with them, and what was heard stays when a request is stopped. The number
of speakers is found (up to {MOST_SPEAKERS}) or given. Tracks add up to the recording sample by sample. A cast that
speaks again keeps the times of the turns; `instructions` know the pace and leaving out fillers, and say of anything
else that it was not understood. Word errors and times: `listening` and `revoicing` in `docs/benchmarks.md`."""


def _marks() -> str:
    return f"""## Marks in scripts

| mark | what is heard |
|---|---|
| `[pause 1s]`, `[pause 500ms]` | silence, at most {LONGEST_PAUSE_S:g} seconds; `[pause]` alone is 0.8 seconds |
| `*word*` | said slower and a little louder |
| `[word](/phonemes/)` | said as the phonemes, in Kokoro's symbols; basic and own voices say the word |

Marks are never read out and never stand in transcripts. They hold in scripts that you write and in those that the
program wrote. A script has up to {SPEAKERS} speakers, `SPEAKER_00` to `SPEAKER_{SPEAKERS - 1:02d}`; with one
it is a solo show. A line has at most {MAX_LINE:,} characters; those of more than {LONGEST} are voiced in portions."""


def _reading() -> str:
    counts = {path.stem: len(path.read_text("utf-8").splitlines()) for path in sorted(TABLES.glob("*.tsv"))}
    told = ", ".join(f"{code} {count}" for code, count in counts.items())
    return f"""## How texts are read

Figures, ordinals, years, decades, dates, times, sums, units, ranges, percentages, fractions, roman numerals,
abbreviations, addresses, telephone numbers, ISBNs, versions, powers and formulas become words by rules for English,
German, French, Spanish, Italian and Portuguese. `tests/data/normalisation` holds what each is read as (rows: {told}).
The other languages have figures, units and percentages by num2words and CLDR."""


def _book() -> str:
    return f"""## Pronunciation book

`/studio/pronunciations` holds how words are said: a respelling or phonemes, for the installation, a client, a show or
a voice, the nearest first. `POST /studio/pronunciations/scan` lists the words of a script that deserve a look, and
`POST /studio/say` says up to {LONGEST_SAID} characters at once."""


def _mixing() -> str:
    return f"""## Levels, music and stems

Every line is brought to {TARGET:g} LUFS for its voice before the episode is mixed and mastered. Music goes down under
words and comes back. A bed (`musicBed` beside `introMusicUrl`, `make --music-bed`) goes on under the whole episode and
comes round without a click (two seconds of crossfade between zero crossings). Stems (`stems`, `make --stems`) are WAV
files of 32-bit floats, each as long as the episode; their sum with the music is the mix before mastering. The record
links them (`stems: [{{speaker, audio_url}}]`); `make` writes them beside the episode. Both are fields of Create and of
CreatePodcastCustomScript."""


def _figures(figures: dict[str, Any]) -> str:
    if not figures:
        return "## Figures\n\nNot measured yet: `packaging/bench speech`."
    rows = ["| what | figure |", "|---|---|"]
    rows += [f"| {name.replace('_', ' ')} | {value:g} |" for name, value in figures["figures"].items()]
    return (
        "## Figures\n\n"
        "Word errors are those of rows of the normalisation set, as the packaged Whisper-base hears them; the\n"
        "catalogue says of how many. They are compared as they are said, by their digits and by their sounds, and the\n"
        "best counts; a figure counts as said in whichever way it can be read. The set holds what is hard to hear\n"
        "alone (formulas, ISBNs, scores), and what is heard holds the\n"
        "listener's own errors: how many it makes of people's speech is `human_..._word_errors` in\n"
        "`docs/benchmarks.md`. Languages without such rows are measured on the sentence of their samples.\n\n"
        "Loudness was compared between\n"
        f"{len(figures['loudness'])} voices, each saying such rows or a passage of its language, and between the\n"
        f"kept samples of all {len(list(samples_folder().glob('*.mp3')))} voices that speak.\n\n" + "\n".join(rows)
    )


def _catalogue() -> str:
    kept: dict[str, Any] = json.loads((voices_folder() / "word_errors.json").read_text("utf-8"))
    measured: dict[str, dict[str, Any]] = kept["voices"]
    rows = [
        "| id | name | language | accent | sex | grade | engine | model's own LUFS | word errors | needs |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for voice in voices():
        found = measured.get(str(voice.id))
        of = "" if found is None else "its sample" if found.get("sample") else f"{found['rows']} rows"
        rows.append(_row(voice, f"{found['words']:.1%} of {of}" if found else ""))
    return "## Catalogue\n\nGrades are the publisher's where there is one.\n\n" + "\n".join(rows)


def _row(voice: Voice, errors: str) -> str:
    level = usual_loudness(voice)
    cells = (
        str(voice.id),
        voice.name,
        voice.language,
        voice.accent,
        voice.sex,
        voice.grade,
        NAMES[voice.engine],
        "" if level is None else f"{level:.1f}",
        errors,
        voice.needs,
    )
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
