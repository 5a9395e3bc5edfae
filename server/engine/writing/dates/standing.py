"""Whether a sentence tells what happened at a date, or only names the date in passing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.engine.writing.dates.bounding import is_asked_for, is_figure_of, is_put_off
from server.engine.writing.dates.figures import is_catalogued
from server.engine.writing.dates.looking_back import is_done_before
from server.engine.writing.dates.moments import Bound, Mention
from server.engine.writing.dates.unreal import is_unreal

_RELATIVE = re.compile(
    r",? (?:which|who|whose|whom|where|that|der|die|das|dessen|deren|qui|dont|où|que|cuyo|cuya|il quale|cui|che|cujo|cuja)\b",  # noqa: E501
    re.IGNORECASE,
)
_RESUMED = re.compile(r"[a-z], (?:was|were|is|are|had|has|have) ")
"""What goes on behind a relative clause: "The old one, as all know who saw it, was built in 1974"."""
_CLAUSE = re.compile(r"[;:]|, (?:and|but|und|aber|et|mais|y|pero|e|ma|mas) |\. ")
_COMPARED = re.compile(
    r"\b(?:(?<!no more )(?<!not more )(?<!no less )than|(?<!were )(?<!was )(?<!been )compared (?:with|to)|(?:as )?against(?! (?:(?:the|our|their) )?(?-i:[A-Z]))|like|as(?= *$| (?:it|they|he|she|we|I) )|unlike|levels of|figures? (?:of|for)|average (?:of|in)|als|gegenüber|"  # noqa: E501
    r"que|contre|par rapport à|frente a|respecto a|rispetto a|contro|do que|face a)\s*(?:\S+ ){0,3}$",
    re.IGNORECASE,
)
_THAN = re.compile(
    r"\b(?:(?<!no more )(?<!not more )(?<!no less )than|(?<!were )(?<!was )(?<!been )compared (?:with|to)|against(?: the same \w+)?(?! (?:(?:the|our|their) )?(?-i:[A-Z]))|unlike|gegenüber|par rapport à|contre|frente a|respecto a|rispetto a|face a|"  # noqa: E501
    r"as (?:many|much|high|low|large|long) as|the same (?:[a-z]+ )?as|(?:mehr|weniger|häufiger|höher|niedriger) als|"
    r"(?:plus|moins|más|menos|mais) (?:do )?que|(?:più|meno) (?:che|di|d(?:el)?l['’]))\b(?:[^,;]|,(?=\d)){0,40}$",
    re.IGNORECASE,
)
_RECORD = re.compile(
    r"\b(?:(?!(?:for|inter|mod|hon|inv|prot|har|for|t)est\b)\w{2,}est|worst|most|least|more|less|fewer|lower|higher)\b(?: \S+){0,5}\s*$",  # noqa: E501
    re.IGNORECASE,
)
"""Before "since 2010": what is compared with all that was from then on."""
_AS_THEN = re.compile(
    r"(?<!such )\b(?:as|like)(?: (?:for|in|they were|it was|we did|it did|they did))?\s*$", re.IGNORECASE
)
"""Before "last year": what is as it was then."""
_ORIGIN = re.compile(r"\b(?:go(?:es)?|went|dat(?:es?|ed)|reach(?:es)?) back to (?:[\w'’-]+ ){0,5}$", re.IGNORECASE)
"""Before the year in which something began: "goes back to a charter of 1316"."""
_AFTER_WHICH = re.compile(
    r"\b(?:nights?|days?|mornings?|evenings?|weeks?|weekends?|months?|years?|hours?|minutes?) (?:after|before) the (?:[\w'’-]+ ){1,5}$",  # noqa: E501
    re.IGNORECASE,
)
"""Before the day of something else: "the night after the storm of 2 June"."""
_THING_FROM = re.compile(
    r"(?:^|, |\b(?:that|is|was|are|were|than) )(?:(?:[Tt]he|[Aa]n?|[Tt]hat|[Tt]his) (?:[a-z-]+ ){1,3}|which was )$"
)
"""Before "from 1582": a thing, and no verb of which it would be the beginning."""
_OF_STRETCH = re.compile(r"\bof \d{4} to $")
"""Before the end of a stretch of which only the year before it is a date: "graves of 1900 to 1940"."""
_MOST_OF = re.compile(r"\b(?:for|during|through|in|throughout) (?:most|much|all|part|half|the (?:whole|rest|course)) $")
_MODEL = re.compile(r"\b(?:the|an?|of|this|that) $", re.IGNORECASE)
_MODEL_OF = re.compile(
    r" (?:model|edition|version|series|vintage|pattern|type|design|print|printing|kind|price|figure|level)s?\b"
)
"""Around a year that only says which thing is meant: "benches of the 1964 model"."""
_PAPERS = re.compile(
    r"\b(?:registers|records|accounts|ledgers|minutes|files|papers|issues|returns|data|figures|readings|photographs) $"
)
"""Before "from 1810 to 1837": what is of those years, of which something else is told."""
_NAME_WITH = re.compile(r"(?<!^)(?<!\. )\b(?:A|An|The) [A-Z][a-z]+ (?:in|of) $")
"""Before a year that is part of a title: "A Day in 1910"."""
_WITH_THING = re.compile(
    r"\b(?:thanks to|with|on|from|by means of|above|below|beyond) (?:the|an?|his|her|its|their|our|my) "
    r"(?:[\w'’-]+ ){0,3}?(?P<noun>[a-z-]+) $"
)
"""Before "of 1791": what something else was done with, "won thanks to a drover's bill of 1791"."""
_HAPPENING = re.compile(
    r"(?:[a-z-]*(?:tion|sion|ment|ing|ure|ival|val|sal|age|ance|ence|ery|ics|ism|fall|quake|fire|storm|flood|down|out|break|slide|"
    r"wreck)s?|floods?|storms?|gales?|fires?|wars?|strikes?|riots?|droughts?|frosts?|famines?|plagues?|famine|winters?|summers?|springs?|"
    r"autumns?|years?|seasons?|months?|weeks?|days?|nights?|mornings?|evenings?|afternoons?|course|whole|half|rest|end|middle|"
    r"beginning|start|turn|part|quarters?|fairs?|shows?|festivals?|concerts?|race|races|games|cup|final|finals|match|tour|"
    r"elections?|referendums?|acts?|laws?|by-laws?|treaty|treaties|charters?|deeds?|wills?|orders?|decrees?|bans?|votes?|polls?|census|budget|"
    r"surveys?|trials?|inquests?|inquir(?:y|ies)|enquir(?:y|ies)|reports?|crash|crisis|slump|boom|raids?|siege|battles?|"
    r"revolts?|revolutions?|harvests?|crop|crops|catch|flu|cholera|epidemics?|heat|heatwaves?|snows?|rains?|thaw|hurricanes?|"
    r"accidents?|disasters?|explosion|collapse|merger|takeover|sale|sales|move|visit|voyage|journey|walk|march|"
    r"jubilee|centenary|reforms?|campaign|count|debate|speech|congress|conference|season|wedding|funeral|death|birth|loss|"
    r"generation|class|team|crew|expedition|rising|troubles|events?)"
)
"""What happens or holds from a day, of which the year is told with it."""
_EXCEPT = re.compile(r"\b(?:except|apart from|save)(?: for)? (?:\S+ ){0,5}$", re.IGNORECASE)
"""Before the year in which it was otherwise."""
_DATED_THING = re.compile(r"(?P<before>\S+) an? (?:[\w'’-]+ ){1,4}$")
_THEN_TOO = re.compile(
    r"(?:in|by|during|under|with|through|at|from|to|since|after|on|for|of|as|and|or|is|was|are|were)$", re.IGNORECASE
)
"""Before "a flood of 1910": what was then, or what the sentence is about."""
_GIVEN_FOR = re.compile(r"(?<!^)\b(?:the|an?|his|her|its|their|our|my) (?!\w+ed for)[a-z]+(?: [a-z]+)? for $")
"""Before a year, behind a verb: "gave her the register for 1957"."""
_SUBJECT_FOR = re.compile(r"^(?:The |Our |Your |His |Her |Their )?\w+(?: [a-z]+){0,2} for $")
"""Before a year that names what the sentence is about: "Season cards for 2025 stay good until 31 March"."""
_THAT_OF = re.compile(r", that of $")
"""Before the year of the one just told: "only one summer since, that of 2020"."""
_MODAL = re.compile(r"\b(?:if|may|can|could|must|should|ha[ds] to|have to)\b", re.IGNORECASE)
_LASTS = re.compile(
    r"\b(?:runs?|lasts?|holds?|goes on|continues?|stays?|remains?|(?:is|are) (?:valid|open|let|leased|lent|booked))\b"
)
"""In a relative clause, before "until March 2026": what is to go on."""
_APPOSED = re.compile(r", (?:an?|the|his|her|their|then) [^,;:]*\b(?:who|which|that)\b[^,;:]*,\s*$")
"""An aside that has ended: ", a joiner who had lost a leg, in 1901"."""
_CITED = re.compile(r"\(\s*(?:see |vgl\. |cf\. )?[A-Z][\w'’-]+(?: et al\.| and [A-Z]\w+| & [A-Z]\w+)?,? *$")
_PARTICIPLE = re.compile(
    r"\b(?:\w+(?:ed|wn|un|ght|lt|pt|nt|den|ten|né|née|és?|ées?|ad[oa]s?|id[oa]s?|at[oaie]|ut[oaie]|it[oaie])|made|set|put|held|cut|dated|built|gepflanzt|ge\w+t)\s*$",
    re.IGNORECASE,
)
_PAST_PERFECT = re.compile(
    r"\b(?:the|a|an|his|her|their) [\w-]+ (?:that|who|which|whom) (?:\S+ ){0,2}had (?:[^\s,;]+ ){0,5}$", re.IGNORECASE
)
_HEARD_OF = re.compile(
    r"\b(?:an?|the|his|her) (?:[\w-]+ )?[a-z-]+ that (?:he|she|it|they|we|I|you)"
    r"(?:['’]d| had) (?:[^\s,;]+ ){1,4}$"
)
"""A clause that picks out a thing by what lay before: "of a heart that he'd been told about in 1990"."""
_JOINT = re.compile(r",? (?:and |or |und |oder |et |ou |y |e )?", re.IGNORECASE)
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
TELLS = re.compile(
    r"\b(?:was|were|did|became|began|came|went|took|gave|made|left|met|won|lost|sold|bought|found|built|ran|rose|fell|grew|"
    r"wrote|spoke|brought|saw|held|kept|drew|drove|broke|shut|put|cut|led|sent|stood|struck|caught|taught|sank|burnt|flew|"
    r"spent|fought|stole|spread|paid|set|stayed|froze|blew|threw|rang|hung|dug|swept|shook|tore|wore|hid|laid|lay|fled|fed|"
    r"heard|hit|chose|drank|ate|got|leapt|rode|said|sang|slid|split|stuck|swam|swung|thought|told|knew|(?!need)[a-z]{2,}ed)\b"
)
_LOOKS_BACK = re.compile(r"\b(?:had|has|have|['’]d|is|are|used to|would|will|can|could|than|as)\b")
"""In a relative clause, what lay before or holds in general."""
_STATE = re.compile(r"\b(?:had|has|have|['’]d) (?:[^,;]+ )?$")
"""In a relative clause, before "since 1922": what has gone on from then."""
_TO_BE = re.compile(r"\b(?:will|must|shall|is to|are to|has to|have to|due)\b[^.;:]*$|\bto (?!have\b)[a-z]+\b[^.;:,]*$")
"""What is still to be done."""
_NEVER_BEFORE = re.compile(r"\b(?:must|may|shall) (?:not|never)\b[^.;:]*$", re.IGNORECASE)
"""Before "before 15 July": what is forbidden in every year."""
_UNMET = re.compile(r"\bwould (?:\w+ )?have (?:to|had|been)\b[^,;]*$", re.IGNORECASE)
"""What would have come of something else."""
_FIGURE_OF = re.compile(
    r"\b(?:from|against|than|on|of) (?:about |some )?[£$€]?\d[\d.,]*\w*(?: (?!in\b)\w+){0,2},? (?:in )?$"
)
"""Before "the year before": the figure of then, with which another is compared."""
_SHARE_OF = re.compile(
    r"\b(?:half|(?:a|one|two|three|four) (?:thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?)|"
    r"double|twice|treble|three times|per cent of|percent of)(?: of)?"
    r"(?: (?:that|those|the (?:figure|number|sum)) (?:of|for))? $|"
    r"\d ?% of $",
    re.IGNORECASE,
)
"""Before "the year before": what a figure of then is measured by."""
_SAME_OF = re.compile(
    r"\bthe same (?:day|week|month|months|quarter|season|period|time|half)(?: of| in)? $", re.IGNORECASE
)
"""Before "last year": what is told of another time is measured by."""
_LIMIT = re.compile(r"\b(?:until|till|up to|before) (?:the )?$", re.IGNORECASE)


_TALLY = re.compile(
    r" (?:was|were|is|are|has been|have been|comes?|came|amounts?|amounted|stands?|stood)(?: to| at)? [£$€]?\d"
)
"""Behind "Income since December": what has come together from then on."""
_TALLIED = re.compile(
    r",? (?:(?:about|some|nearly|over|only) )?(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"[a-z]+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-[a-z]+)?|a (?:dozen|hundred|thousand)) "
    r"(?:[a-z-]+ ){1,3}?have\b"
)
"""Behind "Since December": so many have been counted."""
_SUBJECT = 4
"""Words that a subject without its verb has."""
_STAYS = re.compile(r"\b(?:stays?|remains?) (?:at|the same|unchanged|as (?:it|they)|what)\b[^.;:]*$")
"""Before "until the end of 2026": nothing changes by then."""
_UNTIL_END = re.compile(r"\b(?:until|till)(?: the (?:end|close) of)? $", re.IGNORECASE)
_SENT = re.compile(
    r"\b(?:letters?|parcels?|packets?|telegrams?|notes?|cards?|postcards?|repl(?:y|ies)|answers?|messages?|e-?mails?|faxes|fax|enquir(?:y|ies)|inquir(?:y|ies)) $",  # noqa: E501
    re.IGNORECASE,
)
"""Before "of 2 May": on that day something was sent of which more is told."""
_BEHIND_NAME = re.compile(r"(?<![Tt]he )\b[A-ZÀ-Þ][\w'’-]+ \($")
_LIFE = 20
"""Years from which a stretch in brackets behind a bare name is somebody's life."""
_SPARE = re.compile(
    r"\b(?:reserve|rain|alternative|fall-?back|back-?up|spare|substitute) (?:dates?|days?):? (?:is |are |on )?(?:the )?$",  # noqa: E501
    re.IGNORECASE,
)
"""Before a day on which something is held only if it can't be on its own."""
_REPORTS = re.compile(
    r"\b(?:said|says|reports?|reported|decided|agreed|replied|answered|explained|added|noted|stated|confirmed|announced|"
    r"warned|complained|recalled|(?:told|reminded|informed)(?: [\w'’-]+){1,4}|pointed out|resolved)[^,]*$"
)
"""Before "that", with which somebody's words begin."""
_NOW = re.compile(r"\b(?:is|are|has|have)\b")
_EACH_YEAR = re.compile(r"\bonce a year\b|\b(?:every|each) (?:year|summer|winter|spring|autumn|month)\b")
_ELLIPTIC = re.compile(r"['’]s (?:was|were|had|is|are|has|came to|comes to|cost|fetched|raised)\b")
"""Behind "last year": a thing of then that isn't named."""


