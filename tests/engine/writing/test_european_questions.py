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
from server.engine.writing.european.inquiries import INQUIRIES
from server.engine.writing.european.inquiring import inquirer
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
    ],
)
def test_german_questions(said: str, asked: str, writer: BuiltInWriter) -> None:
    more = "Der Ort ist alt und liegt am Fluss. " * 12
    source = source_of(f"# Ein Ort\n\n{said} {more}", language="de")
    asker = asker_for(writer.analysis((source,), language="de"))
    assert asked in [a.question for a in asker.questions([0])]


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
