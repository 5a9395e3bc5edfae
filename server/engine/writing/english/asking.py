"""What English sentences answer: questions turned out of their main clauses, and the terms they explain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from server.engine.writing.analysis import Analysis, Role, Sentence, Voice
from server.engine.writing.asking import Asked, Kind, Tellings, Term
from server.engine.writing.english import answers, glossing
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.grammar import inside, noun_phrase, subject_of
from server.engine.writing.english.telling import capital
from server.engine.writing.standalone import written

Parse = Callable[[Sequence[str]], list[Any]]

_RISING = {"rise", "fall", "grow", "drop", "climb", "shrink", "increase", "decrease", "decline", "sink", "double"}
_LIGHT = {
    "be",
    "have",
    "do",
    "make",
    "take",
    "get",
    "give",
    "go",
    "come",
    "let",
    "keep",
    "put",
    "become",
    "say",
    "add",
    "see",
    "know",
    "think",
    "leave",
    "hold",
    "set",
    "begin",
    "start",
    "like",
    "seem",
    "look",
    "call",
    "turn",
    "run",
    "tell",
    "feel",
    "want",
}
_STATES = {
    "be",
    "have",
    "contain",
    "lie",
    "stand",
    "remain",
    "employ",
    "cost",
    "own",
    "know",
    "believe",
    "seem",
    "include",
    "consist",
    "mean",
    "need",
    "say",
    "think",
    "live",
    "use",
    "want",
    "like",
}
_PLANNING = {"plan", "intend", "hope", "want", "propose", "aim", "expect", "promise", "agree", "decide", "refuse"}
_VIEWS = {
    "say": "say",
    "argue": "argue",
    "think": "think",
    "warn": "warn of",
    "claim": "claim",
    "believe": "believe",
    "suggest": "suggest",
    "estimate": "estimate",
    "conclude": "conclude",
    "find": "find",
    "show": "show",
    "report": "report",
    "require": "require",
    "complain": "complain about",
    "propose": "propose",
    "recommend": "recommend",
    "insist": "insist on",
}
_NO_SUBJECT = {
    "another",
    "some",
    "this",
    "that",
    "these",
    "those",
    "each",
    "no",
    "one",
    "none",
    "few",
    "many",
    "most",
    "several",
    "any",
    "more",
    "half",
    "both",
    "neither",
    "either",
    "such",
    "his",
    "her",
    "their",
    "its",
    "my",
    "our",
    "all",
    "a",
    "an",
    "every",
    "nothing",
    "nobody",
    "everybody",
    "everything",
    "there",
    "what",
    "who",
    "which",
    "much",
    "little",
    "others",
    "somebody",
    "something",
    "anyone",
    "only",
    "not",
}
_VAGUE_SUBJECT = {
    "result",
    "difference",
    "reason",
    "answer",
    "problem",
    "rest",
    "remainder",
    "same",
    "other",
    "whole",
    "figure",
    "number",
    "point",
    "way",
    "thing",
    "matter",
    "fact",
    "idea",
    "case",
    "order",
    "latter",
    "former",
    "first",
    "second",
    "third",
    "last",
    "next",
    "alternative",
    "remedy",
    "effect",
    "exception",
    "two",
    "three",
    "four",
    "half",
    "others",
    "pair",
    "trouble",
    "time",
    "day",
    "year",
    "question",
}
_MAKING = {
    "found",
    "build",
    "establish",
    "create",
    "open",
    "make",
    "introduce",
    "write",
    "publish",
    "pass",
    "sign",
    "elect",
    "appoint",
    "notice",
    "discover",
    "call",
    "find",
    "name",
    "hold",
    "design",
    "base",
    "measure",
    "know",
    "see",
    "set",
    "expect",
    "plan",
    "invent",
    "draw",
    "tell",
    "ask",
    "give",
    "pay",
    "allow",
    "require",
    "estimate",
    "put",
    "count",
}
_HAPPENS = {
    "die",
    "collapse",
    "sink",
    "burn",
    "close",
    "disappear",
    "fail",
    "break",
    "survive",
    "stop",
    "vanish",
    "crack",
    "lapse",
    "flood",
    "freeze",
}


class EnglishAsker:
    """Asks in English; `parse` gives spaCy parses of lines."""

    def __init__(self, analysis: Analysis, parse: Parse) -> None:
        self.tellings = Tellings(analysis)
        self._analysis = analysis
        self._parse = parse
        self._parsed: dict[str, Any] = {}
        self._common: dict[str, frozenset[str]] = {}

    def questions(self, ids: Iterable[int]) -> list[Asked]:
        """All questions that sentences answer by themselves, several for one sentence, in the sentences' order."""
        analysis, text_of = self._analysis, self.tellings.text
        chosen = sorted(set(ids))
        before = {i - 1 for i in chosen if i}
        known = sorted({*chosen, *before})
        docs = dict(
            zip(known, self._docs([text_of(i) or written(analysis, analysis.sentences[i]) for i in known]), strict=True)
        )
        people = self._people(analysis, list(docs.values()))
        out: list[Asked] = []
        stands_for: dict[int, _Subject] = {}
        for i in known:
            s, doc = analysis.sentences[i], docs[i]
            if i in chosen:
                out += [
                    Asked(p.text, Kind.ASKED, i, quality=1.3, checked=False)
                    for p in s.prompts
                    if p.kind == "asked" and _whole_question(p.text, spoken=s.voice is Voice.INTERVIEW)
                ]
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
                out += _tabled(s)
                continue
            if not _askable(s):
                continue
            leans = not text_of(i)
            if leans and (meant is None or i - meant.sentence > 2):
                continue
            voice = s.speaker if len(s.speaker) > 2 else "the author" if s.voice is Voice.FIRST else ""
            who = meant.words if meant is not None else voice if re.search(r"\bI\b", s.told) else ""
            found = [
                a
                for sent in list(doc.sents)[: 1 if leans else None]
                for a in _asked(sent, i, common=common, people=people, instead=who)
            ]
            if not leans:
                found += _ready(s)
                found += self._headed(analysis, s)
                found += self._about(s, doc, common=common, voice=voice)
            carried = [s.text, s.told, text_of(i), analysis.section_of(s).title, s.speaker]
            if meant is not None:
                first = analysis.sentences[meant.sentence]
                carried.append(first.told)
                found = [
                    replace(a, since=meant.sentence, quality=a.quality - 0.08)
                    for a in found
                    if meant.words in a.question
                ]
            out += [a for a in found if not analysis.rules.unsupported(a.question, passages=carried)]
        return out

    def terms(self, ids: Iterable[int]) -> list[Term]:
        """The terms that sentences explain, in their order."""
        analysis, text_of = self._analysis, self.tellings.text
        chosen = [i for i in ids if text_of(i)]
        docs = self._docs([text_of(i) for i in chosen])
        out: list[Term] = []
        for i, doc in zip(chosen, docs, strict=True):
            s = analysis.sentences[i]
            if doc is not None and Role.QUESTION not in s.roles:
                out += glossing.terms(doc, i, common=self._small(analysis, s.source))
        return out

    def stands(self, text: str) -> bool:
        """Whether nothing in a text points at something that it doesn't name."""
        doc = self._docs([text])[0]
        return doc is not None and not any(_points_out(t) for t in doc)

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

    @staticmethod
    def _about(s: Sentence, doc: Any, *, common: frozenset[str], voice: str) -> list[Asked]:
        """What is said of what the sentence is about, for want of a question of its own."""
        form = f"What does {voice} say about {{}}?" if voice else "What is known about {}?"
        subject = next((t for t in doc if t.dep_ in {"nsubj", "nsubjpass"} and t.pos_ in {"NOUN", "PROPN"}), None)
        phrases = [
            s.topic,
            noun_phrase(subject, most=6)
            and inside(noun_phrase(subject, most=6), doc[subject.left_edge.i], common=common)
            if subject is not None
            else "",
            *s.gist,
        ]
        out = []
        for words in dict.fromkeys(p for p in phrases if p):
            low = words.lower().split()
            if (
                low[-1] in _VAGUE_SUBJECT
                or low[0] in _NO_SUBJECT
                or dangles(f"what is known of it about {words}")
                or len(low) > 6
            ):
                continue
            if len(low) == 1 and not words[0].isupper() and not words.endswith("s"):
                continue
            out.append(Asked(form.format(words), Kind.ABOUT, s.id, "", 0.3 if voice else 0.25))
        return out[:3]

    def _headed(self, analysis: Analysis, s: Sentence) -> list[Asked]:
        """What the heading of a section promises, asked of its first sentence."""
        if s.id and analysis.sentences[s.id - 1].section == s.section:
            return []
        section = analysis.section_of(s)
        heading = section.title.strip(" .:")
        words = heading.split()
        if not 1 <= len(words) <= 7 or re.search(r"[\d:;,?!()\"]", heading):
            return []
        doc = self._docs([f"{heading}."])[0]
        if doc[0].tag_ == "VBG" and len(words) > 1 and (s.in_list or Role.STEP in s.roles):
            rest = joined(list(doc[1:-1]), common=frozenset())
            return [Asked(f"How do you {doc[0].lemma_.lower()} {rest}?", Kind.HOW, s.id, "", 0.8)]
        if (
            section.spoken
            and not dangles(f"what is known about {section.spoken}")
            and doc[0].pos_ in {"NOUN", "ADJ", "PROPN", "DET"}
        ):
            if 1 <= len(section.spoken.split()) <= 6 and not any(
                t.tag_ in {"VBZ", "VBD", "VBP", "WRB", "WP"} for t in doc
            ):
                return [Asked(f"What should you know about {section.spoken}?", Kind.ABOUT, s.id, "", 0.3)]
        return []

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


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a sentence is about, and in which sentence that is named."""

    words: str
    sentence: int
    is_plural: bool
    is_person: bool

    @classmethod
    def of(cls, doc: Any, number: int, *, common: frozenset[str], people: frozenset[str]) -> _Subject | None:
        """The subject of the first clause, where it can be named again."""
        sent = next(iter(doc.sents))
        subject = subject_of(sent.root)
        if subject is None or subject.pos_ not in {"NOUN", "PROPN"} or '"' in sent.text:
            return None
        clause = Clause(sent.root, subject, common=common)
        words = clause.subject_words() if clause.is_sound and _good_subject(clause) else ""
        if (
            not words
            or len(words.split()) > 6
            or words.split()[0] in {"a", "an", "every", "all"}
            or dangles(f"what do {words} x")
        ):
            return None
        return cls(words, number, subject.tag_ in {"NNS", "NNPS"}, answers.is_person(subject, people))


def _meant(doc: Any, last: _Subject) -> bool:
    """Whether the sentence's subject is a pronoun that stands for the last sentence's subject."""
    subject = subject_of(next(iter(doc.sents)).root)
    if subject is None or subject.i > 3:
        return False
    low = subject.lower_
    if low == "they":
        return last.is_plural
    return (low in {"he", "she"} and last.is_person and not last.is_plural) or (
        low == "it" and not last.is_person and not last.is_plural
    )


def _near(analysis: Analysis, i: int) -> bool:
    s, before = analysis.sentences[i], analysis.sentences[i - 1]
    return s.source == before.source and s.paragraph == before.paragraph


_HIGHEST = re.compile(r"^For (?P<what>[^,]+), .+ has the highest figure, .+ the lowest, ")
_ROW = re.compile(r"^(?P<what>[A-Z][^:]{1,40}): [a-z].*\d")
_SERIES = re.compile(r"^(?P<what>.+?) (?:rose|fell|stayed|grew) from .+ in (?P<a>\d{4}) to .+ in (?P<b>\d{4})\.$")
_AT = re.compile(r"^At (?P<what>[^,]{3,40}), the .+ (?:is|are) ")


def _tabled(s: Sentence) -> list[Asked]:
    """Questions about a row or a column of a table."""
    for pattern, form, quality in (
        (_HIGHEST, "Which has the highest {what}, and which the lowest?", 0.6),
        (_SERIES, "How did {what} change between {a} and {b}?", 0.7),
        (_ROW, "What are the figures for {what}?", 0.6),
        (_AT, "Which values apply at {what}?", 0.6),
    ):
        match = pattern.match(s.told)
        if match is not None:
            said = {
                k: v[0].lower() + v[1:] if k == "what" and pattern is _SERIES and v.split()[0][1:].islower() else v
                for k, v in match.groupdict().items()
            }
            return [Asked(form.format(**said), Kind.CHANGE, s.id, "", quality, checked=False)]
    return []


def _whole_question(text: str, *, spoken: bool) -> bool:
    """Whether a question of the source can be read by itself; in an interview it may say `you`."""
    words = len(text.split())
    if not (3 if spoken else 4) <= words <= 25 or not text.endswith("?") or re.match(r"(?i)(and|but|so|or)\b", text):
        return False
    return not dangles(text) or (spoken and words >= 5)


def _askable(s: Sentence) -> bool:
    if Role.QUESTION in s.roles or not 5 <= len(s.told.split()) <= 50:
        return False
    return s.told.count('"') in {0, 2}


_READY = {
    "who": (Kind.DEFINITION, 0.85),
    "superlative": (Kind.WHAT, 0.7),
    "reported": (Kind.VIEW, 0.5),
    "quoted": (Kind.VIEW, 0.4),
}


def _ready(s: Sentence) -> list[Asked]:
    """Questions that the reading of the sentence has made already."""
    out: list[Asked] = []
    for p in s.prompts:
        if (
            p.kind in _READY
            and 4 <= len(p.text.split()) <= 16
            and not dangles(p.text)
            and not p.text.startswith(("And ", "Do we"))
        ):
            kind, quality = _READY[p.kind]
            out.append(Asked(p.text, kind, s.id, "", quality))
            if kind is Kind.VIEW:
                break
    return out


def _asked(sent: Any, number: int, *, common: frozenset[str], people: frozenset[str], instead: str) -> list[Asked]:
    root = sent.root
    if root.pos_ not in {"VERB", "AUX"}:
        return []
    subject = subject_of(root)
    if '"' in sent.text:
        return []
    if subject is None or sent.text.rstrip().endswith("?"):
        return list(_ordered(root, number, common=common))
    out: list[Asked] = []
    for verb in _verbs(root):
        doer = subject_of(verb)
        if doer is None:
            continue
        clause = Clause(verb, doer, common=common, instead=instead)
        if clause.is_sound:
            out += _of_clause(clause, number, people, less=0.0 if verb == root else 0.05)
    return out


def _verbs(root: Any) -> list[Any]:
    """The verbs of the main clauses: what somebody said before "…, he said" stands for the whole."""
    said = next((t for t in root.children if t.dep_ == "ccomp" and t.i < root.i), None)
    if said is not None and root.lemma_ in _VIEWS | {"add": "", "tell": ""}:
        return [said]
    joined_on = [
        t for t in root.children if t.dep_ == "conj" and t.pos_ in {"VERB", "AUX"} and subject_of(t) is not None
    ]
    return [root, *joined_on]


def _of_clause(clause: Clause, number: int, people: frozenset[str], *, less: float) -> list[Asked]:
    makers: tuple[Callable[[Clause, frozenset[str]], Made], ...] = (
        _must,
        _often,
        _stranded,
        _led_to,
        _measured,
        _does,
        _why,
        _how,
        _how_many,
        _when,
        _lasting,
        _where,
        _change,
        _planned,
        _viewed,
        _if,
        _who,
        _what,
        _of_whom,
        _happened,
        _whether,
    )
    out: list[Asked] = []
    for make in makers:
        for kind, text, answer, quality in make(clause, people):
            if text:
                out.append(Asked(text, kind, number, answer, quality - less))
    return out


Made = Iterator[tuple[Kind, str, str, float]]


def _good_subject(clause: Clause) -> bool:
    first = clause.subject_tokens[0]
    if clause.subject.pos_ == "PRON" and clause.subject.lower_ != "you":
        return bool(clause.instead) and clause.subject.lower_ in {"i", "it", "he", "she", "they"}
    if clause.subject.dep_ == "csubj":
        return False
    if first.lower_ in _NO_SUBJECT and not (
        first.lower_ in {"a", "an", "every", "all"} and len(clause.subject_tokens) >= 2
    ):
        return False
    if len(clause.subject_tokens) > 12:
        return False
    return not (clause.subject.lower_ in _VAGUE_SUBJECT and len(clause.subject_tokens) <= 2)


def _weight(clause: Clause, quality: float) -> float:
    """Names in the question make it more certain what it is about; a bare "a thing" less."""
    first = clause.subject_tokens[0].lower_
    named = any(t.pos_ == "PROPN" for t in clause.subject_tokens)
    return quality + 0.1 * named - 0.1 * (first in {"a", "an"}) - 0.02 * max(0, len(clause.kept) - 16)


def _why(clause: Clause, _people: frozenset[str]) -> Made:
    if not _good_subject(clause):
        return
    for tokens in answers.reasons(clause.root, clause.kept):
        purpose = tokens[0].lower_ == "to"
        if purpose and not (
            answers.is_person(clause.subject, _people) or answers.BODIES.search(clause.subject.text) or clause.instead
        ):
            continue
        quality = _weight(clause, 0.8 if purpose else 0.97)
        text = clause.turned("Why", without=tokens)
        if len(text.split()) >= 6 or (text and any(t.pos_ == "PROPN" for t in clause.subject_tokens)):
            yield Kind.WHY, text, answers.words(tokens), quality


def _how(clause: Clause, _people: frozenset[str]) -> Made:
    if not _good_subject(clause):
        return
    for tokens in answers.means(clause.root, clause.kept):
        yield Kind.HOW, clause.turned("How", without=tokens), answers.words(tokens), _weight(clause, 0.9)


def _when(clause: Clause, _people: frozenset[str]) -> Made:
    if not _good_subject(clause):
        return
    dated = list(answers.times(clause.root, clause.kept))
    for prep, tokens in dated if len(dated) == 1 else ():
        wh = {"since": "Since when", "by": "By when", "until": "Until when", "from": "From when"}.get(prep, "When")
        if prep in {"before", "after", "from"} or clause.root.lemma_ == "date":
            continue
        said = answers.words(tokens)
        said = (
            said.split(" ", 1)[1] if said.split()[0].lower() in {"in", "on", "since", "by", "until", "from"} else said
        )
        yield Kind.WHEN, clause.turned(wh, without=tokens), said, _weight(clause, 0.7)


def _lasting(clause: Clause, _people: frozenset[str]) -> Made:
    if not _good_subject(clause):
        return
    for tokens in answers.lasting(clause.root, clause.kept):
        said = answers.words(tokens).split(" ", 1)[-1]
        yield Kind.HOW_LONG, clause.turned("How long", without=tokens), said, _weight(clause, 0.75)


def _where(clause: Clause, _people: frozenset[str]) -> Made:
    if not _good_subject(clause):
        return
    for tokens in answers.places(clause.root, clause.kept):
        yield Kind.WHERE, clause.turned("Where", without=tokens), answers.words(tokens), _weight(clause, 0.66)


def _how_many(clause: Clause, _people: frozenset[str]) -> Made:  # noqa: PLR0912
    root, doc = clause.root, clause.doc
    for noun, number, prep in answers.figured(root, clause.kept):
        tokens = answers.span(noun, clause.kept)
        if not tokens or number.lower_ in {"one", "zero"} or re.fullmatch(r"1[5-9]\d\d|20[0-4]\d", number.text):
            continue
        first = min(tokens, key=lambda t: t.i)
        if first.lower_ in {
            "the",
            "these",
            "those",
            "all",
            "such",
            "both",
            "first",
            "another",
            "his",
            "her",
            "their",
            "every",
        }:
            continue
        if any(t.dep_ in {"conj", "appos"} for t in noun.children) or any(t.dep_ == "conj" for t in number.children):
            continue
        count = [t for t in tokens if t.i <= number.i]
        rest = [t for t in tokens if t.i > number.i]
        nearby = doc[number.i + 1].lower_ if number.i + 1 < len(doc) else ""
        said = answers.words([t for t in tokens if t.i <= noun.i])
        if noun == number:
            rest = []
            money = root.lemma_ in answers.MONEY_VERBS and prep is None and noun.dep_ == "dobj"
            valued = prep is not None and prep.lower_ == "at" and answers.is_valued(root)
            if money and _good_subject(clause):
                yield Kind.HOW_MANY, clause.turned("How much", without=tokens), said, _weight(clause, 0.8)
            elif valued and _good_subject(clause) and prep is not None:
                yield (
                    Kind.HOW_MANY,
                    clause.turned("At what figure", without=[prep, *tokens]),
                    said,
                    _weight(clause, 0.7),
                )
            continue
        if noun.lower_ in {"percent", "%"} or nearby in {"percent", "%", "per"}:
            if noun.dep_ in {"dobj", "attr"} and _good_subject(clause):
                left = joined([t for t in rest if t.i > noun.i], common=frozenset())
                wh = f"What percentage {left}".strip()
                yield Kind.SHARE, clause.turned(wh, without=tokens), said, _weight(clause, 0.72)
            elif prep is not None and prep.lower_ == "by" and _good_subject(clause) and root.lemma_ in _RISING:
                yield Kind.SHARE, clause.turned("By how much", without=[prep, *tokens]), said, _weight(clause, 0.78)
            continue
        if noun.tag_ not in {"NNS", "NNPS"} or (noun.lower_ in {"times", "years", "o'clock"} and nearby == "times"):
            continue
        if re.match(
            r"^(old|later|ago|earlier|before|after|long|deep|high|wide|thick|tall)\b",
            " ".join(t.lower_ for t in rest[1:2]),
        ):
            continue
        if noun.i + 1 < len(doc) and doc[noun.i + 1].lower_ in {
            "old",
            "later",
            "ago",
            "earlier",
            "before",
            "after",
            "long",
            "deep",
            "high",
            "wide",
            "thick",
            "tall",
            "apart",
            "away",
        }:
            continue
        if (
            noun.lemma_.lower() in {"euro", "dollar", "pound"}
            and root.lemma_ in answers.MONEY_VERBS
            and _good_subject(clause)
        ):
            yield Kind.HOW_MANY, clause.turned("How much", without=tokens), said, _weight(clause, 0.85)
            continue
        what = joined(rest, common=frozenset())
        if not what or len(what.split()) > 10 or re.search(r"\d", what):
            continue
        del count
        if noun == clause.subject:
            if first.i == min(t.i for t in clause.subject_tokens):
                yield Kind.HOW_MANY, clause.opened(f"How many {what}", instead_of=tokens), said, 0.78
        elif prep is None and noun.dep_ != "npadvmod" and _good_subject(clause):
            yield Kind.HOW_MANY, clause.turned(f"How many {what}", without=tokens), said, _weight(clause, 0.76)
        elif prep is not None and prep.lower_ in {"of", "with", "by", "within", "over", "on"} and _good_subject(clause):
            wh = f"{capital(prep.lower_)} how many {what}"
            yield Kind.HOW_MANY, clause.turned(wh, without=[prep, *tokens]), said, _weight(clause, 0.55)


def _change(clause: Clause, _people: frozenset[str]) -> Made:
    if clause.root.lemma_ not in _RISING or not _good_subject(clause):
        return
    amounts = [
        t
        for c in clause.root.children
        if c.dep_ == "prep" and c.lower_ in {"from", "to", "by"}
        for t in c.subtree
        if re.search(r"\d", " ".join(x.text for x in c.subtree))
    ]
    if not amounts:
        return
    dated = {t.i for _, tokens in answers.times(clause.root, clause.kept) for t in tokens}
    gone = [t for t in amounts if t.i not in dated]
    text = clause.turned("How", without=gone)
    text = re.sub(rf"\b{clause.root.lemma_}\b", "change", text, count=1)
    if re.search(r"\band change\b|\bbetween (?!.*\band\b)", text):
        return
    yield Kind.CHANGE, text, "", _weight(clause, 0.85)


def _planned(clause: Clause, _people: frozenset[str]) -> Made:
    root = clause.root
    wish = next((t for t in root.children if t.dep_ == "xcomp" and t.i > root.i and t.tag_ == "VB"), None)
    if root.lemma_ not in _PLANNING or wish is None or not _good_subject(clause):
        return
    if any(t.dep_ == "neg" for t in root.children):
        return
    tokens = [t for t in wish.subtree if t.dep_ != "aux" or t.head != wish]
    text = clause.turned("What", without=tokens)
    text = re.sub(r" to\?$", " to do?", text) if text else ""
    bare = clause.turned("What", without=list(wish.subtree))
    if not text and bare:
        text = f"{bare[:-1]} to do?"
    yield Kind.PLAN, text, "", _weight(clause, 0.85)


def _viewed(clause: Clause, people: frozenset[str]) -> Made:
    root = clause.root
    claim = next((t for t in root.children if t.dep_ == "ccomp" and t.i > root.i), None)
    if (
        root.lemma_ not in _VIEWS
        or claim is None
        or not _good_subject(clause)
        or (root.lemma_ == "find" and clause.subject.lower_ == "i")
    ):
        return
    if not any(t.lower_ == "that" and t.dep_ == "mark" for t in claim.children) or any(
        t.dep_ == "neg" for t in root.children
    ):
        return
    named = answers.is_person(clause.subject, people) or clause.subject.pos_ == "PROPN"
    text = clause.turned("What", without=list(claim.subtree))
    if text.endswith(f" {root.lemma_}?"):
        text = f"{text[: -len(root.lemma_) - 1]}{_VIEWS[root.lemma_]}?"
        yield Kind.VIEW, text, "", _weight(clause, 0.55 if named else 0.45)


_CAUSING = {
    "lead",
    "cause",
    "save",
    "drive",
    "destroy",
    "damage",
    "prevent",
    "trigger",
    "force",
    "allow",
    "hit",
    "protect",
    "kill",
    "block",
    "end",
    "stop",
    "change",
    "create",
    "produce",
    "reduce",
    "raise",
    "bring",
    "help",
    "threaten",
    "revive",
    "decide",
}


def _led_to(clause: Clause, people: frozenset[str]) -> Made:
    """ "The law led to …": "What led to …?" """
    subject = clause.subject
    if (
        clause.root.lemma_ not in _CAUSING
        or subject.pos_ not in {"NOUN", "PROPN"}
        or answers.is_person(subject, people)
    ):
        return
    if (
        subject.dep_ != "nsubj"
        or not _good_subject(clause)
        or answers.BODIES.search(subject.text)
        or len(clause.subject_tokens) < 2
    ):
        return
    if clause.finite.tag_ not in {"VBD", "VBZ"} or any(t.dep_ == "neg" for t in clause.root.children):
        return
    text = clause.opened("What", instead_of=clause.subject_tokens)
    if len(text.split()) >= 5:
        yield Kind.WHAT, text, clause.subject_words(), 0.68


_STRANDING = {
    "consist": "of",
    "depend": "on",
    "apply": "to",
    "belong": "to",
    "lead": "to",
    "rest": "on",
    "rely": "on",
    "deal": "with",
    "suffer": "from",
    "account": "for",
    "stand": "for",
    "result": "in",
    "make": "of",
    "compose": "of",
    "divide": "into",
    "turn": "into",
    "base": "on",
    "aim": "at",
    "compare": "with",
    "contribute": "to",
    "respond": "to",
    "object": "to",
}


def _stranded(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The score is made up of …": "What is the score made up of?" """
    if clause.root.lemma_ not in _STRANDING or not _good_subject(clause):
        return
    for child in clause.root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if (
            child.dep_ != "prep"
            or child.lower_ != _STRANDING[clause.root.lemma_]
            or noun is None
            or noun.pos_ == "PRON"
        ):
            continue
        tokens = list(noun.subtree)
        after = [t for t in clause.kept if t.i > max(x.i for x in tokens) and not t.is_punct]
        if len(tokens) >= 2 and not after and not any(t.like_num for t in tokens[:2]):
            text = clause.turned("What", without=tokens, stranded=True)
            yield Kind.WHAT, text, answers.words(tokens), _weight(clause, 0.7)


