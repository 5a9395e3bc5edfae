"""One call to an OpenAI-compatible endpoint that the owner named, and what its failures mean in words.

The endpoint may be on this machine or in a private network. Redirects are not followed: they would carry the key
elsewhere.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp

from server.domain.errors import CannotProduce, Refused
from server.fetch.addresses import AnyAddress
from server.fetch.connections import GuardedConnector
from server.fetch.failures import host_of

T = TypeVar("T")
_REFUSING = (400, 403, 422, 451)
_MAX_REASON = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Ends of sentences that begin with the endpoint's kind and host; ``{reason}`` is the endpoint's own."""

    kind: str
    too_much: str
    slow: str
    lacks: str
    refuses: str
    failing: str
    """``{status}`` is the HTTP status."""


def run_now(work: Coroutine[Any, Any, T]) -> T:
    """Wait for `work` on a loop of its own. For worker processes."""
    loop = asyncio.SelectorEventLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def posted(
    url: str, order: Mapping[str, Any], *, key: str, wording: Wording, total_s: float, max_bytes: int
) -> bytes:
    """What the endpoint answers to an order.

    Raises:
        CannotProduce: it can't be reached, wants another key, or has a fault (1003).
        Refused: it will not do this (1004).
    """
    named = f"The {wording.kind} {host_of(url)}"
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    timeout = aiohttp.ClientTimeout(total=total_s, sock_connect=10)
    try:
        async with (
            aiohttp.ClientSession(
                connector=GuardedConnector(AnyAddress()), timeout=timeout, trust_env=False
            ) as session,
            session.post(url, json=dict(order), headers=headers, allow_redirects=False) as response,
        ):
            if response.status != 200:
                raise _failure(response.status, await response.content.read(4096), named, wording)
            body = bytearray()
            async for piece in response.content.iter_chunked(64 * 1024):
                body += piece
                if len(body) > max_bytes:
                    raise CannotProduce(f"{named} {wording.too_much}")
    except TimeoutError as error:
        raise CannotProduce(f"{named} {wording.slow}") from error
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise CannotProduce(f"{named} can't be reached; start it or correct its address in the settings.") from error
    return bytes(body)


def _failure(status: int, body: bytes, named: str, wording: Wording) -> CannotProduce | Refused:
    reason = _reason(body)
    if status == 401:
        return CannotProduce(f"{named} does not take the key; correct it in the settings.")
    if status == 404:
        return CannotProduce(f"{named} {wording.lacks.format(reason=reason)}")
    if status == 429:
        return CannotProduce(f"{named} has had too many requests or its credit is used up{reason}.")
    if status in _REFUSING:
        return Refused(f"{named} {wording.refuses.format(reason=reason)}")
    return CannotProduce(f"{named} {wording.failing.format(status=status)}")


def _reason(body: bytes) -> str:
    try:
        told = json.loads(body)["error"]
        message = told["message"] if isinstance(told, dict) else told
    except (ValueError, KeyError, TypeError):
        return ""
    shown = " ".join(str(message).split())[:_MAX_REASON].rstrip(".")
    return f" ({shown})" if shown else ""
