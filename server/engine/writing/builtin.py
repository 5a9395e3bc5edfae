"""The built-in writer: extractive, cited, without a language model."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from server.domain.documents import Document
from server.domain.errors import CannotProduce, NothingUsable
from server.domain.languages import language_by_code
from server.domain.requests import TARGET_MINUTES, Duration, Style
from server.domain.scripts import Composition, Script
from server.domain.sources import MIN_WORDS, Source
from server.engine.writing.analysis import Analysis, analyse
from server.engine.writing.articles import article
from server.engine.writing.briefings.writing import briefing
from server.engine.writing.bulletins import brief
from server.engine.writing.critiques import critique
from server.engine.writing.datatables.writing import data_table
from server.engine.writing.debates import debate
from server.engine.writing.decks.writing import deck
from server.engine.writing.dialogues import deep_dive
from server.engine.writing.faqs import faq
from server.engine.writing.films.writing import storyboard
from server.engine.writing.finishing import finish
from server.engine.writing.gates import faults, minutes
from server.engine.writing.infographics.writing import infographic
from server.engine.writing.narrowing import kept_to, matter_of
from server.engine.writing.notes import note
from server.engine.writing.outlines import chapters
from server.engine.writing.quizzes import quiz
from server.engine.writing.readings import read_in_turn
from server.engine.writing.researching import research
from server.engine.writing.rules import rules_for
from server.engine.writing.selection import select, target_words, worths
from server.engine.writing.study_guides import study_guide
from server.engine.writing.tasks import (
    BriefingTask,
    DataTableTask,
    DeckTask,
    DialogueTask,
    FaqTask,
    InfographicTask,
    QuizTask,
    R_co,
    ResearchTask,
    StoryboardTask,
    StudyGuideTask,
    Task,
    TextTask,
    TimelineTask,
)
from server.engine.writing.timelines.writing import timeline
from server.engine.writing.trimming import can_be_cut, trimmed
from server.engine.writing.wishes import as_wished, wants_other_wording

_SPEECH_OF_FACTS = 0.92
"""Part of a conversation's words that are the sources'; the rest are questions and frames."""
_LESS = 0.75
_READ_IN_TURN = "The built-in writer has no questions in this language: two voices read the sources in turn."
_SHARES = (0.41, 0.48, 0.56, 0.64)
"""Parts of the words that the host is steered to, one after the other until the gates are kept."""


class BuiltInWriter:
    """Writes from the sources' own sentences. Keeps the last analysis, so that tasks on the same sources share it."""

    name = "Built-in (extractive)"

    def __init__(self) -> None:
        self._last: tuple[tuple[Source, ...], Analysis] | None = None

    def analysis(self, sources: Sequence[Source], *, language: str, of_tables: bool = False) -> Analysis:
        """The sources, read; computed once for the same sources.

        Args:
            of_tables: whether a table of figures is enough, without sixty words or a sentence around it.

        Raises:
            CannotProduce: the language asked for isn't the sources', or has no rules.
            NothingUsable: the sources hold too little.
        """
        tabled = of_tables and any(s.has_figures_in_rows for s in sources)
        if not sources or (sum(s.word_count for s in sources) < MIN_WORDS and not tabled):
            raise NothingUsable(f"The sources hold fewer than {MIN_WORDS} words of text: add a longer one.")
        asked = language.lower().split("-")[0]
        for source in sources:
            if source.language.lower().split("-")[0] != asked:
                theirs, wanted = _named(source.language), _named(language)
                raise CannotProduce(
                    f"The built-in writer can't translate: {source.title or 'a source'} is in another language "
                    f"({theirs}) than the result ({wanted}). Connect a model, or ask for {theirs}."
                )
        key = tuple(sources)
        if self._last is None or self._last[0] != key:
            self._last = (key, analyse(key, rules_for(asked)))
        if not self._last[1].sentences and not tabled:
            raise NothingUsable("The sources hold no sentences that can be told: add a text with running sentences.")
        return self._last[1]

    def write(self, task: Task[R_co]) -> R_co:
        """The task's result; every statement in it names the passages it rests on."""
        make = _MAKERS.get(type(task))
        if make is None:
            raise CannotProduce("The built-in writer doesn't know this kind of piece: connect a model in the settings.")
        task = as_wished(task)
        of_tables = isinstance(task, DataTableTask)
        analysis = self.analysis(task.sources, language=task.language, of_tables=of_tables)
        made = make(analysis, task)
        return cast(R_co, _as_told(analysis, task, made) if isinstance(made, Document | Composition) else made)


