"""Every voice that can be chosen can be heard first."""

from __future__ import annotations

import numpy as np
import pytest
from pedalboard.io import AudioFile

from server.domain.voices import Voice
from server.engine.speech.catalogue import samples_folder, voices

MAX_BYTES = 4_000_000


@pytest.mark.parametrize("voice", [v for v in voices() if v.available], ids=lambda v: f"{v.id}-{v.key}")
def test_a_voice_has_a_sample_that_is_heard(voice: Voice) -> None:
    with AudioFile(str(samples_folder() / f"{voice.id}.mp3")) as file:
        sound = file.read(file.frames)
        seconds = file.frames / file.samplerate

    assert sound.shape[0] == 1
    assert 1.0 <= seconds <= 8.0
    assert np.sqrt(np.mean(sound**2)) > 0.01


def test_the_samples_are_small_and_each_is_a_voice_of_the_catalogue() -> None:
    files = sorted(samples_folder().iterdir())

    assert sum(path.stat().st_size for path in files) < MAX_BYTES
    assert {path.name for path in files} == {f"{v.id}.mp3" for v in voices() if v.available}
