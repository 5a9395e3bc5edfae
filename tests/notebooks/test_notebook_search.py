"""Notebooks in the search: their sources at the passage, their names, and nothing once they are deleted."""

from __future__ import annotations

from typing import Any

import pytest
from open_reader import CANAL

RESERVOIR = (
    "维尔湖报告\n\n维尔湖水库建于1987年。三年的测量表明，水位在第一个干旱的夏天下降了四十厘米，五个月后恢复。北岸的湿地在2021年重新挖掘。"
    "\n\nダムの水位は夏に下がり、冬に戻った。湿地は洪水を抑える。"
)


async def search(reader: Any, words: str) -> list[dict[str, Any]]:
    status, told, _ = await reader.call("GET", f"/studio/search?q={words}")
    assert status == 200, told
    return list(told["results"])


async def test_a_source_is_found_at_its_passage_until_its_notebook_is_deleted(reader: Any) -> None:
    notebook = await reader.notebook(CANAL, title="Waterways")
    (found,) = await search(reader, "millwright")
    assert (found["kind"], found["notebookId"]) == ("source", notebook)
    (excerpt,) = found["excerpts"]
    assert [excerpt["text"][start:end] for start, end in excerpt["marks"]] == ["millwright"]
    _, source, _ = await reader.call("GET", f"/studio/sources/{found['sourceId']}")
    assert "millwright" in source["text"][excerpt["start"] : excerpt["end"]]

    (named,) = await search(reader, "waterw")
    assert (named["kind"], named["notebookId"], named["sourceId"]) == ("notebook", notebook, None)

    status, _, _ = await reader.call("DELETE", f"/dedicated-account/notebooks/{notebook}")
    assert status == 200
    assert await search(reader, "millwright") == await search(reader, "waterw") == []


@pytest.mark.parametrize(
    ("asked", "marked"),
    [
        ("水位", ["水位"]),
        ("水库 湿地", ["水库", "湿地"]),
        ("湿地は", ["湿地は"]),
        ("2021年", ["2021年"]),
    ],
)
async def test_scripts_without_spaces_are_found_within_their_sentences(
    reader: Any, asked: str, marked: list[str]
) -> None:
    notebook = await reader.notebook(RESERVOIR, title="水库笔记")
    source = next(each for each in await search(reader, asked) if each["kind"] == "source")
    assert source["notebookId"] == notebook
    (excerpt, *_) = source["excerpts"]
    assert {excerpt["text"][start:end] for start, end in excerpt["marks"]} >= set(marked)


async def test_words_with_and_without_spaces_are_wanted_together(reader: Any) -> None:
    notebook = await reader.notebook(
        RESERVOIR + "\n\nThe reservoir is called 维尔湖 in the survey.", title="水库 survey"
    )
    named = [each for each in await search(reader, "水库 surv") if each["kind"] == "notebook"]
    assert [each["notebookId"] for each in named] == [notebook]
    assert [each["kind"] for each in await search(reader, "维尔湖 called")] == ["source"]
    assert await search(reader, "维尔湖 unheard") == await search(reader, "库水") == []
