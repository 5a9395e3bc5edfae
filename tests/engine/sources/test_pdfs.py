"""PDF documents, made by typst and by hand."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import typst

from server.domain.errors import NothingUsable, SourceNotImported
from server.domain.sources import BlockKind, Source
from server.engine.sources import pdfs

ReadFile = Callable[[Path], Source]

PARAGRAPHS = (
    "In the middle of the eighteenth century Castrel had everything that a town needed to become rich, apart from a "
    "way out. Under its meadows lay salt, in beds so thick that a man could stand upright in them.",
    "So the salt went over the hills on horses. A pack horse carried about 110 kilograms, in two panniers, and needed "
    "five days for the journey. In winter, when the track across Hollin Edge turned to soup, it needed nine, or it "
    "died.",
    "Ruddock spent fourteen months on Hollin Edge, on foot, in all weathers, with a mule and a well-known lack of "
    "money. Together they found what they were looking for, high on the moor and hidden in peat, where three "
    "streams rose.",
)
STYLE = """#set document(title: "The Hundred Gates", author: "Rosa Lind", date: datetime(year: 2024, month: 5, day: 6))
#set page(width: 14cm, height: 12cm, margin: 2cm,
  header: [#text(8pt)[The Hundred Gates: a short history]],
  footer: context align(center, text(8pt)[Page #counter(page).display("1 of 1", both: true)]))
#set text(size: 10pt, hyphenate: true, lang: "en", font: "Libertinus Serif")
#set par(justify: true, first-line-indent: 1em, spacing: 0.65em)
"""


@pytest.fixture
def make_pdf(tmp_path: Path) -> Callable[[str], Path]:
    """A PDF from typst's markup."""

    def make(markup: str) -> Path:
        path = tmp_path / "made.pdf"
        path.write_bytes(typst.compile(markup.encode()))
        return path

    return make


def test_a_book_page_by_page(make_pdf: Callable[[str], Path], read_file: ReadFile) -> None:
    body = "\n\n".join(PARAGRAPHS * 4)
    title = '#align(center, text(20pt, weight: "bold")[The Hundred Gates of the North and the South])'
    source = read_file(make_pdf(f"{STYLE}{title}\n= 1. A river on the wrong side\n\n{body}\n"))

    assert (source.title, source.author, source.published) == ("The Hundred Gates", "Rosa Lind", "2024-05-06")
    assert source.address == "made.pdf"
    headings = [(block.level, source.block_text(block)) for block in source.blocks if block.kind is BlockKind.HEADING]
    assert headings == [
        (1, "The Hundred Gates of the North and the South"),
        (2, "1. A river on the wrong side"),
    ]
    told = [source.block_text(block) for block in source.blocks if block.kind is BlockKind.PARAGRAPH]
    assert " ".join(told) == " ".join(PARAGRAPHS * 4)
    assert "short history" not in source.text
    assert "Page" not in source.text
    pages = [block.page for block in source.blocks]
    assert pages == sorted(page for page in pages if page is not None)
    assert pages[0] == 1
    assert pages[-1] >= 3
    assert source.passage(source.blocks[-1].start, source.blocks[-1].end).page == pages[-1]


def test_footnotes_lists_and_tables(make_pdf: Callable[[str], Path], read_file: ReadFile) -> None:
    source = read_file(
        make_pdf(
            f"{STYLE}{PARAGRAPHS[0]}\n\nThe gate was heavy.#footnote[See the minute book of 1791 for the figures.] "
            "It stood for ninety years.\n\n- first point of the list\n- second point of the list\n\n"
            "#figure(table(columns: 2, [Year], [Boats], [1791], [23], [1792], [41]), caption: [Boats by year.])\n"
        )
    )

    assert [(block.kind, source.block_text(block)) for block in source.blocks] == [
        (BlockKind.NOTE, "The Hundred Gates: a short history"),
        (BlockKind.PARAGRAPH, PARAGRAPHS[0]),
        (BlockKind.PARAGRAPH, "The gate was heavy. It stood for ninety years."),
        (BlockKind.LIST_ITEM, "first point of the list"),
        (BlockKind.LIST_ITEM, "second point of the list"),
        (BlockKind.TABLE_ROW, "Year | Boats"),
        (BlockKind.TABLE_ROW, "1791 | 23"),
        (BlockKind.TABLE_ROW, "1792 | 41"),
        (BlockKind.CAPTION, "Table 1: Boats by year."),
        (BlockKind.NOTE, "1 See the minute book of 1791 for the figures."),
    ]
    rows = [block for block in source.blocks if block.kind is BlockKind.TABLE_ROW]
    assert [row.is_header for row in rows] == [True, False, False]


def test_two_columns_are_read_one_after_the_other(make_pdf: Callable[[str], Path], read_file: ReadFile) -> None:
    body = "\n\n".join(PARAGRAPHS)

    source = read_file(make_pdf(f"#set page(columns: 2)\n#set text(size: 11pt)\n#set par(spacing: 1.5em)\n{body}"))

    assert " ".join(source.text.split()) == " ".join(PARAGRAPHS)


def test_pages_that_are_empty_are_said(make_pdf: Callable[[str], Path], read_file: ReadFile) -> None:
    path = make_pdf("#box(width: 1pt, height: 1pt)\n#pagebreak()\n#box()")

    with pytest.raises(NothingUsable, match=r"there is no text in made\.pdf: 0 words"):
        read_file(path)


def test_too_many_pages_are_refused(
    make_pdf: Callable[[str], Path], read_file: ReadFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdfs, "MAX_PAGES", 2)

    with pytest.raises(SourceNotImported, match="has 3 pages and at most 2 can be read; split it"):
        read_file(make_pdf("One\n#pagebreak()\nTwo\n#pagebreak()\nThree"))


def test_too_much_text_is_refused(
    make_pdf: Callable[[str], Path], read_file: ReadFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdfs, "MAX_CHARACTERS", 100)

    with pytest.raises(SourceNotImported, match="more text than can be read"):
        read_file(make_pdf(PARAGRAPHS[0]))


def rc4(key: bytes, data: bytes) -> bytes:
    """The cipher of the first PDF encryption."""
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def encrypted_pdf(password: bytes) -> bytes:
    """A PDF that needs a password (ISO 32000-1, 7.6.3, revision 2)."""
    padding = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
    padded = (password + padding)[:32]
    owner = rc4(hashlib.md5(padded).digest()[:5], padded)
    identifier = b"0123456789abcdef"
    rights = (-4).to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded + owner + rights + identifier).digest()[:5]
    user = rc4(key, padding)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
        b"<< /Filter /Standard /V 1 /R 2 /O <" + owner.hex().encode() + b"> /U <" + user.hex().encode() + b"> /P -4 >>",
    ]
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    mark = identifier.hex().encode()
    out += b"trailer << /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<%s> <%s>] >>\nstartxref\n%d\n%%%%EOF" % (
        mark,
        mark,
        start,
    )
    return out


def test_an_encrypted_pdf_is_named(tmp_path: Path, read_file: ReadFile) -> None:
    (tmp_path / "secret.pdf").write_bytes(encrypted_pdf(b"hunter2"))

    with pytest.raises(SourceNotImported, match=r"secret\.pdf is encrypted; save a copy without a password"):
        read_file(tmp_path / "secret.pdf")


def test_a_pdf_with_an_empty_password_is_opened(tmp_path: Path, read_file: ReadFile) -> None:
    (tmp_path / "open.pdf").write_bytes(encrypted_pdf(b""))

    with pytest.raises(NothingUsable, match="no text"):
        read_file(tmp_path / "open.pdf")


@pytest.mark.parametrize("kept", [0.02, 0.3, 0.7])
def test_a_damaged_pdf_is_named_or_still_read(
    make_pdf: Callable[[str], Path], read_file: ReadFile, kept: float
) -> None:
    path = make_pdf(PARAGRAPHS[0])
    data = path.read_bytes()
    path.write_bytes(data[: int(kept * len(data))])

    with pytest.raises(SourceNotImported, match=re.compile("damaged|no text")):
        read_file(path)


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"%PDF-1.7\n" + b"\0\xff" * 5000, b"this is no PDF at all"])
def test_a_file_that_only_claims_to_be_a_pdf(tmp_path: Path, read_file: ReadFile, data: bytes) -> None:
    (tmp_path / "claim.pdf").write_bytes(data)

    with pytest.raises(SourceNotImported, match=r"claim\.pdf is damaged: it can't be opened as a PDF"):
        read_file(tmp_path / "claim.pdf")