_EVERY = re.compile(
    r"^(?:every|each) (?:\w+ )?(?:year|month|week|day|hour|morning|evening|night|minute|decade)s?$|^(?:once|twice|three times) (?:a|in|every) .+$"
)


def _often(clause: Clause, _people: frozenset[str]) -> Made:
    """ "must be tested every two years": "How often must the fluid be tested?" """
    for child in clause.root.children:
        tokens = answers.span(child, clause.kept)
        if (
            child.dep_ in {"npadvmod", "advmod"}
            and child.i > clause.root.i
            and tokens
            and _EVERY.match(answers.words(tokens))
        ):
            if _good_subject(clause):
                yield (
                    Kind.HOW_LONG,
                    clause.turned("How often", without=tokens),
                    answers.words(tokens),
                    _weight(clause, 0.78),
                )


_GRADED = {"long", "deep", "wide", "high", "tall", "thick", "old", "heavy", "far", "large"}


def _measured(clause: Clause, _people: frozenset[str]) -> Made:
    """ "is 41 kilometres long": "How long is …?"; "weighs 31 kilograms": "How much does … weigh?" """
    root = clause.root
    graded = next((t for t in root.children if t.dep_ == "acomp" and t.lower_ in _GRADED), None)
    if graded is not None and _good_subject(clause):
        size = [t for t in graded.subtree if t.i < graded.i]
        if any(t.like_num for t in size):
            text = clause.turned(f"How {graded.lower_}", without=list(graded.subtree))
            yield Kind.HOW_MANY, text, answers.words(size), _weight(clause, 0.75)
    if root.lemma_ in {"weigh", "cost"} and _good_subject(clause):
        size = [
            t
            for c in root.children
            if c.dep_ in {"dobj", "npadvmod"} and c.i > root.i
            for t in answers.span(c, clause.kept)
        ]
        if any(t.like_num for t in size):
            yield Kind.HOW_MANY, clause.turned("How much", without=size), answers.words(size), _weight(clause, 0.75)


