"""Webhooks and what was sent to them, in words and as tables."""

from __future__ import annotations

import contextlib
import json
from datetime import UTC, datetime
from urllib.parse import urlsplit

from PySide6.QtCore import QObject

from app.client.receiver import Received
from app.client.webhooks import Attempt, Delivery, Webhook
from app.language import dated, mark, number, tr, trn
from app.models import phrases
from app.models.masking import masked
from app.models.tables import Column, Rows

TONES = {"unused": "muted", "working": "good", "failing": "warning", "disabled": "bad"}
ICONS = {"unused": "webhook", "working": "webhook", "failing": "alert-circle-outline", "disabled": "webhook"}
STATES = {"pending": mark("On its way"), "delivered": mark("Delivered"), "given_up": mark("Given up")}
STATE_TONES = {"pending": "accent", "delivered": "good", "given_up": "bad"}
EVENTS = {
    "request.completed": mark("Request completed"),
    "request.failed": mark("Request failed"),
    "request.cancelled": mark("Request cancelled"),
    "webhook.test": mark("Test"),
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
        return tr("Stopped: it answered 410")
    if webhook.health == "unused":
        return tr("Nothing sent yet")
    if webhook.health == "failing":
        return tr("Last attempt failed")
    return tr("Delivered {ago}", ago=phrases.ago(webhook.last_attempt_on))


def counts_of(webhook: Webhook) -> str:
    """What became of its messages."""
    said = [trn("{count} message delivered", "{count} messages delivered", webhook.delivered)]
    if webhook.pending:
        said.append(tr("{pending} on their way", pending=webhook.pending))
    if webhook.given_up:
        said.append(tr("{given_up} given up", given_up=webhook.given_up))
    return " · ".join(said)


def advice(webhook: Webhook) -> str:
    """What is wrong with a webhook and what to do about it; empty where all is well."""
    if webhook.health == "disabled":
        return tr(
            "The receiver answered 410, so nothing is sent to it any more. Once it takes messages again, switch it on."
        )
    if webhook.given_up and webhook.health == "failing":
        return trn(
            "{fault} {count} message was given up: mend the receiver, then open each of them and send it again.",
            "{fault} {count} messages were given up: mend the receiver, then open each of them and send it again.",
            webhook.given_up,
            fault=webhook.fault,
        )
    if webhook.health == "failing":
        return tr(
            "{fault} It is tried again by itself, {tries} times over three days.", fault=webhook.fault, tries=TRIES
        )
    if webhook.given_up:
        return trn(
            "It works again, but {count} message was given up before: open them and send them again.",
            "It works again, but {count} messages were given up before: open them and send them again.",
            webhook.given_up,
        )
    return ""


def event_of(delivery: Delivery) -> str:
    """What a message tells, as people call it."""
    return tr(EVENTS.get(delivery.event, delivery.event))


def next_step(delivery: Delivery, *, now: datetime | None = None) -> str:
    """What happens with a message now."""
    if delivery.state == "delivered":
        return tr("Delivered {ago}.", ago=phrases.ago(delivery.delivered_on))
    if delivery.state == "given_up":
        tried = trn("{count} attempt", "{count} attempts", delivery.attempts)
        return tr("Given up after {tried}. Mend the receiver, then send it again.", tried=tried)
    if delivery.due_on is None or not delivery.attempts:
        return tr("It is being sent.")
    wait = (delivery.due_on - (now or datetime.now(UTC))).total_seconds()
    if wait <= 0:
        return tr("Attempt {attempts} of {tries} is due.", attempts=delivery.attempts + 1, tries=TRIES)
    return tr(
        "Attempt {attempts} of {tries} in {span}.", attempts=delivery.attempts + 1, tries=TRIES, span=phrases.span(wait)
    )


def outcome(delivery: Delivery) -> str:
    """How it stands with a message, in a column: why it is not there yet."""
    if delivery.state == "delivered":
        return (
            tr("Taken at once")
            if delivery.attempts <= 1
            else tr("Taken at attempt {attempts}", attempts=delivery.attempts)
        )
    if not delivery.fault:
        return tr("Being sent")
    told = delivery.fault.removeprefix(tr("The receiver ")).removesuffix(".")
    return told[:1].upper() + told[1:]


DELIVERIES: tuple[Column[Delivery], ...] = (
    Column(mark("Event"), event_of, tip=lambda each: each.id),
    Column(mark("Status"), lambda each: tr(STATES.get(each.state, each.state)), tip=next_step),
    Column(mark("What came of it"), outcome, tip=lambda each: each.fault or outcome(each)),
    Column(mark("Tries"), lambda each: str(each.attempts), right=True),
    Column(mark("Made"), lambda each: phrases.ago(each.created_on)),
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
    return str(attempt.status) if attempt.status is not None else tr("No answer")


def is_taken(attempt: Attempt) -> bool:
    """Whether the receiver took it."""
    return attempt.status is not None and 200 <= attempt.status < 300


def _moment(on: datetime | None) -> str:
    return dated(on, "d MMM, HH:mm:ss") if on else "—"


ATTEMPTS: tuple[Column[Attempt], ...] = (
    Column(mark("Sent"), lambda each: _moment(each.on)),
    Column(mark("Answer"), answer_of, tip=lambda each: each.fault),
    Column(mark("Took"), lambda each: tr("{duration_ms} ms", duration_ms=number(each.duration_ms)), right=True),
)


class AttemptRows(Rows[Attempt]):
    """The attempts of one message, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(ATTEMPTS, key=lambda each: each.on, parent=parent)


RECEIVED: tuple[Column[Received], ...] = (
    Column(
        mark("Message"),
        lambda each: tr(EVENTS.get(event_in(each.body), event_in(each.body))) or tr("Unknown"),
        tip=lambda each: each.message_id,
    ),
    Column(mark("Signature"), lambda each: tr("Wrong") if each.fault else tr("Verified"), tip=lambda each: each.fault),
    Column(mark("Answered"), lambda each: str(each.status), right=True),
    Column(mark("Came"), lambda each: dated(each.on, "HH:mm:ss")),
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
        said.append(tr("The answer has no body."))
    return "\n".join(said)


def payload_text(payload: str) -> str:
    """A body for people: JSON with indents, secrets covered."""
    if not payload:
        return tr("The body is made when the message is sent for the first time.")
    with contextlib.suppress(ValueError):
        payload = json.dumps(json.loads(payload), indent=2, ensure_ascii=False)
    return masked(payload)
