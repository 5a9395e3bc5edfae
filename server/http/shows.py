"""Podcast shows: make, list, read and change them."""

from __future__ import annotations

import re

from aiohttp import web

from server.domain.artwork import MAX_UPLOAD_BYTES, Crop
from server.domain.errors import FieldFault, InvalidField
from server.domain.shows import Show, ShowChange
from server.http.calls import Call
from server.http.lists import PageQuery, paging, stream_array
from server.http.problems import invalid
from server.http.registry import MIB, Form, Routes
from server.http.replies import Done
from server.http.show_orders import RemoveOrder, ShowOrder, to_change
from server.http.show_records import MadeShow, ShowPage, ShowRecord, show_record
from server.http.uploads import FormReader, UploadedPart
from server.services.shows import GivenPicture

routes = Routes("Podcast shows")

IMAGE_FIELDS = ("name", "description", "author", "link", "email", "language", "crop")
_SQUARE = re.compile(r"\s*(\d{1,5})\s*,\s*(\d{1,5})\s*,\s*(\d{1,5})\s*")


@routes.get("/podcast/shows", query=PageQuery, replies=(list[ShowRecord], ShowPage))
async def shows(call: Call, query: PageQuery) -> ShowPage | web.StreamResponse:
    """List the caller's shows, newest first: one page, or without page and limit a plain array."""
    service = call.services.shows
    if not query.wants_page:
        return await stream_array(call, service.every(by=call.by), lambda show: show_record(show, service))
    found = await service.page(query.number, query.size, by=call.by)
    return ShowPage(
        shows=[show_record(show, service) for show in found.items],
        **paging(query, found),
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


def _single(call: Call, show: Show) -> ShowRecord:
    """A record as a whole answer: its warnings join those of the call."""
    call.warnings.extend(show.warnings)
    return show_record(show, call.services.shows, own_warnings=False)


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