def _does(clause: Clause, people: frozenset[str]) -> Made:
    """Somebody did something: "What did Halloran do in front of the magistrates?" is left to the words before it."""
    root = clause.root
    if not (
        answers.is_person(clause.subject, people) or answers.BODIES.search(clause.subject.text)
    ) or not _good_subject(clause):
        return
    if (
        root.lemma_ in _STATES | set(_VIEWS)
        or root.tag_ not in {"VBD"}
        or any(t.dep_ in {"neg", "aux", "auxpass"} for t in root.children)
    ):
        return
    dated = [t for _, tokens in answers.times(root, clause.kept) for t in tokens]
    when = joined(dated, common=frozenset({"in", "on", "by", "at"})) if dated else ""
    named = clause.subject_words()
    if len(named.split()) <= 7 and not re.search(r"[,;:()]", named) and not dangles(f"what did it all {named} do"):
        text = f"What did {named} do {when[:1].lower() + when[1:]}".strip() + "?"
        yield Kind.WHAT, text, "", _weight(clause, 0.52 if when else 0.3)


def _must(clause: Clause, people: frozenset[str]) -> Made:
    """ "A user must leave the instrument clean": "What must a user do?" """
    if clause.finite.tag_ != "MD" or clause.finite.lower_ not in {"must", "should"} or clause.root.lemma_ == "be":
        return
    human = answers.is_person(clause.subject, people) or answers.BODIES.search(clause.subject.text)
    if not human or len(clause.subject_tokens) > 6 or any(t.dep_ in {"neg", "auxpass"} for t in clause.root.children):
        return
    if clause.subject_tokens[0].lower_ not in _NO_SUBJECT - {"a", "an", "every", "all"}:
        yield Kind.CONDITION, f"What {clause.finite.lower_} {clause.subject_words()} do?", "", _weight(clause, 0.66)


