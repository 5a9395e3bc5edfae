"""Feeds held against the rules of directories: a show of the caller, or any feed by its address."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from server.domain.accounts import Account
from server.domain.errors import DomainError, Invalid, InvalidField, NotFound
from server.domain.files import Media
from server.domain.times import Clock, to_ms, utc_now
from server.feeds.checking import Checked, Findings, check_feed, check_picture, fits_type, results_of
from server.feeds.rules import RULES, Level, Mending
from server.fetch import Fetched, Limits, TooLarge
from server.services.feeds import Feeds
from server.services.intake import AddressJudge
from server.services.media import MediaLinks
from server.services.quarantine import Quarantine
from server.services.refreshing import FetchDocument
from server.services.shows import Shows, artwork_of, keep_pictures
from server.store import imports, shows
from server.store.database import Store
from server.store.transactions import Transaction

FEED_LIMITS = Limits(max_bytes=50_000_000, total_s=45.0, headers_s=10.0, min_bytes=10_000)
PICTURE_LIMITS = Limits(max_bytes=20 * 1024 * 1024, total_s=30.0, headers_s=10.0)
PIECE_LIMITS = Limits(max_bytes=200_000, total_s=15.0, headers_s=10.0)
LOOKED_AT = 3
"""Recordings and text files of a foreign feed that are asked for, the newest ones."""
_FEED_ACCEPT = "application/rss+xml, application/xml;q=0.9, */*;q=0.5"
_TAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"')
_OF_ANSWERS = ("H", "E", "T")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one rule: ``pass``, ``fail``, ``not_applicable`` or ``not_checked``."""

    rule: str
    level: Level
    text: str
    status: str
    count: int = 0
    """In how many places it does not hold."""
    details: tuple[str, ...] = ()
    mending: Mending = Mending.NONE


@dataclass(frozen=True, slots=True)
class Report:
    """A feed and what became of every rule."""

    url: str
    title: str
    items: int
    results: tuple[Result, ...]

    def failed(self, level: Level) -> int:
        """How many rules of a level do not hold."""
        return sum(1 for result in self.results if result.status == "fail" and result.level is level)


