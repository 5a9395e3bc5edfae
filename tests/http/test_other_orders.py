"""Scripts, voices of one's own choice, series, something else of the same sources, and webhooks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from few_references import few_references
from live_server import live_server
from order_caller import OrderCaller

from server.domain.requests import OutputType

SOURCE = [{"type": "text", "content": "A source of words. " * 40}]
SCRIPT = "SPEAKER_00: Good morning.\nSPEAKER_01: Good morning to you.\n  and to all.\n"
PAGES = [["https://example.org/1"], ["https://example.org/2", "https://example.org/3"]]


class Caller(OrderCaller):
    """A client of a server whose clients have feeds, a project, a channel and a research."""

    async def refused(self, path: str, body: Any) -> tuple[str, list[str]]:
        """The sentence of a 400 and the fields it names."""
        status, answer = await self.post(path, body)
        assert status == 400, (body, answer)
        assert answer["success"] is False
        return answer["error"], [detail["field"] for detail in answer.get("details", [])]

    async def accepted(self, path: str, body: Any) -> str:
        """The id of an order with nothing but it and its status in the answer."""
        status, answer = await self.post(path, body)
        assert status == 200, (body, answer)
        assert set(answer) == {"request_id", "status"}
        assert answer["status"] == 0
        return str(answer["request_id"])

    async def made(self, path: str, body: Any) -> dict[str, Any]:
        """The status record of an order once it is completed."""
        return await self.until_ended(await self.accepted(path, body))

    async def until_ended(self, request_id: str) -> dict[str, Any]:
        """The status record of a request once it is completed or has failed."""

        async def ended() -> dict[str, Any] | None:
            status: dict[str, Any] = await self.get(f"/content/Status/{request_id}")
            return status if status["status"] == 100 or status["error_code"] else None

        found: dict[str, Any] = await self.follow(ended)
        return found

    def spec(self, request_id: str) -> Any:
        return next(job.spec for job in self.server.engine.submitted if job.id == request_id)

    async def used(self) -> int:
        return int((await self.get("/content/Usage"))["used"])


def _ago(*, hours: int) -> str:
    return (datetime.now(UTC) - timedelta(hours=hours)).isoformat()


@pytest.fixture
async def caller(tmp_path: Path) -> AsyncIterator[Caller]:
    async with (
        live_server(tmp_path, references=few_references()) as server,
        aiohttp.ClientSession() as session,
    ):
        token = await server.client("alice", pro=True, credits=100_000, daily_podcasts=1000)
        yield Caller(server, session, token)


async def test_a_script_is_spoken_as_it_is(caller: Caller) -> None:
    made = await caller.made(
        "/content/CreatePodcastCustomScript", {"script": SCRIPT, "voice1": 1, "voice2": 2, "callbackData": "mine"}
    )

    assert (made["request_type_id"], made["callback_data"]) == (13, "mine")
    assert made["audio_url"].endswith(".mp3")
    assert await caller.used() == 200
    spec = caller.spec(made["id"])
    assert (spec.script, spec.voices, spec.sources) == (
        "SPEAKER_00: Good morning.\nSPEAKER_01: Good morning to you. and to all.",
        (1, 2),
        (),
    )
    assert (spec.title, spec.language) == ("Good morning.", "en")
    assert [item["requestTypeId"] for item in await caller.get("/content/Podcasts")] == [13]
    detail = await caller.get(f"/studio/requests/{made['id']}")
    assert detail["order"]["voice2"] == 2


async def test_a_script_is_called_by_its_first_words_without_their_marks(caller: Caller) -> None:
    script = "SPEAKER_00: [pause 1s]\nSPEAKER_01: This is *the* [tomato](/təmˈɑtoʊ/) show."

    made = await caller.made("/content/CreatePodcastCustomScript", {"script": script, "voice1": 1, "voice2": 2})

    assert caller.spec(made["id"]).title == "This is the tomato show."


async def test_stems_and_a_music_bed_are_asked_for_and_each_stem_has_its_link(caller: Caller) -> None:
    music = {"introMusicUrl": "https://example.org/quiet.mp3", "musicBed": True, "stems": True}

    for path, order in (
        ("/content/CreatePodcastCustomScript", {"script": SCRIPT, "voice1": 1, "voice2": 2}),
        ("/content/Create", {"outputType": "audio", "topic": "lakes"}),
    ):
        made = await caller.made(path, order | music)

        (stem,) = made["stems"]
        assert stem["speaker"] == "SPEAKER_00"
        assert stem["audio_url"].endswith("stem_00.wav")
        answer = await caller.session.get(stem["audio_url"])
        assert (answer.status, answer.content_type) == (200, "audio/wav")
        spec = caller.spec(made["id"])
        assert (spec.stems, spec.music_bed) == (True, True)
        assert spec.intro_music.content == "https://example.org/quiet.mp3"
        detail = await caller.get(f"/studio/requests/{made['id']}")
        assert detail["order"]["stems"] is detail["order"]["musicBed"] is True


@pytest.mark.parametrize(
    ("fields", "named", "said"),
    [
        ({"script": ""}, "script", "no line"),
        ({"script": "\n \n"}, "script", "no line"),
        ({"script": "SPEAKER_00:\nSPEAKER_01:  "}, "script", "no line"),
        ({"script": "Hello.\nSPEAKER_00: Hi."}, "script", "line 1 "),
        ({"script": "SPEAKER_00: Hi.\n\nSPEAKER_07: Hello."}, "script", "line 3 "),
        ({"script": "SPEAKER_00: Hi.\nSPEAKER_02: Hello."}, "script", "line 2 "),
        ({"script": "SPEAKER_00: Hi.\nSpeaker 1: Hello."}, "script", "line 2 "),
        ({"script": "SPEAKER_00: " + "x" * 10_001}, "script", "line 1 "),
        ({"script": None}, "script", ""),
        ({"voice1": None}, "voice1", ""),
        ({"voice2": None}, "voice2", ""),
        ({"voice2": 99}, "voice2", ""),
        ({"voice3": 99}, "voice3", ""),
        ({"voice4": 1}, "voice4", "voice3"),
        ({"musicBed": True}, "musicBed", "introMusicUrl"),
        ({"introMusicUrl": "https://example.org/a.ogg"}, "introMusicUrl", ""),
        ({"callbackData": "x" * 501}, "callbackData", ""),
    ],
)
async def test_a_script_is_refused_by_line_number(caller: Caller, fields: Any, named: str, said: str) -> None:
    sentence, fields_named = await caller.refused(
        "/content/CreatePodcastCustomScript", {"script": SCRIPT, "voice1": 1, "voice2": 2, **fields}
    )
    assert fields_named == [named]
    assert said in sentence
    assert await caller.used() == 0


async def test_a_third_voice_speaks_the_third_label(caller: Caller) -> None:
    script = SCRIPT + "SPEAKER_02: And I."
    await caller.accepted(
        "/content/CreatePodcastCustomScript", {"script": script, "voice1": 1, "voice2": 2, "voice3": 1}
    )


async def test_voices_of_ones_own_choice(caller: Caller) -> None:
    path = "/content/CreatePodcastCustomVoices"
    made = await caller.made(path, {"voice1": 2, "voice2": 1, "resources": SOURCE, "projects": ["p"]})
    assert made["request_type_id"] == 14
    assert await caller.used() == 210
    assert (await caller.get("/content/Usage"))["usedDailyPodcasts"] == 1
    spec = caller.spec(made["id"])
    assert (spec.voices, spec.style, spec.context) == ((2, 1), "deep dive", "We write about ferries.")

    fed = await caller.made(path, {"voice1": 2, "voice2": 1, "feeds": [1, 2]})
    contents = [source.content for source in caller.spec(fed["id"]).sources]
    assert contents == [f"https://example.org/{feed}/{item}" for feed in (1, 2) for item in "abcde"]


async def test_voices_of_ones_own_choice_are_refused_by_field(caller: Caller) -> None:
    path, order = "/content/CreatePodcastCustomVoices", {"voice1": 1, "voice2": 2, "resources": SOURCE}
    for fields, named in (
        ({"voice1": None}, "voice1"),
        ({"voice2": 99}, "voice2"),
        ({"resources": None}, "resources"),
        ({"topic": "Ferries"}, "topic"),
        ({"feeds": [1]}, "feeds"),
        ({"resources": None, "feeds": [7]}, "feeds"),
        ({"resources": None, "feeds": [1] * 11}, "feeds"),
        ({"resources": None, "feeds": ["1"]}, "feeds[0]"),
        ({"projects": ["p"] * 11}, "projects"),
        ({"style": "kawaii"}, "style"),
        ({"duration": "endless"}, "duration"),
        ({"language": "german"}, "language"),
        ({"text": "x" * 5001}, "text"),
    ):
        assert (await caller.refused(path, {**order, **fields}))[1] == [named], fields
    status, answer = await caller.post(path, {"voice1": 1, "voice2": 2, "notebookId": "n"})
    assert (status, answer["code"]) == (403, "licence_required")


async def test_a_series_of_addresses(caller: Caller) -> None:
    status, answer = await caller.post(
        "/content/Schedule",
        {
            "frequency": 90,
            "urls": PAGES,
            "brandUrl": "https://example.org/brand",
            "startOn": "2099-01-01T00:00:00Z",
            "instructions": "Dwell on ferries.",
            "callbackData": "mine",
        },
    )

    assert status == 200
    episodes = answer.pop("scheduled_requests")
    assert answer == {
        "success": True,
        "total_created": 2,
        "start_time": "2099-01-01T00:00:00.000Z",
        "frequency_minutes": 90,
        "mode": "URLs",
        "total_urls": 3,
    }
    assert [set(e) for e in episodes] == [{"request_id", "urls", "episode_number", "scheduled_on", "status"}] * 2
    assert [(e["urls"], e["episode_number"], e["status"]) for e in episodes] == [(PAGES[0], 1, 0), (PAGES[1], 2, 0)]
    assert episodes[1]["scheduled_on"] == "2099-01-01T01:30:00.000Z"
    assert await caller.used() == 20
    second = await caller.get(f"/studio/requests/{episodes[1]['request_id']}")
    assert [r["content"] for r in second["order"]["resources"]] == [*PAGES[1], "https://example.org/brand"]
    assert second["order"]["text"] == "Dwell on ferries."
    assert (await caller.get(f"/content/Status/{episodes[0]['request_id']}"))["callback_data"] == "mine"


async def test_a_series_starts_now_or_up_to_a_day_ago(caller: Caller) -> None:
    for start, first_is_due in (({}, True), ({"startOn": _ago(hours=23)}, True), ({"startOn": _ago(hours=-1)}, False)):
        status, answer = await caller.post("/content/Schedule", {"frequency": 5000, "urls": PAGES, **start})
        assert status == 200
        first, second = (each["request_id"] for each in answer["scheduled_requests"])
        if first_is_due:
            await caller.until_ended(first)
        waiting = await caller.get("/content/QueueRequests?state=queued")
        assert second in waiting["ids"]
        assert (first in waiting["ids"]) is not first_is_due


async def test_a_series_of_feed_items_shares_them_out(caller: Caller) -> None:
    selections = [{"feedId": 1, "feedItemIds": ["a", "b", "c"]}, {"feedId": 2, "feedItemIds": ["a"]}]
    status, answer = await caller.post(
        "/content/Schedule", {"frequency": 1, "feedSelections": selections, "numberOfEpisodes": 2}
    )
    assert (status, answer["mode"], answer["total_created"]) == (200, "sources", 2)
    assert [e["feed_selections"] for e in answer["scheduled_requests"]] == [
        [{"feedId": 1, "feedItemIds": ["a", "b"]}],
        [{"feedId": 1, "feedItemIds": ["c"]}, {"feedId": 2, "feedItemIds": ["a"]}],
    ]


async def test_a_series_with_more_episodes_than_items_comes_round_again(caller: Caller) -> None:
    status, answer = await caller.post(
        "/content/Schedule", {"frequency": 1, "youtubeChannels": ["c"], "numberOfEpisodes": 6}
    )
    assert (status, answer["total_created"], answer["total_urls"]) == (200, 6, 6)
    urls = [e["urls"] for e in answer["scheduled_requests"]]
    assert urls[5] == urls[0]


async def test_a_series_is_refused_by_field(caller: Caller) -> None:
    selections = [{"feedId": 1, "feedItemIds": ["a"]}]
    sound = {"frequency": 60, "urls": PAGES}
    from_feeds = {"frequency": 60, "feedSelections": selections, "numberOfEpisodes": 1}
    for body, named in (
        ({"frequency": 60}, "urls"),
        ({**sound, "urls": []}, "urls"),
        ({**sound, "urls": [[]]}, "urls[0]"),
        ({**sound, "urls": ["https://example.org"]}, "urls[0]"),
        ({**sound, "urls": [["https://localhost/a"]]}, "urls[0][0]"),
        ({**sound, "feedSelections": selections}, "feedSelections"),
        ({**sound, "video_siteChannels": ["c"]}, "video_siteChannels"),
        ({**sound, "frequency": 0}, "frequency"),
        ({**sound, "frequency": None}, "frequency"),
        ({**sound, "instructions": "x" * 501}, "instructions"),
        ({**sound, "brandUrl": "https://localhost/brand"}, "brandUrl"),
        ({**sound, "startOn": _ago(hours=25)}, "startOn"),
        ({**sound, "style": "kawaii"}, "style"),
        ({**sound, "language": "german"}, "language"),
        ({**sound, "podcastId": "nobody's"}, "podcastId"),
        ({**sound, "voice1": 99}, "voice1"),
        ({**sound, "voice2": 2}, "voice2"),
        ({**from_feeds, "numberOfEpisodes": None}, "numberOfEpisodes"),
        ({**from_feeds, "numberOfEpisodes": 0}, "numberOfEpisodes"),
        ({**from_feeds, "numberOfEpisodes": 101}, "numberOfEpisodes"),
        ({**from_feeds, "brandUrl": "https://example.org/brand"}, "brandUrl"),
        ({**from_feeds, "feedSelections": [{"feedId": 9, "feedItemIds": ["a"]}]}, "feedSelections"),
        ({"frequency": 1, "video_siteChannels": ["nobody's"], "numberOfEpisodes": 1}, "video_siteChannels"),
    ):
        assert (await caller.refused("/content/Schedule", body))[1] == [named], body
    assert await caller.get("/content/List") == []


async def test_a_series_is_taken_whole_or_not_at_all(caller: Caller) -> None:
    poor = await caller.server.client("poor", credits=19)
    status, answer = await caller.post("/content/Schedule", {"frequency": 1, "urls": PAGES}, token=poor)
    assert (status, answer["code"]) == (400, "insufficient_credits")
    few = await caller.server.client("few", credits=1000, daily_podcasts=1)
    status, answer = await caller.post("/content/Schedule", {"frequency": 1, "urls": PAGES}, token=few)
    assert (status, answer["code"]) == (400, "daily_podcast_limit")
    caller.token = few
    assert await caller.get("/content/List") == []
    assert await caller.get("/content/Usage") == {
        "allowed": 1000,
        "used": 0,
        "allowedDailyPodcasts": 1,
        "usedDailyPodcasts": 0,
    }


async def test_something_else_is_made_of_the_same_sources(caller: Caller) -> None:
    original = await caller.made(
        "/content/Create",
        {
            "outputType": "text",
            "resources": [{"type": "website", "content": "https://gone.example.org/page"}],
            "text": "Dwell on ferries.",
            "projects": ["p"],
            "quizDifficulty": "hard",
        },
    )
    for kind, url in (
        ("audio", "audio_url"),
        ("video", "video_url"),
        ("infographic", "image_url"),
        ("slide_deck", "slide_deck_url"),
        ("datatable", "datatable_url"),
        ("quiz", "share_url"),
    ):
        made = await caller.made("/content/Repurpose", {"requestId": original["id"], "outputType": kind})
        assert made[url], kind
        spec = caller.spec(made["id"])
        assert spec.sources == ()
        assert [source.title for source in spec.imported] == ["A source"]
        assert (spec.instructions, spec.context, spec.quiz_difficulty) == (
            "Dwell on ferries.",
            "We write about ferries.",
            "hard",
        )
    again = await caller.made(
        "/content/Repurpose", {"requestId": made["id"], "outputType": "audio", "text": "", "callbackData": "c"}
    )
    assert (caller.spec(again["id"]).instructions, again["callback_data"]) == ("We write about ferries.", "c")
    assert caller.spec(again["id"]).imported


REPURPOSED = ("audio", "video", "infographic", "slide_deck", "datatable", "quiz")


@pytest.mark.parametrize("kind", [kind.value for kind in OutputType])
async def test_a_piece_of_any_type_is_made_into_others_without_an_import(caller: Caller, kind: str) -> None:
    address = "https://gone.example.org/page"
    original = await caller.made(
        "/content/Create", {"outputType": kind, "resources": [{"type": "website", "content": address}]}
    )
    for other in REPURPOSED:
        made = await caller.made("/content/Repurpose", {"requestId": original["id"], "outputType": other})
        spec = caller.spec(made["id"])
        assert (spec.output_type, spec.sources) == (other, ()), other
        assert [source.title for source in spec.imported] == ["A source"], other


async def test_what_had_no_sources_is_made_of_its_words(caller: Caller) -> None:
    spoken = await caller.made("/content/CreatePodcastCustomScript", {"script": SCRIPT, "voice1": 1, "voice2": 2})
    await caller.server.services.dispatcher.quiet()
    made = await caller.made("/content/Repurpose", {"requestId": spoken["id"], "outputType": "quiz"})
    assert caller.spec(made["id"]).output_type == "quiz"


async def test_prices_of_repurposing_are_those_of_create(caller: Caller) -> None:
    original = await caller.made("/content/Create", {"outputType": "audio", "resources": SOURCE, "voice1": 1})
    before = await caller.used()
    for fields, price in (
        ({"outputType": "video"}, 50),
        ({"outputType": "video", "format": "cinematic"}, 100),
        ({"outputType": "video", "voiceId": 2}, 250),
        ({"outputType": "slide_deck"}, 30),
        ({"outputType": "audio"}, 10),
    ):
        await caller.accepted("/content/Repurpose", {"requestId": original["id"], **fields})
        assert await caller.used() - before == price, fields
        before = await caller.used()


async def test_a_repurposed_video_is_an_explainer_unless_it_says_otherwise(caller: Caller) -> None:
    film = await caller.made("/content/Create", {"outputType": "video", "format": "cinematic", "resources": SOURCE})
    before = await caller.used()
    await caller.accepted("/content/Repurpose", {"requestId": film["id"], "outputType": "video"})
    assert await caller.used() - before == 50


async def test_repurposing_is_refused(caller: Caller) -> None:
    original = await caller.made("/content/Create", {"outputType": "text", "resources": SOURCE})
    path, sound = "/content/Repurpose", {"requestId": original["id"], "outputType": "audio"}
    for fields, named in (
        ({"requestId": None}, "requestId"),
        ({"outputType": "faq"}, "outputType"),
        ({"outputType": None}, "outputType"),
        ({"text": "x" * 5001}, "text"),
        ({"duration": "endless"}, "duration"),
        ({"quizDifficulty": "none"}, "quizDifficulty"),
        ({"outputType": "video", "format": "pdf"}, "format"),
        ({"style": "x" * 5001}, "style"),
        ({"avatarId": 9}, "avatarId"),
        ({"audioLanguage": "german"}, "audioLanguage"),
        ({"textLanguage": "german"}, "textLanguage"),
        ({"backgroundImageUrl": "ftp://example.org/a.png"}, "backgroundImageUrl"),
        ({"backgroundImageUrl": "https://localhost/a.png"}, "backgroundImageUrl"),
        ({"voiceId": 99}, "voiceId"),
    ):
        assert (await caller.refused(path, {**sound, **fields}))[1] == [named], fields
    status, answer = await caller.post(path, {**sound, "requestId": "nobody's"})
    assert (status, answer["code"]) == (404, "request_not_found")
    waiting = await caller.accepted(
        "/content/Create", {"outputType": "text", "resources": SOURCE, "scheduledOn": "2099-01-01T00:00:00Z"}
    )
    status, answer = await caller.post(path, {**sound, "requestId": waiting})
    assert (status, answer["code"]) == (400, "not_completed")


async def test_a_webhook_tells_its_secret_once(caller: Caller) -> None:
    status, first = await caller.post("/content/Webhook", {"url": "https://example.org/hook"})
    assert (status, set(first)) == (200, {"id", "url", "secret"})
    assert first["secret"].startswith("whsec_")
    status, again = await caller.post("/content/Webhook", {"url": "https://example.org/hook"})
    assert (status, again) == (200, {"id": first["id"], "url": "https://example.org/hook"})
    assert await caller.get("/content/Webhooks") == [again]

    other = await caller.server.client("other")
    status, answer = await caller.post("/content/RemoveWebhook", {"id": first["id"]}, token=other)
    assert (status, answer["code"]) == (404, "webhook_not_found")
    assert await caller.post("/content/RemoveWebhook", {"id": first["id"]}) == (200, {"success": True})
    assert (await caller.post("/content/RemoveWebhook", {"id": first["id"]}))[0] == 404
    assert await caller.get("/content/Webhooks") == []


async def test_a_webhook_is_a_public_https_address(caller: Caller) -> None:
    for url in ("http://example.org/hook", "https://localhost/hook", "ftp://example.org", "hook", "", 7, None):
        assert (await caller.refused("/content/Webhook", {"url": url}))[1] == ["url"], url
    assert (await caller.refused("/content/RemoveWebhook", {}))[1] == ["id"]


async def test_a_client_has_at_most_fifty_webhooks(caller: Caller) -> None:
    for number in range(50):
        assert (await caller.post("/content/Webhook", {"url": f"https://example.org/{number}"}))[0] == 200
    status, answer = await caller.post("/content/Webhook", {"url": "https://example.org/50"})
    assert (status, answer["code"]) == (400, "too_many_webhooks")
    assert (await caller.post("/content/Webhook", {"url": "https://example.org/7"}))[0] == 200


async def test_local_webhooks_are_taken_where_the_owner_allows_them(tmp_path: Path) -> None:
    async with (
        live_server(tmp_path, allow_local_webhooks=True) as server,
        aiohttp.ClientSession() as session,
    ):
        caller = Caller(server, session, await server.client("alice"))
        for url in ("http://127.0.0.1:9000/hook", "http://localhost:9000/hook", "http://[::1]:9000/hook"):
            assert (await caller.post("/content/Webhook", {"url": url}))[0] == 200, url
        assert (await caller.refused("/content/Webhook", {"url": "http://example.org/hook"}))[1] == ["url"]


async def test_credentials_of_a_webhook_are_masked(caller: Caller) -> None:
    _, answer = await caller.post("/content/Webhook", {"url": "https://me:secret@example.org/hook"})
    assert answer["url"] == "https://***@example.org/hook"


async def test_nothing_is_taken_once_the_subscription_is_over(caller: Caller) -> None:
    over = await caller.server.client("over", subscription_ends=datetime(2020, 1, 1, tzinfo=UTC))
    for path, body in (
        ("/content/Create", {"outputType": "text", "resources": SOURCE}),
        ("/content/CreatePodcastCustomScript", {"script": SCRIPT, "voice1": 1, "voice2": 2}),
        ("/content/CreatePodcastCustomVoices", {"voice1": 1, "voice2": 2, "resources": SOURCE}),
        ("/content/Schedule", {"frequency": 1, "urls": PAGES}),
        ("/content/Repurpose", {"requestId": "nobody's", "outputType": "audio"}),
    ):
        status, answer = await caller.post(path, body, token=over)
        assert (status, answer["code"]) == (400, "subscription_expired"), path
