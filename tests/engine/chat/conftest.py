"""No keyring of this machine is touched; a model of our own misbehaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import keyring
import pytest
from keyring.backends import fail
from misbehaving_model import Model, Play, misbehaving

from server.engine.specs import WriterSpec


@pytest.fixture(autouse=True)
def no_keyring() -> Iterator[None]:
    """As on a machine without a desktop."""
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def model() -> Iterator[Callable[[Play], Model]]:
    """Start a model that answers as it is told."""
    with ExitStack() as stack:
        yield lambda play: stack.enter_context(misbehaving(play))


@pytest.fixture
def spec_of(tmp_path: Path) -> Callable[..., WriterSpec]:
    """A writer's spec for a model."""
    return lambda server, /, **facts: WriterSpec(
        **{"data_dir": tmp_path, "endpoint": server.base_url, "timeout_s": 5, **facts}
    )
