"""The server's settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """How this server is set up; built once at start."""

    data_dir: Path
    host: str = "127.0.0.1"
    port: int = 8787
    public_url: str = ""
    """What links start with; empty for the bound address."""
    public_port: int = 0
    """A second port that serves only feeds, media, artwork and share pages; 0 for none."""
    trusted_proxy: str = ""
    """Address of the proxy whose `X-Forwarded-For` counts; empty for none."""
    allow_private_urls: bool = False
    allow_local_webhooks: bool = False
    workers: int = 0
    """Requests made at the same time; 0 for one a core."""
    free_tools_secret: str = ""
