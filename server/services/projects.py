"""Projects: what they are for and how they look, and what they give to an order."""

from __future__ import annotations

import asyncio
import base64
import binascii
import logging
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from server.domain import projects as rules
from server.domain.accounts import Account
from server.domain.errors import DomainError, Invalid, InvalidField, NotFound
from server.domain.identifiers import new_id, new_public_key
from server.domain.pages import Page
from server.domain.projects import MAX_PAGE_TEXT, Project, ProjectChange
from server.domain.times import Clock, to_ms, utc_now
from server.fetch import Limits
from server.services.intake import AddressJudge
from server.services.media import MediaLinks
from server.services.quarantine import Quarantine
from server.services.references import ProjectFacts
from server.services.refreshing import FetchDocument
from server.store import projects
from server.store.artefacts import Content, Storage
from server.store.database import Store
from server.store.transactions import Transaction

log = logging.getLogger(__name__)

PORTION = 100
MOST_PROJECTS = 1_000
"""Projects of one client."""
PAGE_LIMITS = Limits(max_bytes=20_000_000)
LOGO_LIMITS = Limits(max_bytes=5 * 1024 * 1024)
AT_ONCE = 4
GONE = "There is no such project."
_OURS = "something went wrong here; set it again."


class ReadPage(Protocol):
    """The words of a stranger's page, in at most `limit` characters. Raises `DomainError`."""

    async def __call__(
        self, data: bytes, *, url: str, media_type: str, charset: str, file_name: str, limit: int
    ) -> str: ...


