"""Is a recording fit to make a voice of? Each refusal says what is wrong and what to do."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from server.domain.errors import NothingUsable
from server.engine.listening.activity import SAMPLE_RATE, Region
from server.engine.listening.diarising import diarise, listen
from server.engine.listening.recordings import Survey, read, require_speech
from server.engine.listening.voiceprints import Voiceprints, mean_print

SHORTEST_S, LONGEST_S = 10.0, 600.0
LEAST_SPOKEN_S = 8.0
MOST_CLIPPED = 0.2
SECOND_VOICE = 0.12
"""Share of the time that a second voice may have."""
LEAST_ALIKE = 0.5
"""Mean likeness of the parts to the whole: below it several people speak at once, or the recording is noise."""
BEHIND_DB = 9.0
"""What is heard in the pauses must be so much softer than the speech."""
JUDGED_S = 90.0


def require_suitable(found: Survey, *, name: str) -> None:
    """What the survey alone tells.

    Raises:
        NothingUsable: too short, too long, silent, without speech, or clipped.
    """
    if found.seconds < SHORTEST_S:
        raise NothingUsable(f"{name} plays {found.seconds:.1f} seconds; a voice needs 10 seconds of speech at least.")
    if found.seconds > LONGEST_S:
        raise NothingUsable(f"{name} plays {found.seconds / 60:.0f} minutes; choose at most 10 minutes of speech.")
    require_speech(found, name=name, at_least_s=LEAST_SPOKEN_S)
    if found.clipped_share > MOST_CLIPPED:
        raise NothingUsable(f"{name} is distorted because it was recorded too loud; record it again at a lower level.")


def require_one_voice(pcm: Path, found: Survey, *, name: str, voiceprints: Voiceprints) -> None:
    """What only listening tells.

    Raises:
        NothingUsable: more than one person speaks, or music or noise lies behind the speech.
    """
    regions = _first(found.regions, JUDGED_S)
    behind = _behind_db(pcm, regions)
    if behind is not None and behind < BEHIND_DB:
        raise NothingUsable(f"Music or noise is heard behind the speech in {name}; record in a quiet place.")
    heard = listen(read(pcm, Region(0, regions[-1].end)), regions, voiceprints)
    stretches = diarise(heard)
    of_speaker: dict[int, float] = {}
    for stretch in stretches:
        of_speaker[stretch.speaker] = of_speaker.get(stretch.speaker, 0.0) + stretch.end - stretch.start
    shares = sorted(of_speaker.values(), reverse=True)
    if len(shares) > 1 and sum(shares[1:]) / sum(shares) > SECOND_VOICE:
        raise NothingUsable(f"More than one person speaks in {name}; choose a recording of one voice alone.")
    prints = np.concatenate([each.prints for each in heard])
    alike = float(np.median(prints @ mean_print(prints)))
    if alike < LEAST_ALIKE:
        raise NothingUsable(
            f"No single voice stands out in {name}: people speak at once, or there is too much noise; record one alone."
        )


def _first(regions: Sequence[Region], seconds: float) -> list[Region]:
    kept: list[Region] = []
    total = 0.0
    for region in regions:
        kept.append(region)
        total += region.seconds
        if total >= seconds:
            break
    return kept


def _behind_db(pcm: Path, regions: Sequence[Region]) -> float | None:
    """How much softer the pauses are than the speech, in dB; None where there are none to judge by."""
    gaps = []
    for before, after in itertools.pairwise(regions):
        side = SAMPLE_RATE // 10
        if after.start - before.end > 4 * side:
            gaps.append(Region(before.end + side, after.start - side))
    if regions[0].start > SAMPLE_RATE:
        gaps.append(Region(0, regions[0].start - SAMPLE_RATE // 4))
    if sum(gap.seconds for gap in gaps) < 0.5:
        return None
    quiet = float(np.mean([np.mean(np.square(read(pcm, gap))) for gap in gaps]))
    loud = float(np.mean([np.mean(np.square(read(pcm, region))) for region in regions]))
    return 10 * math.log10(max(loud, 1e-12) / max(quiet, 1e-12))
