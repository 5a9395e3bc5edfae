"""Answers over several sources, each asked by itself: what it says, that it does not, and what follows from both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.domain.plaintext import shortened
from server.engine.notebooks.closeness import focus
from server.engine.notebooks.degrees import degree_in
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.framing import Asked, Plan, Wanted, planned
from server.engine.notebooks.hearing import Asking, Heard, heard
from server.engine.notebooks.likenesses import likened
from server.engine.notebooks.measures import Dimension, in_unit
from server.engine.notebooks.mentioning import mentioned, topic_of
from server.engine.notebooks.naming import MOST_SIDES, Mention, frame_of, mentions_of, short_title, sources_of_noun
from server.engine.notebooks.refusing import Verdict
from server.engine.notebooks.side_questions import GAP, event_of
from server.engine.notebooks.sides import Answered, counting, likely, on_topic, side_of
from server.engine.notebooks.statements import LONGEST_NAME, Statement
from server.engine.notebooks.stating import brief
from server.engine.notebooks.telling import MISSING, Told, Writing, found_for
from server.engine.notebooks.terms import content
from server.engine.notebooks.things import Things, things_in
from server.engine.notebooks.weighing import Weighed, concluded, weighed

PLAIN = 1.5
"""Log odds, of a chunk and of a statement in it, from which it answers in whatever words."""
FIRST = 0.8
"""Points of the dimension that a degree means first: a longer walk is one of more kilometres."""
_GENERIC = re.compile(
    r"\b(?:(?P<of>which|what|who|either|each|both|neither|all|any|every one|one|none)\s+of\s+)?"
    r"(?:(?P<them>them|these|those)\b(?!\s+\w+s\b)|(?P<det>both|each|either|the two|the three|these two|those two|all)"
    r"(?:\s+(?:of\s+)?(?:the\s+)?(?:(?:two|three)\s+)?(?P<noun>(?!of\b|when\b|if\b|at\b|to\b|in\b|say\b|have\b"
    r"|allow\b)[a-z-]+(?:\s+[a-z-]+)??(?=s\b)s|"
    r"[a-z]+(?=\s+(?:say|says|report|reports|tell|tells|give|gives|have|has|allow|need|mention|do|does|cost"
    r"|run)\b)))?)",
    re.IGNORECASE,
)
_BOTH_BARE = re.compile(
    r"\b(?P<det>both|each|either|the two|the other)\b(?!\s+(?:a|an|the|his|her|its|their)\b)", re.IGNORECASE
)
_WHICH_OF = re.compile(
    r"^(?P<lead>(?:and\s+|so\s+)?(?:(?:in|at|on|for|to|from|with)\s+)?)(?:which|what|who)\s+(?:one\s+)?of\s+"
    r"(?:the\s+)?(?:(?:two|three|four|them|these|those)\b\s*)?(?P<noun>[a-z-]+(?:\s[a-z-]+)??s\b)?(?=\s|,|\?)",
    re.IGNORECASE,
)
_WHICH_NOUN = re.compile(
    r"^(?:and\s+|so\s+)?(?:(?:in|at|on|for|to|from|with)\s+)?which\s+(?:(?P<one>one)\b"
    r"|(?P<noun>[a-z-]+(?:\s+[a-z-]+){0,2}?))(?=\s+(?:is|are|was|were|has|have|had|"
    r"does|do|did|can|may|should|would|will|costs?|takes?|allows?|opens?|opened|closes?|closed|runs?|gets?|gives?"
    r"|weighs?|holds?|lets?|"
    r"sells?|offers?|started|began|won|says?|lasts?|lasted|needs?|uses?|makes?|made|employs?|spent|pays?|charges?"
    r"|goes|comes|came)\b)",
    re.IGNORECASE,
)
_PLURALS = re.compile(
    r"\b(?:the|these|those|all|all the)\s+(?P<noun>[a-z]+s|minutes)\b(?=[^?]*\b(?:agree|disagree|differ|compare"
    r"|contradict|say the same|in common|altogether|in all|in total|together|combined|each)\b)",
    re.IGNORECASE,
)
_AGREE_TAIL = re.compile(
    r"[,;.]?\s*(?:and\s+)?(?:do|does|did|are)\s+(?:the\s+|both\s+|all\s+|these\s+)*(?:two\s+)?(?P<noun>[a-z]+)\s+"
    r"(?:agree|differ|disagree|say the same(?: thing)?|contradict each other|in agreement|at one)\b[^?]*\?*$",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"(?<=\s)(?:altogether|in all|in total|all together|combined|taken together)\b", re.IGNORECASE)
_SOURCE_EACH = re.compile(
    r"[,;]?\s*(?:according to|in|says?|by|for|from)\s+(?:(?:each|both|either|the two)(?:\s+of\s+(?:the"
    r"|them))?(?:\s+(?P<noun>[a-z]+))?|(?:all|every)(?:\s+of)?(?:\s+the)?\s+(?P<kind>[a-z]+))(?=\s*\??$)",
    re.IGNORECASE,
)
_AFTER_ALL_OF_THEM = re.compile(
    r"\s*(?:$|[?.,;:)]|(?:of|in|on|at|for|from|with|by|to|and|or|other|is|are|was|were|has|have|had|do|does|did|can|may|will"
    r"|would|should|must|say|says|said|report|reports|tell|tells|give|gives|allow|need|mention|mentions|cost|costs|run"
    r"|runs|agree|differ)\b)",
    re.IGNORECASE,
)
"""What follows "both" or "each" where no noun does."""
_ASKED_TO_DO = re.compile(r"\b(?:do|does|did|can|could|may|will|would|should|must|the two)\s+$", re.IGNORECASE)
_VERB_ALONE = re.compile(
    r"\s+(?![a-z]*[^s]s\b)[a-z]+(?=\s*(?:$|[?.,;:])|\s+(?:in|on|at|for|to|from|with|by|of|about|and|or|than|as|the|a|an|its?"
    r"|his|her|their|\d))",
    re.IGNORECASE,
)
"""A verb behind "did each": nothing that could be its own subject's verb stands behind it."""
_WISHES = re.compile(
    r"\b(?:i|we|you|want|wants|would|like|to|need|come|go|travel|take|have|am|are|is|my|our|on|a|an|the|with|there)\b",
    re.IGNORECASE,
)
"""What says that somebody wants something, and not what."""


