"""The order for something else made of what a request was made of."""

from __future__ import annotations

from dataclasses import replace

from server.domain.orders import ContentOrder, Gathered, RepurposeOrder
from server.domain.requests import OutputType, Request, Style


def repurposed(wish: RepurposeOrder, original: Request, sent: ContentOrder | None) -> ContentOrder:
    """What is ordered: the original's order where the wish says nothing, without its sources, dates and shows.

    Args:
        wish: what the caller asks for.
        original: the completed request.
        sent: its order, where it was a content order and is still there.
    """
    base = sent or ContentOrder(output_type=wish.output_type)
    films = wish.output_type is OutputType.VIDEO
    spoken = (wish.audio_language if films else "") or wish.language
    language = spoken or base.language or original.language
    voices = (wish.voice_id, None) if wish.voice_id is not None else _voices(base, wish, original, language)
    return replace(
        base,
        output_type=wish.output_type,
        resources=(),
        podcast_episode_ids=(),
        feed_selections=(),
        feeds=(),
        researches=(),
        projects=(),
        video_site_channels=(),
        repurposed=original.id,
        gathered=None,
        language=language,
        text=base.text if wish.text is None else wish.text,
        callback_data=wish.callback_data,
        duration=wish.duration or base.duration,
        format=wish.format,
        style=_style(wish, base),
        infographic_orientation=wish.infographic_orientation or base.infographic_orientation,
        infographic_detail=wish.infographic_detail or base.infographic_detail,
        slide_deck_format=wish.slide_deck_format or base.slide_deck_format,
        quiz_difficulty=wish.quiz_difficulty or base.quiz_difficulty,
        title=wish.title,
        episode_title="",
        title_prompt=wish.title_prompt or base.title_prompt,
        description_prompt=wish.description_prompt or base.description_prompt,
        thumbnail_image_prompt=wish.thumbnail_image_prompt or base.thumbnail_image_prompt,
        intro_image_prompt=wish.intro_image_prompt or base.intro_image_prompt,
        avatar_id=base.avatar_id if wish.avatar_id is None else wish.avatar_id,
        text_language=wish.text_language or base.text_language,
        background_image_url=wish.background_image_url or base.background_image_url,
        voice1=voices[0],
        voice2=voices[1],
        scheduled_on=None,
        podcast_id="",
        related_id="",
        publish_targets=(),
        template_mode=None,
        is_scheduled=False,
        daily_count=None,
        schedule_end_date=None,
        approve_script=False,
    )


def with_brand(order: ContentOrder, sent: ContentOrder | None) -> ContentOrder:
    """The order with the context, colours and logo that the original's projects gave it."""
    theirs = sent.gathered if sent else None
    if theirs is None:
        return order
    mine = order.gathered or Gathered()
    return replace(order, gathered=replace(theirs, materials=mine.materials))


def _voices(
    base: ContentOrder, wish: RepurposeOrder, original: Request, language: str
) -> tuple[int | None, int | None]:
    """The original's voices, where they speak the language and the same kind of thing is made."""
    films = wish.output_type is OutputType.VIDEO, base.output_type is OutputType.VIDEO
    if films[0] is not films[1] or language != original.language:
        return (None, None)
    return (base.voice1, base.voice2)


def _style(wish: RepurposeOrder, base: ContentOrder) -> str:
    if wish.output_type is OutputType.VIDEO:
        return wish.style or (base.style if base.output_type is OutputType.VIDEO else "classic")
    return base.style if base.style in tuple(Style) else Style.DEEP_DIVE
