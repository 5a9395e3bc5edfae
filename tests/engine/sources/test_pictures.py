"""Pictures of text and scanned pages."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import textwrap
import zlib
from pathlib import Path

import pytest
import typst
from PIL import Image, ImageDraw, ImageFont

from server.domain.errors import CannotProduce, NothingUsable, SourceNotImported
from server.domain.sources import BlockKind, Source, SourceKind
from server.engine.sources import Equipment, import_source, pdfs, pictures
from server.engine.sources.reading_order import read_lines
from server.engine.sources.text_recognition import Box
from server.engine.specs import SourceSpec

FONT = Path(__file__).parents[3] / "resources" / "fonts" / "Inter_400Regular.ttf"
PROSE = "The chain ferry will stop on Monday. The harbour office said that the chain has worn out."


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of model files for the whole run."""
    return tmp_path_factory.mktemp("models")


def page(text: str = PROSE, *, title: str = "The ferry", width: int = 900, height: int = 420) -> Image.Image:
    """A picture of a title and a paragraph."""
    picture = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(picture)
    draw.text((60, 40), title, font=ImageFont.truetype(str(FONT), 56), fill="black")
    for at, line in enumerate(textwrap.wrap(text, 44)):
        draw.text((60, 150 + 48 * at), line, font=ImageFont.truetype(str(FONT), 32), fill="black")
    return picture


def imported(path: Path, models: Path | None) -> Source:
    return import_source(SourceSpec(SourceKind.FILE, path=path, name=path.name), equipment=Equipment(models=models))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_every_kind_of_picture_is_opened(
    tmp_path: Path, models: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page().save(tmp_path / "photo.bin", form)  # its content says what it is
    monkeypatch.setattr(pictures, "recognised", lambda pixels, models: [box(f"{pixels.shape}", 0, 0)])

    assert imported(tmp_path / "photo.bin", models).text == "(420, 900, 3)"


def test_a_picture_of_text_is_read(tmp_path: Path, models: Path) -> None:
    path = tmp_path / "photo.png"
    page().save(path)

    source = imported(path, models)

    assert source.text == f"The ferry\n\n{PROSE}"
    assert [block.kind for block in source.blocks] == [BlockKind.HEADING, BlockKind.PARAGRAPH]


def test_a_picture_without_text_says_so(tmp_path: Path, models: Path) -> None:
    Image.new("RGB", (300, 200), "teal").save(tmp_path / "sky.png")

    with pytest.raises(NothingUsable, match=r"there is no text in sky\.png: 0 words were found in the picture"):
        imported(tmp_path / "sky.png", models)


def test_scanned_pages_are_read_and_keep_their_numbers(tmp_path: Path, models: Path) -> None:
    page().save(tmp_path / "scan.png")
    (tmp_path / "mixed.pdf").write_bytes(compiled(tmp_path))
    told: list[str] = []

    source = import_source(
        SourceSpec(SourceKind.FILE, path=tmp_path / "mixed.pdf", name="mixed.pdf"),
        equipment=Equipment(models=models, tell=lambda share, text: told.append(text)),
    )

    assert {block.page for block in source.blocks} == {1, 3}
    assert PROSE in source.text
    assert source.text.startswith("Typed page with words of its own.")
    assert told == ["Reading the picture of page 3 of 3"]


def compiled(folder: Path) -> bytes:
    """Three pages: text, nothing, a picture of text."""
    (folder / "main.typ").write_text(
        'Typed page with words of its own.\n#pagebreak()\n#box()\n#pagebreak()\n#image("scan.png")'
    )
    made: bytes = typst.compile(str(folder / "main.typ"), root=str(folder))
    return made


def test_pages_beyond_the_budget_are_said(tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = page()
    small.save(tmp_path / "scan.pdf", save_all=True, append_images=[small, small], resolution=150)
    monkeypatch.setattr(pdfs, "MAX_SCANNED", 1)

    source = imported(tmp_path / "scan.pdf", models)

    assert {block.page for block in source.blocks} == {1}
    assert source.warnings == (
        "scan.pdf: the text of 1 scanned pages was recognised; 2 from page 2 on were left out, so split it to have "
        "them read",
    )


def png_head(width: int, height: int) -> bytes:
    """The beginning of a PNG of this size, without its pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    data = struct.pack(">I", 10) + b"IDAT" + zlib.compress(b"")[:10].ljust(10, b"\0") + bytes(4)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk)) + data


@pytest.mark.parametrize(("width", "height"), [(50_000, 50_000), (50_000, 10), (15_000, 15_000)])
def test_a_picture_with_too_many_pixels_is_refused(tmp_path: Path, width: int, height: int) -> None:
    (tmp_path / "huge.png").write_bytes(png_head(width, height))

    with pytest.raises(
        SourceNotImported, match=rf"huge\.png has {width:,} × {height:,} pixels and at most 100 million"
    ):
        imported(tmp_path / "huge.png", None)


def test_a_cut_picture_is_named(tmp_path: Path) -> None:
    out = io.BytesIO()
    page().save(out, "PNG")
    (tmp_path / "a.png").write_bytes(out.getvalue()[: len(out.getvalue()) // 2])

    with pytest.raises(SourceNotImported, match=r"a\.png is damaged: it can't be opened as a picture"):
        imported(tmp_path / "a.png", None)


def test_without_models_it_is_said(tmp_path: Path) -> None:
    page().save(tmp_path / "a.png")

    with pytest.raises(CannotProduce, match=r"a\.png is a picture or recording, and none can be read here"):
        imported(tmp_path / "a.png", None)


def box(text: str, left: float, top: float, width: float = 300, height: float = 20) -> Box:
    return Box(text, left, top, left + width, top + height)


def words(lines: list[list[Box]]) -> list[str]:
    return [" ".join(each.text for each in line) for line in lines]


def test_columns_are_read_one_after_the_other() -> None:
    left = [box(f"left column line {at}", 0, 60 + 30 * at) for at in range(4)]
    right = [box(f"right column line {at}", 340, 60 + 30 * at) for at in range(4)]
    head = box("A headline over both of the columns", 0, 0, width=640)
    foot = box("A line under both of the columns", 0, 200, width=640)

    found = words(read_lines([*right, foot, *left, head]))

    assert found == [head.text, *(each.text for each in left), *(each.text for each in right), foot.text]


def test_a_table_is_read_line_by_line() -> None:
    cells = [box(f"r{row}c{column}", 120 * column, 30 * row, width=60) for row in range(4) for column in range(3)]

    assert words(read_lines(cells)) == [f"r{row}c0 r{row}c1 r{row}c2" for row in range(4)]


@pytest.mark.slow
def test_reading_pictures_needs_no_network_and_prints_nothing(tmp_path: Path, models: Path) -> None:
    page().save(tmp_path / "a.png")
    code = (
        "import socket\n"
        "def refuse(*args, **kwargs): raise SystemExit('the network was asked for')\n"
        "socket.socket.connect = refuse; socket.getaddrinfo = refuse\n"
        "from pathlib import Path\n"
        "from server.domain.sources import SourceKind\n"
        "from server.engine.sources import Equipment, import_source\n"
        "from server.engine.specs import SourceSpec\n"
        f"spec = SourceSpec(SourceKind.FILE, path=Path({str(tmp_path / 'a.png')!r}), name='a.png')\n"
        f"assert 'ferry' in import_source(spec, equipment=Equipment(models=Path({str(models)!r}))).text\n"
    )
    root = Path(__file__).parents[3]

    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