class Projects:
    """The caller's projects; also `server.services.references.Projects`."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        links: MediaLinks,
        *,
        judge: AddressJudge,
        fetch: FetchDocument,
        read: ReadPage,
        quarantine: Quarantine,
        allow_private_urls: bool = False,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._storage = storage
        self._links = links
        self._judge = judge
        self._fetch = fetch
        self._read = read
        self._quarantine = quarantine
        self._allow_private = allow_private_urls
        self._clock = clock
        self._places = asyncio.Semaphore(AT_ONCE)
        self._working: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Go on with what the last run did not get to."""
        for project in await self._store.read(projects.unfinished):
            self._finish(project)

    async def close(self) -> None:
        """Give up what is being fetched; the next start goes on with it."""
        for task in tuple(self._working):
            task.cancel()
        await self.settle()

    async def settle(self) -> None:
        """Wait until pages and pictures are here or given up."""
        while self._working:
            await asyncio.gather(*self._working, return_exceptions=True)

    def logo_url(self, project: Project) -> str:
        """The public address of a project's logo; empty when it has none."""
        return f"{self._links.public_url}/media/{project.logo_key}/{projects.LOGO_NAME}" if project.logo_key else ""

    async def page(self, number: int, limit: int, *, by: Account) -> Page[Project]:
        """A numbered page of the caller's projects, newest first."""
        return await self._store.read(projects.page, by.id, number, limit)

    async def every(self, *, by: Account) -> AsyncIterator[Sequence[Project]]:
        """All of the caller's projects, newest first, in portions."""
        before: int | None = 2**62
        while before is not None:
            found, before = await self._store.read(projects.portion, by.id, before, PORTION)
            yield found

    async def get(self, project_id: str, *, by: Account) -> Project:
        """One project. Raises `NotFound`."""
        found = await self._store.read(projects.find, project_id, by.id)
        if found is None:
            raise NotFound(GONE, code="project_not_found")
        return found

    async def create(self, change: ProjectChange, *, image_data: str = "", by: Account) -> Project:
        """Make a project. Its page and its picture are fetched in the background.

        Raises:
            Invalid: values break rules; all of them are named. ``too_many_projects``.
        """
        now = self._clock()
        by.require_subscription(now)
        if change.name is None:
            raise InvalidField("name", "is required")
        if (await self._store.read(projects.page, by.id, 1, 1)).total >= MOST_PROJECTS:
            raise Invalid(
                f"You have {MOST_PROJECTS} projects, the most there can be: delete some.", code="too_many_projects"
            )
        empty = Project(id=new_id(), client_id=by.id, name="", created_on=now, updated_on=now)
        project = await self._changed(empty, change, image_data)
        project = await self._store.write(projects.add, project)
        self._finish(project)
        return project

    async def change(self, project_id: str, change: ProjectChange, *, image_data: str = "", by: Account) -> Project:
        """Change what `change` names.

        Raises:
            NotFound: there is none of the caller.
            Invalid: values break rules; all of them are named.
        """
        before = await self.get(project_id, by=by)
        project = await self._changed(before, change, image_data)
        if not await self._store.write(projects.save, project, to_ms(self._clock())):
            raise NotFound(GONE, code="project_not_found")
        self._finish(project)
        return project

    async def remove(self, project_id: str, *, by: Account) -> None:
        """Delete a project; what was ordered with it goes on. Raises `NotFound`."""
        if not await self._store.write(projects.remove, project_id, by.id, to_ms(self._clock())):
            raise NotFound(GONE, code="project_not_found")

    async def facts(self, ids: Sequence[str], *, field: str, by: Account) -> tuple[ProjectFacts, ...]:
        """What these projects give an order, in the order sent. Raises `InvalidField`."""
        found: dict[str, ProjectFacts] = {}
        for project_id in ids:
            project = await self._store.read(projects.find, project_id, by.id)
            if project is None:
                raise InvalidField(field, "no project of yours has this id")
            found[project_id] = ProjectFacts(
                id=project.id,
                name=project.name,
                context=project.context,
                text_color=project.text_color,
                background_color=project.background_color,
                brand_color=project.brand_color,
                accent_color=project.accent_color,
                logo=Content(project.logo_sha256, project.logo_size) if project.logo_sha256 else None,
                logo_url=project.image_url if project.is_fetching else "",
            )
        return tuple(found.values())

    async def _changed(self, project: Project, change: ProjectChange, image_data: str) -> Project:
        if change.image_url and image_data:
            raise InvalidField("imageData", "can't be combined with imageUrl: leave one out")
        for field, url in (("url", change.url), ("imageUrl", change.image_url)):
            self._judge_address(url or "", field)
        after = rules.changed(project, change, now=self._clock())
        if image_data:
            after = replace(after, **await self._logo(decoded_picture(image_data), "imageData"))
            after = replace(after, image_url="", logo_fault="")
        return after

    def _judge_address(self, url: str, field: str) -> None:
        if url.strip():
            fault = self._judge(url.strip(), schemes=("http", "https"), allow_private=self._allow_private)
            if fault is not None:
                raise InvalidField(field, fault)

    def _finish(self, project: Project) -> None:
        if project.is_reading:
            self._start(self._read_page(project))
        if project.is_fetching:
            self._start(self._fetch_logo(project))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def _read_page(self, seen: Project) -> None:
        told: dict[str, Any]
        try:
            async with self._places:
                fetched = await self._fetch(seen.url, limits=PAGE_LIMITS, allow_private=self._allow_private)
                text = await self._read(
                    fetched.body,
                    url=fetched.url,
                    media_type=fetched.media_type,
                    charset=fetched.charset,
                    file_name=fetched.file_name,
                    limit=MAX_PAGE_TEXT,
                )
            told = {"page_text": text} if text.strip() else {"page_fault": "The page at url holds no text."}
        except DomainError as error:
            told = {"page_fault": f"The page at url was not read: {error.message}"}
        except Exception:
            log.exception("The page of project %s could not be read", seen.id)
            told = {"page_fault": f"The page at url was not read: {_OURS}"}
        await self._store.write(_settle, seen, {"url": seen.url}, told, to_ms(self._clock()))

    async def _fetch_logo(self, seen: Project) -> None:
        told: dict[str, Any]
        try:
            async with self._places:
                fetched = await self._fetch(
                    seen.image_url,
                    limits=LOGO_LIMITS,
                    allow_private=self._allow_private,
                    accept=("image/png", "image/jpeg"),
                )
            told = await self._logo(fetched.body, "imageUrl")
        except DomainError as error:
            told = {"logo_fault": f"The picture was not taken: {error.message}"}
        except Exception:
            log.exception("The picture of project %s could not be fetched", seen.id)
            told = {"logo_fault": f"The picture at imageUrl was not taken: {_OURS}"}
        await self._store.write(_settle, seen, {"image_url": seen.image_url}, told, to_ms(self._clock()))

    async def _logo(self, data: bytes, field: str) -> dict[str, Any]:
        logo = await self._quarantine.run(_normalised, data, field=field)
        content = await asyncio.to_thread(self._kept, logo)
        return {"logo_key": new_public_key(), "logo_sha256": content.sha256, "logo_size": content.size}

    def _kept(self, logo: bytes) -> Content:
        with self._storage.draft() as draft:
            draft.write(logo)
            return draft.keep()


def _normalised(data: bytes, *, field: str) -> bytes:
    # Loaded where it runs, in the worker.
    from server.engine.logos import normalised

    return normalised(data, field=field)


def decoded_picture(data: str) -> bytes:
    """The bytes of a picture given as a data URL or as base64. Raises `InvalidField`."""
    head, comma, rest = data.partition(",")
    encoded = rest if comma and head.lower().startswith("data:image/") and head.lower().endswith(";base64") else data
    try:
        return base64.b64decode("".join(encoded.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidField("imageData", "give a PNG or JPG as a data URL, or its bytes as base64") from error


def _settle(
    transaction: Transaction, seen: Project, still: Mapping[str, str], told: Mapping[str, Any], now_ms: int
) -> None:
    """Keep what came of a project's page or picture, unless another one was asked for meanwhile."""
    project = projects.find(transaction, seen.id, seen.client_id)
    if project is not None and all(getattr(project, name) == value for name, value in still.items()):
        projects.save(transaction, replace(project, **told), now_ms)