def plan_of(asking: Asking, question: str) -> Plan | None:
    """What a question asks of several sources; None where it asks no more than one, or can't be told which."""
    text = " ".join(question.split())
    if len(asking.records) > 1 and (topic := topic_of(text)):
        return Plan((), Wanted.MENTION, topic=topic)
    mentions = mentions_of(asking.db, text, asking.records)
    named = things_in(text)
    frame = frame_of(text, mentions) if named is None or not named.timed else None
    if frame is not None:
        joined = text[frame.mentions[0].end : frame.mentions[1].start]
        # "What do the two each cost": it is asked of one by one anyway.
        after = re.sub(r"^\s+each\b(?!\s+(?:other|of)\b)", "", frame.after)
        if re.search(r"[,:]\s*$", frame.before) and re.match(r"^\s+[a-z-]+\s*\??$", after):
            # "…, the canal or the Riverside bus?": what a name stands before.
            after = "?"
        than = bool(re.search(r"\b(?:than|as)\b", joined, re.IGNORECASE))
        return planned(f"{frame.before}{GAP}{after}", _things(frame.mentions), than=than)
    of_things = _of_things(asking, named) if named is not None else None
    if of_things is not None or len(asking.records) < 2:
        return of_things
    if len({each.source for each in mentions}) == 1 and not re.search(r"\bthe other\b", text, re.IGNORECASE):
        return None
    return _generic(asking, text)


