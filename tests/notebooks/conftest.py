"""The whole server and a client with a licence."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from open_reader import Reader, opened


@pytest.fixture
async def reader(tmp_path: Path) -> AsyncIterator[Reader]:
    async with opened(tmp_path / "data") as it:
        yield it
