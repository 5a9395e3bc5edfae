"""The Webhooks panel against the real server, with its own receiver at the other end."""

from __future__ import annotations

import asyncio
import base64
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from standardwebhooks.webhooks import Webhook as Signer

from app.client import Client
from app.client.events import Link
from app.client.receiver import Received, Receiver
from app.client.signatures import fault_of
from app.client.webhooks import Attempt, Delivery, Webhook
from app.models import webhooks
from app.models.masking import masked
from app.models.signature_samples import NODE, PYTHON, SAMPLES, SHELL
from app.models.webhooks import AttemptRows, DeliveryRows, ReceivedRows
from app.panels.webhooks import WebhooksPanel
from app.window import Window

pytest.importorskip("server.embedded", reason="the server is not part of this tree")

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
SECRET = "whsec_" + base64.b64encode(b"twenty-four bytes of key").decode()
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def signed(body: bytes, *, at: datetime = NOW, secret: str = SECRET) -> dict[str, str]:
    """Headers as the standard's own library makes them."""
    signature = Signer(secret).sign("msg_1", at, body.decode())
    return {"webhook-id": "msg_1", "webhook-timestamp": str(int(at.timestamp())), "webhook-signature": signature}


@pytest.fixture
async def panel(window: Window, tmp_path: Path, until: Until) -> AsyncIterator[WebhooksPanel]:
    """The panel, connected to a real server that takes receivers on its own machine."""
    from fake_engine import FakeEngine
    from live_server import FewVoices, judge

    from server.config.settings import ServerConfig
    from server.embedded import EmbeddedServer

    config = ServerConfig(data_dir=tmp_path / "data", port=0, allow_local_webhooks=True)
    server = EmbeddedServer(config, engine=FakeEngine, catalogue=FewVoices(), judge=judge)
    access = await asyncio.to_thread(server.start)
    window.connect_to(Client(access.address, access.token))
    await until(lambda: window._link is Link.LIVE, "a connection")
    window.show_panel("webhooks")
    made = window.panels["webhooks"]
    assert isinstance(made, WebhooksPanel)
    yield made
    await window.leave_server()
    await asyncio.to_thread(server.stop)


async def test_a_message_is_received_verified_and_logged(
    panel: WebhooksPanel, window: Window, until: Until, idle: Idle
) -> None:
    panel.show_page("try")
    page = panel.receiver
    page.start_button.click()
    await until(lambda: page.state.text() == "Listening", lambda: f"the receiver ({window.bar.text})")
    assert page.address.text().startswith("http://127.0.0.1:")

    page.test_button.click()
    await until(lambda: page.rows.rows, "the message")
    (came,) = page.rows.rows
    assert (came.fault, came.status) == ("", 204)
    assert "Verified" in [page.rows.index(0, column).data() for column in range(4)]
    assert page.receiver.secret not in page.text.toPlainText()
    assert came.headers["webhook-signature"] not in page.text.toPlainText()
    assert '"event": "webhook.test"' in page.text.toPlainText()

    panel.show_page("webhooks")
    panel.reload()
    card = panel.hooks.card
    await until(lambda: card.rows.rows and card.rows.rows[0].state == "delivered", "the log")
    card.open_message(card.rows.rows[0])
    await until(lambda: card.message.isVisible() and card.message.attempt, "the message")
    shown = card.message.text.toPlainText()
    assert f"webhook-id: {came.message_id}" in shown
    assert f"webhook-timestamp: {came.headers['webhook-timestamp']}" in shown
    assert came.headers["webhook-signature"] not in shown

    card.message.resend_button.click()
    await until(lambda: len(page.rows.rows) == 2, "the message again")
    assert page.rows.rows[0].message_id == came.message_id
    page.stop_button.click()
    await until(lambda: not panel.hooks._webhooks and not page.receiver.is_open, "the end")
    await idle(window)
    assert panel.hooks.empty.isVisible()


async def test_a_webhook_is_added_moved_and_removed_and_each_is_taken_back(
    panel: WebhooksPanel, window: Window, until: Until, idle: Idle
) -> None:
    hooks = panel.hooks
    await idle(window)
    hooks.address.setText("http://example.com/hook")
    hooks.add_button.click()
    await until(lambda: hooks.field.fault, "the refusal")
    assert "https" in hooks.field.fault
    hooks.address.setText("http://127.0.0.1:1/hook")
    hooks.add_button.click()
    await until(lambda: hooks.card.once.secret, lambda: f"the secret ({window.bar.text})")
    assert hooks.card.once.secret.startswith("whsec_")
    hooks.card.once.copy_button.click()
    assert QGuiApplication.clipboard().text() == hooks.card.once.secret
    first_secret = hooks.card.once.secret
    hooks.card.once.done_button.click()
    assert hooks.card.once.secret == hooks.card.once.line.text() == ""

    hooks.card.rotate_button.click()
    await until(lambda: hooks.card.once.secret, "the new secret")
    assert hooks.card.once.secret != first_secret
    await idle(window)

    hooks.card.edit_button.click()
    assert hooks.card.address.text() == "http://127.0.0.1:1/hook"
    hooks.card.address.setText("https://hooks.example.com/quill")
    hooks.card.save_button.click()
    await until(lambda: hooks.card.name.text() == "https://hooks.example.com/quill", "the new address")
    assert window.bar.act()
    await until(lambda: hooks.card.name.text() == "http://127.0.0.1:1/hook", "the old address")
    await idle(window)

    known = hooks.current
    assert known is not None
    hooks.card.remove_button.click()
    await until(lambda: hooks.empty.isVisible() and window.bar.text, "its removal")
    await idle(window)
    assert window.bar.act()
    await until(lambda: hooks.current is not None and hooks.current.id == known.id, "its return")
    await idle(window)


