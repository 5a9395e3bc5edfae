"""What can go wrong on the way, each said in one sentence."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl

import aiohttp
from yarl import URL

from server.domain.errors import SourceNotImported
from server.fetch.addresses import mask


class FetchFailed(SourceNotImported):
    """An address gave nothing. `status` is the server's answer, or None when there was none."""

    code = "fetch_failed"

    def __init__(self, message: str, *, url: str, status: int | None = None, retry_after: str = "") -> None:
        super().__init__(message, source=mask(url))
        self.status = status
        self.retry_after = retry_after


class AddressNotAllowed(FetchFailed):
    """The address, or one that it leads to, may not be fetched."""

    code = "address_not_allowed"


class TooLarge(FetchFailed):
    """There is more than the limit allows, counted after decompression."""

    code = "too_large"


class TooSlow(FetchFailed):
    """The server took longer than the limits allow."""

    code = "too_slow"


class UnexpectedType(FetchFailed):
    """The server sent something of another kind than was asked for."""

    code = "unexpected_type"


_STATUS = {
    401: "{host} asks for a login before it shows this address (401); sign in, save it as a file and add that",
    402: "{host} asks for payment before it shows this address (402)",
    403: "{host} refuses to hand this address out (403); open it in a browser, save it as a file and add that",
    404: "there is nothing at this address (404); check that it is spelt right: {url}",
    410: "what was at this address has been removed (410): {url}",
    429: "{host} has had too many requests (429); try again later",
    451: "{host} may not show this address here for legal reasons (451)",
}


def from_status(status: int, *, url: str, retry_after: str = "") -> FetchFailed:
    """The failure that an HTTP status stands for."""
    shown, host = mask(url), host_of(url)
    if status in _STATUS:
        message = _STATUS[status].format(host=host, url=shown)
    elif status >= 500:
        message = f"{host} has a fault of its own ({status}); try again later"
    else:
        message = f"{host} did not hand this address out ({status}): {shown}"
    return FetchFailed(message, url=url, status=status, retry_after=retry_after)


def from_exception(  # noqa: PLR0911
    error: BaseException, *, url: str, refused: str | None = None
) -> FetchFailed:
    """The failure that an exception of aiohttp, asyncio or the system stands for."""
    host = host_of(url)
    if refused is not None:
        return AddressNotAllowed(f"{mask(url)} is not fetched: {refused}", url=url)
    if isinstance(error, aiohttp.ClientConnectorCertificateError | ssl.SSLCertVerificationError):
        return FetchFailed(f"{host} could not prove who it is: its certificate is not valid", url=url)
    if isinstance(error, aiohttp.ClientSSLError | ssl.SSLError):
        return FetchFailed(f"no secure connection to {host} could be made", url=url)
    if isinstance(error, aiohttp.ServerTimeoutError | asyncio.TimeoutError):
        return TooSlow(f"{host} took too long to answer; try again later", url=url)
    if isinstance(error, aiohttp.ClientConnectorDNSError) or isinstance(error.__cause__, socket.gaierror):
        return FetchFailed(f"there is no host named {host}, or the network is down; check the address", url=url)
    if isinstance(error, aiohttp.ClientPayloadError | aiohttp.ServerDisconnectedError):
        return FetchFailed(f"{host} broke off before everything had arrived; try again later", url=url)
    if isinstance(error, aiohttp.ClientOSError | OSError):
        if error.errno == errno.ECONNREFUSED:
            return FetchFailed(f"{host} takes no connections at this address; check it or try again later", url=url)
        return FetchFailed(f"{host} could not be reached; check the address and the network", url=url)
    return FetchFailed(f"{host} gave an answer that can't be understood", url=url)


def host_of(url: str) -> str:
    """The host to name in a sentence."""
    try:
        return URL(url).host or mask(url)
    except ValueError:
        return mask(url)
