"""The voice catalogue: lists, samples, blends, a word said at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from aiohttp import hdrs, web
from msgspec import UNSET, UnsetType
from pydantic import Field

from server.domain.languages import language_by_name
from server.domain.voices import BlendPart, SpeechEngine, Voice
from server.http.calls import Call
from server.http.registry import Routes, Scope
from server.http.replies import Done
from server.http.wire import Integer, LanguageName, Order
from server.services.voices import LONGEST_SAID, Blend

# ruff: noqa: N815 - the wire's names
routes = Routes("Voices")


class BlendPartReply(msgspec.Struct):
    """One voice's share of a blend."""

    voice: int
    share: float


class VoiceReply(msgspec.Struct):
    """A voice. `clientId` is the owner of a custom voice, null for everybody's; `language` is empty for any."""

    id: int
    name: str
    clientId: str | None
    language: str
    accent: str
    sex: str
    grade: str
    basic: bool
    """Whether it is formant synthesis: clear, and plainly a machine."""
    available: bool
    needs: str
    """What would have to be installed for an unavailable voice."""
    engine: str
    origin: str
    """``packaged``, ``blend``, ``file`` (dropped into the folder), ``endpoint``, or ``own`` (made of speech)."""
    sampleUrl: str | None
    wordErrors: float | None
    """The share of words that the packaged listener hears otherwise; null where it was not measured."""
    offeredByDefault: bool
    """Whether its word errors were measured and are at most 3 %."""
    parts: list[BlendPartReply] | UnsetType = UNSET
    """What a blend is made of."""


class UnusableVoiceFile(msgspec.Struct):
    """A file in the folder of voices that gives no voice."""

    file: str
    reason: str


class VoicesReply(msgspec.Struct):
    """The whole catalogue, and the files that could not be used."""

    voices: list[VoiceReply]
    unusable: list[UnusableVoiceFile]
    folder: str | UnsetType = UNSET
    """Where voice files are dropped; told to the owner."""


class VoiceId(Order):
    """The voice that is meant."""

    id: Integer


class BlendPartOrder(Order):
    """One voice's share."""

    voice: Annotated[Integer, Field(description="Id of a packaged Kokoro voice.")]
    share: Annotated[float, Field(gt=0, le=1000, description="Its weight against the others.")] = 1.0


