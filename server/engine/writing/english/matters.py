"""Questions that the place of an English sentence answers: the heading or label above it, the paragraph it opens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asked, Kind, Tellings
from server.engine.writing.english import forms, ordering
from server.engine.writing.english.clauses import dangles
from server.engine.writing.english.grammar import inside, noun_phrase, subject_of
from server.engine.writing.english.standing import is_near
from server.engine.writing.english.subjects import NO_SUBJECT, VAGUE_SUBJECT

Parse = Callable[[Sequence[str]], list[Any]]

LABEL = re.compile(r"^(?:\(?\d{1,2}(?:\.\d{1,2})*[.)]? )?(?P<label>[A-Z][\w' -]{2,36}): (?=[A-Z])")
"""What stands before the first sentence of a point: "3. Damp in the laundry: Two dryers were bought."""
_LABEL_WORDS = 5
_DECIDED = re.compile(
    r"\b(?:[Rr]esolved|[Aa]greed|[Aa]pproved|[Aa]dopted|[Dd]ecided|[Pp]ostponed|was carried|were carried|was rejected|"
    r"voted (?:to|for|against)|was passed)\b"
)
_RULING = re.compile(r"\b(?:must|may|shall|should|not allowed|forbidden|prohibited|permitted|required)\b")
_RULES_LEAST = 2
"""Sentences of a section that say what must or may be done, from which it holds rules."""
_UNCOUNTED = re.compile(r"(?:ing|tion|sion|ment|ity|ness|ance|ence)$")
_SAYS = ("What does {} say about {}?", "What does {} think of {}?", "What is {}'s view of {}?")
_QUESTION_HEAD = re.compile(
    r"^(?:Who|What|Why|How|When|Where|Which(?: [a-z]+)?) "
    r"(?:is|are|was|were|do|does|did|should|can|will|must)\b[^.:;!?]*$"
)
_TOLD_MOST, _BACK_MOST = 70, 2
"""Words of an answer that ends in a decision, and sentences before that."""
_LAST = 0.12
"""How likely it is that somebody only asks what there is to know about a thing."""


