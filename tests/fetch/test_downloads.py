"""Downloads from servers on this machine: redirects, limits, encodings, failures, files."""

from __future__ import annotations

import asyncio
import gzip
import ipaddress
import pickle
import socket
import ssl
import threading
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.test_utils import TestServer
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from server.domain.errors import ErrorCode, SourceNotImported
from server.fetch import AddressNotAllowed, FetchFailed, TooLarge, TooSlow, UnexpectedType, fetch, fetch_now
from server.fetch.addresses import AddressPolicy, PublicOnly
from server.fetch.downloads import Downloader, Limits

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
LIMITS = Limits(max_bytes=100_000, total_s=20, headers_s=10, idle_s=10)
PAGE = b"<html><body>" + b"<p>The ferry runs again.</p>" * 100 + b"</body></html>"


class OneServerIsPublic:
    """The product's rule with one exception: a single port of 127.0.0.1 counts as the public internet."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._rule = PublicOnly()

    def fault_of_url(self, url: str, *, schemes: Collection[str]) -> str | None:
        own = f"//127.0.0.1:{self._port}/"
        return None if own in url else self._rule.fault_of_url(url, schemes=schemes)

    def fault_of_peer(self, ip: str, port: int) -> str | None:
        return None if (ip, port) == ("127.0.0.1", self._port) else self._rule.fault_of_peer(ip, port)


class ScriptedResolver(AbstractResolver):
    """Answers each look-up with the next list of addresses, the last one for ever."""

    def __init__(self, *answers: list[str]) -> None:
        self._answers = list(answers)
        self.asked = 0

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        answer = self._answers[min(self.asked, len(self._answers) - 1)]
        self.asked += 1
        if not answer:
            raise OSError(None, "DNS lookup failed")
        return [
            ResolveResult(
                hostname=host,
                host=ip,
                port=port,
                family=socket.AF_INET6 if ":" in ip else socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for ip in answer
        ]

    async def close(self) -> None:
        """Nothing is held."""


class Site:
    """A server whose pages a test adds, and a downloader that takes it for public."""

    def __init__(self) -> None:
        self.app = web.Application()
        self.server = TestServer(self.app, host="127.0.0.1")
        self.seen: list[web.Request] = []
        self._pages: dict[str, Handler] = {}
        self.app.router.add_route("*", "/{path:.*}", self._answer)

    def page(self, path: str, body: bytes = PAGE, *, status: int = 200, **headers: str) -> None:
        names = {name.replace("_", "-"): value for name, value in headers.items()}

        async def answer(request: web.Request) -> web.StreamResponse:
            return web.Response(body=body, status=status, headers=names)

        self._pages[path] = answer

    def handle(self, path: str, handler: Handler) -> None:
        self._pages[path] = handler

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server.port}{path}"

    @property
    def policy(self) -> AddressPolicy:
        assert self.server.port is not None
        return OneServerIsPublic(self.server.port)

    def downloader(self, *answers: list[str]) -> Downloader:
        return Downloader(self.policy, resolver=ScriptedResolver(*answers) if answers else None)

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.seen.append(request)
        return await self._pages[request.path](request)


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    site = Site()
    await site.server.start_server()
    yield site
    await site.server.close()


async def test_a_page_arrives_whole(site: Site) -> None:
    site.page("/ferry", Content_Type="text/html; charset=ISO-8859-1", ETag='"v1"', Last_Modified="yesterday")

    got = await site.downloader().fetch(site.url("/ferry"), limits=LIMITS)

    assert got.body == PAGE
    assert (got.status, got.media_type, got.charset, got.size) == (200, "text/html", "iso-8859-1", len(PAGE))
    assert (got.etag, got.last_modified) == ('"v1"', "yesterday")
    assert got.url == site.url("/ferry")


async def test_requests_say_who_asks_and_use_no_proxy(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9/")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    site.page("/")

    await site.downloader().fetch(site.url("/"), limits=LIMITS, headers={"X-Own": "1"})

    (request,) = site.seen
    assert "Quillcast" in request.headers["User-Agent"]
    assert request.headers["Accept-Encoding"] == "gzip, deflate"
    assert request.headers["X-Own"] == "1"


async def test_an_unchanged_page_is_not_sent_again(site: Site) -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        assert request.headers["If-Modified-Since"] == "yesterday"
        return web.Response(status=304 if request.headers["If-None-Match"] == '"v1"' else 200)

    site.handle("/", answer)

    got = await site.downloader().fetch(site.url("/"), limits=LIMITS, etag='"v1"', last_modified="yesterday")

    assert got.not_modified
    assert got.body == b""


# Addresses


async def test_the_product_refuses_this_machine(site: Site) -> None:
    site.page("/")

    with pytest.raises(AddressNotAllowed, match="not a public address"):
        await fetch(site.url("/"))

    assert site.seen == []


async def test_the_owner_switch_lets_this_machine_be_fetched(site: Site) -> None:
    site.page("/")

    assert (await fetch(site.url("/"), allow_private=True)).body == PAGE


@pytest.mark.parametrize(
    "answer",
    [["127.0.0.1"], ["10.1.2.3"], ["169.254.169.254"], ["::1"], ["::ffff:127.0.0.1"], ["fe80::1"], ["10.0.0.1", "::1"]],
)
async def test_a_name_that_leads_inside_is_refused(answer: list[str]) -> None:
    downloader = Downloader(PublicOnly(), resolver=ScriptedResolver(answer))

    with pytest.raises(AddressNotAllowed, match="not a public address"):
        await downloader.fetch("http://127.0.0.1.nip.io/", limits=LIMITS)


async def test_the_private_one_of_two_addresses_is_passed_over(site: Site) -> None:
    site.page("/")

    got = await site.downloader(["127.0.0.2", "127.0.0.1"]).fetch(
        f"http://ferry.example:{site.server.port}/", limits=LIMITS
    )

    assert got.body == PAGE


async def test_a_name_that_changes_its_answer_is_judged_again(site: Site) -> None:
    async def again(request: web.Request) -> web.StreamResponse:
        return web.Response(
            status=302, headers={"Location": f"http://b.example:{site.server.port}/", "Connection": "close"}
        )

    site.handle("/start", again)
    site.page("/")

    with pytest.raises(AddressNotAllowed, match=r"127\.0\.0\.2 is not a public address"):
        await site.downloader(["127.0.0.1"], ["127.0.0.2"]).fetch(
            f"http://a.example:{site.server.port}/start", limits=LIMITS
        )

    assert [request.path for request in site.seen] == ["/start"]


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.2/",
        "http://localhost/",
        "http://[::1]/",
        "http://0x7f.2/",
        "//10.0.0.1/",
        "http://169.254.169.254/latest/",
        "file:///etc/passwd",
        "ftp://example.com/",
        "http://example.com:25/",
    ],
)
async def test_a_redirect_inside_is_refused(site: Site, target: str) -> None:
    site.page("/", b"", status=302, Location=target)

    with pytest.raises(AddressNotAllowed):
        await site.downloader().fetch(site.url("/"), limits=LIMITS)


async def test_redirects_are_followed_to_the_end(site: Site) -> None:
    site.page("/1", b"", status=301, Location="/2")
    site.page("/2", b"", status=307, Location="../3?x=1")
    site.page("/3")

    got = await site.downloader().fetch(site.url("/1"), limits=LIMITS)

    assert got.body == PAGE
    assert got.url == site.url("/3?x=1")


async def test_five_redirects_and_no_more(site: Site) -> None:
    for number in range(6):
        site.page(f"/{number}", b"", status=302, Location=f"/{number + 1}")
    site.page("/6")

    assert (await site.downloader().fetch(site.url("/1"), limits=LIMITS)).body == PAGE
    with pytest.raises(FetchFailed, match="without end"):
        await site.downloader().fetch(site.url("/0"), limits=LIMITS)


async def test_https_only_refuses_http(site: Site) -> None:
    with pytest.raises(AddressNotAllowed, match="must start with https://"):
        await Downloader(PublicOnly()).fetch("http://example.com/", limits=LIMITS, schemes=("https",))


async def test_a_secret_header_stays_at_its_origin(site: Site) -> None:
    site.page("/1", b"", status=302, Location="/2")
    site.page("/2", b"", status=302, Location=f"http://other.example:{site.server.port}/3")
    site.page("/3")

    await site.downloader(["127.0.0.1"]).fetch(
        site.url("/1"), limits=LIMITS, headers={"Authorization": "Bearer secret", "X-Own": "1"}
    )

    assert [request.headers.get("Authorization") for request in site.seen] == ["Bearer secret"] * 2 + [None]
    assert site.seen[-1].headers["X-Own"] == "1"


async def test_credentials_of_an_address_are_used_and_never_shown(site: Site) -> None:
    site.page("/", status=404)
    url = site.url("/").replace("//", "//anna:secret@")

    downloader = Downloader(AnyServer())
    with pytest.raises(FetchFailed) as caught:
        await downloader.fetch(url, limits=LIMITS)

    assert site.seen[0].headers["Authorization"].startswith("Basic ")
    assert "secret" not in f"{caught.value} {caught.value.source}"
    assert "***@127.0.0.1" in caught.value.source


class AnyServer:
    """Nothing is refused."""

    def fault_of_url(self, url: str, *, schemes: Collection[str]) -> str | None:
        return None

    def fault_of_peer(self, ip: str, port: int) -> str | None:
        return None


# Sizes and encodings


@pytest.mark.parametrize(
    ("encoding", "compress"),
    [
        ("gzip", gzip.compress),
        ("x-gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("deflate", lambda data: zlib.compress(data)[2:-4]),
        ("gzip", lambda data: gzip.compress(data[:50]) + gzip.compress(data[50:])),
        ("gzip", lambda data: gzip.compress(data) + b"\0" * 512),
        ("identity", bytes),
    ],
)
async def test_encodings_are_undone(site: Site, encoding: str, compress: Callable[[bytes], bytes]) -> None:
    site.page("/", compress(PAGE), Content_Encoding=encoding)

    assert (await site.downloader().fetch(site.url("/"), limits=LIMITS)).body == PAGE


async def test_all_of_a_highly_compressed_page_arrives(site: Site) -> None:
    data = b"a" * 99_999
    site.page("/", gzip.compress(data), Content_Encoding="gzip")

    assert (await site.downloader().fetch(site.url("/"), limits=LIMITS)).body == data


@pytest.mark.parametrize(("encoding", "compress"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
async def test_a_bomb_is_noticed_before_it_has_grown(
    site: Site, encoding: str, compress: Callable[[bytes], bytes]
) -> None:
    bomb = compress(b"\0" * 20_000_000)
    assert len(bomb) < LIMITS.max_bytes
    site.page("/", bomb, Content_Encoding=encoding)

    with pytest.raises(TooLarge, match="larger than 100,000 bytes"):
        await site.downloader().fetch(site.url("/"), limits=LIMITS)


@pytest.mark.parametrize(
    ("encoding", "body", "says"),
    [
        ("br", b"\x0b\x02\x80", "not asked for"),
        ("gzip, gzip", b"", "not asked for"),
        ("gzip", b"this is no gzip", "damaged"),
        ("deflate", b"\xff\xff\xff\xff", "damaged"),
        ("gzip", gzip.compress(PAGE, mtime=0)[:-12], "ended in the middle"),
    ],
)
async def test_a_bad_encoding_is_explained(site: Site, encoding: str, body: bytes, says: str) -> None:
    site.page("/", body, Content_Encoding=encoding)

    with pytest.raises(FetchFailed, match=says):
        await site.downloader().fetch(site.url("/"), limits=LIMITS)


async def test_what_is_announced_too_large_is_not_read(site: Site) -> None:
    site.page("/", b"x" * 100_001)

    with pytest.raises(TooLarge):
        await site.downloader().fetch(site.url("/"), limits=LIMITS)


async def test_what_turns_out_too_large_is_given_up(site: Site) -> None:
    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x" * 10_000)

    site.handle("/", endless)

    with pytest.raises(TooLarge):
        await site.downloader().fetch(site.url("/"), limits=LIMITS)


async def test_only_the_types_asked_for_are_taken(site: Site) -> None:
    site.page("/zip", Content_Type="application/zip")
    site.page("/png", Content_Type="image/png")
    site.page("/unknown", Content_Type="application/octet-stream")

    for path, accept in (("/png", ["image/*"]), ("/png", ["image/png"]), ("/unknown", ["image/*"]), ("/zip", [])):
        assert (await site.downloader().fetch(site.url(path), limits=LIMITS, accept=accept)).size
    with pytest.raises(UnexpectedType, match="sent application/zip"):
        await site.downloader().fetch(site.url("/zip"), limits=LIMITS, accept=["image/*", "text/html"])


# Times. The servers below wait for an event that never comes, so only the downloader's own limit ends the call.


@pytest.mark.parametrize("limits", [Limits(idle_s=0.05), Limits(total_s=0.05)])
async def test_a_server_that_stops_sending_is_left(site: Site, limits: Limits) -> None:
    async def stall(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"x")
        await asyncio.Event().wait()
        return response

    site.handle("/", stall)

    with pytest.raises(TooSlow, match="took too long"):
        await site.downloader().fetch(site.url("/"), limits=limits)


async def test_a_server_that_never_answers_is_left(site: Site) -> None:
    async def silent(request: web.Request) -> web.StreamResponse:
        await asyncio.Event().wait()
        return web.Response()

    site.handle("/", silent)

    with pytest.raises(TooSlow, match="took too long"):
        await site.downloader().fetch(site.url("/"), limits=Limits(headers_s=0.05))


async def test_a_trickle_is_left(site: Site) -> None:
    async def trickle(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x")
            await asyncio.sleep(0)

    site.handle("/", trickle)
    seconds = iter(range(100_000))
    downloader = Downloader(site.policy, clock=lambda: float(next(seconds)))

    with pytest.raises(TooSlow, match="too slowly"):
        await downloader.fetch(site.url("/"), limits=Limits(min_bytes=1_000_000, min_bytes_s=20))


# Failures


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (400, "did not hand this address out"),
        (401, "asks for a login"),
        (402, "asks for payment"),
        (403, "refuses to hand this address out"),
        (404, "nothing at this address"),
        (410, "has been removed"),
        (429, "too many requests"),
        (451, "legal reasons"),
        (500, "fault of its own"),
        (503, "try again later"),
    ],
)
async def test_a_status_is_said_in_one_sentence(site: Site, status: int, says: str) -> None:
    site.page("/", b"", status=status, Retry_After="120")

    with pytest.raises(FetchFailed, match=says) as caught:
        await site.downloader().fetch(site.url("/"), limits=LIMITS)

    assert isinstance(caught.value, SourceNotImported)
    assert caught.value.error_code is ErrorCode.SOURCE_NOT_IMPORTED
    assert (caught.value.status, caught.value.retry_after) == (status, "120")


async def test_an_unknown_host_is_said(site: Site) -> None:
    with pytest.raises(FetchFailed, match=r"there is no host named ferry\.example"):
        await site.downloader([]).fetch("http://ferry.example/", limits=LIMITS)


async def test_a_refused_connection_is_said() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with pytest.raises(FetchFailed, match="takes no connections"):
            await Downloader(OneServerIsPublic(port)).fetch(f"http://127.0.0.1:{port}/", limits=LIMITS)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", "broke off"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "broke off"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n", "can't be understood"),
        (b"no http at all\r\n\r\n", "can't be understood"),
        (b"HTTP/1.1 302 Found\r\nLocation: http://[::1\r\n\r\n", "can't be read"),
        (b"", "broke off"),
    ],
)
async def test_a_wrong_answer_is_said(answer: bytes, says: str) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        with pytest.raises(FetchFailed, match=says):
            await Downloader(OneServerIsPublic(port)).fetch(f"http://127.0.0.1:{port}/", limits=LIMITS)


@pytest.fixture
def untrusted(tmp_path: Path) -> ssl.SSLContext:
    """A server's context with a certificate that nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (tmp_path / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "key.pem")
    return context


