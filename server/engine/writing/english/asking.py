"""What English sentences answer: questions turned out of their main clauses, and the terms they explain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from server.engine.writing.analysis import Analysis, Role, Sentence, Voice
from server.engine.writing.asking import Asked, Kind, Tellings, Term
from server.engine.writing.english import answers, forms, glossing, naming, ordering, rhetoric
from server.engine.writing.english.clauses import Clause, dangles
from server.engine.writing.english.grammar import inside, noun_phrase, subject_of
from server.engine.writing.english.interrogatives import asked
from server.engine.writing.english.mattering import mattering
from server.engine.writing.english.printing import printable
from server.engine.writing.english.subjects import NO_SUBJECT, VAGUE_SUBJECT, good_subject
from server.engine.writing.standalone import written

Parse = Callable[[Sequence[str]], list[Any]]


class EnglishAsker:
    """Asks in English; `parse` gives spaCy parses of lines."""

    def __init__(self, analysis: Analysis, parse: Parse) -> None:
        self.tellings = Tellings(analysis)
        self._analysis = analysis
        self._parse = parse
        self._parsed: dict[str, Any] = {}
        self._common: dict[str, frozenset[str]] = {}
        self._kinds: dict[str, Counter[str]] = {}
        self._known: frozenset[str] = frozenset()
        """Last names of people, as far as questions were asked."""

    def questions(self, ids: Iterable[int]) -> list[Asked]:
        """All questions that sentences answer by themselves, several for one sentence, in the sentences' order."""
        analysis, text_of = self._analysis, self.tellings.text
        chosen = sorted(set(ids))
        around = {i + k for i in chosen for k in (-1, 0)}
        known = sorted(i for i in around if i >= 0)
        docs = dict(
            zip(known, self._docs([text_of(i) or written(analysis, analysis.sentences[i]) for i in known]), strict=True)
        )
        people = self._people(analysis, list(docs.values()))
        self._known |= people
        out: list[Asked] = []
        stands_for: dict[int, _Subject] = {}
        for i in known:
            s, doc = analysis.sentences[i], docs[i]
            if i in chosen:
                out += self._put(s)
            if doc is None:
                continue
            common = self._small(analysis, s.source)
            last = stands_for.get(i - 1)
            held = _Subject.of(doc, i, common=common, people=people)
            meant = last if held is None and last is not None and _meant(doc, last) and _near(analysis, i) else None
            if held is not None or meant is not None:
                stands_for[i] = held or meant  # type: ignore[assignment]
            if i not in chosen:
                continue
            if Role.TABLE in s.roles:
                out += forms.tabled(s, analysis.sources[s.source])
                continue
            out += forms.labelled(s)
            if not _askable(s):
                continue
            leans = not text_of(i)
            if leans and (meant is None or i - meant.sentence > 2):
                continue
            own = s.voice is Voice.FIRST or analysis.voices[s.source] is Voice.FIRST
            voice = s.speaker if len(s.speaker) > 2 else self._author(s.source) if own else ""
            who = meant.words if meant is not None else voice if re.search(r"\bI\b", s.told) else ""
            found = [
                a
                for sent in list(doc.sents)[: 1 if leans else None]
                for a in asked(sent, i, common=common, people=people, instead=who)
            ]
            if not leans:
                found += forms.ready(s)
                found += self._headed(analysis, s)
                found += self._announced(s)
                found += self._troubled(s, doc)
                beside = [words for words in (*s.gist, *self._further(s)) if self._recurs(words, s.source)]
                topics = [s.topic, _subject(doc, common), *beside]
                found += self._about(s, topics, voice=voice, people=people)
            carried = [s.text, s.told, text_of(i), analysis.section_of(s).title, s.speaker, voice]
            if meant is not None:
                first = analysis.sentences[meant.sentence]
                carried.append(first.told)
                found = [
                    replace(a, since=meant.sentence, quality=a.quality - 0.08)
                    for a in found
                    if meant.words in a.question
                ]
            out += [
                a
                for a in found
                if printable(a, " ".join(carried)) and not analysis.rules.unsupported(a.question, passages=carried)
            ]
        return out

    def terms(self, ids: Iterable[int]) -> list[Term]:
        """The terms that sentences explain, in their order."""
        analysis, text_of = self._analysis, self.tellings.text
        spoken = (i for i in ids if text_of(i) or analysis.sentences[i].voice is Voice.INTERVIEW)
        texts = {i: text_of(i) or written(analysis, analysis.sentences[i]) for i in spoken}
        chosen = list(texts)
        docs = self._docs(list(texts.values()))
        out: list[Term] = []
        for i, doc in zip(chosen, docs, strict=True):
            s = analysis.sentences[i]
            if doc is not None and Role.QUESTION not in s.roles:
                out += glossing.terms(doc, i, common=self._small(analysis, s.source))
        return out

    def concepts(self, ids: Iterable[int]) -> list[Term]:
        """The terms that sentences name in passing, and the subjects that the sources keep coming back to."""
        analysis, text_of = self._analysis, self.tellings.text
        told = [i for i in ids if text_of(i)]
        docs = dict(zip(told, self._docs([text_of(i) for i in told]), strict=True))
        small = [self._small(analysis, n) for n in range(len(analysis.sources))]
        out = [t for s in analysis.sentences for t in naming.named(analysis, s, self._docs)]
        return [*out, *mattering(analysis, self.tellings, docs, common=small)]

    def stands(self, text: str) -> bool:
        """Whether nothing in a text points at something that it doesn't name."""
        doc = self._docs([text])[0]
        return doc is not None and not any(_points_out(t) or _counts_nothing(t) for t in doc)

    def kind_of(self, name: str) -> str:
        """What a name of the sources names: as most parses take it; empty where that isn't known."""
        if not self._kinds:
            for s in self._analysis.sentences:
                doc = self._parsed.get(self.tellings.text(s.id))
                for ent in doc.ents if doc is not None else ():
                    kind = _KINDS.get(ent.label_, "")
                    self._kinds.setdefault(re.sub(r"['’]s$", "", ent.text), Counter())[kind] += 1
            self._kinds.setdefault("", Counter())
        if PLACE.search(name):
            return "place"
        said = rf"\b(?:in|at|near|across|into|towards?|outside|around) (?:the )?{re.escape(name)}\b"
        there = sum(len(re.findall(said, source.text)) for source in self._analysis.sources)
        if name.rsplit(maxsplit=1)[-1] in self._known and there < _OFTEN:
            return "person"
        if there:
            return "place"
        found = [
            k
            for text, count in self._kinds.items()
            if text and (text in name or name in text)
            for k in count.elements()
        ]
        if not found:
            return ""
        kind, times = Counter(found).most_common(1)[0]
        return kind if times >= 0.6 * len(found) else ""

    def _put(self, s: Sentence) -> list[Asked]:
        """The questions that the source puts itself, and that this sentence begins to answer."""
        out: list[Asked] = []
        for p in s.prompts:
            if p.kind == "asked" and s.voice is Voice.INTERVIEW:
                said, quality = rhetoric.spoken(p.text, self._docs)
                said = rhetoric.addressed(said, s.speaker) if len(s.speaker) > 2 else said
                out += [Asked(said, Kind.ASKED, s.id, quality=1.3 * quality, checked=False)] if said else []
            elif p.kind == "asked" and rhetoric.whole(p.text):
                out.append(Asked(p.text, Kind.ASKED, s.id, quality=1.3, checked=False))
        before = self._analysis.sentences[s.id - 1] if s.id else None
        if before is not None and Role.QUESTION in before.roles and _near(self._analysis, s.id):
            said = rhetoric.authors(before.told, self._author(s.source))
            out += [Asked(said, Kind.ASKED, s.id, quality=1.2, checked=False)] if said else []
        return out

    def _author(self, source: int) -> str:
        return self._analysis.authors[source] or "the author"

    def _docs(self, texts: Sequence[str]) -> list[Any]:
        fresh = [t for t in dict.fromkeys(texts) if t and t not in self._parsed]
        self._parsed |= dict(zip(fresh, self._parse(fresh), strict=True))
        return [self._parsed.get(t) for t in texts]

    def _small(self, analysis: Analysis, source: int) -> frozenset[str]:
        text = analysis.sources[source].text
        if analysis.sources[source].id not in self._common:
            small = re.findall(r"(?<=[A-Za-z0-9,;] )[a-z][\w'-]+", text)
            names = re.findall(r"(?<=[a-z,] )[A-Z][\w'-]+", text)
            words = {*small, *(n for n in names if n.lower() not in small)}
            self._common[analysis.sources[source].id] = frozenset(words)
        return self._common[analysis.sources[source].id]

    def _recurs(self, words: str, source: int) -> bool:
        """Whether a phrase that is only mentioned comes up again, so that somebody may ask about it."""
        bare = re.sub(r"^(?:the|an?) ", "", words, flags=re.IGNORECASE)
        text = self._analysis.sources[source].text
        return bool(bare) and len(re.findall(rf"\b{re.escape(bare)}", text, re.IGNORECASE)) > 1

    def _further(self, s: Sentence) -> list[str]:
        """What the next sentences are about, where this one opens what can be told without them."""
        sentences = self._analysis.sentences
        opens = not s.id or not _near(self._analysis, s.id) or not self.tellings.text(s.id - 1)
        after = sentences[s.id + 1 : s.id + 3] if opens else ()
        near = [n for n in after if n.source == s.source and n.paragraph == s.paragraph]
        return [words for n in near for words in (n.topic, *n.gist)]

    @staticmethod
    def _about(s: Sentence, phrases: Iterable[str], *, voice: str, people: frozenset[str]) -> list[Asked]:
        """What is said of what the sentence is about, for want of a question of its own."""
        form = f"What does {voice} say about {{}}?" if voice else "What should I know about {}?"
        out: list[Asked] = []
        for words in dict.fromkeys(re.sub(r"^the one (?=\w)", "the ", p) for p in phrases if p):
            low = words.lower().split()
            if (
                low[-1] in VAGUE_SUBJECT
                or low[0] in NO_SUBJECT
                or re.search(r"\d|\b(?:whose|which|who|what)\b|^the (?:more|less)\b", words)
                or dangles(f"what is known of it about {words}")
                or len(low) > 6
            ):
                continue
            if len(low) == 1 and not words[0].isupper() and not words.endswith("s"):
                continue
            if words != s.topic and low[0] not in {"the", "a", "an"} and not words[0].isupper():
                continue
            quality = (0.34 if voice else 0.3) - 0.04 * min(3, len(out))
            probe = f"What is known about {words}?"
            known = words.split()[-1] in people
            introduced = re.search(rf"\b{re.escape(words)}, (?:who{'|an?|the' if known else ''})\b", s.told)
            was = re.search(r"\w(?:ed|was|were|had)[ ,.]", s.told)
            asked = f"Who {'was' if was else 'is'} {words}?" if introduced else form.format(words)
            out.append(Asked(asked, Kind.ABOUT, s.id, "", quality + 0.2 * bool(introduced), probe=probe))
        return out[:4]

    def _announced(self, s: Sentence) -> list[Asked]:
        """What a sentence announces; of "There are five rules" nothing is asked where the rules don't follow it."""
        after = self._analysis.sentences[s.id + 1 : s.id + 2]
        return [a for a in forms.listed(s) if a.kind is not Kind.WHAT or ":" in s.told or (after and after[0].in_list)]

    def _troubled(self, s: Sentence, doc: Any) -> list[Asked]:
        """What to do about the fault that opens a paragraph of instructions."""
        after = self._analysis.sentences[s.id + 1 : s.id + 4]
        after = tuple(o for o in after if o.source == s.source and o.paragraph == s.paragraph)
        if not after or (s.id and _near(self._analysis, s.id)):
            return []
        put = ordering.troubled(s.told, doc, self._docs([o.told for o in after]))
        return [Asked(put, Kind.HEADED, s.id, quality=0.85, checked=False)] if put else []

    def _headed(self, analysis: Analysis, s: Sentence) -> list[Asked]:  # noqa: PLR0911
        """What the heading of a section promises, asked of its first sentence."""
        if s.id and analysis.sentences[s.id - 1].section == s.section:
            return []
        section = analysis.section_of(s)
        heading = section.title.strip(" .:")
        words = heading.split()
        put, quality = self._as_question(heading)
        if put:
            return [Asked(put, Kind.HEADED, s.id, quality=quality, checked=False)]
        if not 1 <= len(words) <= 7 or re.search(r"[\d:;,?!()\"]", heading):
            return []
        doc = self._docs([f"{heading}."])[0]
        if (ordered := ordering.headed(heading, doc)) and self._instructs(s):
            return [Asked(ordered, Kind.HEADED, s.id, quality=0.9, checked=False)]
        if doc[0].tag_ == "VBG" and len(words) > 1 and (s.in_list or Role.STEP in s.roles):
            rest = "".join(
                (t.lemma_.lower() if t.tag_ == "VBG" and t.dep_ == "conj" else t.text) + t.whitespace_
                for t in doc[1:-1]
            ).strip()
            return [Asked(f"How do you {doc[0].lemma_.lower()} {rest}?", Kind.HOW, s.id, "", 0.8)]
        if (
            (
                section.spoken
                and not dangles(f"what is known about {section.spoken}")
                and doc[0].pos_ in {"NOUN", "ADJ", "PROPN", "DET"}
            )
            and (2 <= len(section.spoken.split()) <= 6 or section.spoken[:1].isupper())
            and not any(t.tag_ in {"VBZ", "VBD", "VBP", "WRB", "WP"} for t in doc)
        ):
            return [Asked(f"What should I know about {section.spoken}?", Kind.ABOUT, s.id, "", 0.22, checked=False)]
        return []

    def _instructs(self, s: Sentence) -> bool:
        """Whether one of the sentences that open a section tells its reader to do something."""
        own = [o for o in self._analysis.sentences[s.id : s.id + 4] if o.section == s.section]
        docs = self._docs([o.told for o in own])
        return any(ordering.is_order(next(iter(d.sents)).root) for d in docs if d is not None)

    def _as_question(self, heading: str) -> tuple[str, float]:
        """A heading that is a question or one of the usual ones, as a question, and how well that reads."""
        words = heading.split()
        if _QUESTION_HEAD.match(heading) and 3 <= len(words) <= 9:
            return f"{heading}?", 1.1
        if not 1 <= len(words) <= 9 or re.search(r"[\d:;,?!()\"]", heading):
            return "", 0.0
        usual = forms.headed(heading)
        return (usual, 0.7) if usual else (forms.turned_heading(self._docs([f"{heading}."])[0], heading), 1.0)

    @staticmethod
    def _people(analysis: Analysis, docs: Sequence[Any]) -> frozenset[str]:
        """Last names that the parses take for a person's more often than not."""
        votes: Counter[str] = Counter()
        for doc in docs:
            for ent in doc.ents if doc is not None else ():
                words = re.sub(r"['’]s$", "", ent.text).split()
                last = words[-1]
                if last[:1].isupper() and (len(words) > 1 or ent.label_ != "PERSON"):
                    votes[last] += 1 if ent.label_ == "PERSON" else -1
        for s in analysis.sentences:
            if s.speaker and len(s.speaker) > 2:
                votes[s.speaker.split()[-1]] += 5
            for match in _INTRODUCED.finditer(s.told):
                votes[match[1].split()[-1]] += 3
        return frozenset(name for name, count in votes.items() if count > 0)


