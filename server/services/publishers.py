"""The ways a video gets to a target: one protocol, a folder, a webhook, and the video site."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

from server.domain.errors import PublishingFailed
from server.domain.files import Media
from server.domain.targets import Target, TargetKind
from server.fetch.uploading import Outgoing, SessionGone, TellShare, Told, refused

SITE_TITLE, SITE_DESCRIPTION = 100, 4_900
"""Characters that the video site takes; of the description it counts bytes, 5,000 of them."""
_UNSAFE = '\\/:*?"<>|'


@dataclass(frozen=True, slots=True)
class Film:
    """A finished video. `url` is its public link."""

    request_id: str
    path: Path
    media: Media
    url: str
    title: str
    description: str = ""
    playlist_id: str = ""
    session: str = ""
    """The upload that an earlier try began."""
    tell: TellShare | None = None
    """Is told how much of the video is there."""


KeepSession = Callable[[str], Awaitable[None]]
"""Remembers an upload under way, so that the next try goes on with it."""


class Publisher(Protocol):
    """Brings a video to a target. Doing it twice leaves it there once, as far as the target can tell.

    Raises:
        PublishingFailed: it did not get there; `for_good` where another try would end the same way.
    """

    async def publish(self, film: Film, *, keep: KeepSession) -> None: ...

    async def test(self) -> None:
        """See whether a video would be taken, without one. Raises as `publish`."""
        ...


class FolderPublisher:
    """Copies a video into a folder of this machine; it appears whole, and never over another file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def publish(self, film: Film, *, keep: KeepSession) -> None:  # noqa: ARG002
        """See `Publisher`."""
        try:
            await asyncio.to_thread(self._copy, film)
        except OSError as error:
            raise PublishingFailed(
                f"The folder {self._folder} does not take the video ({error.strerror or 'unknown reason'})."
            ) from error

    async def test(self) -> None:
        """See `Publisher`."""
        try:
            await asyncio.to_thread(self._try)
        except OSError as error:
            raise PublishingFailed(
                f"The folder {self._folder} can't be written ({error.strerror or 'unknown reason'})."
            ) from error

    def _try(self) -> None:
        self._require_folder()
        tried = self._folder / f".quillcast-test-{os.getpid()}.part"
        try:
            tried.touch()
        finally:
            tried.unlink(missing_ok=True)

    def _require_folder(self) -> None:
        if not self._folder.is_dir():
            raise PublishingFailed(f"The folder {self._folder} is not there: connect its disk or choose another one.")

    def _copy(self, film: Film) -> None:
        self._require_folder()
        safe = "".join(c for c in film.media.file_name if c.isprintable() and c not in _UNSAFE).strip(" .")
        name = Path(safe or "video.mp4")
        part = self._folder / f".{film.media.key}.part"
        try:
            with film.path.open("rb") as source, part.open("wb") as copy:
                shutil.copyfileobj(source, copy, 1 << 20)
                copy.flush()
                os.fsync(copy.fileno())
            for number in range(1, 1000):
                place = self._folder / (f"{name.stem}-{number}{name.suffix}" if number > 1 else name.name)
                if place.exists():
                    if _is_same(place, film.media):
                        return
                    continue
                part.rename(place)
                return
        finally:
            part.unlink(missing_ok=True)
        raise PublishingFailed(f"The folder {self._folder} holds a thousand videos of this name: clear it up.")


def _is_same(path: Path, media: Media) -> bool:
    if path.stat().st_size != media.size:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == media.sha256


