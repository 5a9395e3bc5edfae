"""Voices of an OpenAI-compatible speech endpoint."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce, SourceNotImported
from server.domain.script_marks import plain
from server.domain.voices import SpeechEndpoint, Voice
from server.engine.speech.levels import SAMPLE_RATE, trimmed

LONGEST_S = 600.0


class Remote:
    """One endpoint. Texts go out as they are written: such models read figures by themselves."""

    def __init__(self, endpoint: SpeechEndpoint) -> None:
        self._endpoint = endpoint

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        """`text` spoken: mono at 24 kHz, trimmed, at the voice's own level.

        Raises:
            CannotProduce: the endpoint can't be reached or sends no sound that can be read.
            Refused: it will not say this.
        """
        from server.engine.audio.decoding import decode_start
        from server.fetch.speech_endpoints import speech_now

        sent = speech_now(self._endpoint, plain(text), voice=voice.key, speed=speed)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "speech"
            path.write_bytes(sent)
            try:
                sound = decode_start(path, rate=SAMPLE_RATE, channels=1, seconds=LONGEST_S, name=voice.name)
            except SourceNotImported as error:
                raise CannotProduce(f"The speech endpoint sent something else than sound for {voice.name}.") from error
        audio = trimmed(np.ascontiguousarray(sound[0], np.float32))
        if not len(audio):
            raise CannotProduce(f"The speech endpoint sent silence for {voice.name}: choose another voice.")
        return audio