def stands(text: str, m: Mention, ms: Sequence[Mention]) -> bool:  # noqa: PLR0911, PLR0912
    """Whether a mention dates what its sentence tells.

    A date that is the sentence's only one mostly does. Of several, those in the main clauses do, those in relative
    clauses, comparisons and attributes don't.
    """
    if text.rstrip().endswith("?") or (m.bound in {Bound.BEFORE, Bound.AFTER} and not _is_deadline(text, m, ms)):
        return False
    if is_unreal(text, m) or _is_of_state(text, m) or _SPARE.search(text[: m.core]) or names_thing(text, m):
        return False
    if _is_life(text, m) or (_OF_STRETCH.search(text[: m.core]) and not m.first.month):
        return False
    if _OF.match(text[m.start : m.end]) and _SENT.search(text[: m.start]):
        return False
    before, after = text[: _listed_from(text, m, ms)], text[m.end :]
    if _CITED.search(text[: m.core]) and after.lstrip()[:1] in {")", ";", ","}:
        return False
    if _THAN.search(before) or _TOLD_ASIDE.search(before):
        return False
    if _ORIGIN.search(text[: m.core]) or _THAT_OF.search(text[: m.core]):
        return True
    if (_AFTER_WHICH.search(before) and _OF.match(text[m.start : m.end])) or _is_possessed(text, m):
        return False
    if _AS_THEN.search(before) or is_of_thing(text, m):
        return False
    if m.offset is not None and (
        _FIGURE_OF.search(before) or _SHARE_OF.search(text[: m.core]) or _SAME_OF.search(text[: m.core])
    ):
        return False
    if m.offset is not None and m.offset.unit == "year" and _EACH_YEAR.search(text[: m.start]):
        return False
    if (m.offset is not None and _LIMIT.search(before)) or (m.first.year is None and _UNMET.search(before)):
        return False
    if m.bound is Bound.SINCE and _RECORD.search(before):
        return False
    if is_figure_of(text, m) or is_asked_for(text, m) or is_put_off(text, m):
        return False
    if is_done_before(text, m):
        return True
    width = m.first.width
    others = [
        o
        for o in ms
        if o is not m and o.bound not in {Bound.BEFORE, Bound.AFTER} and (o.first.year is not None or o.first.month)
    ]
    opens = len(before.split()) <= 3
    if width > 1:
        if _EACH_YEAR.search(text):
            return False
        closes = not after.strip(" .,;!") or after.startswith((",", ";"))
        if is_catalogued(text[: m.core], after):
            return True
        if m.bound is Bound.NONE or not (opens or closes) or _COMPARED.search(before):
            return False
    if m.offset is None and not others and m.bound is Bound.AT and _HEARD_OF.search(before.rstrip() + " "):
        return False
    if m.offset is None and _PAST_PERFECT.search(before.rstrip() + " "):
        return False
    if not others:
        return True
    if _SUBJECT_FOR.match(text[: m.core]) and not m.first.month:
        return False
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
        and _MOST_OF.search(text[: m.start]) is None
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
        and not _RESUMED.search(before, clause + inside.end())
        and not _PARTICIPLE.search(before)
        and any(o.core < clause + inside.start() or o.core > m.core for o in others)
    ):
        known = m.first.year is not None or m.offset is not None
        if m.first.year is not None and (_EXCEPT.search(before) or _APPOSED.search(before)):
            return True
        if known and m.bound is Bound.UNTIL and _LASTS.search(before[clause + inside.start() :]):
            return True
        if known and m.bound is Bound.SINCE and _STATE.search(before[clause + inside.start() :]):
            return True
        if known and width == 1 and m.bound in {Bound.AT, Bound.NONE, Bound.UNTIL, Bound.START}:
            told = before[clause + inside.start() :]
            if TELLS.search(told) and not _LOOKS_BACK.search(told) and not _OF.match(text[m.start : m.end]):
                return True
        return m.core - (clause + inside.start()) > 90 or bool(_REPORTS.search(before[: clause + inside.start()]))
    return True


