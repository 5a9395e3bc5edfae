"""The rules between an order and its acceptance."""

from __future__ import annotations

import base64
from datetime import timedelta

import pytest
from fake_engine import Hold

from server.domain.errors import Conflict, Forbidden, Invalid, InvalidField, NotFound
from server.domain.orders import FeedSelection, Resource, TemplateMode
from server.domain.prices import PRICES, price_of
from server.domain.requests import Duration, OutputType, Quality, RecordingFilter, State
from server.domain.sources import SourceKind

PDF = b"%PDF-1.7 tiny"


async def chunks(*parts: bytes):
    for part in parts:
        yield part


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"voice2": 1}, "voice2"),
        ({"voice1": 404}, "voice1"),
        ({"voice1": 1, "voice2": 2**70}, "voice2"),
        ({"voice1": 9}, "voice1"),
        ({"language": "english"}, "language"),
        ({"related_id": "01a1fdde-e95f-73bd-bca4-7922728e5261"}, "relatedId"),
        ({"related_id": "\ud800"}, "relatedId"),
        ({"podcast_episode_ids": ("nope",)}, "podcastEpisodeIds[0]"),
        ({"feed_selections": (FeedSelection(1, ("a",)),)}, "feedSelections"),
        ({"researches": ("r",)}, "researches"),
        ({"projects": ("p",)}, "projects"),
        ({"video_site_channels": ("c",)}, "video_siteChannels"),
        ({"podcast_id": "p"}, "podcastId"),
        ({"intro_music_url": "http://example.com/a.mp3"}, "introMusicUrl"),
        ({"intro_music_url": "https://example.com/a.ogg"}, "introMusicUrl"),
        ({"logo_url": "ftp://example.com/a.png"}, "logoUrl"),
        ({"resources": (Resource(SourceKind.WEBSITE, "http://localhost/x"),)}, "resources[0].content"),
        ({"resources": (Resource(SourceKind.FILE, "http://example.com/a.txt"),)}, "resources[0].content"),
        ({"resources": (Resource(SourceKind.FILE, "no-such-file"),)}, "resources[0].content"),
        ({"resources": (Resource(SourceKind.PDF, "not base64!"),)}, "resources[0].content"),
        (
            {
                "resources": (
                    Resource(SourceKind.TEXT, "a"),
                    Resource(SourceKind.PDF, base64.b64encode(b"GIF").decode()),
                )
            },
            "resources[1].content",
        ),
        ({"resources": ()}, "resources"),
        ({"template_mode": TemplateMode("feed"), "is_scheduled": True}, "templateMode"),
    ],
)
async def test_a_field_at_fault_is_named_and_costs_nothing(studio, an_order, changes, field) -> None:
    client = await studio.client("alice", pro=True)

    with pytest.raises(InvalidField) as refusal:
        await studio.services.requests.submit(an_order(**changes), by=client)

    assert refusal.value.details[0].field == field
    assert (await studio.services.accounts.usage(by=client)).used == 0


@pytest.mark.parametrize("changes", [{"topic": "\ud800"}, {"callback_data": "\udfff"}, {"title": "\ud800"}])
async def test_text_that_can_not_be_kept_is_a_bad_request(studio, an_order, changes) -> None:
    with pytest.raises(Invalid) as refusal:
        await studio.services.requests.submit(an_order(**changes), by=studio.owner)

    assert refusal.value.code == "unstorable_value"


async def test_citations_are_for_pro_accounts(studio, an_order) -> None:
    plain, pro = await studio.client("plain"), await studio.client("pro", pro=True)

    with pytest.raises(Invalid) as refusal:
        await studio.services.requests.submit(an_order(include_citations=True), by=plain)

    assert refusal.value.code == "pro_required"
    assert await studio.services.requests.submit(an_order(include_citations=True), by=pro)


