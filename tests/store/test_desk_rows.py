"""Drafts, takes and rebuilds in the store: versions, what keeps a content, leases and attempts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.domain.episode_drafts import CastMember, DraftLine, EpisodeDraft, RebuildState, Take
from server.domain.errors import Conflict, NotFound
from server.domain.requests import RequestType
from server.store import acceptance, contents, episode_drafts, rebuilds
from server.store.artefacts import Content
from server.store.database import Store
from server.store.episode_drafts import KeptDraft

DRAFT = EpisodeDraft("T", "en", (DraftLine("l1", 0, "Words."),), (CastMember(0, 1),))


@pytest.fixture
def seq(store: Store, a_request) -> int:
    new = a_request(RequestType.AUDIO)
    store.write_and_wait(acceptance.accept, new)
    found = store.read_here(episode_drafts.any_request, new.id, "alice")
    return found.seq


def test_a_draft_is_kept_under_versions_that_follow_each_other(store: Store, seq: int) -> None:
    kept = KeptDraft(0, DRAFT)
    assert store.write_and_wait(episode_drafts.save, seq, kept, 5, follows=0) == 1
    with pytest.raises(Conflict) as caught:
        store.write_and_wait(episode_drafts.save, seq, kept, 6, follows=0)
    assert caught.value.code == "draft_changed"
    assert store.write_and_wait(episode_drafts.save, seq, replace(kept, music=Content("m", 3)), 7, follows=1) == 2
    found = store.read_here(episode_drafts.draft, seq)
    assert found is not None
    assert (found.version, found.draft, found.music) == (2, DRAFT, Content("m", 3))


def test_takes_and_music_keep_their_contents(store: Store, seq: int) -> None:
    take = Take("l1", "key", "Words.", 1, 1.0, 0, 2.0, "sha")
    store.write_and_wait(episode_drafts.add_takes, seq, [(take, Content("sha", 9))], 5)
    store.write_and_wait(episode_drafts.add_takes, seq, [(take, Content("sha", 9))], 6)
    store.write_and_wait(episode_drafts.save, seq, KeptDraft(0, DRAFT, Content("m", 3), "m.wav"), 5, follows=0)
    assert len(store.read_here(episode_drafts.takes, seq)) == 1
    store.write_and_wait(contents.forget_blobs)
    assert store.read_here(contents.is_blob, "sha") and store.read_here(contents.is_blob, "m")
    assert store.write_and_wait(episode_drafts.remove_take, seq, "l1", "key", 7)
    store.write_and_wait(contents.forget_blobs)
    assert not store.read_here(contents.is_blob, "sha")


def test_a_desk_needs_a_script_of_the_clients_own(store: Store, seq: int) -> None:
    row = store.read_here(lambda reading: reading.execute("SELECT id FROM requests").fetchone())
    with pytest.raises(Conflict):
        store.read_here(episode_drafts.desk_request, row[0], "alice")
    with pytest.raises(NotFound):
        store.read_here(episode_drafts.desk_request, row[0], "bob")


def test_a_rebuild_counts_only_under_its_attempt(store: Store, seq: int) -> None:
    store.write_and_wait(rebuilds.ask, seq, "first", KeptDraft(3, DRAFT), 10)
    claimed = store.write_and_wait(rebuilds.claim, 11, lease_ms=100)
    assert claimed is not None and (claimed.rebuild.attempt, claimed.draft) == (1, DRAFT)
    with pytest.raises(Conflict):
        store.write_and_wait(rebuilds.ask, seq, "second", KeptDraft(3, DRAFT), 12)
    assert store.write_and_wait(rebuilds.progress, claimed, 12, fraction=0.5, text="Half")
    assert store.write_and_wait(rebuilds.progress, claimed, 12, fraction=0.2, text="Less")
    assert store.read_here(rebuilds.find, seq).fraction == 0.5
    # A start takes back what ran; the old attempt's word counts no more.
    assert store.write_and_wait(rebuilds.recover, 13) == 1
    again = store.write_and_wait(rebuilds.claim, 14, lease_ms=100)
    assert again is not None and again.rebuild.attempt == 2
    assert not store.write_and_wait(rebuilds.end, claimed, 15, state=RebuildState.DONE)
    assert store.write_and_wait(rebuilds.end, again, 15, state=RebuildState.DONE)
    assert store.read_here(rebuilds.find, seq).state is RebuildState.DONE


def test_a_rebuild_whose_lease_is_over_runs_again_and_three_lost_workers_end_it(store: Store, seq: int) -> None:
    store.write_and_wait(rebuilds.ask, seq, "one", KeptDraft(0, DRAFT), 10)
    store.write_and_wait(rebuilds.claim, 11, lease_ms=100)
    assert store.write_and_wait(rebuilds.recover, 50, but="-") == 0
    assert store.write_and_wait(rebuilds.recover, 500, but="-") == 1
    for _ in range(3):
        claimed = store.write_and_wait(rebuilds.claim, 600, lease_ms=100)
        assert claimed is not None
        store.write_and_wait(rebuilds.lose_worker, claimed, 601)
    assert store.read_here(rebuilds.find, seq).state is RebuildState.FAILED
    assert store.write_and_wait(rebuilds.claim, 700, lease_ms=100) is None


def test_a_stopped_rebuild_stays_stopped(store: Store, seq: int) -> None:
    store.write_and_wait(rebuilds.ask, seq, "one", KeptDraft(0, DRAFT), 10)
    claimed = store.write_and_wait(rebuilds.claim, 11, lease_ms=100)
    stopped = store.write_and_wait(rebuilds.cancel, seq, 12)
    assert stopped.state is RebuildState.CANCELLED
    assert not store.write_and_wait(rebuilds.end, claimed, 13, state=RebuildState.DONE)
