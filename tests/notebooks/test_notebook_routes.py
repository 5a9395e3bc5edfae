"""Notebooks over HTTP: the licence, keys, counts, partial success, and what deleting leaves."""

from __future__ import annotations

import asyncio
import base64
import time
from pathlib import Path
from typing import Any

import pytest
from open_reader import CANAL, files_with, opened

from server.domain.notebooks import Notebook
from server.domain.sources import SourceKind
from server.engine.notebooks.files import fill
from server.engine.notebooks.indexing import prepare
from server.engine.sources import import_source
from server.engine.specs import SourceSpec

NOTEBOOKS = "/dedicated-account/notebooks"


async def test_a_notebook_is_made_read_listed_and_replayed(reader: Any) -> None:
    body = {
        "title": "Canals",
        "sources": [{"type": "text", "content": CANAL}, {"type": "pdf", "content": "no base64!"}],
    }
    status, made, _ = await reader.call("POST", NOTEBOOKS, body, key="the-first-key")
    assert status == 201
    assert made["replay"] is False
    assert [source["success"] for source in made["sources"]] == [True, False]
    assert "base64" in made["sources"][1]["errorMessage"]
    assert made["sourceCount"] == 1
    status, again, _ = await reader.call("POST", NOTEBOOKS, dict(reversed(body.items())), key="the-first-key")
    assert status == 200
    assert again == {**made, "replay": True}
    _, record, _ = await reader.call("GET", f"{NOTEBOOKS}/{made['notebookId']}")
    assert record["sources"][0]["characters"] == len(CANAL)
    _, listed, _ = await reader.call("GET", NOTEBOOKS)
    assert listed == {"notebooks": [record]}


async def test_keys_are_asked_for_and_bound_to_their_input(reader: Any) -> None:
    for key in (None, "short", "x" * 193):
        status, told, _ = await reader.call("POST", NOTEBOOKS, {"sources": []}, key=key)
        assert (status, told["success"]) == (400, False)
        assert told["code"].startswith("idempotency_key_")
    await reader.call("POST", NOTEBOOKS, {"title": "One", "sources": []}, key="a-key-of-mine")
    status, told, _ = await reader.call("POST", NOTEBOOKS, {"title": "Two", "sources": []}, key="a-key-of-mine")
    assert (status, told["code"]) == (409, "idempotency_key_reused")


async def test_a_notebook_is_made_with_a_list_of_sources_empty_or_not(reader: Any) -> None:
    status, told, _ = await reader.call("POST", NOTEBOOKS, {"title": "None named"}, key="a-key-of-mine")
    assert (status, told["details"]) == (400, [{"field": "sources", "message": "is required"}])


async def test_a_refused_operation_leaves_its_key_free(reader: Any) -> None:
    many = {"sources": [{"type": "text", "content": "word"}] * 21}
    assert (await reader.call("POST", NOTEBOOKS, many, key="a-key-to-keep"))[0] == 400
    assert (await reader.call("POST", NOTEBOOKS, {"sources": []}, key="a-key-to-keep"))[0] == 201


async def test_without_a_licence_nothing_and_of_others_nothing(reader: Any) -> None:
    from live_server import OWNER_ACCOUNT

    from server.domain.accounts import ClientChange

    mine = await reader.notebook(CANAL)
    await reader.services.accounts.save_client("plain", ClientChange(licence=False), by=OWNER_ACCOUNT)
    plain = await reader.services.accounts.issue_token("plain")
    status, told, _ = await reader.call("GET", NOTEBOOKS, token=plain)
    assert (status, told["code"]) == (403, "licence_required")
    await reader.services.accounts.save_client("other", ClientChange(licence=True), by=OWNER_ACCOUNT)
    other = await reader.services.accounts.issue_token("other")
    for method, path, body in (
        ("GET", "", None),
        ("DELETE", "", None),
        ("POST", "/sources", {"sources": [{"type": "text", "content": "x"}]}),
        ("POST", "/questions", {"question": "What?"}),
    ):
        status, told, _ = await reader.call(method, f"{NOTEBOOKS}/{mine}{path}", body, token=other)
        assert (status, told["code"]) == (404, "notebook_not_found"), path
        status, told, _ = await reader.call(method, f"{NOTEBOOKS}/{mine}{path}", body, token=plain, key="")
        assert (status, told["code"]) == (403, "licence_required"), path


