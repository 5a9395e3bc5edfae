"""What sources themselves call open, disputed or still to be decided."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.standalone import statement

_OPEN: Mapping[str, tuple[tuple[float, str], ...]] = {
    "en": (
        (
            3.0,
            r"\b(?:remains?|is still|are still|stays?) (?:unclear|unknown|uncertain|undecided|unsolved|disputed|to be (?:seen|decided))\b",  # noqa: E501
        ),
        (
            3.0,
            r"\b(?:not (?:yet )?(?:known|clear|certain|been (?:decided|settled|tested|explained|established))|unclear|undecided|unresolved|open questions?|(?:question|matter|issue|case|decision)s? (?:is|are|remains?|is still) open)\b",  # noqa: E501
        ),
        (
            2.5,
            r"\b(?:can(?:not| no longer| not) be (?:determined|proved|proven|said|known)|could not (?:test|be tested|be determined|say|explain)|nobody knows|no one knows|it is not known)\b",  # noqa: E501
        ),
        (
            2.0,
            r"\b(?:a |the )?(?:decision|vote|ruling|report|result)s? (?:is|are|to be) (?:expected|due|taken|awaited|made)\b|\bwill (?:decide|be decided|be examined|be reviewed)\b|\bis (?:now )?being examined\b",  # noqa: E501
        ),
        (
            2.0,
            r"\b(?:disput(?:e|es|ed)|contest(?:s|ed)|controvers\w+|disagree\w*|debated|objected|rejects? the|doubts?|doubted|sceptical)\b",  # noqa: E501
        ),
        (2.0, r"\bso far committed itself to neither\b|\bhas (?:so far |yet )(?:not|to)\b|\bnot yet\b"),
        (1.2, r"^Whether\b|\bwhether\b[^.]*\b(?:depends|remains|is|will)\b"),
        (1.2, r"\b(?:argues? that|critics?|warns?|opponents?|fears? that)\b"),
        (
            1.0,
            r"\b(?:question of|in question|hypothes[ie]s|not enough (?:data|evidence)|further (?:studies|research|work))\b",  # noqa: E501
        ),
    ),
    "de": (
        (
            3.0,
            r"\b(?:offen|unklar|ungeklärt|ungewiss|unentschieden|umstritten|strittig|nicht (?:bekannt|geklärt|entschieden|absehbar))\b",  # noqa: E501
        ),
        (
            2.0,
            r"\b(?:ob\b.*\b(?:zeigt|entscheidet|bleibt|steht)|steht noch aus|noch nicht|Kritiker|bezweifel\w+|Zweifel|widerspr\w+|streiten)\b",  # noqa: E501
        ),
    ),
    "fr": (
        (
            3.0,
            r"\b(?:reste (?:ouverte?|à)|incertaine?|inconnue?s?|indécis\w*|contesté\w*|controvers\w+|on ne sait pas|pas encore)\b",  # noqa: E501
        ),
        (2.0, r"\b(?:doute\w*|critiqu\w+|opposants?|redout\w+|craign\w+|désaccord)\b"),
    ),
    "es": (
        (
            3.0,
            r"\b(?:sin (?:resolver|decidir)|por (?:decidir|resolver|ver)|incierto|incierta|desconoc\w+|discutid\w+|polémic\w+|no se sabe|todavía no|aún no)\b",  # noqa: E501
        ),
        (2.0, r"\b(?:dud\w+|crític\w+|quejas?|oposi\w+|tem(?:e|en) que|discrep\w+)\b"),
    ),
    "it": (
        (
            3.0,
            r"\b(?:resta da|incert\w+|sconosciut\w+|controvers\w+|non si sa|non ancora|aperta la questione|contestat\w+)\b",  # noqa: E501
        ),
        (2.0, r"\b(?:dubb\w+|critic\w+|contrar\w+|tem(?:e|ono) che|obiett\w+)\b"),
    ),
    "pt": (
        (
            3.0,
            r"\b(?:em aberto|por decidir|incert\w+|desconhec\w+|controvers\w+|não se sabe|ainda não|polémic\w+|polêmic\w+)\b",  # noqa: E501
        ),
        (2.0, r"\b(?:dúvid\w+|duvid\w+|crític\w+|contra\b.*\bprojeto|receiam?|teme\w*)\b"),
    ),
}
_UNDISPUTED = re.compile(
    r"\b(?:n't|not|never|nobody|no one|hardly|without) (?:\w+ ){0,2}?(?:disput|contest|doubt|object|disagree|debat)|"
    r"\b(?:undisputed|no longer (?:open|disputed|unclear))\b|n't (?:disput|contest|doubt|object|disagree|debat)",
    re.IGNORECASE,
)
"""What says that something is settled with the words of what is not."""
_LEAST = 2.0
_WORDS_LEAST = 6
"""Of a question that says what it is about: not "Nobody knows why." """


def openness(analysis: Analysis, s: Sentence) -> float:
    """How far a sentence calls something open, 0 for not at all."""
    if analysis.rules.code == "en" and _UNDISPUTED.search(s.text):
        return 0.0
    cues = _OPEN.get(analysis.rules.code, ())
    found = sum(weight for weight, cue in cues if re.search(cue, s.text, re.IGNORECASE))
    if Role.TABLE in s.roles or s.text.rstrip().endswith("?") or Role.STEP in s.roles:
        return 0.0
    return found


def open_questions(
    analysis: Analysis, worth: Sequence[float], *, most: int, taken: frozenset[int]
) -> list[tuple[int, Statement]]:
    """The sentences that call something open, with their ids, in the sources' order."""
    ranked: list[tuple[float, int]] = []
    for s in analysis.sentences:
        if s.id in taken or worth[s.id] <= 0:
            continue
        found = openness(analysis, s)
        if found >= _LEAST:
            ranked.append((found + worth[s.id] + 0.5 * (s.id > 0.6 * len(analysis.sentences)), s.id))
    out: list[tuple[int, Statement]] = []
    for _, i in sorted(ranked, reverse=True):
        if len(out) >= most:
            break
        told = statement(analysis, i, most=50)
        if (
            told is not None
            and len(told.text.split()) >= _WORDS_LEAST
            and not any(_near(analysis, i, j) for j, _ in out)
        ):
            out.append((i, told))
    return sorted(out, key=lambda pair: pair[0])


def _near(analysis: Analysis, a: int, b: int) -> bool:
    return float(analysis.vectors[a] @ analysis.vectors[b]) > 0.5 or abs(a - b) == 0