def _of_things(asking: Asking, found: Things) -> Plan | None:
    """What is asked of things that the question names and no source is about: of the source that each names, or all."""
    plan = planned(found.asked, [(None, name) for name in found.names], than=found.than)
    if plan is None or plan.wanted is Wanted.COMMON:
        return None
    sides = tuple(_aimed(asking, each, plan) for each in plan.sides)
    claimed = plan.claimed or (found.than and not plan.differs)
    return replace(plan, sides=sides, claimed=claimed, every=True, joined=not found.compared)


def _aimed(asking: Asking, side: Asked, plan: Plan) -> Asked:
    """A side with the one source that its thing names, and with words of its own for what happened to it."""
    timed = plan.degree is not None and not plan.degree.cues and Dimension.YEAR in plan.degree.dimensions
    event = event_of(side.thing) if timed else None
    question, happened = event or (side.question, ())
    mentions = mentions_of(asking.db, side.thing, asking.records) if len(asking.records) > 1 else []
    sources = {each.source for each in mentions}
    source = next(iter(sources)) if len(sources) == 1 else None
    whole = source is not None and (mentions[0].start, mentions[0].end) == (0, len(side.thing)) and event is None
    if whole:
        return replace(side, source=source)
    return replace(side, source=source, question=question, bare=question, alone=False, happened=happened)


def named_alone(asking: Asking, asked: Whole) -> Heard | None:
    """What the one source that a question names says to it, asked without its name; None where it says nothing."""
    mentions = mentions_of(asking.db, asked.text, asking.records)
    if len({each.source for each in mentions}) != 1:
        return None
    (first, *_) = mentions
    bare = f"{asked.text[: first.start]}it{asked.text[first.end :]}"
    if not content(bare):
        return None
    one = Asking(asking.db, asking.path, {first.source: asking.records[first.source]}, all_count=False)
    own = heard(one, Whole(bare, f"{asked.added} {first.text}".strip()), bare=bare)
    if own.verdict is not Verdict.SAID:
        return None
    told = len(focus(bare)) > 1 and on_topic(focus(bare), own, asking.records[first.source].title) is not None
    plain = any(each.odds > PLAIN and each.here > PLAIN for each in own.statements)
    return own if told or plain else None


def times_told(asked: Whole, statements: Sequence[Statement]) -> str:
    """The amount that answers, so many times; empty where it is not plain."""
    degree = counting(asked.text)
    if degree is None:
        return ""
    found = weighed(replace(degree, dimensions=(Dimension.MONEY,), counted=""), asked.text, statements, "")
    priced = found.get(Dimension.MONEY)
    if priced is None:
        return ""
    amount = priced.amount
    return f"{asked.times} × {amount.shown} = {in_unit(asked.times * amount.number, amount)}. [1] "


def _things(mentions: Sequence[Mention]) -> list[tuple[int, str]]:
    return [(each.source, each.text) for each in mentions]


def _generic(asking: Asking, text: str) -> Plan | None:
    """A question about "both", "each of them", "which hall", where sources are meant by it."""
    for pattern in (
        _AGREE_TAIL,
        _SOURCE_EACH,
        _WHICH_OF,
        _WHICH_NOUN,
        _GENERIC,
        _PLURALS,
        _BOTH_BARE,
    ):
        match = pattern.search(text)
        if match is None:
            continue
        groups = match.groupdict()
        noun = (groups.get("noun") or groups.get("kind") or "").split()[-1:] or [""]
        if pattern in (_GENERIC, _BOTH_BARE) and not noun[0] and not _without_noun(text, match):
            continue
        meant = _meant(asking, noun[0])
        if not meant or (pattern is _WHICH_NOUN and not _may_mean(asking, match, text, meant)):
            continue
        names = _names(asking, meant)
        asked = f"{text[: match.start()]}{GAP}{text[match.end() :]}"
        if pattern in (_SOURCE_EACH, _AGREE_TAIL):
            same = f"{text[: match.start()]}{text[match.end() :]}".strip(" ?,")
            if not content(same):
                continue
            sides = tuple(Asked(source, name, f"{same}?", f"{same}?") for source, name in names)
            return Plan(sides, Wanted.EACH, same=True, every=True)
        if pattern in (_WHICH_OF, _WHICH_NOUN):
            asked = f"Which {GAP}{text[match.end() :]}"
            return _which(asked, names, every=pattern is _WHICH_OF or len(meant) == 2)
        return planned(asked, names)
    if _TOGETHER.search(text) and 2 <= len(asking.records) <= MOST_SIDES:
        same = _TOGETHER.sub("", text).strip()
        sides = tuple(Asked(source, name, same, same) for source, name in _names(asking, list(asking.records)))
        return Plan(sides, Wanted.EACH, total=True)
    return None


