"""Documents from sources to files, with a writer that hands over hand-made ones."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sample_documents import briefing, data_table, faq, quiz, study_guide, timeline

from server.domain.errors import CannotProduce, SourceNotImported
from server.domain.requests import OutputType, Stage, status_of
from server.domain.sources import SourceKind
from server.engine.generating import MAKERS, generate
from server.engine.making.documents import DOCUMENTS, endings
from server.engine.specs import Brand, RenderSpec, SourceSpec
from server.engine.stages.context import Context
from server.engine.workers import Supervision
from server.engine.workfolders import WorkFolder
from server.engine.writing.builtin import BuiltInWriter

WRITTEN = {
    OutputType.FAQ: faq,
    OutputType.STUDY_GUIDE: study_guide,
    OutputType.TIMELINE: timeline,
    OutputType.BRIEFING_DOC: briefing,
    OutputType.QUIZ: quiz,
    OutputType.DATATABLE: data_table,
}
TEXT = "The canal carried stone and coal for eleven weeks before winter closed the locks again. " * 10


class HereAndNow:
    """Workers that run each piece in this process, and count them by kind."""

    def __init__(self) -> None:
        self.kinds: list[str] = []

    cores = 1

    def run(self, kind: Any, supervision: Any, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.kinds.append(kind.name)
        return function(*args, **kwargs)

    def retire(self, kind: Any) -> None:
        pass


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = {kind: build() for kind, build in WRITTEN.items()}
    tasks: list[Any] = []

    def run(output_type: OutputType, **changes: Any) -> tuple[Any, HereAndNow, list[Stage]]:
        def answer(_writer: BuiltInWriter, task: Any) -> Any:
            tasks.append(task)
            return made[output_type]

        monkeypatch.setattr(BuiltInWriter, "write", answer)
        spec = RenderSpec(output_type, (SourceSpec(SourceKind.TEXT, content=TEXT, name="text"),), language="en")
        workers, stages = HereAndNow(), []
        context: Any = Context(
            spec=replace(spec, **changes),
            work=WorkFolder(tmp_path / "work"),
            cache=tmp_path,
            workers=workers,  # type: ignore[arg-type]
            supervision=Supervision(),
            report=lambda stage, fraction, text, seconds_left=None: stages.append(stage),
        )
        return generate(context), workers, stages

    run.tasks = tasks  # type: ignore[attr-defined]
    return run


@pytest.mark.parametrize(
    ("output_type", "names"),
    [
        (OutputType.FAQ, ["document", "document_html", "document_pdf"]),
        (OutputType.STUDY_GUIDE, ["document", "document_html", "document_pdf"]),
        (OutputType.TIMELINE, ["document", "document_html", "document_pdf"]),
        (OutputType.BRIEFING_DOC, ["briefing_doc", "document_html"]),
        (OutputType.QUIZ, ["quiz", "document_md", "document_html", "document_pdf"]),
        (OutputType.DATATABLE, ["datatable", "datatable_csv", "document_md", "document_html", "document_pdf"]),
    ],
)
def test_each_document_has_its_files(make: Any, output_type: OutputType, names: list[str]) -> None:
    result, workers, stages = make(output_type)
    assert [artefact.name for artefact in result.artefacts] == names
    assert all(artefact.size for artefact in result.artefacts)
    assert result.citations == ()
    assert result.title
    assert result.sources
    assert result.details["written_by"] == WRITTEN[output_type]().written_by
    assert workers.kinds == ["importing", "writing", "drawing"]
    assert stages[-1] is Stage.DRAWING
    assert endings(RenderSpec(output_type, ())) == tuple(artefact.path.suffix for artefact in result.artefacts)

    again, workers, _ = make(output_type)
    assert workers.kinds == []
    assert again == result


@pytest.mark.parametrize(
    ("asked", "names"),
    [("text", ["document", "document_html"]), ("html", ["document"]), ("pdf", ["briefing_doc", "document_html"])],
)
def test_a_briefing_comes_in_the_format_asked_for(make: Any, asked: str, names: list[str]) -> None:
    result, _, _ = make(OutputType.BRIEFING_DOC, format=asked)
    assert result.document_format == asked
    assert [artefact.name for artefact in result.artefacts] == names
    assert result.response_text.startswith("# How two canals")
    assert ("document_content" in result.details) == (asked == "html")
    if asked == "html":
        assert result.details["document_content"] == result.artefacts[0].path.read_text()


def test_citations_come_with_every_type_that_asks(make: Any) -> None:
    for output_type in DOCUMENTS:
        result, _, _ = make(output_type, include_citations=True)
        assert result.citations
        assert all(citation.text for citation in result.citations)


def test_a_quiz_s_words_are_json_and_its_difficulty_reaches_the_writer(make: Any) -> None:
    result, _, _ = make(OutputType.QUIZ, quiz_difficulty="hard")
    assert len(json.loads(result.response_text)["questions"]) == 9
    assert make.tasks[-1].difficulty == "hard"


@pytest.mark.parametrize("changes", [{"format": "docx"}, {"format": "cinematic"}])
def test_a_format_that_there_is_not_is_told(make: Any, changes: dict[str, str]) -> None:
    with pytest.raises(CannotProduce, match="text, html, pdf"):
        make(OutputType.BRIEFING_DOC, **changes)


def test_a_logo_is_drawn_or_told_of(make: Any, tmp_path: Path) -> None:
    from PIL import Image

    good, bad = tmp_path / "logo.png", tmp_path / "bad.png"
    Image.new("RGB", (900, 300), (255, 0, 0)).save(good)
    bad.write_bytes(b"no picture")
    plain, _, _ = make(OutputType.BRIEFING_DOC)
    branded = Brand(name="Canals", logo=SourceSpec(SourceKind.FILE, path=good, name="logo.png"), brand_color="#ffee00")
    result, _, _ = make(OutputType.BRIEFING_DOC, brand=branded)
    assert result.artefacts[0].sha256 != plain.artefacts[0].sha256
    assert 'alt="Canals"' in result.artefacts[1].path.read_text()
    with pytest.raises(SourceNotImported, match=r"bad\.png"):
        make(OutputType.BRIEFING_DOC, brand=Brand(logo=SourceSpec(SourceKind.FILE, path=bad, name="bad.png")))


def test_documents_are_made_here_and_drawing_stands_where_voicing_does() -> None:
    assert set(DOCUMENTS) < MAKERS.keys() == set(OutputType)
    assert (status_of(Stage.DRAWING), status_of(Stage.DRAWING, 1)) == (55, 85)
