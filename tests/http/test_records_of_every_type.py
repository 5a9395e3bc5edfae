"""The record of every output type has the links and the texts that its type promises, and no other."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from fake_engine import FakeEngine

from server.domain.files import Media
from server.domain.requests import Citation, Request, RequestType, Stage, State
from server.http.records import citation_record, status_record
from server.services.media import MediaLinks

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)

LINKS = {
    "audio": {"audio_url": ".mp3"},
    "text": {"document_url": ".md"},
    "faq": {"document_url": ".md", "document_html_url": ".html"},
    "study_guide": {"document_url": ".md"},
    "timeline": {"document_url": ".md"},
    "briefing_doc": {"briefing_doc_url": ".pdf", "document_url": ".pdf"},
    "quiz": {"document_url": ".md"},
    "video": {"video_url": ".mp4", "image_url": ".png"},
    "infographic": {"image_url": ".png"},
    "slide_deck": {"slide_deck_url": ".pptx", "slide_deck_pdf_url": ".pdf"},
    "datatable": {"datatable_url": ".xlsx", "datatable_csv_url": ".csv"},
}
NUMBERS = {
    "audio": 1,
    "text": 2,
    "video": 3,
    "faq": 5,
    "study_guide": 6,
    "timeline": 7,
    "briefing_doc": 8,
    "quiz": 9,
    "infographic": 10,
    "slide_deck": 11,
    "datatable": 12,
}


async def test_links_follow_the_type(api: Any) -> None:
    assert set(LINKS) == set(FakeEngine().makes)
    for kind, expected in LINKS.items():
        status = await api.made(outputType=kind)
        found = {name: url for name, url in status.items() if name.endswith("_url") and name != "share_url" and url}
        assert {name: url[url.rindex(".") :] for name, url in found.items()} == expected, kind
        assert status["request_type_id"] == NUMBERS[kind]
        assert status["share_url"]
        assert (status["audio_duration"] is not None) is (kind in {"audio", "video"})
        for url in found.values():
            assert (await api.get(url, token=None)).status == 200


async def test_a_short_video_has_a_type_of_its_own(api: Any) -> None:
    assert (await api.made(outputType="video", format="short"))["request_type_id"] == 4


@pytest.mark.parametrize(
    ("asked", "content"), [("text", "# A short piece\n\nWhat the source says.\n"), ("html", "<h1>A short piece</h1>")]
)
async def test_a_briefing_holds_its_text(api: Any, asked: str, content: str) -> None:
    status = await api.made(outputType="briefing_doc", format=asked)
    assert (status["document_format"], status["document_content"]) == (asked, content)


async def test_a_briefing_is_a_pdf_unless_asked_otherwise(api: Any) -> None:
    status = await api.made(outputType="briefing_doc")
    assert (status["document_format"], status["document_content"]) == ("pdf", None)
    assert status["document_url"] == status["briefing_doc_url"]


async def test_a_quiz_answers_json(api: Any) -> None:
    quiz = json.loads((await api.made(outputType="quiz", quizDifficulty="hard"))["response_text"])
    assert (quiz["difficulty"], len(quiz["questions"][0]["options"])) == ("hard", 4)


def test_details_come_by_their_names_with_links_of_their_files() -> None:
    track = Media("key", "speaker_00", "one.wav", "audio/wav", 9, "0" * 64)
    request = Request(
        id="r",
        client_id="c",
        type=RequestType.SEPARATED_SPEAKERS,
        output_type=None,
        state=State.COMPLETED,
        stage=Stage.COMPLETED,
        status=100,
        requested_on=NOON,
        updated_on=NOON,
        media=(track,),
        details={
            "speakers": [
                {"speaker": "SPEAKER_00", "artefact": "speaker_00", "duration": 2, "segments": [[0, 1.5], [1.75, 2]]}
            ],
            "voice_id": 300,
            "of_no_field": 1,
        },
    )

    record = msgspec.to_builtins(status_record(request, MediaLinks(None, None, public_url="https://q.example")))

    assert record["speakers"] == [
        {
            "speaker": "SPEAKER_00",
            "audio_url": "https://q.example/media/key/one.wav",
            "duration": 2.0,
            "segments": [(0.0, 1.5), (1.75, 2.0)],
        }
    ]
    assert record["voice_id"] == 300
    assert "of_no_field" not in record


@pytest.mark.parametrize(
    ("citation", "places"),
    [
        (Citation("Words.", "A page"), {}),
        (Citation("Words.", "A paper", page=3), {"page": 3}),
        (Citation("Words.", "A talk", time_ms=0), {"timeMs": 0}),
        (Citation("Words.", "A deck", slide=7), {"slide": 7}),
        (Citation("Words.", "A workbook", sheet="Sales", row=4), {"sheet": "Sales", "row": 4}),
    ],
)
def test_a_citation_names_the_places_that_its_source_has_and_no_other(
    citation: Citation, places: dict[str, Any]
) -> None:
    record = msgspec.to_builtins(citation_record(citation))
    assert record == {"text": "Words.", "source": citation.source, **places}
