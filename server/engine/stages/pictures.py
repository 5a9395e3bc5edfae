"""Pictures that an image endpoint makes for a film: its thumbnail, its opening, and a cinematic film's ground."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from server.domain.errors import CannotProduce, Refused, SourceNotImported
from server.domain.pictures import ImageEndpoint
from server.domain.storyboards import Storyboard, VideoFormat
from server.engine.specs import RenderSpec
from server.engine.stages.backdrops import filling
from server.engine.stages.context import Context
from server.engine.workers import IMPORTING
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 1
"""Counts up when the same words are asked differently."""
SIZES = {VideoFormat.SHORT: "1024x1536"}
WIDE = "1536x1024"
_NO_LETTERS = "No text and no letters in the picture."


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a picture is for, and the words that it is made of."""

    field: str
    prompt: str


@dataclass(frozen=True, slots=True)
class MadePictures:
    """PNG files of the frame's size; None where our own drawing stays. `notes` say why."""

    thumbnail: Path | None = None
    intro: Path | None = None
    ground: Path | None = None
    notes: tuple[str, ...] = ()


def made_pictures(context: Context, storyboard: Storyboard, size: tuple[int, int]) -> MadePictures:
    """Ask the endpoint for what the order describes. What it does not make is drawn here, with a note."""
    spec, endpoint = context.spec, context.spec.image_endpoint
    wanted = _wanted(spec, storyboard)
    if endpoint is None:
        asked = [each.field for each in wanted.values() if each.field]
        return MadePictures(notes=(_not_followed(asked),) if asked else ())
    found: dict[str, Path] = {}
    notes: list[str] = []
    for use, want in wanted.items():
        name = key_of(FORMAT, endpoint.url, endpoint.model, want.prompt, size)
        path = context.work.file("picture", name, ".png")
        try:
            if not path.exists():
                context.workers.run(
                    IMPORTING,
                    context.supervision,
                    _picture_piece,
                    endpoint,
                    want.prompt,
                    path,
                    size=size,
                    asked=SIZES.get(storyboard.format, WIDE),
                    allow_private=spec.allow_private_urls,
                )
            found[use] = path
        except (CannotProduce, Refused, SourceNotImported) as error:
            what = want.field or "The ground"
            notes.append(f"{what}: this picture was drawn here instead. {error.message}")
    return MadePictures(found.get("thumbnail"), found.get("intro"), found.get("ground"), tuple(notes))


def _wanted(spec: RenderSpec, storyboard: Storyboard) -> dict[str, Wanted]:
    wanted: dict[str, Wanted] = {}
    if spec.thumbnail_image_prompt.strip():
        wanted["thumbnail"] = Wanted("thumbnailImagePrompt", spec.thumbnail_image_prompt.strip())
    if spec.intro_image_prompt.strip():
        wanted["intro"] = Wanted("introImagePrompt", spec.intro_image_prompt.strip())
    if storyboard.format is VideoFormat.CINEMATIC and spec.image_endpoint is not None and spec.background is None:
        about = f"A calm, wide background scene for a film about: {storyboard.title}. Style: {spec.style}."
        wanted["ground"] = Wanted("", f"{about} {_NO_LETTERS}")
    return wanted


def _not_followed(fields: list[str]) -> str:
    return (
        f"{' and '.join(fields)}: pictures are drawn here from the title and the style; a scene described in words "
        "needs an image service."
    )


def _picture_piece(
    endpoint: ImageEndpoint, prompt: str, path: Path, *, size: tuple[int, int], asked: str, allow_private: bool
) -> None:
    from server.fetch.image_endpoints import picture_now

    folder = WorkFolder(path.parent)
    with folder.in_use():
        made = picture_now(endpoint, prompt, size=asked, allow_private=allow_private)
        folder.write(path, filling(made, size, name="of the image endpoint"))
