"""What the connected model knows of a topic, as a source that says whose word it is."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from server.domain.languages import language_by_code
from server.domain.sources import Source, SourceKind
from server.engine.chat.structure import Interview
from server.engine.sources.contents import Content
from server.engine.sources.importing import read_source
from server.engine.writing.connected.admission import clean
from server.engine.writing.connected.prompts import BACKGROUND

_MOST = 3_000
_TITLE = 80


class BackgroundAnswer(msgspec.Struct):
    """Empty where the model knows nothing reliable."""

    paragraphs: list[str] = []


def known_of(topic: str, interview: Interview, *, language: str, context_tokens: int) -> tuple[Source, ...]:
    """What the model says it knows; empty where that is nothing. Raises as `Interview.ask`."""
    spoken = language_by_code(language) if language else None
    asked = BACKGROUND.format(topic=topic[:4_000], language=spoken.name if spoken else "the language of the topic")
    answer = interview.ask(
        [{"role": "user", "content": asked}], BackgroundAnswer, max_tokens=min(_MOST, context_tokens // 2)
    )
    text = "\n\n".join(words for paragraph in answer.paragraphs if (words := clean(paragraph)))
    if not text:
        return ()
    name = interview.endpoint.name
    source = read_source(Content(text.encode(), name="the model's answer", charset="utf-8"), kind=SourceKind.TEXT)
    warning = f"No source was given and none was found: this rests on what {name} says it knows. Check it."
    return (replace(source, title=f"{name}: {topic[:_TITLE]}", warnings=(*source.warnings, warning)),)
