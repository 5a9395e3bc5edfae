"""How many public calls one address may make: enough for every podcast app, too few to wear the server out."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from server.http.problems import Problem

A_SECOND = 20.0
"""Calls that are made good in a second."""
AT_ONCE = 400
"""Calls that may come at once; an app that looks at a large show fetches its pictures so."""
MOST_ADDRESSES = 20_000


class Arrivals:
    """A bucket of calls for each address (of IPv6 each /64, which is one household). This machine is not counted."""

    def __init__(
        self,
        *,
        a_second: float = A_SECOND,
        at_once: int = AT_ONCE,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate = a_second
        self._size = float(at_once)
        self._monotonic = monotonic
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def admit(self, address: str) -> None:
        """Count a call. Raises the `Problem` 429, with `Retry-After`, once the address has made too many."""
        whose = _whose(address)
        if not whose:
            return
        now = self._monotonic()
        left, seen = self._left.pop(whose, (self._size, now))
        left = min(self._size, left + (now - seen) * self._rate)
        if left < 1.0:
            self._left[whose] = (left, now)
            raise Problem(
                429,
                "too_many_calls",
                "Your address calls too often: wait a moment.",
                headers={"Retry-After": str(max(1, round((1.0 - left) / self._rate)))},
            )
        self._left[whose] = (left - 1.0, now)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)


def _whose(address: str) -> str:
    """What is counted together; empty for this machine and for what is no address."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    known = getattr(known, "ipv4_mapped", None) or known
    if known.is_loopback:
        return ""
    if known.version == 6:
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)
