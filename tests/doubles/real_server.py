"""`quillcast serve` as a person runs it: a process of its own with the real engine, reached over HTTP."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import psutil

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 240.0
"""What has not come about by then never will, however loaded the machine is."""


def command(*words: str | Path) -> list[str]:
    """The words that start the program."""
    return [sys.executable, "-m", "server", *map(str, words)]


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(command(*words), cwd=ROOT, text=True, capture_output=True, timeout=PATIENCE_S, check=False)


def until(wanted: Callable[[], T], *, patience_s: float = PATIENCE_S) -> T:
    """Ask again and again until the answer is true; the answer."""
    pause, deadline = threading.Event(), time.monotonic() + patience_s
    while not (answer := wanted()):
        if time.monotonic() > deadline:
            raise TimeoutError("it never came about")
        pause.wait(0.03)
    return answer


class RealServer:
    """A server on `data_dir`, and a client of it."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self.process: subprocess.Popen[str] | None = None
        self.http = httpx.Client(timeout=60)

    def start(self) -> None:
        """Start it and wait until it answers; again after it has ended."""
        self.process = subprocess.Popen(
            command("serve", "--port", "0", "--data-dir", self.data_dir),
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Listening on "), self.process.communicate()[1]
        self.http.base_url = httpx.URL(line.removeprefix("Listening on ").strip())

    def token(self, *options: str) -> str:
        """A new token, by the command."""
        done = run("token", "--data-dir", self.data_dir, *options)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.strip()

    def log_in(self, *options: str) -> None:
        """Call as the client that the options of `token` name from now on."""
        self.http.headers["Authorization"] = f"Bearer {self.token(*options)}"

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """An answer that is expected to be a yes."""
        answer = self.http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        """An answer that is expected to be a yes."""
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def create(self, text: str, **order: Any) -> str:
        """Order something short made of `text`; the request's id."""
        order = {"outputType": "audio", "duration": "short", **order}
        return str(self.post("/content/Create", resources=[{"type": "text", "content": text}], **order)["request_id"])

    def status(self, request_id: str) -> dict[str, Any]:
        """What Status tells."""
        return self.get(f"/content/Status/{request_id}")

    def completed(self, request_id: str) -> dict[str, Any]:
        """Its status once it is completed."""
        status = until(lambda: s if (s := self.status(request_id))["status"] == 100 or s["error_code"] else None)
        assert status["stage"] == "completed", status
        return status

    @property
    def used(self) -> int:
        """Credits used or reserved."""
        return int(self.get("/content/Usage")["used"])

    def attempt(self, request_id: str) -> dict[str, int]:
        """How often a request was begun, and why again, as the database counts it."""
        database = self.data_dir / "quillcast.db"
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=30)) as db:
            row = db.execute("SELECT attempt, crashes, interruptions FROM requests WHERE id = ?", (request_id,))
            return dict(zip(("attempt", "crashes", "interruptions"), row.fetchone(), strict=True))

    def voiced(self, request_id: str) -> dict[str, int]:
        """The lines of a request that are voiced, and when each was written."""
        folder = self.data_dir / "work" / request_id
        found = {}
        for path in folder.glob("line-*.f32"):
            with suppress(FileNotFoundError):  # the folder of a completed request is being removed
                found[path.name] = path.stat().st_mtime_ns
        return found

    def parts(self) -> list[Path]:
        """Half-written files anywhere in the data directory."""
        return [path for path in self.data_dir.rglob("*") if path.name.startswith((".part-", ".draft-"))]

    def processes(self) -> list[psutil.Process]:
        """The server's own processes, the worker processes and whatever they started."""
        assert self.process is not None
        return psutil.Process(self.process.pid).children(recursive=True)

    def busy(self) -> list[psutil.Process]:
        """The processes that have just used a processor, the busiest first; empty when none works."""

        def used() -> dict[psutil.Process, float]:
            found = {}
            for process in self.processes():
                try:
                    found[process] = sum(process.cpu_times()[:2])
                except psutil.NoSuchProcess:
                    continue
            return found

        before = used()
        threading.Event().wait(0.3)
        spent = {process: after - before[process] for process, after in used().items() if process in before}
        return sorted((p for p, cpu in spent.items() if cpu > 0.05), key=lambda p: -spent[p])

    def told(self, words: str) -> list[dict[str, Any]]:
        """The log's lines whose sentence holds `words`."""
        lines = (self.data_dir / "logs" / "server.jsonl").read_text("utf-8").splitlines()
        return [line for line in map(json.loads, lines) if words in line.get("event", "")]

    def terminate(self, *, patience_s: float = 60) -> int:
        """End it by a signal and wait for it; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=patience_s)
        return self.process.returncode

    def kill(self) -> None:
        """End it as a power cut would; its workers end by themselves."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def close(self) -> None:
        """Leave nothing running."""
        self.http.close()
        if self.process is None:
            return
        if self.process.poll() is None:
            for child in self.processes():
                child.kill()
            self.process.kill()
        self.process.communicate()


def is_running(process: psutil.Process) -> bool:
    """Whether a process is there and not only a name."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
