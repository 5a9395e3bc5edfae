"""A server that speaks the chat protocol and misbehaves as it is told: errors, silence, cut answers, inventions."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Fault:
    """An HTTP error."""

    status: int
    message: str = "something is wrong"
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Silence:
    """Nothing comes until the caller gives up."""


@dataclass(frozen=True)
class BrokenOff:
    """The connection ends in the middle of the answer."""

    text: str = '{"title": "Half'


@dataclass(frozen=True)
class Cut:
    """The answer ends for its length."""

    text: str


Reply = str | Fault | Silence | BrokenOff | Cut
Play = Callable[[dict[str, Any]], Reply]
"""From the body of a question to what is answered."""


@dataclass
class Model:
    """A running server: what it was asked, in order, and what it answers."""

    base_url: str
    play: Play
    models: list[str] = field(default_factory=lambda: ["parrot-1"])
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    def said(self, number: int = -1) -> str:
        """All words of a question."""
        return "\n".join(message["content"] for message in self.asked[number]["messages"])


def in_turn(*replies: Reply) -> Play:
    """Answer one after the other; the last one stays."""
    left = list(replies)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


@contextmanager
def misbehaving(play: Play) -> Iterator[Model]:
    """Serve on a free port of this machine until the block is left."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    model = Model(f"http://127.0.0.1:{server.server_address[1]}/v1", play)
    server.model = model  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        model.released.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def model(self) -> Model:
        return self.server.model  # type: ignore[attr-defined, no-any-return]

    def log_message(self, format: str, *args: Any) -> None:
        del format, args

    def do_GET(self) -> None:
        self.model.keys.append(self.headers.get("Authorization", ""))
        self._json(200, {"object": "list", "data": [{"id": name, "object": "model"} for name in self.model.models]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model = self.model
        model.asked.append(body)
        model.keys.append(self.headers.get("Authorization", ""))
        reply = model.play(body)
        match reply:
            case Fault(status, message, headers):
                self._json(status, {"error": {"message": message}}, headers)
            case Silence():
                model.released.wait()
                self.close_connection = True
            case BrokenOff(text):
                self._begin()
                self._chunk(_delta(text))
                self.wfile.flush()
                self.close_connection = True
                self.connection.close()
            case Cut(text):
                self._stream(text, "length")
            case str():
                self._stream(reply, "stop")

    def _json(self, status: int, body: Any, headers: tuple[tuple[str, str], ...] = ()) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _begin(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def _stream(self, text: str, reason: str) -> None:
        self._begin()
        step = max(1, len(text) // 5)
        for start in range(0, len(text), step):
            self._chunk(_delta(text[start : start + step]))
        self._chunk({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        self._chunk({"choices": [], "usage": {"prompt_tokens": 70, "completion_tokens": 30, "total_tokens": 100}})
        self._write(b"data: [DONE]\n\n")
        self._write(b"")

    def _chunk(self, event: dict[str, Any]) -> None:
        whole = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "parrot-1", **event}
        self._write(f"data: {json.dumps(whole)}\n\n".encode())

    def _write(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")


def _delta(text: str) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
