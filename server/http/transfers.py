"""What comes over the wire before it is a body: sizes counted while it comes in, encodings undone, faults told."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import Iterator

from aiohttp import hdrs, web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestPayloadError

from server.http.problems import Problem

READ_TIMEOUT_S = 60.0
"""A caller who sends nothing for so long has gone."""


async def read_bytes(request: web.BaseRequest, *, limit: int) -> bytes:
    """The whole body, decompressed, never holding more than `limit` bytes of it.

    Raises:
        Problem: 413 over the limit, 400 for a broken transfer or compression, 415 for an unknown encoding, 408 for a
            slow one.
    """
    check_length(request, limit=limit)
    encoding = encoding_of(request)
    await go_on(request)
    content = request.content
    chunks: list[bytes] = []
    size = 0
    while not content.at_eof():
        chunk = await read_some(request)
        size += len(chunk)
        if size > limit:
            raise too_large(limit)
        chunks.append(chunk)
    raw = b"".join(chunks)
    if not encoding:
        return raw
    if size > 16 * 1024:
        return await asyncio.to_thread(decompress, raw, encoding, limit=limit)
    return decompress(raw, encoding, limit=limit)


async def read_some(request: web.BaseRequest) -> bytes:
    """The next bytes of the body as they came, empty at its end.

    Raises:
        Problem: 400 for a broken transfer, 408 when nothing comes.
    """
    try:
        with faults_of_transfer():
            if request.content.is_eof():
                return await request.content.readany()
            async with asyncio.timeout(READ_TIMEOUT_S):
                return await request.content.readany()
    except TimeoutError as error:
        raise Problem(408, "timeout", "The body did not arrive in time; send it again.", close=True) from error


@contextlib.contextmanager
def faults_of_transfer() -> Iterator[None]:
    """Tell what aiohttp's reader raises on a broken transfer as a 400."""
    try:
        yield
    except (RequestPayloadError, HttpProcessingError, ConnectionError) as error:
        raise Problem(
            400, "invalid_transfer", "The body's transfer is broken: its chunks or length do not add up.", close=True
        ) from error


def check_kind(request: web.BaseRequest) -> None:
    """Refuse a form, and JSON in any other letters than UTF-8."""
    if request.content_type.startswith("multipart/"):
        raise Problem(400, "invalid_json", "This operation takes a JSON object, not a form.")
    charset = request.charset
    if charset is not None and charset.lower() not in {"utf-8", "utf8", "us-ascii", "ascii"}:
        raise Problem(415, "unsupported_media_type", "JSON is UTF-8: send it without another charset.")


def encoding_of(request: web.BaseRequest) -> str:
    """How the body is packed; empty for not at all. Raises the 415 of an unknown way."""
    encoding = request.headers.get(hdrs.CONTENT_ENCODING, "").strip().lower()
    if encoding not in {"", "identity", "gzip", "x-gzip", "deflate"}:
        raise Problem(
            415, "unsupported_encoding", "The body's Content-Encoding is unknown here: use gzip, deflate or none."
        )
    return "" if encoding == "identity" else encoding


def check_length(request: web.BaseRequest, *, limit: int) -> None:
    """Refuse by the declared length, before a byte is read."""
    length = request.content_length
    if length is not None and length > limit:
        raise too_large(limit)


async def go_on(request: web.BaseRequest) -> None:
    """Tell a caller who waits for it (`Expect: 100-continue`) to send the body."""
    expect = request.headers.get(hdrs.EXPECT)
    if expect is None:
        return
    if expect.lower() != "100-continue":
        raise Problem(417, "expectation_failed", "Only Expect: 100-continue is known here.")
    if request.content.is_eof() or request.content.total_bytes:
        return
    transport = request.transport
    if transport is not None:
        transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")


def too_large(limit: int) -> Problem:
    """The 413 of a transport limit in bytes."""
    return Problem(
        413, "body_too_large", f"The body is larger than the {limit:,} bytes this operation takes.", close=True
    )


def decompress(raw: bytes, encoding: str, *, limit: int) -> bytes:
    """Undo gzip or deflate (with or without zlib's frame), at most `limit` bytes.

    Raises:
        Problem: 400 for damaged data, 413 over the limit.
    """
    if encoding == "deflate":
        framed = len(raw) >= 2 and raw[0] & 0x0F == 8 and (raw[0] * 256 + raw[1]) % 31 == 0
        bits = zlib.MAX_WBITS if framed else -zlib.MAX_WBITS
    else:
        bits = zlib.MAX_WBITS | 16
    parts: list[bytes] = []
    room = limit + 1
    rest = raw
    try:
        while rest and room > 0:
            stream = zlib.decompressobj(bits)
            part = stream.decompress(rest, room)
            room -= len(part)
            parts.append(part)
            if room > 0 and not stream.eof:
                raise Problem(400, "invalid_compression", "The compressed body ends too early.")
            # A gzip file may hold several members one after the other.
            rest = stream.unused_data if bits > zlib.MAX_WBITS else b""
    except zlib.error as error:
        raise Problem(400, "invalid_compression", f"The body is not valid {encoding} data.") from error
    if room <= 0:
        raise too_large(limit)
    return b"".join(parts)
