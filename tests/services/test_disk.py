"""Nothing is begun without room; what nothing refers to can be seen, and removed, and nothing else goes."""

from __future__ import annotations

import asyncio
import errno
import os
from datetime import timedelta
from pathlib import Path

import pytest

from server.config.directories import DataDirectory
from server.domain.accounts import Account
from server.domain.errors import Forbidden, Unavailable
from server.domain.requests import State
from server.domain.storage import Kind
from server.engine.workfolders import claimed
from server.services.disk import GB, Disk
from server.store.artefacts import FolderStorage

HOUR = timedelta(hours=1)


async def pieces(text: str):
    yield text.encode()


def disk_of(studio, *, free: int = 100 * GB, quota: int = 0, reserve: int = GB) -> Disk:
    disk = studio.services.disk
    return Disk(
        disk._store,
        disk._storage,
        disk._directory,
        quota=quota,
        reserve=reserve,
        measure=lambda _: (200 * GB, 200 * GB - free, free),
        clock=studio.clock,
    )


async def use(studio, disk: Disk) -> None:
    """Let the studio's parts ask this disk."""
    await disk.look()
    studio.services.disk._room = disk.room


async def test_a_nearly_full_disk_takes_nothing_new(studio, an_order) -> None:
    await use(studio, disk_of(studio, free=GB // 2))

    for call in (
        studio.services.requests.submit(an_order(), by=studio.owner),
        studio.services.files.upload(pieces("a"), file_name="a", content_type="", by=studio.owner),
        studio.services.episodes.upload(pieces("a"), file_name="a", by=studio.owner),
    ):
        with pytest.raises(Unavailable, match=r"only 0\.5 GB left and 1\.0 GB are to stay free") as told:
            await call
        assert (told.value.code, told.value.retry_after_s) == ("disk_full", 60)
    assert (await studio.services.accounts.usage(by=studio.owner)).used == 0

    await use(studio, disk_of(studio, free=2 * GB))
    assert await studio.services.requests.submit(an_order(), by=studio.owner)


async def test_what_waits_in_the_queue_fails_with_a_sentence_and_is_paid_back(studio, an_order) -> None:
    order = an_order(scheduled_on=studio.clock.now + HOUR)
    accepted = await studio.services.requests.submit(order, by=studio.owner)
    await use(studio, disk_of(studio, free=0))
    studio.clock.advance(hours=2)
    studio.services.dispatcher.wake()

    failed = await studio.ended(accepted.id, by=studio.owner)

    assert failed.state is State.FAILED
    assert (failed.error_code, "free some space" in failed.error_message) == (1005, True)
    assert studio.engine.submitted == []
    assert (await studio.services.accounts.usage(by=studio.owner)).used == 0


async def test_a_quota_counts_what_is_kept(studio, an_order) -> None:
    await studio.services.files.upload(pieces("x" * 5_000), file_name="a", content_type="", by=studio.owner)
    disk = disk_of(studio, quota=5_000)
    await use(studio, disk)
    assert disk.room.used >= 5_000
    with pytest.raises(Unavailable, match="the most that the settings allow") as told:
        await studio.services.requests.submit(an_order(), by=studio.owner)
    assert told.value.code == "quota_reached"


async def test_every_kind_is_counted_once(studio, an_order) -> None:
    stored = await studio.services.files.upload(pieces("u" * 400), file_name="a", content_type="", by=studio.owner)
    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
    ended = await studio.ended(accepted.id, by=studio.owner)
    spaces = {space.kind: space for space in await studio.services.disk.spaces(by=studio.owner)}

    assert (spaces[Kind.UPLOADS].files, spaces[Kind.UPLOADS].size) == (1, stored.size)
    assert spaces[Kind.RESULTS].size == sum(media.size for media in ended.media)
    assert spaces[Kind.DATABASE].size > 4096

    await studio.services.requests.delete(accepted.id, by=studio.owner)
    spaces = {space.kind: space for space in await studio.services.disk.spaces(by=studio.owner)}
    assert Kind.RESULTS not in spaces
    assert spaces[Kind.DELETED].size == sum(media.size for media in ended.media)


def aged(path: Path, *, now: float, days: int) -> None:
    for each in (path, *path.rglob("*")) if path.is_dir() else (path,):
        os.utime(each, (now - days * 86_400,) * 2)


async def test_only_old_things_without_a_reference_go_and_the_dry_run_says_which(studio, an_order) -> None:
    """A stray file, a young one, one in use, work that is over and work that is not."""
    now = studio.clock.now.timestamp()
    directory = DataDirectory(studio.data_dir)
    storage = await asyncio.to_thread(FolderStorage, directory.artefacts)

    def content(text: str) -> Path:
        with storage.draft() as draft:
            draft.write(text.encode())
            return storage.path(draft.keep().sha256)

    kept = await studio.services.files.upload(pieces("kept"), file_name="k", content_type="", by=studio.owner)
    gone = await studio.services.files.upload(pieces("gone!"), file_name="g", content_type="", by=studio.owner)
    await studio.services.files.delete(gone.id, by=studio.owner)
    old, young = await asyncio.to_thread(content, "old"), await asyncio.to_thread(content, "young")
    waiting = await studio.services.requests.submit(
        an_order(scheduled_on=studio.clock.now + timedelta(days=9)), by=studio.owner
    )

    def lay() -> None:
        for name in (waiting.id, "0199aaaa-0000-7000-8000-000000000000", "make-old", "make-lives"):
            (directory.work / name).mkdir(parents=True)
            (directory.work / name / "line.f32").write_bytes(b"12345678")
            aged(directory.work / name, now=now, days=3)
        for path in (storage.path(kept.sha256), storage.path(gone.sha256), old):
            aged(path, now=now, days=3)
        aged(young, now=now, days=0)

    await asyncio.to_thread(lay)
    studio.clock.advance(days=2)  # what was uploaded is older than the grace by now

    seen = await studio.services.disk.clean(dry_run=True, grace=24 * HOUR, by=studio.owner)
    assert {space.kind: space.size for space in seen.spaces} == {Kind.UNREFERENCED: 3 + 5 + 5, Kind.WORK: 3 * 8}
    assert old.exists()
    assert (directory.work / "make-old").exists()

    lives = claimed(directory.work / "make-lives")
    await asyncio.to_thread(lives.__enter__)
    try:
        aged(directory.work / "make-lives", now=now, days=3)
        done = await studio.services.disk.clean(dry_run=False, grace=24 * HOUR, by=studio.owner)
    finally:
        lives.__exit__(None, None, None)
    assert {space.kind: space.files for space in done.spaces} == {Kind.UNREFERENCED: 3, Kind.WORK: 2}
    left = {path.name for path in directory.artefacts.rglob("*") if path.is_file()}
    assert left == {kept.sha256}
    assert {path.name for path in directory.work.iterdir()} == {waiting.id, "make-lives"}
    aged(directory.work / "make-lives", now=now, days=3)
    await studio.services.disk.clean(dry_run=False, grace=24 * HOUR, by=studio.owner)
    assert [path.name for path in directory.work.iterdir()] == [waiting.id]


async def test_what_is_younger_than_an_hour_stays_whatever_is_asked(studio) -> None:
    stored = await studio.services.files.upload(pieces("young"), file_name="k", content_type="", by=studio.owner)
    await studio.services.files.delete(stored.id, by=studio.owner)
    storage = await asyncio.to_thread(FolderStorage, DataDirectory(studio.data_dir).artefacts)
    path = storage.path(stored.sha256)
    os.utime(path, (studio.clock.now.timestamp(),) * 2)
    done = await studio.services.disk.clean(dry_run=False, grace=timedelta(0), by=studio.owner)
    assert (done.files, path.exists()) == (0, True)


async def test_only_the_owner_cleans(studio) -> None:
    with pytest.raises(Forbidden):
        await studio.services.disk.clean(dry_run=True, grace=HOUR, by=Account("bob"))
    with pytest.raises(Forbidden):
        await studio.services.disk.spaces(by=Account("bob"))


async def test_work_that_ends_while_it_is_cleaned_up_is_no_fault(studio, monkeypatch) -> None:
    work = studio.data_dir / "work"
    (work / "done").mkdir()
    is_dir = Path.is_dir

    def ends_then(path: Path) -> bool:
        found = is_dir(path)
        if path == work / "done" and found:
            path.rmdir()
        return found

    monkeypatch.setattr(Path, "is_dir", ends_then)
    cleaned = await disk_of(studio).clean(dry_run=False, grace=HOUR, by=studio.owner)
    assert not cleaned.spaces
    assert not (work / "done").exists()


async def test_a_disk_that_is_full_in_the_middle_of_an_upload_is_told(studio, monkeypatch) -> None:
    async def many():
        for _ in range(4):
            yield bytes(600_000)

    def full(self: Path, *_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    calls = {
        "an episode": lambda: studio.services.episodes.upload(many(), file_name="a", by=studio.owner),
        "a bundle": lambda: studio.services.bundles.take(many(), by=studio.owner),
        "a file": lambda: studio.services.files.upload(many(), file_name="a", content_type="", by=studio.owner),
    }
    monkeypatch.setattr(Path, "open", full)
    for what, call in calls.items():
        with pytest.raises(Unavailable, match="No space left on device") as told:
            await call()
        assert told.value.code == "disk_full", what
