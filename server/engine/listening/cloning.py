"""What turns a recording of a person into a voice: the packaged voice match, or an endpoint that clones."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce, SourceNotImported
from server.domain.voices import CloningEndpoint, Voice
from server.engine.listening import matching
from server.engine.listening.recordings import wav_bytes
from server.engine.speech.levels import SAMPLE_RATE, trimmed

REFERENCE_S = 30.0
"""Of a longer recording only so much goes along."""


@dataclass(frozen=True, slots=True)
class MadeVoice:
    """A voice that can speak: its profile as a JSON file's bytes, and what a person is told of it."""

    profile: bytes
    engine: str
    language: str
    accent: str
    sex: str
    similarity: float | None
    told: str


class CloneEngine(Protocol):
    """Makes voices and speaks with them."""

    def make(self, speech: NDArray[np.float32], wide: NDArray[np.float32], *, name: str, language: str) -> MadeVoice:
        """A voice like the person's in `speech` (mono, 16 kHz) and `wide` (the same at 24 kHz).

        Raises:
            GenerationError: it can't be made; the sentence says why.
        """
        ...

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` spoken in a voice whose `source` is such a profile: mono at 24 kHz, trimmed.

        Raises:
            GenerationError: the voice is gone or can't speak.
        """
        ...


class MatchingEngine(matching.Matched):
    """The packaged voice match."""

    def make(self, speech: NDArray[np.float32], wide: NDArray[np.float32], *, name: str, language: str) -> MadeVoice:
        """See `CloneEngine.make`."""
        profile = matching.match(speech, wide, name=name, language=language, models=self._models)
        return MadeVoice(
            msgspec.json.encode(profile),
            "matched",
            profile.language,
            profile.accent,
            profile.sex,
            profile.similarity,
            matching.told(profile),
        )


@dataclass(frozen=True, slots=True)
class _Reference:
    """What an endpoint needs to speak like somebody. Keys never lie here: the settings have them."""

    name: str
    url: str
    model: str
    language: str
    wav: bytes


class EndpointEngine:
    """An endpoint that takes a recording of the voice it shall speak with."""

    def __init__(self, endpoint: CloningEndpoint | None, *, key: str = "") -> None:
        self._endpoint = endpoint
        self._key = endpoint.key if endpoint else key

    def make(self, speech: NDArray[np.float32], wide: NDArray[np.float32], *, name: str, language: str) -> MadeVoice:
        """See `CloneEngine.make`; the endpoint has to say a word before the voice counts as made."""
        from server.engine.listening.pitch import pitch_of

        if self._endpoint is None:
            raise CannotProduce("No endpoint that clones voices is set up; name one in the settings.")
        wav = wav_bytes(wide[: int(REFERENCE_S * SAMPLE_RATE)], SAMPLE_RATE)
        reference = _Reference(name, self._endpoint.url, self._endpoint.model, language, wav)
        self._say(reference, "One, two, three.", speed=1.0)
        pitch = pitch_of(speech[: 20 * 16_000])
        return MadeVoice(
            msgspec.json.encode(reference),
            "cloned",
            language,
            "",
            pitch.sex if pitch else "",
            None,
            f"{name} is spoken by the endpoint {self._endpoint.url} with the recording as its model.",
        )

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """See `CloneEngine.synthesise`."""
        try:
            reference = msgspec.json.decode(Path(voice.source).read_bytes(), type=_Reference)
        except (OSError, msgspec.MsgspecError) as error:
            raise CannotProduce(f"The voice {voice.name} was removed; choose another voice.") from error
        return self._say(reference, text, speed=speed)

    def _say(self, reference: _Reference, text: str, *, speed: float) -> NDArray[np.float32]:
        from server.engine.audio.decoding import decode_start
        from server.fetch.cloning_endpoints import said_now

        endpoint = CloningEndpoint(reference.url, self._key, reference.model)
        sent = said_now(endpoint, text, reference=reference.wav, speed=speed)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "speech"
            path.write_bytes(sent)
            try:
                sound = decode_start(path, rate=SAMPLE_RATE, channels=1, seconds=600.0, name=reference.name)
            except SourceNotImported as error:
                raise CannotProduce("The endpoint that clones voices sent something else than sound.") from error
        audio = trimmed(np.ascontiguousarray(sound[0], np.float32))
        if not len(audio):
            raise CannotProduce("The endpoint that clones voices sent silence; try another recording.")
        return audio
