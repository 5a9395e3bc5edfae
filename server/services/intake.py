"""Checks an order by the rules that need the account, the store or the voices, and stores what it brings along."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Protocol
from urllib.parse import urlsplit

from server.domain.accounts import Account
from server.domain.errors import Invalid, InvalidField, NotFound, Unavailable
from server.domain.languages import language_by_name
from server.domain.notebooks import require_licence
from server.domain.orders import ContentOrder, Gathered, Material, PublishTarget, Resource
from server.domain.requests import OutputType
from server.domain.sources import SourceKind
from server.domain.targets import Destination
from server.domain.times import Clock, utc_now
from server.domain.voices import Voice
from server.services.files import on_disk
from server.services.naming import provisional_title
from server.services.references import NEWEST, References
from server.services.specs import LOGO
from server.services.voices import Voices
from server.store import contents, notebooks, overviews, requests, shows
from server.store.artefacts import Content, Storage
from server.store.contents import SourceContent
from server.store.database import Store

INLINE_CHARACTERS = 20_000
"""Longer texts lie in the storage and not in the order's row."""
AUDIO_EXTENSIONS = (".mp3", ".wav", ".m4a")
OTHER_PICTURES = (".gif", ".svg", ".webp", ".bmp", ".tif", ".tiff", ".ico", ".avif", ".heic")
"""Extensions of pictures that can't be a logo; an address need not have any."""
_PDF_MAGIC = b"%PDF-"
_PDF_DATA_URL = "data:application/pdf;base64,"


class AddressJudge(Protocol):
    """Says why an address will not be fetched, as far as reading it tells; None when nothing speaks against it."""

    def __call__(
        self,
        url: str,
        *,
        schemes: Collection[str] = ...,
        extensions: Collection[str] = ...,
        allow_private: bool = ...,
    ) -> str | None: ...


class KnownTargets(Protocol):
    """The publishing targets that an order may name. Raises `InvalidField` for any other."""

    async def named(self, wished: Sequence[PublishTarget], *, client_id: str) -> tuple[Destination, ...]: ...


NOTHING_GATHERED = Gathered()
NO_FILES: Mapping[int, Path] = MappingProxyType({})
"""Nothing of an order lies in files."""


@dataclass(frozen=True, slots=True)
class CheckedOrder:
    """An order that can be accepted; sources that lie in the storage have no content in it any more."""

    order: ContentOrder
    sources: tuple[SourceContent, ...]
    title: str = ""
    """What it is called until its result brings a title."""


