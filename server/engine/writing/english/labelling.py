"""Questions that the label or the fault at the head of an English paragraph answers: "Ash: leave …", "It ticks." """

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english import ordering
from server.engine.writing.english.clauses import dangles
from server.engine.writing.english.figures import DAY, MONTH
from server.engine.writing.english.forms import NUMBER_WORDS
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.promising import MINUTED, RULED, Headings, reported, rules_in
from server.engine.writing.english.standing import is_near
from server.engine.writing.english.subjects import NO_SUBJECT
from server.engine.writing.lettering import capital
from server.engine.writing.standalone import written

Parse = Callable[[Sequence[str]], list[Any]]

LABEL = re.compile(r"^(?:\(?\d{1,2}(?:\.\d{1,2})*[.)]? )?(?P<label>[A-Z][\w' -]{2,36}): (?=[A-Z])")
"""What stands before the first sentence of a point: "3. Damp in the laundry: Two dryers were bought."""
WORDS = 5
"""Of a label, at most."""
_ANY_LABEL = re.compile(r"^(?:\(?\d{1,2}(?:\.\d{1,2})*[.)]? )?(?P<label>[A-Z][a-z][\w' -]{1,34}): (?P<rest>\w.*)")
_SHOWN = re.compile(r'^"(?P<code>[\w+ .-]{1,12})": (?=\w)')
"""What a machine shows, with its meaning behind a colon."""
_UNCOUNTED = re.compile(r"(?:ing|(?<!sta)tion|sion|ment|ity|ness|ance|ence)$")
_TROUBLE = re.compile(
    r"(?i)\b(?:wrong|troubles?|troubleshooting|problems?|faults?|fails?|behave|errors?|mistakes?)\b|n['’]t\b"
)
_MISHAP = re.compile(
    r"\b(?:cut|failure|leak|alarm|blockage|jam|breakdown|spill|injury|accident|burn|flood|crash|tear|break-in)$"
)
"""Of which one asks what to do when there is one, and not what to do about it."""
_NO_MATTER = frozenset(
    "please note notes tip tips updated update caution warning danger important example examples good bad present "
    "apologies date time place attendance minutes next preamble introduction contents".split()
)

_WEEKDAYS = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_AGENDA = re.compile(r"^\(?\d{1,2}[.)] ?")
_MINUTES = re.compile(r"(?im)^\W*(?:[\w' ]+ )?minutes(?: of\b.*)?\W*$|^\W*(?:present|apologies|in attendance)\b")
"""What stands alone in a line of minutes, or at the head of one."""
_RUN_IN = re.compile(r"^(?P<words>[A-Z][a-z][\w' ’,.-]{2,40})\.$")
"""A heading that stands in its paragraph and ends in a full stop: "Lorries over 7.5 tonnes." """
_HEADS_LEAST = 3
_POINTS = ("What about {}?", "What should I know about {}?")
"""Ways to ask about what the points of a list are headed with."""
_COMPARED = ("How does {} compare?", "How good is {}?")
"""Ways to ask about one of several things that a text compares."""
_ENTRY = re.compile(
    rf"^(?:{_WEEKDAYS},? )?"
    rf"(?P<day>{DAY}): (?=\S)"
)
"""The date at the head of a diary's entry."""
_ENTRIES_LEAST = 4
_WIDE = 0.2
"""How likely somebody asks no more than what there is to a matter."""
_FAULT_LEAST, _FAULT_MOST = 2, 12
"""Words of a sentence that names a fault."""


