"""What the notebook panel asks beyond the contract: chosen sources, conversations, kept answers, highlights."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from open_reader import CANAL

from server.services.notebook_work import ANSWERING, TELLING

HISTORY = Path(__file__).parents[1] / "data" / "texts" / "canal_history.md"
FERRY = "The Aldwater Ferry runs for 7 kilometres. It was opened on 12 June 1931 by Ada Quist, who sailed it herself."


async def sources(reader: Any, notebook: str) -> list[str]:
    _, record, _ = await reader.call("GET", f"/dedicated-account/notebooks/{notebook}")
    return [source["sourceId"] for source in record["sources"]]


async def ask(reader: Any, notebook: str, question: str, **more: Any) -> dict[str, Any]:
    path = f"/studio/notebooks/{notebook}/questions"
    status, told, _ = await reader.call("POST", path, {"question": question, **more})
    assert status == 200, told
    return dict(told)


async def test_only_the_chosen_sources_count(reader: Any) -> None:
    notebook = await reader.notebook(CANAL, FERRY)
    canal, ferry = await sources(reader, notebook)
    asked = "When was it opened, the Aldwater one?"
    for chosen, year, other in ((canal, "1794", "1931"), (ferry, "1931", "1794")):
        told = await ask(reader, notebook, asked, sourceIds=[chosen])
        assert told["grounded"] and year in told["answer"] and other not in told["answer"], told
        assert {cited["sourceId"] for cited in told["citations"].values()} == {chosen} == set(told["sourceIds"])
    told = await ask(reader, notebook, "Who was Caleb Ruddock?", sourceIds=[ferry])
    assert not told["grounded"] and "millwright" not in told["answer"]
    assert (await ask(reader, notebook, "How long is the Aldwater Canal?"))["sourceIds"] == []


async def test_a_source_of_another_notebook_is_refused_and_the_key_stays_free(reader: Any) -> None:
    notebook, other = await reader.notebook(CANAL), await reader.notebook(FERRY)
    (strange,) = await sources(reader, other)
    path = f"/studio/notebooks/{notebook}/questions"
    body = {"question": "How long is it?", "sourceIds": [strange]}
    status, told, _ = await reader.call("POST", path, body, key="the-same-key")
    assert (status, told["details"][0]["field"]) == (400, "sourceIds[0]")
    status, _, _ = await reader.call("POST", path, {"question": "How long is it?"}, key="the-same-key")
    assert status == 200
    assert (await reader.call("POST", path, {"question": "How long is it?"}, key=None))[0] == 400
    assert (await reader.call("POST", path.replace(notebook, "unknown"), body))[0] == 404


async def test_conversations_are_listed_and_read_again(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    first = await ask(reader, notebook, "Who finished the calculations?")
    await ask(reader, notebook, "How long is the Aldwater Canal?")
    more = await ask(reader, notebook, "And when did she leave?", conversationId=first["conversationId"])
    path = f"/studio/notebooks/{notebook}/conversations"
    _, listed, _ = await reader.call("GET", path)
    assert [each["turns"] for each in listed["conversations"]] == [2, 1]
    assert listed["conversations"][0]["question"] == "Who finished the calculations?"
    _, told, _ = await reader.call("GET", f"{path}/{first['conversationId']}/turns")
    assert told["turns"] == [first, more]
    assert (await reader.call("GET", f"{path}/unknown/turns"))[0] == 404


async def test_an_answer_is_kept_as_a_note_with_its_citations(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    told = await ask(reader, notebook, "How long is the Aldwater Canal?")
    path = f"/studio/notebooks/{notebook}/notes"
    _, note, _ = await reader.call("POST", path, {"questionId": told["questionId"]})
    assert (note["text"], note["question"]) == (told["answer"], "How long is the Aldwater Canal?")
    assert note["citations"] == told["citations"]
    _, listed, _ = await reader.call("GET", path)
    assert listed == {"notes": [note]}
    status, wrong, _ = await reader.call("POST", path, {"text": "x", "questionId": "unknown"})
    assert (status, wrong["details"][0]["field"]) == (400, "questionId")
    status, wrong, _ = await reader.call("POST", path, {"text": "  "})
    assert (status, wrong["details"][0]["field"]) == (400, "text")


async def test_everything_an_answer_cites_of_a_source_is_highlighted(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    (canal,) = await sources(reader, notebook)
    told = await ask(reader, notebook, "How long is the Aldwater Canal?")
    _, source, _ = await reader.call("GET", f"/studio/sources/{canal}?questionId={told['questionId']}")
    assert {each["marker"]: each["text"] for each in source["highlights"]} == {
        marker: cited["text"] for marker, cited in told["citations"].items()
    }
    assert (await reader.call("GET", f"/studio/sources/{canal}"))[1]["highlights"] == []
    assert (await reader.call("GET", f"/studio/sources/{canal}?questionId=unknown"))[0] == 400


async def test_suggestions_are_worked_out_once_for_the_same_sources(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    path = f"/studio/notebooks/{notebook}/suggestions"
    _, first, _ = await reader.call("GET", path)
    assert (await reader.call("GET", path))[1] == first
    more = {"sources": [{"type": "text", "content": await asyncio.to_thread(HISTORY.read_text, "utf-8")}]}
    await reader.call("POST", f"/dedicated-account/notebooks/{notebook}/sources", more)
    _, then, _ = await reader.call("GET", path)
    assert len(then["questions"]) > len(first["questions"])
    for question in then["questions"]:
        assert (await ask(reader, notebook, question))["grounded"], question


async def test_a_question_does_not_wait_until_others_are_suggested(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    reader.workers.hold(TELLING)
    suggesting = asyncio.create_task(reader.call("GET", f"/studio/notebooks/{notebook}/suggestions"))
    await asyncio.to_thread(reader.workers.reached[TELLING].wait, 20)
    assert (await ask(reader, notebook, "How long is the Aldwater Canal?"))["grounded"]
    assert not suggesting.done()
    reader.workers.release(TELLING)
    assert (await suggesting)[0] == 200


async def test_what_answers_is_loaded_while_questions_are_suggested_and_nobody_waits_for_it(reader: Any) -> None:
    notebook = await reader.notebook(CANAL)
    before = len(reader.workers.kinds)
    reader.workers.hold(ANSWERING)
    assert (await reader.call("GET", f"/studio/notebooks/{notebook}/suggestions"))[0] == 200
    await asyncio.to_thread(reader.workers.reached[ANSWERING].wait, 20)
    reader.workers.release(ANSWERING)
    assert sorted(reader.workers.kinds[before:]) == [ANSWERING, TELLING]


async def test_each_source_of_a_call_tells_how_far_it_is_and_no_word_of_it(reader: Any) -> None:
    notebook = await reader.notebook()
    body = {"sources": [{"type": "text", "content": CANAL}, {"type": "pdf", "content": "not base64"}]}
    events: list[Any] = []

    async def listen() -> None:
        from server.domain.accounts import Account

        account = await reader.services.accounts.authenticate(reader.token)
        assert isinstance(account, Account)
        async for event in reader.services.events.follow(by=account, after=0):
            events.append(event)  # noqa: PERF401 - looked at while it grows

    following = asyncio.create_task(listen())
    await reader.call("POST", f"/dedicated-account/notebooks/{notebook}/sources", body, key="this-call-only")
    async with asyncio.timeout(20):
        while not [each for each in events if each.kind == "notebook.changed" and each.data["failed"]]:
            await asyncio.to_thread(lambda: None)
    following.cancel()
    told = [each.data for each in events if each.kind == "notebook.progress"]
    assert {(each["key"], each["source"], each["source_state"]) for each in told} >= {
        ("this-call-only", 0, "ready"),
        ("this-call-only", 1, "failed"),
    }
    assert "Aldwater" not in str([each.data for each in events])
