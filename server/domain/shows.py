"""A podcast show: what its owner says of it, and the rules its feed lives by."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import StrEnum
from urllib.parse import urlsplit

from server.domain import categories
from server.domain.categories import Category
from server.domain.errors import FieldFault, Invalid, InvalidField
from server.domain.languages import language_by_name
from server.domain.plaintext import plain

GUID_NAMESPACE = uuid.UUID("ead4c236-bf58-58c6-a2c6-a6b28d128cb6")
"""The Podcasting 2.0 namespace of ``podcast:guid``."""

MAX_NAME = 255
"""Characters of a name or title that directories show."""

MAX_DESCRIPTION_BYTES = 4000
MAX_PERSONS = 100
MAX_PER_PAGE = 10_000

MEDIA = frozenset(
    {"podcast", "music", "video", "film", "audiobook", "newsletter", "blog", "publisher", "course", "mixed"}
    | {f"{name}L" for name in ("podcast", "music", "video", "film", "audiobook", "newsletter", "blog", "course")}
)
"""The published values of ``podcast:medium``."""

_EMAIL = re.compile(r"[^@\s<>()\",;:\\\[\]]+@[^@\s<>()\",;:\\\[\]]+\.[A-Za-z0-9-]{2,}")
_UNFIT = re.compile(r'[\s<>"{}|\\^`\x00-\x1f\x7f]')


class ShowType(StrEnum):
    """Episodic shows are played newest first, serial ones from the first episode on."""

    EPISODIC = "episodic"
    SERIAL = "serial"


@dataclass(frozen=True, slots=True)
class Funding:
    """Where listeners can give; `text` is the label of the button (at most 128 characters)."""

    url: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone heard in or working on a show; `role` and `group` are of the podcast taxonomy, in lower case."""

    name: str
    role: str = ""
    group: str = ""
    img: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class ShowDefaults:
    """What Create offers first for an episode of this show; zero and empty mean: no wish."""

    voice1: int = 0
    voice2: int = 0
    style: str = ""
    music: str = ""
    """HTTPS address of the intro music."""
    host_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Artwork:
    """A picture that is published: an address (a path of ours or a URL elsewhere) and what is known of it."""

    address: str
    original: str = ""
    """Where the picture lies as it was given; empty for a drawn cover and for pictures elsewhere."""
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """An element of the podcast namespace that is carried along as an import brought it."""

    name: str
    """Its local name, such as ``value``."""
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    children: tuple[Tag, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowSource:
    """Where an imported show comes from, and what of it is a fact of the old place and not published here."""

    address: str
    """Of its feed, as it was read last."""
    imported_on: datetime
    seen: dict[str, str] = field(default_factory=dict)
    """What the source said last, by field, as short hashes: what differs here from them was edited here."""
    categories: tuple[str, ...] = ()
    """As the source writes them, ``Government & Organizations > Local``."""
    new_feed_url: str = ""
    self_link: str = ""
    block: str = ""
    complete: str = ""
    artwork_url: str = ""
    owned: bool = False
    """Whether the owner of a locked show said that it is his."""
    hosts_audio: bool = False
    """Whether its recordings are to be taken over."""


@dataclass(frozen=True, slots=True)
class Show:
    """A show as it is stored. `changed_on` is when its feed last changed: its own fields or an episode of it."""

    id: str
    owner: str
    """The owner's client id; the wire's `token`."""
    guid: str
    name: str
    description: str
    author: str
    link: str
    email: str
    created_on: datetime
    updated_on: datetime
    changed_on: datetime
    language: str = "en"
    """ISO 639-1 code, with a region where an imported feed had one."""
    categories: tuple[Category, ...] = (categories.DEFAULT,)
    explicit: bool = False
    type: ShowType = ShowType.EPISODIC
    copyright: str = ""
    owner_name: str = ""
    """Empty means the author."""
    funding: tuple[Funding, ...] = ()
    persons: tuple[Person, ...] = ()
    locked: bool = False
    medium: str = "podcast"
    new_feed_url: str = ""
    hidden: bool = False
    """The feed answers but asks directories not to list the show."""
    defaults: ShowDefaults = ShowDefaults()
    artwork: Artwork | None = None
    image_url: str = ""
    """The address the picture was asked to come from."""
    warnings: tuple[str, ...] = ()
    source: ShowSource | None = None
    """Where it was imported from."""
    extras: tuple[Tag, ...] = ()
    """What an import brought beside all this."""
    redirects: bool = False
    """Whether the feed sends its readers on to `new_feed_url`."""
    episodes_per_page: int = 0
    """How many episodes a page of the feed holds (RFC 5005); 0 for a feed that is whole as long as it can be."""

    @property
    def feed_path(self) -> str:
        """Path of the feed under the public address."""
        return f"/podcast/rss/{self.id}"


@dataclass(frozen=True, slots=True)
class ShowChange:
    """What someone wants to say of a show, in the wire's words; None leaves a field as it is."""

    name: str | None = None
    description: str | None = None
    author: str | None = None
    link: str | None = None
    email: str | None = None
    language: str | None = None
    """The language's own name."""
    categories: tuple[str, ...] | None = None
    explicit: bool | None = None
    type: str | None = None
    copyright: str | None = None
    owner: str | None = None
    funding: tuple[Funding, ...] | None = None
    persons: tuple[Person, ...] | None = None
    locked: bool | None = None
    medium: str | None = None
    new_feed_url: str | None = None
    hidden: bool | None = None
    redirects: bool | None = None
    episodes_per_page: int | None = None
    defaults: ShowDefaults | None = None
    image_url: str | None = None


REQUIRED = ("name", "description", "author", "link", "email")
"""What creating a show needs."""

_WIRE = {"new_feed_url": "newFeedUrl", "image_url": "imageUrl", "episodes_per_page": "episodesPerPage"}


def looks_like_email(text: str) -> bool:
    """Whether `text` could be somebody's address."""
    return len(text) <= 254 and _EMAIL.fullmatch(text) is not None


def looks_like_url(text: str) -> bool:
    """Whether `text` is an absolute http(s) address without characters that an address can't hold."""
    if len(text) > 2000 or _UNFIT.search(text):
        return False
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    return parts.scheme.lower() in ("http", "https") and bool(parts.hostname)


def feed_guid(feed_url: str) -> str:
    """The ``podcast:guid`` of a feed: UUIDv5 of its address without scheme and trailing slashes (Podcasting 2.0)."""
    bare = re.sub(r"^[a-zA-Z][a-zA-Z0-9+.-]*://", "", feed_url.strip()).rstrip("/")
    return str(uuid.uuid5(GUID_NAMESPACE, bare))


def new_show(change: ShowChange, *, id: str, owner: str, guid: str, now: datetime) -> Show:
    """The show that `change` describes, with the defaults that make its feed valid from the start.

    Raises:
        Invalid: a required field is missing or a value breaks a rule; `details` lists all of them.
    """
    missing = [FieldFault(name, "is required") for name in REQUIRED if not (getattr(change, name) or "").strip()]
    blank = Show(
        id=id,
        owner=owner,
        guid=guid,
        name="",
        description="",
        author="",
        link="",
        email="",
        created_on=now,
        updated_on=now,
        changed_on=now,
    )
    return _changed(blank, change, now=now, faults=missing)


def change_show(show: Show, change: ShowChange, *, now: datetime) -> Show:
    """`show` with what `change` says; the same value where nothing would be different.

    Raises:
        Invalid: a value breaks a rule; `details` lists every such field.
    """
    return _changed(show, change, now=now, faults=[])


def _changed(show: Show, change: ShowChange, *, now: datetime, faults: list[FieldFault]) -> Show:
    known = {fault.field for fault in faults}
    said: dict[str, object] = {}
    for each in fields(change):
        value = getattr(change, each.name)
        if value is None or each.name in known:
            continue
        try:
            target, settled = _settle(each.name, value)
            said[target] = settled
        except Invalid as error:
            faults += error.details
    if faults:
        raise_faults(faults)
    if all(getattr(show, name) == value for name, value in said.items()):
        return show
    return replace(show, updated_on=now, changed_on=now, **said)  # type: ignore[arg-type]


def raise_faults(faults: Iterable[FieldFault]) -> None:
    """Raise one `Invalid` for all of them; nothing happens when there is none."""
    listed = tuple(faults)
    if listed:
        raise Invalid(
            "; ".join(f"{fault.field}: {fault.message}" for fault in listed), details=listed, code="invalid_field"
        )


def _settle(name: str, value: object) -> tuple[str, object]:  # noqa: PLR0911, PLR0912
    """The field of `Show` that a said value goes to, and what is stored there."""
    wire = _WIRE.get(name, name)
    match name:
        case "name" | "author":
            return name, said_text(wire, str(value))
        case "description":
            return name, said_description(wire, str(value), limit=MAX_DESCRIPTION_BYTES)
        case "copyright" | "owner":
            return ("owner_name" if name == "owner" else name), said_text(wire, str(value), optional=True)
        case "link":
            return name, said_address(wire, str(value))
        case "new_feed_url" | "image_url":
            return name, said_address(wire, str(value)) if str(value).strip() else ""
        case "email":
            email = str(value).strip()
            if not looks_like_email(email):
                raise InvalidField(wire, "does not look like an e-mail address, such as name@example.com")
            return name, email
        case "language":
            return name, language_by_name(str(value), field=wire).code
        case "categories":
            assert isinstance(value, tuple)
            return name, _said_categories(value)
        case "type":
            if not isinstance(value, str) or value not in tuple(ShowType):
                raise InvalidField(wire, "must be episodic or serial")
            return name, ShowType(value)
        case "medium":
            if value not in MEDIA:
                raise InvalidField(wire, f"must be one of {', '.join(sorted(MEDIA))}")
            return name, value
        case "funding":
            assert isinstance(value, tuple)
            return name, tuple(_said_funding(n, each) for n, each in enumerate(value))
        case "persons":
            assert isinstance(value, tuple)
            return name, said_persons(value)
        case "episodes_per_page":
            if not isinstance(value, int) or not 0 <= value <= MAX_PER_PAGE:
                raise InvalidField(wire, f"must be a whole number up to {MAX_PER_PAGE:,}, or 0 for a whole feed")
            return name, value
        case _:
            return name, value


def said_text(wire: str, value: str, *, optional: bool = False) -> str:
    """One line of text for a feed: not empty once tags and control characters are gone, at most 255 characters.

    Raises:
        InvalidField: it is empty or too long.
    """
    text = value.strip()
    if not plain(text) and not (optional and not text):
        raise InvalidField(wire, "must hold some text")
    if len(text) > MAX_NAME:
        raise InvalidField(wire, f"is {len(text)} characters long; {MAX_NAME} are the most")
    return text


def said_description(wire: str, value: str, *, limit: int) -> str:
    """A description of at most `limit` UTF-8 bytes that says something.

    Raises:
        InvalidField: it is empty or too long.
    """
    text = value.strip()
    size = len(text.encode("utf-8", "replace"))
    if size > limit:
        raise InvalidField(wire, f"is {size:,} bytes long; {limit:,} are the most")
    if not plain(text):
        raise InvalidField(wire, "must hold some text")
    return text


def said_address(wire: str, value: str) -> str:
    """An absolute http(s) address.

    Raises:
        InvalidField: it is none.
    """
    text = value.strip()
    if not looks_like_url(text):
        raise InvalidField(wire, "must be an address that starts with http:// or https://")
    return text


def said_persons(persons: tuple[Person, ...]) -> tuple[Person, ...]:
    """People fit for ``podcast:person``.

    Raises:
        Invalid: a name is missing or over 128 characters, an address is none, or there are over 100 people.
    """
    faults: list[FieldFault] = []
    if len(persons) > MAX_PERSONS:
        faults.append(FieldFault("persons", f"holds {len(persons)} people; {MAX_PERSONS} are the most"))
    for n, person in enumerate(persons):
        if not 0 < len(plain(person.name)) <= 128:
            faults.append(FieldFault(f"persons[{n}].name", "must hold 1 to 128 characters"))
        faults += [
            FieldFault(f"persons[{n}].{name}", "must be an address that starts with http:// or https://")
            for name, address in (("img", person.img), ("href", person.href))
            if address and not looks_like_url(address)
        ]
        faults += [
            FieldFault(f"persons[{n}].{name}", "is over 128 characters long")
            for name, text in (("role", person.role), ("group", person.group))
            if len(text) > 128
        ]
    raise_faults(faults)
    return tuple(
        replace(p, name=plain(p.name), role=plain(p.role).lower(), group=plain(p.group).lower()) for p in persons
    )


def _said_funding(n: int, funding: Funding) -> Funding:
    faults = []
    if not looks_like_url(funding.url):
        faults.append(FieldFault(f"funding[{n}].url", "must be an address that starts with http:// or https://"))
    if len(plain(funding.text)) > 128:
        faults.append(FieldFault(f"funding[{n}].text", "is over 128 characters long"))
    raise_faults(faults)
    return Funding(funding.url, plain(funding.text))


def _said_categories(names: tuple[str, ...]) -> tuple[Category, ...]:
    if not names:
        raise InvalidField("categories", "must name at least one category")
    found = tuple(categories.parse(name, field=f"categories[{n}]") for n, name in enumerate(names))
    return tuple(dict.fromkeys(found))
