"""Where everything of a draft will lie: its lines in their places, the parts they make, the music under them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from server.domain.episode_drafts import EpisodeDraft, Levels, MusicUse
from server.domain.scripts import Script
from server.engine.audio.assembling import VoicedLine
from server.engine.workfolders import WorkFolder, key_of


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a worker needs to know of the whole episode."""

    draft: EpisodeDraft
    script: Script
    lines: tuple[VoicedLine, ...]
    voices: tuple[int, ...]
    """Id of who says each line."""
    music: Path | None
    music_name: str


@dataclass(frozen=True, slots=True)
class PartPlan:
    """The parts of an episode and their files. `parts` are `server.engine.audio.parts.Part`."""

    parts: tuple[Any, ...]
    keys: tuple[str, ...]
    """What each part is made of."""
    voice_gains: tuple[tuple[int, float], ...]
    master_db: float
    bed: Any = None
    """`server.engine.audio.laid_beds.LaidBed` under the whole of it."""
    bed_name: str = ""
    files: tuple[tuple[Path, Path], ...] = ()
    """Frames and facts of each part."""

    def at(self, master_db: float, work: WorkFolder) -> PartPlan:
        """The same parts at another gain."""
        master_db = round(master_db, 3)
        names = [key_of(key, master_db) for key in self.keys]
        files = tuple((work.file("part", name, ".frames"), work.file("part", name, ".json")) for name in names)
        return replace(self, master_db=master_db, files=files)

    def levels(self, wishes: Wishes) -> Levels:
        """What the next version of the episode keeps of this one."""
        places = zip((line.id for line in wishes.draft.lines), self.bed.places, strict=True) if self.bed else ()
        return Levels(
            self.voice_gains, self.master_db, wishes.draft.mixing.target_lufs, bed=self.bed_name, places=tuple(places)
        )

    @property
    def spoken(self) -> list[tuple[float, float]]:
        """When somebody speaks, in seconds."""
        times = [slot.time for part in self.parts for slot in part.slots]
        return [(time.start_ms / 1000, time.end_ms / 1000) for time in times]

    @property
    def frames(self) -> int:
        """The length of the episode."""
        return sum(part.frames for part in self.parts)


def planned(wishes: Wishes, before: Levels | None, folder: Path) -> PartPlan:
    """Lay out a draft, with the gains of the version `before` it. A worker's piece.

    Raises:
        SourceNotImported: the music can't be used.
        RenderingFailed: a line has no usable sound.
    """
    import numpy as np

    from server.engine.audio.assembling import SPEECH_LUFS, usual_gain
    from server.engine.audio.encoding import ENCODER_GAIN_DB
    from server.engine.audio.joining import FRAME
    from server.engine.audio.laid_beds import laid
    from server.engine.audio.loudness import loudness_of
    from server.engine.audio.music import ALONE_S
    from server.engine.audio.parts import lay_out, parted, parted_over_music
    from server.engine.audio.rendering import HEAD_SILENCE_MS
    from server.engine.audio.signals import decibels

    work, draft = WorkFolder(folder), wishes.draft
    surveys = surveys_of(wishes, work)
    known = dict(before.voices) if before else {}
    gains: dict[int, float] = {}
    for voice in dict.fromkeys(wishes.voices):
        own = [np.asarray(s.energies) for s, v in zip(surveys, wishes.voices, strict=True) if v == voice]
        gains[voice] = known.get(voice, round(decibels(usual_gain(np.concatenate(own))), 3))
    factors = factors_of(wishes, gains)
    mixing = draft.mixing
    has_bed = wishes.music is not None and mixing.music is MusicUse.BED
    intro = None if has_bed else _intro_of(wishes)
    lead_in_ms = round(ALONE_S * 1000) if has_bed else intro.lead_in_ms if intro else HEAD_SILENCE_MS
    openers = [chapter.first_line for chapter in wishes.script.chapters]
    slots = lay_out(wishes.lines, surveys, factors, lead_in_ms=lead_in_ms, openers=openers)
    end = slots[-1].start + slots[-1].frames
    bed, bed_name = None, ""
    if has_bed:
        loop = _loop_of(wishes, work)
        bed_name = key_of(loop.name, mixing)
        bed = laid(
            loop,
            slots,
            frames=end,
            names=[line.id for line in draft.lines],
            known=dict(before.places) if before and before.bed == bed_name else {},
            ducked_db=mixing.ducking_db,
            fade_in_s=mixing.fade_in_s,
            fade_out_s=mixing.fade_out_s,
        )
        parts = parted_over_music(slots)
        keys = tuple(key_of(part.made_of, bed.made_of(*part.heard)) for part in parts)
    else:
        parts = parted(slots, music_samples=min(len(intro.samples), end * FRAME) if intro else 0)
        heard_over = (key_of(str(wishes.music), mixing), end) if intro else None
        keys = tuple(key_of(part.made_of, heard_over if part.has_music else None) for part in parts)
    if before and before.target_lufs == draft.mixing.target_lufs:
        master_db = before.master_db
    else:
        energies = [np.asarray(s.energies) * factor**2 for s, factor in zip(surveys, factors, strict=True)]
        loudness = loudness_of(np.concatenate(energies))
        # The limiter takes a little of it away.
        loudness = loudness - 0.5 if math.isfinite(loudness) else SPEECH_LUFS
        master_db = draft.mixing.target_lufs - ENCODER_GAIN_DB - loudness
    return PartPlan(parts, keys, tuple(gains.items()), master_db, bed, bed_name).at(master_db, work)