class Labels:
    """Asks about what is named at the head of a paragraph."""

    def __init__(self, analysis: Analysis, docs: Parse, headings: Headings) -> None:
        self._analysis, self._docs, self._headings = analysis, docs, headings
        self._heads: dict[int, list[Sentence]] | None = None

    def asked(  # noqa: PLR0911, PLR0912
        self, s: Sentence, *, common: frozenset[str], voice: str
    ) -> Iterator[Asked]:
        """What is asked of the paragraph that a sentence opens; nothing where it opens none."""
        if (s.id and is_near(self._analysis, s.id) and not s.in_list) or s.roles & {Role.TABLE, Role.QUESTION}:
            return
        shown = _SHOWN.match(s.told)
        if shown is not None:
            yield Asked(f'What does "{shown["code"]}" mean?', Kind.CONDITION, s.id, "", 0.75, checked=False)
        yield from self._of_fault(s)
        yield from self._run_in(s, common=common, voice=voice)
        if dated := self._of_day(s, voice):
            yield dated
            return
        label = _ANY_LABEL.match(s.told)
        words = self.as_written(label["label"], s.source, common) if label is not None else ""
        if label is None or not words or label["label"].split()[0].lower() in _NO_MATTER or re.search(r"\d", words):
            return
        if report := reported(label["label"]):
            yield Asked(report, Kind.HEADED, s.id, "", 0.9, checked=False)
            return
        if not self._names(label["label"]):
            return
        if put := _valued(label["label"], words, label["rest"]):
            yield Asked(put, Kind.ASKED, s.id, "", 0.5, checked=False)
            return
        if label["label"] in MONTH.split("|"):
            yield Asked(f"What should you do in {label['label']}?", Kind.CONDITION, s.id, "", 0.6, checked=False)
            return
        if not voice and self._headings.holds_rules(s.source) and not dangles(f"what do all say about {words}"):
            forms = tuple(form.format(words) for form in RULED) if self._is_written(words, s.source) else ()
            put = forms[0] if forms else f"What are the rules on {self._bare(label['label'], s.source)}?"
            yield Asked(put, Kind.HEADED, s.id, "", 0.75, checked=False, probe=words, forms=forms)
            return
        rules = rules_in([o for o in self._headings.after(s) if o.paragraph == s.paragraph])
        if rules and LABEL.match(s.told):
            yield Asked(f"What are the rules for {words}?", Kind.WHAT, s.id, "", 0.45, checked=False)
        if dangles(f"what should all do about {words}"):
            return
        if self._in_trouble(s) or ((not voice or s.in_list) and self._instructs(label["rest"], s)):
            put = f"What should you do {self._concerning(words, s.source)}?"
            yield Asked(put, Kind.CONDITION, s.id, "", 0.7, checked=False)
        elif self._is_compared(label["label"], s.source) and label["rest"][:1].isupper():
            forms = tuple(form.format(words) for form in _COMPARED)
            yield Asked(forms[0], Kind.HEADED, s.id, "", 0.8, checked=False, probe=words, forms=forms)
        elif voice:
            yield Asked(f"What does {voice} say about {words}?", Kind.VIEW, s.id, "", 0.6, checked=False)
        elif _AGENDA.match(s.told) and _MINUTES.search(self._analysis.sources[s.source].text):
            yield Asked(f"What was said about {words}?", Kind.HEADED, s.id, "", 0.6, checked=False)
        elif not voice and not s.in_list and LABEL.match(s.told) and (words[-1] == "s" or words[0].isupper()):
            own = self._headings.own_way(words, self._told(s))
            put = own or f"What about {words}?"
            quality = 0.5 if own else _WIDE
            yield Asked(put, Kind.HEADED, s.id, "", quality, checked=False, probe=words, is_wide=not own)

    def _of_day(self, s: Sentence, voice: str) -> Asked | None:
        """What a diary's entry tells of its day: "3 May: The roof went in the night."; nothing outside a diary."""
        match = _ENTRY.match(s.told)
        if match is None or sum(bool(_ENTRY.match(o.told)) for o in self._analysis.sentences) < _ENTRIES_LEAST:
            return None
        day = f"on {match['day']}"
        forms = (f"What happened {day}?", *([f"What does {voice} write {day}?"] if voice else []))
        return Asked(forms[0], Kind.HEADED, s.id, "", 0.7, checked=False, probe=day, forms=forms)

    def _heads_points(self, s: Sentence) -> bool:
        """Whether the points of a list are headed in this way; not where a line before it leads into all of them."""
        if self._heads is None:
            self._heads = {}
            for o in self._analysis.sentences:
                if self._heads_point(o):
                    self._heads.setdefault(o.section, []).append(o)
        heads = self._heads.get(s.section, [])
        if len(heads) < _HEADS_LEAST or s not in heads:
            return False
        before = self._analysis.sentences[heads[0].id - 1] if heads[0].id else None
        text = self._analysis.sources[s.source].text
        led = before is not None and text[before.start : before.end + 1].rstrip().endswith(":")
        return not led or before is None or before.source != s.source

    def _heads_point(self, s: Sentence) -> bool:
        """Whether a sentence is the head of a point of a list, with more behind it."""
        if not s.in_list or _RUN_IN.match(s.told) is None or len(s.told.split()) > WORDS:
            return False
        source = self._analysis.sources[s.source]
        own = next((b for b in source.blocks if b.start <= s.start < b.end), None)
        if own is None or re.search(r"[^\W\d_]", source.text[own.start : s.start]):
            return False
        after = self._analysis.sentences[s.id + 1 : s.id + 2]
        return bool(after) and after[0].source == s.source and after[0].start < own.end

    def _run_in(self, s: Sentence, *, common: frozenset[str], voice: str) -> Iterator[Asked]:
        """What is said about the thing that a heading in the paragraph itself names; the answer begins behind it."""
        match = _RUN_IN.match(s.told)
        after = self._analysis.sentences[s.id + 1 : s.id + 2]
        listed = match is not None and self._heads_points(s)
        if match is None or (s.in_list and not listed) or (voice and not listed) or not after or s.roles & {Role.STEP}:
            return
        follows = after[0].source == s.source and after[0].paragraph == s.paragraph
        said = match["words"]
        first = said.split()[0].lower()
        if not follows or len(said.split()) > WORDS or first in _NO_MATTER | NUMBER_WORDS:
            return
        words = self.as_written(said, s.source, common) if listed else ""
        if listed and (not words or not self._names(said)):
            put = f'What is behind "{said}"?'
            yield Asked(put, Kind.HEADED, after[0].id, "", 0.5, checked=False, probe=said, head=s.id)
            return
        if listed:
            words = f"the {words[4:]}" if words.startswith("The ") else words
            own = self._headings.own_way(words, self._told(after[0]))
            forms = () if own else tuple(form.format(words) for form in self._ways(s.source))
            put = own or forms[0]
            quality = 0.6 if own else _WIDE
            yield Asked(
                put,
                Kind.HEADED,
                after[0].id,
                "",
                quality,
                checked=False,
                probe=words,
                head=s.id,
                is_wide=not own,
                forms=forms,
            )
            return
        if not self._names(said):
            return
        doc = self._docs([f"{said}."])[0]
        if doc is None or doc[0].tag_ not in {"NNS", "NN", "JJ"} or not any(t.tag_ == "NNS" for t in doc):
            return
        words = f"{said[0].lower()}{said[1:]}"
        rules = self._headings.holds_rules(s.source)
        forms = tuple(form.format(words) for form in RULED) if rules else ()
        own = self._headings.own_way(words, self._told(after[0]))
        put = own or (forms[0] if forms else self._ways(s.source)[0].format(words))
        quality = 0.6 if own or forms else _WIDE
        forms, wide = () if own else forms, not own and not forms
        yield Asked(put, Kind.HEADED, after[0].id, "", quality, checked=False, probe=words, is_wide=wide, forms=forms)

    def _ways(self, source: int) -> tuple[str, ...]:
        """How one asks about the points of a text where their nouns suggest nothing."""
        return MINUTED if self._headings.minutes(source) else _POINTS

    def _told(self, s: Sentence) -> list[Sentence]:
        """What is told from a sentence on, as far as its paragraph goes."""
        return [o for o in self._headings.after(s) if o.paragraph == s.paragraph]

    def as_written(self, label: str, source: int, common: frozenset[str]) -> str:
        """A label as the text writes it inside a sentence, with its article; empty where that isn't known."""
        words = label.split()
        text = self._analysis.sources[source].text
        low = f"{label[0].lower()}{label[1:]}"
        written_low = re.search(rf"(?<=[\w,;] ){re.escape(low)}\b", text) is not None
        named = words[0] in common or any(w[:1].isupper() for w in words[1:])
        named = named or (self._is_compared(label, source) and not written_low)
        low = label if named else low
        if len(words) > WORDS or words[0].lower() in NO_SUBJECT | {"by", "in", "on", "for", "how", "to"}:
            return ""
        if re.search(rf"\bthe {re.escape(low)}\b", text) and words[0].lower() != "the":
            return f"the {low}"
        plural = low.endswith("s") and not low.endswith("ss")
        doc = self._docs([f"{low}."])[0]
        root = next((t for t in doc if t.dep_ == "ROOT"), None) if doc is not None else None
        plural = plural or (root is not None and root.tag_ in {"NNS", "NNPS"})
        bare = plural or words[0].lower() in {"a", "an", "the"} or _UNCOUNTED.search(low) or low[0].isupper()
        return low if bare else f"the {low}"

    def _is_written(self, words: str, source: int) -> bool:
        """Whether a label can stand inside a sentence as it is: it bears no article that the text doesn't give it."""
        bare = words.removeprefix("the ")
        text = self._analysis.sources[source].text
        return bare == words or re.search(rf"\b[Tt]he {re.escape(bare)}\b", text) is not None

    def _bare(self, label: str, source: int) -> str:
        """A label for which the text has no article: several where it counts them: "poison", "leases"."""
        low = f"{label[0].lower()}{label[1:]}"
        text = self._analysis.sources[source].text
        counted = re.search(rf"\b(?:an?|each|every|one|this) {re.escape(low)}\b|\b{re.escape(low)}s\b", text)
        return f"{low}s" if counted is not None and re.search(r"[^sxzhy]$", low) else low

    def _names(self, label: str) -> bool:
        """Whether a label names a thing: no clause, no order, no word for where or how."""
        doc = self._docs([f"{label}." if label.startswith("The ") else f"The {label[0].lower()}{label[1:]}."])[0]
        root = next((t for t in doc if t.dep_ == "ROOT"), None) if doc is not None else None
        bare = self._docs([f"{label}."])[0]
        opens = bare[0].tag_ if bare is not None and len(bare) else ""
        finite = root is None or any(t.tag_ in {"VBZ", "VBD", "VBP", "MD", "VB"} for t in doc)
        alone = len(label.split()) == 1 and opens in {"JJ", "VBN"}
        return not finite and not alone and opens not in {"RB", "VB", "IN", "VBP", "JJR", "JJS"}

    def _is_compared(self, label: str, source: int) -> bool:
        """Whether a label is what a row of a table is about."""
        blocks = self._analysis.sources[source].blocks
        return any(b.cells and b.cells[0].strip() == label and not b.is_header for b in blocks)

    def _concerning(self, words: str, source: int) -> str:
        """ "about the ash", "in the event of a power cut"."""
        bare = words.removeprefix("the ")
        known = re.search(rf"\bthe {re.escape(bare)}\b", self._analysis.sources[source].text)
        if words != bare and not known and _MISHAP.search(bare):
            return f"in the event of {'an' if bare[0] in 'aeiou' else 'a'} {bare}"
        return f"about {words}"

    def _instructs(self, rest: str, s: Sentence) -> bool:
        """Whether what stands behind a label tells the reader to do something."""
        after = self._analysis.sentences[s.id + 1 : s.id + 2]
        texts = [capital(rest), *(o.told for o in after if o.paragraph == s.paragraph and o.source == s.source)]
        return any(ordering.is_order(next(iter(d.sents)).root) for d in self._docs(texts) if d is not None)

    def _in_trouble(self, s: Sentence) -> bool:
        return _TROUBLE.search(self._analysis.section_of(s).title) is not None

    def _of_fault(self, s: Sentence) -> Iterator[Asked]:
        """What to do about the fault that opens a paragraph: of instructions, or of a section on what goes wrong."""
        after = self._analysis.sentences[s.id + 1 : s.id + 4]
        after = tuple(o for o in after if o.source == s.source and o.paragraph == s.paragraph)
        doc = self._docs([s.told])[0]
        if not after or doc is None or (s.id and is_near(self._analysis, s.id)):
            return
        put = ordering.troubled(s.told, doc, self._docs([o.told for o in after]))
        put = put or (_fault(s.told, doc) if self._in_trouble(s) else "")
        if not put:
            return
        # "What should you do if it ticks?" has said it: the answer begins behind it.
        first = after[0].id if re.search(r"\bif it\b", put) else s.id
        if not self._analysis.rules.opening_pronoun(written(self._analysis, self._analysis.sentences[first])):
            yield Asked(put, Kind.HEADED, first, quality=0.85, checked=False)


