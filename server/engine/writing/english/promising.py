"""What the heading of an English section promises, as a question that the section answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english import framing, ordering
from server.engine.writing.english.clauses import dangles
from server.engine.writing.english.forms import turned_heading
from server.engine.writing.english.grammar import subject_of

Parse = Callable[[Sequence[str]], list[Any]]

_QUESTION_HEAD = re.compile(
    r"^(?:Who|What|Why|How|When|Where|Which(?: [a-z]+)?) "
    r"(?:is|are|was|were|do|does|did|should|can|will|must)\b[^.:;!?]*$"
)
_RULING = re.compile(r"\b(?:must|may|shall|should|not allowed|forbidden|prohibited|permitted|required)\b")
_RULES_LEAST = 2
"""Sentences of a section that say what must or may be done, from which it holds rules."""
_RULE_BOOK = re.compile(
    r"(?i)\b(?:rules|polic(?:y|ies)|regulations?|bye?-?laws|terms|statutes|constitution|code of|conditions|"
    r"guidelines)\b"
)
_FORBIDDING = re.compile(
    r"\b(?:[Nn]obody|[Nn]o one|[Nn]o [a-z]+|[Nn]ot more than|[Nn]o more than|[Aa]t most|[Aa]t least|only if|unless|"
    r"is to be|are to be|has to|have to|can only|can't be|cannot be|compulsory|subject to|entitled)\b"
)
_RULED_NAMED, _RULED = 0.2, 0.5
"""Part of a text's sentences that rule something, from which it holds rules: where a heading says so, and where not."""
RULED = ("What do the rules say about {}?", "What are the rules for {}?", "What applies to {}?")
"""Ways to ask for what rules say of a matter."""
_BEFORE = re.compile(r"^(?:Before|After|When|While|If|During) [a-z' ’-]+$")
_WILL = re.compile(r"\b(?:will|can|must|may)\b")
_PLAIN = 0.12
"""How likely it is that somebody only asks what there is to know about a thing."""
_TO_DO = re.compile(r"^(?P<wh>How|Where|When|What|Which [a-z]+) to (?P<rest>[a-z][a-z' -]+)$")
_WHEN_SO = re.compile(r"^(?:When|If|In case) (?:it|something|anything|nothing|things|the|your|an?)\b[a-z' ’-]+$")
_STEPWISE = re.compile(r"^(?P<what>[^,;:]{3,40})(?:,| -| –)? step by step$", re.IGNORECASE)
_MEANT_FOR = re.compile(r"^For (?P<who>(?:the |your )?[a-z][a-z' -]{2,30}s)$")
_GUIDING = ("What should I know about {}?", "What about {}?")
"""Ways to ask what a guide or a handbook says under a heading."""
MINUTED = ("What was said about {}?", "What was reported on {}?")
"""Ways to ask about a matter that a meeting dealt with."""
_MEETING = re.compile(
    r"(?i)\b(?:motions?|carried|seconded|resolved|abstentions?|abstained|minutes (?:were|of)|any other business|"
    r"votes? (?:to|for|against)|took the chair|chaired|apologies|the sitting|the meeting)\b"
)
_MOVED = re.compile(r"motion|carried|seconded|resolved|absten|abstain|minutes")
_FORMAL = re.compile(r"(?i)(?:the )?(?:minutes|apologies|present|attendance|welcome)\b")
"""A heading of minutes under which nothing was dealt with."""
_MEETING_LEAST = 3
"""Different words of meetings in a text from which it tells of one."""
_GUIDED_SO = 0.16
"""How likely somebody asks so widely: not where one of the section's own sentences says what there is to ask."""
_TO_READER = re.compile(r"\b(?:[Yy]ou|[Yy]our|[Pp]lease|must|may not|should)\b")
_GUIDED, _SECTIONS_LEAST = 0.15, 4
"""Part of a text's sentences that tell their reader what to do, and sections of it, from which it is a guide."""
_REPORT = re.compile(r"^(?:The )?(?P<who>[A-Z][a-z]+(?: [a-z]+)?)['’]s report$")
_FOLLOWING = 12
"""Sentences behind the first one of a section that are looked at for what it holds."""

