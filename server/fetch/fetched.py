"""What an address gave, and what its headers say of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import aiohttp
from multidict import CIMultiDictProxy
from yarl import URL


@dataclass(frozen=True, slots=True)
class Fetched:
    """What an address gave. The content is in `body`, or in the file `path` when one was asked for."""

    url: str
    """Where it was found after redirects, without credentials."""
    status: int
    media_type: str
    """In lower case without parameters; empty when the server named none."""
    charset: str
    size: int
    body: bytes = b""
    path: Path | None = None
    file_name: str = ""
    """From Content-Disposition or the address; only a name, never a path."""
    etag: str = ""
    last_modified: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names in lower case."""
    moved_to: str = ""
    """Where the address asked for has moved to for good (301, 308); empty when it has not."""

    @property
    def not_modified(self) -> bool:
        """Whether what the caller has is still current (304); there is no content then."""
        return self.status == 304


def fetched_of(
    response: aiohttp.ClientResponse,
    url: str,
    media_type: str,
    charset: str,
    *,
    size: int,
    body: bytes = b"",
    path: Path | None = None,
) -> Fetched:
    """An answer from `url` whose body was read: into `body`, or into the file `path`."""
    headers: CIMultiDictProxy[str] = response.headers
    return Fetched(
        url=str(URL(url).with_user(None)),
        status=response.status,
        media_type=media_type,
        charset=charset,
        size=size,
        body=body,
        path=path,
        file_name=_file_name(headers.get("Content-Disposition", ""), url),
        etag=headers.get("ETag", ""),
        last_modified=headers.get("Last-Modified", ""),
        headers={name.lower(): value for name, value in headers.items()},
    )


def media_type_of(content_type: str) -> tuple[str, str]:
    """Media type and charset of a Content-Type, in lower case; empty where it says none."""
    message = Message()
    message["Content-Type"] = re.sub(r"[\r\n]", " ", content_type)
    if not content_type.strip():
        return "", ""
    media_type = message.get_content_type() if "/" in content_type else ""
    charset = message.get_content_charset() or ""
    return media_type, charset


def _file_name(disposition: str, url: str) -> str:
    message = Message()
    message["Content-Disposition"] = re.sub(r"[\r\n]", " ", disposition)
    given = message.get_filename() if disposition else None
    name = given or unquote(URL(url).raw_name)
    return PurePosixPath(re.sub(r"[\\\x00-\x1f\x7f]", "/", name)).name[:200]
