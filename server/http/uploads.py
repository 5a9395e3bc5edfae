"""Multipart bodies, streamed: no upload is ever held in memory, and every byte is counted as it comes."""

from __future__ import annotations

import asyncio
import re
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from dataclasses import dataclass
from email.message import Message
from email.utils import collapse_rfc2231_value
from typing import TypeVar
from urllib.parse import unquote

from aiohttp import BadContentDispositionHeader, BadContentDispositionParam, BodyPartReader, MultipartReader, hdrs
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestPayloadError

from server.domain.errors import FieldFault
from server.http.calls import Call
from server.http.problems import Problem, invalid
from server.http.transfers import READ_TIMEOUT_S, go_on, too_large

T = TypeVar("T")

CHUNK = 256 * 1024
MAX_PARTS = 64
MAX_NAME = 255
MAX_TEXT = 200_000
"""Bytes of a form's field of text."""
_ESCAPED = re.compile(r"(?:[A-Za-z0-9_.~-]|%[0-9A-Fa-f]{2})*%[0-9A-Fa-f]{2}(?:[A-Za-z0-9_.~-]|%[0-9A-Fa-f]{2})*")
_PLAIN_TRANSFERS = {"", "binary", "8bit", "7bit"}
_BROKEN = (
    HttpProcessingError,
    RequestPayloadError,
    ValueError,
    LookupError,
    RuntimeError,
    AssertionError,
    TypeError,
    RuntimeWarning,
)
"""What aiohttp's reader raises on malformed bodies, by kind of damage."""
for _kind in (BadContentDispositionHeader, BadContentDispositionParam):
    # aiohttp warns on stderr about a part's header it can't read, and goes on without; here such a form is refused.
    warnings.filterwarnings("error", category=_kind)


@dataclass(frozen=True, slots=True)
class UploadedPart:
    """The file of a form, while it still streams in."""

    file_name: str
    content_type: str
    chunks: AsyncIterator[bytes]


