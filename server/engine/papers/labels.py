"""The words that a document adds of its own, in the document's language; English where a language is not here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """One language's words. `{n}` stands for a number, `{name}` for who wrote it."""

    briefing: str
    faq: str
    study_guide: str
    timeline: str
    quiz: str
    data_table: str
    summary: str
    figures: str
    findings: str
    numbers: str
    dates: str
    open_questions: str
    sources: str
    remarks: str
    terms: str
    outline: str
    review: str
    answers: str
    answer: str
    approximate: str
    page: str
    slide: str
    row: str
    one_source: str
    many_sources: str
    easy: str
    medium: str
    hard: str
    difficulty: str
    written_by: str
    untitled: str
    source: str
    data: str


_ENGLISH = Labels(
    briefing="Briefing",
    faq="Questions and answers",
    study_guide="Study guide",
    timeline="Timeline",
    quiz="Quiz",
    data_table="Data table",
    summary="Summary",
    figures="Key figures",
    findings="Findings",
    numbers="In numbers",
    dates="Key dates",
    open_questions="Open questions",
    sources="Sources",
    remarks="Please note",
    terms="Key terms",
    outline="Outline",
    review="Questions for review",
    answers="Answer key",
    answer="Answer",
    approximate="about",
    page="p. {n}",
    slide="slide {n}",
    row="row {n}",
    one_source="1 source",
    many_sources="{n} sources",
    easy="easy",
    medium="medium",
    hard="hard",
    difficulty="Difficulty: {n}",
    written_by="Written by: {name}",
    untitled="Untitled",
    source="Source",
    data="Figures",
)
_LABELS = {
    "en": _ENGLISH,
    "de": Labels(
        briefing="Briefing",
        faq="Fragen und Antworten",
        study_guide="Lernheft",
        timeline="Zeitleiste",
        quiz="Quiz",
        data_table="Datentabelle",
        summary="Zusammenfassung",
        figures="Wichtige Zahlen",
        findings="Ergebnisse",
        numbers="In Zahlen",
        dates="Wichtige Daten",
        open_questions="Offene Fragen",
        sources="Quellen",
        remarks="Bitte beachten",
        terms="Begriffe",
        outline="Überblick",
        review="Fragen zur Wiederholung",
        answers="Lösungen",
        answer="Antwort",
        approximate="etwa",
        page="S. {n}",
        slide="Folie {n}",
        row="Zeile {n}",
        one_source="1 Quelle",
        many_sources="{n} Quellen",
        easy="leicht",
        medium="mittel",
        hard="schwer",
        difficulty="Schwierigkeit: {n}",
        written_by="Verfasst von: {name}",
        untitled="Ohne Titel",
        source="Quelle",
        data="Zahlen",
    ),
    "fr": Labels(
        briefing="Note de synthèse",
        faq="Questions et réponses",
        study_guide="Guide d’étude",
        timeline="Chronologie",
        quiz="Quiz",
        data_table="Tableau de données",
        summary="Résumé",
        figures="Chiffres clés",
        findings="Constats",
        numbers="En chiffres",
        dates="Dates clés",
        open_questions="Questions ouvertes",
        sources="Sources",
        remarks="À noter",
        terms="Notions clés",
        outline="Plan",
        review="Questions de révision",
        answers="Corrigé",
        answer="Réponse",
        approximate="environ",
        page="p. {n}",
        slide="diapo {n}",
        row="ligne {n}",
        one_source="1 source",
        many_sources="{n} sources",
        easy="facile",
        medium="moyen",
        hard="difficile",
        difficulty="Difficulté : {n}",
        written_by="Rédaction : {name}",
        untitled="Sans titre",
        source="Source",
        data="Chiffres",
    ),
    "es": Labels(
        briefing="Informe",
        faq="Preguntas y respuestas",
        study_guide="Guía de estudio",
        timeline="Cronología",
        quiz="Cuestionario",
        data_table="Tabla de datos",
        summary="Resumen",
        figures="Cifras clave",
        findings="Conclusiones",
        numbers="En cifras",
        dates="Fechas clave",
        open_questions="Cuestiones abiertas",
        sources="Fuentes",
        remarks="Téngase en cuenta",
        terms="Términos clave",
        outline="Esquema",
        review="Preguntas de repaso",
        answers="Soluciones",
        answer="Respuesta",
        approximate="hacia",
        page="p. {n}",
        slide="diapositiva {n}",
        row="fila {n}",
        one_source="1 fuente",
        many_sources="{n} fuentes",
        easy="fácil",
        medium="media",
        hard="difícil",
        difficulty="Dificultad: {n}",
        written_by="Redacción: {name}",
        untitled="Sin título",
        source="Fuente",
        data="Cifras",
    ),
    "it": Labels(
        briefing="Nota informativa",
        faq="Domande e risposte",
        study_guide="Guida allo studio",
        timeline="Cronologia",
        quiz="Quiz",
        data_table="Tabella dei dati",
        summary="Sintesi",
        figures="Cifre chiave",
        findings="Risultati",
        numbers="In cifre",
        dates="Date chiave",
        open_questions="Questioni aperte",
        sources="Fonti",
        remarks="Da sapere",
        terms="Termini chiave",
        outline="Schema",
        review="Domande di ripasso",
        answers="Soluzioni",
        answer="Risposta",
        approximate="circa",
        page="p. {n}",
        slide="diapositiva {n}",
        row="riga {n}",
        one_source="1 fonte",
        many_sources="{n} fonti",
        easy="facile",
        medium="media",
        hard="difficile",
        difficulty="Difficoltà: {n}",
        written_by="A cura di: {name}",
        untitled="Senza titolo",
        source="Fonte",
        data="Cifre",
    ),
    "pt": Labels(
        briefing="Relatório",
        faq="Perguntas e respostas",
        study_guide="Guia de estudo",
        timeline="Cronologia",
        quiz="Questionário",
        data_table="Tabela de dados",
        summary="Resumo",
        figures="Números-chave",
        findings="Conclusões",
        numbers="Em números",
        dates="Datas-chave",
        open_questions="Questões em aberto",
        sources="Fontes",
        remarks="Convém saber",
        terms="Termos-chave",
        outline="Esquema",
        review="Perguntas de revisão",
        answers="Soluções",
        answer="Resposta",
        approximate="cerca de",
        page="p. {n}",
        slide="diapositivo {n}",
        row="linha {n}",
        one_source="1 fonte",
        many_sources="{n} fontes",
        easy="fácil",
        medium="média",
        hard="difícil",
        difficulty="Dificuldade: {n}",
        written_by="Redação: {name}",
        untitled="Sem título",
        source="Fonte",
        data="Números",
    ),
    "nl": Labels(
        briefing="Briefing",
        faq="Vragen en antwoorden",
        study_guide="Studiegids",
        timeline="Tijdlijn",
        quiz="Quiz",
        data_table="Gegevenstabel",
        summary="Samenvatting",
        figures="Kerncijfers",
        findings="Bevindingen",
        numbers="In cijfers",
        dates="Belangrijke data",
        open_questions="Open vragen",
        sources="Bronnen",
        remarks="Let op",
        terms="Begrippen",
        outline="Overzicht",
        review="Herhalingsvragen",
        answers="Antwoorden",
        answer="Antwoord",
        approximate="rond",
        page="p. {n}",
        slide="dia {n}",
        row="rij {n}",
        one_source="1 bron",
        many_sources="{n} bronnen",
        easy="makkelijk",
        medium="gemiddeld",
        hard="moeilijk",
        difficulty="Niveau: {n}",
        written_by="Geschreven door: {name}",
        untitled="Zonder titel",
        source="Bron",
        data="Cijfers",
    ),
    "pl": Labels(
        briefing="Raport",
        faq="Pytania i odpowiedzi",
        study_guide="Przewodnik do nauki",
        timeline="Oś czasu",
        quiz="Quiz",
        data_table="Tabela danych",
        summary="Podsumowanie",
        figures="Kluczowe liczby",
        findings="Ustalenia",
        numbers="W liczbach",
        dates="Kluczowe daty",
        open_questions="Pytania otwarte",
        sources="Źródła",
        remarks="Warto wiedzieć",
        terms="Kluczowe pojęcia",
        outline="Plan",
        review="Pytania powtórkowe",
        answers="Klucz odpowiedzi",
        answer="Odpowiedź",
        approximate="około",
        page="s. {n}",
        slide="slajd {n}",
        row="wiersz {n}",
        one_source="1 źródło",
        many_sources="Źródła: {n}",
        easy="łatwy",
        medium="średni",
        hard="trudny",
        difficulty="Poziom: {n}",
        written_by="Opracowanie: {name}",
        untitled="Bez tytułu",
        source="Źródło",
        data="Liczby",
    ),
}
LANGUAGES = frozenset(_LABELS)
"""ISO 639-1 codes of the languages whose words are here."""


def labels_of(language: str) -> Labels:
    """The words for an ISO 639-1 code (a region is ignored)."""
    return _LABELS.get(language.split("-", maxsplit=1)[0], _ENGLISH)


def every_language() -> tuple[Labels, ...]:
    """The words of all languages."""
    return tuple(_LABELS.values())


def day_in(language: str, day: date) -> str:
    """A day as the language writes it (CLDR, long form); ISO 8601 where CLDR doesn't know the language."""
    from babel import Locale, UnknownLocaleError
    from babel.dates import format_date

    code = language.split("-", maxsplit=1)[0]
    try:
        return format_date(day, "long", locale=Locale.parse(code if code in LANGUAGES and code != "en" else "en_GB"))
    except (UnknownLocaleError, ValueError):
        return day.isoformat()