class Intake:
    """Every rule between a well-formed order and its acceptance, but for what it costs."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        voices: Voices,
        *,
        judge: AddressJudge,
        makes: Collection[OutputType] = frozenset(OutputType),
        references: References | None = None,
        targets: KnownTargets | None = None,
        allow_private_urls: bool = False,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._storage = storage
        self._voices = voices
        self._judge = judge
        self._makes = makes
        self._references = references or References()
        self._targets = targets
        self._allow_private = allow_private_urls
        self._clock = clock

    @property
    def makes(self) -> frozenset[str]:
        """The output types that the engine makes."""
        return frozenset(str(kind) for kind in self._makes)

    async def check(
        self,
        order: ContentOrder,
        *,
        by: Account,
        keep: bool,
        stored: Mapping[int, SourceContent] | None = None,
        materials: Sequence[Material] = (),
        files: Mapping[int, Path] = NO_FILES,
    ) -> CheckedOrder:
        """The order, checked and with its bulky sources stored.

        Args:
            keep: false for a quote, which stores nothing.
            stored: contents of resources that a kept order has in the storage already, by position.
            materials: sources that a run brings beside those of its order.
            files: resources whose text or PDF lies in a file, by position; a text's beginning stands in the order.

        Raises:
            InvalidField, Invalid, Forbidden: as `Requests.submit` says.
        """
        by.require_subscription(self._clock())
        if keep and order.output_type not in self._makes:
            made = ", ".join(sorted(self._makes))
            raise InvalidField("outputType", f"{order.output_type} can't be made by this installation; it makes {made}")
        await self.check_notebook(order.notebook_id, by)
        self._check_rights(order, by)
        self._check_choices(order, by)
        self._check_sources(order, materials)
        await self._check_records(order, by)
        if self._targets is not None and order.output_type is OutputType.VIDEO:
            await self._targets.named(order.publish_targets, client_id=by.id)
        gathered, logo = await self._gathered(order, materials, by=by)
        resources: list[Resource] = []
        sources: list[SourceContent] = []
        for position, resource in enumerate(order.resources):
            if stored and position in stored:
                resources.append(resource)
                sources.append(stored[position])
                continue
            if position in files:
                shortened, source = await self._filed(resource, position, files[position], keep=keep)
            else:
                shortened, source = await self._source(resource, position, by=by, keep=keep)
            resources.append(shortened)
            if source is not None:
                sources.append(source)
        short: list[Material] = []
        for position, material in enumerate(gathered.materials, len(order.resources)):
            if material.type is not SourceKind.TEXT or len(material.content) <= INLINE_CHARACTERS:
                short.append(material)
                continue
            text = await self._stored(material.content, keep=keep)
            short.append(replace(material, content=""))
            sources.append(SourceContent(position, text, "", "text/plain"))
        offset = len(order.resources) + len(short)
        for place, request_id in enumerate(order.podcast_episode_ids):
            sources.append(await self._episode(request_id, place, offset=offset, by=by, keep=keep))
        if logo is not None:
            sources.append(SourceContent(LOGO, logo, "logo", "image/png"))
        if gathered == NOTHING_GATHERED and not sources and order.gathered is None:
            return CheckedOrder(order, (), provisional_title(order))
        gathered = replace(gathered, materials=tuple(short))
        checked = replace(
            order, resources=tuple(resources), gathered=gathered if gathered != NOTHING_GATHERED else None
        )
        title = provisional_title(replace(order, gathered=gathered), sources)
        return CheckedOrder(checked, tuple(sources), title)

    async def _gathered(
        self, order: ContentOrder, materials: Sequence[Material], *, by: Account
    ) -> tuple[Gathered, Content | None]:
        """What the order's references stand for now, and the project's logo where it lies in the storage."""
        if not (
            materials
            or order.feed_selections
            or order.feeds
            or order.video_site_channels
            or order.researches
            or order.projects
        ):
            return NOTHING_GATHERED, None
        ask = self._references
        found = [*materials]
        if order.feed_selections:
            found += await ask.feed_items.selected(order.feed_selections, field="feedSelections", by=by)
        if order.feeds:
            found += await ask.feed_items.newest(order.feeds, count=NEWEST, field="feeds", by=by)
        if order.video_site_channels:
            found += await ask.channels.newest(
                order.video_site_channels, count=NEWEST, field="video_siteChannels", by=by
            )
        if order.researches:
            found += await ask.researches.texts(order.researches, field="researches", by=by)
        projects = await ask.projects.facts(order.projects, field="projects", by=by) if order.projects else ()
        pictured = next((project for project in projects if project.logo or project.logo_url), None)
        first = next(iter(projects), None)
        gathered = Gathered(
            materials=tuple(found),
            context="\n\n".join(project.context for project in projects if project.context),
            name=first.name if first else "",
            logo_url=pictured.logo_url if pictured and not pictured.logo else "",
            text_color=_first(project.text_color for project in projects),
            background_color=_first(project.background_color for project in projects),
            brand_color=_first(project.brand_color for project in projects),
            accent_color=_first(project.accent_color for project in projects),
        )
        return gathered, pictured.logo if pictured else None

    async def as_sent(self, order: ContentOrder, sources: Mapping[int, SourceContent], *, by: Account) -> ContentOrder:
        """A kept order with the contents of its sources again; those that are gone stay empty."""
        resources = [
            replace(resource, content=await self._content(resource, sources[place], by=by))
            if place in sources and not resource.content
            else resource
            for place, resource in enumerate(order.resources)
        ]
        return replace(order, resources=tuple(resources))

    async def _content(self, resource: Resource, source: SourceContent, *, by: Account) -> str:
        sha256 = source.content.sha256
        if resource.type is SourceKind.FILE:
            return await self._store.read(overviews.upload_with, sha256, by.id)
        try:
            content = await on_disk(self._storage.read, sha256)
        except Unavailable:
            return ""
        return content.decode() if resource.type is SourceKind.TEXT else base64.b64encode(content).decode("ascii")

    def _check_rights(self, order: ContentOrder, by: Account) -> None:
        if order.include_citations and not order.notebook_id:
            by.require_pro("includeCitations")
        for field, asked in (("isScheduled", order.is_scheduled), ("templateMode", order.template_mode is not None)):
            if asked and order.notebook_id:
                raise InvalidField(field, "must not be sent together with notebookId")
        if order.template_mode is not None and order.is_scheduled:
            raise InvalidField("templateMode", "a template can't be a recurring schedule as well: leave one out")
        if order.schedule_end_date is not None:
            first = max(order.scheduled_on or self._clock(), self._clock())
            if order.schedule_end_date <= first:
                raise InvalidField("scheduleEndDate", "ends the schedule before its first run: name a later time")

    @staticmethod
    def _check_sources(order: ContentOrder, materials: Sequence[Material]) -> None:
        given = (
            order.resources
            or order.topic.strip()
            or order.podcast_episode_ids
            or order.feed_selections
            or order.feeds
            or order.researches
            or order.video_site_channels
            or order.repurposed
            or order.notebook_id
            or materials
        )
        if not given and order.template_mode is None:
            raise InvalidField("resources", "give at least one source, or a topic")

    def _check_choices(self, order: ContentOrder, by: Account) -> None:
        self.check_language(order.language)
        self.check_language(order.text_language)
        if order.voice2 is not None and order.voice1 is None:
            raise InvalidField("voice2", "a second voice requires voice1")
        for field, voice in (("voice1", order.voice1), ("voice2", order.voice2)):
            if voice is not None:
                self.voice(field, voice, by=by)
        self.check_music(order.intro_music_url)
        if order.logo_url:
            self._check_picture("logoUrl", order.logo_url)
        if order.background_image_url:
            self._check_picture("backgroundImageUrl", order.background_image_url)

    def check_music(self, url: str) -> None:
        """Raise `InvalidField` for an address that no music will be fetched from."""
        if url:
            https = ("http", "https") if self._allow_private else ("https",)
            self._check_address("introMusicUrl", url, schemes=https, extensions=AUDIO_EXTENSIONS)

    def check_language(self, language: str) -> None:
        """Raise `InvalidField` for what is no language's own name."""
        if language:
            language_by_name(language)

    def voice(self, field: str, voice: int, *, by: Account) -> Voice:
        """A voice that the order names. Raises `InvalidField` for one that the caller can't use."""
        return self._voices.require(voice, field=field, by=by)

    async def check_show(self, podcast_id: str, *, by: Account) -> None:
        """Raise `InvalidField` for a show that is not the caller's."""
        if podcast_id and await self._store.read(shows.find, podcast_id, by.id) is None:
            raise InvalidField("podcastId", "no show of yours has this id")

    async def check_notebook(self, notebook_id: str, by: Account) -> None:
        """Raise what speaks against an order bound to this notebook."""
        if not notebook_id:
            return
        require_licence(by)
        found = await self._store.read(notebooks.find, notebook_id, by.id)
        if not found.sources:
            raise InvalidField("notebookId", "this notebook has no sources yet: add some")

    def _check_picture(self, field: str, url: str) -> None:
        self._check_address(field, url, schemes=("http", "https"))
        if PurePosixPath(urlsplit(url).path).suffix.lower() in OTHER_PICTURES:
            raise InvalidField(field, "the picture must be a PNG or a JPG")

    async def _check_records(self, order: ContentOrder, by: Account) -> None:
        """Ids of single records that an order names."""
        await self.check_show(order.podcast_id, by=by)
        if order.related_id:
            try:
                await self._store.read(requests.find, order.related_id, by.id)
            except (NotFound, Invalid) as error:
                raise InvalidField("relatedId", "no request of yours has this id") from error

    def check_address(self, field: str, url: str) -> None:
        """Raise `InvalidField` for an address that will not be fetched, as far as reading it tells."""
        self._check_address(field, url, schemes=("http", "https"))

    def _check_address(
        self, field: str, url: str, *, schemes: Collection[str], extensions: Collection[str] = ()
    ) -> None:
        fault = self._judge(url, schemes=schemes, extensions=extensions, allow_private=self._allow_private)
        if fault is not None:
            raise InvalidField(field, fault)

    async def _source(
        self, resource: Resource, position: int, *, by: Account, keep: bool
    ) -> tuple[Resource, SourceContent | None]:
        field = f"resources[{position}].content"
        content = resource.content
        if resource.type is SourceKind.TEXT:
            if len(content) <= INLINE_CHARACTERS:
                return resource, None
            stored = await self._stored(content, keep=keep)
            return replace(resource, content=""), SourceContent(position, stored, "", "text/plain")
        if resource.type is SourceKind.FILE and "://" not in content:
            file = await self._store.read(contents.find_file, content, by.id)
            if file is None:
                raise InvalidField(field, "no file of yours has this id; an address starts with https://")
            known = SourceContent(position, Content(file.sha256, file.size), file.file_name, file.content_type)
            return replace(resource, content=""), known
        if resource.type is SourceKind.PDF and "://" not in content[:16]:
            pdf = await asyncio.to_thread(decoded_pdf, content, field=field)
            stored = await self._stored(pdf, keep=keep)
            return replace(resource, content=""), SourceContent(position, stored, "document.pdf", "application/pdf")
        https_only = resource.type is SourceKind.FILE and not self._allow_private
        self._check_address(field, content, schemes=("https",) if https_only else ("http", "https"))
        return resource, None

    async def _filed(
        self, resource: Resource, position: int, path: Path, *, keep: bool
    ) -> tuple[Resource, SourceContent | None]:
        stored = await on_disk(self._storage.put, path) if keep else Content("", 0)
        is_text = resource.type is SourceKind.TEXT
        name, media_type = ("", "text/plain") if is_text else ("document.pdf", "application/pdf")
        return replace(resource, content=""), SourceContent(position, stored, name, media_type)

    async def _episode(self, request_id: str, place: int, *, offset: int, by: Account, keep: bool) -> SourceContent:
        try:
            text = await self._store.read(requests.spoken_text, request_id, by.id)
        except (NotFound, Invalid) as error:
            raise InvalidField(
                f"podcastEpisodeIds[{place}]", "no completed audio request of yours has this id"
            ) from error
        return SourceContent(offset + place, await self._stored(text, keep=keep), "", "text/plain")

    async def _stored(self, data: str | bytes, *, keep: bool) -> Content:
        return await on_disk(self._put, data) if keep else Content("", len(data))

    def _put(self, data: str | bytes) -> Content:
        with self._storage.draft() as draft:
            draft.write(data.encode("utf-8", "replace") if isinstance(data, str) else data)
            return draft.keep()


def _first(values: Iterable[str]) -> str:
    return next((value for value in values if value), "")


def decoded_pdf(content: str, *, field: str) -> bytes:
    """The bytes of a PDF given as a data URL or as base64. Raises `InvalidField`."""
    encoded = content[len(_PDF_DATA_URL) :] if content[: len(_PDF_DATA_URL)].lower() == _PDF_DATA_URL else content
    try:
        pdf = base64.b64decode("".join(encoded.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidField(field, "give the address of a PDF, a data URL, or its bytes as base64") from error
    if not pdf.lstrip()[:5] == _PDF_MAGIC:
        raise InvalidField(field, "this does not decode to a PDF")
    return pdf
