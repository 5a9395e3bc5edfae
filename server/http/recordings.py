"""Orders about recordings: write down, separate, speak again, make a voice of."""

# ruff: noqa: N815 - names of the wire

from __future__ import annotations

from typing import Annotated, TypeVar

from pydantic import Field, ValidationError

from server.domain.orders import RevoicingOrder, SeparationOrder, TranscriptOrder, VoiceMatchOrder
from server.http.calls import Call
from server.http.faults import faults_of
from server.http.problems import invalid
from server.http.registry import MIB, Form, Routes
from server.http.replies import AcceptedReply
from server.http.uploads import FormReader, UploadedPart
from server.http.wire import HttpAddress, Integer, LanguageName, Order
from server.services.recordings import MOST_SPEAKERS, TRANSCRIPT_LIMIT, VOICE_LIMIT, Recorded

routes = Routes("Recordings")
M = TypeVar("M", bound=Order)

TRANSCRIPT_FIELDS = ("callbackData", "speakers", "language", "audioUrl", "episodeId")
SEPARATION_FIELDS = ("callbackData", "speakers")
REVOICING_FIELDS = ("voice1", "voice2", "instructions", "backgroundMusicUrl", "callbackData")
NUMBERS = ("speakers", "voice1", "voice2")
VOICE_FIELDS = ("name", "callbackData", "audioUrl")
MOST_CALLBACK = 500
MOST_INSTRUCTIONS = 5000
MOST_NAME = 100

CallbackData = Annotated[str, Field(max_length=MOST_CALLBACK)]
Speakers = Annotated[
    Integer,
    Field(ge=1, le=MOST_SPEAKERS, description="How many people speak, where it is known; else they are counted."),
]


class TranscriptRequest(Order):
    """A recording to be written down: exactly one of the two, or a form with `audioFile`."""

    audioUrl: HttpAddress | None = None
    episodeId: Annotated[str, Field(max_length=200)] | None = None
    callbackData: CallbackData | None = None
    speakers: Speakers | None = None
    language: LanguageName | None = None


class SeparationForm(Order):
    """What is told beside a recording that shall be taken apart by speaker."""

    callbackData: CallbackData | None = None
    speakers: Speakers | None = None


class SeparationRequest(SeparationForm):
    """A recording to be taken apart by speaker; or a form with `audioFile`."""

    audioUrl: HttpAddress


class RevoicingForm(Order):
    """What is told beside a recording that shall be spoken again."""

    voice1: Integer
    voice2: Integer
    instructions: Annotated[str, Field(max_length=MOST_INSTRUCTIONS)] = ""
    backgroundMusicUrl: HttpAddress | None = None
    callbackData: CallbackData | None = None


class RevoicingRequest(RevoicingForm):
    """A recording to be spoken again; or a form with `audioFile`."""

    audioUrl: HttpAddress


class VoiceRequest(Order):
    """A recording to make a voice of; or a form with `audioFile`."""

    audioUrl: HttpAddress | None = None
    name: Annotated[str, Field(min_length=1, max_length=MOST_NAME)]
    callbackData: CallbackData | None = None


@routes.post(
    "/content/GetTranscript",
    body=TranscriptRequest,
    form=Form(file="audioFile", limit=TRANSCRIPT_LIMIT, texts=TRANSCRIPT_FIELDS),
    limit=TRANSCRIPT_LIMIT + MIB,
    replies=(AcceptedReply,),
)
async def transcribe(call: Call, body: TranscriptRequest | None) -> AcceptedReply:
    """Write a recording down: who says what, when, in which language.

    A form with `audioFile` (MP3 or WAV), or JSON with exactly one of `audioUrl` and `episodeId`. What was made here is
    not listened to: its script tells the words and its mix the times.
    """
    recorded: Recorded | None = None
    if body is None:
        values, recorded = await _form(call, TRANSCRIPT_FIELDS, limit=TRANSCRIPT_LIMIT)
        body = _read(TranscriptRequest, values)
    order = TranscriptOrder(
        audio_url=body.audioUrl or "",
        episode_id=body.episodeId or "",
        speakers=body.speakers,
        language=body.language or "",
        callback_data=body.callbackData,
    )
    accepted = await call.services.recordings.transcribe(order, by=call.by, recorded=recorded)
    return AcceptedReply(accepted.id, accepted.status)


