"""The video site: captions by youtube-transcript-api, sound by yt-dlp, both only through a guarded proxy.

Only the platform's own hosts are reached, and no extractor but the platform's is loaded. No program is run and nothing
is read from the user's configuration of these libraries.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests
from youtube_transcript_api import (
    AgeRestricted,
    CouldNotRetrieveTranscript,
    NoTranscriptFound,
    TranscriptsDisabled,
    VideoUnavailable,
    VideoUnplayable,
    YouTubeTranscriptApi,
)
from youtube_transcript_api import RequestBlocked as _Blocked

from server.domain.errors import SourceNotImported
from server.fetch.addresses import mask
from server.fetch.downloads import Limits
from server.fetch.proxies import GuardedProxy, Resolve, resolved
from server.fetch.video_addresses import HOSTS

LIMITS = Limits(max_bytes=300_000_000, total_s=900.0, connect_s=8.0, idle_s=20.0)
_TIMES = (10.0, 20.0)
"""Seconds to connect and between two pieces."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A line of captions; times in milliseconds."""

    start_ms: int
    end_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Captions:
    """What is said in a video. `is_generated` where a machine heard it."""

    cues: tuple[Cue, ...]
    language: str
    is_generated: bool


@dataclass(frozen=True, slots=True)
class Film:
    """What the site says of a video; empty where it says nothing."""

    title: str = ""
    author: str = ""


