"""Checkpoints are whole or absent, and a folder is cleaned only when nobody writes in it."""

import errno
import multiprocessing
from pathlib import Path

import pytest
import worker_pieces

from server.domain.errors import Conflict, RenderingFailed
from server.domain.scripts import Line, Script
from server.domain.sources import Passage
from server.engine.workfolders import WorkFolder, claimed, disk_error, key_of


def a_script() -> Script:
    passage = Passage(source_id="s", start=0, end=5, text="Words", page=2)
    return Script(title="Über Züge", language="de", lines=(Line(0, "Wörter.", passages=(passage,)),))


def test_a_value_comes_back_as_it_was(tmp_path: Path) -> None:
    work = WorkFolder(tmp_path)
    path = work.file("script", key_of("a"), ".json")
    work.save(path, a_script())
    assert work.load(path, Script) == a_script()


def test_a_damaged_checkpoint_is_made_anew(tmp_path: Path) -> None:
    work = WorkFolder(tmp_path)
    path = work.file("script", key_of("a"), ".json")
    path.write_bytes(b'{"title": "half')
    assert work.load(path, Script) is None
    assert not path.exists()


def test_keys_tell_contents_apart_and_hold_over_runs() -> None:
    assert key_of(a_script(), 1) == key_of(a_script(), 1)
    assert key_of(a_script(), 1) != key_of(a_script(), 2)
    assert key_of(Path("/a")) == key_of("/a")


def test_a_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_self: Path, _target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    work = WorkFolder(tmp_path)
    with pytest.raises(RenderingFailed, match="is full; free some space"):
        work.write(tmp_path / "thing", b"content")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "says"), [(errno.ENOSPC, "is full"), (errno.EACCES, "choose another"), (errno.EIO, "failed")]
)
def test_disk_errors_say_what_to_do(number: int, says: str) -> None:
    assert says in disk_error(OSError(number, "system words"), Path("/somewhere")).message


def test_cleaning_waits_for_the_last_worker(tmp_path: Path) -> None:
    folder, mark = tmp_path / "work", tmp_path / "mark"
    work = WorkFolder(folder)
    work.prepare()
    process = multiprocessing.get_context("spawn").Process(target=worker_pieces.write_slowly, args=(folder, mark))
    process.start()
    while not mark.exists():
        process.join(0.02)
    assert work.wait_until_unused(timeout_s=0) is False
    process.kill()
    process.join()
    work.remove_parts()
    assert [p.name for p in folder.iterdir()] == ["lock"]


def test_two_programs_do_not_share_a_folder(tmp_path: Path) -> None:
    with claimed(tmp_path / "w"), pytest.raises(Conflict, match="another process"), claimed(tmp_path / "w"):
        pass
    with claimed(tmp_path / "w"):
        pass
