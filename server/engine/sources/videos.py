"""Addresses of the video site: captions as turns of speech with times, else what is heard in the video's sound."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from server.domain.errors import SourceNotImported
from server.engine.sources import recordings
from server.engine.sources.documents import Document, canonical
from server.engine.sources.equipment import Equipment
from server.engine.sources.recordings import Segment
from server.fetch.video_addresses import video_id
from server.fetch.video_sites import Captions, Film, VideoSite

_SOUND = re.compile(r"\[[^\]\n]{1,40}\]|\([^)\n]{0,20}(?:music|applause|laughter)[^)\n]{0,20}\)|[♪♫]+", re.IGNORECASE)
_CHANGE = re.compile(r"(?:^|\s)(?:>>+|&gt;&gt;)\s*")
_PUNCTUATED = 0.004
"""Sentence ends a character, below which captions have no punctuation."""


def read_video(
    address: str,
    equipment: Equipment,
    *,
    name: str,
    allow_private: bool = False,
    site: Callable[..., VideoSite] = VideoSite,
) -> Document:
    """What is said in a video.

    Raises:
        SourceNotImported: the address names no video, or neither captions nor sound can be had.
        NothingUsable: nobody speaks in it.
    """
    video = video_id(address)
    if not video:
        raise SourceNotImported(
            f"{name} is not the address of a video; open the video in a browser and copy its address", source=name
        )
    with site(allow_private=allow_private) as platform:
        equipment.tell(0.0, f"Asking for the captions of {name}")
        captions = platform.captions(video, name=name)
        film = platform.film(video)
        if captions is not None:
            document = _of_captions(captions, film, name)
            if document.parts:
                return document
        with tempfile.TemporaryDirectory(prefix="quillcast-") as folder:
            longest = min(recordings.MAX_HOURS * 3600, equipment.seconds_left / recordings.FACTOR)
            path = platform.sound(
                video,
                Path(folder),
                name=name,
                longest_s=longest,
                tell=lambda share: equipment.tell(0.2 * share, f"Fetching the sound of {name}"),
            )
            document = recordings.read_file(path, equipment, name=name)
    return replace(document, title=film.title or "", author=film.author)


def _of_captions(captions: Captions, film: Film, name: str) -> Document:
    parts = [replace(part, speaker="") for part in recordings.turns(_segments(captions))]
    text = " ".join(part.text for part in parts)
    bare = len(re.findall(r"[.!?…。？！]", text)) < _PUNCTUATED * len(text)
    notes = (f"{name}: its captions were made by a machine and have no full stops, so sentences may be cut",)
    return Document(
        parts=parts,
        title=film.title,
        author=film.author,
        language=captions.language,
        warnings=notes if bare and parts else (),
    )


def _segments(captions: Captions) -> Iterator[Segment]:
    """The lines without the names of sounds; ``>>`` says that another one speaks, but not who."""
    turn = 0
    for cue in captions.cues:
        pieces = _CHANGE.split(_SOUND.sub(" ", cue.text.replace("\n", " ")))
        for place, piece in enumerate(pieces):
            turn += place > 0
            text = canonical(piece)
            if text:
                yield Segment(cue.start_ms, cue.end_ms, text, str(turn))
