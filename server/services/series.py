"""Several podcasts at intervals: one order for each episode, accepted together or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TypeVar

from server.domain.accounts import Account
from server.domain.errors import InvalidField
from server.domain.notebooks import Keyed
from server.domain.orders import ContentOrder, FeedSelection, Resource, SeriesOrder
from server.domain.requests import OutputType
from server.domain.sources import SourceKind
from server.domain.times import Clock, utc_now
from server.services.intake import Intake
from server.services.ordering import Ordering
from server.services.references import NEWEST, References

T = TypeVar("T")

AT_MOST_AGO = timedelta(hours=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledEpisode:
    """One accepted episode of a series; `urls` or `selections` tell what it is made of."""

    request_id: str
    number: int
    """Counted from 1."""
    scheduled_on: datetime
    urls: tuple[str, ...] = ()
    selections: tuple[FeedSelection, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """What was scheduled."""

    start: datetime
    frequency_minutes: int
    episodes: tuple[ScheduledEpisode, ...]
    by_urls: bool
    """Whether the caller named the addresses of every episode."""

    @property
    def total_urls(self) -> int:
        """Addresses over all episodes."""
        return sum(len(episode.urls) for episode in self.episodes)


class Scheduling:
    """Batches of podcasts."""

    def __init__(self, ordering: Ordering, intake: Intake, references: References, *, clock: Clock = utc_now) -> None:
        self._ordering = ordering
        self._intake = intake
        self._references = references
        self._clock = clock

    async def schedule(self, order: SeriesOrder, *, by: Account, keyed: Keyed | None = None) -> Series:
        """Accept every episode of a series in one transaction.

        Raises:
            InvalidField: the start lies too far back, or a source, show or voice can't be used.
            Invalid: ``insufficient_credits`` for all episodes together, and as `Ordering.submit`.
        """
        now = await self._ordering.began(keyed, by=by)
        start = order.start_on or now
        if start < now - AT_MOST_AGO:
            raise InvalidField("startOn", "lies more than 24 hours in the past")
        by.require_subscription(now)
        await self._intake.check_notebook(order.notebook_id, by)
        self._check_addresses(order)
        parts = await self._parts(order, by=by)
        moments = [_later(start, minutes=order.frequency * place) for place in range(len(parts))]
        orders = [self._episode(order, *part, at=at) for part, at in zip(parts, moments, strict=True)]
        accepted = await self._ordering.submit_series(orders, by=by, keyed=keyed, at=now)
        return Series(
            start=start,
            frequency_minutes=order.frequency,
            by_urls=bool(order.urls),
            episodes=tuple(
                ScheduledEpisode(
                    request_id=each.id,
                    number=number,
                    scheduled_on=at,
                    urls=urls,
                    selections=selections,
                )
                for number, (each, at, (urls, selections)) in enumerate(zip(accepted, moments, parts, strict=True), 1)
            ),
        )

    def _check_addresses(self, order: SeriesOrder) -> None:
        for place, urls in enumerate(order.urls):
            for number, url in enumerate(urls):
                self._intake.check_address(f"urls[{place}][{number}]", url)
        if order.brand_url:
            self._intake.check_address("brandUrl", order.brand_url)

    async def _parts(
        self, order: SeriesOrder, *, by: Account
    ) -> list[tuple[tuple[str, ...], tuple[FeedSelection, ...]]]:
        """What each episode is made of: its addresses, or its share of the selected items."""
        if order.notebook_id:
            return [((), ())] * order.number_of_episodes
        if order.urls:
            return [(urls, ()) for urls in order.urls]
        if order.feed_selections:
            items = [
                (selection.feed_id, item) for selection in order.feed_selections for item in selection.feed_item_ids
            ]
            return [((), _selections(share)) for share in _shares(items, order.number_of_episodes)]
        videos = await self._references.channels.newest(
            order.video_site_channels, count=NEWEST, field="video_siteChannels", by=by
        )
        if not videos:
            raise InvalidField("video_siteChannels", "these channels hold no video yet")
        return [(tuple(share), ()) for share in _shares([v.content for v in videos], order.number_of_episodes)]

    @staticmethod
    def _episode(
        order: SeriesOrder, urls: tuple[str, ...], selections: tuple[FeedSelection, ...], *, at: datetime
    ) -> ContentOrder:
        kind = SourceKind.WEBSITE if order.urls else SourceKind.VIDEO_SITE
        resources = [Resource(kind, url) for url in urls]
        if order.brand_url:
            resources.append(Resource(SourceKind.WEBSITE, order.brand_url))
        return ContentOrder(
            output_type=OutputType.AUDIO,
            resources=tuple(resources),
            feed_selections=selections,
            text=order.instructions,
            duration=order.duration,
            style=order.style,
            language=order.language,
            podcast_id=order.podcast_id,
            episode_title=order.episode_title,
            voice1=order.voice1,
            voice2=order.voice2,
            callback_data=order.callback_data,
            notebook_id=order.notebook_id,
            scheduled_on=at,
        )


def _shares(items: Sequence[T], count: int) -> list[Sequence[T]]:
    """The items in `count` runs of about the same length; with fewer items than runs they come round again."""
    if len(items) < count:
        return [[items[place % len(items)]] for place in range(count)]
    ends = [len(items) * place // count for place in range(count + 1)]
    return [items[start:end] for start, end in pairwise(ends)]


def _selections(items: Sequence[tuple[int, str]]) -> tuple[FeedSelection, ...]:
    """The items by feed again, in the order in which they were selected."""
    by_feed: dict[int, list[str]] = {}
    for feed_id, item in items:
        by_feed.setdefault(feed_id, []).append(item)
    return tuple(FeedSelection(feed_id, tuple(chosen)) for feed_id, chosen in by_feed.items())


def _later(start: datetime, *, minutes: int) -> datetime:
    try:
        return start + timedelta(minutes=minutes)
    except OverflowError as error:
        raise InvalidField("frequency", "the last episode would lie beyond the year 9999") from error
