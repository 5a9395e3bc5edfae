"""Paints `resources/presenters/{number}.png`: the presenters as they are offered for a video.

.venv/bin/python packaging/presenters.py
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

FOLDER = ROOT / "resources" / "presenters"


def main() -> None:
    """Paint all of them."""
    from server.domain.presenters import PRESENTERS
    from server.engine.painting.canvas import application
    from server.engine.painting.presenters import portrait

    application()
    FOLDER.mkdir(exist_ok=True)
    for number in range(1, len(PRESENTERS) + 1):
        (FOLDER / f"{number}.png").write_bytes(portrait(number))


if __name__ == "__main__":
    main()
