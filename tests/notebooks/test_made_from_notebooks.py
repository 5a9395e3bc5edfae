"""Generation from a notebook: its sources and windows, its key, and nothing of it left when it is gone."""

from __future__ import annotations

import asyncio
from typing import Any

from fake_engine import Fail
from open_reader import CANAL, files_with

from server.domain.errors import RenderingFailed

NOTEBOOKS = "/dedicated-account/notebooks"


async def until_ended(reader: Any, request_id: str) -> dict[str, Any]:
    async with asyncio.timeout(30):
        while True:
            _, status, _ = await reader.call("GET", f"/content/Status/{request_id}")
            if status["status"] == 100 or status["error_code"]:
                return dict(status)
            await asyncio.to_thread(lambda: None)


async def used(reader: Any, capability: str) -> int:
    _, usage, _ = await reader.call("GET", "/dedicated-account/usage")
    return int(usage["capabilities"][capability]["used"])


async def test_a_document_is_made_once_from_the_notebooks_sources(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    body = {"outputType": "faq", "notebookId": notebook}
    status, first, _ = await reader.call("POST", "/content/Create", body, key="make-it-once")
    assert status == 200, first
    _, again, _ = await reader.call("POST", "/Content/Create", body, key="make-it-once")
    assert again["request_id"] == first["request_id"]
    status, told, _ = await reader.call("POST", "/content/Create", {**body, "text": "x"}, key="make-it-once")
    assert (status, told["code"]) == (409, "idempotency_key_reused")
    assert (await until_ended(reader, first["request_id"]))["status"] == 100
    spec = reader.engine.submitted[-1].spec
    assert [source.text for source in spec.imported] == [CANAL]
    assert spec.include_citations
    _, usage, _ = await reader.call("GET", "/content/Usage")
    assert usage["used"] == 0
    assert await used(reader, "reports") == 1


async def test_text_counts_as_a_question_and_a_failure_gives_its_place_back(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    reader.engine.plan = lambda _: Fail(RenderingFailed("It could not be made."))
    _, made, _ = await reader.call("POST", "/content/Create", {"outputType": "text", "notebookId": notebook})
    assert (await until_ended(reader, made["request_id"]))["error_code"] == 1005
    assert await used(reader, "questions") == 0


async def test_other_sources_and_a_missing_key_are_refused(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    body = {"outputType": "text", "notebookId": notebook}
    status, told, _ = await reader.call("POST", "/content/Create", body, key=None)
    assert (status, told["code"]) == (400, "idempotency_key_missing")
    for field, value in (("topic", "canals"), ("resources", [{"type": "text", "content": "x"}]), ("projects", ["p"])):
        status, told, _ = await reader.call("POST", "/content/Create", {**body, field: value})
        assert (status, told["details"][0]["field"]) == (400, field)
    status, told, _ = await reader.call("POST", "/content/Create", {**body, "notebookId": "unknown"})
    assert (status, told["code"]) == (404, "notebook_not_found")
    empty = await reader.notebook()
    status, told, _ = await reader.call("POST", "/content/Create", {**body, "notebookId": empty})
    assert (status, told["details"][0]["field"]) == (400, "notebookId")


async def test_custom_voices_and_series_take_the_notebook_and_its_audio_window(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    body = {"voice1": 1, "voice2": 2, "notebookId": notebook}
    status, made, _ = await reader.call("POST", "/content/CreatePodcastCustomVoices", body, key="with-my-voices")
    assert status == 200, made
    _, again, _ = await reader.call("POST", "/content/CreatePodcastCustomVoices", body, key="with-my-voices")
    assert again["request_id"] == made["request_id"]
    series = {"frequency": 60, "numberOfEpisodes": 3, "notebookId": notebook}
    status, told, _ = await reader.call("POST", "/content/Schedule", series, key="three-of-them")
    assert (status, told["total_created"]) == (200, 3), told
    _, replayed, _ = await reader.call("POST", "/content/Schedule", series, key="three-of-them")
    assert replayed == told
    assert await used(reader, "audio") == 4
    status, told, _ = await reader.call("POST", "/content/Schedule", series, key="three-more-of-them")
    assert (status, told["code"]) == (429, "allowance_reached")
    assert await used(reader, "audio") == 4


async def test_deleting_a_notebook_ends_what_is_made_from_it(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    later = {"outputType": "text", "notebookId": notebook, "scheduledOn": "2999-01-01T00:00:00Z"}
    _, made, _ = await reader.call("POST", "/content/Create", later)
    assert (await reader.call("DELETE", f"{NOTEBOOKS}/{notebook}"))[0] == 200
    assert (await until_ended(reader, made["request_id"]))["error_code"] == 499


async def test_a_script_that_waits_goes_with_the_notebook_that_it_was_written_from(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    body = {"outputType": "audio", "notebookId": notebook, "approveScript": True}
    _, made, _ = await reader.call("POST", "/content/Create", body)
    script = f"/studio/requests/{made['request_id']}/script"
    async with asyncio.timeout(30):
        while (await reader.call("GET", script))[0] != 200:
            await asyncio.to_thread(lambda: None)
    assert (await reader.call("DELETE", f"{NOTEBOOKS}/{notebook}"))[0] == 200
    assert (await until_ended(reader, made["request_id"]))["error_code"] == 499
    status, told, _ = await reader.call("GET", script)
    assert (status, told["code"]) == (404, "script_not_found")


async def test_no_file_holds_a_word_of_a_deleted_notebook(reader: Any) -> None:
    """Its sources, a stored answer with its reply, a script that waits, and what was asked for in words."""
    said, asked, wished = "xylographically", "quizzaciously", "zenzizenzically"
    notebook = await reader.notebook(f"{CANAL}\n\nThe prints were made {said} in 1802 by Ada Quist.")
    question = {"question": f"How were the prints made in 1802, {asked}?"}
    questions = f"{NOTEBOOKS}/{notebook}/questions"
    for _ in range(2):
        status, answer, _ = await reader.call("POST", questions, question, key="asked-once-only")
        assert status == 200
    assert answer["replay"]
    body = {"outputType": "audio", "notebookId": notebook, "approveScript": True, "text": f"Tell it {wished}."}
    _, made, _ = await reader.call("POST", "/content/Create", body)
    script = f"/studio/requests/{made['request_id']}/script"
    async with asyncio.timeout(30):
        while (await reader.call("GET", script))[0] != 200:
            await asyncio.to_thread(lambda: None)
    written = (await reader.call("GET", script))[1]["lines"][1]["text"]
    held = [await asyncio.to_thread(files_with, reader.data_dir, word) for word in (said, asked, wished, written)]
    assert all(held)
    assert (await reader.call("DELETE", f"{NOTEBOOKS}/{notebook}"))[0] == 200
    assert (await until_ended(reader, made["request_id"]))["error_code"] == 499
    for word in (said, asked, wished, written):
        assert await asyncio.to_thread(files_with, reader.data_dir, word) == []