@routes.post(
    "/content/SeparateSpeakersAudio",
    body=SeparationRequest,
    form=Form(file="audioFile", limit=TRANSCRIPT_LIMIT, texts=SEPARATION_FIELDS),
    limit=TRANSCRIPT_LIMIT + MIB,
    replies=(AcceptedReply,),
)
async def separate(call: Call, body: SeparationRequest | None) -> AcceptedReply:
    """Make one track per speaker, aligned to the recording; together they add up to it.

    JSON with `audioUrl`, or a form with `audioFile` (MP3 or WAV).
    """
    recorded: Recorded | None = None
    told: SeparationForm | None = body
    if told is None:
        values, recorded = await _form(call, SEPARATION_FIELDS, limit=TRANSCRIPT_LIMIT)
        told = _read(SeparationForm, values)
    order = SeparationOrder(
        audio_url=body.audioUrl if body else "", speakers=told.speakers, callback_data=told.callbackData
    )
    accepted = await call.services.recordings.separate(order, by=call.by, recorded=recorded)
    return AcceptedReply(accepted.id, accepted.status)


@routes.post(
    "/content/ModifyPodcast",
    body=RevoicingRequest,
    form=Form(file="audioFile", limit=TRANSCRIPT_LIMIT, texts=REVOICING_FIELDS),
    limit=TRANSCRIPT_LIMIT + MIB,
    replies=(AcceptedReply,),
)
async def revoice(call: Call, body: RevoicingRequest | None) -> AcceptedReply:
    """Speak a recording again with two other voices, turn by turn and in the same time.

    JSON with `audioUrl`, or a form with `audioFile` (MP3 or WAV).
    `instructions` are followed as far as rules know them (slower, faster, leave out filler words); `notes` tell what
    was not understood.
    """
    recorded: Recorded | None = None
    told: RevoicingForm | None = body
    if told is None:
        values, recorded = await _form(call, REVOICING_FIELDS, limit=TRANSCRIPT_LIMIT)
        told = _read(RevoicingForm, values)
    order = RevoicingOrder(
        audio_url=body.audioUrl if body else "",
        voice1=told.voice1,
        voice2=told.voice2,
        instructions=told.instructions,
        background_music_url=told.backgroundMusicUrl or "",
        callback_data=told.callbackData,
    )
    accepted = await call.services.recordings.revoice(order, by=call.by, recorded=recorded)
    return AcceptedReply(accepted.id, accepted.status)


@routes.post(
    "/content/CloneVoice",
    body=VoiceRequest,
    form=Form(file="audioFile", limit=VOICE_LIMIT, texts=VOICE_FIELDS),
    limit=VOICE_LIMIT + MIB,
    replies=(AcceptedReply,),
)
async def match_voice(call: Call, body: VoiceRequest | None) -> AcceptedReply:
    """Make a voice of 10 seconds to 10 minutes of one person's speech (PRO).

    A form with `audioFile` (MP3) and `name`, or JSON with `audioUrl` and `name`. Without a cloning endpoint in the
    settings it is a voice match: the nearest packaged voice or blend, shaped towards the recording. It is yours alone.
    """
    call.by.require_pro("CloneVoice")
    recorded: Recorded | None = None
    if body is None:
        values, recorded = await _form(call, VOICE_FIELDS, limit=VOICE_LIMIT, only_mp3=True)
        body = _read(VoiceRequest, values)
    order = VoiceMatchOrder(name=body.name, audio_url=body.audioUrl or "", callback_data=body.callbackData)
    accepted = await call.services.recordings.match_voice(order, by=call.by, recorded=recorded)
    return AcceptedReply(accepted.id, accepted.status)


async def _form(
    call: Call, texts: tuple[str, ...], *, limit: int, only_mp3: bool = False
) -> tuple[dict[str, str], Recorded]:
    """The fields of a form and its recording, stored while it streams in."""

    async def take(part: UploadedPart) -> Recorded:
        return await call.services.recordings.take(
            part.chunks, file_name=part.file_name, content_type=part.content_type, limit=limit, only_mp3=only_mp3
        )

    return await FormReader(call, field="audioFile").everything(texts, take)


def _read(model: type[M], values: dict[str, str]) -> M:
    """The fields of a form as the model; an empty field is none."""
    given: dict[str, object] = {name: value for name, value in values.items() if value.strip()}
    for name in NUMBERS:
        number = values.get(name, "").strip()
        if number.isdecimal():
            given[name] = int(number)
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise invalid(faults_of(error)) from error
