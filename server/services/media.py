"""Public links to what was made."""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.files import Media, ServedMedia
from server.domain.requests import Request


@dataclass(frozen=True, slots=True)
class Links:
    """The links of a request's result by their wire names; empty ones are not there."""

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


class MediaLinks:
    """Makes links, and finds what they point to. Nothing here asks who calls: the links are unguessable."""

    def bind(self, address: str) -> None:
        """Tell the address that was bound (``http://127.0.0.1:8787``); a configured public address stands above it."""
        raise NotImplementedError

    @property
    def public_url(self) -> str:
        """What links start with, without a slash at the end."""
        raise NotImplementedError

    def url_of(self, media: Media) -> str:
        """``{public_url}/media/{key}/{file_name}``."""
        raise NotImplementedError

    def share_url(self, share_key: str) -> str:
        """``{public_url}/share/{share_key}``."""
        raise NotImplementedError

    def links_of(self, request: Request) -> Links:
        """Every link of a completed request."""
        raise NotImplementedError

    async def find(self, key: str) -> ServedMedia:
        """What a media link points to; `path` is a regular file that never changes. Raises `NotFound`."""
        raise NotImplementedError

    async def shared(self, share_key: str) -> Request:
        """The request that a share page shows. Raises `NotFound`."""
        raise NotImplementedError
