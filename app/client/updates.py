"""The newest version that an address tells of: a release feed, a small JSON document, or a line of text.

Asked only when somebody wants it, without a token or anything else about this computer.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element

from defusedxml import ElementTree
from packaging.version import InvalidVersion, Version

from app.client.faults import ApiError
from app.language import tr

ANSWER_SECONDS = 15.0
MOST_BYTES = 2_000_000
_VERSION = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+){1,3}(?:(?:a|b|rc)\d+)?)(?![\w.]*\d)", re.IGNORECASE)
_NAMES = ("version", "tag_name", "name")
_LINKS = ("html_url", "url", "link")


@dataclass(frozen=True, slots=True)
class Release:
    """A version and where it is told about; `page` is empty where nobody says."""

    version: str
    page: str = ""


async def newest(address: str) -> Release | None:
    """The newest version that `address` tells of; None where it tells of none.

    Raises:
        ApiError: it can't be asked, or answers too much.
    """
    import aiohttp

    try:
        timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        async with aiohttp.ClientSession(timeout=timeout) as session, session.get(address) as reply:
            if reply.status != 200:
                raise _unanswered(tr("The address for newer versions answers with {status}.", status=reply.status))
            content = await reply.content.read(MOST_BYTES + 1)
            while len(content) <= MOST_BYTES and (more := await reply.content.read(MOST_BYTES)):
                content += more
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise _unanswered(tr("The address for newer versions can't be reached.")) from error
    if len(content) > MOST_BYTES:
        raise _unanswered(tr("The address for newer versions answers too much."))
    return await asyncio.to_thread(newest_of, content.decode("utf-8", "replace"))


def newest_of(document: str) -> Release | None:
    """The newest version in a document, finished ones before tries."""
    found = [release for release in _releases(document.strip()) if _known(release)]
    finished = [release for release in found if not Version(release.version).is_prerelease]
    return max(finished or found, key=lambda release: Version(release.version), default=None)


def is_newer(release: Release, than: str) -> bool:
    """Whether a release is newer than this version."""
    try:
        return Version(release.version) > Version(than)
    except InvalidVersion:
        return False


def _releases(document: str) -> Iterator[Release]:
    if document.startswith(("{", "[")):
        try:
            yield from _of_json(json.loads(document))
        except ValueError:
            return
    elif document.startswith("<"):
        try:
            yield from _of_feed(ElementTree.fromstring(document))
        except (ElementTree.ParseError, ValueError):
            return
    else:
        yield from (Release(match[1]) for match in _VERSION.finditer(document[:10_000]))


def _of_json(value: Any) -> Iterator[Release]:
    if isinstance(value, list):
        for each in value:
            yield from _of_json(each)
    elif isinstance(value, dict):
        page = next((str(value[name]) for name in _LINKS if isinstance(value.get(name), str)), "")
        for name in _NAMES:
            match = _VERSION.search(value[name]) if isinstance(value.get(name), str) else None
            if match:
                yield Release(match[1], page)
                break
        for inner in ("info", "release", "releases", "latest"):
            if isinstance(value.get(inner), dict | list):
                yield from _of_json(value[inner])


def _of_feed(root: Element) -> Iterator[Release]:
    """The entries of an RSS or Atom feed."""
    for entry in root.iter():
        if _local(entry) not in ("item", "entry"):
            continue
        title = next((each.text or "" for each in entry if _local(each) == "title"), "")
        link = next((each for each in entry if _local(each) == "link"), None)
        match = _VERSION.search(title)
        if match:
            page = (link.get("href") or (link.text or "").strip()) if link is not None else ""
            yield Release(match[1], page)


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _known(release: Release) -> bool:
    try:
        Version(release.version)
    except InvalidVersion:
        return False
    return True


def _unanswered(sentence: str) -> ApiError:
    return ApiError(0, "unreachable", sentence)
