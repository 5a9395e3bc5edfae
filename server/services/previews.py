"""Pictures of films to come, for choosing a style."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.domain.errors import GenerationError, Invalid, NothingUsable, Unavailable
from server.domain.storyboards import VideoFormat
from server.engine.previews import Easel, FrameSpec, SceneSpec


class Previews:
    """Paints previews beside the queue, one after the other."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel

    async def paint(self, *, style: str, format: VideoFormat, text: str, title: str) -> bytes:
        """The first scene of a film of this text as JPEG.

        Raises:
            Invalid: there is nothing to show.
            Unavailable: it can't be painted, with the reason.
        """
        return await self._painted(lambda: self._easel.paint(FrameSpec(style, format, text, title)))

    async def paint_scene(self, scene: SceneSpec) -> bytes:
        """A scene of a storyboard as JPEG. Raises `Unavailable`: it can't be painted, with the reason."""
        return await self._painted(lambda: self._easel.paint_scene(scene))

    @staticmethod
    async def _painted(paint: Callable[[], bytes]) -> bytes:
        try:
            return await asyncio.to_thread(paint)
        except NothingUsable as error:
            raise Invalid(error.message, code="nothing_to_show") from error
        except GenerationError as error:
            raise Unavailable(error.message, code="cannot_paint") from error

    async def close(self) -> None:
        """End what runs."""
        await asyncio.to_thread(self._easel.stop)
