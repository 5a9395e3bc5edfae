"""Transcription by an OpenAI-compatible endpoint: a stretch of sound goes out, its words come back."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp

from server.domain.errors import CannotProduce
from server.domain.transcripts import ListeningEndpoint
from server.fetch.addresses import AnyAddress
from server.fetch.connections import GuardedConnector
from server.fetch.failures import host_of

TOTAL_S = 300.0
_MAX_BYTES = 16 * 1024 * 1024
_MAX_REASON = 200


def heard_now(endpoint: ListeningEndpoint, wav: bytes, *, language: str = "") -> dict[str, Any]:
    """What the endpoint heard, in the form ``verbose_json`` with words and segments. For worker processes.

    The owner named the endpoint, so it may be on this machine or in a private network. Redirects are not followed:
    they would carry the key elsewhere.

    Raises:
        CannotProduce: it can't be reached, wants another key, answers in another form or has a fault (1003).
    """
    loop = asyncio.SelectorEventLoop()
    try:
        return loop.run_until_complete(_heard(endpoint, wav, language=language))
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _heard(endpoint: ListeningEndpoint, wav: bytes, *, language: str) -> dict[str, Any]:
    url = f"{endpoint.url.rstrip('/')}/audio/transcriptions"
    host = host_of(url)
    form = aiohttp.FormData()
    form.add_field("file", wav, filename="recording.wav", content_type="audio/wav")
    form.add_field("model", endpoint.model)
    form.add_field("response_format", "verbose_json")
    for granularity in ("word", "segment"):
        form.add_field("timestamp_granularities[]", granularity)
    if language:
        form.add_field("language", language)
    headers = {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    connector = GuardedConnector(AnyAddress())
    timeout = aiohttp.ClientTimeout(total=TOTAL_S, sock_connect=10)
    try:
        async with (
            aiohttp.ClientSession(connector=connector, timeout=timeout, trust_env=False) as session,
            session.post(url, data=form, headers=headers, allow_redirects=False) as response,
        ):
            body = await response.content.read(_MAX_BYTES)
            while len(body) < _MAX_BYTES and (more := await response.content.read(_MAX_BYTES - len(body))):
                body += more
            if response.status != 200:
                raise CannotProduce(_fault(response.status, body, host))
    except TimeoutError as error:
        raise CannotProduce(f"The transcription endpoint {host} took too long to answer; try again later.") from error
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise CannotProduce(
            f"The transcription endpoint {host} can't be reached; start it or correct its address in the settings."
        ) from error
    try:
        told = json.loads(body)
    except ValueError as error:
        raise _other_form(host) from error
    if not isinstance(told, dict) or not ("segments" in told or "words" in told):
        raise _other_form(host)
    return told


def _other_form(host: str) -> CannotProduce:
    return CannotProduce(
        f"The transcription endpoint {host} sends no times (verbose_json); choose another model in the settings."
    )


def _fault(status: int, body: bytes, host: str) -> str:
    try:
        told = json.loads(body)["error"]
        message = told["message"] if isinstance(told, dict) else told
        reason = f" ({' '.join(str(message).split())[:_MAX_REASON].rstrip('.')})"
    except (ValueError, KeyError, TypeError):
        reason = ""
    if status == 401:
        return f"The transcription endpoint {host} does not take the key; correct it in the settings."
    if status == 404:
        return f"The transcription endpoint {host} has no such model{reason}; check its settings."
    if status == 429:
        return f"The transcription endpoint {host} has had too many requests or its credit is used up{reason}."
    if 400 <= status < 500:
        return f"The transcription endpoint {host} does not take this recording{reason}; choose another model."
    return f"The transcription endpoint {host} has a fault of its own ({status}); try again later."
