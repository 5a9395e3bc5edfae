"""Addresses that clients want to be told at."""

from __future__ import annotations

from dataclasses import dataclass

MAX_WEBHOOKS = 50
"""Webhooks of one client."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A registered address. `secret` is only there when it was registered just now."""

    id: str
    url: str
    secret: str = ""