class Matters:
    """Asks about the matter of a sentence where its words alone answer nothing."""

    def __init__(self, analysis: Analysis, tellings: Tellings, docs: Parse) -> None:
        self._analysis, self._tellings, self._docs = analysis, tellings, docs

    def asked(
        self, s: Sentence, doc: Any, *, common: frozenset[str], voice: str, people: frozenset[str]
    ) -> list[Asked]:
        """What is asked of a sentence that can be told by itself; `doc` is its parse."""
        beside = [words for words in (*s.gist, *self._further(s)) if self._recurs(words, s.source)]
        topics = [s.topic, _subject(doc, common), *beside]
        return [
            *self._headed(s),
            *self._labelled(s, common),
            *self._announced(s),
            *self._troubled(s, doc),
            *self._about(s, topics, voice=voice, people=people),
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
        matter = self._as_written(label["label"], s.source, common) if label is not None else ""
        if not matter and self._opens_section(opening):
            matter = self._analysis.section_of(s).spoken
        if not matter or len(matter.split()) > _LABEL_WORDS or dangles(f"what was decided about {matter}"):
            return []
        if matter.split()[0].lower() in {"minutes", "apologies", "present", "next", "other", "any", "adoption"}:
            return []
        start = self._begins(first, s.id)
        since = start if start < s.id else -1
        return [Asked(f"What was decided about {matter}?", Kind.HEADED, s.id, "", 0.9, since=since, checked=False)]

    def _begins(self, first: int, last: int) -> int:
        """The sentence from which an answer that ends in a decision can be read and isn't too long."""
        sentences = self._analysis.sentences
        for i in range(first, last):
            words = sum(sentences[k].words for k in range(i, last + 1))
            fits = words <= _TOLD_MOST and last - i <= _BACK_MOST
            if fits and (i == first or self._tellings.text(i)) and not _DECIDED.search(sentences[i].told):
                return i
        return last

    def _opens_section(self, s: Sentence) -> bool:
        return not s.id or self._analysis.sentences[s.id - 1].section != s.section

    def _labelled(self, s: Sentence, common: frozenset[str]) -> list[Asked]:
        """What the label of a paragraph of rules is about."""
        label = LABEL.match(s.told)
        if label is None or (s.id and is_near(self._analysis, s.id)):
            return []
        words = self._as_written(label["label"], s.source, common)
        rules = self._rules_in([o for o in self._after(s) if o.paragraph == s.paragraph])
        if rules and words:
            return [Asked(f"What are the rules for {words}?", Kind.WHAT, s.id, "", 0.45, checked=False)]
        return []

    def _as_written(self, label: str, source: int, common: frozenset[str]) -> str:
        """A label as the text writes it inside a sentence, with its article; empty where that isn't known."""
        words = label.split()
        low = label if words[0] in common else f"{label[0].lower()}{label[1:]}"
        text = self._analysis.sources[source].text
        if len(words) > _LABEL_WORDS or words[0].lower() in NO_SUBJECT | {"by", "in", "on", "for", "how", "to"}:
            return ""
        if re.search(rf"\bthe {re.escape(low)}\b", text) and words[0].lower() != "the":
            return f"the {low}"
        plural = low.endswith("s") and not low.endswith("ss")
        bare = plural or words[0].lower() in {"a", "an", "the"} or _UNCOUNTED.search(low) or low[0].isupper()
        return low if bare else f"the {low}"

    def _after(self, s: Sentence) -> list[Sentence]:
        """A sentence and what follows it in its section."""
        out: list[Sentence] = []
        for other in self._analysis.sentences[s.id : s.id + 12]:
            if other.source != s.source or other.section != s.section:
                break
            out.append(other)
        return out

    @staticmethod
    def _rules_in(sentences: Sequence[Sentence]) -> bool:
        return sum(bool(_RULING.search(o.told)) for o in sentences) >= _RULES_LEAST

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

    @staticmethod
    def _about(s: Sentence, phrases: Iterable[str], *, voice: str, people: frozenset[str]) -> list[Asked]:
        """What is said of what the sentence is about, for want of a question of its own."""
        out: list[Asked] = []
        for words in dict.fromkeys(re.sub(r"^the one (?=\w)", "the ", p) for p in phrases if p):
            low = words.lower().split()
            if (
                low[-1] in VAGUE_SUBJECT | {"one", "ones"}
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
            probe = f"What is known about {words}?"
            known = words.split()[-1] in people
            introduced = re.search(rf"\b{re.escape(words)}, (?:who{'|an?|the' if known else ''})\b", s.told)
            was = re.search(r"\w(?:ed|was|were|had)[ ,.]", s.told)
            less = 0.04 * min(3, len(out))
            if introduced:
                asked = f"Who {'was' if was else 'is'} {words}?"
                out.append(Asked(asked, Kind.WHO, s.id, "", 0.5 - less, probe=probe))
            elif voice:
                form = _SAYS[s.id % len(_SAYS)] if Role.OPINION in s.roles or _OPINING.search(s.told) else _SAYS[0]
                out.append(Asked(form.format(voice, words), Kind.VIEW, s.id, "", 0.34 - less, probe=probe))
            else:
                asked = f"What should I know about {words}?"
                out.append(Asked(asked, Kind.ABOUT, s.id, "", _LAST - 0.5 * less, probe=probe))
        return out[:4]

    def _announced(self, s: Sentence) -> list[Asked]:
        """What a sentence announces; of "There are five rules" nothing is asked where the rules don't follow it."""
        after = self._analysis.sentences[s.id + 1 : s.id + 2]
        told = ":" in s.told or any(a.in_list or _FIRST.match(a.told) for a in after)
        return [a for a in forms.listed(s) if a.kind is not Kind.WHAT or told]

    def _troubled(self, s: Sentence, doc: Any) -> list[Asked]:
        """What to do about the fault that opens a paragraph of instructions."""
        after = self._analysis.sentences[s.id + 1 : s.id + 4]
        after = tuple(o for o in after if o.source == s.source and o.paragraph == s.paragraph)
        if not after or (s.id and is_near(self._analysis, s.id)):
            return []
        put = ordering.troubled(s.told, doc, self._docs([o.told for o in after]))
        return [Asked(put, Kind.HEADED, s.id, quality=0.85, checked=False)] if put else []

    def _headed(self, s: Sentence) -> list[Asked]:  # noqa: PLR0911
        """What the heading of a section promises, asked of its first sentence."""
        if not self._opens_section(s):
            return []
        section = self._analysis.section_of(s)
        heading = section.title.strip(" .:")
        words = heading.split()
        put, quality = self._as_question(heading)
        if put:
            return [Asked(put, Kind.HEADED, s.id, quality=quality, checked=False)]
        if not 1 <= len(words) <= 7 or re.search(r"[\d:;,?!()\"]", heading):
            return []
        doc = self._docs([f"{heading}."])[0]
        instructs = self._instructs(s)
        if instructs and (ordered := ordering.headed(heading, doc)):
            return [Asked(ordered, Kind.HEADED, s.id, quality=0.9, checked=False)]
        if doc[0].tag_ == "VBG" and len(words) > 1 and (s.in_list or Role.STEP in s.roles or instructs):
            rest = "".join(
                (t.lemma_.lower() if t.tag_ == "VBG" and t.dep_ == "conj" else t.text) + t.whitespace_
                for t in doc[1:-1]
            ).strip()
            return [Asked(f"How do you {doc[0].lemma_.lower()} {rest}?", Kind.HOW, s.id, "", 0.8)]
        named = (
            section.spoken
            and not dangles(f"what is known about {section.spoken}")
            and doc[0].pos_ in {"NOUN", "ADJ", "PROPN", "DET"}
            and (2 <= len(section.spoken.split()) <= 6 or section.spoken[:1].isupper())
            and not any(t.tag_ in {"VBZ", "VBD", "VBP", "WRB", "WP"} for t in doc)
        )
        if not named:
            return []
        if self._rules_in(self._after(s)) and not instructs:
            return [Asked(f"What are the rules for {section.spoken}?", Kind.HEADED, s.id, "", 0.4, checked=False)]
        return [Asked(f"What should I know about {section.spoken}?", Kind.ABOUT, s.id, "", _LAST, checked=False)]

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


_FIRST = re.compile(r"^(?:The first|First|Firstly|One)\b")
_OPINING = re.compile(r"\b(?:I|my|me|we|our)\b|\b(?:should|ought|must|better|worse|wrong|right|fair|unfair)\b")


def _subject(doc: Any, common: frozenset[str]) -> str:
    """The first subject as it stands inside a sentence."""
    subject = next((t for t in doc if t.dep_ in {"nsubj", "nsubjpass"} and t.pos_ in {"NOUN", "PROPN"}), None)
    words = noun_phrase(subject, most=6) if subject is not None else ""
    return inside(words, doc[subject.left_edge.i], common=common) if subject is not None and words else ""


def plain_start(doc: Any, *, nouns: frozenset[str], names: frozenset[str]) -> str:
    """The word that opens a sentence, small, where it is a common noun that a parse takes for a name; else empty.

    Args:
        nouns: common nouns of the language.
        names: words that the source writes large inside its sentences.
    """
    first = doc[0] if len(doc) > 1 else None
    if first is None or first.tag_ not in {"NNP", "NNPS"} or first.text[1:] != first.text[1:].lower():
        return ""
    low: str = first.lower_
    if low not in nouns or first.text in names or first.nbor().text[:1].isupper() or low in _CALENDAR:
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
