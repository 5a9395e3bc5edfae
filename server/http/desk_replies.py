"""What callers read of the desk of an episode."""

from __future__ import annotations

import msgspec

from server.domain.episode_drafts import EpisodeVersion, LoudnessReport, Rebuild, Take
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.overviews import PassageReply
from server.http.wire import WireTime
from server.services.episode_drafts import DeskView

# ruff: noqa: N815 - the wire's names


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


def desk_reply(call: Call, view: DeskView) -> DeskReply:
    """The whole desk."""
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
                takes=[take_reply(view.request_id, take) for take in by_line.get(line.id, ())],
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
        rebuild=rebuild_reply(view.rebuild) if view.rebuild else None,
        versions=[_version(call, version) for version in view.versions],
    )


def take_reply(request_id: str, take: Take) -> TakeReply:
    """One take, with the address where it is heard."""
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


def rebuild_reply(found: Rebuild) -> RebuildReply:
    """How far a rebuild is."""
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
