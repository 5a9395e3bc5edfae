"""Videos brought to their targets: folder, webhook, video site; broken uploads, restarts and failures."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from server.domain.errors import Conflict, Forbidden, InvalidField, NotFound, PublishingFailed
from server.domain.orders import ContentOrder, PublishTarget
from server.domain.requests import OutputType, Request, State
from server.domain.targets import Target, TargetKind
from server.fetch.uploading import Outgoing
from server.services.publishers import Film
from server.store import outcomes

MakeOrder = Callable[..., ContentOrder]


@dataclass
class VideoHost:
    """A video site with a resumable upload, and a webhook, on this machine; `moods` are answered before the rest."""

    address: str = ""
    calls: list[tuple[str, str]] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)
    received: bytearray = field(default_factory=bytearray)
    listed: list[dict[str, Any]] = field(default_factory=list)
    hooks: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    sessions: int = 0
    breaks: int = 0
    """Pieces of which only a part is taken before the connection is cut."""
    token_status: int = 200
    hook_status: int = 200
    forgets: bool = False
    """The first session is forgotten after its first piece."""


def _handler(host: VideoHost) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self, status: int, body: object = None, **headers: str) -> None:
            raw = json.dumps(body).encode() if body is not None else b""
            self.send_response(status)
            for name, value in {"Content-Length": str(len(raw)), "Connection": "close", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw)
            self.close_connection = True

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            path = self.path.partition("?")[0]
            host.calls.append(("POST", path))
            if path == "/token":
                sound = b"refresh_token=fresh" in body and b"client_secret=hush" in body
                self.answer(host.token_status, {"access_token": "day-pass"} if sound else {"error": "invalid_grant"})
            elif path == "/hook":
                host.hooks.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.answer(host.hook_status, {})
            elif self.headers["Authorization"] != "Bearer day-pass":
                self.answer(401, {"error": {"message": "Invalid Credentials"}})
            elif path == "/upload":
                host.metadata = json.loads(body)
                host.sessions += 1
                host.received.clear()
                self.answer(200, None, Location=f"/session/{host.sessions}")
            else:
                host.listed.append(json.loads(body))
                self.answer(200, {})

        def do_PUT(self) -> None:
            said = self.headers["Content-Range"]
            host.calls.append(("PUT", said))
            if host.forgets and self.path == "/session/1" and host.received:
                self.answer(404)
                return
            span, _, total = said.removeprefix("bytes ").partition("/")
            if span != "*":
                first = int(span.partition("-")[0])
                assert first == len(host.received), "a piece came that does not join"
                length = int(self.headers["Content-Length"])
                if host.breaks:
                    host.breaks -= 1
                    host.received += self.rfile.read(length // 2)
                    self.connection.close()
                    self.close_connection = True
                    return
                host.received += self.rfile.read(length)
            if len(host.received) == int(total):
                self.answer(200, {"id": "film-1"})
            else:
                held = {"Range": f"bytes=0-{len(host.received) - 1}"} if host.received else {}
                self.answer(308, None, **held)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@pytest.fixture
def host() -> Iterator[VideoHost]:
    made = VideoHost()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(made))
    made.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def near(opener: Any) -> Any:
    """An installation that may call this machine."""
    return replace(opener, config=replace(opener.config, allow_private_urls=True))


@pytest.fixture
def a_video(an_order: MakeOrder) -> Callable[..., ContentOrder]:
    def make(*targets: PublishTarget) -> ContentOrder:
        return an_order(output_type=OutputType.VIDEO, publish_targets=targets)

    return make


def a_site(host: VideoHost) -> Target:
    return Target(
        id="",
        name="Talks",
        kind=TargetKind.VIDEO_SITE,
        account_id="UC1",
        client_id="app",
        upload_url=f"{host.address}/upload",
        token_url=f"{host.address}/token",
        playlist_url=f"{host.address}/playlist",
    )


SITE_SECRETS = {"client_secret": "hush", "refresh_token": "fresh"}


async def _published(studio: Any, order: ContentOrder) -> Request:
    accepted = await studio.services.requests.submit(order, by=studio.owner)

    def is_handed_on(request: Request) -> bool:
        return request.progress_text.startswith("Publishing") or not request.state.is_open

    await studio.until(accepted.id, is_handed_on, by=studio.owner)
    await studio.services.publications.settle()
    return await studio.services.requests.get(accepted.id, by=studio.owner)


async def test_a_folder_gets_the_video_once_and_never_over_another(
    near: Any, a_video: Callable[..., ContentOrder], tmp_path: Path
) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    target = Target(id="", name="Archive", kind=TargetKind.FOLDER, folder=str(folder))
    async with near.open() as studio:
        await studio.services.targets.make(target, secrets={}, by=studio.owner)
        first = await _published(studio, a_video(PublishTarget("archive")))
        second = await _published(studio, a_video(PublishTarget("Archive")))
    assert (first.state, second.state, first.status) == (State.COMPLETED, State.COMPLETED, 100)
    written = sorted(folder.iterdir())
    assert len(written) == 2
    assert {path.read_bytes()[-len(first.id) :].decode() for path in written} == {first.id, second.id}


async def test_a_broken_upload_goes_on_where_it_broke(
    near: Any, a_video: Callable[..., ContentOrder], host: VideoHost
) -> None:
    async with near.open() as studio:
        await studio.services.targets.make(a_site(host), secrets=SITE_SECRETS, by=studio.owner)
        host.breaks = 1
        order = a_video(PublishTarget("youtube", "UC1", "PL1"))
        done = await _published(studio, order)
        assert done.state is State.COMPLETED
        assert host.received[-len(done.id) :].decode() == done.id
        assert len(host.received) == done.file_size
    assert host.metadata["snippet"]["title"] == done.title
    assert host.metadata["status"]["privacyStatus"] == "private"
    pieces = [said for method, said in host.calls if method == "PUT" and "*" not in said]
    assert len(pieces) == 2
    assert not pieces[1].startswith("bytes 0-")
    assert host.sessions == 1
    assert host.listed == [
        {"snippet": {"playlistId": "PL1", "resourceId": {"kind": "youtube#video", "videoId": "film-1"}}}
    ]


async def test_pieces_and_a_forgotten_session(host: VideoHost, tmp_path: Path) -> None:
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    film = tmp_path / "film.mp4"
    film.write_bytes(bytes(range(256)) * 40)
    outgoing = Outgoing(allow_private=True, piece_bytes=4096, wait=wait)
    headers = {"Authorization": "Bearer day-pass"}
    opened: dict[str, Any] = {"headers": headers, "media_type": "video/mp4", "size": film.stat().st_size}
    session = await outgoing.open_session(f"{host.address}/upload", {}, **opened)
    host.breaks = 3
    shares: list[float] = []

    async def tell(share: float) -> None:
        shares.append(share)

    told = await outgoing.upload_resuming(session, film, headers=headers, media_type="video/mp4", tell=tell)
    assert shares == sorted(shares)
    assert told.body == {"id": "film-1"}
    assert bytes(host.received) == film.read_bytes()
    assert len(waits) == 3
    host.received.clear()
    host.forgets = True
    with pytest.raises(PublishingFailed) as gone:
        await outgoing.upload_resuming(session, film, headers=headers, media_type="video/mp4")
    assert gone.value.code == "upload_session_gone"


async def test_outgoing_calls_are_guarded(host: VideoHost) -> None:
    with pytest.raises(PublishingFailed) as refused:
        await Outgoing().post_json(f"{host.address}/hook", {}, headers={})
    assert refused.value.for_good
    assert not host.calls


@pytest.mark.parametrize("sends_file", [False, True])
async def test_a_webhook_is_told_or_gets_the_video(
    near: Any, a_video: Callable[..., ContentOrder], host: VideoHost, sends_file: bool
) -> None:
    target = Target(id="", name="Site", kind=TargetKind.WEBHOOK, url=f"{host.address}/hook", sends_file=sends_file)
    async with near.open() as studio:
        await studio.services.targets.make(target, secrets={"key": "k"}, by=studio.owner)
        done = await _published(studio, a_video(PublishTarget("Site")))
    assert done.state is State.COMPLETED
    [(headers, body)] = host.hooks
    assert headers["authorization"] == "Bearer k"
    assert headers["webhook-id"].startswith(done.id)
    if sends_file:
        assert headers["content-type"] == "video/mp4"
        assert len(body) == done.file_size
    else:
        told = json.loads(body)
        assert (told["event"], told["request_id"], told["title"]) == ("video.made", done.id, done.title)
        assert done.media[0].key in told["video_url"]


async def test_a_failure_is_1007_keeps_the_video_and_can_be_tried_again(
    near: Any, a_video: Callable[..., ContentOrder], host: VideoHost
) -> None:
    async with near.open() as studio:
        await studio.services.targets.make(a_site(host), secrets=SITE_SECRETS, by=studio.owner)
        host.token_status = 400
        failed = await _published(studio, a_video(PublishTarget("Talks")))
        assert (failed.state, failed.error_code) == (State.FAILED, 1007)
        assert "connect the account again" in failed.error_message
        links = studio.services.media.links_of(failed)
        assert links.video_url
        served = await studio.services.media.find(failed.media[0].key)
        assert served.path.exists()
        host.token_status = 200
        await studio.services.requests.retry(failed.id, by=studio.owner)
        await studio.services.publications.settle()
        done = await studio.services.requests.get(failed.id, by=studio.owner)
        assert (done.state, done.error_code, done.attempt) == (State.COMPLETED, 0, failed.attempt)
        assert len(studio.engine.submitted) == 1


async def test_publishing_survives_a_restart_and_waits_for_a_target_that_is_down(
    near: Any, a_video: Callable[..., ContentOrder], host: VideoHost
) -> None:
    target = Target(id="", name="Site", kind=TargetKind.WEBHOOK, url=f"{host.address}/hook")
    host.hook_status = 503
    async with near.open() as studio:
        await studio.services.targets.make(target, secrets={}, by=studio.owner)
        waiting = await _published(studio, a_video(PublishTarget("Site")))
        assert (waiting.state, waiting.stage.value) == (State.PROCESSING, "storing")
        assert len(host.hooks) == 1
    host.hook_status = 200
    near.clock.advance(minutes=1)
    async with near.open() as studio:
        await studio.services.publications.settle()
        done = await studio.services.requests.get(waiting.id, by=studio.owner)
        assert done.state is State.COMPLETED
        assert not studio.engine.submitted
    assert len(host.hooks) == 2


async def test_a_target_that_never_answers_well_is_given_up(
    near: Any, a_video: Callable[..., ContentOrder], host: VideoHost
) -> None:
    host.hook_status = 500
    target = Target(id="", name="Site", kind=TargetKind.WEBHOOK, url=f"{host.address}/hook")
    async with near.open() as studio:
        await studio.services.targets.make(target, secrets={}, by=studio.owner)
        request = await _published(studio, a_video(PublishTarget("Site")))
        for _ in range(3):
            near.clock.advance(hours=1)
            await studio.services.publications.settle()
        request = await studio.services.requests.get(request.id, by=studio.owner)
    assert (request.state, request.error_code, len(host.hooks)) == (State.FAILED, 1007, 4)
    assert request.media


async def test_a_target_is_tried_without_a_video(near: Any, host: VideoHost, tmp_path: Path) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    wanted = (
        (Target(id="", name="Archive", kind=TargetKind.FOLDER, folder=str(folder)), {}),
        (Target(id="", name="Site", kind=TargetKind.WEBHOOK, url=f"{host.address}/hook"), {"key": "k"}),
        (a_site(host), SITE_SECRETS),
    )
    async with near.open() as studio:
        made = [await studio.services.targets.make(each, secrets=kept, by=studio.owner) for each, kept in wanted]
        test = studio.services.publications.test
        assert [await test(each.target.id, by=studio.owner) for each in made] == ["", "", ""]
        assert list(folder.iterdir()) == []
        assert json.loads(host.hooks[0][1]) == {"event": "target.test"}
        folder.rmdir()
        host.hook_status, host.token_status = 500, 400
        faults = [await test(each.target.id, by=studio.owner) for each in made]
        assert "is not there" in faults[0]
        assert faults[1]
        assert "connect the account again" in faults[2]
        with pytest.raises(NotFound):
            await test("nowhere", by=studio.owner)
        with pytest.raises(Forbidden):
            await test(made[0].target.id, by=await studio.client("alice"))


async def test_how_much_of_a_video_is_sent_is_told(
    near: Any, a_video: Callable[..., ContentOrder], host: VideoHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []
    noted = outcomes.tell_publishing

    def note(*values: Any, **facts: Any) -> None:
        texts.append(facts["text"])
        noted(*values, **facts)

    monkeypatch.setattr(outcomes, "tell_publishing", note)
    target = Target(id="", name="Site", kind=TargetKind.WEBHOOK, url=f"{host.address}/hook", sends_file=True)
    async with near.open() as studio:
        await studio.services.targets.make(target, secrets={}, by=studio.owner)
        done = await _published(studio, a_video(PublishTarget("Site")))
    assert done.state is State.COMPLETED
    assert texts == ["Publishing to Site: 100 %"]


async def test_unknown_targets_are_refused_by_field(
    near: Any, a_video: Callable[..., ContentOrder], host: VideoHost, tmp_path: Path
) -> None:
    async with near.open() as studio:
        submit = studio.services.requests.submit
        await studio.services.targets.make(a_site(host), secrets=SITE_SECRETS, by=studio.owner)
        folder = Target(id="", name="Archive", kind=TargetKind.FOLDER, folder=str(tmp_path))
        await studio.services.targets.make(folder, secrets={}, by=studio.owner)
        client = await studio.client("alice", pro=True, credits=1000)
        for wish, by, field_name in (
            (PublishTarget("nowhere"), studio.owner, "channel"),
            (PublishTarget("Talks", "UC2"), studio.owner, "video_siteAccountId"),
            (PublishTarget("Archive", None, "PL1"), studio.owner, "video_sitePlaylistId"),
            (PublishTarget("Archive"), client, "channel"),
        ):
            with pytest.raises(InvalidField) as refused:
                await submit(a_video(wish), by=by)
            assert refused.value.details[0].field == f"publishTargets[0].{field_name}"


async def test_only_the_owner_sets_targets_up_and_secrets_stay_apart(near: Any, host: VideoHost) -> None:
    async with near.open() as studio:
        targets = studio.services.targets
        made = await targets.make(a_site(host), secrets=SITE_SECRETS, by=studio.owner)
        assert made.secrets == {"client_secret", "refresh_token"}
        assert "hush" not in (studio.data_dir / "targets.json").read_text("utf-8")
        with pytest.raises(Conflict):
            await targets.make(replace(a_site(host), name="TALKS"), secrets=SITE_SECRETS, by=studio.owner)
        with pytest.raises(InvalidField):
            await targets.make(replace(a_site(host), name="Two", account_id="UC2"), secrets={}, by=studio.owner)
        changed = await targets.change(made.target.id, {"name": "Lectures"}, secrets={}, by=studio.owner)
        assert [each.target.name for each in await targets.every(by=studio.owner)] == ["Lectures"]
        assert changed.secrets == made.secrets
        client = await studio.client("alice")
        for refused in (targets.every(by=client), targets.remove(made.target.id, by=client)):
            with pytest.raises(Forbidden):
                await refused
        await targets.remove(made.target.id, by=studio.owner)
        assert not targets.secret(made.target.id, "refresh_token")
        with pytest.raises(NotFound):
            await targets.remove(made.target.id, by=studio.owner)


async def test_what_is_deleted_while_it_waits_behind_another_upload_goes_nowhere(
    near: Any, a_video: Callable[..., ContentOrder], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "films").mkdir()
    target = Target(id="", name="Archive", kind=TargetKind.FOLDER, folder=str(tmp_path / "films"))
    async with near.open() as studio:
        await studio.services.targets.make(target, secrets={}, by=studio.owner)
        waiting = []
        for _ in range(2):
            accepted = await studio.services.requests.submit(a_video(PublishTarget("Archive")), by=studio.owner)
            waiting.append(accepted.id)
            await studio.until(accepted.id, lambda request: bool(request.progress_text), by=studio.owner)
        await studio.services.dispatcher.quiet()
        published: list[str] = []

        class Slow:
            async def publish(self, film: Film, **_: Any) -> None:
                published.append(film.request_id)
                await studio.services.requests.delete(waiting[1], by=studio.owner)

        async def slow(_: Any) -> Slow:
            return Slow()

        monkeypatch.setattr(studio.services.publications, "_publisher", slow)
        await studio.services.publications.settle()
    assert published == waiting[:1]