async def test_a_receiver_that_fails_or_wants_no_more_is_told_with_what_to_do(
    panel: WebhooksPanel, window: Window, until: Until, idle: Idle
) -> None:
    panel.show_page("try")
    page, card = panel.receiver, panel.hooks.card
    page.start_button.click()
    await until(lambda: page.state.text() == "Listening", lambda: f"the receiver ({window.bar.text})")
    page.answers._buttons["500"].click()
    page.test_button.click()
    await until(lambda: page.rows.rows, "the message")
    await idle(window)
    panel.show_page("webhooks")
    panel.reload()
    await until(lambda: card.rows.rows and card.rows.rows[0].attempts == 1, "the attempt")
    await idle(window)
    assert "tried again by itself" in card._advice.text()
    card.open_message(card.rows.rows[0])
    await until(lambda: card.message.attempt is not None, "the message")
    assert card.message.step.text().startswith("Attempt 2 of 10")
    card.message.views._buttons["response"].click()
    assert "The receiver answered 500" in card.message.text.toPlainText()
    await idle(window)

    page.answers._buttons["410"].click()
    card.message.resend_button.click()
    await until(card.enable_button.isVisible, "the stop")
    assert "410" in card._advice.text()
    await until(lambda: card.rows.rows[0].state == "given_up", "the end of the message")
    assert "1 message given up" in panel.summary.text()
    await idle(window)
    card.enable_button.click()
    await until(lambda: not card.enable_button.isVisible(), "that it is on again")
    await idle(window)


async def test_a_server_that_takes_no_local_webhooks_is_explained(connected: Window, until: Until, idle: Idle) -> None:
    connected.show_panel("webhooks", "try")
    panel = connected.panels["webhooks"]
    assert isinstance(panel, WebhooksPanel)
    await idle(connected)
    from app.client.faults import ApiError, Fault

    refusal = ApiError(400, "invalid_field", "url is at fault.", (Fault("url", "must start with https"),))
    await panel.receiver.receiver.open()
    panel.receiver._not_started(refusal)
    await until(lambda: not panel.receiver.receiver.is_open, "the end of the receiver")
    assert "Local webhooks" in panel.receiver._fault.text()
    assert panel.receiver.settings_button.isVisible()
    await idle(connected)


def test_signatures_agree_with_the_library_of_the_standard() -> None:
    body = b'{"event":"webhook.test"}'
    now = NOW.timestamp()
    headers = signed(body)
    assert fault_of(body, headers, secret=SECRET, now_s=now) == ""
    other = "whsec_" + base64.b64encode(b"another key of the client").decode()
    both = headers | {
        "webhook-signature": f"{signed(body, secret=other)['webhook-signature']} {headers['webhook-signature']}"
    }
    assert fault_of(body, both, secret=SECRET, now_s=now) == ""
    assert "does not fit" in fault_of(body + b" ", headers, secret=SECRET, now_s=now)
    assert "does not fit" in fault_of(body, headers, secret=other, now_s=now)
    assert "does not fit" in fault_of(body, headers | {"webhook-signature": "v2,x v1"}, secret=SECRET, now_s=now)
    assert "five minutes" in fault_of(body, headers, secret=SECRET, now_s=now + 301)
    assert "no signature" in fault_of(body, {}, secret=SECRET, now_s=now)
    assert "whsec_" in fault_of(body, headers, secret="whsec_?", now_s=now)


async def test_the_receiver_refuses_what_is_not_genuine() -> None:
    came: list[Received] = []
    receiver = Receiver(came=came.append)
    receiver.secret = SECRET
    client = Client(await receiver.open(), "")
    from app.client.faults import ApiError

    with pytest.raises(ApiError) as refused:
        await client.connection.post("/webhook", {"event": "request.completed"})
    with pytest.raises(ApiError) as wrong:
        await client.connection.get("/webhook")
    await client.close()
    await receiver.close()
    await receiver.close()
    assert (refused.value.status, wrong.value.status) == (401, 405)
    assert [(each.fault, each.status) for each in came] == [("It carries no signature.", 401)]


