"""Strangers' pictures, recordings and documents are never opened in the server's own process.

Every library that opens such files is made to fail here, in the process of the server; what is sent in is taken all the
same, because worker processes open it.
"""

from __future__ import annotations

import base64
import io
import math
import struct
import wave
import zipfile
from typing import Any

import aiohttp
import av
import pytest
from lxml import etree
from PIL import Image

SHOW = {"name": "S", "description": "D", "author": "A", "link": "https://e.example/", "email": "a@e.example"}


class OpenedHere(Exception):
    """A library was asked to open something in this process."""


def refuse(*_: object, **__: object) -> None:
    raise OpenedHere


def picture(size: tuple[int, int], form: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "teal").save(out, form)
    return out.getvalue()


def sound() -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8_000)
        file.writeframes(b"".join(struct.pack("<h", int(9_000 * math.sin(n / 9))) for n in range(16_000)))
    return out.getvalue()


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in ((Image, "open"), (av, "open"), (etree, "fromstring"), (zipfile, "ZipFile")):
        monkeypatch.setattr(owner, name, refuse)


async def test_artwork_is_opened_by_a_worker(api: Any, request: pytest.FixtureRequest) -> None:
    cover = picture((1400, 1400), "PNG")
    request.getfixturevalue("guarded")
    form = aiohttp.FormData()
    for name, value in SHOW.items():
        form.add_field(name, value)
    form.add_field("imageFile", cover, filename="cover.png", content_type="image/png")
    answer = await api.call("POST", "/podcast/shows/with-image", data=form)
    assert answer.status == 200, answer.body
    assert answer.body["imageUrl"].endswith("/cover.jpg")


async def test_a_logo_is_opened_by_a_worker(api: Any, request: pytest.FixtureRequest) -> None:
    logo = base64.b64encode(picture((400, 100), "PNG")).decode()
    request.getfixturevalue("guarded")
    answer = await api.post("/projects", {"name": "P", "description": "Words.", "imageData": logo})
    assert answer.status == 200, answer.body


async def test_a_recording_is_opened_by_a_worker(api: Any, guarded: None) -> None:
    for content, status in ((b"RIFF\0\0\0\0WAVEnonsense", 400), (sound(), 200)):
        form = aiohttp.FormData()
        form.add_field("audioFile", content, filename="talk.wav")
        form.add_field("title", "Talk")
        answer = await api.call("POST", "/podcast/episodes/upload", data=form)
        assert answer.status == status, answer.body


async def test_a_list_of_feeds_is_opened_by_a_worker(api: Any, guarded: None) -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha" * 100}">' for n in range(10))
    outline = '<outline text="A &l9;" xmlUrl="https://e.example/feed"/>'
    for doctype in ("", f"<!DOCTYPE opml [{laughs}]>"):
        text = f'<?xml version="1.0"?>{doctype}<opml version="2.0"><body>{outline}</body></opml>'
        answer = await api.post("/studio/opml", {"opml": text})
        assert answer.status == 200, answer.body
        ((title, url),) = [(each["title"], each["feedUrl"]) for each in answer.body["feeds"]]
        assert url == "https://e.example/feed"
        assert len(title) < 100
