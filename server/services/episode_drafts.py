"""The desk of an episode: its draft, its takes, its checks, and what a rebuild is made of."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from server.domain.accounts import Account
from server.domain.decoding import from_json
from server.domain.episode_drafts import (
    ORDERED_MUSIC,
    DraftLine,
    EpisodeDraft,
    EpisodeVersion,
    Mixing,
    MusicUse,
    Pacing,
    Rebuild,
    Take,
    estimated_seconds,
    first_draft,
    pacing_of,
    require_sound,
    require_sound_line,
    with_passages_of,
)
from server.domain.errors import GenerationError, Invalid, InvalidField, NotFound, NothingUsable, Refused, Unavailable
from server.domain.orders import Order
from server.domain.recordings import Recording
from server.domain.requests import TARGET_MINUTES, OutputType, Quality, State
from server.domain.script_checks import Finding, in_order, own_findings
from server.domain.scripts import Script
from server.domain.sources import SourceKind
from server.domain.times import Clock, to_ms, utc_now
from server.domain.voices import Voice
from server.engine.script_checks import Checker
from server.engine.specs import RenderSpec, SourceSpec
from server.engine.speech.book import pronounced
from server.engine.speech.desk import Desk
from server.engine.speech.takes import speed_of, take_key
from server.fetch.addresses import mask
from server.services.pronunciations import Pronunciations
from server.services.specs import decoded
from server.services.voices import Voices
from server.store import contents, episode_drafts, rebuilds
from server.store.artefacts import Content, Storage
from server.store.database import Store
from server.store.episode_drafts import DeskRequest, KeptDraft

MUSIC_TYPES = ("audio/", "video/mp4", "application/octet-stream")
SAID_BEFORE = 3
"""So few lines are spoken before a rebuild by the voice process that is warm already."""


@dataclass(frozen=True, slots=True)
class DeskView:
    """Everything that a desk shows. `spoken` holds the seconds of each line whose sound is kept, by id."""

    request_id: str
    is_waiting: bool
    kept: KeptDraft
    takes: tuple[Take, ...]
    pacing: Pacing
    spoken: dict[str, float]
    rebuild: Rebuild | None
    versions: tuple[EpisodeVersion, ...]
    recording: Recording | None

    @property
    def estimated_s(self) -> float:
        """How long it will play."""
        return estimated_seconds(self.kept.draft, self.pacing, self.spoken)

    def take_of(self, line: DraftLine) -> Take | None:
        """The kept sound of a line as it stands, whichever line it was spoken for."""
        return current_take(self.kept.draft, line, self.takes)


def current_take(draft: EpisodeDraft, line: DraftLine, takes: Iterable[Take]) -> Take | None:
    """The newest take that says a line as it stands: the same words, voice, pace and number."""
    wanted = (line.text, draft.voice_of(line), round(line.pace, 3), line.take)
    found = [take for take in takes if (take.text, take.voice, round(take.pace, 3), take.take) == wanted]
    return found[-1] if found else None


class EpisodeDrafts:
    """The caller's desks."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        voices: Voices,
        book: Pronunciations,
        *,
        desk: Desk,
        checker: Checker,
        allow_private_urls: bool = False,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._storage = storage
        self._voices = voices
        self._book = book
        self._desk = desk
        self._checker = checker
        self._allow_private = allow_private_urls
        self._clock = clock

    async def close(self) -> None:
        """End what runs."""
        await asyncio.to_thread(self._checker.stop)

    async def view(self, request_id: str, *, by: Account) -> DeskView:
        """The desk of a finished episode, or of one whose script waits.

        Raises:
            NotFound: there is no such request of the caller.
            Conflict: it is no episode with a script.
        """
        found = await self._store.read(episode_drafts.desk_request, request_id, by.id)
        return await self._view(found)

    async def keep(self, request_id: str, draft: EpisodeDraft, *, follows: int, by: Account) -> DeskView:
        """Keep a draft that was made from version `follows`.

        Raises:
            NotFound: there is no such request of the caller.
            Conflict: somebody else has changed it since (``draft_changed``).
            Invalid: it breaks rules; every fault is named.
        """
        found = await self._store.read(episode_drafts.desk_request, request_id, by.id)
        before = await self._kept(found)
        whole = with_passages_of(draft, before.draft)
        require_sound(whole)
        for place, member in enumerate(whole.cast):
            self._voices.require(member.voice, field=f"cast[{place}].voice", by=by)
        for place, line in enumerate(whole.lines):
            if line.voice is not None:
                self._voices.require(line.voice, field=f"lines[{place}].voice", by=by)
        music, name = await self._music(whole.mixing, before, by=by)
        await self._store.write(
            episode_drafts.save, found.seq, KeptDraft(0, whole, music, name), self._now_ms(), follows=follows
        )
        return await self._view(found)

    async def say(self, request_id: str, line: DraftLine, *, by: Account) -> Take:
        """Speak one line as it is given, and keep it as a take; what is kept already is not spoken again.

        Raises:
            NotFound: there is no such request of the caller.
            Conflict: it is no episode with a script.
            InvalidField: the voice can't be used, or there is nothing to say.
            Unavailable: the voice fails.
        """
        found = await self._store.read(episode_drafts.desk_request, request_id, by.id)
        draft = (await self._kept(found)).draft
        if line.voice is None and not any(member.speaker == line.speaker for member in draft.cast):
            raise InvalidField("speaker", "is not in the cast: give the line a voice")
        require_sound_line(line)
        number = draft.voice_of(line)
        voice = self._voices.require(number, field="voice", by=by)
        if voice.language and not voice.speaks(draft.language):
            raise InvalidField("voice", f"the voice {voice.name} does not speak this language")
        try:
            return await self._spoken(found, draft, line, voice)
        except NothingUsable as error:
            raise InvalidField("text", "there is nothing in it that this voice can say") from error
        except Refused as error:
            raise Invalid(error.message, code=error.code) from error
        except GenerationError as error:
            raise Unavailable(error.message, code="cannot_speak") from error

    async def sound(self, request_id: str, key: str, *, by: Account) -> Path:
        """The file (FLAC) of a take. Raises `NotFound`."""
        take = await self._store.read(episode_drafts.take, request_id, by.id, key)
        if take is None:
            raise NotFound("There is no such take.", code="take_not_found")
        return self._storage.path(take.sha256)

    async def version(self, request_id: str, number: int, *, by: Account) -> DeskView:
        """The desk with what a version of the episode was made of; nothing changes until it is kept.

        Raises:
            NotFound: there is no such version of the caller's, or its script is not kept.
            Conflict: it is no episode with a script.
        """
        found = await self._store.read(episode_drafts.desk_request, request_id, by.id)
        draft = await self._store.read(episode_drafts.version_draft, found.seq, number)
        return await self._view(found, replace(await self._kept(found), draft=draft))

    async def forget_take(self, request_id: str, line: str, key: str, *, by: Account) -> None:
        """Let go of a take of a line. Raises `NotFound`."""
        found = await self._store.read(episode_drafts.desk_request, request_id, by.id)
        if not await self._store.write(episode_drafts.remove_take, found.seq, line, key, self._now_ms()):
            raise NotFound("There is no such take.", code="take_not_found")

    async def check(self, request_id: str, *, by: Account) -> tuple[Finding, ...]:
        """What an editor would look at in the draft, in the order of its lines.

        Raises:
            NotFound: there is no such request of the caller.
            Conflict: it is no episode with a script.
            Unavailable: the checks could not be run.
        """
        view = await self.view(request_id, by=by)
        draft = view.kept.draft
        own = own_findings(draft, view.pacing, spoken=view.spoken)
        try:
            further = await asyncio.to_thread(self._checker.check, draft)
        except GenerationError as error:
            raise Unavailable(error.message, code="cannot_check") from error
        return in_order((*own, *further), draft)

    async def current(self, request_id: str, *, by: Account) -> tuple[DeskRequest, KeptDraft]:
        """What a rebuild of this desk would make. Raises as `view`."""
        found = await self._store.read(episode_drafts.desk_request, request_id, by.id)
        return found, await self._kept(found)

    async def say_few(self, found: DeskRequest, draft: EpisodeDraft) -> None:
        """Speak what a draft lacks, where it is no more than a few lines; what fails is left to the rebuild."""
        takes = await self._store.read(episode_drafts.takes, found.seq)
        lacking = [line for line in draft.lines if current_take(draft, line, takes) is None]
        if len(lacking) > SAID_BEFORE:
            return
        known = {voice.id: voice for voice in self._voices.all(found.client_id)}
        for line in lacking:
            voice = known.get(draft.voice_of(line))
            if voice is None or not voice.available or not voice.speaks(draft.language):
                return
            try:
                await self._spoken(found, draft, line, voice)
            except GenerationError:
                return

    async def podcast_of(self, found: DeskRequest) -> str:
        """The show that the episode was ordered for."""
        order = await asyncio.to_thread(decoded, found.order, found.type) if found.order else None
        return str(getattr(order, "podcast_id", ""))

    async def spec(self, found: DeskRequest, kept: KeptDraft) -> RenderSpec:
        """The engine's order for a draft: the kept takes and the gains of the version before go along."""
        order = await asyncio.to_thread(decoded, found.order, found.type) if found.order else None
        spec = RenderSpec(
            output_type=OutputType.AUDIO,
            sources=(),
            stems=bool(getattr(order, "stems", False)),
            allow_private_urls=self._allow_private,
        )
        return await self.drafted(spec, found, kept, order)

    async def approved(self, spec: RenderSpec, request_id: str, client_id: str) -> RenderSpec:
        """The spec of a request that goes on, with the draft that was made of its script while it waited."""
        if await self._store.read(episode_drafts.draft_of, request_id) is None:
            return spec
        found = await self._store.read(episode_drafts.any_request, request_id, client_id)
        order = await asyncio.to_thread(decoded, found.order, found.type)
        return await self.drafted(spec, found, await self._kept(found), order)

    async def drafted(self, spec: RenderSpec, found: DeskRequest, kept: KeptDraft, order: Order | None) -> RenderSpec:
        """`spec` for a draft."""
        draft = kept.draft
        takes = await self._store.read(episode_drafts.takes, found.seq)
        versions = await self._store.read(episode_drafts.versions, found.seq)
        report = next((version.report for version in versions if version.report is not None), None)
        return replace(
            spec,
            language=draft.language,
            title=draft.title,
            voices=draft.voices,
            draft=draft,
            takes=tuple({take.key: self._storage.path(take.sha256) for take in takes}.items()),
            levels=report.levels if report else None,
            keeps_takes=True,
            intro_music=self._music_spec(kept, order),
        )

    async def _view(self, found: DeskRequest, kept: KeptDraft | None = None) -> DeskView:
        kept = kept or await self._kept(found)
        takes = await self._store.read(episode_drafts.takes, found.seq)
        spoken = {
            line.id: take.seconds
            for line in kept.draft.lines
            if (take := current_take(kept.draft, line, takes)) is not None
        }
        return DeskView(
            request_id=found.id,
            is_waiting=found.state is State.WAITING,
            kept=kept,
            takes=takes,
            pacing=pacing_of(takes),
            spoken=spoken,
            rebuild=await self._store.read(rebuilds.find, found.seq),
            versions=await self._store.read(episode_drafts.versions, found.seq),
            recording=from_json(found.recording, Recording) if found.recording else None,
        )

    async def _kept(self, found: DeskRequest) -> KeptDraft:
        kept = await self._store.read(episode_drafts.draft, found.seq)
        return kept if kept is not None else await self.original(found)

    async def original(self, found: DeskRequest) -> KeptDraft:
        """The desk as the episode comes to it: what its script says now, before anybody edits."""
        order = await asyncio.to_thread(decoded, found.order, found.type) if found.order else None
        script = await asyncio.to_thread(from_json, found.script, Script)
        voices = await self._cast(found, script, order)
        url = _music_url(order)
        use = MusicUse.BED if getattr(order, "music_bed", False) else MusicUse.INTRO
        mixing = Mixing(music=use, music_file=ORDERED_MUSIC) if url else Mixing()
        duration = getattr(order, "duration", None)
        minutes = TARGET_MINUTES.get(duration) if duration and found.state is State.WAITING else None
        return KeptDraft(0, first_draft(script, voices, mixing=mixing, target_minutes=minutes))

    async def _cast(self, found: DeskRequest, script: Script, order: Order | None) -> tuple[int, ...]:
        """Who spoke, by speaker; for a script that waits, who will."""
        await self._voices.settled()
        count = (script.speakers[-1] + 1) if script.lines else 1
        known = self._voices.all(found.client_id)
        names = from_json(found.recording, Recording).voices if found.recording else ()
        by_name = {voice.name: voice.id for voice in known}
        heard = {s: by_name[name] for s, name in zip(script.speakers, names, strict=False) if name in by_name}
        asked = _asked(order)
        spec = RenderSpec(
            output_type=OutputType.AUDIO,
            sources=(),
            voices=asked,
            own_voices=self._voices.beyond_packaged(asked, client_id=found.client_id),
            quality=getattr(order, "quality", Quality.FINAL),
        )
        try:
            usual = [voice.id for voice in await asyncio.to_thread(_usual_voices, spec, script.language, count)]
        except GenerationError:
            usual = [next((v.id for v in known if v.available and v.speaks(script.language)), known[0].id)] * count
        return tuple(heard.get(speaker, usual[speaker]) for speaker in range(count))

    async def _spoken(self, found: DeskRequest, draft: EpisodeDraft, line: DraftLine, voice: Voice) -> Take:
        book = await self._book.holding(client_id=found.client_id, podcast_id=await self.podcast_of(found))
        said = pronounced(line.text, book, language=voice.language or draft.language, voice_id=voice.id)
        key = take_key(said, voice, pace=line.pace, take=line.take)
        known = next((t for t in await self._store.read(episode_drafts.takes, found.seq) if t.key == key), None)
        if known is not None:
            take = replace(known, line=line.id, text=line.text)
            content = await asyncio.to_thread(self._content, known.sha256)
        else:
            flac, seconds = await asyncio.to_thread(
                lambda: self._desk.take(
                    said,
                    voice,
                    endpoint=self._voices.endpoint,
                    language=draft.language,
                    speed=speed_of(line.pace, line.take),
                )
            )
            content = await asyncio.to_thread(self._put, flac)
            take = Take(line.id, key, line.text, voice.id, line.pace, line.take, seconds, content.sha256)
        await self._store.write(episode_drafts.add_takes, found.seq, [(take, content)], self._now_ms())
        return take

    def _content(self, sha256: str) -> Content:
        return Content(sha256, self._storage.path(sha256).stat().st_size)

    def _put(self, data: bytes) -> Content:
        with self._storage.draft() as draft:
            draft.write(data)
            return draft.keep()

    async def _music(self, mixing: Mixing, before: KeptDraft, *, by: Account) -> tuple[Content | None, str]:
        if mixing.music is MusicUse.NONE or mixing.music_file == ORDERED_MUSIC:
            return None, ""
        if before.music is not None and before.draft.mixing.music_file == mixing.music_file:
            return before.music, before.music_name
        file = await self._store.read(contents.find_file, mixing.music_file, by.id)
        if file is None or not file.content_type.startswith(MUSIC_TYPES):
            raise InvalidField("mixing.musicFile", "no recording that you have uploaded has this id")
        return Content(file.sha256, file.size), file.file_name

    def _music_spec(self, kept: KeptDraft, order: Order | None) -> SourceSpec | None:
        mixing = kept.draft.mixing
        if mixing.music is MusicUse.NONE:
            return None
        if kept.music is not None:
            return SourceSpec(SourceKind.FILE, path=self._storage.path(kept.music.sha256), name=kept.music_name)
        url = _music_url(order)
        return SourceSpec(SourceKind.FILE, url, name=mask(url)) if url else None

    def _now_ms(self) -> int:
        return to_ms(self._clock())


def _usual_voices(spec: RenderSpec, language: str, speakers: int) -> tuple[Voice, ...]:
    from server.engine.stages.voicing import choose_voices  # brings what voices need

    return choose_voices(spec, language, speakers=speakers)


def _music_url(order: Order | None) -> str:
    return str(getattr(order, "intro_music_url", "") or getattr(order, "background_music_url", ""))


def _asked(order: Order | None) -> tuple[int, ...]:
    if isinstance(named := getattr(order, "voices", None), tuple):
        return named
    pair = (getattr(order, "voice1", None), getattr(order, "voice2", None))
    return tuple(voice for voice in pair if voice is not None)
