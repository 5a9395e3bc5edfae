"""Real models, few words."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from server.domain.errors import CannotProduce, NothingUsable
from server.domain.requests import Quality
from server.engine.speech.catalogue import find, pair_for
from server.engine.speech.levels import CEILING, SAMPLE_RATE, loudness
from server.engine.speech.phonemes import phonemes
from server.engine.speech.synthesis import speak

LINE = "The harbour was quiet, and the boats lay still. Who would go out in such a wind?"


def pitch(audio: np.ndarray) -> float:
    """Median of the strongest lag's frequency (60 to 400 Hz) over loud 40 ms frames."""
    frames = audio[: len(audio) // 960 * 960].reshape(-1, 960)
    found = []
    for frame in frames[np.sqrt((frames**2).mean(axis=1)) > 0.05]:
        spectrum = np.abs(np.fft.rfft(frame, 4096)) ** 2
        correlation = np.fft.irfft(spectrum)[60:400]
        found.append(SAMPLE_RATE / (60 + int(correlation.argmax())))
    return float(np.median(found))


@pytest.mark.parametrize("name", ["Heart", "Alex (Spanish)"])
def test_kokoro_speaks(name: str, models: Path) -> None:
    voice = find(name)

    audio = speak({"en": "Nine boats left.", "es": "Nueve barcos salieron."}[voice.language], voice, models=models)

    assert audio.dtype == np.float32
    assert 0.6 < len(audio) / SAMPLE_RATE < 2.5
    assert np.abs(audio).max() <= CEILING
    assert np.sqrt((audio**2).mean()) > 0.03


def test_the_two_draft_voices_are_two_people(models: Path) -> None:
    first, second = (speak(LINE, voice, models=models) for voice in pair_for("en", Quality.DRAFT))

    assert pitch(first) > 1.4 * pitch(second)
    assert loudness(first) == pytest.approx(loudness(second), abs=1.0)


@pytest.mark.parametrize("language", ["de", "pl", "el", "vi", "uk"])
def test_basic_voices_speak_and_are_as_loud_as_each_other(language: str, models: Path) -> None:
    first, second = (
        speak("Alfa beta gamma delta, alfa beta gamma delta. 1 2 3 4.", v, models=models) for v in pair_for(language)
    )

    assert len(first) > SAMPLE_RATE
    assert not np.array_equal(first[:20_000], second[:20_000])
    assert loudness(first) == pytest.approx(loudness(second), abs=1.0)


def test_the_same_text_gives_the_same_sound(models: Path) -> None:
    voice = find("Heart (draft)")

    assert np.array_equal(speak(LINE, voice, models=models), speak(LINE, voice, models=models))


def test_speed_changes_the_length(models: Path) -> None:
    voice = find("Heart (draft)")

    ratio = len(speak(LINE, voice, models=models, speed=1.5)) / len(speak(LINE, voice, models=models))

    assert 0.55 < ratio < 0.8


@pytest.mark.parametrize("name", ["Heart", "Heart (draft)", "Deutsch (basic, female)"])
@pytest.mark.parametrize("text", ["", "🎉 ***", "…"])
def test_nothing_to_say_is_told(name: str, text: str, models: Path) -> None:
    with pytest.raises(NothingUsable, match="nothing that"):
        speak(text, find(name), models=models)


def test_a_voice_that_needs_more_says_so(models: Path) -> None:
    with pytest.raises(CannotProduce, match="needs a Japanese phonemiser"):
        speak("Konnichiwa", find("jf_alpha"), models=models)


def test_an_unknown_espeak_voice_is_told(models: Path) -> None:
    with pytest.raises(CannotProduce, match="no voice 'qq"):
        speak("Hallo", replace(find("Deutsch (basic, female)"), key="qq-nowhere"), models=models)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_given_pronunciation_is_taken(language: str) -> None:
    assert "zˈuləkɹ" in phonemes("[Wexcombe](/zˈuləkɹ/) a.", language=language)


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [("es", "¿Qué tal, amigo?", "kˈe tˈal, amˈiɣo?"), ("it", "ciao.", "ʧˈao."), ("fr", "Un bon vin.", "œ̃ bˈɔ̃ vˈɛ̃.")],
)
def test_espeaks_phonemes_become_kokoros(language: str, text: str, said: str) -> None:
    assert phonemes(text, language=language) == said


def test_the_accent_decides_the_phonemes() -> None:
    assert phonemes("hello there.", language="en") == "həlˈO ðˈɛɹ."
    assert phonemes("hello there.", language="en", british=True) == "həlˈQ ðˈɛː."


def test_importing_is_light_and_speaking_needs_no_scipy(models: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from server.engine.speech.catalogue import find\n"
        "from server.engine.speech.synthesis import speak\n"
        "heavy = {'onnxruntime', 'hibari', 'num2words', 'babel', 'faster_whisper', 'soxr'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        f"speak('Nine boats left.', find('Heart (draft)'), models=Path({str(models)!r}))\n"
        "assert not {'scipy', 'librosa', 'torch'} & set(sys.modules)\n"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
