"""The desk of the tests keeps the protocol."""

from __future__ import annotations

import pytest
from fake_desk import FakeDesk

from server.domain.errors import NothingUsable
from server.domain.voices import SpeechEngine, Voice
from server.engine.speech.desk import Desk

HEART = Voice(1, "Heart", SpeechEngine.KOKORO, "af_heart", "en")


def test_it_says_what_can_be_said() -> None:
    desk: Desk = FakeDesk()

    assert desk.say("Hello.", HEART, endpoint=None, language="en", speed=1.0).startswith(b"RIFF")
    with pytest.raises(NothingUsable):
        desk.say("...", HEART, endpoint=None, language="en", speed=1.0)
    assert [doubt.word for doubt in desk.doubts("In Wexcombe", "en", ())] == ["In", "Wexcombe"]
