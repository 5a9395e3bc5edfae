"""Model files: joined, checked, once, whole."""

from __future__ import annotations

import hashlib
import shutil
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import pytest

from server.domain.errors import CannotProduce
from server.engine import models
from server.engine.models import MODELS, Model, ModelFile, Part, model_file, model_folder


class Disk(NamedTuple):
    total: int
    used: int
    free: int


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("model", [Model.HIBARI, Model.BGE_SMALL, Model.VOICE_EMBEDDER])
def test_every_file_is_the_pinned_one(model: Model, tmp_path: Path) -> None:
    folder = model_folder(model, tmp_path)

    for file in MODELS[model]:
        assert sha256(folder / file.name) == file.sha256


def test_parts_are_joined_in_order(tmp_path: Path) -> None:
    path = model_file(Model.WHISPER_BASE, tmp_path)

    assert sha256(path) == "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"


def test_a_second_call_does_not_read_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = model_file(Model.HIBARI, tmp_path)

    def refuse(_path: Path) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(models, "_chunks", refuse)

    assert model_file(Model.HIBARI, tmp_path) == path


@pytest.mark.parametrize("damage", ["cut", "changed", "gone"])
def test_a_damaged_file_is_made_anew(damage: str, tmp_path: Path) -> None:
    path = model_file(Model.HIBARI, tmp_path)
    content = path.read_bytes()
    if damage == "cut":
        path.write_bytes(content[: len(content) // 2])
    elif damage == "changed":
        path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    else:
        path.unlink()

    assert model_file(Model.HIBARI, tmp_path).read_bytes() == content


def test_a_whole_file_without_its_stamp_is_kept(tmp_path: Path) -> None:
    path = model_file(Model.HIBARI, tmp_path)
    inode = path.stat().st_ino
    (path.parent / f".{path.name}.checked").unlink()

    assert model_file(Model.HIBARI, tmp_path).stat().st_ino == inode
    assert (path.parent / f".{path.name}.checked").exists()


def test_nothing_but_the_file_and_its_stamp_stays(tmp_path: Path) -> None:
    path = model_file(Model.HIBARI, tmp_path)

    assert sorted(entry.name for entry in path.parent.iterdir()) == [".model.onnx.checked", "model.onnx"]


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Disk(100, 99, 1))

    with pytest.raises(CannotProduce, match="free 23 MB"):
        model_file(Model.HIBARI, tmp_path)

    assert list((tmp_path / Model.HIBARI.value).iterdir()) == []


def test_other_content_than_the_pinned_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pinned,) = MODELS[Model.HIBARI]
    monkeypatch.setitem(MODELS, Model.HIBARI, (ModelFile(pinned.name, pinned.parts, "0" * 64, pinned.size),))

    with pytest.raises(CannotProduce, match="hibari-tts are not the pinned ones"):
        model_file(Model.HIBARI, tmp_path)

    assert list((tmp_path / Model.HIBARI.value).iterdir()) == []


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    absent = ModelFile("model.onnx", (Part("quillcast-no-such-model", "model.onnx"),), "0" * 64, 1)
    monkeypatch.setitem(MODELS, Model.HIBARI, (absent,))

    with pytest.raises(CannotProduce, match="quillcast-no-such-model is missing"):
        model_file(Model.HIBARI, tmp_path)


def test_several_processes_at_once_get_the_same_whole_file(tmp_path: Path) -> None:
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as pool:
        paths = set(pool.map(model_file, [Model.HIBARI] * 6, [tmp_path] * 6))

    assert len(paths) == 1
    assert sha256(paths.pop()) == MODELS[Model.HIBARI][0].sha256
