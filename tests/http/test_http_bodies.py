"""Bodies: what is read, and where large ones are read."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.http.bodies import MAX_WARNINGS, Parsed, Refused, parse
from server.http.orders import ContentRequest
from server.http.problems import Problem
from server.http.transfers import decompress

ROOT = Path(__file__).parents[2]
PARENT = """
import asyncio, os, sys
from pathlib import Path
from server.http.bodies import BodyReader, parse
from server.http.orders import ContentRequest

if __name__ == "__main__":
    reader = BodyReader(Path(sys.argv[1]))
    reader._wait_for(parse, b'{"outputType": "audio"}', ContentRequest)
    print(*reader._pool._processes, flush=True)
    os.read(0, 1)
"""


def test_unknown_fields_are_named_up_to_a_number() -> None:
    many = ", ".join(f'"field{n}": [{{}}]' for n in range(500))
    outcome = parse(f'{{"outputType": "audio", "topic": "t", {many}}}'.encode(), ContentRequest)
    assert isinstance(outcome, Parsed)
    assert len(outcome.warnings) == MAX_WARNINGS + 1
    assert outcome.warnings[-1] == "480 more unknown fields were ignored"
    assert outcome.order.model_extra == {}


def test_faults_are_told_up_to_a_number() -> None:
    outcome = parse(b'{"outputType": "audio", "resources": [' + b"{}," * 5000 + b"{}]}", ContentRequest)
    assert isinstance(outcome, Refused)
    assert 1 <= len(outcome.faults) <= 100


def test_a_byte_order_mark_is_no_fault() -> None:
    assert isinstance(parse(b'\xef\xbb\xbf{"outputType": "audio"}', ContentRequest), Parsed)


def test_a_nul_is_found_where_it_is() -> None:
    sound, hurt = b'{"type": "text", "content": "a"}', b'{"type": "text", "content": "\\u0000"}'
    outcome = parse(b'{"outputType": "audio", "resources": [' + sound + b"," + hurt + b"]}", ContentRequest)
    assert isinstance(outcome, Refused)
    assert [fault.field for fault in outcome.faults] == ["resources[1].content"]


@pytest.mark.parametrize("members", [1, 3])
def test_compressed_bodies_are_held_to_the_limit(members: int) -> None:
    packed = gzip.compress(b"a" * 1000) * members
    assert decompress(packed, "gzip", limit=1000 * members) == b"a" * 1000 * members
    with pytest.raises(Problem) as caught:
        decompress(packed, "gzip", limit=1000 * members - 1)
    assert caught.value.status == 413


def test_the_process_for_large_bodies_ends_with_its_parent(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "drafts")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 20
    while is_running(child):
        assert time.monotonic() < deadline, "the process outlived its parent"


def is_running(process_id: int) -> bool:
    """Whether it runs; a dead one that nobody has collected does not."""
    try:
        return Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
