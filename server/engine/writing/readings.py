"""Two voices that read the chosen sentences in turn: for languages in which the writer has no questions."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.scripts import LineKind
from server.engine.writing.analysis import Analysis
from server.engine.writing.bulletins import shorter_run
from server.engine.writing.conversation import SHARE, Conversation
from server.engine.writing.outlines import Chapter
from server.engine.writing.turns import GUEST, HOST_MOST, Turn


def read_in_turn(
    analysis: Analysis, *, plan: Sequence[Chapter], share: float = SHARE
) -> tuple[list[Turn], list[tuple[str, int]]]:
    """The turns of all chapters in the sources' order, and the chapters' titles with their first turn."""
    talk = Conversation(analysis, share=share)
    marks: list[tuple[str, int]] = []
    most = HOST_MOST + round(60 * max(0.0, share - SHARE))
    for chapter in plan:
        if chapter.title:
            marks.append((chapter.title, len(talk.turns)))
        at = 0
        while at < len(chapter.sentences):
            speaker = talk.next_speaker
            if speaker == GUEST:
                run = talk.run(chapter.sentences, at)
            else:
                run = shorter_run(analysis, chapter.sentences, at, most=most)
            text = " ".join(analysis.sentences[i].told for i in run)
            talk.add(Turn(speaker, text, LineKind.STATEMENT, run))
            at += len(run)
    return talk.turns, marks
