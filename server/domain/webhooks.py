"""Addresses that clients want to be told at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MAX_WEBHOOKS = 50
"""Webhooks of one client."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A registered address. `secret` is only there when it was registered just now."""

    id: str
    url: str
    secret: str = ""


KeptRow = Mapping[str, str | int | float | bytes | None]
"""Columns and values."""


@dataclass(frozen=True, slots=True)
class RemovedWebhook:
    """What was taken out with a webhook, so that it can be put back: rows as they lay in the store.

    Each row maps columns to values; `deliveries` are the newest ones of its log, `attempts` theirs.
    """

    webhook: KeptRow
    deliveries: tuple[KeptRow, ...] = ()
    attempts: tuple[KeptRow, ...] = ()
