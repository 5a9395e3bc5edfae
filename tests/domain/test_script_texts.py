"""Scripts as people write them: labels with a colon and without."""

import pytest

from server.domain.errors import InvalidField
from server.domain.script_texts import parsed_script


@pytest.mark.parametrize(
    "script", ["SPEAKER_00: Good day.\nSPEAKER_01: Hello.", "SPEAKER_00 Good day.\nSPEAKER_01\nHello."]
)
def test_a_line_is_its_speakers_by_its_prefix(script: str) -> None:
    assert [(turn.speaker, turn.text) for turn in parsed_script(script, voices=2)] == [(0, "Good day."), (1, "Hello.")]


def test_a_prefix_without_a_colon_needs_its_voice_too() -> None:
    with pytest.raises(InvalidField, match="line 1 is SPEAKER_02's"):
        parsed_script("SPEAKER_02 Hello.", voices=2)
