"""What English sentences answer: questions turned out of their main clauses, and the terms they explain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from server.engine.writing.analysis import Analysis, Role, Sentence, Voice
from server.engine.writing.asking import Asked, Kind, Noun, Tellings, Term
from server.engine.writing.english import causes, forms, glossing, names, naming, ordering, rhetoric, troubles, whole
from server.engine.writing.english.framing import plainer
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.interrogatives import asked
from server.engine.writing.english.labelling import LABEL
from server.engine.writing.english.leaning import NAME_LIKE
from server.engine.writing.english.letters import Letter, by_hand, letters
from server.engine.writing.english.lives import Lives
from server.engine.writing.english.mattering import mattering
from server.engine.writing.english.matters import UNNAMED, Matters, plain_start
from server.engine.writing.english.ordering import ordered
from server.engine.writing.english.parting import clauses_apart
from server.engine.writing.english.pointing import counts_nothing, points_out
from server.engine.writing.english.printing import printable
from server.engine.writing.english.soundness import opens_as_question, sound
from server.engine.writing.english.standing import Named, is_near, meant_by
from server.engine.writing.standalone import written

Parse = Callable[[Sequence[str]], list[Any]]


class EnglishAsker:
    """Asks in English; `parse` gives spaCy parses of lines, `nouns` are the language's common nouns."""

    def __init__(self, analysis: Analysis, parse: Parse, nouns: frozenset[str] = frozenset()) -> None:
        self.tellings = Tellings(analysis)
        self._analysis = analysis
        self._parse = parse
        self._nouns = nouns
        self._matters = Matters(analysis, self.tellings, self._docs)
        self._parsed: dict[str, Any] = {}
        self._asking: dict[int, bool] = {}
        self._common: dict[str, frozenset[str]] = {}
        self._kinds: dict[str, Counter[str]] = {}
        self._memoirs: dict[int, bool] = {}
        self._lives = Lives(analysis)
        self._letters = {n: letters(source) for n, source in enumerate(analysis.sources)}
        self._known: frozenset[str] = frozenset()
        """Last names of people, as far as questions were asked."""

    def questions(self, ids: Iterable[int]) -> list[Asked]:
        """All questions that sentences answer by themselves, several for one sentence, in the sentences' order."""
        analysis = self._analysis
        chosen = sorted(set(ids))
        known = sorted(i for i in {i + k for i in chosen for k in (-1, 0)} if i >= 0)
        docs = dict(zip(known, self._docs([self._parsed_as(i) for i in known]), strict=True))
        people = names.people(analysis, list(docs.values()))
        self._known |= people
        out: list[Asked] = []
        stands_for: dict[int, Named] = {}
        together: set[int] = set()
        for i in known:
            s, doc = analysis.sentences[i], docs[i]
            if i in chosen:
                out += self._put(s)
            if doc is None:
                continue
            common = self._common_in(doc, s)
            last = stands_for.get(i - 1)
            held = Named.of(doc, i, common=common, people=people)
            near = held is None and last is not None and is_near(analysis, i)
            meant = last if near and last is not None and (meant_by(doc, last) or _conditioned(doc, last)) else None
            if held is not None or meant is not None:
                stands_for[i] = held or meant  # type: ignore[assignment]
            if i not in chosen:
                continue
            before, after = (
                next((o for o in analysis.sentences[max(0, k) : k + 1] if o.source == s.source), None)
                for k in (i - 1, i + 1)
            )
            mended = troubles.asked(s, analysis.sources[s.source], self._docs) if Role.TABLE in s.roles else []
            out += mended or forms.coded(s, before, after, analysis.sources[s.source])
            if mended:
                continue
            if Role.TABLE in s.roles:
                before_too = i and Role.TABLE in analysis.sentences[i - 1].roles and i - 1 in chosen
                some = [] if before_too else forms.rows_together(self._rows_from(i))
                together |= {k for a in some for k in range(a.since, a.sentence + 1)}
                out += some
                out += [] if i in together else forms.tabled(s, analysis.sources[s.source])
                continue
            out += forms.labelled(s)
            out += self._lives.aged(s)
            out += self._written(s)
            if Role.QUESTION not in s.roles:
                put = self._matters.put(s, common=common, voice=self._voice(s))
                out += [a for a in put if printable(a, s.told)]
            if _askable(s, doc):
                out += self._of(s, doc, common=common, people=people, meant=meant)
        told_of = {i for i in chosen if self._is_memoir(analysis.sentences[i].source)}
        out = [
            a for a in out if not (a.sentence in told_of and a.kind is not Kind.ASKED and _TO_YOU.search(a.question))
        ]
        out = [
            a if a.kind is Kind.ASKED else replace(a, question=plainer(_HOUR_END.sub(r"\1.m.?", a.question)))
            for a in out
        ]
        out = [
            replace(
                a, question=names.as_written(a.question, analysis.sources[analysis.sentences[a.sentence].source].text)
            )
            for a in out
        ]
        return [a for a in out if a.kind is Kind.ASKED or sound(a.question)]

    def _of(
        self, s: Sentence, doc: Any, *, common: frozenset[str], people: frozenset[str], meant: Named | None
    ) -> list[Asked]:
        """The questions of one sentence: its own, and those that it answers together with the one before it."""
        analysis, text = self._analysis, self.tellings.text(s.id)
        voice = self._voice(s)
        carried = [s.text, s.told, text, analysis.section_of(s).title, s.speaker, voice]
        backward = [*self._back(s, common=common), *self._matters.decided(s, common=common)]
        found: list[Asked] = []
        hero = self._lives.meant(s, doc, people) if meant is None or not text else ""
        if hero:
            doc = self._docs([re.split(r"; ", doc.text)[0]])[0]
        if hero or text or (meant is not None and s.id - meant.sentence <= _FAR):
            mine = voice if re.search(r"\b(?:I|[Mm]y)\b", s.told) else ""
            who = hero or (meant.words if meant is not None else mine)
            found = [
                a
                for sent in list(doc.sents)[: None if text else 1]
                for a in asked(sent, s.id, common=common, people=people, instead=who)
            ]
        if text:
            put = {a.question for a in found}
            found += [a for a in self._of_parts(s, doc, common=common, people=people) if a.question not in put]
        found += (
            [a for lead in self._leads(s, doc) for a in ordered(lead, s.id, common=common, whole=doc.text)]
            if text
            else []
        )
        if voice and meant is None:
            found = [replace(a, probe=a.probe or rhetoric.of_me(a.question, voice)) for a in found]
        if text:
            found += forms.ready(s)
            found += self._matters.asked(s, doc, common=common, voice=voice, people=people)
        found = [b for a in found for b in self._matters.narrowed(a, s)]
        if hero:
            found = [replace(a, is_named=True) for a in found if hero in a.question]
        elif meant is not None:
            carried.append(analysis.sentences[meant.sentence].told)
            bound = [a for a in found if meant.words in a.question]
            kept = [a for a in found if a not in bound and text and not meant_by(doc, meant)]
            found = [*(replace(a, since=meant.sentence, quality=a.quality - 0.08) for a in bound), *kept]
        if (about := self._lives.hero(s)) is not None:
            bare = {f"What should I know about {about.name}?", f"What did {about.name} do?"}
            found = [a for a in found if a.question not in bare and not self._lives.answers_itself(s, a)]
            found = [self._lives.named(s, a, people) for a in found]
            carried.append(about.name)
        for a in backward:
            first = a.since if a.since >= 0 else s.id
            carried += [analysis.sentences[k].text for k in range(first, s.id)]
        return [
            a
            for a in (*found, *backward)
            if printable(a, " ".join(carried)) and not analysis.rules.unsupported(a.question, passages=carried)
        ]

    def _of_parts(self, s: Sentence, doc: Any, *, common: frozenset[str], people: frozenset[str]) -> list[Asked]:
        """The questions of the clauses that a semicolon or a colon joins, and of a sentence without its frame."""
        who = self._voice(s) if re.search(r"\b(?:I|[Mm]y)\b", s.told) else ""
        docs = [d for d in self._docs(clauses_apart(doc.text)) if d is not None]
        return [
            replace(a, quality=a.quality - 0.04)
            for part in docs
            for a in asked(next(iter(part.sents)), s.id, common=common, people=people, instead=who)
        ]

    def _rows_from(self, i: int) -> list[Sentence]:
        """The sentences about rows of tables from one on."""
        sentences, out = self._analysis.sentences, []
        while i < len(sentences) and Role.TABLE in sentences[i].roles:
            out.append(sentences[i])
            i += 1
        return out

    def _voice(self, s: Sentence) -> str:
        """Who says a sentence as his own: who is interviewed, or an author who says `I`; else empty."""
        own = s.voice is Voice.FIRST or self._analysis.voices[s.source] is Voice.FIRST
        own = own and not self._puts_questions(s.source)
        return names.in_small(s.speaker) if len(s.speaker) > 2 else self._author_of(s) if own else ""

    def _letter(self, s: Sentence) -> Letter | None:
        return next((one for one in self._letters[s.source] if one.start <= s.start < one.end), None)

    def _written(self, s: Sentence) -> list[Asked]:
        """What somebody writes in the letter that a sentence opens."""
        letter = self._letter(s)
        before = self._analysis.sentences[s.id - 1] if s.id else None
        opens = before is None or before.source != s.source or self._letter(before) != letter
        put = letter.question if letter is not None and opens and Role.QUESTION not in s.roles else ""
        day = letter.day if letter is not None else ""
        return [Asked(put, Kind.HEADED, s.id, "", 0.7, checked=False, probe=day)] if put else []

    def _author_of(self, s: Sentence) -> str:
        """Who writes a sentence: who signs its letter, or the author of the source."""
        letter = self._letter(s)
        return letter.writer if letter is not None and letter.writer else self._author(s.source)

    def _parsed_as(self, i: int) -> str:
        """A sentence as it is parsed: without the label of its paragraph, which stands beside it and not in it."""
        s = self._analysis.sentences[i]
        text = self.tellings.text(i) or written(self._analysis, s)
        label = LABEL.match(text) if not (s.id and is_near(self._analysis, s.id)) else None
        return text[label.end() :] if label is not None and s.voice is not Voice.INTERVIEW else text

    def _common_in(self, doc: Any, s: Sentence) -> frozenset[str]:
        """The words that the source writes small, with the one that opens this sentence where it is no name."""
        common = self._small(self._analysis, s.source)
        names = frozenset(n for n in common if n[:1].isupper())
        opening = plain_start(doc, nouns=self._nouns, names=names) if self._nouns else ""
        return common | {opening} if opening else common

    def _leads(self, s: Sentence, doc: Any) -> list[Any]:
        """The orders before a colon or a semicolon, where the parse takes what stands behind for the main clause."""
        text = doc.text
        cut = re.search(r"[:;] ", text)
        if cut is None or subject_of(next(iter(doc.sents)).root) is None or '"' in text or LABEL.match(s.told):
            return []
        lead = self._docs([f"{text[: cut.start()]}."])[0]
        root = next(iter(lead.sents)).root if lead is not None and len(lead) > 2 else None
        return [root] if root is not None and subject_of(root) is None else []

    def _back(self, s: Sentence, *, common: frozenset[str]) -> list[Asked]:
        """Why something is so, where the sentence before it gives the reason, or this one does for the one before."""
        if not s.id or not is_near(self._analysis, s.id) or not self.tellings.text(s.id - 1):
            return []
        before, text = self._analysis.sentences[s.id - 1], written(self._analysis, s)
        if Role.QUESTION in before.roles or '"' in text:
            return []
        said = self.tellings.text(s.id - 1) if causes.explains(text) else causes.effect_of(text)
        doc = self._docs([said])[0] if said else None
        return list(causes.asked_back(doc, s.id, common=common, since=s.id - 1)) if doc is not None else []

    def terms(self, ids: Iterable[int]) -> list[Term]:
        """The terms that sentences explain, in their order."""
        analysis, text_of = self._analysis, self.tellings.text
        spoken = (i for i in ids if text_of(i) or analysis.sentences[i].voice is Voice.INTERVIEW)
        texts = {i: text_of(i) or written(analysis, analysis.sentences[i]) for i in spoken}
        chosen = list(texts)
        docs = self._docs([_ASIDE.sub("", text) for text in texts.values()])
        out: list[Term] = []
        for i, doc in zip(chosen, docs, strict=True):
            s = analysis.sentences[i]
            if doc is not None and Role.QUESTION not in s.roles:
                found = glossing.terms(doc, i, common=self._small(analysis, s.source))
                out += [replace(t, said=texts[i]) if t.said == doc.text else t for t in found]
        return [replace(t, question="") if t.question and not sound(t.question) else t for t in out]

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
        return doc is not None and not any(points_out(t) or counts_nothing(t) for t in doc)

    def states(self, text: str) -> bool:
        """Whether a text is one whole statement that tells by itself what it speaks of."""
        doc = self._docs([text])[0]
        return doc is not None and whole.is_statement(doc)

    def nouns(self, text: str) -> list[Noun]:
        """The nouns of a text that others could be put in the place of."""
        doc = self._docs([text])[0]
        return list(whole.nouns(doc)) if doc is not None else []

    def kind_of(self, name: str) -> str:
        """What a name of the sources names: as most parses take it; empty where that isn't known."""
        if not self._kinds:
            for s in self._analysis.sentences:
                doc = self._parsed.get(self.tellings.text(s.id))
                for ent in doc.ents if doc is not None else ():
                    kind = _KINDS.get(ent.label_, "")
                    self._kinds.setdefault(re.sub(r"['’]s$", "", ent.text), Counter())[kind] += 1
            self._kinds.setdefault("", Counter())
        if names.PLACE.search(name):
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
                put = rhetoric.of_him(p.text, self._spoken_of(s))
                said, quality = rhetoric.spoken(put, self._docs)
                said = rhetoric.addressed(said, names.in_small(s.speaker)) if len(s.speaker) > 2 else said
                # "Threw you out?", "In your shirt?" can't be put to anybody else.
                torn = said != p.text and not opens_as_question(said) and "," not in said
                if said and not torn:
                    out.append(Asked(said, Kind.ASKED, s.id, quality=1.3 * quality, checked=False))
            elif p.kind == "asked" and (rhetoric.whole(p.text) or self._puts_questions(s.source)):
                out.append(Asked(p.text, Kind.ASKED, s.id, quality=1.3, checked=False))
        before = self._analysis.sentences[s.id - 1] if s.id else None
        if before is not None and Role.QUESTION in before.roles and is_near(self._analysis, s.id):
            said = before.told if self._puts_questions(s.source) else ""
            said = said or ("" if self._says_i(s.source) else rhetoric.readers(before.told, s.told))
            said = said or rhetoric.authors(before.told, self._author(s.source))
            out += [Asked(said, Kind.ASKED, s.id, quality=1.2, checked=False)] if said else []
        return out

    def _spoken_of(self, s: Sentence) -> str:
        """The one person whom the answer before this one names in full, besides who gives it; empty where not one."""
        before = self._analysis.sentences[max(0, s.id - _ANSWER_MOST) : s.id]
        last = before[-1].paragraph if before else -1
        own = [o for o in before if o.source == s.source and o.paragraph == last]
        names = {m[0] for o in own for m in NAME_LIKE.finditer(o.told) if m[0].split()[-1] in self._known}
        named = {n for n in names if n.split()[-1] not in s.speaker.split()}
        return named.pop() if len(named) == 1 else ""

    def _is_memoir(self, source: int) -> bool:
        """Whether an author tells of himself and instructs nobody: orders in it are what somebody once said."""
        if source not in self._memoirs:
            own = [s for s in self._analysis.sentences if s.source == source]
            docs = self._docs([self._parsed_as(s.id) for s in own]) if self._says_i(source) else []
            orders = sum(ordering.is_order(next(iter(d.sents)).root) for d in docs if d is not None and len(d))
            self._memoirs[source] = bool(docs) and orders < _ORDERS_PART * len(docs)
        return self._memoirs[source]

    def _says_i(self, source: int) -> bool:
        """Whether an author speaks of himself, so that what he asks as `I` is his own question."""
        own = (s for s in self._analysis.sentences if s.source == source and Role.QUESTION not in s.roles)
        return sum(bool(re.search(r"\bI\b", s.told)) for s in own) >= _OWN_LEAST

    def _puts_questions(self, source: int) -> bool:
        """Whether a source is made of questions and their answers, which its title says what they are about."""
        if source not in self._asking:
            own = [s for s in self._analysis.sentences if s.source == source]
            put = [s for s in own if Role.QUESTION in s.roles or any(p.kind == "asked" for p in s.prompts)]
            spoken = any(s.voice is Voice.INTERVIEW for s in own)
            self._asking[source] = not spoken and len(put) >= max(_PUT_LEAST, _PUT_PART * len(own))
        return self._asking[source]

    def _author(self, source: int) -> str:
        return self._analysis.authors[source] or by_hand(self._analysis.titles[source]) or UNNAMED

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


