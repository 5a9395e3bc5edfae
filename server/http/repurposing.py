"""Something else, made of what a completed request was made of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from server.domain.errors import FieldFault
from server.domain.orders import RepurposeOrder
from server.domain.requests import Duration, OutputType
from server.http.calls import Call
from server.http.orders import VIDEO_FORMATS, LongText
from server.http.problems import invalid
from server.http.registry import Routes
from server.http.replies import AcceptedReply
from server.http.wire import HttpAddress, Integer, LanguageName, Order, RequiredId

routes = Routes("Requests")


class Repurpose(Order):
    """The completed request, and what to make of it. What is left out is inherited."""

    # ruff: noqa: N815 - the wire's names
    requestId: RequiredId
    outputType: Literal["audio", "video", "infographic", "slide_deck", "datatable", "quiz"]
    language: LanguageName | None = None
    text: LongText | None = None
    callbackData: Annotated[str, Field(max_length=500)] | None = None
    duration: Literal["short", "default", "long"] | None = None
    infographicOrientation: Literal["landscape", "portrait", "square"] | None = None
    infographicDetail: Literal["concise", "standard", "detailed"] | None = None
    slideDeckFormat: Literal["detailed", "presenter"] | None = None
    quizDifficulty: Literal["easy", "medium", "hard"] | None = None
    title: LongText | None = None
    titlePrompt: LongText | None = None
    descriptionPrompt: LongText | None = None
    thumbnailImagePrompt: LongText | None = None
    introImagePrompt: LongText | None = None
    format: Annotated[LongText, Field(description="Video: explainer, short, cinematic. Else ignored.")] | None = None
    style: LongText | None = None
    avatarId: Annotated[int, Field(ge=0, le=8, description="One of eight presenters, 0 for none.")] | None = None
    audioLanguage: LanguageName | None = None
    textLanguage: LanguageName | None = None
    backgroundImageUrl: HttpAddress | None = None
    voiceId: Integer | None = None


@routes.post(
    "/content/Repurpose",
    body=Repurpose,
    replies=(AcceptedReply,),
    errors=(404,),
    example={"requestId": "0190a1b2-0000-7000-8000-000000000000", "outputType": "audio"},
)
async def repurpose(call: Call, body: Repurpose) -> AcceptedReply:
    """Make something else of what a completed request was made of, without importing it again."""
    output_type = OutputType(body.outputType)
    is_video = output_type is OutputType.VIDEO
    if is_video and body.format and body.format not in VIDEO_FORMATS:
        raise invalid([FieldFault("format", f"must be one of {', '.join(VIDEO_FORMATS)} for a video")])
    wish = RepurposeOrder(
        request_id=body.requestId,
        output_type=output_type,
        language=body.language or "",
        text=body.text,
        callback_data=body.callbackData,
        duration=Duration(body.duration) if body.duration else None,
        infographic_orientation=body.infographicOrientation or "",
        infographic_detail=body.infographicDetail or "",
        slide_deck_format=body.slideDeckFormat or "",
        quiz_difficulty=body.quizDifficulty or "",
        title=body.title or "",
        title_prompt=body.titlePrompt or "",
        description_prompt=body.descriptionPrompt or "",
        thumbnail_image_prompt=body.thumbnailImagePrompt or "",
        intro_image_prompt=body.introImagePrompt or "",
        format=(body.format or "") if is_video else "",
        style=(body.style or "") if is_video else "",
        avatar_id=body.avatarId,
        audio_language=body.audioLanguage or "",
        text_language=body.textLanguage or "",
        background_image_url=body.backgroundImageUrl or "",
        voice_id=body.voiceId,
    )
    accepted = await call.services.requests.repurpose(wish, by=call.by)
    return AcceptedReply(accepted.id, accepted.status)
