"""The finished film: pieces joined without encoding them again, sound, captions and chapters beside them."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import RenderingFailed
from server.domain.recordings import ChapterTime
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.peaks import TruePeakMeter
from server.engine.audio.signals import EPISODE_RATE, Samples
from server.engine.films.captions import Caption
from server.engine.films.plans import FPS

_CAPTION_STYLE = (
    b"[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour, "
    b"SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, "
    b"BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding\nStyle: Default,Sans,16,&Hffffff,"
    b"&Hffffff,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,0\n\n[Events]\nFormat: Layer, Start, End, Style, Name, "
    b"MarginL, MarginR, MarginV, Effect, Text\n"
)
"""The muxer makes the track's description of a header in this form."""
_AAC_FRAME = 1024
_TICKS = 512
"""Ticks of the film's clock for one picture."""
AUDIO_BITRATE = 160_000
SILENT_DBTP = -34.0
"""A film whose highest peak is below this has lost its sound."""


@dataclass(frozen=True, slots=True)
class FilmFacts:
    """What a finished film is measured to be."""

    duration_s: float
    width: int
    height: int
    frames: int
    loudness_lufs: float
    true_peak_dbtp: float


@dataclass(frozen=True, slots=True)
class Labels:
    """What a film says of itself."""

    title: str
    language: str
    """ISO 639-3 code, as MP4 has it."""
    description: str = ""


def join(
    pieces: Sequence[Path],
    sound: Iterable[Samples],
    captions: Sequence[Caption],
    chapters: Sequence[ChapterTime],
    out: Path,
    *,
    labels: Labels,
) -> None:
    """Write the film.

    Args:
        pieces: H.264 in MP4, one after the other, all of one size and rate.
        sound: blocks ``(n,)`` at 44.1 kHz, mono; written to both channels.
    """
    import av

    with (
        av.open(str(pieces[0])) as first,
        av.open(str(out), "w", format="mp4", options={"movflags": "+faststart"}) as film,
    ):
        film.metadata["title"] = labels.title
        film.metadata["artist"] = "Quillcast"
        if labels.description:
            film.metadata["comment"] = labels.description[:1000]
        video = film.add_stream_from_template(first.streams.video[0])
        video.time_base = Fraction(1, FPS * _TICKS)
        audio = film.add_stream("aac", rate=EPISODE_RATE, layout="stereo")
        audio.bit_rate = AUDIO_BITRATE
        audio.metadata["language"] = labels.language
        titles = film.add_stream("mov_text")
        titles.time_base = Fraction(1, 1000)
        titles.codec_context.subtitle_header = _CAPTION_STYLE
        titles.metadata["language"] = labels.language
        film.set_chapters(
            [
                {
                    "id": n,
                    "start": chapter.start_ms,
                    "end": chapter.end_ms,
                    "time_base": Fraction(1, 1000),
                    "metadata": {"title": chapter.title},
                }
                for n, chapter in enumerate(chapters)
            ]
        )
        film.start_encoding()
        pictures = _pictures(pieces, video)
        blocks = _frames(sound)
        told = list(captions)
        for number, packet in enumerate(pictures):
            seconds = number / FPS
            film.mux(packet)
            while told and told[0].start_ms / 1000 <= seconds + 1:
                film.mux(_spoken(told.pop(0), titles))
            for frame in blocks:
                film.mux(audio.encode(frame))
                if frame.pts / EPISODE_RATE > seconds + 0.5:
                    break
        for frame in blocks:
            film.mux(audio.encode(frame))
        film.mux(audio.encode(None))
        for caption in told:
            film.mux(_spoken(caption, titles))


def _pictures(pieces: Sequence[Path], video: Any) -> Iterator[Any]:
    """Every packet of the pieces, in the film's own time."""
    import av

    number = 0
    for piece in pieces:
        with av.open(str(piece)) as container:
            for packet in container.demux(video=0):
                if packet.dts is None:
                    continue
                packet.stream = video
                packet.time_base = Fraction(1, FPS * _TICKS)
                packet.pts = packet.dts = number * _TICKS
                packet.duration = _TICKS
                number += 1
                yield packet