def surveys_of(wishes: Wishes, work: WorkFolder) -> list[Any]:
    """`server.engine.audio.assembling.LineSurvey` of every line."""
    from server.engine.audio.assembling import LineSurvey, survey

    surveys = []
    for number, line in enumerate(wishes.lines):
        path = line.pcm.with_suffix(".survey.json")
        found = work.load(path, LineSurvey)
        if found is None:
            found = survey(line, number=number + 1)
            work.save(path, found)
        surveys.append(found)
    return surveys


def factors_of(wishes: Wishes, gains: Mapping[int, float]) -> list[float]:
    """The factor on each line's sound, by the gains (dB) of the voices and what was set for the speakers."""
    from server.engine.audio.signals import amplitude

    members = [wishes.draft.member(line.speaker) for line in wishes.draft.lines]
    return [
        0.0 if member.muted else amplitude(gains[voice] + member.level_db)
        for voice, member in zip(wishes.voices, members, strict=True)
    ]


def _loop_of(wishes: Wishes, work: WorkFolder) -> Path:
    """One round of the bed as a file of samples: to read the music again for every part would take seconds."""
    from server.engine.audio.assembling import SPEECH_LUFS
    from server.engine.audio.beds import load_loop

    assert wishes.music is not None
    below = wishes.draft.mixing.music_db
    path = work.file("loop", key_of(str(wishes.music), below), ".f32")
    if not path.exists():
        loop = load_loop(wishes.music, speech_lufs=SPEECH_LUFS, name=wishes.music_name, below_lu=-below)
        work.write(path, loop.astype("<f4").tobytes())
    return path


def _intro_of(wishes: Wishes) -> Any:
    """The intro made ready (`server.engine.audio.music.IntroMusic`); None without one."""
    from server.engine.audio.assembling import SPEECH_LUFS
    from server.engine.audio.music import load_intro

    mixing = wishes.draft.mixing
    if wishes.music is None or mixing.music is not MusicUse.INTRO:
        return None
    return load_intro(
        wishes.music,
        speech_lufs=SPEECH_LUFS,
        name=wishes.music_name,
        below_lu=-mixing.music_db,
        fade_in_s=mixing.fade_in_s,
        fade_out_s=mixing.fade_out_s,
    )


def music_in(wishes: Wishes, plan: PartPlan) -> Any:
    """The music as it is heard in this plan, out of the words' way; None without any."""
    from server.engine.audio.joining import FRAME
    from server.engine.audio.music import duck

    if plan.bed is not None:
        return plan.bed
    intro = _intro_of(wishes)
    if intro is None:
        return None
    # Without the last frame: the encoder's own silence ends the episode.
    samples = (plan.frames - 1) * FRAME
    return duck(intro.samples, plan.spoken, ducked_db=wishes.draft.mixing.ducking_db)[:samples]
