"""Messages to webhooks: what was tried, when it is tried again, and how they are signed."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

RETRY_AFTER_S = (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
"""Seconds from a failed attempt to the next one; after the last of them a message is given up."""
JITTER = 0.2
"""The most that chance adds to a wait, as a part of it."""
LONGEST_WAIT_S = 86_400
"""What a receiver's `Retry-After` may ask for at most."""
ROTATION = timedelta(days=1)
"""How long the previous secret signs as well."""
TEST_EVENT = "webhook.test"


class DeliveryState(StrEnum):
    """What has become of a message."""

    PENDING = "pending"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"


class Health(StrEnum):
    """How a webhook does."""

    UNUSED = "unused"
    WORKING = "working"
    FAILING = "failing"
    """The newest attempt failed."""
    DISABLED = "disabled"
    """It answered 410: nothing is sent until it is registered again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one attempt. `status` is the receiver's, or None when there was no answer; `fault` says why."""

    status: int | None
    duration_ms: int
    fault: str = ""
    excerpt: str = ""
    """The beginning of what the receiver answered."""
    retry_after_s: float | None = None

    @property
    def is_delivered(self) -> bool:
        """Whether the receiver took it: 2xx and nothing else, a redirect is a failure."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether the receiver wants no more messages."""
        return self.status == 410


@dataclass(frozen=True, slots=True)
class Due:
    """A message whose time has come."""

    id: int
    message_id: str
    webhook_id: str
    url: str
    secrets: tuple[str, ...]
    """The current one first."""
    event: str
    request_id: str
    snapshot: str
    """The request as it was, as JSON; empty for a test."""
    payload: bytes
    """The body, once it was made; every attempt sends the same."""
    attempts: int


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One attempt, as the log keeps it."""

    on: datetime
    """When it was sent: the moment that its signature carries."""
    status: int | None
    duration_ms: int
    fault: str
    excerpt: str


@dataclass(frozen=True, slots=True)
class DeliveryRecord:
    """A message as the log shows it."""

    message_id: str
    webhook_id: str
    request_id: str
    event: str
    state: DeliveryState
    created_on: datetime
    due_on: datetime | None
    """Of the next attempt; None when there is none."""
    delivered_on: datetime | None
    attempts: int
    fault: str
    payload: str = ""
    tried: tuple[AttemptRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class WebhookHealth:
    """A webhook with how it does."""

    id: str
    url: str
    created_on: datetime
    health: Health
    pending: int
    delivered: int
    given_up: int
    last_attempt_on: datetime | None
    last_fault: str


def next_wait_s(attempts: int, *, chance: float, retry_after_s: float | None = None) -> float | None:
    """Seconds until the next attempt after `attempts` failed ones, or None when the message is given up.

    Args:
        attempts: failed ones so far, at least 1.
        chance: from 0 to 1; it only ever adds.
        retry_after_s: what the receiver asked for; it only ever lengthens the wait.
    """
    if attempts > len(RETRY_AFTER_S):
        return None
    wait = RETRY_AFTER_S[attempts - 1] * (1 + JITTER * chance)
    return max(wait, min(retry_after_s or 0.0, LONGEST_WAIT_S))


def signature_headers(message_id: str, body: bytes, secrets: Sequence[str], *, timestamp: int) -> dict[str, str]:
    """The headers of a signed message, a signature for each secret (standardwebhooks.com, HMAC-SHA256)."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    signatures = (
        base64.b64encode(
            hmac.new(base64.b64decode(secret.removeprefix("whsec_")), signed, hashlib.sha256).digest()
        ).decode("ascii")
        for secret in secrets
    )
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }
