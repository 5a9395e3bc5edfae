"""The presenters that a video can show, each with a picture to choose by."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from server.domain.presenters import PRESENTERS

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "presenters"


@dataclass(frozen=True, slots=True)
class Offered:
    """A presenter; `id` is what `avatarId` says, `picture` a PNG of 240 by 240 pixels."""

    id: int
    name: str
    picture: bytes


async def offered() -> tuple[Offered, ...]:
    """All of them, in the order of their numbers."""
    return await asyncio.to_thread(_read)


def _read() -> tuple[Offered, ...]:
    return tuple(
        Offered(number, presenter.name, (FOLDER / f"{number}.png").read_bytes())
        for number, presenter in enumerate(PRESENTERS, 1)
    )