def _if(clause: Clause, _people: frozenset[str]) -> Made:
    root = clause.root
    for child in root.children:
        mark = next(
            (
                t
                for t in child.children
                if t.dep_ in {"mark", "advmod"} and t.lower_ in {"if", "when", "unless", "once", "after"}
            ),
            None,
        )
        if child.dep_ != "advcl" or mark is None or mark.i != min(t.i for t in child.subtree):
            continue
        doer = subject_of(child)
        if doer is None or doer.lower_ in {
            "it",
            "they",
            "he",
            "she",
            "this",
            "that",
            "these",
            "we",
            "i",
            "there",
            "one",
            "something",
        }:
            continue
        past = clause.finite.tag_ == "VBD" or clause.finite.lower_ in {"would", "could", "might"}
        if past and not (mark.lower_ in {"when", "after", "once"} and clause.finite.tag_ == "VBD"):
            continue
        said = joined(sorted(child.subtree, key=lambda t: t.i), common=frozenset({"if", "when"}))
        if not 4 <= len(said.split()) <= 14 or mark.lower_ == "unless" or "," in said or "(" in said:
            continue
        if dangles(f"what happens then {said}") or any(
            t.lower_ in {"his", "its", "their", "they", "it"} for t in child.subtree if t.i < doer.i
        ):
            continue
        main = joined([t for t in clause.kept if t.i not in {x.i for x in child.subtree}], common=frozenset())
        if len(main.split()) < 4:
            continue
        said = f"{said[0].lower()}{said[1:]}"
        yield Kind.CONDITION, f"What happen{'ed' if past else 's'} {said}?", "", 0.68 if past else 0.72


