"""What orders are made of besides their own sources: projects, channels, items of feeds."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from server.bootstrap.ground import Given, Ground
from server.services.channels import Channels
from server.services.feed_items import FeedItems
from server.services.projects import Projects
from server.services.quarantine import page_reader_of, reader_of
from server.services.references import References
from server.services.researches import KeptResearches


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What an order may refer to. Projects and channels are started by `open_ordering`."""

    projects: Projects
    channels: Channels
    references: References


async def open_material(given: Given, ground: Ground, closing: AsyncExitStack) -> Material:
    """Projects, channels, and what looks references up."""
    store, storage, links, quarantine = ground.store, ground.storage, ground.links, ground.quarantine
    clock, judge, private, fetch = given.clock, given.judge, given.config.allow_private_urls, given.fetch
    projects = Projects(
        store,
        storage,
        links,
        judge=judge,
        fetch=fetch,
        read=page_reader_of(quarantine),
        quarantine=quarantine,
        allow_private_urls=private,
        clock=clock,
    )
    closing.push_async_callback(projects.close)
    channels = Channels(store, fetch=fetch, read=reader_of(quarantine), clock=clock)
    closing.push_async_callback(channels.close)
    references = given.references or References(
        feed_items=FeedItems(store), projects=projects, channels=channels, researches=KeptResearches(store)
    )
    return Material(
        projects=projects,
        channels=channels,
        references=references,
    )
