"""A job of one machine's engine always tells its end, whatever its folder does."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from server.domain.errors import NothingUsable
from server.domain.requests import OutputType
from server.engine import generating
from server.engine.jobs import Event, Failed, Job
from server.engine.pool import ProcessEngine
from server.engine.specs import RenderSpec
from server.engine.workfolders import WorkFolder


def test_a_folder_that_can_not_be_tidied_holds_no_slot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: WorkFolder) -> None:
        raise PermissionError(13, "Permission denied")

    def nothing(context: object) -> None:
        raise NothingUsable("No sources.")

    monkeypatch.setattr(WorkFolder, "remove_parts", refused)
    monkeypatch.setattr(generating, "generate", nothing)
    engine = ProcessEngine(cache=tmp_path / "models", cores=1, idle_s=0)
    heard: queue.SimpleQueue[Event] = queue.SimpleQueue()
    engine.listen(heard.put)
    try:
        for attempt in (1, 2):  # the same job again: it was let go of
            engine.submit(Job("job", attempt, RenderSpec(OutputType.AUDIO, ()), tmp_path / "work"))
            ended = heard.get(timeout=60)
            assert isinstance(ended, Failed)
            assert ended.attempt == attempt
    finally:
        engine.stop()
