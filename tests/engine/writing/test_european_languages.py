"""German, French, Spanish, Italian and Portuguese: read by rules, in their own words."""

import json
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from server.domain.errors import CannotProduce
from server.domain.languages import LANGUAGES
from server.domain.requests import Duration, Style
from server.domain.scripts import Script
from server.domain.sources import Source, SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english.phrases import PHRASES
from server.engine.writing.european.numbers import numerals
from server.engine.writing.european.splitting import split
from server.engine.writing.gates import faults
from server.engine.writing.rules import rules_for
from server.engine.writing.tasks import DialogueTask, TextTask

TEXTS = Path(__file__).resolve().parents[2] / "data" / "texts"
NAMES = ("stadtbaeume_de", "accordeons_fr", "trashumancia_es", "biblioteca_it", "farol_pt")
present: Callable[[list[list[str]], str], bool] = runpy.run_path(str(TEXTS / "check.py"), run_name="check")["present"]


@pytest.fixture(scope="module")
def sources() -> dict[str, Source]:
    return {
        name: import_source(SourceSpec(SourceKind.FILE, path=TEXTS / f"{name}.md", name=f"{name}.md")) for name in NAMES
    }


def script_of(source: Source, *, style: Style = Style.DEEP_DIVE, duration: Duration = Duration.DEFAULT) -> Script:
    task = DialogueTask(sources=(source,), language=source.language, style=style, duration=duration)
    return BuiltInWriter().write(task)


@pytest.mark.parametrize("name", NAMES)
def test_a_default_episode_keeps_the_facts(name: str, sources: dict[str, Source]) -> None:
    lines = [line.text for line in script_of(sources[name]).lines]
    near = [" ".join(lines[max(0, i - 1) : i + 2]) for i in range(len(lines))]
    facts = [json.loads(row) for row in (TEXTS / f"{name}.facts.jsonl").read_text().splitlines() if row.strip()]
    kept = sum(f["weight"] for f in facts if any(present(f["must"], window) for window in near))
    assert kept >= 0.65 * sum(f["weight"] for f in facts)


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_said_that_the_source_does_not_say(name: str, style: Style, sources: dict[str, Source]) -> None:
    script = script_of(sources[name], style=style)
    rules = rules_for(script.language)
    for line in script.lines:
        assert rules.unsupported(line.text, passages=[p.text for p in line.passages]) == [], line.text
        for passage in line.passages:
            assert sources[name].text[passage.start : passage.end] == passage.text
    assert len({line.text for line in script.lines}) == len(script.lines)


@pytest.mark.parametrize("name", NAMES)
def test_no_line_is_broken(name: str, sources: dict[str, Source]) -> None:
    script = script_of(sources[name])
    assert [f for f in faults(script, (sources[name],)) if "broken" in f.gate or "support" in f.gate] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_written_piece_in_the_language(name: str, sources: dict[str, Source]) -> None:
    piece = BuiltInWriter().write(TextTask(sources=(sources[name],), language=sources[name].language))
    assert piece.language == sources[name].language
    assert len(piece.as_markdown().split()) > 300


@pytest.mark.parametrize("code", ["de", "fr", "es", "it", "pt"])
def test_every_frame_and_heading_exists_in_every_language(code: str) -> None:
    phrases = rules_for(code).phrases
    assert set(PHRASES.frames) <= set(phrases.frames)
    assert set(PHRASES.headings) == set(phrases.headings)
    slots = {name: {word for text in texts for word in _slots(text)} for name, texts in PHRASES.frames.items()}
    for name, texts in phrases.frames.items():
        assert {word for text in texts for word in _slots(text)} <= slots.get(name, {"said", "topic"}), name


def _slots(text: str) -> list[str]:
    return [part.split("}")[0] for part in text.split("{")[1:]]


@pytest.mark.parametrize(
    ("code", "text", "sentences"),
    [
        ("de", "Am 12. März kam z. B. Dr. Ruhnau. Er blieb.", ["Am 12. März kam z. B. Dr. Ruhnau.", "Er blieb."]),
        ("de", "„Wir warten. Es regnet.“ Dann ging sie.", ["„Wir warten. Es regnet.“", "Dann ging sie."]),
        ("fr", "Mme Ay dit : « Non ! Jamais. » Il partit.", ["Mme Ay dit : « Non ! Jamais. »", "Il partit."]),
        ("es", "¿Por qué volver? El Sr. Ruiz contesta.", ["¿Por qué volver?", "El Sr. Ruiz contesta."]),
        ("pt", "O farol tem 61 m. Foi feito em 1887.", ["O farol tem 61 m.", "Foi feito em 1887."]),
    ],
)
def test_sentences_end_where_they_end(code: str, text: str, sentences: list[str]) -> None:
    assert rules_for(code).sentences_of(text) == sentences


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("de", "1.340 von achtundzwanzig Bäumen, um 3,1 Grad", {"1340", "28", "3.1"}),
        ("fr", "4 100 instruments en 1938, soit 60 %", {"4100", "1938", "60"}),
        ("es", "cuesta 9.400 euros, once ganaderos", {"9400", "11"}),
        ("it", "184.000 euro e quattordici paesi", {"184000", "14"}),
        ("pt", "trinta barcos em 1999", {"30", "1999"}),
    ],
)
def test_numbers_are_compared_as_digits(code: str, text: str, found: set[str]) -> None:
    assert numerals(text, code) == found


def test_an_abbreviation_is_no_end() -> None:
    assert split("Vgl. Abb. 3 dort.", frozenset({"vgl", "abb"})) == [(0, 17)]


DUTCH = """# De brug die moest draaien

De oude draaibrug over de Vliet werd in 1907 gebouwd door het bedrijf van Willem Haaksma. Zij kostte 84.000 gulden en \
draaide elke dag veertig keer open. In 1953 werd de brug door de storm beschadigd en lag zij drie maanden stil.

Sinds 2019 wordt de brug op afstand bediend vanuit een gebouw in Delft. Volgens de gemeente bespaart dat 230.000 euro \
per jaar. In 2027 krijgt de brug een nieuwe motor, die zestien keer zo zuinig is als de oude.
"""


@pytest.mark.parametrize("style", list(Style))
def test_a_language_without_questions_is_read_in_turn(style: Style) -> None:
    source = import_source(SourceSpec(SourceKind.TEXT, content=DUTCH))
    script = script_of(source, style=style)
    assert source.language == script.language == "nl"
    assert script.speakers == (0, 1)
    assert all(line.text.rstrip(".") in source.text.replace("\n", " ") or ". " in line.text for line in script.lines)
    assert "230.000 euro" in script.as_text()
    assert any("no questions in this language" in note for note in script.notes)


def test_every_language_on_offer_has_rules() -> None:
    for language in LANGUAGES:
        rules = rules_for(language.code)
        assert rules.sentences_of("A. B c d 12. E f?") != []
        assert rules.numerals("12") == {"12"}


def test_a_danda_ends_a_sentence() -> None:
    assert rules_for("hi").sentences_of("नदी बहती है। पुल खुला है।") == ["नदी बहती है।", "पुल खुला है।"]


def test_a_language_that_would_need_a_translation_is_named_as_it_can_be_asked_for(
    sources: dict[str, Source],
) -> None:
    with pytest.raises(CannotProduce, match=r"\(Deutsch\) than the result \(Français\)\. .* or ask for Deutsch\.$"):
        BuiltInWriter().write(TextTask(sources=(sources["stadtbaeume_de"],), language="fr"))
