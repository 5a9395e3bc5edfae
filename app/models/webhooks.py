"""Webhooks and what was sent to them, in words and as tables."""

from __future__ import annotations

import contextlib
import json
from datetime import UTC, datetime
from urllib.parse import urlsplit

from PySide6.QtCore import QObject

from app.client.receiver import Received
from app.client.webhooks import Attempt, Delivery, Webhook
from app.models import phrases
from app.models.masking import masked
from app.models.tables import Column, Rows

TONES = {"unused": "muted", "working": "good", "failing": "warning", "disabled": "bad"}
ICONS = {"unused": "webhook", "working": "webhook", "failing": "alert-circle-outline", "disabled": "webhook"}
STATES = {"pending": "On its way", "delivered": "Delivered", "given_up": "Given up"}
STATE_TONES = {"pending": "accent", "delivered": "good", "given_up": "bad"}
EVENTS = {
    "request.completed": "Request completed",
    "request.failed": "Request failed",
    "request.cancelled": "Request cancelled",
    "webhook.test": "Test",
}
TRIES = 10
"""How often a message is tried before it is given up."""


def name_of(webhook: Webhook) -> str:
    """A webhook's host, as its list names it."""
    try:
        return urlsplit(webhook.url).netloc.rpartition("@")[2] or webhook.url
    except ValueError:
        return webhook.url


def state_of(webhook: Webhook) -> str:
    """How a webhook does, in a few words for its list."""
    if webhook.health == "disabled":
        return "Stopped: it answered 410"
    if webhook.health == "unused":
        return "Nothing sent yet"
    if webhook.health == "failing":
        return "Last attempt failed"
    return f"Delivered {phrases.ago(webhook.last_attempt_on)}"


def counts_of(webhook: Webhook) -> str:
    """What became of its messages."""
    said = [f"{phrases.count(webhook.delivered, 'message', 'messages')} delivered"]
    if webhook.pending:
        said.append(f"{webhook.pending} on their way")
    if webhook.given_up:
        said.append(f"{webhook.given_up} given up")
    return " · ".join(said)


def advice(webhook: Webhook) -> str:
    """What is wrong with a webhook and what to do about it; empty where all is well."""
    if webhook.health == "disabled":
        return (
            "The receiver answered 410, so nothing is sent to it any more. Once it takes messages again, switch it on."
        )
    if webhook.given_up and webhook.health == "failing":
        return (
            f"{webhook.fault} {phrases.count(webhook.given_up, 'message was', 'messages were')} given up:"
            " mend the receiver, then open each of them and send it again."
        )
    if webhook.health == "failing":
        return f"{webhook.fault} It is tried again by itself, {TRIES} times over three days."
    if webhook.given_up:
        return (
            f"It works again, but {phrases.count(webhook.given_up, 'message was', 'messages were')} given up before:"
            " open them and send them again."
        )
    return ""


def event_of(delivery: Delivery) -> str:
    """What a message tells, as people call it."""
    return EVENTS.get(delivery.event, delivery.event)


def next_step(delivery: Delivery, *, now: datetime | None = None) -> str:
    """What happens with a message now."""
    if delivery.state == "delivered":
        return f"Delivered {phrases.ago(delivery.delivered_on)}."
    if delivery.state == "given_up":
        tried = phrases.count(delivery.attempts, "attempt", "attempts")
        return f"Given up after {tried}. Mend the receiver, then send it again."
    if delivery.due_on is None or not delivery.attempts:
        return "It is being sent."
    wait = (delivery.due_on - (now or datetime.now(UTC))).total_seconds()
    if wait <= 0:
        return f"Attempt {delivery.attempts + 1} of {TRIES} is due."
    return f"Attempt {delivery.attempts + 1} of {TRIES} in {phrases.span(wait)}."


def outcome(delivery: Delivery) -> str:
    """How it stands with a message, in a column: why it is not there yet."""
    if delivery.state == "delivered":
        return "Taken at once" if delivery.attempts <= 1 else f"Taken at attempt {delivery.attempts}"
    if not delivery.fault:
        return "Being sent"
    said = delivery.fault.removeprefix("The receiver ").removesuffix(".")
    return said[:1].upper() + said[1:]


DELIVERIES: tuple[Column[Delivery], ...] = (
    Column("Event", event_of, tip=lambda each: each.id),
    Column("Status", lambda each: STATES.get(each.state, each.state), tip=next_step),
    Column("What came of it", outcome, tip=lambda each: each.fault or outcome(each)),
    Column("Tries", lambda each: str(each.attempts), right=True),
    Column("Made", lambda each: phrases.ago(each.created_on)),
)


