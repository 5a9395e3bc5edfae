"""How loud each voice comes out of its model: measured once, kept as `resources/voices/loudness.json`.

``python -m server.engine.speech.calibration CACHE`` measures again and writes the table. Each voice says one passage of
its language; the figure is the gated loudness of what its model gives before any levelling.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from server.domain.voices import Voice
from server.engine.speech.catalogue import voices, voices_folder
from server.engine.speech.levels import loudness
from server.engine.speech.passages import passage_of
from server.engine.speech.synthesis import engine_of


def raw_loudness(voice: Voice, models: Path) -> float:
    """LUFS of a voice before levelling."""
    return loudness(engine_of(voice.engine, models).synthesise(passage_of(voice.language), voice))


def main(arguments: list[str]) -> int:
    """Measure every available voice and write the table."""
    models = Path(arguments[0])
    table = {f"{v.engine}:{v.key}": round(raw_loudness(v, models), 2) for v in voices() if v.available}
    note = (
        "LUFS (ITU-R BS.1770-4, gated) of each voice as its model gives it, measured with "
        f"python -m server.engine.speech.calibration on {datetime.now(UTC):%Y-%m-%d}"
    )
    text = json.dumps({"note": note, "lufs": table}, indent=1, ensure_ascii=False)
    (voices_folder() / "loudness.json").write_text(text + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