async def test_after_the_subscription_nothing_new_is_made_and_everything_can_be_read(studio, an_order) -> None:
    client = await studio.client("alice", subscription_ends=studio.clock() + timedelta(days=1))
    accepted = await studio.services.requests.submit(an_order(), by=client)
    await studio.ended(accepted.id, by=client)
    studio.clock.advance(days=2)

    for call in (studio.services.requests.submit, studio.services.requests.quote):
        with pytest.raises(Invalid) as refusal:
            await call(an_order(), by=client)
        assert refusal.value.code == "subscription_expired"
    assert (await studio.services.requests.get(accepted.id, by=client)).state is State.COMPLETED


async def test_without_credits_nothing_is_accepted(studio, an_order) -> None:
    client = await studio.client("poor", credits=15)
    await studio.services.requests.submit(an_order(), by=client)

    with pytest.raises(Invalid) as refusal:
        await studio.services.requests.submit(an_order(), by=client)

    assert refusal.value.code == "insufficient_credits"


async def test_daily_podcasts_begin_anew_at_midnight_utc(studio, an_order) -> None:
    client = await studio.client("daily", daily_podcasts=1)
    audio = an_order(output_type=OutputType.AUDIO)
    await studio.services.requests.submit(audio, by=client)

    with pytest.raises(Invalid) as refusal:
        await studio.services.requests.submit(audio, by=client)
    await studio.services.requests.submit(an_order(), by=client)
    studio.clock.advance(hours=2)
    await studio.services.requests.submit(audio, by=client)

    assert refusal.value.code == "daily_podcast_limit"


async def test_a_notebook_needs_a_licence(studio, an_order) -> None:
    plain, licensed = await studio.client("plain"), await studio.client("licensed", licence=True)

    with pytest.raises(Forbidden):
        await studio.services.requests.submit(an_order(notebook_id="n"), by=plain)
    with pytest.raises(NotFound):
        await studio.services.requests.submit(an_order(notebook_id="n"), by=licensed)


async def test_a_quote_keeps_nothing(studio, an_order) -> None:
    client = await studio.client("alice")
    long_text = an_order(output_type=OutputType.AUDIO, resources=(Resource(SourceKind.TEXT, "word " * 20_000),))

    final = await studio.services.requests.quote(long_text, by=client)
    short = await studio.services.requests.quote(
        an_order(output_type=OutputType.AUDIO, duration=Duration.SHORT, quality=Quality.DRAFT), by=client
    )

    assert final.credits == 10
    assert short.estimated_seconds < final.estimated_seconds
    assert short.estimated_bytes < final.estimated_bytes
    assert (await studio.services.accounts.usage(by=client)).used == 0
    assert not [path for path in (studio.data_dir / "artefacts").rglob("*") if path.is_file()]


async def test_bulky_sources_reach_the_engine_as_they_were(studio, an_order) -> None:
    client = await studio.client("alice")
    upload = await studio.services.files.upload(
        chunks(b"up", b"loaded"), file_name="notes.txt", content_type="text/plain", by=client
    )
    long_text = "Zeile für Zeile. " * 3_000
    order = an_order(
        resources=(
            Resource(SourceKind.TEXT, "short"),
            Resource(SourceKind.TEXT, long_text),
            Resource(SourceKind.FILE, upload.id),
            Resource(SourceKind.PDF, "data:application/pdf;base64," + base64.b64encode(PDF).decode()),
            Resource(SourceKind.WEBSITE, "https://user:secret@example.com/page"),
        ),
        language="Deutsch",
        voice1=1,
        topic="Lines",
        text="Dwell on the third.",
    )

    accepted = await studio.services.requests.submit(order, by=client)
    await studio.services.files.delete(upload.id, by=client)
    await studio.ended(accepted.id, by=client)

    spec = studio.engine.submitted[0].spec
    assert [source.content for source in spec.sources[:2]] == ["short", long_text]
    assert spec.sources[2].path.read_bytes() == b"uploaded"
    assert spec.sources[2].name == "notes.txt"
    assert spec.sources[3].path.read_bytes() == PDF
    assert spec.sources[4].name == "https://***@example.com/page"
    assert (spec.language, spec.voices, spec.instructions) == ("de", (1,), "Lines\nDwell on the third.")


