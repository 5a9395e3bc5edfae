"""Speech from an OpenAI-compatible endpoint: one line goes out, its sound comes back."""

from __future__ import annotations

import asyncio
import json

import aiohttp

from server.domain.errors import CannotProduce, Refused
from server.domain.voices import SpeechEndpoint
from server.fetch.addresses import AnyAddress
from server.fetch.connections import GuardedConnector
from server.fetch.failures import host_of

TOTAL_S = 120.0
MAX_BYTES = 64 * 1024 * 1024
_REFUSING = (400, 403, 422, 451)
_MAX_REASON = 200


def speech_now(endpoint: SpeechEndpoint, text: str, *, voice: str, speed: float = 1.0) -> bytes:
    """What the endpoint says: a WAV file, or another sound file when it knows no other form. For worker processes.

    The owner named the endpoint, so it may be on this machine or in a private network. Redirects are not followed:
    they would carry the key elsewhere.

    Raises:
        CannotProduce: it can't be reached, wants another key, or has a fault (1003).
        Refused: it will not say this (1004).
    """
    loop = asyncio.SelectorEventLoop()
    try:
        return loop.run_until_complete(_spoken(endpoint, text, voice=voice, speed=speed))
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _spoken(endpoint: SpeechEndpoint, text: str, *, voice: str, speed: float) -> bytes:
    url = f"{endpoint.url.rstrip('/')}/audio/speech"
    host = host_of(url)
    headers = {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    order = {"model": endpoint.model, "voice": voice, "input": text, "response_format": "wav", "speed": speed}
    timeout = aiohttp.ClientTimeout(total=TOTAL_S, sock_connect=10)
    try:
        async with (
            aiohttp.ClientSession(
                connector=GuardedConnector(AnyAddress()), timeout=timeout, trust_env=False
            ) as session,
            session.post(url, json=order, headers=headers, allow_redirects=False) as response,
        ):
            if response.status != 200:
                raise _failure(response.status, await response.content.read(4096), host)
            pieces: list[bytes] = []
            size = 0
            async for piece in response.content.iter_chunked(64 * 1024):
                size += len(piece)
                if size > MAX_BYTES:
                    raise CannotProduce(f"The speech endpoint {host} sent more sound than a line can be.")
                pieces.append(piece)
    except TimeoutError as error:
        raise CannotProduce(
            f"The speech endpoint {host} took too long to answer; try again, or choose another voice."
        ) from error
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise CannotProduce(
            f"The speech endpoint {host} can't be reached; start it or correct its address in the settings."
        ) from error
    if not size:
        raise CannotProduce(f"The speech endpoint {host} sent no sound; choose another voice.")
    return b"".join(pieces)


def _failure(status: int, body: bytes, host: str) -> CannotProduce | Refused:
    reason = _reason(body)
    if status == 401:
        return CannotProduce(f"The speech endpoint {host} does not take the key; correct it in the settings.")
    if status == 404:
        return CannotProduce(f"The speech endpoint {host} has no such voice or model{reason}; check its settings.")
    if status == 429:
        return CannotProduce(f"The speech endpoint {host} has had too many requests or its credit is used up{reason}.")
    if status in _REFUSING:
        return Refused(f"The speech endpoint {host} will not say this{reason}; change the line or the voice.")
    return CannotProduce(f"The speech endpoint {host} has a fault of its own ({status}); try again later.")


def _reason(body: bytes) -> str:
    try:
        told = json.loads(body)["error"]
        message = told["message"] if isinstance(told, dict) else told
    except (ValueError, KeyError, TypeError):
        return ""
    shown = " ".join(str(message).split())[:_MAX_REASON].rstrip(".")
    return f" ({shown})" if shown else ""
