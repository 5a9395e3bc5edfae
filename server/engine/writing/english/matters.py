"""Questions that the place of an English sentence answers: the heading or label above it, the paragraph it opens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asked, Kind, Tellings
from server.engine.writing.english import answers, forms
from server.engine.writing.english.clauses import dangles
from server.engine.writing.english.grammar import inside, noun_phrase, subject_of
from server.engine.writing.english.labelling import LABEL, WORDS, Labels
from server.engine.writing.english.pointing import points_out
from server.engine.writing.english.promising import Headings
from server.engine.writing.english.quoting import said_about
from server.engine.writing.english.standing import brought_in, is_near
from server.engine.writing.english.subjects import NO_SUBJECT, STATES, VAGUE_SUBJECT, VIEWS
from server.engine.writing.standalone import written

Parse = Callable[[Sequence[str]], list[Any]]

UNNAMED = "the author"
"""Who writes a text that bears no name."""
_DECIDED = re.compile(
    r"(?<!\bbe )\b(?:[Rr]esolved|[Aa]greed|[Aa]pproved|[Aa]dopted|[Dd]ecided|[Pp]ostponed|was carried|were carried|"
    r"was rejected|voted (?:to|for|against)|was passed)\b"
)
_DONE = re.compile(r"(?i)(?:adopted|approved|agreed|resolved|carried|noted|decided|accepted|confirmed|rejected)\b")
"""A heading that says what was done, and names no matter."""
_FORMAL = re.compile(
    r"(?i)(?:the )?(?:minutes|apologies|present|attendance|welcome|next|any other|other|date|close|questions|reports?|"
    r"correspondence|matters|declarations|actions?)\b"
)
"""A heading of minutes that names no matter."""
_BARE_SAID = re.compile(
    r"^What (?P<helper>did|does) (?P<who>(?:[A-Z]|the author\b)[\w.'’ -]*) "
    r"(?:say|note|add|remark|mention|explain|reply|answer|report|point out)\?$"
)
_SAYS = ("What does {} say about {}?", "What does {} think of {}?", "What is {}'s view of {}?")
_PROPOSES = re.compile(
    r"^(?:(?:So|And|But|Now),? )?(?:[Hh]ere(?:,? (?:then|now))?,? (?:is|are|'s) (?:what|how)|"
    r"[Tt]his(?:,? then)?,? is what|[Ww]hat)\b.*\bI (?:should|would|'d|propose|suggest|recommend)\b[^.]{0,30}[.:]$|"
    r"^(?:My (?:proposal|suggestion)|I propose|I suggest)\b[^.]{0,30}[.:]$"
)
"""A sentence that only says that a proposal follows."""
_TOLD_MOST, _BACK_MOST = 70, 2
"""Words of an answer that ends in a decision, and sentences before that."""
_NAMED_MOST = 3
"""Words of somebody whose mother or house is asked about."""
_FULL_NAME = r"(?:(?:Mrs?|Ms|Miss|Dr|Prof|Cllr)\.? )?[A-Z]\w+ [A-Z][\w-]+"
_OFFICE_LEAST = 2
"""Words of an office that says of itself whose it is: "the town engineer", not "the owner"."""
_LAST = 0.12
"""How likely it is that somebody only asks what there is to know about a thing."""


class Matters:
    """Asks about the matter of a sentence where its words alone answer nothing."""

    def __init__(self, analysis: Analysis, tellings: Tellings, docs: Parse) -> None:
        self._analysis, self._tellings, self._docs = analysis, tellings, docs
        self._headings = Headings(analysis, docs)
        self._labels = Labels(analysis, docs, self._headings)

    def put(self, s: Sentence, *, common: frozenset[str], voice: str) -> list[Asked]:
        """What the heading or the label above a sentence puts; of one that leans on nothing but these, no more."""
        out = [*self._headings.asked(s), *self._labels.asked(s, common=common, voice=voice), *self._proposed(s, voice)]
        if self._tellings.text(s.id):
            return out
        said = written(self._analysis, s)
        leans = bool(self._analysis.rules.opening_pronoun(said)) or any(
            points_out(t) for t in self._docs([said])[0] or ()
        )
        return [a for a in out if a.kind is Kind.HEADED and not a.checked and (a.sentence != s.id or not leans)]

    def _proposed(self, s: Sentence, voice: str) -> list[Asked]:
        """What an author proposes, of the sentence that follows "Here is what I should do."."""
        before = self._analysis.sentences[s.id - 1] if s.id else None
        if before is None or before.source != s.source or not voice or _PROPOSES.match(before.told) is None:
            return []
        return [Asked(f"What does {voice} propose?", Kind.HEADED, s.id, "", 1.0, checked=False)]

    def asked(
        self, s: Sentence, doc: Any, *, common: frozenset[str], voice: str, people: frozenset[str]
    ) -> list[Asked]:
        """What is asked of a sentence that can be told by itself; `doc` is its parse."""
        beside = [words for words in (*s.gist, *self._further(s)) if self._recurs(words, s.source)]
        topics = [s.topic, _subject(doc, common), *beside]
        nouns = [s.topic, *s.gist, *_nouns(doc, common)]
        return [
            *_introduced(s, doc, people),
            *self._announced(s),
            *said_about(s, [w for w in nouns if w], voice=voice, is_known=lambda w: self._recurs(w, s.source)),
            *self._about(s, topics, doc, voice=voice, people=people),
        ]

    def decided(self, s: Sentence, *, common: frozenset[str]) -> list[Asked]:
        """What was decided under the heading or the label of the paragraph that this sentence ends in a decision."""
        if not _DECIDED.search(s.told) or s.roles & {Role.QUESTION, Role.TABLE}:
            return []
        first = s.id
        while first and is_near(self._analysis, first) and LABEL.match(self._analysis.sentences[first].told) is None:
            first -= 1
        opening = self._analysis.sentences[first]
        label = LABEL.match(opening.told)
        matter = self._labels.as_written(label["label"], s.source, common) if label is not None else ""
        # What stands above a whole text is its title and no matter.
        first_of_all = not opening.id or self._analysis.sentences[opening.id - 1].source != s.source
        if not matter and self._headings.opens(opening) and not first_of_all:
            matter = self._analysis.section_of(s).spoken
        if not matter and self._headings.minutes(s.source):
            matter = self.over(s)
        if not matter or len(matter.split()) > WORDS or dangles(f"what was decided about {matter}"):
            return []
        if _DONE.match(matter) or self._headings.holds_rules(s.source):
            return []
        if _FORMAL.match(matter) or matter.lower().startswith("adoption"):
            return []
        start = self._begins(first, s.id)
        since = start if start < s.id else -1
        return [Asked(f"What was decided about {matter}?", Kind.HEADED, s.id, "", 0.9, since=since, checked=False)]

    def narrowed(self, asked: Asked, s: Sentence) -> list[Asked]:
        """ "What did Mrs Odgers say?" asks for anything: what she said about the matter that the heading names.

        Only of a meeting it may be asked as it is.
        """
        bare = _BARE_SAID.match(asked.question)
        if bare is None:
            return [asked]
        if matter := self.over(s):
            return [replace(asked, question=f"What {bare['helper']} {bare['who']} say about {matter}?")]
        return [asked] if self._headings.minutes(s.source) else []

    def over(self, s: Sentence) -> str:
        """The matter that the heading above a sentence names, as it stands inside a sentence; empty for a title."""
        sentences = self._analysis.sentences
        spoken = self._analysis.section_of(s).spoken
        first = next(o for o in sentences if o.source == s.source)
        if not spoken or first.section == s.section or len(spoken.split()) > WORDS:
            return ""
        if _FORMAL.match(spoken) or dangles(f"what was decided about {spoken}"):
            return ""
        return f"the {spoken[4:]}" if spoken.startswith("The ") else spoken

    def _begins(self, first: int, last: int) -> int:
        """The sentence from which an answer that ends in a decision can be read and isn't too long."""
        sentences = self._analysis.sentences
        for i in range(first, last):
            words = sum(sentences[k].words for k in range(i, last + 1))
            fits = words <= _TOLD_MOST and last - i <= _BACK_MOST
            if fits and (i == first or self._tellings.text(i)) and not _DECIDED.search(sentences[i].told):
                return i
        return last

    def _recurs(self, words: str, source: int) -> bool:
        """Whether a phrase that is only mentioned comes up again, so that somebody may ask about it."""
        bare = re.sub(r"^(?:the|an?) ", "", words, flags=re.IGNORECASE)
        text = self._analysis.sources[source].text
        return bool(bare) and len(re.findall(rf"\b{re.escape(bare)}", text, re.IGNORECASE)) > 1

    def _further(self, s: Sentence) -> list[str]:
        """What the next sentences are about, where this one opens what can be told without them."""
        sentences = self._analysis.sentences
        opens = not s.id or not is_near(self._analysis, s.id) or not self._tellings.text(s.id - 1)
        after = sentences[s.id + 1 : s.id + 3] if opens else ()
        near = [n for n in after if n.source == s.source and n.paragraph == s.paragraph]
        return [words for n in near for words in (n.topic, *n.gist)]

    def _about(
        self, s: Sentence, phrases: Iterable[str], doc: Any, *, voice: str, people: frozenset[str]
    ) -> list[Asked]:
        """What is said of what the sentence is about, for want of a question of its own."""
        out: list[Asked] = []
        mine = re.match(r"My (?P<who>[a-z-]+(?: [a-z-]+)?)(?=,? (?:who|had|was|is|has|[A-Z]|[a-z]+ed)\b|, )", s.told)
        if mine is not None and voice and len(voice.split()) <= _NAMED_MOST:
            named = re.match(rf"My {mine['who']}, [A-Z]", s.told) is not None
            be = "was" if re.search(r"\b(?:was|had|said|\w+ed)\b", s.told) else "is"
            whose = f"{voice}'s {mine['who']}"
            put = f"Who {be} {whose}?" if named else f"What do we learn about {whose}?"
            out.append(Asked(put, Kind.VIEW, s.id, "", 0.4, checked=False))
        for words in dict.fromkeys(re.sub(r"^the one (?=\w)", "the ", p) for p in phrases if p):
            # A parse takes "co-operative" apart.
            cut = re.search(rf"\b{re.escape(words)}(?P<rest>-[\w-]+)", s.told, re.IGNORECASE)
            words = f"{words}{cut['rest']}" if cut is not None else words  # noqa: PLW2901
            low = words.lower().split()
            if (
                low[-1] in VAGUE_SUBJECT | {"one", "ones"}
                or low[0] in NO_SUBJECT
                or re.search(r"\d|\b(?:whose|which|who|what|stuff|past|o'clock)\b|^the (?:more|less|good|bad)\b", words)
                or dangles(f"what is known of it about {words}")
                or len(low) > 6
            ):
                continue
            if len(low) == 1 and not words[0].isupper() and not words.endswith("s"):
                continue
            if words.casefold() in {t.casefold() for t in self._analysis.titles}:
                continue
            if len(low) == 1 and re.search(rf"\b{re.escape(low[0])}\b", self._analysis.sources[s.source].text):
                # "Tenant", large where it is defined and small everywhere else.
                continue
            if words != s.topic and low[0] not in {"the", "a", "an"} and not words[0].isupper():
                continue
            probe = f"What is known about {words}?"
            known = words.split()[-1] in people
            named_so = low[0] == "the" and len(low) > _OFFICE_LEAST and not low[-1].endswith("s")
            ways = [r"who\b", *([r"an?\b", r"the\b"] if known else []), *([f"{_FULL_NAME},"] if named_so else [])]
            introduced = re.search(rf"\b{re.escape(words)}, (?:{'|'.join(ways)})", s.told)
            was = re.search(r"\w(?:ed|was|were|had)[ ,.]", s.told)
            less = 0.04 * min(3, len(out))
            if introduced:
                several = low[0] == "the" and low[-1].endswith("s")
                verb = ("were" if was else "are") if several else ("was" if was else "is")
                asked = f"Who {verb} {words}?"
                out.append(Asked(asked, Kind.WHO, s.id, "", 0.5 - less, probe=probe))
            elif voice:
                form = _SAYS[s.id % len(_SAYS)] if Role.OPINION in s.roles or _OPINING.search(s.told) else _SAYS[0]
                about = re.search(rf"^(?:\w+,? ){{0,3}}{re.escape(words)}\b", s.told, re.IGNORECASE) is not None
                said = form.format(voice, words)
                out.append(
                    Asked(
                        said, Kind.VIEW, s.id, "", 0.34 - less, probe=probe, checked=not about, is_wide=voice == UNNAMED
                    )
                )
            else:
                ruled = self._headings.holds_rules(s.source) and words.startswith("the ") and not known
                plain = f"What are the rules for {words}?" if ruled else f"What should I know about {words}?"
                asked = _told_of(words, doc, people) or (self._said_by(words, s, doc) if known else plain)
                if not asked:
                    continue
                out.append(Asked(asked, Kind.ABOUT, s.id, "", _LAST - 0.5 * less, probe=probe))
        return out[:4]

    def _said_by(self, words: str, s: Sentence, doc: Any) -> str:
        """What somebody said on the matter of his section; of a person nobody asks what there is to know."""
        root = next(iter(doc.sents)).root
        subject, matter = subject_of(root), self.over(s)
        says = root.lemma_ in VIEWS and root.tag_ == "VBD" and subject is not None and subject.text in words
        return f"What did {words} say about {matter}?" if says and matter else ""

    def _announced(self, s: Sentence) -> list[Asked]:
        """What a sentence announces; of "There are five rules" nothing is asked where the rules don't follow it."""
        after = self._analysis.sentences[s.id + 1 : s.id + 2]
        told = ":" in s.told or any(a.in_list or _FIRST.match(a.told) for a in after)
        return [a for a in forms.listed(s) if a.kind is not Kind.WHAT or told]


