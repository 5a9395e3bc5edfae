"""What a finished recording says of the episode that it becomes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from urllib.parse import quote

from server.domain import episodes as rules
from server.domain.episodes import CHAPTERS_FILE, Enclosure, Episode, Recorded
from server.domain.files import Media
from server.domain.scripts import Script
from server.feeds import chapters, markup, transcripts
from server.feeds.soundbites import soundbites
from server.store.episodes import MadeEpisode


def made_episode(
    recorded: Recorded, audio: Media, *, request_id: str, owner: str, share_key: str, now: datetime
) -> MadeEpisode:
    """The episode that a completed request becomes, to be kept together with its results."""
    title = recorded.episode_title.strip() or recorded.title
    short, long = markup.publishable(recorded.title)
    episode = Episode(
        id=0,
        owner=owner,
        guid=request_id,
        title=title,
        description=recorded.title,
        enclosure=enclosure_of(audio),
        updated_on=now,
        request_id=request_id,
        audio_title=recorded.title,
        description_html=short,
        content_html=long,
        chapters=recorded.chapters,
        chapters_address=rules.transcript_path(share_key, CHAPTERS_FILE) if recorded.chapters else "",
        transcripts=rules.own_transcripts(share_key, recorded.language) if recorded.turns else (),
        soundbites=recorded.soundbites,
        generated=recorded.generated,
        share_path=f"/share/{share_key}",
    )
    return MadeEpisode(episode, share_key, recorded.turns, recorded.podcast_id)


def recorded_of(
    script: Script | None,
    times_ms: Sequence[tuple[int, int]],
    *,
    title: str,
    language: str,
    podcast_id: str = "",
    episode_title: str = "",
) -> Recorded:
    """What a finished script and its times say of the episode; without times there is no transcript and no chapter."""
    timed = script is not None and len(times_ms) == len(script.lines) > 0
    if script is None or not timed:
        return Recorded(title, language=language, podcast_id=podcast_id, episode_title=episode_title)
    spoken = transcripts.cues(script.lines, times_ms)
    return Recorded(
        title=title,
        turns=transcripts.podcast_json(spoken).encode(),
        chapters=chapters.marks(script.chapters, times_ms),
        soundbites=soundbites(script.lines, times_ms, script.chapters),
        language=language,
        podcast_id=podcast_id,
        episode_title=episode_title,
    )


def enclosure_of(media: Media) -> Enclosure:
    """What a feed says of a stored recording."""
    return Enclosure(
        f"/media/{media.key}/{quote(media.file_name)}", media.media_type, media.size, media.duration_s or 0.0
    )
