"""Search: words of everything that a caller made, where they stand, and nothing that is gone or another's."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from live_server import live_server


async def search(api: Any, words: str, **params: Any) -> list[dict[str, Any]]:
    answer = await api.get("/studio/search", params={"q": words, **params})
    assert answer.status == 200, answer.body
    return list(answer.body["results"])


def marked(excerpt: dict[str, Any]) -> list[str]:
    return [excerpt["text"][start:end] for start, end in excerpt["marks"]]


async def test_a_document_is_found_by_its_words_and_marked(api: Any) -> None:
    made = await api.made(title="Lake Vell")
    words = made["response_text"].split()
    (found,) = await search(api, f"{words[0]} {words[-1]}", kinds="document")
    assert (found["kind"], found["title"], found["requestId"]) == ("document", made["audio_title"], made["id"])
    assert {w.strip(".,:;#").lower() for e in found["excerpts"] for w in marked(e)}
    (named,) = await search(api, "vel")
    assert [named["title"][start:end] for start, end in named["titleMarks"]] == ["Vell"]


async def test_an_episode_is_found_at_its_time_and_as_it_was_corrected(api: Any) -> None:
    made = await api.made(outputType="audio")
    (found,) = await search(api, "say sources", kinds="episode")
    assert (found["requestId"], found["outputType"]) == (made["id"], "audio")
    (excerpt,) = found["excerpts"]
    assert marked(excerpt) == ["source", "says"]
    script = (await api.get(f"/studio/requests/{made['id']}/script")).body
    assert excerpt["timeMs"] == script["lines"][1]["startMs"] > 0
    assert await search(api, '"source the"', kinds="episode") == []
    assert len(await search(api, '"the source"', kinds="episode")) == 1
    turn = {"speaker": "Maud", "startTime": 0.1, "endTime": 0.4, "body": "A m\u00fclestone towpath."}
    path = f"/studio/episodes/{found['episodeId']}/transcript"
    assert (await api.post(path, {"segments": [turn]})).status == 200
    (corrected,) = await search(api, "MULESTONE")
    assert (corrected["requestId"], corrected["excerpts"][0]["timeMs"]) == (made["id"], 100)
    assert marked(corrected["excerpts"][0]) == ["m\u00fclestone"]
    assert await search(api, "say sources", kinds="episode") == []


async def test_what_something_was_made_of_is_found(api: Any) -> None:
    made = await api.made(title="Lake Vell")
    (source,) = await search(api, "says", kinds="source")
    assert (source["kind"], source["requestId"], source["title"]) == ("source", made["id"], "Lake Vell")


async def test_what_is_deleted_is_gone_and_comes_back(api: Any) -> None:
    made = await api.made(title="Aldwater")
    assert len(await search(api, "aldwater")) == 1
    await api.post("/content/DeleteRequest", {"id": made["id"]})
    assert await search(api, "aldwater") == []
    await api.post(f"/studio/requests/{made['id']}/restore")
    assert len(await search(api, "aldwater")) == 1


async def test_nobody_finds_what_is_another_s(api: Any, live: Any) -> None:
    await api.made(title="Aldwater")
    other = await live.client("bob", pro=True, credits=1_000)
    answer = await api.get("/studio/search", params={"q": "aldwater"}, token=other)
    assert answer.body == {"results": [], "more": False}
    assert (await api.get("/studio/search?q=x", token=None)).status == 401


async def test_a_show_is_found_and_follows_its_edits(api: Any) -> None:
    new = {"name": "Rivers", "description": "<p>Tales of weirs.</p>", "author": "A", "link": "https://e.org"}
    show_id = (await api.post("/podcast/shows", new | {"email": "a@e.org"})).body["podcastId"]
    (found,) = await search(api, "weirs")
    assert (found["kind"], found["podcastId"]) == ("show", show_id)
    assert (await api.post(f"/podcast/shows/{show_id}", {"description": "Tales of locks."})).status == 200
    assert await search(api, "weirs") == []
    assert len(await search(api, "locks", kinds="show")) == 1
    assert await search(api, "locks", kinds="episode,source") == []
    await api.post("/podcast/remove", {"id": show_id})
    assert await search(api, "locks") == []


async def test_every_script_that_people_write_in_is_searched(api: Any) -> None:
    await api.made(title="運河的歷史與船閘")
    await api.made(title="ประวัติศาสตร์คลอง")
    assert [each["title"] for each in await search(api, "船閘")] == ["運河的歷史與船閘"]
    assert [each["title"] for each in await search(api, "คลอง")] == ["ประวัติศาสตร์คลอง"]


@pytest.mark.parametrize("words", ["", "   ", '"', '""', "*", "AND", "( NEAR", "a OR", 'x"y', "^", "{owner}:c", "-"])
async def test_any_words_can_be_asked_for(api: Any, words: str) -> None:
    await api.made(title="Plain")
    assert await search(api, words) == [] or words in {"AND", "a OR", "-"}


@pytest.mark.parametrize(
    ("query", "field"), [("limit=0", "limit"), ("limit=51", "limit"), ("kinds=odd", "kinds"), ("q=%00", "q")]
)
async def test_a_bad_search_names_its_field(api: Any, query: str, field: str) -> None:
    answer = await api.get(f"/studio/search?{query}")
    assert (answer.status, answer.body["details"][0]["field"]) == (400, field)


async def test_more_is_told(api: Any) -> None:
    for number in range(3):
        await api.made(title=f"Aldwater {number}")
    body = (await api.get("/studio/search?q=aldwater&limit=2")).body
    assert (len(body["results"]), body["more"]) == (2, True)
    assert (await api.get("/studio/search?q=aldwater&limit=3")).body["more"] is False


async def test_a_lost_index_is_made_anew(api: Any, tmp_path: Path) -> None:
    folder = tmp_path / "another"
    async with live_server(folder) as server, aiohttp.ClientSession() as session:
        await type(api)(server, session, await server.client("alice", pro=True, credits=1_000)).made(title="Aldwater")
    (folder / "search.db").write_bytes(b"no database at all")
    async with live_server(folder) as server, aiohttp.ClientSession() as session:
        again = type(api)(server, session, await server.client("alice", pro=True, credits=1_000))
        assert len(await search(again, "aldwater")) == 1


async def test_deleted_words_are_overwritten(api: Any, live: Any, tmp_path: Any) -> None:
    made = await api.made(title="Zyxwordly")
    assert len(await search(api, "zyxwordly")) == 1
    await api.post("/content/DeleteRequest", {"id": made["id"]})
    assert await search(api, "zyxwordly") == []
    await live.services.search.forget_words()
    (file,) = tmp_path.rglob("search.db")

    def words_left() -> list[str]:
        with closing(sqlite3.connect(file)) as db:
            db.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, words, row)")
            return [row[0] for row in db.execute("SELECT term FROM temp.vocabulary WHERE term LIKE 'zyx%'")]

    assert await asyncio.to_thread(words_left) == []
    raw = b"".join(await asyncio.to_thread(lambda: [each.read_bytes() for each in tmp_path.rglob("search.db*")]))
    assert b"zyxword" not in raw.lower()
