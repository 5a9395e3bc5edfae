"""One writer and one reading of each text for all of the writer's tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from plain_sources import read_text

from server.domain.requests import Duration, Style
from server.domain.scripts import Composition, Script
from server.domain.sources import Source
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import DialogueTask, TextTask

Episode = Callable[..., Script]


@pytest.fixture(scope="session")
def text_of() -> Callable[[str], Source]:
    """A development text as a source, read once."""
    known: dict[str, Source] = {}

    def read(name: str) -> Source:
        return known.setdefault(name, known.get(name) or read_text(name))

    return read


@pytest.fixture(scope="session")
def writer() -> BuiltInWriter:
    """The built-in writer."""
    return BuiltInWriter()


@pytest.fixture(scope="session")
def episode(text_of: Callable[[str], Source]) -> Episode:
    """The script of a development text, written once for each style and length."""
    writers: dict[str, BuiltInWriter] = {}
    known: dict[tuple[str, Style, Duration], Script] = {}

    def write(name: str, *, style: Style = Style.DEEP_DIVE, duration: Duration = Duration.DEFAULT) -> Script:
        key = (name, style, duration)
        if key not in known:
            own = writers.setdefault(name, BuiltInWriter())
            task = DialogueTask(sources=(text_of(name),), language="en", style=style, duration=duration)
            known[key] = own.write(task)
        return known[key]

    return write


@pytest.fixture(scope="session")
def piece(text_of: Callable[[str], Source], writer: BuiltInWriter) -> Callable[..., Composition]:
    """The written piece of a development text."""

    def write(name: str, *, style: Style = Style.DEEP_DIVE, duration: Duration = Duration.DEFAULT) -> Composition:
        return writer.write(TextTask(sources=(text_of(name),), language="en", style=style, duration=duration))

    return write
