"""Calls that nobody should send: sound ones, broken on purpose in every place, from a seed."""

# ruff: noqa: E501
from __future__ import annotations

import gzip
import json
import random
import zlib
from dataclasses import dataclass, field
from typing import Any

LATER = "2040-01-01T00:00:00Z"
UNKNOWN_ID = "01a1fdfa-482a-74f5-81c5-d1e0e7038a20"
BOUNDARY = "----sound-boundary"

NASTY_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 2**64, 10**30, 10**400,
    1.5, -0.0, 1e308, "", " ", "0", "a", "\0", "a\0b", "é", "\u202e", "\ufffe", "😀" * 50, "x" * 5001, "y" * 40_000,
    "2026-02-30T00:00:00Z", "0000-00-00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "1e3", LATER,
    "http://", "http://[", "https://example.org:99999/a.mp3", "https://user:pw@example.org", "file:///etc/passwd",
    "../../etc/passwd", "' OR 1=1 --", "<script>", "%00", "{}", [], {}, [[]], [None], [{}], {"a": {}}, ["\0"],
    {"id": 1}, [1] * 2000, {str(n): n for n in range(300)}, UNKNOWN_ID, "youtube", "audio", "text",
)  # fmt: skip
NASTY_TOKENS = (
    b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999", b"01", b"+1", b"0x10", b"1_000", b"'a'", b"undefined",
    b'"\\ud800"', b'"\\udfff\\ud800"', b'"\\u0000"', b'"\\u00"', b'"\\x00"', b'"\x00"', b'"\xff\xfe"', b'"\xed\xa0\x80"',
    b"[" * 3000 + b"]" * 3000, b'{"a":' * 3000 + b"1" + b"}" * 3000, b"9" * 5000, b"-" + b"9" * 400, b"/* */ 1", b",", b"",
)  # fmt: skip
NASTY_SEGMENTS = (
    "", ".", "..", "%2e%2e", "%2f", "%00", "%", "%zz", "%ff", "%ed%a0%80", "a" * 3000, "é", "😀", "null", "-1", "0",
    str(2**63), str(10**40), "1.5", "%20", "a%0d%0ab", "*", "{id}", ":id", ";x=1", "\\", "'", UNKNOWN_ID.upper(),
)  # fmt: skip
NASTY_QUERIES = (
    "page=0", "page=-1", "page=1.0", "page=%31", "page=9223372036854775807&limit=100", "page=9223372036854775808",
    "page=1e3", "page=", "page", "limit=101", "limit=%00", "page=1&page=x", "&&&", "=", "%", "%ff=%ff", "page=%ed%a0%80",
    "state=all", "state=ALL", "status=all%00", "quote=maybe", "quote=true", "after=x", "a" * 3000, "page=" + "9" * 3000,
    "page=٧", "[]=1", "page[]=1", "page=1#x",
)  # fmt: skip
NASTY_HEADERS: tuple[tuple[str, bytes], ...] = (
    ("Content-Type", b"application/json; charset=utf-16"), ("Content-Type", b"application/json; charset=\xff"),
    ("Content-Type", b"text/plain"), ("Content-Type", b""), ("Content-Type", b";;;"), ("Content-Type", b"multipart/form-data"),
    ("Content-Type", b"multipart/form-data; boundary="), ("Content-Type", b"multipart/form-data; boundary=" + b"b" * 300),
    ("Content-Type", b'multipart/form-data; boundary="\xe9"'), ("Content-Type", b"application/json; charset=idna"),
    ("Content-Encoding", b"gzip"), ("Content-Encoding", b"br"), ("Content-Encoding", b"gzip, gzip"),
    ("Content-Encoding", b"deflate"), ("Content-Encoding", b"zstd"), ("Content-Encoding", b"\xff"),
    ("Authorization", b"Bearer"), ("Authorization", b"Bearer a.b.c"), ("Authorization", b"Bearer \xff\xfe"),
    ("Authorization", b"Basic dXNlcjpwYXNz"), ("Authorization", b"Bearer " + b"x" * 9000), ("Authorization", b""),
    ("Authorization", b"Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJvd25lciJ9."),
    ("Host", b"evil.example"), ("Host", b""), ("Host", b"127.0.0.1:99999999"), ("Host", b"[::1"), ("Host", b"127.0.0.1\xff"),
    ("Expect", b"100-continue"), ("Expect", b"200-ok"), ("X-Request-Id", b"\xff\xfe"), ("X-Request-Id", b"a" * 4000),
    ("X-Forwarded-For", b"1.2.3.4, \xff"), ("Range", b"bytes=0-1,2-3"), ("Range", b"bytes=" + b"9" * 400 + b"-"),
    ("If-Range", b"\xff"), ("If-Modified-Since", b"Sat, 99 Nov 99999 99:99:99 GMT"), ("If-None-Match", b'"'),
    ("Last-Event-ID", b"-1"), ("Last-Event-ID", b"9" * 30), ("Cookie", b"=;=;\xff"), ("Accept", b"\xff/*;q=z"),
    ("Connection", b"upgrade"), ("Upgrade", b"websocket"), ("Upgrade", b"h2c"), ("User-Agent", b"\xff" * 300),
    ("X-Long", b"z" * 12_000), ("TE", b"chunked"), ("Accept-Encoding", b"gzip;q=\xff"),
)  # fmt: skip


