"""FAQs: what is kept of the facts, that questions can be printed and are answered, languages and several sources."""

from __future__ import annotations

import dataclasses
import re

import pytest
from plain_sources import source_of
from question_measures import (
    FURTHER,
    MORE_TEXTS,
    development,
    facts_kept,
    further,
    language_of,
    unfaithful,
    unprintable,
)

from server.domain.documents import Faq
from server.domain.requests import Duration
from server.domain.sources import BlockKind, Source, SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.english.promising import promised
from server.engine.writing.rules import rules_for
from server.engine.writing.tasks import FaqTask
from server.engine.writing.vectors import answer_scores

PROSE = ("news_ferry.md", "company_scales.md", "minutes_council.md", "messy_page.txt")


@pytest.fixture(scope="module")
def faqs(writer: BuiltInWriter) -> dict[str, Faq]:
    """One FAQ of each text."""
    sources = {name: development(name) for name in PROSE} | {name: further(name) for name in FURTHER}
    return {
        name: writer.write(FaqTask(sources=(source,), language=language_of(name))) for name, source in sources.items()
    }


def test_most_of_the_facts_are_kept(faqs: dict[str, Faq]) -> None:
    pairs = [facts_kept(faqs[name], name) for name in PROSE]
    assert sum(k for k, _ in pairs) / sum(a for _, a in pairs) >= 0.6


@pytest.mark.parametrize("name", [*PROSE, *FURTHER])
def test_every_question_can_be_printed_and_every_answer_is_cited(name: str, faqs: dict[str, Faq]) -> None:
    faq, rules = faqs[name], rules_for(language_of(name))
    source = further(name) if name in FURTHER else development(name)
    assert len(faq.entries) >= 4
    assert unfaithful(faq, (source,)) == []
    assert {e.question: found for e in faq.entries if (found := unprintable(e.question))} == {}
    assert len({e.question for e in faq.entries}) == len(faq.entries)
    for entry in faq.entries:
        assert 1 <= len(entry.answer) <= 5
        assert sum(len(s.text.split()) for s in entry.answer) <= 110
        assert rules.opening_pronoun(entry.answer[0].text) == ""
        for statement in entry.answer:
            assert rules.unsupported(statement.text, passages=[p.text for p in statement.passages]) == []


@pytest.mark.parametrize("name", [*PROSE, *(n for n in FURTHER if language_of(n) == "en")])
def test_every_question_is_answered(name: str, faqs: dict[str, Faq]) -> None:
    entries = [
        e
        for e in faqs[name].entries
        if not e.question.startswith(("Which ", "How did ", "What are the figures", "What about "))
        and not _of_a_heading(e.question, development(name) if name in PROSE else further(name))
    ]
    pairs = [
        (re.sub("^What should I know", "What is known", e.question), " ".join(s.text for s in e.answer[:3]))
        for e in entries
    ]
    assert [q for (q, _), score in zip(pairs, answer_scores(pairs), strict=True) if score <= 0] == []


def _of_a_heading(question: str, source: Source) -> bool:
    heads = {source.block_text(b).strip("# .:").casefold() for b in source.blocks if b.kind is BlockKind.HEADING}
    if question in {promised(head) for head in heads}:
        return True
    about = question.removeprefix("What should I know about ").strip("?").casefold()
    return any(head.endswith(about.removeprefix("the ")) for head in heads)


@pytest.mark.parametrize(("name", "least"), [("clockmaker", 0.6), ("night_bus", 0.6)])
def test_an_interview_and_an_opinion_that_no_rule_was_made_for_keep_their_facts(
    name: str, least: float, writer: BuiltInWriter
) -> None:
    content = (MORE_TEXTS / f"{name}.md").read_text(encoding="utf-8")
    source = import_source(SourceSpec(SourceKind.TEXT, content=content))
    faq = writer.write(FaqTask(sources=(source,), language="en"))
    kept, marked = facts_kept(faq, name, folder=MORE_TEXTS)
    assert kept / marked >= least


def test_remarks_of_an_interviewer_and_an_authors_own_questions_are_put(writer: BuiltInWriter) -> None:
    interview = import_source(
        SourceSpec(SourceKind.TEXT, content=(MORE_TEXTS / "clockmaker.md").read_text(encoding="utf-8"))
    )
    asked = {e.question for e in writer.write(FaqTask(sources=(interview,), language="en")).entries}
    assert {"Does Marek Ostrander wind all four by hand?", "Who will do this after Marek Ostrander?"} <= asked
    opinion = development("opinion_fines.md")
    asked = {e.question for e in writer.write(FaqTask(sources=(opinion,), language="en")).entries}
    assert "What does Leonora Quist propose?" in asked


def test_no_sentence_answers_twice(faqs: dict[str, Faq]) -> None:
    for faq in faqs.values():
        starts = [(p.source_id, p.start) for e in faq.entries for s in e.answer[:1] for p in s.passages[-1:]]
        assert len(set(starts)) == len(starts)


def test_why_is_asked_where_the_source_says_because(faqs: dict[str, Faq]) -> None:
    assert "Why was the limit raised to 26 tonnes in 2015?" in {
        e.question for e in faqs["news_ferry.md"].entries
    } or any(e.question.startswith("Why ") for e in faqs["news_ferry.md"].entries)
    assert any(e.question.startswith("Perché ") for e in faqs["funivia_it"].entries)
    assert any(e.question.startswith("Pourquoi ") for e in faqs["moulin_fr"].entries)


def test_longer_is_longer_and_a_poor_source_says_so(writer: BuiltInWriter) -> None:
    source = further("orchard")
    short, long = (
        writer.write(FaqTask(sources=(source,), language="en", duration=d)) for d in (Duration.SHORT, Duration.LONG)
    )
    assert len(short.entries) <= 8
    assert "none was made up" in long.notes[-1]


def test_instructions_bring_their_subject_in(writer: BuiltInWriter) -> None:
    source = development("company_scales.md")
    wish = "the strike of 1919 and equal pay"
    faq = writer.write(FaqTask(sources=(source,), language="en", duration=Duration.SHORT, instructions=wish))
    assert any("strike" in s.text or "equal pay" in s.text for s in faq.statements)


def test_two_sources_that_say_the_same_answer_once(writer: BuiltInWriter) -> None:
    one = further("tunnel_news")
    two = dataclasses.replace(further("tunnel_news"), id="again")
    faq = writer.write(FaqTask(sources=(one, two), language="en"))
    texts = [s.text for s in faq.statements]
    assert len(set(texts)) == len(texts)


def test_a_language_without_questions_uses_the_headings_and_says_so(writer: BuiltInWriter) -> None:
    text = "# Młyn\n\n## Historia\n\n" + " ".join(
        f"Młyn w Zalesiu zbudowano w roku {1800 + n} nad rzeką Wartą." for n in range(9)
    )
    source = source_of(text, id="pl", title="Młyn", language="pl")
    faq = writer.write(FaqTask(sources=(source,), language="pl"))
    assert faq.entries[0].question == "Historia"
    assert "no questions in this language" in faq.notes[0]
