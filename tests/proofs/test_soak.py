"""Mixed load on the real server for a while: after the first quarter nothing grows, and at the end nothing is left.

The server is `quillcast serve` with its real engine, in a process of its own; the load is bounded and stays on this
machine. Every half minute the load rests until nothing is at work, and what the server holds is counted.
"""

from __future__ import annotations

import http.server
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from real_server import RealServer, until

TEXT = Path(__file__).resolve().parents[1] / "data" / "texts" / "news_ferry.md"
MINUTES = float(os.environ.get("QUILLCAST_SOAK_MINUTES", "20"))
SAMPLE_S = 30.0
GROWTH_MB = 20.0
"""What the server's memory may differ by at most, between the first quarter and the end."""
SLACK = 3
"""Handles and threads that come and go with connections kept alive."""
TYPES = ("text", "faq", "quiz", "timeline", "study_guide", "text", "briefing_doc")


@dataclass(frozen=True)
class Held:
    """What the server held at a moment at which nothing was at work."""

    minute: float
    memory_mb: float
    threads: int
    handles: int
    children: int
    drafts: int
    temporary: int


@dataclass
class Load:
    """A little of everything, one thing after the other."""

    server: RealServer
    show: str = ""
    rounds: int = 0
    made: int = 0
    cancelled: int = 0
    running: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)

    def begin(self, receiver: str) -> None:
        """A client, a webhook and a show."""
        self.server.log_in("--client", "soak", "--pro", "--credits", "100000", "--daily-podcasts", "1000")
        self.server.post("/content/Webhook", url=receiver)
        about = {"name": "Soak", "description": "On and on.", "author": "A", "link": "https://soak.example/"}
        self.show = self.server.post("/podcast/shows", email="a@soak.example", **about)["podcastId"]

    def round(self) -> None:
        """Orders while there is room, and whatever else a client asks for."""
        self.rounds += 1
        text = TEXT.read_text("utf-8")
        if len(self.running) < 2:
            audio = self.rounds % 40 == 0
            body = "\n".join(text.splitlines()[:9]) if audio else text
            kind = "audio" if audio else TYPES[self.rounds % len(TYPES)]
            self.running.append(
                self.server.create(body, outputType=kind, quality="draft", title=f"Round {self.rounds}")
            )
        if self.rounds % 7 == 0:
            doomed = self.server.create(text, outputType="text")
            self.cancelled += self.server.http.post("/content/CancelRequest", json={"id": doomed}).status_code == 200
        for request in tuple(self.running):
            status = self.server.status(request)
            if status["status"] == 100 or status["error_code"]:
                assert status["error_code"] == 0, status
                self.running.remove(request)
                self.finished.append(request)
                self.made += 1
                self.look_at(status)
        self.ask()

    def look_at(self, status: dict[str, object]) -> None:
        """Fetch what was made, whole and in part; publish what can be heard."""
        http = self.server.http
        assert http.get(str(status["share_url"])).status_code == 200
        for name in ("audio_url", "briefing_doc_url", "document_url"):
            if url := status.get(name):
                assert http.get(str(url), headers={"Range": "bytes=0-99"}).status_code == 206
        if status.get("audio_url"):
            self.server.post(f"/podcast/shows/{self.show}/episodes", requestId=status["id"])

    def ask(self) -> None:
        """Lists, an upload that goes again, the feed, a stream that breaks off, and calls that are wrong."""
        http = self.server.http
        for path in ("/content/Usage", "/content/List", "/content/QueueStats", "/content/Podcasts?page=1", "/files"):
            assert http.get(path).status_code == 200
        stored = http.post("/files", files={"file": ("a.txt", f"upload {self.rounds}".encode() * 2000)}).json()
        assert http.delete(f"/files/{stored['id']}").status_code == 200
        assert http.get(f"/podcast/rss/{self.show}", headers={"Authorization": ""}).status_code == 200
        with http.stream("GET", "/studio/events?after=0") as stream:
            next(stream.iter_lines())
        assert http.post("/content/Create", content=b"{nonsense").status_code == 400
        assert http.get("/nothing/here").status_code == 404
        if self.finished and self.rounds % 5 == 0:
            self.server.post("/content/DeleteRequest", id=self.finished.pop(0))

    def warm_up(self) -> None:
        """Make one of each kind, so that whatever is loaded once is loaded."""
        text = TEXT.read_text("utf-8")
        for kind in dict.fromkeys(TYPES):
            self.running.append(self.server.create(text, outputType=kind, title="First"))
        short = "\n".join(text.splitlines()[:9])
        self.running.append(self.server.create(short, outputType="audio", quality="draft", title="First"))
        self.rest()
        self.ask()

    def rest(self) -> None:
        """Wait until nothing is at work."""
        for request in self.running:
            self.server.completed(request)
            self.made += 1
        self.running.clear()
        until(lambda: self.server.get("/content/QueueStats")["active"] == 0)


