"""Notebooks in the search: their sources at the passage, their names, and nothing once they are deleted."""

from __future__ import annotations

from typing import Any

from open_reader import CANAL


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
