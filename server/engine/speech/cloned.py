"""Speaking in cloned voices: an endpoint that takes a recording of the voice."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from server.domain.decoding import from_json
from server.domain.errors import CannotProduce, SourceNotImported
from server.domain.voices import CloningEndpoint, Voice
from server.engine.speech.levels import SAMPLE_RATE, trimmed


@dataclass(frozen=True, slots=True)
class Reference:
    """What an endpoint needs to speak like somebody. Keys never lie here: the settings have them."""

    name: str
    url: str
    model: str
    language: str
    wav: bytes


class Cloned:
    """Speaks by an endpoint; a voice's `source` is its reference."""

    def __init__(self, endpoint: CloningEndpoint | None, *, key: str = "") -> None:
        self._endpoint = endpoint
        self._key = endpoint.key if endpoint else key

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` spoken: mono at 24 kHz, trimmed.

        Raises:
            CannotProduce: the voice was removed, or the endpoint can't speak.
        """
        try:
            reference = from_json(Path(voice.source).read_bytes(), Reference)
        except (OSError, msgspec.MsgspecError) as error:
            raise CannotProduce(f"The voice {voice.name} was removed; choose another voice.") from error
        return self.say(reference, text, speed=speed)

    def say(self, reference: Reference, text: str, *, speed: float) -> NDArray[np.float32]:
        """`text` in the voice of a reference; errors as `synthesise`."""
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
