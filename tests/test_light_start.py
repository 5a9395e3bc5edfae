"""What a started server has not loaded: everything heavy comes with the work that needs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HEAVY = (
    "PIL av babel docx faster_whisper feedparser hibari keyring lingua llama_cpp markdown_it num2words numpy "
    "onnxruntime openai openpyxl PySide6 pptx pypdfium2 qrcode rapidocr scipy spacy soxr tokenizers "
    "trafilatura typst xllamacpp xlsxwriter yt_dlp"
).split()
START = """
import asyncio, json, sys
from pathlib import Path
from server.commands.serve import new_event_loop, running
from server.config.settings import load_config
from server.http.logs import start_logging, stop_logging
from server.installation import PackagedVoices, engine_of, judge, picture_fetcher

async def main():
    config = load_config(Path(sys.argv[1]), options={"port": "0"}, environ={})
    log, handler = start_logging(config.data_dir)
    engine = engine_of(config)()
    fetcher = picture_fetcher(config)
    server = running(
        config, engine=engine, catalogue=PackagedVoices(), judge=judge, log=log, fetch_picture=fetcher
    )
    async with server as (_, address):
        print(json.dumps({"address": address, "modules": sorted(sys.modules)}))
    stop_logging(log, handler)

with asyncio.Runner(loop_factory=new_event_loop) as runner:
    runner.run(main())
"""


def test_a_started_server_has_loaded_nothing_heavy(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", START, str(tmp_path)],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    started = json.loads(run.stdout)
    assert started["address"].startswith("http://127.0.0.1:")
    assert "server.engine.pool" in started["modules"]
    assert not set(HEAVY) & set(started["modules"])
