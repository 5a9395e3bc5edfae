"""What is said to one side of a question over several: the statement that tells it, and the amounts by which it is held
against the others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.degrees import Degree, Order
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.framing import Asked, Plan, Wanted
from server.engine.notebooks.hearing import Asking, Heard, heard
from server.engine.notebooks.likenesses import sentences_of
from server.engine.notebooks.measures import Dimension
from server.engine.notebooks.refusing import Verdict
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.terms import stem, words
from server.engine.notebooks.weighing import Weighed, weighed

READ = 4
"""Chunks that are read of each source."""
TELLS = 0.6
"""Closeness from which a statement tells of a word of the topic."""
_YES_NO = re.compile(r"^(?:is|are|do|does|can|may|could|must|am|will)\b", re.IGNORECASE)
_ALLOWS = re.compile(
    r"^(?:allow|accept|tak|tolerat|permit|hav|offer|let|us|get|bring|need|sell|provid|possib|welcom|admit|there"
    r"|giv|find"
    r"|serv|mak|want|require|come|go|carry|put|able)(?:e?d|e?s|ing|e|ted|ting|le|ry|ries)?$",
    re.IGNORECASE,
)
"""Words of such a question that a text puts otherwise."""
TOLD = 0.75
"""Share of a thing's words, sentence by sentence, from which a statement is about it."""
SAID_OF = 0.55
"""The same share where the statement answers by all else."""
AROUND = 0.8
"""What a word counts for that stands near the statement only: in its chunk, heading or title."""
UNSURE = -3.5
"""Log odds of a chunk and of a statement in it, together, below which an amount is none that answers."""
LIKELY = -1.0
"""The same log odds, from which a side is taken to be answered where another one is."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A side as it was asked, all that was found for it, the statement that tells it and its amounts by dimension."""

    asked: Asked
    heard: Heard
    statement: Statement | None
    weights: Mapping[Dimension, Weighed]


def side_of(asking: Asking, asked: Whole, plan: Plan, side: Asked) -> Answered:
    """Ask one side: its own source where it has one, else all of them for what tells of the thing itself."""
    own = _heard(asking, asked, plan, side)
    statement = own.statements[0] if own.verdict is Verdict.SAID else None
    if statement is not None and not side.alone and not _about(asking, side.thing, [statement], least=SAID_OF):
        # It answers for something else.
        statement = None
    title = asking.records[side.source].title if side.source is not None else ""
    weights: Mapping[Dimension, Weighed] = {}
    if plan.wanted is Wanted.TOPIC:
        statement = on_topic(focus(plan.topic), own, title) or statement
    elif plan.degree is not None or plan.total or plan.same or plan.differs:
        degree = plan.degree or counting(side.question)
        if degree is not None and side.happened:
            degree = replace(degree, cues=rf"\b(?:{'|'.join(re.escape(each) for each in side.happened)})\b")
        if degree is not None:
            told = own.statements if side.alone else _about(asking, side.thing, own.statements)
            if statement is not None and statement not in told:
                told = [statement, *told]
            weights = weighed(degree, side.bare, told, title)
            if statement is None:
                least = UNSURE if not side.alone else float("-inf")
                weights = {
                    dimension: each
                    for dimension, each in weights.items()
                    if each.sure and each.statement.odds + each.statement.here > least
                }
            if plan.degree is not None and not weights and plan.degree.cues:
                # What has no such words says nothing of it.
                statement = None
            if weights and (statement is None or not plan.same):
                statement = next(iter(weights.values())).statement
    if statement is None and plan.wanted is Wanted.EACH and not plan.total and side.alone:
        statement = _allowing(side.bare, own, title)
    return Answered(side, own, statement, weights)


