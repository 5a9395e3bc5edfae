"""Content encodings, undone in small steps, so that a bomb is noticed before it has grown."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

STEP = 64 * 1024
"""Bytes that one step gives at most."""

ACCEPTED = "gzip, deflate"


class CannotDecode(ValueError):
    """The encoding is unknown or its data are damaged."""


class Decoder:
    """Undoes ``gzip``, ``deflate`` (with or without zlib's header) or nothing."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding.strip().lower()
        if self._encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise CannotDecode(f"the server sent it compressed in a way that was not asked for ({encoding[:40]})")
        self._plain = self._encoding in ("", "identity")
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 32)
        self._started = False

    def decode(self, data: bytes) -> Iterator[bytes]:
        """The decoded bytes of one chunk, at most `STEP` at a time.

        Raises:
            CannotDecode: the data are damaged.
        """
        if self._plain:
            yield data
            return
        full = False
        while data or full:
            if self._inflate.eof:  # a further gzip member, or padding after the last one
                if not data.strip(b"\0"):
                    return
                self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 32)
            piece = self._step(data)
            if piece:
                yield piece
            full = len(piece) == STEP
            data = self._inflate.unused_data if self._inflate.eof else self._inflate.unconsumed_tail

    def finish(self) -> None:
        """Check that the data were complete.

        Raises:
            CannotDecode: the end is missing.
        """
        if not self._plain and self._started and not self._inflate.eof:
            raise CannotDecode("the data ended in the middle")

    def _step(self, data: bytes) -> bytes:
        try:
            piece = self._inflate.decompress(data, STEP)
        except zlib.error as error:
            if self._started or self._encoding != "deflate":
                raise CannotDecode("its compressed data are damaged") from error
            self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
            try:
                piece = self._inflate.decompress(data, STEP)
            except zlib.error as second:
                raise CannotDecode("its compressed data are damaged") from second
        self._started = True
        return piece
