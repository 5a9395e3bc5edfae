"""ID3v2.3 tags, the version that every player reads: title, show, cover, chapters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ENCODED_BY = "Quillcast"
_UTF16 = 1
_FRONT_COVER = 3
_NO_OFFSET = 0xFFFFFFFF
_UNKNOWN_LANGUAGE = "und"

THREE_LETTERS = {
    "en": "eng", "de": "deu", "fr": "fra", "es": "spa", "it": "ita", "pt": "por", "hi": "hin", "nl": "nld",
    "pl": "pol", "sv": "swe", "da": "dan", "nb": "nob", "fi": "fin", "cs": "ces", "ro": "ron", "hu": "hun",
    "el": "ell", "tr": "tur", "ru": "rus", "uk": "ukr", "ca": "cat", "hr": "hrv", "sk": "slk", "bg": "bul",
    "id": "ind", "vi": "vie",
}  # fmt: skip
"""ISO 639-2 codes, which ID3 wants, of the languages on offer."""


@dataclass(frozen=True, slots=True)
class ChapterTime:
    """A titled stretch of the recording in milliseconds."""

    title: str
    start_ms: int
    end_ms: int


@dataclass(frozen=True, slots=True)
class Tags:
    """What a player shows. Empty fields are left out; `language` is ISO 639-1; `cover` is a JPEG file's bytes."""

    title: str
    artist: str = ""
    album: str = ""
    year: int = 0
    language: str = ""
    description: str = ""
    cover: bytes = b""
    chapters: Sequence[ChapterTime] = ()


def tag(path: Path, tags: Tags) -> None:
    """Replace the tags of an MP3 file.

    Raises:
        OSError: the file can't be written.
    """
    id3 = _id3()
    language = THREE_LETTERS.get(tags.language.lower().split("-")[0], _UNKNOWN_LANGUAGE)
    frames = id3.ID3()
    for kind, value in (
        (id3.TIT2, tags.title),
        (id3.TPE1, tags.artist),
        (id3.TALB, tags.album),
        (id3.TCON, "Podcast"),
        (id3.TYER, f"{tags.year:04d}" if tags.year else ""),
        (id3.TLAN, language if tags.language else ""),
        (id3.TENC, ENCODED_BY),
    ):
        if _clean(value):
            frames.add(kind(encoding=_UTF16, text=[_clean(value)]))
    if tags.description.strip():
        text = tags.description.replace("\0", " ").strip()
        frames.add(id3.COMM(encoding=_UTF16, lang=language, desc="", text=[text]))
    if tags.cover:
        frames.add(id3.APIC(encoding=0, mime="image/jpeg", type=_FRONT_COVER, desc="", data=tags.cover))
    if tags.chapters:
        _add_chapters(frames, tags.chapters)
    frames.save(path, v1=0, v2_version=3)


def read_tags(path: Path) -> Tags:
    """The tags of an MP3 file; fields it lacks are empty."""
    id3 = _id3()
    try:
        frames = id3.ID3(path, translate=False)
    except id3.ID3NoHeaderError:
        return Tags(title="")
    pictures, comments = frames.getall("APIC"), frames.getall("COMM")
    return Tags(
        title=str(frames.get("TIT2", "")),
        artist=str(frames.get("TPE1", "")),
        album=str(frames.get("TALB", "")),
        year=int(str(frames.get("TYER", "0"))[:4] or 0),
        language=str(frames.get("TLAN", "")),
        description=str(comments[0]) if comments else "",
        cover=bytes(pictures[0].data) if pictures else b"",
        chapters=tuple(
            ChapterTime(str(c.sub_frames.get("TIT2", "")), c.start_time, c.end_time)
            for c in sorted(frames.getall("CHAP"), key=lambda c: int(c.start_time))
        ),
    )


def _id3() -> Any:
    from mutagen import id3

    return id3


def _add_chapters(frames: Any, chapters: Sequence[ChapterTime]) -> None:
    id3 = _id3()
    titles = [_clean(chapter.title) for chapter in chapters]
    longest = max(_utf16_units(title) for title in titles)
    # mutagen writes frames of one kind by size and then by id, players list them as written: ids of a length that
    # makes all frames equally long keep the order.
    names = [f"chp{n:04}".ljust(7 + 2 * (longest - _utf16_units(title)), ".") for n, title in enumerate(titles)]
    for name, text, chapter in zip(names, titles, chapters, strict=True):
        title = id3.TIT2(encoding=_UTF16, text=[text])
        frames.add(
            id3.CHAP(
                element_id=name,
                start_time=chapter.start_ms,
                end_time=chapter.end_ms,
                start_offset=_NO_OFFSET,
                end_offset=_NO_OFFSET,
                sub_frames=[title],
            )
        )
    flags = id3.CTOCFlags.TOP_LEVEL | id3.CTOCFlags.ORDERED
    frames.add(id3.CTOC(element_id="toc", flags=flags, child_element_ids=names, sub_frames=[]))


def _utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _clean(text: str) -> str:
    """One line without the NUL that would end a frame's text."""
    return " ".join(text.replace("\0", " ").split())
