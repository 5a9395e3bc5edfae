"""Runs the benchmarks and keeps their figures.

A benchmark is a script beside this one that prints one JSON object: ``figures`` and ``limits`` by name, and for each
limit whether it ``holds``. Each runs in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
KEPT = HERE.parent.parent / "docs" / "benchmarks.md"
NOT_BENCHES = {"dialogues", "notebook_questions", "people", "processes", "run"}
HEAD = f"""# Benchmarks

Last figures of `./packaging/bench --write`, on {platform.machine()} with 2 cores. CPU seconds are of all processes
together; `x_per_y` are ratios. Where a limit does not hold, the line says so.
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="packaging/bench")
    parser.add_argument("names", nargs="*", help="which ones; all when left out")
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/benchmarks.md")
    options = parser.parse_args()
    known = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in NOT_BENCHES)
    for name in options.names or known:
        done = subprocess.run(
            [sys.executable, str(HERE / f"{name}.py")], stdout=subprocess.PIPE, text=True, check=False
        )
        report = json.loads(done.stdout)
        print(json.dumps({"bench": name, **report}), flush=True)
        if options.write:
            keep(name, report)
    return 0


def keep(name: str, report: Mapping[str, Any]) -> None:
    """Replace the section of one benchmark."""
    rows = [f"## {name}", "", "| what | figure | limit | holds |", "|---|---|---|---|"]
    for what, value in report["figures"].items():
        limit, holds = report["limits"].get(what, ""), report["holds"].get(what)
        rows.append(f"| {what} | {value:g} | {limit} | {'' if holds is None else 'yes' if holds else '**no**'} |")
    section = "\n".join(rows) + "\n"
    before = KEPT.read_text(encoding="utf-8") if KEPT.exists() else HEAD
    pattern = re.compile(rf"^## {re.escape(name)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if pattern.search(before):
        after = pattern.sub(lambda _: section + "\n", before)
    else:
        after = before.rstrip() + "\n\n" + section
    KEPT.write_text(after.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