async def test_an_earlier_recording_is_a_source_and_a_related_one_is_avoided(studio, an_order) -> None:
    first = await studio.services.requests.submit(an_order(output_type=OutputType.AUDIO), by=studio.owner)
    await studio.ended(first.id, by=studio.owner)

    second = await studio.services.requests.submit(
        an_order(podcast_episode_ids=(first.id,), related_id=first.id), by=studio.owner
    )
    await studio.ended(second.id, by=studio.owner)

    spec = studio.engine.submitted[1].spec
    assert spec.sources[1].content.startswith("SPEAKER_00: ")
    assert spec.avoid == ("What is this about?", "It is about what the source says.")


async def test_nobody_reaches_another_clients_records(studio, an_order) -> None:
    alice, bob = await studio.client("alice"), await studio.client("bob")
    accepted = await studio.services.requests.submit(an_order(), by=alice)
    await studio.ended(accepted.id, by=alice)
    upload = await studio.services.files.upload(chunks(b"x"), file_name="x", content_type="", by=alice)

    calls = studio.services.requests
    for call in (calls.get, calls.cancel, calls.delete, calls.restore, calls.retry, calls.approve, calls.script):
        with pytest.raises(NotFound):
            await call(accepted.id, by=bob)
    with pytest.raises(NotFound):
        await studio.services.files.delete(upload.id, by=bob)
    with pytest.raises(InvalidField):
        await calls.submit(an_order(related_id=accepted.id), by=bob)
    with pytest.raises(InvalidField):
        await calls.submit(an_order(resources=(Resource(SourceKind.FILE, upload.id),)), by=bob)
    assert (await calls.page(1, 50, by=bob)).total == 0
    assert await studio.services.files.list(by=bob) == ()


async def test_a_deleted_request_is_nowhere_and_comes_back_for_30_days(studio, an_order) -> None:
    calls = studio.services.requests
    accepted = await calls.submit(an_order(output_type=OutputType.AUDIO), by=studio.owner)
    made = await studio.ended(accepted.id, by=studio.owner)

    await calls.delete(accepted.id, by=studio.owner)

    with pytest.raises(NotFound):
        await calls.delete(accepted.id, by=studio.owner)
    with pytest.raises(NotFound):
        await studio.services.media.find(made.media[0].key)
    assert (await calls.page(1, 50, by=studio.owner)).total == 0
    assert (await calls.podcasts_page(1, 50, status=RecordingFilter.ALL, by=studio.owner)).total == 0
    studio.clock.advance(days=29)
    assert await calls.restore(accepted.id, by=studio.owner) == made
    await calls.delete(accepted.id, by=studio.owner)
    studio.clock.advance(days=31)
    with pytest.raises(NotFound):
        await calls.restore(accepted.id, by=studio.owner)


async def test_a_running_request_is_not_retried(studio, an_order) -> None:
    studio.engine.plan = lambda _job: Hold()
    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)

    with pytest.raises(Conflict) as refusal:
        await studio.services.requests.retry(accepted.id, by=studio.owner)

    assert refusal.value.code == "not_retryable"


@pytest.mark.parametrize(
    ("changes", "price"),
    [
        ({"output_type": OutputType.AUDIO}, 10),
        ({"output_type": OutputType.SLIDE_DECK}, 30),
        ({"output_type": OutputType.VIDEO}, 50),
        ({"output_type": OutputType.VIDEO, "format": "short", "voice1": 1}, 250),
        ({"output_type": OutputType.VIDEO, "format": "cinematic", "voice1": 1, "voice2": 2}, 300),
        ({"is_scheduled": True}, 0),
    ],
)
def test_prices(an_order, changes, price: int) -> None:
    assert price_of(an_order(**changes), PRICES) == price
