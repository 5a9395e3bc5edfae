"""The small catalogue is one, and its judge knows good addresses from bad."""

from __future__ import annotations

from fake_voices import FakeCatalogue, judge_address

from server.services.intake import AddressJudge
from server.services.languages import Languages
from server.services.voices import VoiceCatalogue, Voices


def test_the_catalogue_serves_voices_and_languages() -> None:
    catalogue: VoiceCatalogue = FakeCatalogue()

    assert Voices(catalogue).require(1, field="voice1").name == "Heart"
    spoken = {language.name: language.voices for language in Languages(Voices(catalogue)).list()}
    assert spoken == {"English": (1, 2), "Español": (3,)}


def test_the_judge_names_what_is_wrong() -> None:
    judge: AddressJudge = judge_address

    assert judge("https://example.com/a.mp3", extensions=(".mp3",)) is None
    assert judge("http://example.com/", schemes=("https",))
    assert judge("https://example.com/a.ogg", extensions=(".mp3",))
    assert judge("http://localhost/")
    assert judge("http://localhost/", allow_private=True) is None
