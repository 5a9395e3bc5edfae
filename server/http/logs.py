"""The structured log: JSON lines in a rotating file, written by a thread of their own, with no secret in them."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections import deque
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import hdrs, web
from aiohttp.abc import AbstractAccessLogger

from server.domain.times import wire_time

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the call in whose course something happens; empty outside of calls."""

MAX_VALUE = 20_000
"""Characters of one value of a line."""
_SUSPECT = re.compile(r"(?i)[=:@]|eyJ|bearer|basic|/media/|/share/")
"""What every secret comes with; most lines have none of it."""
_BREAKS = re.compile("[\x7f-\x9f\u2028\u2029]")
"""What JSON leaves as it is, and some programs take for the end of a line or a terminal for a command."""
_MAX_WAITING = 20_000
_WAKE_S = 0.25
_TOLD = frozenset({"event", "traceback", "path", "agent", "request_id"})
"""Values of a line that may hold what a caller sent."""
_now = time.time
_SECRETS = (
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]+"), r"\1 ***"),
    (re.compile(r"\beyJ[\w-]{4,}\.[\w-]+\.[\w-]*"), "***"),
    (
        re.compile(
            r"(?i)((?:token|secret|password|passwd|signature|api[_-]?key|access[_-]?key|auth|credential)[\w-]{0,20}"
            r"[\"']?\s{0,3}[=:]\s{0,3}[\"']?)[^&\s\"',;]+"
        ),
        r"\1***",
    ),
    (re.compile(r"(?i)([?&](?:key|sig|code|session|pwd)=)[^&\s\"']+"), r"\1***"),
    (re.compile(r"(?<=://)[^/\s@]+@"), "***@"),
    (re.compile(r"(/(?:media|share)/[\w-]{4})[\w-]+"), r"\1***"),
)


def masked(text: str) -> str:
    """The text without tokens, passwords in addresses, secret query values and whole unguessable links."""
    if not _SUSPECT.search(text):
        return text
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


class LogFile:
    """A file of JSON lines.

    Callers only append to a queue; a thread writes four times a second, and at once when something went wrong. The
    file turns over at `max_bytes`, and `backups` older ones are kept.
    """

    def __init__(self, path: Path, *, max_bytes: int = 10_000_000, backups: int = 5) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = RotatingFileHandler(path, maxBytes=max_bytes, backupCount=backups, encoding="utf-8")
        self._portion = min(max_bytes // 4, 256 * 1024)
        self._waiting: deque[dict[str, Any]] = deque()
        self._dropped = 0
        self._wake = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def write(self, entry: dict[str, Any], *, urgent: bool = False) -> None:
        """Take a line; `time` and `request_id` are added. Never blocks."""
        if len(self._waiting) >= _MAX_WAITING:
            self._dropped += 1
            return
        self._waiting.append(entry)
        if urgent:
            self._wake.set()

    def close(self) -> None:
        """Write what waits and end the thread."""
        self._closing = True
        self._wake.set()
        self._thread.join(timeout=3.0)
        self._file.close()

    def _run(self) -> None:
        while not self._closing:
            self._wake.wait(_WAKE_S)
            self._wake.clear()
            self._drain()
        self._drain()

    def _drain(self) -> None:
        if self._dropped:
            self._waiting.append({"level": "warning", "event": "log lines dropped", "count": self._dropped})
            self._dropped = 0
        lines: list[str] = []
        size = 0
        while self._waiting:
            line = _as_line(self._waiting.popleft())
            if size + len(line) > self._portion:
                self._put(lines)
                lines, size = [], 0
            lines.append(line)
            size += len(line)
        self._put(lines)

    def _put(self, lines: list[str]) -> None:
        """Write lines at once, in a new file when they do not fit into this one any more."""
        if not lines:
            return
        text = "".join(lines)
        if self._file.stream is not None and self._file.stream.tell() + len(text) > self._file.maxBytes:
            self._file.doRollover()
        stream = self._file.stream
        if stream is not None:
            stream.write(text)
            stream.flush()


def _as_line(entry: dict[str, Any]) -> str:
    moment = datetime.fromtimestamp(entry.pop("at", None) or time.time(), UTC)
    for key in _TOLD & entry.keys():
        entry[key] = masked(str(entry[key])[:MAX_VALUE])
    line = {"time": wire_time(moment), **entry}
    try:
        encoded = msgspec.json.encode(line).decode()
    except (TypeError, UnicodeEncodeError):
        encoded = msgspec.json.encode({key: ascii(value) for key, value in line.items()}).decode()
    return _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", encoded) + "\n"


class JsonHandler(logging.Handler):
    """Sends the records of every logger into the file."""

    def __init__(self, file: LogFile) -> None:
        super().__init__(logging.INFO)
        self._target = file

    def emit(self, record: logging.LogRecord) -> None:
        """Take one record, with its traceback and the id of the call it belongs to."""
        try:
            entry: dict[str, Any] = {
                "at": record.created,
                "level": record.levelname.lower(),
                "logger": record.name,
                "event": record.getMessage(),
            }
            if request_id := REQUEST_ID.get():
                entry["request_id"] = request_id
            if record.exc_info:
                entry["traceback"] = logging.Formatter().formatException(record.exc_info)
            self._target.write(entry, urgent=record.levelno >= logging.ERROR)
        except Exception:
            self.handleError(record)


@dataclass(slots=True)
class Trace:
    """What the log tells of a call besides the call itself."""

    id: str
    file: LogFile | None
    address: str
    client: str = ""


TRACE = web.RequestKey("trace", Trace)


class AccessLog(AbstractAccessLogger):
    """One line per call: who, what, which answer, how long. The query and the path come masked."""

    def log(self, request: web.BaseRequest, response: web.StreamResponse, time: float) -> None:
        """Take the line of a finished call, which took `time` seconds."""
        trace = request.get(TRACE)
        if trace is None or trace.file is None:
            return
        entry: dict[str, Any] = {
            "at": _now(),
            "level": "info",
            "logger": "access",
            "request_id": trace.id,
            "method": request.method,
            "path": request.path_qs[:2000],
            "status": response.status,
            "duration_ms": round(time * 1000, 2),
            "bytes": response.body_length if response.prepared else 0,
            "address": trace.address,
        }
        if trace.client:
            entry["client"] = trace.client
        if agent := request.headers.get(hdrs.USER_AGENT):
            entry["agent"] = agent[:200]
        trace.file.write(entry)

    @property
    def enabled(self) -> bool:
        """Calls are always logged."""
        return True


def start_logging(data_dir: Path) -> tuple[LogFile, JsonHandler]:
    """Open ``logs/server.jsonl`` below the data directory and send every logger's records there."""
    file = LogFile(data_dir / "logs" / "server.jsonl")
    handler = JsonHandler(file)
    root = logging.getLogger()
    root.addHandler(handler)
    if root.level > logging.INFO or root.level == logging.NOTSET:
        root.setLevel(logging.INFO)
    return file, handler


def stop_logging(file: LogFile, handler: JsonHandler) -> None:
    """Take the handler away and write what waits."""
    logging.getLogger().removeHandler(handler)
    file.close()
