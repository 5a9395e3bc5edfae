"""Feeds held against the rules of directories: a show of the caller, or any feed by its address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from server.domain.accounts import Account
from server.domain.errors import DomainError, Invalid, InvalidField, NotFound
from server.domain.files import Media
from server.domain.times import Clock, to_ms, utc_now
from server.feeds.checking import check_feed, check_picture
from server.feeds.findings import Checked, Findings, results_of
from server.feeds.rules import RULES, Level, Mending
from server.fetch import Fetched
from server.services.feed_answers import FILE_LIMITS, Answers
from server.services.feeds import Feeds
from server.services.intake import AddressJudge
from server.services.media import MediaLinks
from server.services.quarantine import Quarantine
from server.services.refreshing import FetchDocument
from server.services.shows import Shows, artwork_of, keep_pictures
from server.store import imports, shows
from server.store.database import Store
from server.store.transactions import Transaction

LOOKED_AT = 3
"""Recordings and text files of a feed that are asked for, the newest ones."""
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
        """Check the feed of a show of the caller, as it is published now, its answers at the public address included.

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
        if show.redirects:
            # Where the show has moved to is another feed, at an address that anybody could have chosen.
            return report_of(url, checked, unchecked=_OF_ANSWERS, is_own=True)
        # Our own address is asked for, wherever it is: what stands between it and the world answers too.
        answers = Answers(self._fetch, allow_private=True, clock=self._clock)
        try:
            fetched = await answers.get(url)
        except DomainError as error:
            checked.findings.see("H01", False, error.message)
            return report_of(url, checked, unchecked=_OF_ANSWERS, is_own=True)
        await self._ask(answers, checked, url, fetched, only=f"{url.removesuffix(show.feed_path)}/")
        return report_of(url, checked, is_own=True)

    async def foreign(self, url: str) -> Report:
        """Check a feed by its address: its bytes, its answers, its picture and its newest recordings.

        Raises:
            InvalidField: ``url`` can't be fetched.
        """
        fault = self._judge(url, allow_private=self._allow_private)
        if fault is not None:
            raise InvalidField("url", fault)
        answers = Answers(self._fetch, allow_private=self._allow_private, clock=self._clock)
        try:
            fetched = await answers.get(url)
        except DomainError as error:
            raise InvalidField("url", error.message) from error
        checked = await self._quarantine.run(check_feed, fetched.body, url=url, now=self._clock())
        if checked.artwork:
            await self._picture(answers, checked.findings, checked.artwork)
        await self._ask(answers, checked, url, fetched)
        return report_of(url, checked)

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

    async def _ask(self, answers: Answers, checked: Checked, url: str, fetched: Fetched, *, only: str = "") -> None:
        """What the feed and its newest files answer; those whose address begins with `only`."""
        await answers.feed(checked.findings, url, fetched)
        recordings = [each for each in checked.enclosures if each[0].startswith(only)]
        for address, length, kind in recordings[:LOOKED_AT]:
            await answers.recording(checked.findings, address, length, kind)
        for address, kind in [each for each in checked.files if each[0].startswith(only)][:LOOKED_AT]:
            await answers.file(checked.findings, address, kind)

    async def _own_picture(self, findings: Findings, address: str) -> None:
        try:
            served = await self._links.find(address.split("/")[2])
            data = await asyncio.to_thread(served.path.read_bytes)
        except (NotFound, OSError, IndexError):
            findings.see("B01", False, address)
            return
        findings.see("B01", True)
        await asyncio.to_thread(check_picture, findings, data)

    async def _picture(self, answers: Answers, findings: Findings, url: str) -> None:
        try:
            fetched = await answers.get(url, limits=FILE_LIMITS)
        except DomainError as error:
            findings.see("B01", False, error.message)
            return
        findings.see("B01", True)
        await self._quarantine_picture(findings, fetched.body)

    async def _quarantine_picture(self, findings: Findings, data: bytes) -> None:
        found = await self._quarantine.run(_pictured, data)
        for rule in found.looked:
            findings.see(rule, not found.failed[rule], "; ".join(found.places[rule]))


def _pictured(data: bytes) -> Findings:
    findings = Findings()
    check_picture(findings, data)
    return findings


def report_of(url: str, checked: Checked, *, unchecked: tuple[str, ...] = (), is_own: bool = False) -> Report:
    """What became of every rule; those whose name starts with one of `unchecked` were not asked about."""
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
