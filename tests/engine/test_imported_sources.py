"""Sources that an earlier request imported are taken as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.domain.errors import NothingUsable
from server.domain.requests import OutputType
from server.domain.sources import Block, BlockKind, Source, SourceKind
from server.engine.specs import RenderSpec
from server.engine.stages.context import Context
from server.engine.stages.importing import import_sources
from server.engine.workers import Supervision, Workers
from server.engine.workfolders import WorkFolder


def a_source(words: int) -> Source:
    text = "word " * words
    return Source(
        "s1",
        SourceKind.WEBSITE,
        "A page",
        "https://gone.example.org",
        "en",
        text,
        (Block(BlockKind.PARAGRAPH, 0, len(text)),),
    )


def context(tmp_path: Path, *imported: Source) -> Context:
    return Context(
        spec=RenderSpec(OutputType.TEXT, (), imported=imported),
        work=WorkFolder(tmp_path),
        cache=tmp_path,
        workers=Workers(cores=1, idle_s=0),
        supervision=Supervision(),
        report=lambda *told: None,
    )


def test_nothing_is_imported_again(tmp_path: Path) -> None:
    assert import_sources(context(tmp_path, a_source(80))) == ((a_source(80),), ())


def test_too_little_stays_too_little(tmp_path: Path) -> None:
    with pytest.raises(NothingUsable):
        import_sources(context(tmp_path, a_source(20)))
