"""The static copy of a show held against the rules of the feed check, before it is uploaded anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote

from server.feeds.checking import check_feed, check_picture, fits_type
from server.services.checks import Report, report_of

FEED = "feed.xml"
COVER = "artwork/cover.jpg"
_OF_ITS_HOST = ("H", "E01c", "E01d", "E02", "E04", "E05", "E06", "E08", "E09")
"""Rules about answers: which they are is up to the host."""


class Member(Protocol):
    """A file of the copy."""

    @property
    def name(self) -> str: ...
    @property
    def content(self) -> bytes | Path: ...


def check_site(members: Sequence[Member], *, base: str, now: datetime) -> Report:
    """Hold the copy against the rules: its feed, its picture, and that every file the feed names lies in it.

    `base` is where the folder will lie. What a web host answers can't be known yet and is not checked.
    """
    contents = {member.name: member.content for member in members}
    url = f"{base}/{FEED}"
    checked = check_feed(_bytes(contents[FEED]), url=url, now=now)
    see = checked.findings.see
    if checked.artwork.startswith(f"{base}/"):
        picture = contents.get(COVER)
        see("B01", picture is not None, checked.artwork)
        if picture is not None:
            check_picture(checked.findings, _bytes(picture))
    for address, length, kind in checked.enclosures:
        if address.startswith(f"{base}/"):
            recording = contents.get(_name(address, base))
            is_there = isinstance(recording, Path) and recording.is_file()
            see("E01", is_there, f"{address}: the recording is not in the folder")
            if isinstance(recording, Path) and is_there:
                size = recording.stat().st_size
                see("E01b", length == str(size), f"{address}: {size} bytes and not {length}")
                see("E07b", fits_type(_start(recording), kind), address)
    for address, _ in checked.files:
        if address.startswith(f"{base}/"):
            see("T01", _name(address, base) in contents, f"{address}: the file is not in the folder")
    return report_of(url, checked, unchecked=_OF_ITS_HOST, is_own=True)


def _name(address: str, base: str) -> str:
    return unquote(address.removeprefix(f"{base}/"))


def _bytes(content: bytes | Path) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(16)