class Checks:
    """Checks feeds."""

    def __init__(
        self,
        store: Store,
        shows_service: Shows,
        feeds: Feeds,
        links: MediaLinks,
        *,
        fetch: FetchDocument,
        quarantine: Quarantine,
        judge: AddressJudge,
        allow_private_urls: bool = False,
        host: Callable[[], None] = lambda: None,
        clock: Clock = utc_now,
    ) -> None:
        """`host` is told when recordings are to be taken over."""
        self._host = host
        self._store = store
        self._shows = shows_service
        self._feeds = feeds
        self._links = links
        self._fetch = fetch
        self._quarantine = quarantine
        self._judge = judge
        self._allow_private = allow_private_urls
        self._clock = clock

    async def own(self, show_id: str, *, by: Account) -> Report:
        """Check the feed of a show of the caller, as it is published now. Its answers are not asked for.

        Raises:
            Invalid: the id is not one that a show can have.
            NotFound: there is none of the caller.
        """
        show = await self._shows.get(show_id, by=by)
        url = self._shows.feed_url(show)
        document = await self._feeds.document(show_id)
        checked = await asyncio.to_thread(check_feed, document.body, url=url, now=self._clock())
        if show.artwork is not None:
            await self._own_picture(checked.findings, show.artwork.address)
        return _report(url, checked, unchecked=_OF_ANSWERS, is_own=True)

    async def foreign(self, url: str) -> Report:
        """Check a feed by its address: its bytes, its answers, its picture and its newest recordings.

        Raises:
            InvalidField: ``url`` can't be fetched.
        """
        fault = self._judge(url, allow_private=self._allow_private)
        if fault is not None:
            raise InvalidField("url", fault)
        try:
            fetched = await self._get(url, limits=FEED_LIMITS, headers={"Accept": _FEED_ACCEPT})
        except DomainError as error:
            raise InvalidField("url", error.message) from error
        checked = await self._quarantine.run(check_feed, fetched.body, url=url, now=self._clock())
        await self._answers(checked.findings, url, fetched)
        if checked.artwork:
            await self._picture(checked.findings, checked.artwork)
        for address, length, kind in checked.enclosures[:LOOKED_AT]:
            await self._recording(checked.findings, address, length, kind)
        for address, kind in checked.files[:LOOKED_AT]:
            await self._file(checked.findings, address, kind)
        return _report(url, checked)

    async def mend(self, show_id: str, mending: Mending, *, by: Account) -> None:
        """Put right what can be put right without a word: the picture, or recordings that lie elsewhere.

        Raises:
            Invalid: that takes a person's words.
            NotFound: there is no such show of the caller.
        """
        show = await self._shows.get(show_id, by=by)
        if mending is Mending.COVER:
            made = await self._shows.picture(show, None)
            await self._store.write(_set_cover, show_id, by.id, made, to_ms(self._clock()))
        elif mending is Mending.HOST_AUDIO:
            await self._store.write(_host, show_id, by.id, to_ms(self._clock()))
            self._host()
        else:
            raise InvalidField("action", "is draw_cover or host_audio; the rest takes your words")

    async def _get(self, url: str, *, limits: Limits, headers: Mapping[str, str] | None = None) -> Fetched:
        return await self._fetch(url, limits=limits, allow_private=self._allow_private, headers=headers)

    async def _own_picture(self, findings: Findings, address: str) -> None:
        try:
            served = await self._links.find(address.split("/")[2])
            data = await asyncio.to_thread(served.path.read_bytes)
        except (NotFound, OSError, IndexError):
            findings.see("B01", False, address)
            return
        findings.see("B01", True)
        await asyncio.to_thread(check_picture, findings, data)

    async def _answers(self, findings: Findings, url: str, fetched: Fetched) -> None:
        see, said = findings.see, fetched.headers
        see(
            "H01", fetched.url.rstrip("/") == url.rstrip("/") and "set-cookie" not in said, f"it leads to {fetched.url}"
        )
        kind = said.get("content-type", "")
        see("H02", fetched.media_type in {"application/rss+xml", "application/xml", "text/xml"}, kind)
        see("H02b", fetched.media_type == "application/rss+xml" and fetched.charset.lower() == "utf-8", kind)
        see("H02c", fetched.charset.lower() in {"", "utf-8", "utf8"}, fetched.charset)
        see("H04", _TAG.fullmatch(fetched.etag), fetched.etag or "there is none")
        see("H04b", self._is_past(fetched.last_modified), fetched.last_modified or "there is none")
        packed = said.get("content-encoding", "")
        see("H08", packed in {"gzip", "br", "zstd", "deflate"})
        if packed:
            see("H08c", "accept-encoding" in said.get("vary", "").lower() or said.get("vary") == "*")
        see("H10", "cache-control" in said or "expires" in said)
        for rule, given in (
            ("H05", {"If-None-Match": fetched.etag} if fetched.etag else None),
            ("H06", {"If-Modified-Since": fetched.last_modified} if fetched.last_modified else None),
            ("H09", {}),
        ):
            if given is None:
                continue
            try:
                again = await self._get(url, limits=FEED_LIMITS, headers={"Accept": _FEED_ACCEPT, **given})
            except DomainError as error:
                see(rule, False, error.message)
                continue
            see(rule, again.not_modified if rule != "H09" else again.body == fetched.body, f"it answers {again.status}")

    def _is_past(self, text: str) -> bool:
        try:
            return parsedate_to_datetime(text) <= self._clock()
        except (ValueError, TypeError, IndexError):
            return False

    async def _picture(self, findings: Findings, url: str) -> None:
        try:
            fetched = await self._get(url, limits=PICTURE_LIMITS)
        except DomainError as error:
            findings.see("B01", False, error.message)
            return
        findings.see("B01", True)
        await self._quarantine_picture(findings, fetched.body)

    async def _quarantine_picture(self, findings: Findings, data: bytes) -> None:
        found = await self._quarantine.run(_pictured, data)
        for rule in found.looked:
            findings.see(rule, not found.failed[rule], "; ".join(found.places[rule]))

    async def _recording(self, findings: Findings, url: str, length: str, kind: str) -> None:
        see = findings.see
        try:
            fetched = await self._get(url, limits=PIECE_LIMITS, headers={"Range": "bytes=0-15"})
        except TooLarge:
            see("E02", False, f"{url}: the whole file comes when a part is asked for")
            return
        except DomainError as error:
            see("E01", False, error.message)
            return
        said = fetched.headers
        see("E01", fetched.url == url, f"{url} leads to {fetched.url}")
        total = re.fullmatch(r"bytes 0-15/(\d+)", said.get("content-range", ""))
        see("E02", fetched.status == 206 and total and fetched.size == 16, f"{url}: {fetched.status}")
        if total:
            see("E01b", total[1] == length, f"{url}: {total[1]} bytes and not {length}")
        see("E01c", fetched.media_type == kind, f"{url}: {fetched.media_type} and not {kind}")
        see("E01d", said.get("accept-ranges", "") == "bytes" or fetched.status == 206, url)
        see("E06", fetched.etag or fetched.last_modified, url)
        see("E07b", fits_type(fetched.body[:16], kind), url)
        see("E09", said.get("content-encoding", "identity") == "identity", url)

    async def _file(self, findings: Findings, url: str, kind: str) -> None:
        try:
            fetched = await self._get(url, limits=PICTURE_LIMITS)
        except DomainError as error:
            findings.see("T01", False, error.message)
            return
        findings.see("T01", fetched.media_type == kind, f"{url}: {fetched.media_type} and not {kind}")