async def test_a_bad_certificate_is_said(untrusted: ssl.SSLContext) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=untrusted)
    port = server.sockets[0].getsockname()[1]
    async with server:
        with pytest.raises(FetchFailed, match="certificate is not valid"):
            await Downloader(OneServerIsPublic(port)).fetch(f"https://127.0.0.1:{port}/", limits=LIMITS)


# Files


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def test_a_file_appears_whole(site: Site, tmp_path: Path) -> None:
    data = bytes(range(256)) * 10_000
    site.page("/talk.mp3", data, Content_Disposition="attachment; filename*=UTF-8''../../g%C3%BCte%20talk.mp3")

    got = await site.downloader().fetch(
        site.url("/talk.mp3"), limits=Limits(max_bytes=5_000_000), into=tmp_path / "talk.mp3"
    )

    assert got.path == tmp_path / "talk.mp3"
    assert got.path.read_bytes() == data
    assert (got.size, got.body, got.file_name) == (len(data), b"", "güte talk.mp3")
    assert names_in(tmp_path) == ["talk.mp3"]


async def test_a_failed_download_leaves_nothing_and_keeps_what_was_there(site: Site, tmp_path: Path) -> None:
    site.page("/", gzip.compress(b"\0" * 5_000_000), Content_Encoding="gzip")
    (tmp_path / "kept").write_text("old")

    with pytest.raises(TooLarge):
        await site.downloader().fetch(site.url("/"), limits=LIMITS, into=tmp_path / "kept")

    assert (tmp_path / "kept").read_text() == "old"
    assert names_in(tmp_path) == ["kept"]


