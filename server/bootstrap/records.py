"""What is kept and found again: notebooks, the search, and what goes when nobody needs it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from server.bootstrap.ground import Given, Ground
from server.services.housekeeping import Housekeeping
from server.services.notebook_work import NotebookWork
from server.services.notebooks import Notebooks
from server.services.search import Search
from server.store.backups import daily_copy


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Notebooks, the search over everything, and who tidies up."""

    notebooks: Notebooks
    notebook_work: NotebookWork
    search: Search


async def open_records(given: Given, ground: Ground, closing: AsyncExitStack) -> Records:
    """Notebooks settled, the index kept, and the first tidying planned."""
    store, storage, directory, disk = ground.store, ground.storage, ground.directory, ground.disk
    clock, judge, private = given.clock, given.judge, given.config.allow_private_urls
    notebook_work = given.notebook_work or NotebookWork(models=directory.models, allow_private_urls=private)
    notebooks = Notebooks(
        store,
        notebook_work,
        folder=directory.notebooks,
        judge=judge,
        allow_private_urls=private,
        room=disk.require_room,
        clock=clock,
    )
    closing.push_async_callback(notebooks.close)
    await notebooks.start()
    search = Search(store, storage, notebooks, file=directory.search)
    await search.start()
    closing.push_async_callback(search.close)
    housekeeping = Housekeeping(
        store,
        storage,
        work=directory.work,
        forget_words=search.forget_words,
        copy_daily=lambda day: daily_copy(directory, day=day),
        clock=clock,
    )
    await housekeeping.start()
    closing.push_async_callback(housekeeping.close)
    return Records(
        notebooks=notebooks,
        notebook_work=notebook_work,
        search=search,
    )
