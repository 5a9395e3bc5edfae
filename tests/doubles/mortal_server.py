"""The whole server as tests kill it: ``python mortal_server.py DATA_DIR``, with quick work.

What is titled "held" never ends by itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fake_engine import FakeEngine, Hold, Succeed
from live_server import FewVoices, judge

from server.commands.serve import serve
from server.config.settings import load_config

PUBLIC_URL = "http://cast.example"
"""Links begin with it in every life, whatever port was free."""

if __name__ == "__main__":
    options = {"port": 0, "workers": 2, "allow_local_webhooks": True, "public_url": PUBLIC_URL}
    config = load_config(Path(sys.argv[1]), options=options, environ={})

    def engine() -> FakeEngine:
        return FakeEngine(lambda job: Hold() if job.spec.title == "held" else Succeed())

    raise SystemExit(serve(config, engine=engine, catalogue=FewVoices(), judge=judge))
