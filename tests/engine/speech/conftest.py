"""What the tests of speech share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of model files for the whole run."""
    return tmp_path_factory.mktemp("models")
