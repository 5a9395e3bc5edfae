"""Webhooks of an example studio and what was sent to them, written into a server's database for pictures."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

MINUTE_MS, HOUR_MS = 60_000, 3_600_000
ENDED = (
    ("request.completed", "Forty centimetres: the lake that came back", 0.2),
    ("request.completed", "Night trains are back, and who pays for them", 3.1),
    ("request.failed", "Reed cutting begins", 5.4),
    ("request.completed", "Dry stone walls that still stand", 9.0),
    ("request.cancelled", "Minutes of the water board", 22.5),
    ("request.completed", "Why the lake was green in August", 30.0),
    ("request.completed", "Pike counts: the second year", 47.0),
    ("request.completed", "A winter without salt", 71.0),
)


def fill(database: Path) -> None:
    """Four webhooks of the owner: one that works, one that fails, one that stopped, one that is new."""
    now = int(time.time() * 1000)
    with closing(sqlite3.connect(database, timeout=30)) as rows, rows:
        _webhook(rows, "w1", "https://hooks.fieldnotes.example/quillcast", now - 95 * 24 * HOUR_MS)
        for place, (event, title, hours) in reversed(tuple(enumerate(ENDED))):
            made = now - int(hours * HOUR_MS)
            tried = [(503, made, 1_204)] if place == 3 else []
            tried.append((200, made + (6_200 if tried else 90), 84 + 13 * place))
            _message(rows, f"w1-{place}", "w1", event, title, made, tried, state="delivered")
        _webhook(rows, "w2", "https://valley-radio.example/in/episodes", now - 20 * 24 * HOUR_MS)
        for place, (event, title, hours) in reversed(tuple(enumerate(ENDED[:5]))):
            made = now - int(hours * HOUR_MS)
            waits = (0, 5_400, 330_000, 2_200_000, 9_900_000)
            tried = [(502, made + wait, 340 + place) for wait in waits if made + wait < now]
            if place == 4:
                tried = [(502, made + n * HOUR_MS, 320 + n) for n in range(10)]
            state = "given_up" if place == 4 else "pending"
            _message(rows, f"w2-{place}", "w2", event, title, made, tried, state=state)
        _webhook(rows, "w3", "https://old-archive.example/hook", now - 9 * 24 * HOUR_MS, disabled=now - 26 * HOUR_MS)
        _message(
            rows, "w3-0", "w3", *ENDED[4][:2], now - 26 * HOUR_MS, [(410, now - 26 * HOUR_MS, 61)], state="given_up"
        )
        _webhook(rows, "w4", "https://automation.example/catch/2231", now - MINUTE_MS)


def _webhook(rows: sqlite3.Connection, name: str, url: str, made: int, *, disabled: int | None = None) -> None:
    rows.execute(
        "INSERT INTO webhooks (id, client_id, url, secret, created_on, disabled_on, previous_secret)"
        " VALUES (?, 'owner', ?, 'whsec_ZXhhbXBsZSBzZWNyZXQgZm9yIHBpY3R1cmVz', ?, ?, '')",
        (name, url, made, disabled),
    )


def _message(
    rows: sqlite3.Connection,
    name: str,
    webhook: str,
    event: str,
    title: str,
    made: int,
    tried: list[tuple[int, int, int]],
    *,
    state: str,
) -> None:
    last = tried[-1]
    fault = "" if last[0] == 200 else f"The receiver answered {last[0]} {_REASONS[last[0]]}."
    key = rows.execute(
        "INSERT INTO deliveries (message_id, webhook_id, request_id, event, snapshot, created_on, due_on, attempts,"
        " delivered_on, given_up_on, fault, payload, last_on) VALUES (?, ?, ?, ?, '', ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            f"msg_019c2f4e-{abs(hash(name)) % 0xFFFF:04x}-7a31-9d02-6b1f88c0e4a7",
            webhook,
            "019c2f4e-77aa-7c10-8f5e-30a9d1c2b3e4",
            event,
            made,
            last[1] + 100 * MINUTE_MS + 40_000,
            len(tried),
            last[1] if state == "delivered" else None,
            last[1] if state == "given_up" else None,
            fault,
            _payload(event, title),
            last[1],
        ),
    ).lastrowid
    for status, on, took in tried:
        rows.execute(
            "INSERT INTO delivery_attempts (delivery_id, tried_on, status, duration_ms, fault, excerpt)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (
                key,
                on,
                status,
                took,
                "" if status == 200 else f"The receiver answered {status} {_REASONS[status]}.",
                '{"ok": true, "stored": "episodes/1042"}' if status == 200 else "<h1>Bad gateway</h1>",
            ),
        )


_REASONS = {502: "Bad Gateway", 503: "Service Unavailable", 410: "Gone"}


def _payload(event: str, title: str) -> str:
    ended = event.removeprefix("request.")
    return json.dumps(
        {
            "event": event,
            "request_id": "019c2f4e-77aa-7c10-8f5e-30a9d1c2b3e4",
            "status": 100 if ended == "completed" else 55,
            "request_type_id": 1,
            "audio_title": title,
            "audio_url": "https://cast.fieldnotes.example/media/q2mv8xk1/forty-centimetres.mp3",
            "audio_duration": 754.2,
            "file_size": 12_071_936,
            "callback_data": {"episode": 1042, "token": "9f3c2ab8771d"},
            "error_code": 0 if ended == "completed" else 1001,
        }
    )
