"""The command as a person runs it: a process of its own, with a data directory of its own."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from real_server import RealServer

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "tests" / "data" / "texts"


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data directory for all, so that the models are joined once."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def start(data_dir: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts `quillcast make …`; whatever still runs at the end is killed."""
    started: list[subprocess.Popen[str]] = []

    def run(*words: str, cwd: Path = ROOT) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "server", "make", *words, "--data-dir", str(data_dir)]
        environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(data_dir)}
        process = subprocess.Popen(
            command, cwd=cwd, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            for child in psutil.Process(process.pid).children(recursive=True):
                child.kill()
            process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def server(data_dir: Path) -> Iterator[RealServer]:
    """A running server with the real engine; ended with everything it started."""
    running = RealServer(data_dir)
    try:
        running.start()
        yield running
    finally:
        running.close()
