"""The desktop's calls about notebooks, against the whole server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from open_reader import CANAL

from app.client import Client
from app.client.notebooks import new_key, source_of_file


async def test_a_notebook_from_the_desktop(reader: Any, tmp_path: Path) -> None:
    file = tmp_path / "canal.md"
    file.write_text(f"# The canal\n\n{CANAL}", "utf-8")
    client = Client(reader.address, reader.token)
    try:
        calls = client.notebooks
        made = await calls.create("Canals", [source_of_file(file), {"type": "pdf", "content": "?"}], key=new_key())
        assert [bool(source.id) for source in made.sources] == [True, False]
        assert made.sources[1].fault
        key = new_key()
        answer = await calls.ask(made.id, "When was the canal opened?", key=key)
        assert answer.is_grounded and "1794" in answer.answer
        assert (await calls.ask(made.id, "When was the canal opened?", key=key)).id == answer.id
        cited = answer.citations["1"]
        source = await calls.source(cited.source_id)
        assert source.text[cited.start : cited.end] == cited.text
        assert (await calls.usage())["questions"].used == 1
        assert (await calls.overview(source.id)).summary
        note = await calls.add_note(made.id, "Kept.", question_id=answer.id)
        assert await calls.notes(made.id) == (note,)
        await calls.remove_note(made.id, note.id)
        assert "[^1]" in await calls.conversation(made.id, answer.conversation_id)
        await calls.add(made.id, [{"type": "text", "content": "More of it."}], key=new_key())
        assert (await calls.all())[0].source_count == 2
        assert (await calls.rename(made.id, "Canals of the north")).title == "Canals of the north"
        key = new_key()
        await calls.remove_source(made.id, source.id, key=key)
        await calls.remove_source(made.id, source.id, key=key)
        left = await calls.one(made.id)
        assert (left.title, left.source_count) == ("Canals of the north", 1)
        assert not (await calls.ask(made.id, "When was the canal opened?", key=new_key())).is_grounded
        await calls.remove(made.id, key=new_key())
        assert await calls.all() == ()
    finally:
        await client.close()
