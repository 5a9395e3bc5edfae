"""Orders about recordings, and the voices that come of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from server.domain.errors import Invalid, InvalidField, NotFound
from server.domain.orders import RevoicingOrder, SeparationOrder, TranscriptOrder, VoiceMatchOrder
from server.domain.requests import RequestType
from server.engine.specs import RevoicingSpec, TranscriptSpec
from server.services.recordings import Recorded
from server.services.transcripts import Form

ADDRESS = "https://example.org/talks/evening.mp3"


async def chunks(data: bytes) -> AsyncIterator[bytes]:
    yield data


async def taken(studio: Any, data: bytes = b"ID3" + bytes(500), **kw: Any) -> Recorded:
    facts: dict[str, Any] = {"file_name": "talk.mp3", "content_type": "audio/mpeg", "limit": 10_000} | kw
    return await studio.services.recordings.take(chunks(data), **facts)


async def test_a_transcript_is_ordered_made_and_read_in_every_form(studio: Any) -> None:
    alice = await studio.client("alice", credits=1000)
    order = TranscriptOrder(audio_url=ADDRESS, speakers=2, callback_data="mine")

    accepted = await studio.services.recordings.transcribe(order, by=alice)
    request = await studio.ended(accepted.id, by=alice)

    assert request.type is RequestType.TRANSCRIPT
    assert request.title == "evening"
    assert request.callback_data == "mine"
    spec = studio.engine.submitted[-1].spec
    assert isinstance(spec, TranscriptSpec)
    assert (spec.recording.content, spec.speakers) == (ADDRESS, 2)
    found = await studio.services.transcripts.get(accepted.id, by=alice)
    assert '"version": "1.0.0"' in found.transcript
    for form, mark in ((Form.SRT, b"-->"), (Form.VTT, b"WEBVTT"), (Form.TEXT, b"SPEAKER_00: "), (Form.JSON, b"{")):
        assert mark in await studio.services.transcripts.download(accepted.id, form, by=alice)
    bob = await studio.client("bob")
    with pytest.raises(NotFound):
        await studio.services.transcripts.get(accepted.id, by=bob)


async def test_exactly_one_recording_is_taken(studio: Any) -> None:
    alice = await studio.client("alice", credits=1000)
    recorded = await taken(studio)

    with pytest.raises(Invalid, match="exactly one"):
        await studio.services.recordings.transcribe(TranscriptOrder(), by=alice)
    with pytest.raises(Invalid, match="audioFile and audioUrl"):
        await studio.services.recordings.transcribe(TranscriptOrder(audio_url=ADDRESS), by=alice, recorded=recorded)
    with pytest.raises(InvalidField, match="episodeId"):
        await studio.services.recordings.transcribe(TranscriptOrder(episode_id="77"), by=alice)
    with pytest.raises(InvalidField, match="audioUrl"):
        await studio.services.recordings.transcribe(TranscriptOrder(audio_url="https://example.org/talk.ogg"), by=alice)


async def test_an_upload_is_judged_by_its_content(studio: Any) -> None:
    with pytest.raises(InvalidField, match="MP3 or WAV"):
        await taken(studio, b"MZ" + bytes(200))
    with pytest.raises(InvalidField, match="must be an MP3"):
        await taken(studio, b"RIFF\0\0\0\0WAVE" + bytes(200), only_mp3=True)
    with pytest.raises(InvalidField, match="empty"):
        await taken(studio, b"")
    with pytest.raises(InvalidField, match="MB at most"):
        await taken(studio, b"ID3" + bytes(20_000))


async def test_what_was_made_here_is_not_listened_to(studio: Any) -> None:
    from server.domain.orders import ContentOrder, Resource
    from server.domain.requests import OutputType
    from server.domain.sources import SourceKind

    alice = await studio.client("alice", credits=1000)
    order = ContentOrder(output_type=OutputType.AUDIO, resources=(Resource(SourceKind.TEXT, "Words. " * 80),))
    made = await studio.services.requests.submit(order, by=alice)
    await studio.ended(made.id, by=alice)

    accepted = await studio.services.recordings.transcribe(TranscriptOrder(episode_id=made.id), by=alice)
    await studio.ended(accepted.id, by=alice)

    spec = studio.engine.submitted[-1].spec
    assert spec.known is not None
    assert spec.known.turns[0].text == "What is this about?"
    assert spec.recording.path.is_file()
    found = await studio.services.transcripts.get(made.id, by=alice)
    assert found.request_id == made.id


async def test_voices_come_of_recordings_and_go_with_their_files(studio: Any) -> None:
    alice = await studio.client("alice", credits=1000, pro=True)
    bob = await studio.client("bob", credits=1000, pro=True)
    recorded = await taken(studio)

    accepted = await studio.services.recordings.match_voice(VoiceMatchOrder(name="Mine"), by=alice, recorded=recorded)
    request = await studio.ended(accepted.id, by=alice)

    number = request.details["voice_id"]
    assert number > 1_000_000
    (own,) = [v for v in await studio.services.voices.list(by=alice) if v.client_id]
    assert (own.id, own.name, own.client_id) == (number, "Mine", "alice")
    assert not [v for v in await studio.services.voices.list(by=bob) if v.client_id]
    with pytest.raises(InvalidField, match="voice1"):
        await studio.services.recordings.revoice(RevoicingOrder(audio_url=ADDRESS, voice1=number, voice2=1), by=bob)
    again = await studio.services.recordings.revoice(
        RevoicingOrder(audio_url=ADDRESS, voice1=number, voice2=1), by=alice
    )
    await studio.ended(again.id, by=alice)
    spec = studio.engine.submitted[-1].spec
    assert isinstance(spec, RevoicingSpec)
    assert [voice.id for voice in spec.own_voices] == [number]

    with pytest.raises(NotFound):
        await studio.services.custom_voices.remove(number, by=bob)
    await studio.services.custom_voices.remove(number, by=alice)

    assert not [v for v in await studio.services.voices.list(by=alice) if v.client_id]
    names = {path.name for path in studio.data_dir.rglob("*")}
    assert not any(recorded.content.sha256 in name for name in names)
    with pytest.raises(NotFound):
        await studio.services.custom_voices.remove(number, by=alice)


async def test_voices_are_for_pro_clients_and_of_one_recording(studio: Any) -> None:
    alice = await studio.client("alice", credits=1000, pro=True)
    carol = await studio.client("carol", credits=1000)

    with pytest.raises(Invalid) as refused:
        await studio.services.recordings.match_voice(VoiceMatchOrder(name="x", audio_url=ADDRESS), by=carol)
    assert refused.value.code == "pro_required"
    with pytest.raises(Invalid, match="neither came"):
        await studio.services.recordings.match_voice(VoiceMatchOrder(name="x"), by=alice)


async def test_separation_reserves_what_it_costs(studio: Any) -> None:
    alice = await studio.client("alice", credits=150)

    with pytest.raises(Invalid) as refused:
        await studio.services.recordings.separate(SeparationOrder(audio_url=ADDRESS), by=alice)
    assert refused.value.code == "insufficient_credits"
