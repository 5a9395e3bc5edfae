"""Podcast shows: make, list, read and change them."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from aiohttp import web
from msgspec import UNSET, UnsetType
from pydantic import Field

from server.domain.artwork import MAX_UPLOAD_BYTES, Crop
from server.domain.errors import FieldFault, InvalidField
from server.domain.languages import language_by_code
from server.domain.shows import Funding, Person, Show, ShowChange, ShowDefaults
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.lists import PageQuery, stream_array
from server.http.problems import invalid
from server.http.registry import MIB, Form, Routes
from server.http.replies import Done
from server.http.uploads import FormReader, UploadedPart
from server.http.wire import Integer, LanguageName, Order, RequiredId, WireTime
from server.services.shows import GivenPicture, Shows

# ruff: noqa: N815 - the wire's names
routes = Routes("Podcast shows")

Text = Annotated[str, Field(max_length=20_000)]
Address = Annotated[str, Field(max_length=2000)]
IMAGE_FIELDS = ("name", "description", "author", "link", "email", "language", "crop")
_SQUARE = re.compile(r"\s*(\d{1,5})\s*,\s*(\d{1,5})\s*,\s*(\d{1,5})\s*")


class FundingOrder(Order):
    """Where listeners can give."""

    url: Address
    text: Text | None = None


class PersonOrder(Order):
    """Someone heard in or working on it."""

    name: Text
    role: Text | None = None
    group: Text | None = None
    img: Address | None = None
    href: Address | None = None


class OwnerOrder(Order):
    """Who answers for the show."""

    name: Text | None = None
    email: Text | None = None


class DefaultsOrder(Order):
    """What Create offers first for an episode of the show."""

    voice1: Integer | None = None
    voice2: Integer | None = None
    style: Text | None = None
    music: Address | None = None
    hostNames: Annotated[list[Text], Field(max_length=8)] | None = None


class ShowOrder(Order):
    """What is said of a show. Making one needs name, description, author, link and email."""

    name: Text | None = None
    description: Text | None = None
    author: Text | None = None
    link: Address | None = None
    email: Text | None = None
    imageUrl: Annotated[Address | None, Field(description="Where to fetch its picture; empty for a drawn cover.")] = (
        None
    )
    language: LanguageName | None = None
    categories: Annotated[
        list[Text] | None, Field(max_length=20, description='Apple\'s, such as `"Arts > Books"`.')
    ] = None
    explicit: bool | None = None
    type: Literal["episodic", "serial"] | None = None
    copyright: Text | None = None
    owner: OwnerOrder | Text | None = None
    funding: Annotated[list[FundingOrder], Field(max_length=20)] | None = None
    persons: Annotated[list[PersonOrder], Field(max_length=100)] | None = None
    locked: bool | None = None
    medium: Text | None = None
    newFeedUrl: Address | None = None
    redirectFeed: Annotated[bool | None, Field(description="Send the feed's readers on to `newFeedUrl`, for good.")] = (
        None
    )
    hidden: bool | None = None
    episodesPerPage: Annotated[
        Integer | None, Field(description="Serve the feed in pages of so many episodes; 0: whole, up to 10 MB.")
    ] = None
    defaults: DefaultsOrder | None = None


class RemoveOrder(Order):
    """The show, or the episode, that is meant."""

    id: RequiredId


class FundingRecord(msgspec.Struct):
    """Where listeners can give."""

    url: str
    text: str


class PersonRecord(msgspec.Struct, omit_defaults=True):
    """Someone heard in or working on it."""

    name: str
    role: str = ""
    group: str = ""
    img: str = ""
    href: str = ""


class OwnerRecord(msgspec.Struct):
    """Who answers for the show."""

    name: str
    email: str


class DefaultsRecord(msgspec.Struct, omit_defaults=True):
    """What Create offers first for an episode of the show."""

    voice1: int = 0
    voice2: int = 0
    style: str = ""
    music: str = ""
    hostNames: tuple[str, ...] = ()


class SourceRecord(msgspec.Struct):
    """Where an imported show comes from, and what is true of it there only."""

    feedUrl: str
    importedOn: WireTime
    categories: list[str]
    newFeedUrl: str
    selfLink: str
    block: str
    complete: str
    hostAudio: bool


class ShowRecord(msgspec.Struct):
    """A show. `token` is its owner's client id; `warnings` tells what could not be done as asked."""

    id: str
    name: str
    description: str
    author: str
    link: str
    email: str
    token: str
    createdOn: WireTime
    updatedOn: WireTime
    rssUrl: str
    imageUrl: str
    language: str
    categories: list[str]
    explicit: bool
    type: str
    copyright: str
    owner: OwnerRecord
    funding: list[FundingRecord]
    persons: list[PersonRecord]
    locked: bool
    medium: str
    newFeedUrl: str
    redirectFeed: bool
    hidden: bool
    episodesPerPage: int
    defaults: DefaultsRecord
    guid: str
    source: SourceRecord | None = None
    warnings: list[str] | UnsetType = UNSET


