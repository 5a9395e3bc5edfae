"""What the log keeps, and what it must not."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from server.http.logs import REQUEST_ID, LogFile, masked, start_logging, stop_logging


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("Authorization: Bearer abc.def-ghi", "Authorization: *** ***"),
        ("sent Bearer abc.def-ghi", "sent Bearer ***"),
        ("/x?token=abc&page=2", "/x?token=***&page=2"),
        ("/x?page=2&api_key=abc", "/x?page=2&api_key=***"),
        ("/x?sig=abc&key=def", "/x?sig=***&key=***"),
        ('{"password": "abc"}', '{"password": "***"}'),
        ("fetched https://user:pw@example.org/feed", "fetched https://***@example.org/feed"),
        ("got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln today", "got *** today"),
        ("/media/abcdefghijkl/Title.mp3", "/media/abcd***/Title.mp3"),
        ("nothing secret at all", "nothing secret at all"),
    ],
)
def test_secrets_are_masked(told: str, kept: str) -> None:
    assert masked(told) == kept


@pytest.mark.parametrize("unit", ["a", "a-", "token", "token=", "://", "eyJ", "/media/", "bearer "])
def test_masking_takes_hostile_text_in_its_stride(unit: str) -> None:
    # A pattern that backtracks would keep this test, and the interpreter's lock, for hours.
    assert masked(unit * 50_000) != ""


def test_records_become_lines_with_the_call_they_belong_to(tmp_path: Path) -> None:
    file, handler = start_logging(tmp_path)
    reset = REQUEST_ID.set("call-1")
    try:
        logging.getLogger("test.logs").warning("disk %s with password=hush", "full")
        try:
            raise ValueError("token=hush")
        except ValueError:
            logging.getLogger("test.logs").exception("broke")
    finally:
        REQUEST_ID.reset(reset)
        stop_logging(file, handler)

    text = (tmp_path / "logs" / "server.jsonl").read_text("utf-8")
    first, second = (json.loads(line) for line in text.splitlines())
    assert (first["level"], first["event"], first["request_id"]) == ("warning", "disk full with password=***", "call-1")
    assert first["time"].endswith("Z")
    assert "ValueError" in second["traceback"]
    assert "hush" not in text


def test_the_file_turns_over(tmp_path: Path) -> None:
    file = LogFile(tmp_path / "server.jsonl", max_bytes=2_000, backups=2)
    for number in range(200):
        file.write({"event": f"line {number}", "odd": "\ud800"})
    file.close()

    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["server.jsonl", "server.jsonl.1", "server.jsonl.2"]
    assert "line 199" in (tmp_path / "server.jsonl").read_text("utf-8")
