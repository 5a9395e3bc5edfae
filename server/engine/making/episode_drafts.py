"""Audio of a draft: its lines spoken where they are not yet, and mixed part by part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from server.domain.episode_drafts import EpisodeDraft
from server.domain.errors import NothingUsable
from server.domain.script_marks import is_marked, plain
from server.domain.scripts import Line, Script
from server.domain.sources import Source
from server.domain.voices import Voice
from server.engine.jobs import RenderResult, SpokenTake
from server.engine.making.citing import citations
from server.engine.specs import RenderSpec
from server.engine.speech.book import pronounced
from server.engine.speech.takes import RATE, pack_all
from server.engine.stages.context import Context
from server.engine.stages.importing import import_sources
from server.engine.stages.parts import assemble
from server.engine.stages.voicing import Wish, speak_all, speaking_voice
from server.engine.workers import MIXING, VOICING


def make_from_draft(context: Context, draft: EpisodeDraft) -> RenderResult:
    """Speak and mix the draft of the spec.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    spec = context.spec
    sources: tuple[Source, ...] = ()
    notes: tuple[str, ...] = ()
    if spec.sources or spec.imported:
        sources, notes = import_sources(context)
    script = shown_script(draft)
    wishes = wishes_of(spec, draft)
    recordings = speak_all(context, wishes, language=draft.language)
    assembled = assemble(context, draft, script, recordings)
    texts = {line.id: line.text for line in draft.lines}
    takes = kept_takes(context, wishes, texts, recordings) if spec.keeps_takes else ()
    context.workers.retire(VOICING)
    heard = {line.speaker: wish.speaker.name for line, wish in reversed(list(zip(script.lines, wishes, strict=True)))}
    voices = tuple(heard[speaker] for speaker in script.speakers)
    passages = tuple(p for line in script.lines for p in line.passages)
    return RenderResult(
        title=draft.title,
        language=draft.language,
        response_text=script.as_text(),
        artefacts=(assembled.audio, *assembled.stems),
        citations=citations(sources, passages) if spec.include_citations and sources else (),
        script=script,
        recording=replace(assembled.recording, voices=voices),
        notes=notes,
        takes=takes,
        mix=assembled.report,
        sources=sources,
    )


def shown_script(draft: EpisodeDraft) -> Script:
    """The draft's script with shown texts free of marks.

    Raises:
        NothingUsable: a line has nothing to be said; the sentence names its number.
    """
    script = draft.script()
    lines: list[Line] = []
    for number, line in enumerate(script.lines, 1):
        shown = plain(line.text) if is_marked(line.text) else line.text
        if not any(character.isalnum() for character in shown):
            raise NothingUsable(f"Line {number} has no words to be spoken; write some, or delete it.")
        lines.append(replace(line, text=shown, markup=line.text if is_marked(line.text) else ""))
    return replace(script, lines=tuple(lines))


def wishes_of(spec: RenderSpec, draft: EpisodeDraft) -> tuple[Wish, ...]:
    """What is to be spoken for each line.

    Raises:
        CannotProduce: a voice is gone, or does not speak the language.
    """
    known: dict[int, Voice] = {}
    wishes = []
    for line in draft.lines:
        number = draft.voice_of(line)
        if number not in known:
            known[number] = speaking_voice(spec, number, draft.language)
        speaker = known[number]
        said = pronounced(
            line.text, spec.pronunciations, language=speaker.language or draft.language, voice_id=speaker.id
        )
        wishes.append(Wish(said, speaker, line.pace, line.take))
    return tuple(wishes)


def kept_takes(
    context: Context, wishes: Sequence[Wish], texts: Mapping[str, str], recordings: Sequence[Path]
) -> tuple[SpokenTake, ...]:
    """What was spoken for each line, packed to be kept; `texts` are the lines as they were written, by id."""
    kept = {key for key, _ in context.spec.takes}
    keys = [wish.key for wish in wishes]
    files = {
        key: (raw, context.work.file("take", key, ".flac"))
        for key, raw in zip(keys, recordings, strict=True)
        if key not in kept
    }
    if files:
        context.workers.run(MIXING, context.supervision, pack_all, list(files.values()))
    return tuple(
        SpokenTake(
            line=line,
            key=key,
            path=files[key][1] if key in files else Path(),
            seconds=raw.stat().st_size / 4 / RATE,
            text=text,
            voice=wish.speaker.id,
            pace=wish.pace,
            take=wish.take,
        )
        for key, wish, (line, text), raw in zip(keys, wishes, texts.items(), recordings, strict=True)
    )
