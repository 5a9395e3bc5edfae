"""Whether a sentence tells what happened at a date, or only names the date in passing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.engine.writing.dates.figures import is_catalogued
from server.engine.writing.dates.moments import Bound, Mention
from server.engine.writing.dates.unreal import is_unreal
from server.engine.writing.dates.vocabulary import DateWords

_RELATIVE = re.compile(
    r",? (?:which|who|whose|whom|where|that|der|die|das|dessen|deren|qui|dont|où|que|cuyo|cuya|il quale|cui|che|cujo|cuja)\b",  # noqa: E501
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:]|, (?:and|but|und|aber|et|mais|y|pero|e|ma|mas) |\. ")
_COMPARED = re.compile(
    r"\b(?:than|compared (?:with|to)|against|as against|like|as(?= *$| (?:it|they|he|she|we|I) )|unlike|levels of|figures? (?:of|for)|average (?:of|in)|als|gegenüber|"  # noqa: E501
    r"que|contre|par rapport à|frente a|respecto a|rispetto a|contro|do que|face a)\s*(?:\S+ ){0,3}$",
    re.IGNORECASE,
)
_THAN = re.compile(
    r"\b(?:than|compared (?:with|to)|against(?: the same \w+)?|unlike|gegenüber|par rapport à|contre|frente a|respecto a|rispetto a|face a|"  # noqa: E501
    r"as (?:many|much|high|low|large|long) as)\b(?:[^,;]|,(?=\d)){0,40}$",
    re.IGNORECASE,
)
_RECORD = re.compile(
    r"\b(?:first|last|only|\w{3,}est|best|worst|most|least|more|less|fewer|lower|higher|erste[nrsm]?|première|primera|prima|primeira)\b"
    r"(?: \S+){0,4}$",
    re.IGNORECASE,
)
_CITED = re.compile(r"\(\s*(?:see |vgl\. |cf\. )?[A-Z][\w'’-]+(?: et al\.| and [A-Z]\w+| & [A-Z]\w+)?,? *$")
_PARTICIPLE = re.compile(
    r"\b(?:\w+(?:ed|wn|un|ght|lt|pt|nt|den|ten|né|née|és?|ées?|ad[oa]s?|id[oa]s?|at[oaie]|ut[oaie]|it[oaie])|made|set|put|held|cut|dated|built|gepflanzt|ge\w+t)\s*$",
    re.IGNORECASE,
)
_PAST_PERFECT = re.compile(
    r"\b(?:the|a|an|his|her|their) [\w-]+ (?:that|who|which|whom) (?:\S+ ){0,2}had (?:[^\s,;]+ ){0,5}$", re.IGNORECASE
)
_JOINT = re.compile(r",? (?:and |or |und |oder |et |ou |y |e )?", re.IGNORECASE)
_ASIDE = re.compile(r"[;:(,–—] ?|\b(?:which|who|whose|whom|where|that|because|when|than) ", re.IGNORECASE)
_TAIL = 40
"""Characters after a date in which its verb may stand: "in 1958 and 1963, had failed"."""
_OF = re.compile(r"^(?:of|de|del|dell['’]|di|do|da|des|von|vom|du|d['’])\b", re.IGNORECASE)


_TOLD_ASIDE = re.compile(
    r",? (?:and,? )?(?:it|so it) (?:emerged|transpired|turned out|was (?:said|announced|learnt|learned|confirmed|reported)|became known) $",  # noqa: E501
    re.IGNORECASE,
)
"""When something was heard of, which isn't when it was."""
_OWN_EVENT = re.compile(
    r", (?:which|who) (?:(?:then|later|also|first|finally|itself) )*"
    r"(?:bought|sold|built|took|won|lost|gave|made|left|became|began|came|went|died|found|lent|put|cut|paid|(?!used|need)\w+ed)\b"
    r"(?:[^,;:]|,(?=\d)){0,60}$"
)
"""A relative clause that goes on telling: ", which bought it for a pound in 1951"."""
_TELLS = re.compile(
    r"\b(?:was|were|did|became|began|came|went|took|gave|made|left|met|won|lost|sold|bought|found|built|ran|rose|fell|grew|"
    r"wrote|spoke|brought|saw|held|kept|drew|drove|broke|shut|put|cut|led|sent|stood|struck|caught|taught|sank|burnt|flew|"
    r"spent|fought|stole|spread|paid|set|stayed|(?!need)[a-z]{2,}ed)\b"
)
_LOOKS_BACK = re.compile(r"\b(?:had|has|have|['’]d|is|are|used to|would|will|can|could|than|as)\b")
"""In a relative clause, what lay before or holds in general."""
_TO_BE = re.compile(r"\b(?:will|must|shall|is to|are to|has to|have to|due)\b[^.;:]*$|\bto (?!have\b)[a-z]+\b[^.;:,]*$")
"""What is still to be done."""
_UNMET = re.compile(r"\bwould (?:\w+ )?have (?:to|had|been)\b[^,;]*$", re.IGNORECASE)
"""What would have come of something else."""
_FIGURE_OF = re.compile(
    r"\b(?:from|against|than|on|of) (?:about |some )?[£$€]?\d[\d.,]*\w*(?: (?!in\b)\w+){0,2},? (?:in )?$"
)
"""Before "the year before": the figure of then, with which another is compared."""
_LIMIT = re.compile(r"\b(?:until|till|up to|before) (?:the )?$", re.IGNORECASE)


