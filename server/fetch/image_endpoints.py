"""Pictures from an OpenAI-compatible endpoint: words go out, a picture comes back."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

from server.domain.errors import CannotProduce
from server.domain.pictures import ImageEndpoint
from server.fetch.downloads import Limits, fetch
from server.fetch.endpoints import Wording, posted, run_now
from server.fetch.failures import FetchFailed, host_of

TOTAL_S = 180.0
MAX_BYTES = 40_000_000
"""Of an answer: a picture as base64 is a third larger than its file."""
MAX_PROMPT = 4_000
_WORDING = Wording(
    kind="image endpoint",
    too_much="sent more than a picture can be.",
    slow="took too long to answer.",
    lacks="has no such model{reason}; check its settings.",
    refuses="will not make this picture{reason}.",
    failing="has a fault of its own ({status}).",
)


def picture_now(endpoint: ImageEndpoint, prompt: str, *, size: str, allow_private: bool = False) -> bytes:
    """The picture that the endpoint makes of the words: a file as it came. For worker processes.

    The owner named the endpoint, so it may be on this machine or in a private network; redirects are not followed,
    since they would carry the key elsewhere. A picture that it names by address is fetched like any other.

    Args:
        size: ``1536x1024`` and the like; services take the nearest they know.
        allow_private: the owner's switch, for addresses of pictures.

    Raises:
        CannotProduce: it can't be reached, wants another key, or has a fault.
        Refused: it will not make this picture.
    """
    return run_now(_made(endpoint, prompt, size=size, allow_private=allow_private))


async def _made(endpoint: ImageEndpoint, prompt: str, *, size: str, allow_private: bool) -> bytes:
    url = f"{endpoint.url.rstrip('/')}/images/generations"
    order = {"model": endpoint.model, "prompt": prompt[:MAX_PROMPT], "size": size, "n": 1}
    body = await posted(url, order, key=endpoint.key, wording=_WORDING, total_s=TOTAL_S, max_bytes=MAX_BYTES)
    return await _picture(body, host_of(url), allow_private=allow_private)


async def _picture(body: bytes, host: str, *, allow_private: bool) -> bytes:
    try:
        told: dict[str, Any] = json.loads(body)["data"][0]
        if encoded := told.get("b64_json"):
            return base64.b64decode(encoded, validate=True)
        address = told["url"]
        if not isinstance(address, str):
            raise TypeError(address)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, binascii.Error) as error:
        raise CannotProduce(f"The image endpoint {host} answered without a picture; check its address.") from error
    try:
        return (await fetch(address, limits=Limits(max_bytes=MAX_BYTES), allow_private=allow_private)).body
    except FetchFailed as error:
        raise CannotProduce(f"The picture of the image endpoint {host} can't be fetched: {error.message}") from error