def _without_noun(text: str, match: re.Match[str]) -> bool:
    """Whether "each" or "both" stand for the sources themselves: "each winter" and "both banks" do not."""
    groups = match.groupdict()
    if groups.get("of") or groups.get("them"):
        return True
    after = text[match.end() :]
    if _AFTER_ALL_OF_THEM.match(after):
        return True
    return bool(_ASKED_TO_DO.search(text[: match.start()]) and _VERB_ALONE.match(after))


def _may_mean(asking: Asking, match: re.Match[str], text: str, meant: Sequence[int]) -> bool:
    """Whether "which hall" asks for one of the sources: in a small notebook, or where two of them are compared."""
    noun = (match["noun"] or "").split()[-1:]
    if noun and noun[0].lower().endswith("s") and not noun[0].lower().endswith("ss"):
        return False
    found = degree_in(text[match.end() :])
    comparative = found is not None and not re.search(r"(?:est|most|least)\b", found[1][0], re.IGNORECASE)
    if comparative:
        return len(meant) == 2
    return len(asking.records) <= MOST_SIDES and (found is not None or len(meant) == len(asking.records))


def _which(asked: str, names: list[tuple[int, str]], *, every: bool) -> Plan | None:
    """ "Which of them …": by a degree where there is one, else the same question of each."""
    rest = asked.partition(GAP)[2].strip()
    plan = planned(f"Which {rest.rstrip('?')}, {GAP}?", names, every=False)
    if plan is not None:
        return replace(plan, every=every)
    if not every:
        return None
    # "is closed on Mondays" of each.
    first, _, after = rest.partition(" ")
    if re.match(r"^(?:should|would|can|could|do|did|must|may)$", first, re.IGNORECASE):
        topic = _WISHES.sub(" ", re.sub(r"^.*?\b(?:if|when|for)\b", "", after)).strip(" ?")
        return planned(f"What does {GAP} say about {' '.join(topic.split())}?", names)
    if re.match(r"^(?:is|are|was|were|has|have|does)$", first, re.IGNORECASE):
        return planned(f"{first.title()} {GAP} {after}", names)
    return planned(f"{GAP} {rest}", names)


def _meant(asking: Asking, noun: str) -> list[int]:
    """The sources that a noun, or "them" alone, may mean."""
    records = asking.records
    if len(records) < 2:
        return []
    if not noun or noun.lower() in {"one", "ones", "other", "place", "places"}:
        return list(records) if len(records) <= MOST_SIDES else []
    found = sources_of_noun(asking.db, noun, records)
    return found if 2 <= len(found) <= MOST_SIDES else []


def _names(asking: Asking, sources: Sequence[int]) -> list[tuple[int, str]]:
    short = {number: short_title(asking.records[number].title) for number in sources}
    clear = len(set(short.values())) == len(short)
    return [
        (number, short[number] if clear else shortened(asking.records[number].title, LONGEST_NAME))
        for number in sources
    ]


