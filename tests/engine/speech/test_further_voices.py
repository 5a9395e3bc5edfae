"""Voices that a person brings: Kokoro packs, Piper models, an endpoint; and what is wrong with them."""

from __future__ import annotations

import io
import json
import threading
import wave
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from server.domain.errors import CannotProduce, Refused
from server.domain.voices import SpeechEndpoint, SpeechEngine, Voice
from server.engine.speech.dropped import DroppedVoice, Unusable, files_in, looked_at
from server.engine.speech.levels import SAMPLE_RATE, TARGET, loudness
from server.engine.speech.packs import SHAPE, blended, read_pack
from server.engine.speech.passages import kept_loudness
from server.engine.speech.synthesis import speak


def piper_model(path: Path, *, rate: int = 22_050) -> None:
    """A model in Piper's form that hums: each symbol gives a tenth of a second of a 200 Hz tone."""
    tone = np.sin(2 * np.pi * 200 * np.arange(rate // 10) / rate).astype(np.float32).reshape(1, 1, 1, -1) * 0.2
    nodes = [
        helper.make_node("Constant", [], ["tone"], value=onnx.numpy_helper.from_array(tone)),
        helper.make_node("Constant", [], ["ones"], value=onnx.numpy_helper.from_array(np.array([1, 1, 1], np.int64))),
        helper.make_node("Concat", ["ones", "input_lengths"], ["repeats"], axis=0),
        helper.make_node("Tile", ["tone", "repeats"], ["hum"]),
        helper.make_node("ReduceSum", ["scales"], ["sum"], keepdims=0),
        helper.make_node("Mul", ["sum", "zero"], ["nothing"]),
        helper.make_node("Add", ["hum", "nothing"], ["output"]),
    ]
    graph = helper.make_graph(
        nodes,
        "hum",
        [
            helper.make_tensor_value_info("input", TensorProto.INT64, [1, "n"]),
            helper.make_tensor_value_info("input_lengths", TensorProto.INT64, [1]),
            helper.make_tensor_value_info("scales", TensorProto.FLOAT, [3]),
        ],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, [1, 1, 1, "t"])],
        [onnx.numpy_helper.from_array(np.zeros((), np.float32), "zero")],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), str(path))
    symbols = {symbol: [place] for place, symbol in enumerate("_^$ abdefghijklmnoprstuvzçŋɐɔəɛɡɪʃʊʏʒˈˌː.,?!")}
    told = {
        "audio": {"sample_rate": rate},
        "espeak": {"voice": "de"},
        "language": {"family": "de"},
        "phoneme_id_map": symbols,
        "num_speakers": 1,
    }
    path.with_name(f"{path.name}.json").write_text(json.dumps(told), "utf-8")


def test_a_piper_voice_speaks_at_the_common_level(tmp_path: Path) -> None:
    piper_model(tmp_path / "de_DE-thea-low.onnx")
    (found,) = looked_at(tmp_path / "de_DE-thea-low.onnx")  # type: ignore[misc]
    assert isinstance(found, DroppedVoice)
    assert (found.name, found.engine, found.language) == ("Thea", SpeechEngine.PIPER, "de")
    voice = Voice(10_001, "Thea", found.engine, found.key, "de", source=str(tmp_path / found.file))

    sound = speak("Guten Tag, wie geht es Ihnen heute?", voice, models=tmp_path)

    assert len(sound) > SAMPLE_RATE
    assert loudness(sound) == pytest.approx(TARGET, abs=1.0)
    assert kept_loudness(voice, tmp_path) is not None


