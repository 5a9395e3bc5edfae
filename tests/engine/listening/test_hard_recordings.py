"""Recordings that make trouble are refused with one sentence, or read all the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from promised_wav import promising

from server.domain.errors import NothingUsable, SourceNotImported
from server.engine.listening.recordings import survey
from server.engine.listening.suitability import require_one_voice
from server.engine.listening.voiceprints import voiceprints

Say = Callable[..., NDArray[np.float32]]


def test_five_hours_are_refused_before_they_are_heard(tmp_path: Path) -> None:
    path = promising(tmp_path / "night.wav", seconds=5 * 3600, held=5 * 3600)

    with pytest.raises(SourceNotImported, match=r"night\.wav plays longer than 4\.5 hours"):
        survey(path, tmp_path / "pcm")


def test_a_file_that_was_cut_off_is_told_as_such(tmp_path: Path) -> None:
    path = promising(tmp_path / "talk.wav", seconds=60, held=20)

    with pytest.raises(SourceNotImported, match=r"talk\.wav"):
        survey(path, tmp_path / "pcm")


def test_a_wrong_extension_does_not_matter(write_wav: Any, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).standard_normal(32_000).astype(np.float32) * np.float32(0.05)
    path = write_wav(noise, name="talk.mp3")

    assert survey(path, tmp_path / "pcm").seconds == pytest.approx(2.0, abs=0.05)


def test_people_who_talk_over_each_other_make_no_voice(said: Say, models: Path, write_wav: Any, tmp_path: Path) -> None:
    one = said("The harbour was quiet and the boats lay still all night.")
    other = said("El puerto estaba tranquilo y los barcos no se movían nada.", voice=1)
    length = min(len(one), len(other))
    talk = np.concatenate([one, one[:length] + other[:length], other])
    found = survey(write_wav(np.pad(talk, 8000), name="both.wav"), tmp_path / "pcm")

    with pytest.raises(NothingUsable, match=r"both\.wav"):
        require_one_voice(tmp_path / "pcm", found, name="both.wav", voiceprints=voiceprints(models))
