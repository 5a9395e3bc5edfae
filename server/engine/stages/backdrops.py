"""The picture behind a film: fetched or taken from a file, judged, and cut to the frame."""

from __future__ import annotations

import io
from pathlib import Path

from server.domain.errors import RenderingFailed, SourceNotImported
from server.engine.specs import SourceSpec
from server.engine.stages.context import Context
from server.engine.stages.logos import MAX_BYTES, MAX_PIXELS, sentence_of
from server.engine.workers import IMPORTING
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 1
"""Counts up when the same picture comes out differently."""


def backdrop(context: Context, size: tuple[int, int]) -> Path | None:
    """The order's background picture, filling `size` whole; None where it names none. A checkpoint of the job.

    Raises:
        SourceNotImported: it can't be had, is no PNG or JPG, is over 5 MB or see-through.
    """
    spec = context.spec.background
    if spec is None:
        return None
    path = context.work.file("backdrop", key_of(FORMAT, spec, size), ".png")
    if not path.exists():
        context.workers.run(
            IMPORTING,
            context.supervision,
            _backdrop_piece,
            spec,
            path,
            size=size,
            allow_private=context.spec.allow_private_urls,
        )
    if not path.exists():
        raise RenderingFailed("The background picture could not be read back; run it again.")
    return path


def filling(picture: bytes, size: tuple[int, int], *, name: str) -> bytes:
    """A picture as PNG that fills `size`, cut where it is of other proportions.

    Raises:
        SourceNotImported: it is too large, damaged, of another kind, or not fully opaque, as for logos.
    """
    from PIL import Image, ImageOps

    from server.engine.logos import UnfitLogo, opaque_picture

    try:
        image = opaque_picture(picture, max_pixels=MAX_PIXELS)
    except UnfitLogo as fault:
        raise SourceNotImported(f"The background picture {name} {sentence_of(fault)}", source=name) from fault
    written = io.BytesIO()
    ImageOps.fit(image, size, Image.Resampling.LANCZOS).save(written, "PNG", compress_level=2)
    return written.getvalue()


def _backdrop_piece(spec: SourceSpec, path: Path, *, size: tuple[int, int], allow_private: bool) -> None:
    from server.fetch.downloads import Limits, fetch_now

    folder = WorkFolder(path.parent)
    with folder.in_use():
        if spec.path is not None:
            picture = spec.path.read_bytes()
        else:
            limits = Limits(max_bytes=MAX_BYTES)
            picture = fetch_now(spec.content, limits=limits, allow_private=allow_private).body
        try:
            folder.write(path, filling(picture, size, name=spec.name or spec.content))
        except MemoryError as error:
            raise SourceNotImported("The background picture needs too much memory; use a smaller one.") from error
