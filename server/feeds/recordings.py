"""Finished recordings that people upload: checked, measured, and brought to a form that podcast apps play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.domain.errors import InvalidField

MP3_RATE = 44_100
_BIT_RATE = 128_000


@dataclass(frozen=True, slots=True)
class Recording:
    """A file fit for an enclosure: its name's ending, media type and duration."""

    extension: str
    media_type: str
    duration_s: float


def check(path: Path, *, field: str = "audioFile") -> Recording | None:
    """What the file at `path` is; None when it is sound that podcast apps can't play as it is.

    Every packet is read, so that a truncated file is noticed and the duration is the real one.

    Raises:
        InvalidField: it holds no sound, or is damaged.
    """
    import av
    import av.error

    try:
        with av.open(str(path), metadata_errors="ignore") as container:
            if not container.streams.audio:
                raise InvalidField(field, "holds no sound; send an MP3, M4A, WAV, FLAC or Ogg file")
            stream = container.streams.audio[0]
            codec, form = stream.codec_context.name, str(container.format.name)
            pictures = any(not _is_cover(video) for video in container.streams.video)
            if next(container.decode(stream), None) is None:
                raise InvalidField(field, "holds no sound; send an MP3, M4A, WAV, FLAC or Ogg file")
            container.seek(0)
            end = 0.0
            for packet in container.demux(stream):
                if packet.pts is not None and packet.duration and packet.time_base:
                    end = max(end, float((packet.pts + packet.duration) * packet.time_base))
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise InvalidField(
            field, "is not a sound file that can be read; send an MP3, M4A, WAV, FLAC or Ogg file"
        ) from error
    if end <= 0:
        raise InvalidField(field, "holds no sound; send an MP3, M4A, WAV, FLAC or Ogg file")
    if form == "mp3" and codec.startswith("mp3"):
        return Recording("mp3", "audio/mpeg", end)
    if "mp4" in form and codec == "aac" and not pictures:
        return Recording("m4a", "audio/x-m4a", end)
    return None


def as_mp3(path: Path, out: Path, *, field: str = "audioFile") -> Recording:
    """Encode the sound at `path` as MP3 into `out`.

    Raises:
        InvalidField: it does not decode from beginning to end.
    """
    import av
    import av.error

    try:
        with av.open(str(path), metadata_errors="ignore") as source, av.open(str(out), "w", format="mp3") as target:
            stream = source.streams.audio[0]
            layout = "mono" if stream.codec_context.layout.nb_channels == 1 else "stereo"
            encoder: Any = target.add_stream("libmp3lame", rate=MP3_RATE, layout=layout)
            encoder.bit_rate = _BIT_RATE
            encoder.options = {"compression_level": "7"}
            resampler = av.AudioResampler(format=encoder.codec_context.format or "fltp", layout=layout, rate=MP3_RATE)
            for frame in source.decode(stream):
                frame.pts = None
                for ready in resampler.resample(frame):
                    target.mux(encoder.encode(ready))
            for ready in resampler.resample(None):
                target.mux(encoder.encode(ready))
            target.mux(encoder.encode(None))
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise InvalidField(field, "is damaged or cut off; save it again and send that file") from error
    made = check(out, field=field)
    if made is None:
        raise InvalidField(field, "could not be brought to MP3; send it as MP3")
    return made


def playable(path: Path) -> tuple[Path, Recording]:
    """A recording as podcast apps play it: the file itself, or an MP3 of it beside it. Raises `InvalidField`."""
    if (found := check(path)) is not None:
        return path, found
    made = path.with_suffix(".mp3")
    return made, as_mp3(path, made)


def _is_cover(video: Any) -> bool:
    return bool(video.codec_context.name in {"mjpeg", "png", "bmp", "gif"})
