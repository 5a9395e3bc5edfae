"""Researches and topics alone: what there is to read is read, and nothing is made up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import keyring
import msgspec
import pytest
from keyring.backends import fail
from libzim.writer import Creator, Hint, Item, StringProvider
from misbehaving_model import Fault, misbehaving

from server.domain.errors import CannotProduce, NothingUsable
from server.domain.requests import OutputType, Stage
from server.domain.sources import SourceKind
from server.engine.generating import generate
from server.engine.jobs import RenderResult
from server.engine.sources import import_source
from server.engine.specs import Reference, RenderSpec, ResearchSpec, SourceSpec, WriterSpec
from server.engine.stages.context import Context
from server.engine.topics.own import FROM_NOTEBOOK
from server.engine.workers import Supervision
from server.engine.workfolders import WorkFolder

MARKET = """# The covered market

The covered market of Alder Quay lost its glass roof in the storm of January 1994. The new copper roof of the market \
cost 2.3 million euros, forty percent more than glass. The market reopened in May 2005. Footfall rose from 9,000 \
visitors a week to 21,000 within three years. It is still open whether the tram stops will get copper roofs as well.
"""
GAZETTE = """# The Gazette on copper

The new copper roof of the market cost 3.1 million euros, the town's gazette wrote. Copper needs no cleaning, and a \
roof of copper is expected to last a century. The heritage society argued that the dark ceiling had taken away the \
light for which the hall was known, and two flower sellers moved out of the market.
"""
GARDENS = """# Gardens of the north

Rhubarb grows best where the winter is cold and the soil is deep. In 1921 the gardeners of Norrland counted sixty \
kinds of it, and they sold the stalks in April, before anything else was ripe. The leaves are poisonous and are left \
on the heap. A bed of rhubarb can stand for ten years before it has to be divided and planted anew in another place.
"""


class HereAndNow:
    """Workers that run each piece in this process."""

    cores = 1

    def run(self, kind: Any, supervision: Any, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    def retire(self, kind: Any) -> None:
        pass


@pytest.fixture(autouse=True)
def no_keyring() -> Iterator[None]:
    """As on a machine without a desktop."""
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def make(tmp_path: Path) -> Callable[[RenderSpec], RenderResult]:
    """Make what a spec asks for, here and now."""

    def run(spec: RenderSpec) -> RenderResult:
        def report(stage: Stage, fraction: float, text: str, seconds_left: float | None = None) -> None:
            assert 0 <= fraction <= 1 and text

        context: Context[Any] = Context(
            spec,
            WorkFolder(tmp_path / "work"),
            tmp_path / "cache",
            HereAndNow(),  # type: ignore[arg-type]
            Supervision(),
            report,
        )
        return generate(context)

    return run


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """What an earlier request imported: a text about the market, and one about gardens."""
    sources = tuple(import_source(SourceSpec(SourceKind.TEXT, text)) for text in (GARDENS, MARKET))
    path = tmp_path / "own.json"
    path.write_bytes(msgspec.json.encode(sources))
    return path


class Article(Item):  # type: ignore[misc]
    """A page of an encyclopaedia."""

    def __init__(self, path: str, title: str, text: str) -> None:
        super().__init__()
        self._path, self._title, self._text = path, title, text

    def get_path(self) -> str:
        return self._path

    def get_title(self) -> str:
        return self._title

    def get_mimetype(self) -> str:
        return "text/html"

    def get_contentprovider(self) -> StringProvider:
        paragraphs = "".join(f"<p>{p}</p>" for p in self._text.split("\n\n"))
        return StringProvider(
            f"<html><head><title>{self._title}</title></head><body><h1>{self._title}</h1>{paragraphs}</body></html>"
        )

    def get_hints(self) -> dict[Hint, bool]:
        return {Hint.FRONT_ARTICLE: True}


@pytest.fixture(scope="session")
def encyclopaedia(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ZIM file of two articles."""
    path = tmp_path_factory.mktemp("zim") / "small.zim"
    with Creator(path).config_indexing(True, "eng") as creator:
        creator.set_mainpath("Copper")
        creator.add_item(Article("Copper", "Copper", GAZETTE.partition("\n\n")[2]))
        creator.add_item(Article("Rhubarb", "Rhubarb", GARDENS.partition("\n\n")[2]))
        for name, value in {"Title": "Small", "Language": "eng", "Creator": "us", "Publisher": "us"}.items():
            creator.add_metadata(name, value)
    return path