def told_by_sources(asking: Asking, asked: Whole, plan: Plan) -> Told | None:
    """The answer to a question over several sources; None where too few of them say anything of it."""
    if plan.wanted is Wanted.COMMON:
        return likened(asking, plan)
    if plan.wanted is Wanted.MENTION:
        return mentioned(asking, plan.topic)
    sides = [side_of(asking, asked, plan, each) for each in plan.sides]
    if plan.degree is None and not plan.total and any(each.statement is not None for each in sides):
        sides = [replace(each, statement=each.statement or likely(each)) for each in sides]
    said = [each for each in sides if each.statement is not None]
    if len(said) < (len(sides) if plan.joined or plan.total else 1 if plan.every else 2):
        return None
    writing = Writing(asking)
    chosen = _dimension(plan, sides)
    if (
        chosen
        and plan.degree is not None
        and _one_amount([side.weights[chosen] for side in said if chosen in side.weights])
    ):
        return None
    markers: list[str] = []
    lines: list[str] = []
    for side in sides:
        weight = side.weights.get(chosen) if chosen else None
        statement = weight.statement if weight else side.statement
        if statement is None:
            if plan.every:
                lines.append(MISSING.format(thing=side.asked.thing))
            continue
        own = [each for each in (weight.beside if weight else None, statement) if each is not None]
        for each in own:
            short = each if weight else brief(asking.db, [each], of=len(sides))
            line, marker = writing.line(side.asked, short, room=len(sides))
            lines.append(line)
            markers.append(marker)
    writing.parts += [line for line in lines if line]
    concluding = _differing(plan, sides) or _conclusion(plan, sides, chosen, "".join(dict.fromkeys(markers)))
    if not plan.every and not concluding:
        return None
    if concluding:
        writing.parts.insert(0, concluding)
    return Told(" ".join(writing.parts), writing.citations, found_for([side.heard for side in sides]))


def _dimension(plan: Plan, sides: Sequence[Answered]) -> Dimension | None:
    """In what the sides are compared: the first dimension that all of them are told in."""
    if plan.same:
        return None
    order = plan.degree.dimensions if plan.degree else tuple(Dimension)
    common = [each for each in order if all(each in side.weights for side in sides)]
    if not common and len(sides) > 2:
        common = [each for each in order if sum(each in side.weights for side in sides) > 1]
    # Of several, the one that what was asked stands with.
    points = {each: sum(side.weights[each].points for side in sides if each in side.weights) for each in common}
    return max(common, key=lambda each: points[each] + FIRST * (each is order[0])) if common else None


def _one_amount(weights: Sequence[Weighed]) -> bool:
    """Whether several sides would rest on one and the same amount of a text: it is of one of them at most."""
    places = {(each.statement.found.number, each.statement.start, each.amount.start) for each in weights}
    return len(weights) > 1 and len(places) == 1


def _conclusion(plan: Plan, sides: Sequence[Answered], chosen: Dimension | None, markers: str) -> str:
    if chosen is None:
        return ""
    degree = plan.degree or counting(sides[0].asked.question)
    with_it = [side for side in sides if chosen in side.weights]
    if degree is None or (len(with_it) < len(sides) and plan.total):
        return ""
    weights = [side.weights[chosen] for side in with_it]
    if chosen is Dimension.MONEY and len({_currency(each.amount.unit) for each in weights}) > 1:
        return ""
    return concluded(
        degree,
        [side.asked.thing for side in with_it],
        weights,
        markers,
        claimed=plan.claimed,
        differs=plan.differs,
        total=plan.total,
    )


def _differing(plan: Plan, sides: Sequence[Answered]) -> str:
    """That sources tell one thing otherwise, where they give other amounts or times for it."""
    if not plan.same:
        return ""
    told = [{each.amount.value for each in side.weights.values()} for side in sides if side.weights]
    return "The sources differ." if len(told) > 1 and not set.intersection(*told) else ""


def _currency(unit: str) -> str:
    return {"p": "£", "pence": "£", "penny": "£", "pounds": "£", "pound": "£", "euros": "€", "euro": "€"}.get(
        unit, unit
    )