def _heard(asking: Asking, asked: Whole, plan: Plan, side: Asked) -> Heard:
    if side.source is None:
        return heard(asking, Whole(side.question, asked.added), most=READ, also=f"{side.thing} {plan.also}".strip())
    one = Asking(asking.db, asking.path, {side.source: asking.records[side.source]}, all_count=False)
    added = " ".join(part for part in (asked.added, side.thing) if part)
    # Its name stands in its title and would only lead to where it names itself.
    own = heard(one, Whole(side.bare, added), most=READ, also=plan.also, bare=side.bare)
    if own.verdict is Verdict.SAID or side.question == side.bare:
        return own
    named = heard(one, Whole(side.question, added), most=READ, also=plan.also, bare=side.bare)
    known = {(each.start, each.end) for each in own.statements}
    fresh = [each for each in named.statements if (each.start, each.end) not in known]
    statements = sorted((*own.statements, *fresh), key=lambda each: -each.score)
    return named if named.verdict is Verdict.SAID else replace(own, statements=statements)


def likely(side: Answered) -> Statement | None:
    """What probably answers a side that is not surely answered: for one whose other side is, that is enough."""
    wanted = focus(side.asked.bare)
    for each in side.heard.statements[:1]:
        told = near(wanted, f"{each.judged} {each.found.chunk.context}")
        if each.odds + each.here > LIKELY and told and sum(told) >= TELLS * len(told):
            return each
    return None


def _about(asking: Asking, thing: str, statements: Sequence[Statement], *, least: float = TOLD) -> list[Statement]:
    """Those that tell of a thing: by their words, or by what stands around them."""
    wanted = focus(thing)
    if not wanted:
        return list(statements)
    kept = []
    for each in statements:
        chunk = each.found.chunk
        told = near(wanted, each.judged)
        wide = near(wanted, f"{chunk.text} {chunk.context} {asking.records[each.found.source].title}")
        points = [max(one, AROUND * all_) for one, all_ in zip(told, wide, strict=True)]
        if sum(points) >= least * len(points):
            kept.append(each)
    return kept


def _allowing(question: str, own: Heard, title: str) -> Statement | None:
    """For a question that yes or no answers: what the source says of all that it is about, in whatever words."""
    if not _YES_NO.match(question):
        return None
    topic = [word for word in focus(question) if not _ALLOWS.match(word)]
    return on_topic(topic, own, title, least=0.99) if topic else None


def on_topic(topic: Sequence[str], own: Heard, title: str, *, least: float = 0.5) -> Statement | None:
    """The statement that tells most of a topic's words, of those that the title does not have.

    Args:
        least: the part of the words beyond which it must tell them.
    """
    titled = {stem(word) for word in words(title)}
    wanted = [word for word in topic if stem(word) not in titled] or list(topic)
    if not wanted:
        return None
    judged = {(each.start, each.end) for each in own.statements}
    unread = [each for found in own.found for each in sentences_of(found) if (each.start, each.end) not in judged]
    best: tuple[float, Statement] | None = None
    for each in (*own.statements, *unread):
        _, parted, heading = each.found.chunk.context.rpartition(" / ")
        told = near(wanted, f"{each.judged} {heading if parted else ''}")
        if sum(one >= TELLS for one in told) <= least * len(told):
            continue
        # What was not read sentence by sentence has its chunk's score alone.
        points = 3 * sum(told) / len(told) + 0.2 * min(each.score, each.found.score)
        if best is None or points > best[0]:
            best = points, each
    return best[1] if best else None


def counting(question: str) -> Degree | None:
    """What a question for a number counts, as a degree of it."""
    match = re.match(r"^how many (?P<of>[a-z-]+)", question, re.IGNORECASE)
    if match:
        return Degree("more", "", Order.MOST, (Dimension.COUNT,), counted=match["of"])
    if re.match(r"^(?:(?:since )?when|(?:at )?what time|in (?:what|which) year)\b", question, re.IGNORECASE):
        return Degree("later", "", Order.MOST, (Dimension.CLOCK, Dimension.DAY, Dimension.YEAR))
    if re.match(r"^(?:how (?:much|high|large|big|long)|what)\b", question, re.IGNORECASE):
        return Degree("more", "", Order.MOST, (Dimension.MONEY, Dimension.WEIGHT, Dimension.LENGTH, Dimension.SPAN))
    return None
