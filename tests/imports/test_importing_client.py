"""The desktop's calls about imports, against the whole server."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from feed_server import Page

from app.client import Client
from app.client.faults import ApiError


async def test_the_client_imports_checks_and_saves(importer: Any, make: Any, tmp_path: Path) -> None:
    client = Client(importer.live.address, importer.token)
    try:
        site = importer.site
        sound = site.put("/1.mp3", Page(b"ID3" + bytes(500), headers={"Content-Type": "audio/mpeg"}))
        url = site.put("/feed", make.feed(make.item(1, url=sound)))
        done = await client.imports.show(url)
        assert (done.is_new, done.added) == (True, 1)
        assert any("no picture" in warning for warning in done.warnings)
        again = await client.imports.show(url)
        assert (again.show_id, again.unchanged) == (done.show_id, 1)
        with pytest.raises(ApiError, match="rssUrl"):
            await client.imports.show(site.url("/nothing-feed"))

        check = await client.imports.check_show(done.show_id)
        assert check.items == 1
        assert {rule.id for rule in check.rules if rule.mend == "set_public_address"} >= {"A01"}
        assert (await client.imports.check_feed(url)).must_failed > 0
        await client.imports.mend(done.show_id, "draw_cover")

        await client.imports.save_audio(tmp_path / "a.zip", show_id=done.show_id)
        await client.imports.save_site(done.show_id, tmp_path / "s.zip", base="https://x.example/a b".replace(" ", "-"))
        for name, member in (("a.zip", "001 Episode 1.mp3"), ("s.zip", "feed.xml")):
            with zipfile.ZipFile(tmp_path / name) as archive:
                assert member in archive.namelist()
        await client.imports.save_csv(tmp_path / "e.csv")
        assert (tmp_path / "e.csv").read_text().startswith("id,audioUrl,title,requestedOn")
        await client.imports.save_opml(tmp_path / "s.opml")
        feeds = await client.imports.feeds_of_opml((tmp_path / "s.opml").read_text())
        assert feeds[0].feed_url == done.rss_url
        assert await client.imports.plays(done.show_id) == {}
    finally:
        await client.close()