def _subject(doc: Any, common: frozenset[str]) -> str:
    """The first subject as it stands inside a sentence."""
    subject = next((t for t in doc if t.dep_ in {"nsubj", "nsubjpass"} and t.pos_ in {"NOUN", "PROPN"}), None)
    words = noun_phrase(subject, most=6) if subject is not None else ""
    return inside(words, doc[subject.left_edge.i], common=common) if subject is not None and words else ""


_OFTEN = 2
"""Times that a name stands behind a word for a place from which it is one."""
_KINDS = {"PERSON": "person", "ORG": "body", "GPE": "place", "LOC": "place", "FAC": "place"}
PLACE = re.compile(
    r"\b(?:Street|Road|Row|Lane|Square|Place|Hall|Mill|Hill|Town|Point|Bridge|River|Lake|Island|Head|Harbour|Bay|Park|Station|Yard|Gate|Valley)$"
)
_INTRODUCED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Professor|Cllr|architect|engineer|hydrologist|ecologist|secretary|master|chairman|painter|director|"
    r"baker|nephew|daughter|son|brother|sister|wife|husband|clerk|mayor|founder|author|metallurgist|biologist|historian|botanist|"
    r"judge|teacher|officer|manager|\w+ist),? ((?:[A-Z][\w'’-]+ ?){1,3})"
)


