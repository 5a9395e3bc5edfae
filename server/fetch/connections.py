"""The guarded way out: every socket is opened by a factory that has judged where it goes."""

from __future__ import annotations

import errno
import functools
import socket
import ssl
from pathlib import Path

import aiohttp
import certifi
from aiohttp.abc import AbstractResolver

from server.fetch.addresses import AddressPolicy

AddressInfo = tuple[int | socket.AddressFamily, int | socket.SocketKind, int, str, tuple[object, ...]]


class PeerRefused(OSError):
    """The connection would have gone where none may go; `fault` is the sentence."""

    def __init__(self, fault: str) -> None:
        super().__init__(errno.EACCES, fault)
        self.fault = fault


class GuardedConnector(aiohttp.TCPConnector):
    """A connector whose sockets are judged by the address they will be connected to.

    A filter in the resolver would miss literal addresses and names that answer differently the second time; the
    socket factory sees the very address that is connected to. `refused` keeps what was turned away, since aiohttp
    folds the reasons of several addresses into one.
    """

    def __init__(
        self,
        policy: AddressPolicy,
        *,
        resolver: AbstractResolver | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self.refused: list[str] = []
        self._policy = policy
        super().__init__(
            resolver=resolver or aiohttp.ThreadedResolver(),
            use_dns_cache=False,
            ssl=ssl_context or trusted_certificates(),
            socket_factory=self._open,
            limit=4,
        )

    def _open(self, info: AddressInfo) -> socket.socket:
        family, kind, protocol, _, peer = info
        fault = self._policy.fault_of_peer(str(peer[0]), int(str(peer[1])))
        if fault is not None:
            self.refused.append(fault)
            raise PeerRefused(fault)
        return socket.socket(family, kind, protocol)


@functools.cache
def trusted_certificates() -> ssl.SSLContext:
    """The system's certificate authorities, or certifi's where the system has none."""
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    has_folder = paths.capath is not None and any(Path(paths.capath).iterdir())
    if not context.get_ca_certs() and not has_folder:
        context.load_verify_locations(certifi.where())
    return context
