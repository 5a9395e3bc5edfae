"""Uploads, and what goes when nobody needs it any more."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import os
import time
from pathlib import Path

import msgspec
import pytest
from fake_engine import imported_source

from server.domain.errors import InvalidField, NotFound, Unavailable
from server.domain.files import Media
from server.domain.requests import OutputType
from server.domain.storyboard_edits import SceneEdit
from server.engine.specs import Artefact
from server.engine.speech.takes import packed
from server.services.files import Files, plain_name
from server.services.housekeeping import Housekeeping
from server.services.results import readable_name
from server.store.artefacts import FolderStorage

READ = hashlib.sha256(msgspec.json.encode((imported_source(),))).hexdigest()
"""The sources that the fake engine has read, as they are kept beside its results."""

SAID = {
    hashlib.sha256(packed(bytes(4 * 240 * (1 + len(text))))).hexdigest()
    for text in ("What is this about?", "It is about what the source says.")
}
"""The lines that the fake engine has spoken, kept to be edited."""


async def chunks(*parts: bytes, fault: Exception | None = None):
    for part in parts:
        yield part
    if fault:
        raise fault


def contents(studio) -> set[str]:
    return {path.name for path in (studio.data_dir / "artefacts").rglob("*") if path.is_file()}


async def test_an_upload_is_kept_whole_and_listed(studio) -> None:
    big = os.urandom(1_300_000)

    stored = await studio.services.files.upload(
        chunks(big[:700_000], big[700_000:]), file_name="../../etc/a b.bin", content_type="", by=studio.owner
    )

    assert (stored.file_name, stored.size, stored.content_type) == ("a b.bin", 1_300_000, "application/octet-stream")
    assert await studio.services.files.list(by=studio.owner) == (stored,)
    assert contents(studio) == {stored.sha256}


async def test_what_breaks_or_is_refused_leaves_nothing(studio) -> None:
    upload, files = studio.services.files.upload, {"file_name": "a", "content_type": "", "by": studio.owner}

    with pytest.raises(InvalidField, match="empty"):
        await upload(chunks(), **files)
    with pytest.raises(InvalidField, match="at most"):
        await upload(chunks(b"x" * 600_000, b"x" * 600_000), limit=1_000_000, **files)
    with pytest.raises(ConnectionResetError):
        await upload(chunks(b"x" * 600_000, fault=ConnectionResetError()), **files)

    assert contents(studio) == set()
    assert await studio.services.files.list(by=studio.owner) == ()


async def test_a_full_disk_is_told_plainly(tmp_path: Path, studio) -> None:
    class FullStorage(FolderStorage):
        def place(self, draft: Path, sha256: str) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    files = Files(studio.services.files._store, await asyncio.to_thread(FullStorage, tmp_path))

    with pytest.raises(Unavailable) as refusal:
        await files.upload(chunks(b"x"), file_name="a", content_type="", by=studio.owner)

    assert refusal.value.code == "disk_full"
    assert not list((tmp_path / "drafts").iterdir())


async def test_a_forgotten_file_is_not_found(studio) -> None:
    stored = await studio.services.files.upload(chunks(b"x"), file_name="a", content_type="", by=studio.owner)
    await studio.services.files.delete(stored.id, by=studio.owner)

    with pytest.raises(NotFound):
        await studio.services.files.delete(stored.id, by=studio.owner)


async def test_files_of_deleted_requests_go_after_30_days(studio, an_order) -> None:
    storage = await asyncio.to_thread(FolderStorage, studio.data_dir / "artefacts")
    tidying = Housekeeping(studio.services.files._store, storage, work=studio.data_dir / "work", clock=studio.clock)
    kept = await studio.services.files.upload(chunks(b"mine"), file_name="a", content_type="", by=studio.owner)
    audio = an_order(output_type=OutputType.AUDIO)
    accepted = [await studio.services.requests.submit(audio, by=studio.owner) for _ in range(2)]
    ids = [(await studio.ended(each.id, by=studio.owner)).media[0].sha256 for each in accepted]
    await studio.services.requests.delete(accepted[0].id, by=studio.owner)
    tomorrow = time.time() + 86_400

    studio.clock.advance(days=29)
    await tidying.tidy(before_s=tomorrow)
    assert contents(studio) == {kept.sha256, READ, *SAID, *ids}
    studio.clock.advance(days=2)
    await tidying.tidy(before_s=tomorrow)
    assert contents(studio) == {kept.sha256, READ, *SAID, ids[1]}


async def test_pieces_of_films_stay_as_long_as_a_version_needs_them(studio, an_order) -> None:
    storage = await asyncio.to_thread(FolderStorage, studio.data_dir / "artefacts")
    tidying = Housekeeping(studio.services.files._store, storage, work=studio.data_dir / "work", clock=studio.clock)
    tomorrow = time.time() + 86_400
    first = await studio.services.requests.submit(an_order(output_type=OutputType.VIDEO), by=studio.owner)
    await studio.ended(first.id, by=studio.owner)
    await tidying.tidy(before_s=tomorrow)
    alone = contents(studio)
    edits = [SceneEdit(scene=0), SceneEdit(scene=1, text="Said otherwise."), SceneEdit(scene=2)]
    second = await studio.services.storyboards.version(first.id, edits, title="", by=studio.owner)
    await studio.ended(second.id, by=studio.owner)
    await tidying.tidy(before_s=tomorrow)
    both = contents(studio)
    assert alone < both

    await studio.services.requests.delete(first.id, by=studio.owner)
    studio.clock.advance(days=31)
    await tidying.tidy(before_s=tomorrow)
    left = contents(studio)
    assert len(both - left) == 2  # the film and the scene that the second version does not have
    assert (await studio.services.storyboards.picture(second.id, 0, by=studio.owner)).startswith(b"\xff\xd8")
    await studio.services.requests.delete(second.id, by=studio.owner)
    studio.clock.advance(days=31)
    await tidying.tidy(before_s=tomorrow)
    assert contents(studio) == set()


async def test_debris_of_a_killed_server_goes_at_the_next_start(opener, an_order) -> None:
    async with opener.open() as studio:
        accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
        done = await studio.ended(accepted.id, by=studio.owner)
    for folder in ("work/unknown-request", f"work/{accepted.id}", "artefacts/ab"):
        (opener.data_dir / folder).mkdir()
        (opener.data_dir / folder / "left").write_bytes(b"x")
    orphan = opener.data_dir / "artefacts" / "ab" / "left"
    os.utime(orphan, (100, 100))
    (opener.data_dir / "artefacts" / "drafts" / "half").write_bytes(b"x")

    async with opener.open() as studio:
        tidying = Housekeeping(
            studio.services.files._store,
            FolderStorage(opener.data_dir / "artefacts"),
            work=opener.data_dir / "work",
            clock=opener.clock,
        )
        await tidying.tidy(before_s=opener.clock().timestamp())

        assert not list((opener.data_dir / "work").iterdir())
        assert contents(studio) == {READ, *(media.sha256 for media in done.media)}


@pytest.mark.parametrize(
    ("given", "kept"),
    [("C:\\a\\b.txt", "b.txt"), ("a\x00\nb", "ab"), ("", "file"), ("  ", "file"), ("x" * 300 + ".pdf", None)],
)
def test_file_names_are_fit_to_be_shown(given: str, kept: str | None) -> None:
    name = plain_name(given)

    assert name == kept if kept else len(name) == 200 and name.endswith(".pdf")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ferries: old & new!", "Ferries-old-new.mp3"),
        ("हिन्दी पाठ", None),
        ("", "audio.mp3"),
        ("../../..", "audio.mp3"),
        ("x" * 500, "x" * 80 + ".mp3"),
    ],
)
def test_links_end_in_a_readable_name(title: str, name: str | None, tmp_path: Path) -> None:
    made = readable_name(title, Artefact("audio", tmp_path / "a.bin", "audio/mpeg", 1, ""))

    assert made == name if name else made.endswith(".mp3")
    assert "/" not in made


def test_links_are_percent_encoded(studio_links) -> None:
    media = Media("key", "audio", "Žluť.mp3", "audio/mpeg", 1, "")

    assert studio_links.url_of(media) == "https://media.example.com/media/key/%C5%BDlu%C5%A5.mp3"


@pytest.fixture
def studio_links(tmp_path: Path):
    from server.services.media import MediaLinks
    from server.store.database import Store

    store = Store(tmp_path / "a.db", backups=tmp_path)
    links = MediaLinks(store, FolderStorage(tmp_path), public_url="https://media.example.com/")
    links.bind("http://127.0.0.1:1")
    yield links
    store.close()