class DeliveryRows(Rows[Delivery]):
    """The log of one webhook, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(DELIVERIES, key=lambda each: each.id, parent=parent)

    def show_newest(self, newest: tuple[Delivery, ...]) -> None:
        """Show what the newest part of the log says now; what is loaded behind it stays."""
        fresh = [each for each in newest if self.place_of(each.id) < 0]
        rest = [each.id for each in newest[len(fresh) :]]
        joined = bool(rest) or not self.rows
        if not joined or list(newest[: len(fresh)]) != fresh or rest != [each.id for each in self.rows[: len(rest)]]:
            self.replace(newest)
            return
        for each in newest:
            self.update(each)
        for each in reversed(fresh):
            self.put_first(each)


def answer_of(attempt: Attempt) -> str:
    """What came of an attempt, in a column."""
    return str(attempt.status) if attempt.status is not None else "No answer"


def is_taken(attempt: Attempt) -> bool:
    """Whether the receiver took it."""
    return attempt.status is not None and 200 <= attempt.status < 300


def _moment(on: datetime | None) -> str:
    return f"{on.astimezone():%-d %b, %H:%M:%S}" if on else "—"


ATTEMPTS: tuple[Column[Attempt], ...] = (
    Column("Sent", lambda each: _moment(each.on)),
    Column("Answer", answer_of, tip=lambda each: each.fault),
    Column("Took", lambda each: f"{each.duration_ms:,} ms".replace(",", "\u202f"), right=True),
)


class AttemptRows(Rows[Attempt]):
    """The attempts of one message, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(ATTEMPTS, key=lambda each: each.on, parent=parent)


RECEIVED: tuple[Column[Received], ...] = (
    Column(
        "Message",
        lambda each: EVENTS.get(event_in(each.body), event_in(each.body)) or "Unknown",
        tip=lambda each: each.message_id,
    ),
    Column("Signature", lambda each: "Wrong" if each.fault else "Verified", tip=lambda each: each.fault),
    Column("Answered", lambda each: str(each.status), right=True),
    Column("Came", lambda each: f"{each.on.astimezone():%H:%M:%S}"),
)


class ReceivedRows(Rows[Received]):
    """What the receiver on this computer got, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(RECEIVED, key=lambda each: each.number, parent=parent)


def event_in(body: bytes) -> str:
    """The event that a message's body names; empty where it names none."""
    try:
        read = json.loads(body)
    except ValueError:
        return ""
    return str(read.get("event", "")) if isinstance(read, dict) else ""


def request_text(webhook: Webhook, delivery: Delivery, attempt: Attempt | None) -> str:
    """A sent message as HTTP: address, headers and body, its signature covered."""
    path, host = webhook.url, name_of(webhook)
    with contextlib.suppress(ValueError):
        parts = urlsplit(webhook.url)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = [f"POST {path} HTTP/1.1", f"host: {host}", "content-type: application/json", f"webhook-id: {delivery.id}"]
    if attempt is not None and attempt.on is not None:
        headers.append(f"webhook-timestamp: {int(attempt.on.timestamp())}")
    headers.append("webhook-signature: v1,•••")
    return masked("\n".join(headers)) + "\n\n" + payload_text(delivery.payload)


def received_text(received: Received) -> str:
    """A message that came, as HTTP, its signature covered."""
    shown = [f"{name}: {value}" for name, value in received.headers.items()]
    body = received.body.decode("utf-8", errors="replace")
    return masked("\n".join(shown)) + "\n\n" + payload_text(body)


def response_text(attempt: Attempt) -> str:
    """What the receiver answered, or why there was no answer."""
    head = answer_of(attempt)
    said = [f"{head}" if attempt.status is None else f"HTTP {head}"]
    if attempt.fault:
        said.append(attempt.fault)
    if attempt.response:
        said.append("\n" + payload_text(attempt.response))
    elif is_taken(attempt):
        said.append("The answer has no body.")
    return "\n".join(said)


def payload_text(payload: str) -> str:
    """A body for people: JSON with indents, secrets covered."""
    if not payload:
        return "The body is made when the message is sent for the first time."
    with contextlib.suppress(ValueError):
        payload = json.dumps(json.loads(payload), indent=2, ensure_ascii=False)
    return masked(payload)
