"""Made files under public links, and the page that shows them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from server.http.media import disposition
from server.http.ranges import Slice, Unsatisfiable, is_unchanged, slice_of

MODIFIED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ETAG = '"abc"'


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, None),
        ({"Range": "bytes=0-9"}, Slice(0, 10)),
        ({"Range": "bytes=90-"}, Slice(90, 100)),
        ({"Range": "bytes=90-1000"}, Slice(90, 100)),
        ({"Range": "bytes=-10"}, Slice(90, 100)),
        ({"Range": "bytes=-1000"}, Slice(0, 100)),
        ({"Range": "bytes=0-0"}, Slice(0, 1)),
        ({"Range": "bytes=0-9,20-29"}, None),
        ({"Range": "bytes=9-0"}, None),
        ({"Range": "bytes=-"}, None),
        ({"Range": "pages=1-2"}, None),
        ({"Range": "bytes=a-b"}, None),
        ({"Range": "bytes=0-9", "If-Range": ETAG}, Slice(0, 10)),
        ({"Range": "bytes=0-9", "If-Range": '"old"'}, None),
        ({"Range": "bytes=0-9", "If-Range": f"W/{ETAG}"}, None),
        ({"Range": "bytes=0-9", "If-Range": "Fri, 02 Jan 2026 03:04:05 GMT"}, Slice(0, 10)),
        ({"Range": "bytes=0-9", "If-Range": "Fri, 02 Jan 2026 03:04:04 GMT"}, None),
        ({"Range": "bytes=0-9", "If-Range": "some day"}, None),
    ],
)
def test_which_bytes_are_sent(headers: dict[str, str], expected: Slice | None) -> None:
    assert slice_of(headers, size=100, etag=ETAG, modified=MODIFIED) == expected


@pytest.mark.parametrize("spec", ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=9999999999999999999-"])
def test_what_lies_behind_the_end_can_not_be_sent(spec: str) -> None:
    with pytest.raises(Unsatisfiable):
        slice_of({"Range": spec}, size=100, etag=ETAG, modified=MODIFIED)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, False),
        ({"If-None-Match": ETAG}, True),
        ({"If-None-Match": f'"x", W/{ETAG}'}, True),
        ({"If-None-Match": "*"}, True),
        ({"If-None-Match": '"x"', "If-Modified-Since": "Fri, 02 Jan 2030 03:04:05 GMT"}, False),
        ({"If-Modified-Since": "Fri, 02 Jan 2026 03:04:05 GMT"}, True),
        ({"If-Modified-Since": "Fri, 02 Jan 2026 03:04:04 GMT"}, False),
        ({"If-Modified-Since": "yesterday"}, False),
    ],
)
def test_whether_the_caller_has_it_already(headers: dict[str, str], expected: bool) -> None:
    assert is_unchanged(headers, etag=ETAG, modified=MODIFIED) is expected


def test_a_file_name_stands_in_ascii_and_as_it_is() -> None:
    assert disposition('Über "A/B".mp3', download=True) == (
        "attachment; filename=\"_ber _A_B_.mp3\"; filename*=UTF-8''%C3%9Cber%20%22A%2FB%22.mp3"
    )


async def test_a_recording_is_served_to_players(api: Any) -> None:
    made = await api.made(outputType="audio", title="Über Bäume")
    url = made["audio_url"]

    whole = await api.get(url, token=None)
    assert whole.status == 200
    assert whole.headers["Content-Type"] == "audio/mpeg"
    assert int(whole.headers["Content-Length"]) == len(whole.body) == made["file_size"]
    assert whole.headers["Accept-Ranges"] == "bytes"
    assert ".mp3" in whole.headers["Content-Disposition"]
    etag = whole.headers["ETag"]

    head = await api.call("HEAD", url, token=None)
    assert (head.status, head.body) == (200, b"")
    assert head.headers["Content-Length"] == whole.headers["Content-Length"]

    async def ranged(**headers: str) -> Any:
        return await api.get(url, token=None, headers={k.replace("_", "-"): v for k, v in headers.items()})

    part = await ranged(Range="bytes=10-19")
    assert (part.status, part.body) == (206, whole.body[10:20])
    assert part.headers["Content-Range"] == f"bytes 10-19/{len(whole.body)}"
    assert (await ranged(Range="bytes=-5")).body == whole.body[-5:]
    assert (await ranged(Range="bytes=100-")).body == whole.body[100:]
    outside = await ranged(Range="bytes=99999999-")
    assert outside.status == 416
    assert outside.headers["Content-Range"] == f"bytes */{len(whole.body)}"
    assert outside.body["code"] == "range_not_satisfiable"
    assert (await ranged(Range="bytes=0-1,4-5")).status == 200
    assert (await ranged(Range="bytes=0-1", If_Range='"stale"')).body == whole.body
    assert (await ranged(Range="bytes=0-1", If_Range=etag)).status == 206
    unchanged = await ranged(If_None_Match=etag)
    assert (unchanged.status, unchanged.body) == (304, b"")
    assert unchanged.headers["ETag"] == etag
    saved = await api.get(url + "?download=true", token=None)
    assert saved.headers["Content-Disposition"].startswith("attachment")


async def test_a_guessed_link_leads_nowhere(api: Any) -> None:
    for path in ("/media/guess/a.mp3", "/media/..%2f..%2fquillcast.db/x", "/media/%00/x", "/share/guess", "/media/a"):
        answer = await api.get(path, token=None)
        assert (answer.status, answer.body["success"]) == (404, False), path


async def test_a_share_page_shows_the_player_and_escapes_the_words(api: Any) -> None:
    made = await api.made(outputType="audio", title="<script>alert(1)</script>")
    page = await api.get(made["share_url"], token=None)

    text = page.body.decode()
    assert page.status == 200
    assert "<audio" in text
    assert "<script>alert" not in text
    assert text.count("<script") == 1
    assert "Speaker 1" in text
    assert "script-src 'sha256-" in page.headers["Content-Security-Policy"]


async def test_a_share_page_of_a_document_is_the_document(api: Any) -> None:
    made = await api.made(outputType="faq", title="Canals & <b>locks</b>")
    page = await api.get(made["share_url"], token=None)

    text = page.body.decode()
    assert page.status == 200
    assert "What the source says." in text
    assert f'href="{made["document_url"]}?download=1"' in text
    assert made["document_html_url"].endswith(".html")
    assert 'property="og:title" content="Canals &amp; &lt;b&gt;locks&lt;/b&gt;"' in text
    assert "<b>locks" not in text
    assert "script-src 'none'" in page.headers["Content-Security-Policy"]
