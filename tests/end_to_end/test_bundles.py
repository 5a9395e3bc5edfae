"""An episode goes to another installation and is spoken again there: the same bytes, from the same words and voices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from real_server import RealServer

TEXTS = Path(__file__).resolve().parents[1] / "data" / "texts"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[RealServer]:
    """A server of its own, on a data directory of its own."""
    running = RealServer(tmp_path / "elsewhere")
    try:
        running.start()
        yield running
    finally:
        running.close()


@pytest.mark.slow
@pytest.mark.parametrize("quality", ["draft", "final"])
def test_an_imported_episode_is_performed_to_the_same_bytes(
    server: RealServer, elsewhere: RealServer, quality: str
) -> None:
    for each in (server, elsewhere):
        each.log_in("--client", "bundler", "--pro", "--credits", "10000", "--daily-podcasts", "50")
    text = "\n".join((TEXTS / "news_ferry.md").read_text("utf-8").splitlines()[:9])
    server.http.post("/studio/pronunciations", json={"word": "Brannock", "said": "Brannuck"})
    request = server.create(text, quality=quality, duration="short", stems=True)
    made = server.completed(request)
    bundle = server.http.get(f"/studio/requests/{request}/bundle").content

    sent = elsewhere.http.post("/studio/bundles", files={"bundle": ("ferry.quillcast", bundle)}, timeout=120)
    assert sent.status_code == 200, sent.text
    taken = elsewhere.status(sent.json()["request_id"])
    again = elsewhere.completed(elsewhere.post(f"/studio/requests/{taken['id']}/perform")["request_id"])

    heard = [
        caller.http.get(status["audio_url"]).content
        for caller, status in ((server, made), (elsewhere, taken), (elsewhere, again))
    ]
    assert heard[0] == heard[1] == heard[2]
    scripts = [
        caller.get(f"/studio/requests/{each}/script")
        for caller, each in ((server, request), (elsewhere, taken["id"]), (elsewhere, again["id"]))
    ]
    assert scripts[0] == scripts[1] == scripts[2]
