"""The few words a data table adds of its own, in the languages the writer knows."""

from __future__ import annotations

from collections.abc import Mapping

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "thing": "Subject",
        "item": "Item",
        "what": "What",
        "value": "Value",
        "unit": "Unit",
        "year": "Year",
        "figures": "Figures",
        "date": "Date",
        "dates": "Dates",
    },
    "de": {
        "thing": "Gegenstand",
        "item": "Eintrag",
        "what": "Was",
        "value": "Wert",
        "unit": "Einheit",
        "year": "Jahr",
        "figures": "Zahlen",
        "date": "Datum",
        "dates": "Daten",
    },
    "fr": {
        "thing": "Sujet",
        "item": "Élément",
        "what": "Quoi",
        "value": "Valeur",
        "unit": "Unité",
        "year": "Année",
        "figures": "Chiffres",
        "date": "Date",
        "dates": "Dates",
    },
    "es": {
        "thing": "Objeto",
        "item": "Elemento",
        "what": "Qué",
        "value": "Valor",
        "unit": "Unidad",
        "year": "Año",
        "figures": "Cifras",
        "date": "Fecha",
        "dates": "Fechas",
    },
    "it": {
        "thing": "Oggetto",
        "item": "Voce",
        "what": "Che cosa",
        "value": "Valore",
        "unit": "Unità",
        "year": "Anno",
        "figures": "Cifre",
        "date": "Data",
        "dates": "Date",
    },
    "pt": {
        "thing": "Objeto",
        "item": "Item",
        "what": "O quê",
        "value": "Valor",
        "unit": "Unidade",
        "year": "Ano",
        "figures": "Números",
        "date": "Data",
        "dates": "Datas",
    },
}


def word(code: str, name: str) -> str:
    """A column's name in a language; English where the language has none here."""
    return _WORDS.get(code, _WORDS["en"])[name]
