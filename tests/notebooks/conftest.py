"""The whole server and a client with a licence; what blocks the loop fails the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from blockbuster import blockbuster_ctx
from open_reader import Reader, opened


@pytest.fixture
async def reader(tmp_path: Path) -> AsyncIterator[Reader]:
    with blockbuster_ctx("server") as guard:
        for function in guard.functions.values():
            function.can_block_in("shibokensupport/feature.py", "_mod_uses_pyside")
            function.can_block_in("server/store/database.py", "look")
        async with opened(tmp_path / "data") as it:
            yield it
