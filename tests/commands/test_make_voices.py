"""What `make` finds in the data directory: own voices and the pronunciation book; and the stems it writes."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from server.commands.make import _deliver
from server.commands.own_voices import furnished
from server.config.directories import DataDirectory
from server.config.settings import ServerConfig
from server.domain.errors import InvalidField
from server.domain.pronunciations import Pronunciation
from server.domain.requests import OutputType
from server.domain.voices import BlendPart
from server.engine.jobs import RenderResult
from server.engine.specs import Artefact, RenderSpec
from server.store import pronunciations, voices
from server.store.database import Store
from server.store.voices import InstalledVoice

SPEC = RenderSpec(OutputType.AUDIO, ())


@pytest.fixture
def directory(tmp_path: Path) -> DataDirectory:
    return DataDirectory(tmp_path / "data").prepare()


def fill(directory: DataDirectory) -> int:
    """A blend and two words of the book, as the server keeps them; the blend's number."""
    store = Store(directory.database, backups=directory.backups)
    try:
        blend = InstalledVoice("blend", "b1", "Anna", "en", "US", "", (BlendPart(1, 0.5), BlendPart(2, 0.5)))
        made = store.write_and_wait(voices.add, blend, 1)
        for entry in (
            Pronunciation("p1", "Siobhan", "Shiv-awn"),
            Pronunciation("p2", "Sele", "Seal", client_id="somebody"),
        ):
            store.write_and_wait(pronunciations.save, entry, 1)
    finally:
        store.close()
    return made.id


def test_blends_and_the_book_are_those_of_the_data_directory(directory: DataDirectory) -> None:
    number = fill(directory)
    config = ServerConfig(data_dir=directory.path)

    spec = furnished(SPEC, [("voice1", "anna"), ("voice2", "Michael")], directory=directory, config=config)

    assert spec.voices == (number, 2)
    assert [(voice.id, voice.key) for voice in spec.own_voices] == [(number, "af_heart:0.5+am_michael:0.5")]
    assert [entry.word for entry in spec.pronunciations] == ["Siobhan"]
    by_number = furnished(SPEC, [("voice1", str(number))], directory=directory, config=config)
    assert by_number.voices == (number,)


def test_a_voice_that_is_nowhere_is_named(directory: DataDirectory) -> None:
    fill(directory)

    with pytest.raises(InvalidField, match="Annie"):
        furnished(SPEC, [("voice1", "Annie")], directory=directory, config=ServerConfig(data_dir=directory.path))


def test_without_a_database_none_is_made(directory: DataDirectory) -> None:
    spec = furnished(SPEC, [("voice1", "Heart")], directory=directory, config=ServerConfig(data_dir=directory.path))

    assert (spec.voices, spec.own_voices, spec.pronunciations) == ((1,), (), ())
    with pytest.raises(InvalidField, match="Anna"):
        furnished(SPEC, [("voice1", "Anna")], directory=directory, config=ServerConfig(data_dir=directory.path))
    assert not directory.database.exists()


def test_a_dropped_pack_speaks_under_its_name(directory: DataDirectory) -> None:
    import numpy as np

    np.savez(directory.voices / "studio.npz", af_olga=np.zeros((510, 256), np.float16))

    spec = furnished(SPEC, [("voice1", "Olga")], directory=directory, config=ServerConfig(data_dir=directory.path))

    (voice,) = spec.own_voices
    assert (voice.id, voice.key, voice.source) == (
        spec.voices[0],
        "af_olga",
        str(directory.voices / "studio.npz"),
    )


def test_stems_are_written_beside_the_episode(tmp_path: Path) -> None:
    files = []
    for name, ending in (("audio", ".mp3"), ("stem_00", ".wav"), ("stem_music", ".wav")):
        path = tmp_path / f"{name}{ending}"
        path.write_text(name)
        files.append(Artefact.of(path, name=name, media_type="audio/wav"))
    options = Namespace(output=tmp_path / "talk.mp3", script=None, include_citations=False, type="audio", format="")

    _deliver(RenderResult("A talk", "en", "", tuple(files)), options)

    assert (tmp_path / "talk.mp3").read_text() == "audio"
    assert (tmp_path / "talk-speaker-1.wav").read_text() == "stem_00"
    assert (tmp_path / "talk-music.wav").read_text() == "stem_music"