def names_thing(text: str, m: Mention) -> bool:
    """Whether a year only says which thing is meant: "the bridge from 1582 is the cheapest", "the 1964 model"."""
    before, after = text[: m.start], text[m.end :]
    if m.first.year is None or m.first.month or m.first.part:
        return False
    if m.last is not None or m.first.width > 1:
        is_wide = m.first.width > 1 and m.bound is Bound.START and bool(before.strip())
        return is_wide or (m.last is not None and _PAPERS.search(before) is not None)
    if _NAME_WITH.search(text[: m.core]) or (_MODEL.search(text[: m.core]) and _MODEL_OF.match(after)):
        return True
    if m.bound is Bound.START:
        noun = _THING_FROM.search(before)
        return noun is not None and TELLS.search(noun[0]) is None and not re.match(r" on\b| onwards?\b", after)
    thing = _WITH_THING.search(before) if _OF.match(text[m.start : m.end]) else None
    return thing is not None and _HAPPENING.fullmatch(thing["noun"]) is None and bool(before[: thing.start()].strip())


def _is_possessed(text: str, m: Mention) -> bool:
    """Whether a time belongs to a thing of which it's told how it is: "last year's race is dropped"."""
    behind = re.match(r"['’]s (?:[\w'’-]+ ){1,5}(?=is\b|are\b|has\b|have\b|will\b|can\b)", text[m.end :])
    is_elliptic = m.pointer is None and _ELLIPTIC.match(text[m.end :]) is not None
    is_owner = text[m.end :].startswith(("'s ", "’s ")) and _NOW.search(text) is not None
    nothing_was = is_owner and TELLS.search(text[: m.start] + text[m.end :]) is None
    return m.offset is not None and (behind is not None or is_elliptic or nothing_was)