def test_several_packs_in_one_file_are_voices(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    np.savez(
        tmp_path / "mine.npz", af_dawn=rng.normal(size=SHAPE).astype(np.float16), other=np.zeros(SHAPE, np.float32)
    )

    found = looked_at(tmp_path / "mine.npz")

    assert isinstance(found, tuple)
    assert [(v.key, v.name, v.language, v.sex) for v in found] == [
        ("af_dawn", "Dawn", "en", "female"),
        ("other", "Other", "en", ""),
    ]
    assert read_pack(tmp_path / "mine.npz", "af_dawn").shape == SHAPE


def test_a_raw_pack_is_a_voice(tmp_path: Path) -> None:
    np.ones(SHAPE, "<f4").tofile(tmp_path / "bm_noon.bin")

    (found,) = looked_at(tmp_path / "bm_noon.bin")  # type: ignore[misc]

    assert isinstance(found, DroppedVoice)
    assert (found.name, found.accent, found.sex) == ("Noon", "British", "male")


def truncated_npz(path: Path) -> None:
    np.savez(path, a=np.zeros(SHAPE, np.float32))
    path.write_bytes(path.read_bytes()[:-200])


def pickled(path: Path) -> None:
    np.savez(path, a=np.array([{"a": 1}], dtype=object))


DAMAGED: dict[str, Callable[[Path], object]] = {
    "short.bin": lambda path: path.write_bytes(b"\0" * 100),
    "text.npz": lambda path: path.write_text("no archive"),
    "cut.npz": truncated_npz,
    "pickle.npz": pickled,
    "shape.npz": lambda path: np.savez(path, a=np.zeros((3, 3), np.float32)),
    "nan.npz": lambda path: np.savez(path, a=np.full(SHAPE, np.nan, np.float32)),
    "alone.onnx": lambda path: path.write_bytes(b"x"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_told_with_the_reason(name: str, tmp_path: Path) -> None:
    DAMAGED[name](tmp_path / name)

    found = looked_at(tmp_path / name)

    assert isinstance(found, Unusable)
    assert found.reason.startswith(name)
    assert found.reason.endswith(".")


def test_a_model_that_is_no_voice_is_told(tmp_path: Path) -> None:
    piper_model(tmp_path / "cut.onnx")
    (tmp_path / "cut.onnx").write_bytes((tmp_path / "cut.onnx").read_bytes()[:500])
    piper_model(tmp_path / "odd.onnx")
    (tmp_path / "odd.onnx.json").write_text('{"espeak": 3}')

    for name in ("cut.onnx", "odd.onnx"):
        assert isinstance(looked_at(tmp_path / name), Unusable)


def test_links_out_of_the_folder_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "voices"
    folder.mkdir()
    (tmp_path / "out.bin").write_bytes(b"x")
    (folder / "link.bin").symlink_to(tmp_path / "out.bin")
    (folder / "in.bin").write_bytes(b"x")
    (folder / "notes.txt").write_text("x")

    assert [path.name for path in files_in(folder)] == ["in.bin"]


def test_a_blend_is_the_weighted_mean(tmp_path: Path) -> None:
    np.savez(tmp_path / "p.npz", a=np.full(SHAPE, 1, np.float16), b=np.full(SHAPE, 4, np.float16))

    assert np.allclose(blended("a:2+b:1", tmp_path / "p.npz"), 2.0)
    assert np.allclose(blended("b", tmp_path / "p.npz"), 4.0)
    with pytest.raises(CannotProduce, match="is gone"):
        blended("a+c", tmp_path / "p.npz")


def test_a_dropped_voice_that_is_gone_is_told(tmp_path: Path, models: Path) -> None:
    for engine, file in ((SpeechEngine.KOKORO, "gone.npz"), (SpeechEngine.PIPER, "gone.onnx")):
        voice = Voice(10_001, "Gone", engine, "a", "en", source=str(tmp_path / file))
        with pytest.raises(CannotProduce, match="Gone"):
            speak("Hello.", voice, models=models)


class Endpoint:
    """A speech endpoint on this machine; what it was asked is kept."""

    def __init__(self) -> None:
        self.status, self.body = 200, hum()
        self.asked: list[tuple[str, str, dict[str, object]]] = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                order = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                stub.asked.append((self.path, self.headers.get("Authorization", ""), order))
                self.send_response(stub.status)
                self.send_header("Content-Length", str(len(stub.body)))
                self.end_headers()
                self.wfile.write(stub.body)

            def log_message(self, *_: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    @property
    def facts(self) -> SpeechEndpoint:
        return SpeechEndpoint(f"http://127.0.0.1:{self.server.server_port}/v1", "secret", "tts-1", ("nova",))


def hum() -> bytes:
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(24_000)
        tone = np.sin(2 * np.pi * 300 * np.arange(48_000) / 24_000) * 0.05
        file.writeframes((tone * 32767).astype("<i2").tobytes())
    return written.getvalue()


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    stub = Endpoint()
    yield stub
    stub.server.shutdown()
    stub.server.server_close()


NOVA = Voice(10_002, "Nova (endpoint)", SpeechEngine.ENDPOINT, "nova", "")


def test_an_endpoint_speaks_what_is_written_at_the_common_level(endpoint: Endpoint, tmp_path: Path) -> None:
    sound = speak("It costs *5 €* [x](/y/).", NOVA, models=tmp_path, endpoint=endpoint.facts, language="de")

    path, key, order = endpoint.asked[0]
    assert (path, key) == ("/v1/audio/speech", "Bearer secret")
    assert (order["voice"], order["input"]) == ("nova", "It costs")
    assert [asked[2]["input"] for asked in endpoint.asked] == ["It costs", "5 €", "x."]
    assert loudness(sound) == pytest.approx(TARGET, abs=1.5)


@pytest.mark.parametrize(
    ("status", "error", "says"),
    [
        (401, CannotProduce, "key"),
        (404, CannotProduce, "no such voice"),
        (429, CannotProduce, "credit"),
        (500, CannotProduce, "fault of its own"),
        (400, Refused, "too rude"),
        (403, Refused, "will not say"),
    ],
)
def test_an_endpoints_faults_are_told(
    status: int, error: type[Exception], says: str, endpoint: Endpoint, tmp_path: Path
) -> None:
    endpoint.status, endpoint.body = status, b'{"error": {"message": "too rude"}}'

    with pytest.raises(error, match=says):
        speak("Hello.", NOVA, models=tmp_path, endpoint=endpoint.facts)


@pytest.mark.parametrize("body", [b"", b"no sound at all"])
def test_an_answer_without_sound_is_told(body: bytes, endpoint: Endpoint, tmp_path: Path) -> None:
    endpoint.body = body

    with pytest.raises(CannotProduce):
        speak("Hello.", NOVA, models=tmp_path, endpoint=endpoint.facts)


def test_an_endpoint_that_is_away_or_not_set_up_is_told(endpoint: Endpoint, tmp_path: Path) -> None:
    away = endpoint.facts
    endpoint.server.shutdown()
    endpoint.server.server_close()

    with pytest.raises(CannotProduce, match="can't be reached"):
        speak("Hello.", NOVA, models=tmp_path, endpoint=away)
    with pytest.raises(CannotProduce, match="no longer set up"):
        speak("Hello.", NOVA, models=tmp_path)
