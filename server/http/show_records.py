"""What callers read of a show."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from server.domain.languages import language_by_code
from server.domain.shows import Person, Show
from server.domain.times import wire_time
from server.http.wire import WireTime
from server.services.shows import Shows

# ruff: noqa: N815 - the wire's names


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