def _who(clause: Clause, people: frozenset[str]) -> Made:
    subject = clause.subject
    if subject.pos_ == "PRON" or subject.dep_ not in {"nsubj", "nsubjpass"} or clause.root.lemma_ in {"be", "become"}:
        return
    if any(t.dep_ == "conj" for t in subject.children):
        named = joined(clause.subject_tokens, common=frozenset())
    else:
        named = joined(clause.subject_tokens, common=frozenset())
    person = answers.is_person(subject, people)
    may = clause.finite.tag_ == "MD" and clause.finite.lower_ in {"may", "must", "can"}
    if person and (subject.pos_ == "PROPN" or may or any(t.pos_ == "PROPN" for t in clause.subject_tokens)):
        rest = [t for t in clause.kept if t not in clause.subject_tokens and t != clause.finite]
        if len(rest) >= 4 and not re.match(r"(?i)(no|not|nobody|none)\b", named):
            quality = 0.72 if may else 0.62
            text = clause.opened("Who", instead_of=clause.subject_tokens)
            if subject.tag_ not in {"NNS"} or may:
                yield Kind.WHO, text, named, quality


def _of_whom(clause: Clause, people: frozenset[str]) -> Made:
    """ "was designed by Ines Duarte": "Who was … designed by?" """
    for child in clause.root.children:
        if child.dep_ != "agent" or not _good_subject(clause):
            continue
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if noun is None or noun.pos_ not in {"PROPN", "NOUN"}:
            continue
        tokens = answers.span(child, clause.kept)
        human = answers.is_person(noun, people) or answers.BODIES.search(" ".join(t.text for t in tokens))
        if not human:
            continue
        yield (
            Kind.WHO,
            clause.turned("By whom", without=tokens),
            joined([t for t in tokens if t != child], common=frozenset()),
            _weight(clause, 0.7),
        )


