"""Runs the benchmarks and keeps their figures.

Each module beside this one has `measure() -> Iterator[Figure]`. A figure is printed as JSON as soon as it is known.
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import re
import sys
from dataclasses import asdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT)]

from figures import Figure  # noqa: E402

KEPT = ROOT / "docs" / "benchmarks.md"
NOT_BENCHES = {"run", "figures", "processes"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="packaging/bench")
    parser.add_argument("names", nargs="*", help="which ones; all when left out")
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/benchmarks.md")
    options = parser.parse_args()
    known = sorted(p.stem for p in HERE.glob("*.py") if p.stem not in NOT_BENCHES)
    for name in options.names or known:
        figures = []
        for figure in importlib.import_module(name).measure():
            print(json.dumps({"bench": name, **asdict(figure), "held": figure.held}), flush=True)
            figures.append(figure)
        if options.write:
            keep(name, figures)
    return 0


def keep(name: str, figures: list[Figure]) -> None:
    """Replace the section of one benchmark."""
    rows = [f"## {name}", "", "| what | figure | limit | held |", "|---|---|---|---|"]
    rows += [f"| {f.what} | {f.value:g} {f.unit} | {f.limit_text} | {f.held_text} |" for f in figures]
    section = "\n".join(rows) + "\n"
    before = KEPT.read_text(encoding="utf-8") if KEPT.exists() else HEAD
    pattern = re.compile(rf"^## {re.escape(name)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    after = (
        pattern.sub(lambda _: section + "\n", before) if pattern.search(before) else before.rstrip() + "\n\n" + section
    )
    KEPT.write_text(after.rstrip() + "\n", encoding="utf-8")


HEAD = f"""# Benchmarks

Last figures of `./packaging/bench --write`, on {platform.machine()} with 2 cores.
CPU seconds are of all processes together.
"""

if __name__ == "__main__":
    raise SystemExit(main())
