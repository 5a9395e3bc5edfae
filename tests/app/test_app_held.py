"""No page that is opened for the first time, and nothing as large as people have it, holds the window's loop for long.

A run of its own (`tests/doubles/hold_window.py`): everything is opened there for the first time in that process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

OPENER = Path(__file__).resolve().parents[1] / "doubles" / "hold_window.py"
PROMISED_MS = 50.0
LEAST_MS = 3 * PROMISED_MS
"""Of processor time: the promise is for a machine at rest, and threads that share a core take twice as long."""


@pytest.mark.slow
def test_no_first_opening_holds_the_loop() -> None:
    command = [sys.executable, str(OPENER), str(LEAST_MS)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr[-2000:]
    assert [json.loads(line) for line in done.stdout.splitlines()] == []
