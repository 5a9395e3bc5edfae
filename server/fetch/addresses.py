"""Which addresses may be fetched: what reading one tells, and what a connection's real peer tells.

Reading (`fault_of`) needs no network and answers at once. It can't know where a name leads, so every connection is
judged again by the address it really goes to (`PublicOnly.fault_of_peer`), also after redirects and for names that
change their answer between two look-ups.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Collection
from pathlib import PurePosixPath
from typing import Protocol
from urllib.parse import unquote

from yarl import URL

MAX_URL_LENGTH = 8192
MAX_HOST_LENGTH = 253

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

NOT_PUBLIC = "{host} is not a public address; only addresses on the public internet are fetched"

# Ports that browsers refuse because other services answer there (WHATWG Fetch, "port blocking").
_BAD_PORTS = frozenset(
    int(port)
    for port in """
    0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123
    135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993
    995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080
    """.split()
)

# IANA's registries of special-purpose addresses, and one public address that clouds answer from the inside.
_NOT_PUBLIC_V4 = tuple(
    ipaddress.IPv4Network(text)
    for text in """
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
    192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
    203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32
    """.split()
)
_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC_V6 = tuple(
    ipaddress.IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20")
)
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_TEREDO = ipaddress.IPv6Network("2001::/32")
_ISATAP = (0x00005EFE, 0x02005EFE)

_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")
_HOST_NAME = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?")
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")


class AddressPolicy(Protocol):
    """Who may be connected to."""

    def fault_of_url(self, url: str, *, schemes: Collection[str]) -> str | None:
        """Why this address is not fetched as far as reading it tells, or None."""
        ...

    def fault_of_peer(self, ip: str, port: int) -> str | None:
        """Why no connection may be made to this IP address, or None."""
        ...


class PublicOnly:
    """The rule of the product: the public internet and nothing else."""

    def fault_of_url(self, url: str, *, schemes: Collection[str]) -> str | None:
        """See `fault_of`."""
        return fault_of(url, schemes=schemes)

    def fault_of_peer(self, ip: str, port: int) -> str | None:
        """A sentence when the address is not public or the port belongs to another service."""
        if not is_public(ipaddress.ip_address(ip.partition("%")[0])):
            return NOT_PUBLIC.format(host=ip)
        return _port_fault(port)


class AnyAddress:
    """The owner's switch for private addresses: the address rule falls, all other limits stay."""

    def fault_of_url(self, url: str, *, schemes: Collection[str]) -> str | None:
        """See `fault_of`, with private addresses allowed."""
        return fault_of(url, schemes=schemes, allow_private=True)

    def fault_of_peer(self, ip: str, port: int) -> str | None:
        """Never a fault."""
        del ip, port
        return None


class LoopbackOnly:
    """For receivers on this machine: connections stay on it."""

    def fault_of_url(self, url: str, *, schemes: Collection[str]) -> str | None:
        """See `fault_of`, with private addresses allowed; the connection is judged by its peer."""
        return fault_of(url, schemes=schemes, allow_private=True)

    def fault_of_peer(self, ip: str, port: int) -> str | None:
        """A sentence when the address is not this machine's."""
        del port
        if ipaddress.ip_address(ip.partition("%")[0]).is_loopback:
            return None
        return f"{ip} is not an address of this machine"


def fault_of(  # noqa: PLR0911
    url: str,
    *,
    schemes: Collection[str] = ("http", "https"),
    extensions: Collection[str] = (),
    allow_private: bool = False,
) -> str | None:
    """Why an address will not be fetched, as far as reading it tells; None when nothing speaks against it.

    Args:
        url: the address as it was given.
        schemes: what may stand before ``://``.
        extensions: when given, the path must end in one of them (``.mp3``), in any case.
        allow_private: the owner's switch; addresses of this machine and private networks pass.

    Returns:
        One sentence that a person can act on. No name is resolved and nothing is fetched.
    """
    if not url or len(url) > MAX_URL_LENGTH:
        return "the address is empty" if not url else f"the address is longer than {MAX_URL_LENGTH:,} characters"
    if _UNSAFE.search(url.strip(" ")) or url != url.strip(" "):
        return "an address must not contain spaces, line breaks or backslashes; write them percent-encoded"
    try:
        parsed = URL(url)
        port = parsed.port
        host = parsed.raw_host
    except ValueError:
        return "this is not a complete web address; it should look like https://example.com/page"
    if parsed.scheme not in schemes:
        wanted = " or ".join(f"{scheme}://" for scheme in sorted(schemes))
        return f"the address must start with {wanted}"
    fault = _host_fault(host or "", allow_private=allow_private) or _port_fault(port or 0)
    if fault:
        return fault
    if extensions and PurePosixPath(parsed.path).suffix.lower() not in extensions:
        return f"the address must end in {' or '.join(extensions)}"
    return None


