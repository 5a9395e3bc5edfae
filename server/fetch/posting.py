"""One message sent over the guarded way out: no redirects, bounded in time and in what is read of the answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import aiohttp

from server.fetch.addresses import AddressPolicy, AnyAddress, LoopbackOnly, PublicOnly, mask
from server.fetch.connections import GuardedConnector, PeerRefused
from server.fetch.downloads import USER_AGENT

EXCERPT_BYTES = 2_000
EXCERPT_S = 1.0
TIMEOUT_S = 15.0


@dataclass(frozen=True, slots=True)
class Posted:
    """The receiver's answer; without one `status` is None and `fault` a sentence."""

    status: int | None
    duration_ms: int
    fault: str = ""
    excerpt: str = ""
    retry_after_s: float | None = None


async def deliver(
    url: str, body: bytes, *, headers: Mapping[str, str], allow_private: bool = False, local: bool = False
) -> Posted:
    """`post` to a receiver: a public one, with `local` only one on this machine, with `allow_private` any."""
    policy: AddressPolicy = AnyAddress() if allow_private else LoopbackOnly() if local else PublicOnly()
    return await post(url, body, headers=headers, policy=policy)


async def post(
    url: str, body: bytes, *, headers: Mapping[str, str], policy: AddressPolicy, timeout_s: float = TIMEOUT_S
) -> Posted:
    """Send a JSON body; never raises for what a receiver or the network does."""
    began = time.monotonic()
    connector = GuardedConnector(policy)

    def told(status: int | None, fault: str = "", excerpt: str = "", retry_after_s: float | None = None) -> Posted:
        return Posted(status, round((time.monotonic() - began) * 1000), fault, excerpt, retry_after_s)

    fault = policy.fault_of_url(url, schemes=("http", "https"))
    if fault is not None:
        await connector.close()
        return told(None, f"{mask(url)} is not called: {fault}.")
    try:
        async with (
            aiohttp.ClientSession(
                connector=connector,
                timeout=aiohttp.ClientTimeout(total=timeout_s),
                trust_env=False,
                auto_decompress=False,
                cookie_jar=aiohttp.DummyCookieJar(),
            ) as session,
            session.post(
                url,
                data=body,
                headers={"Content-Type": "application/json", "User-Agent": USER_AGENT, **headers},
                allow_redirects=False,
            ) as reply,
        ):
            excerpt = await _excerpt(reply)
            waits = _retry_after(reply.headers.get("Retry-After", ""))
            fault = "" if 200 <= reply.status < 300 else f"The receiver answered {reply.status} {reply.reason or ''}"
            return told(reply.status, fault.rstrip() + ("." if fault else ""), excerpt, waits)
    except TimeoutError:
        return told(None, f"The receiver did not answer within {timeout_s:g} seconds.")
    except (aiohttp.ClientError, OSError, ValueError) as error:
        if connector.refused:
            return told(None, f"{mask(url)} is not called: {connector.refused[0]}.")
        return told(None, _sentence(error))


async def _excerpt(reply: aiohttp.ClientResponse) -> str:
    """The beginning of what a receiver answers. Its status is what counts: a body that never comes changes nothing."""
    try:
        async with asyncio.timeout(EXCERPT_S):
            return (await reply.content.read(EXCERPT_BYTES)).decode("utf-8", "replace").replace("\0", "")
    except (TimeoutError, aiohttp.ClientError):
        return ""


def _retry_after(value: str) -> float | None:
    """Seconds that `Retry-After` asks for (RFC 9110, 10.2.3): a number, or a date."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        until = parsedate_to_datetime(value)
    except (ValueError, IndexError):
        return None
    aware = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (aware - datetime.now(UTC)).total_seconds())


def _sentence(error: Exception) -> str:
    match error:
        case PeerRefused():
            return f"The receiver is not called: {error.fault}."
        case aiohttp.ClientConnectorDNSError():
            return "The receiver's name is not known."
        case aiohttp.ClientSSLError() | aiohttp.ClientConnectorCertificateError():
            return "The receiver's certificate can't be trusted."
        case aiohttp.ClientConnectorError():
            return f"The receiver can't be reached ({error.os_error.strerror or 'no connection'})."
        case aiohttp.ServerDisconnectedError():
            return "The receiver hung up without an answer."
    return f"The receiver's answer can't be read ({type(error).__name__})."
