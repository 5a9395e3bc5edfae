"""Questions that the form of an English sentence answers, without a parse: rows of tables, labels, lists, readings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from server.domain.enumerations import enumerated
from server.domain.sources import Source
from server.engine.writing.analysis import Sentence
from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english import programmes
from server.engine.writing.english.clauses import dangles
from server.engine.writing.english.figures import MONTH
from server.engine.writing.english.subjects import MEASURES

_HIGHEST = re.compile(
    r"^.+? has the (?P<most>highest|most) (?P<what>[^,]+), [^,]+, and .+ the (?P<least>lowest|fewest), "
)
_OF_COLUMN = re.compile(r": the earliest is .+ and the latest ")
"""What is told of a column, which is no row of the table."""
_ROW = re.compile(r"^(?P<what>(?:[A-Z][^:]{1,40}|[12]\d{3})): [a-z].*\d")
_NO_COLUMN = re.compile(
    r"(?i)^no\b|^\d|^(?:most|least|max|min|maximum|minimum|highest|lowest|per|now|counts|before|after|change|standing)\b|^(?:hour|dai|week|month|year|annual)ly$|"
    r"^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^what\b|"
    r"\b(?:after|before|by|at|in|from|to|until|for|with)$|\bon (?:day|page)\b|\.$"
)
"""The head of a column that names no quantity: "First apples after", "Hatch on day"."""
_SERIES = re.compile(r"^(?P<what>.+?) (?:rose|fell|stayed|grew) from .+ in (?P<a>\d{4}) to .+ in (?P<b>\d{4})\.$")
_AT = re.compile(r"^At (?P<what>[^,]{3,40}), the .+ (?:is|are) ")


def tabled(s: Sentence, source: Source) -> list[Asked]:
    """Questions about a row or a column of a table; a row is named with its article where the text does."""
    day = programmes.PROGRAMME.match(s.told)
    if day is not None:
        named = programmes.in_full(day["what"])
        return [Asked(f"What is on the programme for {named}?", Kind.HEADED, s.id, "", 0.8, checked=False)]
    for pattern, form, kind, quality in (
        (_HIGHEST, "Which{key} has the {most} {what}, and which has the {least}?", Kind.ROW, 0.6),
        (_SERIES, "How did {what} change between {a} and {b}?", Kind.CHANGE, 0.7),
        (_ROW, "What does the table say about {what}?", Kind.ROW, 0.36),
        (_AT, "Which values apply at {what}?", Kind.ROW, 0.6),
    ):
        match = pattern.match(s.told)
        if match is None:
            continue
        said = {"key": _key(s, source), **match.groupdict()}
        what = said["what"]
        if pattern is _HIGHEST and (_NO_COLUMN.search(what) or (said["most"] == "highest" and not _is_measure(what))):
            return []
        if pattern is _AT and not re.match(r"^At [^,]+, the [^,]+? (?:is|are) \D{0,3}\d", s.told):
            return []
        if pattern is _ROW and _OF_COLUMN.search(s.told):
            return []
        if pattern is _ROW:
            # "Air filter, what to do: …" says of the air filter what its column holds.
            said["what"] = what = what.partition(", ")[0]
            said["what"] = what = _inside(what, source)
        if pattern is _ROW and what in _ORDINALS and said["key"]:
            said["what"] = f"the {what.lower()}{said['key']}"
        if pattern is _SERIES and what.split()[0][1:].islower():
            what = what[0].lower() + what[1:]
            said["what"] = f"the {what}" if re.search(rf"\b[Tt]he {re.escape(what)}\b", source.text) else what
        if pattern is _ROW and _measures(s.told):
            form = "What are the figures for {what}?"  # noqa: PLW2901
        if pattern is _AT and what.startswith("no. "):
            form = "What are the figures for {what}?"  # noqa: PLW2901
        return [Asked(form.format(**said), kind, s.id, "", quality, checked=False)]
    return []


_GRADES = frozenset(
    "mark score rating grade power alcohol number density strength range noise consumption efficiency value budget "
    "amount quantity volume salinity concentration percentage level count frequency capacity rainfall catch harvest "
    "mean median result premium interest spending cargo load durability comfort quality handling safety overall "
    "difference diameter time protein fat salt sugar span frontage severity waste stay dividend electricity rain "
    "labour width rise fall demand supply dose heat yield worth energy usage use mileage attendance turnout".split()
)
"""Heads of columns, besides measures, that have a highest value and a lowest."""
_PERSONS = frozenset("adults pensioners students seniors juniors children".split())
"""Who pays what stands in a column: not how many of them there are."""


def _is_measure(what: str) -> bool:
    """Whether the head of a column names what can be high or low: "price", and no more than who was measured."""
    words = re.split(r" (?:of|out|in|per|for|at|to|on|with|a|an|each|alone|empty|year) ", f"{what.lower()} ")[0].split()
    words = [w for w in words if re.fullmatch(r"[a-z-]{3,}", w)]
    last = words[-1] if words else ""
    counted = last.endswith("s") and not last.endswith("ss") and last not in _PERSONS
    return counted or bool({last, last.removesuffix("s")} & (MEASURES | _GRADES))


def _measures(told: str) -> bool:
    """Whether a row is made of figures: each of its cells has one."""
    cells = re.split(r", | and ", told.partition(": ")[2])
    return len(cells) > 1 and sum(bool(re.search(r"\d", c)) for c in cells) >= _FIGURED * len(cells)


_FIGURED = 0.6
"""Part of a row's cells with a figure from which it is one of figures."""


