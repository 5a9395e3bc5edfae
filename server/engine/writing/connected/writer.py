"""The connected writer: a plan, numbered passages out, words back, and nothing that the gate does not let in."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, cast

from server.domain.errors import CannotProduce, NothingUsable
from server.domain.requests import TARGET_MINUTES, Duration
from server.domain.scripts import Script
from server.domain.sources import MIN_WORDS
from server.engine.chat.endpoints import ContextExceeded, Message, estimated_tokens
from server.engine.chat.structure import Interview
from server.engine.workfolders import WorkFolder, key_of
from server.engine.writing.connected import building, prompts, showing
from server.engine.writing.connected.admission import NO_PASSAGE, Gate, clean
from server.engine.writing.connected.answers import (
    BriefingAnswer,
    DataTableAnswer,
    DeckAnswer,
    FaqAnswer,
    InfographicAnswer,
    NotesAnswer,
    OutlineAnswer,
    QuizAnswer,
    RepairAnswer,
    ResearchAnswer,
    Said,
    StoryboardAnswer,
    StudyGuideAnswer,
    TextAnswer,
    TimelineAnswer,
    TurnsAnswer,
)
from server.engine.writing.connected.numbering import Numbered, Numbering, numbered
from server.engine.writing.selection import target_words
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

A = TypeVar("A")
MOST_ANSWER = 6_000
"""Tokens of the longest answer that is asked for."""
_OVERHEAD = 350
"""Tokens of a schema and of what a chat template adds."""
_LEAST_ROOM = 300
"""Tokens of material below which nothing can be written."""
_AT_ONCE_WORDS = 900
"""A longer conversation is planned first and written chapter by chapter."""
_WORTH_REPAIRING = 4
"""Words from which a statement that was not let in is sent back."""
_MOST_REPAIRED = 40
NOTHING = "{name} wrote nothing that the sources carry: choose a larger model, or let the built-in writer write."

TOO_LITTLE = (
    "{name} wrote only {count} words that the sources carry, too few for an episode: choose a larger model, or let the "
    "built-in writer write."
)
_LEAST_OF_TARGET, _LEAST_OF_SOURCES = 0.1, 0.15
"""Parts of the words asked for, and of those that the sources have: with less than both no conversation is made."""


class Tell(Protocol):
    """Takes how far the writing is, from 0 to 1, and a sentence."""

    def __call__(self, fraction: float, text: str) -> None: ...


class ConnectedWriter:
    """`Writer` by a model.

    Args:
        interview: asks the model.
        context_tokens: what question and answer together may take.
        work: where answers are kept, so that another attempt pays for none of them again.
        tell: hears about progress.
    """

    def __init__(
        self, interview: Interview, *, context_tokens: int, work: WorkFolder, tell: Tell | None = None
    ) -> None:
        self._interview = interview
        self._context = context_tokens
        self._work = work
        self._tell = tell or _untold
        self._asked = 0
        self._expected = 2
        self._furthest = 0.0

    @property
    def name(self) -> str:
        """The model and where it answers."""
        return self._interview.endpoint.name

    def write(self, task: Task[R_co]) -> R_co:
        """The task's result; every statement in it names the passages it rests on.

        Raises:
            NothingUsable: the sources hold too little.
            CannotProduce, Refused: the model can't be asked, or writes nothing that the sources carry.
        """
        if type(task) not in written_here():
            raise CannotProduce("A connected model does not write this kind of piece: the built-in writer does.")
        tabled = isinstance(task, DataTableTask) and any(source.has_figures_in_rows for source in task.sources)
        if sum(source.word_count for source in task.sources) < MIN_WORDS and not tabled:
            raise NothingUsable(f"The sources hold fewer than {MIN_WORDS} words of text: add a longer one.")
        for _ in range(3):
            try:
                return cast(R_co, self._written(task))
            except ContextExceeded:
                self._context //= 2
        raise ContextExceeded(f"{self.name} takes too little at a time: lower the context size in the settings.")

    def _written(self, task: Task[Any]) -> Any:
        numbering = numbered(task.sources)
        material, notes = self._material(task, numbering)
        if isinstance(task, DialogueTask):
            build = self._dialogue(task, numbering, material)
        else:
            shape, make = _ANSWERS[type(task)]
            answer = self._ask(task, numbering, prompts.order(task), material, shape, "Writing")

            def build(gate: Gate) -> Any:
                return make(gate, answer, task)

        gate = Gate(numbering, language=task.language)
        result = build(gate)
        if gate.sent_back:
            replacements = self._repaired(task, gate)
            if replacements:
                gate = Gate(numbering, language=task.language, replacements=replacements)
                result = build(gate)
        if not gate.admitted or _is_empty(result):
            raise CannotProduce(NOTHING.format(name=self.name))
        if isinstance(result, Script) and _words(result) < _least(task):
            raise CannotProduce(TOO_LITTLE.format(name=self.name, count=_words(result)))
        told = [*result.notes, *notes, f"Written by {self.name}."]
        if gate.sent_back:
            count = len(gate.sent_back)
            told.append(
                "1 statement was left out: the sources do not carry it."
                if count == 1
                else f"{count} statements were left out: the sources do not carry them."
            )
        return dataclasses.replace(result, written_by=self.name, notes=tuple(told))

    def _dialogue(self, task: DialogueTask, numbering: Numbering, material: str) -> Callable[[Gate], Script]:
        words = target_words(task.duration)
        if words <= _AT_ONCE_WORDS:
            told = self._ask(task, numbering, prompts.order(task), material, TurnsAnswer, "Writing")
            title = next((source.title for source in task.sources if source.title), "")
            return lambda gate: building.script(gate, title, [("", told.turns)], task)
        count = max(3, round(TARGET_MINUTES[task.duration] / 3))
        plan = self._ask(task, numbering, prompts.outline(task, chapters=count), material, OutlineAnswer, "Planning")
        planned = plan.chapters[: count + 2]
        self._expected += len(planned)
        chapters = []
        for n, each in enumerate(planned, 1):
            own = self._near(numbering, each.passages)
            part = f" (chapter {n} of {len(planned)}: {clean(each.title)[:100]})"
            part += ", beginning with what draws a listener in" if n == 1 else ", going on from the chapter before"
            part += ", and closing with a recap" if n == len(planned) else ""
            text = numbering.told(own) if own else material
            ordered = prompts.turns(task, words=words // len(planned), part=part)
            told = self._ask(task, numbering, ordered, text, TurnsAnswer, f"Writing chapter {n} of {len(planned)}")
            chapters.append((each.title, told.turns))
        return lambda gate: building.script(gate, plan.title, chapters, task)

    def _near(self, numbering: Numbering, numbers: Sequence[int]) -> list[Numbered]:
        """The passages of a chapter with their neighbours, as far as there is room."""
        room, chosen = self._room(len(prompts.NOTES) * 5), set[int]()
        for number in dict.fromkeys(n for at in numbers for n in (at, at + 1, at - 1)):
            if 1 <= number <= len(numbering.all) and number not in chosen:
                room -= _tokens(numbering.all[number - 1])
                if room < 0:
                    break
                chosen.add(number)
        return [numbering.all[number - 1] for number in sorted(chosen)]

    def _material(self, task: Task[Any], numbering: Numbering) -> tuple[str, list[str]]:
        """What the model reads: the passages, or notes of them where they are more than it can read at once."""
        room = self._room(len(prompts.rules(task, mark=numbering.mark)) + len(prompts.wish(task)) + 900)
        if sum(map(_tokens, numbering.all)) <= room:
            return numbering.told(numbering.all), []
        parts = _parts(numbering.all, room)
        self._expected += len(parts)
        each = max(3, min(24, room // (len(parts) * 60)))
        notes: list[list[Said]] = []
        for n, part in enumerate(parts, 1):
            told = self._ask(
                task,
                numbering,
                prompts.NOTES.format(count=each),
                numbering.told(part),
                NotesAnswer,
                f"Reading part {n} of {len(parts)}",
            )
            gate = Gate(numbering, language=task.language)
            # Notes stay in the language they are made in; the gate that counts is the result's own.
            kept = [said for said in told.notes if gate.numbering.passages(said.passages) and said.text.strip()]
            carried = [s for s in kept if gate.statement(s.text, s.passages) is not None]
            notes.append((carried or kept)[:each])
        lines: list[str] = []
        left = room
        # Every part gets its say before any part gets more.
        for rank in range(each):
            for of_part in notes:
                if rank < len(of_part):
                    said = of_part[rank]
                    line = f"[{', '.join(map(str, said.passages[:6]))}] {numbering.clean(clean(said.text))}"
                    left -= estimated_tokens(len(line))
                    if left > 0:
                        lines.append(line)
        lines.sort(key=lambda line: int(line[1:].split(",")[0].split("]")[0]))
        told_lines = "\n".join(lines)
        text = f"<material {numbering.mark}>\n{told_lines}\n</material {numbering.mark}>"
        return text, [f"The sources were read in {len(parts)} parts, and written from notes of them."]

    def _room(self, characters: int) -> int:
        """Tokens that material may take beside so many characters of words of our own."""
        room = self._left(characters)
        if room < _LEAST_ROOM:
            raise CannotProduce("The context size in the settings is too small to write anything: raise it.")
        return room

    def _left(self, characters: int) -> int:
        return self._context - self._answer_tokens() - estimated_tokens(characters) - _OVERHEAD

    def _answer_tokens(self) -> int:
        return min(MOST_ANSWER, self._context // 3)

    def _repaired(self, task: Task[Any], gate: Gate) -> dict[str, Said]:
        """What the model makes of statements that were sent back, by their first wording."""
        worth = [sent for sent in gate.sent_back if len(sent.text.split()) >= _WORTH_REPAIRING][:_MOST_REPAIRED]
        if not worth:
            return {}
        rules, wish = prompts.rules(task, mark=gate.numbering.mark), prompts.wish(task)
        # Where there is no room to ask again, what was let in stands.
        listed, numbers, room = [], set[int](), self._left(len(prompts.REPAIR) + len(rules) + len(wish))
        for n, sent in enumerate(worth, 1):
            what = NO_PASSAGE if NO_PASSAGE in sent.faults else f"its passages don't have {', '.join(sent.faults)}"
            line = f"{n}. {sent.text} (passages {list(sent.numbers)}: {what})"
            new = {m for m in sent.numbers if 1 <= m <= len(gate.numbering.all)} - numbers
            room -= estimated_tokens(len(line)) + sum(_tokens(gate.numbering.all[m - 1]) for m in new)
            if room < 0:
                break
            listed.append(line)
            numbers |= new
        if not listed:
            return {}
        shown = gate.numbering.told([gate.numbering.all[number - 1] for number in sorted(numbers)])
        order = f"{prompts.REPAIR}\n" + "\n".join(listed)
        try:
            answer = self._ask(task, gate.numbering, order, shown, RepairAnswer, "Checking")
        except ContextExceeded:
            raise
        except CannotProduce:
            # What was let in stands without it.
            return {}
        return {
            worth[each.number - 1].text: Said(each.text, each.passages)
            for each in answer.statements
            if 1 <= each.number <= len(listed) and each.text.strip()
        }

    def _ask(  # noqa: PLR0917 - what is asked, in the order it is read
        self, task: Task[Any], numbering: Numbering, order: str, material: str, shape: type[A], doing: str
    ) -> A:
        asked = "\n\n".join(part for part in (order, prompts.wish(task), material) if part)
        messages: list[Message] = [
            {"role": "system", "content": prompts.rules(task, mark=numbering.mark)},
            {"role": "user", "content": asked},
        ]
        path = self._work.file("reply", key_of(shape.__name__, messages, self.name), ".json")
        kept = self._work.load(path, shape)
        done, most = self._asked, self._answer_tokens()
        if kept is None:

            def heard(characters: int) -> None:
                within = min(estimated_tokens(characters) / most, 0.95)
                # An answer that is sent back begins anew: what was told of it stands.
                self._furthest = max(self._furthest, min((done + within) / max(self._expected, done + 1), 0.99))
                self._tell(self._furthest, doing)

            heard(0)
            kept = self._interview.ask(messages, shape, max_tokens=most, heard=heard)
            self._work.save(path, kept)
        self._asked += 1
        return kept


def written_here() -> frozenset[type[Task[Any]]]:
    """The kinds of piece that a connected model writes."""
    return frozenset({DialogueTask, *_ANSWERS})


def _untold(fraction: float, text: str) -> None:
    del fraction, text


def _tokens(each: Numbered) -> int:
    return estimated_tokens(len(each.passage.text) + 8)


def _parts(passages: Sequence[Numbered], room: int) -> list[list[Numbered]]:
    parts: list[list[Numbered]] = [[]]
    left = room
    for each in passages:
        if parts[-1] and _tokens(each) > left:
            parts.append([])
            left = room
        parts[-1].append(each)
        left -= _tokens(each)
    return parts


def _words(script: Script) -> int:
    return sum(len(line.text.split()) for line in script.lines)


def _least(task: Task[Any]) -> float:
    asked = target_words(getattr(task, "duration", Duration.DEFAULT))
    return min(_LEAST_OF_TARGET * asked, _LEAST_OF_SOURCES * sum(source.word_count for source in task.sources))


def _is_empty(result: Any) -> bool:
    if isinstance(result, Script):
        return not any(line.kind == "statement" for line in result.lines)
    return not result.statements


_ANSWERS: Mapping[type[Task[Any]], tuple[type[Any], Callable[[Gate, Any, Any], Any]]] = {
    TextTask: (TextAnswer, building.composition),
    FaqTask: (FaqAnswer, building.faq),
    StudyGuideTask: (StudyGuideAnswer, building.study_guide),
    TimelineTask: (TimelineAnswer, building.timeline),
    BriefingTask: (BriefingAnswer, building.briefing),
    ResearchTask: (ResearchAnswer, building.research),
    QuizTask: (QuizAnswer, building.quiz),
    DataTableTask: (DataTableAnswer, building.data_table),
    DeckTask: (DeckAnswer, showing.deck),
    InfographicTask: (InfographicAnswer, showing.infographic),
    StoryboardTask: (StoryboardAnswer, showing.storyboard),
}
