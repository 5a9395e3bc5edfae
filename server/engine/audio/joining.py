"""MP3 files put together from parts that were encoded apart, without encoding them again.

A part begins with an empty bit reservoir and ends in silence, so its frames can stand behind any others. Decoders delay
all of them alike; what LAME's own header (the first frame) says of the whole is written anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

FRAME = 1152
"""Samples of a frame."""
ENCODER_DELAY, DECODER_DELAY = 576, 529

_KBPS = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_INFO, _TOC, _LAME = b"Info", 100, 120
_LENGTH_AT, _MUSIC_CRC_AT, _TAG_CRC_AT = 28, 32, 34
_LANES = 2048


def frames_of(mp3: bytes) -> tuple[bytes, bytes, int]:
    """LAME's header frame, the other frames together, and how many those are.

    Raises:
        ValueError: it is not a plain MP3 file of layer III at 44.1 kHz with a header of LAME's.
    """
    frames: list[bytes] = []
    at = 0
    while at + 4 <= len(mp3):
        if mp3[at] != 0xFF or mp3[at + 1] & 0xFE != 0xFA or not mp3[at + 2] >> 4 or mp3[at + 2] & 0x0C:
            raise ValueError("the encoder wrote something else than frames")
        size = 144_000 * _KBPS[mp3[at + 2] >> 4] // 44_100 + (mp3[at + 2] >> 1 & 1)
        frames.append(mp3[at : at + size])
        at += size
    if not frames or _INFO not in frames[0]:
        raise ValueError("the encoder wrote no header")
    return frames[0], b"".join(frames[1:]), len(frames) - 1


def joined(head: bytes, parts: Sequence[bytes], *, frames: int) -> bytes:
    """One file of the frames of all parts, `frames` in number, under a header of its own."""
    music = b"".join(parts)
    made = bytearray(head)
    at = head.index(_INFO)
    size = len(head) + len(music)
    made[at + 8 : at + 12] = frames.to_bytes(4, "big")
    made[at + 12 : at + 16] = size.to_bytes(4, "big")
    # The rate is constant: a hundredth of the time is a hundredth of the bytes.
    made[at + 16 : at + 16 + _TOC] = bytes(n * 256 // _TOC for n in range(_TOC))
    lame = at + _LAME
    made[lame + _LENGTH_AT : lame + _LENGTH_AT + 4] = size.to_bytes(4, "big")
    made[lame + _MUSIC_CRC_AT : lame + _MUSIC_CRC_AT + 2] = crc16(music).to_bytes(2, "big")
    end = lame + _TAG_CRC_AT
    made[end : end + 2] = crc16(bytes(made[:end])).to_bytes(2, "big")
    return bytes(made) + music


def crc16(data: bytes) -> int:
    """CRC-16 as LAME counts it (polynomial 8005, reflected, from 0), many stretches of the data side by side."""
    width = len(data) // _LANES
    if not width:
        return _along(0, data)
    lanes = np.frombuffer(data, np.uint8, count=width * _LANES).reshape(_LANES, width).astype(np.uint16)
    found = np.zeros(_LANES, np.uint16)
    for column in lanes.T:
        found = (found >> 8) ^ _TABLE[(found ^ column) & 0xFF]
    moved = [_past(1 << bit, width) for bit in range(16)]
    crc = 0
    for lane in found.tolist():
        after = lane
        for bit in range(16):
            if crc >> bit & 1:
                after ^= moved[bit]
        crc = after
    return _along(crc, data[width * _LANES :])


def _table() -> NDArray[np.uint16]:
    rows = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
        rows.append(crc)
    return np.asarray(rows, np.uint16)


_TABLE = _table()


def _along(crc: int, data: bytes) -> int:
    table = _TABLE.tolist()
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    return int(crc)


def _past(crc: int, zeros: int) -> int:
    """The checksum after so many zero bytes more."""
    return _along(crc, bytes(zeros))
