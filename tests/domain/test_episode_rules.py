"""What can be said of an episode."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from server.domain.episodes import ChapterMark, Enclosure, Episode, EpisodeChange, EpisodeType, change_episode
from server.domain.errors import Invalid
from server.domain.shows import Person

NOW = datetime(2026, 3, 4, tzinfo=UTC)
EPISODE = Episode(
    id=1,
    owner="c",
    guid="g",
    title="T",
    description="D",
    enclosure=Enclosure("/media/x.mp3", "audio/mpeg", 9, 100.4),
    updated_on=NOW,
    succeeded_on=NOW,
)


@pytest.mark.parametrize(
    ("field", "value", "wire"),
    [
        ("title", " ", "title"),
        ("description", "", "description"),
        ("season", -1, "season"),
        ("number", 10**9, "number"),
        ("episode_type", "half", "episodeType"),
        ("image_url", "x", "imageUrl"),
        ("persons", (Person(""),), "persons[0].name"),
        ("chapters", (ChapterMark(0, " "),), "chapters[0].title"),
        ("chapters", (ChapterMark(0, "a"), ChapterMark(0, "b")), "chapters[1].startTime"),
        ("chapters", (ChapterMark(101, "a"),), "chapters[0].startTime"),
        ("chapters", (ChapterMark(1, "a", url="x"),), "chapters[0].url"),
    ],
)
def test_a_value_that_breaks_a_rule_is_named(field: str, value: Any, wire: str) -> None:
    with pytest.raises(Invalid) as caught:
        change_episode(EPISODE, EpisodeChange(**{field: value}), now=NOW)

    assert [fault.field for fault in caught.value.details] == [wire]


def test_a_change_is_kept_and_no_change_is_none() -> None:
    later = NOW + timedelta(hours=1)
    change = EpisodeChange(title="New", episode_type="bonus", chapters=(ChapterMark(9, "b"), ChapterMark(0, "a")))

    changed = change_episode(EPISODE, change, now=later)

    assert (changed.title, changed.episode_type, changed.updated_on) == ("New", EpisodeType.BONUS, later)
    assert [mark.title for mark in changed.chapters] == ["a", "b"]
    assert change_episode(changed, change, now=later + timedelta(1)) is changed


def test_a_duration_is_whole_seconds() -> None:
    assert EPISODE.duration_seconds == 100
