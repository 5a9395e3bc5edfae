"""What a piece is kept to, where its instructions say that it shall be about one thing only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from server.engine.writing.analysis import Analysis

_LEAST = 3
"""Sentences that have to be about it before all others are left out."""
_TO = (
    r"(?:about|on|cover(?:ing)?|deal(?:ing)? with|tell(?: me)? about|write about|focus(?:ing)? on|what concerns|the|"
    r"über|zum|zur|zu den|um|sur|ce qui concerne|sobre|su|sul|sullo|sulla|sui|sugli|sulle|l[aeo]s?|d[eo]s?|das|die|den)"
)
_ONLY = re.compile(
    rf"\b(?:only|just|solely|exclusively|nothing but|nur|ausschließlich|uniquement|seulement|exclusivement|sólo|solo|"
    rf"únicamente|exclusivamente|soltanto|solamente|esclusivamente|só|apenas|somente) (?:{_TO} )+(?P<what>[^,.;:!?()]+)",  # noqa: E501
    re.IGNORECASE,
)
_NOT_MATTER = re.compile(
    r"^(?:\d|three|four|five|six|seven|eight|nine|ten|first|last|main|key|most|best)\b|"
    r"\b(?:questions?|words?|sentences?|pages?|points?|paragraphs?|Fragen|Wörter|Sätze|mots|phrases|preguntas|palabras|"
    r"domande|parole|perguntas|palavras)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"(?i)\b(?:money|costs?|budgets?|financ\w+|prices?|spending|expenses?|income|funding|Geld|Kosten|Finanz\w*|Preise?|Haushalt|"
    r"argent|coûts?|prix|dinero|costes?|costos?|precios?|finanzas|presupuesto|soldi|denaro|costi|prezzi|finanze|bilancio|"
    r"dinheiro|custos?|preços?|finanças|orçamento)\b"
)
_OF_MONEY: Mapping[str, str] = {
    "en": r"money|costs?|costing|pric\w+|budgets?|pa(?:y|ys|id|ying)|payments?|spen[dt]\w*|expens\w+|expenditure|income|revenue\w*|turnover|sales|"  # noqa: E501
    r"surplus|deficit|debts?|loans?|borrow\w*|grants?|granted|fund(?:s|ed|ing)?|donations?|dividends?|wages?|salar\w+|fees?|fares?|"
    r"fines?|tolls?|tax\w*|rents?|invest\w*|insur\w+|worth|compensation|reserves|buys?|bought|sold|sells?|"
    r"euros?|dollars?|pounds?|pence|shillings?|francs?|cents",
    "de": r"Geld\w*|Kosten|kostete?n?|kosten|Preise?|teuer\w*|billig\w*|Haushalt\w*|bezahl\w*|zahl(?:t|te|en)|Einnahmen|Ausgaben|Umsatz|Gewinn|"  # noqa: E501
    r"Verlust|Schulden|Kredit\w*|Zuschuss|Zuschüsse|Förder\w+|Spenden?|Löhne?|Gehälter|Gebühr\w*|Miete\w*|Steuern?|Euro|Mark|Cent",
    "fr": r"argent|coût\w*|prix|budget|pay\w+|dépens\w+|recettes?|chiffre d['’]affaires|bénéfices?|pertes?|dettes?|prêts?|subvention\w*|"  # noqa: E501
    r"dons?|salaires?|frais|loyers?|impôts?|amendes?|euros?|francs?|vend\w+|achet\w+",
    "es": r"dinero|cost\w+|cuesta\w*|precios?|presupuesto|pag\w+|gast\w+|ingresos?|beneficios?|pérdidas?|deudas?|préstamos?|subvenci\w+|"  # noqa: E501
    r"donaci\w+|salarios?|sueldos?|tasas?|alquiler\w*|impuestos?|multas?|euros?|pesetas?|gan(?:a|ó|aba)",
    "it": r"soldi|denaro|cost\w+|prezz\w+|bilancio|pag\w+|spes[ae]|spend\w+|incass\w+|ricav\w+|utili|perdite|debit\w+|prestit\w+|"  # noqa: E501
    r"contribut\w+|donazion\w+|stipend\w+|tariff\w+|affitt\w+|tass[ae]|mult[ae]|euro|lire",
    "pt": r"dinheiro|cust\w+|preços?|orçamento|pag\w+|gast\w+|receitas?|lucros?|prejuízos?|dívidas?|empréstimos?|subsídi\w+|"  # noqa: E501
    r"donativos?|salários?|taxas?|rendas?|impostos?|multas?|euros?|escudos?",
}
_FIGURES = re.compile(
    r"(?i)^(?:figures?|numbers?|statistics|data|Zahlen|Fakten|chiffres|cifras|datos|cifre|dati|numeri|números|dados)$"
)


@dataclass(frozen=True, slots=True)
class Matter:
    """The one thing that a piece shall be about."""

    words: str
    terms: frozenset[str]
    of_money: re.Pattern[str] | None
    of_figures: bool

    def is_in(self, text: str, terms: frozenset[str]) -> bool:
        """Whether words, of which these are the terms, are about it."""
        if self.terms & terms or (self.of_money is not None and self.of_money.search(text)):
            return True
        return self.of_figures and re.search(r"\d", text) is not None


def matter_of(analysis: Analysis, instructions: str) -> Matter | None:
    """What instructions such as "only about the money" keep a piece to; nothing where they don't."""
    said = _ONLY.search(instructions)
    if said is None or _NOT_MATTER.search(said["what"].strip()):
        return None
    what = said["what"].strip()
    money = _OF_MONEY.get(analysis.rules.code) if _MONEY.search(what) else None
    pattern = re.compile(rf"(?i)[€$£]\s?\d|\d\s?[€$£]|\b(?:{money})\b") if money else None
    return Matter(what, analysis.rules.terms(what), pattern, _FIGURES.match(what) is not None)


def kept_to(analysis: Analysis, instructions: str) -> frozenset[int] | None:
    """The sentences that a piece is kept to, by id; nothing where it isn't kept to one thing, or too few are about it.

    A sentence is about what a heading over it names, too.
    """
    matter = matter_of(analysis, instructions)
    if matter is None:
        return None
    heads = {s.id: analysis.rules.terms(s.title) for s in analysis.sections}
    found = frozenset(
        s.id for s in analysis.sentences if matter.is_in(s.told, s.terms) or matter.terms & heads[s.section]
    )
    return found if len(found) >= _LEAST else None
