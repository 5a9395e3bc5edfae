"""Chapters in the Podcasting 2.0 JSON form (version 1.2.0)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from server.domain.episodes import ChapterMark
from server.domain.plaintext import plain
from server.domain.scripts import Chapter
from server.feeds.addresses import absolute

MEDIA_TYPE = "application/json+chapters"


def marks(chapters: Sequence[Chapter], times_ms: Sequence[tuple[int, int]]) -> tuple[ChapterMark, ...]:
    """A script's chapters with the time at which the first line of each is heard; the first one starts at 0."""
    found: dict[float, ChapterMark] = {}
    for chapter in chapters:
        if chapter.first_line >= len(times_ms) or not plain(chapter.title):
            continue
        start = 0.0 if not found else times_ms[chapter.first_line][0] / 1000
        found.setdefault(start, ChapterMark(start, plain(chapter.title)))
    return tuple(sorted(found.values(), key=lambda mark: mark.start_s))


def chapters_json(chapters: Sequence[ChapterMark], *, title: str, show: str = "", base: str = "") -> str:
    """``{version, title, podcastName?, chapters: [{startTime, title, img?, url?, toc?}]}``, in order of time."""
    listed = []
    for mark in sorted(chapters, key=lambda mark: mark.start_s):
        entry: dict[str, object] = {"startTime": mark.start_s, "title": mark.title}
        if mark.img:
            entry["img"] = absolute(base, mark.img)
        if mark.url:
            entry["url"] = absolute(base, mark.url)
        if not mark.toc:
            entry["toc"] = False
        listed.append(entry)
    document: dict[str, object] = {"version": "1.2.0", "title": plain(title)}
    if show:
        document["podcastName"] = plain(show)
    return json.dumps({**document, "chapters": listed}, ensure_ascii=False)
