"""Public links to what was made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from server.domain.errors import NotFound
from server.domain.files import Media, ServedMedia
from server.domain.requests import OutputType, Request
from server.store import contents, episodes, requests
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


_LINKED = frozenset(Links.__slots__)


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

    def url_of(self, media: Media) -> str:
        """``{public_url}/media/{key}/{file_name}``."""
        return f"{self.public_url}/media/{media.key}/{quote(media.file_name)}"

    def share_url(self, share_key: str) -> str:
        """``{public_url}/share/{share_key}``."""
        return f"{self.public_url}/share/{share_key}"

    def links_of(self, request: Request) -> Links:
        """Every link of a completed request."""
        found = {f"{media.name}_url": self.url_of(media) for media in request.media}
        if request.output_type is OutputType.BRIEFING_DOC and "document_url" in found:
            found["briefing_doc_url"] = found["document_url"]
        if request.share_key:
            found["share_url"] = self.share_url(request.share_key)
        return Links(**{name: url for name, url in found.items() if name in _LINKED})

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


def _media_of(reading: Snapshot, key: str) -> tuple[Media, datetime] | None:
    """A file of a request, or of a show or episode: an episode keeps its media when its request is deleted."""
    return contents.find_media(reading, key) or episodes.find_media(reading, key)
