"""An order that is only a topic, over HTTP: what the asker has, notebooks, the encyclopaedia, a model, or nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from libzim.writer import Creator, Hint, Item, StringProvider
from misbehaving_model import misbehaving
from real_server import RealServer, until

pytestmark = pytest.mark.slow
HALL = """# The covered market

The covered market of Alder Quay lost its glass roof in the storm of January 1994. The new copper roof of the market \
cost 2.3 million euros, forty percent more than glass. The market reopened in May 2005. Footfall rose from 9,000 \
visitors a week to 21,000 within three years. The tram stops of the quay will get copper roofs by 2028 as well.
"""
RHUBARB = """Rhubarb grows best where the winter is cold and the soil is deep. In 1921 the gardeners of Norrland \
counted sixty kinds of rhubarb, and they sold the stalks in April, before anything else was ripe. The leaves are \
poisonous and are left on the heap. A bed of rhubarb can stand for ten years before it has to be divided and planted \
anew in another place, which takes two people a day."""
WEIRS = """The weirs of the river Olse were built by the millers of Kallby in 1788. Eleven weirs held the water back \
for nine mills until the flood of 1903 took four of them. In 1957 the county bought the other seven weirs for 40,000 \
crowns, because the salmon could not pass them. Fish ladders were added in 1962, and in 1999 the count of salmon at \
Kallby passed 5,000 for the first time. Two of the weirs will be taken down in 2027."""
LIGHTS = ["Lighthouses stood on the coast of Morrau from 1720 on. " * 6, "The last of them was built in 1931. " * 6]


class Article(Item):  # type: ignore[misc]
    """The one page of an encyclopaedia."""

    def get_path(self) -> str:
        return "Rhubarb"

    def get_title(self) -> str:
        return "Rhubarb"

    def get_mimetype(self) -> str:
        return "text/html"

    def get_contentprovider(self) -> StringProvider:
        return StringProvider(
            f"<html><head><title>Rhubarb</title></head><body><h1>Rhubarb</h1><p>{RHUBARB}</p></body></html>"
        )

    def get_hints(self) -> dict[Hint, bool]:
        return {Hint.FRONT_ARTICLE: True}


@pytest.fixture(scope="module")
def encyclopaedia(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ZIM file of one article."""
    path = tmp_path_factory.mktemp("zim") / "garden.zim"
    with Creator(path).config_indexing(True, "eng") as creator:
        creator.set_mainpath("Rhubarb")
        creator.add_item(Article())
        for name, value in {"Title": "Garden", "Language": "eng", "Creator": "us", "Publisher": "us"}.items():
            creator.add_metadata(name, value)
    return path


@pytest.fixture(scope="module")
def studio(server: RealServer) -> RealServer:
    """The running server, called by somebody with a licence for notebooks."""
    server.log_in("--client", "topics", "--pro", "--licence", "--credits", "1000")
    return server


@pytest.fixture
def owner(server: RealServer, data_dir: Path) -> Iterator[RealServer]:
    """The same server, called by its owner, whose choice of writer is taken back afterwards."""
    own = RealServer(data_dir)
    own.http.base_url = server.http.base_url
    own.log_in("--owner")
    yield own
    own.post("/studio/settings/writing", writer="built_in", encyclopaedia="")
    own.http.close()


def ended(studio: RealServer, **order: Any) -> dict[str, Any]:
    """The status of an order once it has ended, one way or the other."""
    request = str(studio.post("/content/Create", **order)["request_id"])
    return until(lambda: s if (s := studio.status(request))["status"] == 100 or s["error_code"] else None)


def keeps_its_sources(studio: RealServer, request_id: str) -> bool:
    """Whether the database keeps what a request was made of."""
    database = studio.data_dir / "quillcast.db"
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=30)) as db:
        row = db.execute(
            "SELECT s.imported FROM request_results s JOIN requests r ON r.seq = s.seq WHERE r.id = ?", (request_id,)
        )
        return bool(row.fetchone()[0])


def test_what_nobody_knows_is_not_made_up(studio: RealServer) -> None:
    status = ended(studio, outputType="faq", topic="Glass harps of the ninth moon")
    assert status["error_code"] == 1002
    assert "Glass harps" in status["error_message"]


def test_what_the_asker_imported_before_is_read(studio: RealServer) -> None:
    studio.completed(studio.create(HALL, outputType="text"))
    status = ended(studio, outputType="faq", topic="The covered market of Alder Quay", includeCitations=True)
    assert status["status"] == 100, status
    assert "2.3 million" in status["response_text"]
    assert all(citation["text"] in HALL for citation in status["citations"])
    assert keeps_its_sources(studio, status["id"])


def test_what_another_client_imported_is_not(studio: RealServer, owner: RealServer) -> None:
    status = ended(owner, outputType="faq", topic="The covered market of Alder Quay")
    assert status["error_code"] == 1002


def test_notebooks_are_read_and_nothing_of_them_is_kept(studio: RealServer) -> None:
    made = studio.http.post(
        "/dedicated-account/notebooks",
        json={"title": "Weirs", "sources": [{"type": "text", "content": f"# The weirs of the Olse\n\n{WEIRS}"}]},
        headers={"Idempotency-Key": "weirs-of-the-olse"},
    )
    assert made.status_code == 201, made.text
    status = ended(studio, outputType="timeline", topic="Weirs of the river Olse")
    assert status["status"] == 100, status
    assert "1788" in status["response_text"] and "1903" in status["response_text"]
    assert not keeps_its_sources(studio, status["id"])


def test_the_owners_encyclopaedia_is_read(studio: RealServer, owner: RealServer, encyclopaedia: Path) -> None:
    owner.post("/studio/settings/writing", encyclopaedia=str(encyclopaedia))
    status = ended(studio, outputType="briefing_doc", format="text", topic="Rhubarb")
    assert status["status"] == 100, status
    assert "sixty kinds" in status["document_content"]


def test_a_connected_model_is_asked_where_nothing_else_says_enough(studio: RealServer, owner: RealServer) -> None:
    def play(body: dict[str, Any]) -> str:
        shape = body["response_format"]["json_schema"]["name"]
        if shape == "BackgroundAnswer":
            return json.dumps({"paragraphs": LIGHTS})
        said = {"text": "The last of the lighthouses was built in 1931.", "passages": list(range(1, 9))}
        return json.dumps({"title": "Lights", "sections": [{"heading": "", "paragraphs": [{"statements": [said]}]}]})

    with misbehaving(play) as model:
        owner.post("/studio/settings/writing", writer="endpoint", endpoint=model.base_url, model="parrot-1")
        status = ended(studio, outputType="text", topic="Lighthouses of the coast of Morrau")
        assert status["status"] == 100, status
        assert "1931" in status["response_text"]
