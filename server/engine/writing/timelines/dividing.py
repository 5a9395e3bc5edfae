"""A sentence with two dates told as two: each date with its own clause, and with the name that its pronoun means."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Mention
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.words import date_words
from server.engine.writing.standalone import written

_PAST_ONLY = (
    r"went|came|became|took|gave|wrote|began|fell|rose|grew|knew|saw|did|was|were|had|drew|flew|sang|drove|broke|spoke|"
    r"chose|froze|threw|wore|stood|caught|left|met|died|moved|married|joined|returned|stayed|lived|worked|remained|"
    r"retired|arrived|appeared|settled|travelled|served|studied|got|ran|lay|sank|stopped|continued"
)
"""Forms that a passive before them doesn't reach: "was born in 1868 and died in 1944"."""
_VERB = rf"(?:{_PAST_ONLY}|[a-z]{{2,}}ed|built|made|put|set|sold|bought|lost|won|held|kept|told|found|led|sent|begun|driven|given|taken|written|drawn|broken|chosen|shown|grown|thrown|worn|torn|sung|sunk|struck|dug|hung|shut|split|spread|laid|blown|frozen|stolen|known|seen|cut|paid|said|heard|felt|thought|taught|spent|bore|read|fought|ruled)"  # noqa: E501
_DIVIDE = re.compile(
    rf"(?P<sep>;(?: (?:and|but))?|, (?:and|but|while|whereas)| and|,| but) (?=(?:then |later |again |finally |also )?{_VERB}\b)"  # noqa: E501
)
_CLAUSE = re.compile(r"(?P<sep>;(?: (?:and|but))?|, (?:and|but|while|whereas)) ")
_SUBJECT = re.compile(
    rf"^(?P<lead>(?:In|On|From|By|At|After|Since|Between|During|Until)\b[^,;]{{0,40}}?,? )?"
    rf"(?P<who>[Hh]e|[Ss]he|[Tt]hey|[Ww]e|I|[Ii]t|(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Tt]heir|[Mm]y) (?:[\w'’-]+ ){{0,4}}?[\w'’-]+|"  # noqa: E501
    rf"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){{0,3}}(?: (?:on|of|in|at|for) (?:the |an? |his |her )?[\w'’-]+)?) (?P<aux>was |were |had |had been |has been )?(?P<verb>{_VERB})\b"  # noqa: E501
)
_PRONOUN = re.compile(r"^(?:he|she|it|they|we|this|that|these|those|there|his|her|its|their)\b", re.IGNORECASE)
_ADVERBIAL = re.compile(r"^(?:then |later |again |finally |also )")
_PASSIVE_AFTER = re.compile(r"\S+ (?:in|on|by|between|from|at|again|until|during|for|with|to|into|out|down|up|\d)")
_LEADING = re.compile(
    r"^(?:(?:In|From|On|By|Between|Since|After|Until|At|During|Within|Around|About)\b[^;:]{0,50}?)?\b(?P<who>he|she)\b",
    re.IGNORECASE,
)
_LEANING = re.compile(
    r"^(?:[A-Z][^,;:]{0,40}?,? )?(?:it|they|this|these|those|his|its|their|there|her|him|them) |^(?:In|At) (?:that|the same)\b",  # noqa: E501
    re.IGNORECASE,
)
_WHEN = re.compile(r"(?:After|Before|When|While|Since|Once|Until|As|Because|Although|Though)\b")
_OTHERS = {
    "he": r"(?:she|her|his (?:son|brother|father|grandfather|nephew|uncle|partner|assistant|friend|daughter|wife|mother))",  # noqa: E501
    "she": r"(?:he|him|her (?:daughter|sister|mother|aunt|niece|friend|partner|assistant|son|husband|father))",
}
"""Who else a pronoun may mean where they were named too."""
_RELATIVE = re.compile(r"\b(?:that|which|who|whose|whom)\b")
_SIDE = r"(?:that|which|who|whose|whom|while|when|where|as|because|since|though|although|until|before|after)"
_ASIDE = re.compile(
    rf"(?:, | ){_SIDE}\b[^,;:]*$|, (?:a|an|the|his|her|their|then|aged|born|built|made|called|known)\b[^,;:]*$"
)
"""A clause or apposition that has begun and that a comma may end."""
_OTHER_CLAUSE = re.compile(
    r"(?:;|,? (?:and|but|while|whereas)) (?:(?:in|on|by|from|at|after|since|until) [^,;]{0,30}?\d{4},? )?"
    r"(?:he|she|it|they|we|I|(?:the|a|an|his|her|their|its|my|our) (?:[\w'’-]+ ){1,3}?|[A-Z][\w'’-]+ )"
    rf"\b ?(?:{_VERB}|was|were|had|did)\b"
)
_INNER = re.compile(r"\b(?:that|which|who|whose|whom)\b[^,;:]*")
"""A relative clause, whose verb holds no sentence together."""
_FEW = 40
"""Characters behind a date in which its clause may have its subject and verb."""
_LEAST_WORDS = 4


def divided(analysis: Analysis, s: Sentence, at: Sequence[Mention], made: Statement) -> dict[int, Statement]:
    """What each date's own clause tells, by the place of its mention among `at`; dates without one are left out.

    Args:
        at: the mentions of different dates that the sentence stands for, in its order.
        made: the sentence as it is told whole, whose passages the clauses share.
    """
    if analysis.rules.code != "en" or len(at) < 2:
        return {}
    if made.text.endswith(written(analysis, s)):
        whole, places = s.text, tuple(at)
    else:  # told with a name in place of its pronoun
        whole, places = made.text, tuple(m for m in mentions(made.text, "en") if any(_is_like(m, o) for o in at))
    pieces = _pieces(whole, places) if len(places) == len(at) else []
    out: dict[int, Statement] = {}
    for n, piece in enumerate(pieces):
        told = named(analysis, s, Statement(piece, made.passages), before=made.text)
        if told is not None and is_sound(analysis, told) and (_is_held(piece) or not _is_held(whole)):
            out[n] = told
    return out if len(out) == len(at) else {}


