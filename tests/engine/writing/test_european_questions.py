"""Questions in German, French, Spanish, Italian and Portuguese: asked from what a clause says, or not at all."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from plain_sources import read_text, source_of

from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Asked, Kind
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.entries import in_turn
from server.engine.writing.european import introducing
from server.engine.writing.european.inquiries import INQUIRIES
from server.engine.writing.european.inquiring import inquirer
from server.engine.writing.european.splitting import split
from server.engine.writing.european.wondering import wondering
from server.engine.writing.growing import Entry
from server.engine.writing.tasks import FaqTask


@pytest.mark.parametrize(
    ("code", "said", "asked"),
    [
        (
            "fr",
            "Le théâtre du Rempart a été fondé en 1911 par un boulanger, Achille Vernon.",
            "Par qui a été fondé le théâtre du Rempart ?",
        ),
        (
            "fr",
            "En 1924, la troupe comptait quarante acteurs et deux chevaux.",
            "Combien d'acteurs comptait la troupe en 1924 ?",
        ),
        ("fr", "L'orgue se trouve derrière la scène.", "Où se trouve l'orgue ?"),
        ("fr", "Les voisins demandent que le bruit cesse.", "Que demandent les voisins ?"),
        ("es", "La cooperativa tiene 340 socias y dos almacenes.", "¿Cuántas socias tiene la cooperativa?"),
        ("es", "El puente fue construido en 1832 y nadie lo ha tocado.", "¿Cuándo fue construido el puente?"),
        ("es", "La alcaldesa explica que el puente resistirá.", "¿Qué explica la alcaldesa?"),
        ("it", "Il lago di Trevisa ha dodici stazioni e un porto.", "Quante stazioni ha il lago di Trevisa?"),
        ("it", "Il costo è di 5.000 euro l'anno.", "A quanto ammonta il costo?"),
        ("it", "Il costo annuo è di 5.000 euro.", "A quanto ammonta il costo annuo?"),
        ("it", "Il mulino si trova sulla sponda destra.", "Dove si trova il mulino?"),
        ("pt", "O orçamento é de 118.000 euros por ano.", "De quanto é o orçamento?"),
        ("pt", "O hotel criaria vinte e dois empregos na vila.", "Quantos empregos criaria o hotel?"),
        ("pt", "O capitão reconhece que o colete ajudou.", "O que reconhece o capitão?"),
    ],
)
def test_a_clause_is_turned_into_the_question_it_answers(code: str, said: str, asked: str) -> None:
    who = inquirer(code)
    assert who is not None
    assert [a.question for a in who.asked(said, 0, lambda _: True)] == [asked]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("pt", "O boletim meteorológico que anunciava a tempestade chegou tarde."),  # an adjective before a relative
        ("es", "El horno cuesta 18.500 euros."),  # money is asked for with how much
        ("es", "La señora de 83 años subió a bordo."),  # no verb
        ("fr", "La loi du 12 mai interdit la pêche."),
        ("it", "La temperatura esterna è di 12 gradi."),  # a temperature amounts to nothing
        ("it", "I fratelli hanno tre quarti del mulino."),
        ("fr", "Elle emploie vingt-quatre personnes."),  # nobody is named
    ],
)
def test_what_is_not_certain_is_not_asked(code: str, said: str) -> None:
    who = inquirer(code)
    assert who is not None
    assert [a.question for a in who.asked(said, 0, lambda word: word != "Elle")] == []


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Die Werkstatt hat 84 Fenster zur Straße.", "Wie viele Fenster hat die Werkstatt zur Straße?"),
        (
            "Im Jahr 1913 beschäftigte die Fabrik sechzig Frauen.",
            "Wie viele Frauen beschäftigte die Fabrik im Jahr 1913?",
        ),
        ("Der Verein fordert, dass die Straße ruhiger wird.", "Was fordert der Verein?"),
        ("Das Archiv liegt hinter dem Rathaus.", "Wo liegt das Archiv?"),
        ("Anlass für den Umbau war der Brand von 1931.", "Was war der Anlass für den Umbau?"),
        ("Inzwischen haben sich 72 Helfer eingetragen.", "Wie viele Helfer haben sich eingetragen?"),
        ("Der Schaden wird auf 4.000 Euro geschätzt.", "Auf wie viel wird der Schaden geschätzt?"),
        ("Am schnellsten wuchs die Pappel.", "Was wuchs am schnellsten?"),
        ("Zerstört wurde die Brücke, als das Eis kam.", "Was wurde zerstört?"),
    ],
)
def test_german_questions(said: str, asked: str, writer: BuiltInWriter) -> None:
    more = "Der Ort ist alt und liegt am Fluss. " * 12
    source = source_of(f"# Ein Ort\n\n{said} {more}", language="de")
    asker = asker_for(writer.analysis((source,), language="de"))
    assert asked in [a.question for a in asker.questions([0])]


@pytest.mark.parametrize(
    ("code", "said", "asked"),
    [
        ("es", "Los socios son 340 y pagan cada mes.", "¿Cuántos son los socios?"),
        ("es", "Las obras se han valorado en 900 euros.", "¿En cuánto se han valorado las obras?"),
        ("es", "A esa mezcla de paja y barro se le llama adobe.", "¿A qué se llama adobe?"),
        (
            "es",
            "En la noche del 3 de mayo de 1911, el molino ardió entero.",
            "¿Qué ocurrió en la noche del 3 de mayo de 1911?",
        ),
        ("pt", "As sócias são 340 e pagam todos os meses.", "Quantas são as sócias?"),
        ("pt", "Os prejuízos foram avaliados em 900 euros.", "Em quanto foram avaliados os prejuízos?"),
        ("pt", "Entre 1920 e 1931, houve seis cheias no vale.", "O que aconteceu entre 1920 e 1931?"),
        ("it", "Le socie sono 340 e pagano ogni mese.", "Quante sono le socie?"),
        ("it", "I soci sono 340 e pagano ogni mese.", "Quanti sono i soci?"),
    ],
)
def test_sums_numbers_and_days_are_asked_for(code: str, said: str, asked: str, writer: BuiltInWriter) -> None:
    assert asked in _asked(writer, code, said, 0)


@pytest.mark.parametrize(
    ("code", "said", "asked"),
    [
        ("es", "¿Por qué cerrar, entonces, la fábrica? Perdía dinero cada año.", "¿Por qué cerrar la fábrica?"),
        ("de", "Warum steht die Mühle still? Der Bach führt kein Wasser.", "Warum steht die Mühle still?"),
        ("pt", "O moinho ardeu em maio. Depois chegou o dono, o moleiro Rui Tavares.", "Quem é Rui Tavares?"),
    ],
)
def test_the_sentence_before_may_ask_or_lead(code: str, said: str, asked: str, writer: BuiltInWriter) -> None:
    assert asked in _asked(writer, code, said, 1)


@pytest.mark.parametrize(
    "said", ["Verletzt wurde die Frau.", "Gerettet wurde der Zeuge.", "Am besten schlief der Wirt."]
)
def test_nobody_is_asked_for_with_what(said: str, writer: BuiltInWriter) -> None:
    assert not [q for q in _asked(writer, "de", said, 0) if q.startswith("Was w") or q.startswith("Was schl")]


@pytest.mark.parametrize(
    "said",
    [
        "Die Pause koste die Fahrt um 12.20 Uhr.",
        "Das Fest findet, wie immer, am Samstag den 5. Juli.",
    ],
)
def test_half_a_verb_or_a_reported_one_is_not_asked_with(said: str, writer: BuiltInWriter) -> None:
    assert not [q for q in _asked(writer, "de", said, 0) if q.startswith("Wann")]


@pytest.mark.parametrize("said", ["Und die Mühle? Sie steht still.", "Warum ist das so? Niemand weiß es."])
def test_a_question_that_leans_is_no_entry(said: str, writer: BuiltInWriter) -> None:
    assert not [q for q in _asked(writer, "de", said, 1) if said.startswith(q)]


@pytest.mark.parametrize(
    ("code", "said", "name"),
    [
        ("pt", "O presidente da junta, Rui Tavares, hesita.", "Rui Tavares"),
        ("es", "El capitán del puerto, Luis Arana, duda.", "Luis Arana"),
        ("fr", "Le dernier meunier, Jean Vasseur, partit en mars.", "Jean Vasseur"),
    ],
)
def test_somebody_is_introduced_by_name_behind_what_they_are(code: str, said: str, name: str) -> None:
    assert name in [found for found, _ in introducing.people(said, code)]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("it", "Vive a Pieve Rossa, un paese di 740 abitanti."),
        ("it", "Secondo l'associazione Aria Pulita, la legna inquina più del traffico."),
        ("fr", "Elle vit à Saint-Aubin Lande, un petit village du nord."),
        ("de", "Die Fahrt endet in Ober Hasel, das Dorf liegt am Fluss."),
    ],
)
def test_a_place_or_a_body_of_people_is_nobody(code: str, said: str) -> None:
    assert not [asked for _, asked in introducing.people(said, code) if asked.startswith(("Chi", "Qui", "Wer"))]


def test_a_pronoun_hung_on_its_verb_ends_a_sentence() -> None:
    text = "O juiz aprovou-o. A obra custou pouco."
    assert [text[a:b] for a, b in split(text, ())] == ["O juiz aprovou-o.", "A obra custou pouco."]


def _asked(writer: BuiltInWriter, code: str, said: str, sentence: int) -> list[str]:
    more = {
        "de": "Der Ort ist alt und liegt am Fluss. ",
        "es": "El pueblo es viejo y está junto al río. ",
        "pt": "A vila é velha e fica junto ao rio. ",
        "it": "Il paese è vecchio e sta sul fiume. ",
    }[code]
    source = source_of(f"# X\n\n{said}\n\n{more * 12}", language=code)
    return [a.question for a in asker_for(writer.analysis((source,), language=code)).questions([sentence])]


@pytest.mark.parametrize(
    ("code", "noun", "asked"),
    [
        ("pt", "computadores", "Quantos computadores"),
        ("pt", "cores", "Quantas cores"),
        ("pt", "árvores", "Quantas árvores"),
        ("es", "fotos", "¿Cuántas fotos"),
        ("es", "coches", ""),
        ("it", "reparti", "Quanti reparti"),
        ("it", "parti", "Quante parti"),
        ("it", "attrici", "Quante attrici"),
    ],
)
def test_what_is_counted_has_the_gender_of_its_noun(code: str, noun: str, asked: str) -> None:
    assert INQUIRIES[code]().many(noun, "") == asked


def test_ways_to_ask_are_taken_in_turn() -> None:
    forms = ("Que sait-on sur le pont ?", "Que faut-il savoir sur le pont ?")
    one = Entry(Asked(forms[0], Kind.ABOUT, 0, forms=forms), (0,), 1.0)
    other = Entry(Asked("Qui est Achille Vernon ?", Kind.WHO, 1), (1,), 1.0)
    assert [e.asked.question for e in in_turn([one, other, one, one])] == [
        forms[0],
        "Qui est Achille Vernon ?",
        forms[1],
        forms[0],
    ]


@pytest.mark.parametrize(
    "name", ["accordeons_fr.md", "trashumancia_es.md", "biblioteca_it.md", "farol_pt.md", "stadtbaeume_de.md"]
)
def test_no_form_makes_half_of_the_questions(name: str, writer: BuiltInWriter) -> None:
    code = name.split(".")[0][-2:]
    source = read_text(name)
    source = type(source)(**{f: getattr(source, f) for f in source.__slots__} | {"language": code})
    entries = writer.write(FaqTask(sources=(source,), language=code)).entries
    opened = Counter(" ".join(re.findall(r"\w+", e.question.lower())[:4]) for e in entries)
    assert max(opened.values()) <= 0.34 * len(entries) + 1
    assert not [e for e in entries if re.search(r"\b(?:cento|cent|mil|mille)\W*\?$", e.question)]
    words = wondering(code)
    assert words is not None
    plain = "|".join(re.escape(form.split("{")[0]) for form in words.abouts)
    assert sum(re.match(plain, e.question) is not None for e in entries) <= max(1, len(entries) // 8)
