"""`quillcast serve` in a process of its own, with the tests' engine: ``python serve_with_fakes.py DATA_DIR [PORT]``."""

from __future__ import annotations

import sys
from pathlib import Path

from fake_engine import FakeEngine, Hold
from live_server import FewVoices, judge

from server.commands.serve import serve
from server.config.settings import load_config

if __name__ == "__main__":
    data_dir = Path(sys.argv[1])
    config = load_config(data_dir, options={"port": sys.argv[2] if len(sys.argv) > 2 else "0"}, environ={})
    raise SystemExit(serve(config, engine=lambda: FakeEngine(lambda _job: Hold()), catalogue=FewVoices(), judge=judge))