def _inside(name: str, source: Source) -> str:
    """The name of a row as the text writes it inside a sentence: "the air filter"; as it is where it never does."""
    if name[:2].isupper() or name in _ORDINALS:
        return name
    low = f"{name[0].lower()}{name[1:]}"
    if re.search(rf"\b[Tt]he {re.escape(low)}\b", source.text):
        return f"the {low}"
    return low if re.search(rf"\b{re.escape(low)}\b", source.text) else name


_TOGETHER = 4
"""Rows of a table that are told together, at most."""
_ROW_WORDS = 70


def rows_together(rows: Sequence[Sentence]) -> list[Asked]:
    """Questions about several rows of a table that stand one after the other, some at a time."""
    out: list[Asked] = []
    some: list[tuple[Sentence, str]] = []
    for s in (*rows, None):
        match = _ROW.match(s.told) if s is not None and not _OF_COLUMN.search(s.told) else None
        last = some[-1][0] if some else None
        follows = s is not None and last is not None and s.id == last.id + 1 and s.paragraph == last.paragraph
        full = len(some) == _TOGETHER or sum(o.words for o, _ in some) + (s.words if s is not None else 0) > _ROW_WORDS
        if some and (match is None or not follows or full):
            if len(some) > 1:
                names = list(dict.fromkeys(name.partition(", ")[0] for _, name in some))
                said = enumerated(names)
                figures = all(_measures(o.told) for o, _ in some)
                asked = f"What {'are the figures for' if figures else 'does the table say about'} {said}?"
                since, until = some[0][0].id, some[-1][0].id
                out.append(Asked(asked, Kind.ROW, until, "", 0.6, since=since, checked=False))
            some = []
        if s is not None and match is not None:
            some.append((s, match["what"]))
    return out


def _key(s: Sentence, source: Source) -> str:
    """What the rows of a sentence's table are, out of the head of its first column: " country"."""
    heads = [b for b in source.blocks if b.is_header and b.start <= s.start]
    words = heads[-1].cells[0].strip() if heads and heads[-1].cells else ""
    return f" {words[0].lower()}{words[1:]}" if words not in _ASKING and _SINGLE.fullmatch(words) else ""


_ASKING = frozenset(("What", "Which", "Who", "When", "Where"))
"""Heads of columns that name no kind of thing."""
_ORDINALS = frozenset(("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Old", "New", "Upper", "Lower"))
_SINGLE = re.compile(r"[A-Z][a-z]+(?<!s)")

_CODED = re.compile(r"^(?P<code>(?P<letters>[A-Z]{1,3})-?\d{1,4})(?:, [^:.]{3,30})?(?:[:.]| (?=[A-Z]))")
_FAULTS = r"\b(?:fault|error) codes?\b|\b(?:fault|error|alarm|shows?|displays?|code) {}-?\d|\b{}-?\d{{1,4}}: meaning\b"
_CODES_LEAST = 2


