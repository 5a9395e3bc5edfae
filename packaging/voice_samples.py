"""Makes the samples by which a voice is chosen: one short sentence of every voice that can be used, as MP3.

    python packaging/voice_samples.py --models FOLDER [--only ID ...]

The files are packaged (`resources/voices/samples/{id}.mp3`), because a sample must be heard at once, also before any
model has been fetched. Run it again when a voice or its model changes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from server.engine.speech.catalogue import samples_folder, voices
from server.engine.speech.samples import recorded


def main() -> int:
    """Make the files; 0 when all are there."""
    parser = argparse.ArgumentParser(description="Make the samples of the voices.")
    parser.add_argument("--models", type=Path, required=True, help="folder of model files")
    parser.add_argument("--only", type=int, nargs="*", help="ids of the voices to make; else all")
    given = parser.parse_args()
    folder = samples_folder()
    folder.mkdir(exist_ok=True)
    for voice in voices():
        if not voice.available or (given.only and voice.id not in given.only):
            continue
        sample = recorded(voice, models=given.models)
        (folder / f"{voice.id}.mp3").write_bytes(sample)
        print(f"{voice.id:>4} {voice.name}: {len(sample):,} bytes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
