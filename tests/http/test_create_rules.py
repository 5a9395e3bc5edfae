"""Every rule of Create's table and of its list of rules, each by name."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from few_references import RESEARCHED, few_references
from live_server import live_server
from order_caller import OrderCaller

from server.domain.sources import SourceKind

WORDS = "A source of words. " * 40
SOURCE = [{"type": "text", "content": WORDS}]
EVERY_TYPE = {
    "audio": 10,
    "text": 10,
    "faq": 10,
    "study_guide": 10,
    "timeline": 10,
    "briefing_doc": 10,
    "quiz": 10,
    "video": 50,
    "infographic": 10,
    "slide_deck": 30,
    "datatable": 10,
}


class Caller(OrderCaller):
    """A client with PRO, of a server whose clients have feeds, a project, a channel and a research."""

    async def quoted(self, **fields: Any) -> tuple[int, Any]:
        """Create without doing anything."""
        return await self.post("/content/Create?quote=true", {"outputType": "audio", "resources": SOURCE, **fields})

    async def takes(self, **fields: Any) -> int:
        """Credits of an order that is taken."""
        status, body = await self.quoted(**fields)
        assert status == 200, (fields, body)
        return int(body["credits"])

    async def refuses(self, field: str, **fields: Any) -> str:
        """The code of an order that is refused for exactly this field."""
        status, body = await self.quoted(**fields)
        assert status == 400, (fields, body)
        assert [detail["field"] for detail in body["details"]] == [field], (fields, body)
        return str(body["code"])

    async def spec(self, **fields: Any) -> Any:
        """What the engine is given for an order."""
        status, body = await self.post(
            "/content/Create", {"outputType": "audio", "resources": SOURCE, "includeCitations": False, **fields}
        )
        assert status == 200, (fields, body)
        await self.server.services.dispatcher.quiet()
        return await self._job(body["request_id"])

    async def _job(self, request_id: str) -> Any:
        async def submitted() -> Any:
            return next((job for job in self.server.engine.submitted if job.id == request_id), None)

        return (await self.follow(submitted)).spec


@pytest.fixture
async def caller(tmp_path: Path) -> AsyncIterator[Caller]:
    async with (
        live_server(tmp_path, references=few_references()) as server,
        aiohttp.ClientSession() as session,
    ):
        yield Caller(server, session, await server.client("alice", pro=True, credits=100_000))


async def test_output_type_is_required_and_one_of_eleven(caller: Caller) -> None:
    for kind, price in EVERY_TYPE.items():
        assert await caller.takes(outputType=kind) == price
    await caller.refuses("outputType", outputType=None)
    await caller.refuses("outputType", outputType="Audio")
    status, body = await caller.post("/content/Create?quote=true", {"resources": SOURCE})
    assert (status, [d["field"] for d in body["details"]]) == (400, ["outputType"])


async def test_resources_have_one_of_five_types(caller: Caller) -> None:
    for kind, content in (
        ("text", "words"),
        ("video_site", "https://example.org/watch?v=1"),
        ("website", "http://example.org/page"),
        ("pdf", "https://example.org/a.pdf"),
        ("file", "https://example.org/a.docx"),
    ):
        await caller.takes(resources=[{"type": kind, "content": content}])
    await caller.refuses("resources[0].type", resources=[{"type": "tape", "content": "x"}])
    await caller.refuses("resources[0].content", resources=[{"type": "text"}])


async def test_a_file_is_an_https_address_or_a_file_id(caller: Caller) -> None:
    await caller.refuses("resources[0].content", resources=[{"type": "file", "content": "http://example.org/a.pdf"}])
    await caller.refuses("resources[0].content", resources=[{"type": "file", "content": "no-such-id"}])


async def test_resources_are_required_when_every_other_source_is_absent(caller: Caller) -> None:
    for alternative in (
        {"topic": "Ferries"},
        {"feedSelections": [{"feedId": 1, "feedItemIds": ["a"]}]},
        {"researches": ["r"]},
        {"video_siteChannels": ["c"]},
        {"youtubeChannels": ["c"]},
    ):
        await caller.takes(resources=None, **alternative)
    for nothing in ({}, {"topic": "  "}, {"resources": []}, {"projects": ["p"]}, {"text": "Make something."}):
        await caller.refuses("resources", **{"resources": None, **nothing})


async def test_feed_selections_become_sources(caller: Caller) -> None:
    spec = await caller.spec(feedSelections=[{"feedId": 2, "feedItemIds": ["b", "a"]}])
    assert [s.content for s in spec.sources[1:]] == ["https://example.org/2/b", "https://example.org/2/a"]
    assert spec.sources[1].name == "Item b"
    await caller.refuses("feedSelections", feedSelections=[{"feedId": 7, "feedItemIds": ["a"]}])
    await caller.refuses("feedSelections", feedSelections=[{"feedId": 1, "feedItemIds": ["zz"]}])
    await caller.refuses("feedSelections[0].feedId", feedSelections=[{"feedId": "1", "feedItemIds": ["a"]}])
    await caller.refuses("feedSelections[0].feedItemIds", feedSelections=[{"feedId": 1}])


async def test_researches_are_included_as_texts_at_most_ten(caller: Caller) -> None:
    spec = await caller.spec(researches=["r"], resources=None)
    assert [(s.kind, s.content) for s in spec.sources] == [(SourceKind.TEXT, RESEARCHED)]
    await caller.takes(researches=["r"] * 10)
    await caller.refuses("researches", researches=["r"] * 11)
    await caller.refuses("researches", researches=["nobody's"])


async def test_projects_add_context_colours_and_logo_at_most_ten(caller: Caller) -> None:
    spec = await caller.spec(projects=["p"])
    assert spec.context == spec.instructions == "We write about ferries."
    assert (spec.brand.name, spec.brand.brand_color) == ("Harbour", "#123456")
    assert spec.brand.logo.content == "https://example.org/project.png"
    await caller.takes(projects=["p"] * 10)
    await caller.refuses("projects", projects=["p"] * 11)
    await caller.refuses("projects", projects=["nobody's"])


async def test_the_requests_logo_stands_above_the_projects(caller: Caller) -> None:
    spec = await caller.spec(projects=["p"], logoUrl="https://example.org/mine.png", outputType="infographic")
    assert spec.brand.logo.content == "https://example.org/mine.png"
    assert (await caller.spec()).brand.logo is None


async def test_a_logo_is_an_http_or_https_png_or_jpg(caller: Caller) -> None:
    for sound in ("http://example.org/a.png", "https://example.org/a.JPG", "https://example.org/picture?id=1"):
        await caller.takes(outputType="video", logoUrl=sound)
    for unsound in ("ftp://example.org/a.png", "http://localhost/a.png", "https://example.org/a.gif", "a.png", 7):
        await caller.refuses("logoUrl", outputType="video", logoUrl=unsound)


async def test_channels_stand_for_their_newest_five_videos(caller: Caller) -> None:
    spec = await caller.spec(video_siteChannels=["c"], resources=None)
    assert [s.kind for s in spec.sources] == [SourceKind.VIDEO_SITE] * 5
    await caller.refuses("video_siteChannels", video_siteChannels=["nobody's"])


async def test_completed_recordings_are_reused_at_most_ten(caller: Caller) -> None:
    _, made = await caller.post("/content/Create", {"outputType": "audio", "resources": SOURCE})
    _, text = await caller.post("/content/Create", {"outputType": "text", "resources": SOURCE})
    await caller._job(text["request_id"])
    await caller.server.services.dispatcher.quiet()
    spec = await caller.spec(podcastEpisodeIds=[made["request_id"]], researches=["r"], resources=None)
    assert [s.content[:10] for s in spec.sources] == [RESEARCHED[:10], "SPEAKER_00"]
    await caller.refuses("podcastEpisodeIds", podcastEpisodeIds=[made["request_id"]] * 11)
    await caller.refuses("podcastEpisodeIds[0]", podcastEpisodeIds=[text["request_id"]])


async def test_lengths(caller: Caller) -> None:
    await caller.takes(text="x" * 5000, callbackData="x" * 500, style="brief")
    await caller.takes(outputType="video", style="x" * 5000)
    await caller.refuses("text", text="x" * 5001)
    await caller.refuses("style", outputType="video", style="x" * 5001)
    await caller.refuses("callbackData", callbackData="x" * 501)


async def test_duration_is_one_of_three_and_ignored_for_video(caller: Caller) -> None:
    for duration in ("short", "default", "long"):
        await caller.takes(duration=duration)
        assert await caller.takes(outputType="video", duration=duration) == 50
    await caller.refuses("duration", duration="endless")


async def test_format_is_for_video_and_briefing_and_ignored_else(caller: Caller) -> None:
    for name in ("explainer", "short", "cinematic"):
        await caller.takes(outputType="video", format=name)
    for name in ("text", "html", "pdf"):
        await caller.takes(outputType="briefing_doc", format=name)
    await caller.refuses("format", outputType="video", format="pdf")
    await caller.refuses("format", outputType="briefing_doc", format="short")
    for kind in sorted(set(EVERY_TYPE) - {"video", "briefing_doc"}):
        await caller.takes(outputType=kind, format="whatever")


async def test_styles_of_audio_and_text_are_four(caller: Caller) -> None:
    for kind in ("audio", "text"):
        for style in ("deep dive", "brief", "critique", "debate"):
            await caller.takes(outputType=kind, style=style)
        await caller.refuses("style", outputType=kind, style="kawaii")
    assert (await caller.spec()).style == "deep dive"


async def test_styles_of_a_video_are_presets_or_own_words(caller: Caller) -> None:
    for style in ("auto-select", "watercolour", "paper-craft", "like an old map"):
        assert (await caller.spec(outputType="video", style=style)).style == style
    assert (await caller.spec(outputType="video")).style == "classic"


async def test_a_style_is_ignored_where_there_is_none(caller: Caller) -> None:
    assert (await caller.spec(outputType="faq", style="like an old map")).style == "deep dive"


async def test_intro_music_is_https_and_mp3_wav_or_m4a(caller: Caller) -> None:
    for extension in ("mp3", "wav", "m4a"):
        await caller.takes(introMusicUrl=f"https://example.org/a.{extension}")
    for unsound in ("http://example.org/a.mp3", "https://example.org/a.ogg", "https://localhost/a.mp3"):
        await caller.refuses("introMusicUrl", introMusicUrl=unsound)
    assert (await caller.spec(introMusicUrl="https://example.org/a.mp3")).intro_music.content.endswith("a.mp3")


async def test_citations_are_for_pro_only(caller: Caller) -> None:
    poor = await caller.server.client("poor", pro=False)
    order = {"outputType": "text", "resources": SOURCE, "includeCitations": True}
    status, body = await caller.post("/content/Create", order, token=poor)
    assert (status, body["code"]) == (400, "pro_required")
    assert (await caller.post("/content/Create?quote=1", {**order, "includeCitations": False}, token=poor))[0] == 200
    assert (await caller.spec(includeCitations=True)).include_citations


async def test_sources_behind_a_paywall_may_be_left_out(caller: Caller) -> None:
    assert (await caller.spec(ignorePaywalledResources=True)).skip_failed_sources
    assert not (await caller.spec()).skip_failed_sources


@pytest.mark.parametrize(
    ("field", "choices", "usual", "name"),
    [
        ("infographicOrientation", ("landscape", "portrait", "square"), "landscape", "infographic_orientation"),
        ("infographicDetail", ("concise", "standard", "detailed"), "standard", "infographic_detail"),
        ("slideDeckFormat", ("detailed", "presenter"), "detailed", "slide_deck_format"),
        ("quizDifficulty", ("easy", "medium", "hard"), "medium", "quiz_difficulty"),
    ],
)
async def test_choices_and_what_is_usual(caller: Caller, field: str, choices: Any, usual: str, name: str) -> None:
    for choice in choices:
        await caller.takes(outputType="quiz", **{field: choice})
    await caller.refuses(field, **{field: "other"})
    assert getattr(await caller.spec(outputType="infographic"), name) == usual
    assert getattr(await caller.spec(outputType="infographic", **{field: choices[-1]}), name) == choices[-1]


async def test_a_related_request_is_linked_and_its_points_avoided(caller: Caller) -> None:
    _, first = await caller.post("/content/Create", {"outputType": "text", "resources": SOURCE})
    await caller._job(first["request_id"])
    await caller.server.services.dispatcher.quiet()
    assert "What the source says." in (await caller.spec(relatedId=first["request_id"])).avoid
    await caller.refuses("relatedId", relatedId="nobody's")


async def test_a_language_is_the_exact_name_whatever_the_voices(caller: Caller) -> None:
    assert (await caller.spec(language="Deutsch", voice1=1)).language == "de"
    status, body = await caller.quoted(language="german")
    assert (status, body["details"][0]["field"]) == (400, "language")
    assert "nearest" in body["error"]


async def test_a_scheduled_time_may_lie_in_the_past(caller: Caller) -> None:
    await caller.spec(scheduledOn="2001-01-01T00:00:00")
    status, body = await caller.post(
        "/content/Create", {"outputType": "text", "resources": SOURCE, "scheduledOn": "2099-01-01T12:00:00+02:00"}
    )
    assert status == 200
    assert (await caller.get(f"/content/Status/{body['request_id']}"))["scheduled_on"] == "2099-01-01T10:00:00.000Z"
    for said in ("tomorrow", "", "1893456000", "2030", "2030-13-01T00:00:00Z", 1893456000):
        await caller.refuses("scheduledOn", scheduledOn=said)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("2099-01-01T12:00:00.1234567z", "2099-01-01T12:00:00.123Z"),
        ("2099-01-01T12:00+02", "2099-01-01T10:00:00.000Z"),
        ("20990101T120000Z", "2099-01-01T12:00:00.000Z"),
        ("2099-01-01", "2099-01-01T00:00:00.000Z"),
    ],
)
async def test_a_time_is_iso_8601_in_any_of_its_forms(caller: Caller, said: str, meant: str) -> None:
    order = {"outputType": "text", "resources": SOURCE, "scheduledOn": said}
    status, body = await caller.post("/content/Create", order)
    assert status == 200, body
    assert (await caller.get(f"/content/Status/{body['request_id']}"))["scheduled_on"] == meant


async def test_a_show_is_the_callers(caller: Caller) -> None:
    await caller.refuses("podcastId", podcastId="nobody's")


async def test_rule_1_video_formats_cost_50_and_100(caller: Caller) -> None:
    assert await caller.takes(outputType="video") == 50
    assert await caller.takes(outputType="video", format="explainer") == 50
    assert await caller.takes(outputType="video", format="short") == 50
    assert await caller.takes(outputType="video", format="cinematic") == 100


async def test_rule_2_one_surcharge_of_200_for_voices_of_a_video(caller: Caller) -> None:
    assert await caller.takes(outputType="video", voice1=1) == 250
    assert await caller.takes(outputType="video", voice1=1, voice2=2) == 250
    assert await caller.takes(outputType="video", format="cinematic", voice1=1) == 300
    assert await caller.takes(outputType="audio", voice1=1, voice2=2) == 10


async def test_rule_3_a_video_in_a_language_without_voices_has_the_base_price(caller: Caller) -> None:
    assert await caller.takes(outputType="video", language="Deutsch") == 50


async def test_rule_4_duration_is_ignored_for_video(caller: Caller) -> None:
    assert await caller.takes(outputType="video", duration="long") == await caller.takes(outputType="video")


async def test_rule_5_voice2_requires_voice1(caller: Caller) -> None:
    await caller.refuses("voice2", voice2=2)
    await caller.refuses("voice1", voice1=99)
    await caller.refuses("voice2", voice1=1, voice2=99)
    await caller.refuses("voice1", voice1="1")


async def test_rule_6_fields_of_a_video_are_taken_and_ignored_elsewhere(caller: Caller) -> None:
    fields = {
        "titlePrompt": "t",
        "descriptionPrompt": "d",
        "thumbnailImagePrompt": "i",
        "introImagePrompt": "i",
        "format": "anything",
    }
    targets = [{"channel": "mine", "youtubeAccountId": "a", "video_sitePlaylistId": None}]
    for kind in sorted(set(EVERY_TYPE) - {"video", "briefing_doc"}):
        await caller.takes(outputType=kind, publishTargets=targets, **fields)
    spec = await caller.spec(outputType="video", **{**fields, "format": "short"})
    assert (spec.title_prompt, spec.format) == ("t", "short")
    await caller.refuses("publishTargets[0].channel", outputType="video", publishTargets=[{}])
    await caller.refuses("publishTargets[0].video_siteAccountId", outputType="video", publishTargets=targets)
    await caller.refuses("publishTargets[0].channel", outputType="video", publishTargets=[{"channel": "mine"}])


async def test_a_template_is_kept_and_costs_nothing(caller: Caller) -> None:
    status, body = await caller.post(
        "/content/Create", {"outputType": "audio", "templateMode": {"type": "feed", "name": "Daily"}}
    )
    assert status == 200
    assert set(body) == {"template_request_id", "request_id", "status", "template"}
    assert body["template"] == {"type": "feed", "name": "Daily"}
    await _is_kept(caller, body["template_request_id"], 21, "template")
    status, body = await caller.post("/content/Create", {"outputType": "audio", "templateMode": {"type": "feed"}})
    assert (status, body["template"]) == (200, {"type": "feed", "name": None})
    await caller.refuses("templateMode.type", templateMode={"type": "tape"})
    await caller.refuses("templateMode", templateMode={"type": "feed"}, isScheduled=True)


async def test_a_recurring_schedule_is_kept_and_costs_nothing(caller: Caller) -> None:
    # Its first run lies ahead: one that is due would start at once.
    order = {"outputType": "audio", "resources": SOURCE, "isScheduled": True, "scheduledOn": "2090-01-01T00:00:00Z"}
    status, body = await caller.post(
        "/content/Create", {**order, "dailyCount": 3, "scheduleEndDate": "2099-01-01T00:00:00Z"}
    )
    assert status == 200
    assert set(body) == {"schedule_id", "request_id", "status", "message", "dailyCount", "endDate"}
    assert (body["status"], body["dailyCount"], body["endDate"]) == (0, 3, "2099-01-01T00:00:00.000Z")
    await _is_kept(caller, body["request_id"], 20, "schedule")
    _, body = await caller.post("/content/Create", order)
    assert (body["dailyCount"], body["endDate"]) == (1, None)


async def test_daily_count_is_1_to_24_and_an_end_needs_a_schedule(caller: Caller) -> None:
    for count in (0, 25):
        await caller.refuses("dailyCount", isScheduled=True, dailyCount=count)
    for count in (1, 24):
        await caller.takes(isScheduled=True, dailyCount=count)
    await caller.refuses("scheduleEndDate", scheduleEndDate="2099-01-01T00:00:00Z")
    await caller.refuses("scheduleEndDate", scheduleEndDate="2099-01-01T00:00:00Z", isScheduled=False)
    await caller.refuses("scheduleEndDate", scheduleEndDate="2001-01-01T00:00:00Z", isScheduled=True)


async def test_unknown_fields_are_ignored_and_named(caller: Caller) -> None:
    status, body = await caller.quoted(colour="red", resources=[{**SOURCE[0], "weight": 2}])
    assert status == 200
    assert len(body["warnings"]) == 2
    assert any("colour" in warning for warning in body["warnings"])


async def _is_kept(caller: Caller, request_id: str, kind: int, stage: str) -> None:
    """In List with its stage, in no queue count, not to be cancelled, and for nothing."""
    item = next(each for each in await caller.get("/content/List") if each["id"] == request_id)
    assert (item["requestTypeId"], item["stage"], item["status"]) == (kind, stage, 0)
    assert (await caller.get("/content/QueueStats"))["active"] == 0
    assert (await caller.get("/content/QueueRequests"))["total_count"] == 0
    assert await caller.get("/content/Podcasts") == []
    assert (await caller.get("/content/Usage"))["used"] == 0
    status, body = await caller.post("/content/CancelRequest", {"id": request_id})
    assert (status, body["code"]) == (409, "not_cancellable")
    assert (await caller.get(f"/content/Status/{request_id}"))["request_type_id"] == kind


async def test_voices_that_a_draft_does_not_use_are_told(caller: Caller) -> None:
    status, body = await caller.quoted(quality="draft", voice1=1)
    assert status == 200 and "draft" in body["warnings"][0]
    status, body = await caller.quoted(quality="final", voice1=1)
    assert status == 200 and "warnings" not in body