def _frames(sound: Iterable[Samples]) -> Iterator[Any]:
    """The sound in the encoder's portions, on both channels."""
    held = np.zeros(0, np.float32)
    position = 0
    for block in sound:
        held = np.concatenate([held, block])
        while len(held) >= _AAC_FRAME:
            yield _frame(held[:_AAC_FRAME], position)
            held = held[_AAC_FRAME:]
            position += _AAC_FRAME
    if len(held):
        yield _frame(held, position)


def _frame(samples: Samples, position: int) -> Any:
    import av

    frame = av.AudioFrame.from_ndarray(np.stack([samples, samples]), format="fltp", layout="stereo")
    frame.sample_rate, frame.pts, frame.time_base = EPISODE_RATE, position, Fraction(1, EPISODE_RATE)
    return frame


def _spoken(caption: Caption, stream: Any) -> Any:
    """A caption as MP4 has it: its length in two bytes, then its words."""
    import av

    words = caption.text.encode()
    packet = av.Packet(struct.pack(">H", len(words)) + words)
    packet.stream = stream
    packet.time_base = Fraction(1, 1000)
    packet.pts = packet.dts = caption.start_ms
    packet.duration = max(1, caption.end_ms - caption.start_ms)
    return packet


def check_film(path: Path, *, size: tuple[int, int], expected_s: float, captions: int) -> FilmFacts:
    """Open a finished film and see that it is what it should be.

    Raises:
        RenderingFailed: with the first thing that is wrong.
    """
    import av

    try:
        with av.open(str(path)) as film:
            video, audio = film.streams.video[0], film.streams.audio[0]
            if (video.codec_context.width, video.codec_context.height) != size:
                raise _failed("has another size than was asked for")
            if video.codec_context.name != "h264" or audio.codec_context.name != "aac":
                raise _failed("is not in the form that players take")
            if captions and not film.streams.subtitles:
                raise _failed("lost its captions")
            seconds = float((film.duration or 0) / av.time_base)
            if abs(seconds - expected_s) > 0.3:
                raise _failed(f"plays {seconds:.1f} seconds instead of {expected_s:.1f}")
            frames = video.frames
            if abs(frames - expected_s * FPS) > FPS * 0.3:
                raise _failed(f"has {frames} pictures for {expected_s:.1f} seconds")
        if not _differ(path, seconds):
            raise _failed("shows the same picture all the time")
        loudness, peak = _heard(path)
        if peak < SILENT_DBTP:
            raise _failed("is silent")
    except (av.FFmpegError, IndexError) as error:
        raise _failed("could not be played back") from error
    return FilmFacts(seconds, size[0], size[1], frames, loudness, peak)


def _differ(path: Path, seconds: float) -> bool:
    """Whether pictures at four places of the film are not all the same.

    The pictures that a scene begins with are there at once; a film of one scene has only one of them, so that others
    are decoded where those are the same.
    """
    return any(_are_different(_sampled(path, seconds, exact=exact)) for exact in (False, True))


def _are_different(seen: Sequence[NDArray[np.float32]]) -> bool:
    return any(float(np.abs(each - seen[0]).mean()) > 0.4 for each in seen[1:])


def _sampled(path: Path, seconds: float, *, exact: bool) -> list[NDArray[np.float32]]:
    import av

    seen = []
    with av.open(str(path)) as film:
        stream = film.streams.video[0]
        tick = float(stream.time_base or Fraction(1, FPS))
        for share in (0.15, 0.4, 0.65, 0.9):
            wanted = int(seconds * share / tick)
            film.seek(wanted, stream=stream)
            frame = next(f for f in film.decode(video=0) if not exact or (f.pts or 0) >= wanted - 1 / FPS / tick)
            seen.append(frame.reformat(width=96, height=54, format="gray").to_ndarray().astype(np.float32))
    return seen


def _heard(path: Path) -> tuple[float, float]:
    """Loudness in LUFS and true peak in dBTP of what a film lets hear."""
    import av

    loudness, peak = LoudnessMeter(EPISODE_RATE), TruePeakMeter()
    with av.open(str(path)) as film:
        held: list[Samples] = []
        for frame in film.decode(audio=0):
            held.append(frame.to_ndarray()[0])
            if len(held) == 64:
                for meter in (loudness, peak):
                    meter.add(np.concatenate(held))
                held = []
        for meter in (loudness, peak) if held else ():
            meter.add(np.concatenate(held))
    return loudness.integrated(), peak.level()


def _failed(what: str) -> RenderingFailed:
    return RenderingFailed(f"The finished film {what}; make it again.")