class ShowPage(msgspec.Struct):
    """One page of shows."""

    shows: list[ShowRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


class MadeShow(msgspec.Struct):
    """A show was made; its feed is there from now on."""

    success: bool
    podcastId: str
    rssUrl: str
    imageUrl: str | UnsetType = UNSET


@routes.get("/podcast/shows", query=PageQuery, replies=(list[ShowRecord], ShowPage))
async def shows(call: Call, query: PageQuery) -> ShowPage | web.StreamResponse:
    """List the caller's shows, newest first: one page, or without page and limit a plain array."""
    service = call.services.shows
    if not query.wants_page:
        return await stream_array(call, service.every(by=call.by), lambda show: show_record(show, service))
    found = await service.page(query.number, query.size, by=call.by)
    return ShowPage(
        shows=[show_record(show, service) for show in found.items],
        totalCount=found.total,
        page=query.page or 1,
        pageSize=found.page_size,
        totalPages=found.total_pages,
    )


@routes.post("/podcast/shows", body=ShowOrder, replies=(MadeShow,))
async def create(call: Call, body: ShowOrder) -> MadeShow:
    """Make a show. Without a picture it gets a drawn cover, so that its feed is valid from the start."""
    show = await call.services.shows.create(to_change(body), by=call.by)
    return MadeShow(True, show.id, call.services.shows.feed_url(show))


@routes.post(
    "/podcast/shows/with-image",
    form=Form(file="imageFile", limit=MAX_UPLOAD_BYTES, texts=IMAGE_FIELDS),
    limit=MAX_UPLOAD_BYTES + MIB,
    replies=(MadeShow,),
)
async def create_with_image(call: Call) -> MadeShow:
    """Make a show with a picture (multipart, field `imageFile`).

    The picture must be square, of at least 1400 pixels; `crop` keeps a part of it: `center`, or `left,top,side`.
    """
    values, data = await FormReader(call, field="imageFile").everything(IMAGE_FIELDS, _image)
    picture = _picture(data, values.pop("crop", ""))
    change = ShowChange(
        name=values.get("name"),
        description=values.get("description"),
        author=values.get("author"),
        link=values.get("link"),
        email=values.get("email"),
        language=values.get("language") or None,
    )
    show = await call.services.shows.create(change, by=call.by, picture=picture)
    return MadeShow(True, show.id, call.services.shows.feed_url(show), call.services.shows.artwork_url(show))


@routes.get("/podcast/shows/{podcastId}", replies=(ShowRecord,), errors=(404,))
async def show(call: Call) -> ShowRecord:
    """Read one show."""
    found = await call.services.shows.get(call.params["podcastId"], by=call.by)
    return _single(call, found)


@routes.post("/podcast/shows/{podcastId}", body=ShowOrder, replies=(ShowRecord,), errors=(404,))
async def change(call: Call, body: ShowOrder) -> ShowRecord:
    """Change a show: fields left out stay as they are."""
    changed = await call.services.shows.change(call.params["podcastId"], to_change(body), by=call.by)
    return _single(call, changed)


@routes.post(
    "/podcast/shows/{podcastId}/image",
    form=Form(file="imageFile", limit=MAX_UPLOAD_BYTES, texts=("crop",)),
    limit=MAX_UPLOAD_BYTES + MIB,
    replies=(ShowRecord,),
    errors=(404,),
)
async def change_image(call: Call) -> ShowRecord:
    """Give a show another picture (multipart, field `imageFile`); `crop` as in making one."""
    values, data = await FormReader(call, field="imageFile").everything(("crop",), _image)
    changed = await call.services.shows.change(
        call.params["podcastId"], ShowChange(), by=call.by, picture=_picture(data, values.get("crop", ""))
    )
    return _single(call, changed)


@routes.post("/podcast/remove", body=RemoveOrder, replies=(Done,), errors=(404,))
async def remove(call: Call, body: RemoveOrder) -> Done:
    """Delete a show, or an episode by its number as a string."""
    if body.id.isascii() and body.id.isdecimal() and len(body.id) < 19:
        await call.services.episodes.remove(int(body.id), by=call.by)
        return Done(success=True, message="The episode is deleted.")
    await call.services.shows.remove(body.id, by=call.by)
    return Done(success=True, message="The show is deleted; its episodes are still there.")


def to_change(body: ShowOrder) -> ShowChange:
    """What the services take."""
    owner, email = body.owner, body.email
    if isinstance(owner, OwnerOrder):
        email = email if email is not None else owner.email
        owner = owner.name
    return ShowChange(
        name=body.name,
        description=body.description,
        author=body.author,
        link=body.link,
        email=email,
        language=body.language,
        categories=None if body.categories is None else tuple(body.categories),
        explicit=body.explicit,
        type=body.type,
        copyright=body.copyright,
        owner=owner,
        funding=None if body.funding is None else tuple(Funding(f.url, f.text or "") for f in body.funding),
        persons=persons_of(body.persons),
        locked=body.locked,
        medium=body.medium,
        new_feed_url=body.newFeedUrl,
        redirects=body.redirectFeed,
        episodes_per_page=body.episodesPerPage,
        hidden=body.hidden,
        defaults=_defaults(body.defaults),
        image_url=body.imageUrl,
    )


def persons_of(orders: list[PersonOrder] | None) -> tuple[Person, ...] | None:
    """The people that were named."""
    if orders is None:
        return None
    return tuple(Person(p.name, p.role or "", p.group or "", p.img or "", p.href or "") for p in orders)


def person_record(person: Person) -> PersonRecord:
    """A person on the way out."""
    return PersonRecord(person.name, person.role, person.group, person.img, person.href)


def show_record(show: Show, service: Shows, *, own_warnings: bool = True) -> ShowRecord:
    """A show on the way out."""
    language = language_by_code(show.language)
    return ShowRecord(
        id=show.id,
        name=show.name,
        description=show.description,
        author=show.author,
        link=show.link,
        email=show.email,
        token=show.owner,
        createdOn=wire_time(show.created_on),
        updatedOn=wire_time(show.updated_on),
        rssUrl=service.feed_url(show),
        imageUrl=service.artwork_url(show),
        language=language.name if language is not None and language.code == show.language else show.language,
        categories=[str(category) for category in show.categories],
        explicit=show.explicit,
        type=str(show.type),
        copyright=show.copyright,
        owner=OwnerRecord(show.owner_name or show.author, show.email),
        funding=[FundingRecord(f.url, f.text) for f in show.funding],
        persons=[person_record(p) for p in show.persons],
        locked=show.locked,
        medium=show.medium,
        newFeedUrl=show.new_feed_url,
        redirectFeed=show.redirects,
        hidden=show.hidden,
        episodesPerPage=show.episodes_per_page,
        defaults=DefaultsRecord(
            show.defaults.voice1,
            show.defaults.voice2,
            show.defaults.style,
            show.defaults.music,
            show.defaults.host_names,
        ),
        guid=show.guid,
        source=_source(show),
        warnings=list(show.warnings) if own_warnings and show.warnings else UNSET,
    )


def _source(show: Show) -> SourceRecord | None:
    source = show.source
    if source is None:
        return None
    return SourceRecord(
        feedUrl=source.address,
        importedOn=wire_time(source.imported_on),
        categories=list(source.categories),
        newFeedUrl=source.new_feed_url,
        selfLink=source.self_link,
        block=source.block,
        complete=source.complete,
        hostAudio=source.hosts_audio,
    )


def _single(call: Call, show: Show) -> ShowRecord:
    """A record as a whole answer: its warnings join those of the call."""
    call.warnings.extend(show.warnings)
    return show_record(show, call.services.shows, own_warnings=False)


def _defaults(body: DefaultsOrder | None) -> ShowDefaults | None:
    if body is None:
        return None
    return ShowDefaults(
        voice1=body.voice1 or 0,
        voice2=body.voice2 or 0,
        style=body.style or "",
        music=body.music or "",
        host_names=tuple(body.hostNames or ()),
    )


async def _image(part: UploadedPart) -> bytes:
    data = bytearray()
    async for chunk in part.chunks:
        data += chunk
        if len(data) > MAX_UPLOAD_BYTES:
            raise InvalidField("imageFile", f"is larger than {MAX_UPLOAD_BYTES // MIB} MB; send a smaller picture")
    return bytes(data)


def _picture(data: bytes, crop: str) -> GivenPicture:
    if crop.strip().lower() in {"center", "centre"}:
        return GivenPicture(data, centre=True)
    if not crop.strip():
        return GivenPicture(data)
    square = _SQUARE.fullmatch(crop)
    if square is None:
        raise invalid([FieldFault("crop", "must be center, or left,top,side in pixels")])
    left, top, side = (int(number) for number in square.groups())
    return GivenPicture(data, crop=Crop(left, top, side))