def _is_like(a: Mention, b: Mention) -> bool:
    return (a.first, a.last, a.offset, a.bound) == (b.first, b.last, b.offset, b.bound)


def _pieces(text: str, at: Sequence[Mention]) -> list[str]:
    """The sentence cut between its dates; nothing where one of them has no clause of its own."""
    subject = _SUBJECT.match(text)
    cuts: list[re.Match[str]] = []
    for a, b in itertools.pairwise(at):
        shared = [m for m in _DIVIDE.finditer(text, a.end) if m.end() <= b.start and _goes_on(text, m, b)]
        clauses = [m for m in _CLAUSE.finditer(text, a.end) if m.end() <= b.start + 1 and _opens(text[m.end() :])]
        found = min((*shared[:1], *clauses[:1]), key=lambda m: m.start(), default=None)
        if found is None:
            return []
        cuts.append(found)
    out = [_closed(text[: cuts[0].start()])]
    for n, cut in enumerate(cuts):
        end = cuts[n + 1].start() if n + 1 < len(cuts) else len(text)
        body = text[cut.end() : end]
        if cut.re is _CLAUSE:
            out.append(_closed(body))
            continue
        body = _ADVERBIAL.sub("", body)
        whole = _with_subject(subject, body)
        if whole is None:
            return []
        out.append(_closed(whole))
    return out


def _goes_on(text: str, cut: re.Match[str], b: Mention) -> bool:
    """Whether a predicate has the sentence's own subject and holds the next date itself.

    Behind a comma that ends an aside ("a core that shifted, while she cleared it, crushed her hand") it has the
    subject before the aside, and what a further clause dates ("and in 1895 she left") is that clause's.
    """
    before = text[: cut.start()]
    if cut["sep"] == "," and _ASIDE.search(before):
        return False
    return _OTHER_CLAUSE.search(text, cut.end(), b.end + _FEW) is None


def _opens(rest: str) -> bool:
    """Whether a clause with a subject of its own that is no pronoun begins here."""
    found = _SUBJECT.match(rest)
    return found is not None and not _PRONOUN.match(found["who"])


def _with_subject(subject: re.Match[str] | None, body: str) -> str | None:
    """A predicate with the subject that it shares, and with its "was" where it needs one."""
    if subject is None or re.match(r"(?:by|which|who|that)\b", body) or _RELATIVE.search(subject["who"]):
        return None
    verb = body.split(maxsplit=1)[0].strip(",.;")
    aux = (subject["aux"] or "").strip()
    if not aux or re.fullmatch(_PAST_ONLY, verb):
        return f"{subject['who']} {body}" if aux != "had" else None
    return f"{subject['who']} {aux} {body}" if _PASSIVE_AFTER.match(body) else None


def _closed(text: str) -> str:
    plain = text.strip().rstrip(",;:.")
    return f"{plain[:1].upper()}{plain[1:]}."


def named(analysis: Analysis, s: Sentence, made: Statement, *, before: str) -> Statement | None:
    """A clause with the one name that was told before it in place of its pronoun; as it is where it has none.

    Nothing where the pronoun may mean another.

    Args:
        before: what it was told after, which its passages hold.
    """
    leading = _LEADING.match(made.text)
    if leading is None:
        return None if _LEANING.match(made.text) else made
    own = written(analysis, s)
    told = before[: len(before) - len(own)] if before.endswith(own) else ""
    chain = [o for o in analysis.sentences[max(0, s.id - 5) : s.id] if o.source == s.source and o.text[:40] in told]
    same = leading["who"].lower()
    if not chain or any(not re.match(rf"{same}\b", o.text, re.IGNORECASE) for o in chain[1:]):
        return None
    names = {n for o in chain for n in o.names if len(n) > 2}
    subjects = [n for n in names if re.search(rf"\b{re.escape(n)}(?: \w+)?,? (?:{_VERB})\b", chain[0].text)]
    if len(names) != 1 or not subjects or re.search(rf"\b{_OTHERS[same]}\b", told, re.IGNORECASE):
        return None
    lead = chain[0].text[: chain[0].text.find(subjects[0])]
    rest = chain[0].text[len(lead) :]
    if re.search(rf"\b{same}\b", lead, re.IGNORECASE) or (_WHEN.match(lead) and re.search(rf"\b{same}\b", rest)):
        return None  # the pronoun stood for another already
    whole = re.search(rf"(?:(?<!^)\b[A-Z][\w'’-]+ |^[A-Z][\w'’-]+ (?=[A-Z]))*{re.escape(subjects[0])}", chain[0].text)
    name = whole[0] if whole is not None else subjects[0]
    text = made.text[: leading.start("who")] + name + made.text[leading.end("who") :]
    return Statement(text, made.passages)


def _is_held(text: str) -> bool:
    """Whether a verb outside of relative clauses holds a sentence together."""
    return tense(_INNER.sub(" ", text), date_words("en")) is not Tense.UNKNOWN


def is_sound(analysis: Analysis, told: Statement) -> bool:
    """Whether a clause stands as a sentence that its passages carry."""
    rules = analysis.rules
    whole = len(told.text.split()) >= _LEAST_WORDS and tense(told.text, date_words(rules.code)) is not Tense.UNKNOWN
    balanced = told.text.count("(") == told.text.count(")") and told.text.count('"') % 2 == 0
    passages = [p.text for p in told.passages]
    return whole and balanced and not rules.broken(told.text) and not rules.unsupported(told.text, passages=passages)