async def test_many_calls_with_one_key_have_one_effect(reader: Any) -> None:
    reader.workers.hold("indexing")
    body = {"title": "One", "sources": [{"type": "text", "content": CANAL}]}
    first = asyncio.create_task(reader.call("POST", NOTEBOOKS, body, key="the-same-key"))
    await asyncio.to_thread(reader.workers.reached["indexing"].wait, 20)
    others = await asyncio.gather(*(reader.call("POST", NOTEBOOKS, body, key="the-same-key") for _ in range(12)))
    assert {status for status, _, _ in others} == {409}
    assert all(int(headers["Retry-After"]) > 0 for _, _, headers in others)
    reader.workers.release("indexing")
    assert (await first)[0] == 201
    assert len((await reader.call("GET", NOTEBOOKS))[1]["notebooks"]) == 1


async def test_a_notebook_holds_a_hundred_sources(reader: Any) -> None:
    notebook = await reader.notebook()
    batch = {"sources": [{"type": "text", "content": f"Words of some kind {n}."} for n in range(20)]}
    for _ in range(5):
        _, told, _ = await reader.call("POST", f"{NOTEBOOKS}/{notebook}/sources", batch)
        assert all(source["success"] for source in told["sources"]), told
    one = {"sources": [{"type": "text", "content": "One more."}]}
    status, told, _ = await reader.call("POST", f"{NOTEBOOKS}/{notebook}/sources", one)
    assert (status, told["code"]) == (429, "sources_reached")