def texts(*contents: str) -> tuple[SourceSpec, ...]:
    return tuple(SourceSpec(SourceKind.TEXT, content) for content in contents)


def research(topic: str, **facts: Any) -> ResearchSpec:
    given = {"output_type": OutputType.TEXT, "sources": (), "instructions": topic, "include_citations": True, **facts}
    return ResearchSpec(**given)


def test_a_research_cites_its_sources_and_tells_where_they_differ(make: Callable[..., RenderResult]) -> None:
    result = make(research("the copper roof", sources=texts(MARKET, GAZETTE)))
    report = result.response_text
    assert "Where the sources differ" in report
    differing = report.partition("Where the sources differ")[2]
    assert "2.3 million" in differing and "3.1 million" in differing
    assert {c.source for c in result.citations} == {"The covered market", "The Gazette on copper"}
    assert all(c.text in MARKET + GAZETTE for c in result.citations)
    assert [a.name for a in result.artefacts] == ["document", "document_html", "document_pdf"]
    assert len(result.sources) == 2


def test_a_topic_is_looked_up_in_what_the_asker_has(make: Callable[..., RenderResult], own: Path) -> None:
    reference = Reference("the roof of the covered market", own=(own, own.with_name("gone.json")))
    result = make(research("the roof of the covered market", reference=reference))
    assert "2.3 million" in result.response_text
    assert "hubarb" not in result.response_text
    assert any("own sources" in note for note in result.notes)