class VideoSite:
    """The way to the platform for one piece of work; a context.

    Args:
        allow_private: the owner's switch for private addresses.
        resolve: for tests.
        certificates: a file of authorities to trust instead of the usual ones, for tests.
    """

    def __init__(
        self, *, allow_private: bool = False, resolve: Resolve = resolved, certificates: Path | None = None
    ) -> None:
        self._proxy = GuardedProxy(HOSTS, limits=LIMITS, allow_private=allow_private, resolve=resolve)
        self._certificates = certificates
        self._session = _Session()

    def __enter__(self) -> VideoSite:
        self._proxy.__enter__()
        self._session.trust_env = False
        self._session.proxies = {"http": self._proxy.url, "https": self._proxy.url}
        if self._certificates is not None:
            self._session.verify = str(self._certificates)
        return self

    def __exit__(self, *error: Any) -> None:
        self._session.close()
        self._proxy.__exit__(None, None, None)

    def film(self, video: str) -> Film:
        """Title and channel, as far as the site tells."""
        page = f"https://www.youtube.com/watch?v={video}"
        try:
            answer = self._session.get("https://www.youtube.com/oembed", params={"url": page, "format": "json"})
            told = answer.json() if answer.ok else {}
        except (requests.RequestException, ValueError):
            return Film()
        if not isinstance(told, dict):
            return Film()
        return Film(str(told.get("title") or ""), str(told.get("author_name") or ""))

    def captions(self, video: str, *, name: str) -> Captions | None:
        """The captions in the language that is spoken, those made by people first; None where there are none.

        Raises:
            SourceNotImported: the video can't be had at all, or the site can't be reached.
        """
        try:
            found = list(YouTubeTranscriptApi(http_client=self._session).list(video))
            if not found:
                return None
            spoken = next((each.language_code.partition("-")[0] for each in found if each.is_generated), "")
            chosen = min(
                found,
                key=lambda each: (
                    each.is_generated,
                    each.language_code.partition("-")[0] != spoken,
                    not each.language_code.startswith("en"),
                ),
            )
            fetched = chosen.fetch()
        except (TranscriptsDisabled, NoTranscriptFound):
            return None
        except CouldNotRetrieveTranscript as error:
            raise self._not_had(error, name) from error
        except requests.RequestException as error:
            raise self._unreached(name) from error
        cues = tuple(
            Cue(round(each.start * 1000), round((each.start + each.duration) * 1000), each.text) for each in fetched
        )
        return Captions(cues, chosen.language_code.partition("-")[0].lower(), chosen.is_generated)

    def sound(self, video: str, folder: Path, *, name: str, longest_s: float, tell: Callable[[float], None]) -> Path:
        """The sound of a video as a file in `folder`.

        Raises:
            SourceNotImported: there is none to be had, it is too long, or the site can't be reached.
        """
        os.environ["YTDLP_NO_PLUGINS"] = "1"
        import yt_dlp

        def follow(state: Mapping[str, Any]) -> None:
            total = state.get("total_bytes") or state.get("total_bytes_estimate")
            if total:
                tell(min(float(state.get("downloaded_bytes") or 0) / float(total), 1.0))

        def refuse(film: Mapping[str, Any], *, incomplete: bool = False) -> str | None:
            del incomplete
            if film.get("is_live"):
                return "it is still being broadcast"
            seconds = float(film.get("duration") or 0)
            return f"it plays for {seconds / 60:,.0f} minutes" if seconds > longest_s else None

        options: dict[str, Any] = {
            "proxy": self._proxy.url,
            "allowed_extractors": ["^youtube$"],
            "format": "bestaudio[protocol^=http][protocol!*=dash]/bestaudio/worst[acodec!=none]",
            "outtmpl": str(folder / "sound.%(ext)s"),
            "logger": _Quiet(),
            "quiet": True,
            "noprogress": True,
            "no_color": True,
            "cachedir": False,
            "noplaylist": True,
            "fixup": "never",
            "socket_timeout": _TIMES[1],
            "retries": 2,
            "extractor_retries": 1,
            "fragment_retries": 2,
            "max_filesize": LIMITS.max_bytes,
            "match_filter": refuse,
            "progress_hooks": [follow],
            "ffmpeg_location": os.devnull,
            "enable_file_urls": False,
            "writesubtitles": False,
        }
        if self._certificates is not None:
            options["compat_opts"] = {"no-certifi"}
        try:
            with yt_dlp.YoutubeDL(options) as library:
                library.extract_info(f"https://www.youtube.com/watch?v={video}")
        except Exception as error:  # the library raises what its many parts raise
            if self._proxy.bytes == 0 or _is_network(str(error)):
                raise self._unreached(name) from error
            raise SourceNotImported(
                f"{name} has no captions, and its sound can't be had: {_reason(str(error))}; choose another video or "
                "add a recording of it",
                source=name,
            ) from error
        made = sorted(path for path in folder.glob("sound.*") if path.suffix != ".part" and path.stat().st_size)
        if not made:
            raise SourceNotImported(
                f"{name} has no captions, and its sound can't be had: it is too long, too large or still being "
                "broadcast; choose a shorter one",
                source=name,
            )
        return made[0]

    def _not_had(self, error: CouldNotRetrieveTranscript, name: str) -> SourceNotImported:
        if isinstance(error, VideoUnavailable):
            why = "there is no such video, or it was removed; check the address"
        elif isinstance(error, AgeRestricted):
            why = "it is shown only to people who sign in and are of age; choose another video"
        elif isinstance(error, VideoUnplayable):
            reason = str(error.reason or "the site does not play it").rstrip(".")
            why = f"the site says: {reason}; choose a public video"
        elif isinstance(error, _Blocked):
            why = "the site takes no requests from this network at the moment; try again later"
        elif self._proxy.faults:
            return self._unreached(name)
        else:
            why = "the site gave an answer that can't be understood; try again later"
        return SourceNotImported(f"{name} can't be imported: {why}", source=name)

    def _unreached(self, name: str) -> SourceNotImported:
        why = self._proxy.faults[-1] if self._proxy.faults else "the site did not answer; check the network"
        return SourceNotImported(f"{name} can't be imported: {why}", source=name)


class _Session(requests.Session):
    """A session in which no request waits for ever."""

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        kwargs.setdefault("timeout", _TIMES)
        return super().request(*args, **kwargs)


class _Quiet:
    """Takes what a library would print."""

    def debug(self, message: str) -> None: ...
    def info(self, message: str) -> None: ...
    def warning(self, message: str) -> None: ...
    def error(self, message: str) -> None: ...


def _is_network(message: str) -> bool:
    return bool(
        re.search(r"tunnel connection failed|connect to proxy|timed out|name resolution", message, re.IGNORECASE)
    )


def _reason(message: str) -> str:
    """The site's own words in an error of the library, without advice for its command line."""
    plain = re.sub(r"^(?:ERROR:\s*)?(?:\[[^\]]*\]\s*)?(?:[A-Za-z0-9_-]{11}:\s*)?", "", message)
    sentence = re.split(r"(?<=[.!?])\s|[;\n]", plain)[0]
    return mask(sentence).rstrip(".")[:200] or "the site does not hand it out"