_ASIDE = re.compile(r" \([^()]{2,}\)(?= )")
"""A remark in brackets, which stands between a term and what it is."""
_OFTEN = 2
"""Times that a name stands behind a word for a place from which it is one."""
_KINDS = {"PERSON": "person", "ORG": "body", "GPE": "place", "LOC": "place", "FAC": "place"}


_PUT_LEAST, _PUT_PART = 5, 0.15
"""Questions of a text, and their part of its sentences, from which it is one of questions and answers."""
_OWN_LEAST = 3
_ORDERS_PART = 0.12
"""Part of a text's sentences that tell its reader what to do, from which it instructs."""
_TO_YOU = re.compile(r"^(?:What|How|Where|When|Why|Which)\b.*\b(?:should|must|do|can) you\b")
_HOUR_END = re.compile(r"\b([ap])\.m\?$")
_ANSWER_MOST = 12
"""Sentences of an answer that are looked through for whom it names."""
_FAR = 2
"""Sentences from a pronoun back to what it stands for."""


def _conditioned(doc: Any, last: Named) -> bool:
    """Whether an order's condition opens with a pronoun for the last subject: "If it falls, look for a leak." """
    root = next(iter(doc.sents)).root
    opening = re.match(r"(?:If|When) (it|they)\b", doc.text)
    return opening is not None and ordering.is_order(root) and last.is_plural == (opening[1] == "they")


def _askable(s: Sentence, doc: Any) -> bool:
    least = 4 if ordering.is_order(next(iter(doc.sents)).root) else 5
    if Role.QUESTION in s.roles or not least <= len(s.told.split()) <= 50:
        return False
    return "·" not in s.told and s.told.count('"') in {0, 2}
