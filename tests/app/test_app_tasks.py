"""Work started from slots: kept, counted, ended with its owner, failing in one place."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path

import pytest

from app.client.faults import ApiError
from app.errors import MessageBar, sentence
from app.tasks import Tasks
from app.theme import Theme


async def fails(error: Exception) -> None:
    raise error


async def over(*work: asyncio.Task[None] | None) -> None:
    """Wait until all this work has ended."""
    await asyncio.wait([task for task in work if task is not None])
    await asyncio.sleep(0)


async def test_busy_lasts_until_the_last_work_ends(qapp: object) -> None:
    tasks = Tasks()
    told: list[bool] = []
    tasks.busy.connect(told.append)
    gate = asyncio.Event()

    async def waits() -> None:
        await gate.wait()

    first, second = tasks.start(waits()), tasks.start(waits())
    running = tasks.running
    gate.set()
    await over(first, second)

    assert running
    assert told == [True, False]


async def test_an_error_goes_the_one_way(qapp: object) -> None:
    tasks = Tasks()
    told: list[Exception] = []
    tasks.failed.connect(told.append)

    await over(tasks.start(fails(ValueError("no"))))

    assert [str(error) for error in told] == ["no"]


async def test_an_error_may_be_taken_by_the_starter(qapp: object) -> None:
    tasks = Tasks()
    told: list[Exception] = []
    taken: list[Exception] = []
    tasks.failed.connect(told.append)

    await over(tasks.start(fails(ValueError("no")), on_error=taken.append))

    assert (len(taken), told) == (1, [])


async def test_newer_work_replaces_older_of_the_same_name(qapp: object) -> None:
    tasks = Tasks()
    done: list[str] = []

    async def says(word: str) -> None:
        await asyncio.sleep(0)
        done.append(word)

    older, newer = tasks.start(says("old"), replacing="q"), tasks.start(says("new"), replacing="q")
    await over(older, newer)

    assert done == ["new"]


async def test_closing_ends_everything(qapp: object) -> None:
    tasks = Tasks()
    ended: list[str] = []
    tasks.start(asyncio.Event().wait(), on_end=lambda: ended.append("first"))  # type: ignore[arg-type]
    tasks.start(fails(ValueError("no")), on_end=lambda: ended.append("second"))

    await tasks.close()

    assert sorted(ended) == ["first", "second"]
    assert not tasks.running


def test_an_unforeseen_error_is_logged_and_told_without_its_insides(caplog: pytest.LogCaptureFixture) -> None:
    said = sentence(RuntimeError("secret detail"))

    assert "secret" not in said
    assert "secret detail" in caplog.text
    assert sentence(ApiError(400, "x", "Say it plainly.")) == "Say it plainly."


def test_the_bar_offers_one_thing_to_do_once(theme: Theme) -> None:
    bar = MessageBar()
    done: list[int] = []
    bar.tell("Deleted “Lake Vell”.", action="Undo", todo=lambda: done.append(1))

    assert bar.act()
    assert not bar.act()
    assert done == [1]
    assert bar.text == ""


def test_errors_stay_and_notices_leave(theme: Theme) -> None:
    bar = MessageBar()
    bar.tell("Saved.")
    leaving = bar._leave.isActive()
    bar.complain(ApiError(500, "x", "The server met a fault."))

    assert leaving
    assert not bar._leave.isActive()
    assert bar.text == "The server met a fault."


def test_nothing_begins_without_a_loop(qapp: object) -> None:
    tasks = Tasks()
    told: list[bool] = []
    tasks.busy.connect(told.append)

    assert tasks.start(fails(ValueError("never run"))) is None
    assert not tasks.running
    assert told == []


def test_no_coroutine_of_the_desktop_runs_a_loop_of_its_own() -> None:
    # A loop of Qt inside a task loses the steps of every other task that comes due meanwhile: they never end.
    nested = (".exec", "processEvents", "getSaveFileName", "getOpenFileName", "getOpenFileNames")
    found = [
        f"{path.name}: {coroutine.name}"
        for path in (Path(__file__).resolve().parents[2] / "app").rglob("*.py")
        for coroutine in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(coroutine, ast.AsyncFunctionDef)
        for call in ast.walk(coroutine)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(nested)
    ]
    assert found == []
