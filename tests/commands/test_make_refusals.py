"""What `make` refuses: one clear sentence on stderr, exit code 1, nothing written."""

import io
import os
from pathlib import Path

import pytest

from server.__main__ import main

TEXT = " ".join(["The ferry between Brannock and Sele stops on Monday because the frame of its winch is cracked."] * 6)


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUILLCAST_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The sentence that a command line is refused with."""
    try:
        code: object = main(["make", *words])
    except SystemExit as ended:
        code = ended.code
    assert code == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("quillcast: ")
    assert err.count("\n") == 1, err
    assert "Traceback" not in err
    return err.removeprefix("quillcast: ").strip()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["missing.md", "--type", "audio"], "There is no file missing.md"),
        (["folder", "--type", "audio"], "is a folder"),
        (["article.md", "--type", "audio", "--style", "shouting"], "style: must be one of deep dive, brief"),
        (["article.md", "--type", "audio", "--language", "Klingon"], "language: there is no language 'Klingon'"),
        (["article.md", "--type", "audio", "--voice2", "Heart"], "voice2: needs voice1"),
        (["article.md", "--type", "audio", "--voice1", "Nobody"], "voice1"),
        (["article.md", "--type", "audio", "-o", "nowhere/episode.mp3"], "There is no folder nowhere"),
        (["article.md", "--type", "audio", "-o", "folder"], "is a folder"),
        (["article.md", "--type", "audio", "--intro-music-url", "https://example.org/a.ogg"], "intro-music-url"),
        (["article.md", "--type", "audio", "--intro-music-url", "gone.mp3"], "there is no file gone.mp3"),
        (["article.md", "--type", "audio", "--music-bed"], "music-bed: needs intro-music-url"),
        (["article.md", "--type", "text", "--text", "x" * 5001], "text: holds more than 5,000 characters"),
        (["article.md", "--type", "video", "--format", "pdf"], "format: must be one of explainer, short, cinematic"),
        (["article.md", "--type", "video", "--avatar", "9"], "avatar: must be from 1 to 8"),
        (["article.md", "--type", "video", "--background", "none.png"], "background: there is no file none.png"),
        (["article.md", "--type", "video", "-o", "a.mp3"], "name a file that ends in .mp4 or .png"),
        (["article.md", "--type", "briefing_doc", "--format", "short"], "format: must be one of text, html, pdf"),
        (["article.md", "--type", "briefing_doc", "-o", "a.xlsx"], "name a file that ends in .pdf or .html"),
        (["article.md", "--type", "podcast"], "argument --type: invalid choice: 'podcast'"),
        (["article.md"], "the following arguments are required: --type"),
        (["article.md", "--type", "quiz", "-o", "a.csv"], "name a file that ends in .json or .md or .html or .pdf"),
    ],
)
def test_an_order_that_cannot_be_taken(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "article.md").write_text(TEXT)
    assert says in refused(capsys, *words)
    assert sorted(p.name for p in tmp_path.iterdir() if p.name != "data") == ["article.md", "folder"]


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(2 * 1024**3)
    assert "2,147 MB; a source may have 200 MB" in refused(capsys, str(huge), "--type", "audio")


def test_broken_utf8_on_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"caf\xe9 " * 100)))
    assert "is not UTF-8 (byte 3)" in refused(capsys, "-", "--type", "text")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text(TEXT)
    secret.chmod(0)
    assert "permissions" in refused(capsys, str(secret), "--type", "text")
