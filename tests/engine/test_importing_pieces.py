"""Imports in worker processes: their limits, their progress, and files that bring a worker down."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from server.domain.errors import SourceNotImported, WorkerLost
from server.domain.sources import SourceKind
from server.engine.specs import SourceSpec
from server.engine.stages.importing import import_one, kind_of_work
from server.engine.stages.progress_notes import Note, followed
from server.engine.workers import IMPORTING, RECOGNISING, Supervision, Workers
from server.engine.workfolders import WorkFolder

PROSE = "The chain ferry between Brannock and Sele will stop running on Monday."


class Inline:
    """Workers that do everything here and now, and note under which limits."""

    def __init__(self, error: Exception | None = None) -> None:
        self.kinds: list[str] = []
        self._error = error

    def run(self, kind: Any, supervision: Any, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        self.kinds.append(kind.name)
        if self._error is not None:
            raise self._error
        return function(*args, **kwargs)


def imported(spec: SourceSpec, workers: Inline, folder: Path) -> Any:
    return import_one(
        cast(Workers, workers), Supervision(), spec, WorkFolder(folder), models=folder / "models", allow_private=False
    )


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.txt", b"words", IMPORTING),
        ("a.docx", b"PK\x03\x04", IMPORTING),
        ("a.txt", b"%PDF-1.7", RECOGNISING),
        ("a.txt", b"\x89PNG\r\n\x1a\n", RECOGNISING),
        ("a.txt", b"RIFF\0\0\0\0WAVEfmt ", RECOGNISING),
    ],
)
def test_limits_follow_what_a_file_holds(tmp_path: Path, name: str, data: bytes, kind: Any) -> None:
    (tmp_path / name).write_bytes(data)

    assert kind_of_work(SourceSpec(SourceKind.FILE, path=tmp_path / name, name=name)) is kind


@pytest.mark.parametrize(
    ("source", "address", "kind"),
    [
        (SourceKind.WEBSITE, "https://site.example/a?b=c.mp3", IMPORTING),
        (SourceKind.WEBSITE, "https://site.example/talk.MP3?x=1", RECOGNISING),
        (SourceKind.FILE, "https://site.example/a", RECOGNISING),
        (SourceKind.VIDEO_SITE, "https://youtu.be/dQw4w9WgXcQ", RECOGNISING),
        (SourceKind.TEXT, "https://site.example/a.mp3 is an address", IMPORTING),
    ],
)
def test_limits_follow_what_an_address_says(source: SourceKind, address: str, kind: Any) -> None:
    assert kind_of_work(SourceSpec(source, content=address)) is kind


def test_a_source_is_imported_once(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(PROSE)
    spec = SourceSpec(SourceKind.FILE, path=tmp_path / "a.txt", name="a.txt")
    workers, work = Inline(), WorkFolder(tmp_path / "work")
    work.prepare()

    first, second = imported(spec, workers, work.path), imported(spec, workers, work.path)

    assert first == second
    assert first.text == PROSE
    assert workers.kinds == ["importing"]
    assert not list(work.path.glob("progress-*"))


def test_a_file_that_takes_too_long_fails_alone_and_a_lost_worker_is_counted(tmp_path: Path) -> None:
    work = WorkFolder(tmp_path / "work")
    work.prepare()
    slow = WorkerLost("gone")
    slow.was_slow = True

    with pytest.raises(SourceNotImported, match=r"evil\.txt could not be read: it takes more time"):
        imported(SourceSpec(SourceKind.TEXT, PROSE, name="evil.txt"), Inline(slow), work.path)
    with pytest.raises(WorkerLost):
        imported(SourceSpec(SourceKind.TEXT, PROSE, name="evil.txt"), Inline(WorkerLost("gone")), work.path)


def test_notes_of_progress_arrive(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    told: list[tuple[float, str]] = []
    arrived = os.pipe()

    def take(share: float, text: str) -> None:
        told.append((share, text))
        os.write(arrived[1], b"x")

    with followed(path, take):
        Note(path)(0.5, "Half way")
        os.read(arrived[0], 1)

    assert told == [(0.5, "Half way")]
    assert not path.exists()


def test_notes_that_can_not_be_written_do_no_harm(tmp_path: Path) -> None:
    Note(tmp_path / "nowhere" / "progress.json")(0.5, "Half way")

    assert not (tmp_path / "nowhere").exists()
