"""Which hosts are the video site's own, and which of its addresses name a video."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

HOSTS = ("youtube.com", "youtu.be", "youtube-nocookie.com", "googlevideo.com", "ytimg.com")
"""The platform's own hosts, each with all names under it."""
PAGES = ("youtube.com", "youtu.be", "youtube-nocookie.com")
"""Those whose addresses name a video."""
_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_PATHS = ("embed", "shorts", "live", "v", "e")


def video_id(address: str) -> str:
    """The platform's id of the video that an address names, or empty: for another site, a channel, a list."""
    try:
        parts = urlsplit(address.strip())
        host = (parts.hostname or "").lower().rstrip(".")
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not any(host == own or host.endswith(f".{own}") for own in PAGES):
        return ""
    steps = [step for step in parts.path.split("/") if step]
    if host.endswith("youtu.be"):
        found = steps[0] if steps else ""
    elif steps[:1] == ["watch"]:
        found = next(iter(parse_qs(parts.query).get("v", [])), "")
    else:
        found = steps[1] if len(steps) > 1 and steps[0] in _PATHS else ""
    return found if _ID.fullmatch(found) else ""
