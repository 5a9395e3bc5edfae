"""A bed under an episode in parts: parts meet without a seam, and a changed line leaves the music of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from server.domain.decoding import from_json
from server.engine.audio.assembling import VoicedLine, survey
from server.engine.audio.beds import CROSSFADE_S
from server.engine.audio.decoding import decode
from server.engine.audio.encoding import encode
from server.engine.audio.joining import FRAME, Stretch, frames_of, joined, stretch_of
from server.engine.audio.laid_beds import LaidBed, laid
from server.engine.audio.parts import PartFacts, Slot, head_of, lay_out, make_part, parted_over_music, signal_of
from server.engine.audio.signals import EPISODE_RATE, Samples

RATE = EPISODE_RATE
BED = {"ducked_db": -12.0, "fade_in_s": 0.4, "fade_out_s": 2.0}


def music(seconds: float) -> Samples:
    """Something with beats and with tones that never line up with a frame."""
    t = np.arange(round(seconds * RATE)) / RATE
    tones = sum(np.sin(2 * np.pi * f * t + f) for f in (196.0, 247.3, 311.7, 523.9))
    beats = np.random.default_rng(5).standard_normal(len(t)) * (np.sin(2 * np.pi * 1.9 * t) > 0.97)
    return np.asarray(0.05 * tones + 0.06 * beats, np.float32)


@pytest.fixture
def loop(tmp_path: Path) -> Path:
    path = tmp_path / "loop.f32"
    path.write_bytes(music(9.0).tobytes())
    return path


@pytest.fixture
def slots_of(voiced: Callable[..., VoicedLine], talk: Callable[..., Samples]) -> Callable[..., tuple[Slot, ...]]:
    """Slots of lines that last so many seconds; a length stands for a line."""
    known: dict[float, VoicedLine] = {}

    def line_of(s: float) -> VoicedLine:
        if s not in known:
            known[s] = voiced(f"{s} s.", sound=talk(s, seed=round(s * 10), level=0.3), pause_after_ms=300)
        return known[s]

    def made(seconds: Sequence[float]) -> tuple[Slot, ...]:
        lines = [line_of(s) for s in seconds]
        surveys = [survey(line, number=n + 1) for n, line in enumerate(lines)]
        return lay_out(lines, surveys, [1.0] * len(lines), lead_in_ms=3_000)

    return made


def bed_under(loop: Path, slots: Sequence[Slot], before: LaidBed | None = None, names: str = "abcdefgh") -> LaidBed:
    known = dict(zip(names, before.places, strict=False)) if before else {}
    end = slots[-1].start + slots[-1].frames
    return laid(loop, slots, frames=end, names=names[: len(slots)], known=known, **BED)


def decoded(path: Path) -> Samples:
    return np.concatenate([block[0] for block in decode(path, rate=RATE)])


def made_file(slots: Sequence[Slot], bed: LaidBed, folder: Path) -> tuple[Samples, list[PartFacts]]:
    stretches, every = [], []
    for number, part in enumerate(parted_over_music(slots)):
        out, facts = folder / f"{number}.frames", folder / f"{number}.json"
        make_part(part, bed.sound(*part.heard), gain_db=-9.0, out=out, facts=facts)
        known = from_json(facts.read_bytes(), PartFacts)
        every.append(known)
        stretches.append(known.stretch(out.read_bytes()))
    path = folder / "whole.mp3"
    path.write_bytes(joined(head_of(folder), stretches, frames=sum(each.frames for each in every)))
    return decoded(path), every


def test_parts_over_music_meet_without_a_seam(
    loop: Path, slots_of: Callable[..., tuple[Slot, ...]], tmp_path: Path
) -> None:
    slots = slots_of((2.0, 1.2, 2.6, 0.8, 1.5))
    bed = bed_under(loop, slots)
    parts = parted_over_music(slots)
    assert [part.start for part in parts[1:]] == [part.start + part.frames for part in parts[:-1]]
    sound, facts = made_file(slots, bed, tmp_path)
    frames = sum(part.frames for part in parts)
    plain = np.concatenate(list(signal_of(slots, start=0, frames=frames - 1))) + bed[0 : len(bed)]
    encode([(plain * np.float32(10 ** (-9 / 20))).astype(np.float32)], tmp_path / "once.mp3")
    once = decoded(tmp_path / "once.mp3")
    assert len(sound) == len(once)
    assert any(each.borrowed for each in facts), "the encoder did lean on what was before"
    # As far from what was encoded in one go as that is from what it was made of, at the joints too.
    away, usual = np.abs(sound - once), np.abs(once - plain[: len(once)] * np.float32(10 ** (-9.445 / 20)))
    for part in parts[1:]:
        joint = slice(part.start * FRAME - 2 * FRAME, part.start * FRAME + 2 * FRAME)
        assert away[joint].max() < 2 * usual.max(), part.start
    assert np.sqrt(np.mean(away**2)) < 2 * np.sqrt(np.mean(usual**2))


def test_a_changed_line_leaves_the_music_of_all_others(loop: Path, slots_of: Callable[..., tuple[Slot, ...]]) -> None:
    seconds = [2.5, 3.0, 4.0, 3.5, 3.0, 2.8, 3.2]
    slots = slots_of(seconds)
    bed = bed_under(loop, slots)
    changed = slots_of((*seconds[:2], 5.3, *seconds[3:]))
    after = bed_under(loop, changed, bed)
    parts, others = parted_over_music(slots), parted_over_music(changed)

    def names(parts: Sequence[object], bed: LaidBed) -> list[object]:
        return [(part.made_of[2:], bed.made_of(*part.heard)) for part in parts]  # type: ignore[attr-defined]

    same = [a == b for a, b in zip(names(parts, bed), names(others, after), strict=True)]
    assert [place for place, is_same in enumerate(same) if not is_same] in ([2], [1, 2], [2, 3], [1, 2, 3])
    for part, other in zip((parts[0], *parts[4:]), (others[0], *others[4:]), strict=True):
        assert np.array_equal(bed.sound(*part.heard), after.sound(*other.heard))
    # The music goes over to its old place under the changed line, at an even level.
    end = changed[3].start * FRAME
    crossing = after.sound(end - round(CROSSFADE_S * RATE) - RATE, end + RATE)
    assert np.abs(np.diff(crossing)).max() < 3 * np.abs(np.diff(music(9.0))).max()


def test_music_that_was_never_laid_runs_on(loop: Path, slots_of: Callable[..., tuple[Slot, ...]]) -> None:
    slots = slots_of((2.0, 3.0, 2.0))
    bed = bed_under(loop, slots)
    assert bed.places == bed.begins
    gone = bed_under(loop, slots_of((2.0, 2.0)), bed, names="ac")
    assert gone.places[0] == gone.begins[0]
    assert all(place >= 0 for place in gone.places)


def test_a_joint_with_too_little_room_gets_a_wider_frame(tmp_path: Path) -> None:
    loud = (0.5 * np.random.default_rng(1).standard_normal(FRAME * 60)).astype(np.float32)
    encode([loud], tmp_path / "loud.mp3")
    head, frames = frames_of((tmp_path / "loud.mp3").read_bytes())
    first, second = stretch_of(frames, 0, 30), stretch_of(frames, 30, 31)
    assert second.borrowed
    plain = joined(head, [first, second], frames=61)
    (tmp_path / "plain.mp3").write_bytes(plain)
    # Made to lend nothing, the first one's last frame has to grow; what is heard stays.
    narrow = replace(first, spare=0)
    wide = joined(head, [narrow, second], frames=61)
    (tmp_path / "wide.mp3").write_bytes(wide)
    assert len(wide) > len(plain)
    assert np.array_equal(decoded(tmp_path / "plain.mp3"), decoded(tmp_path / "wide.mp3"))
    assert np.array_equal(decoded(tmp_path / "plain.mp3"), decoded(tmp_path / "loud.mp3"))


def test_facts_of_a_part_come_back_as_they_were() -> None:
    facts = PartFacts(1, (0.1,), -3.0, (0.2,), -1.5, (0.3,), b"\x00\xff", 7)
    assert from_json(msgspec.json.encode(facts), PartFacts) == facts
    assert facts.stretch(b"x") == Stretch(b"x", b"\x00\xff", 7)
