"""The server's settings by what they are about: the order in which people are shown them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from server.config.settings import SETTINGS, Setting

_BY_NAME = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Group:
    """Settings that belong together: title, one sentence, and their names."""

    key: str
    title: str
    words: str
    names: tuple[str, ...]

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The settings themselves."""
        return tuple(_BY_NAME[name] for name in self.names)


GROUPS = (
    Group("network", "Address", "Where the server listens.", ("host", "port")),
    Group(
        "public",
        "Published",
        "What the world sees: feeds, media, artwork and share pages.",
        ("public_url", "public_port", "trusted_proxy", "websub_hub", "podping_url", "podping_token"),
    ),
    Group("reach", "Reach", "What the server may call.", ("allow_private_urls", "allow_local_webhooks")),
    Group(
        "work",
        "Work",
        "How much is made at the same time, and how much space it may take.",
        ("workers", "disk_quota_gb", "disk_reserve_mb", "free_tools_secret"),
    ),
    Group(
        "speech_endpoint",
        "Speech endpoint",
        "More voices from an OpenAI-compatible service.",
        ("speech_endpoint", "speech_endpoint_key", "speech_endpoint_model", "speech_endpoint_voices"),
    ),
    Group(
        "transcription",
        "Transcription endpoint",
        "Writes recordings down in place of the built-in model.",
        ("transcription_url", "transcription_key", "transcription_model"),
    ),
    Group(
        "cloning",
        "Voice cloning endpoint",
        "Speaks with a recorded voice in place of the built-in voice match.",
        ("cloning_url", "cloning_key", "cloning_model"),
    ),
    Group(
        "images",
        "Image endpoint",
        "Makes the pictures of films that are described in words.",
        ("image_url", "image_key", "image_model"),
    ),
)


def http_address(value: str) -> str:
    """What is wrong with an address; empty for a good one and for none."""
    if not value:
        return ""
    try:
        parts = urlsplit(value)
        sound = parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.fragment
    except ValueError:
        sound = False
    return "" if sound else "must be an http or https address, or empty"


def needed(value: str) -> str:
    """What is wrong with an empty text."""
    return "" if value else "must not be empty"


CHECKS: dict[str, Callable[[str], str]] = {
    "host": needed,
    "public_url": http_address,
    "websub_hub": http_address,
    "podping_url": http_address,
    "speech_endpoint": http_address,
    "speech_endpoint_model": needed,
    "transcription_url": http_address,
    "transcription_model": needed,
    "cloning_url": http_address,
    "cloning_model": needed,
    "image_url": http_address,
    "image_model": needed,
}
"""What a text must be, beyond being text."""
