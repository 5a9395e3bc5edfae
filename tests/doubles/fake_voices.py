"""A small voice catalogue, and the rule of addresses as far as tests need it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from server.domain.voices import SpeechEngine, Voice

VOICES = (
    Voice(1, "Heart", SpeechEngine.KOKORO, "af_heart", "en", "US", "female", "A"),
    Voice(2, "Michael", SpeechEngine.KOKORO, "am_michael", "en", "US", "male", "B"),
    Voice(3, "Dora", SpeechEngine.KOKORO, "ef_dora", "es", "", "female", "B"),
    Voice(9, "Absent", SpeechEngine.KOKORO, "zf_absent", "zh", available=False, needs="a phonemiser for Chinese"),
)


class FakeCatalogue:
    """Four voices, one of them not available."""

    def voices(self) -> Sequence[Voice]:
        return VOICES


def judge_address(
    url: str,
    *,
    schemes: Collection[str] = ("http", "https"),
    extensions: Collection[str] = (),
    allow_private: bool = False,
) -> str | None:
    """Wrong schemes, `localhost` and wrong extensions are faults; everything else passes."""
    parts = urlsplit(url)
    if parts.scheme not in schemes:
        return "the address must start with " + " or ".join(f"{scheme}://" for scheme in schemes)
    if parts.hostname in {"localhost", "127.0.0.1"} and not allow_private:
        return "this is not a public address"
    if extensions and not parts.path.endswith(tuple(extensions)):
        return "the address must end in " + " or ".join(extensions)
    return None
