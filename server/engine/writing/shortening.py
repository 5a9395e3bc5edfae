"""Statements made short enough for a slide, without a condition lost or a list cut."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.decks import Point
from server.domain.documents import TimelineEvent
from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Sentence

_GOES_ON = frozenset({"and", "but", "so", "which", "while"})
"""What may follow a main clause that stands without it; a condition or a time may not be left out."""
_FEWEST = 4
_HANGING = frozenset("and or but of to in on at by for with from as that which than the a an nor".split())


def point(analysis: Analysis, statement: Statement, *, most: int, name: str = "") -> Point | None:
    """A statement as a point of at most `most` words; nothing where it can't be told so shortly."""
    text = shortened(analysis, statement, most=most)
    return Point(text, statement, name) if text and not analysis.rules.opening_pronoun(text) else None


def whole(statement: Statement, *, name: str = "") -> Point:
    """A statement as a point in full."""
    return Point(statement.text, statement, name)


def shortened(analysis: Analysis, statement: Statement, *, most: int) -> str:
    """The statement where it is short, else its first main clause, where its passages carry that alone."""
    if len(statement.text.split()) <= most:
        return statement.text
    for text in _clauses(analysis, statement):
        count = len(text.split())
        balanced = text.count('"') % 2 == 0 and text.count("(") == text.count(")")
        if not _FEWEST <= count <= most or not balanced or text.split()[-1].lower() in _HANGING:
            continue
        said = f"{text}."
        passages = [p.text for p in statement.passages]
        if not analysis.rules.broken(said) and not analysis.rules.unsupported(said, passages=passages):
            return said
    return ""


def shortened_event(analysis: Analysis, event: TimelineEvent, *, most: int) -> str:
    """An event's statement as `shortened` has it; nothing where only what leads up to its date would be left.

    A statement of several sentences ends with the one that the date stands in: "Lisk opened a workshop in 1899" is not
    what its evening school did from 1901.
    """
    text = shortened(analysis, event.text, most=most)
    is_cut = text != event.text.text
    leads = is_cut and any(text.rstrip(".") in passage.text for passage in event.text.passages[:-1])
    return "" if leads else text


def _clauses(analysis: Analysis, statement: Statement) -> list[str]:
    out: list[str] = []
    parts = analysis.rules.sentences_of(statement.text)
    head, found, _ = parts[0].partition("; ") if parts else ("", "", "")
    if found or len(parts) > 1:
        out.append(head.rstrip(" ,.;:"))
    s = sentence_of(analysis, statement)
    if s is None or not s.units or s.units[0].relation != "main":
        return out
    first = s.units[0]
    after = next((u for u in s.units[1:] if u.start >= first.end - 1), None)
    inside = any(u.start < first.end and u.relation not in _GOES_ON for u in s.units[1:])
    text = first.text.strip(" ,.;:")
    if statement.text.startswith(text) and not inside and after is not None and after.relation in _GOES_ON:
        rest = statement.text[len(text) :].lstrip()
        if rest[:1] in ",;–—(":
            out.append(text)
    return out


def sentence_of(analysis: Analysis, statement: Statement) -> Sentence | None:
    """The sentence that a statement of a single passage is."""
    if len(statement.passages) != 1:
        return None
    place = statement.passages[0]
    return next(
        (
            s
            for s in analysis.sentences
            if s.start == place.start and s.end == place.end and analysis.sources[s.source].id == place.source_id
        ),
        None,
    )


def without_ends(texts: Sequence[str]) -> list[str]:
    """Texts without their full stops, where none of them holds more than one sentence."""
    if any(". " in text or text.endswith(("…", "?", "!")) for text in texts):
        return list(texts)
    return [text.rstrip(".") for text in texts]
