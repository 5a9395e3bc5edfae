"""Figures that proofs measured are told at the end of a run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

MEASURED = pytest.StashKey[list[str]]()


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Takes a sentence with figures."""

    def take(figures: str) -> None:
        request.config.stash.setdefault(MEASURED, []).append(f"{request.node.name}: {figures}")

    return take


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    """Tell them."""
    for line in config.stash.get(MEASURED, []):
        terminalreporter.write_line(line)