@dataclass
class Broken:
    """One call, ready to be sent. `is_framed` says that its length is told right: then an answer must come."""

    method: str
    target: str
    headers: list[tuple[str, bytes]] = field(default_factory=list)
    body: bytes = b""
    is_framed: bool = True
    raw: bytes | None = None
    """What is sent instead, when the framing itself is broken."""

    def wire(self) -> bytes:
        """The bytes to send."""
        if self.raw is not None:
            return self.raw
        lines = [f"{self.method} {self.target} HTTP/1.1".encode("utf-8", "surrogateescape")]
        lines += [name.encode() + b": " + value for name, value in self.headers]
        lines += [b"Content-Length: " + str(len(self.body)).encode()] if self.body or self.method == "POST" else []
        return b"\r\n".join(lines) + b"\r\nConnection: close\r\n\r\n" + self.body


class Mutator:
    """Makes broken calls; the same seed makes the same ones."""

    def __init__(self, seed: int, *, token: str) -> None:
        self._random = random.Random(seed)
        self._token = token

    def next(self) -> Broken:
        """One more."""
        call = self._sound()
        how = self._random.choice(
            (self._json, self._json, self._json, self._token_in_json, self._bytes, self._compression, self._form,
             self._header, self._header, self._path, self._query, self._framing)
        )  # fmt: skip
        how(call)
        if self._random.random() < 0.15:
            self._header(call)
        return call

    def _sound(self) -> Broken:
        method, target, body = self._random.choice(self._seeds())
        headers = [("Host", b"127.0.0.1"), ("Authorization", b"Bearer " + self._token.encode())]
        if body is not None:
            headers.append(("Content-Type", b"application/json"))
        return Broken(method, target, headers, json.dumps(body).encode() if body is not None else b"")

    @staticmethod
    def _seeds() -> tuple[tuple[str, str, Any], ...]:
        create = {
            "outputType": "audio",
            "resources": [{"type": "text", "content": "Words of a source. " * 30}],
            "language": "English", "duration": "short", "style": "brief", "text": "Dwell on the middle.",
            "voice1": 1, "voice2": 2, "callbackData": "c", "scheduledOn": LATER, "includeCitations": False,
            "feedSelections": None, "researches": [], "quality": "draft", "title": "A title",
        }  # fmt: skip
        recurring = {**create, "isScheduled": True, "dailyCount": 2, "scheduleEndDate": LATER, "scheduledOn": None}
        voiced = {name: create[name] for name in ("resources", "language", "duration", "style", "voice1", "voice2")}
        series = {
            "frequency": 60, "urls": [["https://example.org/a"], ["https://example.org/b"]], "startOn": LATER,
            "instructions": "Dwell on it.", "brandUrl": "https://example.org/brand", "voice1": 1, "feedSelections": None,
        }  # fmt: skip
        return (
            ("POST", "/content/Create", create),
            ("POST", "/content/Create?quote=true", create),
            ("POST", "/content/Create", recurring),
            ("POST", "/content/Create", {"outputType": "faq", "templateMode": {"type": "feed", "name": "Daily"}}),
            ("POST", "/content/Schedule", series),
            ("POST", "/content/CreatePodcastCustomVoices", {**voiced, "projects": [], "callbackData": "c"}),
            (
                "POST",
                "/content/CreatePodcastCustomScript",
                {"script": "SPEAKER_00: Hello.\nSPEAKER_01: Good day.", "voice1": 1, "voice2": 2, "callbackData": "c"},
            ),
            (
                "POST",
                "/content/Repurpose",
                {"requestId": UNKNOWN_ID, "outputType": "video", "format": "short", "avatarId": 2, "voiceId": 1},
            ),
            ("POST", "/content/Webhook", {"url": "https://example.org/hook"}),
            ("POST", "/content/RemoveWebhook", {"id": UNKNOWN_ID}),
            ("GET", "/content/Webhooks", None),
            ("POST", "/content/CancelRequest", {"id": UNKNOWN_ID}),
            ("POST", "/content/DeleteRequest", {"id": UNKNOWN_ID}),
            ("POST", f"/studio/requests/{UNKNOWN_ID}/retry", None),
            ("POST", "/files", None),
            ("DELETE", f"/files/{UNKNOWN_ID}", None),
            ("GET", f"/content/Status/{UNKNOWN_ID}", None),
            ("GET", "/content/List?page=1&limit=10", None),
            ("GET", "/content/Podcasts?status=all", None),
            ("GET", "/content/QueueRequests?state=active", None),
            ("GET", "/media/abcdefgh/name.mp3", None),
            ("GET", "/share/abcdefgh", None),
            ("HEAD", "/content/Usage", None),
        )

    def _json(self, call: Broken) -> None:
        if not call.body:
            self._path(call)
            return
        body = json.loads(call.body)
        for _ in range(self._random.randint(1, 3)):
            body = self._replaced(body)
        call.body = json.dumps(body, ensure_ascii=self._random.random() < 0.5).encode("utf-8", "surrogatepass")

    def _replaced(self, value: Any) -> Any:
        """The value with one nasty one somewhere inside."""
        nasty = self._random.choice(NASTY_VALUES)
        if isinstance(value, dict) and value and self._random.random() < 0.85:
            key = self._random.choice(list(value))
            if self._random.random() < 0.1:
                return {**value, self._random.choice(("unknown", "", "\0", "é" * 300, "__class__", key.upper())): nasty}
            return {**value, key: self._replaced(value[key])}
        if isinstance(value, list) and value and self._random.random() < 0.7:
            place = self._random.randrange(len(value))
            return [*value[:place], self._replaced(value[place]), *value[place + 1 :]]
        return nasty

    def _token_in_json(self, call: Broken) -> None:
        if not call.body:
            self._query(call)
            return
        body = json.loads(call.body)
        key = self._random.choice(list(body))
        body[key] = "@@here@@"
        call.body = json.dumps(body).encode().replace(b'"@@here@@"', self._random.choice(NASTY_TOKENS))

    def _bytes(self, call: Broken) -> None:
        body = bytearray(call.body or b"{}")
        for _ in range(self._random.randint(1, 6)):
            place = self._random.randrange(len(body) + 1)
            match self._random.randrange(4):
                case 0:
                    body[place:place] = self._random.randbytes(self._random.randint(1, 8))
                case 1:
                    del body[place : place + self._random.randint(1, 20)]
                case 2:
                    body[place : place + 1] = self._random.randbytes(1)
                case _:
                    body[place:place] = body[: self._random.randint(0, 40)]
        call.body = bytes(body)

    def _compression(self, call: Broken) -> None:
        packed = self._random.choice((_gzipped, zlib.compress))(call.body or b"{}" * 100)
        match self._random.randrange(4):
            case 0:
                packed = packed[: self._random.randrange(len(packed))]
            case 1:
                place = self._random.randrange(len(packed))
                packed = packed[:place] + self._random.randbytes(3) + packed[place + 3 :]
            case 2:
                packed = _gzipped(b'{"a": "' + b" " * 3_000_000 + b'"}')
            case _:
                packed += self._random.randbytes(self._random.randrange(9))
        call.body = packed
        call.headers.append(("Content-Encoding", self._random.choice((b"gzip", b"deflate", b"GZip", b"x-gzip"))))

    def _form(self, call: Broken) -> None:
        call.method, call.target = "POST", "/files"
        call.headers = [h for h in call.headers if h[0] != "Content-Type"]
        call.headers.append(("Content-Type", b"multipart/form-data; boundary=" + BOUNDARY.encode()))
        name = self._random.choice((b"file", b"", b"other", b"\xff", b"f\0", b"file\r\nX: y"))
        file_name = self._random.choice((b"a.txt", b"", b"../../x", b"\xff\xfe", b"n" * 500, b"%00", b'a"b', b"a\0b"))
        extra = self._random.choice(
            (b"", b"Content-Type: text/plain\r\n", b"Content-Transfer-Encoding: base64\r\n", b"Content-Encoding: gzip\r\n",
             b"Bad\r\n", b": x\r\n", b"Content-Type: multipart/mixed; boundary=q\r\n", b"X: " + b"h" * 20_000 + b"\r\n",
             b"Content-Length: -5\r\n", b"Content-Disposition: form-data; name=file\r\n")
        )  # fmt: skip
        part = (
            f"--{BOUNDARY}\r\n".encode() + b'Content-Disposition: form-data; name="' + name + b'"; filename="' + file_name
            + b'"\r\n' + extra + b"\r\n" + self._random.randbytes(self._random.choice((0, 1, 100, 70_000))) + b"\r\n"
        )  # fmt: skip
        body = part * (self._random.choice((1, 1, 2, 80)) if len(part) < 2_000 else 1) + f"--{BOUNDARY}--\r\n".encode()
        if self._random.random() < 0.5:
            cut = self._random.randrange(len(body))
            body = body[:cut] + body[cut + self._random.randint(0, 30) :] if self._random.random() < 0.5 else body[:cut]
        call.body = body

    def _header(self, call: Broken) -> None:
        name, value = self._random.choice(NASTY_HEADERS)
        if self._random.random() < 0.7:
            call.headers = [h for h in call.headers if h[0] != name]
        call.headers.append((name, value))

    def _path(self, call: Broken) -> None:
        path, _, query = call.target.partition("?")
        segments = path.split("/")
        place = self._random.randrange(1, len(segments) + 1)
        nasty = self._random.choice(NASTY_SEGMENTS)
        segments[place : place + self._random.randint(0, 1)] = [nasty]
        call.target = "/".join(segments) + (f"?{query}" if query else "")
        if self._random.random() < 0.1:
            call.target = self._random.choice(("*", "http://evil.example" + path, "//evil" + path, path.upper(), "/"))
        if self._random.random() < 0.2:
            call.method = self._random.choice(("PUT", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "GET", "POST", "DELETE"))

    def _query(self, call: Broken) -> None:
        path = call.target.partition("?")[0]
        call.target = (
            path + "?" + "&".join(self._random.choice(NASTY_QUERIES) for _ in range(self._random.randint(1, 2)))
        )

    def _framing(self, call: Broken) -> None:
        """Damage in the bytes of HTTP itself; the server may also just close the connection."""
        wire = call.wire()
        place = self._random.randrange(min(len(wire), 300))
        match self._random.randrange(7):
            case 0:
                wire = wire[:place] + self._random.randbytes(self._random.randint(1, 4)) + wire[place:]
            case 1:
                wire = wire[:place] + wire[place + self._random.randint(1, 10) :]
            case 2:
                wire = wire.replace(b"Content-Length: ", b"Content-Length: 9")
            case 3:
                wire = wire.replace(b"Content-Length", b"Transfer-Encoding: chunked\r\nX-Length")
            case 4:
                wire = wire.replace(
                    b"HTTP/1.1", self._random.choice((b"HTTP/0.9", b"HTTP/2.0", b"HTTP/1.0", b"", b"XTTP/1.1"))
                )
            case 5:
                wire = wire.replace(b"\r\n", self._random.choice((b"\n", b"\r", b"\r\n\r\n", b"\r\n ")), 2)
            case _:
                wire = self._random.randbytes(200)
        call.raw, call.is_framed = wire, False


def _gzipped(data: bytes) -> bytes:
    """Packed the same at any time."""
    return gzip.compress(data, 1, mtime=0)
