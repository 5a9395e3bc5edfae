"""Finished pieces cut to a number of words, from what a reader misses least."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from server.domain.documents import Briefing, Document, Faq, KeyTerm, QuestionAnswer, StudyGuide
from server.domain.scripts import Composition, Section, Statement

_FIGURES_KEPT = 2
Piece = TypeVar("Piece", bound=Document | Composition)


def words_of(piece: Document | Composition) -> int:
    """Words that a reader reads: headings, questions and statements; not notes, passages and lists of sources."""
    parts = [s.text for s in piece.statements]
    if isinstance(piece, Briefing):
        shown = [*piece.summary, *(s for section in piece.findings for p in section.paragraphs for s in p)]
        parts = [s.text for s in (*shown, *(event.text for event in piece.events), *piece.open_questions)]
        parts += [section.heading for section in piece.findings]
        parts += [f"{figure.value} {figure.unit} {figure.label}" for figure in piece.figures]
        parts += [event.label for event in piece.events]
        for table in piece.tables:
            parts += [table.title, *(c.name for c in table.columns), *(cell.text for row in table.rows for cell in row)]
        for chart in piece.charts:
            parts += [chart.title, *chart.labels]
    elif isinstance(piece, Composition):
        parts += [section.heading for section in piece.sections]
    elif isinstance(piece, Faq):
        parts += [entry.question for entry in piece.entries]
    elif isinstance(piece, StudyGuide):
        parts += [entry.question for entry in piece.questions]
        parts += [section.heading for section in piece.outline] + [term.term for term in piece.terms]
    return sum(len(part.split()) for part in parts)


def trimmed(piece: Piece, most: int) -> Piece:
    """The piece within `most` words, as far as its first parts alone are not more."""
    cut: Callable[[Document | Composition], Document | Composition | None]
    if isinstance(piece, Briefing):
        cut = _less_briefing
    elif isinstance(piece, StudyGuide):
        cut = _less_guide
    elif isinstance(piece, Faq):
        cut = _less_faq
    elif isinstance(piece, Composition):
        cut = _less_composition
    else:
        return piece
    kept: Document | Composition = piece
    while words_of(kept) > most:
        shorter = cut(kept)
        if shorter is None:
            break
        kept = shorter
    return kept  # type: ignore[return-value]


def can_be_cut(piece: object) -> bool:
    """Whether a piece of this kind may lose parts; timelines, tables and quizzes list what there is."""
    return isinstance(piece, Briefing | StudyGuide | Faq | Composition)


def _less_briefing(piece: Document | Composition) -> Briefing | None:  # noqa: PLR0911 - one way out for each part
    """Tables and charts first, then dates, all but two figures, open questions, and findings from the end."""
    assert isinstance(piece, Briefing)
    if piece.charts or piece.tables:
        return replace(piece, charts=(), tables=())
    if piece.events:
        return replace(piece, events=piece.events[:-1])
    if len(piece.figures) > _FIGURES_KEPT:
        return replace(piece, figures=piece.figures[:-1])
    if piece.open_questions:
        return replace(piece, open_questions=piece.open_questions[:-1])
    if sum(len(p) for s in piece.findings for p in s.paragraphs) > 1:
        return replace(piece, findings=_less_sections(piece.findings))
    if piece.figures:
        return replace(piece, figures=piece.figures[:-1])
    if piece.findings and piece.summary:
        return replace(piece, findings=())
    return replace(piece, summary=piece.summary[:-1]) if len(piece.summary) > 1 else None


def _less_guide(piece: Document | Composition) -> StudyGuide | None:
    """The last of whichever part has most words."""
    assert isinstance(piece, StudyGuide)
    questions = sum(_answer_words(e) for e in piece.questions) if len(piece.questions) > 1 else 0
    outline = sum(len(s.text.split()) for sec in piece.outline for p in sec.paragraphs for s in p)
    outline = outline if sum(len(p) for s in piece.outline for p in s.paragraphs) > 1 else 0
    terms = sum(_term_words(t) for t in piece.terms) if len(piece.terms) > 1 else 0
    largest = max(questions, outline, terms)
    if not largest:
        return None
    if largest == questions:
        return replace(piece, questions=_less_entries(piece.questions))
    if largest == outline:
        return replace(piece, outline=_less_sections(piece.outline))
    return replace(piece, terms=piece.terms[:-1])


def _less_faq(piece: Document | Composition) -> Faq | None:
    assert isinstance(piece, Faq)
    return replace(piece, entries=_less_entries(piece.entries)) if len(piece.entries) > 1 else None


def _less_composition(piece: Document | Composition) -> Composition | None:
    assert isinstance(piece, Composition)
    more = sum(len(p) for s in piece.sections for p in s.paragraphs) > 1
    return replace(piece, sections=_less_sections(piece.sections)) if more else None


def _less_entries(entries: Sequence[QuestionAnswer]) -> tuple[QuestionAnswer, ...]:
    """The longest answer without its last sentence; where all have one sentence only, one entry less."""
    at = max(range(len(entries)), key=lambda n: (len(entries[n].answer), n))
    if len(entries[at].answer) == 1:
        return tuple(entries[:-1])
    return (*entries[:at], replace(entries[at], answer=entries[at].answer[:-1]), *entries[at + 1 :])


def _less_sections(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The longest section without its last sentence, so that each keeps its opening; then one section less."""
    sizes = [sum(len(p) for p in s.paragraphs) for s in sections]
    if max(sizes) == 1:
        return tuple(sections[:-1])
    at = max(range(len(sections)), key=lambda n: (sizes[n], n))
    paragraphs: list[tuple[Statement, ...]] = [p for p in sections[at].paragraphs if p]
    last = paragraphs.pop()
    if len(last) > 1:
        paragraphs.append(last[:-1])
    return (*sections[:at], replace(sections[at], paragraphs=tuple(paragraphs)), *sections[at + 1 :])


def _answer_words(entry: QuestionAnswer) -> int:
    return len(entry.question.split()) + sum(len(s.text.split()) for s in entry.answer)


def _term_words(term: KeyTerm) -> int:
    return len(term.definition.text.split())
