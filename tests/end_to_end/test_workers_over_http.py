"""What a creator does not notice: workers that die, a cancel in the middle, a wait for approval, a power cut."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import psutil
import pytest
from real_server import RealServer, is_running, until

ARTICLE = Path(__file__).resolve().parents[1] / "data" / "texts" / "news_ferry.md"
PRICE = 10
CANCELLED_WITHIN_S = 2.0
LOADED = 3
"""How much slower a machine may be on which a limit in seconds is asserted."""
LOST = "lost its worker"


@pytest.fixture(scope="module")
def text() -> str:
    """The beginning of an article: enough for an episode of a few lines."""
    return "\n".join(ARTICLE.read_text("utf-8").splitlines()[:9])


@pytest.fixture(scope="module")
def studio(server: RealServer) -> RealServer:
    """The running server, called as a client of this module alone."""
    server.log_in("--client", "worker-proofs", "--pro", "--credits", "1000", "--daily-podcasts", "50")
    return server


def lose_worker(studio: RealServer, *requests: str) -> None:
    """Kill whichever worker process works hardest until one of these requests has lost its own."""

    def crashes() -> int:
        return sum(studio.attempt(request)["crashes"] for request in requests)

    before = crashes()
    while crashes() == before:
        busiest: psutil.Process = until(studio.busy)[0]
        with contextlib.suppress(psutil.NoSuchProcess):
            busiest.kill()
        # A worker that was killed between two pieces costs nobody anything.
        with contextlib.suppress(TimeoutError):
            until(lambda: crashes() > before, patience_s=3)


def test_a_killed_worker_costs_only_its_own_request_an_attempt(studio: RealServer, text: str) -> None:
    used = studio.used
    requests = [studio.create(text, title=title, quality="draft") for title in ("One", "Other")]
    for request in requests:
        until(lambda request=request: studio.status(request)["stage"] in ("importing", "writing", "voicing"))
    lose_worker(studio, *requests)

    for request in requests:
        assert studio.completed(request)["audio_duration"] > 10
    counts = [studio.attempt(request) for request in requests]
    assert sorted(count["crashes"] for count in counts) == [0, 1]
    assert all(count["attempt"] == 1 + count["crashes"] for count in counts)
    assert studio.used == used + 2 * PRICE


def test_a_request_that_loses_its_worker_three_times_fails(studio: RealServer, text: str) -> None:
    used = studio.used
    request = studio.create(text, title="Doomed", quality="final")
    for _ in range(3):
        lose_worker(studio, request)

    status = until(lambda: s if (s := studio.status(request))["error_code"] else None)
    assert (status["error_code"], "worker" in status["error_message"]) == (1006, True)
    assert studio.attempt(request)["attempt"] == 3
    assert studio.used == used
    until(lambda: len([line for line in studio.told(LOST) if request in line["event"]]) == 3)


@pytest.fixture(scope="module")
def cancelled(studio: RealServer, text: str) -> tuple[str, float, int]:
    """A request cancelled while it was voiced: its id, seconds until its workers were gone, credits used before."""
    used = studio.used
    request = studio.create(text, title="Unwanted", quality="final")
    until(lambda: studio.status(request)["stage"] == "voicing")
    working = until(studio.busy)
    began = time.monotonic()
    assert studio.post("/content/CancelRequest", id=request)["cancelled"] is True
    until(lambda: not any(is_running(process) for process in working))
    return request, time.monotonic() - began, used


def test_a_cancelled_request_leaves_no_process_and_no_half_written_file(
    studio: RealServer, cancelled: tuple[str, float, int]
) -> None:
    request, _, used = cancelled
    status = studio.status(request)
    assert (status["status"], status["error_code"], status["cancelled"]) == (0, 499, True)
    assert studio.used == used
    until(lambda: not studio.busy())
    assert studio.parts() == []
    left = {path.name.partition("-")[0] for path in (studio.data_dir / "work" / request).iterdir()}
    assert left <= {"lock", "source", "dialogue", "line"}


@pytest.mark.slow
def test_a_cancelled_request_ends_its_workers_at_once(cancelled: tuple[str, float, int]) -> None:
    assert cancelled[1] < LOADED * CANCELLED_WITHIN_S


def test_a_script_waits_for_approval(studio: RealServer, text: str) -> None:
    request = studio.create(text, quality="draft", approveScript=True)
    until(lambda: studio.status(request)["stage"] == "waiting_for_approval")
    script = studio.get(f"/studio/requests/{request}/script")
    assert len(script["lines"]) >= 4
    assert studio.voiced(request) == {}

    studio.post(f"/studio/requests/{request}/approve")
    assert studio.completed(request)["response_text"] == script["text"]
    again = studio.http.post(f"/studio/requests/{request}/approve")
    assert (again.status_code, again.json()["code"]) == (409, "not_waiting")


def test_a_request_goes_on_after_a_power_cut(studio: RealServer) -> None:
    used = studio.used
    request = studio.create(ARTICLE.read_text("utf-8"), title="Interrupted", quality="draft")
    until(lambda: len(studio.voiced(request)) >= 2)
    workers = studio.processes()
    studio.kill()
    until(lambda: not any(is_running(process) for process in workers))
    kept = studio.voiced(request)
    seen = dict(kept)
    assert list((studio.data_dir / "work" / request).glob("episode-*")) == []

    studio.start()

    def ended() -> bool:
        seen.update(studio.voiced(request))
        status = studio.status(request)
        return status["status"] == 100 or status["error_code"] != 0

    until(ended)
    assert studio.completed(request)["audio_duration"] > 60
    assert len(seen) > len(kept)
    assert seen.items() >= kept.items(), "a voiced line is never voiced twice"
    assert studio.attempt(request) == {"attempt": 2, "crashes": 0, "interruptions": 1}
    assert studio.used == used + PRICE
    until(lambda: not (studio.data_dir / "work" / request).exists())
    assert studio.parts() == []
