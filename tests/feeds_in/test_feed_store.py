"""Feeds, items and subscriptions in a real database."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from server.domain.accounts import Account
from server.domain.errors import InvalidField
from server.domain.orders import FeedSelection
from server.domain.read_feeds import Enclosure, ReadItem
from server.domain.sources import SourceKind
from server.domain.subscribed_feeds import FeedItem
from server.domain.times import from_ms
from server.services.feed_items import FeedItems, material_of
from server.store import feed_items, subscribed_feeds, subscriptions
from server.store.database import Store


def items(*numbers: int, key: str = "g") -> list[ReadItem]:
    return [ReadItem(key=f"{key}{n}", title=f"T{n}", link=f"https://x.example/{n}") for n in numbers]


@pytest.fixture
def feed_id(store: Store) -> int:
    add = subscribed_feeds.add
    return store.write_and_wait(add, client_id="alice", name="n", url="https://x.example/feed", now_ms=5).id


def keep(store: Store, feed_id: int, read: list[ReadItem], now_ms: int = 1000) -> tuple[str, ...]:
    return store.write_and_wait(feed_items.keep, feed_id, read, now_ms)


def test_only_unknown_items_are_new(store: Store, feed_id: int) -> None:
    first = keep(store, feed_id, items(2, 1))
    assert len(first) == 2
    assert keep(store, feed_id, items(2, 1)) == ()
    (third,) = keep(store, feed_id, items(3, 2, 1))
    assert store.read_here(feed_items.newest, feed_id, 3)[0].id == third


def test_a_changed_item_stays_the_same_item(store: Store, feed_id: int) -> None:
    (item_id,) = keep(store, feed_id, items(1))
    changed = [ReadItem(key="g1", title="New title", link="https://x.example/1", text="more")]
    assert keep(store, feed_id, changed) == ()
    (found,) = store.read_here(feed_items.newest, feed_id, 5)
    assert (found.id, found.title, found.text) == (item_id, "New title", "more")


def test_items_with_new_keys_and_old_addresses_are_known_again(store: Store, feed_id: int) -> None:
    keep(store, feed_id, items(1, 2))
    assert keep(store, feed_id, items(1, 2, key="other")) == ()
    assert len(keep(store, feed_id, items(3, key="other"))) == 1


def test_many_items_with_one_address_stay_apart(store: Store, feed_id: int) -> None:
    same = [ReadItem(key=f"g{n}", title="Daily", link="https://x.example/") for n in range(3)]
    assert len(keep(store, feed_id, same)) == 3
    assert len(keep(store, feed_id, [*same, ReadItem(key="g9", title="Daily", link="https://x.example/")])) == 1


def test_items_that_a_feed_dropped_stay_up_to_a_number(store: Store, feed_id: int) -> None:
    keep(store, feed_id, items(*range(1500)))
    assert store.read_here(feed_items.page, feed_id, 1, 1).total == 1500
    keep(store, feed_id, items(2000), now_ms=2000)
    assert store.read_here(feed_items.page, feed_id, 1, 1).total == 1000


def test_a_date_in_the_future_does_not_stand_above_everything(store: Store, feed_id: int) -> None:
    keep(store, feed_id, [ReadItem(key="a", title="a", published=datetime(2199, 1, 1, tzinfo=UTC))], now_ms=1000)
    keep(store, feed_id, [ReadItem(key="b", title="b")], now_ms=2000)
    assert [item.title for item in store.read_here(feed_items.newest, feed_id, 5)] == ["b", "a"]


def test_portions_meet_without_gap_or_double(store: Store, feed_id: int) -> None:
    keep(store, feed_id, items(*range(25)))
    found: list[str] = []
    after: tuple[int, int] | None = None
    while True:
        portion, after = store.read_here(feed_items.portion, feed_id, after, 7)
        found += [item.id for item in portion]
        if after is None:
            break
    assert len(found) == len(set(found)) == 25


def test_deleting_a_feed_takes_everything_of_it(store: Store, feed_id: int) -> None:
    keep(store, feed_id, items(1))
    add = subscriptions.add
    store.write_and_wait(add, client_id="alice", feed_id=feed_id, template_id="t", now_ms=1)
    assert store.write_and_wait(subscribed_feeds.remove, (feed_id,), "bob", 1) == (feed_id,)
    assert store.write_and_wait(subscribed_feeds.remove, (feed_id,), "alice", 1) == ()
    for table in ("feed_items", "feed_subscriptions", "subscribed_feeds"):
        assert store.read_here(lambda s, table=table: s.execute(f"SELECT count(*) FROM {table}").fetchone()) == (0,)


def an_item(**more: object) -> FeedItem:
    return FeedItem(**({"id": "i", "feed_id": 1, "seq": 1, "seen_on": from_ms(1), "title": "T"} | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("item", "kind"),
    [
        (an_item(text="word " * 200, link="https://x.example/1"), SourceKind.TEXT),
        (an_item(text="word " * 20, link="https://x.example/1"), SourceKind.WEBSITE),
        (an_item(text="word " * 20), SourceKind.TEXT),
        (an_item(link="https://www.youtube.com/watch?v=a"), SourceKind.VIDEO_SITE),
        (
            an_item(text="word " * 300, enclosure_url="https://x.example/a", enclosure_type="audio/mpeg"),
            SourceKind.FILE,
        ),
        (an_item(text="word " * 1200, enclosure_url="https://x.example/a.mp3"), SourceKind.TEXT),
        (an_item(link="https://x.example/1", enclosure_url="https://x.example/a.jpg"), SourceKind.WEBSITE),
    ],
)
def test_what_an_item_stands_for(item: FeedItem, kind: SourceKind) -> None:
    assert material_of(item).type is kind


async def test_selections_are_answered_in_their_order(store: Store, feed_id: int) -> None:
    alice, kept = Account("alice"), keep(store, feed_id, items(2, 1))
    service = FeedItems(store)
    chosen = await service.selected(
        [FeedSelection(feed_id, (kept[1], kept[0])), FeedSelection(feed_id, (kept[1],))], field="f", by=alice
    )
    assert [each.content for each in chosen] == ["https://x.example/2", "https://x.example/1"]
    newest = await service.newest([feed_id], count=1, field="feeds", by=alice)
    assert len(newest) == 1
    for selection, by, said in (
        (FeedSelection(feed_id, ("x",)), alice, "f: feed 1 has no item"),
        (FeedSelection(feed_id, (kept[0],)), Account("bob"), "f: no feed of yours"),
    ):
        with pytest.raises(InvalidField, match=said):
            await service.selected([selection], field="f", by=by)
    with pytest.raises(InvalidField, match="feeds: "):
        await service.newest([999], count=5, field="feeds", by=alice)


def test_an_enclosure_is_kept_with_its_item(store: Store, feed_id: int) -> None:
    both = (Enclosure("https://x.example/a.jpg", "image/jpeg"), Enclosure("https://x.example/a.mp3", "audio/mpeg", 7))
    keep(store, feed_id, [ReadItem(key="a", enclosures=both)])
    (found,) = store.read_here(feed_items.newest, feed_id, 1)
    assert (found.enclosure_url, found.enclosure_length) == ("https://x.example/a.mp3", 7)
