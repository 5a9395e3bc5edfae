"""A real store in a real file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from server.domain.accounts import ClientChange
from server.domain.identifiers import new_id
from server.domain.requests import PODCAST_TYPES, OutputType, RequestType
from server.store import clients
from server.store.acceptance import NewRequest
from server.store.clients import Reservation
from server.store.database import Store

DAY = "2026-05-04"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "quillcast.db", backups=tmp_path / "backups")
    opened.write_and_wait(clients.save, "alice", ClientChange(credits=10_000, daily_podcasts=500), 1)
    yield opened
    opened.close()


@pytest.fixture
def a_request() -> Callable[..., NewRequest]:
    def make(kind: RequestType = RequestType.TEXT, *, client: str = "alice", price: int = 10, **more) -> NewRequest:
        return NewRequest(
            id=new_id(),
            client_id=client,
            type=kind,
            output_type=OutputType.AUDIO if kind is RequestType.AUDIO else OutputType.TEXT,
            order="{}",
            reservation=Reservation(price, DAY if kind in PODCAST_TYPES else None),
            requested_ms=more.pop("now_ms", 1_000),
            **more,
        )

    return make
