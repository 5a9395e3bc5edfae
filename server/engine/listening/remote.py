"""Words heard by an endpoint instead of the packaged model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from server.domain.transcripts import ListeningEndpoint
from server.engine.listening.recordings import wav_bytes
from server.engine.listening.transcribe import SAMPLE_RATE, Word


def hear_at(audio: NDArray[np.float32], *, endpoint: ListeningEndpoint, language: str) -> tuple[Word, ...]:
    """The words of a stretch (mono, 16 kHz), with times in seconds from its beginning.

    Raises:
        CannotProduce: the endpoint can't be used; the sentence says what to do.
    """
    from server.fetch.listening_endpoints import heard_now

    return words_of(
        heard_now(endpoint, wav_bytes(audio, SAMPLE_RATE), language=language), seconds=len(audio) / SAMPLE_RATE
    )


def words_of(told: Mapping[str, Any], *, seconds: float) -> tuple[Word, ...]:
    """The words of a ``verbose_json`` answer, within the `seconds` that were sent.

    Endpoints write words without the punctuation that stands in the segments' texts, and some send segments only. So
    the segments' texts are what counts, and a word's time is its own where both agree in number, else its share.
    """
    words = [
        Word(_time(each.get("start")), _time(each.get("end")), str(each.get("word", "")).strip())
        for each in told.get("words") or ()
    ]
    words = [word for word in words if word.text]
    found: list[Word] = []
    for segment in told.get("segments") or ():
        texts = str(segment.get("text", "")).split()
        start, end = _time(segment.get("start")), _time(segment.get("end"))
        timed = [word for word in words if start - 0.05 <= (word.start + word.end) / 2 < end + 0.05]
        if texts and len(timed) == len(texts):
            found += (Word(word.start, word.end, text) for word, text in zip(timed, texts, strict=True))
        else:
            found += _shared_out(texts, start, end)
    found = found or words
    return tuple(Word(min(w.start, seconds), min(max(w.end, w.start), seconds), w.text) for w in found)


def _shared_out(texts: list[str], start: float, end: float) -> list[Word]:
    """Words by their share of the letters."""
    total = sum(len(text) + 1 for text in texts) or 1
    found, at = [], start
    for text in texts:
        until = at + (end - start) * (len(text) + 1) / total
        found.append(Word(at, until, text))
        at = until
    return found


def _time(value: object) -> float:
    return max(0.0, float(value)) if isinstance(value, int | float) else 0.0