def _what(clause: Clause, people: frozenset[str]) -> Made:
    root = clause.root
    thing = next((t for t in root.children if t.dep_ == "dobj"), None)
    if thing is None or not _good_subject(clause) or root.lemma_ in _LIGHT or thing.pos_ != "NOUN":
        return
    if any(t.dep_ in {"dative", "xcomp", "ccomp", "prt", "oprd"} for t in root.children) or any(
        t.dep_ == "neg" for t in root.children
    ):
        return
    tokens = answers.span(thing, clause.kept)
    first = min(tokens, key=lambda t: t.i)
    if len(tokens) < 3 or first.lower_ in {
        "this",
        "that",
        "these",
        "those",
        "it",
        "no",
        "its",
        "their",
        "his",
        "her",
        "nothing",
    }:
        return
    if any(t.like_num for t in (*tokens, *clause.subject_tokens)) or answers.is_person(thing, people):
        return
    after = [t for t in clause.kept if t.i > tokens[-1].i and not t.is_punct]
    if not after and not clause._fronted(clause.kept):
        quality = 0.4
    else:
        quality = 0.5
    yield Kind.WHAT, clause.turned("What", without=tokens), answers.words(tokens), _weight(clause, quality)


def _happened(clause: Clause, _people: frozenset[str]) -> Made:
    root = clause.root
    if clause.finite.tag_ != "VBD" or root.lemma_ in _STATES or any(t.dep_ == "neg" for t in root.children):
        return
    if _good_subject(clause):
        named = clause.subject_words()
        first = clause.subject_tokens[0].lower_
        passive = any(t.dep_ == "auxpass" for t in root.children) and root.lemma_ not in _STATES
        acts = any(t.dep_ in {"dobj", "agent"} for t in root.children)
        if (
            (passive or (root.lemma_ in _HAPPENS and not acts))
            and root.lemma_ not in _MAKING
            and 2 <= len(named.split()) <= 8
            and first not in {"a", "an", "every", "all"}
        ):
            if not dangles(f"what happened to {named}") and not re.search(r"[,;:()]", named):
                dated = [t for _, tokens in answers.times(root, clause.kept) for t in tokens]
                when = joined(dated, common=frozenset({"in", "on"})) if dated else ""
                yield Kind.EVENT, f"What happened to {named} {when}".strip() + "?", "", _weight(clause, 0.6)
    if clause.subject.pos_ == "PRON":
        return
    for prep, tokens in answers.times(root, clause.kept):
        said = joined(tokens, common=frozenset({"in", "on"}))
        if prep in {"in", "on"}:
            yield Kind.EVENT, f"What happened {said[0].lower()}{said[1:]}?", "", 0.35


