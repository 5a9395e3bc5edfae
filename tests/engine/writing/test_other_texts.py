"""Texts that the writer was not tuned on, several sources at once, wishes, and inputs that no one would write."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from more_texts import KINDS, ODD, long_history, text
from plain_sources import TEXTS, source_of
from script_measures import words

from server.domain.errors import CannotProduce, NothingUsable
from server.domain.requests import Duration, Style
from server.domain.sources import Source
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.gates import Gate, faults, minutes
from server.engine.writing.tasks import DialogueTask, TextTask

RHYTHM = {Gate.SHARE, Gate.MONOTONE, Gate.LENGTH, Gate.PACE}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("style", list(Style))
def test_other_kinds_keep_the_gates(kind: str, style: Style, writer: BuiltInWriter) -> None:
    source = source_of(text(kind))
    script = writer.write(DialogueTask(sources=(source,), language="en", style=style))
    assert len(script.lines) >= 4
    assert [f for f in faults(script, [source]) if f.gate not in RHYTHM] == []


@pytest.mark.parametrize("kind", sorted(ODD))
@pytest.mark.parametrize("style", list(Style))
def test_odd_input_gives_a_sound_script_or_one_clear_sentence(kind: str, style: Style, writer: BuiltInWriter) -> None:
    source = source_of(ODD[kind])
    try:
        script = writer.write(DialogueTask(sources=(source,), language="en", style=style))
    except NothingUsable as error:
        assert "add a" in str(error)
        return
    assert script.lines
    assert [f for f in faults(script, [source]) if f.gate not in RHYTHM] == []


def test_a_text_that_turns_against_itself_is_debated(writer: BuiltInWriter) -> None:
    source = source_of(text("quarrel"))
    script = writer.write(DialogueTask(sources=(source,), language="en", style=Style.DEBATE))
    assert "what the text claims" in script.lines[0].text
    assert "sets against that" in script.lines[1].text
    assert sum(line.text.startswith(("But ", "Yet ", "However", "Though ")) for line in script.lines) >= 2
    assert [f for f in faults(script, [source]) if f.gate not in RHYTHM] == []


def test_a_very_long_text_is_told_in_fifteen_minutes(writer: BuiltInWriter) -> None:
    long = source_of(long_history((TEXTS / "canal_history.md").read_text(encoding="utf-8")))
    assert long.word_count > 18_000
    script = writer.write(DialogueTask(sources=(long,), language="en", duration=Duration.LONG))
    assert 11 <= minutes(script) <= 16
    assert [f for f in faults(script, [long]) if f.gate not in RHYTHM] == []


def test_instructions_steer_what_is_told(writer: BuiltInWriter, text_of: Callable[[str], Source]) -> None:
    source = text_of("canal_history.md")
    plain = writer.write(DialogueTask(sources=(source,), language="en", duration=Duration.SHORT))
    steered = writer.write(
        DialogueTask(
            sources=(source,),
            language="en",
            duration=Duration.SHORT,
            instructions="the tunnel and the men who died in it",
        )
    )
    assert steered.as_text().lower().count("tunnel") > plain.as_text().lower().count("tunnel")


def test_what_was_said_elsewhere_is_avoided(writer: BuiltInWriter, text_of: Callable[[str], Source]) -> None:
    source = text_of("news_ferry.md")
    avoid = ("A bridge across the Narrows was rejected in a referendum in 1996 by 54 percent to 46.",)
    script = writer.write(DialogueTask(sources=(source,), language="en", avoid=avoid))
    assert "referendum" not in script.as_text()


def test_two_sources_are_merged_not_repeated(writer: BuiltInWriter, text_of: Callable[[str], Source]) -> None:
    ferry = text_of("news_ferry.md")
    second = source_of(
        "# Brannock ferry: what commuters say\n\n"
        "The chain ferry between Brannock and Sele will stop running on Monday 20 March and is not expected "
        "back before June. About 2,300 people and 640 vehicles use the ferry on a weekday. Nadia Orrin, a "
        "nurse from Sele, will sleep at the hospital in Brannock on four nights a week. The bus company has "
        "offered a night bus for 3.20, which would leave the hospital at half past ten. The taxi drivers have "
        "agreed on a fixed price of 38 for the way round the inlet.",
        id="second",
    )
    script = writer.write(DialogueTask(sources=(ferry, second), language="en", duration=Duration.LONG))
    said = script.as_text()
    assert said.count("2,300") == 1
    assert "Nadia Orrin" in said
    assert {p.source_id for line in script.lines for p in line.passages} == {ferry.id, "second"}
    assert [f for f in faults(script, [ferry, second]) if f.gate not in RHYTHM] == []


def test_too_little_text_says_what_to_do(writer: BuiltInWriter) -> None:
    with pytest.raises(NothingUsable, match="fewer than 60 words"):
        writer.write(DialogueTask(sources=(source_of("One line of text."),), language="en"))


def test_another_language_asks_for_a_model(writer: BuiltInWriter, text_of: Callable[[str], Source]) -> None:
    with pytest.raises(CannotProduce, match="Connect a model"):
        writer.write(DialogueTask(sources=(text_of("news_ferry.md"),), language="de"))
    japanese = source_of("kotoba " * 80, language="ja")
    with pytest.raises(CannotProduce, match="connect a model"):
        writer.write(DialogueTask(sources=(japanese,), language="ja"))


def test_sources_share_one_reading(writer: BuiltInWriter, text_of: Callable[[str], Source]) -> None:
    sources = (text_of("news_ferry.md"),)
    assert writer.analysis(sources, language="en") is writer.analysis(sources, language="en")
    piece = writer.write(TextTask(sources=sources, language="en", duration=Duration.SHORT))
    assert sum(len(s.text.split()) for s in piece.statements) <= 320


def test_lengths_differ(writer: BuiltInWriter, text_of: Callable[[str], Source]) -> None:
    source = text_of("canal_history.md")
    counts = [words(writer.write(DialogueTask(sources=(source,), language="en", duration=d))) for d in Duration]
    assert counts == sorted(counts)
    assert 200 <= counts[0] <= 420
    assert 800 <= counts[1] <= 1_050
    assert 1_900 <= counts[2] <= 2_500
