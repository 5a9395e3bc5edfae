"""Reads English sources: blocks into sentences with roles, names, figures, questions and what they lean on."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from server.domain.sources import Source
from server.engine.writing.analysis import Prompt, Role, Sentence, Voice
from server.engine.writing.english import cues, figures, grammar, questions, telling
from server.engine.writing.english.gathering import Gathered, Gatherer, Raw, collective
from server.engine.writing.english.headings import spoken_heading
from server.engine.writing.english.leaning import NAME_LIKE, Memory, introduced_by, leaning, people_in, remember
from server.engine.writing.languages import Reading

_DOC_TALK = re.compile(
    r"(?i)^(this (chapter|section|article|report|document|page|manual|paper|table|figure)|table [\d-]+|the (table|figure|"  # noqa: E501
    r"chart|graph) (below|above)|figure \d)|\b(in the next (section|chapter)|we shall meet|this is (its|the) story|"
    r"as (we|you) (have seen|saw|will see)|repeat \d|described (below|above))\b|^let us begin|\bsection \d"
)


_KEPT_MOST = 800
"""Sentences whose parses are kept."""


class Reader:
    """Turns English sources into a `Reading`; `nlp` is a spaCy pipeline with tagger, parser, lemmatizer and names."""

    def __init__(self, nlp: Any) -> None:
        self._nlp = nlp
        self.parses: dict[str, Any] = {}
        """Parses of the first sentences by their words: what asks about them needs them again."""

    def _finite(self, words: str) -> bool:
        doc = self._nlp(words)
        return grammar.is_finite(doc) or grammar.is_imperative(doc)

    def read(self, sources: tuple[Source, ...]) -> Reading:
        """Read every source; sentence ids run through all of them."""
        gathered = Gathered()
        for index, source in enumerate(sources):
            Gatherer(gathered, source, index, self._finite).run()
        lines = [_parsable(r.told or r.text) for r in gathered.raws]
        docs = list(self._nlp.pipe(lines, batch_size=64))
        self.parses = dict(zip(lines[:_KEPT_MOST], docs[:_KEPT_MOST], strict=True))
        who = [collective(s, v) for s, v in zip(sources, gathered.voices, strict=True)]
        built: list[Sentence] = []
        memory = Memory()
        surnames = [frozenset(m[0].split()[-1] for m in NAME_LIKE.finditer(s.text)) for s in sources]
        small = [frozenset(re.findall(r"(?<![.!?:] )(?<!^)\b[a-z][\w'-]+", s.text)) for s in sources]
        for i, (raw, doc) in enumerate(zip(gathered.raws, docs, strict=True)):
            memory.common = small[raw.source]
            memory.surnames = surnames[raw.source]
            sentence = _build(i, raw, doc, who=who[raw.source], voice=gathered.voices[raw.source], memory=memory)
            built.append(sentence)
        titles = list(self._nlp.pipe(s.title for s in gathered.sections))
        sections = [
            replace(s, spoken=spoken_heading(s.title, d, sources[s.source].text))
            for s, d in zip(gathered.sections, titles, strict=True)
        ]
        return Reading(
            sentences=tuple(built),
            sections=tuple(sections),
            titles=tuple(gathered.titles),
            voices=tuple(gathered.voices),
            authors=tuple(gathered.authors),
        )


def _parsable(text: str) -> str:
    return re.sub(r"[\r\n\t]", " ", text)


def _build(index: int, raw: Raw, doc: Any, *, who: str, voice: Voice, memory: Memory) -> Sentence:  # noqa: PLR0912, PLR0915
    text = raw.text
    if memory.source != raw.source:
        memory.source, memory.person, memory.first_seen = raw.source, "", {}
    if memory.section != raw.section:
        memory.section, memory.person, memory.people = raw.section, "", set()
    told = raw.told or telling.aloud(text)
    told = telling.speaker_first(told)
    first_person = telling.says_i(told)
    if who and telling.says_we(told):
        told = telling.in_third_person(told, who=who)
    base = told
    told = telling.contracted(grammar.lightened(told, doc)) if not raw.table else told
    leans, alone = (False, told) if raw.table else leaning(raw, doc, told, memory, index)
    sentence_names = figures.names(told)
    numbers = figures.figures(told)
    years = figures.years(told)
    people = people_in(doc, text)
    has_quote = told.count('"') >= 2 and len(re.findall(r'"[^"]+"', told)[0].split()) >= 4
    roles = set(cues.roles(told, has_date=bool(years), has_quote=has_quote))
    if raw.table:
        roles |= {Role.TABLE, Role.MEASURE}
    if people:
        roles.add(Role.PERSON)
    if not raw.table and len(doc) and grammar.is_imperative(doc):
        roles |= {Role.ORDER, Role.STEP} if raw.step else {Role.ORDER}
    if raw.warned:
        roles.add(Role.WARNING)
    prompts = [Prompt(raw.asked, "asked", 1.0, checked=False, span=raw.asked_at)] if raw.asked else []
    own_words = not raw.told and base == telling.speaker_first(telling.aloud(text))
    ok = own_words and not first_person and len(told.split()) <= 45 and not (leans and not alone)
    if ok and not raw.table and grammar.is_finite(doc):
        prompts += questions.prompts(doc, told=told, common=memory.common)
    root = grammar.root_of(doc) if len(doc) else None
    subject = grammar.subject_of(root) if root is not None else None
    acts = subject is not None and subject.ent_type_ == "PERSON"
    worth = raw.table or cues.interest(told, figures=len(numbers), names=len(sentence_names), person_acts=acts)
    fragment = (
        not raw.table
        and not raw.in_list
        and not raw.asked
        and len(doc)
        and not (grammar.is_finite(doc) or grammar.is_imperative(doc))
    )
    if fragment:
        worth -= 3.0
    if _DOC_TALK.search(told):
        worth -= 0.6
    if voice is Voice.THIRD and (first_person or (not who and telling.says_we(told))):
        worth -= 0.4
    topic = grammar.topic(doc, common=memory.common) if ok and not raw.table else ""
    if subject is not None and topic and (acts or any(topic.split()[-1] in p for p in people)):
        prompts += questions.views(root, topic)
        topic = ""
    instead = "" if not topic or subject is None else "They" if subject.tag_ in {"NNS", "NNPS"} else "It"
    introduced = introduced_by(subject, memory, index) if not raw.table else -1
    if (
        leans
        and not alone
        and not people
        and introduced < 0
        and _HE_OR_SHE.search(told)
        and 1 < index - memory.named_at <= 4
    ):
        introduced = memory.named_at
    for token in doc:
        if token.pos_ in {"NOUN", "PROPN"}:
            memory.first_seen.setdefault(token.lemma_.lower(), index)
    remember(memory, people, text, subject, index)
    return Sentence(
        id=index,
        source=raw.source,
        section=raw.section,
        paragraph=raw.paragraph,
        start=raw.start,
        end=raw.end,
        text=text,
        told=told,
        alone=alone,
        roles=frozenset(roles),
        units=grammar.units(doc, offset=raw.start) if not raw.told and not raw.table else (),
        names=sentence_names,
        figures=numbers,
        years=years,
        introduced=introduced,
        leans=leans,
        prompts=tuple(prompts),
        halves=grammar.halves(told) if ok and not leans else None,
        contrast=grammar.contrast(base, doc) if not raw.table and not raw.told else ("", ""),
        gist=grammar.gists(doc, common=memory.common) if ok else (),
        remark=remark(told),
        topic=topic,
        pronoun=instead,
        speaker=raw.speaker,
        voice=voice if voice is Voice.INTERVIEW else Voice.FIRST if first_person else Voice.THIRD,
        interest=worth,
        leaning=cues.side(told),
        certain=bool(cues.CERTAIN.search(told)) and not numbers,
        attributed=bool(cues.ATTRIBUTED.search(told)) or has_quote,
        terms=terms_of(doc),
        in_list=raw.in_list,
    )


def terms_of(doc: Any) -> frozenset[str]:
    """The content words of a parse, by their lemma."""
    return frozenset(
        (t.lemma_ or t.text).lower()
        for t in doc
        if not t.is_stop and not t.is_punct and not t.is_space and (t.pos_ in {"NOUN", "PROPN", "VERB", "ADJ", "NUM"})
    )


_HE_OR_SHE = re.compile(r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er|him)\b")
_FROM_TO = re.compile(
    r"\bfrom (?:an? \w+ of |about |some |nearly )?(?P<a>\d[\d,]*(?:\.\d+)?)(?P<ua> [a-z%]+)?(?: (?:in|on|a|to)\b[^.;]{0,30}?)? to (?:about |some |nearly )?(?P<b>\d[\d,]*(?:\.\d+)?)(?![\d-])(?P<ub> [a-z%]+)?"  # noqa: E501
)


def remark(text: str) -> str:
    """What plain arithmetic says of a change "from … to …", or nothing where it isn't worth a word."""
    match = _FROM_TO.search(text)
    if match is None:
        return ""
    a, b = (float(match[k].replace(",", "")) for k in ("a", "b"))
    if a <= 0 or b <= 0 or (1500 < a < 2100 and 1500 < b < 2100 and a == int(a)):
        return ""
    if not re.search(
        r"\b(rose|grew|fell|dropped|went|gone|fallen|risen|grown|increase\w*|decrease\w*|shrank|raised|cut)\b", text
    ):
        return ""
    ratio = b / a
    for low, high, said in (
        (1.9, 2.1, "So it about doubled."),
        (2.1, 2.9, "So it more than doubled."),
        (2.9, 3.1, "So it about tripled."),
        (3.1, 9.5, "So it more than tripled."),
        (0.45, 0.55, "So it was about halved."),
        (0.05, 0.45, "That's less than half."),
    ):
        if low <= ratio < high:
            return said
    return ""
