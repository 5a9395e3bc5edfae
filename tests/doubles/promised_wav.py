"""Recordings whose heads promise more, or less, than the files hold."""

from __future__ import annotations

import struct
from pathlib import Path


def promising(path: Path, *, seconds: float, held: float) -> Path:
    """A WAV file (8 kHz, 8 bits) whose head promises so many seconds and which holds others."""
    size = int(seconds * 8000)
    head = b"RIFF" + struct.pack("<I", 36 + size) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8)
    with path.open("wb") as file:
        file.write(head + b"data" + struct.pack("<I", size))
        file.truncate(44 + int(held * 8000))
    return path
