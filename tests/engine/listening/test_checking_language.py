"""A finished recording is listened to: another language than its own is no success."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from server.domain.errors import RenderingFailed
from server.domain.scripts import Line, Script
from server.domain.voices import SpeechEngine, Voice
from server.engine.listening import checking
from server.engine.making import episodes
from server.engine.specs import Artefact


@pytest.mark.parametrize(
    ("heard", "sure", "language", "is_right"),
    [
        ("en", 0.99, "en", True),
        ("es", 0.99, "en", False),
        ("es", 0.6, "en", True),
        ("da", 0.95, "nb", True),
        ("pt", 0.95, "pt-BR", True),
    ],
)
def test_only_a_sure_ear_speaks_against_a_recording(
    heard: str, sure: float, language: str, is_right: bool, monkeypatch: pytest.MonkeyPatch, write_wav: Any
) -> None:
    monkeypatch.setattr(checking, "spoken_language", lambda *_, **__: (heard, sure))
    path = write_wav(np.zeros(64_000, np.float32))

    if is_right:
        checking.check_language(path, language=language, models=Path())
    else:
        with pytest.raises(RenderingFailed, match="sounds like Español instead of English"):
            checking.check_language(path, language=language, models=Path())


HEART = Voice(1, "Heart", SpeechEngine.KOKORO, "af_heart", "en")
BASIC = Voice(201, "English (basic)", SpeechEngine.ESPEAK, "en", "en")


@pytest.mark.parametrize(
    ("voice", "own_script", "seconds", "outcome"),
    [
        (HEART, "", 60.0, "fails"),
        (HEART, "SPEAKER_00: Hola.", 60.0, "is told"),
        (BASIC, "", 60.0, "is told"),
        (HEART, "", 5.0, "passes"),
    ],
)
def test_an_episode_in_another_language_fails_or_is_told(
    voice: Voice, own_script: str, seconds: float, outcome: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object) -> None:
        raise RenderingFailed("The finished recording sounds like Español instead of English.")

    monkeypatch.setattr(episodes, "require_language", refuse)
    retired: list[object] = []
    context: Any = SimpleNamespace(
        spec=SimpleNamespace(script=own_script, performance=None),
        workers=SimpleNamespace(retire=retired.append),
        report=lambda *_: None,
    )
    audio = Artefact("audio", tmp_path / "a.mp3", "audio/mpeg", 1, "", seconds)
    script = Script("T", "en", (Line(0, "Hello."),))

    if outcome == "fails":
        with pytest.raises(RenderingFailed):
            episodes._language_checked(context, audio, script, (voice,))
    else:
        notes = episodes._language_checked(context, audio, script, (voice,))
        assert bool(notes) == (outcome == "is told")
    assert bool(retired) == (outcome != "passes")


@pytest.mark.slow
def test_the_ear_knows_the_languages_that_are_spoken(
    said: Callable[..., NDArray[np.float32]], models: Path, write_wav: Any
) -> None:
    text = "Good morning, everybody. Today we talk about ships and harbours, and what the sea gave back that year."
    path = write_wav(said(text))

    checking.check_language(path, language="en", models=models)
    with pytest.raises(RenderingFailed, match="English instead of Deutsch"):
        checking.check_language(path, language="de", models=models)
