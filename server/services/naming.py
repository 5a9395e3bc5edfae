"""What a request is called until its result brings a title."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from server.domain.orders import ContentOrder, Resource
from server.domain.sources import SourceKind
from server.store.contents import SourceContent

WORDS = 8
MAX_CHARACTERS = 120
_LOOKED_AT = 2_000


def provisional_title(order: ContentOrder, sources: Sequence[SourceContent] = ()) -> str:
    """The title asked for; else the first source's file name, its address or its first words; else the topic's.

    Args:
        order: as it was sent, with the texts in it.
        sources: what of it lies in the storage.
    """
    asked = order.title or order.episode_title
    if asked.strip():
        return asked
    if order.resources:
        names = {source.position: source.file_name for source in sources}
        title = _of_source(order.resources[0], names.get(0, ""))
        if title:
            return title
    if order.topic.strip():
        return first_words(order.topic)
    for material in order.gathered.materials if order.gathered else ():
        if material.name.strip():
            return material.name.strip()[:MAX_CHARACTERS]
        title = _of_source(Resource(material.type, material.content), "")
        if title:
            return title
    return "From an earlier episode" if order.podcast_episode_ids else ""


def first_words(text: str) -> str:
    """The first eight words, without the marks of a Markdown heading."""
    words = text[:_LOOKED_AT].split()
    while words and not words[0].strip("#*_>-="):
        words = words[1:]
    shown = " ".join(words[:WORDS])
    cut = shown[:MAX_CHARACTERS].rstrip(" ,;:")
    return f"{cut}…" if len(words) > WORDS or len(cut) < len(shown) else cut


def _of_source(resource: Resource, file_name: str) -> str:
    if file_name:
        return file_name[:MAX_CHARACTERS]
    if resource.type is SourceKind.TEXT:
        return first_words(resource.content)
    return _of_address(resource.content)


def _of_address(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    host = (parts.hostname or "").removeprefix("www.")
    tail = unquote(parts.path.rstrip("/").rpartition("/")[2])
    return (f"{host} · {tail}" if tail else host)[:MAX_CHARACTERS]
