"""A show's website laid into a folder: only what differs is written, nothing else in the folder is touched."""

from __future__ import annotations

import filecmp
import json
import shutil
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from app.language import tr


class NotUnpacked(Exception):
    """The folder can't take the files; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a show's website lies: the folder here, and the address there."""

    folder: str = ""
    base: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """What became of the files of a website."""

    written: int
    same: int
    bytes: int


def unpack(archive: Path, folder: Path) -> Laid:
    """Write the files of `archive` into `folder`, each whole or not at all. Slow: call it off the window's loop.

    Raises:
        NotUnpacked: the folder can't be written, or the archive is none.
    """
    written = same = size = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(archive) as files, tempfile.TemporaryDirectory(dir=folder, prefix=".part-") as held:
            for member in files.infolist():
                target = folder.joinpath(*_inside(member.filename).parts)
                made = Path(held) / "file"
                with files.open(member) as source, made.open("wb") as copy:
                    shutil.copyfileobj(source, copy)
                size += member.file_size
                if target.is_file() and filecmp.cmp(made, target, shallow=False):
                    same += 1
                    continue
                target.parent.mkdir(parents=True, exist_ok=True)
                made.replace(target)
                written += 1
    except (OSError, zipfile.BadZipFile) as error:
        reason = getattr(error, "strerror", None) or error
        raise NotUnpacked(tr("{folder} can't take the website: {reason}.", folder=folder, reason=reason)) from error
    return Laid(written, same, size)


def read_places(text: str) -> dict[str, Place]:
    """The places by show, as `written_places` wrote them; what can't be read is none."""
    try:
        kept = json.loads(text or "{}")
        return {str(show): Place(str(each["folder"]), str(each["base"])) for show, each in kept.items()}
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}


def written_places(places: Mapping[str, Place]) -> str:
    """The places as one setting."""
    return json.dumps({show: {"folder": place.folder, "base": place.base} for show, place in places.items()})


def _inside(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or "\\" in name or ":" in name:
        raise zipfile.BadZipFile(tr("a file lies outside the folder"))
    return path