def _as_told(analysis: Analysis, task: Task[Any], made: Document | Composition) -> Document | Composition:
    """The piece within the words that its instructions allow, and notes on what of them couldn't be followed."""
    code, notes = analysis.rules.code, list(made.notes)
    if task.words and can_be_cut(made):
        made = trimmed(made, task.words)
    elif task.words:
        notes.append(note(code, "not_cut"))
    if wants_other_wording(task.instructions):
        notes.append(note(code, "own_words"))
    matter = matter_of(analysis, task.instructions)
    listing = isinstance(task, DataTableTask | TimelineTask)
    if matter is not None and not listing and kept_to(analysis, task.instructions) is None:
        notes.append(note(code, "little_of_it", what=matter.words))
    return dataclasses.replace(made, notes=tuple(notes))


def _named(code: str) -> str:
    """A language as `language` takes it, so that what a sentence says to ask for can be asked for."""
    found = language_by_code(code)
    return found.name if found else code


def _dialogue(analysis: Analysis, task: DialogueTask) -> Script:
    budget = round(target_words(task.duration) * _SPEECH_OF_FACTS)
    worth = worths(analysis, instructions=task.instructions, avoid=task.avoid)
    ids = select(analysis, words=budget, instructions=task.instructions, avoid=task.avoid)
    if not ids:
        raise NothingUsable("The sources hold no sentences that can be told: add a text with running sentences.")
    title = task.title or analysis.titles[0]
    plan = chapters(analysis, ids, minutes=TARGET_MINUTES[task.duration], title=title)
    best: tuple[int, Script] | None = None
    for share in _SHARES:
        if analysis.rules.phrases.is_silent:
            turns, marks = read_in_turn(analysis, plan=plan, share=share)
        elif task.style is Style.BRIEF:
            turns, marks = brief(analysis, ids=ids, worth=worth, share=share)
        elif task.style is Style.CRITIQUE:
            turns, marks = critique(analysis, worth=worth, words=budget, share=share)
        elif task.style is Style.DEBATE:
            turns, marks = debate(analysis, worth=worth, words=budget, share=share)
        else:
            turns, marks = deep_dive(analysis, plan=plan, share=share)
        script = finish(analysis, turns, marks, title=title)
        count = len(faults(script, analysis.sources))
        if best is None or count < best[0]:
            best = (count, script)
        if not count:
            break
    if best is None or not best[1].lines:
        raise NothingUsable("The sources hold no sentences that can be told: add a text with running sentences.")
    script = _noted(best[1], task.duration)
    if analysis.rules.phrases.is_silent:
        script = dataclasses.replace(script, notes=(*script.notes, _READ_IN_TURN))
    return script


def _text(analysis: Analysis, task: TextTask) -> Composition:
    worth = worths(analysis, instructions=task.instructions, avoid=task.avoid)
    piece = article(
        analysis,
        style=Style.DEEP_DIVE if analysis.rules.phrases.is_silent else task.style,
        duration=task.duration,
        words=min(target_words(task.duration), task.words or target_words(task.duration)),
        worth=worth,
        instructions=task.instructions,
        avoid=task.avoid,
        title=task.title or analysis.titles[0],
    )
    if not piece.statements:
        raise NothingUsable("The sources hold no sentences that can be told: add a text with running sentences.")
    return piece


def _noted(script: Script, duration: Duration) -> Script:
    """With a note where the sources carried less than was asked for."""
    length, asked = minutes(script), TARGET_MINUTES[duration]
    if length < _LESS * asked:
        note = f"The sources carry about {length:.1f} minutes; {asked:.0f} were asked for, and nothing was padded."
        return dataclasses.replace(script, notes=(*script.notes, note))
    return script


_MAKERS: Mapping[type[Task[Any]], Callable[[Analysis, Any], Any]] = {
    DialogueTask: _dialogue,
    TextTask: _text,
    TimelineTask: timeline,
    DataTableTask: data_table,
    BriefingTask: briefing,
    ResearchTask: research,
    FaqTask: faq,
    StudyGuideTask: study_guide,
    QuizTask: quiz,
    DeckTask: deck,
    InfographicTask: infographic,
    StoryboardTask: storyboard,
}
"""What writes each kind of piece: the analysis and the task go in, the task's result comes out."""
