"""What callers say of a show."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from server.domain.shows import Funding, Person, ShowChange, ShowDefaults
from server.http.wire import Integer, LanguageName, Order, RequiredId

# ruff: noqa: N815 - the wire's names
Text = Annotated[str, Field(max_length=20_000)]
Address = Annotated[str, Field(max_length=2000)]


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