class FormReader:
    """Reads the one file of a form; parts that nobody asked for are skipped and named in the call's warnings."""

    def __init__(self, call: Call, *, field: str) -> None:
        self._call = call
        self._request = call.request
        self._field = field
        self._parts = 0
        self._reader: MultipartReader | None = None

    async def file(self) -> UploadedPart:
        """Go to the file's part.

        Raises:
            Problem: 400 for a malformed form or one without the file, 408, 413 or 415.
        """
        await self._open()
        while (part := await self._next()) is not None:
            name, file_name = _names(part)
            if name != self._field:
                await self._skip(part)
                continue
            if file_name is None:
                raise invalid([FieldFault(self._field, "must be a file with a file name")])
            content_type = part.headers.get(hdrs.CONTENT_TYPE, "application/octet-stream")
            return UploadedPart(_plain(file_name), content_type.partition(";")[0].strip()[:200], self._to_the_end(part))
        raise invalid([FieldFault(self._field, "is required")])

    async def everything(
        self, texts: Collection[str], take: Callable[[UploadedPart], Awaitable[T]]
    ) -> tuple[dict[str, str], T]:
        """Read a form with fields of text beside its file, in any order.

        `take` gets the file while it streams in and has to read it to its end; what it returns must not be kept before
        this method has returned, for only then the whole form has proved sound.

        Raises:
            Problem: 400 for a malformed form or one without the file, 408, 413 or 415.
        """
        await self._open()
        values: dict[str, str] = {}
        taken: list[T] = []
        while (part := await self._next()) is not None:
            name, file_name = _names(part)
            if name == self._field and not taken:
                if file_name is None:
                    raise invalid([FieldFault(self._field, "must be a file with a file name")])
                content_type = part.headers.get(hdrs.CONTENT_TYPE, "application/octet-stream")
                shown = content_type.partition(";")[0].strip()[:200]
                taken.append(await take(UploadedPart(_plain(file_name), shown, self._chunks(part))))
            elif name is not None and name in texts and file_name is None:
                values[name] = await self._text(part, name)
            else:
                await self._skip(part)
        if not taken:
            raise invalid([FieldFault(self._field, "is required")])
        return values, taken[0]

    async def _text(self, part: BodyPartReader, name: str) -> str:
        raw = bytearray()
        async for chunk in self._chunks(part):
            raw += chunk
            if len(raw) > MAX_TEXT:
                raise invalid([FieldFault(name, f"is longer than {MAX_TEXT:,} bytes")])
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise invalid([FieldFault(name, "must be UTF-8 text")]) from error
        if "\0" in text:
            raise invalid([FieldFault(name, "must not contain the NUL character")])
        return text

    async def _to_the_end(self, part: BodyPartReader) -> AsyncIterator[bytes]:
        """The file's bytes; it ends only after the whole form proved sound, so that no file of a broken one is kept."""
        async for chunk in self._chunks(part):
            yield chunk
        while (following := await self._next()) is not None:
            await self._skip(following)

    async def _open(self) -> None:
        request = self._request
        if request.content_type != "multipart/form-data":
            raise invalid([FieldFault(self._field, "is required: send it as multipart/form-data")])
        if request.headers.get(hdrs.CONTENT_ENCODING, "identity").strip().lower() not in {"", "identity"}:
            raise Problem(415, "unsupported_encoding", "A form is taken without Content-Encoding only.")
        await go_on(request)
        try:
            self._reader = MultipartReader(request.headers, request.content)
        except _BROKEN as error:
            raise _malformed() from error

    async def _next(self) -> BodyPartReader | None:
        assert self._reader is not None
        part = await self._guard(self._reader.next())
        if part is None:
            return None
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise Problem(400, "invalid_form", f"The form has more than {MAX_PARTS} parts.", close=True)
        if not isinstance(part, BodyPartReader):
            raise Problem(400, "invalid_form", "A form within the form is not taken here.", close=True)
        transfer = part.headers.get(hdrs.CONTENT_TRANSFER_ENCODING, "").strip().lower()
        if transfer not in _PLAIN_TRANSFERS or hdrs.CONTENT_ENCODING in part.headers:
            raise Problem(415, "unsupported_encoding", "Parts of a form are taken as plain bytes only.", close=True)
        return part

    async def _skip(self, part: BodyPartReader) -> None:
        name = _names(part)[0].encode("utf-8", "replace").decode()[:100]
        self._call.warnings.append(f"{name or 'a part without a name'} is not a field of this form and was ignored")
        async for _ in self._chunks(part):
            pass

    async def _chunks(self, part: BodyPartReader) -> AsyncIterator[bytes]:
        while True:
            chunk = await self._guard(part.read_chunk(CHUNK))
            if not chunk:
                return
            yield bytes(chunk)

    async def _guard(self, reading: Awaitable[T]) -> T:
        """Await one step of reading: sizes are judged, and damage is told as a 400."""
        try:
            async with asyncio.timeout(READ_TIMEOUT_S):
                result = await reading
        except TimeoutError as error:
            raise Problem(408, "timeout", "The body did not arrive in time; send it again.", close=True) from error
        except ConnectionError as error:
            # As an OSError it would be taken for a fault of the disk.
            raise Problem(400, "invalid_transfer", "The connection ended before the form did.", close=True) from error
        except _BROKEN as error:
            raise _malformed() from error
        if self._request.content.total_bytes > self._call.limit:
            raise too_large(self._call.limit)
        return result


def _names(part: BodyPartReader) -> tuple[str, str | None]:
    """The field's name and its file name."""
    message = Message()
    message[hdrs.CONTENT_DISPOSITION] = (
        part.headers.get(hdrs.CONTENT_DISPOSITION, "").replace("\r", "").replace("\n", "")
    )
    name = message.get_param("name", "", header=hdrs.CONTENT_DISPOSITION)
    return collapse_rfc2231_value(name or ""), message.get_filename()


def _malformed() -> Problem:
    return Problem(400, "invalid_form", "The form is malformed: its boundaries or part headers do not fit.", close=True)


def _plain(name: str) -> str:
    """The last component of a name, without what no file system takes; some browsers send a whole path."""
    if _ESCAPED.fullmatch(name):
        # Some clients percent-encode the whole name.
        name = unquote(name, errors="ignore")
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    kept = "".join(c for c in last.encode("utf-8", "ignore").decode() if c.isprintable()).strip(". ")
    return kept[-MAX_NAME:] or "file"