_USUAL = {
    "How do you get there?": (
        "getting here",
        "getting there",
        "how to get here",
        "how to find us",
        "how to reach us",
        "finding us",
        "travel",
        "arrival",
    ),
    "What is still open?": ("open questions", "open points", "unresolved questions"),
    "What is the background?": ("background",),
    "What is the conclusion?": ("conclusion",),
    "What are the conclusions?": ("conclusions",),
    "What happens next?": ("next steps", "outlook", "what next"),
    "What will be done about it?": ("action items", "actions"),
    "What was the impact?": ("impact",),
    "What was the cause?": ("root cause",),
    "What are the causes?": ("causes",),
    "What are the results?": ("results",),
    "What was found?": ("findings",),
    "What was learned?": ("lessons learned",),
    "What is recommended?": ("recommendations",),
    "What are the limitations?": ("limitations",),
    "What are the risks?": ("risks",),
    "What are the symptoms?": ("symptoms",),
    "What do you need?": (
        "what you need|what you will need|what you'll need|you will need|you'll need|tools|materials|equipment|"
        "tools and materials|materials and tools|ingredients|shopping list|tools needed|materials needed"
    ).split("|"),
    "What are the steps?": (
        "steps",
        "the steps",
        "method",
        "the method",
        "directions",
        "procedure",
        "step by step",
        "instructions",
    ),
    "When is the right time?": ("when", "when to do it", "timing", "the right time", "the best time"),
    "What should you watch out for?": (
        "safety|safety first|safety instructions|safety information|important safety instructions|safety notes|"
        "warnings|precautions|cautions|for your safety"
    ).split("|"),
    "What comes in the box?": (
        "in the box|contents of the box|package contents|parts supplied|scope of delivery|supplied parts|"
        "what's in the box"
    ).split("|"),
    "What are the terms of the guarantee?": ("guarantee", "the guarantee", "your guarantee"),
    "What are the terms of the warranty?": ("warranty", "the warranty", "your warranty"),
    "What upkeep is needed?": (
        "care|maintenance|upkeep|care and maintenance|care and cleaning|cleaning and care|cleaning and maintenance|"
        "maintenance and care"
    ).split("|"),
    "What can go wrong?": (
        "troubleshooting|problems|faults|common problems|common faults|trouble|trouble shooting|fault finding"
    ).split("|"),
    "What is the verdict?": (
        "verdict",
        "the verdict",
        "our verdict",
        "what we think",
        "what we thought",
        "our recommendation",
        "our recommendations",
    ),
    "How was the test done?": ("how we tested", "how we test", "test method", "how the test was done"),
    "What are the main points?": ("summary", "in short", "in brief", "overview", "key points", "at a glance"),
    "What exceptions are there?": ("exceptions",),
    "What deadlines are there?": ("deadlines",),
    "What are the opening hours?": ("opening hours", "opening times"),
    "What does it cost?": ("prices", "price", "costs", "cost", "what it costs"),
    "What else was discussed?": ("any other business", "other business"),
    "What alternatives are there?": ("alternatives",),
    "What mistakes are common?": ("common mistakes", "mistakes", "typical mistakes", "mistakes to avoid"),
}
"""What the sections of reports, manuals and tests answer, with the headings that they have there."""
_PROMISED = {heading: question for question, headings in _USUAL.items() for heading in headings}