def _whether(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The boat carries no bicycles": "Does the boat carry bicycles?" """
    root = clause.root
    if not _good_subject(clause) or (clause.subject_tokens[0].lower_ in {"a", "an"} and clause.finite.tag_ == "VBD"):
        return
    denied = any(t.dep_ == "neg" and t.lower_ != "never" for t in root.children)
    if any(
        t.lower_ in {"never", "no", "nothing", "nobody", "hardly"}
        for t in clause.kept
        if t not in clause.subject_tokens
    ):
        return
    if any(t.dep_ in {"ccomp", "advcl"} for t in root.children if t in clause.kept) or any(
        t.like_num for t in clause.kept
    ):
        return
    text = clause.turned("")
    if (
        root.lemma_ == "do"
        or not 6 <= len(text.split()) <= 14
        or re.search(r"\b(only|just|merely|but|very|so|too|rather|quite)\b", text)
    ):
        return
    allowed = clause.finite.tag_ == "MD" and clause.finite.lower_ in {"may", "can", "must", "should", "ca"}
    yield Kind.WHETHER, text, "", _weight(clause, 0.55 if denied or allowed else 0.3)


_NEVER = re.compile(r"^(?:Never|Do not|Don't) (?P<rest>[a-z][^.:;,]{10,80})")


def _ordered(root: Any, number: int, *, common: frozenset[str]) -> Iterator[Asked]:
    """An order under a condition: "What should you do if the pressure falls?" """
    match = _NEVER.match(root.sent.text)
    if match is not None and len(match["rest"].split()) <= 14 and not dangles(f"should you all {match['rest']}"):
        yield Asked(f"Should you {match['rest'].strip()}?", Kind.WHETHER, number, "", 0.7)
        return
    if root.tag_ not in {"VB", "VBP"} or subject_of(root) is not None or any(t.dep_ == "aux" for t in root.children):
        return
    for child in root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ == "prep" and child.lower_ == "for" and noun is not None and noun.lemma_ in answers.TIME_UNITS:
            rest = [t for t in root.sent if t.i not in {x.i for x in child.subtree} and not t.is_punct]
            said = joined(rest, common=common | {rest[0].text.lower()}) if rest else ""
            if (
                2 <= len(said.split()) <= 12
                and any(t.like_num for t in child.subtree)
                and not dangles(f"how long should all {said}")
            ):
                length = [t for t in child.subtree if t != child]
                yield Asked(
                    f"How long should you {said[0].lower()}{said[1:]}?",
                    Kind.HOW_LONG,
                    number,
                    answers.words(length),
                    0.75,
                )
    for child in root.children:
        mark = next(
            (
                t
                for t in child.children
                if t.dep_ in {"mark", "advmod"} and t.lower_ in {"if", "when", "before", "after"}
            ),
            None,
        )
        doer = subject_of(child) if mark is not None else None
        if child.dep_ != "advcl" or mark is None or doer is None or doer.pos_ == "PRON":
            continue
        said = joined(sorted(child.subtree, key=lambda t: t.i), common=common | {"if", "when", "before", "after"})
        if 4 <= len(said.split()) <= 12 and "," not in said and mark.i == min(t.i for t in child.subtree):
            yield Asked(f"What should you do {said[0].lower()}{said[1:]}?", Kind.CONDITION, number, "", 0.8)
