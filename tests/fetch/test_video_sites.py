"""The video site through the guarded proxy: captions, sound, and what is said when neither can be had."""

from __future__ import annotations

import functools
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from server.domain.errors import ErrorCode, SourceNotImported
from server.domain.sources import BlockKind
from server.engine.sources import Equipment, recordings
from server.engine.sources.recordings import Heard, Segment
from server.engine.sources.videos import read_video
from server.fetch.proxies import Address
from server.fetch.video_addresses import video_id
from server.fetch.video_sites import VideoSite


@pytest.mark.parametrize(
    ("address", "video"),
    [
        ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4s", "dQw4w9WgXcQ"),
        ("https://youtu.be/dQw4w9WgXcQ?si=x", "dQw4w9WgXcQ"),
        ("http://m.youtube.com/shorts/dQw4w9WgXcQ", "dQw4w9WgXcQ"),
        ("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "dQw4w9WgXcQ"),
        ("https://youtube.com./live/dQw4w9WgXcQ", "dQw4w9WgXcQ"),
        ("https://www.youtube.com/@harbour", ""),
        ("https://www.youtube.com/playlist?list=PL1", ""),
        ("https://www.youtube.com/watch?v=short", ""),
        ("https://notyoutube.com/watch?v=dQw4w9WgXcQ", ""),
        ("https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ", ""),
        ("https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ", ""),
        ("ftp://youtube.com/watch?v=dQw4w9WgXcQ", ""),
        ("http://[", ""),
    ],
)
def test_which_addresses_name_a_video(address: str, video: str) -> None:
    assert video_id(address) == video


@pytest.fixture
def read(platform: Any, tmp_path: Path) -> Callable[..., Any]:
    """Read a video of the stand-in."""
    site = functools.partial(VideoSite, resolve=platform.resolve, certificates=platform.authorities)

    def run(video: str, *, allow_private: bool = True) -> Any:
        address = f"https://www.youtube.com/watch?v={video}"
        equipment = Equipment(models=tmp_path)
        return read_video(address, equipment, name="the talk", allow_private=allow_private, site=site)

    return run


def test_captions_become_turns_with_times(read: Callable[..., Any]) -> None:
    document = read("talk_______")

    assert [(part.kind, part.time_ms, part.text) for part in document.parts] == [
        (BlockKind.SPEECH, 500, "The chain ferry will stop on Monday."),
        (BlockKind.SPEECH, 3100, "Why does it stop?"),
        (BlockKind.SPEECH, 6400, "The chain has worn out."),
    ]
    assert (document.title, document.author, document.language) == ("The talk", "Harbour TV", "en")


def test_without_captions_the_sound_is_heard(
    read: Callable[..., Any], platform: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[bytes] = []

    def hear(path: Path, **_: Any) -> Heard:
        found.append(path.read_bytes())
        return Heard((Segment(0, 1000, "The chain has worn out."),), "en")

    monkeypatch.setattr(recordings, "transcribed", hear)
    monkeypatch.setattr("server.engine.audio.decoding.describe", lambda path, name: recordings_head())

    document = read("sound______")

    assert found == [platform.sound]
    assert [part.text for part in document.parts] == ["The chain has worn out."]
    assert document.title == "The talk"
    assert all(
        asked.split("/")[0].split(":")[0].endswith(("youtube.com", "googlevideo.com")) for asked in platform.asked
    )


def recordings_head() -> Any:
    from server.engine.audio.decoding import SoundFile

    return SoundFile("aac", 16_000, 1, 3.0)


@pytest.mark.parametrize(
    ("video", "says"),
    [
        ("private____", "the talk can't be imported: the site says: This video is private; choose a public video"),
        ("gone_______", "the talk can't be imported: there is no such video, or it was removed"),
        ("neither____", "the talk has no captions, and its sound can't be had: .*; choose another video or add a rec"),
    ],
)
def test_what_can_not_be_had_is_said_in_a_sentence(read: Callable[..., Any], video: str, says: str) -> None:
    with pytest.raises(SourceNotImported, match=says) as caught:
        read(video)

    assert caught.value.error_code is ErrorCode.SOURCE_NOT_IMPORTED
    assert "--" not in caught.value.message


def test_private_addresses_are_not_reached(read: Callable[..., Any], platform: Any) -> None:
    with pytest.raises(SourceNotImported, match=r"127\.0\.0\.1 is not a public address"):
        read("talk_______", allow_private=False)

    assert platform.asked == []


def test_only_the_platforms_hosts_are_reached_on_the_way(platform: Any) -> None:
    with VideoSite(resolve=platform.resolve, certificates=platform.authorities, allow_private=True) as site:
        for elsewhere in ("http://captions.example/api", "http://youtube.com.example/api", "http://127.0.0.1/api"):
            assert site._session.get(elsewhere).status_code == 403

    assert platform.asked == []


def test_without_a_network_it_is_said_at_once(tmp_path: Path) -> None:
    async def nowhere(host: str, port: int) -> Sequence[Address]:
        raise socket.gaierror(-3, "Temporary failure in name resolution")

    with pytest.raises(SourceNotImported, match=r"there is no host named www\.youtube\.com, or the network is down"):
        read_video(
            "https://youtu.be/dQw4w9WgXcQ",
            Equipment(models=tmp_path),
            name="a talk",
            site=functools.partial(VideoSite, resolve=nowhere),
        )
