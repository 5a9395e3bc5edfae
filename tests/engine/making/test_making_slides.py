"""Slide decks and infographics from sources to files, in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plain_sources import TEXTS

from server.domain.errors import CannotProduce
from server.domain.requests import OutputType
from server.domain.sources import SourceKind
from server.engine.generating import MAKERS, generate
from server.engine.specs import Brand, RenderSpec, SourceSpec
from server.engine.stages.context import Context
from server.engine.workers import Supervision
from server.engine.workfolders import WorkFolder


class HereAndNow:
    """Workers that run each piece in this process."""

    cores = 1

    def run(self, kind: Any, supervision: Any, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    def retire(self, kind: Any) -> None:
        pass


def make(tmp_path: Path, output_type: OutputType, **changes: Any) -> Any:
    source = SourceSpec(SourceKind.TEXT, content=(TEXTS / "comparison_trailers.md").read_text("utf-8"))
    spec = RenderSpec(output_type, (source,), **changes)
    work = WorkFolder(tmp_path / "work")
    workers: Any = HereAndNow()
    context = Context(spec, work, tmp_path, workers, Supervision(), lambda *_args, **_named: None)
    return generate(context)


def test_a_deck_is_slides_and_a_pdf_of_as_many_pages(tmp_path: Path) -> None:
    import pypdfium2
    from pptx import Presentation

    result = make(tmp_path, OutputType.SLIDE_DECK, include_citations=True, brand=Brand(brand_color="#0a7d55"))
    files = {each.name: each for each in result.artefacts}
    assert list(files)[:2] == ["slide_deck", "slide_deck_pdf"]
    slides = Presentation(str(files["slide_deck"].path)).slides
    assert len(slides) == len(pypdfium2.PdfDocument(files["slide_deck_pdf"].path)) >= 6
    assert files["slide_deck"].path.suffix == ".pptx"
    assert result.response_text.startswith("# ")
    assert result.citations
    assert OutputType.SLIDE_DECK in MAKERS


def test_an_infographic_is_a_large_picture(tmp_path: Path) -> None:
    from PIL import Image

    result = make(tmp_path, OutputType.INFOGRAPHIC, infographic_orientation="portrait")
    picture = result.artefacts[0]
    assert (picture.name, picture.media_type) == ("image", "image/png")
    with Image.open(picture.path) as image:
        assert image.height >= 1600 > 0
        assert image.height > image.width
    assert result.response_text.startswith("# ")


@pytest.mark.parametrize(
    ("kind", "wish"),
    [
        (OutputType.SLIDE_DECK, {"slide_deck_format": "poster"}),
        (OutputType.INFOGRAPHIC, {"infographic_detail": "all"}),
        (OutputType.INFOGRAPHIC, {"infographic_orientation": "round"}),
    ],
)
def test_what_is_not_offered_is_said(tmp_path: Path, kind: OutputType, wish: dict[str, str]) -> None:
    with pytest.raises(CannotProduce):
        make(tmp_path, kind, **wish)
