"""The feed check against the validator of the tests, over a show of ours, and over feeds elsewhere."""

from __future__ import annotations

import argparse
import io
import wave
from datetime import UTC, datetime
from typing import Any

import validate_feed
from feed_server import Page

from server.feeds.checking import check_feed
from server.feeds.rules import RULES


def second_opinion(data: bytes) -> set[str]:
    """The rules that the validator finds broken."""
    report = validate_feed.Report()
    options = argparse.Namespace(
        feed_url=None, unmap=lambda url: url, require_guid=True, expect_guid=None, guid_seed=None, maps=(),
        expect_items=None, xsd=None,
    )  # fmt: skip
    validate_feed.static(data, report, options)
    return {row["id"] for row in report.rows.values() if row["bad"]}


def test_every_real_feed_is_judged_as_the_validator_does(make: Any) -> None:
    paths = sorted(make.feeds.glob("*.xml"))
    assert len(paths) == 18
    for path in paths:
        data = path.read_bytes()
        checked = check_feed(data, url="", now=datetime.now(UTC))
        ours = {rule for rule, count in checked.findings.failed.items() if count}
        assert ours <= set(RULES), path.name
        assert ours - {"P02"} == second_opinion(data) - {"P02"}, path.name


async def test_a_show_of_ours_breaks_no_rule_but_has_no_public_address(importer: Any) -> None:
    said = {"name": "Own", "description": "D.", "author": "A", "link": "https://e.example", "email": "a@e.example"}
    show = (await importer.call("POST", "/podcast/shows", said)).body["podcastId"]
    reply = await importer.call("GET", f"/studio/shows/{show}/check")
    assert reply.status == 200, reply.body
    failing = {rule["id"]: rule["mend"] for rule in reply.body["rules"] if rule["status"] == "fail"}
    assert failing == {"A01": "set_public_address", "I01": "", "P05c": ""}
    rules = {rule["id"]: rule for rule in reply.body["rules"]}
    assert rules["B03"]["status"] == "pass"
    answers = ("H01", "H03", "H03b", "H04", "H05", "H05b", "H05c", "H06", "H06b", "H06c", "H07", "H08b", "H08d", "H09")
    assert {rules[rule]["status"] for rule in answers} == {"pass"}
    assert rules["E01"]["status"] == "not_applicable"  # there is no recording yet
    assert set(RULES) <= set(rules)
    other = await importer.live.client("bob", credits=1)
    assert (await importer.call("GET", f"/studio/shows/{show}/check", token=other)).status == 404
    assert (await importer.call("GET", "/studio/shows/x/check")).status == 404


async def test_the_recordings_of_a_show_of_ours_are_asked_for(importer: Any, make: Any) -> None:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(bytes(range(256)) * 62)
    source = importer.site.put("/one.wav", Page(out.getvalue(), headers={"Content-Type": "audio/wav"}))
    item = make.item(1, url=source, length="7", type="audio/wav")
    show = (await importer.bring(make.feed(item), hostAudio=True)).body["podcastId"]
    await importer.live.services.hosting.settle()
    reply = await importer.call("GET", f"/studio/shows/{show}/check")
    rules = {rule["id"]: rule for rule in reply.body["rules"]}
    answers = ("E01", "E01b", "E01d", "E02", "E04", "E05", "E06", "E08", "E09")
    assert {rule: rules[rule]["status"] for rule in answers} == dict.fromkeys(answers, "pass")


async def test_a_show_that_has_moved_leads_nobody_into_our_network(importer: Any) -> None:
    said = {"name": "Own", "description": "D.", "author": "A", "link": "https://e.example", "email": "a@e.example"}
    show = (await importer.call("POST", "/podcast/shows", said)).body["podcastId"]
    inside = importer.site.put("/inside.xml", b"secret")
    moved = {"newFeedUrl": inside, "redirectFeed": True}
    assert (await importer.call("POST", f"/podcast/shows/{show}", moved)).status == 200
    reply = await importer.call("GET", f"/studio/shows/{show}/check")
    assert {rule["status"] for rule in reply.body["rules"] if rule["id"].startswith("H")} == {"not_checked"}
    assert importer.site.calls["/inside.xml"] == 0


