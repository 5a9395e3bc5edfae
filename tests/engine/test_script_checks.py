"""The checks of a draft by the writers' own gates."""

from __future__ import annotations

from server.domain.episode_drafts import CastMember, DraftLine, EpisodeDraft
from server.domain.script_checks import FindingKind
from server.domain.scripts import LineKind
from server.domain.sources import Passage
from server.engine.script_checks import checked


def passage(text: str) -> tuple[Passage, ...]:
    return (Passage("s", 0, len(text), text),)


def a_draft(*lines: DraftLine, language: str = "de") -> EpisodeDraft:
    return EpisodeDraft("T", language, lines, (CastMember(0, 1),))


def test_repeated_and_unsupported_lines_are_found_and_reactions_are_not() -> None:
    told = "Die Stadt hat im Jahr 1987 an der Straße am Fluss 40 Bäume gepflanzt."
    draft = a_draft(
        DraftLine("a", 0, told, passages=passage(told)),
        DraftLine("b", 0, "Genau.", kind=LineKind.REACTION),
        DraftLine("c", 0, "[pause 1s] Im Jahr 1991 waren es *60* Bäume.", passages=passage(told)),
        DraftLine("d", 0, "Genau.", kind=LineKind.REACTION),
        DraftLine("e", 0, told, passages=passage(told)),
        DraftLine("f", 0, "Das hat sich hier jemand ausgedacht."),
    )
    found = {(each.kind, each.line, each.other) for each in checked(draft)}
    assert found == {
        (FindingKind.REPEATED, "e", "a"),
        (FindingKind.UNSUPPORTED, "c", ""),
        (FindingKind.UNSUPPORTED, "f", ""),
    }
    words = next(each.message for each in checked(draft) if each.line == "c")
    assert "1991" in words and "60" in words


def test_a_script_without_sources_is_only_looked_through_for_repetition() -> None:
    lines = (
        DraftLine("a", 0, "Nobody told anybody anything about the old mill."),
        DraftLine("b", 0, "It stood in 1704."),
    )
    assert checked(a_draft(*lines, language="xx")) == ()
    assert checked(a_draft(*lines)) == ()


def test_phonemes_that_no_voice_knows_are_told_instead_of_only_left_out() -> None:
    lines = (DraftLine("a", 0, "Meet [Sele](/sˈiːl/)."), DraftLine("b", 0, "Meet [Sele](/s∆l§/) again."))
    (found,) = checked(a_draft(*lines, language="en"))
    assert (found.kind, found.line) == (FindingKind.MARKS, "b")
    assert "§ ∆" in found.message