class BlendOrder(Order):
    """A weighted mean of voices, saved as a voice of its own."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"\S")]
    parts: Annotated[list[BlendPartOrder], Field(min_length=2, max_length=4)]


class SayOrder(Order):
    """A short text to be heard at once."""

    text: Annotated[
        str,
        Field(
            min_length=1,
            max_length=LONGEST_SAID,
            description="May carry `[pause 1s]`, `*emphasis*` and `[word](/phonemes/)`.",
        ),
    ]
    voice: Annotated[Integer | None, Field(description="Id of the voice; without it the language's first speaks.")] = (
        None
    )
    parts: Annotated[
        list[BlendPartOrder] | None,
        Field(min_length=2, max_length=4, description="A blend to be heard before it is saved, in place of `voice`."),
    ] = None
    language: LanguageName | None = None
    speed: Annotated[float, Field(ge=0.5, le=2.0)] = 1.0


@routes.get("/content/GetVoices", replies=(list[VoiceReply],))
async def voices(call: Call) -> list[VoiceReply]:
    """List the voices that can be named as `voice1` and `voice2`.

    Those that need something which is not installed are listed as not available, with what they need.
    """
    return replies_of(await call.services.voices.list(by=call.by))


@routes.get("/studio/voices", replies=(VoicesReply,))
async def catalogue(call: Call) -> VoicesReply:
    """List the voices, and the files in the folder of voices that could not be used, with the reason."""
    listed = await call.services.voices.list(by=call.by)
    if not call.by.is_owner:
        return VoicesReply(replies_of(listed), [])
    unusable = [UnusableVoiceFile(each.file, each.reason) for each in call.services.voices.unusable]
    return VoicesReply(replies_of(listed), unusable, folder=str(call.services.voices.folder or "") or UNSET)


@routes.post(
    "/studio/voices",
    body=BlendOrder,
    replies=(VoiceReply,),
    scope=Scope.OWNER,
    example={"name": "Morning", "parts": [{"voice": 1, "share": 2}, {"voice": 3, "share": 1}]},
)
async def blend(call: Call, order: BlendOrder) -> VoiceReply:
    """Save a blend of two to four packaged voices as a voice of its own."""
    parts = tuple(BlendPart(part.voice, part.share) for part in order.parts)
    return reply_of(await call.services.voices.blend(Blend(order.name, parts), by=call.by))


@routes.post("/studio/voices/scan", replies=(VoicesReply,), scope=Scope.OWNER)
async def rescan(call: Call) -> VoicesReply:
    """Look at the folder of voices again: Kokoro packs (.npz, .bin) and Piper voices (.onnx with .onnx.json)."""
    await call.services.voices.rescan(by=call.by)
    return await catalogue(call)


@routes.delete("/studio/voices/{id:int}", replies=(Done,), scope=Scope.OWNER, errors=(404,))
async def remove_blend(call: Call) -> Done:
    """Remove a blend; its id is never given to another voice."""
    await call.services.voices.remove_blend(int(call.params["id"]), by=call.by)
    return Done(True, "The blend is removed.")


@routes.post("/content/RemoveVoice", body=VoiceId, replies=(Done,), errors=(404,))
async def remove(call: Call, body: VoiceId) -> Done:
    """Remove a voice that was made of a recording, with its files."""
    await call.services.custom_voices.remove(body.id, by=call.by)
    return Done(success=True, message="The voice is removed, with the recording it was made of.")


@routes.get("/studio/voices/{id}/sample", media_type="audio/mpeg")
async def sample(call: Call) -> web.Response:
    """Hear a voice: a sentence in its language as MP3, a few seconds long."""
    recording = await call.services.voices.sample(call.params["id"], by=call.by)
    headers = {hdrs.CONTENT_TYPE: "audio/mpeg", hdrs.CACHE_CONTROL: "private, max-age=86400"}
    return web.Response(body=recording, headers=headers)


@routes.post(
    "/studio/say", body=SayOrder, media_type="audio/wav", example={"text": "Say [Quill](/kwˈɪl/) *slowly*.", "voice": 1}
)
async def say(call: Call, order: SayOrder) -> web.Response:
    """Hear a short text at once, as a WAV file: for trying a pronunciation or a mark."""
    language = language_by_name(order.language).code if order.language else ""
    parts = tuple(BlendPart(part.voice, part.share) for part in order.parts or ())
    recording = await call.services.voices.say(
        order.text, voice_id=order.voice, parts=parts, language=language, speed=order.speed, by=call.by
    )
    return web.Response(body=recording, headers={hdrs.CONTENT_TYPE: "audio/wav", hdrs.CACHE_CONTROL: "no-store"})


def replies_of(voices: Sequence[Voice]) -> list[VoiceReply]:
    """Voices on the wire, blends with what they are made of."""
    numbers = {voice.key: voice.id for voice in voices if _origin(voice) == "packaged"}
    return [reply_of(voice, numbers) for voice in voices]


def reply_of(voice: Voice, numbers: Mapping[str, int] | None = None) -> VoiceReply:
    """A voice on the wire; `numbers` are the ids of the packaged voices by their keys."""
    origin = _origin(voice)
    shares = [part.rpartition(":") for part in voice.key.split("+")] if origin == "blend" and numbers else []
    parts = [BlendPartReply(numbers[key], float(share)) for key, _, share in shares if numbers and key in numbers]
    return VoiceReply(
        id=voice.id,
        name=voice.name,
        clientId=voice.client_id or None,
        language=voice.language,
        accent=voice.accent,
        sex=voice.sex,
        grade=voice.grade,
        basic=voice.engine is SpeechEngine.ESPEAK,
        available=voice.available,
        needs=voice.needs,
        engine=str(voice.engine),
        origin=origin,
        sampleUrl=f"/studio/voices/{voice.id}/sample" if voice.available else None,
        wordErrors=voice.word_errors,
        offeredByDefault=voice.by_default,
        parts=parts or UNSET,
    )


def _origin(voice: Voice) -> str:
    if voice.client_id:
        return "own"
    if voice.source:
        return "file"
    if voice.engine is SpeechEngine.ENDPOINT:
        return "endpoint"
    return "blend" if voice.engine is SpeechEngine.KOKORO and ":" in voice.key else "packaged"
