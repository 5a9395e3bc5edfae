"""Public links to what was made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from server.domain.errors import NotFound
from server.domain.files import Media, ServedMedia
from server.domain.requests import Request
from server.store import contents, episodes, projects, requests
from server.store.artefacts import Storage
from server.store.database import Store
from server.store.transactions import Snapshot


@dataclass(frozen=True, slots=True)
class Links:
    """The links of a request's result by their wire names; those it does not have are empty."""

    share_url: str = ""
    audio_url: str = ""
    video_url: str = ""
    image_url: str = ""
    briefing_doc_url: str = ""
    document_url: str = ""
    slide_deck_url: str = ""
    slide_deck_pdf_url: str = ""
    datatable_url: str = ""
    datatable_csv_url: str = ""
    document_pdf_url: str = ""
    document_html_url: str = ""


URL_FIELDS: Mapping[str, tuple[str, ...]] = {
    "audio": ("audio_url",),
    "video": ("video_url",),
    "image": ("image_url",),
    "document": ("document_url",),
    "briefing_doc": ("briefing_doc_url", "document_url"),
    "slide_deck": ("slide_deck_url",),
    "slide_deck_pdf": ("slide_deck_pdf_url",),
    "datatable": ("datatable_url",),
    "datatable_csv": ("datatable_csv_url",),
    "document_pdf": ("document_pdf_url",),
    "document_html": ("document_html_url",),
}
"""The fields of the record that link to an artefact, by the artefact's name. Others have no link of their own."""


class MediaLinks:
    """Makes links, and finds what they point to. Nothing here asks who calls: the links are unguessable."""

    def __init__(self, store: Store, storage: Storage, *, public_url: str = "") -> None:
        self._store = store
        self._storage = storage
        self._configured = public_url.rstrip("/")
        self._bound = ""

    def bind(self, address: str) -> None:
        """Tell the address that was bound (``http://127.0.0.1:8787``); a configured public address stands above it."""
        self._bound = address.rstrip("/")

    @property
    def public_url(self) -> str:
        """What links start with, without a slash at the end."""
        return self._configured or self._bound

    @property
    def bound_url(self) -> str:
        """The address that was bound; empty before that."""
        return self._bound

    def url_of(self, media: Media) -> str:
        """``{public_url}/media/{key}/{file_name}``."""
        return self.url_for(media.key, media.file_name)

    def url_for(self, key: str, file_name: str) -> str:
        """The address of the file with this public key."""
        return f"{self.public_url}/media/{key}/{quote(file_name)}"

    def share_url(self, share_key: str) -> str:
        """``{public_url}/share/{share_key}``."""
        return f"{self.public_url}/share/{share_key}"

    def links_of(self, request: Request) -> Links:
        """Every link of a completed request."""
        found = {name: self.url_of(media) for media in request.media for name in URL_FIELDS.get(media.name, ())}
        if request.share_key:
            found["share_url"] = self.share_url(request.share_key)
        return Links(**found)

    def details_of(self, request: Request) -> dict[str, Any]:
        """What the record tells beyond the rest; ``{"artefact": name}`` in it becomes ``{"audio_url": link}``."""
        if not request.details:
            return {}
        named = {media.name: self.url_of(media) for media in request.media}
        return {name: _linked(value, named) for name, value in request.details.items()}

    async def find(self, key: str) -> ServedMedia:
        """What a media link points to; `path` is a regular file that never changes. Raises `NotFound`."""
        found = await self._store.read(_media_of, key)
        if found is None:
            raise NotFound("There is nothing at this address any more.", code="media_not_found")
        media, created_on = found
        return ServedMedia(media, self._storage.path(media.sha256), created_on)

    async def shared(self, share_key: str) -> Request:
        """The request that a share page shows. Raises `NotFound`."""
        return await self._store.read(requests.find_shared, share_key)


def _linked(value: Any, named: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_linked(each, named) for each in value]
    if isinstance(value, dict):
        return {
            ("audio_url" if name == "artefact" else name): (
                named.get(each) if name == "artefact" else _linked(each, named)
            )
            for name, each in value.items()
        }
    return value


def _media_of(reading: Snapshot, key: str) -> tuple[Media, datetime] | None:
    """A file of a request, of a show or episode, or a logo: an episode keeps its media when its request is deleted."""
    found = contents.find_media(reading, key) or episodes.find_media(reading, key)
    return found or projects.find_logo(reading, key)
