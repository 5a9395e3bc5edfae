"""What a source holds before it is read: from a file, an address, a data URL, base64 or the order itself."""

from __future__ import annotations

import base64
import binascii
import re
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote_to_bytes

from server.domain.errors import Paywalled, SourceNotImported
from server.domain.sources import SourceKind
from server.engine.sources.signatures import HEAD, RECORDING, signature_of
from server.engine.specs import SourceSpec
from server.fetch import Fetched, FetchFailed, Limits, fetch_now, mask

MIB = 1_048_576
MAX_BYTES = 200 * MIB
LIMITS = Limits(max_bytes=MAX_BYTES, total_s=300.0)
Fetch = Callable[..., Fetched]

_DATA_URL = re.compile(r"data:([\w.+/-]*)((?:;[\w.+-]+=[^;,]*)*)(;base64)?,", re.IGNORECASE)
_BEHIND_A_DOOR = (401, 402, 403)


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a source and what is known about them."""

    data: bytes
    name: str
    """What people call it in messages."""
    address: str = ""
    """Fit to be shown: a URL without credentials or a file name; empty for what came with the order."""
    media_type: str = ""
    charset: str = ""
    file_name: str = ""
    text: str = ""
    """The decoded bytes, for the readers of text."""
    path: Path | None = None
    """The file that holds the bytes. `data` is then only its beginning where it is a recording."""

    @property
    def extension(self) -> str:
        """In lower case with its dot, or empty."""
        return PurePosixPath(self.file_name).suffix.lower()


def load(
    spec: SourceSpec, *, allow_private_urls: bool = False, accept: Sequence[str] = (), fetch: Fetch = fetch_now
) -> Content:
    """The content of a source; `accept` are the media types that an address may hold.

    Raises:
        SourceNotImported: the file or the address gives nothing; `Paywalled` where the server wants a login or payment.
    """
    if spec.path is not None:
        return _from_file(spec.path, spec)
    if spec.kind is SourceKind.TEXT:
        return Content(spec.content.encode("utf-8", "replace"), name=spec.name or "the text", charset="utf-8")
    content = spec.content.strip()
    if content[:5].lower() == "data:":
        return _from_data_url(content, spec)
    if "://" not in content[:20] and spec.kind in (SourceKind.PDF, SourceKind.FILE) and content:
        return _from_base64(content, spec)
    got = _fetched(content, allow_private_urls=allow_private_urls, accept=accept, fetch=fetch)
    return _from_address(got, spec)


def _from_file(path: Path, spec: SourceSpec) -> Content:
    name = spec.name or path.name or str(path)
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise SourceNotImported(f"{name} is a folder; name the files in it one by one", source=name)
        if not stat.S_ISREG(found.st_mode):
            raise SourceNotImported(f"{name} is not an ordinary file, so it can't be read", source=name)
        _check_size(found.st_size, name)
        with path.open("rb") as file:
            head = file.read(HEAD)
            found_kind = signature_of(head)
            data = head if found_kind is not None and found_kind.kind == RECORDING else head + file.read(MAX_BYTES)
    except FileNotFoundError as error:
        raise SourceNotImported(f"there is no file {name}; check its name and folder", source=name) from error
    except PermissionError as error:
        raise SourceNotImported(f"{name} can't be opened: its permissions do not allow it", source=name) from error
    except (OSError, ValueError) as error:
        raise SourceNotImported(f"{name} can't be read from the disk", source=name) from error
    file_name = path.name if path.suffix else (spec.name or path.name)
    return Content(data, name=name, address=name, media_type=spec.media_type, file_name=file_name, path=path)


def _from_data_url(content: str, spec: SourceSpec) -> Content:
    name = spec.name or "the data URL"
    match = _DATA_URL.match(content)
    if match is None:
        raise SourceNotImported(f"{name} is not a complete data URL", source=name)
    charset = re.search(r";charset=([^;,]*)", match[2], re.IGNORECASE)
    if match[3]:
        data = _decoded(content[match.end() :], name)
    else:
        data = unquote_to_bytes(content[match.end() :])
        _check_size(len(data), name)
    return Content(
        data,
        name=name,
        media_type=(match[1] or "text/plain").lower(),
        charset=charset[1] if charset else "",
        file_name=spec.name,
    )


def _from_base64(content: str, spec: SourceSpec) -> Content:
    name = spec.name or ("the PDF" if spec.kind is SourceKind.PDF else "the file")
    return Content(_decoded(content, name), name=name, media_type=spec.media_type, file_name=spec.name)


def _decoded(content: str, name: str) -> bytes:
    _check_size(len(content) * 3 // 4, name)
    try:
        packed = re.sub(r"\s+", "", content).encode("ascii")
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError) as error:
        raise SourceNotImported(f"{name} is neither an address nor valid base64", source=name) from error


def _fetched(url: str, *, allow_private_urls: bool, accept: Sequence[str], fetch: Fetch) -> Fetched:
    try:
        return fetch(url, limits=LIMITS, allow_private=allow_private_urls, accept=accept)
    except FetchFailed as error:
        if error.status in _BEHIND_A_DOOR:
            raise Paywalled(error.message, source=mask(url)) from error
        raise


def _from_address(got: Fetched, spec: SourceSpec) -> Content:
    shown = mask(spec.content.strip())
    return Content(
        got.body,
        name=spec.name or shown,
        address=mask(got.url),
        media_type=got.media_type,
        charset=got.charset,
        file_name=got.file_name,
    )


def _check_size(size: int, name: str) -> None:
    if size > MAX_BYTES:
        raise SourceNotImported(
            f"{name} is {size / MIB:,.0f} MB and at most {MAX_BYTES / MIB:,.0f} MB can be read; split it",
            source=name,
        )