class WebhookPublisher:
    """Tells an address of a video, or sends it the video itself; the id in `webhook-id` is the same at every try."""

    def __init__(self, target: Target, *, key: str, outgoing: Outgoing) -> None:
        self._target = target
        self._key = key
        self._outgoing = outgoing

    async def publish(self, film: Film, *, keep: KeepSession) -> None:  # noqa: ARG002
        """See `Publisher`."""
        url, media = self._target.url, film.media
        headers = {"webhook-id": f"{film.request_id}.{self._target.id}"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        if self._target.sends_file:
            named = {
                "Content-Type": media.media_type,
                "Content-Disposition": f"attachment; filename*=UTF-8''{quote(media.file_name)}",
            }
            told = await self._outgoing.post_file(url, film.path, headers={**headers, **named}, tell=film.tell)
        else:
            told = await self._outgoing.post_json(
                url,
                {
                    "event": "video.made",
                    "request_id": film.request_id,
                    "title": film.title,
                    "description": film.description,
                    "video_url": film.url,
                    "media_type": media.media_type,
                    "file_size": media.size,
                    "duration": media.duration_s,
                    "sha256": media.sha256,
                },
                headers=headers,
            )
        if not told.is_well:
            raise refused(told, url)

    async def test(self) -> None:
        """See `Publisher`: the address is told of a test, which names no video."""
        headers = {"webhook-id": f"test.{self._target.id}"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        told = await self._outgoing.post_json(self._target.url, {"event": "target.test"}, headers=headers)
        if not told.is_well:
            raise refused(told, self._target.url)


class SitePublisher:
    """Uploads to the video site: a token for the refresh token, a resumable upload, then the playlist."""

    def __init__(self, target: Target, *, client_secret: str, refresh_token: str, outgoing: Outgoing) -> None:
        self._target = target
        self._client_secret = client_secret
        self._refresh_token = refresh_token
        self._outgoing = outgoing

    async def publish(self, film: Film, *, keep: KeepSession) -> None:
        """See `Publisher`."""
        authorised = {"Authorization": f"Bearer {await self._token()}"}
        video_id = film.session.removeprefix(_UPLOADED) if film.session.startswith(_UPLOADED) else ""
        if not video_id:
            told = await self._uploaded(film, authorised, keep)
            video_id = str(told.body.get("id", ""))
            if video_id:
                await keep(f"{_UPLOADED}{video_id}")
        if film.playlist_id:
            await self._list(video_id, film.playlist_id, authorised)

    async def test(self) -> None:
        """See `Publisher`: the account lets us in."""
        await self._token()

    async def _token(self) -> str:
        told = await self._outgoing.post_form(
            self._target.token_url,
            {
                "grant_type": "refresh_token",
                "client_id": self._target.client_id,
                "client_secret": self._client_secret,
                "refresh_token": self._refresh_token,
            },
        )
        token = told.body.get("access_token")
        if told.is_well and isinstance(token, str) and token.isascii() and token.isprintable():
            return token
        if told.status in {400, 401, 403}:
            raise PublishingFailed(
                f"The video site no longer lets {self._target.name} in: connect the account again.", for_good=True
            )
        raise refused(told, self._target.token_url)

    async def _uploaded(self, film: Film, headers: dict[str, str], keep: KeepSession) -> Told:
        if film.session:
            try:
                return await self._outgoing.upload_resuming(
                    film.session, film.path, headers=headers, media_type=film.media.media_type, tell=film.tell
                )
            except SessionGone:
                await keep("")
        session = await self._outgoing.open_session(
            f"{self._target.upload_url}?uploadType=resumable&part=snippet%2Cstatus",
            {
                "snippet": {
                    "title": _plain(film.title)[:SITE_TITLE].strip() or "Video",
                    "description": _within(_plain(film.description), SITE_DESCRIPTION),
                },
                "status": {"privacyStatus": self._target.privacy.value, "selfDeclaredMadeForKids": False},
            },
            headers=headers,
            media_type=film.media.media_type,
            size=film.media.size,
        )
        await keep(session)
        return await self._outgoing.upload_resuming(
            session, film.path, headers=headers, media_type=film.media.media_type, tell=film.tell
        )

    async def _list(self, video_id: str, playlist_id: str, headers: dict[str, str]) -> None:
        told = await self._outgoing.post_json(
            f"{self._target.playlist_url}?part=snippet",
            {
                "snippet": {
                    "playlistId": playlist_id,
                    "resourceId": {"kind": "youtube#video", "videoId": video_id},
                }
            },
            headers=headers,
        )
        if not told.is_well:
            failed = refused(told, self._target.playlist_url)
            raise PublishingFailed(
                f"The video is on the video site, but not in the playlist: {failed.message}", for_good=failed.for_good
            )


_UPLOADED = "uploaded:"
"""Before the id of a video that is there already, where only the playlist is left."""


def _plain(text: str) -> str:
    """The video site takes no angle brackets."""
    return text.replace("<", "‹").replace(">", "›")


def _within(text: str, most_bytes: int) -> str:
    return text.encode()[:most_bytes].decode("utf-8", "ignore")


def publisher_of(target: Target, *, secret: Callable[[str], str], outgoing: Outgoing) -> Publisher:
    """The publisher of a target; `secret` looks a secret of it up by name and blocks."""
    match target.kind:
        case TargetKind.FOLDER:
            return FolderPublisher(Path(target.folder))
        case TargetKind.WEBHOOK:
            return WebhookPublisher(target, key=secret("key"), outgoing=outgoing)
        case TargetKind.VIDEO_SITE:
            return SitePublisher(
                target,
                client_secret=secret("client_secret"),
                refresh_token=secret("refresh_token"),
                outgoing=outgoing,
            )
