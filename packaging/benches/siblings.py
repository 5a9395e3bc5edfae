"""Measures what timelines, FAQs and briefings keep of the sibling sets: marked dates, and facts by weight."""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "doubles")]

from sibling_measures import SIBLINGS, kept_of  # noqa: E402

LEAST = {"dates": 0.85, "faq": 0.6, "briefing": 0.75}


def main() -> int:
    """Print the figures of each set, with the limits that hold for each."""
    figures: dict[str, float] = {}
    limits: dict[str, float] = {}
    for name in SIBLINGS:
        kept = kept_of(name)
        for what, value in (("dates", kept.dates), ("faq", kept.faq), ("briefing", kept.briefing)):
            figures[f"{name}_{what}"] = round(value, 3)
            limits[f"{name}_{what}"] = LEAST[what]
    holds = {name: figures[name] >= limit for name, limit in limits.items()}
    print(json.dumps({"figures": figures, "limits": limits, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
