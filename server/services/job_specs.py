"""From a request that was taken to what its job needs: files, notebooks, voices, models, what was changed by hand."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Protocol

from server.domain.decoding import from_json
from server.domain.orders import ContentOrder
from server.domain.requests import VIDEO_TYPES, OutputType
from server.domain.sources import Source
from server.engine.films.kept import KeptFilm
from server.engine.specs import KeptPiece, RenderSpec, Spec
from server.services.endpoints import Endpoints
from server.services.episode_drafts import EpisodeDrafts
from server.services.speaking import Speaking
from server.services.specs import Kept, decoded, spec_of
from server.services.writing_settings import WritingSettingsService
from server.store import episode_drafts, requests, versions
from server.store.artefacts import Storage
from server.store.database import Store
from server.store.runs import Claimed


class NotebookSources(Protocol):
    """Every source of a client's notebook. Raises `GenerationError` when it is gone."""

    async def __call__(self, notebook_id: str, *, client_id: str) -> tuple[Source, ...]: ...


class JobSpecs:
    """Makes the specs of jobs."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        *,
        speaking: Speaking | None,
        drafts: EpisodeDrafts | None,
        writing: WritingSettingsService | None,
        notebook_sources: NotebookSources | None,
        allow_private_urls: bool,
        endpoints: Endpoints | None,
    ) -> None:
        self._store = store
        self._storage = storage
        self._speaking = speaking
        self._drafts = drafts
        self._writing = writing
        self._notebook_sources = notebook_sources
        self._allow_private = allow_private_urls
        self._endpoints = endpoints or Endpoints()

    async def of(self, claimed: Claimed) -> Spec:
        """What the engine is handed: the order with all that it refers to, and what the settings add.

        Raises:
            GenerationError: something that it needs is gone.
        """
        related = ""
        if claimed.related_id:
            related = await self._store.read(requests.result_text, claimed.related_id, claimed.client_id)
        order = await asyncio.to_thread(decoded, claimed.order, claimed.type)
        notebook_id = order.notebook_id if isinstance(order, ContentOrder) else ""
        notebook: tuple[Source, ...] = ()
        if notebook_id and self._notebook_sources is not None:
            notebook = await self._notebook_sources(notebook_id, client_id=claimed.client_id)
        film, pieces = await self._film(claimed)
        kept = Kept(
            notebook=notebook,
            film=film,
            pieces=pieces,
            storage=self._storage,
            sources=claimed.sources,
            approved=claimed.approved,
            related_text=related,
            allow_private_urls=self._allow_private,
            listening=self._endpoints.listening,
            cloning=self._endpoints.cloning,
            images=self._endpoints.images,
        )
        spec = await asyncio.to_thread(spec_of, order, kept)
        if isinstance(spec, RenderSpec) and spec.performance is not None:
            known = await self._store.read(episode_drafts.takes_of, claimed.related_id, claimed.client_id)
            spec = replace(spec, takes=tuple({each.key: self._storage.path(each.sha256) for each in known}.items()))
        if self._writing is not None:
            spec = await self._writing.completed(spec, client_id=claimed.client_id)
        if isinstance(spec, RenderSpec) and spec.output_type is OutputType.AUDIO:
            spec = replace(spec, keeps_takes=True)
            if claimed.approved and self._drafts is not None:
                spec = await self._drafts.approved(spec, claimed.attempt.id, claimed.client_id)
        if self._speaking is None:
            return spec
        podcast_id = getattr(order, "podcast_id", "")
        return await self._speaking.completed(spec, client_id=claimed.client_id, podcast_id=podcast_id)

    async def _film(self, claimed: Claimed) -> tuple[KeptFilm | None, tuple[KeptPiece, ...]]:
        """The storyboard that a video is made from, where somebody has seen or changed it, and the pieces it has."""
        if claimed.type not in VIDEO_TYPES:
            return None, ()
        body, pieces = await self._store.read(versions.of_request, claimed.attempt.id)
        film = await asyncio.to_thread(from_json, body.encode(), KeptFilm) if body else None
        return film, tuple(KeptPiece(name, self._storage.path(sha256)) for name, sha256 in pieces.items())
