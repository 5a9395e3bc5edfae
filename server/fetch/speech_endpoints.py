"""Speech from an OpenAI-compatible endpoint: one line goes out, its sound comes back."""

from __future__ import annotations

from server.domain.errors import CannotProduce
from server.domain.voices import SpeechEndpoint
from server.fetch.endpoints import Wording, posted, run_now
from server.fetch.failures import host_of

TOTAL_S = 120.0
MAX_BYTES = 64 * 1024 * 1024
_WORDING = Wording(
    kind="speech endpoint",
    too_much="sent more sound than a line can be.",
    slow="took too long to answer; try again, or choose another voice.",
    lacks="has no such voice or model{reason}; check its settings.",
    refuses="will not say this{reason}; change the line or the voice.",
    failing="has a fault of its own ({status}); try again later.",
)


def speech_now(endpoint: SpeechEndpoint, text: str, *, voice: str, speed: float = 1.0) -> bytes:
    """What the endpoint says: a WAV file, or another sound file when it knows no other form. For worker processes.

    The owner named the endpoint, so it may be on this machine or in a private network. Redirects are not followed:
    they would carry the key elsewhere.

    Raises:
        CannotProduce: it can't be reached, wants another key, or has a fault (1003).
        Refused: it will not say this (1004).
    """
    url = f"{endpoint.url.rstrip('/')}/audio/speech"
    order = {"model": endpoint.model, "voice": voice, "input": text, "response_format": "wav", "speed": speed}
    sound = run_now(posted(url, order, key=endpoint.key, wording=_WORDING, total_s=TOTAL_S, max_bytes=MAX_BYTES))
    if not sound:
        raise CannotProduce(f"The speech endpoint {host_of(url)} sent no sound; choose another voice.")
    return sound