def _told_of(words: str, doc: Any, people: frozenset[str]) -> str:
    """What a sentence tells of its subject, by its verb: "What did the widow do?"; else nothing."""
    root = next(iter(doc.sents)).root
    subject = subject_of(root)
    if subject is None or root.pos_ != "VERB" or any(t.dep_ in {"neg", "expl"} for t in root.children):
        return ""
    named = noun_phrase(subject, most=6)
    if named.casefold() != words.casefold() or any(t.dep_ == "conj" for t in subject.children):
        return ""
    helpers = {t.lower_ for t in root.children if t.dep_ in {"aux", "auxpass"}}
    if any(t.dep_ == "auxpass" for t in root.children):
        return f"What happened to {words}?" if helpers <= {"was", "were"} and root.lemma_ in _BEFALLING else ""
    doer = answers.is_person(subject, people) or answers.BODIES.search(words)
    moves = root.lemma_ not in STATES | set(VIEWS) and any(t.dep_ in {"dobj", "prt", "xcomp"} for t in root.children)
    if helpers or not doer or not moves or root.tag_ != "VBD":
        return ""
    return f"What did {words} do?"


_BEFALLING = frozenset(
    "close sell move destroy damage rebuild demolish abandon drown burn lose shut steal find repair replace scrap kill "
    "arrest dismiss evacuate flood drain fill cut remove withdraw reject give take".split()
)
"""What may happen to a thing or to somebody."""