@contextmanager
def receiver() -> Iterator[tuple[str, list[str]]]:
    """An address that takes webhooks, and what they told."""
    told: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["event"])
            self.send_response(500 if len(told) % 10 == 0 else 204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook", told
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def held(server: RealServer, *, minute: float, temporary: Path) -> Held:
    """What the server holds now."""
    assert server.process is not None
    process = psutil.Process(server.process.pid)
    drafts = list((server.data_dir / "artefacts" / "drafts").iterdir()) + server.parts()
    return Held(
        minute=minute,
        memory_mb=process.memory_info().rss / 1e6,
        threads=process.num_threads(),
        handles=process.num_fds(),
        children=len(process.children(recursive=True)),
        drafts=len(drafts),
        temporary=len(list(temporary.glob("quillcast*"))),
    )


def at_rest(load: Load, temporary: Path, *, minute: float) -> Held:
    """What the server holds when idle workers have ended by themselves, which takes them a minute."""
    load.rest()
    until(lambda: len(load.server.processes()) <= 2)
    return held(load.server, minute=minute, temporary=temporary)


@pytest.mark.slow
def test_nothing_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, measured: Callable[[str], None]) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    (data_dir / "settings.json").write_text(json.dumps({"allow_local_webhooks": True, "workers": 2}))
    server = RealServer(data_dir)
    samples: list[Held] = []
    first: Held | None = None
    try:
        server.start()
        with receiver() as (address, told):
            load = Load(server)
            load.begin(address)
            load.warm_up()
            began = time.monotonic()
            due = SAMPLE_S
            while (passed := time.monotonic() - began) < MINUTES * 60:
                load.round()
                if passed >= due:
                    load.rest()
                    samples.append(held(server, minute=passed / 60, temporary=temporary))
                    due = time.monotonic() - began + SAMPLE_S
                if first is None and passed >= MINUTES * 60 / 4:
                    resting = time.monotonic()
                    first = at_rest(load, temporary, minute=passed / 60)
                    began += time.monotonic() - resting  # rest is no load
            until(lambda: len(told) >= load.made)
            last = at_rest(load, temporary, minute=MINUTES)
            idle = [process.name() for process in server.processes()]
        work = list((data_dir / "work").iterdir())
        assert server.terminate() == 0
    finally:
        server.close()
    assert first is not None
    early = [*(sample for sample in samples if sample.minute <= MINUTES / 4), first]
    late = [*(sample for sample in samples if sample.minute >= MINUTES * 0.75), last]
    measured(
        f"{MINUTES:g} minutes, {load.rounds} rounds, {load.made} made, {load.cancelled} cancelled, {len(told)} told; "
        f"memory {max(s.memory_mb for s in early):.0f} MB early, {max(s.memory_mb for s in late):.0f} MB late; at rest "
        f"after {first.minute:.1f} minutes {first}, at the end {last}, processes left {idle}"
    )
    assert max(s.memory_mb for s in late) < max(s.memory_mb for s in early) + GROWTH_MB
    assert last.threads <= first.threads + SLACK
    assert last.handles <= first.handles + SLACK
    assert last.children <= first.children
    assert (last.drafts, last.temporary) == (0, 0)
    kept = [folder.name for folder in work]
    assert len(kept) <= load.cancelled, "work folders of what is completed were left"
    with suppress(FileNotFoundError):
        assert list(temporary.glob("quillcast*")) == []