@pytest.mark.parametrize("genuine", [True, False])
def test_the_python_sample_runs_as_it_stands(genuine: bool) -> None:
    namespace: dict[str, Callable[..., bool]] = {}
    exec(PYTHON, namespace)
    body = b'{"event":"webhook.test"}'
    headers = signed(body, at=datetime.now(UTC))
    assert namespace["is_genuine"](body if genuine else b"{}", headers, SECRET) is genuine


def test_the_shell_sample_signs_as_the_standard_does(tmp_path: Path) -> None:
    script = (
        SHELL.replace("whsec_…", SECRET).partition("curl -i")[0] + 'printf "%s\\n" "$ID" "$SENT" "$SIGNATURE" "$BODY"'
    )
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, timeout=60)
    message_id, sent, signature, body = ran.stdout.splitlines()
    headers = {"webhook-id": message_id, "webhook-timestamp": sent, "webhook-signature": f"v1,{signature}"}
    assert fault_of(body.encode(), headers, secret=SECRET, now_s=time.time()) == ""


@pytest.mark.slow
def test_the_node_sample_runs_as_it_stands(tmp_path: Path) -> None:
    body = '{"event":"webhook.test"}'
    call = f"""
const headers = {json.dumps(signed(body.encode(), at=datetime.now(UTC)))};
const given = [Buffer.from({json.dumps(body)}), Buffer.from("{{}}")];
console.log(given.map((body) => isGenuine(body, headers, {json.dumps(SECRET)})).join(" "));
"""
    (tmp_path / "sample.mjs").write_text(NODE + call)
    ran = subprocess.run(["node", "sample.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.split() == ["true", "false"]


def test_every_sample_has_a_name_and_words() -> None:
    assert [sample.key for sample in SAMPLES] == ["python", "node", "shell"]
    assert all(sample.title and sample.words.endswith(".") for sample in SAMPLES)
    assert sys.version_info >= (3, 11)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (SECRET, "whsec_•••"),
        ("Authorization: Bearer abcdefghijkl", "Authorization: Bearer •••"),
        ("eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl", "•••"),
        ('{"api_key": "abc\\"d", "title": "A"}', '{"api_key": "•••", "title": "A"}'),
        ("https://a.example/x?token=abc&page=2", "https://a.example/x?token=•••&page=2"),
        ("https://user:pass@a.example/", "https://•••@a.example/"),
        ("v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=", "v1,•••"),
        ("The keyboard of the tokeniser is secret: yes", "The keyboard of the tokeniser is secret: yes"),
    ],
)
def test_secrets_are_covered(said: str, left: str) -> None:
    assert masked(said) == left


def test_the_models_keep_qts_rules() -> None:
    log = DeliveryRows()
    tester = QAbstractItemModelTester(log, QAbstractItemModelTester.FailureReportingMode.Fatal)
    first = tuple(Delivery(f"m{n}", "w", event="request.completed", created_on=NOW) for n in (3, 2, 1))
    log.show_newest(first)
    newer = (Delivery("m4", "w", state="given_up", attempts=10, fault="No."), *first[:2])
    log.show_newest(newer)
    assert [each.id for each in log.rows] == ["m4", "m3", "m2", "m1"]
    assert log.index(0, 1).data() == "Given up"
    refused = Delivery("m", "w", attempts=1, fault="The receiver answered 502 Bad Gateway.")
    assert webhooks.outcome(refused) == "Answered 502 Bad Gateway"
    assert webhooks.outcome(Delivery("m", "w", state="delivered", attempts=2)) == "Taken at attempt 2"
    log.show_newest((Delivery("m9", "other"),))
    assert [each.id for each in log.rows] == ["m9"]
    tried = AttemptRows()
    second = QAbstractItemModelTester(tried, QAbstractItemModelTester.FailureReportingMode.Fatal)
    tried.replace([Attempt(NOW, 204, 1_234), Attempt(NOW + timedelta(1), None, 15_000, "No answer.")])
    assert [tried.index(row, 1).data() for row in (0, 1)] == ["204", "No answer"]
    came = ReceivedRows()
    third = QAbstractItemModelTester(came, QAbstractItemModelTester.FailureReportingMode.Fatal)
    came.put_first(Received(1, NOW, {}, b"not JSON", "It carries no signature.", 401))
    assert [came.index(0, column).data() for column in (0, 1)] == ["Unknown", "Wrong"]
    assert all((tester, second, third))


def test_what_happens_next_is_said() -> None:
    waits = Delivery("m", "w", attempts=3, due_on=NOW + timedelta(minutes=25))
    assert webhooks.next_step(waits, now=NOW) == "Attempt 4 of 10 in 25 min."
    assert webhooks.next_step(Delivery("m", "w")) == "It is being sent."
    assert "send it again" in webhooks.next_step(Delivery("m", "w", state="given_up", attempts=10))
    lost = Webhook("w", "https://a.example", health="failing", given_up=2, fault="The receiver answered 500.")
    assert "2 messages were given up" in webhooks.advice(lost)
    assert "works again" in webhooks.advice(Webhook("w", "u", health="working", given_up=1))
    assert webhooks.advice(Webhook("w", "u", health="working")) == ""