_DAYS = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_DATED = re.compile(
    rf"^(?:from |until |by |on )?(?:(?:(?:the |every |each )?(?:first |second |third |last ))?{_DAYS}\b|"
    rf"\d{{1,2}} (?:{MONTH})\b|(?:{MONTH})\b|\d{{1,2}}[.:]\d\d\b)"
)
_FIGURE = re.compile(r"^(?:about |some |nearly |up to |at most |at least |no more than |over |from )?[£$€]?\d")
_RANKED = re.compile(
    r"^(?:the )?(?:overall |clear )?(?:winner|best|worst|cheapest|lightest|runner-up)\b", re.IGNORECASE
)
_COUNTED = frozenset(
    "members visitors entries readers visits pupils staff employees volunteers seats places beds".split()
)


_OPEN = re.compile(
    r"\d{1,2}(?:[.:]\d\d)? ?(?:am|pm|a\.m\.|p\.m\.)? (?:to|until|till|–|-) \d{1,2}(?:[.:]\d\d| ?[ap]\.?m)"
)
_TIMES = re.compile(r"\b(?:hours|times|dates|days|deadlines?|weeks|months|seasons?|closed|open|period)$", re.IGNORECASE)
"""Heads of labels that name times themselves."""


def _valued(label: str, words: str, rest: str) -> str:  # noqa: PLR0911
    """What a label with a date or a figure behind it answers: "Next meeting: Monday 2 June": "When is the next …?" """
    named = words if words.startswith(("the ", "a ")) or words[0].isupper() else f"the {words}"
    head = re.split(r" (?:for|of|to|in|at|on|with|from|over|per) ", words)[0]
    several = head.endswith("s") and not head.endswith("ss")
    be = "are" if several else "is"
    if dangles(f"what is known of all {words}") or words.endswith("self"):
        return ""
    if _OPEN.match(rest) and not _TIMES.search(head):
        return f"When {be} {named} open?"
    if _DATED.match(rest):
        put = "What" if _TIMES.search(head) and several else "When"
        return f"{put} {be} {named}?"
    if head.lower().removeprefix("the ") in _COUNTED and _FIGURE.match(rest):
        return f"How many {head.removeprefix('the ')} are there?" if head == words else ""
    if _FIGURE.match(rest) and len(words.split()) > 1 and not label[0].isdigit():
        return f"What {be} {named}?"
    if _RANKED.match(words) and rest[:1].isupper() and not several:
        return f"Which is {named}?"
    return ""


def _fault(told: str, doc: Any) -> str:
    """ "Smoke comes into the room when I open the door.": "What should you do if smoke comes …?"; else nothing."""
    root = next(iter(doc.sents)).root
    subject = subject_of(root)
    words = told.rstrip(".").split()
    if subject is None or not told.endswith(".") or not _FAULT_LEAST <= len(words) <= _FAULT_MOST:
        return ""
    now = any(t.tag_ in {"VBZ", "VBP"} for t in (root, *root.children))
    named = subject.lower_ == "it" or subject.pos_ == "NOUN"
    if not now or not named or re.search(r"[,:;\d]|\b(?:we|my|our|me)\b", told):
        return ""
    said = re.sub(r"\bI\b", "you", " ".join(words))
    said = f"{said[0].lower()}{said[1:]}"
    return "" if re.search(r"\b(?:they|them|he|she|this|that)\b", said) else f"What should you do if {said}?"
