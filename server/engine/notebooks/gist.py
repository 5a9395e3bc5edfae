"""Questions about sources as wholes ("What is this about?", "Summarise the report"): their most central sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from server.domain.notebooks import AnswerCitation
from server.domain.plaintext import shortened
from server.engine.notebooks.files import chunk_rows
from server.engine.notebooks.hearing import Asking
from server.engine.notebooks.naming import mentions_of
from server.engine.notebooks.overviews import MOST_CHUNKS, central
from server.engine.notebooks.placing import cited
from server.engine.notebooks.retrieval import Found, numbers_of
from server.engine.notebooks.statements import LONGEST_NAME
from server.engine.notebooks.stating import MAX_ANSWER
from server.engine.notebooks.telling import Told

ALONE, FEW, EACH = 5, 2, 1
"""Sentences of a source that is told alone, of one among at most three, and of one among more."""
MOST_SOURCES = 8
"""Sources that are told, at most; how many there are besides is said."""
_KINDS = (
    r"(?:documents?|texts?|sources?|articles?|reports?|files?|papers?|books?|pages?|pdfs?|notebooks?|materials?"
    r"|interviews?|transcripts?|podcasts?|episodes?|recordings?|videos?|talks?|lectures?|stor(?:y|ies)|letters?|guides?"
    r"|manuals?|minutes|essays?|notes|whole thing|contents?)"
)
_IT = (
    rf"(?:(?:this|that|these|those|the|my|our|your|all(?: of)?(?: the| these| my)?)\s+(?:\w+\s+)?{_KINDS}"
    r"|it(?: all)?|this|they|these)"
)
_POINTS = (
    r"(?:main|key|central|most important|essential|chief|principal)\s+(?:points?|ideas?|findings?|takeaways?|messages?"
    r"|facts?|topics?|themes?|subjects?|arguments?|conclusions?|things?|thesis)"
)
_SUMMARY = r"(?:(?:short|brief|quick|concise)\s+)?(?:summary|overview|gist|outline|précis|synopsis|abstract)"
_PLEASE = r"(?:and\s+|so\s+)?(?:please\s+|can you\s+|could you\s+|kindly\s+)*"
_IS = r"what(?:['’]?s| is| are| was| were| does| do)"
_OF = r"(?:of|in|from)"
_GIVE = r"(?:give|write|show|tell|make|i (?:want|need)|i['’]?d like)\s+(?:me\s+|us\s+)?(?:a|an|the)"
_LEARN = r"(?:tell me|what (?:can|do) (?:i|we) learn|what does one learn)\s+(?:about|from|in)"
_ENGLISH = (
    rf"{_IS}\s+{_IT}\s+(?:all\s+|mainly\s+|mostly\s+)?(?:about|(?:talk|deal|speak)s?\s+(?:about|with|of))",
    rf"{_IS}\s+(?:the|its|their)\s+{_POINTS}(?:\s+{_OF}\s+{_IT}|\s+here)?",
    rf"{_IS}\s+(?:the|a)\s+{_SUMMARY}(?:\s+of\s+{_IT})?",
    rf"(?:summari[sz]e|sum up|outline|recap|tl;?dr)(?:\s+{_IT})?(?:\s+(?:for me|briefly|in short))?",
    rf"{_GIVE}\s+(?:{_SUMMARY}|{_POINTS})(?:\s+{_OF}\s+{_IT})?",
    rf"{_LEARN}\s+{_IT}",
)
_OTHERS = (
    r"(?:worum|um was)\s+(?:geht es|handelt es sich|geht['’]s)"
    r"(?:\s+(?:hier|in (?:diesem|dem|der|dieser|diesen|den)\s+\w+))?",
    r"(?:fasse?|fassen sie)\s+(?:bitte\s+)?(?:(?:das|den|die|diese[nsr]?|alles|es)\s*\w*\s+)?(?:bitte\s+)?zusammen",
    r"was sind die (?:wichtigsten|zentralen) (?:punkte|aussagen|erkenntnisse|inhalte|themen)(?:\s+.{0,30})?",
    r"de quoi (?:parle|traite|s['’]agit)(?:-t-il|-t-elle)?"
    r"(?:\s*(?:dans\s+)?(?:ce(?:t|tte|s)?|le|la|l['’]|les)\s*\w+)?",
    r"(?:résume[zr]?|faites un résumé)(?:[- ]moi)?(?:\s+(?:ce(?:t|tte|s)?|le|la|les)\s+\w+)?",
    r"¿?de qué (?:trata|habla|va)n?(?:\s+(?:este|esta|estos|el|la|los)\s+\w+)?",
    r"(?:resume|resuma|resúmeme|riassumi|riassuma)(?:\s+(?:este|esta|el|la|il|lo|questo|questa|o|a)\s+\w+)?",
    r"di (?:che cosa|che|cosa) (?:parla|tratta)(?:\s+(?:questo|questa|il|lo|la|l['’])\s*\w+)?",
    r"(?:de|do) que (?:trata|fala|se trata)m?(?:\s+(?:este|esta|o|a)\s+\w+)?",
)
"""German, French, Spanish, Italian and Portuguese."""
_ASKS = re.compile(rf"^{_PLEASE}(?:{'|'.join((*_ENGLISH, *_OTHERS))})\s*(?:,?\s*please)?\s*[?.!]*$", re.IGNORECASE)
_ONE = (
    rf"^{_PLEASE}(?:{_IS}\s+§\s+(?:all\s+|mainly\s+)?about|{_LEARN}\s+§|(?:summari[sz]e|sum up|outline)\s+§"
    rf"|(?:{_GIVE}|{_IS}\s+the)\s+(?:{_SUMMARY}|{_POINTS})\s+{_OF}\s+§)\s*[?.!]*$"
)
_OF_ONE = re.compile(_ONE, re.IGNORECASE)
_MAY_BE_OF_ONE = re.compile(_ONE.replace("§", ".+"), re.IGNORECASE)
"""The same with anything in the source's place: what source a question names is looked up for few questions."""
_ARTICLE = re.compile(r"(?:\b(?:the|this|that|an?|my|our)\s+)?§", re.IGNORECASE)
_MORE: Mapping[str, tuple[str, str]] = {
    "en": ("There is {many} source more.", "There are {many} sources more."),
    "de": ("Dazu kommt {many} weitere Quelle.", "Dazu kommen {many} weitere Quellen."),
    "fr": ("Il y a encore {many} source.", "Il y a encore {many} sources."),
    "es": ("Hay {many} fuente más.", "Hay {many} fuentes más."),
    "it": ("C’è ancora {many} fonte.", "Ci sono ancora {many} fonti."),
    "pt": ("Há mais {many} fonte.", "Há mais {many} fontes."),
}