def test_notebooks_are_read_and_not_kept(
    make: Callable[..., RenderResult], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = import_source(SourceSpec(SourceKind.TEXT, MARKET))
    notebook = tmp_path / "notebook.db"
    monkeypatch.setattr("server.engine.topics.own.sources_of", lambda path: (held,) if path == notebook else ())
    topic = "the roof of the covered market"
    result = make(research(topic, reference=Reference(topic, notebooks=(notebook, tmp_path / "gone.db"))))
    assert "2.3 million" in result.response_text
    assert all(source.id.startswith(FROM_NOTEBOOK) for source in result.sources)
    assert not list((tmp_path / "work").glob("topic-*"))


def test_a_topic_is_looked_up_in_the_encyclopaedia(make: Callable[..., RenderResult], encyclopaedia: Path) -> None:
    for output_type in (OutputType.TEXT, OutputType.FAQ):
        spec = RenderSpec(
            output_type=output_type,
            sources=(),
            instructions="rhubarb",
            reference=Reference("rhubarb", encyclopaedia=encyclopaedia),
            include_citations=True,
        )
        result = make(spec)
        assert "poisonous" in result.response_text or "1921" in result.response_text
        assert {c.source for c in result.citations} == {"Rhubarb"}


def test_a_topic_that_nothing_is_known_of_makes_nothing_up(
    make: Callable[..., RenderResult], own: Path, encyclopaedia: Path
) -> None:
    topic = "Quantum chromodynamics of neutron stars"
    with pytest.raises(NothingUsable, match="Quantum chromodynamics") as caught:
        make(research(topic, reference=Reference(topic, own=(own,), encyclopaedia=encyclopaedia)))
    assert caught.value.error_code == 1002


def test_where_there_is_nothing_to_ask_that_is_what_is_missing(make: Callable[..., RenderResult], own: Path) -> None:
    topic = "Quantum chromodynamics of neutron stars"
    with pytest.raises(CannotProduce, match="name an encyclopaedia file or a model") as caught:
        make(research(topic, reference=Reference(topic, own=(own,))))
    assert caught.value.error_code == 1003


def test_a_file_that_is_no_encyclopaedia_is_named(make: Callable[..., RenderResult], tmp_path: Path) -> None:
    path = tmp_path / "broken.zim"
    path.write_text("no archive")
    with pytest.raises(CannotProduce, match=r"broken\.zim"):
        make(research("copper", reference=Reference("copper", encyclopaedia=path)))


def test_a_model_knows_or_says_that_it_does_not(make: Callable[..., RenderResult], tmp_path: Path, own: Path) -> None:
    known = ["Lighthouses stood on this coast from 1720 on. " * 6, "The last of them was built in 1931. " * 6]
    said = {"text": "The last of the lighthouses was built in 1931.", "passages": [len(known)]}

    def play(body: dict[str, Any]) -> str:
        shape = body["response_format"]["json_schema"]["name"]
        if shape == "BackgroundAnswer":
            return json.dumps({"paragraphs": known if "Lighthouses" in body["messages"][0]["content"] else []})
        assert shape == "ResearchAnswer"
        empty: dict[str, Any] = {"title": "", "findings": [], "contradictions": [], "open_questions": []}
        return json.dumps({**empty, "summary": [{**said, "passages": list(range(1, 9))}]})

    with misbehaving(play) as model:
        writer = WriterSpec(data_dir=tmp_path, endpoint=model.base_url, model="parrot-1", timeout_s=5)
        topic = "Lighthouses of the coast"
        result = make(research(topic, writer=writer, reference=Reference(topic, own=(own,))))
        assert "1931" in result.response_text
        assert any("says it knows" in note for note in result.notes)
        with pytest.raises(NothingUsable):
            make(research("Glass harps", writer=writer, reference=Reference("Glass harps", own=(own,))))


@pytest.mark.parametrize("falls_back", [True, False])
def test_the_built_in_writer_writes_only_where_the_settings_say_so(
    make: Callable[..., RenderResult], tmp_path: Path, falls_back: bool
) -> None:
    with misbehaving(lambda _: Fault(401)) as model:
        writer = WriterSpec(data_dir=tmp_path, endpoint=model.base_url, model="m", falls_back=falls_back)
        spec = RenderSpec(output_type=OutputType.TEXT, sources=texts(MARKET + GAZETTE), writer=writer)
        if not falls_back:
            with pytest.raises(Exception, match="refused the key"):
                make(spec)
            return
        result = make(spec)
    assert any("built-in writer, because" in note and "refused the key" in note for note in result.notes)


def test_no_key_lies_in_the_work_folder(make: Callable[..., RenderResult], tmp_path: Path) -> None:
    from server.config.writing import endpoint_key, save_endpoint_key

    said = {"text": "The market reopened in May 2005.", "passages": [1, 2]}
    answer = {"title": "", "sections": [{"heading": "", "paragraphs": [{"statements": [said]}]}]}
    with misbehaving(lambda _: json.dumps(answer)) as model:
        save_endpoint_key(tmp_path, model.base_url, "sk-very-secret")
        assert endpoint_key(tmp_path, model.base_url) == "sk-very-secret"
        assert endpoint_key(tmp_path, "http://127.0.0.1:1/v1") == "", "a key goes to no other host"
        assert (tmp_path / "secrets.json").stat().st_mode & 0o777 == 0o600
        writer = WriterSpec(data_dir=tmp_path, endpoint=model.base_url, model="m")
        result = make(RenderSpec(output_type=OutputType.TEXT, sources=texts(MARKET), writer=writer))
        assert result.title == "The covered market"
        assert set(model.keys) == {"Bearer sk-very-secret"}
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "secrets.json"]
    assert kept and not any(b"sk-very-secret" in path.read_bytes() for path in kept)


def test_what_a_model_writes_is_what_the_stage_asks_it_for() -> None:
    from server.engine.stages.writing import ASKED
    from server.engine.writing.connected import writer

    assert writer.written_here() == ASKED