async def test_a_question_is_answered_cited_counted_and_replayed(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    path = f"{NOTEBOOKS}/{notebook}/questions"
    status, told, _ = await reader.call(
        "POST", path, {"question": "How long is the Aldwater Canal?"}, key="question-one"
    )
    assert status == 200
    assert told["grounded"] and "118" in told["answer"] and "[1]" in told["answer"]
    cited = told["citations"]["1"]
    _, source, _ = await reader.call(
        "GET", f"/studio/sources/{cited['sourceId']}?start={cited['start']}&end={cited['end']}"
    )
    assert source["text"][cited["start"] : cited["end"]] == cited["text"] == source["highlight"]["text"]
    again = await reader.call("POST", path, {"question": "How long is the Aldwater Canal?"}, key="question-one")
    assert again[:2] == (200, {**told, "replay": True})
    _, usage, _ = await reader.call("GET", "/dedicated-account/usage")
    used = usage["capabilities"]["questions"]
    assert (used["limit"], used["used"], used["remaining"]) == (200, 1, 199)
    assert used["resetsOn"] > told["createdOn"]
    assert usage["capabilities"]["slide_decks"] == {"limit": None, "used": 0, "remaining": None, "resetsOn": None}


async def test_what_the_sources_do_not_say_is_refused(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    path = f"{NOTEBOOKS}/{notebook}/questions"
    for question in ("Who won the football cup in 1966?", "What is the phone number of Harriet Ruddock's bank?"):
        _, told, _ = await reader.call("POST", path, {"question": question})
        assert (told["grounded"], told["citations"]) == (False, {}), told
        assert told["answer"].startswith("The sources do not say.")


async def test_a_turn_leans_on_the_one_before(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    path = f"{NOTEBOOKS}/{notebook}/questions"
    _, first, _ = await reader.call("POST", path, {"question": "Who finished the calculations?"})
    assert "Harriet Ruddock" in first["answer"]
    body = {"question": "And when did she leave?", "conversationId": first["conversationId"]}
    _, second, _ = await reader.call("POST", path, body)
    assert "1801" in second["answer"]
    _, text, headers = await reader.call("GET", f"/studio/notebooks/{notebook}/conversations/{first['conversationId']}")
    assert headers["Content-Type"].startswith("text/markdown")
    assert text.count("## ") == 2 and "[^1]:" in text
    status, told, _ = await reader.call("POST", path, {"question": "Why?", "conversationId": "unknown"})
    assert (status, told["details"][0]["field"]) == (400, "conversationId")


async def test_deleting_leaves_no_word_in_the_data_directory(reader: Any) -> None:
    word = "xylographically"
    notebook = await reader.notebook(f"The prints were made {word} in 1802 by Ada Quist.", title=f"About {word}")
    path = f"{NOTEBOOKS}/{notebook}"
    await reader.call("POST", f"{path}/questions", {"question": "How were the prints made in 1802?"}, key="asked-once")
    assert files_with(reader.data_dir, word)
    status, told, _ = await reader.call("DELETE", path, key="delete-this-one")
    assert (status, told["success"], told["notebookId"], told["replay"]) == (200, True, notebook, False)
    assert not files_with(reader.data_dir, word)
    status, again, _ = await reader.call("DELETE", path, key="delete-this-one")
    assert again == {**told, "replay": True}
    assert (await reader.call("GET", path))[0] == 404
    replayed = await reader.call(
        "POST", f"{path}/questions", {"question": "How were the prints made in 1802?"}, key="asked-once"
    )
    assert replayed[0] == 404


@pytest.mark.slow
async def test_a_hundred_sources_are_deleted_at_once_and_leave_no_word(reader: Any, tmp_path: Path) -> None:
    word = "xylographically"
    notebook = await reader.notebook("A short source.")
    path = reader.services.notebooks.operations.path(notebook)

    def fill_it() -> int:
        text = "\n\n".join(f"The prints of part {part} were made {word} in 1802 by Ada Quist." for part in range(1_600))
        prepare(import_source(SourceSpec(SourceKind.TEXT, text)), tmp_path / "prepared")
        items = [(tmp_path / "prepared", "")] * 99
        fill(path, items, notebook=Notebook(notebook, "T", 1, 1), operation_id="all-of-them", now_ms=1)
        return path.stat().st_size

    assert await asyncio.to_thread(fill_it) > 20_000_000
    assert files_with(reader.data_dir, word)
    began = time.monotonic()
    assert (await reader.call("DELETE", f"{NOTEBOOKS}/{notebook}", key="delete-this-one"))[0] == 200
    assert time.monotonic() - began < 3
    assert not files_with(reader.data_dir, word)


async def test_a_source_that_is_taken_out_leaves_no_word_and_its_place_is_free(reader: Any) -> None:
    word = "xylographically"
    notebook = await reader.notebook(
        f"The prints were made {word} in 1802.", "The press was built in 1790 by Ada Quist."
    )
    path = f"{NOTEBOOKS}/{notebook}"
    first, second = (each["sourceId"] for each in (await reader.call("GET", path))[1]["sources"])
    assert files_with(reader.data_dir, word)
    removing = f"/studio/notebooks/{notebook}/sources/{first}"
    status, told, _ = await reader.call("DELETE", removing, key="take-this-out")
    assert (status, [each["sourceId"] for each in told["sources"]]) == (200, [second])
    assert not files_with(reader.data_dir, word)
    assert (await reader.call("DELETE", removing, key="take-this-out"))[1] == {**told, "replay": True}
    assert (await reader.call("DELETE", removing, key="take-it-out-again"))[0] == 404
    for number in range(2):
        again = {"sources": [{"type": "text", "content": f"The press number {number} was sold in 18{number}4."}]}
        await reader.call("POST", f"{path}/sources", again, key=f"another-{number}")
        asked = f"When was the press number {number} sold?"
        status, answer, _ = await reader.call(
            "POST", f"{path}/questions", {"question": asked}, key=f"question-{number}"
        )
        assert answer["grounded"] and f"18{number}4" in answer["answer"]
        # The one added last gives its number free, and the next one takes it.
        sources = (await reader.call("GET", path))[1]["sources"]
        if number == 0:
            last = f"/studio/notebooks/{notebook}/sources/{sources[-1]['sourceId']}"
            assert (await reader.call("DELETE", last, key="take-the-last-out"))[0] == 200
    assert (await reader.call("GET", path))[1]["sourceCount"] == 2


async def test_a_notebook_gets_another_title(reader: Any) -> None:
    notebook = await reader.notebook(title="Canal")
    path = f"/studio/notebooks/{notebook}"
    status, told, _ = await reader.call("POST", path, {"title": " The canals "})
    assert (status, told["title"]) == (200, "The canals")
    assert (await reader.call("GET", f"{NOTEBOOKS}/{notebook}"))[1]["title"] == "The canals"
    for title in ("", "   ", "x" * 501):
        status, told, _ = await reader.call("POST", path, {"title": title})
        assert (status, told["details"][0]["field"]) == (400, "title")
    assert (await reader.call("POST", "/studio/notebooks/unknown", {"title": "One"}))[0] == 404


@pytest.mark.parametrize("stage", ["file", "before"])
async def test_taking_a_source_out_is_settled_after_a_crash(tmp_path: Path, stage: str) -> None:
    from server.engine.notebooks.files import drop
    from server.store import notebooks as rows
    from server.store.operations import Operation

    data = tmp_path / "data"
    async with opened(data) as reader:
        notebook = await reader.notebook("The press was built in 1790.", "The press was sold in 1802.")
        sources = (await reader.call("GET", f"{NOTEBOOKS}/{notebook}"))[1]["sources"]
        operation = Operation("op", "reader", "crashed-key", "input", "drop", notebook, created_ms=1)
        await reader.services.notebooks._store.write(rows.begin_dropping, operation)
        if stage == "file":
            path = reader.services.notebooks.operations.path(notebook)
            drop(path, sources[0]["sourceId"], operation_id="op", now_ms=1)
    left = 1 if stage == "file" else 2
    async with opened(data) as reader:
        assert (await reader.call("GET", f"{NOTEBOOKS}/{notebook}"))[1]["sourceCount"] == left
        row = await reader.services.notebooks._store.read(rows.find, notebook, "reader")
        assert row.sources == left


async def test_files_come_as_base64_and_data_urls(reader: Any) -> None:
    data = base64.b64encode(b"# Notes\n\nThe lock was built in 1788 by six men.").decode()
    body = {
        "sources": [
            {"type": "file", "content": data, "fileName": "notes.md"},
            {"type": "file", "content": f"data:text/plain;base64,{data}", "fileName": "notes.txt"},
            {"type": "file", "content": data, "fileName": "program.exe"},
            {"type": "pdf", "content": data},
            {"type": "text", "content": "x" * 500_001},
            {"type": "website", "content": "http://localhost/page"},
            {"type": "text", "content": "   "},
        ]
    }
    status, told, _ = await reader.call("POST", NOTEBOOKS, body)
    assert status == 201
    assert [source["success"] for source in told["sources"]] == [True, True, False, False, False, False, False]
    assert all(source["errorMessage"] for source in told["sources"][2:])
    body = {"sources": [{"type": "file", "content": data}]}
    status, told, _ = await reader.call("POST", NOTEBOOKS, body)
    assert (status, told["details"][0]["field"]) == (400, "sources[0].fileName")


@pytest.mark.parametrize("stage", ["file", "before"])
async def test_what_a_crash_left_in_the_middle_is_settled(tmp_path: Path, stage: str) -> None:
    from server.store import notebooks as rows
    from server.store.operations import Operation

    data = tmp_path / "data"
    async with opened(data) as reader:
        store = reader.services.notebooks._store
        operation = Operation("op", "reader", "crashed-key", "input", "create", "nb", reserved=1, created_ms=1)
        await store.write(rows.begin_making, operation)
        if stage == "file":
            path = reader.services.notebooks.operations.path("nb")
            fill(path, [(None, "bad")], notebook=Notebook("nb", "T", 1, 1), operation_id="op", now_ms=1)
    async with opened(data) as reader:
        listed = (await reader.call("GET", NOTEBOOKS))[1]["notebooks"]
        assert [each["notebookId"] for each in listed] == (["nb"] if stage == "file" else [])
        _, usage, _ = await reader.call("GET", "/dedicated-account/usage")
        assert usage["notebooks"]["used"] == len(listed)


async def test_a_full_window_says_what_to_wait_for(reader: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from server.domain import notebooks as rules

    monkeypatch.setattr("server.store.allowances.ALLOWANCES", {**rules.ALLOWANCES, rules.Capability.QUESTIONS: 3})
    notebook = await reader.notebook()
    path = f"{NOTEBOOKS}/{notebook}/questions"
    told = await asyncio.gather(*(reader.call("POST", path, {"question": "What?"}) for _ in range(9)))
    assert sorted(status for status, _, _ in told) == [200] * 3 + [429] * 6
    refused = next(each for each in told if each[0] == 429)
    assert refused[1]["code"] == "allowance_reached" and int(refused[2]["Retry-After"]) > 80_000


async def test_notes_and_an_overview(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    _, record, _ = await reader.call("GET", f"{NOTEBOOKS}/{notebook}")
    _, overview, _ = await reader.call("GET", f"/studio/sources/{record['sources'][0]['sourceId']}/overview")
    assert overview["summary"] and all(sentence in CANAL for sentence in overview["summary"])
    assert overview["language"] == "en"
    path = f"/studio/notebooks/{notebook}/notes"
    _, note, _ = await reader.call("POST", path, {"text": "Look at the tunnel."})
    assert (await reader.call("GET", path))[1] == {"notes": [note]}
    assert (await reader.call("DELETE", f"{path}/{note['noteId']}"))[0] == 200
    assert (await reader.call("GET", path))[1] == {"notes": []}
