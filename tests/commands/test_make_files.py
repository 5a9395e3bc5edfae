"""Which of a result's files `make` hands over, and as what."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from server.commands.make import _deliver, _format
from server.domain.requests import OutputType
from server.engine.jobs import RenderResult
from server.engine.specs import Artefact


def result(folder: Path, *endings: str) -> RenderResult:
    files = []
    for ending in endings:
        path = folder / f"made{ending}"
        path.write_text(f"content of {ending}")
        files.append(Artefact.of(path, name="document", media_type="text/plain"))
    return RenderResult("A title: two", "en", "words", tuple(files), notes=("less than asked",))


def options(output: Path | None = None, **more: object) -> Namespace:
    return Namespace(
        **{"output": output, "script": None, "include_citations": False, "type": "faq", "format": "", **more}
    )


def test_words_go_to_stdout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _deliver(result(tmp_path, ".md", ".html", ".pdf"), options())
    assert capsys.readouterr() == ("content of .md\n", "Note: less than asked\n")


def test_other_files_are_named_after_the_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _deliver(result(tmp_path, ".xlsx", ".csv"), options())
    assert (tmp_path / "a-title-two.xlsx").read_text() == "content of .xlsx"


@pytest.mark.parametrize(
    ("name", "ending"), [("a.html", ".html"), ("a.HTM", ".html"), ("a.txt", ".md"), ("a.pdf", ".pdf"), ("a", ".md")]
)
def test_a_name_s_ending_picks_the_file(tmp_path: Path, name: str, ending: str) -> None:
    _deliver(result(tmp_path, ".md", ".html", ".pdf"), options(tmp_path / name))
    assert (tmp_path / name).read_text() == f"content of {ending}"


@pytest.mark.parametrize(
    ("name", "asked", "made"),
    [("a.md", "", "text"), ("a.html", "", "html"), ("a.pdf", "", "pdf"), ("a", "", "pdf"), ("a.md", "html", "html")],
)
def test_a_briefing_s_format_follows_the_name(name: str, asked: str, made: str) -> None:
    assert _format(options(Path(name), type=OutputType.BRIEFING_DOC, format=asked)) == made
