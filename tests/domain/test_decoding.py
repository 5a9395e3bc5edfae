"""Several threads may decode a class for the first time: msgspec alone ends the process then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from server.domain.decoding import converted, from_json, from_msgpack
from server.domain.files import Media

ROOT = Path(__file__).parents[2]
AT_ONCE = """
import sys, threading
sys.setswitchinterval(0.00001)
from server.domain.decoding import from_json
from server.domain.orders import ContentOrder, Resource
from server.domain.requests import OutputType
from server.domain.sources import SourceKind
from server.services.specs import encoded
body = encoded(ContentOrder(output_type=OutputType.TEXT, resources=(Resource(SourceKind.TEXT, "words"),)))
start, done = threading.Barrier(8), []
def decode():
    start.wait()
    done.append(from_json(body, ContentOrder).output_type)
threads = [threading.Thread(target=decode) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert done == [OutputType.TEXT] * 8
"""


def test_eight_threads_learn_a_class_at_once() -> None:
    for _ in range(3):
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", AT_ONCE], env=environment, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_values_come_back_as_they_were() -> None:
    media = Media("k", "audio", "a.mp3", "audio/mpeg", 3, "0" * 64)
    assert from_json(msgspec.json.encode(media), Media) == media
    assert from_msgpack(msgspec.msgpack.encode((media,)), tuple[Media, ...]) == (media,)
    assert converted(msgspec.to_builtins(media), Media) == media
    assert converted({"a": "1"}, dict[str, int], strict=False) == {"a": 1}
    with pytest.raises(msgspec.MsgspecError):
        from_json(b"{}", Media)


def test_classes_are_learnt_in_one_place_only() -> None:
    elsewhere = [
        path.relative_to(ROOT)
        for path in (ROOT / "server").rglob("*.py")
        if path.name != "decoding.py"
        and any(
            word in path.read_text("utf-8")
            for word in ("msgspec.json.decode(", "msgspec.msgpack.decode(", "msgspec.convert(", ".Decoder(")
        )
    ]
    assert elsewhere == []