_POINTING = {"this", "that", "these", "those", "such"}


def _points_out(token: Any) -> bool:
    """A demonstrative whose noun wasn't named before, `there` for a place, `one` for a thing."""
    low = token.lower_
    if (
        low == "that"
        and token.i
        and token.nbor(-1).text == ","
        and token.i + 1 < len(token.doc)
        and token.nbor().pos_ == "NOUN"
    ):
        return not any(t.lemma_ == token.nbor().lemma_ for t in token.doc[: token.i])
    if low in _POINTING and token.dep_ in {"det", "predet", "amod"} and token.tag_ in {"DT", "PDT", "JJ", "WDT"}:
        noun = token.head.lemma_.lower()
        return not any(t.lemma_.lower() == noun for t in token.doc[: token.i])
    if low in {"this", "these", "those"} and token.pos_ == "PRON" and token.i < 6:
        following = token.nbor().lower_ if token.i + 1 < len(token.doc) else ""
        return following not in {"who", "which", "that", "of", "in", "with"}
    if low == "there" and token.dep_ == "advmod" and token.pos_ == "ADV":
        return not any(t.pos_ == "PROPN" or t.dep_ == "pobj" for t in token.doc[: token.i])
    if low in {"one", "ones", "others"} and token.dep_ in {"dobj", "pobj", "nsubj"} and token.i > 0:
        plain = not any(True for _ in token.children)
        return plain and not any(
            t.pos_ == "NOUN" for t in token.doc[: token.i] if t.dep_ != "npadvmod" and t.head.i != token.i
        )
    return False