async def test_a_host_that_answers_wrongly_is_told_of(importer: Any, make: Any) -> None:
    """A host that knows no conditions and no parts."""
    headers = {"Content-Type": "application/rss+xml", "Last-Modified": "Mon, 02 Mar 2026 10:00:00 GMT", "ETag": 'W/"1"'}
    feed = importer.site.put("/plain.xml", Page(make.feed(make.item(1)), headers=headers))
    reply = await importer.call("POST", "/studio/feeds/check", {"url": feed})
    rules = {rule["id"]: rule["status"] for rule in reply.body["rules"]}
    wanted = {"H03": "pass", "H05": "pass", "H05b": "pass", "H06": "fail", "H06c": "pass", "H07": "pass", "H08": "fail"}
    assert {rule: rules[rule] for rule in wanted} == wanted


async def test_what_the_source_left_wrong_is_listed_with_what_mends_it(importer: Any, make: Any) -> None:
    items = (make.item(1, length="", type="audio/ogg"), make.item(2, date="soon", title="T" * 300))
    show = (await importer.bring(make.feed(*items))).body["podcastId"]
    reply = await importer.call("GET", f"/studio/shows/{show}/check")
    failing = {rule["id"]: rule for rule in reply.body["rules"] if rule["status"] == "fail"}
    assert {"I05", "I06", "I10b", "X13", "I12"} <= set(failing)
    assert "Episode 1" in failing["I05"]["details"][0]
    assert (failing["I05"]["mend"], failing["X13"]["mend"]) == ("host_audio", "edit_episode")
    assert not reply.body["valid"]
    before = (await importer.call("GET", f"/podcast/shows/{show}")).body["imageUrl"]
    assert (await importer.call("POST", f"/studio/shows/{show}/mend", {"action": "draw_cover"})).status == 200
    assert (await importer.call("GET", f"/podcast/shows/{show}")).body["imageUrl"] != before
    assert (await importer.call("POST", f"/studio/shows/{show}/mend", {"action": "host_audio"})).status == 200
    assert (await importer.call("POST", f"/studio/shows/{show}/mend", {"action": "edit_show"})).status == 400


async def test_a_feed_elsewhere_is_checked_with_its_answers(importer: Any, make: Any, picture: bytes) -> None:
    site = importer.site
    sound = b"ID3" + bytes(5000)
    url = site.put("/one.mp3", Page(sound, headers={"Content-Type": "audio/mpeg"}))
    site.put("/cover.png", Page(picture, headers={"Content-Type": "image/png"}))
    head = f'<itunes:image href="{site.url("/cover.png")}"/>'
    document = make.feed(make.item(1, url=url, length=str(len(sound))), more=head)
    headers = {"Content-Type": "application/rss+xml; charset=utf-8", "ETag": '"one"'}
    feed = site.put("/feed.xml", Page(document, headers=headers))
    reply = await importer.call("POST", "/studio/feeds/check", {"url": feed})
    assert reply.status == 200, reply.body
    rules = {rule["id"]: rule["status"] for rule in reply.body["rules"]}
    wanted = {"H01": "pass", "H02b": "pass", "H05": "pass", "H09": "pass", "H04b": "fail", "B03": "pass", "C10": "fail",
              "E02": "fail", "E01": "pass", "I05": "pass", "T01": "not_applicable"}  # fmt: skip
    assert {rule: rules[rule] for rule in wanted} == wanted
    assert all(rule["mend"] == "" for rule in reply.body["rules"])
    broken = site.put("/broken", b"<rss><channel>")
    failing = (await importer.call("POST", "/studio/feeds/check", {"url": broken})).body["rules"]
    assert {rule["id"] for rule in failing if rule["status"] == "fail"} >= {"X02", "H04"}
    assert (await importer.call("POST", "/studio/feeds/check", {"url": site.url("/none")})).status == 400
    assert (await importer.call("POST", "/studio/feeds/check", {"url": "ftp://x.example/"})).status == 400