def coded(s: Sentence, before: Sentence | None, after: Sentence | None, source: Source) -> list[Asked]:
    """What a code that a machine shows means: "E6: Outside the wire."

    Args:
        before: the sentence before it; where both tell of one code, the question is for both.
        after: the sentence behind it.
    """
    match = _CODED.match(s.told)
    if match is None:
        return []
    letters = match["letters"]
    if not re.search(
        _FAULTS.format(letters, letters), f"{source.text} {s.told} {before.told if before else ''}", re.IGNORECASE
    ):
        return []
    code = match["code"]
    if len(set(re.findall(rf"\b{match['letters']}-?\d{{1,4}}\b", source.text))) < _CODES_LEAST:
        return []
    earlier = _CODED.match(before.told) if before is not None else None
    if earlier is not None and earlier["code"] == code and before is not None:
        asked = f"What does {code} mean, and what should you do about it?"
        return [Asked(asked, Kind.CONDITION, s.id, "", 0.85, since=before.id, checked=False)]
    later = _CODED.match(after.told) if after is not None else None
    if later is not None and later["code"] == code:
        return []
    return [Asked(f"What does {code} mean?", Kind.CONDITION, s.id, "", 0.7, checked=False)]


_COUNTED = re.compile(r"^There (are|were) (two|three|four|five|six|seven) ((?:[a-z]+ )?[a-z]+s)\b")
_THERE = re.compile(r"^(In|On) ((?:\d{1,2} )?(?:[A-Z][a-z]+ )?\d{4}),? there (?:was|were) ")
_LABEL = re.compile(r"^([A-Z][\w' -]{1,36}): (?=[a-z])")


_DATED = re.compile(rf"\b(?:{MONTH}|Updated|Posted)\b")


NUMBER_WORDS = frozenset("one two three four five six seven eight nine ten both all some".split())
"""With which a label counts what follows it, and names no matter."""


def labelled(s: Sentence) -> list[Asked]:
    """What a label at the head of a paragraph is about: "Model B: for families." """
    label = _LABEL.match(s.told)
    said = label[1] if label is not None else ""
    words = said.split()
    named = len(words) > 1 and not _DATED.search(said) and all(w[0].isupper() or w[0].isdigit() for w in words)
    if (
        label is None
        or not named
        or s.in_list
        or words[0].lower() in NUMBER_WORDS
        or dangles(f"what should one know about {label[1]}")
        or len(label[1].split()) > 4
    ):
        return []
    words = re.sub(r"^The ", "the ", label[1])
    return [Asked(f"What about {words}?", Kind.HEADED, s.id, "", 0.2, checked=False, probe=words, is_wide=True)]


def listed(s: Sentence) -> list[Asked]:
    """What a sentence with `there` announces: some things by their number, or what there was at a time."""
    counted, was = _COUNTED.match(s.told), _THERE.match(s.told)
    if counted is not None and not dangles(f"what are all the said {counted[3]}"):
        return [Asked(f"What {counted[1]} the {counted[2]} {counted[3]}?", Kind.WHAT, s.id, "", 0.85, checked=False)]
    if was is not None:
        return [Asked(f"What happened {was[1].lower()} {was[2]}?", Kind.EVENT, s.id, "", 0.5)]
    return []


_READY = {
    "who": (Kind.DEFINITION, 0.85),
    "superlative": (Kind.WHAT, 0.7),
    "reported": (Kind.VIEW, 0.5),
    "quoted": (Kind.VIEW, 0.4),
}


def ready(s: Sentence) -> list[Asked]:
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
            text = re.sub(r"\b(did|does|is|was|are|were) (The|A|An)\b", lambda m: f"{m[1]} {m[2].lower()}", p.text)
            out.append(Asked(text, kind, s.id, "", quality))
            if kind is Kind.VIEW:
                break
    return out


