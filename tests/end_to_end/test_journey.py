"""One creator's way: an article becomes an episode, the episode a show, and the show a feed that apps can play."""

from __future__ import annotations

import hashlib
import html
import json
import re
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import feedparser
import psutil
import pytest
import validate_feed
from real_server import RealServer, is_running, until

from server.engine.audio.inspecting import inspect

ARTICLE = Path(__file__).resolve().parents[1] / "data" / "texts" / "news_ferry.md"
STAGES = ["queued", "picked_up", "importing", "writing", "voicing", "mixing", "storing", "completed"]


@dataclass
class Journey:
    """What the creator holds at the end of it."""

    server: RealServer
    request: str
    polled: list[dict[str, Any]]
    show: str
    feed_url: str
    feed: bytes
    entry: Any

    @property
    def enclosure(self) -> Any:
        return self.entry.enclosures[0]


@pytest.fixture(scope="module")
def journey(server: RealServer) -> Journey:
    server.log_in("--client", "creator", "--pro", "--credits", "100", "--daily-podcasts", "5")
    request = server.create(ARTICLE.read_text("utf-8"), quality="draft")
    polled: list[dict[str, Any]] = []

    def ended() -> bool:
        polled.append(server.status(request))
        return polled[-1]["status"] == 100 or polled[-1]["error_code"] != 0

    until(ended)
    assert polled[-1]["stage"] == "completed", polled[-1]
    about = {"name": "Harbour Hours", "description": "News of the coast.", "author": "Orla Tennick"}
    about |= {"link": "https://harbour.example/", "email": "orla@harbour.example", "categories": ["News"]}
    made = server.post("/podcast/shows", **about)
    attached = server.post(f"/podcast/shows/{made['podcastId']}/episodes", requestId=request)
    assert attached["success"] is True
    feed = server.http.get(made["rssUrl"], headers={"Authorization": ""}).content
    parsed = feedparser.parse(feed)
    assert (parsed.bozo, len(parsed.entries)) == (False, 1)
    assert parsed.feed.title == "Harbour Hours"
    return Journey(server, request, polled, made["podcastId"], made["rssUrl"], feed, parsed.entries[0])


def test_the_status_only_rises_through_every_stage(journey: Journey) -> None:
    statuses = [status["status"] for status in journey.polled]
    assert all(before <= after for before, after in pairwise(statuses))
    assert statuses[-1] == 100

    told = []
    with journey.server.http.stream("GET", "/studio/events?after=0") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: ") and (event := json.loads(line[6:]))["subject"] == journey.request:
                told.append(event)
                if event["stage"] == "completed":
                    break
    assert list(dict.fromkeys(event["stage"] for event in told)) == STAGES
    assert all(before["status"] <= after["status"] for before, after in pairwise(told))


def test_the_episode_has_one_enclosure_a_guid_and_its_duration(journey: Journey) -> None:
    assert len(journey.entry.enclosures) == 1
    assert journey.enclosure.type == "audio/mpeg"
    assert journey.entry.id
    assert int(journey.entry.itunes_duration) > 60
    assert "Chain ferry" in journey.entry.title


def test_ranges_of_the_enclosure_make_the_whole(journey: Journey) -> None:
    http = journey.server.http
    whole = http.get(journey.enclosure.href, headers={"Authorization": ""})
    size = int(journey.enclosure.length)
    assert (whole.status_code, len(whole.content)) == (200, size)
    assert whole.headers["ETag"] == f'"{hashlib.sha256(whole.content).hexdigest()}"'

    edges = (0, 1, 1000, size // 3, size // 2, size - 1, size)
    parts = []
    for start, end in pairwise(edges):
        part = http.get(journey.enclosure.href, headers={"Range": f"bytes={start}-{end - 1}"})
        assert part.status_code == 206
        assert part.headers["Content-Range"] == f"bytes {start}-{end - 1}/{size}"
        parts.append(part.content)
    assert b"".join(parts) == whole.content
    tail = http.get(journey.enclosure.href, headers={"Range": "bytes=-500"})
    assert tail.content == whole.content[-500:]
    beyond = http.get(journey.enclosure.href, headers={"Range": f"bytes={size}-"})
    assert (beyond.status_code, beyond.headers["Content-Range"]) == (416, f"bytes */{size}")


def test_the_enclosure_sounds_as_promised(journey: Journey, tmp_path: Path) -> None:
    sound = tmp_path / "episode.mp3"
    sound.write_bytes(journey.server.http.get(journey.enclosure.href).content)
    found = inspect(sound)

    assert found.loudness == pytest.approx(-16, abs=1)
    assert found.true_peak < -1
    assert found.duration_s == pytest.approx(int(journey.entry.itunes_duration), abs=1)
    assert journey.polled[-1]["audio_duration"] == pytest.approx(found.duration_s, abs=0.1)


def test_the_transcript_says_what_the_script_says(journey: Journey) -> None:
    (address,) = re.findall(rb'<podcast:transcript url="([^"]+\.vtt)"', journey.feed)
    transcript = journey.server.http.get(address.decode(), headers={"Authorization": ""}).text
    script = journey.server.get(f"/studio/requests/{journey.request}/script")

    turns: list[tuple[str, str]] = []
    for speaker, said in re.findall(r"-->.*\n<v ([^>]+)>((?:.+\n?)+)", transcript):
        text = html.unescape(" ".join(said.split()))
        if turns and turns[-1][0] == speaker:
            turns[-1] = speaker, f"{turns[-1][1]} {text}"
        else:
            turns.append((speaker, text))
    written: list[tuple[str, str]] = []
    for line in script["lines"]:
        text = " ".join(line["text"].split())
        if written and written[-1][0] == line["speaker"]:
            written[-1] = line["speaker"], f"{written[-1][1]} {text}"
        else:
            written.append((line["speaker"], text))
    assert turns == written
    assert len(turns) >= 4


def test_an_unchanged_feed_is_not_sent_again(journey: Journey) -> None:
    first = journey.server.http.get(journey.feed_url)
    for condition in ({"If-None-Match": first.headers["ETag"]}, {"If-Modified-Since": first.headers["Last-Modified"]}):
        again = journey.server.http.get(journey.feed_url, headers=condition)
        assert (again.status_code, again.content) == (304, b"")


def test_the_feed_breaks_no_rule(journey: Journey) -> None:
    missing = str(journey.server.http.base_url.join("/podcast/rss/0199aaaa-0000-7000-8000-000000000000"))
    rules = ("--require-guid", "--all-enclosures", "--expect-items", "1", "--json")
    printed = StringIO()
    with redirect_stdout(printed):
        code = validate_feed.main([journey.feed_url, *rules, "--missing-url", missing])
    rows = json.loads(printed.getvalue())
    assert [row for row in rows if row["level"] == "MUST" and row["status"] == "FAIL"] == []
    assert code == 0


def test_a_signal_ends_it_and_all_it_started(journey: Journey) -> None:
    processes: list[psutil.Process] = journey.server.processes()
    assert processes

    assert journey.server.terminate(patience_s=15) == 0
    until(lambda: not any(is_running(process) for process in processes), patience_s=10)
    assert journey.server.told("ending")
    assert journey.server.parts() == []