async def test_a_folder_that_is_not_there_is_said(site: Site, tmp_path: Path) -> None:
    site.page("/")

    with pytest.raises(FetchFailed, match="can't be written to"):
        await site.downloader().fetch(site.url("/"), limits=LIMITS, into=tmp_path / "missing" / "file")


async def test_a_cancelled_download_leaves_nothing(site: Site, tmp_path: Path) -> None:
    begun = asyncio.Event()

    async def stall(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"x" * 10)
        begun.set()
        await asyncio.Event().wait()
        return response

    site.handle("/", stall)
    task = asyncio.create_task(site.downloader().fetch(site.url("/"), limits=LIMITS, into=tmp_path / "file"))
    await begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert names_in(tmp_path) == []


# The blocking call


@pytest.fixture
def blocking_site() -> Iterator[str]:
    """The address of a server in a thread of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        thread.join()


def test_a_worker_fetches_without_a_loop_of_its_own(blocking_site: str) -> None:
    assert fetch_now(blocking_site, allow_private=True).body == b"hello"


def test_a_worker_is_held_to_the_same_rule() -> None:
    with pytest.raises(AddressNotAllowed, match="not a public address"):
        fetch_now("http://127.1/")


def test_failures_cross_process_borders() -> None:
    failure = FetchFailed("gone", url="http://a:b@example.com/", status=410)

    again = pickle.loads(pickle.dumps(failure))

    assert (type(again), str(again), again.status, again.source) == (
        FetchFailed,
        "gone",
        410,
        "http://***@example.com/",
    )


def test_only_the_fetcher_itself_chooses_a_policy() -> None:
    packages = Path(__file__).parents[2] / "server"
    names = ("Downloader", "AnyAddress", "GuardedConnector")

    users = [
        path.relative_to(packages).as_posix()
        for path in packages.rglob("*.py")
        if path.parent != packages / "fetch" and any(name in path.read_text() for name in names)
    ]

    assert users == []
