"""A writer whose model answers as the test says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backends import fail
from misbehaving_model import Model, Play, misbehaving

from server.domain.sources import Source, SourceKind
from server.engine.chat.connecting import connected
from server.engine.sources import import_source
from server.engine.specs import SourceSpec, WriterSpec
from server.engine.workfolders import WorkFolder
from server.engine.writing.connected.writer import ConnectedWriter

MARKET = """# Copper roofs over Vale Street

The covered market of Alder Quay lost its glass roof in the storm of January 1994. For nine years traders worked under \
tarpaulins, because the council and the insurers disagreed about who should pay.

In 2003 the architect Ines Duarte proposed a copper roof in place of glass. Copper cost 2.3 million euros, forty \
percent more than new glass, but it needs no cleaning and is expected to last a century.

The market reopened in May 2005. Footfall rose from 9,000 visitors a week to 21,000 within three years. Not everyone \
was pleased: the heritage society argued that the dark ceiling had taken away the light for which the hall was known.
"""


@pytest.fixture(autouse=True)
def no_keyring() -> Iterator[None]:
    """As on a machine without a desktop."""
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def source() -> Callable[..., Source]:
    """A text as a source; the market's where none is given."""
    return lambda text=MARKET: import_source(SourceSpec(SourceKind.TEXT, text))


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Callable[..., tuple[ConnectedWriter, Model]]]:
    """A connected writer and the model that it asks."""
    with ExitStack() as stack:

        def start(play: Play, **facts: Any) -> tuple[ConnectedWriter, Model]:
            model = stack.enter_context(misbehaving(play))
            spec = WriterSpec(**{"data_dir": tmp_path, "endpoint": model.base_url, "timeout_s": 5, **facts})
            interview = stack.enter_context(connected(spec, request="r", sleep=lambda _: None))
            work = WorkFolder(tmp_path / "work")
            work.prepare()
            told: list[tuple[float, str]] = []
            made = ConnectedWriter(
                interview,
                context_tokens=spec.context_tokens,
                work=work,
                tell=lambda fraction, text: told.append((fraction, text)),
            )
            made.told = told  # type: ignore[attr-defined]
            return made, model

        yield start
