"""Ways to import a text, a page or a file in one call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from server.domain.sources import Source, SourceKind
from server.engine.sources import import_source
from server.engine.sources.contents import Content
from server.engine.sources.importing import read_source
from server.engine.specs import SourceSpec

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture
def read_text() -> Callable[[str], Source]:
    """Import pasted text."""
    return lambda text: import_source(SourceSpec(SourceKind.TEXT, content=text))


@pytest.fixture
def read_page() -> Callable[..., Source]:
    """Import a web page from its source, as if it had come from https://example.com/a."""

    def read(page: str | bytes, *, charset: str = "") -> Source:
        data = page.encode() if isinstance(page, str) else page
        content = Content(
            data,
            name="https://example.com/a",
            address="https://example.com/a",
            media_type="text/html",
            charset=charset,
        )
        return read_source(content, kind=SourceKind.WEBSITE)

    return read


@pytest.fixture
def read_file() -> Callable[[Path], Source]:
    """Import a file on this machine."""
    return lambda path: import_source(SourceSpec(SourceKind.FILE, path=path, name=path.name))


@pytest.fixture
def data() -> Path:
    """The folder of texts and pages."""
    return DATA


@pytest.fixture
def outline() -> Callable[[Source], list[str]]:
    """Each block as ``kind: its words``."""
    return lambda source: [f"{block.kind}: {source.block_text(block)}" for block in source.blocks]
