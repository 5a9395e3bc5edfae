"""Storyboards of films: looked at, changed before a film is voiced, or made into another version of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from server.domain.accounts import Account
from server.domain.decoding import from_json
from server.domain.errors import Conflict, Invalid, NotFound
from server.domain.recordings import Recording
from server.domain.requests import Accepted, Request, State
from server.domain.storyboard_edits import SceneEdit, edited, new_scenes
from server.domain.storyboards import Scene, Storyboard
from server.domain.times import Clock, to_ms, utc_now
from server.engine.films.kept import KeptFilm
from server.engine.previews import SceneSpec
from server.services.previews import Previews
from server.services.requests import Requests
from server.store import storyboards, versions
from server.store.artefacts import Storage
from server.store.database import Store


@dataclass(frozen=True, slots=True)
class BoardedRequest:
    """A request with its storyboard. `recording` is None while nothing is voiced."""

    request: Request
    storyboard: Storyboard
    recording: Recording | None = None

    @property
    def can_change(self) -> bool:
        """Whether it waits for approval, or is completed and can get another version."""
        return self.request.state in {State.WAITING, State.COMPLETED}


class Storyboards:
    """What a caller may do with the storyboards of its own requests."""

    def __init__(
        self, store: Store, storage: Storage, requests: Requests, previews: Previews, *, clock: Clock = utc_now
    ) -> None:
        self._store = store
        self._storage = storage
        self._requests = requests
        self._previews = previews
        self._clock = clock

    async def get(self, request_id: str, *, by: Account) -> BoardedRequest:
        """The storyboard of a video. Raises `NotFound`: there is none of the caller, or nothing was kept of it."""
        request = await self._requests.get(request_id, by=by)
        film, _pieces, _body = await self._kept(request_id)
        recording = None
        if request.state is State.COMPLETED:
            with contextlib.suppress(NotFound):
                recording = (await self._requests.spoken(request_id, by=by)).recording
        return BoardedRequest(request, film.storyboard, recording)

    async def picture(self, request_id: str, number: int, *, by: Account) -> bytes:
        """A scene as it is in the film, or as it would be, as JPEG; `number` counts from 0.

        Raises:
            NotFound: there is no such scene.
            Unavailable: it can't be painted.
        """
        await self._requests.get(request_id, by=by)
        film, pieces, _body = await self._kept(request_id)
        scenes = film.storyboard.scenes
        if not 0 <= number < len(scenes):
            raise NotFound("There is no such scene.", code="scene_not_found")
        if number < len(film.stills) and film.stills[number] in pieces:
            return await asyncio.to_thread(self._storage.read, pieces[film.stills[number]])
        return await self._painted(film, pieces, scenes[number], is_first=number == 0)

    async def preview(self, request_id: str, edit: SceneEdit, *, by: Account) -> bytes:
        """A scene as it would be with a change, as JPEG; nothing is kept.

        Raises:
            NotFound: there is no storyboard.
            InvalidField: the scene can't be changed so.
            Unavailable: it can't be painted.
        """
        await self._requests.get(request_id, by=by)
        film, pieces, _body = await self._kept(request_id)
        (scene,) = edited(film.storyboard, (edit,)).scenes
        return await self._painted(film, pieces, scene, is_first=edit.scene == 0)

    async def change(self, request_id: str, edits: Sequence[SceneEdit], *, title: str, by: Account) -> BoardedRequest:
        """Change the storyboard of a request that waits for approval; it is made from it once it is approved.

        Raises:
            NotFound: there is no storyboard.
            InvalidField: the scenes can't be changed so.
            Conflict: ``not_waiting``, ``changed_meanwhile``.
        """
        request = await self._requests.get(request_id, by=by)
        film, _pieces, body = await self._kept(request_id)
        storyboard = edited(film.storyboard, edits, title=title)
        await self._store.write(
            storyboards.change,
            request_id,
            by.id,
            body=_encoded(replace(film, storyboard=storyboard)),
            script=msgspec.json.encode(storyboard.script()).decode(),
            was=body,
            now_ms=to_ms(self._clock()),
        )
        return BoardedRequest(request, storyboard)

    async def version(self, request_id: str, edits: Sequence[SceneEdit], *, title: str, by: Account) -> Accepted:
        """Order a completed video with a changed storyboard: a request of its own, which renders only what changed.

        Raises:
            NotFound: there is no storyboard.
            InvalidField: the scenes can't be changed so.
            Conflict: ``not_completed``: there is no film yet.
            Invalid: ``nothing_changed``, and as `Requests.submit`.
        """
        request = await self._requests.get(request_id, by=by)
        if request.state is not State.COMPLETED:
            raise Conflict("Only a completed video can get another version.", code="not_completed")
        film, _pieces, _body = await self._kept(request_id)
        storyboard = edited(film.storyboard, edits, title=title)
        if storyboard == film.storyboard:
            raise Invalid("Nothing was changed: change a scene first.", code="nothing_changed")
        share = new_scenes(film.storyboard, storyboard) / len(storyboard.scenes)
        kept = _encoded(replace(film, storyboard=storyboard, stills=()))
        return await self._requests.version(request, film=kept, share=share, by=by)

    async def _kept(self, request_id: str) -> tuple[KeptFilm, Mapping[str, str], str]:
        body, pieces = await self._store.read(versions.of_request, request_id)
        if not body:
            raise NotFound("There is no storyboard of this request.", code="storyboard_not_found")
        return await asyncio.to_thread(from_json, body, KeptFilm), pieces, body

    async def _painted(self, film: KeptFilm, pieces: Mapping[str, str], scene: Scene, *, is_first: bool) -> bytes:
        def lies(name: str) -> Path | None:
            return self._storage.path(pieces[name]) if name in pieces else None

        backdrop = (lies(film.intro) if is_first else None) or lies(film.backdrop)
        storyboard = film.storyboard
        wanted = SceneSpec(
            scene, film.look, storyboard.format, storyboard.language, film.avatar_id, backdrop, lies(film.logo)
        )
        return await self._previews.paint_scene(wanted)


def _encoded(film: KeptFilm) -> str:
    return msgspec.json.encode(film).decode()
