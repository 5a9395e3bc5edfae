"""A whole recording heard in one go by one process, for sources; requests hear in pieces that are checkpoints."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from server.domain.transcripts import Transcript
from server.engine.freed_memory import give_back
from server.engine.listening.activity import Region
from server.engine.listening.diarising import Heard, diarise, listen
from server.engine.listening.recordings import read, require_speech, speech_of, survey
from server.engine.listening.transcribe import SAMPLE_RATE, Word, hear, spoken_language
from server.engine.listening.turns import turns
from server.engine.listening.voiceprints import voiceprints

_LANGUAGE_S = 30.0
HEARD_BY = "Built-in (Whisper base)"


def transcript(path: Path, *, models: Path, name: str, tell: Callable[[float, str], None]) -> Transcript:
    """Who says what in a sound file, turn by turn, in memory that does not grow with it.

    Args:
        path: the file.
        models: the cache of model files.
        name: what people call it.
        tell: takes the share done and one sentence.

    Raises:
        SourceNotImported: it holds no sound, or is damaged or cut off.
        NothingUsable: nobody speaks in it.
        CannotProduce: the models are missing.
    """
    with tempfile.TemporaryDirectory(prefix="quillcast-") as folder:
        pcm = Path(folder) / "sound.pcm"
        found = survey(path, pcm, name=name)
        require_speech(found, name=name)
        language, _ = spoken_language(speech_of(pcm, found.regions, seconds=_LANGUAGE_S), models=models)
        prints = voiceprints(models)
        words: list[Word] = []
        heard: list[Heard] = []
        for chunk in found.chunks:
            tell(
                chunk.start / found.samples,
                f"Listening to {name}: {chunk.start / SAMPLE_RATE / 60:.0f} of {found.seconds / 60:.0f} minutes",
            )
            spoken = [r for r in found.regions if chunk.start <= r.start < chunk.end]
            if not any(r.start < chunk.end and r.end > chunk.start for r in found.regions):
                continue
            offset = chunk.start / SAMPLE_RATE
            words += (
                Word(round(w.start + offset, 3), round(w.end + offset, 3), w.text)
                for w in hear(read(pcm, chunk), models=models, language=language)
            )
            if spoken:
                first = spoken[0].start
                near = [Region(r.start - first, r.end - first) for r in spoken]
                prints_here = listen(read(pcm, Region(first, spoken[-1].end)), near, prints)
                heard += (Heard(r, each.prints) for r, each in zip(spoken, prints_here, strict=True))
            give_back()
        stretches = diarise(heard) if heard else ()
        return Transcript(language, round(found.seconds * 1000), turns(words, stretches, language=language), HEARD_BY)
