"""The server inside another program."""

from __future__ import annotations

import json
import threading
import urllib.request
from pathlib import Path

import pytest
from fake_engine import FakeEngine
from live_server import FewVoices, judge

from server.config.directories import DataDirectoryInUse
from server.config.settings import ServerConfig
from server.embedded import EmbeddedServer


class CountingEngine(FakeEngine):
    """Counts how often it was ended."""

    stops = 0

    def stop(self) -> None:
        self.stops += 1
        super().stop()


def embedded(data_dir: Path) -> EmbeddedServer:
    return EmbeddedServer(
        ServerConfig(data_dir=data_dir, port=0), engine=FakeEngine, catalogue=FewVoices(), judge=judge
    )


def test_it_starts_answers_its_owner_and_stops(tmp_path: Path) -> None:
    server = embedded(tmp_path)
    access = server.start()
    try:
        call = urllib.request.Request(
            access.address + "/studio/health", headers={"Authorization": f"Bearer {access.token}"}
        )
        with urllib.request.urlopen(call) as answer:
            told = json.load(answer)
        assert told["status"] == "ok"
        assert told["running"] == []
    finally:
        server.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "server"]
    server.stop()

    again = embedded(tmp_path)
    assert again.start().address
    again.stop()


def test_two_servers_never_share_a_data_directory(tmp_path: Path) -> None:
    first = embedded(tmp_path)
    first.start()
    try:
        engine = CountingEngine()
        second = EmbeddedServer(
            ServerConfig(data_dir=tmp_path, port=0), engine=lambda: engine, catalogue=FewVoices(), judge=judge
        )
        with pytest.raises(DataDirectoryInUse):
            second.start()
        assert engine.stops == 1
    finally:
        first.stop()


def test_a_death_that_nobody_asked_for_is_told_and_it_starts_again(tmp_path: Path) -> None:
    told: list[BaseException | None] = []
    gone = threading.Event()

    def on_death(failure: BaseException | None) -> None:
        told.append(failure)
        gone.set()

    def die() -> None:
        raise SystemExit("The loop broke.")

    server = EmbeddedServer(
        ServerConfig(data_dir=tmp_path, port=0),
        engine=FakeEngine,
        catalogue=FewVoices(),
        judge=judge,
        on_death=on_death,
    )
    server.start()
    assert server._loop is not None
    server._loop.call_soon_threadsafe(die)
    assert gone.wait(20)
    assert [str(failure) for failure in told] == ["The loop broke."]
    server.stop()

    again = EmbeddedServer(
        ServerConfig(data_dir=tmp_path, port=0),
        engine=FakeEngine,
        catalogue=FewVoices(),
        judge=judge,
        on_death=on_death,
    )
    assert again.start().address
    again.stop()
    assert len(told) == 1
