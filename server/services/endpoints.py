"""The endpoints that the owner has set up for listening to recordings and for pictures."""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.pictures import ImageEndpoint
from server.domain.transcripts import ListeningEndpoint
from server.domain.voices import CloningEndpoint


@dataclass(frozen=True, slots=True)
class Endpoints:
    """What takes the place of a packaged model; None where nothing does."""

    listening: ListeningEndpoint | None = None
    cloning: CloningEndpoint | None = None
    images: ImageEndpoint | None = None
