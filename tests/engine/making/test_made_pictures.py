"""Pictures of an image endpoint: taken where it makes them, drawn here with a note where it does not."""

from __future__ import annotations

import base64
import io
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sample_storyboards import small_board

from server.domain.errors import CannotProduce, Refused
from server.domain.pictures import ImageEndpoint
from server.domain.requests import OutputType
from server.domain.storyboards import VideoFormat
from server.engine.specs import RenderSpec
from server.engine.stages.context import Context
from server.engine.stages.pictures import made_pictures
from server.engine.workers import Supervision
from server.engine.workfolders import WorkFolder
from server.fetch.image_endpoints import picture_now

SIZE = (160, 90)


def a_picture() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (48, 32), "#ff8000").save(written, "PNG")
    return written.getvalue()


class Studio:
    """An image service on this machine."""

    def __init__(self) -> None:
        self.orders: list[dict[str, Any]] = []
        self.status = 200
        self.body: Any = {"data": [{"b64_json": base64.b64encode(a_picture()).decode()}]}
        studio = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                studio.orders.append({"path": self.path, "key": self.headers["Authorization"], **sent})
                self.answer(studio.status, json.dumps(studio.body).encode())

            def do_GET(self) -> None:
                self.answer(200, a_picture())

            def answer(self, status: int, body: bytes) -> None:
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def studio() -> Iterator[Studio]:
    made = Studio()
    thread = threading.Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()


class Here:
    """Workers in this process."""

    cores = 1

    def run(self, _kind: Any, _supervision: Any, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)


def context_of(tmp_path: Path, **fields: Any) -> Any:
    (tmp_path / "work").mkdir(exist_ok=True)
    return Context(
        spec=RenderSpec(OutputType.VIDEO, (), style="watercolour", allow_private_urls=False, **fields),
        work=WorkFolder(tmp_path / "work"),
        cache=tmp_path,
        workers=Here(),  # type: ignore[arg-type]
        supervision=Supervision(),
        report=lambda *_: None,
    )


def test_prompts_are_made_into_pictures_of_the_frames_size(studio: Studio, tmp_path: Path) -> None:
    endpoint = ImageEndpoint(f"{studio.url}/v1", "k", "painter")
    context = context_of(
        tmp_path, thumbnail_image_prompt="a hive", intro_image_prompt="a roof", image_endpoint=endpoint
    )
    board = small_board(VideoFormat.CINEMATIC)
    made = made_pictures(context, board, SIZE)
    assert made.notes == ()
    for path in (made.thumbnail, made.intro, made.ground):
        assert path is not None
        with Image.open(path) as picture:
            assert picture.size == SIZE
            assert picture.getpixel((80, 45)) == (255, 128, 0)
    assert [order["prompt"] for order in studio.orders[:2]] == ["a hive", "a roof"]
    assert board.title in studio.orders[2]["prompt"]
    assert {(o["path"], o["key"], o["model"]) for o in studio.orders} == {
        ("/v1/images/generations", "Bearer k", "painter")
    }
    assert made_pictures(context, board, SIZE) == made
    assert len(studio.orders) == 3
    assert made_pictures(context, small_board(), SIZE).ground is None


def test_a_failing_endpoint_is_told_and_our_drawing_stays(studio: Studio, tmp_path: Path) -> None:
    studio.status, studio.body = 400, {"error": {"message": "No hives here."}}
    endpoint = ImageEndpoint(f"{studio.url}/v1")
    made = made_pictures(
        context_of(tmp_path, thumbnail_image_prompt="a hive", image_endpoint=endpoint), small_board(), SIZE
    )
    assert made.thumbnail is None
    [note] = made.notes
    assert note.startswith("thumbnailImagePrompt: this picture was drawn here instead.")
    assert "No hives here" in note
    assert not list((tmp_path / "work").glob("picture-*"))


def test_without_an_endpoint_the_prompt_is_named_in_a_note(tmp_path: Path) -> None:
    made = made_pictures(context_of(tmp_path, intro_image_prompt="a roof"), small_board(VideoFormat.CINEMATIC), SIZE)
    assert made.ground is None
    assert made.notes[0].startswith("introImagePrompt: pictures are drawn here")


def test_answers_are_judged_and_addresses_in_them_guarded(studio: Studio) -> None:
    endpoint = ImageEndpoint(f"{studio.url}/v1")
    studio.body = {"data": [{"url": f"{studio.url}/made.png"}]}
    assert picture_now(endpoint, "x", size="1x1", allow_private=True) == a_picture()
    with pytest.raises(CannotProduce, match="can't be fetched"):
        picture_now(endpoint, "x", size="1x1")
    studio.body = {"data": []}
    with pytest.raises(CannotProduce, match="without a picture"):
        picture_now(endpoint, "x", size="1x1")
    for status, kind in ((401, CannotProduce), (403, Refused), (429, CannotProduce), (500, CannotProduce)):
        studio.status = status
        with pytest.raises(kind):
            picture_now(endpoint, "x", size="1x1")
    with pytest.raises(CannotProduce, match="can't be reached"):
        picture_now(ImageEndpoint("http://127.0.0.1:9/v1"), "x", size="1x1")