class Headings:
    """Asks what a section answers, of its first sentence."""

    def __init__(self, analysis: Analysis, docs: Parse) -> None:
        self._analysis, self._docs = analysis, docs
        self._rules: dict[int, bool] = {}
        self._guiding: dict[int, bool] = {}

    def holds_rules(self, source: int) -> bool:
        """Whether a whole source is made of rules: terms, a policy, the rules of a house or a club."""
        if source not in self._rules:
            own = [s for s in self._analysis.sentences if s.source == source and Role.TABLE not in s.roles]
            heads = [self._analysis.titles[source], *{self._analysis.section_of(s).title for s in own}]
            named = any(_RULE_BOOK.search(h) for h in heads)
            ruled = sum(bool(_RULING.search(s.told) or _FORBIDDING.search(s.told)) for s in own)
            self._rules[source] = ruled >= (_RULED_NAMED if named else _RULED) * max(len(own), 1)
        return self._rules[source]

    def guides(self, source: int) -> bool:
        """Whether a whole source guides its readers, section by section: a handbook, a visitor's guide, a manual."""
        if source not in self._guiding:
            own = [s for s in self._analysis.sentences if s.source == source and Role.TABLE not in s.roles]
            docs = self._docs([s.told for s in own])
            told = sum(
                bool(_TO_READER.search(s.told)) or (doc is not None and ordering.is_order(next(iter(doc.sents)).root))
                for s, doc in zip(own, docs, strict=True)
            )
            sections = {s.section for s in own}
            self._guiding[source] = len(sections) >= _SECTIONS_LEAST and told >= _GUIDED * max(len(own), 1)
        return self._guiding[source]

    def minutes(self, source: int) -> bool:
        """Whether a source tells of a meeting, by its words."""
        text = self._analysis.sources[source].text
        words = {m.lower() for m in _MEETING.findall(text)}
        return len(words) >= _MEETING_LEAST and any(_MOVED.match(w) for w in words)

    def opens(self, s: Sentence) -> bool:
        """Whether a sentence is the first one of its section."""
        return not s.id or self._analysis.sentences[s.id - 1].section != s.section

    def asked(self, s: Sentence) -> list[Asked]:  # noqa: PLR0911, PLR0912
        """What the heading above a sentence promises, where this is the first one under it."""
        if not self.opens(s):
            return []
        section = self._analysis.section_of(s)
        heading = section.title.strip(" .:")
        heading = heading.capitalize() if heading.isupper() and " " in heading else heading
        words = heading.split()
        put, quality = self._as_question(heading)
        if put:
            return [Asked(put, Kind.HEADED, s.id, quality=quality, checked=False)]
        if (put := self._of_guide(heading, s)) and not dangles(f"what is known of all {heading}"):
            return [Asked(put, Kind.HEADED, s.id, quality=0.8, checked=False)]
        if not 1 <= len(words) <= 7 or re.search(r"[\d:;,?!()\"]", heading):
            return []
        doc = self._docs([f"{heading}."])[0]
        instructs = self._instructs(s)
        if instructs and (ordered := ordering.headed(heading, doc)):
            return [Asked(ordered, Kind.HEADED, s.id, quality=0.9, checked=False)]
        own = (
            ""
            if self._first_of_all(s)
            else self.own_way(self._inside(section.spoken or self._small(heading)), self.after(s))
        )
        if own:
            return [Asked(own, Kind.HEADED, s.id, quality=0.75, checked=False)]
        if doc[0].tag_ == "VBG" and len(words) > 1 and (s.in_list or Role.STEP in s.roles or instructs):
            rest = "".join(
                (t.lemma_.lower() if t.tag_ == "VBG" and t.dep_ == "conj" else t.text) + t.whitespace_
                for t in doc[1:-1]
            ).strip()
            rest = self._as_bases(rest)
            put = f"How do you {doc[0].lemma_.lower()} {rest}?"
            return [Asked(put, Kind.HEADED, s.id, "", 0.9, checked=False)]
        rules = self.holds_rules(s.source)
        if (
            doc[0].tag_ == "VBG"
            and (rules or (len(words) > 1 and (_public(self.after(s)) or self.guides(s.source))))
            and not instructs
        ):
            low = f"{heading[0].lower()}{heading[1:]}"
            rest = self._as_bases(" ".join(words[1:]))
            do = f"{doc[0].lemma_.lower()} {rest}"
            put = f"What are the rules for {low}?" if rules else f"How do you {do}?"
            return [Asked(put, Kind.HEADED, s.id, "", 0.6, checked=False)]
        if rules and _BEFORE.match(heading):
            return [
                Asked(f"What applies {heading[0].lower()}{heading[1:]}?", Kind.HEADED, s.id, "", 0.7, checked=False)
            ]
        named = (
            section.spoken
            and not dangles(f"what is known about {section.spoken}")
            and doc[0].pos_ in {"NOUN", "ADJ", "PROPN", "DET"}
            and (2 <= len(section.spoken.split()) <= 6 or section.spoken[:1].isupper())
            and not any(t.tag_ in {"VBZ", "VBD", "VBP", "WRB", "WP"} for t in doc)
        )
        plain = len(words) == 1 and (rules or self.guides(s.source)) and section.spoken and doc[0].pos_ == "NOUN"
        if not named and not plain:
            return []
        if rules and s.id and not self._first_of_all(s):
            # Not `instructs`: rules tell their readers what to do.
            forms = tuple(form.format(section.spoken) for form in RULED)
            return [Asked(forms[0], Kind.HEADED, s.id, "", 0.5, checked=False, probe=section.spoken, forms=forms)]
        if rules_in(self.after(s)) and not instructs and not self._first_of_all(s):
            return [Asked(f"What are the rules for {section.spoken}?", Kind.HEADED, s.id, "", 0.4, checked=False)]
        if self._first_of_all(s) and plain:
            return []
        if self.minutes(s.source) and _FORMAL.match(heading):
            return []
        if self.guides(s.source) and not self._first_of_all(s):
            ways = MINUTED if self.minutes(s.source) else _GUIDING
            forms = tuple(form.format(self._inside(section.spoken)) for form in ways)
            return [
                Asked(
                    forms[0],
                    Kind.HEADED,
                    s.id,
                    "",
                    _GUIDED_SO,
                    checked=False,
                    probe=section.spoken,
                    is_wide=True,
                    forms=forms,
                )
            ]
        return [Asked(f"What should I know about {section.spoken}?", Kind.ABOUT, s.id, "", _PLAIN, checked=False)]

    def own_way(self, words: str, told: Sequence[Sentence]) -> str:
        """What is asked of a matter by its noun or by how the sentences about it open; empty where neither says it."""
        own = framing.own_way(words, " ".join(o.told for o in told))
        if own or not told:
            return own
        doc = self._docs([told[0].told])[0]
        root = next(iter(doc.sents)).root if doc is not None and len(doc) else None
        verbless = root is not None and root.pos_ in {"NOUN", "PROPN"} and subject_of(root) is None
        return framing.by_opening(words, told[0].told, is_verbless=verbless)

    @staticmethod
    def _inside(words: str) -> str:
        """A heading as it stands inside a sentence: a small article before a name."""
        return f"the {words[4:]}" if words.startswith("The ") else words

    @staticmethod
    def _small(heading: str) -> str:
        """A heading with a small first letter, unless it is a name of several words."""
        words = heading.split()
        named = len(words) > 1 and words[1][:1].isupper()
        return heading if named or heading[1:2].isupper() else f"{heading[0].lower()}{heading[1:]}"

    def _of_guide(self, heading: str, s: Sentence) -> str:
        """What a heading of a guide promises that names a way of making or whom it is for; else nothing."""
        stepwise, meant = _STEPWISE.match(heading), _MEANT_FOR.match(heading)
        if stepwise is not None and self._instructs(s):
            return f"What are the steps for {stepwise['what']}?"
        return f"What applies to {meant['who']}?" if meant is not None and self.guides(s.source) else ""

    def _as_bases(self, rest: str) -> str:
        """What follows a gerund, with a second one as a verb: "or changing a visit", which may be taken for a noun."""
        return re.sub(r"^(and|or) (\w+ing)\b", lambda m: f"{m[1]} {self._base(m[2])}", rest)

    def _base(self, gerund: str) -> str:
        """The base of a verb in -ing: "changing" as "change"."""
        doc = self._docs([f"They are {gerund} it."])[0]
        return next((t.lemma_.lower() for t in doc if t.text == gerund), gerund)

    def _first_of_all(self, s: Sentence) -> bool:
        """Whether a sentence opens its source: the heading above it is the whole text's title."""
        return not s.id or self._analysis.sentences[s.id - 1].source != s.source

    def after(self, s: Sentence) -> list[Sentence]:
        """A sentence and what follows it in its section."""
        out: list[Sentence] = []
        for other in self._analysis.sentences[s.id : s.id + _FOLLOWING]:
            if other.source != s.source or other.section != s.section:
                break
            out.append(other)
        return out

    def _instructs(self, s: Sentence) -> bool:
        """Whether one of the sentences that open a section tells its reader to do something."""
        own = [o for o in self._analysis.sentences[s.id : s.id + 4] if o.section == s.section]
        docs = self._docs([o.told for o in own])
        return any(ordering.is_order(next(iter(d.sents)).root) for d in docs if d is not None)

    def _as_question(self, heading: str) -> tuple[str, float]:  # noqa: PLR0911
        """A heading that is a question or one of the usual ones, as a question, and how well that reads."""
        words = heading.split()
        if report := reported(heading):
            return report, 0.9
        usual = promised(heading)
        if usual:
            return usual, 0.8
        if _WHEN_SO.match(heading) and 3 <= len(words) <= 8 and re.search(r"n['’]t\b|goes wrong|go wrong", heading):
            return f"What should you do {heading[0].lower()}{heading[1:]}?", 0.9
        if _QUESTION_HEAD.match(heading) and 3 <= len(words) <= 9:
            return f"{heading}?", 1.1
        to_do = _TO_DO.match(heading)
        if to_do is not None and 3 <= len(words) <= 8:
            helper = "do" if to_do["wh"] == "How" else "should"
            return f"{to_do['wh']} {helper} you {to_do['rest']}?", 1.0
        if not 1 <= len(words) <= 9 or re.search(r"[\d:;,?!()\"]|n['’]t\b", heading):
            return "", 0.0
        return turned_heading(self._docs([f"{heading}."])[0], heading), 1.0


def promised(heading: str) -> str:
    """What the section under one of the usual headings answers; empty for any other heading."""
    return _PROMISED.get(heading.lower().replace("’", "'"), "")


def reported(heading: str) -> str:
    """What is asked of somebody's report, by the words over it: "Treasurer's report"; empty for other words."""
    report = _REPORT.match(heading)
    return f"What did the {report['who'].lower()} report?" if report is not None else ""


def rules_in(sentences: Sequence[Sentence]) -> bool:
    """Whether sentences say what must and may be done."""
    return sum(bool(_RULING.search(o.told)) for o in sentences) >= _RULES_LEAST


def _public(sentences: Sequence[Sentence]) -> bool:
    """Whether sentences tell readers what will be there for them, as a notice does."""
    return sum(bool(_WILL.search(o.told)) and not re.search(r"\b(?:I|my|he|she)\b", o.told) for o in sentences) >= 3