_RANKED = re.compile(
    r"\b(?:first|second|third|last|next|only|largest|biggest|smallest|highest|lowest|oldest|youngest|longest|best|worst)\b"
)
"""Of several: a pronoun that follows may stand for the kind and not for this one."""


def _counts_nothing(token: Any) -> bool:
    """A number whose noun only the sentence before has: "It needed nine." """
    if token.tag_ != "CD" or not token.text.isalpha() or token.dep_ != "dobj":
        return False
    return token.head.lemma_ not in answers.MONEY_VERBS and not any(True for _ in token.children)


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a sentence is about, and in which sentence that is named."""

    words: str
    sentence: int
    is_plural: bool
    is_person: bool
    is_rivalled: bool = False
    """The sentence names another single thing that `it` may stand for."""

    @classmethod
    def of(cls, doc: Any, number: int, *, common: frozenset[str], people: frozenset[str]) -> _Subject | None:
        """The subject of the first clause, where it can be named again."""
        sent = next(iter(doc.sents))
        subject = subject_of(sent.root)
        if subject is None or subject.pos_ not in {"NOUN", "PROPN"} or '"' in sent.text:
            return None
        clause = Clause(sent.root, subject, common=common)
        words = clause.subject_words() if clause.is_sound and good_subject(clause) else ""
        if (
            not words
            or len(words.split()) > 6
            or words.split()[0] in {"a", "an", "every", "all"}
            or dangles(f"what do {words} x")
            or _RANKED.search(words)
        ):
            return None
        things = [
            t for t in sent if t.dep_ == "dobj" and t.tag_ in {"NN", "NNP"} and t.ent_type_ not in {"DATE", "TIME"}
        ]
        rivalled = bool(things) and bool(answers.BODIES.search(words))
        plural = subject.tag_ in {"NNS", "NNPS"}
        return cls(words, number, plural, answers.is_person(subject, people), rivalled)


def _meant(doc: Any, last: _Subject) -> bool:
    """Whether the sentence's subject is a pronoun that stands for the last sentence's subject."""
    subject = subject_of(next(iter(doc.sents)).root)
    if subject is None or subject.i > 3:
        return False
    low = subject.lower_
    if low == "it" and last.is_rivalled:
        return False
    if low == "they":
        return last.is_plural
    return (low in {"he", "she"} and last.is_person and not last.is_plural) or (
        low == "it" and not last.is_person and not last.is_plural
    )


def _near(analysis: Analysis, i: int) -> bool:
    s, before = analysis.sentences[i], analysis.sentences[i - 1]
    return s.source == before.source and s.paragraph == before.paragraph


def _askable(s: Sentence) -> bool:
    if Role.QUESTION in s.roles or not 5 <= len(s.told.split()) <= 50:
        return False
    return s.told.count('"') in {0, 2}


_QUESTION_HEAD = re.compile(
    r"^(?:Who|What|Why|How|When|Where|Which(?: [a-z]+)?) "
    r"(?:is|are|was|were|do|does|did|should|can|will|must)\b[^.:;!?]*$"
)
