"""Speech in a recorded person's voice from an OpenAI-compatible endpoint that takes reference audio."""

from __future__ import annotations

import asyncio
import base64
import json

import aiohttp

from server.domain.errors import CannotProduce
from server.domain.voices import CloningEndpoint
from server.fetch.addresses import AnyAddress
from server.fetch.connections import GuardedConnector
from server.fetch.failures import host_of

TOTAL_S = 150.0
_MAX_BYTES = 64 * 1024 * 1024


def said_now(endpoint: CloningEndpoint, text: str, *, reference: bytes, speed: float = 1.0) -> bytes:
    """`text` as a sound file, in the voice of `reference` (a WAV file's bytes). For worker processes.

    The owner named the endpoint, so it may be on this machine or in a private network.

    Raises:
        CannotProduce: it can't be reached, or does not speak with reference audio (1003).
    """
    loop = asyncio.SelectorEventLoop()
    try:
        return loop.run_until_complete(_said(endpoint, text, reference=reference, speed=speed))
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _said(endpoint: CloningEndpoint, text: str, *, reference: bytes, speed: float) -> bytes:
    url = f"{endpoint.url.rstrip('/')}/audio/speech"
    host = host_of(url)
    order = {
        "model": endpoint.model,
        "input": text,
        "voice": "reference",
        "reference_audio": base64.b64encode(reference).decode("ascii"),
        "response_format": "wav",
        "speed": speed,
    }
    headers = {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    connector = GuardedConnector(AnyAddress())
    timeout = aiohttp.ClientTimeout(total=TOTAL_S, sock_connect=10)
    body = b""
    try:
        async with (
            aiohttp.ClientSession(connector=connector, timeout=timeout, trust_env=False) as session,
            session.post(url, json=order, headers=headers, allow_redirects=False) as response,
        ):
            if response.status != 200:
                told = await response.content.read(4096)
                raise CannotProduce(_fault(response.status, told, host))
            async for piece in response.content.iter_chunked(256 * 1024):
                body += piece
                if len(body) > _MAX_BYTES:
                    raise CannotProduce(f"The endpoint {host} sent more sound than a line can be.")
    except TimeoutError as error:
        raise CannotProduce(f"The endpoint {host} took too long to answer; try again later.") from error
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise CannotProduce(
            f"The endpoint {host} can't be reached; start it or correct its address in the settings."
        ) from error
    if not body:
        raise CannotProduce(f"The endpoint {host} sent no sound; try another recording.")
    return body


def _fault(status: int, body: bytes, host: str) -> str:
    try:
        told = json.loads(body)["error"]
        message = told["message"] if isinstance(told, dict) else told
        reason = f" ({' '.join(str(message).split())[:200].rstrip('.')})"
    except (ValueError, KeyError, TypeError):
        reason = ""
    if status == 401:
        return f"The endpoint {host} does not take the key; correct it in the settings."
    return f"The endpoint {host} does not speak with this recording ({status}){reason}; check its settings."
