"""A large file fetched in pieces, so that a break costs a piece and not the whole (RFC 9110, sections 13.1.5 and 14).

A server that knows no ranges, or gives nothing that a file could be recognised by, sends it whole.
"""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from server.fetch import Fetched, FetchFailed, Limits, TooLarge
from server.services.refreshing import FetchDocument

PIECE_BYTES = 16_000_000
_STATE, _PART, _PIECE = "state.json", "part", "piece"
_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+)")


@dataclass(frozen=True, slots=True)
class Begun:
    """How far a file has come; `tag` is its strong entity tag or the time it was changed."""

    url: str
    tag: str = ""
    size: int = 0


async def fetch_resuming(
    fetch: FetchDocument,
    url: str,
    *,
    folder: Path,
    limits: Limits,
    allow_private: bool = False,
    piece_bytes: int = PIECE_BYTES,
) -> Fetched:
    """Get a file into `folder`, on from what an earlier call left there; `path` of the answer is the whole file.

    Raises:
        FetchFailed: and its kinds. What has come by then stays for the next call.
    """
    begun = await asyncio.to_thread(_begun, folder, url)
    while True:
        ranged = {"Range": f"bytes={begun.size}-{begun.size + piece_bytes - 1}", "Accept-Encoding": "identity"}
        if begun.size:
            ranged["If-Range"] = begun.tag
        try:
            fetched = await fetch(url, limits=limits, allow_private=allow_private, headers=ranged, into=folder / _PIECE)
        except FetchFailed as error:
            if error.status != 416:
                raise
            return await _whole(fetch, url, folder=folder, limits=limits, allow_private=allow_private)
        if fetched.status != 206:
            return fetched
        said = _RANGE.fullmatch(fetched.headers.get("content-range", "").strip())
        tag = _tag_of(fetched)
        is_next = said is not None and int(said[1]) == begun.size and int(said[2]) - int(said[1]) + 1 == fetched.size
        if said is None or not is_next or not tag or (begun.size and tag != begun.tag):
            return await _whole(fetch, url, folder=folder, limits=limits, allow_private=allow_private)
        total = int(said[3])
        if total > limits.max_bytes:
            raise TooLarge(f"the file has {total / 1e6:,.0f} MB; that is too much", url=url)
        begun = Begun(url, tag, begun.size + fetched.size)
        await asyncio.to_thread(_append, folder, begun)
        if begun.size >= total:
            return replace(fetched, status=200, size=begun.size, path=folder / _PART)


async def _whole(fetch: FetchDocument, url: str, *, folder: Path, limits: Limits, allow_private: bool) -> Fetched:
    return await fetch(url, limits=limits, allow_private=allow_private, into=folder / _PIECE)


def _tag_of(fetched: Fetched) -> str:
    """What `If-Range` may name: a weak entity tag may not (RFC 9110, section 13.1.5)."""
    if fetched.headers.get("content-encoding", "identity") != "identity":
        return ""
    return fetched.etag if fetched.etag.startswith('"') else fetched.last_modified


def _begun(folder: Path, url: str) -> Begun:
    """What an earlier call left, cut to what is known to be whole; nothing when the address is another one."""
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / _PART
    try:
        kept = Begun(**json.loads((folder / _STATE).read_text("utf-8")))
        if kept.url == url and kept.tag and 0 < kept.size <= part.stat().st_size:
            with part.open("r+b") as file:
                file.truncate(kept.size)
            return kept
    except (OSError, ValueError, TypeError):
        pass
    part.unlink(missing_ok=True)
    return Begun(url)


def _append(folder: Path, begun: Begun) -> None:
    piece = folder / _PIECE
    with (folder / _PART).open("ab") as file, piece.open("rb") as new:
        while block := new.read(1 << 20):
            file.write(block)
    piece.unlink()
    state = folder / f"{_STATE}.new"
    state.write_text(json.dumps(asdict(begun)), "utf-8")
    state.replace(folder / _STATE)
