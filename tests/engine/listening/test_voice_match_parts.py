"""What a voice match rests on: pitch, timbre, suitability, and the endpoint that clones."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from server.domain.errors import CannotProduce, NothingUsable
from server.domain.transcripts import ListeningEndpoint
from server.domain.voices import CloningEndpoint, SpeechEngine, Voice
from server.engine.listening.activity import Region
from server.engine.listening.calibration import measured
from server.engine.listening.cloning import EndpointEngine
from server.engine.listening.matching import halves, nearest, sex_of
from server.engine.listening.overlap import AT_ONCE, foreign_share
from server.engine.listening.pitch import Pitch, pitch_of
from server.engine.listening.recordings import Survey, wav_bytes
from server.engine.listening.remote import hear_at
from server.engine.listening.suitability import require_suitable
from server.engine.speech.matched import Matched, Profile
from server.engine.speech.shaping import shaped, shapes_between, timbre_of


def buzz(hertz: float, *, seconds: float = 1.0, rate: int = 24_000) -> NDArray[np.float32]:
    at = np.arange(int(seconds * rate)) / rate
    return np.asarray(0.1 * sum(np.sin(2 * np.pi * hertz * n * at) / n for n in range(1, 12)), np.float32)


def test_pitch_is_measured_and_tells_the_sex() -> None:
    low, high = pitch_of(buzz(110, rate=16_000)), pitch_of(buzz(220, rate=16_000))

    assert low is not None
    assert high is not None
    assert (round(low.hertz), low.sex) == (110, "male")
    assert high.sex == "female"
    assert pitch_of(np.zeros(16_000, np.float32)) is None


def test_a_voice_is_moved_to_the_wanted_height() -> None:
    towards = timbre_of(buzz(180))
    assert towards is not None

    moved = shaped(buzz(120), towards)

    found = timbre_of(moved)
    assert found is not None
    assert np.exp(found.pitch) == pytest.approx(180, rel=0.03)
    assert len(moved) == len(buzz(120))


def test_a_voice_may_keep_its_height_and_take_only_the_colour() -> None:
    own, towards = timbre_of(buzz(120)), timbre_of(buzz(180))
    assert own is not None
    assert towards is not None

    whole, colour = shapes_between(own, towards)
    found = timbre_of(shaped(buzz(120), colour, own=own))

    assert whole == towards
    assert colour.envelope == towards.envelope
    assert found is not None
    assert np.exp(found.pitch) == pytest.approx(120, rel=0.03)


def test_a_removed_voice_falls_silent_also_where_it_has_just_spoken(tmp_path: Path) -> None:
    profile = tmp_path / "voice.json"
    made = Profile("Mine", "af_heart", "en", "US", "female", 0.7, 0.6, ("Heart",))
    profile.write_bytes(msgspec.json.encode(made))
    matched = Matched(tmp_path)
    matched._kokoro = Beep()  # type: ignore[assignment]
    voice = Voice(1, "Mine", SpeechEngine.MATCHED, "", "en", source=str(profile))

    assert len(matched.synthesise("Good day.", voice))
    profile.unlink()
    with pytest.raises(CannotProduce, match="removed"):
        matched.synthesise("Good day.", voice)


class Beep:
    """Says everything as a tone."""

    def synthesise(self, text: str, voice: Voice, *, speed: float = 1.0) -> NDArray[np.float32]:
        return buzz(120)


def test_every_packaged_voice_is_nearest_to_itself() -> None:
    for each in measured():
        (first, *_) = nearest(each.print, Pitch(each.pitch, 0.1, 0.5), sex=each.voice.sex)
        assert first.voice.key == each.voice.key


def test_the_company_a_voice_keeps_decides_where_its_pitch_does_not() -> None:
    heart = next(each for each in measured() if each.voice.key == "af_heart")

    assert sex_of(Pitch(np.log(165.0), 0.1, 0.5), heart.print) == "female"
    assert sex_of(Pitch(np.log(100.0), 0.1, 0.5), heart.print) == "male"


def test_the_two_halves_of_a_speech_share_nothing() -> None:
    shown, held_out = halves(np.arange(16_000 * 20, dtype=np.float32))

    assert len(shown) == len(held_out) == 160_000
    assert not set(shown.tolist()) & set(held_out.tolist())


def test_one_voice_has_no_foreign_power_and_two_at_once_have() -> None:
    one, other = buzz(120, seconds=4, rate=16_000), buzz(187, seconds=4, rate=16_000)

    assert foreign_share(one) < 0.05
    assert foreign_share(one + other) > AT_ONCE
    assert foreign_share(np.zeros(32_000, np.float32)) == 0.0


def a_survey(*, seconds: float = 30.0, spoken: float = 25.0, level: float = -20.0, clipped: float = 0.0) -> Survey:
    regions = (Region(0, int(spoken * 16_000)),) if spoken else ()
    return Survey(int(seconds * 16_000), 44_100, 1, regions, (), level, clipped)


@pytest.mark.parametrize(
    ("survey", "sentence"),
    [
        (a_survey(seconds=6.0), "10 seconds"),
        (a_survey(seconds=700.0), "10 minutes"),
        (a_survey(spoken=0.0, level=-200.0), "silent"),
        (a_survey(spoken=0.0), "Nobody speaks"),
        (a_survey(spoken=4.0), "4 seconds of speech"),
        (a_survey(clipped=0.5), "too loud"),
    ],
)
def test_recordings_that_make_no_voice_are_refused_with_the_reason(survey: Survey, sentence: str) -> None:
    with pytest.raises(NothingUsable, match=sentence):
        require_suitable(survey, name="me.mp3")


def test_a_good_recording_passes() -> None:
    require_suitable(a_survey(), name="me.mp3")


@pytest.fixture
def endpoint() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A local endpoint that speaks with reference audio and writes recordings down."""
    seen: list[dict[str, Any]] = []

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path.endswith("/audio/speech"):
                seen.append(json.loads(body))
                status, sent = (200, wav_bytes(buzz(150), 24_000))
            else:
                seen.append({"body": body, "key": self.headers.get("Authorization")})
                told = {"language": "english", "segments": [{"start": 0.0, "end": 1.0, "text": " Good day."}]}
                status, sent = (200, json.dumps(told).encode())
            if self.headers.get("Authorization") == "Bearer wrong":
                status, sent = 401, b'{"error": {"message": "no"}}'
            self.send_response(status)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", seen
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_endpoint_clones_with_the_recording_as_reference(endpoint: Any, tmp_path: Path) -> None:
    url, seen = endpoint
    engine = EndpointEngine(CloningEndpoint(url, "key"))

    made = engine.make(buzz(120, rate=16_000), buzz(120), name="Mine", language="en")
    profile = tmp_path / "voice.json"
    profile.write_bytes(made.profile)
    voice = Voice(1, "Mine", SpeechEngine.CLONED, "", "en", source=str(profile))
    sound = EndpointEngine(None, key="key").synthesise("Good day.", voice, speed=1.1)

    assert len(sound) > 20_000
    assert base64.b64decode(seen[-1]["reference_audio"])[:4] == b"RIFF"
    assert (seen[-1]["input"], seen[-1]["speed"]) == ("Good day.", 1.1)
    assert b'"key"' not in made.profile
    with pytest.raises(CannotProduce, match="key"):
        EndpointEngine(CloningEndpoint(url, "wrong")).make(
            buzz(120, rate=16_000), buzz(120), name="Mine", language="en"
        )
    profile.unlink()
    with pytest.raises(CannotProduce, match="removed"):
        engine.synthesise("Good day.", voice)


def test_an_endpoint_writes_recordings_down(endpoint: Any) -> None:
    url, seen = endpoint

    words = hear_at(buzz(120, rate=16_000), endpoint=ListeningEndpoint(url, "key"), language="en")

    assert [word.text for word in words] == ["Good", "day."]
    assert seen[-1]["key"] == "Bearer key"
    assert b"verbose_json" in seen[-1]["body"]
    with pytest.raises(CannotProduce, match="does not take the key"):
        hear_at(buzz(120, rate=16_000), endpoint=ListeningEndpoint(url, "wrong"), language="en")
    with pytest.raises(CannotProduce, match="can't be reached"):
        hear_at(buzz(120, rate=16_000), endpoint=ListeningEndpoint("http://127.0.0.1:9"), language="en")