def _pictured(data: bytes) -> Findings:
    findings = Findings()
    check_picture(findings, data)
    return findings


def _report(url: str, checked: Checked, *, unchecked: tuple[str, ...] = (), is_own: bool = False) -> Report:
    results = []
    is_local = (urlsplit(url).hostname or "") in {"127.0.0.1", "localhost", "::1"}
    for name, state, count, details in results_of(checked.findings, RULES):
        rule = RULES[name]
        status = "not_checked" if name.startswith(unchecked) and unchecked else state
        mending = rule.mending if is_own and status == "fail" else Mending.NONE
        results.append(Result(name, rule.level, rule.text, status, count, tuple(details), mending))
    if is_own and is_local:
        sentence = "Links start with an address of this machine: nobody else can read the feed. Set a public address."
        results.insert(
            0, Result("A01", Level.MUST, "The feed is at a public address.", "fail", 1, (sentence,), Mending.ADDRESS)
        )
    return Report(url, checked.title, checked.items, tuple(results))


def _set_cover(
    transaction: Transaction, show_id: str, client_id: str, made: tuple[Media, Media | None], now_ms: int
) -> None:
    show = shows.find(transaction, show_id, client_id)
    if show is None:
        raise NotFound("There is no such show.", code="show_not_found")
    keep_pictures(transaction, show_id, made, now_ms)
    shows.save(transaction, replace(show, artwork=artwork_of(*made), image_url=""), now_ms)


def _host(transaction: Transaction, show_id: str, client_id: str, now_ms: int) -> None:
    if shows.find(transaction, show_id, client_id) is None:
        raise NotFound("There is no such show.", code="show_not_found")
    elsewhere = [
        episode.id
        for episode in imports.episodes_of(transaction, show_id)
        if not episode.enclosure.address.startswith("/")
    ]
    if not elsewhere:
        raise Invalid("Every recording of the show is here already.", code="nothing_to_host")
    imports.to_host(transaction, elsewhere, now_ms)
