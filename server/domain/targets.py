"""Where finished videos are published: targets that the owner made, and how an order names them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from server.domain.errors import InvalidField
from server.domain.orders import PublishTarget

MAX_TARGETS = 50
UPLOAD_URL = "https://www.googleapis.com/upload/youtube/v3/videos"
TOKEN_URL = "https://oauth2.googleapis.com/token"  # noqa: S105 - an address
PLAYLIST_URL = "https://www.googleapis.com/youtube/v3/playlistItems"


class TargetKind(StrEnum):
    """What a target is."""

    FOLDER = "folder"
    WEBHOOK = "webhook"
    VIDEO_SITE = "video_site"


class Privacy(StrEnum):
    """Who sees a video on the video site."""

    PRIVATE = "private"
    UNLISTED = "unlisted"
    PUBLIC = "public"


SITE_CHANNELS = frozenset({"video_site", "youtube"})
"""What `channel` may say instead of a target's name where an account is named as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where videos go. Keys and tokens are no part of it: they lie among the secrets, under its id."""

    id: str
    name: str
    """What a request's `channel` says; unique, whatever its case."""
    kind: TargetKind
    shared: bool = False
    """Whether clients beside the owner may publish there."""
    folder: str = ""
    url: str = ""
    """Of a webhook."""
    sends_file: bool = False
    """A webhook gets the video itself, not only where it is."""
    account_id: str = ""
    """Of a video site: what a request's `video_siteAccountId` says."""
    client_id: str = ""
    """Of a video site: the OAuth client."""
    privacy: Privacy = Privacy.PRIVATE
    upload_url: str = UPLOAD_URL
    token_url: str = TOKEN_URL
    playlist_url: str = PLAYLIST_URL


@dataclass(frozen=True, slots=True)
class Destination:
    """One target of one video, as it was named when the order was accepted."""

    target_id: str
    name: str
    playlist_id: str = ""


def destinations(
    wished: Sequence[PublishTarget], known: Iterable[Target], *, by_owner: bool
) -> tuple[Destination, ...]:
    """The targets that an order names.

    Raises:
        InvalidField: there is no such target, or it has no playlists; the error names the field.
    """
    usable = [target for target in known if by_owner or target.shared]
    return tuple(_found(each, usable, f"publishTargets[{place}]") for place, each in enumerate(wished))


def _found(wish: PublishTarget, usable: Sequence[Target], field: str) -> Destination:
    named = wish.channel.strip().casefold()
    if wish.video_site_account_id:
        sites = [each for each in usable if each.kind is TargetKind.VIDEO_SITE]
        of_account = [each for each in sites if wish.video_site_account_id in {each.account_id, each.id}]
        if not of_account:
            raise InvalidField(f"{field}.video_siteAccountId", "no account of the video site is set up under this id")
        found = [each for each in of_account if named == each.name.casefold() or named in SITE_CHANNELS]
    else:
        found = [each for each in usable if each.name.casefold() == named]
        sites = [each for each in usable if each.kind is TargetKind.VIDEO_SITE]
        if not found and named in SITE_CHANNELS and len(sites) == 1:
            found = sites
    if not found:
        names = ", ".join(sorted(each.name for each in usable)) or "none are set up yet"
        raise InvalidField(f"{field}.channel", f"there is no target of this name to publish to (targets: {names})")
    target = found[0]
    if wish.video_site_playlist_id and target.kind is not TargetKind.VIDEO_SITE:
        raise InvalidField(f"{field}.video_sitePlaylistId", f"{target.name} is no account of the video site")
    return Destination(target.id, target.name, wish.video_site_playlist_id or "")
