"""A stand-in for the video site on this machine: TLS under the site's names, reached through the proxy's resolver."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from server.fetch.proxies import Address

NAMES = ("youtube.com", "www.youtube.com", "r1.googlevideo.com")
CAPTIONS = """<?xml version="1.0" encoding="utf-8"?><transcript>
<text start="0.5" dur="2.5">[Music] The chain ferry will stop on Monday.</text>
<text start="3.1" dur="3">&amp;gt;&amp;gt; Why does it stop?</text>
<text start="6.4" dur="3">&amp;gt;&amp;gt; The chain has worn out.</text></transcript>"""
TRACK = {
    "baseUrl": "https://www.youtube.com/api/timedtext?v=talk&lang=en",
    "name": {"runs": [{"text": "English"}]},
    "languageCode": "en",
    "isTranslatable": False,
}
SOUND = {
    "itag": 140,
    "url": "https://r1.googlevideo.com/videoplayback?id=sound",
    "mimeType": 'audio/mp4; codecs="mp4a.40.2"',
    "bitrate": 64_000,
    "contentLength": "3000",
    "approxDurationMs": "3000",
    "audioSampleRate": "16000",
    "audioChannels": 1,
}


class VideoPlatform:
    """What the site answers; a video's id decides. `port` is where it listens on 127.0.0.1."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        self.sound = b"\0\0\0\x18ftypM4A " + bytes(2984)
        self.authorities = folder / "authorities.pem"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(_certificate(folder, self.authorities))
        platform = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                platform.asked.append(f"{self.headers['Host']}{self.path}")
                self.answer(*platform.page(self.path))

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"] or 0))
                platform.asked.append(f"{self.headers['Host']}{self.path}")
                self.answer("application/json", json.dumps(platform.player(json.loads(body)["videoId"])).encode())

            def answer(self, media_type: str, body: bytes) -> None:
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", media_type)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, request: object, client_address: object) -> None:
                """A client that goes away is no fault of the site."""

        self.server = Quiet(("127.0.0.1", 0), Handler)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = int(self.server.server_address[1])

    async def resolve(self, host: str, port: int) -> Sequence[Address]:
        """Every name leads here."""
        return [(socket.AF_INET, "127.0.0.1", self.port)]

    def page(self, target: str) -> tuple[str, bytes]:
        parts = urlsplit(target)
        match parts.path:
            case "/watch":
                video = parse_qs(parts.query)["v"][0]
                player = json.dumps(self.player(video))
                html = (
                    f'<html><script>ytcfg.set({{"INNERTUBE_API_KEY": "key"}});</script>'
                    f"<script>var ytInitialPlayerResponse = {player};</script></html>"
                )
                return "text/html", html.encode()
            case "/api/timedtext":
                return "text/xml", CAPTIONS.encode()
            case "/oembed":
                return "application/json", json.dumps({"title": "The talk", "author_name": "Harbour TV"}).encode()
            case "/videoplayback":
                return "audio/mp4", self.sound
            case _:
                return "text/plain", b""

    def player(self, video: str) -> dict[str, object]:
        details = {"videoId": video, "title": "The talk", "lengthSeconds": "3", "author": "Harbour TV", "isLive": False}
        found: dict[str, object] = {"playabilityStatus": {"status": "OK"}, "videoDetails": details}
        if video.startswith("private"):
            found["playabilityStatus"] = {"status": "LOGIN_REQUIRED", "reason": "This video is private"}
        elif video.startswith("gone"):
            found["playabilityStatus"] = {"status": "ERROR", "reason": "This video is unavailable"}
        elif video.startswith("talk"):
            found["captions"] = {"playerCaptionsTracklistRenderer": {"captionTracks": [TRACK]}}
        elif video.startswith("sound"):
            found["streamingData"] = {"expiresInSeconds": "21540", "adaptiveFormats": [SOUND]}
        return found


def _certificate(folder: Path, authorities: Path) -> Path:
    """A certificate for the site's names that is its own authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "tests")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(each) for each in NAMES]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = made.public_bytes(serialization.Encoding.PEM)
    authorities.write_bytes(pem)
    both = folder / "server.pem"
    both.write_bytes(
        pem
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return both


@pytest.fixture
def platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VideoPlatform]:
    """The stand-in, listening."""
    made = VideoPlatform(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.authorities))
    thread = threading.Thread(target=made.server.serve_forever, args=(0.05,))
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()
