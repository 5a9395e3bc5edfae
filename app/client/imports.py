"""Shows taken over from other hosts, and the check of feeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from app.client.connection import Connection
from app.client.readings import Record, number, records, sentence, sentences, text


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import came to."""

    show_id: str
    rss_url: str
    is_new: bool
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    left_out: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleResult:
    """What became of one rule: `status` is pass, fail, not_applicable or not_checked."""

    id: str
    level: str
    text: str
    status: str
    count: int = 0
    details: tuple[str, ...] = ()
    mend: str = ""
    """What puts it right here, such as ``draw_cover``; empty where only the source can."""


@dataclass(frozen=True, slots=True)
class FeedCheck:
    """A feed held against every rule."""

    url: str
    title: str
    items: int
    must_failed: int
    should_failed: int
    rules: tuple[RuleResult, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedFeed:
    """One feed of an OPML document."""

    title: str
    feed_url: str


class Imports:
    """Calls about feeds of others, and about what a show needs to be published anywhere."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def show(self, url: str, *, email: str = "", is_owner: bool = False, host_audio: bool = False) -> Imported:
        """Import a show by its feed, or bring it up to date. It takes up to five minutes."""
        body: dict[str, Any] = {"rssUrl": url, "confirmOwnership": is_owner, "hostAudio": host_audio}
        if email:
            body["email"] = email
        return imported_of(await self._connection.post_long("/podcast/import-rss", body))

    async def feeds_of_opml(self, document: str) -> tuple[ListedFeed, ...]:
        """The feeds that an OPML document lists."""
        reply = await self._connection.post("/studio/opml", {"opml": document})
        return tuple(ListedFeed(text(r, "title"), text(r, "feedUrl")) for r in records(reply.get("feeds")))

    async def check_show(self, show_id: str) -> FeedCheck:
        """Hold the feed of a show against the rules."""
        return check_of(await self._connection.get(f"/studio/shows/{show_id}/check"))

    async def check_site(self, show_id: str, *, base: str) -> FeedCheck:
        """Hold the folder that `save_site` writes against the rules."""
        return check_of(await self._connection.get(f"/studio/shows/{show_id}/site/check?base={quote(base, safe='')}"))

    async def check_feed(self, url: str) -> FeedCheck:
        """Hold a feed elsewhere against the rules, before it is imported."""
        return check_of(await self._connection.post_long("/studio/feeds/check", {"url": url}))

    async def mend(self, show_id: str, action: str) -> None:
        """Put right what needs no words: ``draw_cover`` or ``host_audio``."""
        await self._connection.post(f"/studio/shows/{show_id}/mend", {"action": action})

    async def save_site(
        self, show_id: str, target: Path, *, base: str, progress: Callable[[int, int], None] | None = None
    ) -> None:
        """Write a show as a folder for a web host, as a ZIP; `base` is where the folder will lie."""
        address = f"/studio/shows/{show_id}/site?base={quote(base, safe='')}"
        await self._connection.save(address, target, progress=progress)

    async def save_audio(
        self, target: Path, *, show_id: str = "", progress: Callable[[int, int], None] | None = None
    ) -> None:
        """Write the recordings of a show, or all of them, as a ZIP."""
        await self._connection.save(f"{_episodes(show_id)}/audio-zip", target, progress=progress)

    async def save_csv(self, target: Path, *, show_id: str = "") -> None:
        """Write the list of a show's episodes, or of all, as CSV."""
        await self._connection.save(f"{_episodes(show_id)}/csv", target)

    async def save_opml(self, target: Path) -> None:
        """Write the list of the caller's shows as OPML."""
        await self._connection.save("/studio/shows/opml", target)

    async def plays(self, show_id: str, *, days: int = 30) -> Mapping[int, int]:
        """Plays of the last days by episode."""
        reply = await self._connection.get(f"/studio/shows/{show_id}/plays", days=days)
        return {number(record, "episodeId"): number(record, "plays") for record in records(reply.get("episodes"))}


def imported_of(record: Record) -> Imported:
    """Read the answer to an import."""
    return Imported(
        show_id=text(record, "podcastId"),
        rss_url=text(record, "rssUrl"),
        is_new=bool(record.get("isNew")),
        added=number(record, "episodesAdded"),
        updated=number(record, "episodesUpdated"),
        unchanged=number(record, "episodesUnchanged"),
        left_out=number(record, "itemsLeftOut"),
        warnings=sentences(record, "warnings"),
    )


def check_of(record: Record) -> FeedCheck:
    """Read a feed check."""
    return FeedCheck(
        url=text(record, "url"),
        title=text(record, "title"),
        items=number(record, "items"),
        must_failed=number(record, "mustFailed"),
        should_failed=number(record, "shouldFailed"),
        rules=tuple(
            RuleResult(
                id=text(rule, "id"),
                level=text(rule, "level"),
                text=sentence(rule, "text"),
                status=text(rule, "status"),
                count=number(rule, "count"),
                details=sentences(rule, "details"),
                mend=text(rule, "mend"),
            )
            for rule in records(record.get("rules"))
        ),
    )


def _episodes(show_id: str) -> str:
    return f"/podcast/shows/{show_id}/episodes" if show_id else "/podcast/episodes"