def turned_heading(doc: Any, heading: str) -> str:  # noqa: PLR0911
    """ "How it began": "How did it begin?"; "What went well": "What went well?"; empty for what is no such clause."""
    words = [t for t in doc if not t.is_punct]
    if len(words) < 2 or words[0].lower_ not in {"how", "why", "where", "when", "what", "who"}:
        return ""
    verb = next((t for t in words[1:] if t.tag_ in {"VBD", "VBZ", "VBP", "MD"}), None)
    if verb is None or any(t.tag_ in {"VBD", "VBZ", "VBP", "MD"} for t in words if t.i > verb.i):
        return ""
    wh, subject, rest = words[0].text, words[1 : verb.i], words[verb.i + 1 :]
    if not subject:
        return f"{heading}?" if wh in {"What", "Who"} and len(words) <= 6 else ""
    if len(subject) == 1 and subject[0].lower_ == "we":
        return _done_by_us(wh, verb, rest)
    if any(t.lower_ in {"we", "i", "you", "our", "my"} for t in words) or len(subject) > 4:
        return ""
    denies = verb.lemma_ == "do" and rest and rest[0].lower_ in {"not", "n't"}
    helps = denies or verb.lemma_ == "be" or verb.tag_ == "MD" or any(t.tag_ in {"VBN", "VBG"} for t in rest[:2])
    if not helps and verb.lemma_ == "have":
        return ""
    helper = verb.lower_ if helps else {"VBD": "did", "VBZ": "does", "VBP": "do"}[verb.tag_]
    if helper == "do" and subject[-1].lower_ in {"it", "he", "she", "this", "that"}:
        # "What it costs": the parse may take the verb for another form.
        helper = "does"
    said = [wh, helper, *(t.text for t in subject), *([] if helps else [verb.lemma_]), *(t.text for t in rest)]
    return f"{' '.join(said)}?"


_PARTICIPLES = {
    "do": "done",
    "find": "found",
    "see": "seen",
    "choose": "chosen",
    "make": "made",
    "know": "known",
    "learn": "learned",
    "pay": "paid",
    "spend": "spent",
    "give": "given",
    "take": "taken",
    "build": "built",
    "sell": "sold",
    "buy": "bought",
    "keep": "kept",
    "mean": "meant",
    "think": "thought",
    "say": "said",
    "write": "written",
    "begin": "begun",
    "hold": "held",
}


_IRREGULAR = {
    "ate": "eaten",
    "drank": "drunk",
    "drew": "drawn",
    "drove": "driven",
    "got": "got",
    "heard": "heard",
    "saw": "seen",
    "sang": "sung",
    "sent": "sent",
    "wore": "worn",
}
"""Pasts that a parse of a heading doesn't know, with their participles."""


def _done_by_us(wh: str, verb: Any, rest: Sequence[Any]) -> str:
    """What those who write did, without them: "What we found": "What was found?"; empty where that can't be said."""
    tense, denied = "VBD" if verb.lower_ in _IRREGULAR else verb.tag_, ""
    if verb.lemma_ == "do" and rest and rest[0].lower_ in {"not", "n't"} and len(rest) > 1:
        verb, rest, denied = rest[1], rest[2:], " not"
    if tense not in {"VBD", "VBP"} or wh not in {"What", "Why", "How"}:
        return ""
    lemma = verb.lemma_.lower()
    if (wh, lemma, tense, denied) == ("What", "do", "VBP", ""):
        # "What is done?" could be asked of anybody.
        return ""
    known = verb.lower_ in _IRREGULAR or lemma in _PARTICIPLES
    if tense == "VBD" and not verb.text.endswith("ed") and not known and not denied:
        # "How we went about it": nobody knows its participle by a rule.
        return ""
    regular = verb.text if verb.text.endswith("ed") else f"{lemma}d" if lemma.endswith("e") else f"{lemma}ed"
    doubled = re.search(r"[^aeiou][aeiou][bdgmnprt]$|[^aeiou]y$", lemma) is not None
    done = (
        _IRREGULAR.get(verb.lower_) or _PARTICIPLES.get(lemma) or ("" if doubled and regular != verb.text else regular)
    )
    it = " ".join(t.text for t in rest)
    if not done or (wh == "What") == bool(rest) or len(rest) > _OBJECT_MOST or verb.lemma_ in {"be", "have"}:
        return ""
    several = bool(rest) and rest[-1].tag_ in {"NNS", "NNPS"}
    helper = {"VBD": ("was", "were"), "VBP": ("is", "are")}[tense][several]
    return f"{wh} {helper}{denied} {done}?" if wh == "What" else f"{wh} {helper} {it}{denied} {done}?"


_OBJECT_MOST = 4