def gist(asking: Asking, question: str) -> Told | None:
    """What sources are about, in their own central sentences; None for a question that asks something else.

    A source that the question names is told alone; else all that count are, in the order in which they came in.
    """
    text = " ".join(question.split())
    sources = _meant(asking, text)
    if not sources:
        return None
    told = sources[:MOST_SOURCES]
    many = ALONE if len(told) == 1 else FEW if len(told) <= 3 else EACH
    room = (MAX_ANSWER - 60) // len(told)
    parts: list[str] = []
    citations: dict[str, AnswerCitation] = {}
    found: list[Found] = []
    for number in told:
        record = asking.records[number]
        lines: list[str] = []
        for one, start, end in _sentences(asking, number, many, MOST_CHUNKS // len(told)):
            own = one.chunk.said(start, end)
            said = own.strip()
            if lines and len(" ".join([*lines, said])) > room - LONGEST_NAME:
                break
            marker = str(len(citations) + 1)
            citations[marker] = cited(record, one.chunk, own, start, end)
            lines.append(f"{shortened(said, room - LONGEST_NAME)} [{marker}]")
            found.append(one)
        if lines:
            lead = "" if len(told) == 1 else f"{shortened(record.title, LONGEST_NAME)}: "
            parts.append(f"{lead}{' '.join(lines)}")
    if not parts:
        return None
    if more := len(sources) - len(told):
        one_more, several = _MORE.get(asking.records[told[0]].language, _MORE["en"])
        parts.append((one_more if more == 1 else several).format(many=more))
    once = {each.number: each for each in found}
    return Told(" ".join(parts), citations, tuple(once.values()))


def _meant(asking: Asking, text: str) -> Sequence[int]:
    """The sources whose gist is asked for; none for any other question."""
    if _ASKS.match(text):
        return list(asking.records)
    if not _MAY_BE_OF_ONE.match(text):
        return ()
    mentions = mentions_of(asking.db, text, asking.records)
    if len({each.source for each in mentions}) != 1:
        return ()
    first, last = mentions[0], mentions[-1]
    return (first.source,) if _OF_ONE.match(_ARTICLE.sub("§", f"{text[: first.start]}§{text[last.end :]}")) else ()


def _sentences(asking: Asking, source: int, many: int, most: int) -> list[tuple[Found, int, int]]:
    """The central sentences of a source's first chunks, in its order, each with its chunk."""
    rows = chunk_rows(asking.db, numbers_of(asking.db, source)[:most])
    found = [Found(number, source, chunk, 0.0) for number, (_, chunk) in rows.items()]
    return [
        (found[place], unit.start, unit.end)
        for place, unit in central([each.chunk for each in found], asking.records[source].title, many)
    ]
