"""Recordings that lie elsewhere, in archives and lists."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import Any

from feed_server import Page


async def test_recordings_elsewhere_are_fetched_into_the_archive(importer: Any, make: Any) -> None:
    site = importer.site
    one = site.put("/1.mp3", Page(b"ID3" + b"1" * 3000, headers={"Content-Type": "audio/mpeg"}))
    page = site.put("/3.mp3", Page(b"<html>gone</html>", headers={"Content-Type": "text/html"}))
    items = (
        make.item(3, url=page, title="Page"),
        make.item(2, url=site.url("/2.m4a"), title="Gone"),
        make.item(1, url=one, title="There"),
    )
    reply = await importer.bring(make.feed(*items))
    show = reply.body["podcastId"]
    answer = await importer.call("GET", f"/podcast/shows/{show}/episodes/audio-zip")
    assert answer.status == 200
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        assert archive.namelist() == ["001 There.mp3"]
        assert archive.read("001 There.mp3") == b"ID3" + b"1" * 3000
    site.pages.pop("/1.mp3")
    refused = await importer.call("GET", f"/podcast/shows/{show}/episodes/audio-zip")
    assert (refused.status, refused.body["code"]) == (404, "no_audio")
    listed = await importer.call("GET", f"/podcast/shows/{show}/episodes/csv")
    rows = list(csv.reader(io.StringIO(listed.body.decode(), newline="")))
    assert [row[1] for row in rows[1:]] == [page, site.url("/2.m4a"), one]
    assert all(row[3].startswith("2024-03-") for row in rows[1:])


async def test_a_moved_show_keeps_its_guid_when_it_is_exported(importer: Any, make: Any) -> None:
    own = "<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>"
    show = (await importer.bring(make.feed(make.item(1), more=own))).body["podcastId"]
    answer = await importer.call("GET", f"/studio/shows/{show}/site?base=https://s.example")
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        feed = archive.read("feed.xml")
    assert b"917393e3-1b1e-5cef-ace4-edaa54e1f810" in feed
    assert b"https://cdn.show.example/1.mp3" in feed
