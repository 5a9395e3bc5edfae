"""Contents by their hash, written whole or not at all."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from server.store.artefacts import FolderStorage


@pytest.fixture
def storage(tmp_path: Path) -> FolderStorage:
    return FolderStorage(tmp_path)


def kept(storage: FolderStorage, data: bytes) -> str:
    with storage.draft() as draft:
        draft.write(data)
        return draft.keep().sha256


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_content_is_named_by_its_hash(storage, tmp_path: Path) -> None:
    name = kept(storage, b"words")

    assert name == hashlib.sha256(b"words").hexdigest()
    assert storage.read(name) == b"words"
    assert files(tmp_path) == [storage.path(name)]


def test_the_same_content_is_kept_once(storage, tmp_path: Path) -> None:
    assert kept(storage, b"words") == kept(storage, b"words")

    assert len(files(tmp_path)) == 1


def test_a_file_is_copied_in_whole(storage, tmp_path: Path) -> None:
    source = tmp_path / "source.bin"
    source.write_bytes(os.urandom(2_500_000))

    content = storage.put(source)

    assert content.size == 2_500_000
    assert storage.read(content.sha256) == source.read_bytes()


def test_a_broken_draft_leaves_nothing(storage, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), storage.draft() as draft:
        draft.write(b"half")
        raise RuntimeError

    assert files(tmp_path) == []


def test_drafts_of_a_killed_process_are_discarded(storage, tmp_path: Path) -> None:
    (tmp_path / "drafts" / "left").write_bytes(b"half")

    storage.discard_drafts()

    assert files(tmp_path) == []


def test_a_sweep_removes_only_what_is_old_and_unknown(storage) -> None:
    old_known, old_unknown, young_unknown = kept(storage, b"1"), kept(storage, b"2"), kept(storage, b"3")
    for name in (old_known, old_unknown):
        os.utime(storage.path(name), (100, 100))

    removed = storage.sweep(is_kept=lambda name: name == old_known, before=1_000)

    assert removed == 1
    assert not storage.path(old_unknown).exists()
    assert storage.path(old_known).exists()
    assert storage.path(young_unknown).exists()


def test_a_content_put_in_again_is_young_again(storage) -> None:
    name = kept(storage, b"words")
    os.utime(storage.path(name), (100, 100))

    kept(storage, b"words")

    assert storage.sweep(is_kept=lambda _: False, before=1_000) == 0
