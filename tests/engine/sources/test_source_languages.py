"""The language of a text."""

from __future__ import annotations

import pytest

from server.domain.sources import BlockKind
from server.engine.sources.documents import Document, Part
from server.engine.sources.languages import language_of


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The ferry between the two towns will stop running on Monday, the office said.", "en"),
        ("Die Fähre zwischen den beiden Städten wird ab Montag nicht mehr fahren.", "de"),
        ("Le bac entre les deux villes ne circulera plus à partir de lundi prochain.", "fr"),
        ("El transbordador entre las dos ciudades dejará de funcionar el próximo lunes.", "es"),
        ("Il traghetto tra le due città smetterà di funzionare a partire da lunedì.", "it"),
        ("A balsa entre as duas cidades deixará de funcionar a partir de segunda-feira.", "pt"),
        ("दोनों शहरों के बीच की नाव सोमवार से नहीं चलेगी, कार्यालय ने कहा।", "hi"),
        ("Паром между двумя городами перестанет ходить с понедельника, сообщили нам.", "ru"),
        ("Fergen mellom de to byene slutter å gå fra mandag, sa havnekontoret i går kveld.", "nb"),
        ("這兩個城鎮之間的渡輪將於星期一停止運行。", "zh"),
        ("二つの町を結ぶフェリーは月曜日から運休します。", "ja"),
        ("두 도시를 오가는 페리는 월요일부터 운항을 중단합니다.", "ko"),
        ("ستتوقف العبارة بين المدينتين عن العمل يوم الاثنين.", "ar"),
    ],
)
def test_languages_are_told_apart(text: str, code: str) -> None:
    assert language_of(Document([Part(BlockKind.PARAGRAPH, text)])) == code


def test_too_little_text_takes_what_is_declared() -> None:
    short = [Part(BlockKind.PARAGRAPH, "Hello there")]

    assert language_of(Document(short)) == "en"
    assert language_of(Document(short, language="de-AT")) == "de"
    assert language_of(Document(short, language="xx")) == "en"


def test_enough_text_is_believed_before_what_is_declared() -> None:
    text = "Die Fähre zwischen den beiden Städten wird ab Montag nicht mehr fahren, sagte das Amt."

    assert language_of(Document([Part(BlockKind.PARAGRAPH, text)], language="en")) == "de"
