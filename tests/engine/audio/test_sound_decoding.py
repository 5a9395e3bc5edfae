from __future__ import annotations

import io
from random import Random

import av
import numpy as np
import pytest

from server.domain.errors import SourceNotImported
from server.engine.audio.decoding import decode, decode_start, describe


def whole(path, **how):
    return np.concatenate(list(decode(path, **{"rate": 44_100, **how})), axis=1)


@pytest.mark.parametrize("name", ["a.mp3", "a.m4a", "a.wav", "a.flac"])
@pytest.mark.parametrize("rate", [22_050, 48_000])
def test_every_kind_of_file_comes_out_at_the_rate_asked_for(written, sine, name, rate) -> None:
    path = written(name, np.stack([sine(440, -10, 3, rate)] * 2), rate)

    sound = whole(path)

    assert sound.shape[0] == 1
    assert sound.dtype == np.float32
    assert sound.shape[1] / 44_100 == pytest.approx(3.0, abs=0.06)
    assert np.sqrt(np.mean(sound[0, 22_050:110_250] ** 2)) == pytest.approx(10 ** (-13 / 20), rel=0.08)


def test_the_content_tells_the_kind_not_the_name(written, sine) -> None:
    path = written("music.wav", sine(440, -10, 1, 44_100), 44_100)
    wrong = path.rename(path.with_suffix(".mp3"))
    assert describe(wrong).codec == "pcm_s16le"
    assert whole(wrong).shape == (1, 44_100)


def test_stereo_stays_stereo_where_asked(written, sine) -> None:
    path = written("a.wav", np.stack([sine(440, -10, 1, 44_100), sine(440, -30, 1, 44_100)]), 44_100)
    left, right = whole(path, channels=2)
    assert np.abs(left).max() == pytest.approx(np.abs(right).max() * 10, rel=0.02)


def test_only_the_beginning_is_read_where_asked(written, sine) -> None:
    path = written("a.mp3", sine(440, -10, 5, 44_100), 44_100)
    assert decode_start(path, rate=44_100, channels=2, seconds=1.5).shape == (2, 66_150)


@pytest.mark.parametrize("name", ["a.mp3", "a.wav"])
def test_a_file_that_breaks_off_is_told_with_its_length(written, sine, name) -> None:
    path = written(name, sine(440, -10, 20, 44_100), 44_100)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(SourceNotImported, match=r"Interview breaks off after (9|10) seconds"):
        whole(path, name="Interview")


def test_an_m4a_without_its_end_is_unreadable(written, sine) -> None:
    path = written("a.m4a", sine(440, -10, 5, 44_100), 44_100)
    path.write_bytes(path.read_bytes()[:-2000])
    with pytest.raises(SourceNotImported, match=r"a\.m4a could not be read as sound"):
        whole(path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"Not sound at all, only words. " * 300,
        b"\x89PNG\r\n\x1a\n" + bytes(4000),
        b"ffconcat version 1.0\nfile 'other.wav'\n",
        b"#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nother.wav\n#EXT-X-ENDLIST\n",
    ],
    ids=["empty", "text", "picture", "concat list", "playlist"],
)
def test_what_is_no_sound_file_is_refused(tmp_path, written, sine, content) -> None:
    written("other.wav", sine(440, -10, 1, 44_100), 44_100)
    path = tmp_path / "upload.mp3"
    path.write_bytes(content)
    with pytest.raises(SourceNotImported, match="Jingle could not be read as sound"):
        whole(path, name="Jingle")


def test_a_missing_file_and_one_that_is_too_long(tmp_path, written, sine) -> None:
    with pytest.raises(SourceNotImported, match="not there any more"):
        whole(tmp_path / "gone.mp3")
    path = written("a.wav", sine(440, -10, 4, 8000), 8000)
    with pytest.raises(SourceNotImported, match=r"longer than 0\.05 minutes"):
        whole(path, longest_s=3.0)


def test_a_changing_rate_of_bits_without_a_count_is_no_damage(tmp_path) -> None:
    noise = 0.2 * np.random.default_rng(1).standard_normal((1, 44_100 * 10)).astype(np.float32)
    pieces = []
    for bit_rate in (32_000, 192_000):
        target = io.BytesIO()
        with av.open(target, "w", format="mp3", options={"write_xing": "0", "id3v2_version": "0"}) as container:
            stream = container.add_stream("libmp3lame", rate=44_100, layout="mono", bit_rate=bit_rate)
            frame = av.AudioFrame.from_ndarray(noise, format="fltp", layout="mono")
            frame.sample_rate = 44_100
            for packet in [*stream.encode(frame), *stream.encode(None)]:
                container.mux(packet)
        pieces.append(target.getvalue())
    path = tmp_path / "joined.mp3"
    path.write_bytes(b"".join(pieces))
    assert whole(path).shape[1] / 44_100 == pytest.approx(20.0, abs=0.2)


@pytest.mark.parametrize("name", ["a.mp3", "a.m4a", "a.wav"])
def test_damage_anywhere_is_survived_or_told(written, talk, name) -> None:
    path = written(name, talk(1, rate=44_100), 44_100)
    intact = path.read_bytes()
    random = Random(name)
    for _ in range(40):
        damaged = bytearray(intact)
        for _ in range(random.choice((1, 10, 400))):
            damaged[random.randrange(random.choice((64, 2000, len(damaged))))] = random.randrange(256)
        path.write_bytes(damaged[: random.choice((len(damaged), random.randrange(len(damaged))))])
        try:
            heard = whole(path)
        except SourceNotImported as error:
            assert path.name in str(error)
        else:
            assert heard.dtype == np.float32