def stands(text: str, m: Mention, ms: Sequence[Mention]) -> bool:  # noqa: PLR0911, PLR0912
    """Whether a mention dates what its sentence tells.

    A date that is the sentence's only one mostly does. Of several, those in the main clauses do, those in relative
    clauses, comparisons and attributes don't.
    """
    if text.rstrip().endswith("?") or (m.bound in {Bound.BEFORE, Bound.AFTER} and not _is_deadline(text, m, ms)):
        return False
    if is_unreal(text, m):
        return False
    before, after = text[: _listed_from(text, m, ms)], text[m.end :]
    if _CITED.search(text[: m.core]) and after.lstrip()[:1] in {")", ";", ","}:
        return False
    if _THAN.search(before) or _TOLD_ASIDE.search(before):
        return False
    if m.offset is not None and _FIGURE_OF.search(before):
        return False
    if (m.offset is not None and _LIMIT.search(before)) or (m.first.year is None and _UNMET.search(before)):
        return False
    if m.bound is Bound.SINCE and _RECORD.search(before):
        return False
    width = m.first.width
    others = [
        o
        for o in ms
        if o is not m and o.bound not in {Bound.BEFORE, Bound.AFTER} and (o.first.year is not None or o.first.month)
    ]
    opens = len(before.split()) <= 3
    if width > 1:
        closes = not after.strip(" .,;!") or after.startswith((",", ";"))
        if is_catalogued(text[: m.core], after):
            return True
        if m.bound is Bound.NONE or not (opens or closes) or _COMPARED.search(before):
            return False
    if m.offset is None and _PAST_PERFECT.search(before.rstrip() + " "):
        return False
    if not others:
        return True
    if width > 1:
        return (
            opens
            or (m.bound in {Bound.AT, Bound.SINCE} and not after.strip(" .,;!"))
            or (m.bound is Bound.AT and after.startswith(" and "))
        )
    if _COMPARED.search(before):
        return False
    if (
        _OF.match(text[m.start : m.end])
        and any(not _OF.match(text[o.start : o.end]) for o in others)
        and not m.first.day
    ):
        return _leads(text, m) and all(o.core > m.core for o in others)
    if m.bound in {Bound.AT, Bound.NONE} and _OWN_EVENT.search(before):
        return True
    clause = max((b.end() for b in _CLAUSE.finditer(before)), default=0)
    inside = _RELATIVE.search(before[clause:])
    if (
        inside
        and not _PARTICIPLE.search(before)
        and any(o.core < clause + inside.start() or o.core > m.core for o in others)
    ):
        known = m.first.year is not None or m.offset is not None
        if known and width == 1 and m.bound in {Bound.AT, Bound.NONE, Bound.UNTIL, Bound.START}:
            told = before[clause + inside.start() :]
            if _TELLS.search(told) and not _LOOKS_BACK.search(told) and not _OF.match(text[m.start : m.end]):
                return True
        return m.core - (clause + inside.start()) > 90 or bool(
            re.search(r"\b(?:said|says|reported|decided|agreed)\b[^,]*$", before[: clause + inside.start()])
        )
    return True


def _is_deadline(text: str, m: Mention, ms: Sequence[Mention]) -> bool:
    """Whether something is to be done, or nothing may be, before a day: "Nothing will be touched before 15 August"."""
    alone = all(o is m or o.first.year is None for o in ms)
    return m.bound is Bound.BEFORE and bool(m.first.day) and alone and _TO_BE.search(text[: m.start]) is not None


def lay_before(text: str, m: Mention, w: DateWords) -> bool:
    """Whether a date belongs to a clause of its own telling what lay before: ", in which she had been born in 1889"."""
    before = text[: m.start]
    cut = max((b.end() for b in _ASIDE.finditer(before)), default=0)
    return cut > 0 and re.search(w.perfect_past, text[cut : m.end + _TAIL], re.IGNORECASE) is not None


def is_compared(text: str, m: Mention) -> bool:
    """Whether a date is only what something is compared with: "than in the same months of 2024"."""
    return _THAN.search(text[: m.start]) is not None


def _leads(text: str, m: Mention) -> bool:
    """Whether "the C1 cell of 1983" is what its sentence is about."""
    return len(text[: m.start].split()) <= 5


def _listed_from(text: str, m: Mention, ms: Sequence[Mention]) -> int:
    """Where the list begins that a date ends: "than in 2022 and 2023" compares with both."""
    start = m.start
    for o in sorted(ms, key=lambda o: -o.start):
        if o.end <= start and _JOINT.fullmatch(text[o.end : start]):
            start = o.start
    return start
