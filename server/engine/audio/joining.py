"""MP3 files put together from stretches that were encoded apart, without encoding them again.

A stretch that was encoded alone begins with an empty bit reservoir and ends in silence: its frames can stand behind
any others. One that was cut out of more sound leans on the frames before it: its first frames began their data there.
What it borrowed is written into the end of whatever it stands behind, where that has nothing of its own; a frame that
has too little room is given a higher rate. Decoders delay all of them alike; what LAME's own header (the first frame)
says of the whole is written anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FRAME = 1152
"""Samples of a frame."""
ENCODER_DELAY, DECODER_DELAY = 576, 529

_KBPS = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_INFO, _TOC, _LAME = b"Info", 100, 120
_LENGTH_AT, _MUSIC_CRC_AT, _TAG_CRC_AT = 28, 32, 34
_LANES = 2048
_DATA_AT, _SIDE_BITS = 21, 136
"""Where the data of a mono frame begins, behind its header and its side information of so many bits."""
_HIGHEST = len(_KBPS) - 1


@dataclass(frozen=True, slots=True)
class Stretch:
    """Frames that stand together: what of their data lies before them, and how many bytes at their end are free."""

    frames: bytes
    borrowed: bytes = b""
    spare: int = 0


def frames_of(mp3: bytes) -> tuple[bytes, list[bytes]]:
    """LAME's header frame, and the other frames.

    Raises:
        ValueError: it is not a plain MP3 file of layer III at 44.1 kHz with a header of LAME's.
    """
    frames: list[bytes] = []
    at = 0
    while at + 4 <= len(mp3):
        if mp3[at] != 0xFF or mp3[at + 1] != 0xFB or not mp3[at + 2] >> 4 or mp3[at + 2] & 0x0C:
            raise ValueError("the encoder wrote something else than frames")
        size = _size(mp3[at + 2])
        frames.append(mp3[at : at + size])
        at += size
    if not frames or _INFO not in frames[0]:
        raise ValueError("the encoder wrote no header")
    return frames[0], frames[1:]


def stretch_of(frames: Sequence[bytes], first: int, count: int) -> Stretch:
    """Frames `first` to `first` + `count` of an encoded sound, to stand elsewhere."""
    own = frames[first : first + count]
    before = b"".join(frame[_DATA_AT:] for frame in frames[max(0, first - 2) : first])
    reach, _ = _data_of(own[0])
    begins, size = _data_of(own[-1])
    return Stretch(
        frames=b"".join(own),
        borrowed=before[len(before) - reach :],
        spare=len(own[-1]) - _DATA_AT + begins - size,
    )


def joined(head: bytes, parts: Sequence[Stretch], *, frames: int) -> bytes:
    """One file of the frames of all parts, `frames` in number, under a header of its own."""
    music = _in_a_row(parts)
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


def _in_a_row(parts: Sequence[Stretch]) -> bytes:
    music = bytearray()
    starts: list[int] = []
    """Of the last frames so far."""
    spare = 0
    for part in parts:
        if part.borrowed:
            _lend(music, starts, part.borrowed, spare=spare)
        at = len(music)
        music += part.frames
        while at < len(music):
            starts.append(at)
            at += _size(music[at + 2])
        del starts[:-3]
        spare = part.spare
    return bytes(music)


def _lend(music: bytearray, starts: Sequence[int], borrowed: bytes, *, spare: int) -> None:
    """Write data of the next frame into the end of the data so far, of which `spare` bytes are free."""
    last = starts[-1]
    if spare < len(borrowed):
        before = len(music) - last
        padding = music[last + 2] & 0x0F
        rates = range((music[last + 2] >> 4) + 1, _HIGHEST + 1)
        wider = next(rate for rate in rates if _size(rate << 4 | padding) - before >= len(borrowed) - spare)
        music[last + 2] = wider << 4 | padding
        music += bytes(_size(music[last + 2]) - before)
    ends = [*starts[1:], len(music)]
    for start, end in zip(reversed(starts), reversed(ends), strict=True):
        room = min(end - start - _DATA_AT, len(borrowed))
        music[end - room : end] = borrowed[len(borrowed) - room :]
        borrowed = borrowed[: len(borrowed) - room]


def _data_of(frame: bytes) -> tuple[int, int]:
    """How many bytes before its own place a mono frame's data begins, and how many bytes it has."""
    side = int.from_bytes(frame[4:_DATA_AT], "big")
    lengths = [side >> (_SIDE_BITS - at - 12) & 0xFFF for at in (18, 77)]
    return side >> (_SIDE_BITS - 9), -(-sum(lengths) // 8)


def _size(third: int) -> int:
    """Bytes of a frame at 44.1 kHz by the third byte of its header."""
    return 144_000 * _KBPS[third >> 4] // 44_100 + (third >> 1 & 1)


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
