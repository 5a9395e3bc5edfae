from __future__ import annotations

import av
import numpy as np
import pytest
from mutagen.id3 import ID3
from mutagen.mp3 import MP3

from server.domain.languages import LANGUAGES
from server.engine.audio.encoding import encode
from server.engine.audio.tagging import THREE_LETTERS, ChapterTime, Tags, read_tags, tag

TAGS = Tags(
    title="नदी की कहानी — Ζωή",
    artist="Аня и Борис",
    album="Das Große",
    year=2026,
    language="pt-BR",
    description="First line.\nSecond line: “quoted” 🚀",
    cover=b"\xff\xd8\xff\xe0" + bytes(100),
    chapters=(ChapterTime("Öffnung 🚀", 0, 1200), ChapterTime("Η μέση", 1200, 2000)),
)


@pytest.fixture
def episode(tmp_path, talk):
    path = tmp_path / "e.mp3"
    encode(np.array_split(talk(2.0, rate=44_100), 3), path)
    return path


def test_tags_survive_and_are_of_version_2_3(episode) -> None:
    tag(episode, TAGS)
    assert read_tags(episode) == Tags(**{**{n: getattr(TAGS, n) for n in TAGS.__slots__}, "language": "por"})
    raw = ID3(episode, translate=False)
    assert raw.version == (2, 3, 0)
    assert str(raw["TCON"]) == "Podcast"
    assert str(raw["TENC"]) == "Quillcast"
    by_name = {chapter.element_id: chapter.start_time for chapter in raw.getall("CHAP")}
    assert [by_name[name] for name in raw.getall("CTOC")[0].child_element_ids] == [0, 1200]


def test_another_reader_finds_title_and_chapters(episode) -> None:
    tag(episode, TAGS)
    with av.open(str(episode)) as container:
        assert container.metadata["title"] == TAGS.title
        assert [c["metadata"]["title"] for c in container.chapters()] == ["Öffnung 🚀", "Η μέση"]
        assert container.chapters()[1]["start"] == 1200


def test_the_head_tells_length_rate_and_kind(episode) -> None:
    tag(episode, TAGS)
    info = MP3(episode).info
    assert info.length == pytest.approx(2.0, abs=0.001)
    assert (info.sample_rate, info.channels, info.bitrate) == (44_100, 1, pytest.approx(128_000, rel=0.001))
    assert info.encoder_info.startswith("LAME")
    assert info.sketchy is False


def test_the_sound_comes_back_in_its_place(episode, talk) -> None:
    with av.open(str(episode)) as container:
        back = np.concatenate([f.to_ndarray() for f in container.decode(audio=0)], axis=1)[0]
    sound = talk(2.0, rate=44_100)
    assert len(back) == len(sound)
    assert np.corrcoef(back, sound)[0, 1] > 0.98


def test_the_same_sound_gives_the_same_bytes(episode, tmp_path, talk) -> None:
    again = tmp_path / "again.mp3"
    encode([talk(2.0, rate=44_100)], again)
    tag(again, TAGS)
    tag(episode, TAGS)
    assert again.read_bytes() == episode.read_bytes()


def test_empty_fields_are_left_out_and_new_tags_replace_old(episode) -> None:
    tag(episode, TAGS)
    tag(episode, Tags(title=" A\0B \n C "))
    assert read_tags(episode) == Tags(title="A B C")


def test_every_language_on_offer_has_its_three_letters() -> None:
    assert {language.code for language in LANGUAGES} == set(THREE_LETTERS)
    assert all(len(code) == 3 for code in THREE_LETTERS.values())
