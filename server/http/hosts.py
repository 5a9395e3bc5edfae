"""Which names this server answers to, what address its links start with, and who is calling."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from aiohttp import hdrs, web

from server.http.problems import Problem

_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.%]+\]|[A-Za-z0-9_.-]+)(?::(?P<port>[0-9]{0,5}))?")
_REMEMBERED = 64


class Hosts:
    """Judges the Host header.

    A name other than our own means that somebody made a browser believe his name leads here (DNS rebinding), so
    addresses count only when they are the one this very connection came in on.
    """

    def __init__(self, *, bound: str, public_url: str = "") -> None:
        self._names = {bound.lower().strip("[]")}
        if public_url:
            self._names.add((urlsplit(public_url).hostname or "").lower())
        self._known: set[tuple[str, str]] = set()

    def check(self, request: web.BaseRequest) -> None:
        """Raise the 421 of an unknown Host, or the 400 of a missing one."""
        host = request.headers.get(hdrs.HOST)
        if host is None:
            if request.version >= (1, 1):
                raise Problem(400, "missing_host", "The Host header is missing.")
            return
        local = _local_address(request)
        if (host, local) in self._known:
            return
        if not self._is_ours(host, local):
            raise Problem(421, "unknown_host", "This server does not answer to the name in the Host header.")
        if len(self._known) < _REMEMBERED:
            self._known.add((host, local))

    def _is_ours(self, host: str, local: str) -> bool:
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match["name"].lower().strip("[]").rstrip(".")
        if name in self._names and not _is_wildcard(name):
            return True
        try:
            here = ipaddress.ip_address(local.partition("%")[0])
        except ValueError:
            return False
        here = getattr(here, "ipv4_mapped", None) or here
        if name == "localhost":
            return here.is_loopback
        try:
            return ipaddress.ip_address(name.partition("%")[0]) == here
        except ValueError:
            return False


@dataclass(frozen=True, slots=True)
class Callers:
    """Finds the address of the person behind a call; a proxy's word counts only when it is the trusted one."""

    trusted_proxy: str = ""

    def address_of(self, request: web.BaseRequest) -> str:
        """The client's address."""
        peer = request.transport.get_extra_info("peername") if request.transport is not None else None
        address = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        if not self.trusted_proxy or not self._is_proxy(address):
            return address
        hops = [hop.strip() for line in request.headers.getall("X-Forwarded-For", []) for hop in line.split(",")]
        for hop in reversed(hops):
            if not _is_address(hop):
                return address
            if not self._is_proxy(hop):
                return hop
        return address

    def _is_proxy(self, address: str) -> bool:
        try:
            return ipaddress.ip_address(address) in ipaddress.ip_network(self.trusted_proxy, strict=False)
        except ValueError:
            return False


def exposure(host: str, *, public_port: int = 0) -> str:
    """A warning, when the address is one that other machines reach; empty when it is this machine's own."""
    name = host.strip("[]").lower()
    try:
        own = name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        own = False
    if own:
        return ""
    hint = "" if public_port else " To show only feeds and media, use --public-port behind a proxy."
    return (
        f"Every machine that reaches {host or 'this one'} can call Quillcast here, and what it sends goes unencrypted: "
        f"only tokens keep strangers out.{hint}"
    )


def base_url(*, host: str, port: int, public_url: str = "") -> str:
    """What every link starts with: the public address, else the bound one. Never anything that a caller sent."""
    if public_url:
        return public_url.rstrip("/")
    name = "127.0.0.1" if _is_wildcard(host) or host == "localhost" else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def _is_wildcard(host: str) -> bool:
    return host in {"", "0.0.0.0", "::"}  # noqa: S104 - compared, not bound


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _local_address(request: web.BaseRequest) -> str:
    name = request.transport.get_extra_info("sockname") if request.transport is not None else None
    return str(name[0]) if isinstance(name, tuple) and name else ""
