"""Which of the sources tell of something: all that do, each with where it does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.hearing import Asking
from server.engine.notebooks.likenesses import sentences_of
from server.engine.notebooks.retrieval import Found, find, holders
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.stating import MAX_ANSWER, brief
from server.engine.notebooks.telling import Told, Writing

MOST_NAMED = 6
"""Sources that are told with a passage, at most."""
LIKE = 0.7
"""Closeness from which a word of a source is one that is asked for."""
_ASKS = re.compile(
    r"^(?:(?:and|so)\s+)?(?:in\s+)?(?:which|what|who|how many)\s+(?:one\s+)?(?:of\s+)?"
    r"(?:(?:the|these|those|my|your|our|all)\s+)*(?:two\s+|three\s+|four\s+)?(?:texts?|sources?|documents?|files?|notes)\s+(?:do\s+|does\s+|is\s+|are\s+)?"
    r"(?:mention|mentions|talks?\s+(?:about|of)|speaks?\s+(?:about|of)|tells?\s+(?:about|of)|deals?\s+with|discuss(?:es)?"
    r"|refers?\s+to|covers?|writes?\s+about|says?\s+(?:anything|something)\s+(?:about|on)|about)\s+(?P<topic>[^?]+?)\s*\?*$",
    re.IGNORECASE,
)


def topic_of(question: str) -> str:
    """What the sources are asked to mention; empty for any other question."""
    match = _ASKS.match(" ".join(question.split()))
    return match["topic"] if match else ""


def mentioned(asking: Asking, topic: str) -> Told | None:
    """The sources that tell of all words of a topic in one sentence or chunk, the best first; None where none does."""
    wanted = focus(topic)
    if not wanted:
        return None
    found = _found(asking, topic, wanted)
    best: dict[int, tuple[float, Statement]] = {}
    for each in found:
        for points, statement in _telling(wanted, each, asking.records[each.source].title):
            if each.source not in best or points > best[each.source][0]:
                best[each.source] = points, statement
    if not best:
        return None
    ranked = [statement for _, statement in sorted(best.values(), key=lambda one: -one[0])]
    writing = Writing(asking, named=True)
    room = (MAX_ANSWER - 80) // min(len(ranked), MOST_NAMED)
    for one in ranked[:MOST_NAMED]:
        passage = brief(asking.db, [one], of=len(ranked))
        writing.tell(topic, passage if len(passage.told) < room - 120 else one)
    return Told(" ".join(writing.parts), writing.citations, tuple(found)) if writing.parts else None


def _found(asking: Asking, topic: str, wanted: Sequence[str]) -> list[Found]:
    """The chunks that fit best, and those of every source that has all the words."""
    among = None if asking.all_count else asking.records
    found = find(asking.db, asking.path, topic, [topic], among=among)
    having = [holders(asking.db, word) for word in wanted]
    known = [each for each in having if each is not None]
    everywhere = frozenset.intersection(*known) & asking.records.keys() if known else frozenset()
    missing = sorted(everywhere - {each.source for each in found})[:MOST_NAMED]
    for source in missing:
        found += find(asking.db, asking.path, topic, [topic], most=2, among={source})
    return found


def _telling(wanted: Sequence[str], found: Found, title: str) -> list[tuple[float, Statement]]:
    """The sentences of a chunk that tell of the topic, with points; some of its words may stand around them only."""
    around = near(wanted, f"{title} {found.chunk.context} {found.chunk.text}")
    if min(around) < LIKE:
        return []
    out = []
    for each in sentences_of(found):
        told = near(wanted, each.told)
        if sum(one >= LIKE for one in told) * 2 > len(told):
            out.append((sum(told) / len(told) + 0.02 * found.score, each))
    return out
