"""What callers send to the desk of an episode."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from server.domain.episode_drafts import (
    MAX_LINES,
    MAX_TEXT,
    MAX_TITLE,
    CastMember,
    DraftChapter,
    DraftLine,
    EpisodeDraft,
    Mixing,
    MusicUse,
)
from server.domain.scripts import LineKind
from server.http.wire import Integer, Order, no_nul

# ruff: noqa: N815 - the wire's names
Real = Annotated[float, Field(allow_inf_nan=False)]


def _storable(text: str) -> str:
    no_nul(text)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("holds half of a character") from error
    return text


Words = Annotated[str, AfterValidator(_storable)]
"""Text that can be kept."""
Text = Annotated[Words, Field(min_length=1, max_length=MAX_TEXT)]


class LineOrder(Order):
    """One turn. `text` may carry marks; `kind` counts only for lines that the desk does not know yet."""

    id: Annotated[Words, Field(min_length=1, max_length=64)]
    speaker: Annotated[int, Field(ge=0, le=3)]
    text: Text
    voice: Annotated[Integer | None, Field(description="Another voice than the speaker's.")] = None
    pauseMs: Annotated[Integer | None, Field(description="Silence after the line; null for the usual.")] = None
    pace: Annotated[Real, Field(description="A factor on how fast it is said.")] = 1.0
    take: Annotated[Integer, Field(description="Which way of saying it: 0 is the voice's own.")] = 0
    kind: Literal["statement", "question", "reaction", "frame"] = "statement"


class CastOrder(Order):
    """Who speaks for a speaker."""

    speaker: Annotated[int, Field(ge=0, le=3)]
    voice: Integer
    levelDb: Annotated[Real, Field(description="Relative to all speakers being equally loud.")] = 0.0
    muted: bool = False


class DeskChapterOrder(Order):
    """A chapter begins with the line of this id."""

    title: Annotated[Words, Field(min_length=1, max_length=255)]
    line: Annotated[Words, Field(min_length=1, max_length=64)]


class MixingOrder(Order):
    """How the episode is mixed."""

    targetLufs: Real = -16.0
    music: Literal["none", "intro", "bed"] = "none"
    musicFile: Annotated[
        Words, Field(max_length=200, description="Id of an upload, or `order` for the music of the order.")
    ] = ""
    musicDb: Annotated[Real, Field(description="The music alone, relative to the speech.")] = -2.0
    duckingDb: Annotated[Real, Field(description="How much softer it is while somebody speaks.")] = -16.0
    fadeInSeconds: Real = 0.4
    fadeOutSeconds: Real = 4.0


class DraftOrder(Order):
    """A whole draft, made from version `version`."""

    version: Annotated[Integer, Field(ge=0, description="The version that was read; 409 when there is a newer one.")]
    title: Annotated[Words, Field(min_length=1, max_length=MAX_TITLE)]
    lines: Annotated[list[LineOrder], Field(min_length=1, max_length=MAX_LINES)]
    cast: Annotated[list[CastOrder], Field(min_length=1, max_length=4)]
    chapters: Annotated[list[DeskChapterOrder] | None, Field(max_length=1000)] = None
    mixing: MixingOrder = MixingOrder()
    targetMinutes: Real | None = None


def line_of(body: LineOrder) -> DraftLine:
    """One turn, with single spaces between its words."""
    return DraftLine(
        body.id,
        body.speaker,
        " ".join(body.text.split()),
        voice=body.voice,
        pause_ms=body.pauseMs,
        pace=body.pace,
        take=body.take,
        kind=LineKind(body.kind),
    )


def draft_of(body: DraftOrder, *, language: str) -> EpisodeDraft:
    """The draft of an episode in `language`."""
    mixing = body.mixing
    return EpisodeDraft(
        title=" ".join(body.title.split()),
        language=language,
        lines=tuple(line_of(line) for line in body.lines),
        cast=tuple(CastMember(each.speaker, each.voice, each.levelDb, each.muted) for each in body.cast),
        chapters=tuple(DraftChapter(each.title.strip(), each.line) for each in body.chapters or ()),
        mixing=Mixing(
            target_lufs=mixing.targetLufs,
            music=MusicUse(mixing.music),
            music_file=mixing.musicFile,
            music_db=mixing.musicDb,
            ducking_db=mixing.duckingDb,
            fade_in_s=mixing.fadeInSeconds,
            fade_out_s=mixing.fadeOutSeconds,
        ),
        target_minutes=body.targetMinutes,
    )
