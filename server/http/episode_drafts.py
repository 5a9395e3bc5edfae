"""The desk of an episode: its lines and their takes, its mix, its checks, and the rebuild that makes it anew."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import msgspec
from aiohttp import hdrs, web
from pydantic import AfterValidator, Field

from server.domain.episode_drafts import (
    MAX_LINES,
    MAX_TEXT,
    MAX_TITLE,
    CastMember,
    DraftChapter,
    DraftLine,
    EpisodeDraft,
    EpisodeVersion,
    LoudnessReport,
    Mixing,
    MusicUse,
    Rebuild,
    Take,
)
from server.domain.scripts import LineKind
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.overviews import PassageReply
from server.http.registry import MIB, Routes
from server.http.replies import Done
from server.http.wire import Integer, Order, WireTime, no_nul
from server.services.episode_drafts import DeskView

# ruff: noqa: N815 - the wire's names
routes = Routes("Script desk")

LIMIT = 16 * MIB
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


class ChapterOrder(Order):
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
    chapters: Annotated[list[ChapterOrder] | None, Field(max_length=1000)] = None
    mixing: MixingOrder = MixingOrder()
    targetMinutes: Real | None = None


class TakeReply(msgspec.Struct):
    """A line as it was spoken once."""

    key: str
    text: str
    voice: int
    pace: float
    take: int
    seconds: float
    url: str
    createdOn: WireTime | None = None


class DeskLine(msgspec.Struct):
    """One turn. `playing` is the key of the take that says it as it stands; without one `seconds` is null."""

    id: str
    speaker: int
    text: str
    voice: int | None
    pauseMs: int | None
    pace: float
    take: int
    kind: str
    seconds: float | None
    playing: str | None
    passages: list[PassageReply]
    takes: list[TakeReply]


class CastReply(msgspec.Struct):
    """Who speaks for a speaker; `wordsAMinute` is measured, or the usual where little was heard of the voice."""

    speaker: int
    voice: int
    levelDb: float
    muted: bool
    wordsAMinute: float


class DeskChapter(msgspec.Struct):
    """A chapter begins with a line."""

    title: str
    line: str


class MixingReply(msgspec.Struct):
    """How the episode is mixed."""

    targetLufs: float
    music: str
    musicFile: str
    musicName: str
    musicDb: float
    duckingDb: float
    fadeInSeconds: float
    fadeOutSeconds: float


class RebuildReply(msgspec.Struct):
    """How far the newest rebuild is."""

    id: str
    state: str
    version: int
    fraction: float
    text: str
    error: str


class LoudnessReply(msgspec.Struct):
    """LUFS, LU and dBTP."""

    integrated: float
    loudestShortTerm: float
    range: float
    truePeak: float


class VersionReply(msgspec.Struct):
    """An audio of the episode; the first of the list is heard now. What was not made on the desk has no reports.

    `hasDraft`: its script is kept, and can be read.
    """

    number: int
    audioUrl: str
    duration: float
    beforeMastering: LoudnessReply | None
    loudness: LoudnessReply | None
    createdOn: WireTime
    hasDraft: bool


class DeskReply(msgspec.Struct):
    """The desk of an episode."""

    requestId: str
    version: int
    waiting: bool
    title: str
    language: str
    lines: list[DeskLine]
    cast: list[CastReply]
    chapters: list[DeskChapter]
    mixing: MixingReply
    targetMinutes: float | None
    estimatedSeconds: float
    writtenBy: str
    rebuild: RebuildReply | None
    versions: list[VersionReply]


class FindingReply(msgspec.Struct):
    """Something to look at; `line` is where to go, `other` the line that is repeated."""

    kind: str
    line: str
    message: str
    other: str | None


class ChecksReply(msgspec.Struct):
    """What an editor would look at."""

    findings: list[FindingReply]


class NoRebuild(msgspec.Struct):
    """There was nothing to stop."""

    state: str


@routes.get("/studio/requests/{id}/desk", replies=(DeskReply,), errors=(409,))
async def desk(call: Call) -> DeskReply:
    """Read the desk of a finished episode, or of one whose script waits for approval."""
    view = await call.services.episode_drafts.view(call.params["id"], by=call.by)
    return _reply(call, view)


@routes.post(
    "/studio/requests/{id}/desk",
    body=DraftOrder,
    limit=LIMIT,
    replies=(DeskReply,),
    errors=(409,),
    example={
        "version": 0,
        "title": "Tides",
        "lines": [{"id": "l1", "speaker": 0, "text": "Why does the sea rise twice a day?", "kind": "question"}],
        "cast": [{"speaker": 0, "voice": 1}],
    },
)
async def keep(call: Call, body: DraftOrder) -> DeskReply:
    """Keep a draft. Nothing is spoken: a rebuild, or the approval of a script that waits, makes it.

    Passages stay with the lines that they came with. A draft made from an older version is refused (409).
    """
    known = await call.services.episode_drafts.view(call.params["id"], by=call.by)
    draft = _draft(body, language=known.kept.draft.language)
    view = await call.services.episode_drafts.keep(call.params["id"], draft, follows=body.version, by=call.by)
    return _reply(call, view)


@routes.get("/studio/requests/{id}/desk/versions/{number:int}", replies=(DeskReply,), errors=(409,))
async def version(call: Call) -> DeskReply:
    """Read the desk with what an earlier version was made of. Keep it, and a rebuild makes that version again."""
    view = await call.services.episode_drafts.version(call.params["id"], int(call.params["number"]), by=call.by)
    return _reply(call, view)


@routes.post("/studio/requests/{id}/desk/takes", body=LineOrder, replies=(TakeReply,), errors=(409,))
async def say(call: Call, body: LineOrder) -> TakeReply:
    """Speak one line as it is given here, and keep it as a take; what is kept already is not spoken again."""
    take = await call.services.episode_drafts.say(call.params["id"], _line(body), by=call.by)
    return _take(call.params["id"], take)


@routes.get("/studio/requests/{id}/desk/takes/{key}", media_type="audio/flac")
async def sound(call: Call) -> web.Response:
    """Hear a take."""
    path = await call.services.episode_drafts.sound(call.params["id"], call.params["key"], by=call.by)
    headers = {hdrs.CONTENT_TYPE: "audio/flac", hdrs.CACHE_CONTROL: "private, max-age=86400"}
    return web.Response(body=await asyncio.to_thread(path.read_bytes), headers=headers)


@routes.delete("/studio/requests/{id}/desk/lines/{line}/takes/{key}", replies=(Done,), errors=(409,))
async def forget(call: Call) -> Done:
    """Let go of a take of a line."""
    await call.services.episode_drafts.forget_take(
        call.params["id"], call.params["line"], call.params["key"], by=call.by
    )
    return Done(success=True, message="The take is gone.")


@routes.post("/studio/requests/{id}/desk/checks", replies=(ChecksReply,), errors=(409,))
async def checks(call: Call) -> ChecksReply:
    """Look through the draft: repeated ideas, unsupported lines, long turns, balance of the speakers, length."""
    found = await call.services.episode_drafts.check(call.params["id"], by=call.by)
    return ChecksReply([FindingReply(f.kind.value, f.line, f.message, f.other or None) for f in found])


@routes.post("/studio/requests/{id}/desk/rebuild", replies=(RebuildReply,), errors=(409,))
async def rebuild(call: Call) -> RebuildReply:
    """Make a finished episode anew from its draft.

    Only lines whose words, voice or pace changed are spoken. Events `desk.progress` tell how far it is. The result
    takes the place of the episode's audio under the same guid, with transcript and chapters.
    """
    return _rebuild(await call.services.rebuilds.ask(call.params["id"], by=call.by))


@routes.delete("/studio/requests/{id}/desk/rebuild", replies=(RebuildReply, NoRebuild), errors=(409,))
async def stop(call: Call) -> RebuildReply | NoRebuild:
    """Stop the rebuild of an episode; the episode stays as it is."""
    left = await call.services.rebuilds.cancel(call.params["id"], by=call.by)
    return _rebuild(left) if left is not None else NoRebuild("none")


def _line(body: LineOrder) -> DraftLine:
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


def _draft(body: DraftOrder, *, language: str) -> EpisodeDraft:
    mixing = body.mixing
    return EpisodeDraft(
        title=" ".join(body.title.split()),
        language=language,
        lines=tuple(_line(line) for line in body.lines),
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


def _reply(call: Call, view: DeskView) -> DeskReply:
    draft = view.kept.draft
    titles = dict(draft.source_titles)
    by_line: dict[str, list[Take]] = {}
    for take in view.takes:
        by_line.setdefault(take.line, []).append(take)
    lines = []
    for line in draft.lines:
        playing = view.take_of(line)
        lines.append(
            DeskLine(
                id=line.id,
                speaker=line.speaker,
                text=line.text,
                voice=line.voice,
                pauseMs=line.pause_ms,
                pace=line.pace,
                take=line.take,
                kind=line.kind.value,
                seconds=round(playing.seconds, 2) if playing else None,
                playing=playing.key if playing else None,
                passages=[PassageReply(p.text, titles.get(p.source_id, ""), p.page, p.time_ms) for p in line.passages],
                takes=[_take(view.request_id, take) for take in by_line.get(line.id, ())],
            )
        )
    mixing = draft.mixing
    return DeskReply(
        requestId=view.request_id,
        version=view.kept.version,
        waiting=view.is_waiting,
        title=draft.title,
        language=draft.language,
        lines=lines,
        cast=[
            CastReply(m.speaker, m.voice, m.level_db, m.muted, round(view.pacing.of(m.voice), 1)) for m in draft.cast
        ],
        chapters=[DeskChapter(each.title, each.line) for each in draft.chapters],
        mixing=MixingReply(
            mixing.target_lufs,
            mixing.music.value,
            mixing.music_file,
            view.kept.music_name,
            mixing.music_db,
            mixing.ducking_db,
            mixing.fade_in_s,
            mixing.fade_out_s,
        ),
        targetMinutes=draft.target_minutes,
        estimatedSeconds=round(view.estimated_s, 1),
        writtenBy=draft.written_by,
        rebuild=_rebuild(view.rebuild) if view.rebuild else None,
        versions=[_version(call, version) for version in view.versions],
    )


def _take(request_id: str, take: Take) -> TakeReply:
    return TakeReply(
        key=take.key,
        text=take.text,
        voice=take.voice,
        pace=take.pace,
        take=take.take,
        seconds=round(take.seconds, 2),
        url=f"/studio/requests/{request_id}/desk/takes/{take.key}",
        createdOn=wire_time(take.created_on) if take.created_on else None,
    )


def _rebuild(found: Rebuild) -> RebuildReply:
    return RebuildReply(found.id, found.state.value, found.version, round(found.fraction, 3), found.text, found.error)


def _version(call: Call, version: EpisodeVersion) -> VersionReply:
    report = version.report
    return VersionReply(
        number=version.number,
        audioUrl=call.services.media.url_for(version.media_key, version.file_name),
        duration=round(version.duration_s, 3),
        beforeMastering=_loudness(report.before) if report else None,
        loudness=_loudness(report.after) if report else None,
        createdOn=wire_time(version.created_on),
        hasDraft=version.has_draft,
    )


def _loudness(report: LoudnessReport) -> LoudnessReply:
    return LoudnessReply(report.integrated, report.loudest_short_term, report.range, report.true_peak)
