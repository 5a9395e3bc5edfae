"""Pictures made by another service."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ImageEndpoint:
    """An OpenAI-compatible service that makes pictures, chosen by the owner."""

    url: str
    """Up to ``/v1``."""
    key: str = field(default="", repr=False)
    model: str = "gpt-image-1"
