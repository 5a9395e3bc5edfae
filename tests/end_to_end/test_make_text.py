"""A written piece from several sources, to standard output."""

import subprocess
from collections.abc import Callable
from pathlib import Path

TEXTS = Path(__file__).resolve().parents[1] / "data" / "texts"


def test_two_sources_become_one_piece(start: Callable[..., subprocess.Popen[str]]) -> None:
    words = [str(TEXTS / "opinion_fines.md"), str(TEXTS / "policy_instruments.md"), "--type", "text"]
    process = start(*words, "--title", "Fines and instruments", "--include-citations")
    piece, said = process.communicate()
    assert process.returncode == 0, said
    assert piece.startswith("# Fines and instruments\n\n")
    assert "## Sources" in piece
    assert len(piece.split()) > 300