def _introduced(s: Sentence, doc: Any, people: frozenset[str]) -> list[Asked]:
    """ "And there was Mr Szabo.": "Who was Mr Szabo?", and what follows says it."""
    root = next(iter(doc.sents)).root
    named = brought_in(root)
    if named is None or not answers.is_person(named, people) or root.lower_ not in {"is", "was"}:
        return []
    who = " ".join(t.text for t in named.subtree if t.i <= named.i)
    return [Asked(f"Who {root.lower_} {who}?", Kind.HEADED, s.id, "", 0.9, checked=False)]


_FIRST = re.compile(r"^(?:The first|First|Firstly|One)\b")
_OPINING = re.compile(r"\b(?:should|ought|must|better|worse|wrong|right|fair|unfair)\b")


def _subject(doc: Any, common: frozenset[str]) -> str:
    """The first subject as it stands inside a sentence."""
    subject = next((t for t in doc if t.dep_ in {"nsubj", "nsubjpass"} and t.pos_ in {"NOUN", "PROPN"}), None)
    words = noun_phrase(subject, most=6) if subject is not None else ""
    return inside(words, doc[subject.left_edge.i], common=common) if subject is not None and words else ""


def _nouns(doc: Any, common: frozenset[str]) -> list[str]:
    """The phrases with a subject or an object of a sentence, as they stand inside one."""
    held = (t for t in doc if t.dep_ in {"nsubj", "nsubjpass", "dobj", "pobj"} and t.pos_ in {"NOUN", "PROPN"})
    said = ((noun_phrase(t, most=4), t) for t in held)
    return [inside(words, doc[t.left_edge.i], common=common) for words, t in said if words]


def plain_start(doc: Any, *, nouns: frozenset[str], names: frozenset[str]) -> str:
    """The word that opens a sentence, small, where it is a common noun that a parse takes for a name; else empty.

    Args:
        nouns: common nouns of the language.
        names: words that the source writes large inside its sentences.
    """
    first = doc[0] if len(doc) > 1 else None
    if (
        first is None
        or len(first.doc) == 1
        or first.tag_ not in {"NNP", "NNPS"}
        or first.text[1:] != first.text[1:].lower()
    ):
        return ""
    low: str = first.lower_
    if (
        not {low, low.removesuffix("s")} & nouns
        or first.text in names
        or first.nbor().text[:1].isupper()
        or low in _CALENDAR
    ):
        return ""
    before_small = first.dep_ == "compound" and first.nbor().text[:1].islower()
    if first.ent_type_ in {"GPE", "LOC", "NORP", "DATE"} or (first.ent_type_ in {"ORG", "FAC"} and not before_small):
        return ""
    verb = first.head if first.dep_ in {"nsubj", "nsubjpass"} else None
    if first.ent_type_ == "PERSON" and (verb is None or subject_of(verb) is not first or verb.lemma_ != "be"):
        return ""
    return low


_CALENDAR = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday christmas easter".split()
)
