"""Typed decoding, safe to be begun by several threads at once.

msgspec (0.22) learns a class when it first decodes it, and keeps what it learns on the class before it is complete. A
second thread that decodes the same class just then reads a half-made table, which ends the process (measured: 8 threads
decoding the same class for the first time crash five times in six). So classes are learnt here, one at a time.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_learning = threading.Lock()
_json: dict[Any, msgspec.json.Decoder[Any]] = {}
_msgpack: dict[Any, msgspec.msgpack.Decoder[Any]] = {}


def from_json(data: bytes | str, kind: type[T]) -> T:
    """The value of a JSON text. Raises `msgspec.MsgspecError`."""
    decoder = _json.get(kind)
    if decoder is None:
        with _learning:
            decoder = _json[kind] = msgspec.json.Decoder(kind)
    value: T = decoder.decode(data)
    return value


def from_msgpack(data: bytes, kind: type[T]) -> T:
    """The value of a MessagePack record. Raises `msgspec.MsgspecError`."""
    decoder = _msgpack.get(kind)
    if decoder is None:
        with _learning:
            decoder = _msgpack[kind] = msgspec.msgpack.Decoder(kind)
    value: T = decoder.decode(data)
    return value


def converted(value: object, kind: type[T], *, strict: bool = True) -> T:
    """A value of plain dicts and lists as `kind`. Raises `msgspec.ValidationError`."""
    if kind not in _json:
        with _learning:
            _json[kind] = msgspec.json.Decoder(kind)
    return msgspec.convert(value, type=kind, strict=strict)
