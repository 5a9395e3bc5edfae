"""What a feed, its recordings and its text files answer over HTTP, held against the rules (RFC 9110)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Literal

from server.domain.errors import DomainError
from server.domain.times import Clock
from server.feeds.checking import fits_type
from server.feeds.findings import Findings
from server.fetch import Fetched, FetchFailed, Limits, TooLarge
from server.services.refreshing import FetchDocument

FEED_LIMITS = Limits(max_bytes=50_000_000, total_s=45.0, headers_s=10.0, min_bytes=10_000)
FILE_LIMITS = Limits(max_bytes=20 * 1024 * 1024, total_s=30.0, headers_s=10.0)
PIECE_LIMITS = Limits(max_bytes=200_000, total_s=15.0, headers_s=10.0)
_ACCEPT = "application/rss+xml, application/xml;q=0.9, */*;q=0.5"
_TAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"')
_LONG_AGO = "Sat, 01 Jan 2000 00:00:00 GMT"
_NO_DATE = "the day before yesterday"


class Answers:
    """Asks, and notes what does not hold."""

    def __init__(self, fetch: FetchDocument, *, allow_private: bool, clock: Clock) -> None:
        self._fetch = fetch
        self._allow_private = allow_private
        self._clock = clock

    async def get(
        self,
        url: str,
        *,
        limits: Limits = FEED_LIMITS,
        headers: Mapping[str, str] | None = None,
        method: Literal["GET", "HEAD"] = "GET",
    ) -> Fetched:
        """Ask as an app does. Raises `FetchFailed`."""
        said = {"Accept": _ACCEPT, **(headers or {})} if limits is FEED_LIMITS else headers
        return await self._fetch(
            url, limits=limits, allow_private=self._allow_private, headers=said, method=method, also=(416,)
        )

    async def feed(self, findings: Findings, url: str, fetched: Fetched) -> None:
        """Judge the answers of a feed; `fetched` is the first of them."""
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
        see("H10", "cache-control" in said or "expires" in said)
        await self._compressed(findings, url, fetched)
        await self._without_body(findings, url, fetched)
        await self._conditional(findings, url, fetched)

    async def _compressed(self, findings: Findings, url: str, fetched: Fetched) -> None:
        see, said = findings.see, fetched.headers
        packed = said.get("content-encoding", "")
        see("H08", packed in {"gzip", "br", "zstd", "deflate"})
        again = await self._asked(findings, "H09", url, {"Accept-Encoding": "identity"})
        if again is None:
            return
        same = again.body == fetched.body
        see("H09", same, "two readings differ")
        if packed:
            see("H08b", same, "compressed and as it is, it differs")
            see("H08c", "accept-encoding" in said.get("vary", "").lower() or said.get("vary") == "*")
            if fetched.etag:
                see("H08d", fetched.etag.startswith("W/") or fetched.etag != again.etag, fetched.etag)

    async def _without_body(self, findings: Findings, url: str, fetched: Fetched) -> None:
        head = await self._asked(findings, "H03", url, {"Accept-Encoding": "identity"}, method="HEAD")
        if head is None:
            return
        same = head.media_type == fetched.media_type and bool(head.etag) == bool(fetched.etag)
        findings.see("H03", same, f"HEAD says {head.headers.get('content-type', 'nothing')}")
        length = head.headers.get("content-length", "")
        if length and fetched.body:
            findings.see("H03b", length == str(len(fetched.body)), f"HEAD says {length} of {len(fetched.body)} bytes")

    async def _conditional(self, findings: Findings, url: str, fetched: Fetched) -> None:
        see, etag, date = findings.see, fetched.etag, fetched.last_modified
        if etag and (found := await self._asked(findings, "H05", url, {"If-None-Match": etag})):
            see("H05", found.not_modified, f"it answers {found.status}")
            if found.not_modified:
                see("H05b", found.etag.removeprefix("W/") == etag.removeprefix("W/"), found.etag or "there is none")
            if bare := await self._asked(findings, "H05c", url, {"If-None-Match": etag}, method="HEAD"):
                see("H05c", bare.not_modified, f"it answers {bare.status}")
        if not date:
            return
        if found := await self._asked(findings, "H06", url, {"If-Modified-Since": date}):
            see("H06", found.not_modified, f"it answers {found.status}")
        for rule, given in (
            ("H06b", {"If-Modified-Since": _LONG_AGO}),
            ("H06c", {"If-Modified-Since": _NO_DATE}),
            ("H07", {"If-None-Match": '"another"', "If-Modified-Since": date}),
        ):
            if found := await self._asked(findings, rule, url, given):
                see(rule, found.status == 200, f"it answers {found.status}")

    async def recording(self, findings: Findings, url: str, length: str, kind: str) -> None:
        """Judge the answers of a recording without getting the whole of it."""
        see = findings.see
        try:
            fetched = await self.get(url, limits=PIECE_LIMITS, headers={"Range": "bytes=0-15"})
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
        if total:
            await self._ranges(findings, url, int(total[1]))

    async def _ranges(self, findings: Findings, url: str, total: int) -> None:
        """Ranges that can't be given, that are out of date, or that nobody knows."""
        past = await self._part(url, {"Range": f"bytes={total}-"})
        right = past is not None and past.status == 416 and past.headers.get("content-range") == f"bytes */{total}"
        findings.see("E04", right, f"{url}: {_told(past)}")
        stale = await self._part(url, {"Range": "bytes=0-15", "If-Range": '"another"'})
        findings.see("E05", stale is None or stale.status == 200, f"{url}: {_told(stale)}")
        strange = await self._part(url, {"Range": "lines=0-1"})
        findings.see("E08", strange is None or strange.status in {200, 416}, f"{url}: {_told(strange)}")

    async def _part(self, url: str, headers: Mapping[str, str]) -> Fetched | None:
        """The answer; None when the whole file came, which is not read."""
        try:
            return await self.get(url, limits=PIECE_LIMITS, headers=headers)
        except TooLarge:
            return None
        except FetchFailed as error:
            return Fetched(url=url, status=error.status or 0, media_type="", charset="", size=0)

    async def file(self, findings: Findings, url: str, kind: str) -> None:
        """Judge what a transcript's or a chapter file's address answers."""
        try:
            fetched = await self.get(url, limits=FILE_LIMITS)
        except DomainError as error:
            findings.see("T01", False, error.message)
            return
        findings.see("T01", fetched.media_type == kind, f"{url}: {fetched.media_type} and not {kind}")

    async def _asked(
        self,
        findings: Findings,
        rule: str,
        url: str,
        headers: Mapping[str, str],
        *,
        method: Literal["GET", "HEAD"] = "GET",
    ) -> Fetched | None:
        """The answer; where there is none, the rule does not hold."""
        try:
            return await self.get(url, headers=headers, method=method)
        except DomainError as error:
            findings.see(rule, False, error.message)
            return None

    def _is_past(self, text: str) -> bool:
        try:
            return parsedate_to_datetime(text) <= self._clock()
        except (ValueError, TypeError, IndexError):
            return False


def _told(fetched: Fetched | None) -> str:
    return "the whole file comes" if fetched is None else f"it answers {fetched.status}"
