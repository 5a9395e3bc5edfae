"""Shows, their feeds and their recordings, and who is told of them."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from server.bootstrap.ground import Given, Ground
from server.services.deliveries import guarded_sender
from server.services.episodes import Episodes
from server.services.feeds import Feeds
from server.services.hosting import Hosting
from server.services.plays import Plays
from server.services.shows import Shows
from server.services.telling import Ears, Telling


@dataclass(frozen=True, slots=True, kw_only=True)
class Podcasts:
    """What the world reads of shows, and what keeps it true."""

    shows: Shows
    hosting: Hosting
    feeds: Feeds
    plays: Plays
    episodes: Episodes


async def open_podcasts(given: Given, ground: Ground, closing: AsyncExitStack) -> Podcasts:
    """Shows with their feeds; recordings that are still elsewhere are fetched on."""
    store, storage, links = ground.store, ground.storage, ground.links
    config, fetch, clock = given.config, given.fetch, given.clock
    private = config.allow_private_urls
    shows = Shows(
        store,
        storage,
        links,
        judge=given.judge,
        quarantine=ground.quarantine,
        fetch_picture=given.fetch_picture,
        allow_private_urls=private,
        clock=clock,
    )
    closing.push_async_callback(shows.close)
    await shows.start()
    hosting = Hosting(
        store,
        storage,
        fetch=fetch,
        downloads=ground.directory.downloads,
        quarantine=ground.sounds,
        allow_private_urls=private,
        clock=clock,
    )
    closing.push_async_callback(hosting.close)
    await hosting.start()
    feeds = Feeds(store, links, hub=config.websub_hub, clock=clock)
    closing.push_async_callback(feeds.close)
    plays = Plays(store, shows, clock=clock)
    closing.push_async_callback(plays.close)
    telling = Telling(
        store,
        links,
        ears=Ears(config.websub_hub, config.podping_url, config.podping_token),
        send=given.send or guarded_sender(allow_private=private, allow_local=False),
        fetch=fetch,
    )
    closing.push_async_callback(telling.close)
    episodes = Episodes(store, storage, links, quarantine=ground.sounds, room=ground.disk.require_room, clock=clock)
    return Podcasts(
        shows=shows,
        hosting=hosting,
        feeds=feeds,
        plays=plays,
        episodes=episodes,
    )
