"""An easel without painters: what it paints says what was asked for."""

from __future__ import annotations

from server.domain.errors import NothingUsable, RenderingFailed
from server.engine.previews import FrameSpec, SceneSpec

JPEG = b"\xff\xd8\xff"


class FakeEasel:
    """`Easel` at once. A text of nothing shows nothing; the style ``broken`` fails."""

    def paint(self, frame: FrameSpec) -> bytes:
        if not (frame.text.strip() or frame.title.strip()):
            raise NothingUsable("There is nothing to show yet: add a text or a title.")
        if frame.style == "broken":
            raise RenderingFailed("The picture could not be painted; try again.")
        return JPEG + f"{frame.style}|{frame.format}|{frame.title}|{frame.text}".encode()

    def paint_scene(self, scene: SceneSpec) -> bytes:
        return JPEG + f"{scene.scene.kind}|{scene.look.name}|{scene.scene.text}".encode()

    def stop(self) -> None:
        pass
