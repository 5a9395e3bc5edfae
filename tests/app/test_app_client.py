"""The client says what the API says, in values and in errors."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from stub_api import StubApi, a_request, an_episode, refusal

from app.client import Client
from app.client.faults import ApiError, Fault, Unreachable, from_reply
from app.client.requests import Row, State, changed_by, row_of, script_of


async def test_the_queue_comes_in_pages_that_follow_each_other(api: StubApi, client: Client) -> None:
    for number in range(5):
        a_request(api.contents, f"Episode {number}", minutes_ago=number)

    first = await client.requests.page(limit=3)
    second = await client.requests.page(limit=3, after=first.next_after)

    assert [row.title for row in (*first.rows, *second.rows)] == [f"Episode {n}" for n in range(5)]
    assert first.total == 5
    assert second.next_after == ""
    assert first.counts["done"] == 5


async def test_search_and_filter_are_the_servers(api: StubApi, client: Client) -> None:
    a_request(api.contents, "Lake Vell")
    a_request(api.contents, "Lake Vell again", status=30, stage="writing")
    a_request(api.contents, "Night trains", status=0, stage="queued")

    found = await client.requests.page(search="vell", state="active")

    assert [row.title for row in found.rows] == ["Lake Vell again"]


async def test_a_refusal_names_its_fields(api: StubApi, client: Client) -> None:
    with pytest.raises(ApiError) as caught:
        await client.requests.create({"outputType": "audio"})

    assert caught.value.status == 400
    assert caught.value.code == "invalid_field"
    assert caught.value.fields == (Fault("resources", "give at least one source"),)


async def test_a_wrong_token_is_told_in_the_servers_words(api: StubApi) -> None:
    stranger = Client(api.address, "wrong")
    with pytest.raises(ApiError, match="The token is not valid"):
        await stranger.accounts.me()
    await stranger.close()


async def test_a_missing_server_is_unreachable() -> None:
    nobody = Client("http://127.0.0.1:9", "token")
    with pytest.raises(Unreachable, match=r"127\.0\.0\.1:9 doesn't answer"):
        await nobody.accounts.me()
    await nobody.close()


def test_a_refusal_in_another_shape_still_gives_a_sentence() -> None:
    error = from_reply(502, None, address="http://x")

    assert error.message == "The server at http://x answered 502 without an explanation."
    assert error.fields == ()


async def test_create_quote_cancel_delete_restore_retry(api: StubApi, client: Client) -> None:
    order = {"outputType": "audio", "resources": [{"type": "text", "content": "Words"}]}

    quote = await client.requests.quote(order)
    accepted = await client.requests.create(order)
    await client.requests.cancel(accepted.id)
    await client.requests.retry(accepted.id)
    await client.requests.delete(accepted.id)
    gone = await client.requests.page()
    await client.requests.restore(accepted.id)

    assert (quote.credits, quote.seconds, quote.size) == (10, 95, 6_400_000)
    assert gone.rows == ()
    assert [row.id for row in (await client.requests.page()).rows] == [accepted.id]
    with pytest.raises(ApiError) as caught:
        await client.requests.detail("unknown")
    assert caught.value.status == 404


async def test_a_file_goes_up_from_the_disk(api: StubApi, client: Client, tmp_path: Path) -> None:
    source = tmp_path / "notes.txt"
    source.write_bytes(b"n" * 200_000)

    stored = await client.files.add(source)
    kept = dict(api.contents.files)
    await client.files.delete(stored.id)

    assert (stored.name, stored.size) == ("notes.txt", 200_000)
    assert list(kept) == [stored.id]
    assert api.contents.files == {}


async def test_saving_is_whole_or_nothing(api: StubApi, client: Client, tmp_path: Path) -> None:
    row = a_request(api.contents)
    detail = await client.requests.detail(row["id"])
    target = tmp_path / "episode.mp3"
    seen: list[tuple[int, int]] = []

    await client.connection.save(detail.audio_url, target, progress=lambda done, total: seen.append((done, total)))

    assert target.read_bytes() == api.contents.sound
    assert seen[-1] == (len(api.contents.sound), len(api.contents.sound))
    api.contents.faults[f"/media/{row['id']}/episode.mp3"] = (404, refusal("media_not_found", "It is gone."))
    with pytest.raises(ApiError, match="It is gone"):
        await client.connection.save(detail.audio_url, tmp_path / "other.mp3")
    assert sorted(path.name for path in list(tmp_path.iterdir())) == ["episode.mp3"]  # noqa: ASYNC240


async def test_a_folder_that_takes_no_files_is_told(api: StubApi, client: Client, tmp_path: Path) -> None:
    row = a_request(api.contents)
    detail = await client.requests.detail(row["id"])
    with pytest.raises(ApiError, match=r"episode\.mp3 can't be written: No such file or directory"):
        await client.connection.save(detail.audio_url, tmp_path / "missing" / "episode.mp3")


async def test_shows_and_episodes(api: StubApi, client: Client) -> None:
    row = a_request(api.contents)
    api.contents.episodes.append(an_episode(7, row))
    fields = {
        "name": "Field Notes",
        "description": "d",
        "author": "a",
        "link": "https://x.example",
        "email": "a@x.example",
    }

    show_id = await client.shows.create_with_image(fields, image=b"jpeg", file_name="cover.jpg")
    show = await client.shows.one(show_id)
    waiting = await client.episodes.unallocated()
    episode_id = await client.episodes.add(show_id, row["id"], title="First")
    await client.episodes.change(episode_id, title="The first", description="Told well")
    [episode] = await client.episodes.of_show(show_id)
    feed = await client.shows.feed(show_id)
    artwork = await client.shows.artwork(show)
    await client.shows.change(show_id, {"description": "other"})
    await client.episodes.remove(episode_id)

    assert [e.id for e in waiting] == [7] == [episode_id]
    assert (episode.title, episode.description, episode.duration) == ("The first", "Told well", 760)
    assert "<title>The first</title>" in feed
    assert artwork == b"jpeg"
    assert (await client.shows.all())[0].description == "other"
    assert await client.episodes.of_show(show_id) == ()


async def test_what_is_offered_has_no_parameter_names(client: Client) -> None:
    assert "/studio/voices/{}/sample" in await client.accounts.offered()


async def test_account_voices_and_languages(client: Client) -> None:
    usage = await client.accounts.usage()
    voices = await client.voices.catalogue()
    languages = await client.languages.all()
    stats = await client.accounts.queue_stats()

    assert (usage.left, usage.daily_used) == (998_760, 3)
    assert voices[0].label == "Heart · US, female"
    assert [(entry.name, entry.voices) for entry in languages][:2] == [("English", 4), ("Deutsch", 0)]
    assert (stats.queued, stats.processing) == (0, 0)
    assert await client.accounts.me() == "owner"
    assert (await client.voices.sample(1)).startswith(b"RIFF")


@pytest.mark.parametrize(
    ("record", "state"),
    [
        ({"status": 0, "stage": "queued"}, State.QUEUED),
        ({"status": 40, "stage": "writing"}, State.PROCESSING),
        ({"status": 55, "stage": "waiting_for_approval"}, State.WAITING),
        ({"status": 100, "stage": "completed"}, State.DONE),
        ({"status": 40, "stage": "writing", "error_code": 1003}, State.FAILED),
        ({"status": 0, "cancelled": True, "error_code": 499}, State.CANCELLED),
    ],
)
def test_the_state_follows_from_the_record(record: dict[str, object], state: State) -> None:
    assert row_of({"id": "1"} | record).state is state


def test_an_event_changes_only_what_it_carries() -> None:
    row = Row("1", "Lake Vell", status=30, stage="writing", progress_text="Writing", seconds_left=40, error="")

    later = changed_by(row, {"status": 60, "stage": "voicing", "progress_text": "", "seconds_left": None})

    assert (later.title, later.status, later.stage, later.progress_text) == ("Lake Vell", 60, "voicing", "")
    assert later.seconds_left is None


def test_records_with_nulls_and_nonsense_are_read() -> None:
    row = row_of({"id": "1", "title": None, "requested_on": "yesterday", "duration": None, "seconds_left": None})

    assert (row.title, row.requested_on, row.duration) == ("", None, 0.0)
    assert script_of({"title": "t", "lines": None, "peaks": None}).lines == ()


def test_the_line_that_sounds_is_found_by_time() -> None:
    script = script_of({"lines": [{"startMs": 1000, "text": "a"}, {"startMs": 5000, "text": "b"}]})

    assert [script.line_at(at) for at in (0, 1000, 4999, 5000, 90_000)] == [-1, 0, 0, 1, 1]


def test_secret_files_are_the_owners_only(tmp_path: Path) -> None:
    from app.settings.secrets import Secrets

    class FileOnly(Secrets):
        def _keyring(self) -> None:
            return None

    FileOnly(tmp_path).keep("server.token", "abc")

    assert stat.S_IMODE((tmp_path / "desktop-secrets.json").stat().st_mode) == 0o600
    assert FileOnly(tmp_path).get("server.token") == "abc"
