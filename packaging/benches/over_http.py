"""Measures what an episode costs over HTTP against `quillcast make`, and prints one JSON object.

    python packaging/benches/over_http.py

Both make the same episode of the same text with the fast voice, in processes of their own; CPU seconds are of all of
them together, the least of three rounds in turns. What a server costs that makes nothing is taken off.
"""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from processes import measured

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = ROOT / "tests" / "data" / "texts" / "news_ferry.md"
LIMITS = {"http_over_make": 1.05}
ROUNDS = 3


def main() -> int:
    """Print the figures; 1 when the limit does not hold."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        made(data / "warm")  # joins the models, which is done once
        models = data / "warm" / "models"
        makes, served, idle = [], [], []
        for number in range(ROUNDS):
            for kind, figures in (("make", makes), ("http", served), ("idle", idle)):
                place = data / f"{kind}{number}"
                place.mkdir()
                (place / "models").symlink_to(models)
                figures.append(made(place) if kind == "make" else over_http(place, order=kind == "http"))
    make, http = min(makes), min(served) - min(idle)
    figures = {"make_cpu_s": make, "http_cpu_s": http, "idle_server_cpu_s": min(idle), "http_over_make": http / make}
    told = {name: round(value, 3) for name, value in figures.items()}
    holds = {name: figures[name] <= limit for name, limit in LIMITS.items()}
    print(json.dumps({"figures": told, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def made(data: Path) -> float:
    """CPU seconds of `make`."""
    words = ["make", str(TEXT), "--type", "audio", "--draft", "-o", str(data / "e.mp3"), "--data-dir", str(data)]
    run = measured([sys.executable, "-m", "server", *words], cwd=ROOT)
    if run.code:
        raise SystemExit(run.stderr)
    return run.cpu_s


def over_http(data: Path, *, order: bool) -> float:
    """CPU seconds of a server that makes the episode, or nothing, with all its workers."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "server", "serve", "--port", "0", "--data-dir", str(data)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().removeprefix("Listening on ").strip()
    token = subprocess.run(
        [sys.executable, "-m", "server", "token", "--owner", "--data-dir", str(data)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.strip()
    with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=60) as client:
        if order:
            body = {
                "outputType": "audio",
                "quality": "draft",
                "resources": [{"type": "text", "content": TEXT.read_text("utf-8")}],
            }
            request = client.post("/content/Create", json=body).json()["request_id"]
            while (status := client.get(f"/content/Status/{request}").json())["status"] < 100:
                if status["error_code"]:
                    raise SystemExit(status["error_message"])
                time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    process.wait(20)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    raise SystemExit(main())
