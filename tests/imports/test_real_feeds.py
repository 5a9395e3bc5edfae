"""Every feed of the test data comes out as its index says."""

from __future__ import annotations

from typing import Any

from lxml import etree

NS = {"i": "http://www.itunes.com/dtds/podcast-1.0.dtd", "p": "https://podcastindex.org/namespace/1.0"}
TRUTH = {"true": True, "false": False, "": False}


async def test_every_feed_comes_out_as_its_index_says(importer: Any, rows: Any, make: Any) -> None:
    assert len(rows) == 18
    for row in rows:
        name = row["file"]
        token = await importer.live.client(name.split(".")[0].replace("_", "-"), credits=10)
        data = (make.feeds / name).read_bytes()
        if row["expect"].startswith("refuse"):
            reply = await importer.bring(data, path=f"/{name}", token=token, rssUrl=importer.site.url(f"/{name}?feed"))
            assert (reply.status, reply.body["code"]) == (400, "no_podcast"), name
            assert "9 items" in reply.body["error"]
            continue
        said: dict[str, Any] = {"rssUrl": importer.site.url(f"/{name}?feed")}
        if row["podcast_locked"] == "yes":
            refused = await importer.bring(data, path=f"/{name}", token=token, **said)
            assert (refused.status, refused.body["code"]) == (400, "show_locked"), name
            said["confirmOwnership"] = True
        if not row["email"]:
            refused = await importer.bring(data, path=f"/{name}", token=token, **said)
            assert (refused.status, refused.body["details"][0]["field"]) == (400, "email"), name
            said["email"] = "mine@example.com"
        reply = await importer.bring(data, path=f"/{name}", token=token, **said)
        assert reply.status == 200, (name, reply.body)
        assert reply.body["isNew"]
        show, episodes = await importer.show(reply, token=token), await importer.episodes(reply, token=token)
        assert len(episodes) == int(row["expected_episodes"] or row["items"]) == reply.body["episodesAdded"], name
        assert len({episode["guid"] for episode in episodes}) == len(episodes)
        if name.startswith("44"):  # the index knows no more of it
            assert show["name"] == "All Things Chemical"
            continue
        assert show["name"] == row["title"], name
        assert show["email"] == (row["email"] or "mine@example.com")
        assert show["explicit"] is TRUTH[row["explicit"]]
        assert show["type"] == (row["type"] or "episodic")
        assert show["copyright"].startswith(row["copyright"])
        assert show["medium"] == (row["podcast_medium"] or "podcast")
        assert show["author"] == row["author"] or not row["author"]
        assert show["owner"]["name"] == (row["owner_name"] or show["author"])
        assert show["source"]["newFeedUrl"] == row["new_feed_url"]
        assert show["source"]["categories"] == [each for each in row["categories"].split(" | ") if each]
        assert show["newFeedUrl"] == ""
        if row["podcast_guid"]:
            assert show["guid"] == row["podcast_guid"]
        if row["file"].startswith("D4"):  # items that were left out count in the index
            assert reply.body["itemsLeftOut"] == 2
            assert reply.warned.count("has the guid of another item") == 2
            continue
        assert sum(1 for episode in episodes if episode["number"]) == int(row["numbered"])
        seasons = dict.fromkeys((each.split(":")[0] for each in row["seasons"].split(";") if each), 0)
        assert {str(episode["season"]) for episode in episodes if episode["season"]} == set(seasons)

        channel = etree.fromstring(await importer.published(reply))[0]
        assert channel.findtext("language") == (row["language"] or "en")
        assert len(channel.findall("item")) == len(episodes)
        guids = [guid.text for guid in channel.findall("item/guid")]
        if row["first_guid"]:
            assert row["first_guid"] in guids
            assert row["last_guid"] in guids
        assert channel.find("i:new-feed-url", NS) is None
        assert channel.find("i:block", NS) is None
        types = [e.text for e in channel.findall("item/i:episodeType", NS)]
        for kind in ("trailer", "bonus"):
            wanted = dict(each.split(":") for each in row["episode_types"].split(";") if each)
            assert types.count(kind) == int(wanted.get(kind, 0)), name


async def test_importing_again_adds_what_is_new_and_changes_nothing_else(importer: Any, make: Any) -> None:
    old, new = (make.feeds / f"{n}.xml" for n in ("23_intercepted_2018-01-20", "24_intercepted_2018-02-03"))
    first = await importer.bring(old.read_bytes())
    ids = {episode["guid"]: episode["id"] for episode in await importer.episodes(first)}
    second = await importer.bring(new.read_bytes())
    assert second.status == 200, second.body
    assert second.body["podcastId"] == first.body["podcastId"]
    assert not second.body["isNew"]
    assert second.body["episodesAdded"] == 47 - 43 + 0
    after = {episode["guid"]: episode["id"] for episode in await importer.episodes(second)}
    assert ids.items() <= after.items()
    third = await importer.bring(new.read_bytes())
    assert (third.body["episodesAdded"], third.body["episodesUpdated"], third.body["episodesUnchanged"]) == (0, 0, 47)


async def test_a_show_at_a_new_host_is_the_same_show(importer: Any, make: Any) -> None:
    d8 = (make.feeds / "D8_same_guids_new_urls.xml").read_bytes()
    original = d8.replace(b"Renamed: ", b"").replace(b'<enclosure url="', b'<enclosure url="https://old.example/?u=')
    first = await importer.bring(original, path="/old-feed")
    second = await importer.bring(d8, path="/new-feed")
    assert second.status == 200, second.body
    assert second.body["podcastId"] == first.body["podcastId"]
    assert (second.body["episodesAdded"], second.body["episodesUpdated"]) == (0, 14)
    assert second.body["refreshed"]["audioUrl"] == 14
    assert (await importer.show(second))["name"] == "Renamed: The Tip Off"
