"""What a request is called before its result has a title."""

from __future__ import annotations

import pytest

from server.domain.orders import ContentOrder, Resource
from server.domain.requests import OutputType
from server.domain.sources import SourceKind
from server.services.naming import provisional_title
from server.store.artefacts import Content
from server.store.contents import SourceContent


def an_order(kind: SourceKind = SourceKind.TEXT, content: str = "", **more) -> ContentOrder:
    resources = (Resource(kind, content),) if content else ()
    return ContentOrder(output_type=OutputType.AUDIO, resources=resources, **more)


@pytest.mark.parametrize(
    ("order", "title"),
    [
        (an_order(content="Words.", title="Asked for", episode_title="Another"), "Asked for"),
        (an_order(content="Words.", episode_title="Asked for"), "Asked for"),
        (an_order(content="Nine words are more than what a title holds"), "Nine words are more than what a title…"),
        (an_order(content="## A heading\n\nand what follows"), "A heading and what follows"),
        (an_order(content="x" * 500), "x" * 120 + "…"),
        (an_order(SourceKind.WEBSITE, "https://www.example.org/news/caf%C3%A9/"), "example.org · café"),
        (an_order(SourceKind.WEBSITE, "https://user:secret@example.org"), "example.org"),
        (an_order(SourceKind.WEBSITE, "https://[broken/"), ""),
        (an_order(topic="The history of the canal"), "The history of the canal"),
        (an_order(podcast_episode_ids=("one",)), "From an earlier episode"),
    ],
)
def test_the_first_thing_that_a_person_would_know_it_by(order: ContentOrder, title: str) -> None:
    assert provisional_title(order) == title


def test_a_file_gives_its_name() -> None:
    stored = SourceContent(0, Content("0" * 64, 9), "report.pdf", "application/pdf")

    assert provisional_title(an_order(SourceKind.FILE, "some-id"), (stored,)) == "report.pdf"
