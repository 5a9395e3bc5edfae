"""Kokoro's voice packs: the packaged ones, packs that a person put into a folder, and blends."""

from __future__ import annotations

import contextlib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce

SHAPE = (510, 256)
"""Rows by number of symbols, columns of a style."""
RAW_BYTES = SHAPE[0] * SHAPE[1] * 4
MOST_IN_A_FILE = 200
LARGEST_FILE = 256 * 1024 * 1024

Pack = NDArray[np.float32]


def read_pack(path: Path, name: str) -> Pack:
    """One voice of a file: float32 [510, 256]. ``.npz`` holds several by name, ``.bin`` is one, raw and little-endian.

    Raises:
        ValueError: the file is damaged, or holds something else; the text is for people.
        OSError: it can't be read.
    """
    if path.suffix.lower() == ".bin":
        if path.stat().st_size != RAW_BYTES:
            raise ValueError(f"a raw Kokoro pack has {RAW_BYTES:,} bytes, and this file has {path.stat().st_size:,}")
        return _checked(np.fromfile(path, dtype="<f4"))
    with _opened(path) as packs:
        if name not in packs.files:
            raise ValueError(f"it holds no voice {name!r}")
        return _member(packs, name)


def names_in(path: Path) -> tuple[str, ...]:
    """The voices of a file, each read and checked.

    Raises:
        ValueError, OSError: as `read_pack`.
    """
    if path.suffix.lower() == ".bin":
        read_pack(path, path.stem)
        return (path.stem,)
    if path.stat().st_size > LARGEST_FILE:
        raise ValueError("it is larger than 256 MB")
    with _opened(path) as packs:
        names = tuple(packs.files)
        if not names:
            raise ValueError("it holds no voice")
        if len(names) > MOST_IN_A_FILE:
            raise ValueError(f"it holds more than {MOST_IN_A_FILE} voices")
        for name in names:
            _member(packs, name)
    return names


def blended(key: str, packaged: Path) -> Pack:
    """The pack of a key like ``ff_siwis:0.65+am_michael:0.35``: a weighted mean, which is a voice of its own.

    Raises:
        CannotProduce: one of its parts is gone.
    """
    mixed = np.zeros(SHAPE, np.float32)
    total = 0.0
    with np.load(packaged, allow_pickle=False) as packs:
        for part in key.split("+"):
            name, _, share = part.partition(":")
            if name not in packs.files:
                raise CannotProduce(f"The voice {name} that this blend is made from is gone; choose another voice.")
            weight = float(share or 1)
            mixed += packs[name].astype(np.float32) * np.float32(weight)
            total += weight
    return mixed / np.float32(total)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[np.lib.npyio.NpzFile]:
    with path.open("rb") as stream:  # NumPy leaves a damaged file open
        try:
            found = np.load(stream, allow_pickle=False)
        except (ValueError, EOFError, NotImplementedError, zipfile.BadZipFile) as error:
            raise ValueError("it is damaged or no .npz file") from error
        if not isinstance(found, np.lib.npyio.NpzFile):
            raise ValueError("it is damaged or no .npz file")
        with found:
            yield found


def _member(packs: np.lib.npyio.NpzFile, name: str) -> Pack:
    archive = packs.zip
    sizes = {info.filename: info.file_size for info in archive.infolist()} if archive else {}
    if sizes.get(f"{name}.npy", 0) > 8 * RAW_BYTES:
        raise ValueError(f"{name!r} is larger than a Kokoro pack")
    try:
        return _checked(packs[name])
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(f"{name!r} is damaged") from error


def _checked(values: NDArray[np.generic]) -> Pack:
    if values.dtype.kind != "f" or values.size != SHAPE[0] * SHAPE[1]:
        raise ValueError(f"a Kokoro pack holds {SHAPE[0]} × {SHAPE[1]} numbers, and this one does not")
    pack = np.asarray(values, np.float32).reshape(SHAPE)
    if not np.isfinite(pack).all() or float(np.abs(pack).max()) > 20:
        raise ValueError("its numbers are out of range")
    return pack
