"""Drafts as values: what becomes of a script, what a client may change, how long it plays, and what to look at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.domain.episode_drafts import (
    USUAL_WORDS_A_MINUTE,
    CastMember,
    DraftChapter,
    DraftLine,
    EpisodeDraft,
    Mixing,
    MusicUse,
    Take,
    estimated_seconds,
    first_draft,
    pacing_of,
    require_sound,
    with_passages_of,
    words_in,
)
from server.domain.errors import Invalid
from server.domain.script_checks import FindingKind, in_order, own_findings
from server.domain.scripts import Chapter, Line, LineKind, Script
from server.domain.sources import Passage

PASSAGE = Passage("s", 0, 4, "Word")


def a_draft(*texts: str, speakers: int = 2, **more: object) -> EpisodeDraft:
    lines = tuple(DraftLine(f"l{n}", (n - 1) % speakers, text) for n, text in enumerate(texts, 1))
    cast = tuple(CastMember(n, 10 + n) for n in range(speakers))
    return EpisodeDraft("T", "en", lines, cast, **more)  # type: ignore[arg-type]


def test_a_script_comes_to_the_desk_and_goes_back_as_it_was() -> None:
    lines = (
        Line(0, "Why?", LineKind.QUESTION),
        Line(1, "Stop. Because.", passages=(PASSAGE,), markup="Stop. [pause 1s] Because."),
    )
    script = Script("T", "en", lines, (Chapter("All", 0),), written_by="W", source_titles=(("s", "S"),))
    draft = first_draft(script, (10, 11))
    assert [(line.id, line.text) for line in draft.lines] == [("l1", "Why?"), ("l2", "Stop. [pause 1s] Because.")]
    back = draft.script()
    assert (back.title, back.chapters, back.source_titles, back.written_by) == (
        "T",
        script.chapters,
        (("s", "S"),),
        "W",
    )
    assert [line.passages for line in back.lines] == [(), (PASSAGE,)]


def test_chapters_follow_their_lines_and_those_without_one_are_left_out() -> None:
    draft = a_draft("One.", "Two.", "Three.")
    draft = replace(
        draft,
        lines=draft.lines[::-1],
        chapters=(DraftChapter("A", "l1"), DraftChapter("B", "l3"), DraftChapter("C", "gone")),
    )
    assert draft.script().chapters == (Chapter("B", 0), Chapter("A", 2))


def test_a_client_changes_words_and_never_passages() -> None:
    known = a_draft("One.", "Two.")
    known = replace(known, lines=(replace(known.lines[0], passages=(PASSAGE,)), known.lines[1]))
    sent = replace(a_draft("Other.", "Two."), source_titles=(("x", "forged"),))
    kept = with_passages_of(sent, known)
    assert (kept.lines[0].text, kept.lines[0].passages, kept.source_titles) == ("Other.", (PASSAGE,), ())


@pytest.mark.parametrize(
    ("draft", "field"),
    [
        (replace(a_draft("One."), title=" "), "title"),
        (a_draft(), "lines"),
        (replace(a_draft("One."), cast=(CastMember(0, 1), CastMember(0, 2))), "cast"),
        (replace(a_draft("One."), cast=(CastMember(0, 1, muted=True),)), "cast"),
        (replace(a_draft("One."), lines=(DraftLine("a", 0, "x", pause_ms=-1),)), "lines[0].pauseMs"),
        (replace(a_draft("One."), lines=(DraftLine("a", 0, "x", take=99),)), "lines[0].take"),
        (replace(a_draft("One."), mixing=Mixing(target_lufs=-5)), "mixing.targetLufs"),
        (replace(a_draft("One."), mixing=Mixing(music=MusicUse.BED)), "mixing.musicFile"),
        (replace(a_draft("One."), target_minutes=0.0), "targetMinutes"),
    ],
)
def test_what_breaks_a_rule_is_named(draft: EpisodeDraft, field: str) -> None:
    with pytest.raises(Invalid) as caught:
        require_sound(draft)
    assert [fault.field for fault in caught.value.details] == [field]


def test_the_pace_of_a_voice_is_measured_once_it_has_said_enough() -> None:
    many, few = " ".join(["word"] * 50), "word word"
    takes = [
        Take("l1", "a", many, 10, 1.0, 0, 20.0),
        Take("l9", "a", many, 10, 1.0, 0, 20.0),
        Take("l2", "b", many, 12, 2.0, 0, 10.0),
        Take("l3", "c", few, 11, 1.0, 0, 9.0),
    ]
    pacing = pacing_of(takes)
    assert (pacing.of(10), pacing.of(12), pacing.of(11)) == (150.0, 150.0, USUAL_WORDS_A_MINUTE)
    draft = a_draft(many, few)
    slow = replace(draft, lines=(replace(draft.lines[0], pace=0.5, pause_ms=0), draft.lines[1]))
    assert estimated_seconds(slow, pacing, {"l2": 2.0}) == pytest.approx(1.25 + 40 + 2 + 0.43)
    assert words_in("Well – yes, [pause 1s]") == 4


def test_long_turns_balance_and_length_are_found_at_their_lines() -> None:
    draft = a_draft(*["short one"] * 5, "long " * 61, target_minutes=10.0)
    found = in_order(own_findings(draft, pacing_of(())), draft)
    assert [(each.kind, each.line) for each in found] == [
        (FindingKind.BALANCE, "l1"),
        (FindingKind.LONG_TURN, "l6"),
        (FindingKind.BALANCE, "l6"),
        (FindingKind.LENGTH, "l6"),
    ]
    even = a_draft(*["a few even words here"] * 6)
    assert own_findings(even, pacing_of(())) == ()


def test_a_pause_that_is_cut_is_told() -> None:
    draft = a_draft("Wait. [pause 99s] Go on.", "Wait. [pause 10s] Go [pause 900ms] on. [pause]")
    (found,) = own_findings(draft, pacing_of(()))
    assert (found.kind, found.line) == (FindingKind.MARKS, "l1")
    assert "99 seconds" in found.message and "to 10" in found.message


def test_lines_of_one_speaker_in_a_row_are_one_turn() -> None:
    draft = a_draft(*["word " * 25] * 3, speakers=1)
    assert [each.line for each in own_findings(draft, pacing_of(()))] == ["l1"]
