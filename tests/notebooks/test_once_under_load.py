"""Each key has one effect and no window is overrun, however many calls come at the same time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from open_reader import opened

from server.domain.notebooks import Keyed

NOTEBOOKS = "/dedicated-account/notebooks"


async def done(reader: Any, path: str, body: dict[str, Any], key: str) -> tuple[int, dict[str, Any]]:
    """The call, sent again with the same key for as long as it is in flight."""
    while True:
        status, told, headers = await reader.call("POST", path, body, key=key)
        if status != 409:
            return status, dict(told)
        assert headers["Retry-After"]
        await asyncio.to_thread(lambda: None)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["create", "ask", "generate"])
async def test_a_hundred_calls_with_each_of_five_hundred_keys(tmp_path: Path, kind: str) -> None:
    from server.domain.errors import Conflict
    from server.services.notebook_operations import Replayable

    keys, calls = (500, 100) if kind == "create" else (60, 100)
    async with opened(tmp_path / "data") as reader:
        by = await reader.services.accounts.authenticate(reader.token)
        service = reader.services.notebooks
        notebook = await reader.notebook() if kind != "create" else ""
        effects: dict[str, set[str]] = {}
        fresh: dict[str, int] = {}

        async def once(key: str) -> Replayable[Any]:
            keyed = Keyed(key=key, input=f"input of {key}")
            if kind == "create":
                spool = await asyncio.to_thread(service.spool)
                try:
                    return await service.create(key, (), keyed=keyed, spool=spool, by=by)
                finally:
                    await asyncio.to_thread(service.discard, spool)
            return await reader.services.notebook_questions.ask(
                notebook, "What is it?", conversation_id="", keyed=keyed, by=by
            )

        async def call(key: str) -> None:
            if kind == "generate":
                body = {"outputType": "slide_deck", "notebookId": filled, "title": key}
                status, told = await done(reader, "/content/Create", body, key)
                assert status == 200, told
                effects.setdefault(key, set()).add(told["request_id"])
                return
            while True:
                try:
                    answer = await once(key)
                except Conflict:
                    await asyncio.to_thread(lambda: None)
                    continue
                value = answer.value
                effects.setdefault(key, set()).add(value.notebook.id if kind == "create" else value.id)
                fresh[key] = fresh.get(key, 0) + (not answer.replay)
                return

        filled = await reader.notebook("The canal was opened in 1794. " * 20) if kind == "generate" else ""
        # At most so many notebooks as there may be are there at a time: what a round made is deleted after it.
        names = [f"key-of-{kind}-{number}" for number in range(keys)]
        for first in range(0, keys, 20):
            own = names[first : first + 20]
            await asyncio.gather(*(call(key) for key in own for _ in range(calls)))
            if kind == "create":
                for key in own:
                    (made,) = effects[key]
                    await service.remove(made, keyed=Keyed(key=f"removing-{key}", input=key), by=by)
        assert {key: len(ids) for key, ids in effects.items()} == dict.fromkeys(names, 1)
        assert len(set.union(*effects.values())) == keys
        if kind != "generate":
            assert fresh == dict.fromkeys(names, 1)
        usage = (await reader.call("GET", "/dedicated-account/usage"))[1]
        if kind == "ask":
            assert usage["capabilities"]["questions"]["used"] == keys
        if kind == "generate":
            assert usage["capabilities"]["slide_decks"]["used"] == keys


async def test_twenty_calls_with_each_of_four_keys_over_http(tmp_path: Path) -> None:
    async with opened(tmp_path / "data") as reader:
        keys = [f"a-key-of-many-{number}" for number in range(4)]
        calls = [done(reader, NOTEBOOKS, {"title": key, "sources": []}, key) for key in keys for _ in range(20)]
        told = await asyncio.gather(*calls)
        assert sorted({status for status, _ in told}) == [200, 201]
        assert sum(status == 201 for status, _ in told) == len(keys)
        assert len({each["notebookId"] for _, each in told}) == len(keys)
        assert len((await reader.call("GET", NOTEBOOKS))[1]["notebooks"]) == len(keys)


async def test_no_window_is_overrun_and_what_fails_gives_its_place_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from server.domain import notebooks as rules
    from server.domain.errors import WorkerLost

    few = {**rules.ALLOWANCES, rules.Capability.QUESTIONS: 5, rules.Capability.REPORTS: 4}
    monkeypatch.setattr("server.store.allowances.ALLOWANCES", few)
    monkeypatch.setattr("server.store.allowances.MAX_NOTEBOOKS", 3)
    async with opened(tmp_path / "data") as reader:
        made = await asyncio.gather(*(reader.call("POST", NOTEBOOKS, {"sources": []}) for _ in range(12)))
        assert sorted(status for status, _, _ in made) == [201] * 3 + [429] * 9
        notebook = next(told["notebookId"] for status, told, _ in made if status == 201)
        words = {"sources": [{"type": "text", "content": "The canal was opened in 1794 by the company." * 20}]}
        await reader.call("POST", f"{NOTEBOOKS}/{notebook}/sources", words)
        path = f"{NOTEBOOKS}/{notebook}/questions"
        lost = reader.workers.run

        def losing(kind: Any, supervision: Any, function: Any, /, *args: Any, **kwargs: Any) -> Any:
            if kind.name == "answering":
                raise WorkerLost("gone")
            return lost(kind, supervision, function, *args, **kwargs)

        monkeypatch.setattr(reader.workers, "run", losing)
        failed = await asyncio.gather(*(reader.call("POST", path, {"question": "When?"}) for _ in range(5)))
        assert {status for status, _, _ in failed} == {503}
        monkeypatch.undo()
        monkeypatch.setattr("server.store.allowances.ALLOWANCES", few)
        asked = await asyncio.gather(*(reader.call("POST", path, {"question": "When was it?"}) for _ in range(15)))
        assert sorted(status for status, _, _ in asked) == [200] * 5 + [429] * 10
        body = {"outputType": "faq", "notebookId": notebook}
        reports = await asyncio.gather(*(reader.call("POST", "/content/Create", body) for _ in range(12)))
        assert sorted(status for status, _, _ in reports) == [200] * 4 + [429] * 8
        usage = (await reader.call("GET", "/dedicated-account/usage"))[1]
        assert usage["capabilities"]["questions"]["used"] == 5
        assert usage["capabilities"]["reports"]["used"] == 4
        assert usage["notebooks"]["used"] == 3
