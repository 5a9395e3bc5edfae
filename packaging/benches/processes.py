"""Runs a command and measures it with all its children: wall time, CPU time, memory."""

from __future__ import annotations

import contextlib
import resource
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import psutil


@dataclass(frozen=True)
class Run:
    """`peak_mib` is the largest sum of the private memory (USS) of all its processes at one moment."""

    wall_s: float
    cpu_s: float
    peak_mib: float
    stdout: str
    stderr: str
    code: int


def measured(command: list[str], *, cwd: Path) -> Run:
    """Run a command to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    peak = [0.0]
    watcher = threading.Thread(target=_watch, args=(process.pid, peak), daemon=True)
    watcher.start()
    out, err = process.communicate()
    wall = time.monotonic() - started
    watcher.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Run(wall, cpu, peak[0], out, err, process.returncode)


def _watch(pid: int, peak: list[float]) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        root = psutil.Process(pid)
        while root.is_running() and root.status() != psutil.STATUS_ZOMBIE:
            total = 0
            for process in [root, *root.children(recursive=True)]:
                with contextlib.suppress(psutil.Error):
                    total += process.memory_full_info().uss
            peak[0] = max(peak[0], total / 1024 / 1024)
            time.sleep(0.1)