def is_public(ip: IPAddress) -> bool:
    """Whether an address belongs to the public internet, looking through every way to wrap an IPv4 address in IPv6."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not any(ip in network for network in _NOT_PUBLIC_V4)
    if int(ip) >> 32 == 0:  # ::/96, the deprecated IPv4-compatible addresses
        return False
    wrapped = _wrapped(ip)
    if any(not is_public(inner) for inner in wrapped):
        return False
    if ip.ipv4_mapped or ip in _NAT64:
        return True
    return ip in _GLOBAL_UNICAST and (ip in _TEREDO or not any(ip in network for network in _NOT_PUBLIC_V6))


def is_loopback(url: str) -> bool:
    """Whether an address leads to this machine, as far as reading it tells."""
    try:
        host = URL(url).raw_host or ""
        ip = literal_address(host)
        return _is_local_name(_plain_host(host)) if ip is None else ip.is_loopback
    except ValueError:
        return False


def literal_address(host: str) -> IPAddress | None:
    """The IP address that a host spells, in any way a resolver would take it, or None for a name.

    Read are the forms of inet_aton(3) (``127.1``, ``0x7f000001``, ``017700000001``), IPv6 with zone, and the same in
    compatibility characters or percent-encoded.

    Raises:
        ValueError: the host ends in a number, so it can't be a name, and is no address (WHATWG URL, host parser).
    """
    host = _plain_host(host)
    if ":" in host:
        return ipaddress.IPv6Address(host.partition("%")[0])
    parts = host.split(".")
    if not _NUMBER.fullmatch(parts[-1]):
        return None
    if len(parts) > 4:
        raise ValueError(host)
    numbers = [_number(part) for part in parts]
    head, tail = numbers[:-1], numbers[-1]
    if any(number > 255 for number in head) or tail >= 256 ** (5 - len(parts)):
        raise ValueError(host)
    value = tail + sum(number << (8 * (3 - place)) for place, number in enumerate(head))
    return ipaddress.IPv4Address(value)


def mask(url: str) -> str:
    """The address fit to be shown: user name and password are replaced by ``***``."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return url
    end = next((index for index, char in enumerate(rest) if char in "/?#\\"), len(rest))
    authority, path = rest[:end], rest[end:]
    if "@" not in authority:
        return url
    return f"{scheme}://***@{authority.rpartition('@')[2]}{path}"


def _host_fault(host: str, *, allow_private: bool) -> str | None:
    try:
        name = _plain_host(host)
        if not name or len(name) > MAX_HOST_LENGTH:
            return "the address names no host; it should look like https://example.com/page"
        ip = literal_address(host)
    except ValueError:
        return "the host of this address is neither a name nor a valid IP address"
    if ip is None and (not _HOST_NAME.fullmatch(name) or ".." in name):
        return "the host of this address is neither a name nor a valid IP address"
    if allow_private:
        return None
    if (ip is None and _is_local_name(name)) or (ip is not None and not is_public(ip)):
        return NOT_PUBLIC.format(host=host.partition("%")[0] if ":" in host else host)
    return None


def _is_local_name(name: str) -> bool:
    return name == "localhost" or name.endswith(".localhost")


def _port_fault(port: int) -> str | None:
    return f"port {port} belongs to another service and is not fetched from" if port in _BAD_PORTS else None


def _plain_host(host: str) -> str:
    """The host as a resolver would read it: decoded, in plain ASCII digits, lower case, without the root's dot."""
    host = unicodedata.normalize("NFKC", unquote(host, errors="strict")).replace("。", ".").strip("[]")
    digits = "".join(str(unicodedata.decimal(char, char)) for char in host)
    return digits.lower().removesuffix(".")


def _number(part: str) -> int:
    if not _NUMBER.fullmatch(part):
        raise ValueError(part)
    if part.startswith("0x"):
        return int(part[2:] or "0", 16)
    return int(part, 8) if part.startswith("0") and part != "0" else int(part)


def _wrapped(ip: ipaddress.IPv6Address) -> list[ipaddress.IPv4Address]:
    """The IPv4 addresses that an IPv6 address carries (RFC 4291, 3056, 4380, 6052, 5214)."""
    inner = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    if ip in _NAT64:
        inner.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    if (int(ip) >> 32) & 0xFFFFFFFF in _ISATAP:
        inner.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    return [address for address in inner if address is not None]
