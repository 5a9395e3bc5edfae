"""From an imported source to what a notebook's file takes: chunks and their vectors."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from server.domain.sources import Source
from server.engine.notebooks.chunks import chunks_of
from server.engine.notebooks.files import Prepared
from server.engine.notebooks.static_vectors import DIMENSIONS, SCALE, static_vectors


def prepare(source: Source, target: Path) -> int:
    """Cut a source and make its vectors; how many chunks it has. The result lies in `target`."""
    chunks = chunks_of(source)
    rows = static_vectors([f"{chunk.context} {chunk.text}" for chunk in chunks])
    target.write_bytes(msgspec.msgpack.encode(Prepared(source, chunks, rows.tobytes())))
    return len(chunks)


def vector_rows(db: sqlite3.Connection) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The numbers of all chunks of a notebook, and their vectors, [n, 256] of unit length."""
    numbers, rows = [], []
    for first, kept in db.execute("SELECT first, rows FROM vectors ORDER BY source"):
        own = np.frombuffer(kept, dtype=np.int8).reshape(-1, DIMENSIONS)
        numbers.append(np.arange(first, first + len(own)))
        rows.append(own)
    if not rows:
        return np.zeros(0, dtype=np.int64), np.zeros((0, DIMENSIONS), dtype=np.float32)
    # In place: of a full notebook these are some 150 MB.
    vectors = np.concatenate(rows).astype(np.float32)
    vectors /= np.float32(SCALE)
    return np.concatenate(numbers), vectors
