"""Sentences that only announce what the next ones tell: "Two things changed."."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from server.engine.writing.analysis import Analysis, Role, Sentence

_WORDS_MOST = 11
"""Longer ones say something themselves."""
_COUNTED: Mapping[str, tuple[str, str]] = {
    "en": (
        "two|three|four|five|six|several|a few|some|many|other|different",
        "things?|reasons?|changes?|points?|factors?|ways?|problems?|lessons?|exceptions?|possibilities|options?|answers?|"
        "explanations?|measures|circumstances|consequences|results|differences|advantages|disadvantages|conditions|questions|ideas",
    ),
    "de": (
        "zwei|drei|vier|fünf|mehrere|einige|viele|verschiedene",
        "Dinge|Gründe|Änderungen|Punkte|Ursachen|Wege|Probleme|Lehren|Ausnahmen|Möglichkeiten|Antworten|Erklärungen|Maßnahmen|"
        "Folgen|Unterschiede|Vorteile|Nachteile|Bedingungen|Fragen",
    ),
    "fr": (
        "deux|trois|quatre|cinq|plusieurs|quelques|divers(?:es)?",
        "choses|raisons|changements|points|facteurs|causes|moyens|problèmes|leçons|exceptions|possibilités|réponses|explications|"
        "mesures|conséquences|différences|avantages|conditions|questions",
    ),
    "es": (
        "dos|tres|cuatro|cinco|varios|varias|algunos|algunas|diversos|diversas",
        "cosas|razones|motivos|cambios|puntos|factores|causas|maneras|problemas|lecciones|excepciones|posibilidades|respuestas|"
        "explicaciones|medidas|consecuencias|diferencias|ventajas|condiciones|preguntas",
    ),
    "it": (
        "due|tre|quattro|cinque|diversi|diverse|alcuni|alcune|parecchi|parecchie|varie|vari",
        "cose|ragioni|motivi|cambiamenti|punti|fattori|cause|modi|problemi|lezioni|eccezioni|possibilità|risposte|spiegazioni|"
        "misure|conseguenze|differenze|vantaggi|condizioni|domande",
    ),
    "pt": (
        "dois|duas|três|quatro|cinco|vários|várias|alguns|algumas|diversos|diversas",
        "coisas|razões|motivos|mudanças|pontos|fatores|causas|maneiras|problemas|lições|exceções|possibilidades|respostas|"
        "explicações|medidas|consequências|diferenças|vantagens|condições|perguntas",
    ),
}
"""Words that count without naming, and nouns that stand for what is told next."""
_PLAIN = re.compile(
    r"^(?:The (?:reason|answer|explanation|solution|trick|problem) (?:is|was) (?:simple|this|plain|as follows|a different one|another)|"  # noqa: E501
    r"What (?:happened|came|followed|came next|happened next) (?:is|was) (?:this|as follows)|"
    r"(?:It|This) (?:works|happens|goes|went|is done|was done) (?:like this|as follows)|"
    r"(?:Der Grund|Die Antwort|Die Lösung) (?:ist|war) (?:einfach|folgende[rs]?)|"
    r"La (?:raison|réponse|solution) est (?:simple|la suivante)|"
    r"La (?:razón|respuesta|solución) es (?:sencilla|la siguiente)|La (?:ragione|risposta|soluzione) è (?:semplice|la seguente)|"  # noqa: E501
    r"A (?:razão|resposta|solução) é (?:simples|a seguinte))[.:]$"
)


@cache
def _pattern(code: str) -> re.Pattern[str] | None:
    words = _COUNTED.get(code)
    return re.compile(rf"\b(?:{words[0]}) (?:\w+ )?(?:{words[1]})\b", re.IGNORECASE) if words is not None else None


def announces(analysis: Analysis, s: Sentence) -> bool:
    """Whether a sentence promises what the next one of its paragraph tells, and says no more itself."""
    following = analysis.sentences[s.id + 1] if s.id + 1 < len(analysis.sentences) else None
    if following is None or following.source != s.source or following.paragraph != s.paragraph:
        return False
    if s.words > _WORDS_MOST or s.years or re.search(r"\d", s.told) or s.roles & {Role.QUESTION, Role.TABLE}:
        return False
    pattern = _pattern(analysis.rules.code)
    return _PLAIN.match(s.told) is not None or (pattern is not None and pattern.search(s.told) is not None)