def _is_life(text: str, m: Mention) -> bool:
    """Whether two years in brackets behind a bare name tell how long somebody lived, and nothing of the sentence."""
    years = (m.first.year, m.last.year) if m.last is not None else (None, None)
    if years[0] is None or years[1] is None or m.first.month:
        return False
    return (
        years[1] - years[0] >= _LIFE
        and _BEHIND_NAME.search(text[: m.core]) is not None
        and text[m.end : m.end + 1] == ")"
    )


def _is_of_state(text: str, m: Mention) -> bool:
    """Whether a date only bounds what has come together since then, or what stays as it is until then."""
    after = text[m.end :]
    if m.bound is Bound.SINCE:
        opens = not text[: m.start].strip()
        amount = not opens and len(text[: m.start].split()) <= _SUBJECT and _TALLY.match(after) is not None
        return amount or (opens and m.first.year is None and _TALLIED.match(after) is not None)
    is_until = m.bound is Bound.UNTIL or _UNTIL_END.search(text[: m.start]) is not None
    return is_until and not m.first.day and _STAYS.search(text[: m.start]) is not None


def is_of_thing(text: str, m: Mention) -> bool:
    """Whether a year only tells how old a thing is with which something is done: "they had to read a map of 1894"."""
    if _GIVEN_FOR.search(text[: m.core]) and TELLS.search(text[: m.start]) and not m.first.month:
        return True
    if not _OF.match(text[m.start : m.end]) or m.first.month or m.first.part or m.offset is not None:
        return False
    before = text[: m.start]
    if _MODAL.search(before) and not _leads(text, m):
        return True
    thing = _DATED_THING.search(before)
    return (
        thing is not None
        and _THEN_TOO.fullmatch(thing["before"]) is None
        and TELLS.search(before[: thing.start("before") + len(thing["before"])]) is not None
    )


def _is_deadline(text: str, m: Mention, ms: Sequence[Mention]) -> bool:
    """Whether something is to be done, or nothing may be, before a day: "Nothing will be touched before 15 August"."""
    alone = all(o is m or o.first.year is None for o in ms)
    is_rule = m.first.year is None and _NEVER_BEFORE.search(text[: m.start]) is not None
    is_due = m.bound is Bound.BEFORE and bool(m.first.day) and alone and not is_rule
    return is_due and _TO_BE.search(text[: m.start]) is not None


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
        if o.end <= start and m.bound in {Bound.NONE, o.bound} and _JOINT.fullmatch(text[o.end : start]):
            start = o.start
    return start
